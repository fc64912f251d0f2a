//! Extraction: choosing one node for each class that the roots need.
//!
//! *Takes* a [`Graph`](crate::egraph::graph::Graph), roots, a [`Budget`] in steps and a seed. *Gives* an
//! [`Extraction`]: a choice that passes [`Selection::check`](crate::egraph::selection::Selection::check), its
//! cost, a lower bound on every selection's cost, and whether the choice is proven optimal. *Keeps true*: the
//! same graph, budget and seed give the same choice; what depends on order depends on the nodes' `tie`.
//!
//! The cost of a selection is its DAG cost: each class that is needed is paid for once, and classes that no
//! root needs cost nothing.

mod cones;
pub mod dag_knuth;
pub mod extractor;
pub mod problem;
mod scope;
pub mod tree;
mod wide;
