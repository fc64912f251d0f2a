//! Which variables name the same storage, by following the statements: the judge's own means, none of the optimizer's.
//!
//! A handle is the first variable that named a storage under one view. Copies, in-place results, calls that return a
//! parameter, loops that hand a carry on unchanged and branches whose arms agree keep a handle; all else makes a new one.

use std::collections::HashMap;

use indexmap::IndexMap;

use crate::base::id::IdVec;
use crate::base::name::Name;
use crate::ir::access::type_of;
use crate::ir::events::Event;
use crate::ir::expr::Expr;
use crate::ir::program::{Function, FunctionKind, Program, VarId};
use crate::ir::stmt::{Call, Carry, For, If, OpCall, Rhs, Stmt, StmtKind};
use crate::ir::types::Type;
use crate::ir::unseen::{Source, Unseen, unseen};

/// A storage that exists when a function runs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Origin {
    /// What the parameter of this index named on entry.
    Param(usize),
    /// What the definition behind this handle allocated.
    Fresh(Handle),
    /// Nobody knows.
    Unknown,
}

/// The variable that first named a storage under a view; with the index of an element if that is a tuple.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Handle(VarId, Option<u32>);

/// What callers need of a function.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Lineage {
    /// Per returned value: the parameter it is.
    pub returns: Vec<Option<usize>>,
    /// Per returned value: every storage it may name; `Fresh` stands for any allocation of the callee.
    origins: Vec<Vec<Origin>>,
}

/// The storage of one function.
#[derive(Clone, Debug)]
pub struct Storage {
    handles: IdVec<VarId, Option<Handle>>,
    elements: HashMap<VarId, Vec<Option<Handle>>>,
    origins: HashMap<Handle, Vec<Origin>>,
    /// What callers need.
    pub lineage: Lineage,
}

/// The storage of every function, callees first and again until nothing changes.
pub fn trace(program: &Program) -> IndexMap<Name, Storage> {
    let (order, cyclic) = callees_first(program);
    let mut lineages: HashMap<&Name, Lineage> = HashMap::new();
    let mut found: HashMap<&Name, Storage> = HashMap::new();
    loop {
        let mut changed = false;
        for &name in &order {
            let storage = Tracer::run(&program.functions[name], &lineages);
            changed |= lineages.insert(name, storage.lineage.clone()) != Some(storage.lineage.clone());
            found.insert(name, storage);
        }
        if !(changed && cyclic) {
            break;
        }
    }
    let each = program.functions.keys();
    each.map(|name| (name.clone(), found.remove(name).expect("every function is traced"))).collect()
}

/// Functions so that a callee stands before its callers, and whether some call each other.
fn callees_first(program: &Program) -> (Vec<&Name>, bool) {
    let mut order = Vec::new();
    let mut state: HashMap<&Name, bool> = HashMap::new();
    let mut cyclic = false;
    for start in program.functions.keys() {
        if state.contains_key(start) {
            continue;
        }
        state.insert(start, false);
        let mut stack = vec![(start, callees(program, start))];
        while let Some((name, rest)) = stack.last_mut() {
            let Some(next) = rest.pop() else {
                state.insert(name, true);
                order.push(*name);
                stack.pop();
                continue;
            };
            match state.get(next) {
                Some(done) => cyclic |= !done,
                None => {
                    state.insert(next, false);
                    stack.push((next, callees(program, next)));
                }
            }
        }
    }
    (order, cyclic)
}

fn callees<'a>(program: &'a Program, name: &Name) -> Vec<&'a Name> {
    let calls = program.functions[name].stmts().filter_map(Stmt::call).map(|call| &call.callee);
    let mut known: Vec<_> =
        calls.filter_map(|callee| program.functions.get_key_value(callee)).map(|(key, _)| key).collect();
    known.reverse();
    known
}

impl Storage {
    /// The handle of an expression that names storage.
    pub fn handle(&self, expr: &Expr) -> Option<Handle> {
        match expr {
            Expr::Var(var) => self.handles[*var],
            Expr::Get(inner, index) => match &**inner {
                Expr::Var(tuple) => *self.elements.get(tuple)?.get(*index as usize)?,
                Expr::Tuple(items) => self.handle(items.get(*index as usize)?),
                _ => None,
            },
            _ => None,
        }
    }
    /// Every storage that an expression may name, sorted.
    pub fn origins(&self, expr: &Expr) -> &[Origin] {
        self.handle(expr).and_then(|handle| self.origins.get(&handle)).map_or(&[], Vec::as_slice)
    }
    /// The parameter that an expression is: its storage under its own view.
    pub fn param(&self, function: &Function, expr: &Expr) -> Option<usize> {
        match self.handle(expr)? {
            Handle(var, None) => function.param_index(var),
            Handle(_, Some(_)) => None,
        }
    }
}

