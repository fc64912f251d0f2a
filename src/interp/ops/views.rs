//! Other ways to look at the same elements.

use crate::interp::fault::Fault;
use crate::interp::ops::elementwise::base_name;
use crate::interp::ops::{Meaning, Operation};
use crate::interp::storage::Handle;
use crate::interp::value::Value;
use crate::ir::types::{PadValue, Type};

pub(super) fn meaning(base: &str) -> Option<Meaning> {
    match base {
        "dim" => Some(dim),
        "slice" => Some(slice),
        "reshape" => Some(reshape),
        "view" => Some(view),
        "transpose" | "transpose_view" => Some(transpose),
        "reinterpret_view" => Some(reinterpret),
        "set_validshape" => Some(set_valid_shape),
        _ => None,
    }
}

/// `dim(tensor, axis)`: an extent.
fn dim(operation: &mut Operation<'_>) -> Result<Value, Fault> {
    let handle = operation.handle(0)?;
    let axis = axis_of(operation, 1, handle.rank())?;
    Ok(Value::index(handle.shape[axis]))
}

/// The axis that an operand names; negative ones count from the end.
fn axis_of(operation: &Operation<'_>, operand: usize, rank: usize) -> Result<usize, Fault> {
    let asked = operation.arg(operand)?.integer()?;
    let axis = if asked < 0 { asked + rank as i128 } else { asked };
    usize::try_from(axis)
        .ok()
        .filter(|axis| *axis < rank)
        .ok_or_else(|| Fault::bounds(format!("axis {asked} of a value with {rank} axes")))
}

/// `slice(input, shape, offset, valid?, drop_dims?)`.
fn slice(operation: &mut Operation<'_>) -> Result<Value, Fault> {
    let source = operation.handle(0)?;
    let (shape, offset) = (operation.extents(1)?, operation.extents(2)?);
    let mut window = checked_window(&source, &offset, &shape)?;
    if let Some(valid) = operation.optional_extents(3)? {
        let narrowed: Vec<usize> =
            valid.iter().zip(&window.valid).map(|(ask, have)| *ask.min(have)).collect();
        window = window.with_valid(&narrowed);
    }
    if operation.pad() != PadValue::Null {
        window.pad = operation.pad();
    }
    let dropped = operation.optional_extents(4)?.unwrap_or_default();
    let kept: Vec<usize> = (0..window.rank()).filter(|axis| !dropped.contains(axis)).collect();
    operation.view(window.permuted(&kept))
}

/// A window that starts inside.
pub(super) fn checked_window(source: &Handle, offset: &[usize], shape: &[usize]) -> Result<Handle, Fault> {
    if offset.len() != source.rank() || shape.len() != source.rank() {
        let (rank, offsets, extents) = (source.rank(), offset.len(), shape.len());
        let message = format!("{offsets} offsets and {extents} extents for a window of {rank} axes");
        return Err(Fault::misfit(message));
    }
    if offset.iter().zip(&source.shape).any(|(offset, extent)| offset > extent) {
        let whole = source.shape.to_vec();
        return Err(Fault::bounds(format!("a window at {offset:?} of storage with the extents {whole:?}")));
    }
    Ok(source.window(offset, shape))
}

/// `reshape(input, shape, valid?)`.
fn reshape(operation: &mut Operation<'_>) -> Result<Value, Fault> {
    let source = operation.handle(0)?;
    let shape = operation.extents(1)?;
    let valid = operation.optional_extents(2)?;
    let seen = regrouped(&source, &shape, valid.as_deref())?;
    operation.view(seen)
}

fn regrouped(source: &Handle, shape: &[usize], valid: Option<&[usize]>) -> Result<Handle, Fault> {
    let whole = if valid.is_some() { source.with_valid(&source.shape) } else { source.clone() };
    let seen = whole.reshaped(shape).ok_or_else(|| {
        let from = source.shape.to_vec();
        Fault::misfit(format!("storage with the extents {from:?} cannot be seen as {shape:?}"))
    })?;
    Ok(valid.map_or(seen.clone(), |valid| seen.with_valid(valid)))
}

/// `view(input, shape?, valid?; layout)`: the same bytes; `DN` swaps the last two axes.
fn view(operation: &mut Operation<'_>) -> Result<Value, Fault> {
    let source = operation.handle(0)?;
    let valid = operation.optional_extents(2)?;
    let was_swapped = layout_of(&source);
    let swap = operation.member("layout").map_or(was_swapped, |layout| layout == "DN") != was_swapped;
    let source = if swap { swapped(&source)? } else { source };
    let seen = match operation.optional_extents(1)? {
        Some(shape) if shape != source.shape.as_slice() => regrouped(&source, &shape, valid.as_deref())?,
        Some(_) | None => valid.map_or(source.clone(), |valid| source.with_valid(&valid)),
    };
    operation.view(seen)
}

/// Whether the last axis is not the dense one.
fn layout_of(handle: &Handle) -> bool {
    let rank = handle.rank();
    rank >= 2 && handle.strides[rank - 1] > handle.strides[rank - 2]
}

fn swapped(handle: &Handle) -> Result<Handle, Fault> {
    let mut order: Vec<usize> = (0..handle.rank()).collect();
    match order.len() {
        0 | 1 => Err(Fault::misfit("two axes are needed to swap them")),
        rank => {
            order.swap(rank - 2, rank - 1);
            Ok(handle.permuted(&order))
        }
    }
}

/// `transpose(input, axis1, axis2, ..)`, and `transpose_view(input)` of the last two axes.
fn transpose(operation: &mut Operation<'_>) -> Result<Value, Fault> {
    let source = operation.handle(0)?;
    if base_name(operation) == "transpose_view" || operation.operand(1).is_none() {
        return operation.view(swapped(&source)?);
    }
    let rank = source.rank();
    let mut order: Vec<usize> = (0..rank).collect();
    order.swap(axis_of(operation, 1, rank)?, axis_of(operation, 2, rank)?);
    operation.view(source.permuted(&order))
}

/// `reinterpret_view(data, shape?; dtype)`; only between types of the same width that hold the same numbers.
fn reinterpret(operation: &mut Operation<'_>) -> Result<Value, Fault> {
    let source = operation.handle(0)?;
    if operation.dtype("dtype").is_some_and(|dtype| dtype != source.dtype()) {
        return Err(Fault::unsupported(format!("`{}` to another element type", operation.name)));
    }
    let shape = operation.optional_extents(1)?.unwrap_or_else(|| source.shape.to_vec());
    let seen = regrouped(&source, &shape, None)?;
    operation.view(seen)
}

/// `set_validshape(tensor, rows, columns)`.
fn set_valid_shape(operation: &mut Operation<'_>) -> Result<Value, Fault> {
    let source = operation.handle(0)?;
    let valid = match operation.operand(1) {
        Some(Value::Tuple(_)) => operation.extents(1)?,
        _ => vec![operation.arg(1)?.extent()?, operation.arg(2)?.extent()?],
    };
    if valid.len() != source.rank() || valid.iter().zip(&source.shape).any(|(valid, extent)| valid > extent) {
        let whole = source.shape.to_vec();
        return Err(Fault::bounds(format!("a valid shape {valid:?} of storage with the extents {whole:?}")));
    }
    operation.view(source.with_valid(&valid))
}

/// The shape a declared type gives in numbers, if all of it is constant.
pub(super) fn constant_shape(ty: Option<&Type>) -> Option<Vec<usize>> {
    let extents = ty?.shape()?.iter().map(|extent| usize::try_from(extent.as_int()?).ok());
    extents.collect()
}
