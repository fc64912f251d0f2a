//! Layer 3: proofs that two terms are the same: equations in the order in which laws gave them, and what must hold for each law.
//!
//! *Takes* the terms of a program, equations, and a claim. *Gives* whether the claim follows. *Keeps true*: no code is
//! shared with the engine that found the equations. Terms are compared by a congruence closure of this module's own;
//! guards are tried on numbers instead of being read off normal forms; operators are computed by the interpreter; which
//! parameters a callee returns is what the verifier finds by following statements.
//!
//! A proof is never written out as one chain of whole terms: it is a list of equations between terms that share their
//! parts, so it is as long as the laws it took.

pub mod check;
pub mod closure;
mod control;
mod guards;
mod instance;
mod values;

use std::sync::Arc;

use crate::base::name::Name;
use crate::define_id;
use crate::ir::attr::Attr;
use crate::ir::dtype::DType;
use crate::ir::expr::{BinaryOp, Float, UnaryOp};
use crate::ir::types::Type;

define_id!(
    /// A term.
    TermId,
    "t"
);

/// All terms that a proof may speak of; children may come in any order.
#[derive(Clone, Debug, Default)]
pub struct Terms {
    /// What heads terms; different numbers are different things.
    pub symbols: Vec<Symbol>,
    /// The terms.
    pub terms: Vec<Term>,
}

/// A symbol applied to terms.
#[derive(Clone, Debug)]
pub struct Term {
    /// Index into [`Terms::symbols`].
    pub symbol: u32,
    /// Its operands.
    pub children: Box<[TermId]>,
    /// What is declared of it.
    pub known: Option<Arc<Declared>>,
}

/// What is declared of a term, taken as given.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Declared {
    /// Its type, with extents left out of account.
    pub ty: Option<Type>,
    /// The extents of a tensor or tile.
    pub extents: Option<Box<[TermId]>>,
    /// Whether it is valid all over, and lies as its memory implies.
    pub whole: bool,
}

impl Terms {
    /// The symbol of a term.
    pub fn symbol(&self, term: TermId) -> &Symbol {
        &self.symbols[self[term].symbol as usize]
    }
    /// The element type of a term, if it is declared.
    fn dtype(&self, term: TermId) -> Option<DType> {
        self[term].known.as_ref()?.ty.as_ref()?.dtype()
    }
}

impl std::ops::Index<TermId> for Terms {
    type Output = Term;
    fn index(&self, term: TermId) -> &Term {
        &self.terms[crate::base::id::Id::index(term)]
    }
}

/// What heads a term, as far as laws look into it.
#[derive(Clone, PartialEq, Debug)]
pub enum Symbol {
    /// An integer.
    Int(i128, DType),
    /// A float.
    Float(Float, DType),
    /// A truth value.
    Bool(bool),
    /// The i-th argument of a region.
    Arg(u32, u32),
    /// A memory before its first allocation.
    Void,
    /// A component of a bundle.
    Get(u32),
    /// Several results.
    Bundle,
    /// A list, such as a shape.
    Tuple,
    /// A region; its children are its outputs.
    Region(u32),
    /// A handle under another type.
    Retype,
    /// The extent of an axis.
    Extent(u32),
    /// Scalar arithmetic of one operand.
    Unary(UnaryOp),
    /// Scalar arithmetic of two operands.
    Binary(BinaryOp),
    /// A scalar cast.
    Cast(DType),
    /// A loop, branch or scope.
    Control(Layout),
    /// A call of a function.
    Call(Callee),
    /// Anything else, by name.
    Other(String),
}

/// Which control construct.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Construct {
    /// A counted loop; whether its trips follow each other.
    For {
        /// Whether trips follow each other.
        in_order: bool,
    },
    /// A conditional loop.
    While,
    /// A branch.
    If,
    /// A scope.
    Scope,
}

