//! Exact extraction as a mixed-integer program with lazy cuts against cycles.
//!
//! `x(n)` says that node n is chosen and `y(c)` is the sum over the nodes of class c (substituted, no variables). The
//! root's children have `y = 1`, others at most 1. For each class k and each class d that nodes of k need, one
//! *aggregated* row: the nodes of k that need d are chosen no more often than the nodes of d that do not need k (the
//! latter forbids cycles of two classes). There is nothing against longer cycles up front. When a solution has one,
//! of the classes U, each class u of U gets a loop-formula cut: `y(u)` is at most the sum over the nodes of all
//! classes of U that need no class of U. Then the program is solved again.
//!
//! The solver is microlp, in pure Rust; with the feature `highs` it is HiGHS. Both are told how many nodes of their
//! search tree they may solve, not for how long; and rounds of cuts end when their steps of the simplex method add up.
//!
//! V. Lifschitz and A. Razborov, "Why are there so many loop formulas?", ACM TOCL 7 (2006); F. Lin and Y. Zhao,
//! "ASSAT: computing answer sets of a logic program by SAT solvers", Artificial Intelligence 157 (2004).

#[cfg(feature = "highs")]
mod highs;
#[cfg(not(feature = "highs"))]
mod microlp;

use crate::extract::problem::{Class, Node, Problem};
use crate::extract::tree::without_cycles;

#[cfg(feature = "highs")]
use crate::extract::milp::highs::solve;
#[cfg(not(feature = "highs"))]
use crate::extract::milp::microlp::solve;

/// A row: nodes with coefficients of 1, nodes with coefficients of -1, and what the sum is at most or exactly.
#[derive(Clone, Debug)]
struct Row {
    plus: Vec<Node>,
    minus: Vec<Node>,
    sum: f64,
    is_exact: bool,
}

/// A program over one binary variable a node.
#[derive(Clone, Debug)]
struct Model {
    cost: Vec<f64>,
    rows: Vec<Row>,
}

/// What a solver says.
#[derive(Clone, Debug)]
struct Answer {
    /// The nodes that are chosen in the best solution it has.
    chosen: Option<Vec<bool>>,
    /// No solution costs less; minus infinity if it cannot tell.
    bound: f64,
    /// Whether there is no solution.
    is_infeasible: bool,
    /// How many steps of the simplex method it took.
    pivots: u64,
}

impl Answer {
    /// Nothing is known after so many steps of the simplex method.
    const fn none(pivots: u64) -> Self {
        Self { chosen: None, bound: f64::NEG_INFINITY, is_infeasible: false, pivots }
    }
}

/// How much may be done.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    /// Nodes of the solver's search tree in each round; fewer where the steps that are left would not suffice.
    pub(crate) tree_nodes: u64,
    /// No further round is begun after so many steps, one for each entry of the matrix in each step of the simplex
    /// method.
    pub(crate) steps: u64,
}

/// About so many steps of the simplex method are taken for a node of the search tree.
const PIVOTS_A_NODE: u64 = 100;

/// What is known at the end.
pub(crate) struct Outcome {
    /// An acyclic choice, and its cost.
    pub(crate) best: Option<(Vec<Node>, u64)>,
    /// No choice costs less.
    pub(crate) bound: u64,
    pub(crate) steps: u64,
}

/// So often cuts are added.
const MOST_ROUNDS: u32 = 40;

/// The largest program that is given to the solver, in entries of its matrix: its first relaxation has no budget.
pub(crate) const MOST_ENTRIES: usize = if cfg!(feature = "highs") { 30_000 } else { 6_000 };

/// Searches for the cheapest choice, starting from `known`. Every round's bound holds, whatever ends it.
pub(crate) fn search(problem: &Problem, known: &[Node], limits: Limits) -> Outcome {
    let scale = Scale::of(problem);
    let mut model = Model::of(problem, scale);
    let start = chosen_by(problem, known);
    let mut outcome = Outcome { best: None, bound: 0, steps: 0 };
    for _ in 0..MOST_ROUNDS {
        let entries = model.entries() as u64;
        let affordable = (limits.steps - outcome.steps) / (PIVOTS_A_NODE * entries).max(1);
        let answer = solve(&model, &start, limits.tree_nodes.min(affordable + 1));
        outcome.steps = outcome.steps.saturating_add(answer.pivots.saturating_mul(entries));
        if answer.is_infeasible {
            return outcome;
        }
        outcome.bound = outcome.bound.max(scale.bound(answer.bound));
        let Some(chosen) = answer.chosen else { return outcome };
        let Some(pick) = pick_of(problem, &chosen) else { return outcome };
        let cycle = cycle(problem, &pick);
        outcome.offer(problem, &pick);
        let Some(cycle) = cycle else { return outcome };
        if outcome.steps >= limits.steps {
            return outcome;
        }
        model.forbid(problem, &cycle);
    }
    outcome
}

