//! A session: a program on its way through the e-graph, one function at a time, callees before callers.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use egg::Id;
use rayon::prelude::*;

use crate::base::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::base::name::Name;
use crate::egraph::callgraph::CallGraph;
use crate::egraph::compile::{Compiled, compile};
use crate::egraph::cost::{Cost, Unit};
use crate::egraph::decode::{self, Choice, Repairs};
use crate::egraph::encode::{Asked, Encoded, encode};
use crate::egraph::graph::{Body, ClassId, Graph, GraphBuilder, NodeId, NodeSpec};
use crate::egraph::instantiate::FunctionGraph;
use crate::egraph::kept::Kept;
use crate::egraph::node::{Node, Op, Payload, RegionId};
use crate::egraph::offer::Offers;
use crate::egraph::rules::Rules;
use crate::egraph::saturate::{Lineage, Report, saturate};
use crate::egraph::schedule::Schedule;
use crate::egraph::selection::Selection;
use crate::egraph::sets::{Sets, alias_sets};
use crate::ir::op::OpRow;
use crate::ir::program::{Function, FunctionKind, Program, VarId};
use crate::ir::types::Type;
use crate::ir::unseen::unseen;
use crate::ir::walk;

/// Inline functions that call each other cannot be spliced.
pub const INLINE_CYCLE: Code = Code("inline-cycle");

/// A program encoded, with what is known of the functions done so far.
pub struct Session<'a> {
    pub(crate) program: &'a Program,
    pub(crate) rules: &'a Rules,
    offers: Offers,
    compiled: Compiled,
    pub(crate) encoded: Encoded,
    pub(crate) lineages: BTreeMap<Name, Lineage>,
    /// Functions that are taken as they are.
    pub(crate) settled: BTreeSet<Name>,
    /// Functions that reach themselves.
    pub(crate) recursive: BTreeSet<Name>,
    /// How many equations are recorded of each function.
    recording: Option<usize>,
}

/// A function that was visited.
pub struct Visited<T> {
    /// The function.
    pub name: Name,
    /// Which parameter each of its results is.
    pub lineage: Lineage,
    /// What the visit gave.
    pub seen: T,
}

/// A function's saturated graph.
pub struct Saturated<'a> {
    pub(crate) graph: FunctionGraph<'a>,
    /// The rules as they were applied.
    pub(crate) compiled: &'a Compiled,
    /// Whether calls of Inline functions were to be replaced.
    inlining: bool,
    /// What the run did.
    pub report: Report,
}

/// What a cost model is told of a node.
pub struct Priced<'a> {
    /// Name of the node: an operator's dotted name, or that of a construct.
    pub name: &'a str,
    /// The operator's row, if it is one of the table.
    pub row: Option<&'static OpRow>,
    /// Elements of the result, where they are known.
    pub elements: Option<u64>,
    /// Whether it calls or submits a function of the program.
    pub is_call: bool,
}

/// Prices nodes: what [`Saturated::flatten`] asks of a cost model.
pub struct Pricing<'a> {
    /// What costs count.
    pub unit: Unit,
    /// The cost of a node by itself.
    pub cost: &'a dyn Fn(&Priced<'_>) -> Cost,
    /// How often a loop's body is paid for, that runs so often, if that is known.
    pub times: &'a dyn Fn(Option<u64>) -> u32,
}

/// The flat graph of a function, and the e-node behind each of its nodes.
pub struct Flat {
    /// Classes, nodes and costs; its roots are set.
    pub graph: Graph,
    nodes: Vec<Node>,
    classes: Vec<Id>,
}

