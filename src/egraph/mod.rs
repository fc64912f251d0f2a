//! E-graphs: programs as terms, rules, saturation and what is learned; the flat graph that extraction works on,
//! selections from it, and their exchange format. With `extract` the only code that names the engine.

mod activation;
mod builtins;
pub mod callgraph;
pub mod cost;
pub mod decode;
mod decode_control;
mod dot;
mod encode;
mod encode_control;
mod encode_op;
mod facts;
mod fill;
mod fold;
pub mod graph;
mod instantiate;
mod leaves;
mod node;
mod pattern;
mod realise;
mod regions;
mod relate;
pub mod relation;
pub mod rules;
pub mod saturate;
pub mod selection;
pub mod session;
mod sets;
mod template;
