//! From a graph to dense problems and back: one problem for each closed region, inner ones first.
//!
//! A node with bodies costs, besides its own cost, `times` what the selection of each body costs. Bodies share
//! nothing with what is around them, so a body can be solved first and its price then be part of the node's.
//! Solving every region optimally is optimal for the whole.
//!
//! Constants and the like may be met in several regions although nothing is shared between them in the program.
//! A class has one choice everywhere, so where two regions would choose differently the later one is solved
//! again with the choice of the earlier; the bound stays that of the free choice, so nothing is claimed wrongly.

use crate::base::id::Id;
use crate::egraph::cost::Cost;
use crate::egraph::graph::{ClassId, Graph, NodeId};
use crate::egraph::selection::Selection;
use crate::extract::extractor::{Budget, ExtractError, Extraction, Extractor, Solved, Status};
use crate::extract::problem::{Node, Problem, ProblemBuilder};

/// Runs `extractor` on the region of `roots` and all regions within it.
pub(crate) fn select<E: Extractor + ?Sized>(
    extractor: &E,
    graph: &Graph,
    roots: &[ClassId],
    budget: Budget,
    seed: u64,
) -> Result<Extraction, ExtractError> {
    let missing = |root: &&ClassId| root.index() >= graph.class_count() || graph.nodes(**root).is_empty();
    if let Some(&root) = roots.iter().find(missing) {
        return Err(ExtractError::NoSuchRoot(root));
    }
    let mut scopes = Scopes::new(extractor, graph, budget, seed);
    if graph.has_bodies() {
        scopes.solve_bodies(roots);
    }
    match scopes.solve(roots) {
        Some(outcome) => Ok(scopes.finish(roots, &outcome)),
        None => Err(ExtractError::Underivable(scopes.underivable(roots))),
    }
}

/// The work on all regions of one selection.
struct Scopes<'a, E: ?Sized> {
    extractor: &'a E,
    graph: &'a Graph,
    budget: Budget,
    seed: u64,
    choice: Selection,
    /// What is known of each class that is a body; infinite price: cannot be had (yet).
    prices: Vec<Price>,
    number: Vec<u32>,
    steps: u64,
    limited: bool,
    /// Whether some region could not choose as freely as it might have.
    bound_by_others: bool,
    stages: Vec<crate::extract::extractor::Stage>,
}

/// What the selection of a body costs, and at least has to cost.
#[derive(Clone, Copy)]
struct Price {
    cost: Cost,
    bound: Cost,
}

const UNKNOWN: Price = Price { cost: Cost::INFINITE, bound: Cost::ZERO };

impl<'a, E: Extractor + ?Sized> Scopes<'a, E> {
    fn new(extractor: &'a E, graph: &'a Graph, budget: Budget, seed: u64) -> Self {
        let prices = if graph.has_bodies() { vec![UNKNOWN; graph.class_count()] } else { Vec::new() };
        Self {
            extractor,
            graph,
            budget,
            seed,
            choice: Selection::empty(graph),
            prices,
            number: vec![u32::MAX; graph.class_count()],
            steps: 0,
            limited: false,
            bound_by_others: false,
            stages: Vec::new(),
        }
    }

    /// Solves the regions within that of `roots`, each after those within it.
    fn solve_bodies(&mut self, roots: &[ClassId]) {
        let nesting = self.nesting(roots);
        let mut open: Vec<(ClassId, Vec<ClassId>)> = nesting;
        let mut solved = vec![false; self.graph.class_count()];
        loop {
            let before = open.len();
            open.retain(|(body, inner)| {
                let ready = inner.iter().all(|body| solved[body.index()]);
                if ready {
                    self.price_body(*body);
                    solved[body.index()] = true;
                }
                !ready
            });
            if open.is_empty() {
                return;
            }
            // Regions that hold each other: solve one that can do without those still open.
            if open.len() == before {
                let Some(at) = open.iter().position(|(body, _)| self.price_body(*body)) else { return };
                solved[open.remove(at).0.index()] = true;
                self.bound_by_others = true;
            }
        }
    }

    /// The bodies that `roots` reach, inner before outer where they nest, each with those it holds.
    fn nesting(&self, roots: &[ClassId]) -> Vec<(ClassId, Vec<ClassId>)> {
        let mut reach = Reach { graph: self.graph, seen_by: vec![0; self.graph.class_count()], stamp: 0 };
        let mut known = vec![false; self.graph.class_count()];
        let mut order = Vec::new();
        let mut stack = vec![(None, reach.bodies(roots), 0)];
        while let Some((body, inner, next)) = stack.last_mut() {
            if let Some(&child) = inner.get(*next) {
                *next += 1;
                if !std::mem::replace(&mut known[child.index()], true) {
                    let within = reach.bodies(&[child]);
                    stack.push((Some(child), within, 0));
                }
            } else {
                if let Some(body) = *body {
                    order.push((body, std::mem::take(inner)));
                }
                stack.pop();
            }
        }
        order
    }

