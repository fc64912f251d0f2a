//! Constants, and how often a loop with constant bounds runs.

use crate::ir::expr::{BinaryOp, Expr, UnaryOp};
use crate::ir::stmt::{For, Rhs};
use crate::passes::defs::{Def, Defs};

/// No constant stands behind more assignments than this.
const HOPS: usize = 32;

/// The integer that an expression always is, if that can be seen.
pub(crate) fn constant(defs: &Defs<'_>, expr: &Expr) -> Option<i128> {
    evaluate(defs, expr, HOPS)
}

fn evaluate(defs: &Defs<'_>, expr: &Expr, hops: usize) -> Option<i128> {
    match expr {
        Expr::Int(value, _) => Some(*value),
        Expr::Var(var) => match defs.get(*var) {
            Def::Let(Rhs::Expr(behind)) => evaluate(defs, behind, hops.checked_sub(1)?),
            _ => None,
        },
        Expr::Unary(UnaryOp::Neg, inner) => evaluate(defs, inner, hops)?.checked_neg(),
        Expr::Cast(inner, dtype) if dtype.is_int() => evaluate(defs, inner, hops),
        Expr::Binary(op, left, right) => {
            let (left, right) = (evaluate(defs, left, hops)?, evaluate(defs, right, hops)?);
            match op {
                BinaryOp::Add => left.checked_add(right),
                BinaryOp::Sub => left.checked_sub(right),
                BinaryOp::Mul => left.checked_mul(right),
                BinaryOp::FloorDiv => floor_div(left, right),
                BinaryOp::FloorMod => left.checked_sub(floor_div(left, right)?.checked_mul(right)?),
                BinaryOp::Min => Some(left.min(right)),
                BinaryOp::Max => Some(left.max(right)),
                _ => None,
            }
        }
        _ => None,
    }
}

fn floor_div(left: i128, right: i128) -> Option<i128> {
    let quotient = left.checked_div(right)?;
    let down = left % right != 0 && (left < 0) != (right < 0);
    Some(quotient - i128::from(down))
}

/// How often a loop runs, if its bounds are constant. A step of zero never does (row C48).
pub(crate) fn trip_count(defs: &Defs<'_>, it: &For) -> Option<i128> {
    let (start, stop, step) =
        (constant(defs, &it.start)?, constant(defs, &it.stop)?, constant(defs, &it.step)?);
    let span = stop.checked_sub(start)?;
    if step == 0 || (span > 0) != (step > 0) {
        return Some(0);
    }
    // Both have one sign, so this rounds up.
    floor_div(span.checked_add(step)?.checked_sub(step.signum())?, step)
}
