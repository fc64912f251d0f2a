//! Encode: a function as a template, statement by statement, with an explicit stack of open regions.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use crate::base::name::Name;
use crate::egraph::callgraph::CallGraph;
use crate::egraph::encode_control::Pending;
use crate::egraph::leaves::{Leaf, Source};
use crate::egraph::node::{Op, Payload, RegionId};
use crate::egraph::regions::Blocks;
use crate::egraph::sets::{SetId, Sets, alias_sets};
use crate::egraph::symbols::declarations;
use crate::egraph::template::{ArgKind, Item, ItemKind, Payloads, Place, Region, Template, TemplateNode};
use crate::egraph::touch::touch;
use crate::egraph::truth::{Truth, truths};
use crate::ir::expr::Expr;
use crate::ir::program::{BlockId, Function, FunctionKind, Program, VarId};
use crate::ir::stmt::{Call, CallMode, Rhs, Stmt, StmtKind};
use crate::ir::types::Type;

/// A program as templates.
pub(crate) struct Encoded {
    pub(crate) templates: BTreeMap<Name, Template>,
    pub(crate) sets: BTreeMap<Name, Sets>,
    pub(crate) payloads: Payloads,
    pub(crate) graph: CallGraph,
    /// Where each region stands: its function, and its index there.
    regions: Vec<(Name, u32)>,
}

impl Encoded {
    /// The template that has a region, and its index there.
    pub(crate) fn region(&self, id: RegionId) -> Option<(&Template, u32)> {
        let (function, index) = self.regions.get(id as usize)?;
        Some((&self.templates[function], *index))
    }
}

/// What the rules that follow make of templates.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Asked {
    /// They ask how values really lie: types say so.
    pub(crate) views: bool,
    /// They replace calls of Inline functions: what such a call computes is all there is to it.
    pub(crate) inlining: bool,
}

/// Encodes every function that has a body.
pub(crate) fn encode(program: &Program, asked: Asked) -> Encoded {
    let graph = CallGraph::new(program);
    let truths = if asked.views { truths(program, &graph) } else { BTreeMap::new() };
    let sets = alias_sets(program, &graph);
    let mut payloads = Payloads::default();
    let mut templates = BTreeMap::new();
    let mut next_region: RegionId = 0;
    for name in graph.callees_first() {
        let function = &program.functions[name];
        if function.body.is_some() {
            let (sets, truths, templates_so_far) = (&sets, &truths, &templates);
            let inlining = asked.inlining;
            let context = Context { program, sets, truths, templates: templates_so_far, inlining };
            let template = Encoder::new(context, function, &mut payloads, &mut next_region).run();
            templates.insert(name.clone(), template);
        }
    }
    let mut regions = vec![(Name::from(""), 0); next_region as usize];
    for (name, template) in &templates {
        for (index, region) in template.regions.iter().enumerate() {
            regions[region.id as usize] = (name.clone(), index as u32);
        }
    }
    Encoded { templates, sets, payloads, graph, regions }
}

/// What an encoder sees of the program.
#[derive(Clone, Copy)]
pub(crate) struct Context<'a> {
    pub(crate) program: &'a Program,
    pub(crate) sets: &'a BTreeMap<Name, Sets>,
    pub(crate) truths: &'a BTreeMap<Name, Truth>,
    /// Of the functions encoded so far: all callees, unless they call back.
    templates: &'a BTreeMap<Name, Template>,
    inlining: bool,
}

impl Context<'_> {
    /// Whether a call must be told from others with the same arguments. One that is to be inlined by a template without
    /// a frame creates nothing, submits nothing and calls nothing that does: it is what it computes.
    pub(crate) fn has_site(&self, call: &Call) -> bool {
        let callee = self.program.functions.get(&call.callee);
        let inline = self.inlining && callee.is_some_and(|callee| callee.kind == FunctionKind::Inline);
        let template = self.templates.get(&call.callee).filter(|_| inline && call.mode == CallMode::Call);
        template.is_none_or(|template| template.frame)
    }
}

