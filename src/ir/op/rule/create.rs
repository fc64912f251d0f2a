//! Fresh storage: allocation, constants, sequences.

use crate::ir::agree;
use crate::ir::dtype::DType;
use crate::ir::expr::Expr;
use crate::ir::extent;
use crate::ir::op::apply::{at_operand, misfit};
use crate::ir::op::rule::{tensor_of, tile_of};
use crate::ir::op::{Applied, Misfit};
use crate::ir::types::{MemSpace, TensorLayout, TensorView, Type};

type Answer = Result<Type, Misfit>;

/// A fresh tensor of the shape in operand 0.
pub(in crate::ir::op) fn tensor(it: &Applied<'_>) -> Answer {
    let mut ty = tensor_of(shape(it, 0)?, dtype(it, "dtype")?, Vec::new());
    let layout = it.kwargs.member("layout").and_then(|name| name.rsplit('.').next());
    let layout = layout.and_then(TensorLayout::parse).unwrap_or_default();
    if let Type::Tensor(tensor) = &mut ty
        && layout != TensorLayout::Nd
    {
        tensor.view = Some(Box::new(TensorView { layout, ..TensorView::default() }));
    }
    Ok(ty)
}

/// A fresh tensor of the shape in operand `AT`.
pub(in crate::ir::op) fn tensor_at<const AT: usize>(it: &Applied<'_>) -> Answer {
    Ok(tensor_of(shape(it, AT)?, dtype(it, "dtype")?, Vec::new()))
}

/// A fresh tile of the shape in operand `AT`.
pub(in crate::ir::op) fn tile_at<const AT: usize>(it: &Applied<'_>) -> Answer {
    let space = it.space("target_memory")?.unwrap_or(MemSpace::Vec);
    Ok(tile_of(shape(it, AT)?, dtype(it, "dtype")?, space, Vec::new()))
}

/// An address.
pub(in crate::ir::op) fn address(_: &Applied<'_>) -> Answer {
    Ok(Type::Ptr)
}

/// An array of constant length.
pub(in crate::ir::op) fn array(it: &Applied<'_>) -> Answer {
    let extent = it.constant(0)?;
    let dtype = dtype(it, "dtype")?;
    if !(dtype.is_int() || matches!(dtype, DType::Bool | DType::TaskId)) {
        return Err(misfit(format!("an array holds integers, truth values or task ids, not {dtype}")));
    }
    match u64::try_from(extent) {
        Ok(extent) if extent > 0 => Ok(Type::Array(extent, dtype)),
        _ => Err(at_operand(0, format!("an array cannot have {extent} elements"))),
    }
}

/// One element of an array.
pub(in crate::ir::op) fn array_element(it: &Applied<'_>) -> Answer {
    let Type::Array(extent, dtype) = it.ty(0)? else {
        return Err(at_operand(0, "must be an array"));
    };
    within(it, *extent)?;
    Ok(Type::Scalar(*dtype))
}

/// The array with one element replaced.
pub(in crate::ir::op) fn array_update(it: &Applied<'_>) -> Answer {
    let Type::Array(extent, dtype) = it.ty(0)? else {
        return Err(at_operand(0, "must be an array"));
    };
    within(it, *extent)?;
    let value = it.dtype(2)?;
    if value != *dtype && !(value.is_int() && dtype.is_int()) {
        return Err(at_operand(2, format!("is {value}, the array holds {dtype}")));
    }
    Ok(Type::Array(*extent, *dtype))
}

fn within(it: &Applied<'_>, extent: u64) -> Result<(), Misfit> {
    match it.args.get(1).and_then(extent::constant) {
        Some(index) if index < 0 || index >= i128::from(extent) => {
            Err(at_operand(1, format!("index {index} is outside an array of {extent} elements")))
        }
        _ => Ok(()),
    }
}

/// The shape in an operand; no extent may be a constant below 1.
pub(super) fn shape(it: &Applied<'_>, at: usize) -> Result<Vec<Expr>, Misfit> {
    let extents = it.items(at)?;
    let wrong = extents.iter().filter_map(extent::constant).find(|&extent| extent < 1);
    match wrong {
        Some(extent) => Err(at_operand(at, format!("an extent must be positive, got {extent}"))),
        None => Ok(extents),
    }
}

/// The element type that a keyword names.
pub(super) fn dtype(it: &Applied<'_>, keyword: &str) -> Result<DType, Misfit> {
    let message = || misfit(format!("`{keyword}` must be an element type such as pl.FP32"));
    it.kwargs.dtype(keyword).ok_or_else(message)
}

/// The shape and elements of an operand, whole, as a fresh value.
pub(in crate::ir::op) fn whole_like<const AT: usize>(it: &Applied<'_>) -> Answer {
    let (shape, dtype) = (it.shape(AT)?.to_vec(), it.dtype(AT)?);
    match it.ty(AT)? {
        Type::Tile(_) => Ok(tile_of(shape, dtype, MemSpace::Vec, Vec::new())),
        Type::Tensor(_) => Ok(tensor_of(shape, dtype, Vec::new())),
        other => Err(at_operand(AT, format!("must be a tensor or a tile, not {}", agree::kind(other)))),
    }
}
