//! Reductions along one axis: rows along the last, columns along the one before it. Only valid elements count.

use crate::interp::fault::Fault;
use crate::interp::number::{self, Number};
use crate::interp::ops::elementwise::base_name;
use crate::interp::ops::{Meaning, Operation, lifted};
use crate::interp::scalar;
use crate::interp::storage::{Extents, Handle, indices};
use crate::interp::value::Value;
use crate::ir::dtype::DType;
use crate::ir::expr::BinaryOp;
use crate::ir::types::Type;

pub(super) fn meaning(base: &str) -> Option<Meaning> {
    split(base).map(|_| reduce as Meaning)
}

/// What is done with the elements of one row or column.
#[derive(Clone, Copy)]
enum Reduction {
    Fold(BinaryOp),
    /// The index of the first extreme.
    Arg(BinaryOp),
}

/// Whether rows are reduced, and how.
fn split(base: &str) -> Option<(bool, Reduction)> {
    let (by_row, rest) = match base.strip_prefix("row_") {
        Some(rest) => (true, rest),
        None => (!base.starts_with("col_"), base.strip_prefix("col_").unwrap_or(base)),
    };
    let how = match rest {
        "sum" => Reduction::Fold(BinaryOp::Add),
        "prod" => Reduction::Fold(BinaryOp::Mul),
        "max" => Reduction::Fold(BinaryOp::Max),
        "min" => Reduction::Fold(BinaryOp::Min),
        "argmax" => Reduction::Arg(BinaryOp::Gt),
        "argmin" => Reduction::Arg(BinaryOp::Lt),
        _ => return None,
    };
    Some((by_row, how))
}

fn reduce(operation: &mut Operation<'_>) -> Result<Value, Fault> {
    let (by_row, how) = split(base_name(operation)).expect("the name was found before");
    let source = operation.handle(0)?;
    let axis = axis(operation, &source, by_row)?;
    let default = if matches!(how, Reduction::Arg(_)) { DType::Int32 } else { source.dtype() };
    let dtype = operation.result_type(default);
    let (mut shape, mut valid) = (source.shape.clone(), source.valid.clone());
    (shape[axis], valid[axis]) = (1, 1);
    let mut numbers = Vec::new();
    for index in indices(&valid) {
        numbers.push(along(operation, &source, axis, &index, how)?);
    }
    let result = operation.holding(dtype, &shape, &valid, &numbers)?;
    drop_axis(operation, result, axis)
}

/// The axis by its keyword, else by the operator's name.
fn axis(operation: &Operation<'_>, source: &Handle, by_row: bool) -> Result<usize, Fault> {
    let rank = source.rank();
    let asked = match operation.keyword("axis") {
        Some(value) => value.integer()?,
        None => {
            if by_row {
                -1
            } else {
                -2
            }
        }
    };
    let axis = if asked < 0 { asked + rank as i128 } else { asked };
    usize::try_from(axis)
        .ok()
        .filter(|axis| *axis < rank)
        .ok_or_else(|| Fault::bounds(format!("axis {asked} of a value with {rank} axes")))
}

/// The reduced axis stays with extent one, unless the declared type says that it is gone.
fn drop_axis(operation: &Operation<'_>, result: Value, axis: usize) -> Result<Value, Fault> {
    let handle = result.handle()?;
    let rank = operation.declared.and_then(Type::shape).map_or(handle.rank(), <[_]>::len);
    if rank == handle.rank() {
        return Ok(result);
    }
    let order: Vec<usize> = (0..handle.rank()).filter(|at| *at != axis).collect();
    Ok(Value::Storage(handle.permuted(&order)))
}

/// Reduces the elements that lie along `axis` through `index`.
fn along(
    operation: &mut Operation<'_>,
    source: &Handle,
    axis: usize,
    index: &Extents,
    how: Reduction,
) -> Result<Number, Fault> {
    let mut at = index.clone();
    let mut elements = Vec::new();
    for position in 0..source.valid[axis] {
        at[axis] = position;
        elements.push(source.read(&at));
    }
    lifted(operation, &elements, || match how {
        Reduction::Fold(op) => fold(op, &elements, source.dtype()),
        Reduction::Arg(better) => first_best(better, &elements),
    })
}

/// Folds from the first element on, rounding after each step.
fn fold(op: BinaryOp, elements: &[Number], dtype: DType) -> Result<Number, Fault> {
    let start = if op == BinaryOp::Mul { 1 } else { 0 };
    let Some((first, rest)) = elements.split_first() else {
        return Ok(number::convert(Number::Int(start), dtype));
    };
    rest.iter().try_fold(*first, |sum, element| scalar::binary(op, sum, *element, dtype))
}

fn first_best(better: BinaryOp, elements: &[Number]) -> Result<Number, Fault> {
    let mut best = 0;
    for (at, element) in elements.iter().enumerate() {
        if scalar::binary(better, *element, elements[best], DType::Bool)? == Number::Int(1) {
            best = at;
        }
    }
    Ok(Number::Int(best as i128))
}
