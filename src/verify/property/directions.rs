//! Directions of parameters and of arguments (rows D95 to D107 of `docs/behaviour.md`).

use std::collections::BTreeSet;

use crate::base::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::base::name::Name;
use crate::base::span::Span;
use crate::ir::access::{for_each_access, type_of};
use crate::ir::expr::Expr;
use crate::ir::program::{Direction, Function, FunctionKind, Program};
use crate::ir::stmt::{ArgDirection, Call, Rhs, StmtKind};
use crate::ir::types::Type;
use crate::verify::property::storage::{Origin, Storage, trace};

/// A call without directions, or with ones that do not fit.
pub const CALL_DIRECTIONS: Code = Code("call-directions");
/// A parameter is declared In and written.
pub const IN_PARAM_WRITTEN: Code = Code("in-param-written");

/// Whether an argument of this type takes part in dependencies: a tensor, or a tuple that may hold one.
pub fn is_tensor_like(ty: Option<&Type>) -> bool {
    matches!(ty, Some(Type::Tensor(_) | Type::Tuple(_)))
}

/// Whether an argument may have this direction where the parameter has that one (row D97).
pub fn fits(param: Direction, arg: ArgDirection) -> bool {
    match param {
        Direction::In => matches!(arg, ArgDirection::Input | ArgDirection::NoDep),
        Direction::InOut => {
            matches!(arg, ArgDirection::InOut | ArgDirection::OutputExisting | ArgDirection::NoDep)
        }
        Direction::Out => !matches!(arg, ArgDirection::Input | ArgDirection::Scalar),
    }
}

/// Why the directions of a call do not fit its callee; `None` if they do.
pub fn misfit(function: &Function, callee: &Function, call: &Call) -> Option<String> {
    if call.directions.len() != call.args.len() {
        let (have, need) = (call.directions.len(), call.args.len());
        return Some(format!("has {have} directions for {need} arguments"));
    }
    for (index, (arg, direction)) in call.args.iter().zip(&call.directions).enumerate() {
        let tensor = is_tensor_like(type_of(function, arg));
        if tensor == (*direction == ArgDirection::Scalar) {
            let what = if tensor { "a tensor" } else { "no tensor" };
            return Some(format!("argument {index} is {what}, yet its direction is {}", direction.name()));
        }
        let param = callee.params.get(index)?.direction;
        if tensor && !fits(param, *direction) {
            let (param, direction) = (param.name(), direction.name());
            return Some(format!("argument {index} has direction {direction}, but its parameter is {param}"));
        }
    }
    None
}

/// Where a call of a known function has no directions, or wrong ones.
pub fn calls_resolved(program: &Program) -> Diagnostics {
    let mut found = Diagnostics::new();
    for function in program.functions.values() {
        for stmt in function.stmts() {
            let Some(call) = stmt.call() else {
                continue;
            };
            let Some(callee) = program.functions.get(&call.callee) else { continue };
            if let Some(why) = misfit(function, callee, call) {
                let message = format!("the call of '{}' {why}", call.callee);
                found.push(Diagnostic::error(CALL_DIRECTIONS, stmt.span, message));
            }
        }
    }
    found
}

/// A write through a parameter: which, by what, and where.
struct Written {
    param: usize,
    by: String,
    at: Span,
    /// Whether no other parameter may be meant. What is new besides it makes the write no less one to report.
    alone: bool,
}

/// Where a function writes a parameter that it declares In, and can mean no other.
pub fn params_cover_bodies(program: &Program) -> Diagnostics {
    complaints(program, |_, written| written.alone, Diagnostic::error)
}

/// Warnings for parameters declared In that the body writes (rows D100 to D106). Orchestration functions are left out, and
/// a write that may go to several parameters is not held against one.
pub fn in_param_written(program: &Program) -> Diagnostics {
    let concerns = |function: &Function, written: &Written| {
        function.kind != FunctionKind::Orchestration && written.alone
    };
    complaints(program, concerns, Diagnostic::warning)
}

fn complaints(
    program: &Program,
    concerns: impl Fn(&Function, &Written) -> bool,
    diagnostic: fn(Code, Span, String) -> Diagnostic,
) -> Diagnostics {
    let mut found = Diagnostics::new();
    for (name, storage) in trace(program) {
        let function = &program.functions[&name];
        let mut said = BTreeSet::new();
        for written in writes(program, function, &storage) {
            let param = &function.params[written.param];
            let silent = param.direction != Direction::In || !concerns(function, &written);
            if silent || !said.insert(written.param) {
                continue;
            }
            let shown = base_name(&function.vars[param.var].name);
            let message = format!(
                "parameter '{shown}' of function '{name}' is declared In but written by {}",
                written.by
            );
            let complaint = diagnostic(IN_PARAM_WRITTEN, written.at, message)
                .also(function.vars[param.var].span, "declared here")
                .help(format!("declare it `{shown}: pl.Out[...]` or `{shown}: pl.InOut[...]`"));
            found.push(complaint);
        }
    }
    found
}

fn writes(program: &Program, function: &Function, storage: &Storage) -> Vec<Written> {
    let mut found = Vec::new();
    for stmt in function.stmts() {
        let by = match &stmt.kind {
            StmtKind::Let(_, Rhs::Op(call)) | StmtKind::Eval(Rhs::Op(call)) => {
                format!("operator '{}'", call.op.name())
            }
            StmtKind::Let(_, Rhs::Call(call)) | StmtKind::Eval(Rhs::Call(call)) => {
                format!("callee '{}'", call.callee)
            }
            _ => continue,
        };
        for_each_access(program, function, &stmt.kind, &mut |expr: &Expr, access| {
            let origins = storage.origins(expr);
            let alone = origins.iter().filter(|origin| !matches!(origin, Origin::Fresh(_))).count() == 1;
            for origin in origins.iter().filter(|_| access.writes) {
                if let Origin::Param(param) = *origin {
                    found.push(Written { param, by: by.clone(), at: stmt.span, alone });
                }
            }
        });
    }
    found
}

/// A name without what renaming appended behind `__`.
pub fn base_name(name: &Name) -> &str {
    name.split("__").next().filter(|base| !base.is_empty()).unwrap_or(name)
}
