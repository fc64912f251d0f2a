//! Elements looked up: by comparison, by byte offset, and through a table of pages.

use crate::interp::fault::Fault;
use crate::interp::number::{self, Number};
use crate::interp::ops::gather::{index_at, same_bits, unflattened};
use crate::interp::ops::masks::comparison_named;
use crate::interp::ops::{Meaning, Operation, lifted};
use crate::interp::scalar;
use crate::interp::storage::Handle;
use crate::interp::value::Value;
use crate::ir::dtype::DType;

pub(super) fn meaning(base: &str) -> Option<Meaning> {
    match base {
        "gather_compare" => Some(gather_compare),
        "gatherb" => Some(gather_blocks),
        "paged_gather" => Some(paged_gather),
        _ => None,
    }
}

/// `gather_compare(input, threshold; cmp_mode, offset, out_cols, count_dtype)`: per row the columns, counted from
/// `offset`, whose elements compare with the threshold as asked, the first `out_cols` of them; and how many those are.
/// What is left of a row stays unwritten.
fn gather_compare(operation: &mut Operation<'_>) -> Result<Value, Fault> {
    let source = operation.handle(0)?;
    let name = match operation.keyword("cmp_mode") {
        Some(Value::Text(name)) => name.rsplit('.').next().unwrap_or(name).to_owned(),
        _ => "eq".to_owned(),
    };
    let op = comparison_named(&name)?;
    let first = operation.keyword("offset").map_or(Ok(0), Value::integer)?;
    let columns = operation.keyword("out_cols").map_or(Ok(0), Value::extent)?;
    let count_type = operation.dtype("count_dtype").unwrap_or(DType::Int32);
    let rows = source.shape[..source.rank().saturating_sub(1)].iter().product::<usize>();
    let width = source.shape.last().copied().unwrap_or(1);
    let found = operation.fresh(DType::Int32, &[rows, columns])?;
    let counts = operation.fresh(count_type, &[1, rows])?;
    for row in 0..rows {
        let threshold = threshold(operation.arg(1)?, row)?;
        let mut count = 0;
        for column in 0..width {
            let element = source.read(&unflattened(row * width + column, &source.shape));
            let holds = lifted(operation, &[element, threshold], || {
                scalar::binary(op, element, number::convert(threshold, source.dtype()), DType::Bool)
            })?;
            if Value::Scalar(holds, DType::Bool).holds()? && count < columns {
                found.write(&[row, count], Number::Int(first + column as i128))?;
                count += 1;
            }
        }
        counts.write(&[0, row], Number::Int(count as i128))?;
    }
    Ok(Value::tuple([Value::Storage(found), Value::Storage(counts)]))
}

/// One number for all rows, or one per row.
fn threshold(value: &Value, row: usize) -> Result<Number, Fault> {
    let Value::Storage(handle) = value else { return Ok(value.scalar()?.0) };
    let elements = handle.elements();
    let at = if elements.len() == 1 { 0 } else { row };
    elements.get(at).copied().ok_or_else(|| Fault::misfit("a threshold per row is needed"))
}

/// Bytes that one offset of `gatherb` fetches.
const BLOCK: usize = 32;

/// `gatherb(src, offset; output_dtype)`: 32 bytes from each byte offset on.
fn gather_blocks(operation: &mut Operation<'_>) -> Result<Value, Fault> {
    let (source, offset) = (operation.handle(0)?, operation.handle(1)?);
    let dtype = operation.dtype("output_dtype").unwrap_or(source.dtype());
    let (size, own) = (source.dtype().bits() as usize, dtype.bits() as usize);
    if size != own || size % 8 != 0 {
        let from = source.dtype();
        return Err(Fault::unsupported(format!("`{}` of {from} as {dtype}", operation.name)));
    }
    let per_block = BLOCK * 8 / size;
    let len: usize = source.shape.iter().product();
    let mut shape = offset.shape.clone();
    let last = shape.len().checked_sub(1).ok_or_else(|| Fault::misfit("offsets need an axis"))?;
    shape[last] *= per_block;
    operation.filled(dtype, &shape, &shape, |mut at| {
        let inside = at[last] % per_block;
        at[last] /= per_block;
        let start = index_at(&offset, &at, len * size / 8)?;
        let flat = start * 8 / size + inside;
        if start * 8 % size != 0 || flat >= len {
            return Err(Fault::bounds(format!("a block at byte {start} of {len} elements")));
        }
        same_bits(source.read(&unflattened(flat, &source.shape)), source.dtype(), dtype)
    })
}

/// `paged_gather(src, indices, block_table; block_size, size, max_indices, col_off, is_trans)`: row `i` of the result is
/// the row of `src` that index `i` names, counted in pages whose places the table gives. Rows without an index stay
/// unwritten.
fn paged_gather(operation: &mut Operation<'_>) -> Result<Value, Fault> {
    let (source, index, table) = (operation.handle(0)?, operation.handle(1)?, operation.handle(2)?);
    let number = |name: &str| operation.keyword(name).map_or(Ok(0), Value::extent);
    let (block, columns, rows) = (number("block_size")?, number("size")?, number("max_indices")?);
    let start = number("col_off")?;
    let transposed = operation.flag("is_trans")?;
    if block == 0 || source.rank() < 2 {
        return Err(Fault::misfit(format!("`{}` needs a matrix of pages", operation.name)));
    }
    let shape = if transposed { [columns, rows] } else { [rows, columns] };
    let result = operation.fresh(source.dtype(), &shape)?;
    let (pages, width) = (flat_len(&table), source.shape[source.rank() - 1]);
    let height = flat_len(&source) / width.max(1);
    for row in 0..rows.min(flat_len(&index)) {
        let token = index_at(&index, &unflattened(row, &index.shape), pages * block)?;
        let page = index_at(&table, &unflattened(token / block, &table.shape), height.div_ceil(block))?;
        let from = page * block + token % block;
        if from >= height || start + columns > width {
            return Err(Fault::bounds(format!("row {from}, columns {start} to {}", start + columns)));
        }
        for column in 0..columns {
            let element = source.read(&unflattened(from * width + start + column, &source.shape));
            let place = if transposed { [column, row] } else { [row, column] };
            result.write(&place, element)?;
        }
    }
    Ok(Value::Storage(result))
}

fn flat_len(handle: &Handle) -> usize {
    handle.shape.iter().product()
}
