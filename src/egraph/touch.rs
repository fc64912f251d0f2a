//! What a statement does to alias sets, world and frame by itself, nested statements left out.

use crate::egraph::encode::Context;
use crate::egraph::encode_op::{call_sets, callee_symbols, op_syncs, op_world, shared_sets};
use crate::egraph::leaves::Source;
use crate::egraph::regions::Touch;
use crate::egraph::sets::{SetId, Sets};
use crate::ir::expr::Expr;
use crate::ir::op::{Effect, Purity};
use crate::ir::program::{Function, VarId};
use crate::ir::stmt::{OpCall, Rhs, Stmt, StmtKind};
use crate::ir::walk;

/// What a statement does to sets, world and frame by itself.
pub(crate) fn touch(context: Context<'_>, function: &Function, sets: &Sets, stmt: &Stmt) -> Touch {
    let mut touch = Touch::default();
    let handle_sets = |expr: &Expr| -> Vec<SetId> {
        let sources = sets.leaves.sources(function, expr).into_iter();
        let leaves = sources.filter_map(|source| match source {
            Source::Leaf(leaf) if sets.is_handle(leaf) => sets.of(leaf),
            _ => None,
        });
        leaves.collect()
    };
    walk::for_each_use(&stmt.kind, &mut |_, expr| {
        if matches!(expr, Expr::Var(_) | Expr::Get(..) | Expr::Tuple(_)) {
            touch.reads.extend(handle_sets(expr));
        }
    });
    // What a call, an operator or an allocation gives may begin a set, written or not.
    for var in walk::defined(&stmt.kind) {
        touch.reads.extend(handle_sets(&Expr::Var(var)));
    }
    match &stmt.kind {
        StmtKind::Let(var, Rhs::Op(call)) => {
            touch_op(sets, Some(*var), call, &handle_sets, &mut touch);
        }
        StmtKind::Eval(Rhs::Op(call)) => {
            touch_op(sets, None, call, &handle_sets, &mut touch);
        }
        StmtKind::Let(_, Rhs::Call(call)) | StmtKind::Eval(Rhs::Call(call)) => {
            touch.site = context.has_site(call);
            let symbols = callee_symbols(context, function, call);
            touch.hidden = symbols.into_iter().flatten().map(|own| sets.leaves.of(own).start).collect();
            let inner = context.sets.get(&call.callee);
            touch.world |= call.is_submit() || inner.is_none_or(|inner| inner.world);
            for (_, set, written) in call_sets(context, function, sets, stmt, call) {
                touch.reads.push(set);
                if written {
                    touch.writes.push(set);
                }
            }
        }
        // Each time it is reached another task is submitted.
        StmtKind::Scope(scope) => touch.site = scope.is_task(),
        StmtKind::Raw(_) | StmtKind::Break(_) | StmtKind::Continue(_) => touch.world = true,
        StmtKind::Let(_, Rhs::Expr(_))
        | StmtKind::Eval(Rhs::Expr(_))
        | StmtKind::For(_)
        | StmtKind::While(_)
        | StmtKind::If(_)
        | StmtKind::Return(_) => {}
    }
    touch
}

/// What an operator does to sets and world.
fn touch_op(
    sets: &Sets,
    var: Option<VarId>,
    call: &OpCall,
    handle_sets: &impl Fn(&Expr) -> Vec<SetId>,
    touch: &mut Touch,
) {
    let row = call.op.row();
    touch.world |= op_world(row);
    for (at, arg) in call.args.iter().enumerate() {
        if row.is_none_or(|row| row.effect(at, &call.kwargs) != Effect::Read) {
            touch.writes.extend(handle_sets(arg));
        }
    }
    if op_syncs(row) {
        touch.writes.extend(shared_sets(sets));
    }
    let creates = row.is_some_and(|row| match row.purity {
        Purity::Allocates => true,
        Purity::Pure => row.view.is_none() && row.names.is_none(),
        Purity::Arguments | Purity::Effectful => false,
    });
    if let Some(var) = var.filter(|_| creates) {
        let own = handle_sets(&Expr::Var(var));
        touch.site |= !own.is_empty() || row.is_some_and(|row| row.purity == Purity::Allocates);
        touch.writes.extend(own);
    }
}
