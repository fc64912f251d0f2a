//! Encode operators and calls.
//!
//! | Row of the table | Result | Item |
//! |--|--|--|
//! | a view, on a handle | `(view h …)` | view |
//! | names an argument, writes nothing | `(retype h …)` | view |
//! | pure | `(op …)`; in a handle set: `(alloc site)`, memory `(fresh-of h v m)` | pure or alloc |
//! | allocates | `(alloc site …)`, memory `(fresh h m)` | alloc |
//! | writes one set, its result names what it writes | `(write … m)` is the next memory | effect |
//! | anything else | `(effect …)`: a bundle | effect |

use crate::egraph::encode::{Context, Encoder, bound_symbol};
use crate::egraph::leaves::{Leaf, Source, leaf_count};
use crate::egraph::node::{CallPayload, Op, Payload};
use crate::egraph::sets::{SetId, Sets};
use crate::egraph::template::{Item, ItemKind, Place};
use crate::ir::attr::Attrs;
use crate::ir::expr::Expr;
use crate::ir::op::{Effect, OpRow, Purity};
use crate::ir::program::{Function, FunctionKind, VarId};
use crate::ir::stmt::{Call, OpCall, Stmt};
use crate::ir::types::Type;
use crate::ir::walk;

impl Encoder<'_> {
    pub(crate) fn op(&mut self, index: u32, stmt: &Stmt, var: Option<VarId>, call: &OpCall) {
        let leaves: Vec<Leaf> = var.into_iter().flat_map(|var| self.sets.leaves.of(var)).collect();
        let handles = leaves.iter().any(|leaf| self.sets.is_handle(*leaf));
        let mut item = match (call.op.row(), &leaves[..]) {
            (Some(row), [leaf]) if row.purity == Purity::Pure && row.view.is_some() && handles => {
                self.view(index, row, call, *leaf)
            }
            (Some(row), [leaf]) if self.only_retypes(row, call) => self.retype(index, row, call, *leaf),
            (Some(row), [leaf]) if row.purity == Purity::Allocates => self.alloc(index, call, *leaf),
            (Some(row), [leaf]) if row.purity == Purity::Pure && handles => {
                self.fresh_value(index, call, *leaf)
            }
            (Some(row), _) if row.purity == Purity::Pure && !handles => self.pure(index, call, &leaves),
            (row, _) => self.effect(index, row, call, &leaves),
        };
        item.uses = self.uses(stmt);
        item.defs = self.defs(stmt);
        self.item(stmt, item);
    }

    /// Whether the result is an argument's storage under another type, and nothing is written.
    fn only_retypes(&self, row: &OpRow, call: &OpCall) -> bool {
        row.names.is_some() && row.written(&call.kwargs).is_empty() && matches!(row.purity, Purity::Pure)
    }

    /// The payload of an operator with what its keywords mention as further children.
    fn op_payload(&mut self, call: &OpCall, operands: u32) -> (u32, Vec<Place>) {
        let mut vars: Vec<VarId> = Vec::new();
        let kwargs = strip(&call.kwargs, &mut vars);
        // Attributes are bookkeeping: they distinguish nothing, decode finds them at the statement.
        let payload = Payload::Op { op: call.op.clone(), kwargs, attrs: Attrs::new(), operands };
        let extra = vars.into_iter().map(|var| self.scalar(&Expr::Var(var))).collect();
        (self.payloads.intern(payload), extra)
    }

    fn values(&mut self, args: &[Expr]) -> Vec<Place> {
        args.iter().map(|arg| self.value(arg)).collect()
    }

    fn pure(&mut self, index: u32, call: &OpCall, leaves: &[Leaf]) -> Item {
        let node = self.pure_node(call);
        match leaves {
            [leaf] => self.bind[*leaf as usize] = Some(node),
            _ => {
                for (component, leaf) in leaves.iter().enumerate() {
                    let get = self.node(Op::Get(component as u32), [node]);
                    self.bind[*leaf as usize] = Some(get);
                }
            }
        }
        // Without a result it stands for its own sake: kept, in order.
        let kind = if leaves.is_empty() { ItemKind::Effect } else { ItemKind::Pure };
        Item { node: Some(node), ..Item::new(index, kind) }
    }

    fn pure_node(&mut self, call: &OpCall) -> Place {
        if let [tensor, Expr::Int(axis, _)] = &call.args[..]
            && call.op.name() == "tensor.dim"
            && let Ok(axis) = u32::try_from(*axis)
        {
            let tensor = match self.single_leaf(tensor) {
                Some(leaf) => self.bound(leaf),
                None => self.scalar(tensor),
            };
            return self.node(Op::Dim(axis), [tensor]);
        }
        let operands = self.values(&call.args);
        let (payload, extra) = self.op_payload(call, operands.len() as u32);
        self.node(Op::Pure(payload), operands.into_iter().chain(extra))
    }

    fn view(&mut self, index: u32, row: &OpRow, call: &OpCall, leaf: Leaf) -> Item {
        let of = row.view.expect("the row is a view");
        let mut operands = Vec::new();
        for (at, arg) in call.args.iter().enumerate() {
            let handle = if at == of { self.single_leaf(arg) } else { None };
            operands.push(match handle {
                Some(handle) => self.bound(handle),
                None => self.value(arg),
            });
        }
        let (payload, extra) = self.op_payload(call, operands.len() as u32);
        let node = self.node(Op::View(payload), operands.into_iter().chain(extra));
        self.bind[leaf as usize] = Some(node);
        Item { node: Some(node), ..Item::new(index, ItemKind::View) }
    }

    fn retype(&mut self, index: u32, row: &OpRow, call: &OpCall, leaf: Leaf) -> Item {
        let named = row.names.and_then(|named| call.args.get(named)).and_then(|arg| self.single_leaf(arg));
        match named {
            Some(named) => self.bind_named(leaf, named),
            None => {
                let node = self.pure_node(call);
                self.bind[leaf as usize] = Some(node);
            }
        }
        Item { node: self.bind[leaf as usize], ..Item::new(index, ItemKind::View) }
    }

    /// Binds a result that names the storage of another leaf: the same handle, or that handle under another type.
    fn bind_named(&mut self, leaf: Leaf, named: Leaf) {
        let handle = self.bound(named);
        let (ours, theirs) = (self.sets.leaves.ty(leaf), self.sets.leaves.ty(named));
        let same = ours.without_memref() == theirs.without_memref();
        let node = if same { handle } else { self.retyped(handle, named, &ours.clone()) };
        self.bind[leaf as usize] = Some(node);
    }

    /// `(retype h …)`; retyping twice is retyping once, and back to the type a handle has is that handle.
    fn retyped(&mut self, handle: Place, named: Leaf, ty: &Type) -> Place {
        let (base, own) = self.retypes.get(&handle).cloned().unwrap_or_else(|| {
            let own = self.sets.leaves.ty(named).without_memref();
            (handle, own)
        });
        if own == ty.without_memref() {
            return base;
        }
        let node = self.new_retype(base, ty);
        self.retypes.insert(node, (base, own));
        node
    }

    fn new_retype(&mut self, handle: Place, ty: &Type) -> Place {
        let mut vars: Vec<VarId> = Vec::new();
        let stripped = ty.without_memref().map_vars(&mut |var| number(var, &mut vars));
        let payload = self.payloads.intern(Payload::Type(stripped));
        let extents: Vec<Place> = vars.into_iter().map(|var| self.scalar(&Expr::Var(var))).collect();
        self.node(Op::Retype(payload), std::iter::once(handle).chain(extents))
    }

    fn alloc(&mut self, index: u32, call: &OpCall, leaf: Leaf) -> Item {
        let operands = self.values(&call.args);
        let (payload, extra) = self.op_payload(call, operands.len() as u32);
        let site = self.site();
        let handle = self.node(Op::Alloc(payload), std::iter::once(site).chain(operands).chain(extra));
        self.bind[leaf as usize] = Some(handle);
        let mut item = Item { node: Some(handle), ..Item::new(index, ItemKind::Alloc) };
        if let Some(set) = self.sets.of(leaf) {
            let before = self.memory_of(set);
            let after = self.node(Op::Fresh, [handle, before]);
            self.memory[set as usize] = Some(after);
            item.memories.push((before, after));
        }
        item
    }

    /// A pure result in a handle set: one statement that is both the value and the allocation.
    fn fresh_value(&mut self, index: u32, call: &OpCall, leaf: Leaf) -> Item {
        let value = self.pure_node(call);
        let site = self.site();
        let payload = self.payloads.intern(Payload::Type(Type::Unknown));
        let handle = self.node(Op::Alloc(payload), [site]);
        self.bind[leaf as usize] = Some(handle);
        let set = self.sets.of(leaf).expect("a handle is in a set");
        let before = self.memory_of(set);
        let after = self.node(Op::FreshOf, [handle, value, before]);
        self.given.insert(handle, value);
        self.memory[set as usize] = Some(after);
        Item { node: Some(value), memories: vec![(before, after)], ..Item::new(index, ItemKind::Alloc) }
    }

    /// An operator with effects.
    fn effect(&mut self, index: u32, row: Option<&'static OpRow>, call: &OpCall, leaves: &[Leaf]) -> Item {
        let (operands, written) = self.effect_operands(row, call);
        let (payload, extra) = self.op_payload(call, operands.len() as u32);
        let named = row.and_then(|row| row.names).and_then(|at| call.args.get(at));
        let named = named.and_then(|arg| self.single_leaf(arg));
        let world = op_world(row);
        let children: Vec<Place> = operands.into_iter().chain(extra).collect();
        let mut item = Item::new(index, ItemKind::Effect);
        let plain = leaves.is_empty() || (named.is_some() && leaves.len() == 1);
        if let ([set], true, false) = (&written[..], plain, world) {
            let before = self.memory_of(*set);
            let after = self.node(Op::Write(payload), children.into_iter().chain([before]));
            self.memory[*set as usize] = Some(after);
            item.node = Some(after);
            item.memories.push((before, after));
        } else {
            let memories: Vec<Place> = written.iter().map(|set| self.memory_of(*set)).collect();
            let taken = children.into_iter().chain(memories.clone()).chain(self.world.filter(|_| world));
            let node = self.node(Op::Effect(payload), taken);
            item.node = Some(node);
            for (component, leaf) in leaves.iter().enumerate() {
                let get = self.node(Op::Get(component as u32), [node]);
                self.bind[*leaf as usize] = Some(get);
            }
            let first = leaves.len() as u32;
            item.memories = self.take_memories(node, first, &written, &memories);
            if world {
                self.world = Some(self.node(Op::Get(first + written.len() as u32), [node]));
            }
        }
        if let (Some(named), [leaf]) = (named, leaves) {
            self.bind_named(*leaf, named);
        }
        item
    }

    /// Renews memories from a bundle; says what was replaced by what.
    fn take_memories(
        &mut self,
        node: Place,
        first: u32,
        sets: &[SetId],
        before: &[Place],
    ) -> Vec<(Place, Place)> {
        let mut replaced = Vec::new();
        for (at, (set, before)) in sets.iter().zip(before).enumerate() {
            let after = self.node(Op::Get(first + at as u32), [node]);
            self.memory[*set as usize] = Some(after);
            replaced.push((*before, after));
        }
        replaced
    }

    /// Operands of an operator with effects, and the sets it writes.
    fn effect_operands(&mut self, row: Option<&OpRow>, call: &OpCall) -> (Vec<Place>, Vec<SetId>) {
        let mut operands = Vec::new();
        let mut written: Vec<SetId> = Vec::new();
        for (at, arg) in call.args.iter().enumerate() {
            let writes = row.is_none_or(|row| row.effect(at, &call.kwargs) != Effect::Read);
            match self.single_leaf(arg) {
                Some(leaf) if writes && self.sets.is_handle(leaf) => {
                    operands.push(self.bound(leaf));
                    written.extend(self.sets.of(leaf));
                }
                _ => operands.push(self.value(arg)),
            }
        }
        if op_syncs(row) {
            written.extend(shared_sets(self.sets));
        }
        written.sort_unstable();
        written.dedup();
        (operands, written)
    }

    pub(crate) fn call(&mut self, index: u32, stmt: &Stmt, var: Option<VarId>, call: &Call) {
        let inner = self.context.sets.get(&call.callee);
        let mut operands = Vec::new();
        for (position, arg) in call.args.iter().enumerate() {
            let single = self.single_leaf(arg);
            let slot = inner.and_then(|inner| inner.params.get(position).copied().flatten());
            let takes_handle = inner.is_none_or(|inner| inner.is_handle_slot(slot));
            match single {
                Some(leaf) if takes_handle => operands.push(self.bound(leaf)),
                Some(leaf) => operands.push(self.leaf_value(leaf)),
                None => operands.push(self.value(arg)),
            }
        }
        for symbol in callee_symbols(self.context, self.function, call) {
            operands.push(match symbol {
                Some(own) => self.scalar(&Expr::Var(own)),
                None => self.node(Op::Undef, []),
            });
        }
        let args = operands.len() as u32;
        for launch in launch_operands(call) {
            let place = self.value(launch);
            operands.push(place);
        }
        let sets = call_sets(self.context, self.function, self.sets, stmt, call);
        let world = call.is_submit() || inner.is_none_or(|inner| inner.world);
        let leaves: Vec<Leaf> = var.into_iter().flat_map(|var| self.sets.leaves.of(var)).collect();
        let results = self.result_count(call);
        let payload = Payload::Call(CallPayload {
            callee: call.callee.clone(),
            mode: call.mode,
            args,
            launch: operands.len() as u32 - args,
            memories: sets.iter().map(|(inner, _, written)| (*inner, *written)).collect(),
            results,
            world,
        });
        let payload = self.payloads.intern(payload);
        let site = if self.context.has_site(call) { self.site() } else { self.node(Op::Undef, []) };
        let memories: Vec<Place> = sets.iter().map(|(_, set, _)| self.memory_of(*set)).collect();
        let children = std::iter::once(site).chain(operands).chain(memories.iter().copied());
        let node =
            self.node(Op::Call(payload), children.chain(self.world.filter(|_| world)).collect::<Vec<_>>());
        for (component, leaf) in leaves.iter().enumerate() {
            let get = self.node(Op::Get(component as u32), [node]);
            self.bind[*leaf as usize] = Some(get);
        }
        let mut item = Item { node: Some(node), ..Item::new(index, ItemKind::Call) };
        let mut next = results;
        for ((_, set, written), before) in sets.iter().zip(&memories) {
            if *written {
                let after = self.node(Op::Get(next), [node]);
                next += 1;
                self.memory[*set as usize] = Some(after);
                item.memories.push((*before, after));
            }
        }
        if world {
            self.world = Some(self.node(Op::Get(next), [node]));
        }
        item.uses = self.uses(stmt);
        item.defs = self.defs(stmt);
        self.item(stmt, item);
    }

    /// Leaves of a call's result, a task id included.
    fn result_count(&self, call: &Call) -> u32 {
        let callee = self.context.program.functions.get(&call.callee);
        let results: usize = callee.map_or(0, |callee| callee.results.iter().map(leaf_count).sum());
        results as u32 + u32::from(call.is_submit())
    }
}

