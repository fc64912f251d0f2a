//! `auto`, `bound` and `exact`: one course of work, followed more or less far.
//!
//! 1. Reduce, lightly, and choose as `local` does, in a large problem without forced moves; the cost is the first
//!    incumbent.
//! 2. Reduce, fully, and split into parts that are solved apart.
//! 3. For each part: descend from what is known (`local`); find prices that bound it and take out what they show to
//!    be useless; reduce and split again while that helps.
//! 4. Branch and bound with a small budget, where the part is small or the bound near: others are never proven so.
//! 5. Anneal; if that found something cheaper, bound again.
//! 6. What is still open: branch and bound with a larger budget, then a mixed-integer program.
//!
//! `bound` goes up to 3, `auto` to 5 and `exact` to 6; where the feature `highs` brings a fast solver, `auto` gives
//! it what is still open too.

use crate::extract::anneal::anneal;
use crate::extract::branch::Branching;
use crate::extract::dag_knuth::greedy;
use crate::extract::extractor::{Budget, Extractor, Promise, Solved, Stage, Status};
use crate::extract::lagrange::{Lagrange, Schedule};
use crate::extract::local::{descend, rounds};
use crate::extract::milp::{self, Limits};
use crate::extract::problem::{Node, Problem};
use crate::extract::reduce::{Effort, Incumbent, Reduced, report, split};
use crate::extract::search::Search;

/// All that pays off. See the module's text. Standard budget: some thousand steps a node that reduction leaves.
#[derive(Clone, Copy, Debug)]
pub struct Auto;

/// A good choice and a lower bound. See the module's text. Standard budget: 3 000 steps a node for the descent.
#[derive(Clone, Copy, Debug)]
pub struct Bound;

/// The least DAG cost. See the module's text. Standard budget: 30 000 steps a node that reduction leaves, or two
/// million where that is more; a result that could not be proven has the status *limit*.
#[derive(Clone, Copy, Debug)]
pub struct Exact;

impl Extractor for Auto {
    fn name(&self) -> &'static str {
        "auto"
    }

    fn promise(&self) -> Promise {
        Promise::None
    }

    fn solve(&self, problem: &Problem, budget: Budget, seed: u64) -> Solved {
        let finish = cfg!(feature = "highs").then_some(Finish { branch: 0, least: 0, solver: BRIEFLY });
        let course = Course {
            descend: 1000,
            prices: Schedule::STANDARD,
            branch: 400,
            anneal: 200,
            least: 400_000,
            finish,
        };
        run(problem, course, budget, seed, Status::Heuristic)
    }
}

impl Extractor for Bound {
    fn name(&self) -> &'static str {
        "bound"
    }

    fn promise(&self) -> Promise {
        Promise::None
    }

    fn solve(&self, problem: &Problem, budget: Budget, seed: u64) -> Solved {
        let course = Course {
            descend: 3000,
            prices: Schedule::THOROUGH,
            branch: 0,
            anneal: 0,
            least: 0,
            finish: None,
        };
        run(problem, course, budget, seed, Status::Heuristic)
    }
}

impl Extractor for Exact {
    fn name(&self) -> &'static str {
        "exact"
    }

    fn promise(&self) -> Promise {
        Promise::LeastDag
    }

    fn solve(&self, problem: &Problem, budget: Budget, seed: u64) -> Solved {
        let finish = Some(Finish { branch: 27_000, least: 2_000_000, solver: AT_LENGTH });
        let course = Course {
            descend: 3000,
            prices: Schedule::THOROUGH,
            branch: 400,
            anneal: 1250,
            least: 400_000,
            finish,
        };
        run(problem, course, budget, seed, Status::Limit)
    }
}

/// How far to go, in steps a node.
#[derive(Clone, Copy, Debug)]
struct Course {
    descend: u64,
    prices: Schedule,
    branch: u64,
    /// At each heat.
    anneal: u64,
    /// Steps of branching for a part, however small, and of annealing at each heat.
    least: u64,
    finish: Option<Finish>,
}

