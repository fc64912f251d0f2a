//! The grammar of names: `__` is reserved for `base__[qualifier_][role_]vN`.

use crate::base::diagnostic::{Diagnostic, Diagnostics};
use crate::ir::program::Function;
use crate::verify::code;

/// Gathers variables whose names use the reserved delimiter in another form.
pub(super) fn check(function: &Function, said: &mut Diagnostics) {
    let mut known = std::collections::HashSet::new();
    for var in function.vars.iter() {
        if !is_legal(&var.name) && known.insert(&var.name) {
            let message = format!("the name `{}` uses the reserved delimiter `__`", var.name);
            let fault = Diagnostic::error(code::RESERVED_NAME, var.span, message);
            said.push(fault.help("use a single underscore"));
        }
    }
}

/// Whether a name is free of `__`, or of the form that compilers give to versions of a name.
pub(super) fn is_legal(name: &str) -> bool {
    let Some((base, version)) = name.split_once("__") else { return true };
    if base.is_empty() || version.contains("__") {
        return false;
    }
    let number = version.rsplit('_').next().and_then(|last| last.strip_prefix('v'));
    number.is_some_and(|number| !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()))
        && !version.starts_with('_')
}
