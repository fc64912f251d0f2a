//! Where variables are defined, and what leaves a loop early.

use crate::base::id::IdVec;
use crate::codegen::event::{Event, Events};
use crate::ir::expr::Expr;
use crate::ir::program::{BlockId, Function, VarId};
use crate::ir::stmt::{Carry, Merge, Rhs, StmtKind};

/// What defines a variable.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Def<'a> {
    /// A parameter, a symbol, an index, or nothing.
    Outside,
    /// The right side of an assignment.
    Rhs(&'a Rhs),
    /// A loop with that body.
    Carry(&'a Carry, usize, BlockId),
    /// A branch.
    Merge(&'a Merge),
}

/// Definitions of a function.
pub(crate) struct Flow<'a> {
    pub def: IdVec<VarId, Def<'a>>,
    /// Index of the event at which a variable comes to be; 0 for what is there from the start.
    pub at: IdVec<VarId, usize>,
    /// Values of breaks and continues of the loop with that body.
    pub exits: IdVec<BlockId, Vec<&'a [Expr]>>,
}

impl<'a> Flow<'a> {
    /// Reads a function.
    pub(crate) fn new(function: &Function, events: &Events<'a>) -> Self {
        let mut flow = Self {
            def: IdVec::filled(Def::Outside, function.vars.len()),
            at: IdVec::filled(0, function.vars.len()),
            exits: IdVec::filled(Vec::new(), function.blocks.len()),
        };
        let mut loops = Vec::new();
        for (at, event) in events.list.iter().enumerate() {
            flow.event(at, event, &mut loops);
        }
        flow
    }

    fn event(&mut self, at: usize, event: &Event<'a>, loops: &mut Vec<BlockId>) {
        match event {
            Event::Stmt(stmt) => match &stmt.kind {
                StmtKind::Let(var, rhs) => self.define(*var, at, Def::Rhs(rhs)),
                StmtKind::Break(values) | StmtKind::Continue(values) => {
                    if let Some(&body) = loops.last() {
                        self.exits[body].push(values);
                    }
                }
                _ => {}
            },
            Event::Begin(stmt) => match &stmt.kind {
                StmtKind::For(it) => {
                    loops.push(it.body);
                    self.define(it.index, at, Def::Outside);
                    self.carries(&it.carries, it.body, at);
                }
                StmtKind::While(it) => {
                    loops.push(it.body);
                    self.carries(&it.carries, it.body, at);
                }
                StmtKind::If(it) => {
                    it.merges.iter().for_each(|merge| self.define(merge.result, at, Def::Merge(merge)));
                }
                StmtKind::Scope(scope) => {
                    scope.task_id.into_iter().for_each(|var| self.define(var, at, Def::Outside));
                }
                _ => {}
            },
            Event::End(stmt) => {
                if matches!(stmt.kind, StmtKind::For(_) | StmtKind::While(_)) {
                    loops.pop();
                }
            }
            Event::Enter(..) | Event::Tail(..) | Event::Leave(..) => {}
        }
    }

    fn carries(&mut self, carries: &'a [Carry], body: BlockId, at: usize) {
        for (index, carry) in carries.iter().enumerate() {
            self.define(carry.param, at, Def::Carry(carry, index, body));
            self.define(carry.result, at, Def::Carry(carry, index, body));
        }
    }

    fn define(&mut self, var: VarId, at: usize, def: Def<'a>) {
        self.def[var] = def;
        self.at[var] = at;
    }
}
