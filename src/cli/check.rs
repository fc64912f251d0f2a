//! `selfsame check`: runs a program before and after optimization, or two programs, and shows the first difference.

use std::process::ExitCode;

use clap::Args;

use crate::base::diagnostic::{Code, Diagnostics};
use crate::base::name::Name;
use crate::base::span::Source;
use crate::cli::opt::How;
use crate::cli::{io, output};
use crate::driver::optimizer::Optimizer;
use crate::driver::{options, stable};
use crate::interp::equivalent::{Options, Report, equivalent};
use crate::interp::fault::Limits;
use crate::ir::program::Program;

/// Run a program before and after optimization and show the first difference
#[derive(Args)]
pub(super) struct Check {
    /// A file of programs in the DSL; `-` reads standard input
    file: String,
    /// Compare with the programs of this file instead of optimizing
    other: Option<String>,
    /// Inputs to try for each function
    #[arg(long, value_name = "N", default_value_t = 4)]
    seeds: u64,
    /// The first seed of the inputs
    #[arg(long, value_name = "N", default_value_t = 0)]
    first_seed: u64,
    /// Only this function
    #[arg(long, value_name = "NAME")]
    entry: Option<String>,
    /// Stop a run after so many statements
    #[arg(long, value_name = "N", default_value_t = Limits::default().steps)]
    limit_steps: u64,
    /// Stop a run when more than so many elements of tensors, tiles and arrays are alive at one time
    #[arg(long, value_name = "N", default_value_t = Limits::default().elements)]
    limit_elements: usize,
    /// Also check that the output stays the same: with functions in reverse order, on four threads, and when it is
    /// optimized again
    #[arg(long, conflicts_with = "other")]
    stable: bool,
    #[command(flatten)]
    how: How,
}

/// Runs the command: 0 if nothing differs, 1 if something does, 2 if there was nothing to compare.
pub(super) fn run(arguments: &Check) -> ExitCode {
    match check(arguments) {
        Ok(code) | Err(code) => code,
    }
}

fn check(arguments: &Check) -> Result<ExitCode, ExitCode> {
    let source = io::read(&arguments.file)?;
    let before = io::lower(&source)?;
    let after = match &arguments.other {
        Some(path) => io::lower(&io::read(path)?)?,
        None => {
            let optimizer = Optimizer::with(arguments.how.options()?);
            let optimized = before.iter().map(|program| {
                let optimized = optimizer.optimize(program);
                optimized.map(|it| it.program).map_err(|errors| output::complain_of(&errors, &source))
            });
            optimized.collect::<Result<Vec<Program>, ExitCode>>()?
        }
    };
    if before.len() != after.len() {
        let message = format!("{} programs against {}", before.len(), after.len());
        return Err(output::wrong(Code("wrong-count"), message, "compare files that hold as many programs"));
    }
    let options = Options {
        seed: arguments.first_seed,
        seeds: arguments.seeds,
        limits: Limits {
            steps: arguments.limit_steps,
            elements: arguments.limit_elements,
            ..Limits::default()
        },
        reordered: true,
        entry: arguments.entry.as_deref().map(Name::from),
    };
    let mut worst = ExitCode::SUCCESS;
    if arguments.stable {
        let options = arguments.how.options()?;
        for (program, output) in before.iter().zip(&after) {
            if let Some(change) = unstable(&options, program, output, &source)? {
                output::print(&format!("{}: {change}\n", program.name));
                return Ok(ExitCode::FAILURE);
            }
        }
    }
    for (before, after) in before.iter().zip(&after) {
        let report = equivalent(before, after, &options);
        output::print(&shown(before, &report));
        if report.difference.is_some() {
            return Ok(ExitCode::FAILURE);
        }
        if report.runs == 0 {
            worst = ExitCode::from(output::WRONG);
        }
    }
    Ok(worst)
}

/// What changes when the output is made in another way.
fn unstable(
    options: &options::Options,
    program: &Program,
    output: &Program,
    source: &Source,
) -> Result<Option<String>, ExitCode> {
    let complain = |wrong: Diagnostics| output::complain_of(&wrong, source);
    let last = program.functions.len();
    let elsewhere = stable::elsewhere(options, program, &|at| last - at, output).map_err(complain)?;
    if let Some(change) = elsewhere {
        return Ok(Some(format!("the output hangs on the order of functions or on threads: {change}")));
    }
    let again = stable::again(options, output).map_err(complain)?;
    Ok(again.map(|change| format!("the output changes when it is optimized again: {change}")))
}

fn shown(program: &Program, report: &Report) -> String {
    let mut text = String::new();
    if let Some(difference) = &report.difference {
        text.push_str(&format!("{}: {difference}\n", program.name));
    } else {
        let (runs, elements) = (report.runs, report.elements);
        text.push_str(&format!("{}: {runs} runs, {elements} elements, no difference\n", program.name));
    }
    if report.unwritten > 0 {
        text.push_str(&format!("  {} elements were never written and may be anything\n", report.unwritten));
    }
    if let Some((function, seed, fault)) = report.skipped.first() {
        let (count, fault) = (report.skipped.len(), &fault.message);
        text.push_str(&format!("  {count} runs stopped, first `{function}` with seed {seed}: {fault}\n"));
    }
    text
}
