//! Expressions: values known while reading, expressions of the IR, and calls hoisted before the statement.

use crate::base::diagnostic::{Code, Diagnostic};
use crate::base::name::Name;
use crate::base::span::Span;
use crate::ir::agree;
use crate::ir::dtype::DType;
use crate::ir::expr::Expr;
use crate::ir::program::VarId;
use crate::ir::types::Type;
use crate::lower::body::Body;
use crate::lower::constant::{self, fold};
use crate::lower::environment::{Binding, Meaning};
use crate::lower::suggest::nearest;
use crate::lower::value::{Const, Outcome, Typed, Value, tuple};
use crate::syntax::tree::{Comprehension, Expr as Text, ExprKind, Ident};

impl<'s> Body<'_, '_, 's> {
    /// The value of an expression; complains where it has none. Calls inside become statements before.
    pub(super) fn value(&mut self, text: &Text<'s>) -> Value {
        match self.outcome(text) {
            Outcome::Value(value) => value,
            Outcome::Rhs(rhs, ty) => Value::Expr(self.hoist("t", *rhs, ty)),
            Outcome::Nothing(callee) => {
                let message = format!("`{callee}` returns nothing");
                let wrong =
                    Diagnostic::error(Code("no-value"), text.span, message).label("used as a value here");
                self.error(wrong.help("call it in a statement of its own, or let it return something"));
                Value::Error
            }
        }
    }

    /// What an expression is: a value, or the right side of an assignment that is still to be made.
    pub(super) fn outcome(&mut self, text: &Text<'s>) -> Outcome {
        match &text.kind {
            ExprKind::Call(call) => self.call(call, text.span),
            ExprKind::Subscript(base, index) => self.subscript(base, index, text.span),
            ExprKind::Unary(op, inner) => {
                let inner = self.value(inner);
                self.unary(*op, inner, text.span)
            }
            ExprKind::Chain(first, rest) => self.chain(first, rest, text.span),
            _ => Outcome::Value(self.simple(text)),
        }
    }

    fn simple(&mut self, text: &Text<'s>) -> Value {
        match &text.kind {
            ExprKind::Name(name) => self.read(Ident { text: name, span: text.span }),
            ExprKind::Int(value) => Value::Const(Const::Int(*value)),
            ExprKind::Float(value) => Value::Const(Const::Float(*value)),
            ExprKind::Bool(value) => Value::Const(Const::Bool(*value)),
            ExprKind::Str(value) => Value::Const(Const::Str(value.clone())),
            ExprKind::None => Value::Const(Const::None),
            ExprKind::Path(path) => self.path(path, text),
            ExprKind::Attribute(..) => {
                let help = "write shapes out, or ask `pl.tensor.dim(x, axis)`";
                self.unsupported(text.span, "an attribute of a value", help)
            }
            ExprKind::Ellipsis => self.unsupported(text.span, "`...` as a value", "write the value out"),
            ExprKind::Slice(_) => {
                self.unsupported(text.span, "a slice outside a subscript", "write `x[a:b]`")
            }
            ExprKind::Dict(_) => self.unsupported(
                text.span,
                "a dictionary as a value",
                "dictionaries stand behind `attrs=` only",
            ),
            ExprKind::Call(_) | ExprKind::Subscript(..) | ExprKind::Unary(..) | ExprKind::Chain(..) => {
                unreachable!("these are outcomes")
            }
            ExprKind::Compare(first, rest) => self.comparison(first, rest, text.span),
            ExprKind::Logic(op, items) => self.logic(*op, items, text.span),
            ExprKind::Tuple(items) | ExprKind::List(items) => {
                let values: Vec<Value> = items.iter().map(|item| self.value(item)).collect();
                list_of(values)
            }
            ExprKind::Comprehension(inner) => self.comprehension(inner),
            ExprKind::Conditional(inner) => self.conditional(inner, text.span),
            ExprKind::Part(number) => self.parts.get(number).cloned().unwrap_or(Value::Error),
            ExprKind::Error => Value::Error,
        }
    }

    fn unsupported(&mut self, span: Span, what: &str, help: &str) -> Value {
        let message = format!("{what} is not part of the DSL");
        let wrong = Diagnostic::error(Code("unsupported-syntax"), span, message).label("not supported");
        self.error(wrong.help(help));
        Value::Error
    }

