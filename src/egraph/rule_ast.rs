//! Rules as data: patterns, guards, what an application builds. `docs/rules.md` is the manual of the language.

use crate::base::span::Span;
use crate::egraph::builders::Builder;
use crate::egraph::guards::Guard;
use crate::egraph::rule_sorts::{Sort, gives};
use crate::ir::attr::Attr;
use crate::ir::expr::{BinaryOp, UnaryOp};
use crate::ir::op::OpRow;

/// One side of a law. On the right, builders may stand as heads.
#[derive(Clone, Debug)]
pub(crate) enum Pat {
    /// `?x`
    Var(String, Span),
    /// An integer of type `INDEX`.
    Int(i128, Span),
    /// `true` or `false`.
    Bool(bool, Span),
    /// `(head …)`
    Node(Box<PatNode>),
}

/// A node of a pattern.
#[derive(Clone, Debug)]
pub(crate) struct PatNode {
    pub(crate) head: Head,
    pub(crate) args: Vec<Pat>,
    /// `:name value`, for operators.
    pub(crate) attrs: Vec<(String, AttrPat)>,
    /// `:& ?rest`: all other keywords.
    pub(crate) rest: Option<String>,
    pub(crate) span: Span,
}

/// What a node is.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Head {
    /// `(tuple …)`
    Tuple,
    /// `(read h m)`
    Read,
    /// `(fresh h m)`
    Fresh,
    /// `(fresh-of h v m)`
    FreshOf,
    /// `(extent 0 x)`
    Extent(u32),
    /// `(neg x)`, `(not x)`, `(abs x)`
    Unary(UnaryOp),
    /// `(+ x y)` and so on
    Binary(BinaryOp),
    /// `(cast x :to t)`
    Cast,
    /// `(NAME …)`, `(view NAME …)`, `(write NAME … m)`
    Op(Form, &'static OpRow),
    /// `(NAME …)` of the builders, on the right only
    Build(&'static Builder),
}

/// In which of its three ways an operator is meant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Form {
    /// A pure operator on values.
    Value,
    /// A view of a handle.
    View,
    /// A declared write: it is the next memory.
    Write,
}

/// A keyword's value in a pattern.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum AttrPat {
    /// `?t`
    Var(String),
    /// `yes`, `3`, `FP32`, `Mem.Vec`, `"rint"`
    Literal(Attr),
    /// `(flip ?t)`: the other truth value; on the right only.
    Flip(String),
}

/// A guard with its arguments.
#[derive(Clone, Debug)]
pub(crate) struct When {
    pub(crate) guard: &'static Guard,
    pub(crate) args: Vec<GuardArg>,
    pub(crate) span: Span,
}

/// An argument of a guard.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum GuardArg {
    /// A variable that stands for a class.
    Class(String),
    /// A variable that stands for a keyword's value.
    AttrVar(String),
    /// A keyword's value.
    Attr(Attr),
}

/// The variable that stands for the left side as a whole.
pub(crate) const IT: &str = "?it";

/// A law for one choice of what `:for` ranges over.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    pub(crate) left: Pat,
    pub(crate) right: Pat,
    pub(crate) when: Vec<When>,
    /// What was chosen, such as `tensor.neg`; empty without `:for`.
    pub(crate) chosen: String,
}

impl Case {
    /// Whether the law speaks of tensors or tiles. What fresh storage was given looks as that storage does; there is
    /// nothing to ask.
    pub(crate) fn asks_for_views(&self) -> bool {
        let Pat::Node(outer) = &self.left else { return false };
        let mut given = false;
        self.left.for_each(&mut |part| {
            given |= matches!(part, Pat::Node(node) if matches!(node.head, Head::FreshOf));
        });
        !given && matches!(gives(outer.head), Sort::Value | Sort::Handle | Sort::Any)
    }
}

impl Pat {
    pub(crate) fn span(&self) -> Span {
        match self {
            Self::Var(_, span) | Self::Int(_, span) | Self::Bool(_, span) => *span,
            Self::Node(node) => node.span,
        }
    }
    /// Calls `f` on every part, outer first.
    pub(crate) fn for_each<'a>(&'a self, f: &mut impl FnMut(&'a Self)) {
        f(self);
        if let Self::Node(node) = self {
            node.args.iter().for_each(|arg| arg.for_each(f));
        }
    }
    /// Names of variables that stand for classes, left to right, with repetition.
    pub(crate) fn variables(&self) -> Vec<(&str, Span)> {
        let mut found = Vec::new();
        self.for_each(&mut |part| {
            if let Self::Var(name, span) = part {
                found.push((name.as_str(), *span));
            }
        });
        found
    }
    /// Names of variables that stand for keywords' values.
    pub(crate) fn attr_variables(&self) -> Vec<(&str, Span)> {
        let mut found = Vec::new();
        self.for_each(&mut |part| {
            let Self::Node(node) = part else { return };
            for (_, value) in &node.attrs {
                if let AttrPat::Var(name) | AttrPat::Flip(name) = value {
                    found.push((name.as_str(), node.span));
                }
            }
            found.extend(node.rest.as_deref().map(|name| (name, node.span)));
        });
        found
    }
    /// Nodes, variables not counted.
    pub(crate) fn weight(&self) -> usize {
        let mut count = 0;
        self.for_each(&mut |part| count += usize::from(matches!(part, Self::Node(_))));
        count
    }
    /// The same with the operands of some commuting nodes swapped, in every way; itself first.
    pub(crate) fn either_way(&self) -> Vec<Self> {
        let Self::Node(node) = self else { return vec![self.clone()] };
        let mut ways: Vec<Vec<Self>> = vec![Vec::new()];
        for arg in &node.args {
            let choices = arg.either_way();
            ways = ways
                .iter()
                .flat_map(|so_far| {
                    choices.iter().map(|arg| [&so_far[..], std::slice::from_ref(arg)].concat())
                })
                .collect();
        }
        if node.args.len() == 2 && node.head.commutes() && !same_shape(&node.args[0], &node.args[1]) {
            let swapped: Vec<Vec<Self>> =
                ways.iter().map(|args| args.iter().rev().cloned().collect()).collect();
            ways.extend(swapped);
        }
        let with = |args: Vec<Self>| Self::Node(Box::new(PatNode { args, ..PatNode::clone(node) }));
        ways.into_iter().map(with).collect()
    }
}

/// Whether two patterns are the same variable: then swapping them is nothing.
fn same_shape(a: &Pat, b: &Pat) -> bool {
    matches!((a, b), (Pat::Var(a, _), Pat::Var(b, _)) if a == b)
}

/// Operators on elements whose operands may be swapped, bit by bit.
const COMMUTING: &[&str] = &[
    "tensor.add",
    "tensor.mul",
    "tensor.and",
    "tensor.or",
    "tensor.xor",
    "tile.add",
    "tile.mul",
    "tile.and",
    "tile.or",
    "tile.xor",
];

impl Head {
    /// Whether the two operands may be swapped. `min` and `max` commute on integers only; laws about them say so.
    pub(crate) fn commutes(self) -> bool {
        match self {
            Self::Binary(op) => matches!(
                op,
                BinaryOp::Add
                    | BinaryOp::Mul
                    | BinaryOp::Min
                    | BinaryOp::Max
                    | BinaryOp::Eq
                    | BinaryOp::Ne
                    | BinaryOp::And
                    | BinaryOp::Or
                    | BinaryOp::Xor
            ),
            Self::Op(Form::Value, row) => COMMUTING.contains(&row.name),
            _ => false,
        }
    }
}
