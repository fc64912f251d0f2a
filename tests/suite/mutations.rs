//! Mutated texts: whatever is done to a program, reading it gives programs or diagnostics, and never panics.
//!
//! `SELFSAME_CASES=N` tries N texts instead of the usual number.

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};

use selfsame::base::render::{render, render_json};
use selfsame::base::span::Source;
use selfsame::ir::print::print_all;
use selfsame::lower::lower;

const CASES: usize = 200_000;

/// Small numbers that depend on the seed only.
struct Random(u64);

impl Random {
    fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        if limit == 0 { 0 } else { (self.0 >> 11) as usize % limit }
    }
}

/// Programs to start from: each short function of these files with a class around it.
fn seeds() -> Vec<String> {
    /// Longer ones take more time and hold nothing else.
    const LONG: usize = 900;
    let mut seeds = Vec::new();
    for folder in ["tests/reading", "tests/golden/diagnostics", "tests/golden/forms"] {
        let mut paths: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
        paths.retain(|path| path.extension().is_some_and(|it| it == "py"));
        paths.sort();
        for path in paths {
            let text = fs::read_to_string(path).unwrap();
            let (head, functions) = text.split_once("    @pl.function").unwrap_or((&text, ""));
            for function in functions.split("    @pl.function") {
                seeds.push(format!("{head}    @pl.function{function}"));
            }
        }
    }
    seeds.retain(|seed| seed.len() < LONG);
    seeds
}

/// Words, numbers, signs and blanks of a text, in order.
fn tokens(text: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let word = |c: char| c.is_alphanumeric() || c == '_';
        let end = if word(first) {
            rest.find(|c| !word(c)).unwrap_or(rest.len())
        } else if first == ' ' {
            rest.find(|c| c != ' ').unwrap_or(rest.len())
        } else {
            first.len_utf8()
        };
        tokens.push(&rest[..end]);
        rest = &rest[end..];
    }
    tokens
}

/// The word or sign around a byte.
fn around(text: &str, at: usize) -> std::ops::Range<usize> {
    let bytes = text.as_bytes();
    let word = |at: usize| bytes[at].is_ascii_alphanumeric() || bytes[at] == b'_';
    let (mut start, mut end) = (at, at + 1);
    if word(at) {
        while start > 0 && word(start - 1) {
            start -= 1;
        }
        while end < bytes.len() && word(end) {
            end += 1;
        }
    }
    while !text.is_char_boundary(start) {
        start -= 1;
    }
    while !text.is_char_boundary(end) {
        end += 1;
    }
    start..end
}

fn mutate(seed: &str, pool: &[&str], random: &mut Random) -> String {
    const STRANGE: &[&str] = &["\t", "\u{0}", "é", "\\", "\"", "'''", "#", "\r\n", "\u{202e}", "🦀", "0x"];
    let mut text = seed.to_owned();
    for _ in 0..=random.below(3) {
        if text.is_empty() {
            break;
        }
        let here = around(&text, random.below(text.len()));
        let other = around(&text, random.below(text.len()));
        match random.below(10) {
            0..=3 => text.replace_range(here, pool[random.below(pool.len())]),
            4 => text.insert_str(here.start, pool[random.below(pool.len())]),
            5 => text.replace_range(here, ""),
            6 => {
                let moved = text[other].to_owned();
                text.replace_range(here, &moved);
            }
            7 => {
                let (from, to) = (here.start.min(other.start), here.end.max(other.end).min(here.start + 200));
                let copy = text.get(from..to).unwrap_or_default().to_owned();
                text.insert_str(other.start, &copy);
            }
            8 => {
                let end = around(&text, (here.start + random.below(60)).min(text.len() - 1)).end;
                text.replace_range(here.start..end.max(here.start), "");
            }
            _ => text.insert_str(here.start, STRANGE[random.below(STRANGE.len())]),
        }
    }
    text
}

/// Reads a text, and shows what comes of some; whether it was a program.
fn read(text: &str, show: bool) -> bool {
    let source = Source::new("mutated", text);
    let lowered = lower(&source);
    match &lowered {
        Ok(lowered) if show => drop(print_all(&lowered.programs)),
        Ok(_) => {}
        Err(wrong) => {
            assert!(wrong.has_errors(), "refused without an error");
            if show {
                render(wrong, &source);
                render_json(wrong, &source);
            }
        }
    }
    lowered.is_ok()
}

#[test]
fn mutated_texts_never_panic() {
    let cases = std::env::var("SELFSAME_CASES").ok().and_then(|it| it.parse().ok()).unwrap_or(CASES);
    let seeds = seeds();
    let pool: Vec<&str> =
        seeds.iter().flat_map(|seed| tokens(seed)).filter(|token| token.trim() != "").collect();
    let next = AtomicUsize::new(0);
    let read_cases = || {
        let mut understood = 0;
        loop {
            let case = next.fetch_add(1, Ordering::Relaxed);
            if case >= cases {
                return understood;
            }
            let mut random = Random::new(case as u64);
            let text = mutate(&seeds[case % seeds.len()], &pool, &mut random);
            match catch_unwind(AssertUnwindSafe(|| read(&text, case.is_multiple_of(8)))) {
                Ok(program) => understood += usize::from(program),
                Err(_) => panic!("case {case}:\n{text}"),
            }
        }
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let understood: usize = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(read_cases)).collect();
        workers.into_iter().map(|worker| worker.join().unwrap()).sum()
    });
    assert!(
        understood * 50 > cases,
        "only {understood} of {cases} texts were programs: mutations are too wild"
    );
}
