//! Leaks that nobody uses: a merge or carry that some path leaves undefined and whose result is never read. The text has
//! no way to write one, so neither a program that was read nor one that was decoded has any.

use std::collections::HashSet;

use crate::ir::expr::Expr;
use crate::ir::program::{Function, VarId};
use crate::ir::stmt::{Carry, StmtKind};
use crate::ir::walk;

/// Drops them, those that only fed each other too.
pub fn drop_unused(function: &mut Function) {
    while drop_once(function) {}
}

fn drop_once(function: &mut Function) -> bool {
    // A jump gives a value per carry, so carries stay where there are jumps.
    let jumps = function.stmts().any(|stmt| matches!(stmt.kind, StmtKind::Break(_) | StmtKind::Continue(_)));
    let mut used: HashSet<VarId> = HashSet::new();
    for stmt in function.stmts() {
        walk::for_each_use(&stmt.kind, &mut |_, expr| {
            expr.for_each_var(&mut |var| {
                used.insert(var);
            })
        });
    }
    for var in function.vars.iter() {
        var.ty.for_each_expr(&mut |expr| {
            expr.for_each_var(&mut |var| {
                used.insert(var);
            })
        });
    }
    let mut dropped = false;
    let dead = |carry: &Carry| {
        !jumps && carry.init == Expr::Undef && !used.contains(&carry.result) && !used.contains(&carry.param)
    };
    for block in function.blocks.ids().collect::<Vec<_>>() {
        for stmt in &mut function.blocks[block].stmts {
            match &mut stmt.kind {
                StmtKind::If(it) => {
                    let before = it.merges.len();
                    it.merges.retain(|merge| {
                        used.contains(&merge.result)
                            || ![&merge.then, &merge.otherwise].contains(&&Expr::Undef)
                    });
                    dropped |= it.merges.len() < before;
                }
                StmtKind::For(it) => dropped |= retain(&mut it.carries, dead),
                StmtKind::While(it) => dropped |= retain(&mut it.carries, dead),
                _ => {}
            }
        }
    }
    dropped
}

fn retain(carries: &mut Vec<Carry>, dead: impl Fn(&Carry) -> bool) -> bool {
    let before = carries.len();
    carries.retain(|carry| !dead(carry));
    carries.len() < before
}
