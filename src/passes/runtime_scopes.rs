//! `runtime-scopes`: the runtime scopes of an Orchestration function, written out.
//!
//! What a scope allocates may be gone when it ends. So a loop body or arm that hands a tensor out which it allocated itself
//! gets no scope: the tensor then lives as long as the scope around.

use crate::base::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::base::id::IdVec;
use crate::base::span::Span;
use crate::egraph::relation::{FunctionRelation, Root};
use crate::ir::attr::{Attr, Attrs};
use crate::ir::events::Event;
use crate::ir::expr::Expr;
use crate::ir::program::{BlockId, Function, FunctionKind, Program, VarId};
use crate::ir::stmt::{Block, Launch, Scope, ScopeKind, Stmt, StmtKind};
use crate::ir::walk::{Use, defined, for_each_use};
use crate::passes::run::{Context, Report};

/// A scope placed by hand where they are placed automatically.
pub const SCOPE_BY_HAND: Code = Code("scope-by-hand");

/// Runs the pass.
pub fn run(program: &mut Program, context: &Context<'_>) -> Result<Report, Diagnostics> {
    let relations = context.relations(program);
    let mut wrong = Diagnostics::new();
    let mut places = 0;
    for (name, function) in &mut program.functions {
        let concerned = function.kind == FunctionKind::Orchestration && function.body.is_some();
        if !concerned || function.attrs.bool("auto_scope") == Some(false) {
            continue;
        }
        wrong.extend(by_hand(function));
        for block in to_wrap(function, relations.functions.get(name)) {
            wrap(function, block);
            places += 1;
        }
        function.attrs.set("auto_scope", Attr::Bool(false));
        places += 1;
    }
    if wrong.has_errors() { Err(wrong) } else { Ok(Report::changes(places)) }
}

/// An AUTO scope of the author's says that scopes are placed by hand, which the function must say as well.
fn by_hand(function: &Function) -> Diagnostics {
    let scopes = function.stmts().filter(|stmt| is_auto(stmt));
    let complaints = scopes.map(|stmt| {
        let message =
            format!("function '{}' places a runtime scope, but its scopes are automatic", function.name);
        Diagnostic::error(SCOPE_BY_HAND, stmt.span, message)
            .also(function.span, "declared here")
            .help("write `auto_scope=False` in `@pl.function(...)`, or remove the scope")
    });
    complaints.collect()
}

fn is_auto(stmt: &Stmt) -> bool {
    matches!(&stmt.kind, StmtKind::Scope(Scope { kind: ScopeKind::Runtime { manual: false }, .. }))
}

fn is_manual(stmt: &Stmt) -> bool {
    matches!(&stmt.kind, StmtKind::Scope(Scope { kind: ScopeKind::Runtime { manual: true }, .. }))
}

/// The function's body, and each body of a loop and arm of a branch that no manual scope is around and that hands out
/// nothing of its own.
fn to_wrap(function: &Function, relation: Option<&FunctionRelation>) -> Vec<BlockId> {
    let mut blocks: Vec<_> = function.body.into_iter().collect();
    let mut walk = Walk {
        relation,
        manual: 0,
        clock: 0,
        defined: IdVec::filled(0, function.vars.len()),
        begun: Vec::new(),
    };
    for event in function.events() {
        walk.clock += 1;
        match event {
            Event::Before(stmt, _) if is_manual(stmt) => walk.manual += 1,
            Event::After(stmt, _) if is_manual(stmt) => walk.manual -= 1,
            Event::Before(stmt, _) => walk.jump(stmt),
            Event::After(stmt, _) => {
                for var in defined(&stmt.kind) {
                    walk.defined[var] = walk.clock;
                }
            }
            Event::Open(stmt, block) => {
                let candidate = walk.manual == 0 && may_have_scope(stmt, block);
                walk.begun.push(Open { at: walk.clock, wrap: candidate, around: is_loop(stmt) });
            }
            Event::Close(stmt, block) => {
                walk.hands_on(stmt, block);
                let open = walk.begun.pop().expect("a block that ends has begun");
                if open.wrap {
                    blocks.push(block);
                }
            }
        }
    }
    blocks
}

fn may_have_scope(stmt: &Stmt, block: BlockId) -> bool {
    match &stmt.kind {
        StmtKind::For(_) | StmtKind::If(_) => true,
        StmtKind::While(it) => block == it.body,
        _ => false,
    }
}

fn is_loop(stmt: &Stmt) -> bool {
    matches!(stmt.kind, StmtKind::For(_) | StmtKind::While(_))
}

/// A block around this point.
struct Open {
    /// When it began.
    at: usize,
    /// Whether it gets a scope.
    wrap: bool,
    /// Whether it is the body of a loop.
    around: bool,
}

struct Walk<'a> {
    relation: Option<&'a FunctionRelation>,
    /// How many manual scopes are around this point.
    manual: usize,
    clock: usize,
    /// When each variable was defined.
    defined: IdVec<VarId, usize>,
    begun: Vec<Open>,
}

impl Walk<'_> {
    /// What a block hands on at its end leaves it.
    fn hands_on(&mut self, stmt: &Stmt, block: BlockId) {
        let mut values = Vec::new();
        for_each_use(&stmt.kind, &mut |how, expr| {
            if how == Use::Inner(block) {
                values.push(expr);
            }
        });
        let innermost = self.begun.len() - 1;
        values.into_iter().for_each(|value| self.leaves(value, innermost));
    }

    /// What a jump hands on leaves all blocks up to its loop.
    fn jump(&mut self, stmt: &Stmt) {
        let (StmtKind::Break(values) | StmtKind::Continue(values)) = &stmt.kind else { return };
        let Some(body) = self.begun.iter().rposition(|open| open.around) else { return };
        values.iter().for_each(|value| self.leaves(value, body));
    }

    /// A value leaves the blocks from one on inwards: those that allocated it get no scope.
    fn leaves(&mut self, value: &Expr, from: usize) {
        let Some(relation) = self.relation else { return };
        let mut named = 0;
        value.for_each_var(&mut |var| named = named.max(self.defined[var]));
        for root in relation.roots_within(value) {
            let allocated = match root {
                Root::Fresh(var) => self.defined[var],
                Root::Param(_) => 0,
                // Such as an element of a result: it is no younger than the name that it leaves by.
                Root::Unknown => named,
            };
            for open in self.begun[from..].iter_mut().filter(|open| open.at < allocated) {
                open.wrap = false;
            }
        }
    }
}

/// Moves the statements of a block into a scope; what leaves the function stays behind it.
fn wrap(function: &mut Function, block: BlockId) {
    let mut stmts = std::mem::take(&mut function.blocks[block].stmts);
    let leaves = stmts.last().is_some_and(|stmt| matches!(stmt.kind, StmtKind::Return(_)));
    let rest = stmts.split_off(stmts.len() - usize::from(leaves));
    let span = stmts.first().map_or(Span::NONE, |stmt| stmt.span);
    let body = function.blocks.push(Block { stmts });
    let scope = StmtKind::Scope(auto_scope(body));
    let outer = &mut function.blocks[block].stmts;
    outer.push(Stmt::at(scope, span));
    outer.extend(rest);
}

fn auto_scope(body: BlockId) -> Scope {
    Scope {
        kind: ScopeKind::Runtime { manual: false },
        body,
        name: None,
        task_id: None,
        launch: Launch::default(),
        attrs: Attrs::new(),
    }
}
