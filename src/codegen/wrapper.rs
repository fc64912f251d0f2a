//! Group and Spmd functions: which kernels they launch, and which of their parameters each kernel gets.

use crate::base::diagnostic::Diagnostic;
use crate::base::name::Name;
use crate::codegen::code;
use crate::codegen::event::flatten;
use crate::codegen::values::{Value, Values};
use crate::ir::attr::Attr;
use crate::ir::expr::Expr;
use crate::ir::program::{Function, FunctionKind, Program};
use crate::ir::stmt::{Call, Rhs, StmtKind};

/// A kernel that a wrapper launches.
#[derive(Clone, Debug)]
pub(crate) struct Inner<'a> {
    pub kernel: &'a Function,
    /// One per parameter of the kernel.
    pub args: Vec<Source<'a>>,
}

/// Where an argument of a kernel comes from.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Source<'a> {
    /// A parameter of the wrapper.
    Param(usize),
    /// A constant.
    Const(&'a Expr),
}

impl Source<'_> {
    fn is_same(&self, other: &Self) -> bool {
        match (self, other) {
            (Source::Param(a), Source::Param(b)) => a == b,
            (Source::Const(a), Source::Const(b)) => a == b,
            _ => false,
        }
    }
}

/// Whether two kernels get the same arguments in the same order.
pub(crate) fn agree(a: &Inner<'_>, b: &Inner<'_>) -> bool {
    a.args.len() == b.args.len() && a.args.iter().zip(&b.args).all(|(a, b)| a.is_same(b))
}

/// What a wrapper launches, and how wide.
#[derive(Debug)]
pub(crate) struct Launched<'a> {
    /// In the order in which the wrapper's text names them.
    pub kernels: Vec<Inner<'a>>,
    /// Number of blocks, if a wrapper says it.
    pub width: Option<&'a Attr>,
    pub sync_start: bool,
    /// Whether the vector kernel runs on both lanes.
    pub dual: bool,
}

/// Follows a wrapper down to its kernels.
pub(crate) fn launched<'a>(
    program: &'a Program,
    wrapper: &'a Function,
) -> Result<Launched<'a>, Box<Diagnostic>> {
    let mut result = Launched { kernels: Vec::new(), width: None, sync_start: false, dual: false };
    let start: Vec<Source<'a>> = (0..wrapper.params.len()).map(Source::Param).collect();
    let mut work = vec![(wrapper, start, 0)];
    while let Some((function, args, depth)) = work.pop() {
        if depth > program.functions.len() {
            return Err(Box::new(wrong(function, "it launches itself")));
        }
        result.dual |= is_dual(function);
        if function.kind.is_kernel() {
            result.kernels.push(Inner { kernel: function, args });
            continue;
        }
        result.width = result.width.or_else(|| function.attrs.get("core_num"));
        result.sync_start |= function.attrs.bool("sync_start").unwrap_or(false);
        let calls = calls(function)?;
        let values = Values::new(program, function, &flatten(function), false);
        for call in calls.into_iter().rev() {
            let callee = callee(program, function, &call.callee)?;
            let inner = call.args.iter().map(|arg| source(function, &values, arg, &args));
            let inner: Option<Vec<Source<'a>>> = inner.collect();
            let Some(inner) = inner.filter(|inner| inner.len() == callee.params.len()) else {
                let message = format!("it passes `{}` something that is none of its parameters", callee.name);
                return Err(Box::new(wrong(function, &message)));
            };
            work.push((callee, inner, depth + 1));
        }
    }
    Ok(result)
}

fn callee<'a>(program: &'a Program, caller: &Function, name: &Name) -> Result<&'a Function, Box<Diagnostic>> {
    match program.functions.get(name) {
        Some(function) if function.kind.is_kernel() || function.kind.is_wrapper() => Ok(function),
        _ => Err(Box::new(wrong(caller, &format!("it calls `{name}`, which no core can run")))),
    }
}

/// The calls of a wrapper's body, which holds nothing else.
fn calls(function: &Function) -> Result<Vec<&Call>, Box<Diagnostic>> {
    let mut calls = Vec::new();
    for stmt in function.stmts() {
        match &stmt.kind {
            StmtKind::Let(_, Rhs::Call(call)) | StmtKind::Eval(Rhs::Call(call)) => calls.push(call),
            StmtKind::Let(_, Rhs::Expr(_)) | StmtKind::Return(_) => {}
            _ => {
                return Err(Box::new(
                    wrong(function, "its body holds more than calls").also(stmt.span, "this"),
                ));
            }
        }
    }
    if calls.is_empty() {
        return Err(Box::new(wrong(function, "it launches nothing")));
    }
    Ok(calls)
}

/// What an argument inside a wrapper is, in terms of the outermost wrapper's parameters.
fn source<'a>(
    function: &Function,
    values: &Values<'a>,
    arg: &'a Expr,
    outer: &[Source<'a>],
) -> Option<Source<'a>> {
    match arg {
        Expr::Var(var) => match values.of(*var) {
            Value::Const(expr) => Some(Source::Const(expr)),
            _ => outer.get(function.param_index(values.root(*var))?).copied(),
        },
        other if other.is_const() => Some(Source::Const(other)),
        _ => None,
    }
}

/// Whether a function asks for both vector lanes.
pub(crate) fn is_dual(function: &Function) -> bool {
    let split = match function.attrs.get("split") {
        None | Some(Attr::None | Attr::Int(0) | Attr::Bool(false)) => false,
        Some(Attr::Enum(member)) => !member.ends_with("NONE"),
        Some(_) => true,
    };
    split
        || function.attrs.bool("dual_aiv_dispatch").unwrap_or(false)
        || function.attrs.bool("split_aiv").unwrap_or(false)
}

fn wrong(function: &Function, why: &str) -> Diagnostic {
    let kind = if function.kind == FunctionKind::Spmd { "Spmd" } else { "Group" };
    Diagnostic::error(code::WRAPPER, function.span, format!("`{}` cannot be launched: {why}", function.name))
        .help(format!("a {kind} function holds calls of kernels with its own parameters, and a return"))
}
