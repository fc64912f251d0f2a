//! Operators of the table, by whatever name the text calls them.

use crate::base::diagnostic::{Code, Diagnostic};
use crate::base::name::Name;
use crate::base::span::Span;
use crate::ir::attr::{Attr, Attrs};
use crate::ir::dtype::DType;
use crate::ir::expr::{BinaryOp, Expr};
use crate::ir::op::sugar::{self, Completed, Given, ScalarForm};
use crate::ir::op::{Misfit, OpRow, table};
use crate::ir::stmt::{OpCall, Rhs};
use crate::ir::types::Type;
use crate::lower::arithmetic::literal;
use crate::lower::body::{Body, FrameKind};
use crate::lower::constant;
use crate::lower::suggest::nearest;
use crate::lower::value::{Const, Outcome, Typed, Value};
use crate::syntax::tree::{BinaryOp as Sign, Call, Expr as Text, ExprKind};

impl<'s> Body<'_, '_, 's> {
    /// `pl.NAME(...)`
    pub(super) fn operator(&mut self, name: &str, call: &Call<'s>, span: Span) -> Outcome {
        if let Some(done) = self.scalar_operator(name, call, span) {
            return done;
        }
        let Some(given) = self.given(call) else { return Outcome::ERROR };
        let (given, spans, attrs) = given;
        self.applied(name, &given, &spans, attrs, span)
    }

    /// An operator on values that are there already.
    pub(super) fn apply(&mut self, name: &str, args: Vec<(Typed, Span)>, span: Span) -> Outcome {
        let (given, spans): (Vec<Given>, Vec<Span>) = args
            .into_iter()
            .map(|(value, at)| (Given { keyword: None, value: Attr::Expr(value.expr), ty: value.ty }, at))
            .unzip();
        self.applied(name, &given, &spans, Attrs::new(), span)
    }

    fn applied(&mut self, name: &str, given: &[Given], spans: &[Span], attrs: Attrs, span: Span) -> Outcome {
        let lanes = self.inherited_split(name, given);
        let given = lanes.as_deref().unwrap_or(given);
        let completed = match sugar::complete(name, given) {
            Ok(completed) => completed,
            Err(misfit) => {
                let at = misfit.operand.and_then(|at| spans.get(at)).copied().unwrap_or(span);
                let types: Vec<Type> = given.iter().map(|it| it.ty.clone()).collect();
                return self.misfit(name, &misfit, &types, at);
            }
        };
        let Completed { op, args, kwargs, unknown } = completed;
        if op.row().is_none() {
            self.note_foreign(name, span);
        }
        for keyword in &unknown {
            self.unknown_keyword(&op, keyword, given, spans);
        }
        let types: Vec<Type> = args.iter().map(|arg| self.type_of(arg)).collect();
        let ty = match op.row().map(|row| row.apply(&args, &types, &kwargs)) {
            None => Type::Unknown,
            Some(Ok(ty)) => ty,
            Some(Err(misfit)) => {
                let blamed = misfit.operand.and_then(|at| args.get(at));
                let place = |expr: &Expr| {
                    let same = |it: &Given| matches!(&it.value, Attr::Expr(given) if given == expr);
                    given.iter().position(same).map(|at| spans[at])
                };
                let at = blamed.and_then(place).unwrap_or(span);
                return self.misfit(op.name(), &misfit, &types, at);
            }
        };
        Outcome::Rhs(Box::new(Rhs::Op(OpCall { op, args, kwargs, attrs })), ty)
    }

    /// A crossing between cores in a `pl.split_aiv` is split as that is; the arguments with that said.
    fn inherited_split(&self, name: &str, given: &[Given]) -> Option<Vec<Given>> {
        let crosses = matches!(name.rsplit('.').next(), Some("aiv_shard" | "aic_gather"));
        if !crosses || given.iter().any(|it| it.keyword.as_ref().is_some_and(|keyword| *keyword == "split")) {
            return None;
        }
        let mode = self.frames.iter().rev().find_map(|frame| match &frame.kind {
            FrameKind::Scope(open) => open.lanes_mode(),
            _ => None,
        })?;
        let value = Attr::Enum(Name::from(format!("SplitMode.{mode}")));
        let mut given = given.to_vec();
        given.push(Given { keyword: Some(Name::from("split")), value, ty: Type::Unknown });
        Some(given)
    }

    fn misfit(&mut self, name: &str, misfit: &Misfit, types: &[Type], at: Span) -> Outcome {
        let message = format!("`{}`: {}", written(name), misfit.message);
        let code = if misfit.count { Code("arity") } else { Code("wrong-operand") };
        let mut wrong = Diagnostic::error(code, at, message);
        let row = table::find(sugar::canonical(name));
        if let Some(row) = row.or_else(|| table::find(sugar::dispatch(name, types)?)) {
            wrong = wrong.help(format!("it is {}", usage(row)));
        }
        self.error(wrong);
        Outcome::ERROR
    }

