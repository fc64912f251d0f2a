//! The generator itself.

use proptest::strategy::ValueTree;

use crate::generate;
use crate::generate::strategy::Shrinking;
use crate::laws::runner::{numbered, read, report, with_arguments};

#[test]
fn fewer_choices_make_smaller_programs() {
    let lines = |len: usize| {
        (0..50).map(|seed| generate::program(&generate::choices(seed, len)).lines().count()).sum::<usize>()
    };
    let (none, some, many) = (lines(0), lines(60), lines(400));
    assert!(none < some && some < many, "{none} {some} {many} lines");
}

#[test]
fn equal_choices_make_equal_programs() {
    for seed in 0..20 {
        let choices = generate::choices(seed, 300);
        assert_eq!(generate::program(&choices), generate::program(&choices));
    }
}

#[test]
fn every_generated_program_is_read() {
    for seed in 0..500 {
        let text = generate::program(&generate::choices(seed, 40 + 2 * seed as usize));
        // For whoever wants to look at them, or to run other tools over them.
        if let Ok(folder) = std::env::var("SELFSAME_WRITE") {
            std::fs::write(format!("{folder}/{seed}.py"), &text).unwrap();
        }
        if let Err(errors) = read("generated.py", &text) {
            let shown: Vec<String> =
                errors.iter().map(|it| format!("{}: {}", it.code.0, it.message)).collect();
            panic!("seed {seed}: {}\n{text}", shown.join("\n"));
        }
    }
}

#[test]
fn shrinking_finds_a_small_list() {
    // What fails needs a seven before a five; everything else is ballast.
    let fails = |list: &[u32]| {
        let seven = list.iter().position(|it| it % 10 == 7);
        seven.is_some_and(|at| list[at..].iter().any(|it| it % 10 == 5))
    };
    let list: Vec<u32> = (0..400).map(|at| at * 31 % 1009).collect();
    assert!(fails(&list));
    let mut tree = Shrinking::new(list);
    let mut best = tree.current();
    let mut tries = 0;
    let mut more = tree.simplify();
    while more {
        tries += 1;
        if fails(&tree.current()) {
            best = tree.current();
            more = tree.simplify();
        } else {
            more = tree.complicate();
        }
    }
    assert!(best.len() == 2 && fails(&best), "{best:?}");
    assert!(tries < 600, "{tries}");
    assert_eq!(tree.current(), best);
}

#[test]
fn what_breaks_a_law_is_written_with_the_command_that_shows_it() {
    let why = with_arguments("-O2 --extractor random --seed 7 --passes=", "it is broken\nin two lines");
    report("example", &numbered(3), &why);
    let text = std::fs::read_to_string("target/laws/example.py").unwrap();
    let head = text.lines().next().unwrap();
    assert_eq!(text.lines().nth(1), Some("# it is broken"));
    let command = head.split('`').nth(1).unwrap().strip_prefix("selfsame ").unwrap();
    let ran =
        std::process::Command::new(env!("CARGO_BIN_EXE_selfsame")).args(command.split(' ')).output().unwrap();
    let shown = String::from_utf8(ran.stdout).unwrap();
    assert!(shown.contains("no difference"), "{command}: {shown}{}", String::from_utf8_lossy(&ran.stderr));
}
