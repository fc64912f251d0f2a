//! Elementwise operators, broadcasts of a row or column, and masks.

use crate::ir::dtype::DType;
use crate::ir::expr::Expr;
use crate::ir::extent::{self, Known};
use crate::ir::op::apply::{at_operand, misfit};
use crate::ir::op::rule::fresh_like;
use crate::ir::op::{Applied, Misfit};
use crate::ir::types::Type;

type Answer = Result<Type, Misfit>;

/// One operand; shape, elements and valid part stay.
pub(in crate::ir::op) fn unary(it: &Applied<'_>) -> Answer {
    Ok(fresh_like(it, 0, it.shape(0)?.to_vec(), it.dtype(0)?, it.valid(0)?.to_vec()))
}

/// One operand of single-precision floats.
pub(in crate::ir::op) fn unary_fp32(it: &Applied<'_>) -> Answer {
    match it.dtype(0)? {
        DType::Fp32 => unary(it),
        other => Err(at_operand(0, format!("takes elements of FP32, not {other}; cast it first"))),
    }
}

/// One operand of integers.
pub(in crate::ir::op) fn unary_int(it: &Applied<'_>) -> Answer {
    integers(it, 0)?;
    unary(it)
}

/// Two operands that broadcast; elements are promoted.
pub(in crate::ir::op) fn binary(it: &Applied<'_>) -> Answer {
    let dtype = it.dtype(0)?.promote(it.dtype(1)?);
    broadcast(it, dtype)
}

/// A tensor or tile, and a scalar. A bare integer literal is of any integer type, so it widens no integers.
pub(in crate::ir::op) fn with_scalar(it: &Applied<'_>) -> Answer {
    let bare = matches!(it.args.get(1), Some(Expr::Int(_, DType::Index)));
    let dtype = match it.ty(0)? {
        Type::Tile(tile) => tile.dtype,
        Type::Tensor(tensor) if bare && tensor.dtype.is_int() => tensor.dtype,
        _ => it.dtype(0)?.promote(it.dtype(1)?),
    };
    Ok(fresh_like(it, 0, it.shape(0)?.to_vec(), dtype, it.valid(0)?.to_vec()))
}

/// Two operands, the second of which may also be a scalar.
pub(in crate::ir::op) fn binary_or_scalar(it: &Applied<'_>) -> Answer {
    if it.is_scalar(1) { with_scalar(it) } else { binary(it) }
}

/// Bitwise on integers of equal shapes.
pub(in crate::ir::op) fn bitwise(it: &Applied<'_>) -> Answer {
    integers(it, 0)?;
    integers(it, 1)?;
    binary(it)
}

/// Bitwise on integers and an integer.
pub(in crate::ir::op) fn bitwise_scalar(it: &Applied<'_>) -> Answer {
    integers(it, 0)?;
    integers(it, 1)?;
    unary(it)
}

/// Shifts: elements are those of the left operand.
pub(in crate::ir::op) fn shift(it: &Applied<'_>) -> Answer {
    integers(it, 0)?;
    integers(it, 1)?;
    broadcast(it, it.dtype(0)?)
}

/// `cast`: elements of the type that `target_type` names.
pub(in crate::ir::op) fn cast(it: &Applied<'_>) -> Answer {
    let dtype = it.kwargs.dtype("target_type");
    let dtype = dtype.ok_or_else(|| misfit("`target_type` must be an element type such as pl.FP16"))?;
    Ok(fresh_like(it, 0, it.shape(0)?.to_vec(), dtype, it.valid(0)?.to_vec()))
}

/// Comparison of two tensors, or with a scalar: zeros and ones of the promoted type.
pub(in crate::ir::op) fn compare(it: &Applied<'_>) -> Answer {
    binary_or_scalar(it)
}

/// Bits of a comparison in one byte.
const MASK_BITS: i128 = 8;
/// Bytes to which a row of a packed mask is rounded up.
const MASK_ROW: i128 = 32;

/// Comparison of two tiles, or with a scalar: a packed mask, one bit an element, rows rounded up.
pub(in crate::ir::op) fn packed_compare(it: &Applied<'_>) -> Answer {
    let whole = if it.is_scalar(1) { unary(it)? } else { binary(it)? };
    let mut shape = whole.shape().unwrap_or_default().to_vec();
    let Some(last) = shape.last_mut() else {
        return Err(at_operand(0, "must have at least one axis"));
    };
    let up = |value: &Expr, by: i128| {
        let (by, more) = (Expr::index(by), Expr::index(by - 1));
        extent::div(&extent::add(value, &more), &by)
    };
    *last = extent::mul(&up(&up(last, MASK_BITS), MASK_ROW), &Expr::index(MASK_ROW));
    Ok(fresh_like(it, 0, shape, DType::UInt8, Vec::new()))
}

/// A tensor or tile with one value per row, `[rows, 1]`.
pub(in crate::ir::op) fn by_row(it: &Applied<'_>) -> Answer {
    vector(it, 0, 1, "row")?;
    unary(it)
}

/// A tensor or tile with one value per column, `[1, columns]`.
pub(in crate::ir::op) fn by_column(it: &Applied<'_>) -> Answer {
    vector(it, 1, 0, "column")?;
    unary(it)
}

