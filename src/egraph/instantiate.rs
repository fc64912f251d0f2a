//! Instantiate: templates as classes. The template of the function itself makes its graph; that of an Inline function is
//! added at each call of it, nested Inline calls through, with an explicit stack.
//!
//! Nested regions are closed, so each is added once per graph and shared by all call sites; only the outermost region of
//! a template is added anew. A template that creates, calls and launches nothing is added once per distinct arguments.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::Index;
use std::sync::Arc;

use egg::{EGraph, Id};

use crate::base::id::Id as _;
use crate::base::name::Name;
use crate::egraph::class_type::{ClassType, class_expr};
use crate::egraph::encode::Encoded;
use crate::egraph::facts::Classes;
use crate::egraph::leaves::{Leaf, Leaves};
use crate::egraph::node::{CallPayload, Node, Op, Payload, PayloadId};
use crate::egraph::offer::Offers;
use crate::egraph::open_region::Opened;
use crate::egraph::rules::{Law, Rules};
use crate::egraph::symbols::{Declaration, declarations};
use crate::egraph::template::{ArgKind, Place, Region, Template, TypeForm, Typing};
use crate::egraph::trace::{Noted, Trace};
use crate::ir::program::{Function, FunctionKind, Program, VarId};
use crate::ir::stmt::CallMode;

/// A template, or one of its nested regions, added to a graph.
#[derive(Clone, Debug)]
pub(crate) struct Instance {
    pub(crate) template: Name,
    /// Which of its regions: the first for a whole template.
    pub(crate) region: u32,
    /// Whether it is part of the program only if it is selected.
    pub(crate) optional: bool,
    /// The class of each of its nodes.
    pub(crate) ids: Ids,
}

/// The class of each node of a template, or of a stretch of them, by place.
#[derive(Clone, Debug)]
pub(crate) struct Ids {
    first: usize,
    ids: Arc<[Id]>,
}

impl Index<usize> for Ids {
    type Output = Id;
    fn index(&self, place: usize) -> &Id {
        &self.ids[place - self.first]
    }
}

/// What an added template or region stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Replaces {
    /// It is the function under optimisation.
    Nothing,
    /// A call.
    Call(Id),
    /// A loop or branch that was decided.
    Control(Id),
    /// Nothing yet: it is another form of a call that may stay.
    Offer(Id),
}

/// An instance and its outputs.
type Known = (InstanceId, Arc<[Id]>);

/// Number of an [`Instance`] of one graph.
pub(crate) type InstanceId = u32;

/// The e-graph of one function.
pub(crate) struct FunctionGraph<'a> {
    pub(crate) program: &'a Program,
    pub(crate) encoded: &'a Encoded,
    pub(crate) egraph: EGraph<Node, Classes>,
    /// Whether an extent is what the type says.
    bind_extents: bool,
    /// Whether loops and branches may go.
    pub(crate) opens: bool,
    /// The function itself, then what was inlined, in order.
    pub(crate) instances: Vec<Instance>,
    /// What each inlined call became.
    pub(crate) by_call: BTreeMap<Id, InstanceId>,
    /// What each loop or branch became that was decided.
    pub(crate) opened: BTreeMap<Id, Opened>,
    /// Which functions may be inlined that need not be, and how many statements of theirs may still come.
    pub(crate) offers: &'a Offers,
    pub(crate) budget: usize,
    /// The other form of each call that may be inlined, and the calls that may not.
    pub(crate) offered: BTreeMap<Id, InstanceId>,
    pub(crate) refused: BTreeSet<Id>,
    /// Calls, loops and branches that are part of the program only if an offer is selected.
    optional: BTreeSet<Id>,
    /// Whether what is being added is.
    offering: bool,
    /// Loops, branches and scopes, by the id they were added with.
    pub(crate) controls: Vec<Id>,
    /// Calls of surviving functions.
    pub(crate) calls: Vec<Id>,
    /// Calls of Inline functions not yet inlined.
    pub(crate) waiting: Vec<Id>,
    /// Components of what is a bundle by construction.
    bundles: HashMap<Id, Arc<[Id]>>,
    /// Nodes of nested regions, once per template.
    pub(crate) closed: BTreeMap<Name, Arc<[Option<Id>]>>,
    /// Templates without a frame that were added already.
    memo: HashMap<(Name, Vec<Id>), Known>,
}

/// A template or region being added.
struct Job<'a> {
    template: &'a Template,
    region: u32,
    args: Vec<Id>,
    /// Classes so far, from the first node of the region on.
    ids: Vec<Id>,
    typing: usize,
    replaces: Replaces,
    /// Symbols that are several extents here: what is typed with them has no certain type.
    unsure: Vec<Place>,
    /// Whether it is part of the program only if an offer is selected.
    optional: bool,
}

