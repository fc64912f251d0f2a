//! Views and the like: another shape, part or valid part of the same elements.

use crate::ir::expr::Expr;
use crate::ir::extent::{self, Known};
use crate::ir::op::apply::{at_operand, misfit};
use crate::ir::op::rule::create::shape as fresh_shape;
use crate::ir::op::rule::{fresh_like, narrowed, tile_of, with_valid};
use crate::ir::op::{Applied, Misfit};
use crate::ir::types::{MemSpace, TensorLayout, TensorType, TensorView, TileType, TileView, Type};

type Answer = Result<Type, Misfit>;

/// `slice(input, shape, offset, valid_shape?, drop_dims?)`.
pub(in crate::ir::op) fn slice(it: &Applied<'_>) -> Answer {
    let (source, source_valid) = (it.shape(0)?.to_vec(), it.valid(0)?.to_vec());
    let (window, offset) = (fresh_shape(it, 1)?, it.items(2)?);
    rank_is(1, &window, source.len())?;
    rank_is(2, &offset, source.len())?;
    let asked = it.items(3)?;
    if !asked.is_empty() {
        rank_is(3, &asked, source.len())?;
    }
    let clamp = it.kwargs.bool("clamp") == Some(true);
    let mut valid = Vec::with_capacity(window.len());
    for axis in 0..window.len() {
        inside(axis, &window[axis], &offset[axis], &source[axis], clamp)?;
        let asked = asked.get(axis).unwrap_or(&window[axis]);
        let part = Part { source: &source[axis], valid: &source_valid[axis], offset: &offset[axis] };
        valid.push(part.window(asked, clamp));
    }
    let dropped = dropped_axes(it, &window)?;
    let shape = without(window, &dropped);
    let valid = without(valid, &dropped);
    Ok(part_of(it.ty(0)?, shape, valid))
}

/// One axis of something that a window is taken of.
pub(super) struct Part<'a> {
    pub(super) source: &'a Expr,
    pub(super) valid: &'a Expr,
    pub(super) offset: &'a Expr,
}

impl Part<'_> {
    /// How much of a window is valid: what was asked for, cut to where the source is.
    pub(super) fn window(&self, asked: &Expr, clamp: bool) -> Expr {
        if !clamp && extent::same(self.source, self.valid) {
            return asked.clone();
        }
        let left = extent::max(&extent::sub(self.valid, self.offset), &extent::zero());
        extent::min(asked, &left)
    }
}

/// `reshape(input, shape, valid_shape?)`: as many elements as before.
pub(in crate::ir::op) fn reshape(it: &Applied<'_>) -> Answer {
    let (old, new) = (it.shape(0)?, fresh_shape(it, 1)?);
    same_count(old, &new)?;
    let asked = it.items(2)?;
    let valid = if asked.is_empty() { reshaped_valid(old, it.valid(0)?, &new) } else { asked };
    Ok(part_of(it.ty(0)?, new, valid))
}

/// `view(input, shape?, valid_shape?; layout)`: another shape or layout over the same bytes.
pub(in crate::ir::op) fn view(it: &Applied<'_>) -> Answer {
    let layout = it.kwargs.member("layout").and_then(|name| name.rsplit('.').next());
    let layout = layout.and_then(TensorLayout::parse);
    if it.len() < 2 && layout.is_none() {
        return Err(misfit("needs a shape or a `layout`"));
    }
    let tensor = it.tensor(0)?;
    let old = tensor.view.as_ref().map(|view| view.layout).unwrap_or_default();
    let shape = match it.items(1)? {
        shape if shape.is_empty() => flipped(tensor, old, layout.unwrap_or(old)),
        shape => {
            same_count(&tensor.shape, &shape)?;
            shape
        }
    };
    let mut ty = part_of(it.ty(0)?, shape, it.items(2)?);
    if let Type::Tensor(tensor) = &mut ty {
        let mut view = tensor.view.take().map(|view| *view).unwrap_or_default();
        view.layout = layout.unwrap_or(old);
        tensor.view = (view != TensorView::default()).then(|| Box::new(view));
    }
    Ok(ty)
}

