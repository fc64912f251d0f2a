//! Parameters: their values, and the symbols that their extents bind.

use std::rc::Rc;

use crate::interp::fault::Fault;
use crate::interp::frame::Frame;
use crate::interp::storage::{Account, Handle};
use crate::interp::value::Value;
use crate::interp::world::Lane;
use crate::ir::expr::Expr;
use crate::ir::program::{Function, FunctionKind, VarId};
use crate::ir::types::Type;

/// Gives parameters their values and symbols the extents of what was passed.
///
/// A symbol that two parameters bind to different extents is an error at a call, except of an Inline function: there it
/// is ambiguous, and only its use is an error.
pub(crate) fn bind(frame: &mut Frame<'_>, args: &[Value]) -> Result<(), Fault> {
    let function = frame.function;
    for (param, arg) in function.params.iter().zip(args) {
        frame.vars[param.var] = arg.clone();
    }
    for (param, arg) in function.params.iter().zip(args) {
        if let Value::Storage(handle) = arg {
            for (expr, extent) in declared_extents(function.ty(param.var), handle) {
                bind_symbol(frame, param.var, expr, extent)?;
            }
        }
    }
    for (param, arg) in function.params.iter().zip(args) {
        if let Value::Storage(handle) = arg {
            check_shape(frame, param.var, handle)?;
        }
    }
    Ok(())
}

/// The extents that a type declares beside what they are.
fn declared_extents<'t>(ty: &'t Type, handle: &'t Handle) -> Vec<(&'t Expr, usize)> {
    let pair = |exprs: &'t [Expr], extents: &'t [usize]| exprs.iter().zip(extents.iter().copied());
    let shape = pair(ty.shape().unwrap_or_default(), &handle.shape);
    let valid = pair(ty.valid_shape().unwrap_or_default(), &handle.valid);
    let strides: &[Expr] = match ty {
        Type::Tensor(tensor) => tensor.view.as_ref().map_or(&[], |view| &view.stride),
        Type::Tile(tile) => tile.view.as_ref().map_or(&[], |view| &view.stride),
        _ => &[],
    };
    shape.chain(valid).chain(pair(strides, &handle.strides)).collect()
}

fn bind_symbol(frame: &mut Frame<'_>, param: VarId, expr: &Expr, extent: usize) -> Result<(), Fault> {
    let Some(symbol) = expr.as_var().filter(|var| frame.function.symbols.contains(var)) else {
        return Ok(());
    };
    match &frame.vars[symbol] {
        Value::Undef => frame.vars[symbol] = Value::index(extent),
        known if known.extent()? == extent => {}
        known => {
            let (name, param) = (frame.name_of(symbol), frame.name_of(param));
            let known = known.extent()?;
            if frame.function.kind != FunctionKind::Inline {
                return Err(Fault::misfit(format!(
                    "`{name}` is {known}, but {extent} by parameter `{param}`"
                )));
            }
            frame.ambiguous.push(symbol);
        }
    }
    Ok(())
}

/// Whether the storage passed has the declared extents, as far as they can be evaluated.
fn check_shape(frame: &Frame<'_>, param: VarId, handle: &Handle) -> Result<(), Fault> {
    let function = frame.function;
    let ty = function.ty(param);
    let Some(shape) = ty.shape() else { return Ok(()) };
    let fits = |says: &Expr, is: usize| {
        frame.value(says).ok().and_then(|says| says.extent().ok()).is_none_or(|says| says == is)
    };
    let same_type = ty.dtype().is_none_or(|dtype| dtype == handle.dtype());
    let same_shape =
        shape.len() == handle.rank() && shape.iter().zip(&handle.shape).all(|(says, is)| fits(says, *is));
    if same_type && same_shape {
        return Ok(());
    }
    let (name, function) = (frame.name_of(param), &function.name);
    let (shape, dtype) = (handle.shape.to_vec(), handle.dtype());
    Err(Fault::misfit(format!("parameter `{name}` of `{function}` does not take {dtype} {shape:?}")))
}

/// A submission may leave out its last arguments: storage for them is allocated at run time, with the extents that the
/// parameters declare.
pub(crate) fn allocate_missing(
    account: &Rc<Account>,
    callee: &Function,
    args: &mut Vec<Value>,
) -> Result<(), Fault> {
    if args.len() == callee.params.len() {
        return Ok(());
    }
    let mut known = Frame::new(callee, Lane::ONLY, None);
    bind(&mut known, args)?;
    for param in &callee.params[args.len()..] {
        let ty = callee.ty(param.var);
        let (Some(shape), Some(dtype)) = (ty.shape(), ty.dtype()) else {
            let name = known.name_of(param.var);
            return Err(Fault::misfit(format!("argument `{name}` of `{}` is left out", callee.name)));
        };
        let shape: Result<Vec<usize>, Fault> =
            shape.iter().map(|extent| known.value(extent)?.extent()).collect();
        args.push(Value::Storage(Handle::fresh(account, dtype, &shape?)?));
    }
    Ok(())
}
