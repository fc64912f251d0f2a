//! Sums of multiples: the normal form of index arithmetic, `constant + Σ factor·class`.
//!
//! Only the element type `INDEX` has one. Such numbers count elements of memory, so laws may take it that they do not
//! overflow (`docs/rules.md`). What is no sum, difference or multiple is an atom: its class.

use std::collections::BTreeMap;

use egg::{EGraph, Id};

use crate::egraph::facts::Classes;
use crate::egraph::node::{Node, Op};
use crate::ir::dtype::DType;
use crate::ir::expr::{BinaryOp, UnaryOp};

/// Longer sums are atoms: a chain of additions must not cost its square.
const MOST_TERMS: usize = 8;

/// `constant + Σ factor·class`, terms by class, no factor zero.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub(crate) struct Linear {
    pub(crate) constant: i128,
    pub(crate) terms: Vec<(Id, i128)>,
}

impl Linear {
    pub(crate) fn constant(value: i128) -> Self {
        Self { constant: value, terms: Vec::new() }
    }
    pub(crate) fn atom(id: Id) -> Self {
        Self { constant: 0, terms: vec![(id, 1)] }
    }
    /// Whether it is one class and nothing else.
    pub(crate) fn is_atom(&self) -> bool {
        self.constant == 0 && matches!(self.terms[..], [(_, 1)])
    }
    /// The constant, if there is nothing else.
    pub(crate) fn as_constant(&self) -> Option<i128> {
        self.terms.is_empty().then_some(self.constant)
    }
    /// `self + factor·other`; `None` if a number overflows or there are too many terms.
    pub(crate) fn plus(&self, other: &Self, factor: i128) -> Option<Self> {
        let mut terms: BTreeMap<Id, i128> = self.terms.iter().copied().collect();
        for (id, times) in &other.terms {
            let slot = terms.entry(*id).or_insert(0);
            *slot = slot.checked_add(times.checked_mul(factor)?)?;
        }
        terms.retain(|_, times| *times != 0);
        let constant = self.constant.checked_add(other.constant.checked_mul(factor)?)?;
        (terms.len() <= MOST_TERMS).then(|| Self { constant, terms: terms.into_iter().collect() })
    }
    /// `factor·self`.
    pub(crate) fn times(&self, factor: i128) -> Option<Self> {
        Self::default().plus(self, factor)
    }
    /// The part whose factors `divisor` divides, divided, and the part that is left, its constant within
    /// `0..divisor`. Of a sum `s` they say `s = divisor·first + second`.
    pub(crate) fn split(&self, divisor: i128) -> (Self, Self) {
        let (mut whole, mut rest) = (Self::default(), Self::default());
        whole.constant = self.constant.div_euclid(divisor);
        rest.constant = self.constant.rem_euclid(divisor);
        for (id, times) in &self.terms {
            if times % divisor == 0 {
                whole.terms.push((*id, times / divisor));
            } else {
                rest.terms.push((*id, *times));
            }
        }
        (whole, rest)
    }
    /// Whether it has a part that `divisor` divides.
    pub(crate) fn has_multiple(&self, divisor: i128) -> bool {
        self.split(divisor).0 != Self::default()
    }
    /// How many operators its text has.
    pub(crate) fn operators(&self) -> usize {
        let products = self.terms.iter().filter(|(_, times)| times.abs() != 1).count();
        let summands = self.terms.len() + usize::from(self.constant != 0);
        let leads = self.terms.iter().any(|(_, times)| *times > 0) || self.constant > 0 || summands == 0;
        products + summands.saturating_sub(1) + usize::from(!leads)
    }
}

/// The normal form of a class; an atom if it has none of its own.
pub(crate) fn linear_of(egraph: &EGraph<Node, Classes>, id: Id) -> Linear {
    let id = egraph.find(id);
    match &egraph[id].data.linear {
        Some(linear) => settle(egraph, linear, id),
        None => Linear::atom(id),
    }
}

