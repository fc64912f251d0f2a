//! How shapes of programs that take more than a line to describe are recognised.

use std::collections::BTreeMap;

use selfsame::ir::expr::Expr;
use selfsame::ir::program::{BlockId, Direction, Function, Program, VarId};
use selfsame::ir::stmt::{Call, Carry, Rhs, StmtKind};
use selfsame::ir::types::Type;

use crate::laws::shapes::{calls, defined_by, functions, is_helper, op_of, target, targets};

pub(super) fn scalar_bound_again(program: &Program, text: &str) -> bool {
    let indices = |it: &Function| {
        it.params.iter().any(|param| param.direction == Direction::In && *it.ty(param.var) == Type::INDEX)
    };
    functions(program, |it| is_helper(it) && it.hidden == 0, indices)
        && text.lines().any(|line| line.trim_start().starts_with("n = "))
}

/// A tile is loaded, its tensor is written, read, and written with that tile.
pub(super) fn restored(text: &str) -> bool {
    let lines: Vec<(&str, &str)> = text.lines().filter_map(|line| line.trim().split_once(" = ")).collect();
    lines.windows(4).any(|four| {
        let [(held, load), (name, store), (_, again), (back, last)] = four else { return false };
        name == back
            && [load, again].iter().all(|it| it.starts_with(&format!("pl.load({name},")))
            && store.starts_with("pl.store(")
            && last.starts_with(&format!("pl.store({held},"))
    })
}

/// A window of a tensor that was written is read, at another constant offset than one that was written.
pub(super) fn reads_beside(function: &Function) -> bool {
    let written = defined_by(function, |op| *op.op.name() == "tensor.assemble");
    let slices = function.stmts().filter_map(op_of).filter(|op| *op.op.name() == "tensor.slice");
    let mut seen: BTreeMap<VarId, Vec<&Expr>> = BTreeMap::new();
    for slice in slices {
        if let Some(of) = slice.args[0].as_var().filter(|of| written.contains(of)) {
            seen.entry(of).or_default().push(&slice.args[2]);
        }
    }
    seen.values().any(|offsets| offsets.iter().any(|offset| *offset != offsets[0]))
}

pub(super) fn two_sums(function: &Function) -> bool {
    let zeros = defined_by(function, |op| *op.op.name() == "tile.full");
    let sums = function.stmts().filter_map(op_of).filter(|op| *op.op.name() == "tile.matmul_acc");
    sums.filter(|op| op.args[0].as_var().is_some_and(|var| zeros.contains(&var))).count() >= 2
}

/// One function is called with the same argument twice, and with different ones.
pub(super) fn sites_differ(function: &Function) -> bool {
    let storage = |call: &Call| {
        let vars = call.args.iter().filter_map(Expr::as_var).filter(|var| function.ty(*var).is_storage());
        vars.collect::<Vec<_>>()
    };
    let repeats = |vars: &[VarId]| vars.iter().enumerate().any(|(at, var)| vars[..at].contains(var));
    let all = calls(function);
    all.iter().any(|call| {
        repeats(&storage(call))
            && all.iter().any(|other| other.callee == call.callee && !repeats(&storage(other)))
    })
}

/// Two parameters share a symbol, and their arguments have types that do not.
pub(super) fn two_extents(call: &Call, callee: Option<&Function>, function: &Function) -> bool {
    let Some(callee) = callee.filter(|it| is_helper(it) && !it.symbols.is_empty()) else { return false };
    let extent = |at: usize| {
        let declared = callee.ty(callee.params[at].var).shape()?.first()?.as_var()?;
        callee.symbols.contains(&declared).then_some(())?;
        function.ty(call.args.get(at)?.as_var()?).shape()?.first().cloned()
    };
    let extents: Vec<Expr> = (0..callee.params.len()).filter_map(extent).collect();
    extents.iter().any(|extent| *extent != extents[0])
}

pub(super) fn merges_fresh(function: &Function) -> bool {
    let fresh =
        defined_by(function, |op| op.op.row().is_some_and(|row| row.view.is_none() && row.names.is_none()));
    let is_fresh = |expr: &Expr| expr.as_var().is_some_and(|var| fresh.contains(&var));
    function.stmts().any(|stmt| match &stmt.kind {
        StmtKind::If(it) => it.merges.iter().any(|merge| is_fresh(&merge.then) != is_fresh(&merge.otherwise)),
        _ => false,
    })
}

pub(super) fn writes_result(function: &Function) -> bool {
    let mut results = Vec::new();
    for stmt in function.stmts() {
        match &stmt.kind {
            StmtKind::Let(var, Rhs::Call(_)) => results.push(*var),
            StmtKind::Let(var, Rhs::Expr(Expr::Get(tuple, _))) => {
                results.extend(tuple.as_var().filter(|tuple| results.contains(tuple)).map(|_| *var));
            }
            _ => {}
        }
    }
    targets(function).iter().any(|var| results.contains(var))
}

pub(super) fn writes_on_one_arm(function: &Function) -> bool {
    let writes =
        |block: BlockId| function.blocks[block].stmts.iter().filter_map(op_of).any(|op| target(op).is_some());
    function.stmts().any(|stmt| match &stmt.kind {
        StmtKind::If(it) => writes(it.then) != it.otherwise.is_some_and(writes),
        _ => false,
    })
}

pub(super) fn same_init(carries: &[Carry]) -> bool {
    carries.iter().enumerate().any(|(at, carry)| {
        carry.init.as_var().is_some() && carries[..at].iter().any(|other| other.init == carry.init)
    })
}
