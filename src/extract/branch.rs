//! Branch and bound: tries the nodes of a class that every choice needs, each in the problem that is left with it.
//!
//! What makes it work is what is done to each subproblem: prices that bound it and show nodes to be useless
//! ([`Lagrange`]), reduction with must sets, and a split into parts that are searched apart, each with what the
//! others leave of the target. Depth first, the most promising node first.

use crate::extract::lagrange::{Lagrange, Schedule};
use crate::extract::problem::{Class, Node, Problem};
use crate::extract::reduce::{Effort, Incumbent, Reduced, split};

/// What a search found.
pub(crate) struct Outcome {
    /// The cheapest choice that was found, if one costs no more than the target, and its cost.
    pub(crate) best: Option<(Vec<Node>, u64)>,
    /// No choice costs less, unless it is above the target.
    pub(crate) bound: u64,
}

/// A search with a budget.
pub(crate) struct Branching {
    /// All costs are multiples of this.
    pub(crate) step: u64,
    pub(crate) limit: u64,
    pub(crate) steps: u64,
}

/// Deeper subproblems are given up: the search recurses.
const DEEPEST: u32 = 100;

impl Branching {
    /// Searches for the cheapest choice that costs no more than `target`.
    pub(crate) fn search(&mut self, problem: &Problem, target: u64) -> Outcome {
        self.reduced(Reduced::whole(problem), problem, target, 0)
    }

    /// Searches what `reduced`, made from `original`, may still hold.
    fn reduced(&mut self, mut reduced: Reduced, original: &Problem, target: u64, depth: u32) -> Outcome {
        self.steps += 24 * original.edge_count() as u64;
        let incumbent = Some(Incumbent { cost: target + self.step, step: self.step });
        if reduced.reduce(Effort::Full, incumbent, &mut Vec::new()).is_err() {
            return Outcome { best: None, bound: target + 1 };
        }
        let outcome = self.parts(&reduced.problem, target, depth);
        let best = outcome.best.map(|(pick, cost)| (reduced.lift(original, &pick), cost));
        Outcome { best, ..outcome }
    }

    /// Searches a reduced problem part by part.
    fn parts(&mut self, problem: &Problem, target: u64, depth: u32) -> Outcome {
        let base = problem.cost(0);
        let mut pick = vec![u32::MAX; problem.class_count()];
        pick[0] = 0;
        let mut parts = split(problem);
        // The small ones first: they say most for the least work.
        parts.sort_by_key(|part| part.problem.node_count());
        let mut bounds: Vec<u64> = parts.iter().map(|part| part.problem.trivial_bound()).collect();
        let mut is_complete = true;
        let mut cost = base;
        for (at, part) in parts.iter().enumerate() {
            let others: u64 = bounds.iter().sum::<u64>() - bounds[at];
            let Some(left) = target.checked_sub(base + others) else {
                return Outcome { best: None, bound: target + 1 };
            };
            let outcome = self.part(&part.problem, left, depth);
            let Some((chosen, part_cost)) = outcome.best else {
                if outcome.bound > left {
                    return Outcome { best: None, bound: target + 1 };
                }
                bounds[at] = bounds[at].max(outcome.bound);
                is_complete = false;
                continue;
            };
            for class in part.problem.needed(&chosen).into_iter().skip(1) {
                let node = part.nodes[chosen[class as usize] as usize];
                pick[problem.class_of(node) as usize] = node;
            }
            cost += part_cost;
            bounds[at] = bounds[at].max(outcome.bound.min(part_cost));
        }
        let bound = base + bounds.iter().sum::<u64>();
        Outcome { best: (is_complete && cost <= target).then_some((pick, cost)), bound }
    }

    /// Searches a problem that is one part.
    fn part(&mut self, problem: &Problem, target: u64, depth: u32) -> Outcome {
        let mut lagrange = Lagrange::new(problem);
        let mut prices = lagrange.search(target, Schedule::QUICK);
        self.steps += lagrange.steps;
        if prices.bound > target {
            return Outcome { best: None, bound: target + 1 };
        }
        if prices.useless * 4 > problem.node_count() {
            let mut reduced = Reduced::whole(problem);
            if reduced.keep(&mut prices.usable).is_err() {
                return Outcome { best: None, bound: target + 1 };
            }
            let outcome = self.reduced(reduced, problem, target, depth);
            return Outcome { bound: outcome.bound.max(prices.bound), ..outcome };
        }
        let Some(class) = branching_class(problem, &lagrange) else {
            let pick: Vec<Node> = problem.classes().map(|class| problem.nodes(class).start).collect();
            let cost = problem.price(&pick);
            return Outcome { best: Some((pick, cost)), bound: cost };
        };
        self.branch(problem, class, &lagrange, prices.bound, target, depth)
    }

    /// Tries the nodes of `class`, cheapest first by their prices.
    fn branch(
        &mut self,
        problem: &Problem,
        class: Class,
        prices: &Lagrange<'_>,
        bound: u64,
        mut target: u64,
        depth: u32,
    ) -> Outcome {
        let mut nodes: Vec<Node> = problem.nodes(class).collect();
        nodes.sort_by(|&a, &b| prices.node_price(a).total_cmp(&prices.node_price(b)).then(a.cmp(&b)));
        let mut best = None;
        let mut least = u64::MAX;
        for &node in &nodes {
            if self.steps >= self.limit || depth >= DEEPEST {
                least = bound;
                break;
            }
            let mut usable: Vec<bool> = vec![true; problem.node_count()];
            problem.nodes(class).for_each(|other| usable[other as usize] = other == node);
            let mut reduced = Reduced::whole(problem);
            if reduced.keep(&mut usable).is_err() {
                continue;
            }
            let outcome = self.reduced(reduced, problem, target, depth + 1);
            if outcome.bound <= target {
                least = least.min(outcome.bound);
            }
            if let Some((pick, cost)) = outcome.best {
                best = Some((pick, cost));
                let Some(lower) = cost.checked_sub(self.step) else { break };
                target = lower;
            }
        }
        let proven = best.as_ref().map_or(target + 1, |&(_, cost)| cost);
        Outcome { best, bound: least.min(proven).max(bound) }
    }
}

/// A class that every choice needs and that has several nodes; `None` if there is nothing to choose.
fn branching_class(problem: &Problem, prices: &Lagrange<'_>) -> Option<Class> {
    let needed = problem.children(0).iter().copied().filter(|&class| problem.nodes(class).len() > 1);
    needed.max_by(|&a, &b| spread(problem, prices, a).total_cmp(&spread(problem, prices, b)))
}

/// By how much the prices of the second cheapest node of `class` exceed those of the cheapest.
fn spread(problem: &Problem, prices: &Lagrange<'_>, class: Class) -> f64 {
    let (mut first, mut second) = (f64::INFINITY, f64::INFINITY);
    for price in problem.nodes(class).map(|node| prices.node_price(node)) {
        if price < first {
            (first, second) = (price, first);
        } else {
            second = second.min(price);
        }
    }
    second - first
}