/// How often classes of a form are replaced by what they turned out to be: each of them can be a sum of others.
const SETTLING: usize = 16;

/// A form with its classes as they are called now, and those that became constants or sums taken in. Where classes are
/// sums of each other, as `x // 2` and `(x + 2) // 2` are, the quotient that holds no multiple stays.
fn settle(egraph: &EGraph<Node, Classes>, linear: &Linear, id: Id) -> Linear {
    let all = |atom: Id| known(egraph, atom);
    let but_quotients = |atom: Id| known(egraph, atom).filter(|_| !is_reduced(egraph, atom));
    settled(egraph, linear, all)
        .or_else(|| settled(egraph, linear, but_quotients))
        .unwrap_or_else(|| Linear::atom(id))
}

/// A form with its classes as they are called now, and what is `known` of them taken in; `None` if that does not end.
fn settled(
    egraph: &EGraph<Node, Classes>,
    linear: &Linear,
    known: impl Fn(Id) -> Option<Linear>,
) -> Option<Linear> {
    let is_atom = |atom: Id| egraph.find(atom) == atom && known(atom).is_none();
    let mut form = linear.clone();
    for _ in 0..SETTLING {
        if form.terms.iter().all(|(atom, _)| is_atom(*atom)) {
            return Some(form);
        }
        let mut settled = Linear::constant(form.constant);
        for (atom, times) in &form.terms {
            let atom = egraph.find(*atom);
            let part = known(atom).unwrap_or_else(|| Linear::atom(atom));
            settled = settled.plus(&part, *times)?;
        }
        form = settled;
    }
    None
}

/// Whether a class is a quotient by a constant of what has no part that the constant divides.
fn is_reduced(egraph: &EGraph<Node, Classes>, id: Id) -> bool {
    egraph[id].nodes.iter().any(|node| {
        let (Op::Binary(BinaryOp::FloorDiv), &[dividend, divisor]) = (node.op, &node.children[..]) else {
            return false;
        };
        let Some(divisor) = index_constant(egraph, divisor).filter(|divisor| *divisor > 1) else {
            return false;
        };
        let dividend = egraph[dividend].data.linear.as_deref();
        !dividend.is_some_and(|form| form.has_multiple(divisor))
    })
}

/// What a class in a form is known to be, if it is no atom.
fn known(egraph: &EGraph<Node, Classes>, atom: Id) -> Option<Linear> {
    if let Some(value) = index_constant(egraph, atom) {
        return Some(Linear::constant(value));
    }
    let form = egraph[atom].data.linear.as_ref()?;
    // A sum of itself says nothing.
    let itself = form.terms.iter().any(|(other, _)| egraph.find(*other) == atom);
    (!itself).then(|| Linear::clone(form))
}

/// The value of a class that is an integer constant.
pub(crate) fn index_constant(egraph: &EGraph<Node, Classes>, id: Id) -> Option<i128> {
    match egraph[id].data.constant {
        Some(Op::Int(value, _)) => Some(value),
        _ => None,
    }
}

/// The normal form of a node from those of its operands; `None` if it is an atom.
pub(crate) fn linear_of_node(egraph: &EGraph<Node, Classes>, node: &Node) -> Option<Linear> {
    let is_index = |id: &Id| egraph[*id].data.ty.as_ref().and_then(|ty| ty.dtype()) == Some(DType::Index);
    match node.op {
        Op::Int(value, DType::Index) => return Some(Linear::constant(value)),
        Op::Binary(BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul) | Op::Unary(UnaryOp::Neg)
            if node.children.iter().all(is_index) => {}
        _ => return None,
    }
    let operand = |at: usize| linear_of(egraph, node.children[at]);
    match node.op {
        Op::Unary(_) => operand(0).times(-1),
        Op::Binary(BinaryOp::Add) => operand(0).plus(&operand(1), 1),
        Op::Binary(BinaryOp::Sub) => operand(0).plus(&operand(1), -1),
        _ => {
            let (left, right) = (operand(0), operand(1));
            match (left.as_constant(), right.as_constant()) {
                (Some(factor), _) => right.times(factor),
                (_, Some(factor)) => left.times(factor),
                (None, None) => None,
            }
        }
    }
}