/// A region being encoded.
pub(crate) struct Open {
    pub(crate) region: u32,
    pub(crate) block: Option<BlockId>,
    pub(crate) next: usize,
    /// What to restore when it closes.
    pub(crate) saved: Saved,
    /// The control statement whose regions are being encoded.
    pub(crate) pending: Option<Pending>,
}

/// Bindings of the region around.
#[derive(Default)]
pub(crate) struct Saved {
    pub(crate) binds: Vec<(Leaf, Option<Place>)>,
    pub(crate) memories: Vec<(SetId, Option<Place>)>,
    pub(crate) world: Option<Place>,
    pub(crate) frame: Option<Place>,
}

pub(crate) struct Encoder<'a> {
    pub(crate) context: Context<'a>,
    pub(crate) function: &'a Function,
    pub(crate) sets: &'a Sets,
    pub(crate) blocks: Blocks,
    pub(crate) payloads: &'a mut Payloads,
    next_region: &'a mut RegionId,
    pub(crate) template: Template,
    /// The node of each leaf in the current region.
    pub(crate) bind: Vec<Option<Place>>,
    /// The current memory of each set.
    pub(crate) memory: Vec<Option<Place>>,
    pub(crate) world: Option<Place>,
    pub(crate) frame: Option<Place>,
    pub(crate) sites: u32,
    pub(crate) region: u32,
    pub(crate) open: Vec<Open>,
    /// Of each retyped handle: the handle it is of, and that one's type.
    pub(crate) retypes: BTreeMap<Place, (Place, Type)>,
    /// The value that fresh storage was given at once.
    pub(crate) given: HashMap<Place, Place>,
    /// Types noted before: most statements of a function share a few.
    pub(crate) types: HashMap<Type, Arc<Type>>,
}

impl<'a> Encoder<'a> {
    fn new(
        context: Context<'a>,
        function: &'a Function,
        payloads: &'a mut Payloads,
        next_region: &'a mut RegionId,
    ) -> Self {
        let sets = &context.sets[&function.name];
        let touches = |stmt: &Stmt| touch(context, function, sets, stmt);
        Self {
            blocks: Blocks::new(function, sets, touches),
            bind: vec![None; sets.leaves.len()],
            memory: vec![None; sets.facts.len()],
            template: Template {
                function: function.name.clone(),
                nodes: Vec::new(),
                regions: Vec::new(),
                typings: Vec::new(),
                outputs: Vec::new(),
                shared_symbols: Vec::new(),
                frame: false,
                cautious: sets.joined,
            },
            context,
            function,
            sets,
            payloads,
            next_region,
            world: None,
            frame: None,
            sites: 0,
            region: 0,
            open: Vec::new(),
            retypes: BTreeMap::new(),
            given: HashMap::new(),
            types: HashMap::new(),
        }
    }

    fn run(mut self) -> Template {
        let body = self.function.body.expect("only functions with a body are encoded");
        self.open_function(body);
        while let Some(open) = self.open.last_mut() {
            let block = open.block.map(|block| &self.function.blocks[block]);
            match block.and_then(|block| block.stmts.get(open.next)) {
                Some(stmt) => {
                    let index = open.next as u32;
                    open.next += 1;
                    self.stmt(index, stmt);
                }
                None if self.open.len() == 1 => break,
                None => self.close_region(),
            }
        }
        self.close_function();
        self.template
    }

