//! `selfsame explain-code`: what a code of a diagnostic means.

use std::fmt::Write;
use std::process::ExitCode;

use clap::Args;

use crate::base::codes::{self, Explanation, TABLE};
use crate::base::diagnostic::Code;
use crate::cli::output;

/// Explain a code that stands in brackets in a diagnostic, such as `unknown-name`
#[derive(Args)]
pub(super) struct ExplainCode {
    /// The code; all are listed if it is left out
    code: Option<String>,
}

/// Runs the command.
pub(super) fn run(arguments: &ExplainCode) -> ExitCode {
    let Some(code) = &arguments.code else {
        output::print(&list());
        return ExitCode::SUCCESS;
    };
    match codes::explain(code) {
        Some(found) => {
            output::print(&page(found));
            ExitCode::SUCCESS
        }
        None => {
            let message = format!("no diagnostic has the code `{code}`{}", near(code));
            output::wrong(Code("unknown-code"), message, "`selfsame explain-code` lists them")
        }
    }
}

fn list() -> String {
    let width = TABLE.iter().map(|row| row.code.0.len()).max().unwrap_or(0);
    let mut text = String::new();
    for row in TABLE {
        writeln!(text, "{:width$}  {}", row.code.0, row.title).expect("a string takes all");
    }
    text
}

fn page(row: &Explanation) -> String {
    let mut text = format!("{}: {}\n\n{}\n", row.code.0, row.title, filled(row.text));
    for (word, example) in [("Wrong", row.wrong), ("Right", row.right)] {
        if !example.is_empty() {
            let lines: Vec<String> = example.lines().map(|line| format!("    {line}")).collect();
            write!(text, "\n{word}:\n\n{}\n", lines.join("\n")).expect("a string takes all");
        }
    }
    text
}

/// A paragraph in lines of a terminal's width.
fn filled(text: &str) -> String {
    const WIDTH: usize = 100;
    let (mut out, mut column) = (String::new(), 0);
    for word in text.split_whitespace() {
        let length = word.chars().count();
        if column > 0 {
            let fits = column + 1 + length <= WIDTH;
            out.push(if fits { ' ' } else { '\n' });
            column = if fits { column + 1 } else { 0 };
        }
        out.push_str(word);
        column += length;
    }
    out
}

/// Codes that contain what was asked for, or a part of it.
fn near(code: &str) -> String {
    let parts: Vec<&str> = code.split('-').filter(|part| part.len() > 3).collect();
    let close: Vec<&str> = TABLE
        .iter()
        .map(|row| row.code.0)
        .filter(|known| parts.iter().any(|part| known.contains(part)))
        .collect();
    if close.is_empty() {
        "; `selfsame explain-code` lists all".to_owned()
    } else {
        format!("; did you mean {}?", close.join(", "))
    }
}
