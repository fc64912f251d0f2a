//! What checking a program learns: where each variable is defined, how often it is used, how blocks nest, who calls whom.

use indexmap::IndexMap;

use crate::base::diagnostic::Diagnostics;
use crate::base::id::IdVec;
use crate::base::name::Name;
use crate::ir::events::Place;
use crate::ir::program::{BlockId, Program, VarId};

/// What is known of a program that is well formed.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    /// What is known of each function, in the order of the program.
    pub functions: IndexMap<Name, FunctionFacts>,
    /// Who calls whom.
    pub calls: CallGraph,
    /// What is likely to be a mistake but has a meaning.
    pub warnings: Diagnostics,
}

/// What is known of one function.
#[derive(Clone, Debug, Default)]
pub struct FunctionFacts {
    /// Where each variable is defined; `None` for one that the body does not define.
    pub definitions: IdVec<VarId, Option<Definition>>,
    /// How each variable is used.
    pub uses: IdVec<VarId, Uses>,
    /// How each block nests; `None` for one that the body does not reach.
    pub blocks: IdVec<BlockId, Option<Nesting>>,
    /// Calls and submissions of functions, in the order they stand.
    pub call_sites: Vec<CallSite>,
}

/// Where a variable is defined.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Definition {
    /// The parameter of that index.
    Param(usize),
    /// A dynamic symbol.
    Symbol,
    /// A `Let`.
    Let(Place),
    /// The index of a counted loop.
    Index(Place),
    /// The k-th carry of a loop, as its body reads it.
    CarryParam(Place, usize),
    /// The k-th carry of a loop, after it.
    CarryResult(Place, usize),
    /// The k-th merge of a branch.
    Merge(Place, usize),
    /// The block or lane index of a scope.
    ScopeIndex(Place),
    /// The task id of a scope.
    TaskId(Place),
}

impl Definition {
    /// The statement; `None` for parameters and symbols.
    pub fn place(self) -> Option<Place> {
        match self {
            Self::Param(_) | Self::Symbol => None,
            Self::Let(place)
            | Self::Index(place)
            | Self::CarryParam(place, _)
            | Self::CarryResult(place, _)
            | Self::Merge(place, _)
            | Self::ScopeIndex(place)
            | Self::TaskId(place) => Some(place),
        }
    }
}

/// How often a variable is mentioned.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Uses {
    /// As an operand, or as what a block hands on.
    pub reads: u32,
    /// By name only: dumps, `no_dep`, attributes.
    pub references: u32,
    /// In the type of a variable.
    pub extents: u32,
}

impl Uses {
    /// Whether nothing mentions it.
    pub fn is_unused(self) -> bool {
        self == Self::default()
    }
}

/// How a block nests.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Nesting {
    /// The statement it belongs to; `None` for the outermost block.
    pub parent: Option<Place>,
    /// How many blocks it stands in.
    pub depth: u32,
    /// How many loops it stands in.
    pub loops: u32,
}

/// A call or submission of a function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CallSite {
    /// The statement.
    pub place: Place,
    /// The function called.
    pub callee: Name,
}

/// Who calls whom, with the functions in an order in which callees come first.
#[derive(Clone, Debug, Default)]
pub struct CallGraph {
    /// The functions that each function calls or submits, each once, in the order of its body.
    pub callees: IndexMap<Name, Vec<Name>>,
    /// Functions that call each other stand in one group; a group comes after all groups it calls.
    pub groups: Vec<Group>,
}

/// Functions that call each other, or one function on its own.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Group {
    /// In the order of the program.
    pub functions: Vec<Name>,
    /// Whether a function of the group calls one of the group.
    pub recursive: bool,
    /// 0 for groups that call no other group, else one more than the highest level called. Groups of a level do not
    /// depend on each other.
    pub level: usize,
}

impl CallGraph {
    /// The call graph of a program. Calls of functions that the program does not have are left out.
    pub fn of(program: &Program) -> Self {
        let mut callees: IndexMap<Name, Vec<Name>> = IndexMap::new();
        for function in program.functions.values() {
            let mut called: indexmap::IndexSet<Name> = indexmap::IndexSet::new();
            for stmt in function.stmts() {
                if let Some(call) = stmt.call()
                    && program.functions.contains_key(&call.callee)
                {
                    called.insert(call.callee.clone());
                }
            }
            callees.insert(function.name.clone(), called.into_iter().collect());
        }
        let groups = groups(&callees);
        Self { callees, groups }
    }
    /// All functions, callees before callers where they do not call each other.
    pub fn callees_first(&self) -> impl Iterator<Item = &Name> {
        self.groups.iter().flat_map(|group| &group.functions)
    }
}

const UNVISITED: usize = usize::MAX;

/// Tarjan's strongly connected components, with an explicit stack.
struct Components<'a> {
    edges: &'a [Vec<usize>],
    order: Vec<usize>,
    low: Vec<usize>,
    on_stack: Vec<bool>,
    stack: Vec<usize>,
    next: usize,
    found: Vec<Vec<usize>>,
}

impl Components<'_> {
    fn visit(&mut self, root: usize) {
        let mut work = vec![(root, 0)];
        self.enter(root);
        while let Some((node, edge)) = work.last_mut() {
            let node = *node;
            if let Some(&next) = self.edges[node].get(*edge) {
                *edge += 1;
                if self.order[next] == UNVISITED {
                    self.enter(next);
                    work.push((next, 0));
                } else if self.on_stack[next] {
                    self.low[node] = self.low[node].min(self.order[next]);
                }
                continue;
            }
            work.pop();
            if let Some((parent, _)) = work.last() {
                self.low[*parent] = self.low[*parent].min(self.low[node]);
            }
            if self.low[node] == self.order[node] {
                self.leave(node);
            }
        }
    }
    fn enter(&mut self, node: usize) {
        self.order[node] = self.next;
        self.low[node] = self.next;
        self.next += 1;
        self.on_stack[node] = true;
        self.stack.push(node);
    }
    fn leave(&mut self, node: usize) {
        let at = self.stack.iter().rposition(|&it| it == node).expect("a root is still on the stack");
        let mut members = self.stack.split_off(at);
        members.iter().for_each(|&member| self.on_stack[member] = false);
        members.sort_unstable();
        self.found.push(members);
    }
}

fn groups(callees: &IndexMap<Name, Vec<Name>>) -> Vec<Group> {
    let index = |name: &Name| callees.get_index_of(name).expect("only functions of the program were kept");
    let edges: Vec<Vec<usize>> = callees.values().map(|names| names.iter().map(index).collect()).collect();
    let count = edges.len();
    let mut components = Components {
        edges: &edges,
        order: vec![UNVISITED; count],
        low: vec![0; count],
        on_stack: vec![false; count],
        stack: Vec::new(),
        next: 0,
        found: Vec::new(),
    };
    for node in 0..count {
        if components.order[node] == UNVISITED {
            components.visit(node);
        }
    }
    let mut group_of = vec![0; count];
    let mut groups: Vec<Group> = Vec::with_capacity(components.found.len());
    for members in components.found {
        let at = groups.len();
        members.iter().for_each(|&member| group_of[member] = at);
        let called = || members.iter().flat_map(|&member| &edges[member]).map(|&callee| group_of[callee]);
        let recursive = called().any(|group| group == at);
        let level = called().filter(|&group| group != at).map(|group| groups[group].level + 1).max();
        let name = |&member: &usize| callees.get_index(member).expect("members are functions").0.clone();
        let functions = members.iter().map(name).collect();
        groups.push(Group { functions, recursive, level: level.unwrap_or(0) });
    }
    groups
}
