//! Results that do not depend on the operands.

use crate::base::name::Name;
use crate::ir::attr::Attr;
use crate::ir::dtype::DType;
use crate::ir::expr::Expr;
use crate::ir::extent;
use crate::ir::op::apply::at_operand;
use crate::ir::op::rule::fresh_like;
use crate::ir::op::{Applied, Misfit};
use crate::ir::types::Type;

type Answer = Result<Type, Misfit>;

/// No result: called for the effect.
pub(in crate::ir::op) fn nothing(_: &Applied<'_>) -> Answer {
    Ok(Type::Unknown)
}

/// An `INDEX`.
pub(in crate::ir::op) fn index(_: &Applied<'_>) -> Answer {
    Ok(Type::INDEX)
}

/// A 32-bit integer.
pub(in crate::ir::op) fn int32(_: &Applied<'_>) -> Answer {
    Ok(Type::Scalar(DType::Int32))
}

/// A 64-bit integer.
pub(in crate::ir::op) fn int64(_: &Applied<'_>) -> Answer {
    Ok(Type::Scalar(DType::Int64))
}

/// A truth value.
pub(in crate::ir::op) fn truth(_: &Applied<'_>) -> Answer {
    Ok(Type::BOOL)
}

/// A task id.
pub(in crate::ir::op) fn task_id(_: &Applied<'_>) -> Answer {
    Ok(Type::TASK_ID)
}

/// A communication context.
pub(in crate::ir::op) fn comm_ctx(_: &Applied<'_>) -> Answer {
    Ok(Type::Named(Name::from("pld.CommCtxType")))
}

/// Half of the operand for each of two lanes, along the axis that `split` names (1 rows, 2 columns, 0 none).
pub(in crate::ir::op) fn shard(it: &Applied<'_>) -> Answer {
    along_split(it, |extent| extent::div(extent, &Expr::index(2)))
}

/// The halves of two lanes put together.
pub(in crate::ir::op) fn unshard(it: &Applied<'_>) -> Answer {
    along_split(it, |extent| extent::mul(extent, &Expr::index(2)))
}

fn along_split(it: &Applied<'_>, change: impl Fn(&Expr) -> Expr) -> Answer {
    let axis = match it.kwargs.get("split") {
        Some(Attr::Int(axis @ 1..=2)) => usize::try_from(*axis - 1).unwrap_or(0),
        Some(Attr::Int(0)) => return it.ty(0).cloned(),
        // Outside of any `pl.split_aiv`, nobody says along which axis.
        _ => return Ok(Type::Unknown),
    };
    let (mut shape, mut valid) = (it.shape(0)?.to_vec(), it.valid(0)?.to_vec());
    if axis >= shape.len() {
        return Err(at_operand(0, format!("has no axis {axis} to split")));
    }
    shape[axis] = change(&shape[axis]);
    valid[axis] = change(&valid[axis]);
    Ok(fresh_like(it, 0, shape, it.dtype(0)?, valid))
}

/// A prefetch context.
pub(in crate::ir::op) fn prefetch_context(_: &Applied<'_>) -> Answer {
    Ok(Type::Named(Name::from("pl.PrefetchAsyncContext")))
}

/// An event of an asynchronous copy.
pub(in crate::ir::op) fn async_event(_: &Applied<'_>) -> Answer {
    Ok(Type::Named(Name::from("pl.AsyncEvent")))
}

/// A session of asynchronous copies.
pub(in crate::ir::op) fn async_session(_: &Applied<'_>) -> Answer {
    Ok(Type::Named(Name::from("pl.AsyncSession")))
}
