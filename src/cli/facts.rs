//! `selfsame facts`: what was decided of each function, as JSON.

use std::process::ExitCode;

use clap::Args;

use crate::cli::opt::How;
use crate::cli::{io, output};
use crate::driver::optimizer::Optimizer;

/// Print what was decided of the final program as JSON: directions, returned parameters, carries
#[derive(Args)]
pub(super) struct Facts {
    /// A file of programs in the DSL; `-` reads standard input
    file: String,
    #[command(flatten)]
    how: How,
}

/// Runs the command.
pub(super) fn run(arguments: &Facts) -> ExitCode {
    match facts(arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(code) => code,
    }
}

fn facts(arguments: &Facts) -> Result<(), ExitCode> {
    let source = io::read(&arguments.file)?;
    let programs = io::lower(&source)?;
    let optimizer = Optimizer::with(arguments.how.options()?);
    let mut all = Vec::new();
    for program in &programs {
        let optimized = optimizer.optimize(program).map_err(|wrong| output::complain_of(&wrong, &source))?;
        all.push(optimized.facts(program));
    }
    let json = match &all[..] {
        [one] => serde_json::to_string_pretty(one),
        _ => serde_json::to_string_pretty(&all),
    };
    io::write(None, &(json.expect("facts are plain data") + "\n"))
}
