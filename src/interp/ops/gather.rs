//! Elements picked and placed by index tensors and masks.

use crate::interp::fault::Fault;
use crate::interp::number::Number;
use crate::interp::ops::moves::put;
use crate::interp::ops::views::checked_window;
use crate::interp::ops::{Meaning, Operation};
use crate::interp::storage::{Extents, Handle, indices, row_major};
use crate::interp::value::Value;
use crate::ir::dtype::DType;

pub(super) fn meaning(base: &str) -> Option<Meaning> {
    Some(match base {
        "gather" => |operation| match operation.keyword("dim") {
            Some(_) => gather_along(operation),
            None => gather_flat(operation),
        },
        "mgather" => mgather,
        "gather_mask" => gather_mask,
        "gather_row" => gather_row,
        "scatter" => |operation| match operation.keyword("dim") {
            Some(_) => scatter_along(operation),
            None => scatter_flat(operation, 1, 2, 0),
        },
        "mscatter" => |operation| scatter_flat(operation, 0, 1, 2),
        "scatter_mask" => scatter_mask,
        "scatter_update" => scatter_update,
        _ => return None,
    })
}

/// The integer that an index tensor holds.
pub(super) fn index_at(handle: &Handle, at: &[usize], below: usize) -> Result<usize, Fault> {
    let value = Value::Scalar(handle.read(at), handle.dtype()).integer()?;
    let inside = usize::try_from(value).ok().filter(|value| *value < below);
    inside.ok_or_else(|| Fault::bounds(format!("the index {value} of {below} elements")))
}

/// The indices of the element that is number `flat` in row-major order.
pub(super) fn unflattened(flat: usize, shape: &[usize]) -> Extents {
    row_major(shape).iter().zip(shape).map(|(step, extent)| flat / step % extent).collect()
}

/// `gather(input, index; dim)`: along one axis, the others stay.
fn gather_along(operation: &mut Operation<'_>) -> Result<Value, Fault> {
    let (source, index) = (operation.handle(0)?, operation.handle(1)?);
    let axis = axis_by(operation, "dim", source.rank())?;
    operation.filled(source.dtype(), &index.shape, &index.valid, |at| {
        let mut own = at.clone();
        own[axis] = index_at(&index, &at, source.shape[axis])?;
        Ok(source.read(&own))
    })
}

/// `gather(source, index)` of a tile: elements by their number in row-major order.
fn gather_flat(operation: &mut Operation<'_>) -> Result<Value, Fault> {
    let (source, index) = (operation.handle(0)?, operation.handle(1)?);
    let len = source.shape.iter().product();
    operation.filled(source.dtype(), &index.shape, &index.valid, |at| {
        Ok(source.read(&unflattened(index_at(&index, &at, len)?, &source.shape)))
    })
}

/// `mgather(mem, idx; coalesce)`: whole rows, or single elements by number.
fn mgather(operation: &mut Operation<'_>) -> Result<Value, Fault> {
    let single = match operation.keyword("coalesce") {
        Some(Value::Text(mode)) => mode.as_str() == "elem",
        Some(mode) => mode.integer()? == 1,
        None => false,
    };
    if single {
        return gather_flat(operation);
    }
    let (source, index) = (operation.handle(0)?, operation.handle(1)?);
    let (rows, columns) = (source.shape[0], source.shape[source.rank() - 1]);
    let count: usize = index.shape.iter().product();
    operation.filled(source.dtype(), &[count, columns], &[count, columns], |at| {
        let row = index_at(&index, &unflattened(at[0], &index.shape), rows)?;
        Ok(source.read(&[row, at[1]]))
    })
}

/// First column and distance of the columns that a mask pattern keeps.
fn pattern(operation: &Operation<'_>) -> Result<(usize, usize), Fault> {
    let asked = operation.keyword("mask_pattern").map_or(Ok(7), Value::integer)?;
    Ok(match asked {
        1 | 2 => (asked as usize - 1, 2),
        3..=6 => (asked as usize - 3, 4),
        7 => (0, 1),
        _ => return Err(Fault::misfit(format!("mask pattern {asked}"))),
    })
}

/// `gather_mask(source; mask_pattern, output_dtype)`: every second or fourth column; their bits may be read as another
/// type.
fn gather_mask(operation: &mut Operation<'_>) -> Result<Value, Fault> {
    let source = operation.handle(0)?;
    let (first, step) = pattern(operation)?;
    let dtype = operation.dtype("output_dtype").unwrap_or(source.dtype());
    let mut shape = source.shape.clone();
    let last = shape.len().checked_sub(1).ok_or_else(|| Fault::misfit("a mask needs columns"))?;
    shape[last] /= step;
    operation.filled(dtype, &shape, &shape, |at| {
        let mut own = at.clone();
        own[last] = first + at[last] * step;
        same_bits(source.read(&own), source.dtype(), dtype)
    })
}

