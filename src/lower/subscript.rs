//! Subscripts: elements and parts of tensors, tiles, arrays, tuples and lists, read and written.

use crate::base::diagnostic::{Code, Diagnostic};
use crate::base::span::Span;
use crate::ir::agree;
use crate::ir::expr::{BinaryOp, Expr};
use crate::ir::extent;
use crate::ir::types::Type;
use crate::lower::body::Body;
use crate::lower::constant;
use crate::lower::suggest::count;
use crate::lower::value::{Const, Outcome, Typed, Value, tuple};
use crate::syntax::tree::{Expr as Text, ExprKind};

/// One index of a subscript.
enum Index {
    /// One element.
    At(Expr),
    /// A range: where it starts, and how long it is.
    Range(Expr, Expr),
}

/// A part of a tensor or tile.
pub(super) struct Part {
    offsets: Vec<Expr>,
    extents: Vec<Expr>,
    /// Axes of a single element.
    single: Vec<usize>,
}

impl<'s> Body<'_, '_, 's> {
    /// `base[index]` as a value.
    pub(super) fn subscript(&mut self, base: &Text<'s>, index: &Text<'s>, span: Span) -> Outcome {
        let value = match self.value(base) {
            Value::Error => return Outcome::ERROR,
            Value::Const(Const::List(items)) => {
                let Some(at) = self.constant_int(index, "the index of a list") else { return Outcome::ERROR };
                let items: Vec<Value> = items.into_iter().map(Value::Const).collect();
                return Outcome::Value(self.element(&items, at, index.span));
            }
            Value::List(items) => {
                let Some(at) = self.constant_int(index, "the index of a list") else { return Outcome::ERROR };
                return Outcome::Value(self.element(&items, at, index.span));
            }
            Value::Const(value) => {
                let message = format!("{} has no elements", value.kind());
                self.error(
                    Diagnostic::error(Code("wrong-operand"), base.span, message)
                        .help("tensors, tiles, arrays, tuples and lists have elements"),
                );
                return Outcome::ERROR;
            }
            Value::Expr(value) => value,
        };
        match value.ty.clone() {
            Type::Tuple(items) => self.projection(value, &items, index),
            Type::Array(..) => {
                let Some(at) = self.operand(index) else { return Outcome::ERROR };
                self.apply("array.get_element", vec![(value, base.span), (at, index.span)], span)
            }
            Type::Tensor(_) => self.part_of(value, "tensor", base.span, index, span),
            Type::Tile(_) => self.part_of(value, "tile", base.span, index, span),
            Type::Unknown => {
                let message = "the type of this value is not known, so it cannot be indexed";
                let wrong = Diagnostic::error(Code("unknown-type"), base.span, message);
                self.error(wrong.help("annotate the variable where it is assigned"));
                Outcome::ERROR
            }
            other => {
                let message = format!("{} has no elements", agree::kind(&other));
                self.error(
                    Diagnostic::error(Code("wrong-operand"), base.span, message)
                        .help("tensors, tiles, arrays, tuples and lists have elements"),
                );
                Outcome::ERROR
            }
        }
    }

    fn projection(&mut self, value: Typed, items: &[Type], index: &Text<'s>) -> Outcome {
        let Some(at) = self.constant_int(index, "the index of a tuple") else { return Outcome::ERROR };
        let Some(ty) = constant::element(items, at) else {
            let message = format!("index {at} is outside a tuple of {}", count(items.len(), "value"));
            self.error(
                Diagnostic::error(Code("index-range"), index.span, message)
                    .help("indices count from 0, or from -1 at the end"),
            );
            return Outcome::ERROR;
        };
        let at = if at < 0 { at + items.len() as i128 } else { at } as u32;
        if let Expr::Tuple(exprs) = &value.expr {
            return Outcome::expr(Typed::new(exprs[at as usize].clone(), ty.clone()));
        }
        Outcome::expr(Typed::new(Expr::Get(Box::new(value.expr), at), ty.clone()))
    }

