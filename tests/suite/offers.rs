//! Inlining by choice: functions that need not be inlined are offered their bodies, and the cost model decides, call by call.

use std::collections::BTreeSet;
use std::path::Path;

use selfsame::driver::optimizer::Optimizer;
use selfsame::driver::options::{Level, Options};
use selfsame::egraph::offer::Offers;
use selfsame::interp::equivalent::{Options as Judging, equivalent};
use selfsame::ir::print::print;
use selfsame::ir::program::Program;

fn offering(names: Option<&[&str]>, budget: usize) -> Options {
    let names = names.map(|names| names.iter().map(|name| (*name).into()).collect::<BTreeSet<_>>());
    let offers = Offers { names, budget };
    Options { offers, passes: Some(Vec::new()), ..Options::level(Level::O2) }
}

fn optimized(program: &Program, options: Options) -> Program {
    Optimizer::with(options).optimize(program).unwrap().program
}

fn read(name: &str) -> Program {
    crate::round_trip::programs(&Path::new("tests/golden/offers").join(name)).remove(0)
}

fn calls(program: &Program, callee: &str) -> usize {
    print(program).matches(&format!("self.{callee}(")).count()
}

#[test]
fn one_call_is_inlined_and_another_stays() {
    let program = read("one-in-one-out.py");
    let chosen = optimized(&program, offering(None, 100));
    assert_eq!(calls(&program, "top"), 2);
    assert_eq!(calls(&chosen, "top"), 1, "{}", print(&chosen));
    assert!(print(&chosen).contains("self.top(o, c)"), "{}", print(&chosen));
}

#[test]
fn nothing_is_inlined_unasked_or_beyond_the_budget() {
    let program = read("one-in-one-out.py");
    for options in [offering(Some(&[]), 100), offering(Some(&["main"]), 100), offering(None, 2)] {
        assert_eq!(calls(&optimized(&program, options), "top"), 2);
    }
    assert_eq!(calls(&optimized(&program, offering(Some(&["top"]), 100)), "top"), 1);
}

#[test]
fn chosen_bodies_mean_the_same_under_any_selection() {
    let mut wrong = Vec::new();
    for path in crate::round_trip::files(&["golden/offers", "programs", "redteam"]) {
        for program in crate::round_trip::programs(&path) {
            for (extractor, seed) in [("dag-knuth", 0), ("random", 1), ("random", 2)] {
                let options = Options { extractor: extractor.to_owned(), seed, ..offering(None, 200) };
                let Ok(done) = Optimizer::with(options).optimize(&program) else { continue };
                let report = equivalent(&program, &done.program, &Judging::default());
                if let Some(how) = report.difference {
                    let text = print(&done.program);
                    wrong.push(format!("{}, {extractor} {seed}: {how}\n{text}", path.display()));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n\n"));
}
