//! The laws: optimization changes no meaning, whatever the rules, the extractor, the passes; and it comes to rest.

use selfsame::driver::optimizer::{Optimizer, SATURATE};
use selfsame::driver::options::{Level, Options};
use selfsame::driver::stable;
use selfsame::egraph::relation::relate;
use selfsame::extract::EXTRACTORS;
use selfsame::ir::program::Program;
use selfsame::passes::run::{Context, check_list, run};
use selfsame::passes::table::{PASSES, Pass};

use crate::corpus;
use crate::laws::runner::{Law, Verdict, hold_on_corpus, hold_on_generated, read, with_arguments};
use crate::laws::subject::{Subject, refusal};
use crate::laws::text::{optimized_reads_back, written_reads_back};

const LAWS: &[Law] = &[
    ("default_pipeline", default_pipeline),
    ("each_single_pass", each_single_pass),
    ("every_extractor", every_extractor),
    ("any_selection", any_selection),
    ("every_list_of_passes", every_list_of_passes),
    ("twice_is_once", twice_is_once),
    ("order_threads_and_history_do_not_show", order_threads_and_history_do_not_show),
    ("written_reads_back", written_reads_back),
    ("optimized_reads_back", optimized_reads_back),
];

#[test]
fn laws_hold_on_generated_programs() {
    hold_on_generated(LAWS, 2000);
}

#[test]
fn laws_hold_on_programs_of_the_tests() {
    hold_on_corpus(LAWS, 3);
}

/// Each attack, and each program that showed a mistake, under many random selections, with all rules.
#[test]
fn random_selections_of_the_attacks() {
    let mut wrong = Vec::new();
    let mut tried = 0;
    for (name, text) in corpus::texts(&["redteam", "bugs"]) {
        for program in &read(&name, &text).unwrap() {
            let subject = Subject::new(0, program);
            match selections(&subject, Level::O2, &random(0..64)) {
                Ok(()) => tried += usize::from(subject.runs()),
                Err(why) => wrong.push(format!("{name}: {why}")),
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(tried >= 40, "only {tried} attacks run");
}

const LEVELS: &[Level] = &[Level::O0, Level::O1, Level::O2];
/// Levels to pick from: all rules at once have the most to go wrong.
const PICKED: &[Level] = &[Level::O0, Level::O1, Level::O2, Level::O2, Level::O2];

/// How to see the failure again.
fn by(arguments: &str, why: &str) -> String {
    with_arguments(arguments, why)
}

fn level_flag(level: Level) -> usize {
    LEVELS.iter().position(|it| *it == level).unwrap_or(1)
}

fn default_pipeline(subject: &Subject<'_>) -> Verdict {
    subject.same_meaning(&subject.default()?.optimized.program, true)
}

/// Each step, against the program as written: where that fails first, the step itself is to blame.
fn each_single_pass(subject: &Subject<'_>) -> Verdict {
    for (step, after) in &subject.default()?.steps {
        let why = subject.same_meaning(after, step != SATURATE);
        why.map_err(|why| by(&format!("--stop-after {step}"), &why))?;
    }
    Ok(())
}

/// All extractors but the random one, at some level, and one of them with a second look.
fn every_extractor(subject: &Subject<'_>) -> Verdict {
    let level = *subject.pick(1, PICKED);
    let all = EXTRACTORS.iter().map(|it| it.name()).filter(|name| *name != "random");
    selections(subject, level, &all.map(|name| (name, 0)).collect::<Vec<_>>())?;
    let extractor = subject.pick(2, EXTRACTORS).name();
    let seed = subject.draw(3, 1 << 16);
    let options = Options { extractor: extractor.to_owned(), seed, ..Options::level(level) };
    let optimized = Optimizer::with(options).optimize(subject.program).map_err(|errors| refusal(&errors))?;
    let why = subject.same_meaning(&optimized.program, true);
    let flag = level_flag(level);
    why.map_err(|why| by(&format!("-O{flag} --extractor {extractor} --seed {seed}"), &why))
}

/// Random selections, at some level.
fn any_selection(subject: &Subject<'_>) -> Verdict {
    let first = subject.draw(4, 1 << 16);
    selections(subject, *subject.pick(5, PICKED), &random(first..first + 4))
}

fn random(seeds: std::ops::Range<u64>) -> Vec<(&'static str, u64)> {
    seeds.map(|seed| ("random", seed)).collect()
}

fn selections(subject: &Subject<'_>, level: Level, picks: &[(&str, u64)]) -> Verdict {
    let optimizer = Optimizer::with(Options::level(level));
    let selected = optimizer.selections(subject.program, picks).map_err(|errors| refusal(&errors))?;
    for ((extractor, seed), after) in picks.iter().zip(&selected) {
        let flag = level_flag(level);
        let how = format!("-O{flag} --extractor {extractor} --seed {seed} --passes= --looks 0");
        subject.same_meaning(after, false).map_err(|why| by(&how, &why))?;
    }
    Ok(())
}

/// A list of passes, each of which gets what it needs.
fn every_list_of_passes(subject: &Subject<'_>) -> Verdict {
    let saturated = &subject.default()?.steps[0].1;
    let passes = some_passes(subject, saturated);
    let mut after: Program = saturated.clone();
    let done = run(&mut after, &passes, &Context::new(&relate), &mut |_, _| true);
    done.map_err(|errors| refusal(&errors))?;
    let names: Vec<&str> = passes.iter().map(|pass| pass.name).collect();
    let why = subject.same_meaning(&after, true);
    why.map_err(|why| by(&format!("--passes {}", names.join(",")), &why))
}

/// Passes in any order, one of them maybe twice, as far as each gets what it needs.
fn some_passes(subject: &Subject<'_>, program: &Program) -> Vec<&'static Pass> {
    let mut list: Vec<&'static Pass> = Vec::new();
    for at in 0..PASSES.len() as u64 + 3 {
        // Mostly in the usual order, since few passes can run out of it.
        let usual = &PASSES[(at as usize).min(PASSES.len() - 1)];
        let pass = if subject.draw(10 + at, 3) == 0 { subject.pick(30 + at, PASSES) } else { usual };
        list.push(pass);
        if subject.draw(50 + at, 4) == 0 || check_list(program, &list).is_err() {
            list.pop();
        }
    }
    list
}

fn twice_is_once(subject: &Subject<'_>) -> Verdict {
    let once = &subject.default()?.optimized;
    if once.report.hit_limit() {
        return Ok(());
    }
    let change = stable::again(&Options::default(), &once.program).map_err(|errors| refusal(&errors))?;
    change.map_or(Ok(()), |change| Err(by("--stable", &change.to_string())))
}

/// The same text from functions in another order, on four threads, after all that was done since the first time.
fn order_threads_and_history_do_not_show(subject: &Subject<'_>) -> Verdict {
    let once = &subject.default()?.optimized;
    let order = |at: usize| subject.draw(100 + at as u64, 1 << 20) as usize;
    let change = stable::elsewhere(&Options::default(), subject.program, &order, &once.program);
    let change = change.map_err(|errors| refusal(&errors))?;
    change.map_or(Ok(()), |change| Err(by("--stable", &change.to_string())))
}
