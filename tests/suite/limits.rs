//! Limits of saturation: whichever is hit, a valid program of the same meaning comes out, and the report says why it stopped.

use std::time::Duration;

use selfsame::driver::optimizer::Optimizer;
use selfsame::driver::options::{Level, Options};
use selfsame::egraph::schedule::{Ended, Limits, Phase, Schedule};
use selfsame::interp::equivalent::{Options as Judging, equivalent};
use selfsame::ir::print::print;
use selfsame::verify::verify;

fn options(schedule: Schedule) -> Options {
    Options { schedule, passes: Some(Vec::new()), ..Options::level(Level::O2) }
}

/// Optimizes programs under a schedule; gives every reason for stopping that was seen.
fn stopped(folders: &[&str], schedule: &Schedule) -> Vec<Ended> {
    let mut seen = Vec::new();
    for path in crate::round_trip::files(folders) {
        for program in crate::round_trip::programs(&path) {
            let Ok(done) = Optimizer::with(options(schedule.clone())).optimize(&program) else { continue };
            if verify(&program).is_ok() {
                assert!(verify(&done.program).is_ok(), "{}: {}", path.display(), print(&done.program));
            }
            let report = equivalent(&program, &done.program, &Judging::default());
            assert!(report.difference.is_none(), "{}: {:?}", path.display(), report.difference);
            assert_eq!(done.report.hit_limit(), !done.report.limits_hit().is_empty());
            seen.extend(done.report.limits_hit().into_iter().map(|(_, ended)| ended));
        }
    }
    seen
}

#[test]
fn every_limit_leaves_a_valid_program_and_is_named() {
    let none = Limits::default();
    let cases = [
        (Limits { nodes: 1, ..none }, Ended::Nodes),
        (Limits { nodes: 40, ..none }, Ended::Nodes),
        (Limits { rounds: 0, ..none }, Ended::Rounds),
        (Limits { rounds: 1, ..none }, Ended::Rounds),
        (Limits { matches: 1, ..none }, Ended::Matches),
        (Limits { memory: 10_000, ..none }, Ended::Memory),
        (Limits { time: Some(Duration::ZERO), ..none }, Ended::Time),
    ];
    for (limits, expected) in cases {
        let seen = stopped(&["redteam"], &limits.into());
        assert!(seen.contains(&expected), "{limits:?}: {seen:?}");
        assert!(seen.iter().all(|ended| *ended == expected), "{limits:?}: {seen:?}");
    }
}

#[test]
fn without_limits_everything_is_learned() {
    assert_eq!(stopped(&["redteam", "programs"], &Schedule::default()), []);
}

#[test]
fn phases_apply_their_sets_in_their_order_and_so_often() {
    let path = crate::round_trip::files(&["golden/rules"]);
    let path = path.iter().find(|path| path.ends_with("sums.py")).unwrap();
    let program = &crate::round_trip::programs(path)[0];
    let text = |phases: &str| {
        let phases = Schedule::parse_phases(phases).unwrap();
        let schedule = Schedule { phases, ..Schedule::default() };
        let done = Optimizer::with(options(schedule)).optimize(program).unwrap();
        (print(&done.program), done.report.limits_hit().first().map(|(_, ended)| *ended))
    };
    let (all, _) = text("all");
    assert!(all.contains("i * 4"), "{all}");
    let (without, _) = text("storage, tensor");
    assert!(!without.contains("i * 4"), "{without}");
    assert_eq!(text("storage; index").0, all);
    assert_eq!(text("all*1").1, Some(Ended::Scheduled));
    assert_eq!(Schedule::default().phases, [Phase::ALL]);
}
