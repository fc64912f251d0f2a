//! Into the e-graph and out again: with no rules the program is the same up to copies, and with rules the choice of an
//! extractor never decides whether it is right.

use std::path::{Path, PathBuf};

use selfsame::base::span::Source;
use selfsame::driver::optimizer::Optimizer;
use selfsame::driver::options::{Level, Options};
use selfsame::egraph::rules::Rules;
use selfsame::ir::print::print;
use selfsame::ir::program::Program;
use selfsame::lower::lower;

/// The files of some folders of `tests`, in order.
pub(crate) fn files(folders: &[&str]) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for folder in folders {
        let entries = std::fs::read_dir(Path::new("tests").join(folder)).unwrap();
        found.extend(
            entries
                .map(|entry| entry.unwrap().path())
                .filter(|path| path.extension().is_some_and(|it| it == "py")),
        );
    }
    found.sort();
    assert!(!found.is_empty(), "no programs in {folders:?}");
    found
}

/// The programs of a file; none if it is one of those that do not read.
pub(crate) fn programs(path: &Path) -> Vec<Program> {
    let text = std::fs::read_to_string(path).unwrap();
    lower(&Source::new(path.display().to_string(), text)).map(|lowered| lowered.programs).unwrap_or_default()
}

#[test]
fn with_no_rules_nothing_changes() {
    let options = Options { rules: Rules::none(), ..Options::level(Level::O0) };
    let mut wrong = Vec::new();
    for path in files(&["programs", "cases", "redteam"]) {
        for program in programs(&path) {
            // A cycle of Inline functions has no e-graph.
            let Ok((after, _)) = Optimizer::with(options.clone()).saturate(&program) else { continue };
            if let Err(difference) = selfsame::ir::normal::same_up_to_copies(&program, &after) {
                wrong.push(format!("{}: {difference}\n{}", path.display(), print(&after)));
            }
        }
    }
    assert!(wrong.is_empty(), "{} programs differ:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn shuffled_functions_and_threads_change_no_byte() {
    for path in files(&["programs"]) {
        for program in programs(&path) {
            let text = |program: &Program, threads| {
                let options = Options { threads, ..Options::default() };
                print(&Optimizer::with(options).optimize(program).unwrap().program)
            };
            let expected = text(&program, 1);
            let mut reversed = program.clone();
            reversed.functions.reverse();
            assert_eq!(text(&reversed, 2), expected, "{}", path.display());
        }
    }
}

/// Every file of the corpus, at a level, up to a step; the differences found.
fn differences(level: Level, passes: Option<Vec<String>>) -> Vec<String> {
    let mut wrong = Vec::new();
    for path in files(&["programs", "cases", "redteam"]) {
        for program in programs(&path) {
            let options = Options { passes: passes.clone(), ..Options::level(level) };
            let Ok(done) = Optimizer::with(options).optimize(&program) else { continue };
            let how = selfsame::interp::equivalent::Options { reordered: true, ..Default::default() };
            let report = selfsame::interp::equivalent::equivalent(&program, &done.program, &how);
            if let Some(difference) = &report.difference {
                let text = print(&done.program);
                wrong.push(format!("{}: {:?}\n{text}", path.display(), difference));
            }
        }
    }
    wrong
}

#[test]
fn inlining_alone_keeps_the_meaning() {
    let wrong = differences(Level::O0, Some(Vec::new()));
    assert!(wrong.is_empty(), "{} programs differ:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn the_default_rules_keep_the_meaning() {
    let wrong = differences(Level::O1, Some(Vec::new()));
    assert!(wrong.is_empty(), "{} programs differ:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn the_default_pipeline_keeps_the_meaning() {
    let wrong = differences(Level::O1, None);
    assert!(wrong.is_empty(), "{} programs differ:\n{}", wrong.len(), wrong.join("\n"));
}
