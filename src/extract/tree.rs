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
        Solved::heuristic(problem, settle(problem, |node| problem.cost(node)), problem.edge_count() as u64)
    }
}

/// The node of each class with the least tree cost, where nodes cost `cost`. Acyclic, whatever the costs.
pub(crate) fn settle(problem: &Problem, cost: impl Fn(Node) -> u64) -> Vec<Node> {
    let mut knuth = Knuth::new(problem, cost);
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
    knuth.pick
}

/// The classes in an order in which each comes after what it needs for its least tree cost.
pub(crate) fn settling_order(problem: &Problem) -> Vec<Class> {
    let pick = settle(problem, |node| problem.cost(node));
    derivation_order(problem, &pick)
}

/// The classes that `pick` can derive, each after what it needs.
pub(crate) fn derivation_order(problem: &Problem, pick: &[Node]) -> Vec<Class> {
    let mut waiting: Vec<u32> = pick.iter().map(|&node| problem.children(node).len() as u32).collect();
    let mut order: Vec<Class> = problem.classes().filter(|&class| waiting[class as usize] == 0).collect();
    let mut next = 0;
    while let Some(&class) = order.get(next) {
        next += 1;
        for &parent in problem.parents(class) {
            let above = problem.class_of(parent);
            if pick[above as usize] == parent {
                waiting[above as usize] -= 1;
                if waiting[above as usize] == 0 {
                    order.push(above);
                }
            }
        }
    }
    order
}

/// A choice without cycles that is `wanted` wherever that has none: the least tree cost, wanted nodes being free.
pub(crate) fn without_cycles(problem: &Problem, wanted: &[Node]) -> Vec<Node> {
    settle(problem, |node| {
        let is_wanted = wanted[problem.class_of(node) as usize] == node;
        if is_wanted { 0 } else { problem.cost(node) + 1 }
    })
}

struct Knuth<'a, C> {
    problem: &'a Problem,
    cost: C,
    heap: BinaryHeap<Reverse<(Wide, Class)>>,
    least: Vec<Wide>,
    pick: Vec<Node>,
    is_settled: Vec<bool>,
    /// How many children of each node are not settled.
    waiting: Vec<u32>,
}

impl<'a, C: Fn(Node) -> u64> Knuth<'a, C> {
    fn new(problem: &'a Problem, cost: C) -> Self {
        let classes = problem.class_count();
        let nodes = 0..problem.node_count() as u32;
        Self {
            problem,
            cost,
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
        let cost =
            children.fold(Wide::new((self.cost)(node)), |sum, &child| sum.plus(self.least[child as usize]));
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
