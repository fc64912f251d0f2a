//! Returned tensors that are parameters name them (rows B66, B67, B70 of `docs/behaviour.md`).

use crate::base::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::ir::expr::Expr;
use crate::ir::program::{Function, FunctionKind, Program};
use crate::verify::property::storage::{Storage, returned_values, trace};

/// A returned tensor is a parameter and does not say so.
pub const IMPLICIT_RETURN: Code = Code("implicit-return");
/// A kernel declares a tensor result and returns nothing.
pub const NO_RETURN: Code = Code("no-return");

/// Whether returns of this kind of function must name the parameters that they are.
pub fn concerns(kind: FunctionKind) -> bool {
    kind.is_kernel() || kind.is_wrapper() || kind == FunctionKind::Graph
}

/// Where a returned tensor is a parameter without naming it.
pub fn explicit(program: &Program) -> Diagnostics {
    let mut found = Diagnostics::new();
    for (name, storage) in trace(program) {
        let function = &program.functions[&name];
        let external = function.body.is_none() || function.attrs.get("external_source").is_some();
        if concerns(function.kind) && !external {
            check(function, &storage, &mut found);
        }
    }
    found
}

fn check(function: &Function, storage: &Storage, found: &mut Diagnostics) {
    let span = function.span;
    if function.returned().is_none() {
        if function.results.iter().any(|ty| ty.is_tensor()) {
            let message = format!("function '{}' declares a tensor result but has no return", function.name);
            found.push(Diagnostic::error(NO_RETURN, span, message));
        }
        return;
    }
    for (position, value) in returned_values(function).iter().enumerate() {
        let is_tensor = crate::ir::access::type_of(function, value).is_some_and(|ty| ty.is_tensor());
        let Some(param) = storage.param(function, value).filter(|_| is_tensor) else { continue };
        if *value == Expr::Var(function.params[param].var) {
            continue;
        }
        let shown =
            value.as_var().map_or_else(String::new, |var| format!(" ('{}')", function.vars[var].name));
        let message = format!(
            "return position {position}{shown} of '{}' aliases param index {param}; param-writeback returns must \
             reference the param directly",
            function.name
        );
        found.push(Diagnostic::error(IMPLICIT_RETURN, span, message));
    }
}
