//! Results that do not depend on the operands.

use crate::base::name::Name;
use crate::ir::dtype::DType;
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

/// A window buffer.
pub(in crate::ir::op) fn window_buffer(_: &Applied<'_>) -> Answer {
    Ok(Type::Named(Name::from("pld.WindowBufferType")))
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
