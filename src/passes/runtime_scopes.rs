//! `runtime-scopes`: the runtime scopes of an Orchestration function, written out.

use crate::base::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::base::span::Span;
use crate::ir::attr::{Attr, Attrs};
use crate::ir::events::Event;
use crate::ir::program::{BlockId, Function, FunctionKind, Program};
use crate::ir::stmt::{Block, Launch, Scope, ScopeKind, Stmt, StmtKind};
use crate::passes::run::{Context, Report};

/// A scope placed by hand where they are placed automatically.
pub const SCOPE_BY_HAND: Code = Code("scope-by-hand");

/// Runs the pass.
pub fn run(program: &mut Program, _: &Context<'_>) -> Result<Report, Diagnostics> {
    let mut wrong = Diagnostics::new();
    let mut places = 0;
    for function in program.functions.values_mut() {
        let concerned = function.kind == FunctionKind::Orchestration && function.body.is_some();
        if !concerned || function.attrs.bool("auto_scope") == Some(false) {
            continue;
        }
        wrong.extend(by_hand(function));
        for block in to_wrap(function) {
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

/// The function's body, and each body of a loop and arm of a branch that no manual scope is around.
fn to_wrap(function: &Function) -> Vec<BlockId> {
    let mut blocks: Vec<_> = function.body.into_iter().collect();
    let mut manual = 0_usize;
    for event in function.events() {
        match event {
            Event::Before(stmt, _) if is_manual(stmt) => manual += 1,
            Event::After(stmt, _) if is_manual(stmt) => manual -= 1,
            Event::Open(stmt, block) if manual == 0 => {
                let wrapped = match &stmt.kind {
                    StmtKind::For(_) | StmtKind::If(_) => true,
                    StmtKind::While(it) => block == it.body,
                    _ => false,
                };
                if wrapped {
                    blocks.push(block);
                }
            }
            Event::Before(..) | Event::Open(..) | Event::Close(..) | Event::After(..) => {}
        }
    }
    blocks
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
