//! A lower bound by Lagrangian relaxation, and what it shows to be useless.
//!
//! The program: `x(n)` says that node n is chosen, `y(c)` is the sum over the nodes of class c, the root's is 1 and
//! no other above 1; and for each class k and each class d that nodes of k need, the nodes of k that need d are
//! chosen no more often than d: `Σ x(n) ≤ y(d)`. One row for each *pair* (k, d), not for each node and child: fewer
//! rows, and a tighter bound.
//!
//! With a price λ ≥ 0 on each row, classes are independent: a node costs what it costs itself, plus the prices of the
//! rows of what it needs, minus the prices that others pay for its class. A class is chosen if its cheapest node
//! costs less than nothing. The sum is a lower bound for any prices; good ones are found by a subgradient method
//! with momentum. They start at area flow: each class's cost divided among those who may pay for it.
//!
//! A node whose own choice would raise the bound above what a cheaper choice may cost is useless (reduced-cost
//! fixing); a class that cannot be left out is needed.
//!
//! M. Held, P. Wolfe, H. Crowder, "Validation of subgradient optimization", Mathematical Programming 6 (1974).

use crate::extract::problem::{Class, Node, Problem};
use crate::extract::tree::settling_order;

/// The rows and prices of a problem.
pub(crate) struct Lagrange<'a> {
    problem: &'a Problem,
    /// The rows of each class k, and the class d of each.
    row_start: Vec<u32>,
    row_of: Vec<Class>,
    /// Where the rows of each node start.
    node_start: Vec<u32>,
    /// The rows of each node: those of what it needs, and for a node of d that needs k the row (k, d) if there is
    /// one, which it does not serve.
    node_row: Vec<u32>,
    cost: Vec<f64>,
    price: Vec<f64>,
    /// What others pay for each class.
    income: Vec<f64>,
    /// Each class's cheapest node, and what it costs less its income.
    cheapest: Vec<(f64, Node)>,
    gradient: Vec<f64>,
    momentum: Vec<f64>,
    /// The sum of all that was added up in the last evaluation, signs left out.
    magnitude: f64,
    /// The result of the last evaluation.
    bound: f64,
    pub(crate) steps: u64,
}

/// The best bound that was found, with what it shows.
pub(crate) struct Bound {
    /// No choice costs less.
    pub(crate) bound: u64,
    /// The nodes that a choice below the target may have.
    pub(crate) usable: Vec<bool>,
    /// How many are not usable.
    pub(crate) useless: usize,
}

/// How the subgradient method goes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Schedule {
    /// At most so many rounds.
    pub(crate) rounds: u32,
    /// The step shrinks after so many rounds without a better bound.
    pub(crate) patience: u32,
    /// It ends after so many rounds if nothing was shown to be useless by then and the bound is not near: hardly ever
    /// does either come later.
    pub(crate) trial: u32,
}

impl Schedule {
    /// For one bound on which much depends.
    pub(crate) const THOROUGH: Self = Self { rounds: 400, patience: 12, trial: 400 };
    /// For what a bound can show of the problem.
    pub(crate) const STANDARD: Self = Self { rounds: 400, patience: 12, trial: 100 };
    /// For each of many subproblems.
    pub(crate) const QUICK: Self = Self { rounds: 60, patience: 6, trial: 60 };

    /// Whether nothing will come of it: after `round` rounds the bound is `part` of what it should be.
    fn is_hopeless(self, round: u32, part: f64) -> bool {
        // Where cycles carry themselves at no cost, no prices help.
        round == self.rounds / 20 && part < 0.3
            || round == self.rounds / 8 && part < 0.5
            || round == self.trial && part < 0.95
    }
}

impl<'a> Lagrange<'a> {
    pub(crate) fn new(problem: &'a Problem) -> Self {
        let mut rows = Self {
            problem,
            row_start: vec![0],
            row_of: Vec::new(),
            node_start: vec![0],
            node_row: Vec::with_capacity(problem.edge_count()),
            cost: (0..problem.node_count() as u32).map(|node| problem.cost(node) as f64).collect(),
            price: Vec::new(),
            income: vec![0.0; problem.class_count()],
            cheapest: vec![(0.0, 0); problem.class_count()],
            gradient: Vec::new(),
            momentum: Vec::new(),
            magnitude: 0.0,
            bound: 0.0,
            steps: 0,
        };
        rows.find_rows();
        rows.area_flow();
        rows
    }

