//! Expressions of the parser's tree as ours.

use ruff_python_ast as py;
use ruff_python_parser::parse_string_annotation;
use ruff_text_size::Ranged;

use crate::base::diagnostic::{Code, Diagnostic};
use crate::base::name::Name;
use crate::syntax::MAX_DEPTH;
use crate::syntax::parts::part;
use crate::syntax::reader::{Reader, span};
use crate::syntax::tree::{
    BinaryOp, Call, CompareOp, Comprehension, Conditional, Expr, ExprKind, Keyword, LogicOp, Slice, UnaryOp,
};

impl<'s> Reader<'s, '_> {
    /// Reads a type, which may stand in quotes.
    pub(super) fn annotation(&mut self, expr: &py::Expr) -> Expr<'s> {
        let quoted = expr.as_string_literal_expr().and_then(|text| text.as_single_part_string());
        let inner = quoted.and_then(|text| parse_string_annotation(self.source.text(), text).ok());
        match inner {
            Some(inner) => self.expr(inner.expr()),
            None => self.expr(expr),
        }
    }

    /// Reads an expression.
    pub(super) fn expr(&mut self, expr: &py::Expr) -> Expr<'s> {
        self.nested(expr, 0)
    }

    fn nested(&mut self, expr: &py::Expr, depth: usize) -> Expr<'s> {
        let place = span(expr.range());
        if depth > 0
            && let Some(number) = self.parts.cut_at(place)
        {
            return part(number, place);
        }
        if depth > MAX_DEPTH {
            self.parts.too_deep = true;
            let message = format!("this expression nests more than {MAX_DEPTH} levels deep");
            let help = "give the inner part a name of its own, in a statement before";
            // One complaint for all that is beyond.
            if self.errors.last().is_none_or(|last| last.code != Code("too-deep")) {
                self.errors.push(Diagnostic::error(Code("too-deep"), place, message).help(help));
            }
            return Expr { kind: ExprKind::Error, span: place };
        }
        let depth = depth + 1;
        let kind = match expr {
            py::Expr::Name(name) => ExprKind::Name(self.ident(name).text),
            py::Expr::Attribute(it) => self.attribute(it, depth),
            py::Expr::NumberLiteral(it) => self.number(it),
            py::Expr::StringLiteral(it) => ExprKind::Str(Name::from(it.value.to_str())),
            py::Expr::BooleanLiteral(it) => ExprKind::Bool(it.value),
            py::Expr::NoneLiteral(_) => ExprKind::None,
            py::Expr::EllipsisLiteral(_) => ExprKind::Ellipsis,
            py::Expr::Call(it) => self.call(it, depth),
            py::Expr::Subscript(it) => {
                let value = Box::new(self.nested(&it.value, depth));
                ExprKind::Subscript(value, Box::new(self.nested(&it.slice, depth)))
            }
            py::Expr::Slice(it) => {
                let mut part = |part: &Option<Box<py::Expr>>| part.as_ref().map(|it| self.nested(it, depth));
                let (lower, upper, step) = (part(&it.lower), part(&it.upper), part(&it.step));
                ExprKind::Slice(Box::new(Slice { lower, upper, step }))
            }
            py::Expr::UnaryOp(it) => ExprKind::Unary(unary(it.op), Box::new(self.nested(&it.operand, depth))),
            py::Expr::BinOp(it) => self.chain(it, depth),
            py::Expr::Compare(it) => self.compare(it, depth),
            py::Expr::BoolOp(it) => {
                let op = match it.op {
                    py::BoolOp::And => LogicOp::And,
                    py::BoolOp::Or => LogicOp::Or,
                };
                ExprKind::Logic(op, self.all(&it.values, depth))
            }
            py::Expr::Tuple(it) => ExprKind::Tuple(self.all(&it.elts, depth)),
            py::Expr::List(it) => ExprKind::List(self.all(&it.elts, depth)),
            py::Expr::Dict(it) => self.dict(it, depth),
            py::Expr::ListComp(it) => self.comprehension(it, depth),
            py::Expr::If(it) => {
                let (cond, then) = (self.nested(&it.test, depth), self.nested(&it.body, depth));
                let otherwise = self.nested(&it.orelse, depth);
                ExprKind::Conditional(Box::new(Conditional { cond, then, otherwise }))
            }
            other => {
                let (what, help) = foreign(other);
                self.unsupported(other.range(), what, help);
                ExprKind::Error
            }
        };
        Expr { kind, span: place }
    }

    fn all(&mut self, items: &[py::Expr], depth: usize) -> Vec<Expr<'s>> {
        items.iter().map(|item| self.nested(item, depth)).collect()
    }

    /// A path if there are names with dots between them only, down to the first.
    fn attribute(&mut self, it: &py::ExprAttribute, depth: usize) -> ExprKind<'s> {
        let mut value = &*it.value;
        while let py::Expr::Attribute(inner) = value {
            value = &*inner.value;
        }
        if !value.is_name_expr() {
            return ExprKind::Attribute(Box::new(self.nested(&it.value, depth)), self.ident(&it.attr));
        }
        let text = self.source.slice(span(it.range()));
        if text.bytes().all(|byte| byte == b'.' || byte == b'_' || byte.is_ascii_alphanumeric()) {
            return ExprKind::Path(text.into());
        }
        let mut names = vec![it.attr.as_str()];
        let mut value = &*it.value;
        while let py::Expr::Attribute(inner) = value {
            names.push(inner.attr.as_str());
            value = &*inner.value;
        }
        names.extend(value.as_name_expr().map(|name| name.id.as_str()));
        names.reverse();
        ExprKind::Path(names.join(".").into())
    }

    fn number(&mut self, it: &py::ExprNumberLiteral) -> ExprKind<'s> {
        match &it.value {
            py::Number::Int(value) => match integer(&value.to_string()) {
                Some(value) => ExprKind::Int(value),
                None => {
                    let message = "this integer has more than 127 bits";
                    self.errors.push(Diagnostic::error(Code("constant-range"), span(it.range()), message));
                    ExprKind::Error
                }
            },
            py::Number::Float(value) => ExprKind::Float(*value),
            py::Number::Complex { .. } => {
                self.unsupported(it.range(), "a complex number", "there is no complex element type");
                ExprKind::Error
            }
        }
    }

    fn call(&mut self, it: &py::ExprCall, depth: usize) -> ExprKind<'s> {
        let function = self.nested(&it.func, depth);
        let args = self.all(&it.arguments.args, depth);
        let mut keywords: Vec<Keyword<'s>> = Vec::with_capacity(it.arguments.keywords.len());
        for keyword in &it.arguments.keywords {
            let Some(name) = &keyword.arg else {
                self.unsupported(keyword.range(), "`**`", "write the keywords out");
                continue;
            };
            let name = self.ident(name);
            let value = self.nested(&keyword.value, depth);
            keywords.push(Keyword { name, value });
        }
        ExprKind::Call(Box::new(Call { function, args, keywords }))
    }

    /// `a + b - c`, however long.
    fn chain(&mut self, it: &py::ExprBinOp, depth: usize) -> ExprKind<'s> {
        let mut spine = vec![it];
        while let py::Expr::BinOp(inner) = &*spine[spine.len() - 1].left {
            spine.push(inner);
        }
        let first = self.nested(&spine[spine.len() - 1].left, depth);
        let rest = spine.iter().rev().map(|link| (binary(link.op), self.nested(&link.right, depth)));
        let rest = rest.collect();
        ExprKind::Chain(Box::new(first), rest)
    }

    fn compare(&mut self, it: &py::ExprCompare, depth: usize) -> ExprKind<'s> {
        let first = self.nested(&it.left, depth);
        let mut rest = Vec::with_capacity(it.ops.len());
        for (op, operand) in it.ops.iter().zip(&it.comparators) {
            let op = match op {
                py::CmpOp::Eq => CompareOp::Eq,
                py::CmpOp::NotEq => CompareOp::Ne,
                py::CmpOp::Lt => CompareOp::Lt,
                py::CmpOp::LtE => CompareOp::Le,
                py::CmpOp::Gt => CompareOp::Gt,
                py::CmpOp::GtE => CompareOp::Ge,
                py::CmpOp::Is | py::CmpOp::IsNot | py::CmpOp::In | py::CmpOp::NotIn => {
                    let help = "compare numbers with `==`, `!=`, `<`, `<=`, `>` or `>=`";
                    self.unsupported(it.range(), "a test of identity or membership", help);
                    return ExprKind::Error;
                }
            };
            rest.push((op, self.nested(operand, depth)));
        }
        ExprKind::Compare(Box::new(first), rest)
    }

    fn dict(&mut self, it: &py::ExprDict, depth: usize) -> ExprKind<'s> {
        let mut items = Vec::with_capacity(it.items.len());
        for item in &it.items {
            let Some(key) = &item.key else {
                self.unsupported(item.value.range(), "`**` in a dictionary", "write the entries out");
                continue;
            };
            let key = self.nested(key, depth);
            items.push((key, self.nested(&item.value, depth)));
        }
        ExprKind::Dict(items)
    }

    fn comprehension(&mut self, it: &py::ExprListComp, depth: usize) -> ExprKind<'s> {
        let simple = match &*it.generators {
            [only] if only.ifs.is_empty() && !only.is_async => {
                only.target.as_name_expr().map(|name| (only, name))
            }
            _ => None,
        };
        let Some((only, target)) = simple else {
            let help = "write `[element for name in range(constant)]`";
            self.unsupported(it.range(), "a comprehension with a condition or several loops", help);
            return ExprKind::Error;
        };
        let target = self.ident(target);
        let iter = self.nested(&only.iter, depth);
        let element = self.nested(&it.elt, depth);
        ExprKind::Comprehension(Box::new(Comprehension { element, target, iter }))
    }
}

