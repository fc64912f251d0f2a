//! Instantiate: templates as classes. The template of the function itself makes its graph; that of an Inline function is
//! added at each call of it, nested Inline calls through, with an explicit stack.
//!
//! Nested regions are closed, so each is added once per graph and shared by all call sites; only the outermost region of
//! a template is added anew. A template that creates, calls and launches nothing is added once per distinct arguments.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use egg::{EGraph, Id};

use crate::base::id::Id as _;
use crate::base::name::Name;
use crate::egraph::class_type::{ClassType, class_expr};
use crate::egraph::encode::Encoded;
use crate::egraph::facts::Classes;
use crate::egraph::node::{CallPayload, Node, Op, Payload, PayloadId};
use crate::egraph::rules::Rules;
use crate::egraph::template::{ArgKind, Place, Template, TypeForm, Typing};
use crate::ir::program::{FunctionKind, Program, VarId};
use crate::ir::stmt::CallMode;

/// A template added to a graph.
#[derive(Clone, Debug)]
pub(crate) struct Instance {
    pub(crate) template: Name,
    /// The class of each node of the template.
    pub(crate) ids: Arc<[Id]>,
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
    /// The function itself, then what was inlined, in order.
    pub(crate) instances: Vec<Instance>,
    /// What each inlined call became.
    pub(crate) by_call: BTreeMap<Id, InstanceId>,
    /// Loops, branches and scopes, by the id they were added with.
    pub(crate) controls: Vec<Id>,
    /// Calls of surviving functions.
    pub(crate) calls: Vec<Id>,
    /// Calls of Inline functions not yet inlined.
    pub(crate) waiting: Vec<Id>,
    /// Components of what is a bundle by construction.
    bundles: HashMap<Id, Arc<[Id]>>,
    /// Nodes of nested regions, once per template.
    closed: BTreeMap<Name, Arc<[Option<Id>]>>,
    /// Templates without a frame that were added already.
    memo: HashMap<(Name, Vec<Id>), Known>,
}

/// A template being added.
struct Job<'a> {
    template: &'a Template,
    args: Vec<Id>,
    ids: Vec<Id>,
    typing: usize,
    /// The call it replaces; the function itself has none.
    call: Option<Id>,
}

impl<'a> FunctionGraph<'a> {
    /// The graph of one function, with no rule applied.
    pub(crate) fn new(program: &'a Program, encoded: &'a Encoded, function: &Name, rules: &Rules) -> Self {
        let analysis =
            Classes { fold: rules.has("constants"), views: rules.ask_for_views(), ..Classes::default() };
        let mut graph = Self {
            program,
            encoded,
            egraph: EGraph::new(analysis),
            bind_extents: rules.has("extents"),
            instances: Vec::new(),
            by_call: BTreeMap::new(),
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
        graph.add_template(template, args, None);
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
            self.add_template(&encoded.templates[&callee], args, Some(call));
        }
        counts
    }

    fn add_template(&mut self, template: &'a Template, args: Vec<Id>, call: Option<Id>) {
        let mut jobs = vec![self.job(template, args, call)];
        while let Some(mut job) = jobs.pop() {
            match self.advance(&mut job) {
                Some(nested) => {
                    let (callee, args) = self.call_arguments(nested);
                    let encoded = self.encoded;
                    let nested = self.job(&encoded.templates[&callee], args, Some(nested));
                    jobs.push(job);
                    jobs.push(nested);
                }
                None => self.finish(job),
            }
        }
    }

