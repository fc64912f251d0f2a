//! Calls and submissions: the function exists, arguments and results fit it, launch data fit the call.

use crate::base::diagnostic::Diagnostic;
use crate::base::span::Span;
use crate::ir::agree;
use crate::ir::dtype::DType;
use crate::ir::expr::Expr;
use crate::ir::program::{Direction, Function};
use crate::ir::stmt::{Call, CallMode};
use crate::ir::types::Type;
use crate::verify::code;
use crate::verify::types::Check;

/// Gathers faults of a call; the type of its result if the function exists.
pub(super) fn check(it: &mut Check<'_>, call: &Call, at: Span) -> Option<Type> {
    launch(it, call, at);
    let program = it.program;
    let Some(callee) = program.functions.get(&call.callee) else {
        let fault = Diagnostic::error(
            code::UNKNOWN_CALLEE,
            at,
            format!("there is no function `{}` in the program", call.callee),
        );
        let near = program.functions.keys().find(|name| crate::ir::op::sugar::is_near(name, &call.callee));
        it.said.push(match near {
            Some(near) => fault.help(format!("did you mean `{near}`?")),
            None => fault,
        });
        return None;
    };
    if arity(it, callee, call, at) {
        arguments(it, callee, call, at);
    }
    Some(result(callee, call))
}

/// The type of a call's result: nothing, one value, a tuple; a submission's ends in a task id.
fn result(callee: &Function, call: &Call) -> Type {
    let mut values = callee.results.clone();
    if call.is_submit() {
        values.push(Type::TASK_ID);
        return Type::Tuple(values);
    }
    match values.len() {
        0 => Type::Unknown,
        1 => values.swap_remove(0),
        _ => Type::Tuple(values),
    }
}

fn arity(it: &mut Check<'_>, callee: &Function, call: &Call, at: Span) -> bool {
    let (given, wanted) = (call.args.len(), callee.params.len());
    let missing = || callee.params.iter().skip(given);
    let message = if given > wanted || (given < wanted && !call.is_submit()) {
        format!("`{}` takes {wanted} arguments, got {given}", callee.name)
    } else if let Some(param) = missing()
        .find(|param| param.direction != Direction::Out && !matches!(callee.ty(param.var), Type::Named(_)))
    {
        let name = &callee.vars[param.var].name;
        format!("`{}` needs an argument for `{name}`; only outputs may be left to the runtime", callee.name)
    } else {
        return true;
    };
    it.said.push(Diagnostic::error(code::CALL_ARITY, at, message).also(callee.span, "the function"));
    false
}

fn arguments(it: &mut Check<'_>, callee: &Function, call: &Call, at: Span) {
    for (arg, param) in call.args.iter().zip(&callee.params) {
        let var = &callee.vars[param.var];
        if let Some(why) = argument_mismatch(&var.ty, &it.ty(arg), arg) {
            let message = format!("the argument for `{}` of `{}` does not fit: {why}", var.name, callee.name);
            it.said.push(Diagnostic::error(code::ARGUMENT_TYPE, at, message).also(var.span, "the parameter"));
        }
    }
}

/// Scalars are converted as C++ does it, but for truth values, task ids, and floats to integers; a window may stand for
/// a tensor.
fn argument_mismatch(wanted: &Type, value: &Type, arg: &Expr) -> Option<String> {
    match (wanted, value) {
        (Type::Scalar(a), Type::Scalar(b)) => {
            let number = |dtype: DType| dtype.is_int() || dtype.is_float();
            let converts = number(*a) && number(*b) && (arg.is_const() || a.is_float() || b.is_int());
            if converts { None } else { agree::disagreement(wanted, value) }
        }
        (Type::Tensor(a), Type::Tensor(b)) if !a.distributed && b.distributed => {
            let local = Type::Tensor(crate::ir::types::TensorType { distributed: false, ..b.clone() });
            agree::disagreement(wanted, &local)
        }
        _ => agree::disagreement(wanted, value),
    }
}

fn launch(it: &mut Check<'_>, call: &Call, at: Span) {
    it.launch(&call.launch, at);
    let mut fault = |message: String| it.error(code::LAUNCH, at, message);
    if !call.directions.is_empty() && call.directions.len() != call.args.len() {
        fault(format!("{} directions for {} arguments", call.directions.len(), call.args.len()));
    }
    if let Some(index) = call.no_dep.iter().find(|&&index| index >= call.args.len()) {
        fault(format!("argument {index} cannot be left out of dependencies, there are {}", call.args.len()));
    }
    if call.mode == CallMode::SpmdSubmit && call.launch.core_num.is_none() {
        fault("a submission of blocks needs `core_num`".to_owned());
    }
    if !call.is_submit() && (!call.launch.deps.is_empty() || call.attrs.get("manual_dep_edges").is_some()) {
        let message =
            format!("dependencies are written on a call of `{}`, which is no submission", call.callee);
        let fault = Diagnostic::error(code::MANUAL_DEPS_ON_CALL, at, message);
        it.said.push(fault.help("submit it with `pl.submit`"));
    }
}

/// A dependency is a task id or an array of them.
pub(super) fn dependency(it: &mut Check<'_>, dep: &Expr, at: Span) {
    match it.ty(dep) {
        Type::Unknown | Type::TASK_ID | Type::Array(_, DType::TaskId) => {}
        Type::Tuple(items) if items.iter().all(|item| *item == Type::TASK_ID) => {}
        Type::Scalar(dtype) => {
            it.error(code::DEP_NOT_TASK_ID, at, format!("a dependency must be a task id, not {dtype}"));
        }
        other => {
            let message = format!("a dependency must be a task id, not {}", agree::kind(&other));
            it.error(code::DEP_NOT_TASK_ID, at, message);
        }
    }
}
