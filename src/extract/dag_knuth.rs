//! `dag-knuth`: one pass in Knuth's order, each class priced with all that it needs, shared things once.
//!
//! A class is settled once, with the cheapest node of which all children are settled; a node is looked at once,
//! when its last child is settled, and costs what it costs itself and the union of its children's cones. The
//! cost of a union is never below that of a part, so classes are settled by rising cost, and every node comes
//! after what it needs: the choice is acyclic.
//!
//! Cones are kept in tries that share (see `Cones`), and each only until the last node that needs it was
//! looked at. So a chain of writes, each reading what the one before wrote, takes a logarithmic step per write,
//! where lists would take as many as there were writes before. In the worst case (cones that overlap without
//! order) a union takes as long as its smaller part is large.
//!
//! Where the cones of a graph overlap without order that adds up. Once joining them has taken more than its share of steps
//! or space, what a node's children have in common is estimated instead: the dearest child counts whole, the others as
//! much as they did on average so far. An estimate is never below a child's cost, so the choice stays acyclic.
//!
//! Greedy: a class takes what is cheapest for itself, not what is cheapest next to what others take.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::extract::cones::{Cone, Cones};
use crate::extract::extractor::{Budget, Extractor, Promise, Solved};
use crate::extract::problem::{Class, Node, Problem};

/// So many steps for each edge may be spent on joining cones, and some for small graphs.
const STEPS_AN_EDGE: u64 = 64;
const STEPS_AT_LEAST: u64 = 4_000_000;
/// So many parts of cones may be kept for each node, and some for small graphs.
const PARTS_A_NODE: usize = 4;
const PARTS_AT_LEAST: usize = 1_000_000;

/// One greedy pass on DAG cost. See the module's text. Needs no budget.
#[derive(Clone, Copy, Debug)]
pub struct DagKnuth;

impl Extractor for DagKnuth {
    fn name(&self) -> &'static str {
        "dag-knuth"
    }

    fn promise(&self) -> Promise {
        Promise::None
    }

    fn solve(&self, problem: &Problem, _: Budget, _: u64) -> Solved {
        let mut pass = Pass::new(problem);
        pass.run();
        let steps = pass.cones.steps() + problem.edge_count() as u64;
        Solved::heuristic(problem, pass.pick, steps)
    }
}

/// The choice of one greedy pass.
pub(crate) fn greedy(problem: &Problem) -> Vec<Node> {
    let mut pass = Pass::new(problem);
    pass.run();
    pass.pick
}

struct Pass<'a> {
    problem: &'a Problem,
    cones: Cones,
    heap: BinaryHeap<Reverse<(u64, Class)>>,
    least: Vec<u64>,
    pick: Vec<Node>,
    /// While a class is open, what its cheapest node needs; then, until no one asks any more, its cone.
    cone: Vec<Cone>,
    is_settled: Vec<bool>,
    /// How many children of each node are not settled.
    waiting: Vec<u32>,
    /// How many parents of each class were not looked at.
    askers: Vec<u32>,
    /// What nodes looked at so far cost beside themselves and their dearest child, and what it would be were nothing
    /// shared.
    beside: u128,
    beside_unshared: u128,
}

impl<'a> Pass<'a> {
    fn new(problem: &'a Problem) -> Self {
        let classes = problem.class_count();
        let nodes = 0..problem.node_count() as u32;
        Self {
            problem,
            cones: Cones::new(classes),
            heap: BinaryHeap::new(),
            least: vec![u64::MAX; classes],
            pick: vec![u32::MAX; classes],
            cone: vec![Cone::EMPTY; classes],
            is_settled: vec![false; classes],
            waiting: nodes.map(|node| problem.children(node).len() as u32).collect(),
            askers: problem.classes().map(|class| problem.parents(class).len() as u32).collect(),
            beside: 0,
            beside_unshared: 0,
        }
    }

    fn run(&mut self) {
        for node in 0..self.problem.node_count() as u32 {
            if self.problem.children(node).is_empty() {
                self.look_at(node);
            }
        }
        while let Some(Reverse((cost, class))) = self.heap.pop() {
            if self.least[class as usize] == cost && !self.is_settled[class as usize] {
                self.settle(class);
            }
        }
    }

