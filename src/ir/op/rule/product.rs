//! Matrix products.

use crate::ir::dtype::DType;
use crate::ir::expr::Expr;
use crate::ir::extent::{self, Known};
use crate::ir::op::apply::at_operand;
use crate::ir::op::rule::{tensor_of, tile_of};
use crate::ir::op::{Applied, Misfit};
use crate::ir::types::{MemSpace, Type};

type Answer = Result<Type, Misfit>;

/// `tensor.matmul(lhs, rhs; out_dtype, a_trans, b_trans)`: elements as asked for, else as the operands promote.
pub(in crate::ir::op) fn tensor(it: &Applied<'_>) -> Answer {
    let shape = product(it, 0, 1)?;
    let promoted = it.dtype(0)?.promote(it.dtype(1)?);
    let dtype = it.kwargs.dtype("out_dtype").unwrap_or(promoted);
    Ok(tensor_of(shape, dtype, Vec::new()))
}

/// `tile.matmul(lhs, rhs, ...)`: a tile in the accumulator.
pub(in crate::ir::op) fn tile(it: &Applied<'_>) -> Answer {
    let shape = product(it, 0, 1)?;
    Ok(tile_of(shape, accumulator(it, 0, 1)?, MemSpace::Acc, valid(it, 0, 1)?))
}

/// `matmul_mx(lhs, lhs_scale, rhs, rhs_scale, ...)`.
pub(in crate::ir::op) fn tile_scaled(it: &Applied<'_>) -> Answer {
    let shape = product(it, 0, 2)?;
    Ok(tile_of(shape, DType::Fp32, MemSpace::Acc, valid(it, 0, 2)?))
}

/// `matmul_acc(acc, lhs, rhs, init_cond?)`: the accumulator.
pub(in crate::ir::op) fn accumulate<const LHS: usize, const RHS: usize>(it: &Applied<'_>) -> Answer {
    let product = product(it, LHS, RHS)?;
    let acc = it.shape(0)?;
    if acc.len() == product.len() {
        for (axis, (acc, product)) in acc.iter().zip(&product).enumerate() {
            if extent::compare(acc, product) == Known::Different {
                return Err(at_operand(0, format!("has another extent than the product on axis {axis}")));
            }
        }
    }
    it.ty(0).cloned()
}

/// Elements that the matrix unit accumulates in.
fn accumulator(it: &Applied<'_>, lhs: usize, rhs: usize) -> Result<DType, Misfit> {
    let (a, b) = (it.dtype(lhs)?, it.dtype(rhs)?);
    if a.is_float() != b.is_float() {
        return Err(at_operand(rhs, format!("has elements of {b}, the left side of {a}")));
    }
    Ok(if a.is_float() { DType::Fp32 } else { DType::Int32 })
}

fn flag(it: &Applied<'_>, name: &str) -> bool {
    it.kwargs.bool(name) == Some(true)
}

/// `[M, K] x [K, N]`, with leading axes that broadcast, and vectors on either side.
fn product(it: &Applied<'_>, lhs: usize, rhs: usize) -> Result<Vec<Expr>, Misfit> {
    let (a, b) = (it.shape(lhs)?, it.shape(rhs)?);
    let (Some(_), Some(_)) = (a.first(), b.first()) else {
        return Err(at_operand(lhs, "must have at least one axis"));
    };
    let (m, k) = matrix(a, flag(it, "a_trans"));
    let (inner, n) = match b {
        [only] => (only, None),
        _ => {
            let (row, column) = matrix(b, flag(it, "b_trans"));
            (row.unwrap_or(column), Some(column))
        }
    };
    if extent::compare(k, inner) == Known::Different {
        let (k, inner) = (extent::constant(k).unwrap_or(0), extent::constant(inner).unwrap_or(0));
        return Err(at_operand(rhs, format!("has {inner} rows where the left side has {k} columns")));
    }
    let mut shape = batch(a, b);
    shape.extend(m.cloned());
    shape.extend(n.cloned());
    Ok(shape)
}

/// Rows (none for a vector) and columns of the last two axes.
fn matrix(shape: &[Expr], transposed: bool) -> (Option<&Expr>, &Expr) {
    match shape {
        [.., rows, columns] if transposed => (Some(columns), rows),
        [.., rows, columns] => (Some(rows), columns),
        [only] => (None, only),
        [] => unreachable!("the caller has seen that there is an axis"),
    }
}

/// Leading axes, aligned from the right; extents are equal or one of them is 1.
fn batch(a: &[Expr], b: &[Expr]) -> Vec<Expr> {
    let lead = |shape: &[Expr]| shape[..shape.len().saturating_sub(2)].to_vec();
    let (a, b) = (lead(a), lead(b));
    let (longer, shorter) = if a.len() >= b.len() { (a, b) } else { (b, a) };
    let skipped = longer.len() - shorter.len();
    let pick = |(axis, extent): (usize, Expr)| match axis.checked_sub(skipped).map(|at| &shorter[at]) {
        Some(other) if extent::is_one(&extent) => other.clone(),
        _ => extent,
    };
    longer.into_iter().enumerate().map(pick).collect()
}

/// Valid rows of the left side and valid columns of the right.
fn valid(it: &Applied<'_>, lhs: usize, rhs: usize) -> Result<Vec<Expr>, Misfit> {
    match (it.valid(lhs)?, it.valid(rhs)?) {
        ([rows, _], [_, columns]) => Ok(vec![rows.clone(), columns.clone()]),
        _ => Ok(Vec::new()),
    }
}
