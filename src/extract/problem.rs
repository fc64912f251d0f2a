//! One closed region as dense arrays: what extractors work on.
//!
//! *Keeps true*: class 0 is the root and has one free node, node 0, whose children are what is asked for; every
//! class is reachable and derivable; nodes lie class by class, in the order of their ties; no node has its own
//! class as a child; children are sorted, each once; costs sum to less than 2^62.
//!
//! Classes are numbered as a walk from the root meets them, so numbers depend on the structure and the ties and
//! not on the order of insertion. Whoever breaks ties by number breaks them well.

use std::ops::Range;

/// A class of a [`Problem`].
pub type Class = u32;
/// A node of a [`Problem`].
pub type Node = u32;

/// One closed region. See the module's text.
#[derive(Clone, Debug)]
pub struct Problem {
    node_start: Vec<u32>,
    class_of: Vec<Class>,
    cost: Vec<u64>,
    child_start: Vec<u32>,
    child: Vec<Class>,
    parent_start: Vec<u32>,
    parent: Vec<Node>,
}

impl Problem {
    /// The class that everything is for.
    pub const ROOT: Class = 0;

    /// The number of classes.
    #[must_use]
    pub const fn class_count(&self) -> usize {
        self.node_start.len() - 1
    }

    /// The number of nodes.
    #[must_use]
    pub const fn node_count(&self) -> usize {
        self.cost.len()
    }

    /// The number of pairs of a node and a child.
    #[must_use]
    pub const fn edge_count(&self) -> usize {
        self.child.len()
    }

    /// All classes.
    #[must_use]
    pub const fn classes(&self) -> Range<Class> {
        0..self.class_count() as u32
    }

    /// The nodes of `class`.
    #[must_use]
    pub fn nodes(&self, class: Class) -> Range<Node> {
        self.node_start[class as usize]..self.node_start[class as usize + 1]
    }

    /// The class that `node` is in.
    #[must_use]
    pub fn class_of(&self, node: Node) -> Class {
        self.class_of[node as usize]
    }

    /// What `node` itself costs.
    #[must_use]
    pub fn cost(&self, node: Node) -> u64 {
        self.cost[node as usize]
    }

    /// The classes that `node` needs, ascending.
    #[must_use]
    pub fn children(&self, node: Node) -> &[Class] {
        &self.child[self.child_start[node as usize] as usize..self.child_start[node as usize + 1] as usize]
    }

    /// A bit for each child of `node`, by its number modulo 64: a set of children is in another only if its bits are.
    pub(crate) fn signature(&self, node: Node) -> u64 {
        self.children(node).iter().fold(0, |bits, child| bits | 1 << (child % 64))
    }

    /// The number of the first of `node`'s edges, which are numbered node by node.
    #[must_use]
    pub fn first_edge(&self, node: Node) -> usize {
        self.child_start[node as usize] as usize
    }

    /// The nodes that need `class`, ascending.
    #[must_use]
    pub fn parents(&self, class: Class) -> &[Node] {
        &self.parent
            [self.parent_start[class as usize] as usize..self.parent_start[class as usize + 1] as usize]
    }

    /// The least cost of a node of `class`.
    #[must_use]
    pub fn least_cost(&self, class: Class) -> u64 {
        self.nodes(class).map(|node| self.cost(node)).min().expect("every class has a node")
    }

    /// A bound that can be seen at once: what is asked for has to be paid for.
    #[must_use]
    pub fn trivial_bound(&self) -> u64 {
        self.children(0).iter().map(|&class| self.least_cost(class)).sum()
    }

    /// What `pick` costs from the root. It must be acyclic there.
    #[must_use]
    pub fn price(&self, pick: &[Node]) -> u64 {
        self.needed(pick).iter().map(|&class| self.cost(pick[class as usize])).sum()
    }

    /// The classes that `pick` needs from the root, the root first.
    #[must_use]
    pub fn needed(&self, pick: &[Node]) -> Vec<Class> {
        let mut seen = vec![false; self.class_count()];
        seen[Self::ROOT as usize] = true;
        let mut needed = vec![Self::ROOT];
        let mut next = 0;
        while let Some(&class) = needed.get(next) {
            next += 1;
            for &child in self.children(pick[class as usize]) {
                if !std::mem::replace(&mut seen[child as usize], true) {
                    needed.push(child);
                }
            }
        }
        needed
    }

    /// Which classes can be derived from `usable` nodes.
    pub(crate) fn derivable(&self, usable: &[bool]) -> Vec<bool> {
        let mut derived = vec![false; self.class_count()];
        let mut waiting: Vec<u32> =
            (0..self.node_count() as u32).map(|node| self.children(node).len() as u32).collect();
        let is_leaf = |node: &u32| usable[*node as usize] && waiting[*node as usize] == 0;
        let mut ready: Vec<Node> = (0..self.node_count() as u32).filter(is_leaf).collect();
        while let Some(node) = ready.pop() {
            let class = self.class_of(node);
            if std::mem::replace(&mut derived[class as usize], true) {
                continue;
            }
            for &parent in self.parents(class) {
                waiting[parent as usize] -= 1;
                if waiting[parent as usize] == 0 && usable[parent as usize] {
                    ready.push(parent);
                }
            }
        }
        derived
    }

