//! Programs that break careless encodings, with all rules on: each keeps its meaning, comes out as the program that
//! stands in `golden/redteam`, and would come out so once more.

use std::path::{Path, PathBuf};

use rayon::prelude::*;
use selfsame::base::render::render;
use selfsame::base::span::Source;
use selfsame::driver::optimizer::Optimizer;
use selfsame::driver::options::{Level, Options};
use selfsame::interp::equivalent::{Options as Judging, equivalent};
use selfsame::ir::print::print;
use selfsame::ir::program::Program;
use selfsame::lower::lower;

/// The programs, each with where its outcome stands.
fn attacks() -> Vec<(PathBuf, PathBuf)> {
    let files = crate::round_trip::files(&["redteam"]);
    assert!(files.len() > 40, "only {} files", files.len());
    let outcome = |path: &Path| Path::new("tests/golden/redteam").join(path.file_name().unwrap());
    files.into_iter().map(|path| (path.clone(), outcome(&path))).collect()
}

fn read(path: &Path) -> Program {
    let source = Source::new(path.display().to_string(), std::fs::read_to_string(path).unwrap());
    match lower(&source) {
        Ok(mut lowered) => lowered.programs.remove(0),
        Err(wrong) => panic!("{}", render(&wrong, &source)),
    }
}

/// All rules, no passes.
fn everything() -> Options {
    Options { passes: Some(Vec::new()), ..Options::level(Level::O2) }
}

fn optimized(program: &Program, options: Options) -> Result<Program, String> {
    let done = Optimizer::with(options).optimize(program);
    done.map(|done| done.program)
        .map_err(|wrong| wrong.iter().map(|it| format!("{}: {}\n", it.code.0, it.message)).collect())
}

fn keeps_meaning(before: &Program, after: &Program, reordered: bool) -> Result<(), String> {
    let options = Judging { seeds: 3, reordered, ..Judging::default() };
    match equivalent(before, after, &options).difference {
        None => Ok(()),
        Some(how) => Err(format!("{how}\n{}", print(after))),
    }
}

/// Runs a check on every attack; says which failed and why.
fn all_hold(check: impl Fn(&Path, &Path) -> Result<(), String> + Sync) {
    let one = |(path, outcome): (PathBuf, PathBuf)| {
        check(&path, &outcome).err().map(|why| format!("{}: {why}", path.display()))
    };
    let wrong: Vec<String> = attacks().into_par_iter().filter_map(one).collect();
    assert!(wrong.is_empty(), "{} wrong:\n\n{}", wrong.len(), wrong.join("\n\n"));
}

#[test]
fn each_attack_comes_out_as_it_should() {
    all_hold(|path, outcome| {
        let before = read(path);
        let after = optimized(&before, everything())?;
        keeps_meaning(&before, &after, false)?;
        let got = print(&after) + "\n";
        if std::env::var_os("BLESS").is_some() {
            std::fs::write(outcome, &got).unwrap();
        }
        let known = std::fs::read_to_string(outcome).unwrap_or_default();
        if got == known { Ok(()) } else { Err(format!("BLESS=1 accepts\n{got}")) }
    });
}

#[test]
fn what_comes_out_stays_as_it_is() {
    all_hold(|path, _| {
        let once = optimized(&read(path), everything())?;
        let twice = optimized(&once, everything())?;
        let (a, b) = (print(&once), print(&twice));
        if a == b { Ok(()) } else { Err(format!("{a}\nbecomes\n{b}")) }
    });
}

#[test]
fn any_selection_is_right() {
    all_hold(|path, _| {
        let before = read(path);
        (0..4).try_for_each(|seed| {
            let options = Options { extractor: "random".to_owned(), seed, ..everything() };
            let after = optimized(&before, options)?;
            keeps_meaning(&before, &after, false).map_err(|why| format!("seed {seed}: {why}"))
        })
    });
}

#[test]
fn the_passes_keep_each_attack_harmless() {
    all_hold(|path, _| {
        let before = read(path);
        let after = optimized(&before, Options::level(Level::O2))?;
        keeps_meaning(&before, &after, true)
    });
}