    fn find_rows(&mut self) {
        let problem = self.problem;
        let mut row_of_child = vec![u32::MAX; problem.class_count()];
        let mut edge_row = Vec::with_capacity(problem.edge_count());
        for class in problem.classes() {
            let first = self.row_of.len() as u32;
            for node in problem.nodes(class) {
                for &child in problem.children(node) {
                    let known = row_of_child[child as usize];
                    if known == u32::MAX || known < first {
                        row_of_child[child as usize] = self.row_of.len() as u32;
                        self.row_of.push(child);
                    }
                    edge_row.push(row_of_child[child as usize]);
                }
            }
            self.row_start.push(self.row_of.len() as u32);
        }
        self.find_node_rows(&edge_row);
        self.price = vec![0.0; self.row_of.len()];
        self.gradient = vec![0.0; self.row_of.len()];
        self.momentum = vec![0.0; self.row_of.len()];
    }

    /// The rows of each node, from those of the edges.
    fn find_node_rows(&mut self, edge_row: &[u32]) {
        let problem = self.problem;
        // The rows (k, d) by d.
        let mut rows_to: Vec<Vec<(Class, u32)>> = vec![Vec::new(); problem.class_count()];
        for class in problem.classes() {
            for row in self.row_start[class as usize]..self.row_start[class as usize + 1] {
                rows_to[self.row_of[row as usize] as usize].push((class, row));
            }
        }
        for node in 0..problem.node_count() as u32 {
            let (first, children) = (problem.first_edge(node), problem.children(node));
            self.node_row.extend_from_slice(&edge_row[first..first + children.len()]);
            let rows = &rows_to[problem.class_of(node) as usize];
            for child in children {
                let back = rows.binary_search_by_key(child, |&(class, _)| class);
                self.node_row.extend(back.map(|at| rows[at].1));
            }
            self.node_start.push(self.node_row.len() as u32);
        }
    }

    /// Prices under which each class that needs another pays an equal share of what that costs.
    fn area_flow(&mut self) {
        let mut payers = vec![0.0_f64; self.problem.class_count()];
        self.row_of.iter().for_each(|&child| payers[child as usize] += 1.0);
        let mut flow: Vec<f64> =
            self.problem.classes().map(|class| self.problem.least_cost(class) as f64).collect();
        // In the order of a derivation what is needed has its flow first.
        for class in settling_order(self.problem) {
            let of_node = |node: Node| {
                let shares = self.problem.children(node).iter();
                let shares = shares.map(|&child| flow[child as usize] / payers[child as usize]);
                self.problem.cost(node) as f64 + shares.sum::<f64>()
            };
            let least = self.problem.nodes(class).map(of_node).fold(f64::INFINITY, f64::min);
            flow[class as usize] = least;
        }
        for (row, &child) in self.row_of.iter().enumerate() {
            self.price[row] = flow[child as usize] / payers[child as usize];
        }
    }

    /// The bound at the present prices.
    fn evaluate(&mut self) -> f64 {
        self.income.fill(0.0);
        for (&child, &price) in self.row_of.iter().zip(&self.price) {
            self.income[child as usize] += price;
        }
        let mut bound = 0.0;
        self.magnitude = 0.0;
        for class in self.problem.classes() {
            let mut best = (f64::INFINITY, 0);
            for node in self.problem.nodes(class) {
                let price = self.node_price(node);
                if price < best.0 {
                    best = (price, node);
                }
            }
            self.magnitude += best.0 + self.income[class as usize];
            best.0 -= self.income[class as usize];
            self.cheapest[class as usize] = best;
            bound += if class == Problem::ROOT { best.0 } else { best.0.min(0.0) };
        }
        self.steps += self.node_row.len() as u64;
        self.bound = bound;
        bound
    }

    /// What `node` costs, with the prices of its rows.
    pub(crate) fn node_price(&self, node: Node) -> f64 {
        let rows = self.node_rows(node).iter();
        rows.fold(self.cost[node as usize], |sum, &row| sum + self.price[row as usize])
    }

