//! Fresh storage, and values from nothing.

use crate::interp::fault::Fault;
use crate::interp::number::Number;
use crate::interp::ops::elementwise::base_name;
use crate::interp::ops::{Meaning, Operation};
use crate::interp::scalar;
use crate::interp::value::Value;
use crate::ir::dtype::DType;
use crate::ir::expr::BinaryOp;

pub(super) fn meaning(base: &str) -> Option<Meaning> {
    match base {
        "create" | "create_l1" => Some(create),
        "full" => Some(full),
        "ci" | "arange" => Some(count),
        "alloc" => Some(|_| Ok(Value::Token)),
        _ => None,
    }
}

/// `create(shape; dtype, init_value)`.
fn create(operation: &mut Operation<'_>) -> Result<Value, Fault> {
    let shape = operation.extents(0)?;
    let dtype = operation.dtype("dtype").unwrap_or(DType::Fp32);
    match operation.keyword("init_value").cloned() {
        Some(Value::Nothing) | None => operation.fresh(dtype, &shape).map(Value::Storage),
        Some(value) => {
            let (number, _) = value.scalar()?;
            operation.filled(dtype, &shape, &shape, |_| Ok(number))
        }
    }
}

/// `full(shape, value; dtype)`.
fn full(operation: &mut Operation<'_>) -> Result<Value, Fault> {
    let shape = operation.extents(0)?;
    let value = operation.operand(1).or_else(|| operation.keyword("value")).cloned();
    let value = value.ok_or_else(|| Fault::misfit(format!("`{}` lacks its value", operation.name)))?;
    let (number, own) = value.scalar()?;
    let dtype = operation.dtype("dtype").unwrap_or(own);
    operation.filled(dtype, &shape, &shape, |_| Ok(number))
}

/// `ci(start, shape; dtype, descending)`: consecutive integers in row-major order.
fn count(operation: &mut Operation<'_>) -> Result<Value, Fault> {
    let name = base_name(operation);
    let (start, own) = operation.arg(0)?.scalar()?;
    let shape =
        operation.extents(1).map_err(|fault| Fault { message: format!("`{name}`: {fault}"), ..fault })?;
    let dtype = operation.dtype("dtype").unwrap_or(own);
    let op = if operation.flag("descending")? { BinaryOp::Sub } else { BinaryOp::Add };
    let mut next = 0;
    operation.filled(dtype, &shape, &shape, |_| {
        let number = scalar::binary(op, start, Number::Int(next), dtype);
        next += 1;
        number
    })
}
