//! Emitted C++: what is expected stands beside each program, and the compiler takes all of it without a word.

use std::fs;
use std::path::{Path, PathBuf};

use selfsame::base::render::render;
use selfsame::base::span::Source;
use selfsame::codegen;

use crate::cpp;

fn programs() -> Vec<PathBuf> {
    let mut paths: Vec<PathBuf> =
        fs::read_dir("tests/golden/cpp").unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|ext| ext == "py"));
    paths.sort();
    paths
}

/// The C++ of a program's `main`, or the complaints; and whether it was C++.
fn emitted(path: &Path) -> (String, bool) {
    let text = fs::read_to_string(path).unwrap();
    let name = path.file_name().unwrap().to_string_lossy();
    let program = cpp::program(&name, &text);
    match codegen::emit(&program, "main") {
        Ok(cpp) => (cpp.code, true),
        Err(errors) => (render(&errors, &Source::new(name, text)), false),
    }
}

#[test]
fn programs_give_the_expected_text() {
    let bless = std::env::var_os("BLESS").is_some();
    let mut wrong = Vec::new();
    for path in programs() {
        let (text, is_code) = emitted(&path);
        let expected = path.with_extension(if is_code { "cpp" } else { "err" });
        if bless {
            fs::write(&expected, &text).unwrap();
        } else if fs::read_to_string(&expected).unwrap_or_default() != text {
            wrong.push(format!("{}:\n{text}", expected.display()));
        }
    }
    assert!(wrong.is_empty(), "BLESS=1 accepts these:\n{}", wrong.join("\n"));
}

#[test]
fn emitted_code_compiles_without_a_warning() {
    let folder = cpp::folder("golden_cpp");
    let files: Vec<(String, String)> = programs()
        .into_iter()
        .filter_map(|path| {
            let (text, is_code) = emitted(&path);
            is_code.then(|| (path.file_stem().unwrap().to_string_lossy().into_owned(), text))
        })
        .collect();
    fs::write(folder.join("all.cpp"), cpp::unit(&files)).unwrap();
    cpp::must_compile(&folder, &["-fsyntax-only", "all.cpp"]);
}