    fn path(&mut self, path: &str, text: &Text<'s>) -> Value {
        if let Some(value) = fold(text, &self.unit.globals) {
            return self.constant(value);
        }
        if self.wrong_member(text) {
            return Value::Error;
        }
        let first = path.split('.').next().unwrap_or(path);
        if let Some(name) = self.unit.globals.dsl(path) {
            let message = format!("`{path}` is not a value");
            let mut wrong = Diagnostic::error(Code("wrong-kind"), text.span, message);
            wrong = match nearest(&name, DType::all().map(DType::name)) {
                Some(near) => wrong.help(format!("did you mean `pl.{near}`?")),
                None => wrong.help("operators are called: add the arguments in parentheses"),
            };
            self.error(wrong);
            return Value::Error;
        }
        if let Some(value) = self.property(path) {
            return value;
        }
        if self.names.find(first).is_some_and(|id| self.env.get(id).is_some()) {
            let help = "write shapes out, or ask `pl.tensor.dim(x, axis)`";
            return self.unsupported(text.span, "an attribute of a value", help);
        }
        let message = format!("the value of `{path}` is not known");
        let help = "only literals, and arithmetic on them, are read outside functions: write the value out";
        self.error(Diagnostic::error(Code("python-value"), text.span, message).help(help));
        Value::Error
    }

    /// `x.shape` and `x.dtype` of a variable, which its type says.
    fn property(&self, path: &str) -> Option<Value> {
        let (name, property) = path.split_once('.')?;
        let var = self.names.find(name).and_then(|id| self.variable(id))?;
        let ty = &self.function.vars[var].ty;
        let shape = ty.shape()?;
        match property {
            "shape" => Some(list_of(
                shape
                    .iter()
                    .map(|extent| match extent.as_int() {
                        Some(value) => Value::Const(Const::Int(value)),
                        None => Value::Expr(Typed::new(extent.clone(), Type::INDEX)),
                    })
                    .collect(),
            )),
            "dtype" => match ty {
                Type::Tensor(tensor) => Some(Value::Const(Const::DType(tensor.dtype))),
                Type::Tile(tile) => Some(Value::Const(Const::DType(tile.dtype))),
                _ => None,
            },
            _ => None,
        }
    }

    /// A constant; a symbol becomes a variable of the function.
    pub(super) fn constant(&mut self, value: Const) -> Value {
        match value {
            Const::Symbol(name) => Value::Expr(Typed::new(Expr::Var(self.symbol(&name)), Type::INDEX)),
            other => Value::Const(other),
        }
    }

    /// The variable of a dynamic symbol.
    pub(super) fn symbol(&mut self, name: &Name) -> VarId {
        if let Some(&var) = self.symbols.get(name) {
            return var;
        }
        let var = self.function.add_var(name.clone(), Type::INDEX, Span::NONE);
        self.function.symbols.push(var);
        self.symbols.insert(name.clone(), var);
        var
    }

    /// The value of an expression as an operand.
    pub(super) fn operand(&mut self, text: &Text<'s>) -> Option<Typed> {
        let value = self.value(text);
        self.operand_of(value, text.span)
    }

    /// Like [`operand`](Self::operand), but `None` is an invalid task id.
    pub(super) fn task_or_operand(&mut self, text: &Text<'s>) -> Option<Typed> {
        match self.value(text) {
            Value::Const(Const::None) => Some(self.no_task()),
            other => self.operand_of(other, text.span),
        }
    }

    /// A value as an operand.
    pub(super) fn operand_of(&mut self, value: Value, span: Span) -> Option<Typed> {
        match value {
            Value::Expr(value) => Some(value),
            Value::Error => None,
            Value::Const(value) => match value.operand() {
                Some(operand) => Some(operand),
                None => {
                    let message = format!("{} cannot stand here", value.kind());
                    self.error(
                        Diagnostic::error(Code("wrong-kind"), span, message)
                            .help("see `selfsame explain-code wrong-kind` for what a value is"),
                    );
                    None
                }
            },
            Value::List(values) => {
                let items: Option<Vec<Typed>> =
                    values.into_iter().map(|it| self.operand_of(it, span)).collect();
                items.map(tuple)
            }
        }
    }