/// A change between row and column major swaps the last two axes.
fn flipped(tensor: &TensorType, old: TensorLayout, new: TensorLayout) -> Vec<Expr> {
    let mut shape = tensor.shape.clone();
    if old != new && shape.len() >= 2 {
        let last = shape.len() - 1;
        shape.swap(last - 1, last);
    }
    shape
}

/// `transpose(input, axis1, axis2, ...)`: two axes swapped.
pub(in crate::ir::op) fn transpose(it: &Applied<'_>) -> Answer {
    let rank = it.shape(0)?.len();
    let (a, b) = (axis(it, 1, rank)?, axis(it, 2, rank)?);
    if a == b {
        return Err(at_operand(2, format!("names axis {b} again; a transposition swaps two axes")));
    }
    let (mut shape, mut valid) = (it.shape(0)?.to_vec(), it.valid(0)?.to_vec());
    shape.swap(a, b);
    valid.swap(a, b);
    Ok(fresh_like(it, 0, shape, it.dtype(0)?, valid))
}

/// The last two axes swapped, without moving anything.
pub(in crate::ir::op) fn transpose_view(it: &Applied<'_>) -> Answer {
    let rank = it.shape(0)?.len();
    if rank < 2 {
        return Err(at_operand(0, "must have at least two axes"));
    }
    let (mut shape, mut valid) = (it.shape(0)?.to_vec(), it.valid(0)?.to_vec());
    shape.swap(rank - 2, rank - 1);
    valid.swap(rank - 2, rank - 1);
    Ok(part_of(it.ty(0)?, shape, valid))
}

/// `reinterpret_view(data, shape?; dtype)`: the same bytes as other elements.
pub(in crate::ir::op) fn reinterpret(it: &Applied<'_>) -> Answer {
    let (old, new) = (it.dtype(0)?, super::create::dtype(it, "dtype")?);
    let shape = match it.items(1)? {
        shape if !shape.is_empty() => shape,
        _ => {
            let mut shape = it.shape(0)?.to_vec();
            if let Some(last) = shape.last_mut() {
                let bits = extent::mul(last, &Expr::index(i128::from(old.bits())));
                *last = extent::div(&bits, &Expr::index(i128::from(new.bits())));
            }
            shape
        }
    };
    Ok(match part_of(it.ty(0)?, shape, Vec::new()) {
        Type::Tensor(tensor) => Type::Tensor(TensorType { dtype: new, ..tensor }),
        Type::Tile(tile) => Type::Tile(TileType { dtype: new, ..tile }),
        other => other,
    })
}

/// `set_validshape(input, rows, columns)`.
pub(in crate::ir::op) fn set_valid(it: &Applied<'_>) -> Answer {
    let shape = it.shape(0)?;
    if shape.len() != 2 {
        return Err(at_operand(0, format!("must have two axes, it has {}", shape.len())));
    }
    let valid: Vec<Expr> = it.args[1..3].iter().map(extent::fold).collect();
    for (axis, (valid, extent)) in valid.iter().zip(shape).enumerate() {
        if let (Some(valid), Some(extent)) = (extent::constant(valid), extent::constant(extent))
            && (valid < 0 || valid > extent)
        {
            return Err(at_operand(axis + 1, format!("{valid} is outside axis {axis} of extent {extent}")));
        }
    }
    Ok(with_valid(it.ty(0)?, valid))
}

/// `fillpad(x)`: the same, valid everywhere.
pub(in crate::ir::op) fn filled(it: &Applied<'_>) -> Answer {
    Ok(fresh_like(it, 0, it.shape(0)?.to_vec(), it.dtype(0)?, Vec::new()))
}

/// `fillpad_inplace(x)`: the same storage, valid everywhere.
pub(in crate::ir::op) fn filled_in_place(it: &Applied<'_>) -> Answer {
    Ok(with_valid(it.ty(0)?, Vec::new()))
}

