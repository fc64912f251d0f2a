//! Graphs as files: egraph-serialize JSON, as the extraction-gym and egglog write it.
//!
//! What that format does not know is in one more section, `selfsame`, which other tools pass over:
//!
//! ```json
//! { "nodes": { "n0": { "op": "for", "children": ["n1", "n2"], "eclass": "c0", "cost": 1.0 }, … },
//!   "root_eclasses": ["c0"],
//!   "class_data": { "c0": { "type": "f32[64, 64]" } },
//!   "selfsame": { "unit": "statements", "effects": { "c0": "writes m2" },
//!                 "ties": { "n0": 3 }, "bodies": { "n0": [[1, 16]] } } }
//! ```
//!
//! A node that is `subsumed` must not be selected. A body `[1, 16]` says that the child at position 1 is a closed
//! region that runs 16 times; bodies come after operands. Without `ties`, the nodes of a class are ranked by
//! operator, number of children and name, so the order of the file does not matter. Costs that stand for "never" (a
//! million times all others together) are taken at their word where the roots can be had without.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt;

use egraph_serialize as foreign;
use indexmap::IndexMap;
use serde::de::{Error as _, IgnoredAny, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

use crate::egraph::cost::{Cost, Scale, Unit};
use crate::egraph::graph::{Body, ClassId, Graph, GraphBuilder, GraphError, NodeId, NodeSpec};

/// Why a file is no graph.
#[derive(Clone, PartialEq, Debug)]
pub enum ExchangeError {
    /// Not JSON of this form; what the parser says.
    Format(String),
    /// A node names a child that the file does not hold.
    UnknownNode {
        /// The node.
        node: String,
        /// The child it names.
        child: String,
    },
    /// A node has a negative cost, for which no method here is valid.
    NegativeCost {
        /// The node.
        node: String,
        /// Its cost.
        cost: f64,
    },
    /// A node's cost is not a number.
    NoCost {
        /// The node.
        node: String,
    },
    /// A node's `bodies` are not its last children, or run more than 2^32 - 1 times.
    Bodies {
        /// The node.
        node: String,
    },
    /// The graph is too large.
    Graph(GraphError),
}

impl fmt::Display for ExchangeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Format(fault) => write!(f, "not an e-graph in egraph-serialize JSON: {fault}"),
            Self::UnknownNode { node, child } => {
                write!(f, "node `{node}` has a child `{child}` that is missing")
            }
            Self::NegativeCost { node, cost } => write!(f, "node `{node}` has a negative cost, {cost}"),
            Self::NoCost { node } => write!(f, "the cost of node `{node}` is not a number"),
            Self::Bodies { node } => write!(f, "the bodies of node `{node}` are not its last children"),
            Self::Graph(fault) => fault.fmt(f),
        }
    }
}

impl std::error::Error for ExchangeError {}

/// The section of ours.
#[derive(Default, Deserialize, Serialize)]
#[serde(default)]
struct Section {
    #[serde(skip_serializing_if = "Option::is_none")]
    unit: Option<String>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    effects: BTreeMap<String, String>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    ties: BTreeMap<String, u32>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    bodies: BTreeMap<String, Vec<(usize, u32)>>,
}

/// The names of nodes, of which no two may be equal: JSON permits it, and a map keeps only one of them.
struct DistinctNames;

impl<'de> Deserialize<'de> for DistinctNames {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_map(Self)
    }
}

impl<'de> Visitor<'de> for DistinctNames {
    type Value = Self;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("nodes by their names")
    }

    fn visit_map<M: MapAccess<'de>>(self, mut nodes: M) -> Result<Self, M::Error> {
        let mut names = HashSet::new();
        while let Some(name) = nodes.next_key::<Cow<'de, str>>()? {
            if let Some(known) = names.replace(name) {
                return Err(M::Error::custom(format_args!("a second node `{known}`")));
            }
            nodes.next_value::<IgnoredAny>()?;
        }
        Ok(Self)
    }
}

/// Reads a graph.
///
/// # Errors
/// If the text is not of the format, two nodes have one name, or a node has a missing child or an unusable cost.
pub fn read(json: &str) -> Result<Graph, ExchangeError> {
    #[derive(Deserialize)]
    struct Rest {
        #[serde(default)]
        selfsame: Section,
        #[serde(rename = "nodes")]
        _nodes: DistinctNames,
    }
    let format = |fault: serde_json::Error| ExchangeError::Format(fault.to_string());
    let rest: Rest = serde_json::from_str(json).map_err(format)?;
    let file: foreign::EGraph = serde_json::from_str(json).map_err(format)?;
    let mut costs = costs(&file)?;
    let mut most = f64::INFINITY;
    if let Some(dear) = prohibitive(&costs)
        && roots_can_do_without(&file, dear)
    {
        costs.retain(|&cost| cost < dear);
        most = dear;
    }
    let scale = Scale::fitting(&costs);
    let unit = Unit { name: rest.selfsame.unit.as_deref().unwrap_or("units").into(), scale };
    let mut reader =
        Reader { builder: GraphBuilder::new(unit), classes: HashMap::new(), section: rest.selfsame, most };
    reader.nodes(&file)?;
    reader.rest(&file);
    reader.builder.build().map_err(ExchangeError::Graph)
}