    fn job(&mut self, template: &'a Template, args: Vec<Id>, call: Option<Id>) -> Job<'a> {
        self.close(template);
        Job { template, args, ids: Vec::with_capacity(template.nodes.len()), typing: 0, call }
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
        let top = job.template.regions[0].id;
        while let Some(node) = job.template.nodes.get(job.ids.len()) {
            self.type_ready(job);
            let id = match (node.op, closed[job.ids.len()]) {
                (_, Some(id)) => id,
                (Op::Arg(region, index), _) if region == top => job.args[index as usize],
                (op, _) => {
                    let children = node.children.iter().map(|child| job.ids[*child as usize]);
                    self.add(Node::new(op, children))
                }
            };
            job.ids.push(id);
            if let Op::Call(payload) = node.op
                && job.call.is_some()
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
            && typing.ready as usize <= job.ids.len()
        {
            job.typing += 1;
            // The type of what came from outside is the outside's.
            if let Op::Arg(region, _) = job.template.nodes[typing.node as usize].op
                && region == job.template.regions[0].id
                && job.call.is_some()
            {
                continue;
            }
            self.note_type(typing, |place| Some(job.ids[place as usize]));
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
        let outputs: Arc<[Id]> = job.template.outputs.iter().map(|place| job.ids[*place as usize]).collect();
        if let Some(known) = self.known(&job) {
            if let Some(call) = job.call {
                self.replace_call(call, known.0, job.template, &known.1);
            }
            return;
        }
        self.instances.push(Instance { template: job.template.function.clone(), ids: job.ids.into() });
        if let Some(call) = job.call {
            if !job.template.frame {
                self.memo.insert((job.template.function.clone(), job.args), (number, outputs.clone()));
            }
            self.replace_call(call, number, job.template, &outputs);
        }
    }

    /// A template without a frame, added with the same arguments before.
    fn known(&self, job: &Job<'_>) -> Option<(InstanceId, Arc<[Id]>)> {
        if job.call.is_none() || job.template.frame {
            return None;
        }
        self.memo.get(&(job.template.function.clone(), job.args.clone())).cloned()
    }

    fn adopt(&mut self, job: &mut Job<'_>, known: (InstanceId, Arc<[Id]>)) {
        job.ids = self.instances[known.0 as usize].ids.to_vec();
        job.typing = job.template.typings.len();
    }

    /// The call is the bundle of what its template gives.
    fn replace_call(&mut self, call: Id, number: InstanceId, template: &Template, outputs: &[Id]) {
        self.by_call.insert(call, number);
        let node = self.egraph.id_to_node(call).clone();
        let Op::Call(payload) = node.op else { unreachable!("only calls are inlined") };
        let payload = self.call_payload(payload).clone();
        let sets = &self.encoded.sets[&template.function];
        let results = payload.results as usize;
        let mut given: Vec<Id> = outputs[..results].to_vec();
        let written: Vec<_> = sets.interface().into_iter().filter(|set| set.written).collect();
        for (set, _) in payload.memories.iter().filter(|(_, written)| *written) {
            let at = written.iter().position(|known| known.set == *set).expect("the callee writes it");
            given.push(outputs[results + at]);
        }
        if payload.world {
            given.push(*outputs.last().expect("the callee gives a world"));
        }
        for (component, id) in given.iter().enumerate() {
            if let Some(get) = self.egraph.lookup(Node::new(Op::Get(component as u32), [call])) {
                self.egraph.union(get, *id);
            }
        }
        let bundle = self.egraph.add(Node::new(Op::Bundle, given.iter().copied()));
        self.egraph.union(call, bundle);
        self.bundles.insert(call, given.into());
    }

    /// Adds the nested regions of a template, once.
    fn close(&mut self, template: &'a Template) {
        if self.closed.contains_key(&template.function) {
            return;
        }
        let mut ids: Vec<Option<Id>> = vec![None; template.nodes.len()];
        for (at, node) in template.nodes.iter().enumerate() {
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
        for typing in &template.typings {
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
    fn call_arguments(&mut self, call: Id) -> (Name, Vec<Id>) {
        let node = self.egraph.id_to_node(call).clone();
        let Op::Call(payload) = node.op else { unreachable!("only calls are inlined") };
        let payload = self.call_payload(payload);
        let encoded = self.encoded;
        let top = &encoded.templates[&payload.callee].regions[0];
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
                ArgKind::Carry(_) | ArgKind::Capture(_) | ArgKind::Index(_) => {
                    operands.next().expect("a call has an operand per parameter")
                }
            });
        }
        (payload.callee.clone(), args)
    }
}
