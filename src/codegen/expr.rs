//! Scalar expressions as C++: fully parenthesised, in the type that the IR computes in.

use crate::base::diagnostic::Diagnostic;
use crate::codegen::emitter::Emitter;
use crate::codegen::values::Projection;
use crate::codegen::{code, number, types};
use crate::ir::dtype::DType;
use crate::ir::expr::{BinaryOp, Expr, UnaryOp};
use crate::ir::types::Type;

/// What is known of an integer's sign.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Sign {
    /// Nothing.
    Any,
    /// It is not negative.
    NonNegative,
    /// It is above zero.
    Positive,
}

/// An expression as text.
pub(crate) struct Text {
    pub text: String,
    pub dtype: DType,
    /// Needs no parentheses inside another.
    atom: bool,
    literal: bool,
}

impl Text {
    fn atom(text: impl Into<String>, dtype: DType) -> Self {
        Self { text: text.into(), dtype, atom: true, literal: false }
    }
    fn literal(text: String, dtype: DType) -> Self {
        Self { text, dtype, atom: true, literal: true }
    }
    fn compound(text: String, dtype: DType) -> Self {
        Self { text, dtype, atom: false, literal: false }
    }
    /// As an operand of something else.
    pub(crate) fn inner(&self) -> String {
        if self.atom && !self.text.starts_with('-') { self.text.clone() } else { format!("({})", self.text) }
    }
}

