//! Layer 1: what a program is. Nothing of text positions' meaning, of the engine, or of any pass.
//!
//! A [`Program`](program::Program) is a map of functions. A [`Function`](program::Function) owns three arenas: its
//! variables, its blocks, and nothing else; statements live in blocks and refer to nested blocks by id, so no tree is as
//! deep as the program is nested. The form is SSA:
//!
//! * each variable has one definition: a parameter, a dynamic symbol, a `Let`, a loop index, a carry's `param` or
//!   `result`, a merge's `result`, a scope's index, lane or task id;
//! * scopes (`pl.at`, `pl.spmd`, ...) are transparent: what their body defines is visible after them;
//! * what leaves a loop is a carry, what leaves a branch is a merge. A value that a path did not define is
//!   [`Expr::Undef`](expr::Expr::Undef) there: a name first bound inside a loop or in one arm;
//! * no call stands inside another: the right side of a `Let` is one operator, one call, or one expression.
//!
//! A tensor variable is a *handle* to storage. An in-place operator's result names the storage of one of its arguments
//! (see the operator table, [`op`]), and a write is seen through every handle of the same storage.

pub mod access;
pub mod agree;
pub mod attr;
pub mod dtype;
pub mod events;
pub mod expr;
pub mod extent;
pub mod leaks;
pub mod names;
pub mod normal;
pub mod op;
pub mod order;
pub mod print;
pub mod program;
pub mod reached;
pub mod same;
pub mod stmt;
pub mod sweep;
pub mod types;
pub mod typing;
pub mod unrolled;
pub mod unseen;
pub mod walk;
