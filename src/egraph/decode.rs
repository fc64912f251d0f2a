//! Decode: the selected term of a function as IR again.
//!
//! The statements of a region, calls replaced by what they stand for, are a *walk*: effects in their order, so every
//! alias set has one linear chain from its first memory to its last. Going along it, decode keeps for every class its
//! *current name* and for every set its current memory. A pure statement is printed where it stands if something selected
//! needs it; what a rule made is printed just before its first use; a read is the name of its handle while its memory is
//! current. Where a selected node cannot be had at a place, another of its class is taken, in the end the statement as it
//! was written: any selection gives a right program, and the report counts how often that was needed.

use std::collections::HashMap;
use std::sync::Arc;

use egg::Id;

use crate::base::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::egraph::activation::{Activation, Env, Finish, FlatItem, Step};
use crate::egraph::encode::bound_symbol;
use crate::egraph::instantiate::{FunctionGraph, InstanceId};
use crate::egraph::leaves::{Leaf, Source};
use crate::egraph::node::{Node, Op};
use crate::egraph::template::{ArgKind, Item, ItemKind, Place, Region, Template};
use crate::ir::expr::Expr;
use crate::ir::op::Purity;
use crate::ir::program::{BlockId, Function, FunctionKind, VarId};
use crate::ir::stmt::{Block, OpCall, Rhs, Stmt, StmtKind};
use crate::ir::types::Type;

/// A symbol of an Inline function has no extent at a call site.
pub const UNBOUND_SYMBOL: Code = Code("unbound-symbol");

/// Which node of each class was chosen; classes that are missing are free.
pub(crate) type Choice = HashMap<Id, Node>;

/// What decode did beside the program.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Repairs {
    /// How often a selected node could not be had where it was needed.
    pub fallbacks: usize,
}

pub(crate) struct Decoder<'g> {
    pub(crate) graph: &'g FunctionGraph<'g>,
    pub(crate) choice: &'g Choice,
    pub(crate) function: Function,
    pub(crate) stack: Vec<Activation<'g>>,
    pub(crate) repairs: Repairs,
    pub(crate) said: Diagnostics,
}

/// Where the items of a template come from: its function, its nodes as classes, one of its regions.
#[derive(Clone)]
pub(crate) struct Origin<'g> {
    pub(crate) template: &'g Template,
    pub(crate) function: &'g Function,
    pub(crate) ids: Arc<[Id]>,
    pub(crate) region: u32,
    /// Whether it was inlined: then its types are found anew.
    pub(crate) inlined: bool,
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
    };
    decoder.run(source);
    crate::ir::leaks::drop_unused(&mut decoder.function);
    if decoder.said.has_errors() { Err(decoder.said) } else { Ok((decoder.function, decoder.repairs)) }
}

impl<'g> Decoder<'g> {
    pub(crate) fn find(&self, id: Id) -> Id {
        self.graph.egraph.find(id)
    }

