//! Text to program to text: over all programs and cases, what is printed reads back as an equal program, and printing
//! that gives the same text.

use std::fs;
use std::path::{Path, PathBuf};

use selfsame::base::span::Source;
use selfsame::ir::normal::same_up_to_copies;
use selfsame::ir::print::print;
use selfsame::ir::program::Program;
use selfsame::ir::same::same;
use selfsame::lower::lower;

/// Folders with programs that must all read.
const FOLDERS: &[&str] = &["tests/programs", "tests/redteam", "tests/cases"];

fn texts() -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    let mut todo: Vec<PathBuf> = FOLDERS.iter().map(PathBuf::from).collect();
    while let Some(folder) = todo.pop() {
        let Ok(entries) = fs::read_dir(&folder) else { continue };
        for entry in entries.map(|entry| entry.unwrap().path()) {
            if entry.is_dir() {
                todo.push(entry);
            } else if entry.extension().is_some_and(|it| it == "py") {
                found.push((entry.clone(), fs::read_to_string(entry).unwrap()));
            }
        }
    }
    found.sort();
    found
}

fn read(name: &Path, text: &str) -> Result<Vec<Program>, String> {
    let source = Source::new(name.display().to_string(), text);
    match lower(&source) {
        Ok(lowered) => Ok(lowered.programs),
        Err(diagnostics) => Err(selfsame::base::render::render(&diagnostics, &source)),
    }
}

#[test]
fn printed_programs_read_back_as_equal_programs() {
    let mut wrong = Vec::new();
    let mut programs = 0;
    for (path, text) in texts() {
        // What does not read is another test's matter.
        let Ok(read_programs) = read(&path, &text) else { continue };
        for program in read_programs {
            programs += 1;
            if let Err(why) = check(&path, &program) {
                wrong.push(format!("{}: {why}", path.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {programs} programs:\n\n{}", wrong.len(), wrong.join("\n\n"));
    assert!(programs > 40, "only {programs} programs were read");
}

fn check(path: &Path, program: &Program) -> Result<(), String> {
    let text = print(program);
    let again = read(path, &text).map_err(|why| format!("does not read back: {why}\n{text}"))?;
    let [again] = &again[..] else { return Err(format!("{} programs came back", again.len())) };
    same(program, again).map_err(|why| format!("{why}\n{text}"))?;
    same_up_to_copies(program, again).map_err(|why| format!("up to copies: {why}"))?;
    let second = print(again);
    if second != text {
        let line = text.lines().zip(second.lines()).find(|(a, b)| a != b);
        return Err(format!("is no fixed point: {line:?}\n{text}"));
    }
    Ok(())
}
