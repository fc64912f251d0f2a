//! `return-order`: a returned tensor that is a parameter is returned by the parameter's name; a kernel returns its outputs
//! in the order in which it declares them; every use of a result follows.

use crate::base::diagnostic::Diagnostics;
use crate::ir::program::Program;
use crate::passes::run::{Context, Report};

mod canonical;
mod flat;
mod permute;
mod remap;

/// Runs the pass.
pub fn run(program: &mut Program, context: &Context<'_>) -> Result<Report, Diagnostics> {
    let mut places = flat::run(program);
    if places > 0 {
        context.forget();
    }
    let relations = context.relations(program);
    places += canonical::run(program, &relations);
    let (permutations, notes) = permute::run(program);
    places += permutations.len();
    places += remap::run(program, &permutations);
    Ok(Report { changed: places > 0, places, notes })
}