    /// Solves the region of `body`; whether it could be.
    fn price_body(&mut self, body: ClassId) -> bool {
        let Some(outcome) = self.solve(&[body]) else { return false };
        self.prices[body.index()] = Price { cost: outcome.cost, bound: outcome.bound };
        true
    }

    /// Solves the region of `roots`, `None` if they cannot be derived.
    fn solve(&mut self, roots: &[ClassId]) -> Option<Outcome> {
        let region = self.region(roots, false)?;
        let solved = self.run(&region);
        let bound = self.bound(&region, &solved);
        if self.agrees(&region, &solved.pick) {
            let cost = self.adopt(&region, &solved.pick);
            return Some(Outcome { cost, bound });
        }
        self.bound_by_others = true;
        let region = self.region(roots, true).expect("what was chosen before can be derived");
        let solved = self.run(&region);
        let cost = self.adopt(&region, &solved.pick);
        Some(Outcome { cost, bound })
    }

    fn run(&mut self, region: &Region) -> Solved {
        let mut solved = self.extractor.solve(&region.problem, self.budget, self.seed);
        self.steps += solved.steps;
        self.limited |= solved.status == Status::Limit;
        self.stages.append(&mut solved.stages);
        solved
    }

    /// Whether `pick` chooses as earlier regions did, for what it needs.
    fn agrees(&self, region: &Region, pick: &[Node]) -> bool {
        self.graph.has_bodies().then(|| region.choices(pick)).into_iter().flatten().all(|node| {
            let earlier = self.choice.node(self.graph.class_of(node));
            earlier.is_none_or(|earlier| earlier == node)
        })
    }

    /// Takes over what `pick` needs; what it costs.
    fn adopt(&mut self, region: &Region, pick: &[Node]) -> Cost {
        let mut cost = Cost::ZERO;
        for node in region.choices(pick) {
            self.choice.choose(self.graph.class_of(node), node);
            cost = cost.plus(self.node_cost(node));
        }
        cost
    }

    /// What no choice in the region can cost less than, whatever its bodies were solved for.
    fn bound(&self, region: &Region, solved: &Solved) -> Cost {
        if region.shift > 0 {
            return Cost::ZERO;
        }
        let mut bound = u128::from(solved.bound);
        let bodies = region.nodes.iter().skip(1).flat_map(|&node| self.graph.bodies(node));
        // If no body can be had for less than 1/r of its price, no choice can be had for less than 1/r of the bound.
        let ratio = |price: &Price| price.bound.units() as f64 / price.cost.units().max(1) as f64;
        let worst = bodies
            .map(|body| self.prices[body.class.index()])
            .filter(|price| price.bound < price.cost)
            .min_by(|a, b| ratio(a).total_cmp(&ratio(b)));
        if let Some(Price { cost, bound: least }) = worst {
            bound = bound * u128::from(least.units()) / u128::from(cost.units());
        }
        Cost::new(bound as u64)
    }

    /// The cost of a node and its bodies.
    fn node_cost(&self, node: NodeId) -> Cost {
        let bodies = self.graph.bodies(node).iter();
        bodies.fold(self.graph.cost(node), |cost, body| {
            // A body that never runs costs nothing, but it must be there: what cannot be had is not free.
            let price = self.prices[body.class.index()].cost;
            cost.plus(if price.is_finite() { price.times(body.times.into()) } else { price })
        })
    }

    /// The problem of the region of `roots`; with the choices made so far, if `fixed`.
    fn region(&mut self, roots: &[ClassId], fixed: bool) -> Option<Region> {
        let order = self.number_from(roots, fixed);
        let shift = self.shift(&order);
        let mut builder = ProblemBuilder::with_capacity(order.len() + 1, order.len() + 1, order.len() + 1);
        builder.class();
        builder.node(0, roots.iter().map(|root| self.number[root.index()]));
        let mut nodes = vec![NodeId::new(u32::MAX as usize)];
        for &class in &order {
            builder.class();
            for &node in self.graph.nodes(class) {
                if self.usable(node, fixed) {
                    let units = self.node_cost(node).units();
                    let cost = if shift > 0 && units > 0 { (units >> shift).max(1) } else { units };
                    builder
                        .node(cost, self.graph.children(node).iter().map(|child| self.number[child.index()]));
                    nodes.push(node);
                }
            }
        }
        order.iter().for_each(|class| self.number[class.index()] = u32::MAX);
        let problem = builder.build();
        let mut usable = vec![true; problem.node_count()];
        if problem.derivable(&usable).iter().all(|&derived| derived) {
            return Some(Region { problem, nodes, shift });
        }
        let (problem, kept) = problem.retain(&mut usable)?;
        let nodes = kept.iter().map(|&node| nodes[node as usize]).collect();
        Some(Region { problem, nodes, shift })
    }