    fn unknown_keyword(&mut self, op: &crate::ir::op::Op, keyword: &Name, given: &[Given], spans: &[Span]) {
        let at = given
            .iter()
            .position(|it| it.keyword.as_ref() == Some(keyword))
            .map_or(self.here, |at| spans[at]);
        let message = format!("`{}` has no keyword `{keyword}`; it is kept as written", written(op.name()));
        let mut note = Diagnostic::note(Code("unknown-keyword"), at, message);
        let known = op.row().into_iter().flat_map(|row| row.keywords.iter().map(|it| it.name));
        if let Some(near) = nearest(keyword, known) {
            note = note.help(format!("did you mean `{near}`?"));
        }
        self.notes.push(note);
    }

    /// Notes that the table does not know an operator, once a function.
    fn note_foreign(&mut self, name: &str, span: Span) {
        if !self.foreign.insert(Name::from(name)) {
            return;
        }
        let text = written(name);
        let message =
            format!("`{text}` is not in the operator table; it is taken to read and write all it is given");
        let mut note = Diagnostic::note(Code("unknown-operator"), span, message);
        if let Some(near) = near_operator(name) {
            note = note.help(format!("did you mean `{}`?", written(near)));
        }
        self.notes.push(note);
    }

    /// Arguments with their places, and `attrs=`.
    fn given(&mut self, call: &Call<'s>) -> Option<(Vec<Given>, Vec<Span>, Attrs)> {
        let (mut given, mut spans, mut attrs) = (Vec::new(), Vec::new(), Attrs::new());
        let mut fine = true;
        for arg in &call.args {
            match self.given_one(arg) {
                Some((value, ty)) => {
                    given.push(Given { keyword: None, value, ty });
                    spans.push(arg.span);
                }
                None => fine = false,
            }
        }
        for keyword in &call.keywords {
            match keyword.name.text {
                "attrs" => self.dictionary(&keyword.value, &mut attrs),
                "deps" => {
                    let tasks = self.tasks(&keyword.value).into_iter().map(Attr::Expr).collect();
                    let keyword_name = Some(Name::from("deps"));
                    given.push(Given { keyword: keyword_name, value: Attr::List(tasks), ty: Type::Unknown });
                    spans.push(keyword.value.span);
                }
                name => match self.given_one(&keyword.value) {
                    Some((value, ty)) => {
                        given.push(Given { keyword: Some(Name::from(name)), value, ty });
                        spans.push(keyword.value.span);
                    }
                    None => fine = false,
                },
            }
        }
        fine.then_some((given, spans, attrs))
    }

    fn given_one(&mut self, text: &Text<'s>) -> Option<(Attr, Type)> {
        if self.is_kept(text) {
            return Some((self.attribute(text)?, Type::Unknown));
        }
        match self.value(text) {
            Value::Error => None,
            Value::Expr(value) => Some((Attr::Expr(value.expr), value.ty)),
            Value::Const(value) => match value.operand() {
                Some(Typed { ty: Type::Unknown, .. }) | None => {
                    let attr = self.attribute_of(Value::Const(value), text)?;
                    Some((attr, Type::Unknown))
                }
                Some(operand) => Some((Attr::Expr(operand.expr), operand.ty)),
            },
            other @ Value::List(_) => {
                let value = self.operand_of(other, text.span)?;
                Some((Attr::Expr(value.expr), value.ty))
            }
        }
    }

    /// Whether an argument is no operand, but kept as it is written: a constructor, a value that is not known, or a list
    /// with one of these.
    fn is_kept(&self, text: &Text<'s>) -> bool {
        match &text.kind {
            ExprKind::Path(path) => {
                self.unit.globals.dsl(path).is_some_and(|name| self.is_foreign_value(text, &name))
            }
            ExprKind::Tuple(items) | ExprKind::List(items) => items.iter().any(|item| self.is_kept(item)),
            _ => self.is_constructor(text),
        }
    }

    /// `pl.min(a, b)`, `pl.add(a, b)`, `pl.cast(a, dtype)` where all operands are scalars.
    fn scalar_operator(&mut self, name: &str, call: &Call<'s>, span: Span) -> Option<Outcome> {
        let form = sugar::scalar_form(name)?;
        match (form, &*call.args) {
            (ScalarForm::Binary(op), [left, right]) if call.keywords.is_empty() => {
                let (a, b) = (self.value(left), self.value(right));
                Some(self.scalar_form(name, op, (a, left.span), (b, right.span), span))
            }
            (ScalarForm::Cast, [operand, ..]) => {
                let value = self.value(operand);
                let scalar = match &value {
                    Value::Const(Const::Int(_) | Const::Float(_) | Const::Bool(_)) => true,
                    Value::Expr(value) => matches!(value.ty, Type::Scalar(_)),
                    _ => false,
                };
                if scalar {
                    Some(self.scalar_cast(value, call, span))
                } else {
                    Some(self.shaped_cast(name, value, call, span))
                }
            }
            _ => None,
        }
    }

