//! Step A: a kernel returns its outputs in the order in which its parameters declare them.

use indexmap::IndexMap;

use crate::base::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::base::name::Name;
use crate::ir::expr::Expr;
use crate::ir::program::{Function, Program};
use crate::ir::stmt::StmtKind;

/// A kernel's returns cannot be put in the order of its outputs.
pub(crate) const NOT_REORDERED: Code = Code("returns-not-reordered");

/// Where each returned value of a function went: value `i` is now value `permutation[i]`.
pub(crate) type Permutations = IndexMap<Name, Vec<usize>>;

/// Permutes the returns of kernels; says how, and which could not be.
pub(crate) fn run(program: &mut Program) -> (Permutations, Diagnostics) {
    let mut permutations = Permutations::new();
    let mut notes = Diagnostics::new();
    for (name, function) in &mut program.functions {
        match permutation(function) {
            Wanted::Nothing => {}
            Wanted::Impossible(why) => {
                let message = format!("the returns of '{name}' keep their order: {why}");
                notes.push(Diagnostic::note(NOT_REORDERED, function.span, message));
            }
            Wanted::Order(order) => {
                reorder(function, &order);
                permutations.insert(name.clone(), order);
            }
        }
    }
    (permutations, notes)
}

enum Wanted {
    Nothing,
    Impossible(String),
    Order(Vec<usize>),
}

fn permutation(function: &Function) -> Wanted {
    let Some(values) = function.returned().filter(|_| function.kind.is_kernel()) else {
        return Wanted::Nothing;
    };
    let outputs: Vec<_> = function.params.iter().filter(|param| param.direction.writes()).collect();
    if outputs.is_empty() || outputs.len() > values.len() {
        return Wanted::Nothing;
    }
    let rank = |value: &Expr| outputs.iter().position(|param| *value == Expr::Var(param.var));
    let order: Vec<_> =
        values.iter().enumerate().map(|(index, value)| rank(value).unwrap_or(index)).collect();
    if order.iter().enumerate().all(|(index, to)| index == *to) {
        return Wanted::Nothing;
    }
    let mut taken: Vec<Option<usize>> = vec![None; values.len()];
    for (from, &to) in order.iter().enumerate() {
        if let Some(other) = taken[to].replace(from) {
            return Wanted::Impossible(format!("values {other} and {from} both belong at position {to}"));
        }
    }
    Wanted::Order(order)
}

fn reorder(function: &mut Function, order: &[usize]) {
    permuted(&mut function.results, order);
    let body = function.body.expect("what returns has a body");
    let last = function.blocks[body].stmts.last_mut().expect("what returns has a last statement");
    let StmtKind::Return(values) = &mut last.kind else { unreachable!("the last statement returns") };
    permuted(values, order);
}

/// Moves item `i` to place `order[i]`; items past the order stay.
pub(crate) fn permuted<T: Clone>(items: &mut [T], order: &[usize]) {
    if items.len() < order.len() {
        return;
    }
    let old = items.to_vec();
    for (from, &to) in order.iter().enumerate() {
        items[to] = old[from].clone();
    }
}
