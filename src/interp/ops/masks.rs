//! Comparisons, and choices by their masks.
//!
//! A mask of tensors has one truth value per element. A mask of tiles has one bit per element: eight to a byte, the first
//! element lowest, each row rounded up to 32 bytes.

use crate::interp::fault::Fault;
use crate::interp::number::{self, Number};
use crate::interp::ops::elementwise::{Elements, base_name, broadcast, zip};
use crate::interp::ops::{Meaning, Operation, lifted};
use crate::interp::scalar;
use crate::interp::storage::{Extents, Handle, indices};
use crate::interp::value::Value;
use crate::ir::dtype::DType;
use crate::ir::expr::BinaryOp;

pub(super) fn meaning(base: &str) -> Option<Meaning> {
    match base {
        "cmp" | "cmps" => Some(|operation| {
            let mask = compare(operation)?;
            if is_of_tiles(operation) { packed(operation, mask.handle()?) } else { Ok(mask) }
        }),
        "sel" | "sels" => Some(select),
        _ => None,
    }
}

fn is_of_tiles(operation: &Operation<'_>) -> bool {
    operation.name.starts_with("tile.")
}

/// One truth value per element.
fn compare(operation: &mut Operation<'_>) -> Result<Value, Fault> {
    let (left, left_type) = Elements::of(operation.arg(0)?)?;
    let (right, right_type) = Elements::of(operation.arg(1)?)?;
    let op = comparison(operation)?;
    let common = left_type.promote(right_type);
    let dtype = if is_of_tiles(operation) { DType::Bool } else { operation.result_type(DType::Bool) };
    zip(operation, &left, &right, dtype, |x, y| {
        scalar::binary(op, number::convert(x, common), number::convert(y, common), DType::Bool)
    })
}

const COMPARISONS: [(&str, BinaryOp); 6] = [
    ("eq", BinaryOp::Eq),
    ("ne", BinaryOp::Ne),
    ("lt", BinaryOp::Lt),
    ("le", BinaryOp::Le),
    ("gt", BinaryOp::Gt),
    ("ge", BinaryOp::Ge),
];

/// `cmp_type`: a name or its number.
fn comparison(operation: &Operation<'_>) -> Result<BinaryOp, Fault> {
    if let Some(name) = operation.member("cmp_type") {
        return comparison_named(name);
    }
    let number = operation.keyword("cmp_type").map_or(Ok(0), Value::extent)?;
    let found = COMPARISONS.get(number).map(|(_, op)| *op);
    found.ok_or_else(|| Fault::misfit(format!("comparison number {number}")))
}

/// The comparison of that name.
pub(super) fn comparison_named(name: &str) -> Result<BinaryOp, Fault> {
    let found = COMPARISONS.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
    found.map(|(_, op)| *op).ok_or_else(|| Fault::misfit(format!("comparison `{name}`")))
}

/// Bytes of a row of bits.
fn packed_width(columns: usize) -> usize {
    columns.div_ceil(8).div_ceil(32) * 32
}

/// The truth values as bits. A byte with an unwritten one among them is unwritten.
fn packed(operation: &Operation<'_>, truths: &Handle) -> Result<Value, Fault> {
    let mut shape = truths.shape.clone();
    let last = shape.len().checked_sub(1).ok_or_else(|| Fault::misfit("a mask needs an axis"))?;
    shape[last] = packed_width(truths.shape[last]);
    operation.filled(DType::UInt8, &shape, &shape, |at| {
        let mut byte = 0;
        for bit in 0..8 {
            let mut own = at.clone();
            own[last] = at[last] * 8 + bit;
            if own[last] >= truths.shape[last] || !truths.is_valid(&own) {
                continue;
            }
            match truths.read(&own) {
                Number::Poison => return Ok(Number::Poison),
                truth => byte |= i128::from(truth.to_bool() == Some(true)) << bit,
            }
        }
        Ok(Number::Int(byte))
    })
}

/// A mask by element.
enum Mask {
    Each(Elements),
    /// Bits for rows of so many elements.
    Bits(Handle),
}

impl Mask {
    fn of(operation: &Operation<'_>, chosen: &[usize]) -> Result<Self, Fault> {
        if let Value::Storage(handle) = operation.arg(0)?
            && is_of_tiles(operation)
            && handle.shape.last().copied() == chosen.last().map(|columns| packed_width(*columns))
        {
            return Ok(Self::Bits(handle.clone()));
        }
        Elements::of(operation.arg(0)?).map(|(each, _)| Self::Each(each))
    }
    /// Whether the first is taken at an index; `None` if that is unwritten.
    fn holds(&self, index: &[usize]) -> Option<bool> {
        match self {
            Self::Each(elements) => elements.at(index).to_bool(),
            Self::Bits(handle) => {
                let mut own: Extents = index.into();
                let last = own.last_mut()?;
                let bit = *last % 8;
                *last /= 8;
                match handle.read(&own) {
                    Number::Int(byte) => Some(byte >> bit & 1 == 1),
                    Number::Float(_) | Number::Poison => None,
                }
            }
        }
    }
}

/// `sel(mask, a, b, tmp)` and `sels(mask, a, tmp, scalar)`.
fn select(operation: &mut Operation<'_>) -> Result<Value, Fault> {
    let (yes, dtype) = Elements::of(operation.arg(1)?)?;
    let other = if base_name(operation) == "sels" && operation.operand(3).is_some() { 3 } else { 2 };
    let (no, _) = Elements::of(operation.arg(other)?)?;
    let (shape, valid) = broadcast(&[&yes, &no])?;
    let mask = Mask::of(operation, &shape)?;
    let mut numbers = Vec::new();
    for index in indices(&valid) {
        let chosen = mask.holds(&index);
        let taken = chosen.map_or(Number::Poison, |first| if first { &yes } else { &no }.at(&index));
        numbers.push(lifted(operation, &[taken], || Ok(taken))?);
    }
    operation.holding(operation.result_type(dtype), &shape, &valid, &numbers)
}
