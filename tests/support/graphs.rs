//! Generators of graphs for tests and benchmarks: seeded, so that each number names one graph for ever.

use selfsame::egraph::cost::{Cost, Unit};
use selfsame::egraph::graph::{ClassId, Graph, GraphBuilder, NodeSpec};

/// A small generator of random numbers (Steele, Lea and Flood's SplitMix64).
pub(crate) struct Random(pub(crate) u64);

impl Random {
    /// The next 64 bits.
    pub(crate) fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `end`.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        (self.bits() % end as u64) as usize
    }
}

/// How a random graph is to look.
#[derive(Clone, Copy, Debug)]
#[allow(dead_code, reason = "only the tests draw random graphs")]
pub(crate) struct Shape {
    /// How many classes.
    pub(crate) classes: usize,
    /// At most so many nodes a class.
    pub(crate) nodes: usize,
    /// At most so many children a node.
    pub(crate) children: usize,
    /// Costs are below this.
    pub(crate) costs: usize,
    /// How many roots.
    pub(crate) roots: usize,
}

/// A random graph, mostly cyclic; not all classes can be derived.
#[allow(dead_code, reason = "only the tests draw random graphs")]
pub(crate) fn random(shape: Shape, seed: u64) -> Graph {
    let mut random = Random(seed);
    let mut builder = GraphBuilder::new(Unit::whole("units"));
    let classes: Vec<ClassId> = (0..shape.classes).map(|_| builder.class()).collect();
    for &class in &classes {
        for tie in 0..1 + random.below(shape.nodes) {
            let arity = random.below(shape.children + 1);
            let children: Vec<ClassId> = (0..arity).map(|_| classes[random.below(classes.len())]).collect();
            let cost = Cost::new(random.below(shape.costs) as u64);
            builder
                .node(class, NodeSpec { op: "f", cost, tie: tie as u32, children: &children, bodies: &[] });
        }
    }
    for _ in 0..shape.roots {
        builder.root(classes[random.below(classes.len())]);
    }
    builder.build().expect("the generator names its own classes")
}

/// A chain of `length` writes to one memory, each of a value that was read from it before, each read and each
/// write in two forms; four nodes and two classes a step.
pub(crate) fn memory_chain(length: usize) -> Graph {
    let mut builder = GraphBuilder::new(Unit::whole("statements"));
    let handle = builder.class();
    builder.node(handle, NodeSpec { op: "arg", ..NodeSpec::default() });
    let mut memory = builder.class();
    builder.node(memory, NodeSpec { op: "void", ..NodeSpec::default() });
    for step in 0..length {
        let (value, next) = (builder.class(), builder.class());
        let dear = 1 + step as u64 % 3;
        let mut node = |class, op, cost, tie, children: &[ClassId]| {
            builder.node(class, NodeSpec { op, cost: Cost::new(cost), tie, children, bodies: &[] });
        };
        node(value, "read", 2, 0, &[handle, memory]);
        node(value, "read-view", dear, 1, &[memory, handle]);
        node(next, "store", 1, 0, &[value, handle, memory]);
        node(next, "copy", 2, 1, &[value, memory]);
        memory = next;
    }
    builder.root(memory);
    builder.build().expect("the generator names its own classes")
}

/// A balanced tree of sums over many leaves, each class in two forms and with shared constants; `nodes` nodes.
pub(crate) fn wide(nodes: usize) -> Graph {
    let mut random = Random(1);
    let mut builder = GraphBuilder::new(Unit::whole("units"));
    let constants: Vec<ClassId> = (0..64).map(|_| builder.class()).collect();
    for (&class, cost) in constants.iter().zip(1..) {
        builder.node(class, NodeSpec { op: "constant", cost: Cost::new(cost), ..NodeSpec::default() });
    }
    let mut row: Vec<ClassId> = (0..nodes / 4).map(|_| builder.class()).collect();
    for &class in &row {
        for tie in 0..2 {
            let children = [constants[random.below(64)], constants[random.below(64)]];
            let cost = Cost::new(1 + random.below(9) as u64);
            builder.node(class, NodeSpec { op: "leaf", cost, tie, children: &children, bodies: &[] });
        }
    }
    while row.len() > 1 {
        let pairs = row.chunks(2).map(|pair| {
            let class = builder.class();
            for tie in 0..2 {
                let cost = Cost::new(1 + random.below(9) as u64);
                builder.node(class, NodeSpec { op: "sum", cost, tie, children: pair, bodies: &[] });
            }
            class
        });
        row = pairs.collect();
    }
    builder.root(row[0]);
    builder.build().expect("the generator names its own classes")
}
