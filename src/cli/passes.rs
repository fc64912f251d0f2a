//! `selfsame passes`: the table of passes.

use std::fmt::Write;
use std::process::ExitCode;

use clap::Args;
use serde_json::{Value, json};

use crate::cli::output;
use crate::passes::table::{PASSES, Pass};
use crate::verify::property::Property;

/// Arguments of `selfsame passes`.
#[derive(Args)]
pub(super) struct Passes {
    /// One object a line
    #[arg(long)]
    json: bool,
}

/// Prints the passes in the order in which the default pipeline runs them.
pub(super) fn run(arguments: &Passes) -> ExitCode {
    let mut text = String::new();
    for pass in PASSES {
        let written =
            if arguments.json { writeln!(text, "{}", object(pass)) } else { paragraph(&mut text, pass) };
        written.expect("a string takes all");
    }
    output::print(&text);
    ExitCode::from(output::DONE)
}

fn paragraph(text: &mut String, pass: &Pass) -> std::fmt::Result {
    writeln!(text, "{}", pass.name)?;
    writeln!(text, "    {}", pass.does)?;
    for (what, properties) in [("needs ", pass.requires), ("leaves", pass.ensures), ("undoes", pass.breaks)] {
        if !properties.is_empty() {
            writeln!(text, "    {what}  {}", names(properties).join(", "))?;
        }
    }
    Ok(())
}

fn object(pass: &Pass) -> Value {
    json!({
        "name": pass.name,
        "does": pass.does,
        "requires": names(pass.requires),
        "ensures": names(pass.ensures),
        "breaks": names(pass.breaks),
    })
}

fn names(properties: &[Property]) -> Vec<&'static str> {
    properties.iter().map(|property| property.name()).collect()
}
