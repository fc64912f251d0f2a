//! Splicing in of Inline functions: a file has the program as written and the program that is wanted, and the first must
//! become the second up to copies. One whose first lines name an error must give that error.

use std::fs;
use std::path::PathBuf;

use selfsame::base::diagnostic::Diagnostics;
use selfsame::base::render::render;
use selfsame::base::span::Source;
use selfsame::driver::optimizer::Optimizer;
use selfsame::driver::options::{Level, Options};
use selfsame::ir::normal::same_up_to_copies;
use selfsame::ir::print::print;
use selfsame::ir::program::Program;
use selfsame::lower::lower;

fn files() -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> =
        fs::read_dir("tests/golden/splice").unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert!(files.len() > 20, "only {} files", files.len());
    files
}

fn splice(program: &Program) -> Result<Program, Diagnostics> {
    Optimizer::with(Options::level(Level::O0)).saturate(program).map(|(spliced, _)| spliced)
}

fn check(source: &Source, text: &str) -> Result<(), String> {
    let told = |why: Diagnostics| render(&why, source);
    let wanted = text.lines().find_map(|line| line.strip_prefix("# error: "));
    let spliced = lower(source).and_then(|lowered| Ok((splice(&lowered.programs[0])?, lowered.programs)));
    match (spliced, wanted) {
        (Ok((spliced, programs)), None) => same_up_to_copies(&spliced, &programs[1])
            .map_err(|why| format!("{why}\ncame out:\n{}", print(&spliced))),
        (Ok((spliced, _)), Some(code)) => Err(format!("no error `{code}`:\n{}", print(&spliced))),
        (Err(why), None) => Err(told(why)),
        (Err(why), Some(code)) => {
            let told = told(why);
            told.contains(&format!("error[{code}]")).then_some(()).ok_or(told)
        }
    }
}

#[test]
fn each_program_becomes_the_one_that_is_wanted() {
    let mut wrong = Vec::new();
    for path in files() {
        let text = fs::read_to_string(&path).unwrap();
        let source = Source::new(path.display().to_string(), text.clone());
        if let Err(why) = check(&source, &text) {
            wrong.push(format!("{}: {why}", path.display()));
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n\n{}", wrong.len(), wrong.join("\n\n"));
}
