//! The flat graph: classes of interchangeable nodes in `u32` arrays, for extraction.
//!
//! *Takes* classes and nodes from a [`GraphBuilder`]. *Gives* every class's nodes, every node's children and
//! every class's parents as slices. *Keeps true*: ids are dense, a class's nodes are ordered by their `tie`, and
//! what depends on order depends on that one, never on the order of insertion (unless ties are equal).
//!
//! A node needs all its children. Besides them it may have [`Body`]s: closed regions, as of a loop, whose whole
//! selection is charged to the node, so many times over. A body shares nothing with what is around it.

use std::collections::HashMap;
use std::fmt;

use crate::base::id::Id;
use crate::define_id;
use crate::egraph::cost::{Cost, Unit};

define_id!(
    /// A class of interchangeable nodes.
    ClassId,
    "c"
);
define_id!(
    /// A node: one way to have its class.
    NodeId,
    "n"
);

/// A closed region below a node: its selection is paid for by this node alone, `times` over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Body {
    /// What the region computes.
    pub class: ClassId,
    /// How often it runs, or 1 where a cost model counts text.
    pub times: u32,
}

/// What a node is, for [`GraphBuilder::node`].
#[derive(Clone, Copy, Debug, Default)]
pub struct NodeSpec<'a> {
    /// The operator, as reports and files name it.
    pub op: &'a str,
    /// Its own cost; [`Cost::INFINITE`] if it must not be selected.
    pub cost: Cost,
    /// Its rank in its class: of equally good nodes the one with the lowest is taken.
    pub tie: u32,
    /// Its operands in order; one class may occur more than once.
    pub children: &'a [ClassId],
    /// Its closed regions.
    pub bodies: &'a [Body],
}

/// Why a graph could not be made.
#[derive(Clone, PartialEq, Debug)]
pub enum GraphError {
    /// A node or root names a class that was never made.
    UnknownClass(ClassId),
    /// More classes, nodes or edges than 32 bits count.
    TooLarge,
}

impl fmt::Display for GraphError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownClass(class) => write!(f, "class {class} is named but was never made"),
            Self::TooLarge => f.write_str("the graph has more than 2^32 - 2 classes, nodes or edges"),
        }
    }
}

impl std::error::Error for GraphError {}

/// Lists of varying length, one after the other.
#[derive(Clone, Debug, PartialEq)]
struct Lists<T> {
    start: Vec<u32>,
    items: Vec<T>,
}

impl<T: Copy> Lists<T> {
    const fn new(start: Vec<u32>, items: Vec<T>) -> Self {
        Self { start, items }
    }

    fn get(&self, index: usize) -> &[T] {
        &self.items[self.start[index] as usize..self.start[index + 1] as usize]
    }
}

/// Texts by number; each text once.
#[derive(Clone, Debug, Default)]
struct Texts {
    texts: Vec<Box<str>>,
    number: HashMap<Box<str>, u32>,
}

impl Texts {
    fn intern(&mut self, text: &str) -> u32 {
        if let Some(&number) = self.number.get(text) {
            return number;
        }
        let number = self.texts.len() as u32;
        self.texts.push(text.into());
        self.number.insert(text.into(), number);
        number
    }
}

/// No text.
const NONE: u32 = u32::MAX;

/// A flat e-graph with costs. See the module's text.
#[derive(Clone, Debug)]
pub struct Graph {
    unit: Unit,
    roots: Vec<ClassId>,
    class_of: Vec<ClassId>,
    cost: Vec<Cost>,
    tie: Vec<u32>,
    op: Vec<u32>,
    nodes: Lists<NodeId>,
    children: Lists<ClassId>,
    bodies: Lists<Body>,
    parents: Lists<NodeId>,
    texts: Vec<Box<str>>,
    /// Type and effect of each class, as numbers of texts; empty if no class has any.
    types: Vec<u32>,
    effects: Vec<u32>,
    class_names: Vec<Box<str>>,
    node_names: Vec<Box<str>>,
}

impl Graph {
    /// What costs count.
    #[must_use]
    pub const fn unit(&self) -> &Unit {
        &self.unit
    }

    /// The classes that the graph is for; a caller may ask for others.
    #[must_use]
    pub fn roots(&self) -> &[ClassId] {
        &self.roots
    }

    /// The number of classes.
    #[must_use]
    pub fn class_count(&self) -> usize {
        self.nodes.start.len() - 1
    }

    /// The number of nodes.
    #[must_use]
    pub fn node_count(&self) -> usize {
        self.class_of.len()
    }