/// Symbols that an Inline callee mentions and no parameter of it declares: the caller's own of each name, if it has one.
pub(crate) fn callee_symbols(context: Context<'_>, function: &Function, call: &Call) -> Vec<Option<VarId>> {
    let callee = context.program.functions.get(&call.callee);
    let Some(callee) = callee.filter(|callee| callee.kind == FunctionKind::Inline) else { return Vec::new() };
    let free = callee.symbols.iter().filter(|symbol| bound_symbol(callee, **symbol).is_none());
    free.map(|symbol| {
        let name = &callee.vars[*symbol].name;
        function.symbols.iter().copied().find(|own| function.vars[*own].name == *name)
    })
    .collect()
}

/// Operands that a launch reads, in a fixed order.
fn launch_operands(call: &Call) -> impl Iterator<Item = &Expr> {
    let launch = &call.launch;
    launch.deps.iter().chain(&launch.predicate).chain(&launch.core_num).chain(&launch.device)
}

/// Whether an operator takes and renews the world.
pub(crate) fn op_world(row: Option<&OpRow>) -> bool {
    row.is_none_or(|row| row.purity == Purity::Effectful || row.sync)
}

/// Whether an operator lets others write.
pub(crate) fn op_syncs(row: Option<&OpRow>) -> bool {
    row.is_some_and(|row| row.sync)
}

