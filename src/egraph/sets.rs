//! Alias sets: which storage of a function may overlap. They bound what may alias and order effects; what *is* the same
//! is decided in the e-graph alone.
//!
//! *Bottom up* each function says which of its parameters and results may share storage; a call site applies a fresh copy
//! of that to its own arguments. *Top down* each function takes the
//! join over its call sites of which arguments share a set there; a function nobody calls is taken with distinct
//! parameters. *Bottom up* again each set is a *handle* set if anything in it is written or escapes, and a *value* set
//! otherwise.

use std::collections::BTreeMap;

use crate::base::name::Name;
use crate::egraph::callgraph::CallGraph;
use crate::egraph::flow::{CallSite, Flow, join_signatures};
use crate::egraph::leaves::{Leaf, Leaves, Source};
use crate::ir::expr::Expr;
use crate::ir::op::{Effect, Purity};
use crate::ir::program::{Function, Program, VarId};
use crate::ir::stmt::{OpCall, Rhs, StmtKind};
use crate::ir::types::Type;

/// Number of an alias set of one function.
pub(crate) type SetId = u32;

/// The alias sets of one function.
#[derive(Clone, Debug)]
pub(crate) struct Sets {
    pub(crate) leaves: Leaves,
    /// The set of each leaf; `None` for what is no storage.
    pub(crate) set: Vec<Option<SetId>>,
    /// What is known of each set.
    pub(crate) facts: Vec<SetFacts>,
    /// The set of each leaf of each parameter, in order.
    pub(crate) params: Vec<Option<SetId>>,
    /// The set of each leaf of each result, in order.
    pub(crate) results: Vec<Option<SetId>>,
    /// Whether the body does what neither sets nor declarations describe, or orders others.
    pub(crate) world: bool,
    /// Whether the function is taken at the worst its declaration allows.
    pub(crate) opaque: bool,
    /// Whether some call site made two of its sets one.
    pub(crate) joined: bool,
}

/// What is known of an alias set.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct SetFacts {
    /// Something in it is written or escapes: its variables name storage.
    pub(crate) handle: bool,
    /// The body writes it, creates storage in it, or lets others write it.
    pub(crate) written: bool,
    /// Holds global memory.
    pub(crate) tensor: bool,
}

/// A set that a call takes from or gives to its caller.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Interface {
    pub(crate) set: SetId,
    pub(crate) written: bool,
}

impl Sets {
    /// The set of a leaf.
    pub(crate) fn of(&self, leaf: Leaf) -> Option<SetId> {
        self.set[leaf as usize]
    }
    /// Whether a leaf names storage rather than being a value.
    pub(crate) fn is_handle(&self, leaf: Leaf) -> bool {
        self.of(leaf).is_some_and(|set| self.facts[set as usize].handle)
    }
    /// How many leaves of a variable name storage.
    pub(crate) fn handles_in(&self, var: VarId) -> usize {
        self.leaves.of(var).filter(|leaf| self.is_handle(*leaf)).count()
    }
    /// The handle sets that callers share, by first position among parameters and results.
    pub(crate) fn interface(&self) -> Vec<Interface> {
        let mut seen = vec![false; self.facts.len()];
        let mut found = Vec::new();
        for set in self.params.iter().chain(&self.results).flatten() {
            let facts = self.facts[*set as usize];
            if facts.handle && !std::mem::replace(&mut seen[*set as usize], true) {
                found.push(Interface { set: *set, written: facts.written });
            }
        }
        found
    }
    /// Whether a parameter or result slot takes a handle.
    pub(crate) fn is_handle_slot(&self, slot: Option<SetId>) -> bool {
        slot.is_some_and(|set| self.facts[set as usize].handle)
    }
}

/// Computes the alias sets of every function of a program.
pub(crate) fn alias_sets(program: &Program, graph: &CallGraph) -> BTreeMap<Name, Sets> {
    let mut flows: BTreeMap<Name, Flow> = BTreeMap::new();
    for component in &graph.components {
        for name in &component.members {
            let function = &program.functions[name];
            let flow = if component.recursive || function.body.is_none() {
                Flow::declared(function)
            } else {
                Flow::of_body(function, &flows)
            };
            flows.insert(name.clone(), flow.close());
        }
    }
    join_signatures(program, graph, &mut flows);
    let mut sets = BTreeMap::new();
    for name in graph.callees_first() {
        let flow = flows.remove(name).expect("every function has a flow");
        let classified = flow.classify(&program.functions[name], &sets, program);
        sets.insert(name.clone(), classified);
    }
    sets
}

/// Types of the leaves of parameters, then of results.
pub(crate) fn declared_slot_types(function: &Function) -> Vec<Type> {
    let mut types = Vec::new();
    for param in &function.params {
        crate::egraph::leaves::flatten(function.ty(param.var), &mut types);
    }
    for result in &function.results {
        crate::egraph::leaves::flatten(result, &mut types);
    }
    types
}

