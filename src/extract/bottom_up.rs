//! `bottom-up`: tree costs by sweeps until nothing changes; the method of egg's own extractor, for reference.
//!
//! A class takes a node only if that is strictly cheaper than what it had. Hence its choice is acyclic at any time,
//! free nodes or not. O(sweeps × edges), and a chain in an unlucky order takes as many sweeps as it has links;
//! `tree` gives the same cost at once.

use crate::extract::extractor::{Budget, Extractor, Promise, Solved, Status};
use crate::extract::problem::{Node, Problem};
use crate::extract::tree::without_cycles;
use crate::extract::wide::Wide;

/// Sweeps on tree cost. See the module's text. Standard budget: 1 000 steps an edge.
#[derive(Clone, Copy, Debug)]
pub struct BottomUp;

impl Extractor for BottomUp {
    fn name(&self) -> &'static str {
        "bottom-up"
    }

    fn promise(&self) -> Promise {
        Promise::LeastTree
    }

    fn solve(&self, problem: &Problem, budget: Budget, _: u64) -> Solved {
        let each = (problem.edge_count() + problem.node_count()) as u64;
        let limit = budget.steps(1000 * each);
        let mut sweeps = Sweeps {
            problem,
            least: vec![Wide::MAX; problem.class_count()],
            pick: vec![u32::MAX; problem.class_count()],
        };
        let mut steps = 0;
        while steps < limit {
            steps += each;
            if !sweeps.sweep() {
                return Solved::heuristic(problem, sweeps.pick, steps);
            }
        }
        let pick = without_cycles(problem, &sweeps.pick);
        Solved { status: Status::Limit, ..Solved::heuristic(problem, pick, steps) }
    }
}

struct Sweeps<'a> {
    problem: &'a Problem,
    least: Vec<Wide>,
    pick: Vec<Node>,
}

impl Sweeps<'_> {
    /// Looks at every node once; whether some class got cheaper.
    fn sweep(&mut self) -> bool {
        let mut changed = false;
        for node in 0..self.problem.node_count() as u32 {
            let class = self.problem.class_of(node) as usize;
            let Some(cost) = self.cost(node) else { continue };
            if cost < self.least[class] {
                self.least[class] = cost;
                self.pick[class] = node;
                changed = true;
            }
        }
        changed
    }

    /// What `node` costs, if all that it needs can be had so far.
    fn cost(&self, node: Node) -> Option<Wide> {
        let own = Wide::new(self.problem.cost(node));
        self.problem.children(node).iter().try_fold(own, |sum, &child| {
            let least = self.least[child as usize];
            (least < Wide::MAX).then(|| sum.plus(least))
        })
    }
}
