//! Flows: union-find over the variables of a function, joined over all call sites. Two variables in one flow may share
//! storage; see [`sets`](crate::egraph::sets) for what comes of it.

use std::collections::{BTreeMap, BTreeSet};

use crate::base::name::Name;
use crate::egraph::callgraph::CallGraph;
use crate::egraph::leaves::{Leaves, Source, leaf_count};
use crate::egraph::sets::{SetFacts, SetId, Sets};
use crate::ir::expr::Expr;
use crate::ir::program::{Function, Program};
use crate::ir::stmt::{Call, Carry, OpCall, Rhs, StmtKind};
use crate::ir::types::Type;

/// What the arguments of a call share, the callee's parameters and results share, top down; and what those share at the
/// join over all call sites, the arguments of each share, bottom up: a set of a callee is one set of each caller.
/// Sets only ever grow together, so this ends; a round passes a fact through the whole call graph.
pub(crate) fn join_signatures(program: &Program, graph: &CallGraph, flows: &mut BTreeMap<Name, Flow>) {
    let order: Vec<&Name> = graph.callees_first().collect();
    loop {
        let mut changed = false;
        for name in order.iter().rev() {
            for site in calls(&program.functions[*name]) {
                changed |= join_site(program, flows, name, site, true);
            }
        }
        for name in &order {
            for site in calls(&program.functions[*name]) {
                changed |= join_site(program, flows, name, site, false);
            }
        }
        if !changed {
            return;
        }
    }
}

/// Joins one call site: into the callee (`down`) or into the caller. Says whether anything was new.
fn join_site(
    program: &Program,
    flows: &mut BTreeMap<Name, Flow>,
    caller: &Name,
    site: CallSite<'_>,
    down: bool,
) -> bool {
    let Some(callee) = program.functions.get(&site.0.callee) else { return false };
    let slots = flows[caller].call_slots(&program.functions[caller], callee, site);
    let mut first: BTreeMap<u32, usize> = BTreeMap::new();
    let mut changed = false;
    for (position, slot) in slots.iter().enumerate() {
        let Some(leaf) = *slot else { continue };
        let (from, key) =
            if down { (caller, leaf) } else { (&callee.name, flows[&callee.name].slot(position)) };
        let root = flows.get_mut(from).expect("every function has a flow").find(key);
        let Some(&other) = first.get(&root) else {
            first.insert(root, position);
            continue;
        };
        let (to, a, b) = if down {
            let inner = &flows[&callee.name];
            (&callee.name, inner.slot(other), inner.slot(position))
        } else {
            (caller, slots[other].expect("it has a leaf"), leaf)
        };
        changed |= flows.get_mut(to).expect("every function has a flow").unite(a, b);
    }
    changed
}

/// A call with the variable that receives its result.
pub(crate) type CallSite<'a> = (&'a Call, Option<crate::ir::program::VarId>);

fn calls(function: &Function) -> impl Iterator<Item = CallSite<'_>> {
    function.stmts().filter_map(|stmt| match &stmt.kind {
        StmtKind::Let(var, Rhs::Call(call)) => Some((call, Some(*var))),
        StmtKind::Eval(Rhs::Call(call)) => Some((call, None)),
        _ => None,
    })
}

/// Union-find over the leaves of a function, with pseudo leaves for its results behind them.
#[derive(Clone, Debug)]
pub(crate) struct Flow {
    leaves: Leaves,
    parent: Vec<u32>,
    /// Leaf of each leaf of each parameter.
    params: Vec<u32>,
    /// Pseudo leaf of each leaf of each result.
    results: Vec<u32>,
    /// Root of each parameter and result slot, before any signature was joined in.
    roots: Vec<u32>,
    opaque: bool,
}

impl Flow {
    fn new(function: &Function) -> Self {
        let leaves = Leaves::new(function);
        let params = function.params.iter().flat_map(|param| leaves.of(param.var)).collect();
        let first = leaves.len() as u32;
        let count: usize = function.results.iter().map(leaf_count).sum();
        let results: Vec<u32> = (first..first + count as u32).collect();
        let parent = (0..first + count as u32).collect();
        Self { leaves, parent, params, results, roots: Vec::new(), opaque: false }
    }
    fn find(&mut self, mut leaf: u32) -> u32 {
        while self.parent[leaf as usize] != leaf {
            let above = self.parent[leaf as usize];
            self.parent[leaf as usize] = self.parent[above as usize];
            leaf = above;
        }
        leaf
    }
    /// Unites two sets; says whether they were two.
    fn unite(&mut self, a: u32, b: u32) -> bool {
        let (a, b) = (self.find(a), self.find(b));
        // The older leaf leads, so that set numbers follow the program.
        let (low, high) = (a.min(b), a.max(b));
        self.parent[high as usize] = low;
        low != high
    }
    fn slot(&self, position: usize) -> u32 {
        let params = self.params.len();
        if position < params { self.params[position] } else { self.results[position - params] }
    }

