//! The law `sums`: index arithmetic in normal form. Sums that are equal are one class; where the normal form has fewer
//! operators than any text of the class, it is added as one.

use std::collections::BTreeMap;

use egg::Id;

use crate::egraph::builtins::{Equal, Same};
use crate::egraph::instantiate::FunctionGraph;
use crate::egraph::linear::{Linear, add_linear, linear_of};
use crate::egraph::node::Op;
use crate::ir::dtype::DType;
use crate::ir::expr::{BinaryOp, UnaryOp};

/// Operators whose results have a normal form.
const OPERATORS: [(Op, usize); 4] = [
    (Op::Binary(BinaryOp::Add), 2),
    (Op::Binary(BinaryOp::Sub), 2),
    (Op::Binary(BinaryOp::Mul), 2),
    (Op::Unary(UnaryOp::Neg), 1),
];

impl FunctionGraph<'_> {
    /// What normal forms say.
    pub(crate) fn sum_laws(&mut self) -> Vec<Equal> {
        let mut classes: Vec<Id> =
            OPERATORS.iter().filter_map(|op| self.egraph.classes_for_op(op)).flatten().collect();
        classes.sort_unstable();
        classes.dedup();
        let mut found = Vec::new();
        let mut first: BTreeMap<Linear, Id> = BTreeMap::new();
        for id in classes {
            let form = linear_of(&self.egraph, id);
            if self.egraph[id].data.linear.is_none() || form == Linear::atom(id) {
                continue;
            }
            let known = match (form.as_constant(), &form.terms[..]) {
                (Some(value), _) => Some(self.egraph.add(literal(value))),
                (None, [(atom, 1)]) if form.constant == 0 => Some(*atom),
                _ => first.get(&form).copied(),
            };
            match known {
                Some(known) if self.egraph.find(known) == self.egraph.find(id) => {}
                Some(known) => found.push(equal(id, known)),
                None if self.gains(id, &form) => {
                    let written = add_linear(&mut self.egraph, &form);
                    found.push(equal(id, written));
                }
                None => {}
            }
            first.entry(form).or_insert(id);
        }
        found
    }

    /// Whether the normal form has fewer operators than any text of the class, names spelled out.
    fn gains(&self, id: Id, form: &Linear) -> bool {
        let atoms = form.terms.iter().map(|(atom, _)| self.egraph[*atom].data.operators as usize);
        form.operators() + atoms.sum::<usize>() < self.egraph[id].data.operators as usize
    }
}

fn equal(left: Id, right: Id) -> Equal {
    Equal { left, right: Same::Class(right), part: None }
}

fn literal(value: i128) -> crate::egraph::node::Node {
    crate::egraph::node::Node::new(Op::Int(value, DType::Index), [])
}