    /// All classes.
    pub fn classes(&self) -> impl DoubleEndedIterator<Item = ClassId> + use<> {
        (0..self.class_count()).map(ClassId::new)
    }

    /// All nodes, in the order in which they were added.
    pub fn all_nodes(&self) -> impl DoubleEndedIterator<Item = NodeId> + use<> {
        (0..self.node_count()).map(NodeId::new)
    }

    /// The nodes of `class`, by `tie`.
    #[must_use]
    pub fn nodes(&self, class: ClassId) -> &[NodeId] {
        self.nodes.get(class.index())
    }

    /// The operands of `node` in order, repetitions included.
    #[must_use]
    pub fn children(&self, node: NodeId) -> &[ClassId] {
        self.children.get(node.index())
    }

    /// The closed regions of `node`.
    #[must_use]
    pub fn bodies(&self, node: NodeId) -> &[Body] {
        self.bodies.get(node.index())
    }

    /// Whether any node has a body.
    #[must_use]
    pub fn has_bodies(&self) -> bool {
        !self.bodies.items.is_empty()
    }

    /// The nodes that have `class` among their children, each once.
    #[must_use]
    pub fn parents(&self, class: ClassId) -> &[NodeId] {
        self.parents.get(class.index())
    }

    /// The class that `node` is in.
    #[must_use]
    pub fn class_of(&self, node: NodeId) -> ClassId {
        self.class_of[node.index()]
    }

    /// What `node` itself costs.
    #[must_use]
    pub fn cost(&self, node: NodeId) -> Cost {
        self.cost[node.index()]
    }

    /// The rank of `node` in its class.
    #[must_use]
    pub fn tie(&self, node: NodeId) -> u32 {
        self.tie[node.index()]
    }

    /// The operator of `node`.
    #[must_use]
    pub fn op(&self, node: NodeId) -> &str {
        &self.texts[self.op[node.index()] as usize]
    }

    /// The type of `class` as text, if it was given.
    #[must_use]
    pub fn class_type(&self, class: ClassId) -> Option<&str> {
        self.note(&self.types, class)
    }

    /// What `class` does besides having a value, as text, if it was given.
    #[must_use]
    pub fn effect(&self, class: ClassId) -> Option<&str> {
        self.note(&self.effects, class)
    }

    /// The name of `class` in the file it came from, or its id.
    #[must_use]
    pub fn class_name(&self, class: ClassId) -> String {
        self.class_names.get(class.index()).map_or_else(|| class.to_string(), |name| name.to_string())
    }

    /// The name of `node` in the file it came from, or its id.
    #[must_use]
    pub fn node_name(&self, node: NodeId) -> String {
        self.node_names.get(node.index()).map_or_else(|| node.to_string(), |name| name.to_string())
    }

    fn note(&self, notes: &[u32], class: ClassId) -> Option<&str> {
        notes.get(class.index()).filter(|&&text| text != NONE).map(|&text| &*self.texts[text as usize])
    }
}

/// Makes a [`Graph`]. Classes first, nodes as they come; a node may name a class that has no node yet.
#[derive(Clone, Debug)]
pub struct GraphBuilder {
    unit: Unit,
    roots: Vec<ClassId>,
    classes: u32,
    class_of: Vec<ClassId>,
    cost: Vec<Cost>,
    tie: Vec<u32>,
    op: Vec<u32>,
    children: Lists<ClassId>,
    bodies: Lists<Body>,
    texts: Texts,
    types: Vec<u32>,
    effects: Vec<u32>,
    class_names: Vec<Box<str>>,
    node_names: Vec<Box<str>>,
}

impl GraphBuilder {
    /// An empty graph whose costs count `unit`.
    #[must_use]
    pub fn new(unit: Unit) -> Self {
        Self {
            unit,
            roots: Vec::new(),
            classes: 0,
            class_of: Vec::new(),
            cost: Vec::new(),
            tie: Vec::new(),
            op: Vec::new(),
            children: Lists::new(vec![0], Vec::new()),
            bodies: Lists::new(vec![0], Vec::new()),
            texts: Texts::default(),
            types: Vec::new(),
            effects: Vec::new(),
            class_names: Vec::new(),
            node_names: Vec::new(),
        }
    }

    /// What costs count.
    #[must_use]
    pub const fn unit(&self) -> &Unit {
        &self.unit
    }

    /// A new class without nodes.
    pub fn class(&mut self) -> ClassId {
        self.classes += 1;
        ClassId::new(self.classes as usize - 1)
    }

    /// A new class that files and reports call `name`; name all classes or none.
    pub fn named_class(&mut self, name: &str) -> ClassId {
        self.class_names.push(name.into());
        self.class()
    }

