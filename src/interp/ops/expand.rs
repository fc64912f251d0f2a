//! A row or column vector against every column or row of a matrix.

use crate::interp::fault::Fault;
use crate::interp::number::{self, Number};
use crate::interp::ops::elementwise::{Two, base_name, two};
use crate::interp::ops::{Meaning, Operation, lifted};
use crate::interp::scalar;
use crate::interp::storage::{Extents, Handle, indices};
use crate::interp::value::Value;
use crate::ir::dtype::DType;
use crate::ir::expr::BinaryOp;

pub(super) fn meaning(base: &str) -> Option<Meaning> {
    match base {
        "expand_clone" => Some(expand_clone),
        "expands" => Some(expands),
        _ => named(base).map(|_| expand as Meaning),
    }
}

/// Whether the vector has one element per row, and what is done with it.
fn named(base: &str) -> Option<(bool, Two)> {
    let (by_row, rest) = match base.strip_prefix("row_expand") {
        Some(rest) => (true, rest),
        None => (false, base.strip_prefix("col_expand")?),
    };
    let compute: Two = match rest {
        "" => |_, y, t| Ok(number::convert(y, t)),
        "_max" => |x, y, t| scalar::binary(BinaryOp::Max, x, y, t),
        "_min" => |x, y, t| scalar::binary(BinaryOp::Min, x, y, t),
        "_expdif" => exp_of_difference,
        _ => two(rest.strip_prefix('_')?)?,
    };
    Some((by_row, compute))
}

fn exp_of_difference(x: Number, y: Number, dtype: DType) -> Result<Number, Fault> {
    let difference = scalar::binary(BinaryOp::Sub, x, y, dtype)?;
    let exp = difference.to_f64().map_or(Number::Poison, |value| Number::Float(value.exp()));
    Ok(number::convert(exp, dtype))
}

/// The element of the vector that meets the matrix element `index`. The vector may have the rank of the matrix with
/// extents of one, or any shape with as many elements as the matrix has rows or columns.
fn element(vector: &Handle, shape: &[usize], index: &[usize], by_row: bool) -> Result<Number, Fault> {
    let last = shape.len() - 1;
    let fits = vector.rank() == shape.len()
        && (0..=last).all(|axis| vector.shape[axis] == 1 || vector.shape[axis] == shape[axis])
        && vector.shape[if by_row { last } else { last.saturating_sub(1) }] == 1;
    if fits {
        let own = index.iter().zip(&vector.shape);
        let own: Extents = own.map(|(at, extent)| if *extent == 1 { 0 } else { *at }).collect();
        return Ok(vector.read(&own));
    }
    let axes = if by_row { 0..last } else { last..shape.len() };
    let flat = axes.clone().fold(0, |flat, axis| flat * shape[axis] + index[axis]);
    let (have, need) = (vector.shape.iter().product(), axes.map(|axis| shape[axis]).product::<usize>());
    let own: usize = if have == need { flat } else { return Err(misfit(have, need)) };
    let strides = crate::interp::storage::row_major(&vector.shape);
    let own: Extents = strides.iter().zip(&vector.shape).map(|(step, extent)| own / step % extent).collect();
    Ok(vector.read(&own))
}

fn misfit(have: usize, need: usize) -> Fault {
    Fault::misfit(format!("a vector of {have} elements against {need} rows or columns"))
}

fn expand(operation: &mut Operation<'_>) -> Result<Value, Fault> {
    let (by_row, compute) = named(base_name(operation)).expect("the name was found before");
    let (matrix, vector) = (operation.handle(0)?, operation.handle(1)?);
    if matrix.rank() == 0 {
        return Err(Fault::misfit("a matrix is needed"));
    }
    let only_vector = matches!(base_name(operation), "row_expand" | "col_expand");
    let common = matrix.dtype().promote(vector.dtype());
    let dtype = operation.result_type(common);
    let mut numbers = Vec::new();
    for index in indices(&matrix.valid) {
        let y = element(&vector, &matrix.shape, &index, by_row)?;
        let x = if only_vector { y } else { matrix.read(&index) };
        let (x, y) = (number::convert(x, common), number::convert(y, common));
        numbers.push(lifted(operation, &[x, y], || compute(x, y, common))?);
    }
    operation.holding(dtype, &matrix.shape, &matrix.valid, &numbers)
}

/// Every element of a shape is one scalar.
fn expands(operation: &mut Operation<'_>) -> Result<Value, Fault> {
    let (like, (number, _)) = (operation.handle(0)?, operation.arg(1)?.scalar()?);
    operation.filled(operation.result_type(like.dtype()), &like.shape, &like.valid, |_| Ok(number))
}

/// The first operand repeated to the shape of the second, which takes the result if the table says so.
fn expand_clone(operation: &mut Operation<'_>) -> Result<Value, Fault> {
    let source = operation.handle(0)?;
    let target = operation.destination(1)?;
    let Some(skip) = target.rank().checked_sub(source.rank()) else {
        return Err(Fault::misfit("the target has fewer axes than the source"));
    };
    let mut numbers = Vec::new();
    for index in indices(&target.shape) {
        let own = index[skip..].iter().zip(&source.shape);
        let own: Extents = own.map(|(at, extent)| if *extent == 1 { 0 } else { *at }).collect();
        if own.iter().zip(&source.shape).any(|(at, extent)| at >= extent) {
            return Err(Fault::misfit("the source does not repeat to the shape of the target"));
        }
        numbers.push((index, source.read(&own)));
    }
    for (index, number) in numbers {
        target.write(&index, number)?;
    }
    let whole = target.with_valid(&target.shape);
    Ok(Value::Storage(whole))
}
