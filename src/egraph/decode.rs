//! Decode: the selected term of a function as IR again.
//!
//! The statements of a region, calls replaced by what they stand for, are a *walk*: effects in their order, so every
//! alias set has one linear chain from its first memory to its last. Going along it, decode keeps for every class its
//! *current name* and for every set its current memory. A pure statement is printed where it stands if something selected
//! needs it; what a rule made is printed just before its first use; a read is the name of its handle while its memory is
//! current. Where a selected node cannot be had at a place, another of its class is taken, in the end the statement as it
//! was written: any selection gives a right program, and the report counts how often that was needed.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use egg::Id;

use crate::base::diagnostic::Diagnostics;
use crate::base::span::Span;
use crate::egraph::activation::{Activation, Env, Finish, FlatItem, Step};
use crate::egraph::encode::bound_symbol;
use crate::egraph::instantiate::{FunctionGraph, Ids, InstanceId};
use crate::egraph::leaves::Leaf;
use crate::egraph::node::{Node, Op};
use crate::egraph::open_region::Opened;
use crate::egraph::template::{ArgKind, Item, ItemKind, Place, Region, Template};
use crate::ir::expr::Expr;
use crate::ir::op::Purity;
use crate::ir::program::{BlockId, Function, FunctionKind, VarId};
use crate::ir::stmt::{Block, OpCall, Rhs, Stmt, StmtKind};
use crate::ir::sweep::sweep;
use crate::ir::types::Type;
use crate::ir::unrolled::settle_carries;

/// Which node of each class was chosen; classes that are missing are free.
pub(crate) type Choice = HashMap<Id, Node>;

/// What decode did beside the program.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Repairs {
    /// How often a selected node could not be had where it was needed.
    pub fallbacks: usize,
    /// Captures that turned out to be constants, sums that are added to inside, or one with another capture: regions are
    /// closed, so only one that is encoded again from the new text knows it. What a scope gives that the text calculates
    /// behind it. Handles that have two classes here and one name in the text.
    pub coarse: usize,
    /// Variables, and how many parts of each the graph took for storage that may be written rather than for values.
    pub storage: Vec<(VarId, usize)>,
}

pub(crate) struct Decoder<'g> {
    pub(crate) graph: &'g FunctionGraph<'g>,
    pub(crate) choice: &'g Choice,
    pub(crate) function: Function,
    pub(crate) stack: Vec<Activation<'g>>,
    pub(crate) repairs: Repairs,
    pub(crate) said: Diagnostics,
    /// Classes that are being built.
    pub(crate) busy: HashSet<Id>,
    /// Whether a symbol of something inlined is two extents here: then no declared type is taken for what it says.
    retyping: bool,
}

/// Where the items of a template come from: its function, its nodes as classes, one of its regions.
#[derive(Clone)]
pub(crate) struct Origin<'g> {
    pub(crate) template: &'g Template,
    pub(crate) function: &'g Function,
    pub(crate) ids: Ids,
    pub(crate) region: u32,
    /// Whether it was inlined: then its types are found anew.
    pub(crate) inlined: bool,
    /// The call that it stands for, if it was inlined.
    pub(crate) call: Span,
    /// Classes that calls around it mark for dumping.
    pub(crate) marks: Arc<[Id]>,
}

impl<'g> Origin<'g> {
    pub(crate) fn info(&self) -> &'g Region {
        &self.template.regions[self.region as usize]
    }
    pub(crate) fn stmt(&self, item: &Item) -> &'g Stmt {
        let block = self.info().block.expect("statements stand in a block");
        &self.function.blocks[block].stmts[item.stmt as usize]
    }
}

/// Decodes a function's graph under a choice.
pub(crate) fn decode(graph: &FunctionGraph<'_>, choice: &Choice) -> Result<(Function, Repairs), Diagnostics> {
    let source = &graph.program.functions[&graph.instances[0].template];
    let mut function = Function { body: None, ..source.clone() };
    function.vars = Default::default();
    function.blocks = Default::default();
    let mut decoder = Decoder {
        graph,
        choice,
        function,
        stack: Vec::new(),
        repairs: Repairs::default(),
        said: Diagnostics::new(),
        busy: HashSet::new(),
        retyping: false,
    };
    decoder.retyping = decoder.has_two_extents();
    decoder.run(source);
    decoder.repairs.coarse += graph.handles_typed_back();
    crate::ir::leaks::drop_unused(&mut decoder.function);
    sweep(&mut decoder.function, graph.opens);
    while settle_carries(&mut decoder.function) {
        sweep(&mut decoder.function, graph.opens);
    }
    if decoder.said.has_errors() { Err(decoder.said) } else { Ok((decoder.function, decoder.repairs)) }
}

