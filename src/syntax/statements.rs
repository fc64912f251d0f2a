//! Statements of the parser's tree as ours.

use ruff_python_ast as py;
use ruff_text_size::{Ranged, TextRange};

use crate::base::span::Span;
use crate::syntax::expressions::binary;
use crate::syntax::reader::{Reader, span};
use crate::syntax::tree::{Expr, ExprKind, Ident, Stmt, StmtKind, SuiteId};

impl<'s, 'p> Reader<'s, 'p> {
    /// An id for a suite that is read later.
    pub(super) fn suite(&mut self, body: &'p [py::Stmt]) -> SuiteId {
        let id = self.suites.push(Vec::new());
        self.waiting.push((id, body));
        id
    }

    /// Reads all suites that wait, and those inside them.
    pub(super) fn read_suites(&mut self) {
        while let Some((id, body)) = self.waiting.pop() {
            let mut stmts = Vec::with_capacity(body.len());
            for stmt in body {
                let header = self.header(stmt);
                self.stmt(stmt, header, &mut stmts);
            }
            self.suites[id] = stmts;
        }
    }

    /// The place of a statement without its suite.
    fn header(&self, stmt: &py::Stmt) -> Span {
        let whole = stmt.range();
        let inner = match stmt {
            py::Stmt::For(it) => it.iter.end(),
            py::Stmt::While(it) => it.test.end(),
            py::Stmt::If(it) => it.test.end(),
            py::Stmt::With(it) => it.items.last().map_or(whole.end(), Ranged::end),
            _ => whole.end(),
        };
        span(TextRange::new(whole.start(), inner))
    }

    fn stmt(&mut self, stmt: &'p py::Stmt, place: Span, out: &mut Vec<Stmt<'s>>) {
        let kind = match stmt {
            py::Stmt::Assign(it) => return self.assign(it, place, out),
            py::Stmt::AnnAssign(it) => self.annotated(it),
            py::Stmt::AugAssign(it) => self.augmented(it),
            // What is printed while reading may be an f-string.
            py::Stmt::Expr(it) if is_said_while_reading(&it.value) => StmtKind::Pass,
            py::Stmt::Expr(it) => StmtKind::Expr(self.value(&it.value)),
            py::Stmt::Return(it) => StmtKind::Return(it.value.as_ref().map(|value| self.value(value))),
            py::Stmt::For(it) => {
                self.no_else(&it.orelse, "for");
                self.no_async(it.is_async, it.range);
                let (target, iter) = (self.expr(&it.target), self.value(&it.iter));
                StmtKind::For { target, iter, body: self.suite(&it.body) }
            }
            py::Stmt::While(it) => {
                self.no_else(&it.orelse, "while");
                StmtKind::While { cond: self.expr(&it.test), body: self.suite(&it.body) }
            }
            py::Stmt::If(it) => self.branch(it),
            py::Stmt::With(it) => self.with(it, place),
            py::Stmt::Break(_) => StmtKind::Break,
            py::Stmt::Continue(_) => StmtKind::Continue,
            py::Stmt::Pass(_) => StmtKind::Pass,
            other => {
                let (what, help) = foreign(other);
                self.unsupported(first_line(self.source.text(), other.range()), what, help);
                StmtKind::Error(self.bound_in(other))
            }
        };
        self.take_parts(place, out);
        out.push(Stmt { kind, span: place, comments: Vec::new() });
    }

    /// `a = b = value` assigns one name, and that to the others.
    fn assign(&mut self, it: &py::StmtAssign, place: Span, out: &mut Vec<Stmt<'s>>) {
        let mut targets: Vec<Expr<'s>> = it.targets.iter().map(|target| self.expr(target)).collect();
        let first = targets.iter().position(|target| target.as_name().is_some()).unwrap_or(0);
        if targets.len() > 1 && targets[first].as_name().is_none() {
            self.unsupported(it.range, "`a, b = c, d = ...`", "write one assignment a statement");
        }
        let first = targets.remove(first);
        let mut value = self.value(&it.value);
        self.take_parts(place, out);
        for target in std::iter::once(first).chain(targets) {
            let again = target.clone();
            let kind = StmtKind::Assign { target, annotation: None, value };
            out.push(Stmt { kind, span: place, comments: Vec::new() });
            value = again;
        }
    }

