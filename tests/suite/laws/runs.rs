//! Every program has a meaning: it runs to its end, and twice the same.

use rayon::prelude::*;
use selfsame::interp::equivalent::{Options, Report, equivalent};

use crate::laws::runner::{limits, read};
use crate::{corpus, generate};

fn compared(text: &str) -> Vec<Report> {
    let Ok(programs) = read("text.py", text) else { return Vec::new() };
    let options = Options { seeds: 1, limits: limits(), ..Options::default() };
    programs.iter().map(|program| equivalent(program, program, &options)).collect()
}

#[test]
fn programs_of_the_tests_run() {
    let wrong = |(name, text): &(String, String)| {
        let reports = compared(text);
        let bad = reports.iter().find(|it| it.difference.is_some() || it.runs == 0)?;
        Some(format!("{name}: {:?} {:?}", bad.difference, bad.skipped.first()))
    };
    let wrong: Vec<String> =
        corpus::texts(&["redteam", "programs", "cases"]).par_iter().filter_map(wrong).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn generated_programs_run() {
    let stopped = |seed: u64| {
        let reports = compared(&generate::program(&generate::choices(seed, 300)));
        let different = reports.iter().find_map(|it| it.difference.clone());
        assert!(different.is_none(), "seed {seed}: {different:?}");
        reports.iter().any(|it| it.runs == 0)
    };
    let stopped = (0..200u64).into_par_iter().filter(|seed| stopped(*seed)).count();
    assert!(stopped <= 6, "{stopped} of 200 programs do not run");
}
