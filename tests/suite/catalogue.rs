//! The catalogue of behaviour: its rows are in order, whoever cites a row means one that is there, and the files that it
//! lists name the row. `BLESS=1` fills its column of tests in. The page of differences cites rows and tests as well.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use selfsame::base::span::Source;
use selfsame::ir::print::print_all;
use selfsame::lower::lower;

const PAGE: &str = "docs/behaviour.md";

/// More files of one folder than this are listed as the folder.
const FEW: usize = 2;

/// A row: its letter and number.
type Row = (char, u32);

fn row(text: &str) -> Option<Row> {
    let letter = text.chars().next().filter(|letter| ('A'..='E').contains(letter))?;
    let digits = &text[1..];
    let number = digits.chars().all(|c| c.is_ascii_digit()).then(|| digits.parse().ok())??;
    Some((letter, number))
}

/// The row and the cells of a line of a table.
fn cells(line: &str) -> Option<(Row, Vec<&str>)> {
    let inner = line.strip_prefix('|')?.strip_suffix('|')?;
    let cells: Vec<&str> = inner.split('|').map(str::trim).collect();
    (cells.len() == 4).then_some(())?;
    Some((row(cells[0])?, cells))
}

fn rows() -> Vec<Row> {
    fs::read_to_string(PAGE).unwrap().lines().filter_map(|line| cells(line).map(|(row, _)| row)).collect()
}

/// Rows that a text cites, ranges like `D20 to D28` spelled out.
fn cited(text: &str) -> BTreeSet<Row> {
    let words: Vec<&str> =
        text.split(|c: char| !c.is_ascii_alphanumeric()).filter(|it| !it.is_empty()).collect();
    let mut found: BTreeSet<Row> = words.iter().filter_map(|word| row(word)).collect();
    for three in words.windows(3) {
        if let [from, "to", to] = three
            && let (Some(from), Some(to)) = (row(from), row(to))
            && from.0 == to.0
        {
            found.extend((from.1..=to.1).map(|number| (from.0, number)));
        }
    }
    found
}

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        if entry.is_dir() {
            files(&entry, found);
        } else if entry.extension().is_some_and(|it| it == "py" || it == "rs") && !entry.ends_with(file!()) {
            found.push(entry);
        }
    }
    found.sort();
}

/// What a test says it is about: the comment at the top of a program, the comments of Rust.
fn said(path: &Path) -> String {
    let text = fs::read_to_string(path).unwrap();
    let is_rust = path.extension().is_some_and(|it| it == "rs");
    let lines = text.lines().filter(|line| match is_rust {
        true => line.trim_start().starts_with("//"),
        false => line.starts_with("# rows:"),
    });
    // In Rust the word comes first, so that no other letter with a number is taken for a row.
    let about = |line: &&str| !is_rust || line.contains("row") || line.contains("Row");
    lines.filter(about).collect::<Vec<_>>().join("\n")
}

/// Test files by the rows that they name.
fn tests() -> BTreeMap<Row, Vec<PathBuf>> {
    let mut paths = Vec::new();
    files(Path::new("tests"), &mut paths);
    let mut tests: BTreeMap<Row, Vec<PathBuf>> = BTreeMap::new();
    for path in paths {
        for row in cited(&said(&path)) {
            tests.entry(row).or_default().push(path.clone());
        }
    }
    tests
}

/// How the column lists files: without `tests/` and the ending, a folder where there are many.
fn listed(paths: &[PathBuf]) -> String {
    let short = |path: &Path| path.strip_prefix("tests").unwrap().with_extension("").display().to_string();
    let mut by_folder: BTreeMap<&Path, Vec<&PathBuf>> = BTreeMap::new();
    for path in paths {
        by_folder.entry(path.parent().unwrap()).or_default().push(path);
    }
    let mut items = Vec::new();
    for (folder, inside) in by_folder {
        match inside.len() {
            n if n > FEW => items.push(format!("`{}/`", short(folder))),
            _ => items.extend(inside.iter().map(|path| format!("`{}`", short(path)))),
        }
    }
    items.join(", ")
}

