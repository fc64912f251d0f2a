//! How often each variable of a function is used, so that one region tells whether others use what it defines.

use crate::base::id::IdVec;
use crate::ir::expr::Expr;
use crate::ir::program::{Function, VarId};
use crate::ir::stmt::StmtKind;
use crate::ir::walk::{Use, for_each_use};

/// Numbers of uses.
pub(crate) struct Uses {
    counts: IdVec<VarId, usize>,
}

impl Uses {
    /// Counts the uses in all statements and in the types of all variables.
    pub(crate) fn of(function: &Function) -> Self {
        let mut uses = Self { counts: IdVec::filled(0, function.vars.len()) };
        for stmt in function.stmts() {
            for_each_used(&stmt.kind, &mut |var| uses.counts[var] += 1);
        }
        for var in function.vars.iter() {
            var.ty.for_each_expr(&mut |expr| expr.for_each_var(&mut |used| uses.counts[used] += 1));
        }
        uses
    }
    /// How often a variable is used anywhere.
    pub(crate) fn count(&self, var: VarId) -> usize {
        self.counts[var]
    }
}

/// Calls `f` on every variable that a statement reads; what it merely refers to is left out.
pub(crate) fn for_each_used(kind: &StmtKind, f: &mut impl FnMut(VarId)) {
    for_each_use(kind, &mut |how, expr: &Expr| {
        if how != Use::Reference {
            expr.for_each_var(f);
        }
    });
}
