//! Reductions of rows and columns.

use crate::ir::dtype::DType;
use crate::ir::extent;
use crate::ir::op::apply::at_operand;
use crate::ir::op::rule::fresh_like;
use crate::ir::op::{Applied, Misfit};
use crate::ir::types::Type;

type Answer = Result<Type, Misfit>;

/// One value per row: the last axis becomes 1.
pub(in crate::ir::op) fn row(it: &Applied<'_>) -> Answer {
    reduced(it, 1, it.dtype(0)?)
}

/// One index per row.
pub(in crate::ir::op) fn row_index(it: &Applied<'_>) -> Answer {
    reduced(it, 1, DType::Int32)
}

/// One value per column: the last axis but one becomes 1.
pub(in crate::ir::op) fn column(it: &Applied<'_>) -> Answer {
    reduced(it, 2, it.dtype(0)?)
}

/// One index per column.
pub(in crate::ir::op) fn column_index(it: &Applied<'_>) -> Answer {
    reduced(it, 2, DType::Int32)
}

fn reduced(it: &Applied<'_>, from_end: usize, dtype: DType) -> Answer {
    let (mut shape, mut valid) = (it.shape(0)?.to_vec(), it.valid(0)?.to_vec());
    let Some(axis) = shape.len().checked_sub(from_end) else {
        return Err(at_operand(0, format!("must have at least {from_end} axes, it has {}", shape.len())));
    };
    shape[axis] = extent::one();
    valid[axis] = extent::one();
    Ok(fresh_like(it, 0, shape, dtype, valid))
}