#[test]
fn rows_are_in_order_and_told_once() {
    let rows = rows();
    assert!(rows.len() > 280, "{} rows", rows.len());
    for pair in rows.windows(2) {
        assert!(pair[0] < pair[1], "{:?} stands before {:?}", pair[0], pair[1]);
    }
}

#[test]
fn cited_rows_exist() {
    let known: BTreeSet<Row> = rows().into_iter().collect();
    // A range may run over gaps; its ends are checked as words of their own by whoever reads it.
    let gap = |row: &Row, all: &BTreeSet<Row>| {
        let of = |it: &&Row| it.0 == row.0;
        all.iter().filter(of).any(|it| it.1 < row.1) && all.iter().filter(of).any(|it| it.1 > row.1)
    };
    let mut wrong = Vec::new();
    for (row, paths) in tests() {
        if !known.contains(&row) && !gap(&row, &known) {
            wrong.push(format!("{}{} is cited by {}", row.0, row.1, paths[0].display()));
        }
    }
    assert!(wrong.is_empty(), "no such row: {}", wrong.join("\n"));
}

#[test]
fn the_listed_tests_name_their_row() {
    let tests = tests();
    let text = fs::read_to_string(PAGE).unwrap();
    if std::env::var_os("BLESS").is_some() {
        fs::write(PAGE, blessed(&text, &tests)).unwrap();
        return;
    }
    for (row, cells) in text.lines().filter_map(cells) {
        let inside = |item: &str| {
            let name = item.trim().trim_matches('`');
            let naming = tests.get(&row).map(Vec::as_slice).unwrap_or_default();
            naming.iter().any(|path| path.starts_with(Path::new("tests").join(name.trim_end_matches('/'))))
                || naming.iter().any(|path| path.with_extension("") == Path::new("tests").join(name))
        };
        let column = cells.last().unwrap();
        for item in column.split(',').filter(|item| !item.trim().is_empty()) {
            assert!(inside(item), "{}{} lists {item}, where nothing names it; bless the page", row.0, row.1);
        }
    }
}

/// What cannot be written needs no test; all else of returns and directions does.
#[test]
fn rows_of_returns_and_directions_have_tests() {
    let text = fs::read_to_string(PAGE).unwrap();
    let tests = tests();
    let bare = text.lines().filter_map(cells).filter(|((letter, _), _)| matches!(letter, 'B' | 'D'));
    let bare =
        bare.filter(|(row, cells)| !tests.contains_key(row) && !cells[2].starts_with("Cannot be written"));
    let bare: Vec<String> = bare.map(|((letter, number), _)| format!("{letter}{number}")).collect();
    assert!(bare.is_empty(), "no test names {}", bare.join(", "));
}

/// The page of differences cites rows and files that are there.
#[test]
fn differences_cite_what_is_there() {
    let text = fs::read_to_string("docs/differences.md").unwrap();
    let known: BTreeSet<Row> = rows().into_iter().collect();
    let unknown: Vec<Row> = cited(&text).difference(&known).copied().collect();
    assert!(unknown.is_empty(), "no such rows: {unknown:?}");
    let paths = text.split('`').filter(|it| it.starts_with("tests/"));
    let (there, missing): (Vec<&str>, Vec<&str>) = paths.partition(|path| Path::new(path).exists());
    assert!(missing.is_empty(), "no such files: {missing:?}");
    assert!(there.len() > 10, "the page names {} tests", there.len());
}

fn blessed(text: &str, tests: &BTreeMap<Row, Vec<PathBuf>>) -> String {
    let mut out = String::new();
    for line in text.lines() {
        match cells(line) {
            Some((row, mut cells)) => {
                let listed = tests.get(&row).map(|paths| listed(paths)).unwrap_or_default();
                *cells.last_mut().unwrap() = &listed;
                out.push_str(&format!("| {} |", cells.join(" | ")));
            }
            None => out.push_str(line),
        }
        out.push('\n');
    }
    out
}

#[test]
fn the_example_of_the_language_page_is_in_printed_form() {
    let page = fs::read_to_string("docs/ir.md").unwrap();
    let start = page.find("# pypto.program").unwrap();
    let example = &page[start..start + page[start..].find("```").unwrap()];
    let lowered = lower(&Source::new("example", example)).unwrap();
    assert_eq!(print_all(&lowered.programs), example);
}
