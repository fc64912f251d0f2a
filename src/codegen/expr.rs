//! Scalar expressions as C++: fully parenthesised, in the type that the IR computes in.

use crate::base::diagnostic::Diagnostic;
use crate::base::span::Span;
use crate::codegen::emitter::Needs;
use crate::codegen::{code, number, types};
use crate::ir::dtype::DType;
use crate::ir::expr::{BinaryOp, Expr, Float, UnaryOp};
use crate::ir::program::VarId;
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
    pub(crate) fn atom(text: impl Into<String>, dtype: DType) -> Self {
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

/// Those who write scalar expressions: they know names and types.
pub(crate) trait Scalars<'a> {
    /// The type of a variable.
    fn ty(&self, var: VarId) -> &'a Type;
    /// The C++ text of a variable.
    fn var_text(&mut self, var: VarId) -> String;
    /// An element of a tuple.
    fn projected(&mut self, tuple: &'a Expr, index: u32) -> Text;
    /// What is known of a variable's sign.
    fn var_sign(&self, var: VarId) -> Sign;
    fn needs(&mut self) -> &mut Needs;
    fn complain(&mut self, diagnostic: Diagnostic);
    /// The place of the current statement.
    fn place(&self) -> Span;
    /// Whether types without a C++ type are modelled by `float` or a wider integer.
    fn models(&self) -> bool;

    /// The C++ type of a scalar.
    fn cpp_type(&self, dtype: DType) -> Option<&'static str> {
        types::scalar(dtype).or_else(|| if self.models() { types::model(dtype) } else { None })
    }

    /// An expression as a value of the given type.
    fn scalar_as(&mut self, expr: &'a Expr, dtype: DType) -> String {
        match expr {
            Expr::Int(value, _) if dtype.is_float() => {
                return self.float(Float::new(*value as f64), dtype);
            }
            Expr::Float(value, _) if dtype.is_float() => return self.float(*value, dtype),
            _ => {}
        }
        let text = self.scalar(expr);
        let same = self.cpp_type(text.dtype) == self.cpp_type(dtype);
        let widens = !text.dtype.is_float() && !dtype.is_float() && dtype != DType::Bool;
        if text.dtype == dtype || types::scalar(dtype).is_some() && (same || widens) {
            return text.text;
        }
        self.convert(&text, dtype)
    }

    /// An expression in its own type.
    fn scalar(&mut self, expr: &'a Expr) -> Text {
        match expr {
            Expr::Var(var) => match self.ty(*var) {
                Type::Scalar(dtype) => Text::atom(self.var_text(*var), *dtype),
                ty if types::is_context(ty) => Text::atom(self.var_text(*var), DType::UInt64),
                _ => self.no_scalar("this variable is no scalar"),
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
                self.no_scalar("this is no scalar")
            }
        }
    }

    /// Complains, and gives something that stands for a scalar.
    fn no_scalar(&mut self, message: &str) -> Text {
        let error = Diagnostic::error(code::VALUE, self.place(), message);
        self.complain(error);
        Text::atom("0", DType::Index)
    }

    fn float(&mut self, value: Float, dtype: DType) -> String {
        let text = number::float(value, dtype);
        self.needs().limits |= text.contains("numeric_limits");
        if types::scalar(dtype).is_none() && self.models() {
            return format!("selfsame::rounded({}, selfsame::Type::{})", text, dtype.name());
        }
        text
    }

    fn unary(&mut self, op: UnaryOp, inner: &'a Expr) -> Text {
        let inner = self.scalar(inner);
        let dtype = inner.dtype;
        match op {
            UnaryOp::Neg => self.narrowed(format!("-{}", inner.inner()), dtype),
            UnaryOp::BitNot if dtype == DType::Bool => Text::compound(format!("!{}", inner.inner()), dtype),
            UnaryOp::BitNot => self.narrowed(format!("~{}", inner.inner()), dtype),
            UnaryOp::Not => Text::compound(format!("!{}", inner.inner()), DType::Bool),
            UnaryOp::Abs if dtype.is_float() => {
                self.needs().cmath = true;
                Text::atom(format!("std::abs({})", inner.text), dtype)
            }
            UnaryOp::Abs if dtype.is_signed() => {
                self.needs().cstdlib = true;
                let mut text = self.narrowed(format!("std::abs({})", inner.text), dtype);
                text.atom = true;
                text
            }
            UnaryOp::Abs => inner,
        }
    }

    /// A value in another type; casts between equal C++ types vanish.
    fn convert(&mut self, text: &Text, dtype: DType) -> String {
        let Some(to) = self.cpp_type(dtype) else {
            self.no_type(dtype);
            return "0".to_owned();
        };
        if dtype == text.dtype {
            return text.inner();
        }
        if dtype == DType::Bool {
            return format!("({} != 0)", text.inner());
        }
        if self.models() {
            if types::scalar(dtype).is_none() {
                return match dtype.is_float() {
                    true => format!("selfsame::rounded({}, selfsame::Type::{})", text.text, dtype.name()),
                    false => format!(
                        "static_cast<{to}>(selfsame::convert(selfsame::number({}), selfsame::Type::{}).i)",
                        text.text,
                        dtype.name()
                    ),
                };
            }
            if text.dtype.is_float() && !dtype.is_float() {
                return format!("selfsame::truncated<{to}>({})", text.text);
            }
        }
        if self.cpp_type(text.dtype) == Some(to) && !text.literal {
            return text.inner();
        }
        format!("static_cast<{to}>({})", text.text)
    }

    fn no_type(&mut self, dtype: DType) {
        let message = format!("the scheduler has no C++ type for {dtype}");
        let error = Diagnostic::error(code::SCALAR_TYPE, self.place(), message)
            .help("compute with FP32 or an integer and cast in the kernel");
        self.complain(error);
    }

    fn binary(&mut self, op: BinaryOp, left: &'a Expr, right: &'a Expr) -> Text {
        let plain = self.sign_of(left) >= Sign::NonNegative && self.sign_of(right) == Sign::Positive;
        let (left, right) = (self.scalar(left), self.scalar(right));
        if let Some(symbol) = logic(op) {
            return Text::compound(format!("{} {symbol} {}", truth(&left), truth(&right)), DType::Bool);
        }
        let common = left.dtype.promote(right.dtype);
        if let Some(symbol) = comparison(op) {
            let ints = common.is_int() && left.dtype.is_signed() && right.dtype.is_signed();
            let (a, b) = match ints {
                true => (left.inner(), right.inner()),
                false => self.operands(&left, &right, common, common.is_float()),
            };
            return Text::compound(format!("{a} {symbol} {b}"), DType::Bool);
        }
        let dtype = match op {
            BinaryOp::Shl | BinaryOp::Shr => left.dtype,
            BinaryOp::Div if !common.is_float() => DType::Fp32,
            _ => common,
        };
        if dtype.is_float() && through_double(op, &left, &right) {
            return self.in_double(op, &left, &right, dtype);
        }
        if matches!(op, BinaryOp::Shl | BinaryOp::Shr) {
            let (a, b) = (self.operand(&left, &left, dtype, true), right.inner());
            return self.arithmetic(op, a, b, dtype, plain);
        }
        // A function with its type written out converts integers by itself.
        let ints = dtype.is_int() && left.dtype.is_int() && right.dtype.is_int();
        let (a, b) = match ints && names_its_type(op, plain || !dtype.is_signed()) {
            true => (left.inner(), right.inner()),
            false => self.operands(&left, &right, dtype, false),
        };
        self.arithmetic(op, a, b, dtype, plain)
    }

    /// Both operands in one C++ type. A mixture of integer and float is `exact` in `double`.
    fn operands(&mut self, left: &Text, right: &Text, dtype: DType, exact: bool) -> (String, String) {
        let mixed = left.dtype.is_float() != right.dtype.is_float() && !left.literal && !right.literal;
        let dtype = if exact && mixed { DType::Fp64 } else { dtype };
        let both = left.literal && right.literal;
        (self.operand(left, right, dtype, both), self.operand(right, left, dtype, false))
    }

    /// One operand in a type; `other` is the second, which may bring C++ to convert by itself.
    fn operand(&mut self, text: &Text, other: &Text, dtype: DType, widen: bool) -> String {
        let int_literal = text.literal && !text.dtype.is_float();
        let by_other = dtype.is_int() && text.dtype.is_int() && text.dtype.is_signed() && !other.literal;
        if by_other && self.cpp_type(other.dtype) == self.cpp_type(dtype) && dtype.is_signed() {
            return text.inner();
        }
        if int_literal && !dtype.is_float() && !(widen && dtype.bits() > 32) {
            return text.inner();
        }
        if self.cpp_type(text.dtype) == self.cpp_type(dtype) && !(int_literal && widen) {
            return text.inner();
        }
        match self.cpp_type(dtype) {
            Some(to) => format!("static_cast<{to}>({})", text.text),
            None => self.convert(text, dtype),
        }
    }

    /// An operation of floats whose steps, or whose integer operands, do not fit the type itself.
    fn in_double(&mut self, op: BinaryOp, left: &Text, right: &Text, dtype: DType) -> Text {
        let (a, b) =
            (self.operand(left, right, DType::Fp64, false), self.operand(right, left, DType::Fp64, false));
        self.needs().cmath = true;
        let text = match op {
            BinaryOp::Add => format!("{a} + {b}"),
            BinaryOp::Sub => format!("{a} - {b}"),
            BinaryOp::Mul => format!("{a} * {b}"),
            BinaryOp::Div => format!("{a} / {b}"),
            BinaryOp::FloorDiv => format!("std::floor({a} / {b})"),
            BinaryOp::FloorMod => format!("{a} - {b} * std::floor({a} / {b})"),
            BinaryOp::Pow => format!("std::pow({a}, {b})"),
            BinaryOp::Min => format!("std::min<double>({a}, {b})"),
            BinaryOp::Max => format!("std::max<double>({a}, {b})"),
            _ => {
                self.no_scalar("a bitwise operator on floats");
                a
            }
        };
        self.needs().algorithm |= matches!(op, BinaryOp::Min | BinaryOp::Max);
        match self.cpp_type(dtype) {
            _ if dtype == DType::Fp64 => Text::compound(text, dtype),
            Some(_) if types::scalar(dtype).is_none() => {
                Text::atom(format!("selfsame::rounded({text}, selfsame::Type::{})", dtype.name()), dtype)
            }
            Some(ty) => Text::atom(format!("static_cast<{ty}>({text})"), dtype),
            None => {
                self.no_type(dtype);
                Text::atom("0", dtype)
            }
        }
    }

    fn arithmetic(&mut self, op: BinaryOp, a: String, b: String, dtype: DType, plain: bool) -> Text {
        let Some(ty) = self.cpp_type(dtype) else {
            self.no_type(dtype);
            return Text::atom("0", dtype);
        };
        let (x, y) = (bare(&a), bare(&b));
        let symbol = match op {
            BinaryOp::Add => "+",
            BinaryOp::Sub => "-",
            BinaryOp::Mul => "*",
            BinaryOp::BitAnd => "&",
            BinaryOp::BitOr => "|",
            BinaryOp::BitXor => "^",
            BinaryOp::Shl => "<<",
            BinaryOp::Shr => ">>",
            BinaryOp::Div => "/",
            BinaryOp::FloorDiv if plain || !dtype.is_signed() => "/",
            BinaryOp::FloorMod if plain || !dtype.is_signed() => "%",
            BinaryOp::Min | BinaryOp::Max => {
                self.needs().algorithm = true;
                let name = if op == BinaryOp::Min { "min" } else { "max" };
                return Text::atom(format!("std::{name}<{ty}>({x}, {y})"), dtype);
            }
            BinaryOp::FloorDiv => {
                self.needs().floor_div = true;
                return Text::atom(format!("floor_div<{ty}>({x}, {y})"), dtype);
            }
            BinaryOp::FloorMod => {
                self.needs().floor_mod = true;
                return Text::atom(format!("floor_mod<{ty}>({x}, {y})"), dtype);
            }
            BinaryOp::Pow => {
                self.needs().int_pow = true;
                return Text::atom(format!("int_pow<{ty}>({x}, {y})"), dtype);
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
        };
        self.narrowed(format!("{a} {symbol} {b}"), dtype)
    }

    /// Arithmetic on less than an `int` or `float` is done in those: back to the type's own width.
    fn narrowed(&self, text: String, dtype: DType) -> Text {
        match types::scalar(dtype) {
            Some(ty) if dtype.is_int() && dtype.bits() < 32 => {
                Text::atom(format!("static_cast<{ty}>({text})"), dtype)
            }
            None if dtype.is_float() => {
                Text::atom(format!("selfsame::rounded({text}, selfsame::Type::{})", dtype.name()), dtype)
            }
            None => Text::atom(
                format!("static_cast<int8_t>(selfsame::wrap({text}, selfsame::Type::{}))", dtype.name()),
                dtype,
            ),
            Some(_) => Text::compound(text, dtype),
        }
    }

    /// What is known of an expression's sign.
    fn sign_of(&self, expr: &Expr) -> Sign {
        match expr {
            Expr::Int(0, _) => Sign::NonNegative,
            Expr::Int(value, _) if *value > 0 => Sign::Positive,
            Expr::Var(var) => match self.ty(*var).dtype() {
                Some(dtype) if dtype.is_int() && !dtype.is_signed() => {
                    self.var_sign(*var).max(Sign::NonNegative)
                }
                _ => self.var_sign(*var),
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

/// Whether an operation with a float result is right in `double` only: its steps are not rounded one by one, or an
/// integer operand may not fit the float.
fn through_double(op: BinaryOp, left: &Text, right: &Text) -> bool {
    let wide_int = |text: &Text| !text.dtype.is_float() && !text.literal && text.dtype.bits() > 16;
    matches!(op, BinaryOp::FloorDiv | BinaryOp::FloorMod | BinaryOp::Pow)
        || wide_int(left)
        || wide_int(right)
        || op == BinaryOp::Div && !left.dtype.is_float() && !right.dtype.is_float()
}

/// Whether an operator on integers is written as a function with a type argument; `plain` if a quotient is C++'s own.
fn names_its_type(op: BinaryOp, plain: bool) -> bool {
    match op {
        BinaryOp::Min | BinaryOp::Max | BinaryOp::Pow => true,
        BinaryOp::FloorDiv | BinaryOp::FloorMod => !plain,
        _ => false,
    }
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

/// A text without the parentheses around all of it: an argument of a call needs none.
fn bare(text: &str) -> &str {
    let Some(inner) = text.strip_prefix('(').and_then(|text| text.strip_suffix(')')) else { return text };
    let mut depth = 0_i32;
    for c in inner.chars() {
        depth += match c {
            '(' => 1,
            ')' => -1,
            _ => 0,
        };
        if depth < 0 {
            return text;
        }
    }
    inner
}
