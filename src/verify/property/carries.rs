//! Every carry says whether it is a name or a variable (rows C12, C56 of `docs/behaviour.md`).

use crate::base::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::base::span::Span;
use crate::ir::attr::Attrs;
use crate::ir::program::{FunctionKind, Program};
use crate::ir::stmt::StmtKind;

/// A carry without a classification, or with one that cannot be.
pub const CARRY_UNCLASSIFIED: Code = Code("carry-unclassified");

/// The attribute that says whether carry `k` is rebound.
pub fn rebind_key(k: usize) -> String {
    format!("iter_arg_rebind_{k}")
}

/// The attribute with the extent of carry `k`'s array of task ids.
pub fn array_size_key(k: usize) -> String {
    format!("iter_arg_array_size_{k}")
}

/// Where a loop of an Orchestration function lacks the classification of a carry.
pub fn classified(program: &Program) -> Diagnostics {
    let mut found = Diagnostics::new();
    for function in program.functions.values().filter(|it| it.kind == FunctionKind::Orchestration) {
        for stmt in function.stmts() {
            match &stmt.kind {
                StmtKind::For(it) => check(it.carries.len(), &it.attrs, stmt.span, &mut found),
                StmtKind::While(it) => check(it.carries.len(), &it.attrs, stmt.span, &mut found),
                _ => {}
            }
        }
    }
    found
}

fn check(carries: usize, attrs: &Attrs, span: Span, found: &mut Diagnostics) {
    for k in 0..carries {
        let rebind = attrs.bool(&rebind_key(k));
        let size = attrs.int(&array_size_key(k));
        let wrong = match (rebind, size) {
            (None, _) => Some("is not classified"),
            (Some(false), Some(_)) => Some("is a name only, yet has an array of task ids"),
            (Some(true), Some(size)) if size <= 0 => Some("has an array of task ids without elements"),
            _ => None,
        };
        if let Some(wrong) = wrong {
            found.push(Diagnostic::error(
                CARRY_UNCLASSIFIED,
                span,
                format!("carry {k} of this loop {wrong}"),
            ));
        }
    }
}