/// Adds the text of a sum: positive terms first, each as `x * factor`, then the constant, then what is subtracted.
pub(crate) fn add_linear(egraph: &mut EGraph<Node, Classes>, linear: &Linear) -> Id {
    let mut sum: Option<Id> = None;
    let (first, last): (Vec<_>, Vec<_>) = linear.terms.iter().partition(|(_, times)| *times > 0);
    for (atom, times) in first {
        let term = product(egraph, atom, times);
        sum = Some(match sum {
            Some(sum) => egraph.add(Node::new(Op::Binary(BinaryOp::Add), [sum, term])),
            None => term,
        });
    }
    if linear.constant > 0 || (linear.constant == 0 && linear.terms.is_empty()) {
        sum = Some(shifted(egraph, sum, BinaryOp::Add, linear.constant));
    }
    for (atom, times) in last {
        let term = product(egraph, atom, -times);
        sum = Some(match sum {
            Some(sum) => egraph.add(Node::new(Op::Binary(BinaryOp::Sub), [sum, term])),
            None => egraph.add(Node::new(Op::Unary(UnaryOp::Neg), [term])),
        });
    }
    if linear.constant < 0 {
        sum = Some(match sum {
            Some(_) => shifted(egraph, sum, BinaryOp::Sub, -linear.constant),
            None => shifted(egraph, None, BinaryOp::Add, linear.constant),
        });
    }
    sum.expect("an empty sum is the constant zero")
}

fn shifted(egraph: &mut EGraph<Node, Classes>, sum: Option<Id>, op: BinaryOp, constant: i128) -> Id {
    let literal = egraph.add(Node::new(Op::Int(constant, DType::Index), []));
    match sum {
        Some(sum) => egraph.add(Node::new(Op::Binary(op), [sum, literal])),
        None => literal,
    }
}

fn product(egraph: &mut EGraph<Node, Classes>, atom: Id, times: i128) -> Id {
    if times == 1 {
        return atom;
    }
    let factor = egraph.add(Node::new(Op::Int(times, DType::Index), []));
    egraph.add(Node::new(Op::Binary(BinaryOp::Mul), [atom, factor]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn form(constant: i128, terms: &[(usize, i128)]) -> Linear {
        Linear { constant, terms: terms.iter().map(|(id, times)| (Id::from(*id), *times)).collect() }
    }

    #[test]
    fn sums_cancel_and_stay_sorted() {
        let a = form(3, &[(1, 2), (4, -1)]);
        let b = form(1, &[(0, 5), (4, 1)]);
        assert_eq!(a.plus(&b, 1), Some(form(4, &[(0, 5), (1, 2)])));
        assert_eq!(a.plus(&a, -1), Some(form(0, &[])));
        assert_eq!(a.times(i128::MAX), None);
    }

    #[test]
    fn a_split_adds_up_and_its_rest_is_small() {
        let sum = form(-5, &[(1, 8), (2, 6), (3, -4)]);
        let (whole, rest) = sum.split(4);
        assert_eq!(rest, form(3, &[(2, 6)]));
        assert_eq!(rest.plus(&whole, 4), Some(sum));
    }

    #[test]
    fn operators_are_those_of_the_text() {
        assert_eq!(form(0, &[]).operators(), 0);
        assert_eq!(form(8, &[(1, 8)]).operators(), 2, "x * 8 + 8");
        assert_eq!(form(0, &[(1, -1)]).operators(), 1, "-x");
        assert_eq!(form(5, &[(1, -1)]).operators(), 1, "5 - x");
        assert_eq!(form(-5, &[(1, -2)]).operators(), 3, "-(x * 2) - 5");
    }
}
