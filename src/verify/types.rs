//! Types on both sides of every definition, conditions and bounds, operands of operators.

use crate::base::diagnostic::{Diagnostic, Diagnostics};
use crate::base::span::Span;
use crate::ir::agree;
use crate::ir::expr::Expr;
use crate::ir::program::{Function, FunctionKind, Program, VarId};
use crate::ir::stmt::{
    Carry, For, ForKind, If, Launch, OpCall, Rhs, Scope, ScopeKind, Stmt, StmtKind, While,
};
use crate::ir::types::Type;
use crate::ir::typing::type_of;
use crate::verify::{calls, code};

/// Gathers faults of type in one function.
pub(super) fn check(program: &Program, function: &Function, said: &mut Diagnostics) {
    let mut check = Check { program, function, said };
    check.signature();
    for stmt in function.stmts() {
        check.stmt(stmt);
    }
    if function.body.is_some() && function.returned().is_none() {
        check.no_return();
    }
}

pub(super) struct Check<'a> {
    pub(super) program: &'a Program,
    pub(super) function: &'a Function,
    pub(super) said: &'a mut Diagnostics,
}

impl Check<'_> {
    /// Arrays live on the stack of the core; only a function that is spliced into its callers may take or give one.
    fn signature(&mut self) {
        if self.function.kind == FunctionKind::Inline {
            return;
        }
        for param in &self.function.params {
            let var = &self.function.vars[param.var];
            if holds_array(&var.ty) {
                let message =
                    format!("the parameter `{}` is an array, which cannot leave its function", var.name);
                self.error(code::ARRAY_ESCAPES, var.span, message);
            }
        }
        if self.function.results.iter().any(holds_array) {
            let message =
                format!("`{}` returns an array, which cannot leave its function", self.function.name);
            self.error(code::ARRAY_ESCAPES, self.function.span, message);
        }
    }
    fn no_return(&mut self) {
        let count = self.function.results.len();
        if count > 0 && self.function.attrs.get("external_source").is_none() {
            let message = format!("`{}` declares {count} results and has no `return`", self.function.name);
            self.error(code::RETURN_MISSING, self.function.span, message);
        }
    }
    fn stmt(&mut self, stmt: &Stmt) {
        self.expressions(stmt);
        match &stmt.kind {
            StmtKind::Let(var, rhs) => {
                if let Some(value) = self.rhs(rhs, stmt.span) {
                    self.assigned(*var, &value, rhs, stmt.span);
                }
            }
            StmtKind::Eval(rhs) => {
                self.rhs(rhs, stmt.span);
            }
            StmtKind::For(it) => self.counted(it, stmt.span),
            StmtKind::While(it) => self.conditional(it, stmt.span),
            StmtKind::If(it) => self.branch(it, stmt.span),
            StmtKind::Scope(it) => self.scope(it, stmt.span),
            StmtKind::Return(values) => self.returned(values, stmt.span),
            StmtKind::Break(_) | StmtKind::Continue(_) | StmtKind::Raw(_) => {}
        }
    }
    pub(super) fn ty(&self, expr: &Expr) -> Type {
        type_of(&self.function.vars, expr)
    }
    pub(super) fn error(&mut self, code: crate::base::diagnostic::Code, at: Span, message: String) {
        self.said.push(Diagnostic::error(code, at, message));
    }
    /// Arithmetic is on scalars, and projections are out of tuples that have the element.
    fn expressions(&mut self, stmt: &Stmt) {
        let mut found = None;
        crate::ir::walk::for_each_use(&stmt.kind, &mut |_, expr| {
            if found.is_none() {
                found = self.malformed(expr);
            }
        });
        if let Some((code, message)) = found {
            self.error(code, stmt.span, message);
        }
    }
    fn malformed(&self, expr: &Expr) -> Option<(crate::base::diagnostic::Code, String)> {
        let scalar = |it: &Expr| match self.ty(it) {
            Type::Scalar(_) | Type::Unknown => None,
            other => {
                let message = format!("arithmetic takes scalars, not {}", agree::kind(&other));
                Some((code::SCALAR_EXPECTED, message))
            }
        };
        let here = match expr {
            Expr::Unary(_, inner) | Expr::Cast(inner, _) => scalar(inner),
            Expr::Binary(_, left, right) => scalar(left).or_else(|| scalar(right)),
            Expr::Get(inner, index) => match self.ty(inner) {
                Type::Tuple(items) if items.len() > *index as usize => None,
                Type::Unknown => None,
                Type::Tuple(items) => {
                    let message = format!("there is no element {index} in a tuple of {}", items.len());
                    Some((code::PROJECTION, message))
                }
                other => Some((code::PROJECTION, format!("{} has no elements to take", agree::kind(&other)))),
            },
            _ => None,
        };
        here.or_else(|| expr.children().into_iter().find_map(|child| self.malformed(child)))
    }
    /// The type of a right side; `None` if it is wrong in itself, and said to be.
    fn rhs(&mut self, rhs: &Rhs, at: Span) -> Option<Type> {
        match rhs {
            Rhs::Expr(expr) => Some(self.ty(expr)),
            Rhs::Op(call) => self.operator(call, at),
            Rhs::Call(call) => calls::check(self, call, at),
        }
    }
    fn operator(&mut self, call: &OpCall, at: Span) -> Option<Type> {
        if call.op.name() == "system.task_dummy"
            && let Some(deps) = call.kwargs.get("deps")
        {
            let mut exprs = Vec::new();
            deps.for_each_expr(&mut |expr| exprs.push(expr));
            exprs.into_iter().for_each(|dep| calls::dependency(self, dep, at));
        }
        let Some(row) = call.op.row() else { return Some(Type::Unknown) };
        let types: Vec<Type> = call.args.iter().map(|arg| self.ty(arg)).collect();
        match row.apply(&call.args, &types, &call.kwargs) {
            Ok(ty) => Some(ty),
            Err(why) => {
                let which = why.operand.map(|at| match row.operands.get(at) {
                    Some(operand) if !why.message.contains(operand.name) => format!("`{}` ", operand.name),
                    _ => String::new(),
                });
                let message = format!("`{}`: {}{}", call.op.name(), which.unwrap_or_default(), why.message);
                self.error(code::OPERAND_MISFIT, at, message);
                None
            }
        }
    }
    fn assigned(&mut self, var: VarId, value: &Type, rhs: &Rhs, at: Span) {
        let constant = matches!(rhs, Rhs::Expr(expr) if expr.is_const());
        let it = &self.function.vars[var];
        if let Some(why) = mismatch(&it.ty, value, constant) {
            let message = format!("`{}` is declared otherwise than its value: {why}", it.name);
            self.error(code::TYPE_MISMATCH, at, message);
        }
    }
    fn truth(&mut self, cond: &Expr, what: &str, at: Span) {
        match self.ty(cond) {
            Type::Unknown | Type::BOOL => {}
            Type::Scalar(dtype) => {
                let fault = Diagnostic::error(
                    code::CONDITION_NOT_BOOL,
                    at,
                    format!("{what} must be BOOL, not {dtype}"),
                );
                self.said.push(fault.help("compare it, for example with `!= 0`"));
            }
            other => {
                let message = format!("{what} must be a truth value, not {}", agree::kind(&other));
                self.error(code::CONDITION_NOT_BOOL, at, message);
            }
        }
    }
    fn integer(&mut self, expr: &Expr, what: &str, at: Span) {
        let message = match self.ty(expr) {
            Type::Unknown => return,
            Type::Scalar(dtype) if dtype.is_int() => return,
            Type::Scalar(dtype) => format!("{what} must be an integer, not {dtype}"),
            other => format!("{what} must be an integer, not {}", agree::kind(&other)),
        };
        self.error(code::BOUND_NOT_INTEGER, at, message);
    }
    fn counted(&mut self, it: &For, at: Span) {
        for (bound, what) in [(&it.start, "the first index"), (&it.stop, "the bound"), (&it.step, "the step")]
        {
            self.integer(bound, what, at);
        }
        self.integer(&Expr::Var(it.index), "the index", at);
        let stages = it.attrs.get("pipeline_stages");
        if it.kind != ForKind::Pipeline && stages.is_some() {
            self.error(code::PIPELINE_STAGES, at, "only a pipeline loop has stages".to_owned());
        }
        if it.kind == ForKind::Pipeline && it.attrs.int("pipeline_stages").is_none_or(|stages| stages < 1) {
            let message = "a pipeline loop needs a number of stages".to_owned();
            self.said.push(Diagnostic::error(code::PIPELINE_STAGES, at, message).help("write `stage=2`"));
        }
        self.carries(&it.carries, at);
    }
    fn conditional(&mut self, it: &While, at: Span) {
        self.truth(&it.cond, "a condition", at);
        self.carries(&it.carries, at);
    }
    fn carries(&mut self, carries: &[Carry], at: Span) {
        for carry in carries {
            let param = &self.function.vars[carry.param];
            let values = [
                (self.ty(&carry.init), carry.init.is_const(), "starts as", self.place_of(&carry.init)),
                (self.ty(&carry.next), carry.next.is_const(), "becomes", self.place_of(&carry.next)),
                (
                    self.function.ty(carry.result).clone(),
                    false,
                    "ends",
                    self.function.vars[carry.result].span,
                ),
            ];
            for (ty, constant, verb, place) in values {
                let Some(why) = mismatch(&param.ty, &ty, constant) else { continue };
                let message = format!("`{}` {verb} another type in the loop: {why}", param.name);
                let fault = Diagnostic::error(code::CARRY_TYPE, at, message);
                let fault = if place.is_some() { fault.also(place, "this value") } else { fault };
                self.said.push(fault.help("a value keeps one type through all trips of its loop"));
                break;
            }
        }
    }
    fn branch(&mut self, it: &If, at: Span) {
        self.truth(&it.cond, "a condition", at);
        for merge in &it.merges {
            let result = &self.function.vars[merge.result];
            for (side, word) in [(&merge.then, "if the condition holds"), (&merge.otherwise, "otherwise")] {
                let Some(why) = mismatch(&result.ty, &self.ty(side), side.is_const()) else { continue };
                let place = self.place_of(side);
                let message = format!("`{}` gets another type {word}: {why}", result.name);
                let fault = Diagnostic::error(code::MERGE_TYPE, at, message);
                self.said.push(if place.is_some() { fault.also(place, "this value") } else { fault });
                break;
            }
        }
    }
    fn place_of(&self, expr: &Expr) -> Span {
        expr.as_var().map_or(Span::NONE, |var| self.function.vars[var].span)
    }
    fn scope(&mut self, it: &Scope, at: Span) {
        if let ScopeKind::SplitAiv { count, .. } = &it.kind {
            self.integer(count, "the number of lanes", at);
        }
        self.launch(&it.launch, at);
    }
    pub(super) fn launch(&mut self, launch: &Launch, at: Span) {
        launch.deps.iter().for_each(|dep| calls::dependency(self, dep, at));
        if let Some(predicate) = &launch.predicate {
            self.truth(predicate, "a predicate", at);
        }
        if let Some(count) = &launch.core_num {
            self.integer(count, "the number of blocks", at);
        }
    }
    fn returned(&mut self, values: &[Expr], at: Span) {
        let declared = &self.function.results;
        let mut types: Vec<(Type, bool)> = values.iter().map(|it| (self.ty(it), it.is_const())).collect();
        // A wrapper may forward the whole tuple that a call gave it.
        if let ([(Type::Tuple(items), _)], true) = (types.as_slice(), declared.len() > 1) {
            types = items.iter().map(|item| (item.clone(), false)).collect();
        }
        if types.len() != declared.len() {
            let (got, wanted) = (types.len(), declared.len());
            let message = format!("`{}` returns {got} values and declares {wanted}", self.function.name);
            let fault = Diagnostic::error(code::RETURN_ARITY, at, message);
            self.said.push(fault.also(self.function.span, "declared here"));
            return;
        }
        for (index, ((value, constant), wanted)) in types.iter().zip(declared).enumerate() {
            if let Some(why) = mismatch(wanted, value, *constant) {
                let message = format!("value {index} of the `return` is not what is declared: {why}");
                let fault = Diagnostic::error(code::RETURN_TYPE, at, message);
                self.said.push(fault.also(self.function.span, "declared here"));
            }
        }
    }
}

fn holds_array(ty: &Type) -> bool {
    match ty {
        Type::Array(..) => true,
        Type::Tuple(items) => items.iter().any(holds_array),
        _ => false,
    }
}

/// Why a value cannot stand for a variable; `None` if it can. `INDEX` and 64-bit integers are one type in C++, and a
/// constant is of any number type it fits.
pub(super) fn mismatch(wanted: &Type, value: &Type, constant: bool) -> Option<String> {
    use crate::ir::dtype::DType;
    if let (Type::Scalar(a), Type::Scalar(b)) = (wanted, value) {
        let wide = |dtype: DType| matches!(dtype, DType::Index | DType::Int64 | DType::UInt64);
        let number = |dtype: DType| dtype.is_int() || dtype.is_float();
        if (wide(*a) && wide(*b)) || (constant && number(*a) && number(*b)) {
            return None;
        }
    }
    agree::disagreement(wanted, value)
}
