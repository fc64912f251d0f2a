//! Builders: what the right side of a rule may compute from the classes that the left side bound.

use egg::{EGraph, Id};

use crate::egraph::facts::Classes;
use crate::egraph::guards::Known;
use crate::egraph::linear::{add_linear, index_constant, linear_of};
use crate::egraph::node::{Node, Op};
use crate::egraph::rule_sorts::Sort;
use crate::ir::dtype::DType;

/// A builder that the right side of a rule may name.
pub(crate) struct Builder {
    pub(crate) name: &'static str,
    pub(crate) takes: &'static [Sort],
    pub(crate) gives: Sort,
    /// The class; `None` where the classes do not have the form it needs, and the law says nothing of them.
    pub(crate) build: fn(&mut EGraph<Node, Classes>, &[Id]) -> Option<Id>,
}

impl std::fmt::Debug for Builder {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name)
    }
}

/// All builders, by name.
pub(crate) static BUILDERS: &[Builder] = &[
    Builder {
        name: "joined",
        takes: &[Sort::Tuple, Sort::Tuple],
        gives: Sort::Tuple,
        // The shape ?s lengthened on its last axis by that of ?t.
        build: |egraph, args| {
            let (mut shape, other) = lists(egraph, args)?;
            let (last, more) = (shape.last_mut()?, *other.last()?);
            *last = sum(egraph, *last, more)?;
            Some(egraph.add(Node::new(Op::Tuple, shape)))
        },
    },
    Builder {
        name: "multiples",
        takes: &[Sort::Scalar, Sort::Scalar],
        gives: Sort::Scalar,
        // The part of ?x that the constant ?c divides, divided by it.
        build: |egraph, args| {
            let divisor = index_constant(egraph, args[1]).filter(|value| *value > 0)?;
            let (whole, _) = linear_of(egraph, args[0]).split(divisor);
            Some(add_linear(egraph, &whole))
        },
    },
    Builder {
        name: "offsets-add",
        takes: &[Sort::Tuple, Sort::Tuple],
        gives: Sort::Tuple,
        // ?o and ?p added axis by axis.
        build: |egraph, args| {
            let (first, second) = lists(egraph, args)?;
            let sums: Option<Vec<Id>> = first.iter().zip(&second).map(|(a, b)| sum(egraph, *a, *b)).collect();
            Some(egraph.add(Node::new(Op::Tuple, sums?)))
        },
    },
    Builder {
        name: "offsets-past",
        takes: &[Sort::Tuple, Sort::Any],
        gives: Sort::Tuple,
        // The offset ?o counted from the end of ?x on the last axis.
        build: |egraph, args| {
            let known = Known { egraph };
            let (mut offset, extents) = (known.items(args[0])?, known.extents(args[1])?);
            let (last, extent) = (offset.last_mut()?, *extents.last()?);
            *last = difference(egraph, *last, extent)?;
            Some(egraph.add(Node::new(Op::Tuple, offset)))
        },
    },
    Builder {
        name: "offsets-sub",
        takes: &[Sort::Tuple, Sort::Tuple],
        gives: Sort::Tuple,
        // ?p taken from ?o axis by axis.
        build: |egraph, args| {
            let (first, second) = lists(egraph, args)?;
            let rests: Option<Vec<Id>> =
                first.iter().zip(&second).map(|(a, b)| difference(egraph, *a, *b)).collect();
            Some(egraph.add(Node::new(Op::Tuple, rests?)))
        },
    },
    Builder {
        name: "rest",
        takes: &[Sort::Scalar, Sort::Scalar],
        gives: Sort::Scalar,
        // The part of ?x that the constant ?c does not divide, its constant below ?c.
        build: |egraph, args| {
            let divisor = index_constant(egraph, args[1]).filter(|value| *value > 0)?;
            let (_, rest) = linear_of(egraph, args[0]).split(divisor);
            Some(add_linear(egraph, &rest))
        },
    },
    Builder {
        name: "shape-of",
        takes: &[Sort::Any],
        gives: Sort::Tuple,
        // The extents of ?x.
        build: |egraph, args| {
            let extents = Known { egraph }.extents(args[0])?;
            Some(egraph.add(Node::new(Op::Tuple, extents)))
        },
    },
];

/// The builder of that name.
pub(crate) fn find(name: &str) -> Option<&'static Builder> {
    BUILDERS.iter().find(|builder| builder.name == name)
}

fn lists(egraph: &EGraph<Node, Classes>, args: &[Id]) -> Option<(Vec<Id>, Vec<Id>)> {
    let known = Known { egraph };
    let (first, second) = (known.items(args[0])?, known.items(args[1])?);
    (first.len() == second.len()).then_some((first, second))
}

/// `a + b` of index arithmetic, in normal form.
fn sum(egraph: &mut EGraph<Node, Classes>, a: Id, b: Id) -> Option<Id> {
    combined(egraph, a, b, 1)
}

fn difference(egraph: &mut EGraph<Node, Classes>, a: Id, b: Id) -> Option<Id> {
    combined(egraph, a, b, -1)
}

fn combined(egraph: &mut EGraph<Node, Classes>, a: Id, b: Id, factor: i128) -> Option<Id> {
    let known = Known { egraph };
    let constant = |id: Id| index_constant(egraph, id).is_some();
    if ![a, b].into_iter().all(|id| known.dtype(id) == Some(DType::Index) || constant(id)) {
        return None;
    }
    let linear = linear_of(egraph, a).plus(&linear_of(egraph, b), factor)?;
    Some(add_linear(egraph, &linear))
}