/// A choice between operands 1 and 2 by a mask.
pub(in crate::ir::op) fn select(it: &Applied<'_>) -> Answer {
    let (yes, no) = (it.dtype(1)?, it.dtype(2)?);
    if yes != no {
        return Err(at_operand(2, format!("has elements of {no}, the other side of {yes}")));
    }
    select_scalar(it)
}

/// A choice between operand 1 and a scalar by a mask.
pub(in crate::ir::op) fn select_scalar(it: &Applied<'_>) -> Answer {
    Ok(fresh_like(it, 1, it.shape(1)?.to_vec(), it.dtype(1)?, it.valid(1)?.to_vec()))
}

fn integers(it: &Applied<'_>, at: usize) -> Result<(), Misfit> {
    match it.dtype(at)? {
        dtype if dtype.is_float() => Err(at_operand(at, format!("takes integers, not {dtype}"))),
        _ => Ok(()),
    }
}

/// Shapes align from the right; extents are equal or one of them is 1.
fn broadcast(it: &Applied<'_>, dtype: DType) -> Answer {
    let (a, b) = (it.shape(0)?, it.shape(1)?);
    if matches!(it.types[0], Type::Tile(_)) != matches!(it.types[1], Type::Tile(_)) {
        return Err(at_operand(1, "mixes a tensor and a tile; load the tensor first"));
    }
    let (valid_a, valid_b) = (it.valid(0)?, it.valid(1)?);
    let rank = a.len().max(b.len());
    let mut shape = Vec::with_capacity(rank);
    let mut valid = Vec::with_capacity(rank);
    for axis in 0..rank {
        let (x, y) = (from_right(a, rank, axis), from_right(b, rank, axis));
        let (valid_x, valid_y) = (from_right(valid_a, rank, axis), from_right(valid_b, rank, axis));
        let (extent, part) = match (x, y) {
            (Some(x), None) => (x.clone(), valid_x.cloned()),
            (None, Some(y)) => (y.clone(), valid_y.cloned()),
            (Some(x), Some(y)) if extent::is_one(y) => (x.clone(), valid_x.cloned()),
            (Some(x), Some(y)) if extent::is_one(x) => (y.clone(), valid_y.cloned()),
            (Some(x), Some(y)) => {
                let extent = joined(x, y, axis)?;
                let part = both_valid((x, valid_x), (y, valid_y), &extent);
                (extent, part)
            }
            (None, None) => unreachable!("an axis below the larger rank is an axis of one of the two"),
        };
        shape.push(extent);
        valid.extend(part);
    }
    Ok(fresh_like(it, 0, shape, dtype, valid))
}

fn from_right(extents: &[Expr], rank: usize, axis: usize) -> Option<&Expr> {
    (axis + extents.len()).checked_sub(rank).map(|at| &extents[at])
}

fn joined(x: &Expr, y: &Expr, axis: usize) -> Result<Expr, Misfit> {
    match extent::compare(x, y) {
        Known::Equal => Ok(x.clone()),
        Known::Different => {
            let (x, y) = (extent::constant(x).unwrap_or(0), extent::constant(y).unwrap_or(0));
            Err(at_operand(1, format!("axis {axis} has extent {y}, the other operand's has {x}")))
        }
        // Either they are equal or one is 1 when it runs; a constant above 1 settles it.
        Known::Unknown => Ok(if extent::constant(y).is_some() { y.clone() } else { x.clone() }),
    }
}

/// Valid is what is valid in both.
fn both_valid(
    (x, valid_x): (&Expr, Option<&Expr>),
    (y, valid_y): (&Expr, Option<&Expr>),
    extent: &Expr,
) -> Option<Expr> {
    let (valid_x, valid_y) = (valid_x?, valid_y?);
    let (whole_x, whole_y) = (extent::same(x, valid_x), extent::same(y, valid_y));
    Some(match (whole_x, whole_y) {
        (true, true) => extent.clone(),
        (true, false) => valid_y.clone(),
        (false, true) => valid_x.clone(),
        (false, false) if extent::same(valid_x, valid_y) => valid_x.clone(),
        (false, false) => extent::min(valid_x, valid_y),
    })
}

/// Operand 1 has the extent of operand 0 on axis `along` and 1 on axis `across`, both counted from the last two axes.
fn vector(it: &Applied<'_>, along: usize, across: usize, word: &str) -> Result<(), Misfit> {
    let (wide, narrow) = (it.shape(0)?, it.shape(1)?);
    if wide.len() < 2 || narrow.len() < 2 {
        return Ok(());
    }
    let (wide, narrow) = (&wide[wide.len() - 2..], &narrow[narrow.len() - 2..]);
    if extent::compare(&narrow[across], &extent::one()) == Known::Different {
        return Err(at_operand(1, format!("must hold one value per {word}, so its other extent is 1")));
    }
    match extent::compare(&wide[along], &narrow[along]) {
        Known::Different => {
            let (wide, narrow) = (extent::constant(&wide[along]), extent::constant(&narrow[along]));
            let (wide, narrow) = (wide.unwrap_or(0), narrow.unwrap_or(0));
            Err(at_operand(1, format!("holds {narrow} values for {wide} {word}s")))
        }
        Known::Equal | Known::Unknown => Ok(()),
    }
}