/// Sets that others may write at a synchronisation.
pub(crate) fn shared_sets(sets: &Sets) -> impl Iterator<Item = SetId> + '_ {
    let shared =
        sets.facts.iter().enumerate().filter(|(_, facts)| facts.handle && facts.tensor && facts.written);
    shared.map(|(set, _)| set as SetId)
}

/// The sets that a call takes: the callee's, the caller's, and whether it is written; in the callee's order.
pub(crate) fn call_sets(
    context: Context<'_>,
    function: &Function,
    sets: &Sets,
    stmt: &Stmt,
    call: &Call,
) -> Vec<(SetId, SetId, bool)> {
    let args = call.args.iter().map(|arg| match sets.leaves.sources(function, arg)[..] {
        [Source::Leaf(leaf)] => Some(leaf),
        _ => None,
    });
    let args: Vec<Option<Leaf>> = args.collect();
    let results: Vec<Leaf> =
        walk::defined(&stmt.kind).into_iter().flat_map(|var| sets.leaves.of(var)).collect();
    let own = |leaf: Leaf| sets.of(leaf).filter(|_| sets.is_handle(leaf));
    let Some(inner) = context.sets.get(&call.callee) else {
        // Nothing is known of it: it writes all it is given.
        let mut all: Vec<SetId> = args.into_iter().flatten().chain(results).filter_map(own).collect();
        all.sort_unstable();
        all.dedup();
        return all.into_iter().map(|set| (set, set, true)).collect();
    };
    let mut found = Vec::new();
    for interface in inner.interface() {
        let param = inner.params.iter().position(|set| *set == Some(interface.set));
        let from_param = param.and_then(|at| args.get(at).copied().flatten());
        let result = inner.results.iter().position(|set| *set == Some(interface.set));
        let from_result = || result.and_then(|at| results.get(at).copied());
        // An interface set no argument reaches (a constant, an unused result) takes and gives nothing here.
        let set = from_param.or_else(from_result).and_then(own);
        found.push((interface.set, set, interface.written));
    }
    let matched = |(inner, set, written): (SetId, Option<SetId>, bool)| set.map(|set| (inner, set, written));
    found.into_iter().filter_map(matched).collect()
}

/// Keywords with their variables numbered from zero, in order of mention.
fn strip(attrs: &Attrs, vars: &mut Vec<VarId>) -> Attrs {
    let mut stripped = attrs.clone();
    for value in stripped.values_mut() {
        value.for_each_expr_mut(&mut |expr| *expr = expr.map_vars(&mut |var| number(var, vars)));
    }
    stripped
}

/// The number of a variable among those mentioned.
fn number(var: VarId, vars: &mut Vec<VarId>) -> Expr {
    let at = vars.iter().position(|known| *known == var).unwrap_or_else(|| {
        vars.push(var);
        vars.len() - 1
    });
    Expr::Var(crate::base::id::Id::new(at))
}
