//! Expressions: variables, constants, scalar arithmetic, tuples and projections. Never a call.
//!
//! An expression is a small tree: `lower` splits what is deeper than [`MAX_DEPTH`] into statements, so functions over
//! one expression may recurse.

use crate::base::name::Name;
use crate::ir::dtype::DType;
use crate::ir::program::VarId;

/// No expression of a program is deeper than this.
pub const MAX_DEPTH: usize = 64;

/// A scalar expression, a tuple, or a mere variable.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Expr {
    /// The value of a name on a path that did not define it. Stands only as the start of a carry or as one side of a
    /// merge; using what it flows into before a definition is an error at run time.
    Undef,
    /// A variable.
    Var(VarId),
    /// An integer of a given type (`INDEX` for a bare literal); `TASK_ID` never.
    Int(i128, DType),
    /// A float of a given type (`FP32` for a bare literal).
    Float(Float, DType),
    /// A truth value.
    Bool(bool),
    /// A text, as an operand of an operator that takes one.
    Str(Name),
    /// A member of an enumeration, without the leading `pl.`, such as `Mem.Vec`.
    Enum(Name),
    /// One operand.
    Unary(UnaryOp, Box<Expr>),
    /// `pl.cast` of a scalar.
    Cast(Box<Expr>, DType),
    /// Two operands.
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// `[a, b]`: a shape, an offset, or a tuple of values.
    Tuple(Vec<Expr>),
    /// The i-th element of a tuple.
    Get(Box<Expr>, u32),
}

/// The bits of a double; equality and order are those of the bits, so `NaN` equals itself.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Float(u64);

impl Float {
    /// From a number.
    pub fn new(value: f64) -> Self {
        Self(value.to_bits())
    }
    /// The number.
    pub fn get(self) -> f64 {
        f64::from_bits(self.0)
    }
}

impl std::fmt::Debug for Float {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?}", self.get())
    }
}

/// Operators of one operand.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum UnaryOp {
    /// `-x`
    Neg,
    /// `~x`
    BitNot,
    /// `not x`
    Not,
    /// `abs(x)`
    Abs,
}

/// Operators of two operands. `and` and `or` evaluate both.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum BinaryOp {
    /// `+`
    Add,
    /// `-`
    Sub,
    /// `*`
    Mul,
    /// `//`, rounding towards minus infinity
    FloorDiv,
    /// `%`, with the sign of the divisor
    FloorMod,
    /// `/`
    Div,
    /// `**`
    Pow,
    /// `pl.min(a, b)`
    Min,
    /// `pl.max(a, b)`
    Max,
    /// `==`
    Eq,
    /// `!=`
    Ne,
    /// `<`
    Lt,
    /// `<=`
    Le,
    /// `>`
    Gt,
    /// `>=`
    Ge,
    /// `and`
    And,
    /// `or`
    Or,
    /// logical `xor`
    Xor,
    /// `&`
    BitAnd,
    /// `|`
    BitOr,
    /// `^`
    BitXor,
    /// `<<`
    Shl,
    /// `>>`
    Shr,
}

impl BinaryOp {
    /// Whether the result is a truth value.
    pub fn is_predicate(self) -> bool {
        matches!(
            self,
            Self::Eq
                | Self::Ne
                | Self::Lt
                | Self::Le
                | Self::Gt
                | Self::Ge
                | Self::And
                | Self::Or
                | Self::Xor
        )
    }
}

impl Expr {
    /// A bare integer literal.
    pub fn index(value: i128) -> Self {
        Self::Int(value, DType::Index)
    }
    /// The variable, if the expression is just one.
    pub fn as_var(&self) -> Option<VarId> {
        match self {
            Self::Var(var) => Some(*var),
            _ => None,
        }
    }
    /// The integer, if the expression is a constant.
    pub fn as_int(&self) -> Option<i128> {
        match self {
            Self::Int(value, _) => Some(*value),
            _ => None,
        }
    }
    /// Whether it is a literal.
    pub fn is_const(&self) -> bool {
        matches!(self, Self::Int(..) | Self::Float(..) | Self::Bool(_) | Self::Str(_) | Self::Enum(_))
    }
    /// `left op right`.
    pub fn binary(op: BinaryOp, left: Self, right: Self) -> Self {
        Self::Binary(op, Box::new(left), Box::new(right))
    }
    /// The direct sub-expressions, left to right.
    pub fn children(&self) -> Vec<&Self> {
        match self {
            Self::Undef
            | Self::Var(_)
            | Self::Int(..)
            | Self::Float(..)
            | Self::Bool(_)
            | Self::Str(_)
            | Self::Enum(_) => Vec::new(),
            Self::Unary(_, inner) | Self::Cast(inner, _) | Self::Get(inner, _) => vec![inner],
            Self::Binary(_, left, right) => vec![left, right],
            Self::Tuple(items) => items.iter().collect(),
        }
    }
    /// Calls `f` on every variable, left to right, with repetition.
    pub fn for_each_var(&self, f: &mut impl FnMut(VarId)) {
        match self {
            Self::Var(var) => f(*var),
            other => other.children().into_iter().for_each(|child| child.for_each_var(f)),
        }
    }
    /// The same expression with every variable replaced.
    #[must_use]
    pub fn map_vars(&self, f: &mut impl FnMut(VarId) -> Self) -> Self {
        match self {
            Self::Var(var) => f(*var),
            Self::Undef | Self::Int(..) | Self::Float(..) | Self::Bool(_) | Self::Str(_) | Self::Enum(_) => {
                self.clone()
            }
            Self::Unary(op, inner) => Self::Unary(*op, Box::new(inner.map_vars(f))),
            Self::Cast(inner, dtype) => Self::Cast(Box::new(inner.map_vars(f)), *dtype),
            Self::Get(inner, index) => Self::Get(Box::new(inner.map_vars(f)), *index),
            Self::Binary(op, left, right) => {
                let left = left.map_vars(f);
                Self::binary(*op, left, right.map_vars(f))
            }
            Self::Tuple(items) => Self::Tuple(items.iter().map(|item| item.map_vars(f)).collect()),
        }
    }
    /// How deep the tree is; a leaf is 1.
    pub fn depth(&self) -> usize {
        1 + self.children().into_iter().map(Self::depth).max().unwrap_or(0)
    }
}

impl From<VarId> for Expr {
    fn from(var: VarId) -> Self {
        Self::Var(var)
    }
}