impl<'a> Session<'a> {
    /// Encodes a program, and makes rules ready for it.
    ///
    /// # Errors
    /// If Inline functions call each other in a cycle, which is named.
    pub fn new(program: &'a Program, rules: &'a Rules) -> Result<Self, Diagnostics> {
        let asked = Asked { views: rules.ask_for_views(), inlining: rules.has("inline") };
        let mut encoded = encode(program, asked);
        let mut said = Diagnostics::new();
        let mut recursive = BTreeSet::new();
        for component in encoded.graph.components.iter().filter(|component| component.recursive) {
            recursive.extend(component.members.iter().cloned());
            let inline = |name: &Name| program.functions[name].kind == FunctionKind::Inline;
            if component.members.iter().any(inline) {
                said.push(cycle(program, &encoded, &component.members));
            }
        }
        if said.has_errors() {
            return Err(said);
        }
        let compiled = compile(rules, &mut encoded.payloads);
        let external = program.functions.values().filter(|function| function.body.is_none());
        let lineages = external.map(|function| (function.name.clone(), unseen(function).returns));
        let lineages = lineages.filter(|(name, lineage)| fits(program, name, lineage)).collect();
        let settled = BTreeSet::new();
        let offers = Offers::none();
        let recording = None;
        Ok(Self { program, rules, offers, compiled, encoded, lineages, settled, recursive, recording })
    }

    /// The same; functions that need not be inlined may be.
    #[must_use]
    pub fn offering(mut self, offers: &Offers) -> Self {
        self.offers = offers.clone();
        self
    }

    /// The same; of each function, so many equations are recorded as laws say them.
    #[must_use]
    pub fn recording(mut self, most: usize) -> Self {
        self.recording = Some(most);
        self
    }

    /// Takes a function as it is: it stands in no level, and callers know which results are its parameters.
    pub fn settle(&mut self, name: &Name, lineage: Lineage) {
        self.settled.insert(name.clone());
        self.lineages.insert(name.clone(), lineage);
    }