/// Values that one trip of a loop hands on, besides the `next` of its carries.
type Leaves = Vec<Vec<Option<Handle>>>;

struct Tracer<'a> {
    function: &'a Function,
    lineages: &'a HashMap<&'a Name, Lineage>,
    handles: IdVec<VarId, Option<Handle>>,
    elements: HashMap<VarId, Vec<Option<Handle>>>,
    /// A handle that differs from another in its type only, and that other.
    retyped: HashMap<Handle, Handle>,
    types: HashMap<Handle, Type>,
    sources: IndexMap<Handle, (Vec<Origin>, Vec<Handle>)>,
    loops: Vec<Leaves>,
}

impl<'a> Tracer<'a> {
    fn run(function: &'a Function, lineages: &'a HashMap<&'a Name, Lineage>) -> Storage {
        let mut tracer = Self {
            function,
            lineages,
            handles: IdVec::filled(None, function.vars.len()),
            elements: HashMap::new(),
            retyped: HashMap::new(),
            types: HashMap::new(),
            sources: IndexMap::new(),
            loops: Vec::new(),
        };
        for (index, param) in function.params.iter().enumerate() {
            tracer.fresh(param.var, &mut |_| (vec![Origin::Param(index)], Vec::new()));
        }
        for event in function.events() {
            tracer.step(event);
        }
        tracer.finish()
    }

    fn step(&mut self, event: Event<'a>) {
        match event {
            Event::Before(stmt, _) => self.begin(stmt),
            Event::After(stmt, _) => self.end(stmt),
            Event::Open(..) | Event::Close(..) => {}
        }
    }

    fn begin(&mut self, stmt: &'a Stmt) {
        match &stmt.kind {
            StmtKind::For(it) => self.enter(&it.carries),
            StmtKind::While(it) => self.enter(&it.carries),
            StmtKind::Break(values) | StmtKind::Continue(values) => {
                let handles = values.iter().map(|value| self.handle(value)).collect();
                if let Some(leaves) = self.loops.last_mut() {
                    leaves.push(handles);
                }
            }
            _ => {}
        }
    }

    fn end(&mut self, stmt: &'a Stmt) {
        match &stmt.kind {
            StmtKind::Let(var, rhs) => self.define(*var, rhs),
            StmtKind::For(it) => self.leave(&it.carries, runs(it)),
            StmtKind::While(it) => self.leave(&it.carries, false),
            StmtKind::If(it) => self.merge(it),
            _ => {}
        }
    }

    fn enter(&mut self, carries: &'a [Carry]) {
        self.loops.push(Vec::new());
        for carry in carries {
            let init = self.handle(&carry.init);
            self.fresh(carry.param, &mut |_| (Vec::new(), init.into_iter().collect()));
        }
    }

    fn leave(&mut self, carries: &'a [Carry], runs: bool) {
        let leaves = self.loops.pop().expect("a loop that ends has begun");
        for (k, carry) in carries.iter().enumerate() {
            let param = self.handles[carry.param];
            let init = self.handle(&carry.init);
            let mut nexts = vec![self.handle(&carry.next)];
            nexts.extend(leaves.iter().map(|values| values.get(k).copied().flatten()));
            let unchanged = init.is_some() && nexts.iter().all(|next| *next == param);
            if let (true, Type::Tensor(_) | Type::Tile(_) | Type::Array(..)) =
                (unchanged, self.function.ty(carry.result))
            {
                self.handles[carry.result] = init;
                continue;
            }
            if let Some(param) = param {
                self.sources.entry(param).or_default().1.extend(nexts.iter().copied().flatten());
            }
            let start = init.filter(|_| !runs);
            let from: Vec<_> = nexts.into_iter().chain([start]).flatten().collect();
            self.fresh(carry.result, &mut |_| (Vec::new(), from.clone()));
        }
    }

