//! Each file of `tests/golden/passes/PASS/` is a program; beside it stands what the passes up to that one make of it.
//!
//! A first line `# rows: B43, B46` names the rows of `docs/behaviour.md` that the program is about; `# passes: a, b` gives
//! another list of passes. `BLESS=1` writes what comes out.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use selfsame::base::diagnostic::{Diagnostics, Severity};
use selfsame::base::span::Source;
use selfsame::egraph::relation::relate;
use selfsame::interp::equivalent::{Options, equivalent};
use selfsame::ir::print::print;
use selfsame::ir::program::Program;
use selfsame::ir::same::same;
use selfsame::lower::lower;
use selfsame::passes::run::{Context, parse_list, run};
use selfsame::passes::table::PASSES;
use selfsame::verify::property::storage::trace;

const ROOT: &str = "tests/golden/passes";

#[test]
fn dead_writes() {
    folder("dead-writes");
}

#[test]
fn outline_scopes() {
    folder("outline-scopes");
}

#[test]
fn parameter_directions() {
    folder("parameter-directions");
}

#[test]
fn return_order() {
    folder("return-order");
}

#[test]
fn call_directions() {
    folder("call-directions");
}

#[test]
fn fence_compression() {
    folder("fence-compression");
}

#[test]
fn runtime_scopes() {
    folder("runtime-scopes");
}

#[test]
fn carries() {
    folder("carries");
}

fn folder(pass: &str) {
    let mut wrong = Vec::new();
    let only = std::env::var("ONLY").ok();
    for path in cases(&Path::new(ROOT).join(pass)) {
        if only.as_ref().is_some_and(|only| !path.to_string_lossy().contains(only.as_str())) {
            continue;
        }
        if let Err(why) = case(pass, &path) {
            wrong.push(format!("{}: {why}", path.display()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

/// The programs of a folder.
pub(crate) fn cases(folder: &Path) -> Vec<PathBuf> {
    let mut found: Vec<_> = fs::read_dir(folder)
        .unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|ext| ext == "py"))
        .collect();
    found.sort();
    assert!(!found.is_empty(), "{}: no programs", folder.display());
    found
}

fn case(pass: &str, path: &Path) -> Result<(), String> {
    let text = fs::read_to_string(path).unwrap();
    let passes = header(&text, "passes").unwrap_or_else(|| up_to(pass));
    let list = parse_list(passes.split(',').map(str::trim)).map_err(|it| render(&it))?;
    let mut program = read(path.to_str().unwrap(), &text)?;
    let written = program.clone();
    agree(&program)?;
    let mut context = Context::new(&relate);
    context.check = true;
    let mut came = String::new();
    match run(&mut program, &list, &context, &mut |_, _| true) {
        Ok(reports) => {
            came.push_str(&print(&program));
            for (pass, report) in reports {
                for note in report.notes.iter() {
                    writeln!(came, "# {pass}: {}", note.message).unwrap();
                }
            }
            settled(&program, &passes)?;
            means(&written, &program)?;
        }
        Err(wrong) => came.push_str(&render(&wrong)),
    }
    let expected = path.with_extension("out");
    if std::env::var_os("BLESS").is_some() {
        fs::write(&expected, &came).unwrap();
        return Ok(());
    }
    let wanted = fs::read_to_string(&expected).unwrap_or_default();
    if wanted == came { Ok(()) } else { Err(format!("other than expected:\n{}", difference(&wanted, &came))) }
}

/// What came out reads back as what it is, and the same passes change nothing of it any more.
fn settled(program: &Program, passes: &str) -> Result<(), String> {
    let text = print(program);
    let read = read("what came out", &text).map_err(|why| format!("does not read back: {why}\n{text}"))?;
    same(program, &read).map_err(|why| format!("reads back as another program: {why}\n{text}"))?;
    let mut again = program.clone();
    let list = parse_list(passes.split(',').map(str::trim)).map_err(|it| render(&it))?;
    run(&mut again, &list, &Context::new(&relate), &mut |_, _| true).map_err(|it| render(&it))?;
    same(program, &again).map_err(|why| format!("a second run changes it: {why}\n{}", print(&again)))
}

/// The passes change no meaning, as the interpreter sees it.
fn means(before: &Program, after: &Program) -> Result<(), String> {
    let options = Options { reordered: true, seeds: 1, ..Options::default() };
    match equivalent(before, after, &options).difference {
        Some(difference) => Err(format!("means something else: {difference:?}")),
        None => Ok(()),
    }
}

/// The e-graph knows at least what following the text by hand shows, and never contradicts it.
fn agree(program: &Program) -> Result<(), String> {
    let relations = relate(program);
    for (name, storage) in trace(program) {
        let found = &relations.functions[&name].returns;
        for (position, (ours, hand)) in found.iter().zip(&storage.lineage.returns).enumerate() {
            if hand.is_some() && ours != hand {
                return Err(format!(
                    "{name}: return {position} is {ours:?} to the e-graph, {hand:?} by hand"
                ));
            }
        }
    }
    Ok(())
}

/// The value of `# key: value` among the first lines of a program.
pub(crate) fn header(text: &str, key: &str) -> Option<String> {
    let lines = text.lines().take_while(|line| line.starts_with('#'));
    lines.filter_map(|line| line.strip_prefix(&format!("# {key}: "))).map(str::to_owned).next()
}

/// The passes of the default pipeline up to one; barriers only where they are asked for.
fn up_to(pass: &str) -> String {
    let at = PASSES.iter().position(|row| row.name == pass).expect("a folder is named after a pass");
    let names = PASSES[..=at].iter().filter(|row| !row.asked || row.name == pass).map(|row| row.name);
    names.filter(|name| *name != "fence-compression" || *name == pass).collect::<Vec<_>>().join(", ")
}

fn read(name: &str, text: &str) -> Result<Program, String> {
    let mut lowered = lower(&Source::new(name, text)).map_err(|wrong| render(&wrong))?;
    assert_eq!(lowered.programs.len(), 1, "{name}: one program");
    Ok(lowered.programs.remove(0))
}

fn render(diagnostics: &Diagnostics) -> String {
    let mut text = String::new();
    for it in diagnostics.iter() {
        let severity = match it.severity {
            Severity::Note => "note",
            Severity::Warning => "warning",
            Severity::Error => "error",
        };
        writeln!(text, "{severity}[{}]: {}", it.code.0, it.message).unwrap();
        for help in &it.help {
            writeln!(text, "    {help}").unwrap();
        }
    }
    text
}

/// The lines that differ, with those around them.
fn difference(wanted: &str, came: &str) -> String {
    let (old, new): (Vec<_>, Vec<_>) = (wanted.lines().collect(), came.lines().collect());
    let start = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
    let end = old[start..].iter().rev().zip(new[start..].iter().rev()).take_while(|(a, b)| a == b).count();
    let mut text = String::new();
    for line in &old[start..old.len() - end] {
        writeln!(text, "- {line}").unwrap();
    }
    for line in &new[start..new.len() - end] {
        writeln!(text, "+ {line}").unwrap();
    }
    text
}
