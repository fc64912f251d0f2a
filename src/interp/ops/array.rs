//! On-core arrays: storage like any other, one axis.

use crate::interp::fault::Fault;
use crate::interp::number::Number;
use crate::interp::ops::{Meaning, Operation};
use crate::interp::value::Value;
use crate::ir::dtype::DType;

pub(super) fn meaning(base: &str) -> Option<Meaning> {
    match base {
        "create" => Some(create),
        "get_element" => Some(get_element),
        "update_element" => Some(update_element),
        _ => None,
    }
}

/// `create(extent; dtype)`. Task ids start as no task, everything else unwritten.
fn create(operation: &mut Operation<'_>) -> Result<Value, Fault> {
    let extent = operation.arg(0)?.extent()?;
    let named = match operation.operand(1) {
        Some(Value::Type(dtype)) => Some(*dtype),
        _ => operation.dtype("dtype"),
    };
    let dtype = operation.result_type(named.unwrap_or(DType::Index));
    let array = operation.fresh(dtype, &[extent])?;
    if dtype == DType::TaskId {
        (0..extent).try_for_each(|at| array.write(&[at], Number::Int(-1)))?;
    }
    Ok(Value::Storage(array))
}

fn checked(operation: &Operation<'_>, extent: usize) -> Result<usize, Fault> {
    let index = operation.arg(1)?.integer()?;
    let inside = usize::try_from(index).ok().filter(|index| *index < extent);
    inside.ok_or_else(|| Fault::bounds(format!("the index {index} of an array of {extent}")))
}

/// `get_element(array, index)`.
fn get_element(operation: &mut Operation<'_>) -> Result<Value, Fault> {
    let array = operation.handle(0)?;
    let index = checked(operation, array.shape[0])?;
    let number = array.read(&[index]);
    if number == Number::Poison {
        operation.saw_poison();
    }
    Ok(Value::Scalar(number, array.dtype()))
}

/// `update_element(array, index, value)`: writes, and names the same array.
fn update_element(operation: &mut Operation<'_>) -> Result<Value, Fault> {
    let (number, _) = operation.arg(2)?.scalar()?;
    let array = operation.destination(0)?;
    array.write(&[checked(operation, array.shape[0])?], number)?;
    Ok(Value::Storage(array))
}
