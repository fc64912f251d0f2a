//! Layer 2: tree to IR. Names become SSA, sugar becomes operators, every variable gets its type.
//!
//! A file gives one program per class under `@pl.program`, or one of all its functions if it has no class. Functions
//! are lowered callees first where a caller needs to know more than the callee's header says: the type of an
//! unannotated result, and what an Inline function rebinds for its caller. Each statement is lowered on its own: one
//! mistake is one complaint, and the rest of the function is still looked at.

use crate::base::diagnostic::Diagnostics;
use crate::base::span::Source;
use crate::ir::program::Program;
use crate::syntax;

mod annotation;
mod arguments;
mod arithmetic;
mod assign;
mod attribute;
mod binder;
mod body;
mod branch;
mod call;
mod conditional;
mod constant;
mod enums;
mod environment;
mod expression;
mod flow;
mod globals;
mod hidden;
mod invoke;
mod looping;
mod operator;
mod program;
mod returning;
mod scope;
mod shape_source;
mod signature;
mod subscript;
mod suggest;
mod value;

/// The programs of a file.
#[derive(Clone, Debug)]
pub struct Lowered {
    /// In the order of their classes.
    pub programs: Vec<Program>,
    /// What is worth knowing though nothing is wrong, such as operators that the table does not know.
    pub notes: Diagnostics,
}

/// Reads the programs of a text, or says all that is wrong with it.
pub fn lower(source: &Source) -> Result<Lowered, Diagnostics> {
    let module = syntax::parse(source)?;
    program::lower(source, &module)
}
