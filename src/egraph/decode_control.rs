//! Decode loops, branches and scopes: their regions one after the other, then the statement, then what it gives.

use std::collections::{HashMap, HashSet};

use egg::Id;

use crate::egraph::activation::{Env, Finish};
use crate::egraph::decode::{Decoder, Origin, copy_of};
use crate::egraph::decode_operands::compose;
use crate::egraph::leaves::{Leaf, type_of};
use crate::egraph::linear::linear_of_node;
use crate::egraph::node::Op;
use crate::egraph::template::{ArgKind, Item, Place};
use crate::ir::expr::{BinaryOp, Expr};
use crate::ir::program::{BlockId, VarId};
use crate::ir::stmt::{Block, Carry, For, If, Merge, Scope, ScopeKind, StmtKind, While};
use crate::ir::typing::type_of as type_of_expr;
use crate::ir::walk;

/// A control statement whose regions are being decoded.
pub(crate) struct Under<'g> {
    origin: Origin<'g>,
    item: &'g Item,
    /// The statement so far: operands rewritten, blocks and variables replaced one by one.
    kind: StmtKind,
    /// How many regions were opened.
    opened: usize,
    /// Outputs of the regions done, in terms of the names inside.
    outputs: Vec<Vec<Expr>>,
    blocks: Vec<BlockId>,
    /// Parameters of the carries, index or lane: old, new.
    inner: Vec<(VarId, VarId)>,
    /// How captured classes are written when the body of a `while` begins: what its header sees.
    start: HashMap<Id, Expr>,
}

impl<'g> Decoder<'g> {
    pub(crate) fn emit_control(&mut self, origin: &Origin<'g>, item: &'g Item) {
        let stmt = origin.stmt(item);
        let mut kind = stmt.kind.clone();
        self.rewrite_kind(origin, &mut kind, item);
        if let StmtKind::Scope(scope) = &mut kind {
            self.mark_scope(origin, item, scope);
        }
        let under = Under {
            origin: origin.clone(),
            item,
            kind,
            opened: 0,
            outputs: Vec::new(),
            blocks: Vec::new(),
            inner: Vec::new(),
            start: HashMap::new(),
        };
        self.open_next(Box::new(under));
    }

    /// Opens the next region of a statement, or ends the statement.
    fn open_next(&mut self, mut under: Box<Under<'g>>) {
        let Some(&region) = under.item.regions.get(under.opened) else { return self.end_control(*under) };
        under.opened += 1;
        let inside = Origin { region, ..under.origin.clone() };
        let inside = Origin { marks: self.marks_in_region(&under.origin, under.item, &inside), ..inside };
        let mut env = Env::default();
        let leaves = &self.graph.encoded.sets[&inside.function.name].leaves;
        let info = inside.info();
        let pairs: Vec<(Leaf, Place)> = leaf_args(&info.args, &info.arg_places);
        let mut captured = HashSet::new();
        for (kind, place) in info.args.iter().zip(&info.arg_places) {
            let class = self.class(&inside, *place);
            match kind {
                ArgKind::Capture(leaf) => {
                    let outer = under.item.uses.binary_search_by_key(leaf, |(leaf, _)| *leaf);
                    let outer = outer.map(|at| self.class(&under.origin, under.item.uses[at].1));
                    if let Ok(outer) = outer {
                        let known = self.is_folded(outer) && !self.is_folded(class);
                        self.repairs.coarse += usize::from(known || !captured.insert(outer));
                    }
                    if let Some(expr) = outer.ok().and_then(|outer| self.realise(outer)) {
                        let spelled = matches!(expr, Expr::Binary(..) | Expr::Unary(..));
                        self.repairs.coarse += usize::from(spelled && self.is_calculated_with(class));
                        env.names.insert(class, expr);
                    }
                }
                ArgKind::Memory(_) => env.enter_memory(class),
                ArgKind::Index(_) | ArgKind::Carry(_) | ArgKind::Frame | ArgKind::World => {}
            }
        }
        if let StmtKind::While(_) = under.kind {
            under.start.clone_from(&env.names);
        }
        let block = self.function.blocks.push(Block::default());
        under.blocks.push(block);
        let finish = Finish::Region(under);
        self.activate_inner(inside, env, block, finish, &pairs, leaves);
    }

