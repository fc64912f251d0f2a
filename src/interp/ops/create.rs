//! Fresh storage, and values from nothing.

use crate::interp::fault::Fault;
use crate::interp::number::Number;
use crate::interp::ops::elementwise::base_name;
use crate::interp::ops::{Meaning, Operation};
use crate::interp::scalar;
use crate::interp::storage::row_major;
use crate::interp::value::Value;
use crate::ir::dtype::DType;
use crate::ir::expr::BinaryOp;

pub(super) fn meaning(base: &str) -> Option<Meaning> {
    match base {
        "create" | "create_l1" => Some(create),
        "full" => Some(full),
        "ci" | "arange" => Some(count),
        "tri" => Some(triangle),
        "random" => Some(random),
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

/// `tri(diagonal, shape, valid?; dtype, upper)`: ones up to (`upper`: from) the diagonal so many columns to the right,
/// zeros elsewhere.
fn triangle(operation: &mut Operation<'_>) -> Result<Value, Fault> {
    let diagonal = operation.arg(0)?.integer()?;
    let shape = operation.extents(1)?;
    let valid = operation.optional_extents(2)?.unwrap_or_else(|| shape.clone());
    let upper = operation.flag("upper")?;
    let dtype = operation.dtype("dtype").unwrap_or(DType::Int32);
    if shape.len() < 2 {
        return Err(Fault::misfit("a triangle needs two axes"));
    }
    operation.filled(dtype, &shape, &valid, |at| {
        let (row, column) = (at[at.len() - 2] as i128, at[at.len() - 1] as i128);
        let inside = if upper { column >= row + diagonal } else { column <= row + diagonal };
        Ok(Number::Int(inside.into()))
    })
}

/// `random(key0, key1, counter0, .., counter3, shape, valid?; dtype, rounds)`: the counter-based generator Philox-4x32,
/// which gives four numbers for each value of the counter; the elements take them in row-major order.
fn random(operation: &mut Operation<'_>) -> Result<Value, Fault> {
    let word = |at: usize| Ok::<u32, Fault>(operation.arg(at)?.integer()? as u32);
    let key = [word(0)?, word(1)?];
    let start = [word(2)?, word(3)?, word(4)?, word(5)?];
    let shape = operation.extents(6)?;
    let valid = operation.optional_extents(7)?.unwrap_or_else(|| shape.clone());
    let rounds = operation.keyword("rounds").map_or(Ok(10), Value::extent)?;
    let dtype = operation.dtype("dtype").unwrap_or(DType::UInt32);
    let start = start.iter().rev().fold(0u128, |sum, word| sum << 32 | u128::from(*word));
    let strides = row_major(&shape);
    operation.filled(dtype, &shape, &valid, |at| {
        let flat: usize = at.iter().zip(&strides).map(|(at, stride)| at * stride).sum();
        let counter = start.wrapping_add(flat as u128 / 4);
        let words = std::array::from_fn(|word| (counter >> (32 * word)) as u32);
        Ok(Number::Int(philox(words, key, rounds)[flat % 4].into()))
    })
}

/// Philox-4x32 (Salmon, Moraes, Dror, Shaw: Parallel random numbers: as easy as 1, 2, 3).
fn philox(mut counter: [u32; 4], mut key: [u32; 2], rounds: usize) -> [u32; 4] {
    for _ in 0..rounds {
        let first = 0xd251_1f53_u64 * u64::from(counter[0]);
        let second = 0xcd9e_8d57_u64 * u64::from(counter[2]);
        counter = [
            (second >> 32) as u32 ^ counter[1] ^ key[0],
            second as u32,
            (first >> 32) as u32 ^ counter[3] ^ key[1],
            first as u32,
        ];
        key = [key[0].wrapping_add(0x9e37_79b9), key[1].wrapping_add(0xbb67_ae85)];
    }
    counter
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn philox_gives_the_published_numbers() {
        assert_eq!(philox([0; 4], [0; 2], 10), [0x6627_e8d5, 0xe169_c58d, 0xbc57_ac4c, 0x9b00_dbd8]);
        let ones = philox([u32::MAX; 4], [u32::MAX; 2], 10);
        assert_eq!(ones, [0x408f_276d, 0x41c8_3b0e, 0xa20b_c7c6, 0x6d54_51fd]);
    }
}