impl<'a> Job<'a> {
    fn info(&self) -> &'a Region {
        &self.template.regions[self.region as usize]
    }
    /// The place of the next node.
    fn next(&self) -> usize {
        self.info().nodes.start as usize + self.ids.len()
    }
    fn id(&self, place: Place) -> Id {
        self.ids[(place - self.info().nodes.start) as usize]
    }
    /// The call it stands for.
    fn call(&self) -> Option<Id> {
        match self.replaces {
            Replaces::Call(call) | Replaces::Offer(call) => Some(call),
            Replaces::Nothing | Replaces::Control(_) => None,
        }
    }
}

impl<'a> FunctionGraph<'a> {
    /// The graph of one function, with no rule applied. What laws say of it is recorded, so much of it, if asked for.
    pub(crate) fn new(
        program: &'a Program,
        encoded: &'a Encoded,
        function: &Name,
        rules: &Rules,
        offers: &'a Offers,
        recording: Option<usize>,
    ) -> Self {
        let analysis = Classes {
            fold: rules.has("constants"),
            views: rules.ask_for_views(),
            trace: recording.map(|most| Box::new(Trace::new(most))),
            ..Classes::default()
        };
        let mut graph = Self {
            program,
            encoded,
            egraph: EGraph::new(analysis),
            bind_extents: rules.has("extents"),
            opens: rules.iter().any(|rule| matches!(rule.law, Law::Control(_))),
            instances: Vec::new(),
            by_call: BTreeMap::new(),
            opened: BTreeMap::new(),
            offers,
            budget: offers.budget,
            offered: BTreeMap::new(),
            refused: BTreeSet::new(),
            optional: BTreeSet::new(),
            offering: false,
            controls: Vec::new(),
            calls: Vec::new(),
            waiting: Vec::new(),
            bundles: HashMap::new(),
            closed: BTreeMap::new(),
            memo: HashMap::new(),
        };
        let template = &encoded.templates[function];
        let top = &template.regions[0];
        let mut args = Vec::with_capacity(top.args.len());
        for (at, kind) in top.args.iter().enumerate() {
            let op = match kind {
                ArgKind::Frame => Op::Root,
                _ => Op::Arg(top.id, at as u32),
            };
            let id = graph.egraph.add(Node::new(op, []));
            if let ArgKind::Carry(leaf) = kind
                && encoded.sets[function].is_handle(*leaf)
            {
                graph.egraph[id].data.root = Some(id);
            }
            args.push(id);
        }
        graph.add_region(template, 0, args, Replaces::Nothing);
        graph
    }

    /// Replaces every waiting call by its template, nested Inline calls through; says how many there were, by function.
    pub(crate) fn inline_waiting(&mut self) -> BTreeMap<Name, usize> {
        let mut counts = BTreeMap::new();
        // What is added may bring more: calls inside the regions of a template met for the first time.
        while let Some(call) = self.waiting.pop() {
            if self.by_call.contains_key(&call) {
                continue;
            }
            let (callee, args) = self.call_arguments(call);
            *counts.entry(callee.clone()).or_insert(0) += 1;
            let encoded = self.encoded;
            self.add_region(&encoded.templates[&callee], 0, args, Replaces::Call(call));
        }
        counts
    }

    /// Adds a template, or one of its regions, for what it replaces.
    pub(crate) fn add_region(
        &mut self,
        template: &'a Template,
        region: u32,
        args: Vec<Id>,
        replaces: Replaces,
    ) {
        let mut jobs = vec![self.job(template, region, args, replaces)];
        while let Some(mut job) = jobs.pop() {
            match self.advance(&mut job) {
                Some(nested) => {
                    let (callee, args) = self.call_arguments(nested);
                    let encoded = self.encoded;
                    let nested = self.job(&encoded.templates[&callee], 0, args, Replaces::Call(nested));
                    jobs.push(job);
                    jobs.push(nested);
                }
                None => self.finish(job),
            }
        }
    }