impl<'g> Decoder<'g> {
    pub(crate) fn find(&self, id: Id) -> Id {
        self.graph.egraph.find(id)
    }

    fn run(&mut self, source: &'g Function) {
        let origin = self.instance_origin(0, Span::NONE);
        let mut env = Env::default();
        self.function.params = source.params.clone();
        self.function.symbols = Vec::new();
        let top = origin.info();
        // Symbols first: parameters' types mention them.
        let mut vars: HashMap<VarId, VarId> = HashMap::new();
        for &symbol in &source.symbols {
            let old = &source.vars[symbol];
            let new = self.function.add_var(old.name.clone(), old.ty.clone(), old.span);
            self.function.symbols.push(new);
            vars.insert(symbol, new);
        }
        for param in &source.params {
            let old = &source.vars[param.var];
            let new = self.function.add_var(old.name.clone(), Type::Unknown, old.span);
            vars.insert(param.var, new);
        }
        let mut renamed = |var: VarId| vars.get(&var).map_or(Expr::Undef, |new| Expr::Var(*new));
        for param in &mut self.function.params {
            let new = vars[&param.var];
            self.function.vars[new].ty = source.vars[param.var].ty.map_vars(&mut renamed);
            param.var = new;
        }
        for ty in &mut self.function.results {
            *ty = ty.map_vars(&mut renamed);
        }
        for value in self.function.attrs.values_mut() {
            value.for_each_expr_mut(&mut |expr| *expr = expr.map_vars(&mut renamed));
        }
        let leaves = &self.graph.encoded.sets[&source.name].leaves;
        for (kind, place) in top.args.iter().zip(&top.arg_places) {
            let id = self.find(origin.ids[*place as usize]);
            match kind {
                ArgKind::Carry(leaf) | ArgKind::Capture(leaf) | ArgKind::Index(leaf) => {
                    let owner =
                        source.params.iter().map(|param| param.var).chain(source.symbols.iter().copied());
                    let owner = owner.into_iter().find(|var| leaves.of(*var).contains(leaf));
                    let owner = owner.expect("an argument is a parameter or a symbol");
                    let index = leaf - leaves.of(owner).start;
                    let single = leaves.of(owner).len() == 1;
                    let var = Expr::Var(vars[&owner]);
                    env.names.insert(id, if single { var } else { Expr::Get(Box::new(var), index) });
                }
                ArgKind::Memory(_) => env.enter_memory(id),
                ArgKind::Frame | ArgKind::World => {}
            }
        }
        // Symbols that a parameter declares are extents of it.
        for &symbol in &source.symbols {
            if let Some((param, axis)) = bound_symbol(source, symbol)
                && source.kind == FunctionKind::Inline
            {
                let param = origin.ids[top.arg_places[param] as usize];
                if let Some(class) = self.graph.egraph.lookup(Node::new(Op::Extent(axis), [param])) {
                    env.names.insert(self.find(class), Expr::Var(vars[&symbol]));
                }
            }
        }
        let body = self.function.blocks.push(Block::default());
        self.function.body = Some(body);
        self.activate(origin, env, body, Finish::Function);
        while let Some(step) = self.next_step() {
            match step {
                Step::Item(origin, item) => self.emit(&origin, item),
                Step::Close => self.close(),
            }
        }
    }