    fn run(&mut self, source: &'g Function) {
        let origin = self.instance_origin(0);
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

    fn instance_origin(&self, number: InstanceId) -> Origin<'g> {
        let instance = &self.graph.instances[number as usize];
        Origin {
            template: &self.graph.encoded.templates[&instance.template],
            function: &self.graph.program.functions[&instance.template],
            ids: instance.ids.clone(),
            region: 0,
            inlined: number != 0,
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

    /// The items of a region in order, with inlined calls replaced by theirs, nested ones through.
    fn flatten(&self, origin: Origin<'g>) -> (Vec<Origin<'g>>, Vec<FlatItem>) {
        let mut origins = vec![origin];
        let mut items = Vec::new();
        let mut seen: std::collections::HashSet<InstanceId> = std::collections::HashSet::new();
        let mut work: Vec<(u32, u32)> = vec![(0, 0)];
        while let Some((number, next)) = work.pop() {
            let origin = origins[number as usize].clone();
            let Some(item) = origin.info().items.get(next as usize) else { continue };
            work.push((number, next + 1));
            match self.replacement(&origin, item) {
                // What is shared by several calls computes values only: once is enough.
                Some(instance) if !seen.insert(instance) => {}
                Some(instance) => {
                    origins.push(self.instance_origin(instance));
                    work.push((origins.len() as u32 - 1, 0));
                }
                None => items.push(FlatItem { origin: number, item: next }),
            }
        }
        (origins, items)
    }

    /// The instance that stands for a call here, if one does.
    fn replacement(&self, origin: &Origin<'g>, item: &Item) -> Option<InstanceId> {
        if item.kind != ItemKind::Call {
            return None;
        }
        // By the call itself: a helper that only forwards another's results has its class, and still its own statements.
        self.graph.by_call.get(&origin.ids[item.node? as usize]).copied()
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
        if let Some(get @ Expr::Get(..)) = self.env().names.get(&class).cloned() {
            let stmt = origin.stmt(item);
            let StmtKind::Let(var, _) = stmt.kind else { return };
            let new = self.new_var(origin, var, &item.uses);
            self.push(copy_of(stmt, StmtKind::Let(new, Rhs::Expr(get))));
            self.env().names.insert(class, Expr::Var(new));
        }
    }

    fn emit_pure(&mut self, origin: &Origin<'g>, item: &Item) {
        let stmt = origin.stmt(item);
        let StmtKind::Let(var, rhs) = &stmt.kind else { return };
        let classes: Vec<Id> = item.defs.iter().map(|(_, place)| self.class(origin, *place)).collect();
        let needed = classes.iter().any(|class| self.env().is_needed(*class));
        let named = classes.iter().all(|class| self.env().names.contains_key(class));
        if !needed || named || (classes.len() == 1 && self.is_folded(classes[0])) {
            return;
        }
        let rhs = match (&classes[..], self.chosen_rhs(&classes)) {
            (_, Some(rhs)) => rhs,
            ([_, ..] | [], None) => self.rewrite_rhs(origin, rhs, item),
        };
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
        let rhs = self.rewrite_rhs(origin, rhs, item);
        let new = self.new_var(origin, *var, &item.uses);
        self.retype(origin, new, &rhs);
        self.push(copy_of(stmt, StmtKind::Let(new, rhs)));
        self.env().names.insert(class, Expr::Var(new));
    }

    fn emit_effect(&mut self, origin: &Origin<'g>, item: &Item) {
        let stmt = origin.stmt(item);
        match &stmt.kind {
            StmtKind::Let(var, rhs) => {
                let rhs = self.rewrite_rhs(origin, rhs, item);
                let new = self.new_var(origin, *var, &item.uses);
                self.retype(origin, new, &rhs);
                self.push(copy_of(stmt, StmtKind::Let(new, rhs)));
                let classes: Vec<Id> =
                    item.defs.iter().map(|(_, place)| self.class(origin, *place)).collect();
                self.name_all(&classes, new);
            }
            StmtKind::Eval(rhs) => {
                let rhs = self.rewrite_rhs(origin, rhs, item);
                self.push(copy_of(stmt, StmtKind::Eval(rhs)));
            }
            _ => {}
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
        self.function.add_var(old.name.clone(), ty, old.span)
    }

    /// Finds the type of an inlined operator's result from its operands here.
    fn retype(&mut self, origin: &Origin<'g>, var: VarId, rhs: &Rhs) {
        if !origin.inlined {
            return;
        }
        if let Rhs::Op(call) = rhs
            && let Some(ty) = self.result_type(call)
        {
            let known = &self.function.vars[var].ty;
            if leaves_memory(known, &ty) {
                self.function.vars[var].ty = ty;
            }
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

    // ---- operands ----

    /// The node of a leaf at a statement.
    fn place_of(uses: &[(Leaf, Place)], leaf: Leaf) -> Option<Place> {
        uses.binary_search_by_key(&leaf, |(leaf, _)| *leaf).ok().map(|at| uses[at].1)
    }

    /// An expression of a template in terms of the names here.
    pub(crate) fn rewrite(&mut self, origin: &Origin<'g>, expr: &Expr, item: &Item) -> Expr {
        self.rewrite_with(origin, expr, &item.uses)
    }

    pub(crate) fn rewrite_with(&mut self, origin: &Origin<'g>, expr: &Expr, uses: &[(Leaf, Place)]) -> Expr {
        match expr {
            Expr::Var(_) | Expr::Get(..) => {
                let leaves = &self.graph.encoded.sets[&origin.function.name].leaves;
                let sources: Vec<Option<Leaf>> = leaves
                    .sources(origin.function, expr)
                    .into_iter()
                    .map(|source| match source {
                        Source::Leaf(leaf) => Some(leaf),
                        Source::Expr(_) => None,
                    })
                    .collect();
                if sources.contains(&None) {
                    let Expr::Get(inner, index) = expr else { return expr.clone() };
                    return Expr::Get(Box::new(self.rewrite_with(origin, inner, uses)), *index);
                }
                let ty = crate::egraph::leaves::type_of(origin.function, expr);
                let mut parts = Vec::new();
                for leaf in sources.into_iter().flatten() {
                    parts.push(self.leaf_expr(origin, leaf, uses));
                }
                compose(&self.function, ty.as_ref(), &mut parts.into_iter())
            }
            Expr::Undef | Expr::Int(..) | Expr::Float(..) | Expr::Bool(_) | Expr::Str(_) | Expr::Enum(_) => {
                expr.clone()
            }
            Expr::Unary(op, inner) => Expr::Unary(*op, Box::new(self.rewrite_with(origin, inner, uses))),
            Expr::Cast(inner, dtype) => Expr::Cast(Box::new(self.rewrite_with(origin, inner, uses)), *dtype),
            Expr::Binary(op, left, right) => {
                let left = self.rewrite_with(origin, left, uses);
                let right = self.rewrite_with(origin, right, uses);
                self.folded(*op, left, right)
            }
            Expr::Tuple(items) => {
                Expr::Tuple(items.iter().map(|item| self.rewrite_with(origin, item, uses)).collect())
            }
        }
    }

    fn leaf_expr(&mut self, origin: &Origin<'g>, leaf: Leaf, uses: &[(Leaf, Place)]) -> Expr {
        let Some(place) = Self::place_of(uses, leaf) else { return Expr::Undef };
        let class = self.class(origin, place);
        let symbol = |it: &Self| {
            let leaves = &it.graph.encoded.sets[&origin.function.name].leaves;
            origin.function.symbols.iter().any(|symbol| leaves.of(*symbol).contains(&leaf))
        };
        match self.realise(class) {
            // A symbol that no argument binds is a name without a value.
            Some(expr) if expr != Expr::Undef || !symbol(self) => expr,
            Some(_) | None => {
                self.report_unbound(origin, leaf);
                Expr::Undef
            }
        }
    }

    /// A class with no name here: a symbol that no argument binds.
    fn report_unbound(&mut self, origin: &Origin<'g>, leaf: Leaf) {
        let sets = &self.graph.encoded.sets[&origin.function.name];
        let owner = origin.function.vars.ids().find(|var| sets.leaves.of(*var).contains(&leaf));
        let var = &origin.function.vars[owner.expect("a leaf belongs to a variable")];
        let (callee, name) = (&origin.function.name, &var.name);
        if origin.function.symbols.contains(&owner.expect("as above")) {
            let message = format!(
                "Cannot inline '{callee}': type dimension '{name}' remains unresolved at this call site"
            );
            let diagnostic = Diagnostic::error(UNBOUND_SYMBOL, origin.function.span, message)
                .help("use distinct dynamic symbols, each declared by a parameter of the helper");
            self.said.push(diagnostic);
        } else {
            unreachable!("`{name}` of `{callee}` has no name where it is used");
        }
    }

    pub(crate) fn rewrite_type(&mut self, origin: &Origin<'g>, ty: &Type, uses: &[(Leaf, Place)]) -> Type {
        let mut mapped = ty.clone();
        mapped.for_each_expr_mut(&mut |expr| *expr = self.rewrite_with(origin, expr, uses));
        mapped
    }

    fn rewrite_rhs(&mut self, origin: &Origin<'g>, rhs: &Rhs, item: &Item) -> Rhs {
        let mut kind = StmtKind::Eval(rhs.clone());
        self.rewrite_kind(origin, &mut kind, item);
        match kind {
            StmtKind::Eval(rhs) => rhs,
            _ => unreachable!("rewriting operands keeps the statement"),
        }
    }

    /// Rewrites the operands of a statement in place; references that name nothing here are dropped.
    pub(crate) fn rewrite_kind(&mut self, origin: &Origin<'g>, kind: &mut StmtKind, item: &Item) {
        crate::ir::walk::for_each_use_mut(kind, &mut |how, expr| match how {
            crate::ir::walk::Use::Operand => *expr = self.rewrite_with(origin, expr, &item.uses),
            crate::ir::walk::Use::Reference => *expr = self.reference(origin, expr, item),
            crate::ir::walk::Use::Inner(_) => {}
        });
        if let StmtKind::Eval(Rhs::Call(call)) | StmtKind::Let(_, Rhs::Call(call)) = kind {
            call.launch.dumps.retain(|named| *named != Expr::Undef);
        }
        if let StmtKind::Scope(scope) = kind {
            scope.launch.dumps.retain(|named| *named != Expr::Undef);
            scope.launch.no_dep.retain(|named| *named != Expr::Undef);
        }
    }

    fn reference(&mut self, origin: &Origin<'g>, expr: &Expr, item: &Item) -> Expr {
        let mut known = true;
        let leaves = &self.graph.encoded.sets[&origin.function.name].leaves;
        let mut wanted = Vec::new();
        expr.for_each_var(&mut |var| wanted.extend(leaves.of(var)));
        for leaf in wanted {
            let class = Self::place_of(&item.references, leaf).map(|place| self.class(origin, place));
            known &= class.is_some_and(|class| self.existing(class).is_some());
        }
        if known { self.rewrite_with(origin, expr, &item.references) } else { Expr::Undef }
    }
}

/// A statement with another content.
pub(crate) fn copy_of(stmt: &Stmt, kind: StmtKind) -> Stmt {
    Stmt { kind, span: stmt.span, comments: stmt.comments.clone() }
}

/// Builds a value of a type from its leaves: the variable they all are the components of, or a tuple.
pub(crate) fn compose(
    function: &Function,
    ty: Option<&Type>,
    parts: &mut impl Iterator<Item = Expr>,
) -> Expr {
    let Some(Type::Tuple(items)) = ty else { return parts.next().unwrap_or(Expr::Undef) };
    let items: Vec<Expr> = items.iter().map(|item| compose(function, Some(item), parts)).collect();
    let whole = match items.first() {
        Some(Expr::Get(inner, 0)) => inner.as_var(),
        _ => None,
    };
    if let Some(var) = whole
        && matches!(function.ty(var), Type::Tuple(all) if all.len() == items.len())
        && items.iter().enumerate().all(|(at, item)| {
            matches!(item, Expr::Get(inner, index) if inner.as_var() == Some(var) && *index as usize == at)
        })
    {
        return Expr::Var(var);
    }
    Expr::Tuple(items)
}

/// Whether a type found anew may replace the old one: the same kind of thing.
fn leaves_memory(old: &Type, new: &Type) -> bool {
    match (old, new) {
        (Type::Tensor(a), Type::Tensor(b)) => a.memref.is_none() && a.distributed == b.distributed,
        (Type::Tile(a), Type::Tile(b)) => a.memref.is_none() && (a.space.is_none() || a.space == b.space),
        _ => false,
    }
}