    fn job(&mut self, template: &'a Template, region: u32, args: Vec<Id>, replaces: Replaces) -> Job<'a> {
        self.close(template);
        let nodes = &template.regions[region as usize].nodes;
        let typing = template.typings.partition_point(|typing| typing.ready <= nodes.start);
        let unsure = self.unsure(template, &args);
        let optional = match replaces {
            Replaces::Nothing => false,
            Replaces::Call(id) | Replaces::Control(id) => self.optional.contains(&id),
            Replaces::Offer(_) => true,
        };
        Job {
            template,
            region,
            args,
            ids: Vec::with_capacity(nodes.len()),
            typing,
            replaces,
            unsure,
            optional,
        }
    }

    /// Symbols to which the arguments give different extents.
    fn unsure(&self, template: &Template, args: &[Id]) -> Vec<Place> {
        let extent = |it: &Declaration| {
            let extents = self.egraph[*args.get(it.leaf)?].data.extents.as_ref()?;
            extents.get(it.axis as usize).map(|id| self.egraph.find(*id))
        };
        let differ = |declared: &[Declaration]| {
            let first = extent(&declared[0]);
            declared.iter().any(|it| extent(it) != first)
        };
        let shared = template.shared_symbols.iter();
        shared.filter(|(_, declared)| differ(declared)).map(|(place, _)| *place).collect()
    }

    /// Adds nodes up to the next call that is to be inlined first.
    fn advance(&mut self, job: &mut Job<'a>) -> Option<Id> {
        if job.ids.is_empty()
            && let Some(known) = self.known(job)
        {
            self.adopt(job, known);
            return None;
        }
        let closed = self.closed[&job.template.function].clone();
        self.offering = job.optional;
        let own = job.info().id;
        while job.next() < job.info().nodes.end as usize {
            let node = &job.template.nodes[job.next()];
            self.type_ready(job);
            let nested = closed[job.next()].filter(|_| node.region != job.region);
            let id = match (node.op, nested) {
                (_, Some(id)) => id,
                (Op::Arg(region, index), _) if region == own => job.args[index as usize],
                (op, _) => {
                    let children = node.children.iter().map(|child| job.id(*child));
                    self.add(Node::new(op, children))
                }
            };
            job.ids.push(id);
            if let Op::Call(payload) = node.op
                && job.call().is_some()
                && self.is_inline(payload)
                && !self.by_call.contains_key(&id)
            {
                return Some(id);
            }
        }
        self.type_ready(job);
        None
    }

    /// Notes extents that have become known.
    fn type_ready(&mut self, job: &mut Job<'_>) {
        while let Some(typing) = job.template.typings.get(job.typing)
            && typing.ready as usize <= job.next()
        {
            job.typing += 1;
            let node = &job.template.nodes[typing.node as usize];
            // The type of what came from outside is the outside's; nested regions were typed when they were closed.
            let outside = matches!(node.op, Op::Arg(region, _) if region == job.info().id);
            if (outside && job.replaces != Replaces::Nothing)
                || (node.region != job.region && job.region != 0)
            {
                continue;
            }
            if let TypeForm::Shaped { mentions, .. } = &typing.form
                && mentions.iter().any(|place| job.unsure.contains(place))
            {
                continue;
            }
            self.note_type(typing, |place| Some(job.id(place)));
        }
    }

    /// Notes a type whose nodes are there; `id` says which class each of them is.
    fn note_type(&mut self, typing: &Typing, id: impl Fn(Place) -> Option<Id>) {
        let Some(node) = id(typing.node) else { return };
        let (ty, extents) = match &typing.form {
            TypeForm::Scalar(dtype) => (ClassType::Scalar(*dtype), None),
            TypeForm::Shaped { extents, ty, mentions, exact } => {
                let Some(mentions) = mentions.iter().map(|place| id(*place)).collect::<Option<Vec<Id>>>()
                else {
                    return;
                };
                let Some(extents) = extents.iter().map(|place| id(*place)).collect() else { return };
                let class = |var: VarId| class_expr(&self.egraph, mentions[var.index()]);
                let ty = if mentions.is_empty() { ty.clone() } else { Arc::new(ty.map_vars(&mut { class })) };
                (ClassType::Shaped { ty, exact: *exact }, Some(extents))
            }
        };
        let data = &mut self.egraph[node].data;
        if data.extents.is_none() {
            data.extents = extents;
        }
        if data.ty.is_none() {
            data.ty = Some(ty);
        }
    }

    fn finish(&mut self, job: Job<'_>) {
        let number = self.instances.len() as InstanceId;
        let outputs: Arc<[Id]> = job.info().outputs.iter().map(|place| job.id(*place)).collect();
        if let Some(known) = self.known(&job) {
            self.stand_for_call(&job, known.0, &known.1);
            return;
        }
        let ids = Ids { first: job.info().nodes.start as usize, ids: job.ids.as_slice().into() };
        let template = job.template.function.clone();
        self.instances.push(Instance { template, region: job.region, optional: job.optional, ids });
        match job.replaces {
            Replaces::Nothing => {}
            Replaces::Call(_) | Replaces::Offer(_) => {
                self.stand_for_call(&job, number, &outputs);
                if !job.template.frame && !job.optional {
                    self.memo.insert((job.template.function.clone(), job.args), (number, outputs));
                }
            }
            Replaces::Control(control) => {
                self.opened.insert(control, Opened::Region(number));
                let given = (0..outputs.len() as u32).collect();
                self.replace(control, outputs.to_vec(), Noted::Body { instance: number, given });
            }
        }
    }

    /// A template without a frame, added with the same arguments before.
    fn known(&self, job: &Job<'_>) -> Option<(InstanceId, Arc<[Id]>)> {
        if job.call().is_none() || job.template.frame {
            return None;
        }
        self.memo.get(&(job.template.function.clone(), job.args.clone())).cloned()
    }

    fn adopt(&mut self, job: &mut Job<'_>, known: (InstanceId, Arc<[Id]>)) {
        job.ids = self.instances[known.0 as usize].ids.ids.to_vec();
        job.typing = job.template.typings.len();
    }

    /// A call is what its template gives: instead of itself, or as well.
    fn stand_for_call(&mut self, job: &Job<'_>, number: InstanceId, outputs: &[Id]) {
        let Some(call) = job.call() else { return };
        let given = self.given_by(call, job.template, outputs.len());
        let noted = Noted::Body { instance: number, given: given.iter().map(|at| *at as u32).collect() };
        let given: Vec<Id> = given.into_iter().map(|at| outputs[at]).collect();
        if let Replaces::Offer(_) = job.replaces {
            self.offered.insert(call, number);
            self.equate(call, &given, noted);
        } else {
            self.by_call.insert(call, number);
            self.replace(call, given, noted);
        }
    }

    /// Which of a template's outputs a call gives: results, memories, world, in the order of the call's components.
    fn given_by(&self, call: Id, template: &Template, outputs: usize) -> Vec<usize> {
        let Op::Call(payload) = self.egraph.id_to_node(call).op else {
            unreachable!("only calls are inlined")
        };
        let payload = self.call_payload(payload);
        let sets = &self.encoded.sets[&template.function];
        let results = payload.results as usize;
        let mut given: Vec<usize> = (0..results).collect();
        let written: Vec<_> = sets.interface().into_iter().filter(|set| set.written).collect();
        for (set, _) in payload.memories.iter().filter(|(_, written)| *written) {
            let at = written.iter().position(|known| known.set == *set).expect("the callee writes it");
            given.push(results + at);
        }
        if payload.world {
            given.push(outputs - 1);
        }
        given
    }

    /// A call, loop or branch is the bundle of what it gives, and nothing else from now on.
    pub(crate) fn replace(&mut self, replaced: Id, given: Vec<Id>, why: Noted) {
        self.equate(replaced, &given, why);
        self.bundles.insert(replaced, given.into());
    }

    /// A call, loop or branch is also the bundle of what it gives.
    fn equate(&mut self, id: Id, given: &[Id], why: Noted) {
        let bundle = self.egraph.add(Node::new(Op::Bundle, given.iter().copied()));
        self.say(id, bundle, || why);
        for (component, one) in given.iter().enumerate() {
            if let Some(get) = self.egraph.lookup(Node::new(Op::Get(component as u32), [id])) {
                self.say(get, *one, || Noted::Component((id, component as u32)));
                self.egraph.union(get, *one);
            }
        }
        self.egraph.union(id, bundle);
    }

    /// Records what the rule that is being applied says, if anybody will ask.
    pub(crate) fn say(&mut self, a: Id, b: Id, why: impl FnOnce() -> Noted) {
        let Classes { trace, rule, .. } = &mut self.egraph.analysis;
        if let Some(trace) = trace {
            trace.say((a, b), rule, why());
        }
    }

    /// Adds the nested regions of a template, once.
    fn close(&mut self, template: &'a Template) {
        if self.closed.contains_key(&template.function) {
            return;
        }
        let mut ids: Vec<Option<Id>> = vec![None; template.nodes.len()];
        let mut typings = template.typings.iter().peekable();
        for (at, node) in template.nodes.iter().enumerate() {
            // What a node is hangs on the types of its operands.
            while let Some(typing) = typings.next_if(|typing| typing.ready as usize <= at) {
                self.note_type(typing, |place| ids[place as usize]);
            }
            if node.region != 0 {
                let child = |child: &Place| {
                    ids[*child as usize].unwrap_or_else(|| {
                        let outer = template.nodes[*child as usize].op;
                        let (inner, region, function) = (node.op, node.region, &template.function);
                        unreachable!(
                            "{function}: {inner:?} of region {region} mentions {outer:?} of region 0"
                        )
                    })
                };
                let children: Vec<Id> = node.children.iter().map(child).collect();
                ids[at] = Some(self.add(Node::new(node.op, children)));
            }
        }
        for typing in typings {
            self.note_type(typing, |place| ids[place as usize]);
        }
        self.closed.insert(template.function.clone(), ids.into());
    }

    /// Adds a node unless it simplifies; notes controls and calls.
    pub(crate) fn add(&mut self, mut node: Node) -> Id {
        if let Op::Dim(axis) = node.op
            && self.bind_extents
        {
            node.op = Op::Extent(axis);
        }
        match node.op {
            Op::Get(component) => {
                if let Some(bundle) = self.bundles.get(&node.children[0]) {
                    return bundle[component as usize];
                }
            }
            Op::Extent(axis) if self.bind_extents => {
                if let Some(extents) = &self.egraph[node.children[0]].data.extents
                    && let Some(extent) = extents.get(axis as usize)
                {
                    return *extent;
                }
            }
            _ => {}
        }
        let before = self.egraph.nodes().len();
        let id = self.egraph.add(node.clone());
        if self.egraph.nodes().len() > before {
            if self.offering
                && matches!(node.op, Op::For(_) | Op::While(_) | Op::If(_) | Op::Scope(_) | Op::Call(_))
            {
                self.optional.insert(id);
            }
            match node.op {
                Op::For(_) | Op::While(_) | Op::If(_) | Op::Scope(_) => self.controls.push(id),
                Op::Call(payload) if self.is_inline(payload) => self.waiting.push(id),
                Op::Call(_) => self.calls.push(id),
                // A content has the extents of what it is read through.
                Op::Read if self.egraph[id].data.extents.is_none() => {
                    self.egraph[id].data.extents = self.egraph[node.children[0]].data.extents.clone();
                }
                _ => {}
            }
        }
        id
    }

    /// Whether an extent is what the type says.
    pub(crate) fn binds_extents(&self) -> bool {
        self.bind_extents
    }

    pub(crate) fn call_payload(&self, payload: PayloadId) -> &'a CallPayload {
        match self.encoded.payloads.get(payload) {
            Payload::Call(call) => call,
            other => unreachable!("{other:?}: a call has a call's payload"),
        }
    }

