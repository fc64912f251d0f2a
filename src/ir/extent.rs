//! Extents: arithmetic that folds constants, and what is known when two of them are compared.

use std::collections::BTreeMap;

use crate::ir::dtype::DType;
use crate::ir::expr::{BinaryOp, Expr, UnaryOp};

/// What is known of two extents.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Known {
    /// Equal for every value of the variables.
    Equal,
    /// Two constants that differ.
    Different,
    /// Neither shown.
    Unknown,
}

/// The constant 0.
pub fn zero() -> Expr {
    Expr::index(0)
}

/// The constant 1.
pub fn one() -> Expr {
    Expr::index(1)
}

/// Folds constants and drops what does nothing (`x + 0`, `x * 1`, `min(x, x)`); keeps the shape of the rest.
#[must_use]
pub fn fold(expr: &Expr) -> Expr {
    match expr {
        Expr::Binary(op, left, right) => binary(*op, fold(left), fold(right)),
        Expr::Unary(op, inner) => unary(*op, fold(inner)),
        Expr::Cast(inner, dtype) => cast(fold(inner), *dtype),
        Expr::Tuple(items) => Expr::Tuple(items.iter().map(fold).collect()),
        Expr::Get(inner, index) => match fold(inner) {
            Expr::Tuple(items) if items.len() > *index as usize => items[*index as usize].clone(),
            other => Expr::Get(Box::new(other), *index),
        },
        Expr::Undef
        | Expr::Var(_)
        | Expr::Int(..)
        | Expr::Float(..)
        | Expr::Bool(_)
        | Expr::Str(_)
        | Expr::Enum(_) => expr.clone(),
    }
}

/// `a + b`, folded.
#[must_use]
pub fn add(a: &Expr, b: &Expr) -> Expr {
    binary(BinaryOp::Add, fold(a), fold(b))
}

/// `a - b`, folded; zero where both are the same.
#[must_use]
pub fn sub(a: &Expr, b: &Expr) -> Expr {
    binary(BinaryOp::Sub, fold(a), fold(b))
}

/// `a - b`, folded; a constant wherever the variables cancel out.
#[must_use]
pub fn difference(a: &Expr, b: &Expr) -> Expr {
    let difference = sub(a, b);
    match Linear::of(&difference) {
        Some(Linear { constant, terms }) if terms.is_empty() => Expr::index(constant),
        _ => difference,
    }
}

/// `a * b`, folded.
#[must_use]
pub fn mul(a: &Expr, b: &Expr) -> Expr {
    binary(BinaryOp::Mul, fold(a), fold(b))
}

/// `a // b`, folded.
#[must_use]
pub fn div(a: &Expr, b: &Expr) -> Expr {
    binary(BinaryOp::FloorDiv, fold(a), fold(b))
}

/// The smaller, folded.
#[must_use]
pub fn min(a: &Expr, b: &Expr) -> Expr {
    binary(BinaryOp::Min, fold(a), fold(b))
}

/// The larger, folded.
#[must_use]
pub fn max(a: &Expr, b: &Expr) -> Expr {
    binary(BinaryOp::Max, fold(a), fold(b))
}

/// The product of all, if all are constants.
pub fn constant_product(extents: &[Expr]) -> Option<i128> {
    extents.iter().try_fold(1i128, |product, extent| product.checked_mul(constant(extent)?))
}

/// The value, if the extent folds to a constant.
pub fn constant(extent: &Expr) -> Option<i128> {
    fold(extent).as_int()
}

/// Whether it is the constant 1.
pub fn is_one(extent: &Expr) -> bool {
    constant(extent) == Some(1)
}

/// What is known of two extents. The types of integers do not count: `16` and `pl.const(16, pl.INT64)` are equal.
pub fn compare(a: &Expr, b: &Expr) -> Known {
    if let (Expr::Int(a, _), Expr::Int(b, _)) = (a, b) {
        return if a == b { Known::Equal } else { Known::Different };
    }
    if a == b {
        return Known::Equal;
    }
    match (constant(a), constant(b)) {
        (Some(a), Some(b)) if a == b => Known::Equal,
        (Some(_), Some(_)) => Known::Different,
        _ if Linear::of(a) == Linear::of(b) => Known::Equal,
        _ => Known::Unknown,
    }
}

/// Whether two extents are known to be equal.
pub fn same(a: &Expr, b: &Expr) -> bool {
    compare(a, b) == Known::Equal
}

