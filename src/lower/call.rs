//! Calls: of functions of the program, of the DSL, and the few of Python that have a meaning here.

use crate::base::diagnostic::{Code, Diagnostic};
use crate::base::span::Span;
use crate::ir::dtype::DType;
use crate::ir::expr::{Expr, UnaryOp};
use crate::ir::stmt::CallMode;
use crate::ir::types::Type;
use crate::lower::body::Body;
use crate::lower::constant;
use crate::lower::suggest::nearest;
use crate::lower::value::{Outcome, Typed, Value};
use crate::syntax::tree::{Call, Expr as Text, ExprKind};

/// Names of the DSL that are no operators, with where they belong.
const MISPLACED: &[(&str, &str)] = &[
    ("range", "it stands in `for i in pl.range(...)`"),
    ("parallel", "it stands in `for i in pl.parallel(...)`"),
    ("unroll", "it stands in `for i in pl.unroll(...)`"),
    ("pipeline", "it stands in `for i in pl.pipeline(...)`"),
    ("while_", "it stands in `for (a,) in pl.while_(init_values=(x,))`"),
    ("yield_", "it is a statement: `a = pl.yield_(x)` at the end of a loop or branch"),
    ("cond", "it is the first statement under `pl.while_(...)`"),
    ("no_dep", "it stands around an argument of a call"),
    ("at", "it stands in `with pl.at(...)`"),
    ("spmd", "it stands in `with pl.spmd(...)` or `for b in pl.spmd(...)`"),
    ("split_aiv", "it stands in `for lane in pl.split_aiv(...)`"),
    ("cluster", "it stands in `with pl.cluster()`"),
    ("scope", "it stands in `with pl.scope()`"),
    ("manual_scope", "it stands in `with pl.manual_scope()`"),
    ("auto_scope", "it stands in `with pl.auto_scope()`"),
    ("graph", "it stands in `with pl.graph(\"name\")`"),
    ("func_attr", "it is a statement at the start of a function"),
    ("dynamic", "it stands outside functions: `N = pl.dynamic(\"N\")`"),
];

impl<'s> Body<'_, '_, 's> {
    /// A call of any kind.
    pub(super) fn call(&mut self, call: &Call<'s>, span: Span) -> Outcome {
        if let ExprKind::Error = call.function.kind {
            return Outcome::ERROR;
        }
        let Some(path) = call.function.as_path() else {
            self.value(&call.function);
            let wrong = Diagnostic::error(Code("wrong-kind"), call.function.span, "this is not a function");
            self.error(wrong.help("functions are called by name: `self.f(x)`, `pl.add(a, b)`"));
            return Outcome::ERROR;
        };
        if let Some(name) = path.strip_prefix("self.")
            && !name.contains('.')
        {
            return self.user_call(name, call, CallMode::Call, &call.args, span);
        }
        let first = path.split('.').next().unwrap_or(path);
        if self.is_local(first) {
            let message = format!("`{path}` is not a function");
            self.error(
                Diagnostic::error(Code("wrong-kind"), call.function.span, message)
                    .help("functions are called by name: `self.f(x)`, `pl.add(a, b)`"),
            );
            return Outcome::ERROR;
        }
        if self.unit.headers.contains_key(path) {
            return self.user_call(path, call, CallMode::Call, &call.args, span);
        }
        if let Some(name) = self.unit.globals.dsl(path) {
            let name = name.into_owned();
            let of_dtype = name.split_once('.').is_some_and(|(first, _)| DType::parse(first).is_some());
            return if of_dtype {
                self.python_call(path, call, span)
            } else {
                self.dsl_call(&name, call, span)
            };
        }
        self.python_call(path, call, span)
    }

    fn dsl_call(&mut self, name: &str, call: &Call<'s>, span: Span) -> Outcome {
        match name {
            "const" => Outcome::Value(self.typed_constant(call, span)),
            "submit" => self.submit(call, CallMode::Submit, span),
            "spmd_submit" => self.submit(call, CallMode::SpmdSubmit, span),
            _ => {
                if let Some((_, help)) = MISPLACED.iter().find(|(misplaced, _)| *misplaced == name) {
                    let message = format!("`pl.{name}` cannot stand here");
                    self.error(Diagnostic::error(Code("misplaced"), call.function.span, message).help(*help));
                    return Outcome::ERROR;
                }
                self.operator(name, call, span)
            }
        }
    }

    /// `pl.const(value, dtype)`
    fn typed_constant(&mut self, call: &Call<'s>, span: Span) -> Value {
        let dtype = call.args.get(1).or_else(|| call.keyword("dtype"));
        let (Some(value), Some(dtype)) = (call.args.first(), dtype) else {
            let missing =
                Diagnostic::error(Code("arity"), span, "`pl.const` takes a number and an element type");
            self.error(missing.help("write `pl.const(7, pl.INT32)`"));
            return Value::Error;
        };
        let Some(dtype) = self.dtype(dtype) else { return Value::Error };
        let value = self.value(value);
        let literal = match &value {
            Value::Const(value) => value.literal(dtype),
            _ => None,
        };
        match (literal, value) {
            (Some(expr), _) => Value::Expr(Typed::scalar(expr, dtype)),
            (None, Value::Error) => Value::Error,
            (None, _) => {
                let message = format!("`pl.const` needs a literal that {dtype} can hold");
                self.error(
                    Diagnostic::error(Code("constant-needed"), span, message)
                        .help("convert what is computed with `pl.cast(x, pl.INT32)`"),
                );
                Value::Error
            }
        }
    }

    /// Functions of Python that have a meaning on scalars.
    fn python_call(&mut self, path: &str, call: &Call<'s>, span: Span) -> Outcome {
        match (path, &*call.args) {
            ("min" | "max", [_, _]) => return self.operator(path, call, span),
            ("abs", [inner]) => {
                let Some(inner) = self.operand(inner) else { return Outcome::ERROR };
                if matches!(inner.ty, Type::Tensor(_) | Type::Tile(_)) {
                    return self.apply("abs", vec![(inner, span)], span);
                }
                let Typed { expr, ty, loose } = self.shallow(inner);
                return match expr {
                    Expr::Int(value, dtype) if value >= 0 => {
                        Outcome::expr(Typed::scalar(Expr::Int(value, dtype), dtype))
                    }
                    expr => {
                        Outcome::expr(Typed { expr: Expr::Unary(UnaryOp::Abs, Box::new(expr)), ty, loose })
                    }
                };
            }
            _ => {}
        }
        if let Some(value) =
            constant::fold(&Text { kind: ExprKind::Call(Box::new(call.clone())), span }, &self.unit.globals)
        {
            return Outcome::Value(Value::Const(value));
        }
        let help = match path {
            "int" | "float" | "bool" => Some("write `pl.cast(x, pl.INT32)`".to_owned()),
            "range" => Some("loops count with `pl.range(...)`".to_owned()),
            "print" => Some("write `pl.static_print(...)`".to_owned()),
            _ => self.near_function(path),
        };
        let message = format!("there is no function `{path}`");
        let mut unknown = Diagnostic::error(Code("unknown-function"), call.function.span, message);
        unknown.help.extend(help);
        self.error(unknown);
        Outcome::ERROR
    }

    pub(super) fn near_function(&self, name: &str) -> Option<String> {
        let near = nearest(name, self.unit.headers.keys().copied())?;
        Some(format!("did you mean `{near}`?"))
    }
}