impl Outcome {
    /// Takes `pick` over, with as little changed as makes it acyclic and complete, if it is the cheapest so far.
    fn offer(&mut self, problem: &Problem, pick: &[Node]) {
        let pick = without_cycles(problem, pick);
        let cost = problem.price(&pick);
        if self.best.as_ref().is_none_or(|&(_, best)| cost < best) {
            self.best = Some((pick, cost));
        }
    }
}

/// How costs are made small for the solver, which wants numbers of similar size.
#[derive(Clone, Copy)]
struct Scale {
    divisor: f64,
    /// By how much a bound may be too high at most, in the solver's numbers, beside a relative error.
    slack: f64,
}

/// The reduced cost that solvers take for none; of each variable, which is at most 1, a bound may have so much too
/// much. Theirs is 1e-7.
const DUAL_TOLERANCE: f64 = 2e-7;

impl Scale {
    fn of(problem: &Problem) -> Self {
        let dearest = (0..problem.node_count() as u32).map(|node| problem.cost(node)).max().unwrap_or(0);
        let slack = 1e-6 + DUAL_TOLERANCE * problem.node_count() as f64;
        Self { divisor: (dearest as f64 / 1e4).max(1.0), slack }
    }

    /// A bound of the solver's in units, less what its tolerances and roundings may amount to.
    fn bound(self, bound: f64) -> u64 {
        let safe = (bound - 1e-6 * bound.abs() - self.slack) * self.divisor;
        if safe.is_finite() { safe.ceil().max(0.0) as u64 } else { 0 }
    }
}

impl Model {
    fn of(problem: &Problem, scale: Scale) -> Self {
        let nodes = 0..problem.node_count() as u32;
        let cost = nodes.map(|node| problem.cost(node) as f64 / scale.divisor).collect();
        let mut model = Self { cost, rows: Vec::new() };
        for class in problem.classes() {
            let is_needed = class == Problem::ROOT || problem.children(0).contains(&class);
            let plus = problem.nodes(class).collect();
            model.rows.push(Row { plus, minus: Vec::new(), sum: 1.0, is_exact: is_needed });
            if class != Problem::ROOT {
                model.needs(problem, class);
            }
        }
        model
    }

    /// The rows of what `class` needs.
    fn needs(&mut self, problem: &Problem, class: Class) {
        let mut pairs: Vec<(Class, Node)> = Vec::new();
        for node in problem.nodes(class) {
            pairs.extend(problem.children(node).iter().map(|&child| (child, node)));
        }
        pairs.sort_unstable();
        for users in pairs.chunk_by(|a, b| a.0 == b.0) {
            let serves = |&node: &Node| problem.children(node).binary_search(&class).is_err();
            let plus = users.iter().map(|&(_, node)| node).collect();
            let minus = problem.nodes(users[0].0).filter(serves).collect();
            self.rows.push(Row { plus, minus, sum: 0.0, is_exact: false });
        }
    }

    /// Cuts off choices in which the classes of `cycle` rest on nothing but each other.
    fn forbid(&mut self, problem: &Problem, cycle: &[Class]) {
        let rests_outside = |&node: &Node| !problem.children(node).iter().any(|child| cycle.contains(child));
        let outside: Vec<Node> =
            cycle.iter().flat_map(|&class| problem.nodes(class)).filter(rests_outside).collect();
        for &class in cycle {
            // What occurs on both sides cancels out.
            let plus = problem.nodes(class).filter(|node| !outside.contains(node)).collect();
            let minus = outside.iter().copied().filter(|&node| problem.class_of(node) != class).collect();
            self.rows.push(Row { plus, minus, sum: 0.0, is_exact: false });
        }
    }

    /// How many entries the matrix has.
    fn entries(&self) -> usize {
        self.rows.iter().map(|row| row.plus.len() + row.minus.len()).sum()
    }
}

/// How many entries the matrix of `problem` has at least.
pub(crate) fn entries(problem: &Problem) -> usize {
    problem.node_count() + problem.edge_count() * 2
}

