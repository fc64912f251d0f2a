//! One returned value per declared result: whole tuples that stand for several are taken apart.

use crate::ir::expr::Expr;
use crate::ir::program::{Function, Program};
use crate::ir::stmt::StmtKind;
use crate::ir::types::Type;

/// Makes returns flat; says how many changed.
pub(crate) fn run(program: &mut Program) -> usize {
    program.functions.values_mut().map(|function| usize::from(expand(function))).sum()
}

/// `return t` where several results are declared and `t` is a tuple of as many (rows B12, B55).
fn expand(function: &mut Function) -> bool {
    let arity = function.results.len();
    let Some([Expr::Var(tuple)]) = function.returned() else { return false };
    let tuple = *tuple;
    let fits = matches!(function.ty(tuple), Type::Tuple(items) if items.len() == arity);
    if arity < 2 || !fits {
        return false;
    }
    let body = function.body.expect("what returns has a body");
    let last = function.blocks[body].stmts.last_mut().expect("what returns has a last statement");
    last.kind = StmtKind::Return(elements(tuple.into(), arity));
    true
}

fn elements(tuple: Expr, arity: usize) -> Vec<Expr> {
    (0..arity).map(|index| Expr::Get(Box::new(tuple.clone()), index as u32)).collect()
}