    fn scalar_form(
        &mut self,
        name: &str,
        op: BinaryOp,
        a: (Value, Span),
        b: (Value, Span),
        span: Span,
    ) -> Outcome {
        if let (Value::Const(x), Value::Const(y)) = (&a.0, &b.0)
            && let Some(value) = fold_form(op, x, y)
        {
            return Outcome::Value(Value::Const(value));
        }
        let flexible = [literal(&a.0), literal(&b.0)];
        let (Some(x), Some(y)) = (self.operand_of(a.0, a.1), self.operand_of(b.0, b.1)) else {
            return Outcome::ERROR;
        };
        let scalar = |value: &Typed| matches!(value.ty, Type::Scalar(_));
        if scalar(&x) && scalar(&y) {
            return self.scalar_binary(op, x, y, flexible, span).map_or(Outcome::ERROR, Outcome::expr);
        }
        self.apply(name, vec![(x, a.1), (y, b.1)], span)
    }

    fn scalar_cast(&mut self, value: Value, call: &Call<'s>, span: Span) -> Outcome {
        let target =
            call.args.get(1).or_else(|| call.keyword("target_type")).or_else(|| call.keyword("dtype"));
        let Some(target) = target else {
            let missing = Diagnostic::error(Code("arity"), span, "`pl.cast` needs an element type");
            self.error(missing.help("write `pl.cast(x, pl.INT32)`"));
            return Outcome::ERROR;
        };
        let (Some(dtype), Some(value)) = (self.dtype(target), self.operand_of(value, span)) else {
            return Outcome::ERROR;
        };
        let value = self.shallow(value);
        Outcome::expr(Typed::scalar(Expr::Cast(Box::new(value.expr), dtype), dtype))
    }

    fn shaped_cast(&mut self, name: &str, value: Value, call: &Call<'s>, span: Span) -> Outcome {
        let operand_span = call.args.first().map_or(span, |text| text.span);
        let Some(value) = self.operand_of(value, operand_span) else { return Outcome::ERROR };
        let rest = Call {
            function: call.function.clone(),
            args: call.args[1..].to_vec(),
            keywords: call.keywords.clone(),
        };
        let Some((mut given, mut spans, attrs)) = self.given(&rest) else { return Outcome::ERROR };
        given.insert(0, Given { keyword: None, value: Attr::Expr(value.expr), ty: value.ty });
        spans.insert(0, operand_span);
        self.applied(name, &given, &spans, attrs, span)
    }

    /// The element type that an expression names.
    pub(super) fn dtype(&mut self, text: &Text<'s>) -> Option<DType> {
        match constant::fold(text, &self.unit.globals) {
            Some(Const::DType(dtype)) => Some(dtype),
            _ => {
                let message = "expected an element type such as `pl.FP32`";
                let mut wrong = Diagnostic::error(Code("wrong-type"), text.span, message);
                let name = text.as_path().and_then(|path| self.unit.globals.dsl(path));
                if let Some(near) = name.and_then(|name| nearest(&name, DType::all().map(DType::name))) {
                    wrong = wrong.help(format!("did you mean `pl.{near}`?"));
                }
                self.error(wrong);
                None
            }
        }
    }
}

fn fold_form(op: BinaryOp, a: &Const, b: &Const) -> Option<Const> {
    let sign = match op {
        BinaryOp::Add => Sign::Add,
        BinaryOp::Sub => Sign::Sub,
        BinaryOp::Mul => Sign::Mul,
        BinaryOp::Div => Sign::Div,
        BinaryOp::Min | BinaryOp::Max => {
            let less = constant::compare(crate::syntax::tree::CompareOp::Lt, a, b)?;
            return Some(if less == (op == BinaryOp::Min) { a.clone() } else { b.clone() });
        }
        _ => return None,
    };
    constant::binary(sign, a, b)
}

/// The operator that a name is a slip of, if it is one: first among those of its family.
fn near_operator(name: &str) -> Option<&'static str> {
    let Some((family, last)) = name.rsplit_once('.') else { return nearest(name, sugar::short_names()) };
    let inside =
        |row: &'static str| row.rsplit_once('.').filter(|(of, _)| *of == family).map(|(_, last)| last);
    let names = || table::rows().map(|row| row.name);
    match nearest(last, names().filter_map(inside)) {
        Some(near) => names().find(|row| inside(row) == Some(near)),
        None => names().find(|row| sugar::is_near(row, name)),
    }
}

/// How an operator is written, with the names of its operands and keywords.
fn usage(row: &OpRow) -> String {
    let operands = row.operands.iter().map(|operand| match operand.optional {
        true => format!("[{}]", operand.name),
        false => operand.name.to_owned(),
    });
    let keywords = row.keywords.iter().map(|keyword| match keyword.required {
        true => format!("{}=", keyword.name),
        false => format!("[{}=]", keyword.name),
    });
    let all: Vec<String> = operands.chain(keywords).collect();
    format!("`{}({})`", written(row.name), all.join(", "))
}

/// An operator as people write it.
pub(super) fn written(name: &str) -> String {
    if name.starts_with("pld.") { name.to_owned() } else { format!("pl.{name}") }
}
