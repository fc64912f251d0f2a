//! A function as a flat list of events, so that nothing here recurses on nesting.
//!
//! A block that hands values out (a loop's next values, a branch's merges) does so at a *tail* event. If the block's last
//! statement is a runtime scope, the tail stands inside it, where the names it mentions are visible.

use crate::base::id::IdVec;
use crate::ir::program::{BlockId, Function};
use crate::ir::stmt::{ScopeKind, Stmt, StmtKind};

/// One step of a walk over a function.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Event<'a> {
    /// A statement without nested blocks.
    Stmt(&'a Stmt),
    /// A statement with nested blocks begins.
    Begin(&'a Stmt),
    /// A nested block begins.
    Enter(&'a Stmt, Part, BlockId),
    /// The block hands out its values.
    Tail(&'a Stmt, Part),
    /// A nested block ends.
    Leave(&'a Stmt, Part, BlockId),
    /// A statement with nested blocks ends.
    End(&'a Stmt),
}

/// Which block of a statement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Part {
    Header,
    Body,
    Then,
    Else,
}

/// All events of a function, and where each block begins and ends among them.
pub(crate) struct Events<'a> {
    pub list: Vec<Event<'a>>,
    /// Index of `Enter` and `Leave` of each block; the outermost block has none.
    pub span: IdVec<BlockId, Option<(usize, usize)>>,
}

enum Step<'a> {
    Event(Event<'a>),
    Block { stmts: std::slice::Iter<'a, Stmt>, tail: Option<(&'a Stmt, Part)> },
}

/// The parts of a statement with the blocks they are, in order.
pub(crate) fn parts(kind: &StmtKind) -> Vec<(Part, BlockId)> {
    match kind {
        StmtKind::For(it) => vec![(Part::Body, it.body)],
        StmtKind::While(it) => vec![(Part::Header, it.header), (Part::Body, it.body)],
        StmtKind::If(it) => std::iter::once((Part::Then, it.then))
            .chain(it.otherwise.map(|block| (Part::Else, block)))
            .collect(),
        StmtKind::Scope(it) => vec![(Part::Body, it.body)],
        StmtKind::Let(..)
        | StmtKind::Eval(_)
        | StmtKind::Return(_)
        | StmtKind::Break(_)
        | StmtKind::Continue(_)
        | StmtKind::Raw(_) => Vec::new(),
    }
}

/// Whether a statement is a runtime scope.
fn is_runtime_scope(stmt: &Stmt) -> bool {
    matches!(&stmt.kind, StmtKind::Scope(scope) if matches!(scope.kind, ScopeKind::Runtime { .. }))
}

/// Flattens a function.
pub(crate) fn flatten(function: &Function) -> Events<'_> {
    let mut list = Vec::new();
    let mut span = IdVec::filled(None, function.blocks.len());
    let Some(body) = function.body else { return Events { list, span } };
    let mut stack = vec![Step::Block { stmts: function.blocks[body].stmts.iter(), tail: None }];
    while let Some(step) = stack.pop() {
        match step {
            Step::Event(event) => {
                match event {
                    Event::Enter(_, _, block) => span[block] = Some((list.len(), usize::MAX)),
                    Event::Leave(_, _, block) => {
                        let (enter, _) = span[block].expect("a block is entered before it is left");
                        span[block] = Some((enter, list.len()));
                    }
                    Event::Stmt(_) | Event::Begin(_) | Event::Tail(..) | Event::End(_) => {}
                }
                list.push(event);
            }
            Step::Block { mut stmts, mut tail } => {
                let Some(stmt) = stmts.next() else {
                    list.extend(tail.map(|(owner, part)| Event::Tail(owner, part)));
                    continue;
                };
                let inner_tail = if stmts.len() == 0 && is_runtime_scope(stmt) { tail.take() } else { None };
                stack.push(Step::Block { stmts, tail });
                nested(function, stmt, inner_tail, &mut stack);
            }
        }
    }
    Events { list, span }
}

/// Pushes the steps of one statement, last first. `tail` is what the block around hands out, if it does so inside.
fn nested<'a>(
    function: &'a Function,
    stmt: &'a Stmt,
    tail: Option<(&'a Stmt, Part)>,
    stack: &mut Vec<Step<'a>>,
) {
    let parts = parts(&stmt.kind);
    if parts.is_empty() {
        stack.push(Step::Event(Event::Stmt(stmt)));
        return;
    }
    stack.push(Step::Event(Event::End(stmt)));
    for &(part, block) in parts.iter().rev() {
        let own = match &stmt.kind {
            StmtKind::Scope(_) => tail,
            _ if part == Part::Header => None,
            _ => Some((stmt, part)),
        };
        stack.push(Step::Event(Event::Leave(stmt, part, block)));
        stack.push(Step::Block { stmts: function.blocks[block].stmts.iter(), tail: own });
        stack.push(Step::Event(Event::Enter(stmt, part, block)));
    }
    stack.push(Step::Event(Event::Begin(stmt)));
}
