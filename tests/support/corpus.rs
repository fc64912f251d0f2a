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

/// The text with other numbers where they decide nothing about shapes: constants of arithmetic, thresholds of conditions.
/// Salt 0 leaves it as it is.
pub(crate) fn varied(text: &str, salt: u64) -> String {
    if salt == 0 {
        return text.to_owned();
    }
    let mut varied = String::new();
    let mut rest = text;
    let mut count = salt;
    while let Some(at) = rest.find(|it: char| it.is_ascii_digit()) {
        let (before, number) = rest.split_at(at);
        varied.push_str(before);
        let end = number.find(|it: char| !it.is_ascii_digit() && it != '.').unwrap_or(number.len());
        let (number, after) = number.split_at(end);
        let is_float = number.contains('.') && before.ends_with(' ');
        let is_threshold = [" < ", " > ", " == "].iter().any(|op| before.ends_with(op));
        count = count.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(17);
        if is_float {
            varied.push_str(["0.5", "2.0", "3.25", "1.0"][count as usize % 4]);
        } else if is_threshold && before.contains("if ") {
            varied.push_str(["0", "1", "2", "3"][count as usize % 4]);
        } else {
            varied.push_str(number);
        }
        rest = after;
    }
    varied + rest
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