    /// Whether index arithmetic goes on with a class.
    fn is_calculated_with(&self, class: Id) -> bool {
        let egraph = &self.graph.egraph;
        let goes_on = |user: Id| {
            let node = egraph.id_to_node(user);
            let divides = matches!(node.op, Op::Binary(BinaryOp::FloorDiv | BinaryOp::FloorMod));
            divides || linear_of_node(egraph, node).is_some()
        };
        egraph.analysis.fold && egraph[class].parents().any(goes_on)
    }

    /// Opens a region whose own variables (index, carries) get names first.
    fn activate_inner(
        &mut self,
        inside: Origin<'g>,
        mut env: Env,
        block: BlockId,
        mut finish: Finish<'g>,
        pairs: &[(Leaf, Place)],
        leaves: &'g crate::egraph::leaves::Leaves,
    ) {
        let Finish::Region(under) = &mut finish else { unreachable!("regions have statements") };
        let stmt = under.origin.stmt(under.item);
        let own: Vec<VarId> = walk::defined_inside(&stmt.kind);
        let info = inside.info();
        // The header of a `while` runs inside the body's region and gets its names from there.
        let first = info.args.iter().any(|kind| matches!(kind, ArgKind::Index(_) | ArgKind::Carry(_)));
        if !first {
            return self.activate(inside, env, block, finish);
        }
        // Types mention captures only, so these can be named one by one.
        self.stack.push(crate::egraph::activation::Activation {
            env: std::mem::take(&mut env),
            origins: Vec::new(),
            items: Vec::new(),
            next: 0,
            block,
            finish: Finish::Function,
        });
        for var in own {
            let new = self.new_var(&inside, var, pairs);
            let classes: Vec<Id> = leaves
                .of(var)
                .filter_map(|leaf| pairs.binary_search_by_key(&leaf, |(leaf, _)| *leaf).ok())
                .map(|at| self.class(&inside, pairs[at].1))
                .collect();
            self.name_all(&classes, new);
            let Finish::Region(under) = &mut finish else { unreachable!("as above") };
            let found = init_of(&under.kind, var).map(|init| type_of_expr(&self.function.vars, init));
            self.become_type(new, found);
            under.inner.push((var, new));
        }
        let env = self.stack.pop().expect("pushed above").env;
        self.activate(inside, env, block, finish);
    }

    /// The active region is done.
    pub(crate) fn close(&mut self) {
        let inside = self.stack.last().expect("a region is active").origins[0].clone();
        if let Finish::Function = self.stack.last().expect("as above").finish {
            self.stack.pop();
            return;
        }
        let classes: Vec<Id> = {
            let info = inside.info();
            info.outputs.iter().map(|place| self.class(&inside, *place)).collect()
        };
        let count = self.value_outputs(&inside);
        let mut outputs = Vec::with_capacity(count);
        for class in classes.into_iter().take(count) {
            outputs.push(self.realise(class).unwrap_or(Expr::Undef));
        }
        let done = self.stack.pop().expect("as above");
        let Finish::Region(mut under) = done.finish else { unreachable!("functions are done above") };
        under.outputs.push(outputs);
        match (&under.kind, under.opened) {
            (StmtKind::While(_), 1) => self.open_header(under, &inside),
            _ => self.open_next(under),
        }
    }

    /// How many outputs of a region are values: memories and world come behind them.
    fn value_outputs(&self, inside: &Origin<'g>) -> usize {
        let top = self.stack.last().expect("a region is active");
        let Finish::Region(under) = &top.finish else { return 0 };
        let stmt = under.origin.stmt(under.item);
        let leaves = &self.graph.encoded.sets[&inside.function.name].leaves;
        let count = |vars: Vec<VarId>| vars.into_iter().map(|var| leaves.of(var).len()).sum();
        match &stmt.kind {
            StmtKind::While(_) if under.opened == 2 => 1,
            StmtKind::Scope(_) => {
                let written = under.item.memories.len();
                inside.info().outputs.len() - written - usize::from(self.has_world(inside))
            }
            kind => count(walk::defined(kind)),
        }
    }

    fn has_world(&self, inside: &Origin<'g>) -> bool {
        inside.info().args.contains(&ArgKind::World)
    }