fn chosen_by(problem: &Problem, pick: &[Node]) -> Vec<bool> {
    let mut chosen = vec![false; problem.node_count()];
    problem.needed(pick).into_iter().for_each(|class| chosen[pick[class as usize] as usize] = true);
    chosen
}

/// The node of each class that is chosen; `None` if something that is needed is missing (the solver erred).
fn pick_of(problem: &Problem, chosen: &[bool]) -> Option<Vec<Node>> {
    let mut pick = vec![u32::MAX; problem.class_count()];
    for node in (0..problem.node_count() as u32).filter(|&node| chosen[node as usize]) {
        pick[problem.class_of(node) as usize] = node;
    }
    let mut seen = vec![false; problem.class_count()];
    let mut open = vec![Problem::ROOT];
    while let Some(class) = open.pop() {
        if pick[class as usize] == u32::MAX {
            return None;
        }
        if !std::mem::replace(&mut seen[class as usize], true) {
            open.extend_from_slice(problem.children(pick[class as usize]));
        }
    }
    Some(pick)
}

/// The classes of a cycle in `pick`, if what the root needs has one.
fn cycle(problem: &Problem, pick: &[Node]) -> Option<Vec<Class>> {
    /// Not seen, on the path, done.
    #[derive(Clone, Copy, PartialEq)]
    enum Seen {
        Not,
        Open,
        Done,
    }
    let mut seen = vec![Seen::Not; problem.class_count()];
    let mut path: Vec<(Class, usize)> = vec![(Problem::ROOT, 0)];
    seen[0] = Seen::Open;
    while let Some((class, next)) = path.last_mut() {
        let Some(&child) = problem.children(pick[*class as usize]).get(*next) else {
            seen[*class as usize] = Seen::Done;
            path.pop();
            continue;
        };
        *next += 1;
        match seen[child as usize] {
            Seen::Done => {}
            Seen::Not => {
                seen[child as usize] = Seen::Open;
                path.push((child, 0));
            }
            Seen::Open => {
                let first =
                    path.iter().position(|&(class, _)| class == child).expect("open classes are on the path");
                return Some(path[first..].iter().map(|&(class, _)| class).collect());
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::{Limits, Model, Scale, search};
    use crate::extract::problem::{Problem, ProblemBuilder};
    use crate::extract::tree::settle;

    const LIMITS: Limits = Limits { tree_nodes: 1000, steps: u64::MAX };

    /// Three classes that are cheapest in a ring, and dearer alone.
    fn ring() -> Problem {
        let mut builder = ProblemBuilder::with_capacity(4, 7, 7);
        builder.class();
        builder.node(0, [1, 2, 3].into_iter());
        for class in 1..4 {
            builder.class();
            builder.node(1, [class % 3 + 1].into_iter());
            builder.node(10 + u64::from(class), [].into_iter());
        }
        builder.build()
    }

    #[test]
    fn cycles_are_cut_off() {
        let problem = ring();
        let known = settle(&problem, |node| 100 - problem.cost(node));
        let outcome = search(&problem, &known, LIMITS);
        let (pick, cost) = outcome.best.unwrap();
        assert_eq!(cost, 11 + 1 + 1);
        assert_eq!(problem.price(&pick), cost);
        assert_eq!(outcome.bound, cost);
    }

    #[test]
    fn a_bound_comes_out_whatever_ends_it() {
        let problem = ring();
        let known = settle(&problem, |node| 100 - problem.cost(node));
        let outcome = search(&problem, &known, Limits { steps: 0, ..LIMITS });
        let (pick, cost) = outcome.best.unwrap();
        assert_eq!(problem.price(&pick), cost);
        // Without cuts the ring carries itself.
        assert_eq!(outcome.bound, 3);
        assert!(outcome.bound < cost);
    }

    #[test]
    fn bounds_are_rounded_to_the_safe_side() {
        let scale = Scale::of(&ring());
        assert_eq!(scale.bound(12.999_99), 13);
        assert_eq!(scale.bound(13.000_01), 13, "a solver's tolerance is no proof");
        assert_eq!(scale.bound(13.001), 14);
        assert_eq!(scale.bound(f64::NEG_INFINITY), 0);
        assert_eq!(scale.bound(f64::NAN), 0);
    }

    #[test]
    fn one_row_a_pair() {
        let problem = ring();
        let model = Model::of(&problem, Scale::of(&problem));
        assert_eq!(model.rows.len(), 4 + 3);
        assert_eq!(model.entries(), 7 + 3 + 3 * 2);
    }
}
