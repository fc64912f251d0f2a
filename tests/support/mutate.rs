//! Faults to plant in a program, each of a kind that an optimizer could make.

use selfsame::ir::expr::Expr;
use selfsame::ir::op::Purity;
use selfsame::ir::program::{BlockId, Function, Program, VarId};
use selfsame::ir::stmt::{Carry, Rhs, Stmt, StmtKind};
use selfsame::ir::types::Type;

/// A kind of fault.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Fault {
    /// A write in place is left out; its result is what was there before.
    DroppedWrite,
    /// Two neighbouring statements of which one writes and the other reads change places.
    MovedRead,
    /// Two statements read where the other did.
    SwappedReads,
    /// Two projections of one tuple take each other's element.
    ExchangedProjections,
    /// A carry hands on what it got instead of what the trip made.
    OldVersion,
    /// A call is left out.
    DroppedCall,
    /// Two returned values change places.
    SwappedReturns,
    /// A read of a window moves over a synchronisation beside it.
    ReadOverSync,
}

impl Fault {
    pub(crate) const ALL: &'static [Self] = &[
        Self::DroppedWrite,
        Self::MovedRead,
        Self::SwappedReads,
        Self::ExchangedProjections,
        Self::OldVersion,
        Self::DroppedCall,
        Self::SwappedReturns,
        Self::ReadOverSync,
    ];
}

/// The program once per place where a fault of this kind can be planted.
pub(crate) fn plant(program: &Program, fault: Fault) -> Vec<Program> {
    let mut planted = Vec::new();
    for name in program.functions.keys() {
        let function = &program.functions[name];
        for mutated in in_function(function, fault) {
            let mut program = program.clone();
            program.functions[name] = mutated;
            planted.push(program);
        }
    }
    planted
}

fn in_function(function: &Function, fault: Fault) -> Vec<Function> {
    let mut planted = Vec::new();
    for (block, content) in function.blocks.entries() {
        for at in 0..content.stmts.len() {
            let mut mutated = function.clone();
            let done = match fault {
                Fault::DroppedWrite => drop_write(&mut mutated, block, at),
                Fault::MovedRead => move_read(&mut mutated, block, at),
                Fault::SwappedReads => swap_reads(&mut mutated, block, at),
                Fault::ExchangedProjections => exchange(&mut mutated, block, at),
                Fault::OldVersion => old_version(&mut mutated, block, at),
                Fault::DroppedCall => drop_call(&mut mutated, block, at),
                Fault::SwappedReturns => swap_returns(&mut mutated, block, at),
                Fault::ReadOverSync => read_over_sync(&mut mutated, block, at),
            };
            if done {
                planted.push(mutated);
            }
        }
    }
    planted
}

/// The operand that a statement writes in place and that its result names.
fn written(stmt: &Stmt) -> Option<Expr> {
    let (StmtKind::Let(_, Rhs::Op(op)) | StmtKind::Eval(Rhs::Op(op))) = &stmt.kind else { return None };
    let row = op.op.row()?;
    row.names.filter(|_| row.purity == Purity::Arguments).map(|at| op.args[at].clone())
}

fn drop_write(function: &mut Function, block: BlockId, at: usize) -> bool {
    let stmts = &mut function.blocks[block].stmts;
    let Some(old) = written(&stmts[at]) else { return false };
    match &mut stmts[at].kind {
        StmtKind::Let(_, rhs) => *rhs = Rhs::Expr(old),
        _ => drop(stmts.remove(at)),
    }
    true
}

fn defined(stmt: &Stmt) -> Option<VarId> {
    match &stmt.kind {
        StmtKind::Let(var, _) => Some(*var),
        _ => None,
    }
}

fn mentions(stmt: &Stmt, var: VarId) -> bool {
    let mut found = false;
    selfsame::ir::walk::for_each_use(&stmt.kind, &mut |_, expr| {
        expr.for_each_var(&mut |used| found |= used == var);
    });
    found
}

/// Whether a statement reads content: an operator that writes nothing.
fn reads(stmt: &Stmt) -> bool {
    let StmtKind::Let(_, Rhs::Op(op)) = &stmt.kind else { return false };
    op.op.row().is_some_and(|row| row.purity == Purity::Pure && row.view.is_none())
}

fn move_read(function: &mut Function, block: BlockId, at: usize) -> bool {
    let stmts = &mut function.blocks[block].stmts;
    if at + 1 >= stmts.len() {
        return false;
    }
    let (first, second) = (&stmts[at], &stmts[at + 1]);
    let independent = defined(first).is_none_or(|var| !mentions(second, var));
    // The read looks at the very name that is written.
    let meet = |write: &Stmt, read: &Stmt| {
        let target = written(write).and_then(|target| target.as_var());
        reads(read) && target.is_some_and(|target| mentions(read, target))
    };
    let clash = meet(first, second) || meet(second, first);
    if independent && clash {
        stmts.swap(at, at + 1);
    }
    independent && clash
}

