//! `selfsame verify`: check programs and say everything that is wrong with them.

use std::process::ExitCode;

use clap::Args;

use crate::base::diagnostic::{Diagnostics, Severity};
use crate::cli::levels::Levels;
use crate::cli::{io, output};
use crate::ir::program::Program;
use crate::lower::lower;
use crate::verify::property::{Property, lints};
use crate::verify::verify;

/// Check programs and say everything that is wrong with them
#[derive(Args)]
pub(super) struct Verify {
    /// A file of programs in the DSL; `-` reads standard input
    file: String,
    /// Also check what passes leave true, such as ReturnParamsExplicit; `all` checks everything
    #[arg(long, value_name = "NAME", value_parser = property)]
    property: Vec<Properties>,
    #[command(flatten)]
    levels: Levels,
}

/// One property, or all of them.
#[derive(Clone, Copy)]
pub(super) enum Properties {
    One(Property),
    All,
}

fn property(name: &str) -> Result<Properties, String> {
    if name == "all" {
        return Ok(Properties::All);
    }
    let found = Property::ALL.iter().find(|it| it.name().eq_ignore_ascii_case(name));
    let names = || Property::ALL.iter().map(|it| it.name()).collect::<Vec<_>>().join(", ");
    found.map(|it| Properties::One(*it)).ok_or_else(|| format!("there are {}", names()))
}

/// Runs the command.
pub(super) fn run(arguments: &Verify) -> ExitCode {
    let source = match io::read(&arguments.file) {
        Ok(source) => source,
        Err(code) => return code,
    };
    let lowered = match lower(&source) {
        Ok(lowered) => lowered,
        Err(wrong) => return output::complain_of(&wrong, &source),
    };
    let programs = lowered.programs;
    let mut said = lowered.notes;
    for program in &programs {
        said.extend(check(program, &arguments.property));
    }
    let said = arguments.levels.apply(said);
    output::complain_of(&said, &source);
    let functions: usize = programs.iter().map(|program| program.functions.len()).sum();
    let count = |severity| said.iter().filter(|it| it.severity == severity).count();
    let (errors, warnings) = (count(Severity::Error), count(Severity::Warning));
    let summary = format!(
        "{} in {}: {}, {}\n",
        plural(functions, "function"),
        plural(programs.len(), "program"),
        plural(errors, "error"),
        plural(warnings, "warning")
    );
    output::print(&summary);
    ExitCode::from(if errors > 0 { output::FAILED } else { output::DONE })
}

/// What is wrong with a program, and warnings; properties and warnings are judged only of one that is well formed.
pub(super) fn check(program: &Program, properties: &[Properties]) -> Diagnostics {
    let facts = match verify(program) {
        Ok(facts) => facts,
        Err(wrong) => return wrong,
    };
    let mut said = facts.warnings;
    said.extend(lints::warnings(program));
    for property in properties {
        match property {
            Properties::One(one) => said.extend(one.check(program)),
            Properties::All => Property::ALL.iter().for_each(|one| said.extend(one.check(program))),
        }
    }
    said.sort();
    said
}

fn plural(count: usize, word: &str) -> String {
    format!("{count} {word}{}", if count == 1 { "" } else { "s" })
}
