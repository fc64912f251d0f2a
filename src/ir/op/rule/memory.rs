//! Operators that move elements between memories, or read and write single ones.

use crate::ir::attr::Attr;
use crate::ir::dtype::DType;
use crate::ir::expr::Expr;
use crate::ir::extent::{self, Known};
use crate::ir::op::apply::{at_operand, misfit};
use crate::ir::op::rule::create::{dtype, shape as fresh_shape};
use crate::ir::op::rule::view::{Part, axis, inside, rank_is};
use crate::ir::op::rule::{fresh_like, tensor_of, tile_of, with_valid};
use crate::ir::op::{Applied, Misfit};
use crate::ir::types::{MemSpace, Type};

type Answer = Result<Type, Misfit>;

/// `load(tensor, offsets, shapes, valid_shapes; target_memory, clamp)`: a tile of a window.
pub(in crate::ir::op) fn load(it: &Applied<'_>) -> Answer {
    window_tile(it, 0, 1, 2, 3)
}

/// `remote_load(target, peer, offsets, shapes, valid_shapes?)`.
pub(in crate::ir::op) fn remote_load(it: &Applied<'_>) -> Answer {
    window_tile(it, 0, 2, 3, 4)
}

fn window_tile(it: &Applied<'_>, from: usize, offset: usize, window: usize, valid: usize) -> Answer {
    let (source, source_valid) = (it.shape(from)?.to_vec(), it.valid(from)?.to_vec());
    let (offsets, shapes) = (it.items(offset)?, fresh_shape(it, window)?);
    rank_is(offset, &offsets, source.len())?;
    rank_is(window, &shapes, source.len())?;
    let asked = it.items(valid)?;
    if !asked.is_empty() {
        rank_is(valid, &asked, source.len())?;
    }
    let clamp = it.kwargs.bool("clamp") == Some(true);
    let mut part = Vec::with_capacity(shapes.len());
    for axis in 0..shapes.len() {
        let asked = asked.get(axis).unwrap_or(&shapes[axis]);
        inside(axis, asked, &offsets[axis], &source[axis], clamp)?;
        let source = Part { source: &source[axis], valid: &source_valid[axis], offset: &offsets[axis] };
        part.push(source.window(asked, clamp));
    }
    let space = it.space("target_memory")?.unwrap_or(MemSpace::Vec);
    let mut shapes = shapes;
    if it.kwargs.bool("transpose") == Some(true) && shapes.len() >= 2 {
        let last = shapes.len() - 1;
        shapes.swap(last - 1, last);
        part.swap(last - 1, last);
    }
    Ok(tile_of(shapes, it.dtype(from)?, space, part))
}

/// `store(tile, offsets, output, shapes?; atomic)`: the output, valid also where it was written.
pub(in crate::ir::op) fn store(it: &Applied<'_>) -> Answer {
    written(it, 2, 0, 1)
}

/// `assemble(target, source, offset; atomic)`: the target, valid also where it was written.
pub(in crate::ir::op) fn assemble(it: &Applied<'_>) -> Answer {
    written(it, 0, 1, 2)
}

fn written(it: &Applied<'_>, target: usize, source: usize, offset: usize) -> Answer {
    let (whole, valid) = (it.shape(target)?, it.valid(target)?);
    let offsets = it.items(offset)?;
    rank_is(offset, &offsets, whole.len())?;
    let (source_shape, source_valid) = (it.shape(source)?, it.valid(source)?);
    // A source of lower rank fills the last axes; the ones before it are of extent 1.
    let missing = whole.len().saturating_sub(source_shape.len());
    for axis in missing..whole.len() {
        if source_shape.len() == whole.len() {
            inside(axis, &source_valid[axis - missing], &offsets[axis], &whole[axis], false)
                .map_err(|why| at_operand(source, why.message))?;
        }
    }
    if extent::all_same(whole, valid) {
        return it.ty(target).cloned();
    }
    let union = (0..whole.len()).map(|axis| {
        let part = axis.checked_sub(missing).and_then(|at| source_valid.get(at));
        let end = extent::add(&offsets[axis], part.unwrap_or(&extent::one()));
        extent::max(&valid[axis], &end)
    });
    Ok(with_valid(it.ty(target)?, union.collect()))
}

