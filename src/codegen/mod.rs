//! Layer 5: IR after the passes -> orchestration C++.
//!
//! [`emit`] reads only what the passes stamped: argument directions, carry classes, runtime scopes and returns that *are*
//! parameters. It decides nothing about storage on its own. `docs/codegen.md` says what comes out.

use crate::base::diagnostic::{Diagnostic, Diagnostics};
use crate::base::name::Name;
use crate::ir::program::{Direction, FunctionKind, Program};

mod arrays;
mod calls;
mod check;
pub mod code;
mod core;
mod deps;
mod dispatch;
mod emitter;
mod event;
mod expr;
mod file;
mod flow;
pub mod host;
mod live;
mod loops;
mod merges;
mod moves;
mod names;
mod number;
mod prologue;
pub mod runtime;
mod scopes;
mod submit;
mod tensors;
mod types;
mod values;
mod views;
mod wrapper;
mod writer;

pub use crate::codegen::core::CoreType;

/// What is emitted for one orchestration function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cpp {
    /// The C++ text.
    pub code: String,
    /// Kernels that are dispatched; the position is the kernel's id.
    pub kernels: Vec<Kernel>,
    /// Direction of each tensor parameter of the orchestration function.
    pub signature: Vec<Direction>,
}

/// A kernel that emitted code dispatches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kernel {
    /// The function's name.
    pub name: Name,
    /// The core it runs on.
    pub core: CoreType,
    /// What it does to each tensor argument, in the order they are passed; the first dispatch decides.
    pub signature: Vec<Direction>,
}

/// How strict emission is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) struct Options {
    /// For the CPU: kernels may use both cores, wrappers whose kernels disagree on arguments are kernels themselves, and
    /// returned values are handed to the harness.
    pub host: bool,
}

/// Emits one orchestration function.
///
/// # Errors
/// All preconditions that do not hold, or else everything in the function that C++ cannot say.
pub fn emit(program: &Program, orchestration: &str) -> Result<Cpp, Diagnostics> {
    emit_with(program, orchestration, Options::default())
}

/// Emits all orchestration functions of a program as one file, which compiles as a whole; `None` if it has none.
///
/// # Errors
/// As [`emit`], of all functions.
pub fn emit_all(program: &Program) -> Result<Option<String>, Diagnostics> {
    let (mut units, mut errors) = (Vec::new(), Diagnostics::new());
    for function in program.functions.values().filter(|it| it.kind == FunctionKind::Orchestration) {
        match unit(program, &function.name, Options::default()) {
            Ok(unit) => units.push(unit),
            Err(more) => errors.extend(more),
        }
    }
    if errors.has_errors() {
        return Err(errors);
    }
    Ok((!units.is_empty()).then(|| file::file(&units)))
}

pub(crate) fn emit_with(
    program: &Program,
    orchestration: &str,
    options: Options,
) -> Result<Cpp, Diagnostics> {
    let unit = unit(program, orchestration, options)?;
    let code = file::file(std::slice::from_ref(&unit));
    Ok(Cpp { code, kernels: unit.kernels, signature: unit.signature })
}

fn unit(program: &Program, orchestration: &str, options: Options) -> Result<emitter::Unit, Diagnostics> {
    let Some(function) = program.functions.get(orchestration) else {
        return Err(unknown_function(program, orchestration).into());
    };
    check::preconditions(program, function, options)?;
    emitter::function(program, function, options)
}

fn unknown_function(program: &Program, name: &str) -> Diagnostic {
    let known: Vec<&str> = program.functions.keys().map(Name::as_str).collect();
    Diagnostic::error(code::NO_FUNCTION, Default::default(), format!("the program has no function `{name}`"))
        .help(format!("it has: {}", known.join(", ")))
}
