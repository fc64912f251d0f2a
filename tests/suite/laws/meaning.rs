//! Optimization changes no meaning: whatever the rules, the extractor, the passes.

use selfsame::driver::optimizer::{Optimizer, SATURATE};
use selfsame::driver::options::{Level, Options};
use selfsame::ir::program::Program;
use selfsame::passes::run::check_list;
use selfsame::passes::table::{PASSES, Pass};

use crate::laws::runner::{Case, REFUSED, Verdict, holds, same_meaning};

const LEVELS: &[Level] = &[Level::O0, Level::O1, Level::O2];

fn optimized(options: Options, program: &Program) -> Result<Program, String> {
    let optimized = Optimizer::with(options).optimize(program);
    optimized.map(|it| it.program).map_err(|errors| refusal(&errors))
}

/// Why the optimizer refused; programs that it may refuse are told apart by the caller.
fn refusal(errors: &selfsame::base::diagnostic::Diagnostics) -> String {
    let listed: Vec<String> = errors.iter().map(|it| format!("{}: {}", it.code.0, it.message)).collect();
    format!("{REFUSED}{}", listed.join("; "))
}

/// A list of passes, each of which gets what it needs.
fn some_passes(case: &Case<'_>, program: &Program) -> Vec<String> {
    let mut list: Vec<&'static Pass> = Vec::new();
    for (at, pass) in PASSES.iter().enumerate() {
        list.push(pass);
        let wanted = *case.pick(at as u64, &[true, true, false]);
        if !wanted || check_list(program, &list).is_err() {
            list.pop();
        }
    }
    list.iter().map(|pass| pass.name.to_owned()).collect()
}

#[test]
fn default_pipeline() {
    holds("default_pipeline", 2, 150, |case| {
        let after = optimized(Options::default(), case.program)?;
        same_meaning(case.program, &after, true)
    });
}

#[test]
fn every_extractor_and_level() {
    holds("every_extractor_and_level", 3, 150, |case| {
        let mut options = Options::level(*case.pick(1, LEVELS));
        options.extractor = (*case.pick(2, EXTRACTORS)).to_owned();
        options.passes = Some(Vec::new());
        let after = optimized(options, case.program)?;
        same_meaning(case.program, &after, false)
    });
}

const EXTRACTORS: &[&str] = &["tree", "dag-knuth"];

#[test]
fn every_list_of_passes() {
    holds("every_list_of_passes", 3, 100, |case| {
        let none = Options { passes: Some(Vec::new()), ..Options::default() };
        let saturated = optimized(none, case.program)?;
        let passes = some_passes(case, &saturated);
        let after = optimized(Options { passes: Some(passes.clone()), ..Options::default() }, case.program)?;
        same_meaning(case.program, &after, true).map_err(|why| format!("passes {}: {why}", passes.join(",")))
    });
}

#[test]
fn each_single_pass() {
    holds("each_single_pass", 1, 100, |case| {
        let mut steps: Vec<(String, Program)> = vec![("as given".into(), case.program.clone())];
        let optimizer = Optimizer::with(Options::default());
        let done = optimizer.optimize_observed(case.program, &mut |step, program| {
            steps.push((step.to_owned(), program.clone()));
        });
        done.map_err(|errors| refusal(&errors))?;
        steps.windows(2).try_for_each(|pair| single_step(&pair[0].1, &pair[1].0, &pair[1].1))
    });
}

fn single_step(before: &Program, step: &str, after: &Program) -> Verdict {
    same_meaning(before, after, step != SATURATE).map_err(|why| format!("step {step}: {why}"))
}