    pub(crate) fn instance_origin(&self, number: InstanceId, call: Span) -> Origin<'g> {
        let instance = &self.graph.instances[number as usize];
        Origin {
            template: &self.graph.encoded.templates[&instance.template],
            function: &self.graph.program.functions[&instance.template],
            ids: instance.ids.clone(),
            region: 0,
            inlined: number != 0,
            call,
            marks: Arc::new([]),
        }
    }

    /// Opens a region: its statements with calls replaced, and which of them are needed.
    pub(crate) fn activate(&mut self, origin: Origin<'g>, env: Env, block: BlockId, finish: Finish<'g>) {
        let (origins, items) = self.flatten(origin);
        let mut activation = Activation { env, origins, items, next: 0, block, finish };
        self.mark(&mut activation);
        self.stack.push(activation);
    }

    fn next_step(&mut self) -> Option<Step<'g>> {
        let top = self.stack.last_mut()?;
        let Some(&FlatItem { origin, item }) = top.items.get(top.next) else { return Some(Step::Close) };
        top.next += 1;
        let origin = top.origins[origin as usize].clone();
        let item = &origin.info().items[item as usize];
        Some(Step::Item(origin, item))
    }

    /// The items of a region in order, with inlined calls, and loops and branches that were decided, replaced by what they
    /// are, nested ones through.
    fn flatten(&mut self, origin: Origin<'g>) -> (Vec<Origin<'g>>, Vec<FlatItem>) {
        let mut origins = vec![origin];
        let mut items = Vec::new();
        let mut seen: HashSet<InstanceId> = HashSet::new();
        let mut work: Vec<(u32, u32)> = vec![(0, 0)];
        while let Some((number, next)) = work.pop() {
            let origin = origins[number as usize].clone();
            let Some(item) = origin.info().items.get(next as usize) else { continue };
            work.push((number, next + 1));
            match self.replacement(&origin, item) {
                None => items.push(FlatItem { origin: number, item: next }),
                Some(Opened::Nothing) => {}
                // What is shared by several calls computes values only: once is enough.
                Some(Opened::Region(instance)) if !seen.insert(instance) => {}
                Some(Opened::Region(instance)) => {
                    let inside = self.inside(&origin, item, instance);
                    origins.push(inside);
                    work.push((origins.len() as u32 - 1, 0));
                }
            }
        }
        (origins, items)
    }

    /// The origin of what stands for a call, loop or branch.
    fn inside(&mut self, origin: &Origin<'g>, item: &Item, instance: InstanceId) -> Origin<'g> {
        if item.kind == ItemKind::Call {
            let marks = self.marks_inside(origin, item);
            let inlined = Origin { marks, ..self.instance_origin(instance, origin.stmt(item).span) };
            self.said.extend(self.check_symbols(&inlined).into_iter().collect());
            return inlined;
        }
        let instance = &self.graph.instances[instance as usize];
        Origin { ids: instance.ids.clone(), region: instance.region, ..origin.clone() }
    }

    /// What stands for a statement here, if something does.
    fn replacement(&self, origin: &Origin<'g>, item: &Item) -> Option<Opened> {
        // By the node itself: a helper that only forwards another's results has its class, and still its own statements.
        let id = origin.ids[item.node? as usize];
        match item.kind {
            ItemKind::Call => {
                let must = self.graph.by_call.get(&id);
                let may = || self.graph.offered.get(&id).filter(|_| self.is_taken(id));
                must.or_else(may).copied().map(Opened::Region)
            }
            ItemKind::Control => self.graph.opened.get(&id).copied(),
            _ => None,
        }
    }

    /// Whether the body that a call was offered is selected.
    fn is_taken(&self, call: Id) -> bool {
        self.choice.get(&self.find(call)).is_some_and(|node| node.op == Op::Bundle)
    }

    pub(crate) fn env(&mut self) -> &mut Env {
        &mut self.stack.last_mut().expect("a region is active").env
    }

    pub(crate) fn class(&self, origin: &Origin<'g>, place: Place) -> Id {
        self.find(origin.ids[place as usize])
    }

    /// Appends a statement to the active block.
    pub(crate) fn push(&mut self, stmt: Stmt) {
        let block = self.stack.last().expect("a region is active").block;
        self.function.blocks[block].stmts.push(stmt);
    }

    // ---- statements ----

    fn emit(&mut self, origin: &Origin<'g>, item: &'g Item) {
        match item.kind {
            ItemKind::Copy => {}
            ItemKind::Project => self.emit_projection(origin, item),
            ItemKind::Pure => self.emit_pure(origin, item),
            ItemKind::View | ItemKind::Alloc => self.emit_handle(origin, item),
            ItemKind::Effect | ItemKind::Call => self.emit_effect(origin, item),
            ItemKind::Control => return self.emit_control(origin, item),
            ItemKind::Jump => self.emit_jump(origin, item),
        }
        self.replace_memories(origin, item);
    }

    pub(crate) fn replace_memories(&mut self, origin: &Origin<'g>, item: &Item) {
        for (before, after) in &item.memories {
            let (before, after) = (self.class(origin, *before), self.class(origin, *after));
            self.env().replace_memory(before, after);
        }
    }

    fn emit_projection(&mut self, origin: &Origin<'g>, item: &Item) {
        let [(_, place)] = item.defs[..] else { return };
        let class = self.class(origin, place);
        if let Some(mut get @ Expr::Get(..)) = self.env().names.get(&class).cloned() {
            let stmt = origin.stmt(item);
            let StmtKind::Let(var, Rhs::Expr(written)) = &stmt.kind else { return };
            self.keep_component(&mut get, written, class);
            let var = *var;
            let new = self.new_var(origin, var, &item.uses);
            let found = crate::ir::typing::type_of(&self.function.vars, &get);
            self.become_type(new, Some(found));
            self.push(copy_of(stmt, StmtKind::Let(new, Rhs::Expr(get))));
            self.env().names.insert(class, Expr::Var(new));
        }
    }

    /// Of several components that are one storage, a projection keeps the one it was written with: which one comes last
    /// changes when results change places.
    fn keep_component(&mut self, get: &mut Expr, written: &Expr, class: Id) {
        let (Expr::Get(tuple, index), Expr::Get(_, own)) = (get, written) else { return };
        let Some(var) = tuple.as_var() else { return };
        let components = self.env().tuples.get(&var);
        if components.and_then(|it| it.get(*own as usize)) == Some(&class) {
            *index = *own;
        }
    }

    fn emit_pure(&mut self, origin: &Origin<'g>, item: &Item) {
        let stmt = origin.stmt(item);
        let StmtKind::Let(var, rhs) = &stmt.kind else { return };
        let classes: Vec<Id> = item.defs.iter().map(|(_, place)| self.class(origin, *place)).collect();
        let needed = classes.iter().any(|class| self.env().is_needed(*class));
        let named = classes.iter().all(|class| {
            let env = self.env();
            env.names.contains_key(class) || env.holder(*class).is_some()
        });
        if !needed || named || (classes.len() == 1 && self.is_folded(classes[0])) {
            return;
        }
        let rhs = self.chosen_rhs(&classes, rhs).unwrap_or_else(|| self.rewrite_rhs(origin, rhs, item));
        let new = self.new_var(origin, *var, &item.uses);
        self.retype(origin, new, &rhs);
        self.push(copy_of(stmt, StmtKind::Let(new, rhs)));
        self.name_all(&classes, new);
    }

    fn emit_handle(&mut self, origin: &Origin<'g>, item: &Item) {
        let stmt = origin.stmt(item);
        let StmtKind::Let(var, rhs) = &stmt.kind else { return };
        let [(_, place)] = item.defs[..] else { return };
        let class = self.class(origin, place);
        let view = item.kind == ItemKind::View;
        if !self.env().is_needed(class) || (view && self.env().names.contains_key(&class)) {
            return;
        }
        let chosen = if view { self.chosen_rhs(&[class], rhs) } else { None };
        let rhs = chosen.unwrap_or_else(|| self.rewrite_rhs(origin, rhs, item));
        let new = self.new_var(origin, *var, &item.uses);
        self.retype(origin, new, &rhs);
        self.push(copy_of(stmt, StmtKind::Let(new, rhs)));
        self.env().names.insert(class, Expr::Var(new));
        if let (false, Some(value), [(_, memory)]) = (view, item.node, &item.memories[..]) {
            let (value, memory) = (self.class(origin, value), self.class(origin, *memory));
            self.env().hold(value, class, memory);
        }
    }

    fn emit_effect(&mut self, origin: &Origin<'g>, item: &Item) {
        let stmt = origin.stmt(item);
        if self.changes_nothing(origin, item) {
            return;
        }
        match &stmt.kind {
            StmtKind::Let(var, rhs) => {
                let mut rhs = self.rewrite_rhs(origin, rhs, item);
                self.take_values(origin, item, &mut rhs);
                self.mark_call(origin, item, &mut rhs);
                let new = self.new_var(origin, *var, &item.uses);
                self.retype(origin, new, &rhs);
                self.push(copy_of(stmt, StmtKind::Let(new, rhs)));
                let classes: Vec<Id> =
                    item.defs.iter().map(|(_, place)| self.class(origin, *place)).collect();
                self.name_all(&classes, new);
            }
            StmtKind::Eval(rhs) => {
                let mut rhs = self.rewrite_rhs(origin, rhs, item);
                self.take_values(origin, item, &mut rhs);
                self.mark_call(origin, item, &mut rhs);
                self.push(copy_of(stmt, StmtKind::Eval(rhs)));
            }
            _ => {}
        }
    }

    /// Whether a write leaves the memory as it was, by some rule.
    fn changes_nothing(&self, origin: &Origin<'g>, item: &Item) -> bool {
        let node = item.node.map(|node| origin.template.nodes[node as usize].op);
        matches!(node, Some(Op::Write(_)))
            && item.memories.iter().all(|(a, b)| self.class(origin, *a) == self.class(origin, *b))
    }

    /// What an operator reads through a handle is written as the value that it is, where that has a name of its own.
    fn take_values(&mut self, origin: &Origin<'g>, item: &Item, rhs: &mut Rhs) {
        let (Rhs::Op(call), Some(node)) = (rhs, item.node) else { return };
        let nodes = &origin.template.nodes;
        for (arg, place) in call.args.iter_mut().zip(&nodes[node as usize].children) {
            if nodes[*place as usize].op == Op::Read && arg.as_var().is_some() {
                let value = self.class(origin, *place);
                if let Some(name) = self.env().names.get(&value) {
                    *arg = name.clone();
                }
            }
        }
    }

    fn emit_jump(&mut self, origin: &Origin<'g>, item: &Item) {
        let stmt = origin.stmt(item);
        let kind = match &stmt.kind {
            // The return of an inlined function is where its call was.
            StmtKind::Return(_) if origin.inlined && origin.region == 0 => return,
            StmtKind::Return(values) => {
                StmtKind::Return(values.iter().map(|value| self.rewrite(origin, value, item)).collect())
            }
            StmtKind::Break(values) => {
                StmtKind::Break(values.iter().map(|value| self.rewrite(origin, value, item)).collect())
            }
            StmtKind::Continue(values) => {
                StmtKind::Continue(values.iter().map(|value| self.rewrite(origin, value, item)).collect())
            }
            other => other.clone(),
        };
        self.push(copy_of(stmt, kind));
    }

    /// Names the leaves of a new variable.
    pub(crate) fn name_all(&mut self, classes: &[Id], var: VarId) {
        match classes {
            [class] if !matches!(self.function.ty(var), Type::Tuple(_)) => {
                self.env().names.insert(*class, Expr::Var(var));
            }
            _ => {
                self.env().tuples.insert(var, classes.to_vec());
                for (index, class) in classes.iter().enumerate() {
                    let get = Expr::Get(Box::new(Expr::Var(var)), index as u32);
                    self.env().names.insert(*class, get);
                }
            }
        }
    }

    /// A new variable like one of a template's function.
    pub(crate) fn new_var(&mut self, origin: &Origin<'g>, var: VarId, uses: &[(Leaf, Place)]) -> VarId {
        let old = &origin.function.vars[var];
        let ty = self.rewrite_type(origin, &old.ty, uses);
        let new = self.function.add_var(old.name.clone(), ty, old.span);
        self.repairs.storage.push((new, self.graph.encoded.sets[&origin.function.name].handles_in(var)));
        new
    }

    /// Finds the type of a result from its operands here. Storage may be passed under another name than was written, with
    /// extents that are written in another way, and whoever reads the text finds the type of a call from that name.
    fn retype(&mut self, origin: &Origin<'g>, var: VarId, rhs: &Rhs) {
        let in_place = |call: &OpCall| call.op.row().is_some_and(|row| row.names.is_some());
        let found = match rhs {
            Rhs::Op(call) if origin.inlined || self.retyping || in_place(call) => self.result_type(call),
            Rhs::Op(_) => None,
            Rhs::Call(call) => self.call_type(call),
            Rhs::Expr(_) => None,
        };
        self.become_type(var, found);
    }

    /// Gives a variable the type that flows into it.
    pub(crate) fn become_type(&mut self, var: VarId, found: Option<Type>) {
        if let Some(ty) = found
            && may_become(&self.function.vars[var].ty, &ty)
        {
            self.function.vars[var].ty = ty;
        }
    }

    /// The type that the operator table gives a call.
    pub(crate) fn result_type(&self, call: &OpCall) -> Option<Type> {
        let row = call.op.row()?;
        if row.purity == Purity::Effectful {
            return None;
        }
        let types = call.args.iter().map(|arg| crate::ir::typing::type_of(&self.function.vars, arg));
        let types: Vec<Type> = types.collect();
        let applied = crate::ir::op::Applied { args: &call.args, types: &types, kwargs: &call.kwargs };
        (row.result)(&applied).ok().filter(|ty| *ty != Type::Unknown)
    }
}

/// A statement with another content.
pub(crate) fn copy_of(stmt: &Stmt, kind: StmtKind) -> Stmt {
    Stmt { kind, span: stmt.span, comments: stmt.comments.clone() }
}

/// Whether a type found anew may replace the old one: the same kind of thing.
fn may_become(old: &Type, new: &Type) -> bool {
    match (old, new) {
        (Type::Tensor(a), Type::Tensor(b)) => a.memref.is_none() && a.distributed == b.distributed,
        (Type::Tile(a), Type::Tile(b)) => a.memref.is_none() && (a.space.is_none() || a.space == b.space),
        (Type::Tuple(a), Type::Tuple(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a == b || may_become(a, b))
        }
        _ => false,
    }
}