/// The costs of all nodes that may be selected.
fn costs(file: &foreign::EGraph) -> Result<Vec<f64>, ExchangeError> {
    let mut costs = Vec::with_capacity(file.nodes.len());
    for (name, node) in &file.nodes {
        let (node_name, cost) = (|| name.to_string(), node.cost.into_inner());
        if cost.is_nan() {
            return Err(ExchangeError::NoCost { node: node_name() });
        }
        if cost < 0.0 {
            return Err(ExchangeError::NegativeCost { node: node_name(), cost });
        }
        if cost.is_finite() && !node.subsumed {
            costs.push(cost);
        }
    }
    Ok(costs)
}

/// The least cost that stands for "never", if the unit that it would need is too coarse for the rest: it is a million
/// times what all nodes below it cost together, so no cheapest choice has it if there is a choice without.
fn prohibitive(costs: &[f64]) -> Option<f64> {
    const TIMES: f64 = 1e6;
    if !matches!(Scale::fitting(costs), Scale::Binary(_)) {
        return None;
    }
    let mut ascending = costs.to_vec();
    ascending.sort_by(f64::total_cmp);
    let mut sum = 0.0;
    ascending.into_iter().find(|&cost| {
        let is_dear = sum > 0.0 && cost > sum * TIMES;
        sum += cost;
        is_dear
    })
}

/// Whether all roots can be derived from nodes that cost less than `dear`.
fn roots_can_do_without(file: &foreign::EGraph, dear: f64) -> bool {
    let mut parents: HashMap<&foreign::ClassId, Vec<usize>> = HashMap::new();
    let mut waiting = vec![0; file.nodes.len()];
    let mut ready = Vec::new();
    for (at, node) in file.nodes.values().enumerate() {
        if node.subsumed || node.cost.into_inner() >= dear {
            continue;
        }
        for child in node.children.iter().filter_map(|child| file.nodes.get(child)) {
            parents.entry(&child.eclass).or_default().push(at);
            waiting[at] += 1;
        }
        if waiting[at] == 0 {
            ready.push(at);
        }
    }
    let mut derived: HashSet<&foreign::ClassId> = HashSet::new();
    while let Some(at) = ready.pop() {
        let class = &file.nodes[at].eclass;
        if !derived.insert(class) {
            continue;
        }
        for &parent in parents.get(class).into_iter().flatten() {
            waiting[parent] -= 1;
            if waiting[parent] == 0 {
                ready.push(parent);
            }
        }
    }
    file.root_eclasses.iter().all(|root| derived.contains(root))
}

struct Reader<'a> {
    builder: GraphBuilder,
    classes: HashMap<&'a foreign::ClassId, ClassId>,
    section: Section,
    /// Nodes of this cost and above must not be selected.
    most: f64,
}

impl<'a> Reader<'a> {
    /// The class that the file calls `name`.
    fn class(&mut self, name: &'a foreign::ClassId) -> ClassId {
        *self.classes.entry(name).or_insert_with(|| self.builder.named_class(name.as_ref()))
    }

    fn nodes(&mut self, file: &'a foreign::EGraph) -> Result<(), ExchangeError> {
        let scale = self.builder.unit().scale;
        let ties = self.ties(file);
        let mut children = Vec::new();
        for (name, node) in &file.nodes {
            children.clear();
            for child in &node.children {
                let Some(target) = file.nodes.get(child) else {
                    return Err(ExchangeError::UnknownNode {
                        node: name.to_string(),
                        child: child.to_string(),
                    });
                };
                children.push(self.class(&target.eclass));
            }
            let bodies = self.bodies(name.as_ref(), &children)?;
            let is_barred = node.subsumed || node.cost.into_inner() >= self.most;
            let spec = NodeSpec {
                op: &node.op,
                cost: if is_barred { Cost::INFINITE } else { scale.units(node.cost.into_inner()) },
                tie: ties[name],
                children: &children[..children.len() - bodies.len()],
                bodies: &bodies,
            };
            let class = self.class(&node.eclass);
            self.builder.named_node(name.as_ref(), class, spec);
        }
        Ok(())
    }

