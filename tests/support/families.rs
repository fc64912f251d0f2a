//! Families of graphs like those that people extract from: term rewriting, datapaths, logic, tensors, covers.
//!
//! Those of `rewritten.rs` are made by running rules on terms, so that they have the cycles, the sharing and the long
//! tails that random graphs lack.

#[path = "rewritten.rs"]
mod rewritten;

use std::collections::BTreeMap;

use selfsame::egraph::cost::{Cost, Scale, Unit};
use selfsame::egraph::graph::{Body, ClassId, Graph, GraphBuilder, NodeSpec};

pub(crate) use rewritten::{algebra, batch, logic, vectors};

use super::graphs::Random;

/// A family: its name, and the graph of a size and a seed.
pub(crate) struct Family {
    pub(crate) name: &'static str,
    pub(crate) make: fn(usize, u64) -> Graph,
}

/// All families. Sizes are roughly the number of nodes.
pub(crate) const FAMILIES: &[Family] = &[
    Family { name: "algebra", make: algebra },
    Family { name: "batch", make: batch },
    Family { name: "vectors", make: vectors },
    Family { name: "datapath", make: datapath },
    Family { name: "widths", make: widths },
    Family { name: "logic", make: logic },
    Family { name: "tensor", make: tensor },
    Family { name: "cover", make: cover },
    Family { name: "loops", make: loops },
    Family { name: "hubs", make: hubs },
    Family { name: "library", make: library },
    Family { name: "overlap", make: overlap },
    Family { name: "cyclic", make: cyclic },
];

/// Multiplications by constants as shifts and sums, whose common parts are worth finding.
pub(crate) fn datapath(size: usize, seed: u64) -> Graph {
    let mut random = Random(seed);
    let mut builder = GraphBuilder::new(Unit::whole("gates"));
    let mut classes: BTreeMap<u64, ClassId> = BTreeMap::new();
    let bits = (size.ilog2() - 1).clamp(5, 16);
    let mut open: Vec<u64> = (0..3 + size / 300).map(|_| (random.bits() % (1 << bits)) | 1).collect();
    let targets = open.clone();
    while let Some(constant) = open.pop() {
        let class = class_of(&mut builder, &mut classes, constant);
        if constant == 1 {
            builder.node(class, NodeSpec { op: "x", ..NodeSpec::default() });
            continue;
        }
        let mut ways: Vec<(&str, u64, Vec<u64>)> = Vec::new();
        if constant.is_multiple_of(2) {
            ways.push(("shl", 1, vec![constant / 2]));
        } else {
            ways.push(("add", 16, vec![constant - 1, 1]));
            if constant + 1 < 1 << bits {
                ways.push(("sub", 18, vec![constant + 1, 1]));
            }
            for _ in 0..3 {
                let part = constant & random.bits();
                if part != 0 && part != constant {
                    ways.push(("add", 16, vec![part, constant - part]));
                }
            }
        }
        if constant * 2 < 1 << bits {
            ways.push(("shr", 1, vec![constant * 2]));
        }
        for (tie, (op, cost, parts)) in ways.into_iter().enumerate() {
            let children: Vec<ClassId> = parts
                .iter()
                .map(|&part| {
                    if !classes.contains_key(&part) {
                        open.push(part);
                    }
                    class_of(&mut builder, &mut classes, part)
                })
                .collect();
            builder.node(
                class,
                NodeSpec { op, cost: Cost::new(cost), tie: tie as u32, children: &children, bodies: &[] },
            );
        }
    }
    targets.iter().for_each(|target| builder.root(classes[target]));
    builder.build().expect("the generator names its own classes")
}

fn class_of(builder: &mut GraphBuilder, classes: &mut BTreeMap<u64, ClassId>, constant: u64) -> ClassId {
    *classes.entry(constant).or_insert_with(|| builder.class())
}

