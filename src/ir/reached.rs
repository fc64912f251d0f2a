//! Helpers that matter: Inline functions have no code of their own, so one that nothing else reaches says nothing, neither
//! of what it calls nor of what it would pass there.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use crate::base::name::Name;
use crate::ir::program::{Function, FunctionKind, Program};
use crate::ir::stmt::Stmt;

/// Functions that have code of their own, and the Inline ones that they reach.
pub fn reached(program: &Program) -> BTreeSet<&Name> {
    let stays = |function: &&Function| function.kind != FunctionKind::Inline;
    let mut found: BTreeSet<&Name> = program.functions.values().filter(stays).map(|it| &it.name).collect();
    let mut work: Vec<&Name> = found.iter().copied().collect();
    while let Some(name) = work.pop() {
        for call in program.functions[name].stmts().filter_map(Stmt::call) {
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
    let mut dropped: BTreeSet<&Name> = BTreeSet::new();
    // How many calls of each go to helpers that may have to stay, and who calls those.
    let mut waiting: BTreeMap<&Name, usize> = BTreeMap::new();
    let mut callers: BTreeMap<&Name, Vec<&Name>> = BTreeMap::new();
    for function in program.functions.values().filter(|function| !reached.contains(&function.name)) {
        let calls = function.stmts().filter_map(Stmt::call);
        let idle: Vec<&Name> = calls.map(|call| &call.callee).filter(|it| !reached.contains(it)).collect();
        waiting.insert(&function.name, idle.len());
        idle.into_iter().for_each(|callee| callers.entry(callee).or_default().push(&function.name));
    }
    let mut work: Vec<&Name> =
        waiting.iter().filter(|(_, calls)| **calls == 0).map(|(name, _)| *name).collect();
    while let Some(name) = work.pop() {
        dropped.insert(name);
        for caller in callers.get(name).into_iter().flatten() {
            let left = waiting.get_mut(caller).expect("only helpers that nothing reaches call such a one");
            *left -= 1;
            if *left == 0 {
                work.push(caller);
            }
        }
    }
    if dropped.is_empty() {
        return Cow::Borrowed(program);
    }
    let mut kept = program.clone();
    kept.functions.retain(|name, _| !dropped.contains(name));
    Cow::Owned(kept)
}
