//! Preconditions: what the passes must have done. All that is missing is listed at once.

use crate::base::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::codegen::core::cores_of;
use crate::codegen::values::stamp;
use crate::codegen::{Options, code};
use crate::ir::program::{Function, FunctionKind, Program};
use crate::ir::stmt::{Call, Carry, For, ForKind, Rhs, ScopeKind, Stmt, StmtKind};
use crate::ir::types::Type;

/// What the runtime takes as arguments of an orchestration function, and axes of a tensor.
const MOST_TENSORS: usize = 256;
const MOST_SCALARS: usize = 128;
const MOST_AXES: usize = 5;

/// Checks that a function may be emitted.
pub(crate) fn preconditions(
    program: &Program,
    function: &Function,
    options: Options,
) -> Result<(), Diagnostics> {
    let mut check = Check { program, options, errors: Diagnostics::new() };
    check.function(function);
    for stmt in function.stmts() {
        check.stmt(stmt);
    }
    if check.errors.has_errors() { Err(check.errors) } else { Ok(()) }
}

struct Check<'a> {
    program: &'a Program,
    options: Options,
    errors: Diagnostics,
}

impl Check<'_> {
    fn error(&mut self, stmt: &Stmt, code: Code, message: String, help: &str) {
        self.errors.push(Diagnostic::error(code, stmt.span, message).help(help));
    }

    fn function(&mut self, function: &Function) {
        if function.kind != FunctionKind::Orchestration {
            let message =
                format!("`{}` is of kind {}, not Orchestration", function.name, function.kind.name());
            self.errors.push(
                Diagnostic::error(code::NOT_ORCHESTRATION, function.span, message)
                    .help("C++ is emitted for a function with `type=pl.FunctionType.Orchestration`"),
            );
        }
        let tensors = function.params.iter().filter(|param| function.ty(param.var).is_tensor()).count();
        if tensors > MOST_TENSORS || function.params.len() - tensors > MOST_SCALARS {
            let message = format!(
                "`{}` takes {tensors} tensors and {} scalars",
                function.name,
                function.params.len() - tensors
            );
            self.errors.push(Diagnostic::error(code::LIMIT, function.span, message).help(format!(
                "an orchestration function takes at most {MOST_TENSORS} tensors and {MOST_SCALARS} scalars"
            )));
        }
        let axes = |ty: &Type| ty.shape().map_or(0, <[_]>::len);
        if let Some(var) = function.vars.iter().find(|it| it.ty.is_tensor() && axes(&it.ty) > MOST_AXES) {
            let message = format!("the tensor `{}` has more than {MOST_AXES} axes", var.name);
            self.errors.push(
                Diagnostic::error(code::LIMIT, var.span, message)
                    .help("reshape it: neighbouring axes can be one"),
            );
        }
        if function.attrs.bool("auto_scope") != Some(false) {
            let message = format!("the runtime scopes of `{}` are not placed", function.name);
            self.errors.push(
                Diagnostic::error(code::SCOPES, function.span, message).help(
                    "run the pass that places runtime scopes, or write them and say `auto_scope=False`",
                ),
            );
        }
    }

    fn stmt(&mut self, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Let(_, Rhs::Call(call)) | StmtKind::Eval(Rhs::Call(call)) => self.call(stmt, call),
            StmtKind::For(it) => self.counted(stmt, it),
            StmtKind::Scope(scope) if !matches!(scope.kind, ScopeKind::Runtime { .. }) => {
                let what = match &scope.kind {
                    ScopeKind::At { .. } => "pl.at",
                    ScopeKind::Spmd { .. } => "pl.spmd",
                    ScopeKind::Cluster => "pl.cluster",
                    ScopeKind::SplitAiv { .. } => "pl.split_aiv",
                    ScopeKind::Graph => "pl.graph",
                    ScopeKind::Runtime { .. } => unreachable!("excluded above"),
                };
                let message = format!("this `{what}` scope is not a function yet");
                self.error(stmt, code::NOT_OUTLINED, message, "run the pass that outlines scopes");
            }
            _ => {}
        }
    }

    fn counted(&mut self, stmt: &Stmt, it: &For) {
        if matches!(it.kind, ForKind::Unroll | ForKind::Pipeline) {
            let message = "an unrolled or pipelined loop has no form in orchestration C++".to_owned();
            self.error(stmt, code::LOOP_KIND, message, "use `pl.range` or `pl.parallel`");
        }
        self.carries(stmt, it, &it.carries);
    }

    fn carries(&mut self, stmt: &Stmt, it: &For, carries: &[Carry]) {
        if let Some(index) = (0..carries.len()).find(|&index| stamp(&it.attrs, index).is_none()) {
            let message = format!("carry {index} of this loop is not classified");
            self.error(stmt, code::CARRIES, message, "run the pass that classifies loop carries");
        }
    }

    fn call(&mut self, stmt: &Stmt, call: &Call) {
        let Some(callee) = self.program.functions.get(&call.callee) else {
            let message = format!("the program has no function `{}`", call.callee);
            return self.error(stmt, code::NO_FUNCTION, message, "define it, or call another");
        };
        if !callee.kind.is_kernel() && !callee.kind.is_wrapper() {
            let message =
                format!("`{}` is of kind {}, which no core can run", callee.name, callee.kind.name());
            let help = match callee.kind {
                FunctionKind::Inline => "run the optimizer with inlining",
                FunctionKind::Graph => "a Graph function cannot be compiled yet; call its kernels directly",
                _ => "make it InCore, AIC or AIV, or call its kernels directly",
            };
            return self.error(stmt, code::CALLEE, message, help);
        }
        if callee.kind.is_kernel()
            && !self.options.host
            && let Err(error) = cores_of(callee)
            && !self.errors.iter().any(|it| *it == *error)
        {
            self.errors.push(*error);
        }
        let fits = if call.is_submit() {
            call.args.len() <= callee.params.len()
        } else {
            call.args.len() == callee.params.len()
        };
        if !fits {
            let message = format!(
                "`{}` takes {} arguments and gets {}",
                callee.name,
                callee.params.len(),
                call.args.len()
            );
            return self.error(stmt, code::VALUE, message, "pass one argument for each parameter");
        }
        if call.directions.len() != call.args.len() {
            let message =
                format!("the argument directions of this call of `{}` are not derived", callee.name);
            self.error(stmt, code::DIRECTIONS, message, "run the pass that derives call directions");
        }
    }
}