    fn node_rows(&self, node: Node) -> &[u32] {
        &self.node_row[self.node_start[node as usize] as usize..self.node_start[node as usize + 1] as usize]
    }

    fn is_chosen(&self, class: Class) -> bool {
        class == Problem::ROOT || self.cheapest[class as usize].0 < 0.0
    }

    /// Searches for good prices, and what they show of choices that cost at most `target`.
    pub(crate) fn search(&mut self, target: u64, schedule: Schedule) -> Bound {
        let mut result = Bound { bound: 0, usable: vec![true; self.problem.node_count()], useless: 0 };
        let aim = target as f64 + 1.0;
        let (mut best, mut best_price) = (0.0, self.price.clone());
        let (mut step, mut since_better) = (1.0, 0);
        for round in 0..schedule.rounds {
            let bound = self.evaluate();
            since_better += 1;
            if bound > best {
                if bound > best + 1e-4 * (aim - best).abs() {
                    since_better = 0;
                }
                best = bound;
                best_price.copy_from_slice(&self.price);
            }
            if round % 8 == 7 && bound > best - 0.05 * (aim - best).abs() {
                self.fix(target, &mut result);
            }
            if best - self.rounding() > target as f64 {
                break;
            }
            if result.useless == 0 && schedule.is_hopeless(round, best / aim) {
                break;
            }
            if since_better > schedule.patience {
                (step, since_better) = (step * 0.6, 0);
                self.price.copy_from_slice(&best_price);
                self.momentum.fill(0.0);
                if step < 0.01 {
                    break;
                }
            } else if !self.advance(step * (aim - bound)) {
                break;
            }
        }
        self.price = best_price;
        let bound = self.evaluate();
        self.fix(target, &mut result);
        result.bound = (bound - self.rounding()).ceil().max(0.0) as u64;
        result
    }

    /// How far the last evaluation may be from the truth, at most.
    fn rounding(&self) -> f64 {
        let terms =
            (2 * self.problem.edge_count() + self.problem.node_count() + 2 * self.row_of.len()) as f64;
        self.magnitude * terms * f64::EPSILON
    }

    /// Follows the subgradient so far that the bound would rise by `distance` if it were linear.
    /// `false` if the relaxed choice is a real one.
    fn advance(&mut self, distance: f64) -> bool {
        for (gradient, &class) in self.gradient.iter_mut().zip(&self.row_of) {
            // What is needed once more than it is served is dearer.
            *gradient = if self.cheapest[class as usize].0 < 0.0 { -1.0 } else { 0.0 };
        }
        for class in self.problem.classes() {
            if self.is_chosen(class) {
                let node = self.cheapest[class as usize].1 as usize;
                let rows = self.node_start[node] as usize..self.node_start[node + 1] as usize;
                for &row in &self.node_row[rows] {
                    self.gradient[row as usize] += 1.0;
                }
            }
        }
        let mut norm = 0.0;
        for (gradient, &price) in self.gradient.iter_mut().zip(&self.price) {
            // A row that is free does not get cheaper.
            if price <= 0.0 {
                *gradient = gradient.max(0.0);
            }
            norm += *gradient * *gradient;
        }
        if norm == 0.0 {
            return false;
        }
        let step = distance / norm;
        let momenta = self.momentum.iter_mut().zip(&self.gradient);
        for (price, (momentum, gradient)) in self.price.iter_mut().zip(momenta) {
            *momentum = 0.7 * *momentum + gradient;
            *price = (*price + step * *momentum).max(0.0);
        }
        true
    }

    /// Marks nodes that no choice of at most `target` has, as the present prices show.
    fn fix(&self, target: u64, result: &mut Bound) {
        let bound = self.bound - self.rounding();
        for class in self.problem.classes() {
            let own = self.cheapest[class as usize].0;
            let without = bound - if class == Problem::ROOT { own } else { own.min(0.0) };
            for node in self.problem.nodes(class) {
                let is_useless =
                    || without + self.node_price(node) - self.income[class as usize] > target as f64;
                if result.usable[node as usize] && is_useless() {
                    result.usable[node as usize] = false;
                    result.useless += 1;
                }
            }
        }
    }
}
