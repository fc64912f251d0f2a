//! Reading: all programs and cases are read, print to text that reads back as an equal program, and the rest is told.

use std::fs;
use std::path::{Path, PathBuf};

use selfsame::base::render::render;
use selfsame::base::span::Source;
use selfsame::ir::print::print_all;
use selfsame::ir::same::same;
use selfsame::lower::lower;

/// Folders of programs that people would bring.
const FOLDERS: &[&str] = &["tests/cases", "tests/programs", "tests/redteam", "tests/reading"];

fn texts(folder: &str) -> Vec<PathBuf> {
    let mut paths: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|it| it == "py"));
    paths.sort();
    paths
}

fn source(path: &Path) -> Source {
    let name = path.file_name().unwrap().to_string_lossy().into_owned();
    Source::new(name, fs::read_to_string(path).unwrap())
}

#[test]
fn printed_text_reads_back_as_an_equal_program() {
    let mut wrong = Vec::new();
    for path in FOLDERS.iter().flat_map(|folder| texts(folder)) {
        let source = source(&path);
        let Ok(first) = lower(&source) else { continue };
        let text = print_all(&first.programs);
        let printed = Source::new("printed", text.clone());
        let second = match lower(&printed) {
            Ok(second) => second,
            Err(why) => {
                wrong.push(format!("{}: {}", path.display(), render(&why, &printed)));
                continue;
            }
        };
        for (a, b) in first.programs.iter().zip(&second.programs) {
            if let Err(why) = same(a, b) {
                wrong.push(format!("{}: {why}\n{text}", path.display()));
            }
        }
        let again = print_all(&second.programs);
        if again != text {
            wrong.push(format!("{}: printing is no fixed point:\n{text}\n{again}", path.display()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn each_text_is_read_or_gives_what_is_expected() {
    let mut wrong = Vec::new();
    let folders = FOLDERS.iter().chain(&["tests/golden/diagnostics"]);
    for path in folders.flat_map(|folder| texts(folder)) {
        let source = source(&path);
        let told = match lower(&source) {
            Ok(lowered) => render(&lowered.notes, &source),
            Err(wrong) => render(&wrong, &source),
        };
        let folder = path.parent().unwrap().file_name().unwrap();
        let name = path.with_extension("txt");
        let expected = Path::new("tests/golden").join(folder).join(name.file_name().unwrap());
        if let Err(why) = golden(&expected, &told) {
            wrong.push(why);
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Compares with a file, which need not exist if nothing is told; `BLESS=1` writes it.
fn golden(path: &Path, told: &str) -> Result<(), String> {
    if std::env::var_os("BLESS").is_some() {
        if told.is_empty() {
            let _ = fs::remove_file(path);
        } else {
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, told).unwrap();
        }
        return Ok(());
    }
    let expected = fs::read_to_string(path).unwrap_or_default();
    if expected == told {
        Ok(())
    } else {
        Err(format!("{}: expected\n{expected}\ngot\n{told}", path.display()))
    }
}