    /// Saturates one function, after its callees, and shows it to `look`; its callers know from now on which of its
    /// results are its parameters.
    pub fn visit<T>(
        &mut self,
        name: &Name,
        schedule: &Schedule,
        look: impl FnOnce(&Saturated<'_>) -> T,
    ) -> T {
        self.learn_circles(std::slice::from_ref(name), schedule);
        let saturated = self.saturate(name, schedule);
        let (seen, lineage) = (look(&saturated), saturated.lineage());
        self.learn(name, lineage);
        seen
    }

    /// Visits the functions of one level in parallel, on the caller's pool of threads.
    ///
    /// # Errors
    /// What any of the visits gave, of all functions of the level.
    pub fn visit_level<T: Send>(
        &mut self,
        level: &[Name],
        schedule: &Schedule,
        look: impl Fn(&Name, &Saturated<'_>) -> Result<T, Diagnostics> + Sync,
    ) -> Result<Vec<Visited<T>>, Diagnostics> {
        self.learn_circles(level, schedule);
        let one = |name: &Name| {
            let saturated = self.saturate(name, schedule);
            let seen = look(name, &saturated)?;
            Ok(Visited { name: name.clone(), lineage: saturated.lineage(), seen })
        };
        let results: Vec<Result<Visited<T>, Diagnostics>> = level.par_iter().map(one).collect();
        let mut said = Diagnostics::new();
        let mut visited = Vec::with_capacity(level.len());
        for result in results {
            match result {
                Ok(it) => visited.push(it),
                Err(errors) => said.extend(errors),
            }
        }
        if said.has_errors() {
            return Err(said);
        }
        visited.iter().for_each(|it| self.learn(&it.name, it.lineage.clone()));
        Ok(visited)
    }

    /// What callers may know of a function; of one that reaches itself that is known before it is visited.
    fn learn(&mut self, name: &Name, lineage: Lineage) {
        if !self.recursive.contains(name) {
            self.lineages.insert(name.clone(), lineage);
        }
    }

    /// Functions that were looked at with more or less caution than what became of the program asks for: parameters and
    /// results may share storage in another way (a call that passes one buffer twice is gone, or a branch that does), or
    /// a variable names storage that may be written where the graph had a value, or the other way round (the branch that
    /// wrote it is gone, or a caller of the helper writes it). `storage` says how many parts of each variable the graphs
    /// took for storage.
    pub fn misjudged(
        &self,
        after: &Program,
        storage: &BTreeMap<Name, Vec<(VarId, usize)>>,
    ) -> BTreeSet<Name> {
        let shared = |sets: &Sets| -> Vec<Option<usize>> {
            let all: Vec<Option<u32>> = sets.params.iter().chain(&sets.results).copied().collect();
            all.iter().map(|set| set.and_then(|_| all.iter().position(|other| other == set))).collect()
        };
        let now = alias_sets(after, &CallGraph::new(after));
        let before = &self.encoded.sets;
        let changed = |function: &&Function| {
            let (now, name) = (&now[&function.name], &function.name);
            let storage = storage.get(name).map_or(&[][..], Vec::as_slice);
            shared(now) != shared(&before[name]) || takes_another_way(function, now, storage)
        };
        let with_body = after.functions.values().filter(|function| function.body.is_some());
        with_body.filter(changed).map(|function| function.name.clone()).collect()
    }

    /// Functions that survive, level by level: those of one level do not call each other. Inline functions survive
    /// only where nothing is inlined.
    pub fn levels(&self) -> Vec<Vec<Name>> {
        let inlining = self.rules.has("inline");
        let mut level: BTreeMap<&Name, usize> = BTreeMap::new();
        let mut levels: Vec<Vec<Name>> = Vec::new();
        for component in &self.encoded.graph.components {
            let members = &component.members;
            let callees = members.iter().flat_map(|name| &self.encoded.graph.callees[name]);
            let below = callees.filter(|callee| !members.contains(callee)).map(|callee| level[callee] + 1);
            let own = below.max().unwrap_or(0);
            for name in members {
                level.insert(name, own);
                let function = &self.program.functions[name];
                let spliced = inlining && function.kind == FunctionKind::Inline;
                if function.body.is_some() && !spliced && !self.settled.contains(name) {
                    levels.resize_with(levels.len().max(own + 1), Vec::new);
                    levels[own].push(name.clone());
                }
            }
        }
        levels.iter_mut().for_each(|names| names.sort());
        levels.retain(|names| !names.is_empty());
        levels
    }

    /// The saturated graph of one function, given what was learned of its callees.
    pub(crate) fn saturate(&self, name: &Name, schedule: &Schedule) -> Saturated<'_> {
        let (rules, offers) = (self.rules, &self.offers);
        let mut graph = FunctionGraph::new(self.program, &self.encoded, name, rules, offers, self.recording);
        let lineage = |callee: &Name| self.lineages.get(callee).cloned();
        let report = saturate(&mut graph, self.rules, &self.compiled, schedule, &lineage);
        Saturated { graph, compiled: &self.compiled, inlining: self.rules.has("inline"), report }
    }
}

/// Whether a lineage by values is one by leaves: no parameter and no result is a tuple.
pub(crate) fn fits(program: &Program, name: &Name, lineage: &Lineage) -> bool {
    let function = &program.functions[name];
    let mut types = function.params.iter().map(|param| function.ty(param.var)).chain(&function.results);
    lineage.len() == function.results.len() && !types.any(|ty| matches!(ty, Type::Tuple(_)))
}

/// The error that names a cycle of Inline functions.
fn cycle(program: &Program, encoded: &Encoded, members: &[Name]) -> Diagnostic {
    let mut path = vec![members[0].clone()];
    while path.len() <= members.len() {
        let last = path.last().expect("a path begins somewhere");
        let next = encoded.graph.callees[last].iter().find(|callee| members.contains(callee));
        let next = next.expect("a member of a cycle calls a member").clone();
        if let Some(at) = path.iter().position(|name| *name == next) {
            path.drain(..at);
            path.push(next);
            break;
        }
        path.push(next);
    }
    let shown: Vec<&str> = path.iter().map(Name::as_str).collect();
    let message = format!("Cycle detected among Inline functions: {}", shown.join(" -> "));
    Diagnostic::error(INLINE_CYCLE, program.functions[&path[0]].span, message)
        .help("an Inline function is spliced into every caller, so it cannot reach itself; make one of them another kind")
}

impl Saturated<'_> {
    /// Which parameter each result is: the same class of handles. Result leaves, parameter leaves.
    pub fn lineage(&self) -> Vec<Option<usize>> {
        let kept = Kept::new(&self.graph);
        let instance = &self.graph.instances[0];
        let template = &self.graph.encoded.templates[&instance.template];
        let sets = &self.graph.encoded.sets[&instance.template];
        let find = |place: u32| kept.resolve(instance.ids[place as usize]);
        let top = &template.regions[0];
        let params: Vec<Id> = top.arg_places[..sets.params.len()].iter().map(|place| find(*place)).collect();
        let results = template.outputs.iter().take(sets.results.len());
        results
            .zip(&sets.results)
            .map(|(place, set)| {
                let class = find(*place);
                set.and_then(|_| params.iter().position(|param| *param == class))
            })
            .collect()
    }

