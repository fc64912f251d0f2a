//! Writing to the terminal; the only place that does.

use std::io::Write;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};

use clap::ValueEnum;

use crate::base::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::base::render::{render, render_json};
use crate::base::span::{Source, Span};

/// Done.
pub(super) const DONE: u8 = 0;
/// A check failed.
pub(super) const FAILED: u8 = 1;
/// An error of the user's.
pub(super) const WRONG: u8 = 2;

/// Writes to standard output. A reader that has gone away, as `head` does, is no error.
pub(super) fn print(text: &str) {
    let _ = std::io::stdout().write_all(text.as_bytes());
}

/// Writes to standard error.
pub(super) fn complain(text: &str) {
    let _ = std::io::stderr().write_all(text.as_bytes());
}

/// How diagnostics are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum Format {
    /// Under their source line
    Text,
    /// One JSON object a line
    Json,
}

static JSON: AtomicBool = AtomicBool::new(false);

/// Chooses how diagnostics are written from now on.
pub(super) fn set_format(format: Format) {
    JSON.store(format == Format::Json, Ordering::Relaxed);
}

/// Diagnostics that a person is shown at once; tools get all.
const SHOWN: usize = 50;

/// Writes diagnostics to standard error; gives the exit code of a user's error.
pub(super) fn complain_of(diagnostics: &Diagnostics, source: &Source) -> ExitCode {
    if JSON.load(Ordering::Relaxed) {
        complain(&render_json(diagnostics, source));
        return ExitCode::from(WRONG);
    }
    let mut shown = Diagnostics::new();
    diagnostics.iter().take(SHOWN).for_each(|it| shown.push(it.clone()));
    complain(&render(&shown, source));
    if let more @ 1.. = diagnostics.len() - shown.len() {
        complain(&format!("selfsame: and {more} more; `--diagnostics json` gives all\n"));
    }
    ExitCode::from(WRONG)
}

/// Says what is wrong with the command line or its files, and the way out; ends with the user's error.
pub(super) fn wrong(code: Code, message: impl Into<String>, help: impl Into<String>) -> ExitCode {
    let wrong = Diagnostic::error(code, Span::NONE, message).help(help);
    wrong_arguments(&wrong.into())
}

/// Complains of what was said on the command line.
pub(super) fn wrong_arguments(wrong: &Diagnostics) -> ExitCode {
    complain_of(wrong, &Source::new("the command line", String::new()))
}
