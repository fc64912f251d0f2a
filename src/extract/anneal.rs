//! `anneal`: simulated annealing over the compound moves of `local`, by seed.
//!
//! A move forces an alternative of a selected class and improves around it, or, now and then, lets all that need a
//! class do without it: what many share goes only if all turn away from it at once. A move stays if it is cheaper,
//! or with a probability that falls with what it costs and with time. How much dearer it may be is drawn first, and
//! what is far above that already before anything around it is improved is given up at once, which most moves are.
//! The temperature starts at the lower quartile of what moves were seen to cost and cools geometrically; the best
//! choice that was met is the result.
//!
//! S. Kirkpatrick, C. D. Gelatt and M. P. Vecchi, "Optimization by simulated annealing", Science 220 (1983).

use crate::extract::dag_knuth::greedy;
use crate::extract::extractor::{Budget, Extractor, Promise, Solved};
use crate::extract::local::{Mover, Sharing, descend};
use crate::extract::problem::{Class, Node, Problem};
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
        let pick = anneal(&mut search, limit, seed, 1.0);
        Solved::heuristic(problem, pick, search.steps)
    }
}

/// How much colder it is at the end.
const COOLING: f64 = 0.01;
/// How many temperatures a change may cost above what is acceptable before what is around it is improved. Hardly
/// any that costs more becomes acceptable by that, and most moves do.
const HOPE: f64 = 12.0;
/// One in so many moves lets all that need a class do without it.
const OF_MOVES: u64 = 25;
/// Moves at one temperature.
const BATCH: u32 = 64;

/// Anneals until `limit` steps were taken in all, and gives the best choice that was met. It starts as hot as moves
/// suggest, times `heat`.
pub(crate) fn anneal(search: &mut Search<'_>, limit: u64, seed: u64, heat: f64) -> Vec<Node> {
    let mut dice = Dice::new(seed);
    let mut mover = Mover::new(search.problem, Sharing::AllSelected);
    let mut best = Best::new(search);
    let start = search.steps;
    let Some(hot) = starting_temperature(search, &mut mover, &mut dice, limit) else { return best.pick };
    let patience = patience();
    while search.steps < limit {
        let spent = (search.steps - start) as f64 / (limit - start) as f64;
        let temperature = heat * hot * COOLING.powf(spent);
        for _ in 0..BATCH {
            let Some((class, node)) = draw(search, &mut dice) else { continue };
            let dearer = temperature * patience[dice.below(patience.len() as u64) as usize];
            let most = search.cost() + dearer as u64;
            let hope = most + (HOPE * temperature) as u64;
            let children = search.problem.children(search.node(class));
            let has_moved = match children.len() as u64 {
                count @ 1.. if dice.below(OF_MOVES) == 0 => {
                    mover.do_without(search, children[dice.below(count) as usize], hope)
                }
                _ => mover.force(search, class, node, hope),
            };
            if !has_moved {
                continue;
            }
            if search.cost() > most {
                search.undo();
            }
            best.follow(search);
            search.commit();
        }
    }
    best.pick
}

/// The best choice that was met.
struct Best {
    cost: u64,
    pick: Vec<Node>,
    /// Classes whose nodes may have changed since; too many of them stand for all.
    stale: Vec<Class>,
}

impl Best {
    fn new(search: &Search<'_>) -> Self {
        Self { cost: search.cost(), pick: search.pick().to_vec(), stale: Vec::new() }
    }

    /// Takes note of what was changed since the last commit.
    fn follow(&mut self, search: &Search<'_>) {
        if self.stale.len() < self.pick.len() {
            self.stale.extend(search.changed().iter().map(|&(class, _)| class));
        }
        if search.cost() >= self.cost {
            return;
        }
        self.cost = search.cost();
        if self.stale.len() < self.pick.len() {
            self.stale.iter().for_each(|&class| self.pick[class as usize] = search.node(class));
        } else {
            self.pick.copy_from_slice(search.pick());
        }
        self.stale.clear();
    }
}

/// How many temperatures dearer a move may be, in as many cases as it may: exponentially distributed.
fn patience() -> Vec<f64> {
    const CASES: u32 = 1024;
    (0..CASES).map(|case| -((f64::from(case) + 0.5) / f64::from(CASES)).ln()).collect()
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
        let Some((class, node)) = draw(search, dice) else { continue };
        if mover.force(search, class, node, u64::MAX) {
            costs.extend(search.cost().checked_sub(before).filter(|&cost| cost > 0));
            search.undo();
        }
    }
    costs.sort_unstable();
    costs.get(costs.len() / 4).map(|&cost| cost as f64)
}

/// Draws a node; it and its class, if that is selected.
fn draw(search: &mut Search<'_>, dice: &mut Dice) -> Option<(Class, Node)> {
    search.steps += 1;
    let node = dice.below(search.problem.node_count() as u64) as u32;
    let class = search.problem.class_of(node);
    search.is_selected(class).then_some((class, node))
}
