//! `parameter-directions`: a parameter declared In that the body writes, itself or through a callee, becomes Out or InOut.
//!
//! The evidence is two flags per parameter, reads and writes, gathered as a least fixed point over the call graph: first the
//! writes, then the reads, since what a callee's In parameter means depends on whether the callee writes it after all.

use crate::base::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::ir::program::{FunctionKind, Program};
use crate::ir::stmt::Call;
use crate::passes::run::{Context, Report};

mod channels;
mod evidence;
mod fixpoint;

/// A submission inside a Group says how it is to be launched, which nothing would heed.
pub const LAUNCH_IN_GROUP: Code = Code("launch-in-group");

/// Runs the pass.
pub fn run(program: &mut Program, context: &Context<'_>) -> Result<Report, Diagnostics> {
    let relations = context.relations(program);
    let mut wrong = launches_in_groups(program);
    wrong.extend(channels::check(program, &relations));
    if wrong.has_errors() {
        return Err(wrong);
    }
    let evidence = evidence::collect(program, &relations);
    let directions = fixpoint::solve(program, &evidence);
    let mut changed = 0;
    for (function, directions) in program.functions.values_mut().zip(directions) {
        for (param, direction) in function.params.iter_mut().zip(directions) {
            changed += usize::from(param.direction != direction);
            param.direction = direction;
        }
    }
    Ok(Report::changes(changed))
}

/// Row D56.
fn launches_in_groups(program: &Program) -> Diagnostics {
    let mut found = Diagnostics::new();
    for function in program.functions.values().filter(|function| function.kind == FunctionKind::Group) {
        for stmt in function.stmts() {
            let Some(call) = stmt.call() else {
                continue;
            };
            if let Some(what) = ignored_launch(call) {
                let message = format!(
                    "the submission of '{}' inside Group '{}' sets {what}, which a Group does not heed",
                    call.callee, function.name
                );
                let complaint = Diagnostic::error(LAUNCH_IN_GROUP, stmt.span, message)
                    .help("set it where the Group itself is submitted");
                found.push(complaint);
            }
        }
    }
    found
}

fn ignored_launch(call: &Call) -> Option<&'static str> {
    let launch = &call.launch;
    match () {
        () if !call.is_submit() => None,
        () if !launch.deps.is_empty() => Some("deps"),
        () if launch.core_num.is_some() => Some("core_num"),
        () if launch.sync_start.is_some() => Some("sync_start"),
        () if launch.allow_early_resolve => Some("allow_early_resolve"),
        () if launch.predicate.is_some() => Some("predicate"),
        () => None,
    }
}