    /// The header of a `while` sees what the body sees when a trip begins.
    fn open_header(&mut self, mut under: Box<Under<'g>>, body_origin: &Origin<'g>) {
        let Some(&region) = under.item.regions.get(1) else { return self.end_control(*under) };
        under.opened = 2;
        let inside = Origin { region, ..under.origin.clone() };
        let info = inside.info();
        let body_info = body_origin.info();
        let body_pairs = leaf_args(&body_info.args, &body_info.arg_places);
        let mut env = Env::default();
        for (kind, place) in info.args.iter().zip(&info.arg_places) {
            let class = self.class(&inside, *place);
            match kind {
                ArgKind::Capture(leaf) => {
                    let at = body_pairs.binary_search_by_key(leaf, |(leaf, _)| *leaf);
                    let outer = at.ok().map(|at| self.class(body_origin, body_pairs[at].1));
                    let own = under.inner.iter().find(|(old, _)| self.owns(&inside, *old, *leaf));
                    let expr = own.map(|(old, new)| self.leaf_of(&inside, *old, *new, *leaf));
                    if let Some(expr) =
                        expr.or_else(|| outer.and_then(|outer| under.start.get(&outer).cloned()))
                    {
                        env.names.insert(class, expr);
                    }
                }
                ArgKind::Memory(_) => env.enter_memory(class),
                ArgKind::Index(_) | ArgKind::Carry(_) | ArgKind::Frame | ArgKind::World => {}
            }
        }
        let block = self.function.blocks.push(Block::default());
        under.blocks.push(block);
        self.activate(inside, env, block, Finish::Region(under));
    }

    fn owns(&self, inside: &Origin<'g>, var: VarId, leaf: Leaf) -> bool {
        self.graph.encoded.sets[&inside.function.name].leaves.of(var).contains(&leaf)
    }

    fn leaf_of(&self, inside: &Origin<'g>, old: VarId, new: VarId, leaf: Leaf) -> Expr {
        let leaves = self.graph.encoded.sets[&inside.function.name].leaves.of(old);
        let single = leaves.len() == 1;
        let var = Expr::Var(new);
        if single { var } else { Expr::Get(Box::new(var), leaf - leaves.start) }
    }

    /// All regions are done: the statement, and the names of what it gives.
    fn end_control(&mut self, under: Under<'g>) {
        let Under { origin, item, mut kind, outputs, blocks, inner, .. } = under;
        let stmt = origin.stmt(item);
        let renamed = |var: VarId| inner.iter().find(|(old, _)| *old == var).map_or(var, |(_, new)| *new);
        match &mut kind {
            StmtKind::For(For { index, carries, body, .. }) => {
                *index = renamed(*index);
                *body = blocks[0];
                self.end_carries(&origin, item, carries, &outputs[0], &renamed);
            }
            StmtKind::While(While { carries, header, cond, body, .. }) => {
                *body = blocks[0];
                *header = blocks[1];
                *cond = outputs[1][0].clone();
                self.end_carries(&origin, item, carries, &outputs[0], &renamed);
            }
            StmtKind::If(If { then, otherwise, merges, .. }) => {
                *then = blocks[0];
                let written = otherwise.is_some() || !self.function.blocks[blocks[1]].stmts.is_empty();
                *otherwise = written.then_some(blocks[1]);
                self.end_merges(&origin, item, merges, &outputs);
            }
            StmtKind::Scope(scope) => {
                scope.body = blocks[0];
                self.end_scope(&origin, item, scope, &renamed);
            }
            StmtKind::Let(..)
            | StmtKind::Eval(_)
            | StmtKind::Return(_)
            | StmtKind::Break(_)
            | StmtKind::Continue(_)
            | StmtKind::Raw(_) => unreachable!("only control statements have regions"),
        }
        self.push(copy_of(stmt, kind));
        self.replace_memories(&origin, item);
        if let StmtKind::Scope(_) = &stmt.kind {
            self.name_exports(&origin, item, &outputs[0]);
        }
    }

    fn end_carries(
        &mut self,
        origin: &Origin<'g>,
        item: &Item,
        carries: &mut [Carry],
        outputs: &[Expr],
        renamed: &impl Fn(VarId) -> VarId,
    ) {
        let mut parts = outputs.iter().cloned();
        let mut named = HashSet::new();
        for carry in carries {
            let ty = type_of(origin.function, &Expr::Var(carry.param));
            carry.next = compose(&self.function, ty.as_ref(), &mut parts);
            carry.param = renamed(carry.param);
            let found = self.function.ty(carry.param).clone();
            carry.result = self.result_var(origin, item, carry.result, &mut named);
            self.become_type(carry.result, Some(found));
        }
    }