/// The number with the same bits in another type of the same width.
pub(super) fn same_bits(number: Number, from: DType, to: DType) -> Result<Number, Fault> {
    let other = || Fault::unsupported(format!("bits of {from} as {to}"));
    let bits = match (number, from) {
        (Number::Poison, _) => return Ok(Number::Poison),
        _ if from == to => return Ok(number),
        _ if from.bits() != to.bits() => return Err(other()),
        (Number::Int(value), _) => value,
        (Number::Float(value), DType::Fp32) => i128::from((value as f32).to_bits()),
        (Number::Float(value), DType::Fp16) => i128::from(half::f16::from_f64(value).to_bits()),
        (Number::Float(value), DType::Bf16) => i128::from(half::bf16::from_f64(value).to_bits()),
        (Number::Float(_), _) => return Err(other()),
    };
    let float = match to {
        DType::Fp32 => f64::from(f32::from_bits(bits as u32)),
        DType::Fp16 => half::f16::from_bits(bits as u16).to_f64(),
        DType::Bf16 => half::bf16::from_bits(bits as u16).to_f64(),
        to if to.is_float() => return Err(other()),
        to => return Ok(Number::Int(crate::interp::number::wrap(bits, to))),
    };
    // Which bits a NaN has is not kept.
    if float.is_nan() { Err(other()) } else { Ok(Number::Float(float)) }
}

/// `gather_row(dst, src, dst_offset, src_offset, shapes, valid?; transpose)`: a window moved into another.
fn gather_row(operation: &mut Operation<'_>) -> Result<Value, Fault> {
    let source = operation.handle(1)?;
    let (to, from, shape) = (operation.extents(2)?, operation.extents(3)?, operation.extents(4)?);
    let mut window = checked_window(&source, &from, &shape)?;
    if let Some(valid) = operation.optional_extents(5)? {
        window = window.with_valid(&valid);
    }
    if operation.flag("transpose")? && window.rank() == 2 {
        window = window.permuted(&[1, 0]);
    }
    let target = operation.destination(0)?;
    put(operation, &window, &target, &to).map(Value::Storage)
}

/// `scatter(input, index, src; dim)`: along one axis, the others stay.
fn scatter_along(operation: &mut Operation<'_>) -> Result<Value, Fault> {
    let (index, source) = (operation.handle(1)?, operation.handle(2)?);
    let target = operation.destination(0)?;
    let axis = axis_by(operation, "dim", target.rank())?;
    for at in indices(&index.valid) {
        let mut own = at.clone();
        own[axis] = index_at(&index, &at, target.shape[axis])?;
        target.write(&own, source.read(&at))?;
    }
    Ok(Value::Storage(target))
}

/// Elements of `source` placed by their number in row-major order.
fn scatter_flat(
    operation: &mut Operation<'_>,
    source: usize,
    index: usize,
    target: usize,
) -> Result<Value, Fault> {
    let (source, index) = (operation.handle(source)?, operation.handle(index)?);
    let target = operation.destination(target)?;
    let len = target.shape.iter().product();
    for at in indices(&index.valid) {
        let place = unflattened(index_at(&index, &at, len)?, &target.shape);
        target.write(&place, source.read(&at))?;
    }
    Ok(Value::Storage(target))
}

/// `scatter_mask(dst, src; mask_pattern)`; of tensors the operands stand the other way round.
fn scatter_mask(operation: &mut Operation<'_>) -> Result<Value, Fault> {
    let (to, from) = if operation.name.starts_with("tensor.") { (1, 0) } else { (0, 1) };
    let source = operation.handle(from)?;
    let (first, step) = pattern(operation)?;
    let target = operation.destination(to)?;
    for at in indices(&source.valid) {
        let mut own = at.clone();
        if let Some(last) = own.last_mut() {
            *last = first + *last * step;
        }
        target.write(&own, source.read(&at))?;
    }
    Ok(Value::Storage(target))
}

/// `scatter_update(input, index, src; dim)`: whole rows by number.
fn scatter_update(operation: &mut Operation<'_>) -> Result<Value, Fault> {
    let (index, source) = (operation.handle(1)?, operation.handle(2)?);
    let target = operation.destination(0)?;
    let columns = target.shape.last().copied().unwrap_or(1);
    let rows = target.shape.iter().product::<usize>() / columns.max(1);
    for (number, at) in indices(&index.shape).enumerate() {
        let row = index_at(&index, &at, rows)?;
        for column in 0..columns {
            let from = unflattened(number * columns + column, &source.shape);
            target.write(&unflattened(row * columns + column, &target.shape), source.read(&from))?;
        }
    }
    Ok(Value::Storage(target))
}

fn axis_by(operation: &Operation<'_>, keyword: &str, rank: usize) -> Result<usize, Fault> {
    let asked = operation.keyword(keyword).map_or(Ok(-1), Value::integer)?;
    let axis = if asked < 0 { asked + rank as i128 } else { asked };
    let inside = usize::try_from(axis).ok().filter(|axis| *axis < rank);
    inside.ok_or_else(|| Fault::bounds(format!("axis {asked} of a value with {rank} axes")))
}