    fn annotated(&mut self, it: &py::StmtAnnAssign) -> StmtKind<'s> {
        // A declaration without a value does nothing.
        let Some(value) = &it.value else { return StmtKind::Pass };
        let target = self.expr(&it.target);
        let annotation = Some(self.annotation(&it.annotation));
        StmtKind::Assign { target, annotation, value: self.value(value) }
    }

    /// `a += b` is `a = a + b`.
    fn augmented(&mut self, it: &py::StmtAugAssign) -> StmtKind<'s> {
        let target = self.expr(&it.target);
        let operand = self.value(&it.value);
        let kind = ExprKind::Chain(Box::new(target.clone()), vec![(binary(it.op), operand)]);
        let value = Expr { kind, span: span(it.range) };
        StmtKind::Assign { target, annotation: None, value }
    }

    /// An `elif` becomes an `if` alone in an `else`.
    fn branch(&mut self, it: &'p py::StmtIf) -> StmtKind<'s> {
        let mut otherwise = None;
        for clause in it.elif_else_clauses.iter().rev() {
            let body = self.suite(&clause.body);
            otherwise = Some(match &clause.test {
                None => body,
                Some(test) => {
                    let place = span(TextRange::new(clause.range.start(), test.end()));
                    let mut stmts = Vec::new();
                    let kind = StmtKind::If { cond: self.value(test), then: body, otherwise };
                    self.take_parts(place, &mut stmts);
                    stmts.push(Stmt { kind, span: place, comments: Vec::new() });
                    self.suites.push(stmts)
                }
            });
        }
        StmtKind::If { cond: self.value(&it.test), then: self.suite(&it.body), otherwise }
    }

    /// `with a, b:` is `with a:` around `with b:`.
    fn with(&mut self, it: &'p py::StmtWith, place: Span) -> StmtKind<'s> {
        self.no_async(it.is_async, it.range);
        let mut body = self.suite(&it.body);
        let mut items = it.items.iter().rev().peekable();
        while let Some(item) = items.next() {
            let context = self.expr(&item.context_expr);
            let target = item.optional_vars.as_ref().map(|target| self.expr(target));
            let kind = StmtKind::With { context, target, body };
            if items.peek().is_none() {
                return kind;
            }
            body = self.suites.push(vec![Stmt { kind, span: place, comments: Vec::new() }]);
        }
        StmtKind::Error(Vec::new())
    }

    /// Names that a statement outside the DSL binds, in its blocks too.
    fn bound_in(&self, stmt: &py::Stmt) -> Vec<Ident<'s>> {
        let mut names = Vec::new();
        let mut work = vec![stmt];
        while let Some(stmt) = work.pop() {
            names.extend(self.bound(std::slice::from_ref(stmt)));
            match stmt {
                py::Stmt::Try(it) => {
                    work.extend(it.body.iter().chain(&it.orelse).chain(&it.finalbody));
                    for py::ExceptHandler::ExceptHandler(handler) in &it.handlers {
                        work.extend(&handler.body);
                    }
                }
                py::Stmt::Match(it) => work.extend(it.cases.iter().flat_map(|case| &case.body)),
                py::Stmt::If(it) => {
                    work.extend(
                        it.body.iter().chain(it.elif_else_clauses.iter().flat_map(|clause| &clause.body)),
                    );
                }
                py::Stmt::With(it) => work.extend(&it.body),
                py::Stmt::For(it) => work.extend(it.body.iter().chain(&it.orelse)),
                py::Stmt::While(it) => work.extend(it.body.iter().chain(&it.orelse)),
                _ => {}
            }
        }
        names
    }

    fn no_else(&mut self, orelse: &[py::Stmt], of: &str) {
        if let Some(first) = orelse.first() {
            let help = "write what follows the loop behind it";
            self.unsupported(first.range(), &format!("`else` of a `{of}`"), help);
        }
    }

    fn no_async(&mut self, is_async: bool, range: TextRange) {
        if is_async {
            let place = first_line(self.source.text(), range);
            self.unsupported(place, "`async`", "tasks are ordered by data and by `deps=[...]`");
        }
    }
}

/// Whether an expression is `pl.static_print(...)` or `pl.static_assert(...)`.
fn is_said_while_reading(expr: &py::Expr) -> bool {
    let callee = expr.as_call_expr().and_then(|call| call.func.as_attribute_expr());
    callee.is_some_and(|callee| matches!(callee.attr.as_str(), "static_print" | "static_assert"))
}

/// The part of a range that is on its first line.
pub(super) fn first_line(text: &str, range: TextRange) -> TextRange {
    let within = &text[range];
    let line = within.lines().next().map_or(0, |line| line.trim_end().len());
    TextRange::at(range.start(), u32::try_from(line).map_or(range.len(), Into::into))
}

/// What a statement that the DSL does not have is called, and what to write.
fn foreign(stmt: &py::Stmt) -> (&'static str, &'static str) {
    match stmt {
        py::Stmt::Try(_) => ("`try`", "nothing raises here: test with `if` before"),
        py::Stmt::Raise(_) => ("`raise`", "nothing raises here: return a value that says so"),
        py::Stmt::Assert(_) => {
            ("`assert`", "write `pl.static_assert(...)` for what is known when the text is read")
        }
        py::Stmt::FunctionDef(_) => ("a function inside a function", "write it outside, under `@pl.inline`"),
        py::Stmt::ClassDef(_) => ("a class inside a function", "write it outside"),
        py::Stmt::Import(_) | py::Stmt::ImportFrom(_) => {
            ("an import inside a function", "write it at the top of the file")
        }
        py::Stmt::Match(_) => ("`match`", "write `if` and `elif`"),
        py::Stmt::Delete(_) => ("`del`", "leave it out: what is not used is freed"),
        py::Stmt::Global(_) => ("`global`", "pass it as a parameter and return it"),
        py::Stmt::Nonlocal(_) => ("`nonlocal`", "pass it as a parameter and return it"),
        py::Stmt::TypeAlias(_) => ("a type alias", "write the type out"),
        _ => ("this statement", "see `selfsame explain-code unsupported-syntax`"),
    }
}