fn integer(digits: &str) -> Option<i128> {
    let digits = digits.replace('_', "");
    let parse = |digits: &str, radix| i128::from_str_radix(digits, radix).ok();
    match digits.get(..2) {
        Some("0x" | "0X") => parse(&digits[2..], 16),
        Some("0o" | "0O") => parse(&digits[2..], 8),
        Some("0b" | "0B") => parse(&digits[2..], 2),
        _ => parse(&digits, 10),
    }
}

fn unary(op: py::UnaryOp) -> UnaryOp {
    match op {
        py::UnaryOp::USub => UnaryOp::Neg,
        py::UnaryOp::UAdd => UnaryOp::Pos,
        py::UnaryOp::Invert => UnaryOp::Invert,
        py::UnaryOp::Not => UnaryOp::Not,
    }
}

/// An operator of two operands.
pub(super) fn binary(op: py::Operator) -> BinaryOp {
    match op {
        py::Operator::Add => BinaryOp::Add,
        py::Operator::Sub => BinaryOp::Sub,
        py::Operator::Mult => BinaryOp::Mul,
        py::Operator::MatMult => BinaryOp::MatMul,
        py::Operator::Div => BinaryOp::Div,
        py::Operator::Mod => BinaryOp::Mod,
        py::Operator::Pow => BinaryOp::Pow,
        py::Operator::LShift => BinaryOp::Shl,
        py::Operator::RShift => BinaryOp::Shr,
        py::Operator::BitOr => BinaryOp::BitOr,
        py::Operator::BitXor => BinaryOp::BitXor,
        py::Operator::BitAnd => BinaryOp::BitAnd,
        py::Operator::FloorDiv => BinaryOp::FloorDiv,
    }
}

/// What an expression that the DSL does not have is called, and what to write.
fn foreign(expr: &py::Expr) -> (&'static str, &'static str) {
    match expr {
        py::Expr::Lambda(_) => ("`lambda`", "write a function under `@pl.inline` and call it"),
        py::Expr::FString(_) | py::Expr::TString(_) => {
            ("an f-string", "texts are constants here: write it out")
        }
        py::Expr::BytesLiteral(_) => ("a bytes literal", "write a text in quotes"),
        py::Expr::Named(_) => ("`:=`", "assign in a statement before"),
        py::Expr::Set(_) | py::Expr::SetComp(_) => ("a set", "write a list"),
        py::Expr::DictComp(_) => ("a dictionary comprehension", "write the entries out"),
        py::Expr::Generator(_) => ("a generator", "write a list"),
        py::Expr::Await(_) => ("`await`", "tasks are ordered by data and by `deps=[...]`"),
        py::Expr::Yield(_) | py::Expr::YieldFrom(_) => {
            ("`yield`", "a loop hands values on with `pl.yield_(...)`")
        }
        py::Expr::Starred(_) => ("`*`", "write the elements out"),
        _ => ("this expression", "see `selfsame explain-code unsupported-syntax`"),
    }
}