    /// The classes that usable nodes reach from `roots`, numbered depth first, from 1.
    fn number_from(&mut self, roots: &[ClassId], fixed: bool) -> Vec<ClassId> {
        let mut order = Vec::new();
        let mut open: Vec<ClassId> = roots.iter().rev().copied().collect();
        while let Some(class) = open.pop() {
            if self.number[class.index()] != u32::MAX {
                continue;
            }
            order.push(class);
            self.number[class.index()] = order.len() as u32;
            for &node in self.graph.nodes(class).iter().rev() {
                if self.usable(node, fixed) {
                    let children = self.graph.children(node).iter().rev();
                    open.extend(children.filter(|child| self.number[child.index()] == u32::MAX));
                }
            }
        }
        order
    }

    fn usable(&self, node: NodeId, fixed: bool) -> bool {
        let class = self.graph.class_of(node);
        self.node_cost(node).is_finite()
            && !self.graph.children(node).contains(&class)
            && (!fixed || self.choice.node(class).is_none_or(|choice| choice == node))
    }

    /// By how many bits costs must be coarsened so that all sums stay below the ceiling.
    fn shift(&self, order: &[ClassId]) -> u32 {
        let finite = |&node: &NodeId| Some(self.node_cost(node)).filter(|cost| cost.is_finite());
        let dearest = |class: &ClassId| self.graph.nodes(*class).iter().filter_map(finite).max();
        let total: u128 = order.iter().filter_map(dearest).map(|cost| u128::from(cost.units())).sum();
        let bits = u128::BITS - total.leading_zeros();
        // Rounding up can double the sum, so one more than needed.
        if bits <= 62 { 0 } else { bits - 60 }
    }

    fn finish(self, roots: &[ClassId], outcome: &Outcome) -> Extraction {
        let cost =
            self.choice.price(self.graph, roots).expect("extractors choose completely and without cycles");
        let lower_bound = outcome.bound.min(cost);
        let status = match () {
            () if cost == lower_bound => Status::Optimal,
            () if self.limited => Status::Limit,
            () => Status::Heuristic,
        };
        let choice = self.needed(roots);
        Extraction { choice, cost, lower_bound, status, steps: self.steps, stages: self.stages }
    }

    /// The choices that `roots` need, without those of bodies of nodes that were not chosen.
    fn needed(&self, roots: &[ClassId]) -> Selection {
        if !self.graph.has_bodies() {
            return self.choice.clone();
        }
        let mut needed = Selection::empty(self.graph);
        let order =
            self.choice.order(self.graph, roots).expect("extractors choose completely and without cycles");
        for class in order {
            needed.choose(class, self.choice.node(class).expect("`order` gives chosen classes"));
        }
        needed
    }

    /// One of `roots` that cannot be derived, where not all can.
    fn underivable(&mut self, roots: &[ClassId]) -> ClassId {
        let bad = roots.iter().copied().find(|&root| self.region(&[root], false).is_none());
        bad.expect("if each root can be derived, all can")
    }
}

/// The cost that a region was solved for, and the least it has to cost.
struct Outcome {
    cost: Cost,
    bound: Cost,
}

/// A region as a problem, and which node of the graph each of its nodes is.
struct Region {
    problem: Problem,
    nodes: Vec<NodeId>,
    shift: u32,
}

impl Region {
    /// The nodes of the graph that `pick` needs.
    fn choices(&self, pick: &[Node]) -> impl Iterator<Item = NodeId> {
        let needed = self.problem.needed(pick);
        needed.into_iter().skip(1).map(|class| self.nodes[pick[class as usize] as usize])
    }
}

/// Walks of regions.
struct Reach<'a> {
    graph: &'a Graph,
    seen_by: Vec<u32>,
    stamp: u32,
}

impl Reach<'_> {
    /// The bodies in the region of `roots`, in the order in which a walk meets them.
    fn bodies(&mut self, roots: &[ClassId]) -> Vec<ClassId> {
        self.stamp += 1;
        let mut bodies = Vec::new();
        let mut open: Vec<ClassId> = roots.iter().rev().copied().collect();
        while let Some(class) = open.pop() {
            if std::mem::replace(&mut self.seen_by[class.index()], self.stamp) == self.stamp {
                continue;
            }
            let usable = self.graph.nodes(class).iter().filter(|&&node| self.graph.cost(node).is_finite());
            for &node in usable.rev() {
                bodies.extend(self.graph.bodies(node).iter().map(|body| body.class));
                open.extend(self.graph.children(node).iter().rev());
            }
        }
        bodies
    }
}
