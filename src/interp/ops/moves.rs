//! Elements from here to there.

use crate::interp::fault::Fault;
use crate::interp::number::Number;
use crate::interp::ops::elementwise::base_name;
use crate::interp::ops::views::{checked_window, constant_shape};
use crate::interp::ops::{Meaning, Operation, lifted};
use crate::interp::scalar;
use crate::interp::storage::{Extents, Handle, indices, padding};
use crate::interp::value::Value;
use crate::ir::expr::BinaryOp;
use crate::ir::types::PadValue;

pub(super) fn meaning(base: &str) -> Option<Meaning> {
    match base {
        "load" => Some(load),
        "store" => Some(store),
        "assemble" => Some(assemble),
        "read" => Some(read),
        "write" => Some(write),
        "move" => Some(copy),
        "extract" => Some(extract),
        "concat" => Some(concat),
        "fillpad" | "fillpad_inplace" => Some(fill_padding),
        "fillpad_expand" => Some(expand_with_padding),
        _ => None,
    }
}

/// `load(tensor, offsets, shapes, valid?; transpose)`: a window copied into a fresh tile, its last two axes exchanged if
/// asked for.
fn load(operation: &mut Operation<'_>) -> Result<Value, Fault> {
    let source = operation.handle(0)?;
    let (offset, shape) = (operation.extents(1)?, operation.extents(2)?);
    let mut window = checked_window(&source, &offset, &shape)?;
    if let Some(valid) = operation.optional_extents(3)? {
        let narrowed: Vec<usize> =
            valid.iter().zip(&window.valid).map(|(ask, have)| *ask.min(have)).collect();
        window = window.with_valid(&narrowed);
    }
    if operation.flag("transpose")? && window.rank() >= 2 {
        let mut order: Vec<usize> = (0..window.rank()).collect();
        let last = order.len() - 1;
        order.swap(last - 1, last);
        window = window.permuted(&order);
    }
    let tile = window.copy(&operation.world.account)?;
    // A window of a tensor with more axes than the tile.
    match constant_shape(operation.declared) {
        Some(declared) if declared.len() != tile.rank() => {
            let tile = tile.reshaped(&declared);
            let tile =
                tile.ok_or_else(|| Fault::misfit(format!("a window {shape:?} as a tile {declared:?}")))?;
            Ok(Value::Storage(tile))
        }
        Some(_) | None => Ok(Value::Storage(tile)),
    }
}

/// `store(tile, offsets, out, shapes?)`.
fn store(operation: &mut Operation<'_>) -> Result<Value, Fault> {
    let source = operation.handle(0)?;
    let offset = operation.extents(1)?;
    let target = operation.destination(2)?;
    let source = match operation.optional_extents(3)? {
        Some(shape) => source.reshaped(&shape).ok_or_else(|| {
            let from = source.shape.to_vec();
            Fault::misfit(format!("a tile {from:?} as a window {shape:?}"))
        })?,
        None => source,
    };
    put(operation, &source, &target, &offset).map(Value::Storage)
}

/// `assemble(target, source, offset)`.
fn assemble(operation: &mut Operation<'_>) -> Result<Value, Fault> {
    let source = operation.handle(1)?;
    let offset = operation.extents(2)?;
    let target = operation.destination(0)?;
    put(operation, &source, &target, &offset).map(Value::Storage)
}

/// Writes the valid part of `source` into `target` from `offset` on, or adds it there if the operator is atomic. All of
/// the source is read before anything is written. What was valid and what was written is valid afterwards.
pub(super) fn put(
    operation: &mut Operation<'_>,
    source: &Handle,
    target: &Handle,
    offset: &[usize],
) -> Result<Handle, Fault> {
    if offset.len() != target.rank() {
        let (offsets, rank) = (offset.len(), target.rank());
        return Err(Fault::misfit(format!("{offsets} offsets for storage of {rank} axes")));
    }
    let source = aligned(source, target.rank())?;
    let adds = matches!(operation.member("atomic"), Some("Add" | "add"))
        || operation.keyword("atomic").is_some_and(|value| value.integer() == Ok(1));
    let mut elements = source.valid_elements();
    if adds {
        for (index, element) in indices(&source.valid).zip(&mut elements) {
            let at: Extents = index.iter().zip(offset).map(|(index, offset)| index + offset).collect();
            let (before, more, dtype) = (target.before_write(&at)?, *element, target.dtype());
            *element =
                lifted(operation, &[before, more], || scalar::binary(BinaryOp::Add, before, more, dtype))?;
        }
    }
    target.write_part(offset, &source.valid, &elements)?;
    let ends = source.valid.iter().zip(offset).map(|(extent, offset)| extent + offset);
    let valid: Vec<usize> = ends.zip(&target.valid).map(|(end, valid)| end.max(*valid)).collect();
    Ok(target.with_valid(&valid))
}

