//! Encode loops, branches and scopes: closed regions, entered and left with an explicit stack.

use indexmap::IndexSet;

use crate::egraph::encode::{Encoder, Open, Saved};
use crate::egraph::leaves::Leaf;
use crate::egraph::node::{Control, ControlKind, Op, Payload};
use crate::egraph::regions::Traffic;
use crate::egraph::sets::SetId;
use crate::egraph::template::{ArgKind, Item, ItemKind, Place};
use crate::ir::expr::Expr;
use crate::ir::program::{BlockId, VarId};
use crate::ir::stmt::{Carry, Scope, ScopeKind, Stmt, StmtKind};
use crate::ir::walk;

/// A control statement whose regions are being encoded.
pub(crate) struct Pending {
    index: u32,
    /// Regions still to do, last first.
    todo: Vec<Option<BlockId>>,
    /// Region nodes done.
    done: Vec<Place>,
    /// Their indices in the template.
    regions: Vec<u32>,
    operands: Vec<Place>,
    inits: Vec<Place>,
    captures: Vec<Leaf>,
    sets: Vec<SetId>,
    written: Vec<SetId>,
    site: bool,
    world: bool,
    jumps: bool,
}

impl<'a> Encoder<'a> {
    pub(crate) fn control(&mut self, index: u32, stmt: &'a Stmt) {
        let pending = match &stmt.kind {
            StmtKind::For(it) => {
                let operands = [&it.start, &it.stop, &it.step].map(|bound| self.scalar(bound)).to_vec();
                let todo = vec![Some(it.body)];
                self.pending(index, operands, &it.carries, todo, &[])
            }
            StmtKind::While(it) => {
                let todo = vec![Some(it.body)];
                self.pending(index, Vec::new(), &it.carries, todo, &[])
            }
            StmtKind::If(it) => {
                let operands = vec![self.scalar(&it.cond)];
                let todo = vec![it.otherwise, Some(it.then)];
                let missing: Vec<&Expr> = match it.otherwise {
                    Some(_) => Vec::new(),
                    None => it.merges.iter().map(|merge| &merge.otherwise).collect(),
                };
                self.pending(index, operands, &[], todo, &missing)
            }
            StmtKind::Scope(scope) => {
                let operands: Vec<Place> =
                    scope_operands(scope).into_iter().map(|operand| self.value(operand)).collect();
                let pending = self.pending(index, operands, &[], vec![Some(scope.body)], &[]);
                Pending { site: pending.site || scope.is_task(), ..pending }
            }
            StmtKind::Let(..)
            | StmtKind::Eval(_)
            | StmtKind::Return(_)
            | StmtKind::Break(_)
            | StmtKind::Continue(_)
            | StmtKind::Raw(_) => return,
        };
        self.open.last_mut().expect("a statement stands in an open region").pending = Some(pending);
        self.next_region_of_pending();
    }

    /// Gathers what the regions of a statement share: captures, sets, world, frame.
    fn pending(
        &mut self,
        index: u32,
        operands: Vec<Place>,
        carries: &[Carry],
        todo: Vec<Option<BlockId>>,
        missing: &[&Expr],
    ) -> Pending {
        let mut captures: IndexSet<Leaf> = IndexSet::new();
        let mut reads: IndexSet<SetId> = IndexSet::new();
        let mut writes: IndexSet<SetId> = IndexSet::new();
        let (mut world, mut site, mut jumps) = (false, false, false);
        for block in todo.iter().rev().filter_map(|block| *block) {
            let traffic: &Traffic = &self.blocks.traffic[block];
            captures.extend(traffic.captures.iter().copied());
            let outer = |set: &SetId| self.blocks.set_home[*set as usize] != Some(block);
            reads.extend(traffic.reads.iter().copied().filter(outer));
            writes.extend(traffic.writes.iter().copied().filter(outer));
            world |= traffic.world;
            site |= traffic.frame;
            jumps |= traffic.jumps;
        }
        for expr in missing {
            expr.for_each_var(&mut |var| captures.extend(self.sets.leaves.of(var)));
        }
        let mut inits = Vec::new();
        for carry in carries {
            let count = self.sets.leaves.of(carry.param).len();
            let mut places: Vec<Place> =
                self.leaf_nodes(&carry.init).into_iter().map(|(place, _)| place).collect();
            // One `Undef` stands for all leaves.
            while places.len() < count {
                places.push(places[0]);
            }
            inits.extend(places);
        }
        reads.sort_unstable();
        let written = reads.iter().copied().filter(|set| writes.contains(set)).collect();
        Pending {
            index,
            todo,
            done: Vec::new(),
            regions: Vec::new(),
            operands,
            inits,
            captures: captures.into_iter().collect(),
            sets: reads.into_iter().collect(),
            written,
            site,
            world,
            jumps,
        }
    }