/// The layout of a loop, branch or scope: operands, initial carries, captures, site, memories, world, regions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Layout {
    /// Which.
    pub construct: Construct,
    /// Bounds, condition, or launch operands.
    pub operands: usize,
    /// Carries.
    pub carries: usize,
    /// Captures.
    pub captures: usize,
    /// Whether a site follows.
    pub site: bool,
    /// Memories.
    pub memories: usize,
    /// Which memories are written.
    pub written: Vec<usize>,
    /// Whether the world is taken and renewed.
    pub world: bool,
    /// Whether a trip may end early.
    pub jumps: bool,
    /// The first argument of its regions that is a carry.
    pub first_carry: usize,
    /// The first that is a capture.
    pub first_capture: usize,
}

/// What is called.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Callee {
    /// The function.
    pub name: Name,
    /// Arguments, which follow the site.
    pub args: usize,
    /// Results, a task id included.
    pub results: usize,
}

/// One equation of a proof.
#[derive(Clone, Debug)]
pub struct Step {
    /// What was there.
    pub left: TermId,
    /// What it is the same as.
    pub right: TermId,
    /// The name of the rule.
    pub rule: String,
    /// Why.
    pub law: Law,
}

/// Why an equation holds.
#[derive(Clone, Debug)]
pub enum Law {
    /// A rule that is text: both sides are instances of it, and its guards hold.
    Rewrite(Arc<Rewrite>),
    /// Constants computed.
    Folded,
    /// Index arithmetic in another form.
    Sums,
    /// Retyping twice.
    Retyped,
    /// A component of what is a bundle.
    Component,
    /// A call, loop or branch is the bundle of what its body gives.
    Body(Arc<Instance>),
    /// A loop of no trips hands on what it was given.
    NoTrips,
    /// What leaves a loop, branch or scope as it came.
    Passed,
    /// A call's result is its argument.
    Returned,
}

/// An instance of a rule.
#[derive(Clone, Debug)]
pub struct Rewrite {
    /// The left side.
    pub left: Pattern,
    /// The right side.
    pub right: Pattern,
    /// What the variables stand for.
    pub bind: Vec<(String, TermId)>,
    /// What must be known.
    pub guards: Vec<Guard>,
}

/// One side of a rule, with operators and keywords chosen.
#[derive(Clone, PartialEq, Debug)]
pub enum Pattern {
    /// A variable.
    Var(String),
    /// The left side as a whole.
    It,
    /// A symbol, by number, applied to patterns.
    Apply(u32, Vec<Pattern>),
    /// A builder of the rule language, applied to patterns.
    Build(&'static str, Vec<Pattern>),
}

/// A guard with its arguments.
#[derive(Clone, PartialEq, Debug)]
pub struct Guard {
    /// Its name.
    pub name: &'static str,
    /// Its arguments.
    pub args: Vec<Argument>,
}

/// An argument of a guard.
#[derive(Clone, PartialEq, Debug)]
pub enum Argument {
    /// A term.
    Term(TermId),
    /// A keyword's value.
    Attr(Attr),
}

/// A body put in the place of a call, loop or branch.
#[derive(Clone, Debug)]
pub struct Instance {
    /// Nodes of the body: symbol and operands, which come earlier. An argument of the body has none.
    pub nodes: Arc<[BodyNode]>,
    /// The number of the body's region.
    pub region: u32,
    /// Index of the operand that is the loop's index, if it has one.
    pub index: Option<usize>,
    /// The term of each node.
    pub terms: Box<[TermId]>,
    /// The nodes that are the body's outputs.
    pub outputs: Box<[u32]>,
    /// Which output each component of the bundle is.
    pub given: Box<[u32]>,
    /// What each argument of the body is.
    pub args: Box<[TermId]>,
    /// Which of them are the parameters of a function, in order.
    pub params: Box<[u32]>,
}

/// A node of a body.
#[derive(Clone, PartialEq, Debug)]
pub struct BodyNode {
    /// Its symbol.
    pub symbol: u32,
    /// Its operands, as indices of nodes.
    pub children: Box<[u32]>,
}