    /// The rank of each node among its class's.
    fn ties(&self, file: &'a foreign::EGraph) -> HashMap<&'a foreign::NodeId, u32> {
        let mut nodes: Vec<_> = file.nodes.iter().collect();
        nodes.sort_by_key(|(name, node)| (&node.op, node.children.len(), *name));
        let ranked = nodes.into_iter().zip(0..);
        ranked
            .map(|((name, _), rank)| (name, self.section.ties.get(name.as_ref()).copied().unwrap_or(rank)))
            .collect()
    }

    /// The bodies of a node, which must be its last children.
    fn bodies(&self, node: &str, children: &[ClassId]) -> Result<Vec<Body>, ExchangeError> {
        let Some(bodies) = self.section.bodies.get(node) else { return Ok(Vec::new()) };
        let first = children.len().saturating_sub(bodies.len());
        if !bodies.iter().map(|&(position, _)| position).eq(first..children.len()) {
            return Err(ExchangeError::Bodies { node: node.to_owned() });
        }
        Ok(bodies.iter().map(|&(position, times)| Body { class: children[position], times }).collect())
    }

    fn rest(&mut self, file: &'a foreign::EGraph) {
        for root in &file.root_eclasses {
            let class = self.class(root);
            self.builder.root(class);
        }
        for (name, data) in &file.class_data {
            if let (Some(&class), Some(text)) = (self.classes.get(name), &data.typ) {
                self.builder.class_type(class, text);
            }
        }
        for (name, text) in std::mem::take(&mut self.section.effects) {
            if let Some(&class) = self.classes.get(&foreign::ClassId::from(name)) {
                self.builder.effect(class, &text);
            }
        }
    }
}

#[derive(Serialize)]
struct File<'a> {
    nodes: IndexMap<String, FileNode<'a>>,
    root_eclasses: Vec<String>,
    class_data: IndexMap<String, FileClass<'a>>,
    selfsame: Section,
}

#[derive(Serialize)]
struct FileNode<'a> {
    op: &'a str,
    children: Vec<String>,
    eclass: String,
    cost: f64,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    subsumed: bool,
}

#[derive(Serialize)]
struct FileClass<'a> {
    r#type: &'a str,
}

/// Writes a graph; equal graphs give equal bytes. A class without nodes that something needs gets a node that must
/// not be selected, since the format names classes by their nodes.
#[must_use]
pub fn write(graph: &Graph) -> String {
    let mut file = File {
        nodes: IndexMap::new(),
        root_eclasses: graph.roots().iter().map(|&root| graph.class_name(root)).collect(),
        class_data: IndexMap::new(),
        selfsame: Section { unit: Some(graph.unit().name.to_string()), ..Section::default() },
    };
    let mut hollow = Vec::new();
    for node in graph.all_nodes() {
        write_node(graph, node, &mut file, &mut hollow);
    }
    for class in hollow {
        let (op, eclass) = ("nothing", graph.class_name(class));
        let node = FileNode { op, children: Vec::new(), eclass, cost: 0.0, subsumed: true };
        file.nodes.insert(representative(graph, class), node);
    }
    for class in graph.classes() {
        if let Some(text) = graph.class_type(class) {
            file.class_data.insert(graph.class_name(class), FileClass { r#type: text });
        }
        if let Some(text) = graph.effect(class) {
            file.selfsame.effects.insert(graph.class_name(class), text.to_owned());
        }
    }
    let mut json = serde_json::to_string_pretty(&file).expect("maps with text keys are JSON");
    json.push('\n');
    json
}

fn write_node<'a>(graph: &'a Graph, node: NodeId, file: &mut File<'a>, hollow: &mut Vec<ClassId>) {
    let name = graph.node_name(node);
    let (operands, bodies) = (graph.children(node), graph.bodies(node));
    let children: Vec<ClassId> = operands.iter().copied().chain(bodies.iter().map(|b| b.class)).collect();
    hollow.extend(children.iter().copied().filter(|&child| graph.nodes(child).is_empty()));
    file.selfsame.ties.insert(name.clone(), graph.tie(node));
    if !bodies.is_empty() {
        let times = bodies.iter().map(|body| body.times);
        file.selfsame.bodies.insert(name.clone(), (operands.len()..).zip(times).collect());
    }
    let cost = graph.cost(node);
    let written = FileNode {
        op: graph.op(node),
        children: children.into_iter().map(|child| representative(graph, child)).collect(),
        eclass: graph.class_name(graph.class_of(node)),
        cost: if cost.is_finite() { graph.unit().scale.wholes_of(cost) } else { 0.0 },
        subsumed: !cost.is_finite(),
    };
    file.nodes.insert(name, written);
}

/// The node that stands for `class` as a child.
fn representative(graph: &Graph, class: ClassId) -> String {
    let first = graph.nodes(class).first();
    first.map_or_else(|| format!("{} nothing", graph.class_name(class)), |&node| graph.node_name(node))
}
