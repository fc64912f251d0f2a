//! `a if c else b`: a branch whose sides give one value.

use crate::base::diagnostic::{Code, Diagnostic};
use crate::base::span::Span;
use crate::ir::agree;
use crate::ir::program::BlockId;
use crate::ir::stmt::{If, Merge, StmtKind};
use crate::ir::types::Type;
use crate::lower::body::Body;
use crate::lower::constant::{fold, truth};
use crate::lower::value::{Const, Typed, Value};
use crate::syntax::tree::{Conditional, Expr as Text};

impl<'s> Body<'_, '_, 's> {
    /// The value of `then if cond else otherwise`. Only the chosen side is looked at where the condition is known.
    pub(super) fn conditional(&mut self, it: &Conditional<'s>, span: Span) -> Value {
        if let Some(known) = fold(&it.cond, &self.unit.globals).and_then(|cond| truth(&cond)) {
            return self.value(if known { &it.then } else { &it.otherwise });
        }
        if self.in_condition || self.function.blocks.is_empty() {
            let message = "a conditional expression cannot stand here";
            let wrong = Diagnostic::error(Code("misplaced"), span, message);
            self.error(wrong.help("compute it in a statement before"));
            return Value::Error;
        }
        let Some(cond) = self.condition(&it.cond) else { return Value::Error };
        let mark = self.env.mark();
        let (then, first) = self.side(&it.then);
        let (otherwise, second) = self.side(&it.otherwise);
        if self.env.mark() != mark {
            let message =
                "a call that binds a name of its caller again cannot stand in a conditional expression";
            self.error(Diagnostic::error(Code("misplaced"), span, message).help("write an `if` statement"));
            return Value::Error;
        }
        let Some((first, second)) = self.one_type((first, it.then.span), (second, it.otherwise.span)) else {
            return Value::Error;
        };
        let ty = if first.ty == Type::Unknown { second.ty } else { first.ty };
        let result = self.function.add_var("t", ty.clone(), span);
        let merges = vec![Merge { result, then: first.expr, otherwise: second.expr }];
        let otherwise = (!self.function.blocks[otherwise].stmts.is_empty()).then_some(otherwise);
        self.emit(StmtKind::If(If { cond, then, otherwise, merges }));
        Value::Expr(Typed::new(result.into(), ty))
    }

    /// One side, with a block for the calls in it.
    fn side(&mut self, text: &Text<'s>) -> (BlockId, Value) {
        let block = self.new_block();
        let outside = std::mem::replace(&mut self.block, block);
        let comments = std::mem::take(&mut self.comments);
        let value = self.value(text);
        self.comments = comments;
        self.block = outside;
        (block, value)
    }

    /// Both values as operands; a bare number is of the other's type.
    fn one_type(&mut self, a: (Value, Span), b: (Value, Span)) -> Option<(Typed, Typed)> {
        let scalar = |value: &Value| match value {
            Value::Expr(Typed { ty: Type::Scalar(dtype), .. }) => Some(*dtype),
            _ => None,
        };
        let (wanted_a, wanted_b) = (scalar(&b.0), scalar(&a.0));
        let mut one = |(value, span): (Value, Span), wanted| {
            let literal = match (&value, wanted) {
                (Value::Const(constant), Some(dtype)) => {
                    constant.literal(dtype).map(|expr| Typed::scalar(expr, dtype))
                }
                (Value::Const(Const::None), None) => Some(self.no_task()),
                _ => None,
            };
            let value = literal.or_else(|| self.operand_of(value, span))?;
            Some(self.shallow(value))
        };
        let (first, second) = (one(a, wanted_a)?, one(b.clone(), wanted_b)?);
        if let Some(why) = agree::disagreement(&first.ty, &second.ty) {
            let message = format!("the two values are of different types: {why}");
            self.error(
                Diagnostic::error(Code("branch-type"), b.1, message).help("convert one of the values"),
            );
            return None;
        }
        Some((first, second))
    }
}