/// The source with leading extents of one added or taken away.
fn aligned(source: &Handle, rank: usize) -> Result<Handle, Fault> {
    if source.rank() == rank {
        return Ok(source.clone());
    }
    let extra = source.rank().saturating_sub(rank);
    let mut shape = vec![1; rank.saturating_sub(source.rank())];
    shape.extend(&source.shape[extra..]);
    let fits = source.shape[..extra].iter().all(|extent| *extent == 1);
    source.reshaped(&shape).filter(|_| fits).ok_or_else(|| {
        let from = source.shape.to_vec();
        Fault::misfit(format!("a source {from:?} for storage of {rank} axes"))
    })
}

/// An index within the shape; one number for several axes counts in row-major order.
fn checked_index(handle: &Handle, index: Vec<usize>) -> Result<Extents, Fault> {
    let index: Extents = if index.len() == 1 && handle.rank() > 1 {
        let strides = crate::interp::storage::row_major(&handle.shape);
        strides.iter().zip(&handle.shape).map(|(step, extent)| index[0] / step % extent).collect()
    } else {
        index.into()
    };
    let inside =
        index.len() == handle.rank() && index.iter().zip(&handle.shape).all(|(at, extent)| at < extent);
    if inside {
        return Ok(index);
    }
    let (index, shape) = (index.to_vec(), handle.shape.to_vec());
    Err(Fault::bounds(format!("the index {index:?} of storage with the extents {shape:?}")))
}

/// `read(x, indices)`.
fn read(operation: &mut Operation<'_>) -> Result<Value, Fault> {
    let source = operation.handle(0)?;
    let index = checked_index(&source, operation.extents(1)?)?;
    let number = source.read(&index);
    if number == Number::Poison {
        operation.saw_poison();
    }
    Ok(Value::Scalar(number, source.dtype()))
}

/// `write(x, indices, value)`.
fn write(operation: &mut Operation<'_>) -> Result<Value, Fault> {
    let (number, _) = operation.arg(2)?.scalar()?;
    let target = operation.destination(0)?;
    let index = checked_index(&target, operation.extents(1)?)?;
    target.write(&index, number)?;
    Ok(Value::Storage(target))
}

/// `move(tile)`: the same elements in other storage.
fn copy(operation: &mut Operation<'_>) -> Result<Value, Fault> {
    operation.handle(0)?.copy(&operation.world.account).map(Value::Storage)
}

/// `extract(source, row, column, shape)`.
fn extract(operation: &mut Operation<'_>) -> Result<Value, Fault> {
    let source = operation.handle(0)?;
    let offset = [operation.arg(1)?.extent()?, operation.arg(2)?.extent()?];
    let window = checked_window(&source, &offset, &operation.extents(3)?)?;
    window.copy(&operation.world.account).map(Value::Storage)
}

/// `concat(a, b)` along the last axis.
fn concat(operation: &mut Operation<'_>) -> Result<Value, Fault> {
    let (left, right) = (operation.handle(0)?, operation.handle(1)?);
    let last = left.rank().checked_sub(1).filter(|_| left.rank() == right.rank());
    let Some(last) = last.filter(|last| left.shape[..*last] == right.shape[..*last]) else {
        return Err(Fault::misfit(format!("`{}` of unlike shapes", base_name(operation))));
    };
    let mut shape = left.shape.clone();
    shape[last] += right.shape[last];
    let dtype = operation.result_type(left.dtype());
    operation.filled(dtype, &shape, &shape, |mut own| {
        if own[last] < left.shape[last] {
            return Ok(left.read(&own));
        }
        own[last] -= left.shape[last];
        Ok(right.read(&own))
    })
}

/// Padding asked for, else that of the storage, else zero.
fn padding_of(operation: &Operation<'_>, source: &Handle) -> PadValue {
    [operation.pad(), source.pad].into_iter().find(|pad| *pad != PadValue::Null).unwrap_or(PadValue::Zero)
}

/// `fillpad(x; pad_value)`: what was not valid becomes padding, and all is valid.
fn fill_padding(operation: &mut Operation<'_>) -> Result<Value, Fault> {
    let source = operation.handle(0)?;
    let fill = padding(padding_of(operation, &source), source.dtype());
    let target = operation.destination(0)?;
    for index in indices(&target.shape) {
        if !source.is_valid(&index) {
            target.write(&index, fill)?;
        }
    }
    let mut whole = target.with_valid(&target.shape);
    whole.pad = PadValue::Null;
    Ok(Value::Storage(whole))
}

/// `fillpad_expand(x, shape; pad_value)`: the same in a larger shape.
fn expand_with_padding(operation: &mut Operation<'_>) -> Result<Value, Fault> {
    let (source, shape) = (operation.handle(0)?, operation.extents(1)?);
    let fill = padding(padding_of(operation, &source), source.dtype());
    if shape.len() != source.rank() {
        return Err(Fault::misfit("a padded shape with another number of axes"));
    }
    let dtype = operation.result_type(source.dtype());
    operation.filled(dtype, &shape, &shape, |index| {
        Ok(if source.is_valid(&index) { source.read(&index) } else { fill })
    })
}
