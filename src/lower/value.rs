//! What an expression of the text is: a constant known while reading, an expression of the IR, or a mistake.

use crate::base::name::Name;
use crate::ir::dtype::DType;
use crate::ir::expr::{Expr, Float};
use crate::ir::stmt::Rhs;
use crate::ir::types::Type;

/// A value that is known while the text is read.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Const {
    Int(i128),
    Float(f64),
    Bool(bool),
    Str(Name),
    None,
    /// `pl.FP32`
    DType(DType),
    /// A member of an enumeration, without `pl.`.
    Member(Name),
    /// A list or tuple of constants.
    List(Vec<Const>),
    /// `pl.dynamic("N")`
    Symbol(Name),
}

/// What an expression of the text is.
#[derive(Clone, Debug)]
pub(super) enum Value {
    /// Known while the text is read.
    Const(Const),
    /// An expression of the IR.
    Expr(Typed),
    /// A list or tuple of values that are not all constant.
    List(Vec<Value>),
    /// A mistake, complained about already.
    Error,
}

/// An expression of the IR with its type.
#[derive(Clone, Debug)]
pub(super) struct Typed {
    pub(super) expr: Expr,
    pub(super) ty: Type,
    /// The element type that a scalar would have if bare literals in it took that of their neighbour.
    pub(super) loose: Option<DType>,
}

impl Typed {
    pub(super) fn new(expr: Expr, ty: Type) -> Self {
        Self { expr, ty, loose: None }
    }
    pub(super) fn scalar(expr: Expr, dtype: DType) -> Self {
        Self::new(expr, Type::Scalar(dtype))
    }
}

impl Typed {
    /// The value as one of another type, where the two are `INDEX` and `INT64`: they hold the same numbers.
    pub(super) fn fitted(&self, ty: &Type) -> Self {
        match (&self.ty, ty) {
            (Type::Scalar(from), Type::Scalar(to)) if from != to && is_wide(*from) && is_wide(*to) => {
                Self::scalar(Expr::Cast(Box::new(self.expr.clone()), *to), *to)
            }
            _ => self.clone(),
        }
    }
}

/// Whether integers of a type are those of a loop's index.
pub(super) fn is_wide(dtype: DType) -> bool {
    matches!(dtype, DType::Index | DType::Int64)
}

impl Const {
    /// As an operand, if it may be one: a bare integer is an `INDEX`, a bare float an `FP32`.
    pub(super) fn operand(&self) -> Option<Typed> {
        Some(match self {
            Self::Int(value) => Typed::scalar(Expr::index(*value), DType::Index),
            Self::Float(value) => Typed::scalar(Expr::Float(Float::new(*value), DType::Fp32), DType::Fp32),
            Self::Bool(value) => Typed::scalar(Expr::Bool(*value), DType::Bool),
            Self::Str(text) => Typed::new(Expr::Str(text.clone()), Type::Unknown),
            Self::Member(member) => Typed::new(Expr::Enum(member.clone()), Type::Unknown),
            Self::List(items) => {
                let items: Option<Vec<_>> = items.iter().map(Self::operand).collect();
                tuple(items?)
            }
            Self::None | Self::DType(_) | Self::Symbol(_) => return None,
        })
    }
    /// What to call it in a message.
    pub(super) fn kind(&self) -> &'static str {
        match self {
            Self::Int(_) => "an integer",
            Self::Float(_) => "a float",
            Self::Bool(_) => "a truth value",
            Self::Str(_) => "a text",
            Self::None => "`None`",
            Self::DType(_) => "an element type",
            Self::Member(_) => "a member of an enumeration",
            Self::List(_) => "a list",
            Self::Symbol(_) => "a dynamic symbol",
        }
    }
    /// A bare number as a literal of an element type.
    pub(super) fn literal(&self, dtype: DType) -> Option<Expr> {
        match self {
            Self::Int(value) if dtype.is_int() => Some(Expr::Int(*value, dtype)),
            Self::Int(value) if dtype.is_float() => Some(Expr::Float(Float::new(*value as f64), dtype)),
            Self::Float(value) if dtype.is_float() => Some(Expr::Float(Float::new(*value), dtype)),
            Self::Bool(value) if dtype == DType::Bool => Some(Expr::Bool(*value)),
            _ => None,
        }
    }
}

/// A tuple of operands.
pub(super) fn tuple(items: Vec<Typed>) -> Typed {
    let (exprs, types) = items.into_iter().map(|item| (item.expr, item.ty)).unzip();
    Typed::new(Expr::Tuple(exprs), Type::Tuple(types))
}

/// What an expression of the text is at the top of a statement.
#[derive(Clone, Debug)]
pub(super) enum Outcome {
    /// A value.
    Value(Value),
    /// An operator or a call that gives a value of this type.
    Rhs(Box<Rhs>, Type),
    /// A call of a function that returns nothing; it was made already.
    Nothing(Name),
}

impl Outcome {
    /// A mistake, complained about already.
    pub(super) const ERROR: Self = Self::Value(Value::Error);

    /// An expression.
    pub(super) fn expr(value: Typed) -> Self {
        Self::Value(Value::Expr(value))
    }
}