impl<'a> Emitter<'a, '_> {
    /// An expression as a value of the given type.
    pub(crate) fn scalar_as(&mut self, expr: &'a Expr, dtype: DType) -> String {
        match expr {
            Expr::Int(value, _) if dtype.is_float() => {
                return number::float(crate::ir::expr::Float::new(*value as f64), dtype);
            }
            Expr::Float(value, _) if dtype.is_float() => return self.float(*value, dtype),
            _ => {}
        }
        let text = self.scalar(expr);
        let narrows =
            text.dtype.is_float() && !dtype.is_float() || dtype == DType::Bool && text.dtype != DType::Bool;
        if narrows { self.convert(&text, dtype) } else { text.text }
    }

    /// An expression in its own type.
    pub(crate) fn scalar(&mut self, expr: &'a Expr) -> Text {
        match expr {
            Expr::Var(var) => match self.function.ty(*var) {
                Type::Scalar(dtype) => {
                    let dtype = *dtype;
                    Text::atom(self.name_of(*var), dtype)
                }
                ty if types::is_context(ty) => Text::atom(self.name_of(*var), DType::UInt64),
                _ => {
                    self.value_error(*var);
                    Text::atom("0", DType::Index)
                }
            },
            Expr::Int(value, dtype) => Text::literal(number::integer(*value), *dtype),
            Expr::Float(value, dtype) => Text::literal(self.float(*value, *dtype), *dtype),
            Expr::Bool(value) => Text::literal(value.to_string(), DType::Bool),
            Expr::Unary(op, inner) => self.unary(*op, inner),
            Expr::Cast(inner, dtype) => {
                let inner = self.scalar(inner);
                Text::atom(self.convert(&inner, *dtype), *dtype)
            }
            Expr::Binary(op, left, right) => self.binary(*op, left, right),
            Expr::Get(tuple, index) => self.projected(tuple, *index),
            Expr::Undef | Expr::Str(_) | Expr::Enum(_) | Expr::Tuple(_) => {
                self.error(code::VALUE, "this is no scalar");
                Text::atom("0", DType::Index)
            }
        }
    }

    fn projected(&mut self, tuple: &'a Expr, index: u32) -> Text {
        match self.values.projection(self.program, tuple, index) {
            Some(Projection::Item(expr) | Projection::Of(_, crate::codegen::calls::Element::Arg(expr))) => {
                self.scalar(expr)
            }
            Some(Projection::Of(..)) => {
                self.task_scalar();
                Text::atom("0", DType::Index)
            }
            None => {
                self.error(code::VALUE, "this projection has no value that C++ can hold");
                Text::atom("0", DType::Index)
            }
        }
    }

    /// Complains that a task's scalar result is used.
    pub(crate) fn task_scalar(&mut self) {
        self.errors.push(
            Diagnostic::error(
                code::TASK_SCALAR,
                self.here,
                "a task hands no scalar back to the orchestration function",
            )
            .label("this scalar is a task's result and is used here or later")
            .help("let the kernel write it into a tensor and read that with `pl.read`"),
        );
    }

    fn float(&mut self, value: crate::ir::expr::Float, dtype: DType) -> String {
        let text = number::float(value, dtype);
        self.needs.limits |= text.contains("numeric_limits");
        text
    }

    fn unary(&mut self, op: UnaryOp, inner: &'a Expr) -> Text {
        let inner = self.scalar(inner);
        let dtype = inner.dtype;
        match op {
            UnaryOp::Neg => narrowed(format!("-{}", inner.inner()), dtype),
            UnaryOp::BitNot => narrowed(format!("~{}", inner.inner()), dtype),
            UnaryOp::Not => Text::compound(format!("!{}", inner.inner()), DType::Bool),
            UnaryOp::Abs if dtype.is_float() => {
                self.needs.cmath = true;
                Text::atom(format!("std::abs({})", inner.text), dtype)
            }
            UnaryOp::Abs if dtype.is_signed() => {
                self.needs.cstdlib = true;
                narrowed_atom(format!("std::abs({})", inner.text), dtype)
            }
            UnaryOp::Abs => inner,
        }
    }

    /// A value in another type; casts between equal C++ types vanish.
    pub(crate) fn convert(&mut self, text: &Text, dtype: DType) -> String {
        let Some(to) = types::scalar(dtype) else {
            self.no_type(dtype);
            return "0".to_owned();
        };
        if dtype == DType::Bool && text.dtype != DType::Bool {
            return format!("({} != 0)", text.inner());
        }
        if types::scalar(text.dtype) == Some(to) && !text.literal {
            return text.inner();
        }
        format!("static_cast<{to}>({})", text.text)
    }

    pub(crate) fn no_type(&mut self, dtype: DType) {
        self.errors.push(
            Diagnostic::error(
                code::SCALAR_TYPE,
                self.here,
                format!("the scheduler has no C++ type for {dtype}"),
            )
            .help("compute with FP32 or an integer and cast in the kernel"),
        );
    }

    fn binary(&mut self, op: BinaryOp, left: &'a Expr, right: &'a Expr) -> Text {
        let plain = self.sign_of(left) >= Sign::NonNegative && self.sign_of(right) == Sign::Positive;
        let (left, right) = (self.scalar(left), self.scalar(right));
        let dtype = match op {
            BinaryOp::Shl | BinaryOp::Shr => left.dtype,
            _ => common(&left, &right),
        };
        if let Some(symbol) = logic(op) {
            return Text::compound(format!("{} {symbol} {}", truth(&left), truth(&right)), DType::Bool);
        }
        let (a, b) = self.operands(&left, &right, dtype, op);
        if let Some(symbol) = comparison(op) {
            return Text::compound(format!("{a} {symbol} {b}"), DType::Bool);
        }
        self.arithmetic(op, a, b, dtype, plain)
    }

    /// Both operands in one C++ type.
    fn operands(&mut self, left: &Text, right: &Text, dtype: DType, op: BinaryOp) -> (String, String) {
        if matches!(op, BinaryOp::Shl | BinaryOp::Shr) {
            return (self.operand(left, dtype, true), right.inner());
        }
        let both = left.literal && right.literal;
        (self.operand(left, dtype, both), self.operand(right, dtype, false))
    }

    fn operand(&mut self, text: &Text, dtype: DType, widen: bool) -> String {
        let int_literal = text.literal && !text.dtype.is_float();
        if int_literal && !dtype.is_float() && !(widen && dtype.bits() > 32) {
            return text.inner();
        }
        if types::scalar(text.dtype) == types::scalar(dtype) && !(int_literal && widen) {
            return text.inner();
        }
        self.convert(text, dtype)
    }

    fn arithmetic(&mut self, op: BinaryOp, a: String, b: String, dtype: DType, plain: bool) -> Text {
        let ty = types::scalar(dtype).unwrap_or("int64_t");
        let infix = |symbol: &str| narrowed(format!("{a} {symbol} {b}"), dtype);
        match op {
            BinaryOp::Add => infix("+"),
            BinaryOp::Sub => infix("-"),
            BinaryOp::Mul => infix("*"),
            BinaryOp::BitAnd => infix("&"),
            BinaryOp::BitOr => infix("|"),
            BinaryOp::BitXor => infix("^"),
            BinaryOp::Shl => infix("<<"),
            BinaryOp::Shr => infix(">>"),
            BinaryOp::Div => infix("/"),
            BinaryOp::FloorDiv if dtype.is_float() => {
                self.needs.cmath = true;
                Text::atom(format!("std::floor({a} / {b})"), dtype)
            }
            BinaryOp::FloorMod if dtype.is_float() => {
                self.needs.cmath = true;
                Text::compound(format!("{a} - std::floor({a} / {b}) * {b}"), dtype)
            }
            BinaryOp::FloorDiv if plain || !dtype.is_signed() => infix("/"),
            BinaryOp::FloorMod if plain || !dtype.is_signed() => infix("%"),
            BinaryOp::FloorDiv => {
                self.needs.floor_div = true;
                Text::atom(format!("floor_div<{ty}>({a}, {b})"), dtype)
            }
            BinaryOp::FloorMod => {
                self.needs.floor_mod = true;
                Text::atom(format!("floor_mod<{ty}>({a}, {b})"), dtype)
            }
            BinaryOp::Pow if dtype.is_float() => {
                self.needs.cmath = true;
                Text::atom(format!("std::pow({a}, {b})"), dtype)
            }
            BinaryOp::Pow => {
                self.needs.int_pow = true;
                Text::atom(format!("int_pow<{ty}>({a}, {b})"), dtype)
            }
            BinaryOp::Min | BinaryOp::Max => {
                self.needs.algorithm = true;
                let name = if op == BinaryOp::Min { "min" } else { "max" };
                Text::atom(format!("std::{name}<{ty}>({a}, {b})"), dtype)
            }
            BinaryOp::Eq
            | BinaryOp::Ne
            | BinaryOp::Lt
            | BinaryOp::Le
            | BinaryOp::Gt
            | BinaryOp::Ge
            | BinaryOp::And
            | BinaryOp::Or
            | BinaryOp::Xor => unreachable!("predicates are written before"),
        }
    }

    /// What is known of an expression's sign.
    pub(crate) fn sign_of(&self, expr: &Expr) -> Sign {
        match expr {
            Expr::Int(0, _) => Sign::NonNegative,
            Expr::Int(value, _) if *value > 0 => Sign::Positive,
            Expr::Var(var) => match self.function.ty(*var).dtype() {
                Some(dtype) if dtype.is_int() && !dtype.is_signed() => {
                    self.sign[self.values.root(*var)].max(Sign::NonNegative)
                }
                _ => self.sign[self.values.root(*var)],
            },
            Expr::Cast(inner, dtype) if dtype.bits() == 64 && dtype.is_signed() => self.sign_of(inner),
            Expr::Binary(op, left, right) => {
                let (left, right) = (self.sign_of(left), self.sign_of(right));
                match op {
                    BinaryOp::Add if left >= Sign::NonNegative && right >= Sign::NonNegative => {
                        left.max(right)
                    }
                    BinaryOp::Mul | BinaryOp::Min => left.min(right),
                    BinaryOp::Max => left.max(right),
                    BinaryOp::FloorDiv if left >= Sign::NonNegative && right == Sign::Positive => {
                        Sign::NonNegative
                    }
                    BinaryOp::FloorMod if right == Sign::Positive => Sign::NonNegative,
                    _ => Sign::Any,
                }
            }
            _ => Sign::Any,
        }
    }
}