    fn next_region_of_pending(&mut self) {
        let open = self.open.last_mut().expect("a region is open");
        let Some(pending) = &mut open.pending else { return };
        let Some(block) = pending.todo.pop() else { return self.finish_control() };
        let index = pending.index;
        let stmt = self.stmt_of(index);
        self.enter_region(block, inner_args(stmt, &self.sets.leaves));
        if let Some(block) = block {
            self.start_memories(block);
        }
        for var in walk::defined_inside(&stmt.kind) {
            self.note_types(var);
        }
        if let StmtKind::While(it) = &stmt.kind
            && block == Some(it.body)
        {
            self.open_header(index, it.header);
        }
    }

    /// The header of a `while` is a region inside its body's, before the body's first statement.
    fn open_header(&mut self, index: u32, header: BlockId) {
        let mut pending = self.pending(index, Vec::new(), &[], vec![Some(header)], &[]);
        pending.todo.clear();
        self.open.last_mut().expect("the body is open").pending = Some(pending);
        self.enter_region(Some(header), Vec::new());
    }

    /// Opens a region of the pending statement: binds its own arguments, then captures, frame, memories and world.
    fn enter_region(&mut self, block: Option<BlockId>, own: Vec<(ArgKind, Leaf)>) {
        let region = self.new_region(block);
        let open = self.open.last_mut().expect("a region is open");
        let pending = open.pending.as_mut().expect("a statement is pending");
        pending.regions.push(region);
        let (captures, sets) = (pending.captures.clone(), pending.sets.clone());
        let (site, world) = (pending.site, pending.world);
        let mut saved = Saved { world: self.world, frame: self.frame, ..Saved::default() };
        self.region = region;
        let captured = captures.iter().map(|&leaf| (ArgKind::Capture(leaf), leaf));
        for (kind, leaf) in own.into_iter().chain(captured) {
            let place = self.region_arg(region, kind);
            saved.binds.push((leaf, self.bind[leaf as usize].replace(place)));
        }
        self.frame = if site { Some(self.region_arg(region, ArgKind::Frame)) } else { None };
        for set in sets {
            let place = self.region_arg(region, ArgKind::Memory(set));
            saved.memories.push((set, self.memory[set as usize].replace(place)));
        }
        self.world = if world { Some(self.region_arg(region, ArgKind::World)) } else { None };
        // Types mention extents, so all have to be bound.
        for leaf in captures {
            self.note_captured(leaf);
        }
        self.open.push(Open { region, block, next: 0, saved, pending: None });
    }

