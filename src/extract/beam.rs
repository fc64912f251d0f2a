//! `beam`: for each class the K cheapest choices that were met, with all that they need.
//!
//! A candidate is a list of classes with their nodes, complete and acyclic for its class. A node takes one candidate
//! of each child and puts them together, the K cheapest after each child; where two disagree on a class, the earlier
//! child's word counts, which keeps the whole complete and acyclic, and what is then needed by nothing is left out.
//! Classes are visited in the order of the greedy pass, again when a child has better candidates, until nothing changes
//! or the budget ends. O(visits × nodes × K² × size of a candidate). Deterministic.
//!
//! The idea is that of the beam extractor proposed to the extraction-gym.

use std::collections::BTreeSet;

use crate::extract::dag_knuth::greedy;
use crate::extract::extractor::{Budget, Extractor, Promise, Solved, Status};
use crate::extract::problem::{Class, Node, Problem};

/// A beam of width K. See the module's text. Standard budget: 100 000 steps a node, at most 500 million.
#[derive(Clone, Copy, Debug)]
pub struct Beam {
    /// How many candidates a class keeps.
    pub width: usize,
}

impl Extractor for Beam {
    fn name(&self) -> &'static str {
        "beam"
    }

    fn promise(&self) -> Promise {
        Promise::None
    }

    fn solve(&self, problem: &Problem, budget: Budget, _: u64) -> Solved {
        let standard = (100_000 * problem.node_count() as u64).min(500_000_000);
        let start = greedy(problem);
        let mut run = Run::new(problem, self.width.max(1), budget.steps(standard));
        let ended = run.run();
        let mut pick = start;
        // Greedy has a word too: a beam that ended early, or kept the wrong K, may be dearer.
        if let Some(best) = run.kept[Problem::ROOT as usize].first()
            && best.cost < problem.price(&pick)
        {
            best.nodes.iter().for_each(|&node| pick[problem.class_of(node) as usize] = node);
        }
        let status = if ended { Status::Heuristic } else { Status::Limit };
        Solved { status, ..Solved::heuristic(problem, pick, run.steps) }
    }
}

/// A complete, acyclic choice for a class: the nodes of what it needs, by class.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Candidate {
    cost: u64,
    nodes: Vec<Node>,
}

struct Run<'a> {
    problem: &'a Problem,
    width: usize,
    limit: u64,
    steps: u64,
    kept: Vec<Vec<Candidate>>,
    /// For pruning: the node of each class in the candidate at hand.
    node_of: Vec<Node>,
}

impl<'a> Run<'a> {
    fn new(problem: &'a Problem, width: usize, limit: u64) -> Self {
        let classes = problem.class_count();
        Self {
            problem,
            width,
            limit,
            steps: 0,
            kept: vec![Vec::new(); classes],
            node_of: vec![u32::MAX; classes],
        }
    }

    /// Visits classes until nothing changes; `false` if the budget ended first.
    fn run(&mut self) -> bool {
        let order = crate::extract::tree::settling_order(self.problem);
        let mut place = vec![0_u32; order.len()];
        for (at, &class) in (0..).zip(&order) {
            place[class as usize] = at;
        }
        let mut open: BTreeSet<u32> = (0..order.len() as u32).collect();
        while let Some(at) = open.pop_first() {
            let class = order[at as usize];
            if self.steps > self.limit {
                return false;
            }
            if self.visit(class) {
                let parents = self.problem.parents(class).iter();
                open.extend(parents.map(|&parent| place[self.problem.class_of(parent) as usize]));
            }
        }
        true
    }

    /// Finds the candidates of `class` anew; whether the cheapest got cheaper, or there are more.
    fn visit(&mut self, class: Class) -> bool {
        let mut found = Vec::new();
        for node in self.problem.nodes(class) {
            self.steps += 1;
            self.candidates(class, node, &mut found);
        }
        found.sort_by(|a: &Candidate, b| (a.cost, &a.nodes).cmp(&(b.cost, &b.nodes)));
        found.dedup();
        found.truncate(self.width);
        let before = &self.kept[class as usize];
        let costs = |list: &[Candidate]| list.iter().map(|candidate| candidate.cost).collect::<Vec<_>>();
        let is_better = found.len() > before.len() || costs(&found) < costs(before);
        if is_better {
            self.kept[class as usize] = found;
        }
        is_better
    }

    /// Adds what comes of `node` and its children's candidates to `found`.
    fn candidates(&mut self, class: Class, node: Node, found: &mut Vec<Candidate>) {
        let mut partial = vec![Candidate { cost: 0, nodes: Vec::new() }];
        for &child in self.problem.children(node) {
            let mut next = Vec::new();
            for so_far in &partial {
                for with in &self.kept[child as usize] {
                    self.steps += (so_far.nodes.len() + with.nodes.len()) as u64;
                    if let Some(both) = together(self.problem, so_far, with, class) {
                        next.push(both);
                    }
                }
            }
            next.sort_by(|a, b| (a.cost, &a.nodes).cmp(&(b.cost, &b.nodes)));
            next.dedup();
            next.truncate(self.width);
            partial = next;
        }
        for candidate in partial {
            let whole = self.pruned(node, &candidate);
            found.push(whole);
        }
    }

    /// `node` with what it needs of `candidate`.
    fn pruned(&mut self, node: Node, candidate: &Candidate) -> Candidate {
        for &other in &candidate.nodes {
            self.node_of[self.problem.class_of(other) as usize] = other;
        }
        let mut nodes = vec![node];
        let mut next = 0;
        while let Some(&open) = nodes.get(next) {
            next += 1;
            for &child in self.problem.children(open) {
                let taken = std::mem::replace(&mut self.node_of[child as usize], u32::MAX);
                if taken != u32::MAX {
                    nodes.push(taken);
                }
            }
        }
        for &other in &candidate.nodes {
            self.node_of[self.problem.class_of(other) as usize] = u32::MAX;
        }
        self.steps += (nodes.len() + candidate.nodes.len()) as u64;
        // Nodes lie class by class, so their order is that of their classes.
        nodes.sort_unstable();
        let cost = nodes.iter().map(|&node| self.problem.cost(node)).sum();
        Candidate { cost, nodes }
    }
}

/// Both candidates, the first one's word counting where they disagree; `None` if either needs `without`.
fn together(problem: &Problem, first: &Candidate, second: &Candidate, without: Class) -> Option<Candidate> {
    let mut nodes = Vec::with_capacity(first.nodes.len() + second.nodes.len());
    let (mut a, mut b) = (first.nodes.iter().peekable(), second.nodes.iter().peekable());
    let mut cost = 0;
    loop {
        let class = |node: Option<&&Node>| node.map_or(Class::MAX, |&&node| problem.class_of(node));
        let (of_a, of_b) = (class(a.peek()), class(b.peek()));
        if of_b == of_a {
            b.next();
        }
        let Some(&node) = (if of_a <= of_b { a.next() } else { b.next() }) else { break };
        if problem.class_of(node) == without {
            return None;
        }
        cost += problem.cost(node);
        nodes.push(node);
    }
    Some(Candidate { cost, nodes })
}
