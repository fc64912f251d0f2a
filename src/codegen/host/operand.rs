//! Operands of operators as C++: by position, or by the name that the operator's row gives them.

use crate::codegen::expr::Scalars;
use crate::codegen::host::function::{Projected, Writing};
use crate::codegen::number;
use crate::ir::attr::Attr;
use crate::ir::dtype::DType;
use crate::ir::expr::Expr;
use crate::ir::op::Effect;
use crate::ir::stmt::OpCall;
use crate::ir::types::Type;

/// An operand: an expression, or the value of a keyword.
#[derive(Clone, Copy)]
pub(super) enum Given<'a> {
    Expr(&'a Expr),
    Attr(&'a Attr),
}

/// A scalar or storage operand.
pub(super) struct Element {
    pub text: String,
    pub dtype: DType,
    pub is_view: bool,
}

/// The operand at a position.
pub(super) fn given(op: &OpCall, index: usize) -> Option<Given<'_>> {
    if let Some(expr) = op.args.get(index) {
        return Some(Given::Expr(expr)).filter(|_| !matches!(expr, Expr::Enum(name) if *name == "None"));
    }
    let name = op.op.row()?.operands.get(index)?.name;
    match op.kwargs.get(name)? {
        Attr::None => None,
        Attr::Expr(expr) => Some(Given::Expr(expr)),
        other => Some(Given::Attr(other)),
    }
}

impl<'a> Writing<'a, '_> {
    /// What an expression is after tuples are looked through.
    fn resolved(&mut self, expr: &'a Expr) -> &'a Expr {
        let mut at = expr;
        while let Expr::Get(tuple, index) = at {
            match self.projection(tuple, *index) {
                Some(Projected::Item(item)) => at = item,
                _ => break,
            }
        }
        at
    }

    /// Storage.
    pub(super) fn view(&mut self, op: &'a OpCall, index: usize) -> String {
        match given(op, index) {
            Some(Given::Expr(expr)) => match self.resolved(expr) {
                Expr::Var(var) if self.function.ty(*var).is_storage() => self.name(*var),
                Expr::Get(tuple, at) => match self.projection(tuple, *at) {
                    Some(Projected::Text(text, ty)) if ty.is_storage() => text,
                    _ => self.no_operand(op, index),
                },
                _ => self.no_operand(op, index),
            },
            _ => self.no_operand(op, index),
        }
    }

    fn no_operand(&mut self, op: &OpCall, index: usize) -> String {
        self.error(format!("operand {index} of `{}` has no C++ form", op.op.name()));
        "0".to_owned()
    }

    /// The element type of storage.
    pub(super) fn view_type(&mut self, op: &'a OpCall, index: usize) -> DType {
        match given(op, index) {
            Some(Given::Expr(expr)) => match self.resolved(expr) {
                Expr::Var(var) => self.function.ty(*var).dtype().unwrap_or(DType::Fp32),
                Expr::Get(tuple, at) => match self.projection(tuple, *at) {
                    Some(Projected::Text(_, ty)) => ty.dtype().unwrap_or(DType::Fp32),
                    _ => DType::Fp32,
                },
                _ => DType::Fp32,
            },
            _ => DType::Fp32,
        }
    }

    /// The number of axes of storage, by its type.
    pub(super) fn rank(&self, op: &OpCall, index: usize) -> usize {
        match op.args.get(index) {
            Some(Expr::Var(var)) => match self.function.ty(*var) {
                Type::Array(..) => 1,
                ty => ty.shape().map_or(0, <[Expr]>::len),
            },
            _ => 0,
        }
    }

    /// Storage or a scalar.
    pub(super) fn element(&mut self, op: &'a OpCall, index: usize) -> Element {
        match given(op, index) {
            Some(Given::Expr(expr)) => {
                let expr = self.resolved(expr);
                let storage = match expr {
                    Expr::Var(var) => self.function.ty(*var).is_storage(),
                    Expr::Get(tuple, at) => {
                        matches!(self.projection(tuple, *at), Some(Projected::Text(_, ty)) if ty.is_storage())
                    }
                    _ => false,
                };
                if storage {
                    return Element {
                        text: self.view(op, index),
                        dtype: self.view_type(op, index),
                        is_view: true,
                    };
                }
                let text = self.scalar(expr);
                Element { dtype: text.dtype, text: text.text, is_view: false }
            }
            Some(Given::Attr(attr)) => match attr {
                Attr::Int(value) => scalar(number::integer(*value), DType::Index),
                Attr::Float(value) => scalar(number::float(*value, DType::Fp32), DType::Fp32),
                Attr::Bool(value) => scalar(value.to_string(), DType::Bool),
                _ => scalar(self.no_operand(op, index), DType::Index),
            },
            None => scalar(self.no_operand(op, index), DType::Index),
        }
    }

    /// A truth value.
    pub(super) fn truth(&mut self, op: &'a OpCall, index: usize) -> Option<String> {
        given(op, index)?;
        let element = self.element(op, index);
        Some(if element.dtype == DType::Bool { element.text } else { format!("({}) != 0", element.text) })
    }

    /// `selfsame::Dims{..}` of an operand that lists extents, offsets or indices; `None` if it is absent or empty.
    pub(super) fn dims(&mut self, op: &'a OpCall, index: usize) -> Option<String> {
        let texts = match given(op, index)? {
            Given::Expr(expr) => {
                let expr = self.resolved(expr);
                let items = match expr {
                    Expr::Tuple(items) => items.as_slice(),
                    Expr::Var(var) => match self.items[*var] {
                        Some(items) => items,
                        None => std::slice::from_ref(expr),
                    },
                    other => std::slice::from_ref(other),
                };
                items.iter().map(|item| self.extent(item)).collect::<Vec<_>>()
            }
            Given::Attr(Attr::List(list)) => list
                .iter()
                .map(|item| match item {
                    Attr::Int(value) => value.to_string(),
                    Attr::Expr(expr) => self.extent(expr),
                    _ => self.no_operand(op, index),
                })
                .collect(),
            Given::Attr(Attr::Int(value)) => vec![value.to_string()],
            Given::Attr(_) => vec![self.no_operand(op, index)],
        };
        (!texts.is_empty()).then(|| format!("selfsame::Dims{{{}}}", texts.join(", ")))
    }

    /// The same, where nothing is an empty list.
    pub(super) fn dims_or_none(&mut self, op: &'a OpCall, index: usize) -> String {
        self.dims(op, index).unwrap_or_else(|| "{}".to_owned())
    }

    fn extent(&mut self, expr: &'a Expr) -> String {
        let text = self.scalar(expr);
        match text.dtype {
            DType::UInt64 => format!("static_cast<int64_t>({})", text.text),
            _ => text.text,
        }
    }

    /// Where an operator that updates an operand leaves its result: there, if the table says that it writes there, else
    /// in a copy.
    pub(super) fn destination(&mut self, op: &'a OpCall, index: usize) -> String {
        let target = self.view(op, index);
        let in_place = op.op.row().is_some_and(|row| row.effect(index, &op.kwargs) != Effect::Read);
        if in_place { target } else { format!("selfsame::copy({target})") }
    }

    /// Another look at storage: shared if the table says that the result is a view or names an operand, else a copy.
    pub(super) fn seen(&self, op: &OpCall, text: String) -> String {
        let shared = op.op.row().is_some_and(|row| row.view.is_some() || row.names.is_some());
        if shared { text } else { format!("selfsame::copy({text})") }
    }
}

fn scalar(text: String, dtype: DType) -> Element {
    Element { text, dtype, is_view: false }
}