    fn open_function(&mut self, body: BlockId) {
        let region = self.new_region(Some(body));
        self.region = region;
        let function = self.function;
        let traffic = self.blocks.traffic[body].clone();
        for param in &function.params {
            for leaf in self.sets.leaves.of(param.var) {
                let place = self.region_arg(region, ArgKind::Carry(leaf));
                self.bind[leaf as usize] = Some(place);
            }
        }
        for &symbol in &function.symbols {
            let leaf = self.sets.leaves.of(symbol).start;
            let place = match bound_symbol(function, symbol) {
                Some((param, axis)) if function.kind == FunctionKind::Inline => {
                    let param = self.template.regions[0].arg_places[param];
                    let extent = self.node(Op::Extent(axis), [param]);
                    let declared = declarations(function, symbol);
                    if declared.len() > 1 {
                        self.template.shared_symbols.push((extent, declared));
                    }
                    extent
                }
                _ => self.region_arg(region, ArgKind::Capture(leaf)),
            };
            self.bind[leaf as usize] = Some(place);
        }
        self.frame = Some(self.region_arg(region, ArgKind::Frame));
        let interface = self.sets.interface();
        for set in interface {
            self.memory[set.set as usize] = Some(self.region_arg(region, ArgKind::Memory(set.set)));
        }
        self.start_memories(body);
        if self.sets.world || traffic.world {
            self.world = Some(self.region_arg(region, ArgKind::World));
        }
        for var in function.symbols.iter().copied().chain(function.params.iter().map(|param| param.var)) {
            self.note_types(var);
        }
        self.open.push(Open { region, block: Some(body), next: 0, saved: Saved::default(), pending: None });
    }

    /// Sets that live in a block only begin there, empty.
    pub(crate) fn start_memories(&mut self, block: BlockId) {
        let touched: Vec<SetId> = self.blocks.traffic[block].reads.iter().copied().collect();
        for set in touched {
            if self.blocks.set_home[set as usize] == Some(block) && self.memory[set as usize].is_none() {
                self.memory[set as usize] = Some(self.node(Op::Void, []));
            }
        }
    }

    fn close_function(&mut self) {
        let function = self.function;
        let values = function.returned().unwrap_or(&[]);
        let mut outputs = Vec::new();
        for value in values {
            outputs.extend(self.leaf_nodes(value).into_iter().map(|(place, _)| place));
        }
        for set in self.sets.interface() {
            if set.written {
                outputs.push(self.memory_of(set.set));
            }
        }
        outputs.extend(self.world);
        self.template.outputs = outputs.clone();
        self.seal(0, outputs);
        let frame = self.frame.expect("a function has a frame");
        self.template.frame =
            self.template.nodes.iter().any(|node| node.region == 0 && node.children.contains(&frame));
    }

    fn stmt(&mut self, index: u32, stmt: &'a Stmt) {
        match &stmt.kind {
            StmtKind::Let(var, Rhs::Expr(expr)) => self.let_expr(index, stmt, *var, expr),
            StmtKind::Let(var, Rhs::Op(call)) => self.op(index, stmt, Some(*var), call),
            StmtKind::Eval(Rhs::Op(call)) => self.op(index, stmt, None, call),
            StmtKind::Let(var, Rhs::Call(call)) => self.call(index, stmt, Some(*var), call),
            StmtKind::Eval(Rhs::Call(call)) => self.call(index, stmt, None, call),
            // An expression alone does nothing.
            StmtKind::Eval(Rhs::Expr(_)) => {}
            StmtKind::For(_) | StmtKind::While(_) | StmtKind::If(_) | StmtKind::Scope(_) => {
                self.control(index, stmt)
            }
            StmtKind::Return(_) => {
                let uses = self.uses(stmt);
                self.item(stmt, Item { uses, ..Item::new(index, ItemKind::Jump) });
            }
            StmtKind::Break(values) | StmtKind::Continue(values) => self.jump(index, stmt, values),
            StmtKind::Raw(text) => {
                let payload = self.payloads.intern(Payload::Raw(text.clone()));
                let world = self.world.expect("verbatim text touches the world");
                let node = self.node(Op::Raw(payload), [world]);
                self.world = Some(node);
                self.item(stmt, Item { node: Some(node), ..Item::new(index, ItemKind::Jump) });
            }
        }
    }

