//! Scalar arithmetic on constants, as the interpreter does it: exact integers, floors, no overflow.

use crate::egraph::node::Op;
use crate::ir::dtype::DType;
use crate::ir::expr::{BinaryOp, UnaryOp};

/// The constant that an operator gives on constants; `None` where it gives none, or not exactly.
pub(crate) fn fold(op: Op, operands: &[Op]) -> Option<Op> {
    match (op, operands) {
        (Op::Binary(op), &[Op::Int(a, left), Op::Int(b, right)]) => binary(op, a, b, left.promote(right)),
        (Op::Binary(op), &[Op::Bool(a), Op::Bool(b)]) => logical(op, a, b).map(Op::Bool),
        (Op::Unary(UnaryOp::Neg), &[Op::Int(a, dtype)]) => int(a.checked_neg()?, dtype),
        (Op::Unary(UnaryOp::Abs), &[Op::Int(a, dtype)]) => int(a.checked_abs()?, dtype),
        (Op::Unary(UnaryOp::Not), &[Op::Bool(a)]) => Some(Op::Bool(!a)),
        (Op::Cast(to), &[Op::Int(a, _)]) if to.is_int() => int(a, to),
        _ => None,
    }
}

fn binary(op: BinaryOp, a: i128, b: i128, dtype: DType) -> Option<Op> {
    let value = match op {
        BinaryOp::Add => a.checked_add(b)?,
        BinaryOp::Sub => a.checked_sub(b)?,
        BinaryOp::Mul => a.checked_mul(b)?,
        BinaryOp::FloorDiv => floor_div(a, b)?,
        BinaryOp::FloorMod => a.checked_sub(floor_div(a, b)?.checked_mul(b)?)?,
        BinaryOp::Min => a.min(b),
        BinaryOp::Max => a.max(b),
        BinaryOp::Eq => return Some(Op::Bool(a == b)),
        BinaryOp::Ne => return Some(Op::Bool(a != b)),
        BinaryOp::Lt => return Some(Op::Bool(a < b)),
        BinaryOp::Le => return Some(Op::Bool(a <= b)),
        BinaryOp::Gt => return Some(Op::Bool(a > b)),
        BinaryOp::Ge => return Some(Op::Bool(a >= b)),
        BinaryOp::Div
        | BinaryOp::Pow
        | BinaryOp::And
        | BinaryOp::Or
        | BinaryOp::Xor
        | BinaryOp::BitAnd
        | BinaryOp::BitOr
        | BinaryOp::BitXor
        | BinaryOp::Shl
        | BinaryOp::Shr => return None,
    };
    int(value, dtype)
}

fn floor_div(a: i128, b: i128) -> Option<i128> {
    let quotient = a.checked_div(b)?;
    let inexact = quotient.checked_mul(b)? != a;
    Some(if inexact && (a < 0) != (b < 0) { quotient - 1 } else { quotient })
}

/// An integer if it fits its type: what would wrap is left to run time.
fn int(value: i128, dtype: DType) -> Option<Op> {
    let bits = dtype.bits();
    let fits = if dtype.is_signed() {
        (-(1i128 << (bits - 1))..(1i128 << (bits - 1))).contains(&value)
    } else {
        (0..(1i128 << bits)).contains(&value)
    };
    fits.then_some(Op::Int(value, dtype))
}

fn logical(op: BinaryOp, a: bool, b: bool) -> Option<bool> {
    match op {
        BinaryOp::And => Some(a && b),
        BinaryOp::Or => Some(a || b),
        BinaryOp::Xor | BinaryOp::Ne => Some(a != b),
        BinaryOp::Eq => Some(a == b),
        _ => None,
    }
}