/// The type both operands are computed in. A bare literal takes the other's type where that is an integer of 32 bits or
/// more, so that no cast stands where none is needed.
fn common(left: &Text, right: &Text) -> DType {
    left.dtype.promote(right.dtype)
}

/// Arithmetic on less than an `int` is done in `int`: back to its own width.
fn narrowed(text: String, dtype: DType) -> Text {
    match types::scalar(dtype) {
        Some(ty) if dtype.is_int() && dtype.bits() < 32 => {
            Text::atom(format!("static_cast<{ty}>({text})"), dtype)
        }
        _ => Text::compound(text, dtype),
    }
}

fn narrowed_atom(text: String, dtype: DType) -> Text {
    let mut text = narrowed(text, dtype);
    text.atom = true;
    text
}

fn truth(text: &Text) -> String {
    if text.dtype == DType::Bool { text.inner() } else { format!("({} != 0)", text.inner()) }
}

fn logic(op: BinaryOp) -> Option<&'static str> {
    Some(match op {
        BinaryOp::And => "&&",
        BinaryOp::Or => "||",
        BinaryOp::Xor => "!=",
        _ => return None,
    })
}

fn comparison(op: BinaryOp) -> Option<&'static str> {
    Some(match op {
        BinaryOp::Eq => "==",
        BinaryOp::Ne => "!=",
        BinaryOp::Lt => "<",
        BinaryOp::Le => "<=",
        BinaryOp::Gt => ">",
        BinaryOp::Ge => ">=",
        _ => return None,
    })
}