/// The last step.
#[derive(Clone, Copy, Debug)]
struct Finish {
    branch: u64,
    /// Steps of branching for a part, however small.
    least: u64,
    /// No nodes of a search tree: no solver.
    solver: Limits,
}

/// How much a solver may do in `auto`.
const BRIEFLY: Limits = Limits { tree_nodes: 1000, steps: 300_000_000 };

/// How much a solver may do in `exact`.
const AT_LENGTH: Limits = Limits { tree_nodes: 20_000, steps: 20_000_000_000 };

impl Course {
    /// The course within `steps` for `nodes` nodes, its parts in proportion.
    fn within(self, steps: u64, nodes: u64) -> Self {
        let anneal = self.anneal * HEATS.len() as u64;
        let whole = self.descend + self.branch + anneal + self.finish.map_or(0, |finish| finish.branch);
        let share = |part: u64| {
            let steps = u128::from(steps) * u128::from(part) / u128::from(whole * nodes.max(1));
            u64::try_from(steps).unwrap_or(u64::MAX)
        };
        let finish = self.finish.map(|finish| Finish {
            branch: share(finish.branch),
            least: finish.least.min(steps / 10),
            solver: Limits {
                tree_nodes: finish.solver.tree_nodes.min(steps / 1000),
                steps: finish.solver.steps.min(steps),
            },
        });
        let least = self.least.min(steps / 10);
        Self {
            descend: share(self.descend),
            prices: self.prices,
            branch: share(self.branch),
            anneal: share(self.anneal),
            least,
            finish,
        }
    }
}

fn run(problem: &Problem, course: Course, budget: Budget, seed: u64, unproven: Status) -> Solved {
    let (step, limit) = (common_divisor(problem), budget.steps(u64::MAX));
    let mut run = Run { course, step, seed, steps: 0, limit, stages: Vec::new() };
    let mut reduced = Reduced::whole(problem);
    let outcome = reduced.reduce(Effort::Light, None, &mut run.stages);
    outcome.expect("without an incumbent a reduced problem keeps its best choice");
    let mut found = run.first_descent(problem, &reduced, budget);
    let outcome = reduced.reduce(Effort::Full, Some(run.incumbent(&found)), &mut run.stages);
    run.steps += 8 * problem.edge_count() as u64;
    if outcome.is_ok() {
        run.stage("left", "nodes", reduced.problem.node_count() as u64 - 1);
        if let Budget::Steps(steps) = budget {
            run.course = course.within(steps, reduced.problem.node_count() as u64);
        }
        run.parts(problem, &reduced, &mut found, 0);
    } else {
        found.bound = found.cost;
    }
    let status = if found.bound == found.cost { Status::Optimal } else { unproven };
    Solved { pick: found.pick, bound: found.bound, status, steps: run.steps, stages: run.stages }
}

/// The greatest number that divides all costs.
fn common_divisor(problem: &Problem) -> u64 {
    let nodes = 0..problem.node_count() as u32;
    nodes.fold(0, |divisor, node| gcd(divisor, problem.cost(node))).max(1)
}

