//! Step B: every use of a result of a reordered function follows the new order.
//!
//! A projection takes the new index. Any other use of the tuple, be it a copy, a carry, a merge or a return, gets a tuple in
//! the old order, built once, right behind the call.

use std::collections::HashMap;

use crate::ir::expr::Expr;
use crate::ir::program::{Function, Program, VarId};
use crate::ir::stmt::{Call, Rhs, Stmt, StmtKind};
use crate::ir::types::Type;
use crate::ir::walk::for_each_use_mut;
use crate::passes::returns::permute::{Permutations, permuted};

/// Remaps every function; says how many calls were followed.
pub(crate) fn run(program: &mut Program, permutations: &Permutations) -> usize {
    if permutations.is_empty() {
        return 0;
    }
    program.functions.values_mut().map(|function| Remap::run(function, permutations)).sum()
}

struct Remap<'a> {
    /// The order of the results of each reordered call, by the variable of its tuple.
    orders: HashMap<VarId, &'a [usize]>,
    /// The tuple in the old order, where something uses it whole.
    adapters: HashMap<VarId, VarId>,
}

impl<'a> Remap<'a> {
    fn run(function: &mut Function, permutations: &'a Permutations) -> usize {
        let calls = function.stmts().filter_map(|stmt| match &stmt.kind {
            StmtKind::Let(tuple, Rhs::Call(Call { callee, .. })) => {
                permutations.get(callee).map(|order| (*tuple, order.as_slice()))
            }
            _ => None,
        });
        let orders: HashMap<_, _> = calls.collect();
        let count = orders.len();
        if count > 0 {
            let mut remap = Self { orders, adapters: HashMap::new() };
            remap.uses(function);
            remap.types_and_adapters(function);
        }
        count
    }

    fn uses(&mut self, function: &mut Function) {
        for block in function.blocks.ids() {
            let mut stmts = std::mem::take(&mut function.blocks[block].stmts);
            for stmt in &mut stmts {
                for_each_use_mut(&mut stmt.kind, &mut |_, expr| self.rewrite(expr, function));
            }
            function.blocks[block].stmts = stmts;
        }
    }

    fn rewrite(&mut self, expr: &mut Expr, function: &mut Function) {
        match expr {
            Expr::Get(inner, index) => match inner.as_var().and_then(|tuple| self.orders.get(&tuple)) {
                // Past the order stands the task id of a submission.
                Some(order) => *index = order.get(*index as usize).map_or(*index, |&to| to as u32),
                None => self.rewrite(inner, function),
            },
            Expr::Var(tuple) if self.orders.contains_key(tuple) => {
                let adapter = *self.adapters.entry(*tuple).or_insert_with(|| {
                    let var = function.vars[*tuple].clone();
                    function.vars.push(var)
                });
                *tuple = adapter;
            }
            Expr::Unary(_, inner) | Expr::Cast(inner, _) => self.rewrite(inner, function),
            Expr::Binary(_, left, right) => {
                self.rewrite(left, function);
                self.rewrite(right, function);
            }
            Expr::Tuple(items) => items.iter_mut().for_each(|item| self.rewrite(item, function)),
            Expr::Var(_)
            | Expr::Undef
            | Expr::Int(..)
            | Expr::Float(..)
            | Expr::Bool(_)
            | Expr::Str(_)
            | Expr::Enum(_) => {}
        }
    }

    fn types_and_adapters(&self, function: &mut Function) {
        for block in function.blocks.ids() {
            let old = std::mem::take(&mut function.blocks[block].stmts);
            let mut stmts = Vec::with_capacity(old.len());
            for stmt in old {
                let called = match &stmt.kind {
                    StmtKind::Let(tuple, Rhs::Call(_)) => Some(*tuple),
                    _ => None,
                };
                let span = stmt.span;
                stmts.push(stmt);
                let Some((tuple, order)) = called.and_then(|var| Some((var, *self.orders.get(&var)?))) else {
                    continue;
                };
                let Type::Tuple(items) = &mut function.vars[tuple].ty else {
                    unreachable!("several results are a tuple")
                };
                let arity = items.len();
                permuted(items, order);
                if let Some(adapter) = self.adapters.get(&tuple) {
                    let logical = (0..arity).map(|index| order.get(index).copied().unwrap_or(index));
                    let get = |index: usize| Expr::Get(Box::new(Expr::Var(tuple)), index as u32);
                    let whole = Expr::Tuple(logical.map(get).collect());
                    stmts.push(Stmt::at(StmtKind::Let(*adapter, Rhs::Expr(whole)), span));
                }
            }
            function.blocks[block].stmts = stmts;
        }
    }
}
