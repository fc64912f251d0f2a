//! What decode needs of a statement: the leaves that it reads, names and defines, with their nodes.

use crate::egraph::encode::Encoder;
use crate::egraph::leaves::Leaf;
use crate::egraph::template::Place;
use crate::ir::expr::Expr;
use crate::ir::program::VarId;
use crate::ir::stmt::Stmt;
use crate::ir::walk;

impl Encoder<'_> {
    /// Every leaf that a statement itself names without reading it, with its node here.
    pub(crate) fn references(&self, stmt: &Stmt) -> Vec<(Leaf, Place)> {
        let mut vars: Vec<VarId> = Vec::new();
        walk::for_each_use(&stmt.kind, &mut |kind, expr| {
            if kind == walk::Use::Reference {
                expr.for_each_var(&mut |var| vars.push(var));
            }
        });
        self.pairs(vars)
    }

    /// Every leaf that a statement itself reads, or mentions in the types of what it defines, with its node here.
    pub(crate) fn uses(&self, stmt: &Stmt) -> Vec<(Leaf, Place)> {
        let mut vars: Vec<VarId> = Vec::new();
        walk::for_each_use(&stmt.kind, &mut |kind, expr| {
            if kind == walk::Use::Operand {
                expr.for_each_var(&mut |var| vars.push(var));
            }
        });
        for var in walk::defined(&stmt.kind) {
            self.function.ty(var).for_each_expr(&mut |expr| expr.for_each_var(&mut |var| vars.push(var)));
        }
        self.pairs(vars)
    }

    pub(crate) fn pairs(&self, vars: Vec<VarId>) -> Vec<(Leaf, Place)> {
        let mut pairs: Vec<(Leaf, Place)> = Vec::new();
        for leaf in vars.into_iter().flat_map(|var| self.sets.leaves.of(var)) {
            if let Some(place) = self.bind[leaf as usize] {
                pairs.push((leaf, place));
            }
        }
        pairs.sort_unstable();
        pairs.dedup();
        pairs
    }

    /// Every leaf that a statement defines, with its node here; call it once the leaves are bound.
    pub(crate) fn defs(&mut self, stmt: &Stmt) -> Vec<(Leaf, Place)> {
        let mut defs = Vec::new();
        for var in walk::defined(&stmt.kind) {
            self.note_types(var);
            for leaf in self.sets.leaves.of(var) {
                defs.push((leaf, self.bound(leaf)));
            }
        }
        defs
    }

    /// Whether all that an expression mentions is known in the region that is being encoded: what a region does not capture
    /// has a node outside only.
    pub(crate) fn is_bound(&self, expr: &Expr) -> bool {
        let known = |leaf: Leaf| {
            let place = self.bind[leaf as usize];
            place.is_some_and(|place| self.template.nodes[place as usize].region == self.region)
        };
        let mut bound = true;
        expr.for_each_var(&mut |var| bound &= self.sets.leaves.of(var).all(known));
        bound
    }
}
