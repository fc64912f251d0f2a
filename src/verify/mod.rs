//! Layer 2: the contract of the IR. Takes a program; gives what later stages need to know of it, or everything that is
//! wrong with it. Changes nothing.

use crate::base::diagnostic::{Diagnostics, Severity};
use crate::ir::program::{Function, Program};
use crate::verify::facts::{CallGraph, Facts, FunctionFacts};

mod calls;
pub mod code;
pub mod facts;
mod names;
pub mod property;
mod scopes;
mod shape;
mod types;

/// Checks every function of a program; all faults are gathered. What is only likely to be a mistake is among the facts.
pub fn verify(program: &Program) -> Result<Facts, Diagnostics> {
    let mut facts = Facts { calls: CallGraph::of(program), ..Facts::default() };
    let mut said = Diagnostics::new();
    for function in program.functions.values() {
        let known = verify_function(program, function, &mut said);
        facts.functions.insert(function.name.clone(), known);
    }
    if said.has_errors() {
        return Err(said);
    }
    facts.warnings = said.into_iter().filter(|it| it.severity != Severity::Error).collect();
    Ok(facts)
}

/// Checks one function: first that it is a tree of blocks with bounded expressions, since all other checks walk it.
fn verify_function(program: &Program, function: &Function, said: &mut Diagnostics) -> FunctionFacts {
    let before = said.len();
    shape::check(function, said);
    if said.len() > before {
        return FunctionFacts::default();
    }
    names::check(function, said);
    let facts = scopes::check(function, said);
    types::check(program, function, said);
    facts
}
