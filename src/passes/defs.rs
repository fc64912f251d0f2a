//! Where each variable of a function is defined.

use crate::base::id::IdVec;
use crate::ir::program::{Function, VarId};
use crate::ir::stmt::{Rhs, StmtKind};
use crate::ir::walk::{defined, defined_inside};

/// What defines a variable.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Def<'a> {
    /// Nothing: a symbol, or a variable no statement mentions any more.
    None,
    /// The function's parameter list.
    Param,
    /// An assignment.
    Let(&'a Rhs),
    /// A loop, as the result of a carry.
    Loop,
    /// A branch.
    Merge,
    /// A loop or scope, for its own body only, or as a task id.
    Inside,
}

/// The definitions of one function.
pub(crate) struct Defs<'a> {
    defs: IdVec<VarId, Def<'a>>,
}

impl<'a> Defs<'a> {
    /// Collects them.
    pub(crate) fn of(function: &'a Function) -> Self {
        let mut defs = IdVec::filled(Def::None, function.vars.len());
        for param in &function.params {
            defs[param.var] = Def::Param;
        }
        for stmt in function.stmts() {
            for var in defined_inside(&stmt.kind) {
                defs[var] = Def::Inside;
            }
            match &stmt.kind {
                StmtKind::Let(var, rhs) => defs[*var] = Def::Let(rhs),
                StmtKind::For(it) => it.carries.iter().for_each(|carry| defs[carry.result] = Def::Loop),
                StmtKind::While(it) => {
                    it.carries.iter().for_each(|carry| defs[carry.result] = Def::Loop);
                }
                StmtKind::If(it) => it.merges.iter().for_each(|merge| defs[merge.result] = Def::Merge),
                other => defined(other).into_iter().for_each(|var| defs[var] = Def::Inside),
            }
        }
        Self { defs }
    }
    /// What defines a variable.
    pub(crate) fn get(&self, var: VarId) -> Def<'a> {
        self.defs[var]
    }
}