    /// `x[i, j]` reads an element, anything else is a slice without its axes of single elements.
    fn part_of(&mut self, value: Typed, level: &str, at: Span, index: &Text<'s>, span: Span) -> Outcome {
        let Some(part) = self.part(&value.ty, index) else { return Outcome::ERROR };
        let rank = value.ty.shape().map_or(0, <[Expr]>::len);
        let list =
            |items: Vec<Expr>| tuple(items.into_iter().map(|item| Typed::new(item, Type::INDEX)).collect());
        if part.single.len() == rank {
            let indices = list(part.offsets);
            return self.apply(&format!("{level}.read"), vec![(value, at), (indices, index.span)], span);
        }
        let mut args = vec![(value, at), (list(part.extents), index.span), (list(part.offsets), index.span)];
        // A tile has two axes at least.
        let drops = if level == "tile" { rank - part.single.len() >= 2 } else { true };
        if !part.single.is_empty() && drops {
            let axes = part.single.iter().map(|&axis| Expr::index(axis as i128)).collect();
            args.push((list(Vec::new()), index.span));
            args.push((list(axes), index.span));
        }
        self.apply(&format!("{level}.slice"), args, span)
    }

    /// The part that indices select; axes that are not named are whole.
    fn part(&mut self, ty: &Type, index: &Text<'s>) -> Option<Part> {
        let shape = ty.shape()?.to_vec();
        let one = std::slice::from_ref(index);
        let texts = match &index.kind {
            ExprKind::Tuple(items) => items.as_slice(),
            _ => one,
        };
        if texts.len() > shape.len() {
            let message = format!("{} for a rank of {}", count(texts.len(), "index"), shape.len());
            self.error(
                Diagnostic::error(Code("index-count"), index.span, message)
                    .help("write one index an axis, or fewer for a part"),
            );
            return None;
        }
        let mut part = Part { offsets: Vec::new(), extents: Vec::new(), single: Vec::new() };
        for (axis, extent) in shape.iter().enumerate() {
            match texts.get(axis) {
                None => {
                    part.offsets.push(Expr::index(0));
                    part.extents.push(extent.clone());
                }
                Some(text) => match self.index(text, extent)? {
                    Index::At(at) => {
                        part.offsets.push(at);
                        part.extents.push(Expr::index(1));
                        part.single.push(axis);
                    }
                    Index::Range(from, len) => {
                        part.offsets.push(from);
                        part.extents.push(len);
                    }
                },
            }
        }
        Some(part)
    }

    fn index(&mut self, text: &Text<'s>, extent: &Expr) -> Option<Index> {
        let ExprKind::Slice(slice) = &text.kind else {
            return Some(Index::At(self.place(text, extent)?));
        };
        if let Some(step) = &slice.step {
            let message = "a slice has no step";
            let wrong = Diagnostic::error(Code("unsupported-syntax"), step.span, message);
            self.error(wrong.help("slices are whole ranges: write `x[a:b]`"));
            return None;
        }
        let from = match &slice.lower {
            Some(lower) => self.place(lower, extent)?,
            None => Expr::index(0),
        };
        let to = match &slice.upper {
            Some(upper) => self.place(upper, extent)?,
            None => extent.clone(),
        };
        Some(Index::Range(from.clone(), length(&from, &to)))
    }

    /// An index; a negative constant counts from the end.
    fn place(&mut self, text: &Text<'s>, extent: &Expr) -> Option<Expr> {
        let value = self.operand(text)?;
        match &value.ty {
            Type::Scalar(dtype) if dtype.is_int() => {}
            Type::Unknown => {}
            other => {
                let message = format!(
                    "an index must be an integer, not {}",
                    crate::lower::expression::described(other)
                );
                self.error(
                    Diagnostic::error(Code("wrong-operand"), text.span, message)
                        .help("convert it: `pl.cast(x, pl.INDEX)`"),
                );
                return None;
            }
        }
        let value = self.shallow(value).expr;
        Some(match value.as_int() {
            Some(at) if at < 0 => extent::add(extent, &value),
            _ => value,
        })
    }