/// Whether two lists of extents are known to be equal.
pub fn all_same(a: &[Expr], b: &[Expr]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b))
}

fn unary(op: UnaryOp, inner: Expr) -> Expr {
    match (op, &inner) {
        (UnaryOp::Neg, Expr::Int(value, dtype)) => match value.checked_neg() {
            Some(value) => Expr::Int(value, *dtype),
            None => Expr::Unary(op, Box::new(inner)),
        },
        (UnaryOp::Abs, Expr::Int(value, dtype)) if *value >= 0 => Expr::Int(*value, *dtype),
        _ => Expr::Unary(op, Box::new(inner)),
    }
}

fn cast(inner: Expr, dtype: DType) -> Expr {
    match inner {
        Expr::Int(value, _) if dtype == DType::Index || dtype == DType::Int64 => Expr::Int(value, dtype),
        other => Expr::Cast(Box::new(other), dtype),
    }
}

/// One operator on folded operands.
fn binary(op: BinaryOp, left: Expr, right: Expr) -> Expr {
    if let (Expr::Int(a, x), Expr::Int(b, y)) = (&left, &right)
        && let Some(value) = evaluate(op, *a, *b)
    {
        return Expr::Int(value, x.promote(*y));
    }
    let (a, b) = (left.as_int(), right.as_int());
    match op {
        BinaryOp::Add if a == Some(0) => right,
        BinaryOp::Add | BinaryOp::Sub if b == Some(0) => left,
        BinaryOp::Sub if left == right => zero(),
        BinaryOp::Mul if a == Some(1) => right,
        BinaryOp::Mul | BinaryOp::FloorDiv if b == Some(1) => left,
        BinaryOp::Min | BinaryOp::Max if left == right => left,
        _ => Expr::binary(op, left, right),
    }
}

fn evaluate(op: BinaryOp, a: i128, b: i128) -> Option<i128> {
    match op {
        BinaryOp::Add => a.checked_add(b),
        BinaryOp::Sub => a.checked_sub(b),
        BinaryOp::Mul => a.checked_mul(b),
        BinaryOp::FloorDiv if b != 0 => Some(floor_div(a, b)),
        BinaryOp::FloorMod if b != 0 => Some(a - floor_div(a, b) * b),
        BinaryOp::Min => Some(a.min(b)),
        BinaryOp::Max => Some(a.max(b)),
        _ => None,
    }
}

fn floor_div(a: i128, b: i128) -> i128 {
    let quotient = a / b;
    if a % b != 0 && (a < 0) != (b < 0) { quotient - 1 } else { quotient }
}

/// A sum of multiples of atoms; an atom is anything that is neither a sum nor a multiple.
#[derive(PartialEq, Eq, Default)]
struct Linear {
    constant: i128,
    terms: BTreeMap<Expr, i128>,
}

impl Linear {
    /// The form of an expression; `None` if a number overflows.
    fn of(expr: &Expr) -> Option<Self> {
        let mut sum = Self::default();
        sum.add(&fold(expr), 1)?;
        sum.terms.retain(|_, factor| *factor != 0);
        Some(sum)
    }
    fn add(&mut self, expr: &Expr, factor: i128) -> Option<()> {
        match expr {
            Expr::Int(value, _) => {
                self.constant = self.constant.checked_add(value.checked_mul(factor)?)?;
            }
            Expr::Binary(BinaryOp::Add, left, right) => {
                self.add(left, factor)?;
                self.add(right, factor)?;
            }
            Expr::Binary(BinaryOp::Sub, left, right) => {
                self.add(left, factor)?;
                self.add(right, factor.checked_neg()?)?;
            }
            Expr::Unary(UnaryOp::Neg, inner) => self.add(inner, factor.checked_neg()?)?,
            Expr::Binary(BinaryOp::Mul, left, right) => match (left.as_int(), right.as_int()) {
                (Some(value), _) => self.add(right, factor.checked_mul(value)?)?,
                (_, Some(value)) => self.add(left, factor.checked_mul(value)?)?,
                _ => self.atom(expr, factor)?,
            },
            other => self.atom(other, factor)?,
        }
        Some(())
    }
    fn atom(&mut self, expr: &Expr, factor: i128) -> Option<()> {
        let slot = self.terms.entry(expr.clone()).or_insert(0);
        *slot = slot.checked_add(factor)?;
        Some(())
    }
}