    fn is_inline(&self, payload: PayloadId) -> bool {
        let call = self.call_payload(payload);
        let callee = self.program.functions.get(&call.callee);
        call.mode == CallMode::Call
            && callee.is_some_and(|it| it.kind == FunctionKind::Inline && it.body.is_some())
    }

    /// The callee of a call and the arguments of its region.
    pub(crate) fn call_arguments(&mut self, call: Id) -> (Name, Vec<Id>) {
        let node = self.egraph.id_to_node(call).clone();
        let Op::Call(payload) = node.op else { unreachable!("only calls are inlined") };
        let payload = self.call_payload(payload);
        let encoded = self.encoded;
        let top = &encoded.templates[&payload.callee].regions[0];
        let callee = &self.program.functions[&payload.callee];
        let payload_kind = callee.kind;
        let mut operands = node.children[1..].iter().copied();
        let memories = 1 + (payload.args + payload.launch) as usize;
        let mut args = Vec::with_capacity(top.args.len());
        for kind in &top.args {
            args.push(match kind {
                ArgKind::Frame => node.children[0],
                ArgKind::Memory(set) => match payload.memories.iter().position(|(known, _)| known == set) {
                    Some(at) => node.children[memories + at],
                    None => self.egraph.add(Node::new(Op::Void, [])),
                },
                ArgKind::World => *node.children.last().expect("a call that touches the world takes it"),
                ArgKind::Capture(leaf) if payload_kind != FunctionKind::Inline => {
                    let declared = declared_symbol(callee, &encoded.sets[&payload.callee].leaves, *leaf);
                    let param = node.children[1 + declared.leaf];
                    self.add(Node::new(Op::Extent(declared.axis), [param]))
                }
                ArgKind::Carry(_) | ArgKind::Capture(_) | ArgKind::Index(_) => {
                    operands.next().expect("a call has an operand per parameter")
                }
            });
        }
        (payload.callee.clone(), args)
    }
}

/// Where the symbol of a leaf is declared.
fn declared_symbol(callee: &Function, leaves: &Leaves, leaf: Leaf) -> Declaration {
    let symbol = callee.symbols.iter().find(|symbol| leaves.of(**symbol).contains(&leaf));
    let declared = declarations(callee, *symbol.expect("what a function captures are its symbols"));
    *declared.first().expect("only calls whose symbols are declared are offered a body")
}
