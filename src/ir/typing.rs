//! Types of expressions, from the types of their variables.

use crate::base::id::IdVec;
use crate::ir::dtype::DType;
use crate::ir::expr::{Expr, UnaryOp};
use crate::ir::program::{Var, VarId};
use crate::ir::types::Type;

/// The type of an expression; [`Type::Unknown`] where it has none (an undefined value, a text, a projection out of
/// nothing).
pub fn type_of(vars: &IdVec<VarId, Var>, expr: &Expr) -> Type {
    match expr {
        Expr::Var(var) => vars[*var].ty.clone(),
        Expr::Tuple(items) => Type::Tuple(items.iter().map(|item| type_of(vars, item)).collect()),
        Expr::Get(inner, index) => match type_of(vars, inner) {
            Type::Tuple(mut items) if items.len() > *index as usize => items.swap_remove(*index as usize),
            _ => Type::Unknown,
        },
        other => scalar_of(vars, other).map_or(Type::Unknown, Type::Scalar),
    }
}

/// The element type of a scalar expression; `None` if it is none.
pub fn scalar_of(vars: &IdVec<VarId, Var>, expr: &Expr) -> Option<DType> {
    match expr {
        Expr::Var(var) => match &vars[*var].ty {
            Type::Scalar(dtype) => Some(*dtype),
            _ => None,
        },
        Expr::Int(_, dtype) | Expr::Float(_, dtype) | Expr::Cast(_, dtype) => Some(*dtype),
        Expr::Bool(_) | Expr::Unary(UnaryOp::Not, _) => Some(DType::Bool),
        Expr::Unary(_, inner) => scalar_of(vars, inner),
        Expr::Binary(op, ..) if op.is_predicate() => Some(DType::Bool),
        Expr::Binary(_, left, right) => Some(scalar_of(vars, left)?.promote(scalar_of(vars, right)?)),
        Expr::Get(..) => match type_of(vars, expr) {
            Type::Scalar(dtype) => Some(dtype),
            _ => None,
        },
        Expr::Undef | Expr::Str(_) | Expr::Enum(_) | Expr::Tuple(_) => None,
    }
}
