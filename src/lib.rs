//! Selfsame: equality saturation for whole tile programs.

pub mod base;
#[cfg(feature = "cli")]
pub mod cli;
pub mod codegen;
pub mod driver;
pub mod egraph;
pub mod extract;
pub mod interp;
pub mod ir;
pub mod lower;
pub mod passes;
pub mod syntax;
pub mod verify;
