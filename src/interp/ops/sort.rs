//! Sorting. A sorted list holds records of eight bytes, a value and the bits of an index, largest value first; equal
//! values keep their order. In single precision a record is two elements; in half precision four: the value, one that
//! fills up, and the lower and the upper half of the index.

use crate::interp::fault::Fault;
use crate::interp::number::{self, Number};
use crate::interp::ops::gather::same_bits;
use crate::interp::ops::{Meaning, Operation, lifted};
use crate::interp::storage::{Extents, Handle, indices};
use crate::interp::value::Value;
use crate::ir::dtype::DType;

pub(super) fn meaning(base: &str) -> Option<Meaning> {
    match base {
        "sort32" => Some(sort32),
        "mrgsort_format1" => Some(merge_blocks),
        "mrgsort_format2" => Some(merge_lists),
        _ => None,
    }
}

/// The elements of one record, the value first.
type Record = Vec<Number>;

/// How many elements of this type a record has.
fn record_len(dtype: DType) -> Result<usize, Fault> {
    match dtype {
        DType::Fp32 => Ok(2),
        DType::Fp16 => Ok(4),
        other => Err(Fault::unsupported(format!("sorting of {other}"))),
    }
}

/// A value with its index as elements of this type.
fn record(value: Number, index: Number, index_type: DType, dtype: DType) -> Result<Record, Fault> {
    if dtype == DType::Fp32 {
        return Ok(vec![value, same_bits(index, index_type, dtype)?]);
    }
    let half = |number: Number, shift: u32| match number {
        Number::Int(index) => {
            let bits = number::wrap(index >> shift, DType::UInt16);
            same_bits(Number::Int(bits), DType::UInt16, dtype)
        }
        other => Ok(other),
    };
    Ok(vec![value, number::convert(Number::Int(0), dtype), half(index, 0)?, half(index, 16)?])
}

/// Sorts by value, largest first.
fn sorted(operation: &mut Operation<'_>, mut records: Vec<Record>) -> Result<Vec<Number>, Fault> {
    let values: Vec<Number> = records.iter().map(|record| record[0]).collect();
    lifted(operation, &values, || Ok(Number::Int(0)))?;
    records.sort_by(|left, right| {
        let value = |record: &Record| record[0].to_f64().unwrap_or(f64::NEG_INFINITY);
        value(right).total_cmp(&value(left))
    });
    Ok(records.into_iter().flatten().collect())
}

fn records(elements: &[Number], len: usize) -> Vec<Record> {
    elements.chunks_exact(len).map(<[_]>::to_vec).collect()
}

/// The rows of a matrix.
fn rows(handle: &Handle) -> Vec<Vec<Number>> {
    let columns = handle.shape.last().copied().unwrap_or(1).max(1);
    handle.elements().chunks(columns).map(<[_]>::to_vec).collect()
}

fn of_rows(operation: &Operation<'_>, like: &Handle, rows: Vec<Vec<Number>>) -> Result<Value, Fault> {
    let mut shape: Extents = like.shape.clone();
    if let (Some(last), Some(row)) = (shape.last_mut(), rows.first()) {
        *last = row.len();
    }
    let elements: Vec<Number> = rows.into_iter().flatten().collect();
    operation.holding(like.dtype(), &shape, &shape, &elements)
}

/// `sort32(src, idx)`: each block of 32 elements sorted, with the index beside each value.
fn sort32(operation: &mut Operation<'_>) -> Result<Value, Fault> {
    let (source, index) = (operation.handle(0)?, operation.handle(1)?);
    record_len(source.dtype())?;
    let mut numbers = Vec::new();
    for at in indices(&source.shape) {
        let own: Extents =
            at.iter().zip(&index.shape).map(|(at, extent)| if *extent == 1 { 0 } else { *at }).collect();
        numbers.push(record(source.read(&at), index.read(&own), index.dtype(), source.dtype())?);
    }
    let columns = source.shape.last().copied().unwrap_or(1).max(1);
    let mut result = Vec::new();
    for row in numbers.chunks(columns) {
        let mut sorted_row = Vec::new();
        for block in row.chunks(32) {
            sorted_row.extend(sorted(operation, block.to_vec())?);
        }
        result.push(sorted_row);
    }
    of_rows(operation, &source, result)
}

/// `mrgsort_format1(src, block_len)`: each four neighbouring sorted blocks become one.
fn merge_blocks(operation: &mut Operation<'_>) -> Result<Value, Fault> {
    let source = operation.handle(0)?;
    let len = record_len(source.dtype())?;
    let block = operation.arg(1)?.extent()?;
    if block == 0 || block % len != 0 {
        return Err(Fault::misfit(format!("blocks of {block} elements do not hold whole records")));
    }
    let mut result = Vec::new();
    for row in rows(&source) {
        let mut merged = Vec::new();
        for four in row.chunks(4 * block) {
            merged.extend(sorted(operation, records(four, len))?);
        }
        result.push(merged);
    }
    of_rows(operation, &source, result)
}

/// `mrgsort_format2(a, b, c?, d?, ..)`: sorted lists become one. A tile form names scratch storage after the lists.
fn merge_lists(operation: &mut Operation<'_>) -> Result<Value, Fault> {
    let source = operation.handle(0)?;
    let len = record_len(source.dtype())?;
    let given = operation.args.len();
    let scratch = usize::from(operation.name.starts_with("tile.") && given > 2);
    let mut lists = Vec::new();
    for at in 0..(given - scratch).clamp(1, 4) {
        lists.push(rows(&operation.handle(at)?));
    }
    let mut result = Vec::new();
    for row in 0..lists[0].len() {
        let all: Vec<Number> = lists.iter().filter_map(|list| list.get(row)).flatten().copied().collect();
        result.push(sorted(operation, records(&all, len))?);
    }
    of_rows(operation, &source, result)
}