    fn let_expr(&mut self, index: u32, stmt: &'a Stmt, var: VarId, expr: &'a Expr) {
        let sources = self.leaf_nodes(expr);
        let leaves = self.sets.leaves.of(var);
        let computed = sources.iter().any(|(_, computed)| *computed);
        for (leaf, (place, _)) in leaves.zip(sources) {
            self.bind[leaf as usize] = Some(place);
        }
        let kind = match expr {
            _ if computed && !matches!(expr, Expr::Tuple(_)) => ItemKind::Pure,
            Expr::Get(..) => ItemKind::Project,
            _ => ItemKind::Copy,
        };
        let (uses, defs) = (self.uses(stmt), self.defs(stmt));
        let node = defs.first().map(|(_, place)| *place);
        self.item(stmt, Item { node, uses, defs, ..Item::new(index, kind) });
    }

    fn jump(&mut self, index: u32, stmt: &'a Stmt, values: &'a [Expr]) {
        let leave = matches!(stmt.kind, StmtKind::Break(_));
        let payload = self.payloads.intern(Payload::Jump(leave));
        let mut children: Vec<Place> = Vec::new();
        for value in values {
            children.extend(self.leaf_nodes(value).into_iter().map(|(place, _)| place));
        }
        children.push(self.world.expect("a jump touches the world"));
        let node = self.node(Op::Jump(payload), children);
        self.world = Some(node);
        let uses = self.uses(stmt);
        self.item(stmt, Item { node: Some(node), uses, ..Item::new(index, ItemKind::Jump) });
    }

    // ---- regions and nodes ----

    /// A new region of this template.
    pub(crate) fn new_region(&mut self, block: Option<BlockId>) -> u32 {
        let id = *self.next_region;
        *self.next_region += 1;
        let region = Region {
            id,
            block,
            args: Vec::new(),
            arg_places: Vec::new(),
            items: Vec::new(),
            outputs: Vec::new(),
            nodes: self.next_place()..self.next_place(),
        };
        self.template.regions.push(region);
        self.template.regions.len() as u32 - 1
    }

    fn next_place(&self) -> Place {
        self.template.nodes.len() as Place
    }

    /// Notes that a region has all its nodes, and what it gives.
    pub(crate) fn seal(&mut self, region: u32, outputs: Vec<Place>) {
        let end = self.next_place();
        let info = &mut self.template.regions[region as usize];
        info.outputs = outputs;
        info.nodes.end = end;
    }

    /// The next argument of a region.
    pub(crate) fn region_arg(&mut self, region: u32, kind: ArgKind) -> Place {
        let info = &self.template.regions[region as usize];
        let op = Op::Arg(info.id, info.args.len() as u32);
        let place = self.push(op, [].into_iter(), region);
        let info = &mut self.template.regions[region as usize];
        info.args.push(kind);
        info.arg_places.push(place);
        place
    }

    /// A node of the current region.
    pub(crate) fn node(&mut self, op: Op, children: impl IntoIterator<Item = Place>) -> Place {
        self.push(op, children.into_iter(), self.region)
    }

    pub(crate) fn push(&mut self, op: Op, children: impl Iterator<Item = Place>, region: u32) -> Place {
        let node = TemplateNode { op, children: children.collect(), region };
        self.template.nodes.push(node);
        self.template.nodes.len() as Place - 1
    }

    pub(crate) fn item(&mut self, stmt: &Stmt, mut item: Item) {
        item.references = self.references(stmt);
        self.template.regions[self.region as usize].items.push(item);
    }

    /// A site of the current region.
    pub(crate) fn site(&mut self) -> Place {
        let number = self.sites;
        self.sites += 1;
        let frame = self.frame.expect("regions with sites have a frame");
        self.node(Op::Site(number), [frame])
    }

    pub(crate) fn memory_of(&mut self, set: SetId) -> Place {
        match self.memory[set as usize] {
            Some(place) => place,
            None => {
                // Nothing of the set exists yet.
                let void = self.node(Op::Void, []);
                self.memory[set as usize] = Some(void);
                void
            }
        }
    }

    // ---- operands ----