    fn merge(&mut self, it: &'a If) {
        for merge in &it.merges {
            let (then, other) = (self.handle(&merge.then), self.handle(&merge.otherwise));
            // Row B23: a Graph does not trace what comes out of a branch.
            let traced = self.function.kind != FunctionKind::Graph;
            if traced && then.is_some() && then == other {
                self.handles[merge.result] = then;
                continue;
            }
            let from: Vec<_> = [then, other].into_iter().flatten().collect();
            self.fresh(merge.result, &mut |_| (Vec::new(), from.clone()));
            let (Some(then), Some(other)) = (then, other) else { continue };
            if self.base(then) == self.base(other) {
                self.retyped.insert(Handle(merge.result, None), self.base(then));
            }
        }
    }

    fn define(&mut self, var: VarId, rhs: &'a Rhs) {
        match rhs {
            Rhs::Expr(expr) => self.copy(var, expr),
            Rhs::Op(call) => self.operator(var, call),
            Rhs::Call(call) => self.call(var, call),
        }
    }

    fn copy(&mut self, var: VarId, expr: &Expr) {
        match (self.function.ty(var), expr) {
            (Type::Tuple(_), Expr::Var(other)) if self.elements.contains_key(other) => {
                let same = self.elements[other].clone();
                self.elements.insert(var, same);
            }
            (Type::Tuple(_), Expr::Tuple(items)) => {
                let each = items.iter().map(|item| self.handle(item)).collect();
                self.elements.insert(var, each);
            }
            (ty, _) if ty.is_storage() && self.handle(expr).is_some() => {
                self.handles[var] = self.handle(expr);
            }
            _ => self.fresh(var, &mut |_| (vec![Origin::Unknown], Vec::new())),
        }
    }

    fn operator(&mut self, var: VarId, call: &OpCall) {
        let Some(row) = call.op.row() else {
            return self.fresh(var, &mut |_| (vec![Origin::Unknown], Vec::new()));
        };
        let names = row.names.and_then(|k| self.handle(call.args.get(k)?));
        if let Some(named) = names {
            return self.retype(var, named);
        }
        let viewed = row.view.and_then(|k| self.handle(call.args.get(k)?));
        self.fresh(var, &mut |_| match viewed {
            Some(viewed) => (Vec::new(), vec![viewed]),
            None => (vec![Origin::Fresh(Handle(var, None))], Vec::new()),
        });
    }

    /// The same storage under the type of `var`: the handle that already has this type, if one has.
    fn retype(&mut self, var: VarId, named: Handle) {
        let base = self.base(named);
        let ty = self.function.ty(var).without_memref();
        let same = [named, base].into_iter().find(|handle| self.types.get(handle) == Some(&ty));
        if let Some(same) = same {
            self.handles[var] = Some(same);
            return;
        }
        self.fresh(var, &mut |_| (Vec::new(), vec![base]));
        self.retyped.insert(Handle(var, None), base);
    }

    fn base(&self, handle: Handle) -> Handle {
        self.retyped.get(&handle).copied().unwrap_or(handle)
    }

    fn call(&mut self, var: VarId, call: &Call) {
        let lineage = self.lineages.get(&call.callee);
        let args: Vec<_> = call.args.iter().map(|arg| self.handle(arg)).collect();
        let whole = matches!(self.function.ty(var), Type::Tuple(_));
        self.fresh(var, &mut |index| {
            let known = lineage.and_then(|lineage| lineage.origins.get(index));
            let mut source = (Vec::new(), Vec::new());
            let fresh = Origin::Fresh(Handle(var, whole.then_some(index as u32)));
            for origin in known.map_or(&[Origin::Unknown][..], Vec::as_slice) {
                match origin {
                    // What a submission leaves out is allocated when it runs.
                    Origin::Param(p) => match args.get(*p) {
                        None => source.0.push(fresh),
                        Some(Some(arg)) => source.1.push(*arg),
                        Some(None) => source.0.push(Origin::Unknown),
                    },
                    Origin::Fresh(_) => source.0.push(fresh),
                    Origin::Unknown => source.0.push(Origin::Unknown),
                }
            }
            source
        });
        for (index, returned) in lineage.into_iter().flat_map(|lineage| lineage.returns.iter().enumerate()) {
            let Some(arg) = returned.and_then(|p| args.get(p).copied().flatten()) else { continue };
            if !whole {
                self.handles[var] = Some(arg);
            } else if let Some(slot) = self.elements.get_mut(&var).and_then(|slots| slots.get_mut(index)) {
                *slot = Some(arg);
            }
        }
    }

