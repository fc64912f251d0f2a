//! Checks on the source itself: layers, sizes, first lines.

use std::fs;
use std::path::{Path, PathBuf};

/// Lower first. A module may use those in rows before its own, none in its own row or after.
const LAYERS: &[&[&str]] = &[
    &["base"],
    &["syntax", "ir"],
    &["lower", "verify", "interp"],
    &["proof"],
    &["egraph"],
    &["extract", "passes", "codegen"],
    &["driver"],
    &["cli"],
];

/// Only these may name the engine.
const ENGINE: &[&str] = &["egraph", "extract"];

/// Longest file, tables excepted.
const LINES: usize = 600;

/// Tables: rows, not code.
const TABLES: &[&str] = &["src/ir/op/rows", "src/base/codes"];

#[test]
fn modules_only_look_down() {
    let mut wrong = Vec::new();
    for path in sources(Path::new("src")) {
        let module = module_of(&path);
        let Some(here) = layer(&module) else { continue };
        for (n, line) in fs::read_to_string(&path).unwrap().lines().enumerate() {
            let at = format!("{}:{}", path.display(), n + 1);
            if line.contains("egg::") && !line.trim_start().starts_with("//") && !ENGINE.contains(&&*module) {
                wrong.push(format!("{at}: `{module}` may not name the engine"));
            }
            for rest in line.split("crate::").skip(1) {
                let name = rest.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap();
                if name.is_empty() {
                    wrong.push(format!("{at}: name one module after `crate::`"));
                }
                if name != module && layer(name).is_some_and(|there| here <= there) {
                    wrong.push(format!("{at}: `{module}` may not use `{name}`"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn files_are_short() {
    let mut wrong = Vec::new();
    for path in sources(Path::new("src")).into_iter().chain(sources(Path::new("tests"))) {
        let lines = fs::read_to_string(&path).unwrap().lines().count();
        let table =
            TABLES.iter().any(|table| path.starts_with(table) || path.starts_with(format!("{table}.rs")));
        if lines > LINES && !table {
            wrong.push(format!("{}: {lines} lines", path.display()));
        }
    }
    assert!(wrong.is_empty(), "over {LINES} lines:\n{}", wrong.join("\n"));
}

#[test]
fn files_say_what_they_are() {
    for folder in ["src", "tests", "benches"] {
        for path in sources(Path::new(folder)) {
            let text = fs::read_to_string(&path).unwrap();
            assert!(text.starts_with("//! "), "{}: begin with a line of docs", path.display());
        }
    }
}

#[test]
fn every_module_has_a_layer() {
    for entry in fs::read_dir("src").unwrap() {
        let module = module_of(&entry.unwrap().path());
        assert!(["lib", "main"].contains(&&*module) || layer(&module).is_some(), "`{module}` has no layer");
    }
}

fn layer(module: &str) -> Option<usize> {
    LAYERS.iter().position(|row| row.contains(&module))
}

/// `src/ir/walk.rs` and `src/ir.rs` both belong to `ir`.
fn module_of(path: &Path) -> String {
    path.iter().nth(1).unwrap().to_string_lossy().trim_end_matches(".rs").to_owned()
}

fn sources(dir: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let Ok(entries) = fs::read_dir(dir) else { return found };
    for entry in entries {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|ext| ext == "rs") {
            found.push(path);
        }
    }
    found.sort();
    found
}