/// A datapath whose operators state the widths of what goes in and out: free leaves, which are shared, and hundreds of nodes
/// that differ by little else. A shift by nothing gives what it is of.
pub(crate) fn widths(size: usize, seed: u64) -> Graph {
    const VARIANTS: usize = 8;
    let plain = datapath(size / VARIANTS, seed);
    let mut random = Random(seed);
    let mut builder = GraphBuilder::new(plain.unit().clone());
    let classes: BTreeMap<ClassId, ClassId> = plain.classes().map(|class| (class, builder.class())).collect();
    let widths: Vec<ClassId> = (0..12).map(|_| builder.class()).collect();
    for &width in &widths {
        builder.node(width, NodeSpec { op: "width", ..NodeSpec::default() });
    }
    for node in plain.all_nodes() {
        let class = classes[&plain.class_of(node)];
        for variant in 0..1 + random.below(2 * VARIANTS) as u32 {
            let width = random.below(widths.len());
            let mut children = vec![widths[width]];
            children.extend(plain.children(node).iter().map(|child| classes[child]));
            let cost = Cost::new(plain.cost(node).units() * (20 + width as u64));
            let tie = plain.tie(node) << 8 | variant;
            builder.node(class, NodeSpec { op: plain.op(node), cost, tie, children: &children, bodies: &[] });
        }
        let children = [class, widths[0]];
        builder
            .node(class, NodeSpec { op: "shl", tie: u32::MAX, children: &children, ..NodeSpec::default() });
    }
    plain.roots().iter().for_each(|root| builder.root(classes[root]));
    builder.build().expect("the generator names its own classes")
}

/// Products and sums of tensors that can be merged by concatenation, with measured-looking costs.
pub(crate) fn tensor(size: usize, seed: u64) -> Graph {
    let mut random = Random(seed);
    let mut builder = GraphBuilder::new(Unit { name: "ms".into(), scale: Scale::Decimal(5) });
    let layers = (size / 60).max(2);
    let mut node = |builder: &mut GraphBuilder, class, op, cost: f64, children: &[ClassId]| {
        let cost = Scale::Decimal(5).units(cost);
        builder.node(class, NodeSpec { op, cost, tie: 0, children, bodies: &[] });
    };
    let input = builder.class();
    node(&mut builder, input, "input", 0.0, &[]);
    let mut alive = vec![input];
    for _ in 0..layers {
        let x = alive[random.below(alive.len())];
        let count = 2 + random.below(3);
        let time = 0.01 + random.below(900) as f64 / 12345.0;
        let outputs: Vec<ClassId> = (0..count).map(|_| builder.class()).collect();
        let weights: Vec<ClassId> = (0..count).map(|_| builder.class()).collect();
        for (&output, &weight) in outputs.iter().zip(&weights) {
            node(&mut builder, weight, "weight", 0.0, &[]);
            node(&mut builder, output, "matmul", time, &[x, weight]);
        }
        merged(&mut builder, &mut node, &mut random, x, time, &outputs, &weights);
        let (a, b) = (outputs[random.below(count)], outputs[random.below(count)]);
        let sum = builder.class();
        let fused = 0.004 + random.below(100) as f64 / 54321.0;
        node(&mut builder, sum, "add", 0.01, &[a, b]);
        node(&mut builder, sum, "add-fused", fused, &[b, a, x]);
        // The sum of equals is twice it: a way back.
        node(&mut builder, a, "sub", 0.02, &[sum, b]);
        alive.push(sum);
        alive.extend(outputs);
    }
    let ends = alive.len().min(6);
    alive[alive.len() - ends..].iter().for_each(|&end| builder.root(end));
    builder.build().expect("the generator names its own classes")
}

type MakeNode<'a> = dyn FnMut(&mut GraphBuilder, ClassId, &'static str, f64, &[ClassId]) + 'a;

