//! Tries a law on the programs of the tests and on generated ones.

use std::fmt::Write;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;

use proptest::prelude::any;
use proptest::test_runner::{Config, RngAlgorithm, TestCaseError, TestError, TestRng, TestRunner};
use rayon::prelude::*;
use selfsame::base::diagnostic::Diagnostics;
use selfsame::base::span::Source;
use selfsame::interp::equivalent::{Options, Report, equivalent};
use selfsame::interp::fault::Limits;
use selfsame::ir::program::Program;
use selfsame::lower;

use crate::corpus;
use crate::generate;

/// Length of the longest list of choices.
const CHOICES: usize = 500;
/// Lists of choices tried at one time.
const WORKERS: u32 = 2;

/// A program to try a law on.
pub(super) struct Case<'a> {
    /// Decides what a law leaves open: options, seeds.
    pub(super) salt: u64,
    /// The program.
    pub(super) program: &'a Program,
}

impl Case<'_> {
    /// One of several, by the case's salt and a number for the decision.
    pub(super) fn pick<'t, T>(&self, decision: u64, of: &'t [T]) -> &'t T {
        let mixed =
            (self.salt ^ decision.wrapping_mul(0x9e37_79b9_7f4a_7c15)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        &of[(mixed >> 33) as usize % of.len()]
    }
}

/// Says why a law does not hold.
pub(super) type Verdict = Result<(), String>;

/// How the reason starts if the optimizer said what is wrong with the program; some programs of the tests are wrong.
pub(super) const REFUSED: &str = "refused: ";

/// The programs of a text.
pub(super) fn read(name: &str, text: &str) -> Result<Vec<Program>, Diagnostics> {
    lower::lower(&Source::new(name, text)).map(|lowered| lowered.programs)
}

/// How many generated programs each law is tried on.
fn cases(default: u32) -> u32 {
    std::env::var("SELFSAME_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(default)
}

/// Tries a law on all programs of the tests, each under so many salts, then on so many generated ones.
pub(super) fn holds(law: &str, salts: u64, default: u32, check: impl Fn(&Case<'_>) -> Verdict + Sync) {
    let mut failures = on_corpus(salts, &check);
    failures.extend(on_generated(law, cases(default), &check));
    assert!(failures.is_empty(), "{law}:\n{}", failures.join("\n"));
}

fn on_corpus(salts: u64, check: &(impl Fn(&Case<'_>) -> Verdict + Sync)) -> Vec<String> {
    let texts = corpus::texts(&["redteam", "programs", "cases"]);
    let try_salt = |name: &str, text: &str, salt: u64| {
        // Some cases are there for what is wrong with them.
        let programs = read(name, &corpus::varied(text, salt)).ok()?;
        let failed = programs.iter().find_map(|program| guarded(check, &Case { salt, program }).err())?;
        (!failed.starts_with(REFUSED)).then(|| format!("{name}, salt {salt}: {failed}"))
    };
    let one = |(name, text): &(String, String)| (0..salts).find_map(|salt| try_salt(name, text, salt));
    texts.par_iter().filter_map(one).collect()
}

/// A panic is a failure like any other.
fn guarded(check: &impl Fn(&Case<'_>) -> Verdict, case: &Case<'_>) -> Verdict {
    catch_unwind(AssertUnwindSafe(|| check(case))).unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<String>().cloned();
        let text = text.or_else(|| panic.downcast_ref::<&str>().map(|text| (*text).to_owned()));
        Err(format!("panicked: {}", text.unwrap_or_default()))
    })
}

fn on_generated(law: &str, cases: u32, check: &(impl Fn(&Case<'_>) -> Verdict + Sync)) -> Vec<String> {
    let worker = |worker: u32| {
        let mut seed = [0; 32];
        seed[0] = worker as u8;
        let mut runner = TestRunner::new_with_rng(
            Config {
                cases: cases.div_ceil(WORKERS),
                max_shrink_iters: 2000,
                failure_persistence: None,
                ..Config::default()
            },
            TestRng::from_seed(RngAlgorithm::ChaCha, &seed),
        );
        let lists = proptest::collection::vec(any::<u32>(), 0..CHOICES);
        let result = runner.run(&lists, |choices| {
            let text = generate::program(&choices);
            try_text(&text, check).map_err(TestCaseError::fail)
        });
        match result {
            Ok(()) => None,
            Err(TestError::Fail(why, choices)) => Some(report(law, worker, &choices, why.message())),
            Err(TestError::Abort(why)) => Some(format!("gave up: {}", why.message())),
        }
    };
    (0..WORKERS).into_par_iter().filter_map(worker).collect()
}

fn try_text(text: &str, check: &(impl Fn(&Case<'_>) -> Verdict + Sync)) -> Verdict {
    let programs = match read("generated.py", text) {
        Ok(programs) => programs,
        // That every generated program can be read is a test of its own.
        Err(_) => return Ok(()),
    };
    let salt = text.bytes().fold(7u64, |salt, byte| salt.wrapping_mul(31).wrapping_add(byte.into()));
    programs.iter().try_for_each(|program| guarded(check, &Case { salt, program }))
}

/// Writes the shrunken program where it can be run again.
fn report(law: &str, worker: u32, choices: &[u32], why: &str) -> String {
    let folder = PathBuf::from("target/laws");
    let path = folder.join(format!("{law}-{worker}.py"));
    let mut text = String::new();
    writeln!(text, "# The law {law} fails. Run `selfsame check {}`.", path.display()).unwrap();
    for line in why.lines() {
        writeln!(text, "# {line}").unwrap();
    }
    text.push_str(&generate::program(choices));
    fs::create_dir_all(&folder).unwrap();
    fs::write(&path, text).unwrap();
    format!("{}: {why}", path.display())
}

/// What limits the runs of a law.
pub(super) fn limits() -> Limits {
    Limits { steps: 200_000, elements: 1 << 22, ..Limits::default() }
}

/// Compares two programs.
pub(super) fn same_meaning(before: &Program, after: &Program, reordered: bool) -> Verdict {
    let options = Options { seeds: 2, limits: limits(), reordered, ..Options::default() };
    let report: Report = equivalent(before, after, &options);
    match report.difference {
        Some(difference) => Err(difference.to_string()),
        None => Ok(()),
    }
}
