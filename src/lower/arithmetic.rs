//! Operators written as signs: on constants, on scalars, on tensors and tiles.

use crate::base::diagnostic::{Code, Diagnostic};
use crate::base::span::Span;
use crate::ir::dtype::DType;
use crate::ir::expr::{BinaryOp, Expr, UnaryOp};
use crate::ir::types::Type;
use crate::lower::body::Body;
use crate::lower::constant;
use crate::lower::expression::described;
use crate::lower::value::{Const, Outcome, Typed, Value};
use crate::syntax::tree::{BinaryOp as Sign, CompareOp, Expr as Text, LogicOp, UnaryOp as Prefix};

impl<'s> Body<'_, '_, 's> {
    /// `-x`, `+x`, `~x`, `not x`
    pub(super) fn unary(&mut self, op: Prefix, value: Value, span: Span) -> Outcome {
        match value {
            Value::Error => Outcome::ERROR,
            Value::Const(value) => match constant::unary(op, &value) {
                Some(value) => Outcome::Value(Value::Const(value)),
                None => self.no_sign(span, &format!("this operator does not take {}", value.kind())),
            },
            Value::List(_) => self.no_sign(span, "this operator does not take a list"),
            Value::Expr(value) => self.unary_expr(op, value, span),
        }
    }

    fn unary_expr(&mut self, op: Prefix, value: Typed, span: Span) -> Outcome {
        let shaped = matches!(value.ty, Type::Tensor(_) | Type::Tile(_));
        match (op, &value.ty) {
            (Prefix::Pos, _) => Outcome::expr(value),
            (Prefix::Neg, _) if shaped => self.apply("neg", vec![(value, span)], span),
            (Prefix::Invert, _) if shaped => self.apply("not", vec![(value, span)], span),
            (Prefix::Neg, Type::Scalar(dtype)) if *dtype != DType::Bool => self.wrap(UnaryOp::Neg, value),
            (Prefix::Invert, Type::Scalar(dtype)) if dtype.is_int() => self.wrap(UnaryOp::BitNot, value),
            (Prefix::Not, Type::Scalar(_)) => {
                let inner = self.shallow(value);
                let expr = Expr::Unary(UnaryOp::Not, Box::new(inner.expr));
                Outcome::expr(Typed::scalar(expr, DType::Bool))
            }
            (_, Type::Unknown) => self.wrap(UnaryOp::Neg, value),
            (_, ty) => {
                let message = format!("this operator does not take {}", described(ty));
                self.no_sign(span, &message)
            }
        }
    }

    fn wrap(&mut self, op: UnaryOp, value: Typed) -> Outcome {
        let Typed { expr, ty, loose } = self.shallow(value);
        Outcome::expr(Typed { expr: Expr::Unary(op, Box::new(expr)), ty, loose })
    }

    fn no_sign(&mut self, span: Span, message: &str) -> Outcome {
        self.error(Diagnostic::error(Code("wrong-operand"), span, message));
        Outcome::ERROR
    }