/// Exchanges the right sides of a read and the next one of the same type.
fn swap_reads(function: &mut Function, block: BlockId, at: usize) -> bool {
    let Some(var) = defined(&function.blocks[block].stmts[at]) else { return false };
    let stmts = &function.blocks[block].stmts;
    if !reads(&stmts[at]) {
        return false;
    }
    let fits = |stmt: &Stmt| {
        reads(stmt)
            && !mentions(stmt, var)
            && defined(stmt).is_some_and(|other| function.ty(other) == function.ty(var))
    };
    let Some(other) = stmts[at + 1..].iter().take_while(|stmt| reads(stmt)).position(fits) else {
        return false;
    };
    let other = at + 1 + other;
    let second = defined(&stmts[other]).expect("a read defines a variable");
    let (left, right) = (stmts[at].kind.clone(), stmts[other].kind.clone());
    let (StmtKind::Let(_, left), StmtKind::Let(_, right)) = (left, right) else { return false };
    // The second one's operands must be there already.
    let uses_between = (at + 1..other)
        .any(|between| defined(&stmts[between]).is_some_and(|between| mentions(&stmts[other], between)));
    if uses_between {
        return false;
    }
    let stmts = &mut function.blocks[block].stmts;
    stmts[at].kind = StmtKind::Let(var, right);
    stmts[other].kind = StmtKind::Let(second, left);
    true
}

fn exchange(function: &mut Function, block: BlockId, at: usize) -> bool {
    let projection = |stmt: &Stmt| match &stmt.kind {
        StmtKind::Let(var, Rhs::Expr(Expr::Get(tuple, index))) => Some((*var, (**tuple).clone(), *index)),
        _ => None,
    };
    let stmts = &function.blocks[block].stmts;
    let (Some((var, tuple, index)), Some(next)) = (projection(&stmts[at]), stmts.get(at + 1)) else {
        return false;
    };
    let Some((other, same, other_index)) = projection(next) else { return false };
    if tuple != same || index == other_index || function.ty(var) != function.ty(other) {
        return false;
    }
    let get = |index| Rhs::Expr(Expr::Get(Box::new(tuple.clone()), index));
    let (first, second) = (get(other_index), get(index));
    let stmts = &mut function.blocks[block].stmts;
    stmts[at].kind = StmtKind::Let(var, first);
    stmts[at + 1].kind = StmtKind::Let(other, second);
    true
}

fn old_version(function: &mut Function, block: BlockId, at: usize) -> bool {
    let carries: &mut [Carry] = match &mut function.blocks[block].stmts[at].kind {
        StmtKind::For(it) => &mut it.carries,
        StmtKind::While(it) => &mut it.carries,
        _ => return false,
    };
    let stale =
        carries.iter_mut().find(|carry| carry.next != Expr::Var(carry.param) && carry.init != Expr::Undef);
    match stale {
        Some(carry) => {
            carry.next = Expr::Var(carry.param);
            true
        }
        None => false,
    }
}

/// A call that returns one of its arguments, or nothing, is left out.
fn drop_call(function: &mut Function, block: BlockId, at: usize) -> bool {
    let stmts = &mut function.blocks[block].stmts;
    match &stmts[at].kind {
        StmtKind::Eval(Rhs::Call(_)) => {
            stmts.remove(at);
            true
        }
        StmtKind::Let(var, Rhs::Call(call)) => {
            let ty = &function.vars[*var].ty;
            let fits = |arg: &&Expr| arg.as_var().is_some_and(|arg| function.vars[arg].ty == *ty);
            let Some(last) = call.args.iter().rfind(fits).cloned() else { return false };
            stmts[at].kind = StmtKind::Let(*var, Rhs::Expr(last));
            true
        }
        _ => false,
    }
}

fn swap_returns(function: &mut Function, block: BlockId, at: usize) -> bool {
    let StmtKind::Return(values) = &mut function.blocks[block].stmts[at].kind else { return false };
    let types: Vec<_> = function.results.clone();
    for second in 1..values.len() {
        if types[0] == types[second] && values[0] != values[second] {
            values.swap(0, second);
            return true;
        }
    }
    false
}

/// Exchanges a synchronisation and the read of a window beside it.
fn read_over_sync(function: &mut Function, block: BlockId, at: usize) -> bool {
    let stmts = &function.blocks[block].stmts;
    let Some(second) = stmts.get(at + 1) else { return false };
    let syncs = |stmt: &Stmt| match &stmt.kind {
        StmtKind::Eval(Rhs::Op(op)) => op.op.row().is_some_and(|row| row.sync),
        _ => false,
    };
    let of_window = |stmt: &Stmt| {
        let StmtKind::Let(_, Rhs::Op(op)) = &stmt.kind else { return false };
        let window = |arg: &Expr| {
            arg.as_var().is_some_and(|var| matches!(function.ty(var), Type::Tensor(it) if it.distributed))
        };
        reads(stmt) && op.args.iter().any(window)
    };
    let meet = (syncs(&stmts[at]) && of_window(second)) || (of_window(&stmts[at]) && syncs(second));
    if meet {
        function.blocks[block].stmts.swap(at, at + 1);
    }
    meet
}