    /// The flat graph for extraction, priced.
    pub fn flatten(&self, pricing: &Pricing<'_>) -> Flat {
        let mut builder = GraphBuilder::new(pricing.unit.clone());
        let nodes = self.add_to(&mut builder, pricing, false);
        let graph = builder.build().expect("every class was made, and fewer than 2^32 nodes fit in memory");
        Flat { graph, nodes, classes: self.class_ids() }
    }

    /// Adds this function's graph to a flat one whose classes and nodes are named: `FUNCTION/NUMBER`, and with a
    /// position behind it.
    pub fn export(&self, pricing: &Pricing<'_>, builder: &mut GraphBuilder) {
        self.add_to(builder, pricing, true);
    }

    /// Adds all classes, nodes and roots; gives the e-node of each node.
    fn add_to(&self, builder: &mut GraphBuilder, pricing: &Pricing<'_>, named: bool) -> Vec<Node> {
        let egraph = &self.graph.egraph;
        let ids = self.class_ids();
        let function = &self.graph.instances[0].template;
        // A class of handles can have a node for each write, and be a child of as many: it is looked through once.
        let mut known: HashMap<Id, (ClassId, bool)> = HashMap::with_capacity(ids.len());
        for id in &ids {
            let class =
                if named { builder.named_class(&format!("{function}/{id}")) } else { builder.class() };
            if named {
                builder.class_type(class, self.kind_of(*id));
            }
            known.insert(*id, (class, is_region(&egraph[*id].nodes)));
        }
        let mut nodes = Vec::new();
        for id in &ids {
            for (tie, node) in egraph[*id].nodes.iter().enumerate() {
                let mut children = Vec::new();
                let mut bodies = Vec::new();
                let effects = match node.op {
                    Op::Region(number) => self.effects_inside(number),
                    _ => Vec::new(),
                };
                for child in node.children.iter().map(|child| egraph.find(*child)).chain(effects) {
                    match known[&child] {
                        (class, true) => bodies.push(Body { class, times: self.times(node, pricing) }),
                        (class, false) => children.push(class),
                    }
                }
                let name = self.node_name(node);
                let cost = self.price_node(*id, node, pricing.cost);
                let spec =
                    NodeSpec { op: &name, cost, tie: tie as u32, children: &children, bodies: &bodies };
                if named {
                    builder.named_node(&format!("{function}/{id}.{tie}"), known[id].0, spec);
                } else {
                    builder.node(known[id].0, spec);
                }
                nodes.push(node.clone());
            }
        }
        self.roots().into_iter().for_each(|root| builder.root(known[&root].0));
        nodes
    }

    /// All classes, oldest first.
    pub(crate) fn class_ids(&self) -> Vec<Id> {
        let mut ids: Vec<Id> = self.graph.egraph.classes().map(|class| class.id).collect();
        ids.sort_unstable();
        ids
    }