const fn gcd(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// One run, through all parts.
struct Run {
    course: Course,
    /// All costs are multiples of this.
    step: u64,
    seed: u64,
    steps: u64,
    /// No more is annealed after so many steps.
    limit: u64,
    stages: Vec<Stage>,
}

/// The best choice for a problem so far.
struct Found {
    pick: Vec<Node>,
    cost: u64,
    bound: u64,
}

impl Found {
    fn offer(&mut self, problem: &Problem, pick: Vec<Node>) -> bool {
        let cost = problem.price(&pick);
        let is_better = cost < self.cost;
        if is_better {
            (self.pick, self.cost) = (pick, cost);
        }
        is_better
    }

    const fn is_proven(&self) -> bool {
        self.bound >= self.cost
    }
}

/// In a larger whole no moves are forced before it is reduced: that would take longer than all the rest.
const MOST_TO_DESCEND: usize = 4000;

/// So often a part is bounded and annealed.
const MOST_ROUNDS: u32 = 6;

/// How hot annealing starts, against what moves suggest. Some problems want it hotter than others, and two short
/// runs find more than a long one.
const HEATS: [f64; 2] = [1.0, 0.5];

/// So often annealing gets twice the time because it found something.
const MOST_DOUBLINGS: u32 = 2;

/// Branching ends in time on problems of so many nodes.
const MOST_TO_BRANCH: usize = 512;

/// Whether branching may prove something: no larger problem was ever proven so that was not bounded nearly.
fn is_promising(problem: &Problem, found: &Found) -> bool {
    problem.node_count() <= MOST_TO_BRANCH || found.bound >= found.cost - found.cost / 10
}

/// Bounding and reducing again is not nested deeper than this.
const DEEPEST: u32 = 8;

impl Run {
    const fn incumbent(&self, found: &Found) -> Incumbent {
        Incumbent { cost: found.cost, step: self.step }
    }

    fn stage(&mut self, name: &'static str, counts: &'static str, amount: u64) {
        report(&mut self.stages, name, counts, amount as usize);
    }

    /// The first descent, of the whole: reduction may take away ways down, and needs something to compare with.
    fn first_descent(&mut self, problem: &Problem, reduced: &Reduced, budget: Budget) -> Found {
        let small = &reduced.problem;
        let mut search = Search::new(small, greedy(small));
        self.stage("greedy", "cost", search.cost());
        let limit = budget.steps(8 * self.course.descend * small.node_count() as u64) / 8;
        if small.node_count() <= MOST_TO_DESCEND {
            descend(&mut search, limit);
        } else {
            rounds(&mut search, limit);
        }
        self.steps += search.steps;
        let pick = reduced.lift(problem, search.pick());
        let cost = problem.price(&pick);
        self.stage("descent", "cost", cost);
        Found { cost, pick, bound: problem.trivial_bound() }
    }

    /// Solves what `reduced` left of `problem` part by part, for something cheaper than what is known.
    fn parts(&mut self, problem: &Problem, reduced: &Reduced, found: &mut Found, depth: u32) {
        let whole = &reduced.problem;
        let mut pick = vec![u32::MAX; whole.class_count()];
        pick[0] = 0;
        let (mut cost, mut bound) = (whole.cost(0), whole.cost(0));
        let known = reduced.project(&found.pick, problem);
        for part in split(whole) {
            let known = part.restrict(whole, &known);
            let solved = self.part(&part.problem, &known, depth);
            for class in part.problem.needed(&solved.pick).into_iter().skip(1) {
                let node = part.nodes[solved.pick[class as usize] as usize];
                pick[whole.class_of(node) as usize] = node;
            }
            cost += solved.cost;
            bound += solved.bound;
        }
        if cost < found.cost {
            found.offer(problem, reduced.lift(problem, &pick));
        }
        // What was taken out has nothing cheaper than what was known.
        found.bound = found.bound.max(bound.min(found.cost));
    }

    /// Solves a problem that is one part, from a choice that is known.
    fn part(&mut self, problem: &Problem, known: &[Node], depth: u32) -> Found {
        let mut found = self.descend(problem, known.to_vec());
        for round in 0..MOST_ROUNDS {
            let before = found.cost;
            let went_on = self.bound(problem, &mut found, depth);
            if !went_on && is_promising(problem, &found) {
                let limit = self.course.branch.saturating_mul(problem.node_count() as u64);
                self.branch(problem, &mut found, limit.max(self.course.least));
            }
            // What went on with less has done all that could be done here.
            let is_done =
                if went_on { found.cost == before } else { !self.anneal(problem, &mut found, round) };
            if went_on && is_done {
                return found;
            }
            if is_done || found.is_proven() {
                break;
            }
        }
        self.finish(problem, &mut found);
        found
    }

    /// Descends from `start`.
    fn descend(&mut self, problem: &Problem, start: Vec<Node>) -> Found {
        let mut search = Search::new(problem, start);
        let limit = self.course.descend.saturating_mul(problem.node_count() as u64);
        descend(&mut search, limit.min(self.limit.saturating_sub(self.steps)));
        self.steps += search.steps;
        Found { cost: search.cost(), pick: search.into_pick(), bound: problem.trivial_bound() }
    }

    /// What is done last for what is still open.
    fn finish(&mut self, problem: &Problem, found: &mut Found) {
        let Some(finish) = self.course.finish else { return };
        let nodes = problem.node_count() as u64;
        self.branch(problem, found, finish.branch.saturating_mul(nodes).max(finish.least));
        self.milp(problem, found, finish.solver);
    }

    /// Bounds the cost, takes out what that shows to be useless, and goes on with what is left if that was much;
    /// whether it went on.
    fn bound(&mut self, problem: &Problem, found: &mut Found, depth: u32) -> bool {
        let Some(target) = self.target(found) else { return false };
        let mut lagrange = Lagrange::new(problem);
        let mut prices = lagrange.search(target, self.course.prices);
        self.steps += lagrange.steps;
        self.stage("priced out", "nodes", prices.useless as u64);
        if prices.bound > target {
            found.bound = found.cost;
            return false;
        }
        found.bound = found.bound.max(prices.bound.next_multiple_of(self.step));
        if prices.useless * 8 < problem.node_count() || depth == DEEPEST {
            return false;
        }
        let mut reduced = Reduced::whole(problem);
        let incumbent = Some(self.incumbent(found));
        let kept = reduced.keep(&mut prices.usable);
        if kept.and_then(|()| reduced.reduce(Effort::Full, incumbent, &mut self.stages)).is_err() {
            found.bound = found.cost;
            return false;
        }
        self.parts(problem, &reduced, found, depth + 1);
        true
    }

    fn branch(&mut self, problem: &Problem, found: &mut Found, limit: u64) {
        let Some(target) = self.target(found) else { return };
        if limit == 0 {
            return;
        }
        let mut branching = Branching { step: self.step, limit, steps: 0 };
        let outcome = branching.search(problem, target);
        self.steps += branching.steps;
        if let Some((pick, _)) = outcome.best {
            found.offer(problem, pick);
        }
        found.bound = found.bound.max(outcome.bound.next_multiple_of(self.step).min(found.cost));
    }

    /// Whether annealing, and descent from where it ends, found something cheaper. It is tried at one heat after
    /// another. Where it found something before, it takes its time.
    fn anneal(&mut self, problem: &Problem, found: &mut Found, round: u32) -> bool {
        if found.is_proven() || self.course.anneal == 0 {
            return false;
        }
        let limit = self.course.anneal.saturating_mul(problem.node_count() as u64).max(self.course.least);
        let limit = limit.saturating_mul(1 << round.min(MOST_DOUBLINGS));
        HEATS.iter().enumerate().any(|(index, &heat)| {
            let left = self.limit.saturating_sub(self.steps);
            if left == 0 {
                return false;
            }
            let seed = self.seed.wrapping_add(u64::from(round) + u64::from(MOST_ROUNDS) * index as u64);
            let mut search = Search::new(problem, found.pick.clone());
            let pick = anneal(&mut search, limit.min(left), seed, heat);
            self.steps += search.steps;
            let ended = self.descend(problem, pick);
            found.offer(problem, ended.pick)
        })
    }

    fn milp(&mut self, problem: &Problem, found: &mut Found, limits: Limits) {
        let is_too_large = milp::entries(problem) > milp::MOST_ENTRIES;
        if limits.tree_nodes == 0 || self.target(found).is_none() || is_too_large {
            return;
        }
        let outcome = milp::search(problem, &found.pick, limits);
        self.steps += outcome.steps;
        if let Some((pick, _)) = outcome.best {
            found.offer(problem, pick);
        }
        let bound = outcome.bound.next_multiple_of(self.step);
        found.bound = found.bound.max(bound.min(found.cost));
    }

    /// What something cheaper may cost, if that is not known not to exist.
    fn target(&self, found: &mut Found) -> Option<u64> {
        let target = self.incumbent(found).target().filter(|&target| found.bound <= target);
        if target.is_none() {
            found.bound = found.cost;
        }
        target
    }
}