    /// The problem without the nodes that are not `usable`, those that can then not be derived, and what can
    /// then not be reached; and for each node left, which it was. `None` if the root cannot be derived.
    pub(crate) fn retain(&self, usable: &mut [bool]) -> Option<(Self, Vec<Node>)> {
        let derived = self.derivable(usable);
        if !derived[Self::ROOT as usize] {
            return None;
        }
        for (node, usable) in (0..).zip(usable.iter_mut()) {
            *usable &= self.children(node).iter().all(|&child| derived[child as usize]);
        }
        Some(self.reached(usable))
    }

    /// The problem without the nodes that are not `usable`, all others being derivable without them, and what can then
    /// not be reached; and for each node left, which it was.
    pub(crate) fn reached(&self, usable: &[bool]) -> (Self, Vec<Node>) {
        let mut number = vec![u32::MAX; self.class_count()];
        let order = self.walk(usable, &mut number);
        let mut builder = ProblemBuilder::with_capacity(order.len(), self.node_count(), self.edge_count());
        let mut kept = Vec::new();
        for class in order {
            builder.class();
            for node in self.nodes(class).filter(|&node| usable[node as usize]) {
                builder
                    .node(self.cost(node), self.children(node).iter().map(|&child| number[child as usize]));
                kept.push(node);
            }
        }
        (builder.build(), kept)
    }

    /// The classes that `usable` nodes reach from the root, numbered depth first.
    fn walk(&self, usable: &[bool], number: &mut [u32]) -> Vec<Class> {
        let mut order = Vec::new();
        let mut open = vec![Self::ROOT];
        while let Some(class) = open.pop() {
            if number[class as usize] != u32::MAX {
                continue;
            }
            number[class as usize] = order.len() as u32;
            order.push(class);
            for node in self.nodes(class).rev().filter(|&node| usable[node as usize]) {
                let children = self.children(node).iter().rev();
                open.extend(children.filter(|&&child| number[child as usize] == u32::MAX));
            }
        }
        order
    }
}

/// Makes a [`Problem`], class by class, the root first.
pub(crate) struct ProblemBuilder {
    node_start: Vec<u32>,
    class_of: Vec<Class>,
    cost: Vec<u64>,
    child_start: Vec<u32>,
    child: Vec<Class>,
}

impl ProblemBuilder {
    pub(crate) fn with_capacity(classes: usize, nodes: usize, edges: usize) -> Self {
        let mut node_start = Vec::with_capacity(classes + 1);
        let mut child_start = Vec::with_capacity(nodes + 1);
        node_start.push(0);
        child_start.push(0);
        let (class_of, cost) = (Vec::with_capacity(nodes), Vec::with_capacity(nodes));
        Self { node_start, class_of, cost, child_start, child: Vec::with_capacity(edges) }
    }

    /// The next class; the nodes that follow are its.
    pub(crate) fn class(&mut self) {
        self.node_start.push(self.cost.len() as u32);
    }

    /// A node of the current class. Children may repeat.
    pub(crate) fn node(&mut self, cost: u64, children: impl Iterator<Item = Class>) {
        let start = self.child.len();
        self.child.extend(children);
        sort_and_dedup(&mut self.child, start);
        self.child_start.push(self.child.len() as u32);
        self.class_of.push(self.node_start.len() as u32 - 2);
        self.cost.push(cost);
        *self.node_start.last_mut().expect("a class was begun") += 1;
    }

    pub(crate) fn build(self) -> Problem {
        let Self { node_start, class_of, cost, child_start, child } = self;
        let classes = node_start.len() - 1;
        let mut parent_start = vec![0_u32; classes + 1];
        for &class in &child {
            parent_start[class as usize + 1] += 1;
        }
        for class in 0..classes {
            parent_start[class + 1] += parent_start[class];
        }
        let mut next = parent_start.clone();
        let mut parent = vec![0; child.len()];
        for node in 0..cost.len() {
            for &class in &child[child_start[node] as usize..child_start[node + 1] as usize] {
                parent[next[class as usize] as usize] = node as u32;
                next[class as usize] += 1;
            }
        }
        Problem { node_start, class_of, cost, child_start, child, parent_start, parent }
    }
}

/// Sorts what is in `items` from `start` on and drops repetitions.
pub(crate) fn sort_and_dedup(items: &mut Vec<u32>, start: usize) {
    items[start..].sort_unstable();
    let mut end = start;
    for at in start..items.len() {
        if end == start || items[end - 1] != items[at] {
            items[end] = items[at];
            end += 1;
        }
    }
    items.truncate(end);
}