    /// The worst that a declaration allows: all storage that is written may be returned and may overlap.
    pub(crate) fn declared(function: &Function) -> Self {
        let mut flow = Self { opaque: true, ..Self::new(function) };
        let slots: Vec<u32> = flow.params.iter().chain(&flow.results).copied().collect();
        let types: Vec<Type> = crate::egraph::sets::declared_slot_types(function);
        let storage = slots.iter().zip(&types).filter(|(_, ty)| ty.is_storage());
        let storage: Vec<u32> = storage.map(|(slot, _)| *slot).collect();
        for pair in storage.windows(2) {
            flow.unite(pair[0], pair[1]);
        }
        flow
    }

    pub(crate) fn of_body(function: &Function, flows: &BTreeMap<Name, Flow>) -> Self {
        let mut flow = Self::new(function);
        for stmt in function.stmts() {
            match &stmt.kind {
                StmtKind::Let(var, Rhs::Expr(expr)) => flow.unite_var(function, *var, expr),
                StmtKind::Let(var, Rhs::Op(call)) => flow.op(function, *var, call),
                StmtKind::Let(_, Rhs::Call(call)) | StmtKind::Eval(Rhs::Call(call)) => {
                    let result = crate::ir::walk::defined(&stmt.kind).first().copied();
                    flow.call(function, (call, result), flows);
                }
                StmtKind::For(it) => flow.carries(function, &it.carries),
                StmtKind::While(it) => flow.carries(function, &it.carries),
                StmtKind::If(it) => {
                    for merge in &it.merges {
                        flow.unite_var(function, merge.result, &merge.then);
                        flow.unite_var(function, merge.result, &merge.otherwise);
                    }
                }
                StmtKind::Return(values) => flow.returns(function, values),
                StmtKind::Break(_) | StmtKind::Continue(_) => {}
                StmtKind::Eval(_) | StmtKind::Scope(_) | StmtKind::Raw(_) => {}
            }
        }
        flow.breaks(function);
        flow
    }

    fn unite_var(&mut self, function: &Function, var: crate::ir::program::VarId, expr: &Expr) {
        let sources = self.leaves.sources(function, expr);
        for (leaf, source) in self.leaves.of(var).zip(sources) {
            if let Source::Leaf(other) = source {
                self.unite(leaf, other);
            }
        }
    }

    fn op(&mut self, function: &Function, var: crate::ir::program::VarId, call: &OpCall) {
        let aliased: Vec<usize> = match call.op.row() {
            Some(row) => row.names.into_iter().chain(row.view).collect(),
            None => (0..call.args.len()).collect(),
        };
        for arg in aliased.into_iter().filter_map(|index| call.args.get(index)) {
            for source in self.leaves.sources(function, arg) {
                for leaf in self.leaves.of(var) {
                    if let Source::Leaf(other) = source
                        && self.leaves.ty(other).is_storage()
                        && self.leaves.ty(leaf).is_storage()
                    {
                        self.unite(leaf, other);
                    }
                }
            }
        }
    }

    fn carries(&mut self, function: &Function, carries: &[Carry]) {
        for carry in carries {
            self.unite_var(function, carry.param, &carry.init);
            self.unite_var(function, carry.param, &carry.next);
            self.unite_var(function, carry.result, &Expr::Var(carry.param));
        }
    }

    /// Values that leave a loop early leave through its carries.
    fn breaks(&mut self, function: &Function) {
        let mut work: Vec<(crate::ir::program::BlockId, Vec<crate::ir::program::VarId>)> =
            function.body.into_iter().map(|body| (body, Vec::new())).collect();
        while let Some((block, carried)) = work.pop() {
            for stmt in &function.blocks[block].stmts {
                let inner = match &stmt.kind {
                    StmtKind::For(it) => it.carries.iter().map(|carry| carry.param).collect(),
                    StmtKind::While(it) => it.carries.iter().map(|carry| carry.param).collect(),
                    StmtKind::Break(values) | StmtKind::Continue(values) => {
                        for (param, value) in carried.iter().zip(values) {
                            self.unite_var(function, *param, value);
                        }
                        continue;
                    }
                    _ => carried.clone(),
                };
                work.extend(
                    crate::ir::walk::blocks(&stmt.kind).into_iter().map(|block| (block, inner.clone())),
                );
            }
        }
    }

