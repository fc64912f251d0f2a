//! Programs with faults: each file asks for what is said about each of its lines, in a comment at the end of the line.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use selfsame::base::diagnostic::{Diagnostics, Severity};
use selfsame::base::span::Source;
use selfsame::lower::lower;
use selfsame::verify::property::lints;
use selfsame::verify::verify;

/// A line, how bad it is, and the code.
type Said = (usize, String);

#[test]
fn faults_are_found_on_their_lines() {
    let mut wrong = Vec::new();
    let files = files(Path::new("tests/golden/verify"));
    assert!(files.len() > 5, "the folder holds the tests");
    for path in files {
        let source = Source::new(path.display().to_string(), fs::read_to_string(&path).unwrap());
        let (wanted, found) = (asked(source.text()), said(&source));
        for (line, what) in wanted.difference(&found) {
            wrong.push(format!("{}:{line}: nothing says {what}", path.display()));
        }
        for (line, what) in found.difference(&wanted) {
            wrong.push(format!("{}:{line}: nobody asked for {what}", path.display()));
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

/// `# error: [code]` and `# warning: [code]` at the ends of lines.
fn asked(text: &str) -> BTreeSet<Said> {
    let mut wanted = BTreeSet::new();
    for (index, line) in text.lines().enumerate() {
        for word in ["error", "warning"] {
            for rest in line.split(&format!("# {word}: [")).skip(1) {
                let code = rest.split(']').next().unwrap();
                wanted.insert((index + 1, format!("{word}: [{code}]")));
            }
        }
    }
    wanted
}

/// Everything that reading and checking say, notes left out.
fn said(source: &Source) -> BTreeSet<Said> {
    let mut found = Diagnostics::new();
    match lower(source) {
        Err(wrong) => found.extend(wrong),
        Ok(lowered) => {
            found.extend(lowered.notes);
            for program in &lowered.programs {
                match verify(program) {
                    Err(wrong) => found.extend(wrong),
                    Ok(facts) => {
                        found.extend(facts.warnings);
                        found.extend(lints::warnings(program));
                    }
                }
            }
        }
    }
    let shown = found.iter().filter(|it| it.severity != Severity::Note);
    let each = shown.map(|it| {
        let word = if it.severity == Severity::Error { "error" } else { "warning" };
        (source.position(it.at.start).line, format!("{word}: [{}]", it.code.0))
    });
    each.collect()
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    found.retain(|path| path.extension().is_some_and(|it| it == "py"));
    found.sort();
    found
}
