//! E-graphs: the flat graph that extraction works on, selections from it, and their exchange format.

pub mod cost;
pub mod graph;
pub mod relation;
pub mod selection;