    /// `base[index] = value`
    pub(super) fn store(&mut self, base: &Text<'s>, index: &Text<'s>, value: &Text<'s>, span: Span) {
        let stored = self.task_or_operand(value);
        let Some(name) = base.as_name() else {
            let message = "only a part of a named value can be assigned";
            let wrong = Diagnostic::error(Code("assign-target"), base.span, message);
            self.error(wrong.help("give the value a name first"));
            return;
        };
        let (Some(target), Some(stored)) = (self.operand(base), stored) else { return };
        let outcome = match &target.ty {
            Type::Array(..) => {
                let Some(at) = self.operand(index) else { return };
                let args = vec![(target, base.span), (at, index.span), (stored, value.span)];
                self.apply("array.update_element", args, span)
            }
            Type::Tensor(_) => {
                self.store_part("tensor", (target, base.span), index, (stored, value.span), span)
            }
            Type::Tile(_) => self.store_part("tile", (target, base.span), index, (stored, value.span), span),
            other => {
                let message = format!("no part of {} can be assigned", agree::kind(other));
                self.error(Diagnostic::error(Code("assign-target"), base.span, message).help(
                    "elements of tensors, tiles and arrays can be assigned; give other values a new name",
                ));
                return;
            }
        };
        if let Outcome::Rhs(rhs, ty) = outcome {
            self.define(name, *rhs, ty);
        }
    }

    fn store_part(
        &mut self,
        level: &str,
        target: (Typed, Span),
        index: &Text<'s>,
        (stored, stored_span): (Typed, Span),
        span: Span,
    ) -> Outcome {
        let Some(part) = self.part(&target.0.ty, index) else { return Outcome::ERROR };
        let rank = part.extents.len();
        let list =
            |items: Vec<Expr>| tuple(items.into_iter().map(|item| Typed::new(item, Type::INDEX)).collect());
        if let Type::Scalar(_) = stored.ty {
            if part.single.len() == rank {
                let args = vec![target, (list(part.offsets), index.span), (stored, stored_span)];
                return self.apply(&format!("{level}.write"), args, span);
            }
            let message = "a scalar can be assigned to a single element only";
            let wrong = Diagnostic::error(Code("wrong-operand"), stored_span, message);
            self.error(wrong.help("make a tensor of it: `pl.full(shape, dtype=..., value=...)`"));
            return Outcome::ERROR;
        }
        let stored = match stored.ty.shape() {
            Some(shape) if shape.len() < rank => {
                let shape = (list(part.extents.clone()), index.span);
                let own = if matches!(stored.ty, Type::Tile(_)) { "tile.reshape" } else { "tensor.reshape" };
                match self.apply(own, vec![(stored, stored_span), shape], span) {
                    Outcome::Rhs(rhs, ty) => self.hoist("t", *rhs, ty),
                    _ => return Outcome::ERROR,
                }
            }
            _ => stored,
        };
        self.fits_part(&part, &stored, stored_span);
        let args = vec![target, (stored, stored_span), (list(part.offsets), index.span)];
        self.apply(&format!("{level}.assemble"), args, span)
    }

    /// Complains where a stored value has another shape than the part that it is assigned to.
    fn fits_part(&mut self, part: &Part, stored: &Typed, span: Span) {
        let Some(shape) = stored.ty.shape() else { return };
        let pairs = part.extents.iter().zip(shape);
        let wrong =
            pairs.clone().position(|(want, got)| extent::compare(want, got) == extent::Known::Different);
        if let Some(axis) = wrong {
            let (want, got) = (extent::constant(&part.extents[axis]), extent::constant(&shape[axis]));
            if let (Some(want), Some(got)) = (want, got) {
                let message = format!("the part has {want} elements at axis {axis}, the value {got}");
                self.error(
                    Diagnostic::error(Code("shape-mismatch"), span, message)
                        .help("slice the value, or the part, to the size of the other"),
                );
            }
        }
    }
}

/// `to - from`, short where it can be: `(r + 4) - r` is 4, and so is `(r + 1) * 4 - r * 4`.
fn length(from: &Expr, to: &Expr) -> Expr {
    if let Expr::Binary(BinaryOp::Add, left, right) = to {
        if **left == *from {
            return (**right).clone();
        }
        if **right == *from {
            return (**left).clone();
        }
    }
    extent::difference(to, from)
}
