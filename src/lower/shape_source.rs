//! Which parameter of an Inline function each of its results has the shape of: where one symbol is declared by several
//! parameters with different extents, that says which is meant.

use std::collections::{HashMap, HashSet};

use crate::ir::expr::Expr;
use crate::ir::program::{Function, VarId};
use crate::ir::stmt::{Call, OpCall, Rhs, StmtKind};

/// For each result the parameter whose shape it has, as far as following definitions tells.
pub(super) fn shape_sources(function: &Function) -> Vec<Option<usize>> {
    let Some(returned) = function.returned() else { return vec![None; function.results.len()] };
    if function.symbols.is_empty() {
        return vec![None; returned.len()];
    }
    let from = definitions(function);
    returned.iter().map(|value| value.as_var().and_then(|var| follow(function, &from, var))).collect()
}

/// Of each variable with a shape, the one that it takes its shape from.
fn definitions(function: &Function) -> HashMap<VarId, VarId> {
    let mut from = HashMap::new();
    let mut note = |var: VarId, source: &Expr| {
        if let Some(source) = source.as_var() {
            from.entry(var).or_insert(source);
        }
    };
    for stmt in function.stmts() {
        match &stmt.kind {
            StmtKind::Let(var, Rhs::Expr(expr)) => note(*var, expr),
            StmtKind::Let(var, Rhs::Op(OpCall { args, .. }) | Rhs::Call(Call { args, .. })) => {
                if let Some(source) = alike(function, *var, args) {
                    note(*var, source);
                }
            }
            StmtKind::For(it) => it.carries.iter().for_each(|carry| {
                note(carry.param, &carry.init);
                note(carry.result, &carry.init);
            }),
            StmtKind::While(it) => it.carries.iter().for_each(|carry| {
                note(carry.param, &carry.init);
                note(carry.result, &carry.init);
            }),
            StmtKind::If(it) => it.merges.iter().for_each(|merge| note(merge.result, &merge.then)),
            StmtKind::Eval(_)
            | StmtKind::Scope(_)
            | StmtKind::Return(_)
            | StmtKind::Break(_)
            | StmtKind::Continue(_)
            | StmtKind::Raw(_) => {}
        }
    }
    from
}

/// The first operand of the shape of a result.
fn alike<'e>(function: &Function, var: VarId, args: &'e [Expr]) -> Option<&'e Expr> {
    let shape = function.ty(var).shape()?;
    args.iter().find(|arg| arg.as_var().is_some_and(|arg| function.ty(arg).shape() == Some(shape)))
}

fn follow(function: &Function, from: &HashMap<VarId, VarId>, var: VarId) -> Option<usize> {
    let mut seen = HashSet::new();
    let mut at = var;
    while seen.insert(at) {
        if let Some(param) = function.param_index(at) {
            return Some(param);
        }
        at = *from.get(&at)?;
    }
    None
}