    /// A new node of `class`.
    pub fn node(&mut self, class: ClassId, spec: NodeSpec<'_>) -> NodeId {
        let id = NodeId::new(self.class_of.len());
        self.class_of.push(class);
        self.cost.push(spec.cost);
        self.tie.push(spec.tie);
        self.op.push(self.texts.intern(spec.op));
        self.children.items.extend_from_slice(spec.children);
        self.children.start.push(self.children.items.len() as u32);
        self.bodies.items.extend_from_slice(spec.bodies);
        self.bodies.start.push(self.bodies.items.len() as u32);
        id
    }

    /// A new node that files and reports call `name`; name all nodes or none.
    pub fn named_node(&mut self, name: &str, class: ClassId, spec: NodeSpec<'_>) -> NodeId {
        self.node_names.push(name.into());
        self.node(class, spec)
    }

    /// Says the type of `class`.
    pub fn class_type(&mut self, class: ClassId, text: &str) {
        let text = self.texts.intern(text);
        note(&mut self.types, class, text);
    }

    /// Says what `class` does besides having a value.
    pub fn effect(&mut self, class: ClassId, text: &str) {
        let text = self.texts.intern(text);
        note(&mut self.effects, class, text);
    }

    /// Makes `class` a root, in the order of the calls.
    pub fn root(&mut self, class: ClassId) {
        self.roots.push(class);
    }

    /// The graph.
    ///
    /// # Errors
    /// If a class is named that was never made, or there is more than 32 bits count.
    pub fn build(self) -> Result<Graph, GraphError> {
        let largest = self.class_of.len().max(self.children.items.len()).max(self.bodies.items.len());
        if largest >= NONE as usize {
            return Err(GraphError::TooLarge);
        }
        let bodies = self.bodies.items.iter().map(|body| body.class);
        let named = self.roots.iter().chain(&self.class_of).chain(&self.children.items).copied();
        if let Some(class) = named.chain(bodies).find(|class| class.index() >= self.classes as usize) {
            return Err(GraphError::UnknownClass(class));
        }
        let nodes = self.nodes_by_class();
        let parents = self.parents_by_class();
        let Self { unit, roots, class_of, cost, tie, op, children, bodies, texts, types, effects, .. } = self;
        let (texts, class_names, node_names) = (texts.texts, self.class_names, self.node_names);
        Ok(Graph {
            unit,
            roots,
            class_of,
            cost,
            tie,
            op,
            nodes,
            children,
            bodies,
            parents,
            texts,
            types,
            effects,
            class_names,
            node_names,
        })
    }

    fn nodes_by_class(&self) -> Lists<NodeId> {
        let mut start = vec![0_u32; self.classes as usize + 1];
        for class in &self.class_of {
            start[class.index() + 1] += 1;
        }
        for class in 0..self.classes as usize {
            start[class + 1] += start[class];
        }
        let mut next = start.clone();
        let mut items = vec![NodeId::new(0); self.class_of.len()];
        for (node, class) in self.class_of.iter().enumerate() {
            items[next[class.index()] as usize] = NodeId::new(node);
            next[class.index()] += 1;
        }
        for class in 0..self.classes as usize {
            items[start[class] as usize..start[class + 1] as usize]
                .sort_by_key(|node| self.tie[node.index()]);
        }
        Lists { start, items }
    }

    fn parents_by_class(&self) -> Lists<NodeId> {
        let mut start = vec![0_u32; self.classes as usize + 1];
        self.for_each_edge(|child, _| start[child.index() + 1] += 1);
        for class in 0..self.classes as usize {
            start[class + 1] += start[class];
        }
        let mut next = start.clone();
        let mut items = vec![NodeId::new(0); start[self.classes as usize] as usize];
        self.for_each_edge(|child, node| {
            items[next[child.index()] as usize] = node;
            next[child.index()] += 1;
        });
        Lists { start, items }
    }

    /// Calls `f` with each child of each node, once even if the child occurs more than once.
    fn for_each_edge(&self, mut f: impl FnMut(ClassId, NodeId)) {
        let mut seen_by = vec![NONE; self.classes as usize];
        for node in 0..self.class_of.len() as u32 {
            for &child in self.children.get(node as usize) {
                if seen_by[child.index()] != node {
                    seen_by[child.index()] = node;
                    f(child, NodeId::new(node as usize));
                }
            }
        }
    }
}

fn note(notes: &mut Vec<u32>, class: ClassId, text: u32) {
    if notes.len() <= class.index() {
        notes.resize(class.index() + 1, NONE);
    }
    notes[class.index()] = text;
}
