//! Handle classes within one trip: a carry that the body hands on unchanged is its start under another name.

use std::collections::HashMap;

use crate::egraph::relation::FunctionRelation;
use crate::ir::expr::Expr;
use crate::ir::program::Function;
use crate::ir::stmt::{Carry, StmtKind};

/// The classes of a function, with carries that stay the same put into the class of their start.
pub(crate) struct Same<'a> {
    relation: &'a FunctionRelation,
    starts: HashMap<u32, u32>,
}

impl<'a> Same<'a> {
    /// Follows the carries of a function, outer loops first.
    pub(crate) fn of(function: &Function, relation: &'a FunctionRelation) -> Self {
        let mut same = Self { relation, starts: HashMap::new() };
        for stmt in function.stmts() {
            match &stmt.kind {
                StmtKind::For(it) => it.carries.iter().for_each(|carry| same.carry(carry)),
                StmtKind::While(it) => it.carries.iter().for_each(|carry| same.carry(carry)),
                _ => {}
            }
        }
        same
    }

    fn carry(&mut self, carry: &Carry) {
        let class = self.relation.handle[carry.param];
        if class.is_none() || self.relation.handle_of(&carry.next) != class {
            return;
        }
        let Some(start) = self.class(&carry.init) else { return };
        for var in [carry.param, carry.result] {
            if let Some(class) = self.relation.handle[var].filter(|class| *class != start) {
                self.starts.entry(class).or_insert(start);
            }
        }
    }

    /// The class of what an expression names in the current trip.
    pub(crate) fn class(&self, expr: &Expr) -> Option<u32> {
        let class = self.relation.handle_of(expr)?;
        Some(self.starts.get(&class).copied().unwrap_or(class))
    }
}
