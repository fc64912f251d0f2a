//! The order in which functions are printed and worked on: callees before callers, whatever order they were written in.

use std::collections::BTreeMap;

use crate::base::name::Name;
use crate::ir::program::{Function, Program};

/// The functions of the program that a function calls or submits, in the order of their first calls.
pub fn callees(program: &Program, function: &Function) -> Vec<Name> {
    let mut found: indexmap::IndexSet<&Name> = indexmap::IndexSet::new();
    for stmt in function.stmts() {
        if let Some(call) = stmt.call()
            && program.functions.contains_key(&call.callee)
        {
            found.insert(&call.callee);
        }
    }
    found.into_iter().cloned().collect()
}

/// All functions, callees first; functions without an order between them by their names. If calls go in a circle, all
/// of them by their names.
pub fn callees_first(program: &Program) -> Vec<Name> {
    let mut names: Vec<&Name> = program.functions.keys().collect();
    names.sort();
    walk(program, &names).unwrap_or_else(|| names.into_iter().cloned().collect())
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    Open,
    Done,
}

fn walk(program: &Program, names: &[&Name]) -> Option<Vec<Name>> {
    let mut marks: BTreeMap<Name, Mark> = BTreeMap::new();
    let mut order = Vec::with_capacity(names.len());
    for &root in names {
        let mut stack = vec![root.clone()];
        while let Some(name) = stack.last().cloned() {
            match marks.get(&name) {
                Some(Mark::Done) => {
                    stack.pop();
                }
                Some(Mark::Open) => {
                    marks.insert(name.clone(), Mark::Done);
                    order.push(name);
                    stack.pop();
                }
                None => {
                    marks.insert(name.clone(), Mark::Open);
                    for callee in callees(program, &program.functions[&name]).into_iter().rev() {
                        match marks.get(&callee) {
                            Some(Mark::Open) => return None,
                            Some(Mark::Done) => {}
                            None => stack.push(callee),
                        }
                    }
                }
            }
        }
    }
    Some(order)
}