    /// The statement of the region around the innermost one.
    fn stmt_of(&self, index: u32) -> &'a Stmt {
        let open = self.open.last().expect("a region is open");
        self.stmt_in(open, index)
    }

    fn stmt_in(&self, open: &Open, index: u32) -> &'a Stmt {
        let block = open.block.expect("statements stand in a block");
        &self.function.blocks[block].stmts[index as usize]
    }

    /// Closes the innermost region: its outputs, its node, and the bindings of the region around.
    pub(crate) fn close_region(&mut self) {
        let open = self.open.pop().expect("a region is open");
        let around = self.open.last().expect("a nested region has one around");
        let pending = around.pending.as_ref().expect("a nested region belongs to a statement");
        let head = self.is_header(&open);
        let stmt = if head {
            // The header's statement stands one region further out.
            let outer = &self.open[self.open.len() - 2];
            self.stmt_in(outer, pending.index)
        } else {
            self.stmt_in(around, pending.index)
        };
        let written = pending.written.clone();
        let world = pending.world && !head;
        let mut outputs = self.region_values(stmt, &open, head);
        if !head {
            for set in written {
                outputs.push(self.memory_of(set));
            }
            if world {
                outputs.extend(self.world);
            }
        }
        let id = self.template.regions[open.region as usize].id;
        let node = self.node(Op::Region(id), outputs.clone());
        self.seal(open.region, outputs);
        self.restore(open.saved);
        let around = self.open.last_mut().expect("as above");
        self.region = around.region;
        let pending = around.pending.as_mut().expect("as above");
        pending.done.push(node);
        if head {
            // The body's own regions come later; its header waits with the loop.
            let pending = around.pending.take().expect("as above");
            let outer = self.open.len() - 2;
            let waiting = self.open[outer].pending.as_mut().expect("the loop is pending");
            waiting.done.extend(pending.done);
            waiting.regions.extend(pending.regions);
        } else {
            self.next_region_of_pending();
        }
    }

    fn is_header(&self, open: &Open) -> bool {
        let Some(outer) = self.open.len().checked_sub(2).map(|at| &self.open[at]) else { return false };
        let Some(pending) = &outer.pending else { return false };
        match &self.stmt_in(outer, pending.index).kind {
            StmtKind::While(it) => open.block == Some(it.header),
            _ => false,
        }
    }

    fn restore(&mut self, saved: Saved) {
        for (leaf, place) in saved.binds {
            self.bind[leaf as usize] = place;
        }
        for (set, place) in saved.memories {
            self.memory[set as usize] = place;
        }
        self.world = saved.world;
        self.frame = saved.frame;
    }

    /// The values that leave a region, in terms of its own nodes.
    fn region_values(&mut self, stmt: &'a Stmt, open: &Open, head: bool) -> Vec<Place> {
        let mut outputs = Vec::new();
        match &stmt.kind {
            StmtKind::For(it) => self.next_values(&it.carries, &mut outputs),
            StmtKind::While(it) if head => outputs.push(self.scalar(&it.cond)),
            StmtKind::While(it) => self.next_values(&it.carries, &mut outputs),
            StmtKind::If(it) => {
                // An arm that was not written comes second.
                let then = open.block == Some(it.then);
                for merge in &it.merges {
                    let side = if then { &merge.then } else { &merge.otherwise };
                    self.side_values(side, merge.result, &mut outputs);
                }
            }
            StmtKind::Scope(it) => {
                for leaf in self.blocks.traffic[it.body].exports.clone() {
                    outputs.push(self.bound(leaf));
                }
            }
            StmtKind::Let(..)
            | StmtKind::Eval(_)
            | StmtKind::Return(_)
            | StmtKind::Break(_)
            | StmtKind::Continue(_)
            | StmtKind::Raw(_) => {}
        }
        outputs
    }

    fn next_values(&mut self, carries: &[Carry], outputs: &mut Vec<Place>) {
        for carry in carries {
            self.side_values(&carry.next, carry.param, outputs);
        }
    }

    fn side_values(&mut self, side: &Expr, like: VarId, outputs: &mut Vec<Place>) {
        let count = self.sets.leaves.of(like).len();
        let mut places: Vec<Place> = self.leaf_nodes(side).into_iter().map(|(place, _)| place).collect();
        while places.len() < count {
            places.push(places[0]);
        }
        outputs.extend(places);
    }

    /// All regions are done: the node of the statement, what it gives, and its item.
    fn finish_control(&mut self) {
        let open = self.open.last_mut().expect("a region is open");
        let pending = open.pending.take().expect("a statement is pending");
        let stmt = self.stmt_of(pending.index);
        let defined: Vec<Leaf> =
            walk::defined(&stmt.kind).into_iter().flat_map(|var| self.sets.leaves.of(var)).collect();
        let given: Vec<Leaf> = match &stmt.kind {
            StmtKind::Scope(it) => self.blocks.traffic[it.body].exports.iter().copied().collect(),
            _ => defined.clone(),
        };
        let node = self.control_node(stmt, &pending);
        let mut item = Item { node: Some(node), ..Item::new(pending.index, ItemKind::Control) };
        item.regions = pending.regions.clone();
        // The same leaves, from outside, before they are bound anew.
        item.uses = self.uses(stmt);
        item.uses
            .extend(pending.captures.iter().filter_map(|leaf| Some((*leaf, self.bind[*leaf as usize]?))));
        item.uses.sort_unstable();
        item.uses.dedup();
        for (at, leaf) in given.iter().enumerate() {
            let get = self.node(Op::Get(at as u32), [node]);
            self.bind[*leaf as usize] = Some(get);
        }
        let mut next = given.len() as u32;
        for set in &pending.written {
            let before = self.memory_of(*set);
            let after = self.node(Op::Get(next), [node]);
            next += 1;
            self.memory[*set as usize] = Some(after);
            item.memories.push((before, after));
        }
        if pending.world {
            self.world = Some(self.node(Op::Get(next), [node]));
            next += 1;
        }
        if let StmtKind::Scope(Scope { task_id: Some(task), .. }) = &stmt.kind {
            let leaf = self.sets.leaves.of(*task).start;
            let get = self.node(Op::Get(next), [node]);
            self.bind[leaf as usize] = Some(get);
        }
        item.defs = self.defs(stmt);
        if let StmtKind::Scope(_) = &stmt.kind {
            item.defs.extend(given.iter().map(|leaf| (*leaf, self.bound(*leaf))));
        }
        self.item(stmt, item);
    }

    fn control_node(&mut self, stmt: &Stmt, pending: &Pending) -> Place {
        let inner = inner_args(stmt, &self.sets.leaves);
        let index = inner.iter().filter(|(kind, _)| matches!(kind, ArgKind::Index(_))).count() as u32;
        let carries = pending.inits.len() as u32;
        let payload = Payload::Control(Control {
            kind: match &stmt.kind {
                StmtKind::For(it) => ControlKind::For(it.kind, Default::default()),
                StmtKind::While(_) => ControlKind::While(Default::default()),
                StmtKind::If(_) => ControlKind::If,
                _ => ControlKind::Scope(self.template.regions[pending.regions[0] as usize].id),
            },
            operands: pending.operands.len() as u32,
            carries,
            captures: pending.captures.len() as u32,
            site: pending.site,
            memories: pending.sets.len() as u32,
            written: positions(&pending.written, &pending.sets),
            world: pending.world,
            jumps: pending.jumps,
            first_carry: index,
            first_capture: index + carries,
        });
        let payload = self.payloads.intern(payload);
        let op = match &stmt.kind {
            StmtKind::For(_) => Op::For(payload),
            StmtKind::While(_) => Op::While(payload),
            StmtKind::If(_) => Op::If(payload),
            _ => Op::Scope(payload),
        };
        let mut children = pending.operands.clone();
        children.extend(&pending.inits);
        for leaf in &pending.captures {
            children.push(self.bound(*leaf));
        }
        if pending.site {
            children.push(self.site());
        }
        for set in &pending.sets {
            children.push(self.memory_of(*set));
        }
        children.extend(self.world.filter(|_| pending.world));
        children.extend(&pending.done);
        self.node(op, children)
    }
}