/// The type of an element, read at an index.
pub(in crate::ir::op) fn read(it: &Applied<'_>) -> Answer {
    index_fits(it, 1)?;
    Ok(Type::Scalar(it.dtype(0)?))
}

/// The tensor or tile whose element is written.
pub(in crate::ir::op) fn write(it: &Applied<'_>) -> Answer {
    index_fits(it, 1)?;
    let (holds, value) = (it.dtype(0)?, it.dtype(2)?);
    if value.is_float() != holds.is_float() && !it.args[2].is_const() {
        return Err(at_operand(2, format!("is {value}, the elements are {holds}; cast it first")));
    }
    it.ty(0).cloned()
}

fn index_fits(it: &Applied<'_>, at: usize) -> Result<(), Misfit> {
    let (shape, index) = (it.shape(0)?, it.items(at)?);
    if index.len() != 1 {
        rank_is(at, &index, shape.len())?;
    }
    if index.len() != shape.len() {
        return Ok(());
    }
    for (axis, (index, extent)) in index.iter().zip(shape).enumerate() {
        if let (Some(index), Some(extent)) = (extent::constant(index), extent::constant(extent))
            && (index < 0 || index >= extent)
        {
            return Err(at_operand(at, format!("index {index} is outside axis {axis} of extent {extent}")));
        }
    }
    Ok(())
}

/// The extent of an axis.
pub(in crate::ir::op) fn dim(it: &Applied<'_>) -> Answer {
    axis(it, 1, it.shape(0)?.len())?;
    Ok(Type::INDEX)
}

/// `gather(input, index; dim)`: elements of the input in the shape of the index.
pub(in crate::ir::op) fn gather(it: &Applied<'_>) -> Answer {
    Ok(fresh_like(it, 0, it.shape(1)?.to_vec(), it.dtype(0)?, it.valid(1)?.to_vec()))
}

/// `gather_mask(input; mask_pattern, output_dtype)`: every second or fourth column, or all.
pub(in crate::ir::op) fn gather_mask(it: &Applied<'_>) -> Answer {
    let pattern = it.kwargs.int("mask_pattern").unwrap_or(7);
    let stride = match pattern {
        1 | 2 => 2,
        3..=6 => 4,
        7 => 1,
        _ => return Err(misfit(format!("`mask_pattern` is 1 to 7, not {pattern}"))),
    };
    let mut shape = it.shape(0)?.to_vec();
    if let Some(last) = shape.last_mut() {
        *last = extent::div(last, &Expr::index(stride));
    }
    let dtype = it.kwargs.dtype("output_dtype").map_or_else(|| it.dtype(0), Ok)?;
    Ok(fresh_like(it, 0, shape, dtype, Vec::new()))
}

/// `gather_compare(input, threshold; cmp_mode, out_cols, ...)`: indices found, and their number per row.
pub(in crate::ir::op) fn gather_compare(it: &Applied<'_>) -> Answer {
    let rows = it.shape(0)?.first().cloned().unwrap_or_else(extent::one);
    let columns = it.kwargs.int("out_cols").ok_or_else(|| misfit("`out_cols` must be a constant"))?;
    let count = it.kwargs.dtype("count_dtype").unwrap_or(DType::Int32);
    let found = fresh_like(it, 0, vec![rows.clone(), Expr::index(columns)], DType::Int32, Vec::new());
    let counts = fresh_like(it, 0, vec![extent::one(), rows], count, Vec::new());
    Ok(Type::Tuple(vec![found, counts]))
}

/// `mgather(mem, idx, ...; coalesce)`: whole rows of a tensor, or single elements in the shape of the index.
pub(in crate::ir::op) fn mgather(it: &Applied<'_>) -> Answer {
    let space = it.space("target_memory")?.unwrap_or(MemSpace::Vec);
    let (memory, index) = (it.shape(0)?, it.shape(1)?);
    let single = match it.kwargs.get("coalesce") {
        Some(Attr::Int(mode)) => *mode == 1,
        Some(Attr::Str(mode)) => *mode == "elem",
        _ => false,
    };
    let shape = match (index, memory) {
        ([.., rows], [.., columns]) if !single => vec![rows.clone(), columns.clone()],
        _ => index.to_vec(),
    };
    Ok(tile_of(shape, it.dtype(0)?, space, Vec::new()))
}

