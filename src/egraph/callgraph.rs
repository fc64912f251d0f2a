//! Who calls whom: functions callees first, and which of them are recursive.

use std::collections::BTreeMap;

use crate::base::name::Name;
use crate::ir::program::Program;

/// The call graph of a program, independent of the order in which its functions are written.
#[derive(Debug)]
pub struct CallGraph {
    /// Strongly connected components, callees first; the names of one are sorted.
    pub components: Vec<Component>,
    /// Callees of each function, each once, sorted.
    pub callees: BTreeMap<Name, Vec<Name>>,
}

/// Functions that call each other, or one that does not.
#[derive(Debug)]
pub struct Component {
    /// Sorted names.
    pub members: Vec<Name>,
    /// Whether a member reaches itself.
    pub recursive: bool,
}

/// State of one function during the walk.
#[derive(Clone, Copy, Default)]
struct Visit {
    index: usize,
    low: usize,
    on_stack: bool,
}

impl CallGraph {
    /// Reads the calls and submissions of all bodies; calls of functions that do not exist are left out.
    pub fn new(program: &Program) -> Self {
        let mut callees = BTreeMap::new();
        for (name, function) in &program.functions {
            let mut called = Vec::new();
            for stmt in function.stmts() {
                if let Some(call) = stmt.call()
                    && program.functions.contains_key(&call.callee)
                {
                    called.push(call.callee.clone());
                }
            }
            called.sort();
            called.dedup();
            callees.insert(name.clone(), called);
        }
        let components = components(&callees);
        Self { components, callees }
    }
    /// Whether a function reaches itself.
    pub fn is_recursive(&self, name: &Name) -> bool {
        self.components.iter().any(|component| component.recursive && component.members.contains(name))
    }
    /// All functions, callees first.
    pub fn callees_first(&self) -> impl DoubleEndedIterator<Item = &Name> {
        self.components.iter().flat_map(|component| component.members.iter())
    }
}

/// Tarjan's components with an explicit stack, roots in order of name.
fn components(callees: &BTreeMap<Name, Vec<Name>>) -> Vec<Component> {
    let mut visits: BTreeMap<&Name, Visit> = BTreeMap::new();
    let mut stack: Vec<&Name> = Vec::new();
    let mut found = Vec::new();
    for root in callees.keys() {
        let mut work: Vec<(&Name, usize)> = vec![(root, 0)];
        while let Some((name, next)) = work.pop() {
            if next == 0 {
                if visits.contains_key(name) {
                    continue;
                }
                let index = visits.len();
                visits.insert(name, Visit { index, low: index, on_stack: true });
                stack.push(name);
            } else {
                let low = visits[&callees[name][next - 1]];
                if low.on_stack {
                    let visit = visits.get_mut(name).expect("visited above");
                    visit.low = visit.low.min(low.low);
                }
            }
            if let Some(callee) = callees[name].get(next) {
                work.push((name, next + 1));
                work.push((callee, 0));
                continue;
            }
            let visit = visits[name];
            if visit.low == visit.index {
                found.push(take_component(name, &mut stack, &mut visits, callees));
            }
        }
    }
    found
}

fn take_component<'a>(
    root: &'a Name,
    stack: &mut Vec<&'a Name>,
    visits: &mut BTreeMap<&'a Name, Visit>,
    callees: &BTreeMap<Name, Vec<Name>>,
) -> Component {
    let at = stack.iter().rposition(|&name| name == root).expect("a root is on its stack");
    let mut members: Vec<Name> = stack.drain(at..).cloned().collect();
    for member in &members {
        visits.get_mut(member).expect("visited before").on_stack = false;
    }
    members.sort();
    let recursive = members.len() > 1 || callees[root].contains(root);
    Component { members, recursive }
}