    fn end_merges(&mut self, origin: &Origin<'g>, item: &Item, merges: &mut [Merge], outputs: &[Vec<Expr>]) {
        let (mut then, mut otherwise) = (outputs[0].iter().cloned(), outputs[1].iter().cloned());
        let mut named = HashSet::new();
        for merge in merges {
            let ty = type_of(origin.function, &Expr::Var(merge.result));
            merge.then = compose(&self.function, ty.as_ref(), &mut then);
            merge.otherwise = compose(&self.function, ty.as_ref(), &mut otherwise);
            let found = type_of_expr(&self.function.vars, &merge.then);
            merge.result = self.result_var(origin, item, merge.result, &mut named);
            self.become_type(merge.result, Some(found));
        }
    }

    /// The new variable of what a statement gives, which is from now on how its class is written. Of several results
    /// that are one class the first is: passes add theirs behind those that were written.
    fn result_var(&mut self, origin: &Origin<'g>, item: &Item, old: VarId, named: &mut HashSet<Id>) -> VarId {
        let new = self.new_var(origin, old, &item.uses);
        let leaves = self.graph.encoded.sets[&origin.function.name].leaves.of(old);
        let defs = item.defs.iter().filter(|(leaf, _)| leaves.contains(leaf));
        let classes: Vec<Id> = defs.map(|(_, place)| self.class(origin, *place)).collect();
        let before: Vec<(Id, Expr)> = classes
            .iter()
            .filter(|class| !named.insert(**class))
            .filter_map(|class| Some((*class, self.env().names.get(class)?.clone())))
            .collect();
        self.name_all(&classes, new);
        self.env().names.extend(before);
        new
    }

    fn end_scope(
        &mut self,
        origin: &Origin<'g>,
        item: &Item,
        scope: &mut Scope,
        renamed: &impl Fn(VarId) -> VarId,
    ) {
        match &mut scope.kind {
            ScopeKind::Spmd { index: Some(index) } => *index = renamed(*index),
            ScopeKind::SplitAiv { lane, .. } => *lane = renamed(*lane),
            ScopeKind::Spmd { index: None }
            | ScopeKind::At { .. }
            | ScopeKind::Cluster
            | ScopeKind::Runtime { .. }
            | ScopeKind::Graph => {}
        }
        if let Some(task) = &mut scope.task_id {
            *task = self.result_var(origin, item, *task, &mut HashSet::new());
        }
    }

    /// What a scope's body defines is visible after it, under the name it has inside.
    fn name_exports(&mut self, origin: &Origin<'g>, item: &Item, outputs: &[Expr]) {
        let task = item.defs.len() - outputs.len();
        for ((_, place), inside) in item.defs[task..].iter().zip(outputs) {
            let class = self.class(origin, *place);
            self.repairs.coarse += usize::from(inside.as_var().is_none() && !self.is_folded(class));
            self.env().names.insert(class, inside.clone());
        }
    }
}

/// What a carry begins as, by its parameter.
fn init_of(kind: &StmtKind, param: VarId) -> Option<&Expr> {
    let carries = match kind {
        StmtKind::For(it) => &it.carries,
        StmtKind::While(it) => &it.carries,
        _ => return None,
    };
    carries.iter().find(|carry| carry.param == param).map(|carry| &carry.init)
}

/// Leaves that are arguments of a region, with their nodes, by leaf.
fn leaf_args(args: &[ArgKind], places: &[Place]) -> Vec<(Leaf, Place)> {
    let mut pairs: Vec<(Leaf, Place)> = Vec::new();
    for (kind, place) in args.iter().zip(places) {
        match kind {
            ArgKind::Index(leaf) | ArgKind::Carry(leaf) | ArgKind::Capture(leaf) => {
                pairs.push((*leaf, *place))
            }
            ArgKind::Frame | ArgKind::Memory(_) | ArgKind::World => {}
        }
    }
    pairs.sort_unstable();
    pairs
}