/// `fillpad_expand(x, shape)`: a larger copy, valid everywhere.
pub(in crate::ir::op) fn expanded(it: &Applied<'_>) -> Answer {
    let shape = fresh_shape(it, 1)?;
    rank_is(1, &shape, it.shape(0)?.len())?;
    Ok(fresh_like(it, 0, shape, it.dtype(0)?, Vec::new()))
}

/// `concat(a, b)`: side by side along the last axis.
pub(in crate::ir::op) fn concat(it: &Applied<'_>) -> Answer {
    let (a, b) = (it.shape(0)?, it.shape(1)?);
    rank_is(1, b, a.len())?;
    if it.dtype(0)? != it.dtype(1)? {
        return Err(at_operand(
            1,
            format!("has elements of {}, the first of {}", it.dtype(1)?, it.dtype(0)?),
        ));
    }
    let Some(last) = a.len().checked_sub(1) else {
        return Err(at_operand(0, "must have at least one axis"));
    };
    for axis in 0..last {
        if extent::compare(&a[axis], &b[axis]) == Known::Different {
            return Err(at_operand(1, format!("differs from the first on axis {axis}")));
        }
    }
    let mut shape = a.to_vec();
    shape[last] = extent::add(&a[last], &b[last]);
    Ok(fresh_like(it, 0, shape, it.dtype(0)?, Vec::new()))
}

/// `move(tile; target_memory)`: the same tile elsewhere.
pub(in crate::ir::op) fn moved(it: &Applied<'_>) -> Answer {
    let space = it.space("target_memory")?.unwrap_or(MemSpace::Vec);
    let tile = it.tile(0)?;
    Ok(tile_of(tile.shape.clone(), tile.dtype, space, it.valid(0)?.to_vec()))
}

/// `extract(src, row, column, shape; target_memory)`: a copy of a part.
pub(in crate::ir::op) fn extracted(it: &Applied<'_>) -> Answer {
    let space = it.space("target_memory")?.unwrap_or(MemSpace::Vec);
    Ok(tile_of(fresh_shape(it, 3)?, it.dtype(0)?, space, Vec::new()))
}

/// The axis that a constant operand names; negative counts from the end.
pub(super) fn axis(it: &Applied<'_>, at: usize, rank: usize) -> Result<usize, Misfit> {
    let given = it.constant(at)?;
    let axis = if given < 0 { given + rank as i128 } else { given };
    usize::try_from(axis)
        .ok()
        .filter(|&axis| axis < rank)
        .ok_or_else(|| at_operand(at, format!("there is no axis {given} among {rank}")))
}

/// Fails if a list does not have one entry per axis.
pub(super) fn rank_is(at: usize, list: &[Expr], rank: usize) -> Result<(), Misfit> {
    if list.len() == rank {
        return Ok(());
    }
    let plural =
        |count: usize, one: &str, more: &str| format!("{count} {}", if count == 1 { one } else { more });
    let (entries, axes) = (plural(list.len(), "entry", "entries"), plural(rank, "axis", "axes"));
    Err(at_operand(at, format!("has {entries} for {axes}")))
}

/// Fails if a constant window leaves its source.
pub(super) fn inside(
    axis: usize,
    window: &Expr,
    offset: &Expr,
    source: &Expr,
    clamp: bool,
) -> Result<(), Misfit> {
    let (window, offset) = (extent::constant(window), extent::constant(offset));
    if let Some(offset) = offset.filter(|&offset| offset < 0) {
        return Err(misfit(format!("axis {axis} starts at {offset}, before the first element")));
    }
    if let (Some(window), Some(offset), Some(source)) = (window, offset, extent::constant(source))
        && !clamp
        && offset + window > source
    {
        let end = offset + window;
        return Err(misfit(format!("axis {axis} reaches to {end}, past its extent of {source}")));
    }
    Ok(())
}