impl Sets {
    pub(crate) fn find_facts(
        &mut self,
        function: &Function,
        known: &BTreeMap<Name, Sets>,
        program: &Program,
    ) {
        for leaf in 0..self.set.len() as Leaf {
            let Some(set) = self.of(leaf) else { continue };
            let facts = &mut self.facts[set as usize];
            match self.leaves.ty(leaf) {
                Type::Tensor(tensor) => {
                    facts.tensor = true;
                    // Others write windows.
                    facts.handle |= tensor.distributed;
                }
                Type::Array(..) => facts.handle = true,
                _ => {}
            }
        }
        // What is returned escapes. A result that shares no parameter is created here.
        for set in self.results.clone().into_iter().flatten() {
            let facts = &mut self.facts[set as usize];
            facts.handle = true;
            facts.written |= !self.params.contains(&Some(set));
        }
        for (param, set) in self.params.clone().into_iter().enumerate() {
            let writes = function.params.get(param).is_some_and(|param| param.direction.writes());
            if let Some(set) = set
                && (writes || self.opaque)
            {
                self.write(set);
            }
        }
        self.world |= self.opaque;
        let mut sync = self.opaque;
        for stmt in function.stmts() {
            match &stmt.kind {
                StmtKind::Let(var, Rhs::Op(call)) => sync |= self.op_facts(function, Some(*var), call),
                StmtKind::Eval(Rhs::Op(call)) => sync |= self.op_facts(function, None, call),
                StmtKind::Let(var, Rhs::Call(call)) => {
                    self.call_facts(function, (call, Some(*var)), known, program)
                }
                StmtKind::Eval(Rhs::Call(call)) => self.call_facts(function, (call, None), known, program),
                StmtKind::Raw(_) => {
                    self.world = true;
                    sync = true;
                }
                StmtKind::Let(_, Rhs::Expr(_))
                | StmtKind::Eval(Rhs::Expr(_))
                | StmtKind::For(_)
                | StmtKind::While(_)
                | StmtKind::If(_)
                | StmtKind::Scope(_)
                | StmtKind::Return(_)
                | StmtKind::Break(_)
                | StmtKind::Continue(_) => {}
            }
        }
        self.creations(function);
        if sync {
            self.world = true;
            self.facts
                .iter_mut()
                .filter(|facts| facts.handle && facts.tensor)
                .for_each(|facts| facts.written = true);
        }
    }

    /// A pure result in a handle set is storage created there: a write, once it is known which sets hold handles.
    fn creations(&mut self, function: &Function) {
        for stmt in function.stmts() {
            let StmtKind::Let(var, Rhs::Op(call)) = &stmt.kind else { continue };
            let creates = call.op.row().is_some_and(|row| row.view.is_none() && row.names.is_none());
            for leaf in self.leaves.of(*var).filter(|_| creates) {
                if let Some(set) = self.of(leaf)
                    && self.facts[set as usize].handle
                {
                    self.facts[set as usize].written = true;
                }
            }
        }
    }

    fn write(&mut self, set: SetId) {
        let facts = &mut self.facts[set as usize];
        facts.handle = true;
        facts.written = true;
    }

    fn write_expr(&mut self, function: &Function, expr: &Expr) {
        for source in self.leaves.sources(function, expr) {
            if let Source::Leaf(leaf) = source
                && let Some(set) = self.of(leaf)
            {
                self.write(set);
            }
        }
    }

    /// Notes what an operator writes; says whether it lets others write.
    fn op_facts(&mut self, function: &Function, var: Option<VarId>, call: &OpCall) -> bool {
        let Some(row) = call.op.row() else {
            self.world = true;
            call.args.iter().for_each(|arg| self.write_expr(function, arg));
            return false;
        };
        for (index, arg) in call.args.iter().enumerate() {
            if row.effect(index, &call.kwargs) != Effect::Read {
                self.write_expr(function, arg);
            }
        }
        if row.purity == Purity::Allocates
            && let Some(var) = var
        {
            self.write_expr(function, &Expr::Var(var));
        }
        self.world |= row.purity == Purity::Effectful || row.sync;
        row.sync
    }

    fn call_facts(
        &mut self,
        function: &Function,
        site: CallSite<'_>,
        known: &BTreeMap<Name, Sets>,
        program: &Program,
    ) {
        let (call, result) = site;
        self.world |= call.is_submit();
        let Some(inner) = known.get(&call.callee) else {
            // Recursive or unknown: the worst.
            self.world = true;
            call.args.iter().for_each(|arg| self.write_expr(function, arg));
            if let Some(var) = result {
                self.write_expr(function, &Expr::Var(var));
            }
            return;
        };
        self.world |= inner.world;
        debug_assert!(program.functions.contains_key(&call.callee), "a summary belongs to a function");
        let mut position = 0;
        for arg in &call.args {
            for source in self.leaves.sources(function, arg) {
                let slot = inner.params.get(position).copied().flatten();
                position += 1;
                if let (Some(slot), Source::Leaf(leaf)) = (slot, source) {
                    self.take_facts(leaf, inner.facts[slot as usize]);
                }
            }
        }
        if let Some(var) = result {
            for (leaf, slot) in self.leaves.of(var).zip(inner.results.clone()) {
                if let Some(slot) = slot {
                    self.take_facts(leaf, inner.facts[slot as usize]);
                }
            }
            // What a submission leaves out is allocated by it.
        }
    }

    fn take_facts(&mut self, leaf: Leaf, inner: SetFacts) {
        let Some(set) = self.of(leaf) else { return };
        let facts = &mut self.facts[set as usize];
        facts.handle |= inner.handle;
        facts.written |= inner.written;
    }
}
