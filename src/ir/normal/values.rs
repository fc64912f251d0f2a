//! Numbers for values: equal values have equal numbers, in both functions that are compared.

use std::collections::HashMap;

use crate::base::name::Name;
use crate::ir::attr::Attrs;
use crate::ir::dtype::DType;
use crate::ir::expr::{BinaryOp, Float, UnaryOp};
use crate::ir::types::Type;

/// The number of a value.
pub(super) type Value = u32;

/// What a value is, operands aside.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) enum Head {
    /// A result of the skeleton: only itself.
    Anchor(u32),
    Undef,
    Int(i128, DType),
    Float(Float, DType),
    Bool(bool),
    Str(Name),
    Enum(Name),
    Unary(UnaryOp),
    Cast(DType),
    Binary(BinaryOp),
    Tuple,
    Get(u32),
    /// A sum of multiples of index values, with these factors, and a constant.
    Sum(Vec<i128>, i128),
    /// An operator with its keywords, in which values stand as numbers, and the type of its result.
    Op(Name, Attrs, Type),
}

/// All values so far.
#[derive(Default)]
pub(super) struct Values {
    numbers: HashMap<(Head, Vec<Value>, u64), Value>,
    heads: Vec<(Head, Vec<Value>)>,
    /// Whether a value is of type `INDEX`.
    index: Vec<bool>,
    anchors: u32,
}

/// Multiples of values and a constant.
struct Sum {
    terms: Vec<(Value, i128)>,
    constant: i128,
}

impl Values {
    /// A value that equals no other.
    pub(super) fn anchor(&mut self, index: bool) -> Value {
        self.anchors += 1;
        self.number(Head::Anchor(self.anchors), Vec::new(), 0, index)
    }
    /// The number of a value; `version` says which content of storage it reads, if it reads any.
    pub(super) fn number(&mut self, head: Head, args: Vec<Value>, version: u64, index: bool) -> Value {
        let next = u32::try_from(self.heads.len()).expect("fewer than 2^32 values");
        let key = (head, args, version);
        if let Some(known) = self.numbers.get(&key) {
            return *known;
        }
        self.heads.push((key.0.clone(), key.1.clone()));
        self.index.push(index);
        self.numbers.insert(key, next);
        next
    }
    fn leaf(&mut self, head: Head, index: bool) -> Value {
        self.number(head, Vec::new(), 0, index)
    }
    pub(super) fn int(&mut self, value: i128, dtype: DType) -> Value {
        self.leaf(Head::Int(value, dtype), dtype == DType::Index)
    }
    pub(super) fn constant(&mut self, head: Head) -> Value {
        self.leaf(head, false)
    }
    pub(super) fn tuple(&mut self, items: Vec<Value>) -> Value {
        self.number(Head::Tuple, items, 0, false)
    }
    pub(super) fn get(&mut self, tuple: Value, index: u32, is_index: bool) -> Value {
        match &self.heads[tuple as usize] {
            (Head::Tuple, items) if (index as usize) < items.len() => items[index as usize],
            _ => self.number(Head::Get(index), vec![tuple], 0, is_index),
        }
    }
    pub(super) fn cast(&mut self, inner: Value, dtype: DType) -> Value {
        match &self.heads[inner as usize].0 {
            Head::Int(value, from) if from.is_int() && dtype.is_int() && fits(*value, dtype) => {
                let value = *value;
                self.int(value, dtype)
            }
            _ => self.number(Head::Cast(dtype), vec![inner], 0, dtype == DType::Index),
        }
    }
    pub(super) fn unary(&mut self, op: UnaryOp, inner: Value) -> Value {
        match (op, &self.heads[inner as usize].0) {
            (UnaryOp::Not, Head::Bool(value)) => {
                let value = !*value;
                return self.constant(Head::Bool(value));
            }
            (UnaryOp::Neg, Head::Int(value, dtype))
                if value.checked_neg().is_some_and(|it| fits(it, *dtype)) =>
            {
                let (value, dtype) = (-*value, *dtype);
                return self.int(value, dtype);
            }
            _ => {}
        }
        let index = self.index[inner as usize];
        if op == UnaryOp::Neg
            && index
            && let Some(sum) = self.sum_of(inner).times(-1)
        {
            return self.sum(sum);
        }
        self.number(Head::Unary(op), vec![inner], 0, index && op != UnaryOp::Not)
    }
    pub(super) fn binary(&mut self, op: BinaryOp, left: Value, right: Value) -> Value {
        let constant = |value: Value| match self.heads[value as usize].0 {
            Head::Int(value, dtype) => Some((value, dtype)),
            _ => None,
        };
        if let (Some((a, left)), Some((b, right))) = (constant(left), constant(right))
            && let Some(folded) = fold(op, a, b)
        {
            let dtype = left.promote(right);
            match folded {
                Folded::Bool(value) => return self.constant(Head::Bool(value)),
                Folded::Int(value) if fits(value, dtype) => return self.int(value, dtype),
                Folded::Int(_) => {}
            }
        }
        let index = self.index[left as usize] && self.index[right as usize];
        if index && let Some(sum) = self.linear(op, left, right) {
            return self.sum(sum);
        }
        self.number(Head::Binary(op), vec![left, right], 0, index && !op.is_predicate())
    }
    fn linear(&self, op: BinaryOp, left: Value, right: Value) -> Option<Sum> {
        let (a, b) = (self.sum_of(left), self.sum_of(right));
        match op {
            BinaryOp::Add => a.plus(b),
            BinaryOp::Sub => a.plus(b.times(-1)?),
            BinaryOp::Mul if a.terms.is_empty() => b.times(a.constant),
            BinaryOp::Mul if b.terms.is_empty() => a.times(b.constant),
            _ => None,
        }
    }
    fn sum_of(&self, value: Value) -> Sum {
        match &self.heads[value as usize] {
            (Head::Int(constant, DType::Index), _) => Sum { terms: Vec::new(), constant: *constant },
            (Head::Sum(factors, constant), terms) => Sum {
                terms: terms.iter().copied().zip(factors.iter().copied()).collect(),
                constant: *constant,
            },
            _ => Sum { terms: vec![(value, 1)], constant: 0 },
        }
    }
    fn sum(&mut self, sum: Sum) -> Value {
        match (&sum.terms[..], sum.constant) {
            ([], constant) => self.int(constant, DType::Index),
            ([(value, 1)], 0) => *value,
            (terms, constant) => {
                let (values, factors) = terms.iter().copied().unzip();
                self.number(Head::Sum(factors, constant), values, 0, true)
            }
        }
    }
    /// What a value is, for a message.
    pub(super) fn show(&self, value: Value) -> String {
        let (head, args) = &self.heads[value as usize];
        match head {
            Head::Anchor(number) => format!("#{number}"),
            Head::Int(value, dtype) => format!("{value} {dtype}"),
            Head::Op(name, ..) => format!("{name}(..)@{value}"),
            other if args.is_empty() => format!("{other:?}"),
            other => format!("{other:?} of {args:?}"),
        }
    }
}