    /// The nodes of an expression, leaf by leaf, and whether each was computed here rather than copied.
    pub(crate) fn leaf_nodes(&mut self, expr: &Expr) -> Vec<(Place, bool)> {
        let function = self.function;
        let sources: Vec<Result<Leaf, Expr>> = self
            .sets
            .leaves
            .sources(function, expr)
            .into_iter()
            .map(|source| match source {
                Source::Leaf(leaf) => Ok(leaf),
                Source::Expr(inner) => Err(inner.clone()),
            })
            .collect();
        sources
            .into_iter()
            .map(|source| match source {
                Ok(leaf) => (self.bound(leaf), false),
                Err(inner) => (self.scalar(&inner), true),
            })
            .collect()
    }

    /// The node of a leaf in this region.
    pub(crate) fn bound(&mut self, leaf: Leaf) -> Place {
        match self.bind[leaf as usize] {
            Some(place) => place,
            // A symbol that only another function's types mention.
            None => self.node(Op::Undef, []),
        }
    }

    /// The node of a scalar expression.
    pub(crate) fn scalar(&mut self, expr: &Expr) -> Place {
        match expr {
            Expr::Undef => self.node(Op::Undef, []),
            Expr::Var(var) => {
                let leaf = self.sets.leaves.of(*var).start;
                self.bound(leaf)
            }
            Expr::Int(value, dtype) => self.node(Op::Int(*value, *dtype), []),
            Expr::Float(value, dtype) => self.node(Op::Float(*value, *dtype), []),
            Expr::Bool(value) => self.node(Op::Bool(*value), []),
            Expr::Str(_) | Expr::Enum(_) => {
                let payload = self.payloads.intern(Payload::Text(expr.clone()));
                self.node(Op::Text(payload), [])
            }
            Expr::Unary(op, inner) => {
                let inner = self.scalar(inner);
                self.node(Op::Unary(*op), [inner])
            }
            Expr::Cast(inner, dtype) => {
                let inner = self.scalar(inner);
                self.node(Op::Cast(*dtype), [inner])
            }
            Expr::Binary(op, left, right) => {
                let left = self.scalar(left);
                let right = self.scalar(right);
                self.node(Op::Binary(*op), [left, right])
            }
            Expr::Tuple(items) => {
                let items: Vec<Place> = items.iter().map(|item| self.value(item)).collect();
                self.node(Op::Tuple, items)
            }
            Expr::Get(inner, index) => {
                if let [(place, false)] = self.leaf_nodes(expr)[..] {
                    return place;
                }
                let inner = self.scalar(inner);
                self.node(Op::Get(*index), [inner])
            }
        }
    }

    /// An operand as a value: what a handle holds now.
    pub(crate) fn value(&mut self, expr: &Expr) -> Place {
        match self.single_leaf(expr) {
            Some(leaf) => self.leaf_value(leaf),
            None => self.scalar(expr),
        }
    }

    pub(crate) fn leaf_value(&mut self, leaf: Leaf) -> Place {
        let place = self.bound(leaf);
        match self.sets.of(leaf) {
            Some(set) if self.sets.is_handle(leaf) => {
                let memory = self.memory_of(set);
                self.node(Op::Read, [place, memory])
            }
            _ => place,
        }
    }

    /// The leaf that an expression is, if it is just one.
    pub(crate) fn single_leaf(&self, expr: &Expr) -> Option<Leaf> {
        if !matches!(expr, Expr::Var(_) | Expr::Get(..)) {
            return None;
        }
        match self.sets.leaves.sources(self.function, expr)[..] {
            [Source::Leaf(leaf)] => Some(leaf),
            _ => None,
        }
    }
}

impl Item {
    pub(crate) fn new(stmt: u32, kind: ItemKind) -> Self {
        Self {
            stmt,
            kind,
            node: None,
            uses: Vec::new(),
            references: Vec::new(),
            defs: Vec::new(),
            memories: Vec::new(),
            regions: Vec::new(),
        }
    }
}

/// The parameter leaf and axis that declare a symbol, if one is just that symbol; the first of several.
pub(crate) fn bound_symbol(function: &Function, symbol: VarId) -> Option<(usize, u32)> {
    declarations(function, symbol).first().map(|it| (it.leaf, it.axis))
}
