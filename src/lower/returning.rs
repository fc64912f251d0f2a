//! `return`: at the end of the function, or at the ends of both sides of a branch that nothing follows.

use crate::base::diagnostic::{Code, Diagnostic};
use crate::base::span::Span;
use crate::ir::agree;
use crate::ir::expr::Expr;
use crate::ir::stmt::Merge;
use crate::ir::types::Type;
use crate::lower::body::{Body, FrameKind, Returned};
use crate::lower::suggest::count;
use crate::lower::value::{Outcome, Typed, Value};
use crate::syntax::tree::{Expr as Text, ExprKind};

impl<'s> Body<'_, '_, 's> {
    /// `return text`
    pub(super) fn return_values(&mut self, text: Option<&Text<'s>>, span: Span) {
        if self.frames.iter().any(|frame| matches!(frame.kind, FrameKind::Loop(_))) {
            let early = Diagnostic::error(Code("early-return"), span, "`return` inside a loop");
            self.error(
                early.help("leave the loop with `break`, and return the result at the end of the function"),
            );
            if let Some(text) = text {
                self.value(text);
            }
            return;
        }
        let values = match text {
            None => Some(Vec::new()),
            Some(text) => self.returned_values(text),
        };
        self.set_returned((values.unwrap_or_default(), span));
    }

    /// Keeps what is returned, for the branch around or for the end of the function.
    pub(super) fn set_returned(&mut self, returned: Returned) {
        if !self.frames.iter().any(|frame| matches!(frame.kind, FrameKind::Arm(_))) {
            self.returned = Some(returned);
            return;
        }
        let frame = self.frames.last_mut().expect("a statement stands in a suite");
        frame.left = true;
        frame.returned = Some(returned);
    }

    /// What is returned behind a branch whose sides return.
    pub(super) fn join_returns(
        &mut self,
        then: Option<Returned>,
        otherwise: Option<Returned>,
        merges: &mut Vec<Merge>,
    ) -> Option<Returned> {
        match (then, otherwise) {
            (None, None) => None,
            (Some(only), None) | (None, Some(only)) => {
                self.one_side_returns(&only);
                None
            }
            (Some(then), Some(otherwise)) => Some(self.merge_returns(then, otherwise, merges)),
        }
    }

    /// Nothing may follow a branch of which one side returns, and it must return nothing.
    fn one_side_returns(&mut self, (values, span): &Returned) {
        let module = self.unit.module;
        let follows = self.frames.iter().any(|frame| !frame.is_done(&module.suites[frame.suite]));
        if !follows && values.is_empty() {
            return;
        }
        let message = "`return` on one way through a branch only";
        let early = Diagnostic::error(Code("early-return"), *span, message);
        self.error(early.help("assign the result in each branch, and return it at the end of the function"));
    }

    fn merge_returns(&mut self, then: Returned, otherwise: Returned, merges: &mut Vec<Merge>) -> Returned {
        let ((first, at), (second, other)) = (then, otherwise);
        if first.len() != second.len() && !self.broken_return {
            let message = format!("{} returned here, {} there", count(second.len(), "value"), first.len());
            let wrong = Diagnostic::error(Code("return-count"), other, message).also(at, "the other side");
            self.error(wrong.help("return as many values on all ways through the function"));
        }
        let mut values = Vec::with_capacity(first.len());
        for (a, b) in first.into_iter().zip(second) {
            if a.expr == b.expr {
                values.push(a);
                continue;
            }
            if let Some(why) = agree::disagreement(&a.ty, &b.ty) {
                let message = format!("values of different types are returned: {why}");
                let wrong = Diagnostic::error(Code("return-type"), other, message).also(at, "the other side");
                self.error(wrong.help("convert one of the values"));
            }
            let ty = if a.ty == Type::Unknown { b.ty } else { a.ty };
            let result = self.function.add_var("ret", ty.clone(), at);
            merges.push(Merge { result, then: a.expr, otherwise: b.expr });
            values.push(Typed::new(result.into(), ty));
        }
        (values, at)
    }

    fn returned_values(&mut self, text: &Text<'s>) -> Option<Vec<Typed>> {
        if let ExprKind::None = text.kind {
            return Some(Vec::new());
        }
        if let ExprKind::Tuple(items) = &text.kind {
            return items.iter().map(|item| self.task_or_operand(item)).collect();
        }
        let value = match self.outcome(text) {
            Outcome::Nothing(_) => return Some(Vec::new()),
            Outcome::Rhs(rhs, ty) => {
                let name = if matches!(ty, Type::Tuple(_)) { "ret" } else { "t" };
                self.hoist(name, *rhs, ty)
            }
            Outcome::Value(Value::Error) => {
                self.broken_return = true;
                return None;
            }
            Outcome::Value(value) => self.operand_of(value, text.span)?,
        };
        match (&value.expr, &value.ty) {
            (_, Type::Tuple(_)) if self.returns_tuple => Some(vec![value]),
            (Expr::Tuple(items), Type::Tuple(types)) => {
                Some(items.iter().zip(types).map(|(expr, ty)| Typed::new(expr.clone(), ty.clone())).collect())
            }
            (_, Type::Tuple(types)) => Some(
                types
                    .iter()
                    .enumerate()
                    .map(|(at, ty)| {
                        Typed::new(Expr::Get(Box::new(value.expr.clone()), at as u32), ty.clone())
                    })
                    .collect(),
            ),
            _ => Some(vec![value]),
        }
    }
}
