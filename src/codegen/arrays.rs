//! Arrays of the scheduler: C arrays on its stack.

use crate::base::diagnostic::Diagnostic;
use crate::codegen::calls::Element;
use crate::codegen::code;
use crate::codegen::emitter::Emitter;
use crate::codegen::expr::Scalars;
use crate::codegen::values::Projection;
use crate::ir::dtype::DType;
use crate::ir::expr::Expr;
use crate::ir::program::VarId;
use crate::ir::stmt::OpCall;
use crate::ir::types::Type;

impl<'a> Emitter<'a, '_> {
    /// Declares an array with nothing in it: zeros, or ids of no task.
    pub(crate) fn declare_array(&mut self, var: VarId) {
        let Type::Array(len, dtype) = *self.function.ty(var) else { return };
        if dtype == DType::TaskId {
            return self.declare_ids(var, len, "PTO2TaskId::invalid()");
        }
        let Some(ty) = self.cpp_type(dtype) else { return self.no_type(dtype) };
        let (name, early) = self.new_name(var);
        if early {
            self.needs.algorithm = true;
            return self.out.line(format!("std::fill_n({name}, {len}, 0);"));
        }
        self.out.line(format!("{ty} {name}[{len}] = {{0}};"));
    }

    /// Declares an array of task ids, all `start`.
    pub(crate) fn declare_ids(&mut self, var: VarId, len: u64, start: &str) {
        let (name, early) = self.new_name(var);
        if !early {
            self.out.line(format!("PTO2TaskId {name}[{len}];"));
        }
        self.out.line(format!("for (PTO2TaskId& each : {name}) {{ each = {start}; }}"));
    }

    /// Declares an array that starts as a copy of another.
    pub(crate) fn declare_copy(&mut self, var: VarId, ty: &str, len: u64, source: &str) {
        let (name, early) = self.new_name(var);
        if !early {
            self.out.line(format!("{ty} {name}[{len}];"));
        }
        self.copy_array(&name, source, len);
    }

    pub(crate) fn copy_array(&mut self, target: &str, source: &str, len: u64) {
        self.needs.algorithm = true;
        self.out.line(format!("std::copy_n({source}, {len}, {target});"));
    }

    fn array(&mut self, expr: Option<&'a Expr>) -> Option<(String, DType)> {
        let var = expr.and_then(Expr::as_var)?;
        let Type::Array(_, dtype) = *self.function.ty(var) else {
            self.value_error(var);
            return None;
        };
        Some((self.name_of(var), dtype))
    }

    pub(crate) fn get_element(&mut self, var: VarId, op: &'a OpCall) {
        let Some((array, dtype)) = self.array(op.args.first()) else { return };
        let Some(index) = op.args.get(1) else { return };
        let index = self.scalar(index).text;
        let Some(ty) = self.cpp_type(dtype) else { return self.no_type(dtype) };
        // A copy: a later store to the slot must not be seen through it.
        self.declare(var, ty, &format!("{array}[{index}]"));
    }

    pub(crate) fn update_element(&mut self, op: &'a OpCall) {
        let Some(var) = op.args.first().and_then(Expr::as_var) else { return };
        if !self.live.needs(self.values, var) {
            return;
        }
        let Some((array, dtype)) = self.array(op.args.first()) else { return };
        let (Some(index), Some(value)) = (op.args.get(1), op.args.get(2)) else { return };
        let index = self.scalar(index).text;
        let value = self.scalar_as(value, dtype);
        self.out.line(format!("{array}[{index}] = {value};"));
    }

    /// `x = tuple[i]` where that is a value of its own: a task's output or id, or an element of a literal.
    pub(crate) fn define_projection(&mut self, var: VarId, expr: &'a Expr) {
        let Expr::Get(tuple, index) = expr else { return };
        match self.values.projection(self.program, tuple, *index) {
            Some(Projection::Of(call, Element::Output(at))) => match self.outs[call].clone() {
                Some(outs) => self.bind_output(var, &outs, at),
                None => self.value_error(var),
            },
            Some(Projection::Of(call, Element::Task)) => match self.outs[call].clone() {
                Some(outs) => self.bind_task(var, &outs),
                None => self.value_error(var),
            },
            Some(Projection::Of(_, Element::Scalar)) => self.task_scalar(),
            Some(Projection::Of(_, Element::Unknown)) => self.unknown_result(var),
            Some(Projection::Of(_, Element::Arg(item)) | Projection::Item(item)) => {
                match self.function.ty(var) {
                    Type::Scalar(dtype) => {
                        let dtype = *dtype;
                        let Some(ty) = self.cpp_type(dtype) else { return self.no_type(dtype) };
                        let text = self.scalar_as(item, dtype);
                        self.declare(var, ty, &text);
                    }
                    _ => self.value_error(var),
                }
            }
            None => self.value_error(var),
        }
    }

    /// `PTO2TaskId t = outs.task_id();`
    pub(crate) fn bind_task(&mut self, var: VarId, outs: &str) {
        self.declare(var, "PTO2TaskId", &format!("{outs}.task_id()"));
        self.valid[var] = true;
    }

    /// Complains that a used tensor result is not explicitly a parameter.
    pub(crate) fn unknown_result(&mut self, var: VarId) {
        let name = self.function.vars[var].name.clone();
        self.errors.push(
            Diagnostic::error(
                code::RETURNS,
                self.here,
                format!("the callee does not say which of its parameters `{name}` is (ReturnParamsExplicit)"),
            )
            .label("used here or later")
            .help("return the parameter itself; the pass that makes returns explicit does so where it can prove it"),
        );
    }
}
