//! `selfsame fmt`: read a file and print it in the closed form.

use std::process::ExitCode;

use clap::Args;

use crate::cli::io;
use crate::ir::print::print_all;

/// Read a file and print it in the form that every reader of the language takes
#[derive(Args)]
pub(super) struct Fmt {
    /// A file of programs in the DSL; `-` reads standard input
    file: String,
    /// Write to a file instead of standard output
    #[arg(short, value_name = "OUT")]
    output: Option<String>,
}

/// Runs the command.
pub(super) fn run(arguments: &Fmt) -> ExitCode {
    let printed = io::read(&arguments.file).and_then(|source| {
        let programs = io::lower(&source)?;
        io::write(arguments.output.as_deref(), &print_all(&programs))
    });
    match printed {
        Ok(()) => ExitCode::SUCCESS,
        Err(code) => code,
    }
}