    fn settle(&mut self, class: Class) {
        let at = class as usize;
        self.is_settled[at] = true;
        if self.askers[at] > 0 && !self.estimates() {
            self.cones.set_weight(class, self.problem.cost(self.pick[at]));
            let itself = self.cones.singleton(class);
            self.replace(class, itself);
        } else {
            self.drop_cone(class);
        }
        for &parent in self.problem.parents(class) {
            self.waiting[parent as usize] -= 1;
            if self.waiting[parent as usize] == 0 {
                self.look_at(parent);
            }
        }
    }

    /// Adds `class` itself to what its node needs.
    fn replace(&mut self, class: Class, itself: Cone) {
        let needs = self.cone[class as usize];
        self.cone[class as usize] = self.cones.union(needs, itself);
        self.cones.release(needs);
        self.cones.release(itself);
    }

    fn drop_cone(&mut self, class: Class) {
        let cone = std::mem::replace(&mut self.cone[class as usize], Cone::EMPTY);
        self.cones.release(cone);
    }

    /// All that `node` needs is settled: it may be what its class is settled with.
    fn look_at(&mut self, node: Node) {
        let class = self.problem.class_of(node);
        if !self.is_settled[class as usize] {
            self.offer(node, class as usize);
        }
        for &child in self.problem.children(node) {
            self.askers[child as usize] -= 1;
            if self.askers[child as usize] == 0 {
                self.drop_cone(child);
            }
        }
    }

    fn offer(&mut self, node: Node, class: usize) {
        let best = (self.least[class], self.pick[class]);
        let (cost, needs) = if self.estimates() {
            (self.estimate(node), Cone::EMPTY)
        } else {
            let Some(needs) = self.union_below(node, best) else { return };
            (self.problem.cost(node) + self.cones.weight(needs), needs)
        };
        if (cost, node) >= best {
            return;
        }
        if cost < self.least[class] {
            self.heap.push(Reverse((cost, class as u32)));
        }
        self.least[class] = cost;
        self.pick[class] = node;
        let before = std::mem::replace(&mut self.cone[class], needs);
        self.cones.release(before);
    }

    /// Whether joining cones has taken its share of steps, or of space. Once it has, it has.
    fn estimates(&self) -> bool {
        let share = STEPS_AN_EDGE * self.problem.edge_count() as u64;
        let room = PARTS_A_NODE * self.problem.node_count();
        self.cones.steps() > share.max(STEPS_AT_LEAST) || self.cones.room() > room.max(PARTS_AT_LEAST)
    }

    /// About what `node` costs with all that it needs.
    fn estimate(&self, node: Node) -> u64 {
        let (dearest, unshared) = self.children_cost(node);
        let beside = u128::from(unshared - dearest) * self.beside / self.beside_unshared.max(1);
        self.problem
            .cost(node)
            .saturating_add(dearest)
            .saturating_add(u64::try_from(beside).unwrap_or(u64::MAX))
    }

    /// What the dearest child of `node` costs, and all of them, were nothing shared.
    fn children_cost(&self, node: Node) -> (u64, u64) {
        let costs = || self.problem.children(node).iter().map(|&child| self.least[child as usize]);
        (costs().max().unwrap_or(0), costs().fold(0, u64::saturating_add))
    }

    /// What `node` needs, unless it is seen to be no better than `best`, a cost and a node.
    fn union_below(&mut self, node: Node, best: (u64, Node)) -> Option<Cone> {
        let own = self.problem.cost(node);
        let children = self.problem.children(node);
        let dearest = children.iter().map(|&child| self.cones.weight(self.cone[child as usize])).max();
        if (own + dearest.unwrap_or(0), node) >= best {
            return None;
        }
        let mut needs = Cone::EMPTY;
        for &child in children {
            let more = self.cones.union(needs, self.cone[child as usize]);
            self.cones.release(needs);
            needs = more;
            if (own + self.cones.weight(needs), node) >= best {
                self.cones.release(needs);
                return None;
            }
        }
        let (dearest, unshared) = self.children_cost(node);
        self.beside += u128::from(self.cones.weight(needs) - dearest);
        self.beside_unshared += u128::from(unshared - dearest);
        Some(needs)
    }
}