/// All ways to compute neighbouring outputs by one product with concatenated weights.
fn merged(
    builder: &mut GraphBuilder,
    node: &mut MakeNode<'_>,
    random: &mut Random,
    x: ClassId,
    time: f64,
    outputs: &[ClassId],
    weights: &[ClassId],
) {
    for first in 0..outputs.len() {
        for last in first + 1..outputs.len() {
            let (joined, product) = (builder.class(), builder.class());
            node(builder, joined, "concat", 0.0, &weights[first..=last]);
            let share = (last - first + 1) as f64 * (0.55 + random.below(50) as f64 / 100.0);
            node(builder, product, "matmul", time * share, &[x, joined]);
            for &output in &outputs[first..=last] {
                node(builder, output, "split", 0.003, &[product]);
            }
        }
    }
}

/// A cover of elements by sets: each element is had by choosing one of the sets that hold it.
pub(crate) fn cover(size: usize, seed: u64) -> Graph {
    let mut random = Random(seed);
    let mut builder = GraphBuilder::new(Unit::whole("sets"));
    let elements = (size / 6).max(4);
    let sets: Vec<ClassId> = (0..elements / 2 + 2).map(|_| builder.class()).collect();
    for &set in &sets {
        let cost = Cost::new(1 + random.below(4) as u64);
        builder.node(set, NodeSpec { op: "set", cost, ..NodeSpec::default() });
    }
    for _ in 0..elements {
        let element = builder.class();
        for tie in 0..2 + random.below(5) as u32 {
            let children = [sets[random.below(sets.len())]];
            builder.node(element, NodeSpec { op: "in", tie, children: &children, ..NodeSpec::default() });
        }
        builder.root(element);
    }
    builder.build().expect("the generator names its own classes")
}

/// Loops in loops, each with two bodies to choose from and values from around it.
pub(crate) fn loops(size: usize, seed: u64) -> Graph {
    let mut random = Random(seed);
    let mut builder = GraphBuilder::new(Unit::whole("statements"));
    let mut bodies: Vec<ClassId> = Vec::new();
    let mut last = Vec::new();
    for _ in 0..(size / 40).max(2) {
        let mut values: Vec<ClassId> = Vec::new();
        for value in 0..12 {
            let class = builder.class();
            for tie in 0..1 + random.below(3) as u32 {
                let arity = if value == 0 { 0 } else { random.below(3) };
                let children: Vec<ClassId> = (0..arity).map(|_| values[random.below(values.len())]).collect();
                let times = 1 + random.below(16) as u32;
                let inner = !bodies.is_empty() && random.below(8) == 0;
                let body = inner.then(|| Body { class: bodies[random.below(bodies.len())], times });
                let cost = Cost::new(random.below(9) as u64);
                let spec = NodeSpec { op: "op", cost, tie, children: &children, bodies: body.as_slice() };
                builder.node(class, spec);
            }
            values.push(class);
        }
        bodies.extend(values.last());
        last = values;
    }
    last.iter().rev().take(3).for_each(|&root| builder.root(root));
    builder.build().expect("the generator names its own classes")
}

/// A library to learn from many small programs: each spot is written out or calls one of a few abstractions, whose bodies call
/// others; what an abstraction costs pays off only if many spots call it.
pub(crate) fn hubs(size: usize, seed: u64) -> Graph {
    let mut random = Random(seed);
    let mut builder = GraphBuilder::new(Unit::whole("nodes"));
    let mut hubs: Vec<ClassId> = Vec::new();
    for _ in 0..(size / 60).max(3) {
        let hub = builder.class();
        for tie in 0..2 {
            let arity = random.below(3).min(hubs.len());
            let children: Vec<ClassId> = (0..arity).map(|_| hubs[random.below(hubs.len())]).collect();
            let cost = Cost::new(4 + random.below(24) as u64);
            builder.node(hub, NodeSpec { op: "define", cost, tie, children: &children, bodies: &[] });
        }
        hubs.push(hub);
    }
    for _ in 0..(size / 4).max(4) {
        let spot = builder.class();
        let written = Cost::new(3 + random.below(6) as u64);
        builder.node(spot, NodeSpec { op: "written", cost: written, ..NodeSpec::default() });
        for tie in 1..2 + random.below(4) as u32 {
            let children: Vec<ClassId> =
                (0..1 + random.below(2)).map(|_| hubs[random.below(hubs.len())]).collect();
            let spec = NodeSpec { op: "call", cost: Cost::new(1), tie, children: &children, bodies: &[] };
            builder.node(spot, spec);
        }
        builder.root(spot);
    }
    builder.build().expect("the generator names its own classes")
}

