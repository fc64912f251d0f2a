//! The one place that lists what a statement uses, defines and contains.

use crate::base::id::IdVec;
use crate::ir::expr::Expr;
use crate::ir::program::{BlockId, Function, VarId};
use crate::ir::stmt::{Call, Launch, OpCall, Rhs, Scope, ScopeKind, Stmt, StmtKind};
use crate::ir::types::{MemBase, MemRef, Type};

/// How a statement mentions an expression.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Use {
    /// Read as an operand before or while the statement runs.
    Operand,
    /// Read at the end of a nested block: a carry's `next`, a merge's sides, a `while` condition.
    Inner(BlockId),
    /// Named without being read: dumps, `no_dep`.
    Reference,
}

/// Calls `f` on each expression that the statement itself mentions, nested statements left out.
pub fn for_each_use<'a>(kind: &'a StmtKind, f: &mut impl FnMut(Use, &'a Expr)) {
    match kind {
        StmtKind::Let(_, rhs) | StmtKind::Eval(rhs) => for_each_rhs_use(rhs, f),
        StmtKind::For(it) => {
            [&it.start, &it.stop, &it.step].into_iter().for_each(|bound| f(Use::Operand, bound));
            for carry in &it.carries {
                f(Use::Operand, &carry.init);
                f(Use::Inner(it.body), &carry.next);
            }
            it.attrs.iter().for_each(|(_, attr)| attr.for_each_expr(&mut |expr| f(Use::Reference, expr)));
        }
        StmtKind::While(it) => {
            for carry in &it.carries {
                f(Use::Operand, &carry.init);
                f(Use::Inner(it.body), &carry.next);
            }
            f(Use::Inner(it.header), &it.cond);
        }
        StmtKind::If(it) => {
            f(Use::Operand, &it.cond);
            for merge in &it.merges {
                f(Use::Inner(it.then), &merge.then);
                f(it.otherwise.map_or(Use::Operand, Use::Inner), &merge.otherwise);
            }
        }
        StmtKind::Scope(scope) => {
            if let ScopeKind::SplitAiv { count, .. } = &scope.kind {
                f(Use::Operand, count);
            }
            for_each_launch_use(&scope.launch, f);
            scope.attrs.iter().for_each(|(_, attr)| attr.for_each_expr(&mut |expr| f(Use::Reference, expr)));
        }
        StmtKind::Return(values) | StmtKind::Break(values) | StmtKind::Continue(values) => {
            values.iter().for_each(|value| f(Use::Operand, value));
        }
        StmtKind::Raw(_) => {}
    }
}

fn for_each_rhs_use<'a>(rhs: &'a Rhs, f: &mut impl FnMut(Use, &'a Expr)) {
    match rhs {
        Rhs::Expr(expr) => f(Use::Operand, expr),
        Rhs::Op(OpCall { op: _, args, kwargs, attrs }) => {
            args.iter().for_each(|arg| f(Use::Operand, arg));
            kwargs.iter().for_each(|(_, attr)| attr.for_each_expr(&mut |expr| f(Use::Operand, expr)));
            attrs.iter().for_each(|(_, attr)| attr.for_each_expr(&mut |expr| f(Use::Reference, expr)));
        }
        Rhs::Call(Call { callee: _, mode: _, args, launch, no_dep: _, directions: _, attrs }) => {
            args.iter().for_each(|arg| f(Use::Operand, arg));
            for_each_launch_use(launch, f);
            attrs.iter().for_each(|(_, attr)| attr.for_each_expr(&mut |expr| f(Use::Reference, expr)));
        }
    }
}

fn for_each_launch_use<'a>(launch: &'a Launch, f: &mut impl FnMut(Use, &'a Expr)) {
    let Launch { deps, dumps, no_dep, predicate, core_num, sync_start: _, allow_early_resolve: _, device } =
        launch;
    deps.iter().for_each(|dep| f(Use::Operand, dep));
    [predicate, core_num, device].into_iter().flatten().for_each(|expr| f(Use::Operand, expr));
    dumps.iter().chain(no_dep).for_each(|named| f(Use::Reference, named));
}

