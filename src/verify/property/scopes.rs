//! What is left of Inline functions and of scopes (row A12 of `docs/behaviour.md`).

use crate::base::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::ir::program::{FunctionKind, Program};
use crate::ir::stmt::{Scope, ScopeKind, StmtKind};

/// An Inline function is left.
pub const INLINE_LEFT: Code = Code("inline-left");
/// A call or submission of an Inline function is left.
pub const INLINE_CALLED: Code = Code("inline-called");
/// A call of a function that the program does not have.
pub const DANGLING_CALL: Code = Code("dangling-call");
/// A scope that should have become a function is left.
pub const SCOPE_LEFT: Code = Code("scope-left");
/// An Orchestration function places its runtime scopes implicitly.
pub const IMPLICIT_SCOPES: Code = Code("implicit-scopes");

/// Where an Inline function survived or a call goes nowhere.
pub fn inline_eliminated(program: &Program) -> Diagnostics {
    let mut found = Diagnostics::new();
    for function in program.functions.values() {
        if function.kind == FunctionKind::Inline {
            let message = format!("Inline function '{}' is left", function.name);
            found.push(Diagnostic::error(INLINE_LEFT, function.span, message));
        }
        for stmt in function.stmts() {
            let Some(call) = stmt.call() else {
                continue;
            };
            let what = if call.is_submit() { "Submit" } else { "Call" };
            match program.functions.get(&call.callee) {
                None => {
                    let message = format!("Dangling {what} to function '{}'", call.callee);
                    found.push(Diagnostic::error(DANGLING_CALL, stmt.span, message));
                }
                Some(callee) if callee.kind == FunctionKind::Inline => {
                    let message = format!("{what} to Inline function '{}' is left", call.callee);
                    found.push(Diagnostic::error(INLINE_CALLED, stmt.span, message));
                }
                Some(_) => {}
            }
        }
    }
    found
}

/// Whether a scope of this kind becomes a function.
pub fn becomes_function(scope: &Scope) -> bool {
    match scope.kind {
        ScopeKind::At { .. } | ScopeKind::Spmd { .. } | ScopeKind::Cluster | ScopeKind::Graph => true,
        ScopeKind::SplitAiv { .. } | ScopeKind::Runtime { .. } => false,
    }
}

/// Where a scope is left that should have become a function. What stands in a kernel as written stays there.
pub fn outlined(program: &Program) -> Diagnostics {
    let mut found = Diagnostics::new();
    for function in program.functions.values().filter(|function| !function.kind.is_kernel()) {
        for stmt in function.stmts() {
            if let StmtKind::Scope(scope) = &stmt.kind
                && becomes_function(scope)
            {
                let message =
                    format!("a scope of function '{}' should have become a function", function.name);
                found.push(Diagnostic::error(SCOPE_LEFT, stmt.span, message));
            }
        }
    }
    found
}

/// Where an Orchestration function still leaves its runtime scopes to be placed.
pub fn runtime_materialized(program: &Program) -> Diagnostics {
    let implicit = program.functions.values().filter(|function| {
        function.kind == FunctionKind::Orchestration
            && function.body.is_some()
            && function.attrs.bool("auto_scope") != Some(false)
    });
    let complaints = implicit.map(|function| {
        let message = format!("function '{}' does not write its runtime scopes out", function.name);
        Diagnostic::error(IMPLICIT_SCOPES, function.span, message)
    });
    complaints.collect()
}
