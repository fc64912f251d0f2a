//! Helpers that matter: Inline functions have no code of their own, so one that nothing else reaches says nothing, neither
//! of what it calls nor of what it would pass there.

use std::borrow::Cow;
use std::collections::BTreeSet;

use crate::base::name::Name;
use crate::ir::program::{Function, FunctionKind, Program};
use crate::ir::stmt::{Call, Rhs, Stmt, StmtKind};

/// The calls and submissions of a function, in order.
fn calls(function: &Function) -> impl Iterator<Item = &Call> {
    function.stmts().filter_map(call_of)
}

fn call_of(stmt: &Stmt) -> Option<&Call> {
    match &stmt.kind {
        StmtKind::Let(_, Rhs::Call(call)) | StmtKind::Eval(Rhs::Call(call)) => Some(call),
        _ => None,
    }
}

/// Functions that have code of their own, and the Inline ones that they reach.
pub fn reached(program: &Program) -> BTreeSet<&Name> {
    let stays = |function: &&Function| function.kind != FunctionKind::Inline;
    let mut found: BTreeSet<&Name> = program.functions.values().filter(stays).map(|it| &it.name).collect();
    let mut work: Vec<&Name> = found.iter().copied().collect();
    while let Some(name) = work.pop() {
        for call in calls(&program.functions[name]) {
            if let Some((callee, _)) = program.functions.get_key_value(&call.callee)
                && found.insert(callee)
            {
                work.push(callee);
            }
        }
    }
    found
}

/// The program without helpers that nothing reaches. Those that reach themselves stay: somebody has to be told.
pub fn without_unreached(program: &Program) -> Cow<'_, Program> {
    let reached = reached(program);
    let mut idle: Vec<&Function> =
        program.functions.values().filter(|function| !reached.contains(&function.name)).collect();
    let mut dropped: BTreeSet<&Name> = BTreeSet::new();
    loop {
        let before = idle.len();
        let goes = |call: &Call| reached.contains(&call.callee) || dropped.contains(&call.callee);
        let (done, rest): (Vec<&Function>, Vec<&Function>) =
            idle.into_iter().partition(|function| calls(function).all(goes));
        dropped.extend(done.into_iter().map(|function| &function.name));
        idle = rest;
        if idle.len() == before {
            break;
        }
    }
    if dropped.is_empty() {
        return Cow::Borrowed(program);
    }
    let mut kept = program.clone();
    kept.functions.retain(|name, _| !dropped.contains(name));
    Cow::Owned(kept)
}