/// Calls `f` on each expression that the statement itself mentions, to be changed; same order as [`for_each_use`].
pub fn for_each_use_mut(kind: &mut StmtKind, f: &mut impl FnMut(Use, &mut Expr)) {
    match kind {
        StmtKind::Let(_, rhs) | StmtKind::Eval(rhs) => for_each_rhs_use_mut(rhs, f),
        StmtKind::For(it) => {
            [&mut it.start, &mut it.stop, &mut it.step].into_iter().for_each(|bound| f(Use::Operand, bound));
            for carry in &mut it.carries {
                f(Use::Operand, &mut carry.init);
                f(Use::Inner(it.body), &mut carry.next);
            }
            it.attrs
                .values_mut()
                .for_each(|attr| attr.for_each_expr_mut(&mut |expr| f(Use::Reference, expr)));
        }
        StmtKind::While(it) => {
            for carry in &mut it.carries {
                f(Use::Operand, &mut carry.init);
                f(Use::Inner(it.body), &mut carry.next);
            }
            f(Use::Inner(it.header), &mut it.cond);
        }
        StmtKind::If(it) => {
            f(Use::Operand, &mut it.cond);
            let other = it.otherwise.map_or(Use::Operand, Use::Inner);
            for merge in &mut it.merges {
                f(Use::Inner(it.then), &mut merge.then);
                f(other, &mut merge.otherwise);
            }
        }
        StmtKind::Scope(Scope { kind, launch, attrs, .. }) => {
            if let ScopeKind::SplitAiv { count, .. } = kind {
                f(Use::Operand, count);
            }
            for_each_launch_use_mut(launch, f);
            attrs.values_mut().for_each(|attr| attr.for_each_expr_mut(&mut |expr| f(Use::Reference, expr)));
        }
        StmtKind::Return(values) | StmtKind::Break(values) | StmtKind::Continue(values) => {
            values.iter_mut().for_each(|value| f(Use::Operand, value));
        }
        StmtKind::Raw(_) => {}
    }
}

fn for_each_rhs_use_mut(rhs: &mut Rhs, f: &mut impl FnMut(Use, &mut Expr)) {
    match rhs {
        Rhs::Expr(expr) => f(Use::Operand, expr),
        Rhs::Op(OpCall { op: _, args, kwargs, attrs }) => {
            args.iter_mut().for_each(|arg| f(Use::Operand, arg));
            kwargs.values_mut().for_each(|attr| attr.for_each_expr_mut(&mut |expr| f(Use::Operand, expr)));
            attrs.values_mut().for_each(|attr| attr.for_each_expr_mut(&mut |expr| f(Use::Reference, expr)));
        }
        Rhs::Call(Call { callee: _, mode: _, args, launch, no_dep: _, directions: _, attrs }) => {
            args.iter_mut().for_each(|arg| f(Use::Operand, arg));
            for_each_launch_use_mut(launch, f);
            attrs.values_mut().for_each(|attr| attr.for_each_expr_mut(&mut |expr| f(Use::Reference, expr)));
        }
    }
}

fn for_each_launch_use_mut(launch: &mut Launch, f: &mut impl FnMut(Use, &mut Expr)) {
    let Launch { deps, dumps, no_dep, predicate, core_num, sync_start: _, allow_early_resolve: _, device } =
        launch;
    deps.iter_mut().for_each(|dep| f(Use::Operand, dep));
    [predicate, core_num, device].into_iter().flatten().for_each(|expr| f(Use::Operand, expr));
    dumps.iter_mut().chain(no_dep).for_each(|named| f(Use::Reference, named));
}

/// Variables that the statement defines and that are visible after it, in order.
pub fn defined(kind: &StmtKind) -> Vec<VarId> {
    match kind {
        StmtKind::Let(var, _) => vec![*var],
        StmtKind::For(it) => it.carries.iter().map(|carry| carry.result).collect(),
        StmtKind::While(it) => it.carries.iter().map(|carry| carry.result).collect(),
        StmtKind::If(it) => it.merges.iter().map(|merge| merge.result).collect(),
        StmtKind::Scope(it) => it.task_id.into_iter().collect(),
        StmtKind::Eval(_)
        | StmtKind::Return(_)
        | StmtKind::Break(_)
        | StmtKind::Continue(_)
        | StmtKind::Raw(_) => Vec::new(),
    }
}

/// Variables that the statement defines for its nested blocks only, in order.
pub fn defined_inside(kind: &StmtKind) -> Vec<VarId> {
    match kind {
        StmtKind::For(it) => {
            std::iter::once(it.index).chain(it.carries.iter().map(|carry| carry.param)).collect()
        }
        StmtKind::While(it) => it.carries.iter().map(|carry| carry.param).collect(),
        StmtKind::Scope(it) => match &it.kind {
            ScopeKind::Spmd { index } => index.iter().copied().collect(),
            ScopeKind::SplitAiv { lane, .. } => vec![*lane],
            ScopeKind::At { .. } | ScopeKind::Cluster | ScopeKind::Runtime { .. } | ScopeKind::Graph => {
                Vec::new()
            }
        },
        StmtKind::Let(..)
        | StmtKind::Eval(_)
        | StmtKind::If(_)
        | StmtKind::Return(_)
        | StmtKind::Break(_)
        | StmtKind::Continue(_)
        | StmtKind::Raw(_) => Vec::new(),
    }
}

/// Nested blocks in the order they stand.
pub fn blocks(kind: &StmtKind) -> Vec<BlockId> {
    match kind {
        StmtKind::For(it) => vec![it.body],
        StmtKind::While(it) => vec![it.header, it.body],
        StmtKind::If(it) => std::iter::once(it.then).chain(it.otherwise).collect(),
        StmtKind::Scope(it) => vec![it.body],
        StmtKind::Let(..)
        | StmtKind::Eval(_)
        | StmtKind::Return(_)
        | StmtKind::Break(_)
        | StmtKind::Continue(_)
        | StmtKind::Raw(_) => Vec::new(),
    }
}

