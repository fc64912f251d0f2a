//! `local`: descent to a choice that no change of one class, followed up nearby, makes cheaper.
//!
//! The problem is reduced, lightly. From the one-pass greedy choice: each selected class in turn takes the node that is cheapest while all others
//! stay, until none changes; between rounds, classes that are not selected learn what they would now be had with.
//! Then every alternative of every selected class is forced once, what it touched is improved around it, and the
//! whole is kept if it is cheaper and undone if not, until a pass over all finds nothing.

use crate::extract::dag_knuth::greedy;
use crate::extract::extractor::{Budget, Extractor, Promise, Solved, Status};
use crate::extract::problem::{Class, Node, Problem};
use crate::extract::reduce::{Effort, Reduced};
use crate::extract::search::Search;

/// Descent. See the module's text. Standard budget: 3 000 steps a node that is left.
#[derive(Clone, Copy, Debug)]
pub struct Local;

impl Extractor for Local {
    fn name(&self) -> &'static str {
        "local"
    }

    fn promise(&self) -> Promise {
        Promise::None
    }

    fn solve(&self, problem: &Problem, budget: Budget, _: u64) -> Solved {
        let mut stages = Vec::new();
        let mut reduced = Reduced::whole(problem);
        let outcome = reduced.reduce(Effort::Light, None, &mut stages);
        outcome.expect("without an incumbent a reduced problem keeps its best choice");
        let small = &reduced.problem;
        let limit = budget.steps(3000 * small.node_count() as u64);
        let mut search = Search::new(small, greedy(small));
        let ended = descend(&mut search, limit);
        let steps = search.steps + 8 * problem.edge_count() as u64;
        let status = if ended { Status::Heuristic } else { Status::Limit };
        let pick = reduced.lift(problem, search.pick());
        Solved { status, stages, ..Solved::heuristic(problem, pick, steps) }
    }
}

/// Descends until nothing helps; `false` if `limit` steps were taken first.
pub(crate) fn descend(search: &mut Search<'_>, limit: u64) -> bool {
    let mut mover = Mover::new(search.problem);
    loop {
        let before = search.cost();
        if !rounds(search, limit) || !mover.force_all(search, limit) {
            return false;
        }
        if search.cost() == before {
            return true;
        }
    }
}

/// Each selected class in turn, until none changes; `false` if `limit` steps were taken first.
pub(crate) fn rounds(search: &mut Search<'_>, limit: u64) -> bool {
    loop {
        search.refresh();
        let mut changed = false;
        for class in search.selected() {
            if search.is_selected(class) {
                changed |= search.improve(class);
            }
            if search.steps > limit {
                return false;
            }
        }
        search.commit();
        if !changed {
            return true;
        }
    }
}

/// Compound moves: a forced change and what follows from it nearby.
pub(crate) struct Mover {
    queue: Vec<Class>,
    seen_by: Vec<u32>,
    stamp: u32,
}

/// How many classes are looked at after one forced change.
const FOLLOW_UPS: usize = 64;

impl Mover {
    pub(crate) fn new(problem: &Problem) -> Self {
        Self { queue: Vec::new(), seen_by: vec![0; problem.class_count()], stamp: 0 }
    }

    /// Tries every alternative of every selected class; `false` if `limit` steps were taken first.
    pub(crate) fn force_all(&mut self, search: &mut Search<'_>, limit: u64) -> bool {
        for class in search.selected() {
            for node in search.problem.nodes(class) {
                let before = search.cost();
                if !search.is_selected(class) || !self.force(search, class, node) {
                    continue;
                }
                if search.cost() >= before {
                    search.undo();
                }
                search.commit();
                if search.steps > limit {
                    return false;
                }
            }
        }
        true
    }

    /// Gives `class` the node `node` and improves around it, if that is a change and closes no cycle.
    pub(crate) fn force(&mut self, search: &mut Search<'_>, class: Class, node: Node) -> bool {
        if search.node(class) == node {
            return false;
        }
        if !search.make_acyclic(class, node) {
            search.undo();
            return false;
        }
        self.stamp += 1;
        self.seen_by[class as usize] = self.stamp;
        self.queue.clear();
        search.change(class, node);
        search.take_fresh(&mut self.queue);
        let mut next = 0;
        while next < self.queue.len().min(FOLLOW_UPS) {
            let fresh = self.queue[next];
            next += 1;
            self.follow(search, fresh);
            search.take_fresh(&mut self.queue);
        }
        true
    }

    /// Improves `fresh`, newly selected, and lets selected classes share it that are no dearer then.
    fn follow(&mut self, search: &mut Search<'_>, fresh: Class) {
        self.improve_once(search, fresh);
        let problem = search.problem;
        for &parent in problem.parents(fresh) {
            let class = problem.class_of(parent);
            let is_new = self.seen_by[class as usize] != self.stamp;
            if is_new && search.node(class) != parent && search.is_selected(class) {
                search.prefer(class, parent);
            }
        }
    }

    fn improve_once(&mut self, search: &mut Search<'_>, class: Class) {
        let is_new = self.seen_by[class as usize] != self.stamp;
        if is_new && search.is_selected(class) {
            self.seen_by[class as usize] = self.stamp;
            search.improve(class);
        }
    }
}