/// A library to learn as anti-unification suggests it: programs of curried applications, and for each pattern that two of
/// their parts share a definition, which is paid for once. A part may call what it matches; calls need arguments.
pub(crate) fn library(size: usize, seed: u64) -> Graph {
    let mut random = Random(seed);
    let mut terms = Terms::default();
    let mut programs: Vec<usize> = (0..4).map(|_| terms.random(&mut random, 4)).collect();
    while terms.all.len() < size / 8 || programs.len() < 8 {
        let program = programs[random.below(programs.len())];
        programs.push(terms.varied(&mut random, program));
    }
    let parts = terms.all.len();
    let mut patterns = BTreeMap::new();
    for _ in 0..size {
        let (mut pairs, [a, b]) = (Vec::new(), [(); 2].map(|()| random.below(parts)));
        let pattern = terms.common(a, b, &mut pairs);
        if terms.size(pattern) > 3 && (1..4).contains(&pairs.len()) && patterns.len() < size / 30 {
            patterns.insert(pattern, pairs.len());
        }
    }
    let mut calls = Vec::new();
    for (&pattern, &arity) in &patterns {
        let definition = (0..arity).fold(pattern, |body, _| terms.make("lambda", &[body]));
        for part in 0..parts {
            let mut arguments = vec![None; arity];
            if terms.matches(pattern, part, &mut arguments) {
                let name = terms.make(&format!("l{pattern}"), &[]);
                let call =
                    arguments.iter().flatten().fold(name, |f, &argument| terms.make("@", &[f, argument]));
                calls.push((part, [definition, call]));
            }
        }
    }
    terms.graph(&programs[4..], &calls)
}

/// Terms, each once.
#[derive(Default)]
struct Terms {
    all: Vec<(String, Vec<usize>)>,
    known: BTreeMap<(String, Vec<usize>), usize>,
}

impl Terms {
    fn make(&mut self, op: &str, children: &[usize]) -> usize {
        let term = (op.to_owned(), children.to_vec());
        *self.known.entry(term.clone()).or_insert_with(|| {
            self.all.push(term);
            self.all.len() - 1
        })
    }

    /// A primitive that is applied to terms of less depth.
    fn random(&mut self, random: &mut Random, depth: usize) -> usize {
        let mut term = self.make(&format!("p{}", random.below(15)), &[]);
        let arity = if depth == 0 { 0 } else { random.below(4) };
        for _ in 0..arity {
            let argument = self.random(random, depth - 1);
            term = self.make("@", &[term, argument]);
        }
        term
    }

    /// `term` with some of its parts replaced.
    fn varied(&mut self, random: &mut Random, term: usize) -> usize {
        if random.below(12) == 0 {
            return self.random(random, 2);
        }
        let (op, children) = self.all[term].clone();
        let children: Vec<usize> = children.into_iter().map(|child| self.varied(random, child)).collect();
        self.make(&op, &children)
    }

    /// The most special pattern that matches both; a variable `$n` stands for the pair number n.
    fn common(&mut self, a: usize, b: usize, pairs: &mut Vec<(usize, usize)>) -> usize {
        if a == b {
            return a;
        }
        let [(op, ours), (other, theirs)] = [self.all[a].clone(), self.all[b].clone()];
        if op == other && !ours.is_empty() {
            let children: Vec<usize> =
                ours.into_iter().zip(theirs).map(|(a, b)| self.common(a, b, pairs)).collect();
            return self.make(&op, &children);
        }
        let number = pairs.iter().position(|&pair| pair == (a, b)).unwrap_or_else(|| {
            pairs.push((a, b));
            pairs.len() - 1
        });
        self.make(&format!("${number}"), &[])
    }