impl Function {
    /// All statements in the order they stand, outer before inner, without recursion.
    pub fn stmts(&self) -> Stmts<'_> {
        let stack = self.body.map(|body| self.blocks[body].stmts.iter());
        Stmts { function: self, stack: stack.into_iter().collect() }
    }
}

/// Iterator over all statements of a function; see [`Function::stmts`].
pub struct Stmts<'a> {
    function: &'a Function,
    stack: Vec<std::slice::Iter<'a, Stmt>>,
}

impl<'a> Iterator for Stmts<'a> {
    type Item = &'a Stmt;
    fn next(&mut self) -> Option<&'a Stmt> {
        loop {
            let Some(stmt) = self.stack.last_mut()?.next() else {
                self.stack.pop();
                continue;
            };
            for block in blocks(&stmt.kind).into_iter().rev() {
                self.stack.push(self.function.blocks[block].stmts.iter());
            }
            return Some(stmt);
        }
    }
}

impl Type {
    /// Calls `f` on each expression inside the type, to be changed: extents, strides, valid extents, offsets.
    pub fn for_each_expr_mut(&mut self, f: &mut impl FnMut(&mut Expr)) {
        match self {
            Self::Tensor(tensor) => {
                tensor.shape.iter_mut().for_each(&mut *f);
                if let Some(view) = &mut tensor.view {
                    view.stride.iter_mut().chain(&mut view.valid_shape).for_each(&mut *f);
                }
                tensor.memref.iter_mut().for_each(|memref| memref.for_each_expr_mut(f));
            }
            Self::Tile(tile) => {
                tile.shape.iter_mut().for_each(&mut *f);
                if let Some(view) = &mut tile.view {
                    let lists = view.valid_shape.iter_mut().chain(&mut view.stride);
                    lists.chain(&mut view.start_offset).for_each(&mut *f);
                }
                tile.memref.iter_mut().for_each(|memref| memref.for_each_expr_mut(f));
            }
            Self::Tuple(items) => items.iter_mut().for_each(|item| item.for_each_expr_mut(f)),
            Self::Scalar(_) | Self::Array(..) | Self::Ptr | Self::MemRef | Self::Unknown | Self::Named(_) => {
            }
        }
    }
    /// Calls `f` on each expression inside the type.
    pub fn for_each_expr(&self, f: &mut impl FnMut(&Expr)) {
        match self {
            Self::Tensor(tensor) => {
                tensor.shape.iter().for_each(&mut *f);
                if let Some(view) = &tensor.view {
                    view.stride.iter().chain(&view.valid_shape).for_each(&mut *f);
                }
                tensor.memref.iter().for_each(|memref| memref.for_each_expr(f));
            }
            Self::Tile(tile) => {
                tile.shape.iter().for_each(&mut *f);
                if let Some(view) = &tile.view {
                    view.valid_shape.iter().chain(&view.stride).chain(&view.start_offset).for_each(&mut *f);
                }
                tile.memref.iter().for_each(|memref| memref.for_each_expr(f));
            }
            Self::Tuple(items) => items.iter().for_each(|item| item.for_each_expr(f)),
            Self::Scalar(_) | Self::Array(..) | Self::Ptr | Self::MemRef | Self::Unknown | Self::Named(_) => {
            }
        }
    }
    /// The same type with every variable replaced.
    #[must_use]
    pub fn map_vars(&self, f: &mut impl FnMut(VarId) -> Expr) -> Self {
        let mut mapped = self.clone();
        mapped.for_each_expr_mut(&mut |expr| *expr = expr.map_vars(f));
        mapped
    }
}

impl MemRef {
    fn for_each_expr(&self, f: &mut impl FnMut(&Expr)) {
        if let MemBase::Var(var) = self.base {
            f(&Expr::Var(var));
        }
        std::iter::once(&self.offset).chain(&self.size).chain(&self.slot).for_each(f);
    }
    fn for_each_expr_mut(&mut self, f: &mut impl FnMut(&mut Expr)) {
        if let MemBase::Var(var) = &mut self.base {
            let mut expr = Expr::Var(*var);
            f(&mut expr);
            *var = expr.as_var().expect("a memory reference's base stays a variable");
        }
        std::iter::once(&mut self.offset).chain(&mut self.size).chain(&mut self.slot).for_each(f);
    }
}

/// Which variables statements read or types of variables mention.
pub fn mentioned(function: &Function) -> IdVec<VarId, bool> {
    let mut mentioned = IdVec::filled(false, function.vars.len());
    for stmt in function.stmts() {
        for_each_use(&stmt.kind, &mut |_, expr| expr.for_each_var(&mut |var| mentioned[var] = true));
    }
    for var in function.vars.iter() {
        var.ty.for_each_expr(&mut |expr| expr.for_each_var(&mut |var| mentioned[var] = true));
    }
    mentioned
}
