//! Texts of programs that stand in the tests: by folder, with their names.

use std::fs;
use std::path::{Path, PathBuf};

/// Every program text under these folders of `tests`: `.py` files whole, fenced blocks of `.md` files.
pub(crate) fn texts(folders: &[&str]) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for folder in folders {
        for path in files(&Path::new("tests").join(folder)) {
            let name = path.display().to_string();
            let text = fs::read_to_string(&path).unwrap();
            match path.extension().and_then(|it| it.to_str()) {
                Some("py") => found.push((name, text)),
                Some("md") => found.extend(fenced(&text).map(|text| (name, text))),
                _ => {}
            }
        }
    }
    found
}

fn fenced(text: &str) -> Option<String> {
    let (_, rest) = text.split_once("```python\n")?;
    rest.split_once("```").map(|(program, _)| program.to_owned())
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let Ok(entries) = fs::read_dir(folder) else { return found };
    for entry in entries {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files(&path));
        } else {
            found.push(path);
        }
    }
    found.sort();
    found
}
