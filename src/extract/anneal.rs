//! `anneal`: simulated annealing over the compound moves of `local`, by seed.
//!
//! A move forces an alternative of a selected class and improves around it; it stays if it is cheaper, or with a
//! probability that falls with what it costs and with time. The temperature starts at the lower quartile of what
//! moves were seen to cost and cools geometrically; the best choice that was met is the result.
//!
//! S. Kirkpatrick, C. D. Gelatt and M. P. Vecchi, "Optimization by simulated annealing", Science 220 (1983).

use crate::extract::dag_knuth::greedy;
use crate::extract::extractor::{Budget, Extractor, Promise, Solved};
use crate::extract::local::{Mover, Sharing, descend};
use crate::extract::problem::{Node, Problem};
use crate::extract::random::Dice;
use crate::extract::search::Search;

/// Simulated annealing. See the module's text. Standard budget: 3 000 steps a node.
#[derive(Clone, Copy, Debug)]
pub struct Anneal;

impl Extractor for Anneal {
    fn name(&self) -> &'static str {
        "anneal"
    }

    fn promise(&self) -> Promise {
        Promise::None
    }

    fn solve(&self, problem: &Problem, budget: Budget, seed: u64) -> Solved {
        let limit = budget.steps(3000 * problem.node_count() as u64);
        let mut search = Search::new(problem, greedy(problem));
        descend(&mut search, limit);
        let pick = anneal(&mut search, limit, seed);
        Solved::heuristic(problem, pick, search.steps)
    }
}

/// How much colder it is at the end.
const COOLING: f64 = 0.01;
/// Moves at one temperature.
const BATCH: u32 = 64;

/// Anneals until `limit` steps were taken in all, and gives the best choice that was met.
pub(crate) fn anneal(search: &mut Search<'_>, limit: u64, seed: u64) -> Vec<Node> {
    let mut dice = Dice::new(seed);
    let mut mover = Mover::new(search.problem, Sharing::AllSelected);
    let mut best = (search.cost(), search.pick().to_vec());
    let start = search.steps;
    let Some(hot) = starting_temperature(search, &mut mover, &mut dice, limit) else { return best.1 };
    while search.steps < limit {
        let spent = (search.steps - start) as f64 / (limit - start) as f64;
        let temperature = hot * COOLING.powf(spent);
        for _ in 0..BATCH {
            let before = search.cost();
            if !random_move(search, &mut mover, &mut dice) {
                continue;
            }
            let dearer = search.cost().saturating_sub(before) as f64;
            if dearer > 0.0 && dice.unit() >= (-dearer / temperature).exp() {
                search.undo();
            }
            search.commit();
            if search.cost() < best.0 {
                best = (search.cost(), search.pick().to_vec());
            }
        }
    }
    best.1
}

/// The lower quartile of what moves from here cost; `None` if there are none.
fn starting_temperature(
    search: &mut Search<'_>,
    mover: &mut Mover,
    dice: &mut Dice,
    limit: u64,
) -> Option<f64> {
    let mut costs = Vec::new();
    for _ in 0..1000 {
        if costs.len() >= 200 || search.steps >= limit {
            break;
        }
        let before = search.cost();
        if random_move(search, mover, dice) {
            costs.extend(search.cost().checked_sub(before).filter(|&cost| cost > 0));
            search.undo();
        }
    }
    costs.sort_unstable();
    costs.get(costs.len() / 4).map(|&cost| cost as f64)
}

/// Makes a move, if a node drawn at random allows it.
fn random_move(search: &mut Search<'_>, mover: &mut Mover, dice: &mut Dice) -> bool {
    search.steps += 1;
    let node = dice.below(search.problem.node_count() as u64) as u32;
    let class = search.problem.class_of(node);
    search.is_selected(class) && mover.force(search, class, node)
}