/// The same kind of value with another shape and valid part; layout is that of a whole tensor or tile.
fn part_of(ty: &Type, shape: Vec<Expr>, valid: Vec<Expr>) -> Type {
    let valid = narrowed(&shape, valid).unwrap_or_default();
    match ty {
        Type::Tensor(tensor) => {
            let old = tensor.view.as_deref();
            let (layout, pad) = old.map(|view| (view.layout, view.pad)).unwrap_or_default();
            let view = TensorView { layout, pad, valid_shape: valid, ..TensorView::default() };
            let view = (view != TensorView::default()).then(|| Box::new(view));
            Type::Tensor(TensorType { shape, view, memref: None, ..tensor.clone() })
        }
        Type::Tile(tile) => {
            let pad = tile.view.as_deref().map(|view| view.pad).unwrap_or_default();
            let view = TileView { valid_shape: valid, pad, ..TileView::default() };
            let view = (view != TileView::default()).then(|| Box::new(view));
            Type::Tile(TileType { shape, view, memref: None, ..tile.clone() })
        }
        other => other.clone(),
    }
}

fn dropped_axes(it: &Applied<'_>, window: &[Expr]) -> Result<Vec<usize>, Misfit> {
    let mut dropped = Vec::new();
    for item in it.items(4)? {
        let Some(axis) = extent::constant(&item).and_then(|axis| usize::try_from(axis).ok()) else {
            return Err(at_operand(4, "must list constant axes"));
        };
        match window.get(axis) {
            None => return Err(at_operand(4, format!("there is no axis {axis} among {}", window.len()))),
            Some(extent) if !extent::is_one(extent) => {
                return Err(at_operand(4, format!("axis {axis} cannot be dropped, its extent is not 1")));
            }
            Some(_) => dropped.push(axis),
        }
    }
    Ok(dropped)
}

fn without(list: Vec<Expr>, dropped: &[usize]) -> Vec<Expr> {
    let kept = list.into_iter().enumerate().filter(|(axis, _)| !dropped.contains(axis));
    kept.map(|(_, extent)| extent).collect()
}

fn same_count(old: &[Expr], new: &[Expr]) -> Result<(), Misfit> {
    match (extent::constant_product(old), extent::constant_product(new)) {
        (Some(old), Some(new)) if old != new => {
            Err(at_operand(1, format!("has {new} elements, the input {old}")))
        }
        _ => Ok(()),
    }
}

/// The valid part after a reshape: a box again if axes of extent 1 come or go, or if it is a contiguous beginning; else
/// everything counts as valid.
fn reshaped_valid(old: &[Expr], valid: &[Expr], new: &[Expr]) -> Vec<Expr> {
    if extent::all_same(old, valid) {
        return Vec::new();
    }
    let long =
        |shape: &[Expr]| (0..shape.len()).filter(|&axis| !extent::is_one(&shape[axis])).collect::<Vec<_>>();
    let (from, to) = (long(old), long(new));
    let same = |(&a, &b): (&usize, &usize)| extent::same(&old[a], &new[b]);
    if from.len() == to.len() && from.iter().zip(&to).all(same) {
        let mut mapped = new.to_vec();
        from.iter().zip(&to).for_each(|(&a, &b)| mapped[b] = valid[a].clone());
        return mapped;
    }
    contiguous(old, valid, new).unwrap_or_default()
}

fn contiguous(old: &[Expr], valid: &[Expr], new: &[Expr]) -> Option<Vec<Expr>> {
    let first = (0..old.len()).find(|&axis| !extent::is_one(&old[axis]))?;
    if !extent::all_same(&old[first + 1..], &valid[first + 1..]) {
        return None;
    }
    let row = extent::constant_product(&old[first + 1..])?;
    let new_row = extent::constant_product(new.get(1..)?)?;
    let count = extent::constant(&valid[first])?.checked_mul(row)?;
    if new_row == 0 || count % new_row != 0 {
        return None;
    }
    let mut mapped = new.to_vec();
    mapped[0] = Expr::index(count / new_row);
    Some(mapped)
}