    /// `a + b - c`
    pub(super) fn chain(&mut self, first: &Text<'s>, rest: &[(Sign, Text<'s>)], span: Span) -> Outcome {
        let mut left = self.value(first);
        let (last, inner) = rest.split_last().expect("a chain has an operator");
        for (op, right) in inner {
            let right_value = self.value(right);
            let so_far = Span::new(span.start, right.span.end);
            left = match self.binary(*op, (left, first.span), (right_value, right.span), so_far) {
                Outcome::Value(value) => value,
                Outcome::Rhs(rhs, ty) => Value::Expr(self.hoist("t", *rhs, ty)),
                Outcome::Nothing(_) => Value::Error,
            };
        }
        let right = self.value(&last.1);
        self.binary(last.0, (left, first.span), (right, last.1.span), span)
    }

    /// Two operands.
    pub(super) fn binary(
        &mut self,
        op: Sign,
        (left, left_span): (Value, Span),
        (right, right_span): (Value, Span),
        span: Span,
    ) -> Outcome {
        if let (Value::Const(a), Value::Const(b)) = (&left, &right) {
            return match constant::binary(op, a, b) {
                Some(value) => Outcome::Value(Value::Const(value)),
                None => {
                    let message = format!("`{}` has no value for these constants", op.symbol());
                    self.no_sign(span, &message)
                }
            };
        }
        let flexible = [literal(&left), literal(&right)];
        let (Some(a), Some(b)) = (self.operand_of(left, left_span), self.operand_of(right, right_span))
        else {
            return Outcome::ERROR;
        };
        let shaped = |ty: &Type| matches!(ty, Type::Tensor(_) | Type::Tile(_));
        if shaped(&a.ty) || shaped(&b.ty) {
            return self.binary_shaped(op, (a, left_span), (b, right_span), span);
        }
        let Some(op) = scalar_op(op) else {
            return self.no_sign(span, &format!("`{}` does not take scalars", op.symbol()));
        };
        match self.scalar_binary(op, a, b, flexible, span) {
            Some(value) => Outcome::expr(value),
            None => Outcome::ERROR,
        }
    }

    fn binary_shaped(&mut self, op: Sign, a: (Typed, Span), b: (Typed, Span), span: Span) -> Outcome {
        let name = match op {
            Sign::Add => "add",
            Sign::Sub => "sub",
            Sign::Mul => "mul",
            Sign::Div => "div",
            Sign::Mod => "fmod",
            Sign::MatMul => "matmul",
            Sign::BitAnd => "and",
            Sign::BitOr => "or",
            Sign::BitXor => "xor",
            Sign::Shl => "shl",
            Sign::Shr => "shr",
            Sign::FloorDiv | Sign::Pow => {
                let message = format!("`{}` does not take tensors or tiles", op.symbol());
                return self.no_sign(span, &message);
            }
        };
        let scalar_first = matches!(a.0.ty, Type::Scalar(_));
        let commutes = matches!(op, Sign::Add | Sign::Mul | Sign::BitAnd | Sign::BitOr | Sign::BitXor);
        if scalar_first && !commutes {
            let message = format!("`{}` takes a scalar on the right only", op.symbol());
            let wrong = Diagnostic::error(Code("wrong-operand"), a.1, message);
            self.error(wrong.help("`c - x` is `pl.add(pl.neg(x), c)`, `c / x` is `pl.mul(pl.recip(x), c)`"));
            return Outcome::ERROR;
        }
        let args = if scalar_first { vec![b, a] } else { vec![a, b] };
        self.apply(name, args, span)
    }

    /// Two scalars. `flexible` says which of them are bare literals.
    pub(super) fn scalar_binary(
        &mut self,
        op: BinaryOp,
        a: Typed,
        b: Typed,
        flexible: [bool; 2],
        span: Span,
    ) -> Option<Typed> {
        let (x, y) = match (&a.ty, &b.ty) {
            (Type::Scalar(x), Type::Scalar(y)) => (*x, *y),
            (Type::Unknown, Type::Scalar(x)) | (Type::Scalar(x), Type::Unknown) => (*x, *x),
            (Type::Unknown, Type::Unknown) => (DType::Index, DType::Index),
            (Type::Scalar(_) | Type::Unknown, other) | (other, _) => {
                let message = format!("arithmetic takes scalars, not {}", described(other));
                self.error(
                    Diagnostic::error(Code("wrong-operand"), span, message)
                        .help("name the operator: `pl.add(a, b)`, or take an element: `x[0, 0]`"),
                );
                return None;
            }
        };
        // Of truth values the two are one, and print alike.
        let both = x == DType::Bool && y == DType::Bool;
        let op = if op == BinaryOp::BitXor && both { BinaryOp::Xor } else { op };
        let logical = matches!(op, BinaryOp::And | BinaryOp::Or | BinaryOp::Xor);
        let task = x == DType::TaskId || y == DType::TaskId;
        if task || (logical && (x != DType::Bool || y != DType::Bool)) {
            let wrong = if task {
                DType::TaskId
            } else if x == DType::Bool {
                y
            } else {
                x
            };
            let message = if task {
                "a task id takes no arithmetic".to_owned()
            } else {
                format!("`and` and `or` take truth values, not {wrong}")
            };
            let wrong = Diagnostic::error(Code("wrong-operand"), span, message);
            self.error(wrong.help(if task {
                "ask `pl.system.task_is_valid(t)`"
            } else {
                "compare: write `x != 0`"
            }));
            return None;
        }
        let loose = |value: &Typed, dtype: DType| value.loose.unwrap_or(dtype);
        let adapted = match flexible {
            [true, false] => Some(loose(&b, y)),
            [false, true] => Some(loose(&a, x)),
            _ => (a.loose.is_some() || b.loose.is_some()).then(|| loose(&a, x).promote(loose(&b, y))),
        };
        let dtype = if op.is_predicate() { DType::Bool } else { x.promote(y) };
        let loose = adapted.filter(|_| !op.is_predicate());
        let (left, right) = (self.shallow(a), self.shallow(b));
        let expr = Expr::binary(op, left.expr, right.expr);
        Some(Typed { expr, ty: Type::Scalar(dtype), loose })
    }

    /// `a < b` and `a < b < c`
    pub(super) fn comparison(
        &mut self,
        first: &Text<'s>,
        rest: &[(CompareOp, Text<'s>)],
        span: Span,
    ) -> Value {
        let mut left = (self.value(first), first.span);
        let mut all: Option<Value> = None;
        for (op, text) in rest {
            let right = (self.value(text), text.span);
            let one = self.compare(*op, left.clone(), right.clone(), span);
            all = Some(match all {
                None => one,
                Some(before) => self.join_logic(LogicOp::And, before, one, span),
            });
            left = right;
        }
        all.unwrap_or(Value::Error)
    }

    fn compare(&mut self, op: CompareOp, left: (Value, Span), right: (Value, Span), span: Span) -> Value {
        if let (Value::Const(a), Value::Const(b)) = (&left.0, &right.0) {
            return match constant::compare(op, a, b) {
                Some(value) => Value::Const(Const::Bool(value)),
                None => {
                    self.no_sign(span, "these constants have no order");
                    Value::Error
                }
            };
        }
        let flexible = [literal(&left.0), literal(&right.0)];
        let (Some(a), Some(b)) = (self.operand_of(left.0, left.1), self.operand_of(right.0, right.1)) else {
            return Value::Error;
        };
        if matches!(a.ty, Type::Tensor(_) | Type::Tile(_)) || matches!(b.ty, Type::Tensor(_) | Type::Tile(_))
        {
            let wrong =
                Diagnostic::error(Code("wrong-operand"), span, "tensors and tiles are compared by `pl.cmp`");
            self.error(wrong.help("write `pl.cmp(a, b, ...)`; the result is a mask"));
            return Value::Error;
        }
        let op = match op {
            CompareOp::Eq => BinaryOp::Eq,
            CompareOp::Ne => BinaryOp::Ne,
            CompareOp::Lt => BinaryOp::Lt,
            CompareOp::Le => BinaryOp::Le,
            CompareOp::Gt => BinaryOp::Gt,
            CompareOp::Ge => BinaryOp::Ge,
        };
        self.scalar_binary(op, a, b, flexible, span).map_or(Value::Error, Value::Expr)
    }

    /// `a and b`, `a or b`
    pub(super) fn logic(&mut self, op: LogicOp, items: &[Text<'s>], span: Span) -> Value {
        let mut items = items.iter();
        let Some(first) = items.next() else { return Value::Error };
        let mut joined = self.value(first);
        for item in items {
            let next = self.value(item);
            joined = self.join_logic(op, joined, next, span);
        }
        joined
    }

    fn join_logic(&mut self, op: LogicOp, left: Value, right: Value, span: Span) -> Value {
        if let (Value::Const(a), Value::Const(b)) = (&left, &right)
            && let (Some(a), Some(b)) = (constant::truth(a), constant::truth(b))
        {
            return Value::Const(Const::Bool(if op == LogicOp::And { a && b } else { a || b }));
        }
        let (Some(a), Some(b)) = (self.operand_of(left, span), self.operand_of(right, span)) else {
            return Value::Error;
        };
        let op = if op == LogicOp::And { BinaryOp::And } else { BinaryOp::Or };
        self.scalar_binary(op, a, b, [false; 2], span).map_or(Value::Error, Value::Expr)
    }
}

/// Whether a value is a bare number of the text.
pub(super) fn literal(value: &Value) -> bool {
    matches!(value, Value::Const(Const::Int(_) | Const::Float(_)))
}

fn scalar_op(op: Sign) -> Option<BinaryOp> {
    Some(match op {
        Sign::Add => BinaryOp::Add,
        Sign::Sub => BinaryOp::Sub,
        Sign::Mul => BinaryOp::Mul,
        Sign::Div => BinaryOp::Div,
        Sign::FloorDiv => BinaryOp::FloorDiv,
        Sign::Mod => BinaryOp::FloorMod,
        Sign::Pow => BinaryOp::Pow,
        Sign::Shl => BinaryOp::Shl,
        Sign::Shr => BinaryOp::Shr,
        Sign::BitAnd => BinaryOp::BitAnd,
        Sign::BitOr => BinaryOp::BitOr,
        Sign::BitXor => BinaryOp::BitXor,
        Sign::MatMul => return None,
    })
}