    /// The cost of a node of a class; infinite for a call that must be inlined.
    pub(crate) fn price_node(&self, id: Id, node: &Node, price: &dyn Fn(&Priced<'_>) -> Cost) -> Cost {
        if self.inlining && self.is_inlined(node) {
            return Cost::INFINITE;
        }
        let name = self.node_name(node);
        let is_call = matches!(node.op, Op::Call(_));
        price(&Priced { name: &name, row: self.row(node), elements: self.elements(id), is_call })
    }

    /// How often the regions of a node are paid for.
    fn times(&self, node: &Node, pricing: &Pricing<'_>) -> u32 {
        let bound = |at: usize| match self.graph.egraph[node.children[at]].data.constant {
            Some(Op::Int(value, _)) => Some(value),
            _ => None,
        };
        match node.op {
            Op::For(_) => {
                let bounds = (bound(0), bound(1), bound(2));
                let trips = match bounds {
                    (Some(start), Some(stop), Some(step)) if step > 0 => {
                        Some((stop - start + step - 1).div_euclid(step))
                    }
                    (Some(start), Some(stop), Some(step)) if step < 0 => {
                        Some((start - stop - step - 1).div_euclid(-step))
                    }
                    _ => None,
                };
                (pricing.times)(trips.map(|trips| u64::try_from(trips).unwrap_or(0)))
            }
            Op::While(_) => (pricing.times)(None),
            _ => 1,
        }
    }

    /// What kind of thing a class is.
    pub(crate) fn kind_of(&self, id: Id) -> &'static str {
        let nodes = &self.graph.egraph[id].nodes;
        let is = |wanted: fn(Op) -> bool| nodes.iter().any(|node| wanted(node.op));
        if is(|op| matches!(op, Op::Fresh | Op::FreshOf | Op::Write(_) | Op::Void)) {
            "memory"
        } else if is(|op| matches!(op, Op::Alloc(_) | Op::View(_) | Op::Retype(_))) {
            "handle"
        } else if is(|op| {
            matches!(op, Op::Call(_) | Op::Effect(_) | Op::Bundle)
                || matches!(op, Op::For(_) | Op::While(_) | Op::If(_) | Op::Scope(_))
        }) {
            "bundle"
        } else if is(|op| matches!(op, Op::Region(_))) {
            "region"
        } else if is(|op| matches!(op, Op::Site(_) | Op::Root)) {
            "frame"
        } else {
            "value"
        }
    }

    /// What a nested region does, besides what it gives: printed whether somebody sees it or not.
    fn effects_inside(&self, region: RegionId) -> Vec<Id> {
        let graph = &self.graph;
        let Some((template, index)) = graph.encoded.region(region) else { return Vec::new() };
        let Some(closed) = graph.closed.get(&template.function) else { return Vec::new() };
        let effects = template.regions[index as usize].items.iter().filter_map(|item| item.effect());
        effects.filter_map(|place| closed[place as usize]).map(|id| graph.egraph.find(id)).collect()
    }

    /// Results, last memories and world, and everything that is kept whether used or not.
    pub(crate) fn roots(&self) -> Vec<Id> {
        let find = |id: Id| self.graph.egraph.find(id);
        let mut roots = Vec::new();
        for instance in self.graph.instances.iter().filter(|instance| !instance.optional) {
            let template = &self.graph.encoded.templates[&instance.template];
            for item in &template.regions[instance.region as usize].items {
                roots.extend(item.effect().map(|node| find(instance.ids[node as usize])));
            }
        }
        let top = &self.graph.instances[0];
        let template = &self.graph.encoded.templates[&top.template];
        roots.extend(template.outputs.iter().map(|place| find(top.ids[*place as usize])));
        roots.sort_unstable();
        roots.dedup();
        roots
    }

    fn is_inlined(&self, node: &Node) -> bool {
        match node.op {
            Op::Call(payload) => {
                let callee = &self.graph.call_payload(payload).callee;
                let inline = |it: &Function| it.kind == FunctionKind::Inline;
                self.graph.program.functions.get(callee).is_some_and(inline)
                    && self.graph.call_payload(payload).mode == crate::ir::stmt::CallMode::Call
            }
            _ => false,
        }
    }