/// Bytes that one offset of `gatherb` fetches.
const GATHER_BLOCK_BITS: i128 = 8 * 32;

/// `gatherb(src, offset; output_dtype)`: a block of elements for each offset.
pub(in crate::ir::op) fn gather_blocks(it: &Applied<'_>) -> Answer {
    let dtype = it.kwargs.dtype("output_dtype").map_or_else(|| it.dtype(0), Ok)?;
    let mut shape = it.shape(1)?.to_vec();
    if let Some(last) = shape.last_mut() {
        *last = extent::mul(last, &Expr::index(GATHER_BLOCK_BITS / i128::from(dtype.bits())));
    }
    Ok(fresh_like(it, 0, shape, dtype, Vec::new()))
}

/// `sort32(src, idx)`: pairs of 8 bytes, so the last axis grows by 2 or 4.
pub(in crate::ir::op) fn sort32(it: &Applied<'_>) -> Answer {
    let factor = 64 / i128::from(it.dtype(0)?.bits().clamp(16, 64));
    let mut shape = it.shape(0)?.to_vec();
    if let Some(last) = shape.last_mut() {
        *last = extent::mul(last, &Expr::index(factor));
    }
    Ok(fresh_like(it, 0, shape, it.dtype(0)?, Vec::new()))
}

/// `mrgsort_format2(a, b, c?, d?, ...)`: sorted lists one after the other along the last axis.
pub(in crate::ir::op) fn merged(it: &Applied<'_>) -> Answer {
    let mut shape = it.shape(0)?.to_vec();
    let lists = if matches!(it.ty(0)?, Type::Tile(_)) { it.len().saturating_sub(1).max(2) } else { it.len() };
    for at in 1..lists.min(4) {
        if let (Some(last), Some(more)) = (shape.last_mut(), it.shape(at)?.last()) {
            *last = extent::add(last, more);
        }
    }
    Ok(fresh_like(it, 0, shape, it.dtype(0)?, Vec::new()))
}

/// `paged_gather(src, indices, block_table; max_indices, size, ...)`.
pub(in crate::ir::op) fn paged_gather(it: &Applied<'_>) -> Answer {
    let constant = |name: &str| {
        it.kwargs.int(name).map(Expr::index).ok_or_else(|| misfit(format!("`{name}` must be a constant")))
    };
    let (rows, columns) = (constant("max_indices")?, constant("size")?);
    let trans = it.kwargs.bool("is_trans") == Some(true);
    let shape = if trans { vec![columns, rows] } else { vec![rows, columns] };
    Ok(tensor_of(shape, it.dtype(0)?, Vec::new()))
}

/// Two operands whose elements are of one type; the result is the first.
pub(in crate::ir::op) fn updated<const TARGET: usize, const SOURCE: usize>(it: &Applied<'_>) -> Answer {
    let (target, source) = (it.dtype(TARGET)?, it.dtype(SOURCE)?);
    if target != source {
        return Err(at_operand(SOURCE, format!("has elements of {source}, the target of {target}")));
    }
    it.ty(TARGET).cloned()
}

/// `expand_clone(source, target)`: the source, broadcast to the shape of the target.
pub(in crate::ir::op) fn broadcast_to(it: &Applied<'_>) -> Answer {
    let (source, target) = (it.shape(0)?, it.shape(1)?);
    rank_is(0, source, target.len())?;
    for (axis, (a, b)) in source.iter().zip(target).enumerate() {
        if !extent::is_one(a) && extent::compare(a, b) == Known::Different {
            return Err(at_operand(0, format!("cannot be broadcast along axis {axis}")));
        }
    }
    it.ty(1).cloned()
}

/// `window(buffer, shape; dtype)`: the part of every rank's memory that others reach.
pub(in crate::ir::op) fn window(it: &Applied<'_>) -> Answer {
    let mut ty = tensor_of(fresh_shape(it, 1)?, dtype(it, "dtype")?, Vec::new());
    if let Type::Tensor(tensor) = &mut ty {
        tensor.distributed = true;
    }
    Ok(ty)
}
