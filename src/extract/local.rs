//! `local`: descent to a choice that no change of one class, followed up nearby, makes cheaper; a short walk from
//! there, and descent again.
//!
//! The problem is reduced, lightly. From the one-pass greedy choice: each selected class in turn takes the node that is cheapest while all others
//! stay, until none changes; between rounds, classes that are not selected learn what they would now be had with.
//! Then every alternative of every selected class is forced once, what it touched is improved around it, and the
//! whole is kept if it is cheaper and undone if not. That goes on for classes near which something changed, until
//! nothing does. Forced changes that cost more at first than what is around them made up for of late are given up
//! at once.
//!
//! The walk is one of `anneal`, short and not hot.

use crate::extract::anneal::anneal;
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

    fn solve(&self, problem: &Problem, budget: Budget, seed: u64) -> Solved {
        let mut stages = Vec::new();
        let mut reduced = Reduced::whole(problem);
        let outcome = reduced.reduce(Effort::Light, None, &mut stages);
        outcome.expect("without an incumbent a reduced problem keeps its best choice");
        let small = &reduced.problem;
        let limit = budget.steps(3000 * small.node_count() as u64);
        let mut search = Search::new(small, greedy(small));
        let mut ended = descend(&mut search, limit);
        if ended {
            let end = search.steps + WALK * small.node_count() as u64;
            let pick = anneal(&mut search, end.min(limit), seed, 0.5);
            let steps = search.steps;
            search = Search::new(small, pick);
            search.steps += steps;
            ended = descend(&mut search, limit);
        }
        let steps = search.steps + 8 * problem.edge_count() as u64;
        let status = if ended { Status::Heuristic } else { Status::Limit };
        let pick = reduced.lift(problem, search.pick());
        Solved { status, stages, ..Solved::heuristic(problem, pick, steps) }
    }
}

/// The walk's length, in steps a node.
const WALK: u64 = 150;

/// Descends until nothing helps; `false` if `limit` steps were taken first.
pub(crate) fn descend(search: &mut Search<'_>, limit: u64) -> bool {
    let mut mover = Mover::new(search.problem, Sharing::AnyNode);
    loop {
        let before = search.cost();
        if !mover.rounds(search, limit) || !mover.force_all(search, limit) {
            return false;
        }
        if search.cost() == before {
            return true;
        }
    }
}

/// Each selected class in turn, until none changes; `false` if `limit` steps were taken first.
pub(crate) fn rounds(search: &mut Search<'_>, limit: u64) -> bool {
    Mover::new(search.problem, Sharing::AnyNode).rounds(search, limit)
}

/// Compound moves: a forced change and what follows from it nearby.
pub(crate) struct Mover {
    sharing: Sharing,
    /// Classes near which something changed since their alternatives were tried.
    awake: Vec<bool>,
    queue: Vec<Class>,
    seen_by: Vec<u32>,
    stamp: u32,
    /// What the last forced change cost at first.
    direct: u64,
    /// How much dearer a forced change may be at first.
    reach: u64,
}

/// Which nodes selected classes are offered that need a class that is newly selected.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Sharing {
    /// All.
    AnyNode,
    /// Those that need nothing else that is not selected: nearly as good, in less time.
    AllSelected,
}

/// How many classes are looked at after one forced change.
const FOLLOW_UPS: usize = 64;

/// After about so many forced changes it is forgotten how much one of them became cheaper by.
const FORGETTING: u64 = 16;

impl Mover {
    pub(crate) fn new(problem: &Problem, sharing: Sharing) -> Self {
        let (awake, seen_by) = (vec![true; problem.class_count()], vec![0; problem.class_count()]);
        Self { sharing, awake, queue: Vec::new(), seen_by, stamp: 0, direct: 0, reach: u64::MAX }
    }

