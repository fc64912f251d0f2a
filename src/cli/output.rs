//! Writing to the terminal; the only place that does.

use std::io::Write;
use std::process::ExitCode;

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

/// Says what is wrong with the command line or its files, and ends with the user's error.
pub(super) fn wrong(message: &str) -> ExitCode {
    complain(&format!("selfsame: {message}\n"));
    ExitCode::from(WRONG)
}
