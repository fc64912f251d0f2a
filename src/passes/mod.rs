//! Layer 5: the structural steps on a chosen program: scopes become functions, returns and directions are put in order,
//! runtime scopes and carries are written out for the generator.
//!
//! A pass never asks the text which buffers are the same: it asks
//! [`Relations`](crate::egraph::relation::Relations), that is, the e-graph.

pub mod calls;
pub mod carries;
pub mod dead_writes;
mod defs;
pub mod facts;
pub mod fences;
pub mod outline;
pub mod params;
pub mod returns;
pub mod run;
pub mod runtime_scopes;
pub mod table;
mod trips;
