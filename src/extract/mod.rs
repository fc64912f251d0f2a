//! Extraction: choosing one node for each class that the roots need.
//!
//! *Takes* a [`Graph`](crate::egraph::graph::Graph), roots, a [`Budget`](extractor::Budget) in steps and a seed. *Gives* an
//! [`Extraction`](extractor::Extraction): a choice that passes [`Selection::check`](crate::egraph::selection::Selection::check), its
//! cost, a lower bound on every selection's cost, and whether the choice is proven optimal. *Keeps true*: the
//! same graph, budget and seed give the same choice; what depends on order depends on the nodes' `tie`.
//!
//! The cost of a selection is its DAG cost: each class that is needed is paid for once, and classes that no
//! root needs cost nothing.

pub mod anneal;
pub mod auto;
pub mod beam;
pub mod bottom_up;
mod branch;
mod cones;
pub mod cost;
pub mod dag_knuth;
pub mod extractor;
pub mod greedy_dag;
mod lagrange;
pub mod local;
mod milp;
pub mod problem;
pub mod random;
mod reduce;
mod scc;
mod scope;
mod search;
pub mod tree;
mod wide;

use crate::extract::extractor::Extractor;

/// All extractors, simple ones first.
pub static EXTRACTORS: &[&dyn Extractor] = &[
    &tree::Tree,
    &bottom_up::BottomUp,
    &greedy_dag::GreedyDag,
    &greedy_dag::FasterGreedyDag,
    &dag_knuth::DagKnuth,
    &beam::Beam { width: 8 },
    &local::Local,
    &anneal::Anneal,
    &auto::Bound,
    &auto::Exact,
    &auto::Auto,
    &random::Random,
];

/// The extractor of that name.
#[must_use]
pub fn find(name: &str) -> Option<&'static dyn Extractor> {
    EXTRACTORS.iter().copied().find(|extractor| extractor.name() == name)
}
