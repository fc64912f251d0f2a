//! `greedy-dag` and `faster-greedy-dag`: the public yardstick's methods, written from their descriptions, for
//! reference.
//!
//! Each class keeps the set of all that its choice needs, with what each of these cost when the set was made. A node
//! is priced by the union of its children's sets. `greedy-dag` looks at all nodes in sweeps until nothing changes,
//! `faster-greedy-dag` at the parents of what changed. O(sweeps × sum of set sizes) time and, on a chain, quadratic
//! space: here the budget bounds both, and `dag-knuth` does the same in one pass.
//!
//! Sets go stale when something in them changes, so the choices may be cyclic in the end. Where they are, the
//! choice of least tree cost takes their place.
//!
//! The methods: extraction-gym (github.com/egraphs-good/extraction-gym), its extractors of these names.

use std::collections::VecDeque;

use crate::extract::extractor::{Budget, Extractor, Promise, Solved, Status};
use crate::extract::problem::{Class, Node, Problem};
use crate::extract::tree::without_cycles;

/// Sweeps on DAG cost. See the module's text. Standard budget: 200 million steps.
#[derive(Clone, Copy, Debug)]
pub struct GreedyDag;

/// A worklist on DAG cost. See the module's text. Standard budget: 200 million steps.
#[derive(Clone, Copy, Debug)]
pub struct FasterGreedyDag;

/// Also bounds the space for sets, since making one takes a step for each member.
const STANDARD_STEPS: u64 = 200_000_000;

impl Extractor for GreedyDag {
    fn name(&self) -> &'static str {
        "greedy-dag"
    }

    fn promise(&self) -> Promise {
        Promise::None
    }

    fn solve(&self, problem: &Problem, budget: Budget, _: u64) -> Solved {
        let mut sets = Sets::new(problem, budget);
        let mut changed = true;
        while changed {
            changed = false;
            for node in 0..problem.node_count() as u32 {
                if sets.spent() {
                    return sets.finish(Status::Limit);
                }
                changed |= sets.look_at(node);
            }
        }
        sets.finish(Status::Heuristic)
    }
}

impl Extractor for FasterGreedyDag {
    fn name(&self) -> &'static str {
        "faster-greedy-dag"
    }

    fn promise(&self) -> Promise {
        Promise::None
    }

    fn solve(&self, problem: &Problem, budget: Budget, _: u64) -> Solved {
        let mut sets = Sets::new(problem, budget);
        let is_leaf = |&node: &Node| problem.children(node).is_empty();
        let mut open: VecDeque<Node> = (0..problem.node_count() as u32).filter(is_leaf).collect();
        let mut is_open: Vec<bool> = (0..problem.node_count() as u32).map(|node| is_leaf(&node)).collect();
        while let Some(node) = open.pop_front() {
            is_open[node as usize] = false;
            if sets.spent() {
                return sets.finish(Status::Limit);
            }
            if sets.look_at(node) {
                for &parent in problem.parents(problem.class_of(node)) {
                    if !std::mem::replace(&mut is_open[parent as usize], true) {
                        open.push_back(parent);
                    }
                }
            }
        }
        sets.finish(Status::Heuristic)
    }
}

/// A class, and what it cost when it was put into a set.
type Member = (Class, u64);

struct Sets<'a> {
    problem: &'a Problem,
    limit: u64,
    steps: u64,
    set: Vec<Vec<Member>>,
    total: Vec<u64>,
    pick: Vec<Node>,
    seen_by: Vec<u32>,
    stamp: u32,
}

impl<'a> Sets<'a> {
    fn new(problem: &'a Problem, budget: Budget) -> Self {
        let classes = problem.class_count();
        Self {
            problem,
            limit: budget.steps(STANDARD_STEPS),
            steps: 0,
            set: vec![Vec::new(); classes],
            total: vec![u64::MAX; classes],
            pick: vec![u32::MAX; classes],
            seen_by: vec![0; classes],
            stamp: 0,
        }
    }

    const fn spent(&self) -> bool {
        self.steps >= self.limit
    }

    /// Takes `node` for its class if that is cheaper than what it had; whether it was.
    fn look_at(&mut self, node: Node) -> bool {
        self.steps += 1;
        let class = self.problem.class_of(node);
        let children = self.problem.children(node);
        if children.iter().any(|&child| self.total[child as usize] == u64::MAX) {
            return false;
        }
        let Some((set, total)) = self.union(node, class) else { return false };
        self.set[class as usize] = set;
        self.total[class as usize] = total;
        self.pick[class as usize] = node;
        true
    }

    /// All that `node` needs, itself included, if that is cheaper than what `class` has and does not hold `class`.
    fn union(&mut self, node: Node, class: Class) -> Option<(Vec<Member>, u64)> {
        self.stamp += 1;
        let mut total = self.problem.cost(node);
        let mut union = vec![(class, total)];
        for &child in self.problem.children(node) {
            for &(member, cost) in &self.set[child as usize] {
                self.steps += 1;
                if member == class {
                    return None;
                }
                if std::mem::replace(&mut self.seen_by[member as usize], self.stamp) != self.stamp {
                    union.push((member, cost));
                    total = total.saturating_add(cost);
                }
            }
            if total >= self.total[class as usize] {
                return None;
            }
        }
        (total < self.total[class as usize]).then_some((union, total))
    }

    fn finish(self, status: Status) -> Solved {
        let pick = without_cycles(self.problem, &self.pick);
        Solved { status, ..Solved::heuristic(self.problem, pick, self.steps) }
    }
}