    fn returns(&mut self, function: &Function, values: &[Expr]) {
        let mut results = self.results.clone().into_iter();
        for value in values {
            for source in self.leaves.sources(function, value) {
                let Some(result) = results.next() else { return };
                if let Source::Leaf(leaf) = source {
                    self.unite(result, leaf);
                }
            }
        }
    }

    fn call(&mut self, function: &Function, site: CallSite<'_>, flows: &BTreeMap<Name, Flow>) {
        let Some(inner) = flows.get(&site.0.callee) else { return self.unknown_call(function, site) };
        let slots = self.slots(function, site, inner.params.len(), inner.results.len());
        let mut first: BTreeMap<u32, u32> = BTreeMap::new();
        for (position, leaf) in slots.into_iter().enumerate() {
            let Some(leaf) = leaf else { continue };
            let root = inner.roots[position];
            match first.get(&root) {
                Some(&other) => {
                    self.unite(leaf, other);
                }
                None => {
                    first.insert(root, leaf);
                }
            }
        }
    }

    /// A call inside a recursive component, or of nothing: everything it sees may overlap.
    fn unknown_call(&mut self, function: &Function, site: CallSite<'_>) {
        let slots = self.slots(function, site, site.0.args.len(), usize::MAX);
        let storage: Vec<u32> =
            slots.into_iter().flatten().filter(|leaf| self.leaves.ty(*leaf).is_storage()).collect();
        for pair in storage.windows(2) {
            self.unite(pair[0], pair[1]);
        }
    }

    fn call_slots(&self, function: &Function, callee: &Function, site: CallSite<'_>) -> Vec<Option<u32>> {
        let params = callee.params.iter().map(|param| leaf_count(callee.ty(param.var))).sum();
        let results = callee.results.iter().map(leaf_count).sum();
        self.slots(function, site, params, results)
    }

    /// The caller's leaf in each parameter and result slot of a callee.
    fn slots(
        &self,
        function: &Function,
        site: CallSite<'_>,
        params: usize,
        results: usize,
    ) -> Vec<Option<u32>> {
        let (call, result) = site;
        let mut slots: Vec<Option<u32>> = Vec::new();
        for arg in &call.args {
            slots.extend(self.leaves.sources(function, arg).into_iter().map(|source| match source {
                Source::Leaf(leaf) => Some(leaf),
                Source::Expr(_) => None,
            }));
        }
        slots.resize(params, None);
        if let Some(var) = result {
            slots.extend(self.leaves.of(var).take(results).map(Some));
        }
        slots
    }

    /// Notes the root of each slot, for the call sites of this function.
    pub(crate) fn close(mut self) -> Self {
        let slots: Vec<u32> = self.params.iter().chain(&self.results).copied().collect();
        self.roots = slots.into_iter().map(|slot| self.find(slot)).collect();
        self
    }

    /// Numbers the sets and says which hold handles.
    pub(crate) fn classify(
        mut self,
        function: &Function,
        known: &BTreeMap<Name, Sets>,
        program: &Program,
    ) -> Sets {
        let mut numbers: BTreeMap<u32, SetId> = BTreeMap::new();
        let mut numbered = Vec::with_capacity(self.parent.len());
        let result_types = crate::egraph::sets::declared_slot_types(function).split_off(self.params.len());
        for leaf in 0..self.parent.len() as u32 {
            let ty = match (leaf as usize).checked_sub(self.leaves.len()) {
                None => self.leaves.ty(leaf),
                Some(result) => &result_types[result],
            };
            let root = ty.is_storage().then(|| self.find(leaf));
            let next = numbers.len() as SetId;
            numbered.push(root.map(|root| *numbers.entry(root).or_insert(next)));
        }
        let results: Vec<_> = self.results.iter().map(|&leaf| numbered[leaf as usize]).collect();
        numbered.truncate(self.leaves.len());
        let slots: Vec<u32> = self.params.iter().chain(&self.results).copied().collect();
        let now: BTreeSet<u32> = slots.into_iter().map(|slot| self.find(slot)).collect();
        let alone: BTreeSet<u32> = self.roots.iter().copied().collect();
        let mut sets = Sets {
            joined: now.len() < alone.len(),
            params: self.params.iter().map(|&leaf| numbered[leaf as usize]).collect(),
            results,
            set: numbered,
            facts: vec![SetFacts::default(); numbers.len()],
            leaves: self.leaves,
            world: false,
            opaque: self.opaque,
        };
        sets.find_facts(function, known, program);
        sets
    }
}
