//! Elementwise operators that do more than combine two equal shapes: sums of three, leaky rectifiers, and operators on
//! tiles of which one may be valid where the other is not.

use crate::interp::fault::Fault;
use crate::interp::number::{self, Number};
use crate::interp::ops::elementwise::{Elements, base_name, broadcast};
use crate::interp::ops::{Meaning, Operation, lifted};
use crate::interp::scalar;
use crate::interp::storage::indices;
use crate::interp::value::Value;
use crate::ir::dtype::DType;
use crate::ir::expr::BinaryOp;

pub(super) fn meaning(base: &str) -> Option<Meaning> {
    match base {
        "addc" | "addsc" => Some(|operation| three(operation, BinaryOp::Add)),
        "subc" | "subsc" => Some(|operation| three(operation, BinaryOp::Sub)),
        "prelu" | "lrelu" => Some(leaky),
        _ => partial(base).map(|_| overlaid as Meaning),
    }
}

/// `addc(a, b, c)` is `a + b + c`, `subc(a, b, c)` is `a - b + c`; in `addsc` and `subsc` the second is a scalar.
fn three(operation: &mut Operation<'_>, first: BinaryOp) -> Result<Value, Fault> {
    let (left, dtype) = Elements::of(operation.arg(0)?)?;
    let (middle, _) = Elements::of(operation.arg(1)?)?;
    let (right, _) = Elements::of(operation.arg(2)?)?;
    let (shape, valid) = broadcast(&[&left, &middle, &right])?;
    let mut numbers = Vec::new();
    for index in indices(&valid) {
        let of = |operand: &Elements| number::convert(operand.at(&index), dtype);
        let (x, y, z) = (of(&left), of(&middle), of(&right));
        numbers.push(lifted(operation, &[x, y, z], || {
            scalar::binary(BinaryOp::Add, scalar::binary(first, x, y, dtype)?, z, dtype)
        })?);
    }
    operation.holding(operation.result_type(dtype), &shape, &valid, &numbers)
}

/// `prelu(x, slope)` and `lrelu(x, slope)`: what is below zero is multiplied by the slope.
fn leaky(operation: &mut Operation<'_>) -> Result<Value, Fault> {
    let (operand, dtype) = Elements::of(operation.arg(0)?)?;
    let (slope, _) = Elements::of(operation.arg(1)?)?;
    let (shape, valid) = broadcast(&[&operand, &slope])?;
    let mut numbers = Vec::new();
    for index in indices(&valid) {
        let (x, slope) = (operand.at(&index), number::convert(slope.at(&index), dtype));
        numbers.push(lifted(operation, &[x, slope], || {
            let below = x.to_f64().is_some_and(|x| x < 0.0);
            if below { scalar::binary(BinaryOp::Mul, x, slope, dtype) } else { Ok(x) }
        })?);
    }
    operation.holding(operation.result_type(dtype), &shape, &valid, &numbers)
}

/// What `part_add` and its kin do where both operands are valid.
fn partial(base: &str) -> Option<BinaryOp> {
    Some(match base.strip_prefix("part_")? {
        "add" => BinaryOp::Add,
        "mul" => BinaryOp::Mul,
        "max" => BinaryOp::Max,
        "min" => BinaryOp::Min,
        _ => return None,
    })
}

/// Where both operands are valid they are combined, where one is it goes through as it is.
fn overlaid(operation: &mut Operation<'_>) -> Result<Value, Fault> {
    let op = partial(base_name(operation)).expect("the name was found before");
    let (left, right) = (operation.handle(0)?, operation.handle(1)?);
    if left.shape != right.shape {
        let (left, right) = (left.shape.to_vec(), right.shape.to_vec());
        return Err(Fault::misfit(format!("extents {left:?} and {right:?} of operands do not fit")));
    }
    let common: DType = left.dtype().promote(right.dtype());
    let valid: Vec<usize> = left.valid.iter().zip(&right.valid).map(|(one, other)| *one.max(other)).collect();
    let mut numbers = Vec::new();
    for index in indices(&valid) {
        let of = |valid: bool, number: Number| valid.then(|| number::convert(number, common));
        let x = of(left.is_valid(&index), left.read(&index));
        let y = of(right.is_valid(&index), right.read(&index));
        numbers.push(match (x, y) {
            (Some(x), Some(y)) => lifted(operation, &[x, y], || scalar::binary(op, x, y, common))?,
            (Some(only), None) | (None, Some(only)) => only,
            (None, None) => Number::Poison,
        });
    }
    operation.holding(operation.result_type(common), &left.shape, &valid, &numbers)
}
