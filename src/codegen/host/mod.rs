//! A whole program for the CPU: orchestration, kernels as plain functions, and a `main` around them.

use std::collections::HashSet;

use crate::base::diagnostic::{Diagnostic, Diagnostics};
use crate::base::name::Name;
use crate::codegen::{Options, code, emit_with, runtime, unknown_function};
use crate::ir::program::{Function, FunctionKind, Program};
use crate::ir::stmt::{Rhs, StmtKind};

mod call;
pub mod exchange;
mod function;
mod harness;
mod indexing;
mod keywords;
mod operand;
mod operator;
mod ranks;
mod statement;

/// Flags under which the sources compile without a warning and compute what the interpreter computes.
pub const FLAGS: &[&str] =
    &["-std=c++17", "-Wall", "-Wextra", "-Werror", "-O1", "-fwrapv", "-ffp-contract=off", "-pthread"];

/// Sources that build to one executable: compile those that end in `.cpp`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HostSources {
    /// Names and texts.
    pub files: Vec<(String, String)>,
}

/// Emits a program. An orchestration function is run by the runtime, task by task; any other function is called.
///
/// # Errors
/// Everything that has no C++ form.
pub fn emit(program: &Program, entry: &str) -> Result<HostSources, Diagnostics> {
    let mut files = vec![("program.cpp".to_owned(), program_text(program, entry)?)];
    files.extend(runtime::files().iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())));
    Ok(HostSources { files })
}

/// The text of `program.cpp`.
///
/// # Errors
/// Everything that has no C++ form.
pub fn program_text(program: &Program, entry: &str) -> Result<String, Diagnostics> {
    let Some(function) = program.functions.get(entry) else {
        return Err(unknown_function(program, entry).into());
    };
    let misfits: Diagnostics = function
        .params
        .iter()
        .filter(|param| !exchange::fits(function.ty(param.var)))
        .map(|param| {
            let var = &function.vars[param.var];
            unsupported(
                var.span,
                format!("parameter `{}` has a type that the CPU runtime does not have", var.name),
            )
        })
        .collect();
    if misfits.has_errors() {
        return Err(misfits);
    }
    let orchestration = match function.kind {
        FunctionKind::Orchestration => Some(emit_with(program, entry, Options { host: true })?),
        _ => None,
    };
    // Without a scheduler the function itself is the one that runs.
    let kernels: Vec<&Function> = match &orchestration {
        Some(cpp) => cpp.kernels.iter().filter_map(|kernel| program.functions.get(&kernel.name)).collect(),
        None => vec![function],
    };
    let mut errors = Diagnostics::new();
    let mut texts = Vec::new();
    let mut needs = crate::codegen::emitter::Needs::default();
    for callee in reached(program, &kernels) {
        match function::emit(program, callee, &mut needs) {
            Ok(text) => texts.push(text),
            Err(more) => errors.extend(more),
        }
    }
    if errors.has_errors() {
        return Err(errors);
    }
    Ok(harness::file(program, &needs, &texts, &kernels, orchestration.as_ref(), function))
}

/// The functions that kernels are and call, callees first.
fn reached<'a>(program: &'a Program, kernels: &[&'a Function]) -> Vec<&'a Function> {
    let mut seen: HashSet<&Name> = HashSet::new();
    let mut order = Vec::new();
    // A function is put down when the functions it calls are.
    let mut work: Vec<(&Function, bool)> = kernels.iter().rev().map(|kernel| (*kernel, false)).collect();
    while let Some((function, done)) = work.pop() {
        if done {
            order.push(function);
            continue;
        }
        if !seen.insert(&function.name) {
            continue;
        }
        work.push((function, true));
        for stmt in function.stmts() {
            if let Some(call) = stmt.call()
                && let Some(callee) = program.functions.get(&call.callee)
            {
                work.push((callee, false));
            }
        }
    }
    order
}

/// Whether the blocks of a function wait for each other, in its body or in a function that it calls.
fn meets(program: &Program, function: &Function) -> bool {
    reached(program, &[function]).into_iter().flat_map(Function::stmts).any(|stmt| match &stmt.kind {
        StmtKind::Let(_, Rhs::Op(op)) | StmtKind::Eval(Rhs::Op(op)) => op.op.name().ends_with(".syncall"),
        _ => false,
    })
}

/// A complaint about something that has no form in a kernel on the CPU.
fn unsupported(at: crate::base::span::Span, message: impl Into<String>) -> Diagnostic {
    Diagnostic::error(code::UNSUPPORTED, at, message).help("run it with `--via interp`")
}