    /// New handles for a variable, or for each element of a tuple; `source` says where the storage of each comes from.
    fn fresh(&mut self, var: VarId, source: &mut dyn FnMut(usize) -> (Vec<Origin>, Vec<Handle>)) {
        let function = self.function;
        match function.ty(var) {
            Type::Tuple(items) => {
                let each = items.iter().enumerate().map(|(index, item)| {
                    item.is_storage().then(|| {
                        let handle = Handle(var, Some(index as u32));
                        self.types.insert(handle, item.without_memref());
                        self.sources.insert(handle, source(index));
                        handle
                    })
                });
                let each = each.collect();
                self.elements.insert(var, each);
            }
            ty if ty.is_storage() => {
                let handle = Handle(var, None);
                self.types.insert(handle, ty.without_memref());
                self.sources.insert(handle, source(0));
                self.handles[var] = Some(handle);
            }
            _ => {}
        }
    }

    fn handle(&self, expr: &Expr) -> Option<Handle> {
        match expr {
            Expr::Var(var) => self.handles[*var],
            Expr::Get(inner, index) => match &**inner {
                Expr::Var(tuple) => *self.elements.get(tuple)?.get(*index as usize)?,
                Expr::Tuple(items) => self.handle(items.get(*index as usize)?),
                _ => None,
            },
            _ => None,
        }
    }

    fn finish(self) -> Storage {
        let function = self.function;
        let origins = solve(&self.sources);
        let mut storage =
            Storage { handles: self.handles, elements: self.elements, origins, lineage: Lineage::default() };
        for value in returned_values(function) {
            let origins = match type_of(function, &value) {
                Some(ty) if ty.is_storage() && storage.handle(&value).is_none() => vec![Origin::Unknown],
                _ => storage.origins(&value).to_vec(),
            };
            storage.lineage.returns.push(storage.param(function, &value));
            storage.lineage.origins.push(origins);
        }
        if function.returned().is_none() {
            storage.lineage = by_declaration(function);
        }
        storage
    }
}

/// Whether a loop with literal bounds has a trip (row D90).
fn runs(it: &For) -> bool {
    match (it.start.as_int(), it.stop.as_int(), it.step.as_int()) {
        (Some(start), Some(stop), Some(step)) => (step > 0 && start < stop) || (step < 0 && start > stop),
        _ => false,
    }
}

/// The lineage of a function whose returns cannot be seen.
fn by_declaration(function: &Function) -> Lineage {
    let Unseen { returns, sources } = unseen(function);
    let new = function.params.first().map(|param| Origin::Fresh(Handle(param.var, None)));
    let origin = |source: &Source| match source {
        Source::Param(param) => Some(Origin::Param(*param)),
        Source::New => new,
    };
    let origins = sources.iter().map(|sources| sources.iter().filter_map(origin).collect()).collect();
    Lineage { returns, origins }
}

/// The returned values, one per declared result: a whole tuple that stands for several is taken apart.
pub fn returned_values(function: &Function) -> Vec<Expr> {
    match function.returned() {
        Some([Expr::Var(tuple)]) if function.results.len() > 1 => (0..function.results.len())
            .map(|index| Expr::Get(Box::new(Expr::Var(*tuple)), index as u32))
            .collect(),
        Some(values) => values.to_vec(),
        None => Vec::new(),
    }
}

/// The origins of every handle: what its sources have, until nothing is added.
fn solve(sources: &IndexMap<Handle, (Vec<Origin>, Vec<Handle>)>) -> HashMap<Handle, Vec<Origin>> {
    let mut users: Vec<Vec<usize>> = vec![Vec::new(); sources.len()];
    let mut sets: Vec<std::collections::BTreeSet<Origin>> = Vec::with_capacity(sources.len());
    for (index, (origins, from)) in sources.values().enumerate() {
        sets.push(origins.iter().copied().collect());
        for handle in from {
            if let Some(source) = sources.get_index_of(handle) {
                users[source].push(index);
            }
        }
    }
    let mut todo: std::collections::VecDeque<usize> = (0..sources.len()).collect();
    while let Some(index) = todo.pop_front() {
        let set: Vec<Origin> = sets[index].iter().copied().collect();
        for &user in &users[index] {
            let before = sets[user].len();
            sets[user].extend(set.iter().copied());
            if sets[user].len() != before {
                todo.push_back(user);
            }
        }
    }
    sources.keys().copied().zip(sets.into_iter().map(|set| set.into_iter().collect())).collect()
}

impl Handle {
    /// The variable, and the index of the element if that is a tuple.
    pub fn variable(self) -> (VarId, Option<u32>) {
        (self.0, self.1)
    }
}
