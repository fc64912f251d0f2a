//! Sweep: drops what nothing needs: pure definitions that nobody reads, and loops and branches that do nothing.

use std::collections::HashSet;

use crate::base::id::IdVec;
use crate::ir::expr::Expr;
use crate::ir::op::Purity;
use crate::ir::program::{BlockId, Function, VarId};
use crate::ir::stmt::{Rhs, Stmt, StmtKind};
use crate::ir::types::Type;
use crate::ir::walk;

/// Drops definitions without effect that nobody reads; with `control`, loops and branches without effect as well.
///
/// References keep what they name. A `while` stays: it might never end.
pub fn sweep(function: &mut Function, control: bool) {
    let Some(body) = function.body else { return };
    let order = blocks_outer_first(function, body);
    let mut sweeping =
        Sweeping { read: IdVec::filled(false, function.vars.len()), control, idle: HashSet::new() };
    for result in &function.results {
        sweeping.reads_of_type(result);
    }
    for param in &function.params {
        sweeping.reads_of_type(&function.vars[param.var].ty.clone());
    }
    // Users come after what they use, and inside of what they stand in: one pass from the end finds all readers first.
    // A region's statements are seen when the statement around them is: it decides whether they are needed at all.
    let mut kept: IdVec<BlockId, Vec<bool>> = IdVec::filled(Vec::new(), function.blocks.len());
    sweeping.find_idle(function, &order);
    sweeping.block(function, body, &mut kept);
    for block in order {
        let mut keep = std::mem::take(&mut kept[block]).into_iter();
        function.blocks[block].stmts.retain(|_| keep.next().unwrap_or(false));
    }
}

/// Whether a statement gives storage that comes back from a call its name after the call, or a task the name that others
/// may wait for. It stays: who learns later that this is storage with another name reads it by this one.
fn comes_back(function: &Function, kind: &StmtKind) -> bool {
    match kind {
        StmtKind::Let(var, Rhs::Expr(Expr::Get(..))) => {
            function.ty(*var).is_storage() || *function.ty(*var) == Type::TASK_ID
        }
        _ => false,
    }
}

fn blocks_outer_first(function: &Function, body: BlockId) -> Vec<BlockId> {
    let mut order = vec![body];
    let mut next = 0;
    while let Some(&block) = order.get(next) {
        next += 1;
        order.extend(function.blocks[block].stmts.iter().flat_map(|stmt| walk::blocks(&stmt.kind)));
    }
    order
}

struct Sweeping {
    read: IdVec<VarId, bool>,
    control: bool,
    /// Blocks in which nothing but values is made.
    idle: HashSet<BlockId>,
}

/// What is left to do, last first.
enum Todo {
    Stmt(BlockId, usize),
    /// The uses of a statement that it reads when it begins.
    Operands(BlockId, usize),
}

impl Sweeping {
    /// Inner blocks come later in `order`: from the end, what is inside is known first.
    fn find_idle(&mut self, function: &Function, order: &[BlockId]) {
        for &block in order.iter().rev() {
            let stmts = &function.blocks[block].stmts;
            if stmts.iter().all(|stmt| self.is_idle(&stmt.kind)) {
                self.idle.insert(block);
            }
        }
    }

    /// Whether a statement only makes values.
    fn is_idle(&self, kind: &StmtKind) -> bool {
        match kind {
            StmtKind::Let(_, Rhs::Expr(_)) => true,
            StmtKind::Let(_, Rhs::Op(call)) => {
                let row = call.op.row();
                row.is_some_and(|row| matches!(row.purity, Purity::Pure | Purity::Allocates) && !row.sync)
            }
            StmtKind::For(_) | StmtKind::If(_) => {
                self.control && walk::blocks(kind).iter().all(|block| self.idle.contains(block))
            }
            StmtKind::Let(_, Rhs::Call(_))
            | StmtKind::Eval(_)
            | StmtKind::While(_)
            | StmtKind::Scope(_)
            | StmtKind::Return(_)
            | StmtKind::Break(_)
            | StmtKind::Continue(_)
            | StmtKind::Raw(_) => false,
        }
    }

    fn block(&mut self, function: &Function, body: BlockId, kept: &mut IdVec<BlockId, Vec<bool>>) {
        let mut todo: Vec<Todo> = Vec::new();
        let open = |block: BlockId, todo: &mut Vec<Todo>, kept: &mut IdVec<BlockId, Vec<bool>>| {
            let count = function.blocks[block].stmts.len();
            kept[block] = vec![true; count];
            // The last is done first.
            todo.extend((0..count).map(|at| Todo::Stmt(block, at)));
        };
        open(body, &mut todo, kept);
        while let Some(next) = todo.pop() {
            match next {
                Todo::Operands(block, at) => self.operands(&function.blocks[block].stmts[at]),
                Todo::Stmt(block, at) => {
                    let stmt = &function.blocks[block].stmts[at];
                    let defined = walk::defined(&stmt.kind);
                    let read = || defined.iter().any(|var| self.read[*var]);
                    if self.is_idle(&stmt.kind) && !comes_back(function, &stmt.kind) && !read() {
                        kept[block][at] = false;
                        continue;
                    }
                    for var in defined.into_iter().chain(walk::defined_inside(&stmt.kind)) {
                        self.reads_of_type(&function.vars[var].ty);
                    }
                    // What leaves its blocks is read at their ends, before their statements are looked at.
                    walk::for_each_use(&stmt.kind, &mut |how, expr| {
                        if matches!(how, walk::Use::Inner(_)) {
                            self.reads(expr);
                        }
                    });
                    todo.push(Todo::Operands(block, at));
                    for inner in walk::blocks(&stmt.kind) {
                        open(inner, &mut todo, kept);
                    }
                }
            }
        }
    }

    fn operands(&mut self, stmt: &Stmt) {
        walk::for_each_use(&stmt.kind, &mut |_, expr| self.reads(expr));
    }

    fn reads(&mut self, expr: &Expr) {
        expr.for_each_var(&mut |var| self.read[var] = true);
    }

    fn reads_of_type(&mut self, ty: &Type) {
        ty.for_each_expr(&mut |expr| expr.for_each_var(&mut |var| self.read[var] = true));
    }
}