impl Sum {
    fn times(mut self, factor: i128) -> Option<Self> {
        self.constant = self.constant.checked_mul(factor)?;
        for (_, own) in &mut self.terms {
            *own = own.checked_mul(factor)?;
        }
        self.terms.retain(|(_, factor)| *factor != 0);
        Some(self)
    }
    fn plus(mut self, other: Self) -> Option<Self> {
        self.constant = self.constant.checked_add(other.constant)?;
        for (value, factor) in other.terms {
            match self.terms.binary_search_by_key(&value, |term| term.0) {
                Ok(at) => self.terms[at].1 = self.terms[at].1.checked_add(factor)?,
                Err(at) => self.terms.insert(at, (value, factor)),
            }
        }
        self.terms.retain(|(_, factor)| *factor != 0);
        Some(self)
    }
}

enum Folded {
    Int(i128),
    Bool(bool),
}

fn fold(op: BinaryOp, a: i128, b: i128) -> Option<Folded> {
    Some(match op {
        BinaryOp::Add => Folded::Int(a.checked_add(b)?),
        BinaryOp::Sub => Folded::Int(a.checked_sub(b)?),
        BinaryOp::Mul => Folded::Int(a.checked_mul(b)?),
        BinaryOp::FloorDiv => Folded::Int(floor_div(a, b)?),
        BinaryOp::FloorMod => Folded::Int(a.checked_sub(floor_div(a, b)?.checked_mul(b)?)?),
        BinaryOp::Min => Folded::Int(a.min(b)),
        BinaryOp::Max => Folded::Int(a.max(b)),
        BinaryOp::Eq => Folded::Bool(a == b),
        BinaryOp::Ne => Folded::Bool(a != b),
        BinaryOp::Lt => Folded::Bool(a < b),
        BinaryOp::Le => Folded::Bool(a <= b),
        BinaryOp::Gt => Folded::Bool(a > b),
        BinaryOp::Ge => Folded::Bool(a >= b),
        BinaryOp::Div
        | BinaryOp::Pow
        | BinaryOp::And
        | BinaryOp::Or
        | BinaryOp::Xor
        | BinaryOp::BitAnd
        | BinaryOp::BitOr
        | BinaryOp::BitXor
        | BinaryOp::Shl
        | BinaryOp::Shr => return None,
    })
}

fn floor_div(a: i128, b: i128) -> Option<i128> {
    let quotient = a.checked_div(b)?;
    let inexact = quotient.checked_mul(b)? != a;
    Some(if inexact && (a < 0) != (b < 0) { quotient - 1 } else { quotient })
}

fn fits(value: i128, dtype: DType) -> bool {
    let bits = dtype.bits();
    match dtype.is_signed() {
        true => (-(1i128 << (bits - 1))..(1i128 << (bits - 1))).contains(&value),
        false => (0..(1i128 << bits)).contains(&value),
    }
}
