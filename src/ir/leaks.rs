//! Leaks that nobody uses: a merge or carry that some path leaves undefined and whose result is never read. The text has
//! no way to write one, so neither a program that was read nor one that was decoded has any.

use crate::ir::expr::Expr;
use crate::ir::program::Function;
use crate::ir::stmt::{Carry, StmtKind};
use crate::ir::walk;

/// Drops them, those that only fed each other too.
pub fn drop_unused(function: &mut Function) {
    while drop_once(function) {}
}

fn drop_once(function: &mut Function) -> bool {
    // A jump gives a value per carry, so carries stay where there are jumps.
    let jumps = function.stmts().any(|stmt| matches!(stmt.kind, StmtKind::Break(_) | StmtKind::Continue(_)));
    let used = walk::mentioned(function);
    let mut dropped = false;
    let dead =
        |carry: &Carry| !jumps && carry.init == Expr::Undef && !used[carry.result] && !used[carry.param];
    for block in function.blocks.ids().collect::<Vec<_>>() {
        for stmt in &mut function.blocks[block].stmts {
            match &mut stmt.kind {
                StmtKind::If(it) => {
                    let before = it.merges.len();
                    it.merges.retain(|merge| {
                        used[merge.result] || ![&merge.then, &merge.otherwise].contains(&&Expr::Undef)
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