    /// The value of an expression as a truth value.
    pub(super) fn condition(&mut self, text: &Text<'s>) -> Option<Expr> {
        let value = self.operand(text)?;
        match &value.ty {
            Type::Scalar(DType::Bool) | Type::Unknown => Some(self.shallow(value).expr),
            other => {
                let message = format!("a condition must be a truth value, not {}", described(other));
                let wrong = Diagnostic::error(Code("condition-not-bool"), text.span, message);
                self.error(wrong.help("compare: write `x != 0`"));
                None
            }
        }
    }

    /// The elements of a list; complains if it is none.
    pub(super) fn list(&mut self, text: &Text<'s>) -> Option<Vec<Value>> {
        match self.value(text) {
            Value::List(values) => Some(values),
            Value::Const(Const::List(items)) => Some(items.into_iter().map(Value::Const).collect()),
            Value::Expr(Typed { expr: Expr::Tuple(items), .. }) => Some(
                items
                    .into_iter()
                    .map(|item| {
                        let ty = self.type_of(&item);
                        Value::Expr(Typed::new(item, ty))
                    })
                    .collect(),
            ),
            Value::Error => None,
            Value::Expr(value) => Some(vec![Value::Expr(value)]),
            Value::Const(value) => {
                let message = format!("expected a list, got {}", value.kind());
                self.error(Diagnostic::error(Code("wrong-type"), text.span, message).help("write `[a, b]`"));
                None
            }
        }
    }

    /// `[element for name in range(constant)]`, written out.
    fn comprehension(&mut self, it: &Comprehension<'s>) -> Value {
        let items = match fold(&it.iter, &self.unit.globals) {
            Some(Const::List(items)) => items,
            _ => {
                let message = "a comprehension runs over a constant `range` only";
                let wrong = Diagnostic::error(Code("constant-needed"), it.iter.span, message);
                self.error(wrong.help("write `range(4)`, or fill an array in a loop"));
                return Value::Error;
            }
        };
        let mut values = Vec::with_capacity(items.len());
        for item in items {
            let Const::Int(number) = item else { continue };
            self.counters.push((it.target.text, number));
            values.push(self.value(&it.element));
            self.counters.pop();
        }
        list_of(values)
    }

    /// The constant that an operand must be.
    pub(super) fn constant_int(&mut self, text: &Text<'s>, what: &str) -> Option<i128> {
        match self.value(text) {
            Value::Const(Const::Int(value)) => Some(value),
            Value::Expr(Typed { expr: Expr::Int(value, _), .. }) => Some(value),
            Value::Error => None,
            _ => {
                let message = format!("{what} must be a constant integer");
                self.error(
                    Diagnostic::error(Code("constant-needed"), text.span, message)
                        .help("write it out, or give it a name outside functions: `K = 4`"),
                );
                None
            }
        }
    }

    /// Whether a name means a variable here.
    pub(super) fn is_local(&self, name: &str) -> bool {
        let binding = self.names.find(name).and_then(|id| self.env.get(id));
        matches!(binding, Some(Binding { meaning: Meaning::Var(_) | Meaning::Broken, .. }))
    }

    /// An element of a list of values.
    pub(super) fn element(&mut self, items: &[Value], index: i128, span: Span) -> Value {
        match constant::element(items, index) {
            Some(value) => value.clone(),
            None => {
                let message = format!("index {index} is outside a list of {} elements", items.len());
                self.error(
                    Diagnostic::error(Code("index-range"), span, message)
                        .help("indices count from 0, or from -1 at the end"),
                );
                Value::Error
            }
        }
    }
}

/// A list of values: constant if all are.
pub(super) fn list_of(values: Vec<Value>) -> Value {
    if values.iter().any(|value| matches!(value, Value::Error)) {
        return Value::Error;
    }
    let constants: Option<Vec<Const>> = values
        .iter()
        .map(|value| match value {
            Value::Const(value) => Some(value.clone()),
            Value::Expr(_) | Value::List(_) | Value::Error => None,
        })
        .collect();
    match constants {
        Some(items) => Value::Const(Const::List(items)),
        None => Value::List(values),
    }
}

/// A type in words, with the element type where it is a scalar.
pub(super) fn described(ty: &Type) -> String {
    match ty {
        Type::Scalar(dtype) => format!("a scalar of {dtype}"),
        other => agree::kind(other).to_owned(),
    }
}
