//! One returned value per declared result: whole tuples are taken apart, and a wrapper without a return gets one.

use crate::ir::expr::Expr;
use crate::ir::program::{BlockId, Function, Program};
use crate::ir::stmt::{Rhs, Stmt, StmtKind};
use crate::ir::types::Type;

/// Makes returns flat; says how many changed.
pub(crate) fn run(program: &mut Program) -> usize {
    let mut changed = 0;
    for index in 0..program.functions.len() {
        let forwarded = forwarded_call(program, &program.functions[index]);
        let function = &mut program.functions[index];
        if let Some((block, at)) = forwarded {
            return_call(function, block, at);
            changed += 1;
        }
        changed += usize::from(expand(function));
    }
    changed
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

/// The one call that a wrapper without a return forwards: the only one whose callee has as many results (row B11).
fn forwarded_call(program: &Program, function: &Function) -> Option<(BlockId, usize)> {
    let body = function.body?;
    if !function.kind.is_wrapper() || function.results.is_empty() || function.returned().is_some() {
        return None;
    }
    let mut found = None;
    for (index, stmt) in function.blocks[body].stmts.iter().enumerate() {
        let (StmtKind::Let(_, Rhs::Call(call)) | StmtKind::Eval(Rhs::Call(call))) = &stmt.kind else {
            continue;
        };
        let callee = program.functions.get(&call.callee)?;
        if callee.results.len() == function.results.len() && !call.is_submit() {
            if found.is_some() {
                return None;
            }
            found = Some((body, index));
        }
    }
    found
}

/// Returns what the call at this place gives.
fn return_call(function: &mut Function, block: BlockId, at: usize) {
    let results = function.results.clone();
    let ty = if let [one] = results.as_slice() { one.clone() } else { Type::Tuple(results.clone()) };
    let stmt = &mut function.blocks[block].stmts[at];
    let span = stmt.span;
    let bound = match &stmt.kind {
        StmtKind::Let(var, _) => *var,
        _ => {
            let var = function.add_var("ret", ty, span);
            let stmt = &mut function.blocks[block].stmts[at];
            let kind = std::mem::replace(&mut stmt.kind, StmtKind::Return(Vec::new()));
            let StmtKind::Eval(rhs) = kind else {
                unreachable!("only a call that is bound or not is forwarded")
            };
            stmt.kind = StmtKind::Let(var, rhs);
            var
        }
    };
    let values = if results.len() == 1 { vec![bound.into()] } else { elements(bound.into(), results.len()) };
    function.blocks[block].stmts.push(Stmt::at(StmtKind::Return(values), span));
}
