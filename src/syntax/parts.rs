//! Expressions that nest deeper than a tree may: their insides become statements before, in the order of evaluation.

use std::collections::{HashMap, HashSet};

use ruff_python_ast as py;
use ruff_python_ast::visitor::source_order::{SourceOrderVisitor, walk_expr};
use ruff_text_size::Ranged;

use crate::base::span::Span;
use crate::syntax::reader::{Reader, span};
use crate::syntax::tree::{Expr, ExprKind, Stmt, StmtKind};

/// What is left of an expression after the cuts is no deeper than this, but for what cannot be cut.
const DEEP: usize = 40;

/// What the reader keeps of the expressions of the statement in hand.
#[derive(Default)]
pub(super) struct Parts<'s> {
    /// Insides that wait for their statements.
    waiting: Vec<(u32, Expr<'s>)>,
    /// Where the expression in hand is cut: places of insides, with their numbers.
    cuts: HashMap<Span, u32>,
    /// The next number.
    next: u32,
    /// Whether an expression met its depth's end.
    pub(super) too_deep: bool,
}

impl<'s> Parts<'s> {
    /// The number of the cut at a place.
    pub(super) fn cut_at(&self, place: Span) -> Option<u32> {
        self.cuts.get(&place).copied()
    }
}

impl<'s> Reader<'s, '_> {
    /// Reads an expression before whose statement others may stand: it may nest as deep as it likes.
    pub(super) fn value(&mut self, expr: &py::Expr) -> Expr<'s> {
        let before = self.errors.len();
        self.parts.too_deep = false;
        let read = self.expr(expr);
        if !self.parts.too_deep {
            return read;
        }
        self.errors.truncate(before);
        for inside in cuts(expr) {
            let value = self.expr(inside);
            let number = self.parts.next;
            self.parts.next += 1;
            self.parts.cuts.insert(span(inside.range()), number);
            self.parts.waiting.push((number, value));
        }
        let read = self.expr(expr);
        self.parts.cuts.clear();
        read
    }

    /// Statements for the insides that wait.
    pub(super) fn take_parts(&mut self, place: Span, out: &mut Vec<Stmt<'s>>) {
        for (number, value) in std::mem::take(&mut self.parts.waiting) {
            out.push(Stmt { kind: StmtKind::Part(number, value), span: place, comments: Vec::new() });
        }
    }
}

/// The direct insides of an expression, in the order of the text.
struct Insides<'e>(Vec<&'e py::Expr>);

impl<'e> SourceOrderVisitor<'e> for Insides<'e> {
    fn visit_expr(&mut self, expr: &'e py::Expr) {
        self.0.push(expr);
    }
}

fn insides(expr: &py::Expr) -> Vec<&py::Expr> {
    // What these bind has no value outside them.
    if matches!(expr, py::Expr::ListComp(_) | py::Expr::Lambda(_) | py::Expr::Generator(_)) {
        return Vec::new();
    }
    let mut insides = Insides(Vec::new());
    walk_expr(&mut insides, expr);
    insides.0
}

/// What is known of an expression whose insides were looked at.
struct Seen<'e> {
    expr: &'e py::Expr,
    height: usize,
    calls: bool,
    cut_inside: bool,
}

/// The insides to cut out, each after those inside it and those evaluated before it.
fn cuts(expr: &py::Expr) -> Vec<&py::Expr> {
    let mut chosen: HashSet<Span> = HashSet::new();
    let mut order = Vec::new();
    let mut done: Vec<Seen<'_>> = Vec::new();
    // Whether the insides were put on the list already, and how many they are.
    let mut work: Vec<(&py::Expr, Option<usize>)> = vec![(expr, None)];
    while let Some((expr, visited)) = work.pop() {
        let Some(count) = visited else {
            let insides = insides(expr);
            work.push((expr, Some(insides.len())));
            work.extend(insides.into_iter().rev().map(|inside| (inside, None)));
            continue;
        };
        let insides = done.split_off(done.len() - count);
        order.push(expr);
        done.push(look(expr, &insides, &mut chosen));
    }
    order.retain(|expr| chosen.contains(&span(expr.range())));
    order
}

/// Decides which insides of an expression are cut out.
fn look<'e>(expr: &'e py::Expr, insides: &[Seen<'e>], chosen: &mut HashSet<Span>) -> Seen<'e> {
    let mut seen = Seen { expr, height: 1, calls: expr.is_call_expr(), cut_inside: false };
    let deep = |inside: &Seen<'e>| inside.height >= DEEP && has_value(inside.expr) && !is_spine(expr, inside);
    let last = insides.iter().rposition(|inside| deep(inside) || inside.cut_inside);
    for (at, inside) in insides.iter().enumerate() {
        let early = inside.calls && has_value(inside.expr) && last.is_some_and(|last| at < last);
        seen.calls |= inside.calls;
        if deep(inside) || early {
            chosen.insert(span(inside.expr.range()));
            seen.cut_inside = true;
            continue;
        }
        seen.cut_inside |= inside.cut_inside;
        let step = usize::from(!is_spine(expr, inside));
        seen.height = seen.height.max(inside.height + step);
    }
    seen
}

/// Whether an inside is of one level with what it is in: `a + b` in `a + b + c`, `a.b` in `a.b.c`.
fn is_spine(expr: &py::Expr, inside: &Seen<'_>) -> bool {
    match expr {
        py::Expr::BinOp(it) => inside.expr.is_bin_op_expr() && std::ptr::eq(&*it.left, inside.expr),
        py::Expr::Attribute(_) => inside.expr.is_attribute_expr(),
        _ => false,
    }
}

/// Whether an expression has a value of its own.
fn has_value(expr: &py::Expr) -> bool {
    matches!(
        expr,
        py::Expr::Call(_)
            | py::Expr::BinOp(_)
            | py::Expr::UnaryOp(_)
            | py::Expr::Compare(_)
            | py::Expr::BoolOp(_)
            | py::Expr::Subscript(_)
            | py::Expr::If(_)
            | py::Expr::Tuple(_)
            | py::Expr::List(_)
    )
}

/// What stands for a part that was cut out.
pub(super) fn part<'s>(number: u32, place: Span) -> Expr<'s> {
    Expr { kind: ExprKind::Part(number), span: place }
}