    /// Each selected class in turn, until none changes; `false` if `limit` steps were taken first.
    fn rounds(&mut self, search: &mut Search<'_>, limit: u64) -> bool {
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
            self.keep(search);
            if !changed {
                return true;
            }
        }
    }

    /// Keeps what was changed, and wakes the classes around it.
    fn keep(&mut self, search: &mut Search<'_>) {
        let problem = search.problem;
        for &(class, before) in search.changed() {
            let children = problem.children(before).iter().chain(problem.children(search.node(class)));
            let parents = problem.parents(class).iter().map(|&parent| problem.class_of(parent));
            for near in children.copied().chain(parents).chain([class]) {
                self.awake[near as usize] = true;
            }
        }
        search.commit();
    }

    /// Tries every alternative of every selected class that is awake; `false` if `limit` steps were taken first.
    fn force_all(&mut self, search: &mut Search<'_>, limit: u64) -> bool {
        self.reach = self.reach.min(search.cost());
        for class in search.selected() {
            if !std::mem::take(&mut self.awake[class as usize]) {
                continue;
            }
            for node in search.problem.nodes(class) {
                let before = search.cost();
                if !search.is_selected(class) || !self.force(search, class, node, before + self.reach) {
                    continue;
                }
                self.learn(search.cost());
                if search.cost() >= before {
                    search.undo();
                }
                self.keep(search);
                if search.steps > limit {
                    return false;
                }
            }
        }
        true
    }

    /// Takes note of by how much a forced change became cheaper through what was improved around it: what is dearer
    /// at first than that was of late is not worth trying.
    fn learn(&mut self, cost: u64) {
        let gain = 2 * (self.direct - cost.min(self.direct));
        self.reach = gain.max(self.reach - self.reach / FORGETTING);
    }

    /// Gives `class` the node `node` and improves around it, if that is a change, closes no cycle, and costs at most
    /// `most` before anything around it is improved.
    pub(crate) fn force(&mut self, search: &mut Search<'_>, class: Class, node: Node, most: u64) -> bool {
        if search.node(class) == node {
            return false;
        }
        let spared = search.spared_by(class);
        if !search.may_cost(node, spared, most) {
            return false;
        }
        if !search.make_acyclic(class, node) || !search.change_within(class, node, spared, most) {
            search.undo();
            return false;
        }
        self.stamp += 1;
        self.seen_by[class as usize] = self.stamp;
        self.settle(search);
        true
    }

    /// Lets all that need the selected `class` do without it, each as cheaply as it can, and improves around that;
    /// `false` if one cannot, or if it costs more than `most` before anything around it is improved.
    pub(crate) fn do_without(&mut self, search: &mut Search<'_>, class: Class, most: u64) -> bool {
        // While some still need it, it is paid for.
        let limit = most.saturating_add(search.spared_by(class));
        self.stamp += 1;
        let problem = search.problem;
        for &parent in problem.parents(class) {
            let user = problem.class_of(parent);
            if !search.is_selected(user) || search.node(user) != parent {
                continue;
            }
            self.seen_by[user as usize] = self.stamp;
            if !search.replace(user, Some(class), limit) {
                search.undo();
                return false;
            }
        }
        if search.is_selected(class) || search.cost() > most {
            search.undo();
            return false;
        }
        self.settle(search);
        true
    }

    /// Improves what is newly selected, and what can share it.
    fn settle(&mut self, search: &mut Search<'_>) {
        self.queue.clear();
        search.take_fresh(&mut self.queue);
        self.direct = search.cost();
        let mut next = 0;
        while next < self.queue.len().min(FOLLOW_UPS) {
            let fresh = self.queue[next];
            next += 1;
            self.follow(search, fresh);
            search.take_fresh(&mut self.queue);
        }
    }

    /// Improves `fresh`, newly selected, and lets selected classes share it that are no dearer then.
    fn follow(&mut self, search: &mut Search<'_>, fresh: Class) {
        self.improve_once(search, fresh);
        let problem = search.problem;
        for &parent in problem.parents(fresh) {
            let class = problem.class_of(parent);
            let is_new = self.seen_by[class as usize] != self.stamp;
            if is_new
                && search.node(class) != parent
                && search.is_selected(class)
                && self.may_share(search, parent)
            {
                search.prefer(class, parent);
            }
        }
    }

    fn may_share(&self, search: &Search<'_>, node: Node) -> bool {
        let mut children = search.problem.children(node).iter();
        self.sharing == Sharing::AnyNode || children.all(|&child| search.is_selected(child))
    }

    fn improve_once(&mut self, search: &mut Search<'_>, class: Class) {
        let is_new = self.seen_by[class as usize] != self.stamp;
        if is_new && search.is_selected(class) {
            self.seen_by[class as usize] = self.stamp;
            search.improve(class);
        }
    }
}
