//! What a call's results are, read off the callee's return: only a return that *is* a parameter says so.

use crate::ir::expr::Expr;
use crate::ir::program::{Direction, Function, Program, VarId};
use crate::ir::stmt::{Call, Rhs, StmtKind};
use crate::ir::types::Type;

/// One result of a call.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Element<'a> {
    /// What was passed for a parameter.
    Arg(&'a Expr),
    /// The n-th tensor that the runtime allocates for the task.
    Output(usize),
    /// The task's id.
    Task,
    /// A scalar, which no task hands back.
    Scalar,
    /// A tensor of which the callee does not say where it is.
    Unknown,
}

/// Result `index` of a call. On the CPU (`host`) a tensor that the kernel makes itself is handed out as one more output.
pub(crate) fn element<'a>(program: &Program, call: &'a Call, index: usize, host: bool) -> Element<'a> {
    let Some(callee) = program.functions.get(&call.callee) else { return Element::Unknown };
    let results = callee.results.len().saturating_sub(callee.hidden);
    if index >= results {
        return if call.is_submit() { Element::Task } else { Element::Unknown };
    }
    if !callee.results[index].is_storage() {
        return Element::Scalar;
    }
    match returned_param(callee, index) {
        Some(param) if param < call.args.len() => Element::Arg(&call.args[param]),
        Some(param) => {
            Element::Output(allocated(callee, call.args.len()).take_while(|&at| at < param).count())
        }
        None if host => match made(callee).iter().position(|&made| made == index) {
            Some(at) => Element::Output(allocated(callee, call.args.len()).count() + at),
            None => Element::Unknown,
        },
        None => Element::Unknown,
    }
}

/// The results of a kernel that are tensors which it makes itself.
pub(crate) fn made(callee: &Function) -> Vec<usize> {
    let Some(returned) = callee.returned().filter(|_| callee.kind.is_kernel()) else { return Vec::new() };
    let makes = |var: VarId| {
        callee.stmts().any(|stmt| match &stmt.kind {
            StmtKind::Let(bound, Rhs::Op(op)) if *bound == var => {
                op.op.row().is_some_and(|row| row.names.is_none() && row.view.is_none())
            }
            _ => false,
        })
    };
    let results = callee.results.len().saturating_sub(callee.hidden);
    (0..results.min(returned.len()))
        .filter(|&index| callee.results[index].is_tensor() && returned[index].as_var().is_some_and(makes))
        .collect()
}

/// The parameter that result `index` is.
pub(crate) fn returned_param(callee: &Function, index: usize) -> Option<usize> {
    if callee.body.is_none() {
        return only_output(callee);
    }
    match callee.returned()?.get(index)? {
        Expr::Var(var) => callee.param_index(*var),
        _ => None,
    }
}

/// A function without a body has no return to read. With one tensor result and one written tensor there is nothing to
/// choose.
fn only_output(callee: &Function) -> Option<usize> {
    let written: Vec<usize> = (0..callee.params.len())
        .filter(|&at| {
            let param = &callee.params[at];
            param.direction.writes() && callee.ty(param.var).is_tensor()
        })
        .collect();
    let tensors = callee.results.iter().filter(|ty| ty.is_tensor()).count();
    match written.as_slice() {
        [only] if tensors == 1 => Some(*only),
        _ => None,
    }
}

/// The parameters that a submission of `given` arguments leaves to the runtime.
pub(crate) fn allocated(callee: &Function, given: usize) -> impl Iterator<Item = usize> + '_ {
    (given..callee.params.len()).filter(|&at| {
        let param = &callee.params[at];
        param.direction == Direction::Out && callee.ty(param.var).is_tensor()
    })
}

/// Whether a type is a tuple, the results of a call with several.
pub(crate) fn is_tuple(ty: &Type) -> bool {
    matches!(ty, Type::Tuple(_))
}