    fn row(&self, node: &Node) -> Option<&'static OpRow> {
        match node.op {
            Op::Pure(payload)
            | Op::View(payload)
            | Op::Write(payload)
            | Op::Effect(payload)
            | Op::Alloc(payload) => match self.graph.encoded.payloads.get(payload) {
                Payload::Op { op, .. } => op.row(),
                _ => None,
            },
            _ => None,
        }
    }

    /// Elements of a class whose extents are all constants.
    fn elements(&self, id: Id) -> Option<u64> {
        let extents = self.graph.egraph[id].data.extents.as_ref()?;
        let constant = |id: &Id| match self.graph.egraph[*id].data.constant {
            Some(Op::Int(value, _)) => u64::try_from(value).ok(),
            _ => None,
        };
        extents.iter().map(constant).try_fold(1u64, |product, extent| product.checked_mul(extent?))
    }

    /// How a node is called in files and reports.
    pub(crate) fn node_name(&self, node: &Node) -> String {
        self.op_name(node.op)
    }

    /// How a node's operator is called.
    pub(crate) fn op_name(&self, op: Op) -> String {
        let payloads = &self.graph.encoded.payloads;
        match op {
            Op::Int(value, _) => value.to_string(),
            Op::Float(value, _) => format!("{value:?}"),
            Op::Bool(value) => value.to_string(),
            Op::Arg(region, index) => format!("arg.{region}.{index}"),
            Op::Site(number) => format!("site.{number}"),
            Op::Get(component) => format!("get.{component}"),
            Op::Region(number) => format!("region.{number}"),
            Op::Extent(axis) => format!("extent.{axis}"),
            Op::Dim(axis) => format!("dim.{axis}"),
            Op::Unary(op) => format!("{op:?}").to_lowercase(),
            Op::Binary(op) => format!("{op:?}").to_lowercase(),
            Op::Cast(dtype) => format!("cast.{dtype}"),
            Op::Pure(payload)
            | Op::View(payload)
            | Op::Write(payload)
            | Op::Effect(payload)
            | Op::Alloc(payload) => match payloads.get(payload) {
                Payload::Op { op, .. } => op.name().to_string(),
                _ => "alloc".to_owned(),
            },
            Op::Call(payload) => format!("call.{}", self.graph.call_payload(payload).callee),
            Op::Root => "root".to_owned(),
            Op::Void => "void".to_owned(),
            Op::Undef => "undef".to_owned(),
            Op::Text(_) => "text".to_owned(),
            Op::Fresh => "fresh".to_owned(),
            Op::FreshOf => "fresh-of".to_owned(),
            Op::Read => "read".to_owned(),
            Op::Tuple => "tuple".to_owned(),
            Op::Bundle => "bundle".to_owned(),
            Op::Retype(_) => "retype".to_owned(),
            Op::For(_) => "for".to_owned(),
            Op::While(_) => "while".to_owned(),
            Op::If(_) => "if".to_owned(),
            Op::Scope(_) => "scope".to_owned(),
            Op::Jump(_) => "jump".to_owned(),
            Op::Raw(_) => "raw".to_owned(),
        }
    }

    /// The function under a selection of its flat graph.
    ///
    /// # Errors
    /// What the program lacks at some call site, such as an extent that no argument binds.
    pub fn decode(&self, flat: &Flat, selection: &Selection) -> Result<(Function, Repairs), Diagnostics> {
        let mut choice = Choice::with_capacity(flat.classes.len());
        for (class, node) in selection.chosen() {
            let id = flat.classes[crate::base::id::Id::index(class)];
            choice.insert(id, flat.nodes[<NodeId as crate::base::id::Id>::index(node)].clone());
        }
        decode::decode(&self.graph, &choice)
    }

    /// The function as it was encoded: whatever stands first in each class.
    ///
    /// # Errors
    /// As [`Saturated::decode`].
    pub fn decode_original(&self) -> Result<(Function, Repairs), Diagnostics> {
        decode::decode(&self.graph, &Choice::new())
    }
}

fn is_region(nodes: &[Node]) -> bool {
    nodes.iter().any(|node| matches!(node.op, Op::Region(_)))
}

/// Whether a variable that is left names storage that may be written where it was taken for a value, or the other way
/// round.
fn takes_another_way(function: &Function, sets: &Sets, storage: &[(VarId, usize)]) -> bool {
    let taken: HashMap<VarId, usize> = storage.iter().copied().collect();
    let differs = |var: VarId| taken.get(&var).is_some_and(|taken| *taken != sets.handles_in(var));
    function.stmts().any(|stmt| {
        let (after, inside) = (walk::defined(&stmt.kind), walk::defined_inside(&stmt.kind));
        after.into_iter().chain(inside).any(differs)
    })
}