    /// How many operators a term has that are no variables.
    fn size(&self, term: usize) -> usize {
        let (op, children) = &self.all[term];
        usize::from(!op.starts_with('$')) + children.iter().map(|&child| self.size(child)).sum::<usize>()
    }

    fn matches(&self, pattern: usize, term: usize, found: &mut [Option<usize>]) -> bool {
        let [(op, children), (other, parts)] = [&self.all[pattern], &self.all[term]];
        if let Some(number) = op.strip_prefix('$') {
            let number: usize = number.parse().expect("variables are numbered");
            return *found[number].get_or_insert(term) == term;
        }
        let mut pairs = children.iter().zip(parts);
        op == other && pairs.all(|(&pattern, &term)| self.matches(pattern, term, found))
    }

    /// A class for each term, which may be had by calls too.
    fn graph(&self, roots: &[usize], calls: &[(usize, [usize; 2])]) -> Graph {
        let mut builder = GraphBuilder::new(Unit::whole("nodes"));
        let classes: Vec<ClassId> = self.all.iter().map(|_| builder.class()).collect();
        let written = self.all.iter().enumerate().map(|(term, (op, children))| (term, &**op, &**children));
        let calls = calls.iter().map(|(term, children)| (*term, "lib", &children[..]));
        for (tie, (term, op, children)) in (0..).zip(written.chain(calls)) {
            let children: Vec<ClassId> = children.iter().map(|&child| classes[child]).collect();
            let spec = NodeSpec { op, cost: Cost::new(1), tie, children: &children, bodies: &[] };
            builder.node(classes[term], spec);
        }
        roots.iter().for_each(|&root| builder.root(classes[root]));
        builder.build().expect("the generator names its own classes")
    }
}

/// A graph whose classes need random classes of the last thousand: what two of them need overlaps without any order.
pub(crate) fn overlap(size: usize, seed: u64) -> Graph {
    let mut random = Random(seed);
    let mut builder = GraphBuilder::new(Unit::whole("nodes"));
    let mut classes: Vec<ClassId> = Vec::new();
    for at in 0..(size / 3).max(4) {
        let class = builder.class();
        for tie in 0..1 + random.below(5) as u32 {
            let arity = if at < 20 { 0 } else { 2 + random.below(2) };
            let window = at.min(1000);
            let children: Vec<ClassId> =
                (0..arity).map(|_| classes[at - window + random.below(window)]).collect();
            let cost = Cost::new(1 + random.below(20) as u64);
            builder.node(class, NodeSpec { op: "f", cost, tie, children: &children, bodies: &[] });
        }
        classes.push(class);
    }
    builder.root(*classes.last().expect("there are classes"));
    builder.build().expect("the generator names its own classes")
}

/// Alternatives and conjunctions at random, most of them in cycles.
pub(crate) fn cyclic(size: usize, seed: u64) -> Graph {
    let mut random = Random(seed);
    let mut builder = GraphBuilder::new(Unit::whole("nodes"));
    let classes: Vec<ClassId> = (0..(size / 3).max(4)).map(|_| builder.class()).collect();
    for (at, &class) in classes.iter().enumerate() {
        for tie in 0..1 + random.below(5) as u32 {
            // The first node of each class keeps to those before it, so that all can be had.
            let among = if tie == 0 { at } else { classes.len() };
            let arity = if at < 8 { 0 } else { 1 + random.below(3) };
            let children: Vec<ClassId> = (0..arity).map(|_| classes[random.below(among)]).collect();
            let cost = Cost::new(1 + random.below(20) as u64);
            builder.node(class, NodeSpec { op: "f", cost, tie, children: &children, bodies: &[] });
        }
    }
    for _ in 0..(size / 100).max(2) {
        builder.root(classes[random.below(classes.len())]);
    }
    builder.build().expect("the generator names its own classes")
}