/// Positions of some sets among others, which ascend.
fn positions(some: &[SetId], all: &[SetId]) -> Vec<u32> {
    some.iter().filter_map(|set| all.binary_search(set).ok()).map(|at| at as u32).collect()
}

/// Arguments that a statement gives its body beyond captures: index or lane, then the parameters of its carries.
fn inner_args(stmt: &Stmt, leaves: &crate::egraph::leaves::Leaves) -> Vec<(ArgKind, Leaf)> {
    let index = |var: VarId| {
        let leaf = leaves.of(var).start;
        (ArgKind::Index(leaf), leaf)
    };
    let carried = |carries: &[Carry]| -> Vec<(ArgKind, Leaf)> {
        carries
            .iter()
            .flat_map(|carry| leaves.of(carry.param))
            .map(|leaf| (ArgKind::Carry(leaf), leaf))
            .collect()
    };
    match &stmt.kind {
        StmtKind::For(it) => std::iter::once(index(it.index)).chain(carried(&it.carries)).collect(),
        StmtKind::While(it) => carried(&it.carries),
        StmtKind::Scope(it) => match it.kind {
            ScopeKind::Spmd { index: Some(var) } => vec![index(var)],
            ScopeKind::SplitAiv { lane, .. } => vec![index(lane)],
            ScopeKind::Spmd { index: None }
            | ScopeKind::At { .. }
            | ScopeKind::Cluster
            | ScopeKind::Runtime { .. }
            | ScopeKind::Graph => Vec::new(),
        },
        StmtKind::Let(..)
        | StmtKind::Eval(_)
        | StmtKind::If(_)
        | StmtKind::Return(_)
        | StmtKind::Break(_)
        | StmtKind::Continue(_)
        | StmtKind::Raw(_) => Vec::new(),
    }
}

/// Operands of a scope, in a fixed order.
fn scope_operands(scope: &Scope) -> Vec<&Expr> {
    let launch = &scope.launch;
    let count = match &scope.kind {
        ScopeKind::SplitAiv { count, .. } => Some(count),
        _ => None,
    };
    let launched = launch.deps.iter().chain(&launch.predicate).chain(&launch.core_num).chain(&launch.device);
    count.into_iter().chain(launched).collect()
}
