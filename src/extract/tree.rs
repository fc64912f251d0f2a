//! `tree`: the least tree cost, by Knuth's generalisation of Dijkstra's algorithm.
//!
//! A class is settled once, at its least cost; a node is looked at once, when its last child is settled. So the
//! order in which classes are settled is one in which every node comes after what it needs, whatever the costs:
//! the choice is acyclic. O(edges + nodes log classes).
//!
//! D. E. Knuth, "A generalization of Dijkstra's algorithm", Information Processing Letters 6 (1977).

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::extract::extractor::{Budget, Extractor, Promise, Solved};
use crate::extract::problem::{Class, Node, Problem};
use crate::extract::wide::Wide;

/// The least tree cost. See the module's text. Needs no budget.
#[derive(Clone, Copy, Debug)]
pub struct Tree;

impl Extractor for Tree {
    fn name(&self) -> &'static str {
        "tree"
    }

    fn promise(&self) -> Promise {
        Promise::LeastTree
    }

    fn solve(&self, problem: &Problem, _: Budget, _: u64) -> Solved {
        Solved::heuristic(problem, settle(problem).pick, problem.edge_count() as u64)
    }
}

/// The result of Knuth's algorithm.
pub(crate) struct Settled {
    /// The node of each class.
    pub(crate) pick: Vec<Node>,
}

/// Settles all classes by their tree cost.
pub(crate) fn settle(problem: &Problem) -> Settled {
    let mut knuth = Knuth::new(problem);
    for node in 0..problem.node_count() as u32 {
        if problem.children(node).is_empty() {
            knuth.offer(node);
        }
    }
    while let Some(Reverse((cost, class))) = knuth.heap.pop() {
        if knuth.least[class as usize] == cost && !knuth.is_settled[class as usize] {
            knuth.settle(class);
        }
    }
    Settled { pick: knuth.pick }
}

struct Knuth<'a> {
    problem: &'a Problem,
    heap: BinaryHeap<Reverse<(Wide, Class)>>,
    least: Vec<Wide>,
    pick: Vec<Node>,
    is_settled: Vec<bool>,
    /// How many children of each node are not settled.
    waiting: Vec<u32>,
}

impl<'a> Knuth<'a> {
    fn new(problem: &'a Problem) -> Self {
        let classes = problem.class_count();
        let nodes = 0..problem.node_count() as u32;
        Self {
            problem,
            heap: BinaryHeap::new(),
            least: vec![Wide::MAX; classes],
            pick: vec![u32::MAX; classes],
            is_settled: vec![false; classes],
            waiting: nodes.map(|node| problem.children(node).len() as u32).collect(),
        }
    }

    /// All that `node` needs is settled: it may be what its class is settled with.
    fn offer(&mut self, node: Node) {
        let class = self.problem.class_of(node) as usize;
        if self.is_settled[class] {
            return;
        }
        let children = self.problem.children(node).iter();
        let cost = children
            .fold(Wide::new(self.problem.cost(node)), |sum, &child| sum.plus(self.least[child as usize]));
        if (cost, node) < (self.least[class], self.pick[class]) {
            if cost < self.least[class] {
                self.heap.push(Reverse((cost, class as u32)));
            }
            self.least[class] = cost;
            self.pick[class] = node;
        }
    }

    fn settle(&mut self, class: Class) {
        self.is_settled[class as usize] = true;
        for &parent in self.problem.parents(class) {
            self.waiting[parent as usize] -= 1;
            if self.waiting[parent as usize] == 0 {
                self.offer(parent);
            }
        }
    }
}
