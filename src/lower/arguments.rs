//! Arguments of calls: by position, by name, left out; and whether they fit.

use crate::base::diagnostic::{Code, Diagnostic};
use crate::base::span::Span;
use crate::ir::attr::Attr;
use crate::ir::extent;
use crate::ir::program::{Direction, FunctionKind};
use crate::ir::stmt::{ArgDirection, Call as IrCall};
use crate::ir::types::Type;
use crate::lower::binder::{Binder, Conflict};
use crate::lower::body::Body;
use crate::lower::expression::described;
use crate::lower::program::Header;
use crate::lower::scope::PREDICATE;
use crate::lower::suggest::{count, nearest};
use crate::lower::value::{Const, Typed, Value};
use crate::syntax::tree::{Call, Expr as Text, Keyword};

impl<'s> Body<'_, '_, 's> {
    /// Argument values in the order of the parameters; launch data and attributes go into the call.
    pub(super) fn arguments(
        &mut self,
        header: &Header<'_, 's>,
        call: &Call<'s>,
        args: &[Text<'s>],
        made: &mut IrCall,
        span: Span,
    ) -> Option<Vec<(Typed, Span)>> {
        let mut texts: Vec<Option<&Text<'s>>> = args.iter().map(Some).collect();
        let fine = self.keywords(header, call, made, &mut texts);
        self.add_defaults(header, made, &mut texts);
        if fine {
            self.check_arity(header, &texts, made, span)?;
        }
        let values = self.values(header, &texts, made);
        // What is read for it is read last, just before the call, where it prints inside again.
        if let Some(text) = call.keyword(PREDICATE) {
            made.launch.predicate = self.condition(text);
        }
        values.filter(|_| fine)
    }

    /// Keywords: arguments by name, how the call is launched, attributes.
    fn keywords<'t>(
        &mut self,
        header: &Header<'_, 's>,
        call: &'t Call<'s>,
        made: &mut IrCall,
        texts: &mut Vec<Option<&'t Text<'s>>>,
    ) -> bool {
        let mut fine = true;
        for keyword in call.keywords.iter().filter(|keyword| keyword.name.text != PREDICATE) {
            if let Some(at) = param_names(header).position(|name| name == keyword.name.text) {
                texts.resize(texts.len().max(at + 1), None);
                if texts[at].replace(&keyword.value).is_some() {
                    let message = format!("`{}` is given twice", keyword.name.text);
                    let twice = Diagnostic::error(Code("arity"), keyword.name.span, message);
                    self.error(twice.help("it is given by its position already: leave one of them out"));
                    fine = false;
                }
            } else if keyword.name.text == "attrs" {
                self.dictionary(&keyword.value, &mut made.attrs);
            } else if !self.launch_keyword(keyword, &mut made.launch) {
                self.no_parameter(header, keyword);
                fine = false;
            }
        }
        fine
    }

    fn no_parameter(&mut self, header: &Header<'_, 's>, keyword: &Keyword<'s>) {
        let message = format!("`{}` has no parameter `{}`", header.function.name, keyword.name.text);
        let mut unknown = Diagnostic::error(Code("unknown-keyword"), keyword.name.span, message);
        unknown = unknown.also(header.def.name.span, "defined here");
        unknown = match nearest(keyword.name.text, param_names(header)) {
            Some(near) => unknown.help(format!("did you mean `{near}`?")),
            None => {
                let names: Vec<&str> = param_names(header).collect();
                unknown.help(format!("its parameters are {}", names.join(", ")))
            }
        };
        self.error(unknown);
    }

    fn values(
        &mut self,
        header: &Header<'_, 's>,
        texts: &[Option<&Text<'s>>],
        made: &mut IrCall,
    ) -> Option<Vec<(Typed, Span)>> {
        let params = &header.function.params;
        let mut values = Some(Vec::with_capacity(texts.len()));
        for (at, text) in texts.iter().enumerate() {
            let Some(text) = *text else { continue };
            let inner = self.without_no_dep(text);
            if inner.is_some() {
                made.no_dep.push(at);
            }
            let param = params.get(at).map(|param| &header.function.vars[param.var].ty);
            match (self.argument(inner.unwrap_or(text), param), &mut values) {
                (Some(value), Some(values)) => values.push((value, text.span)),
                _ => values = None,
            }
        }
        values
    }

    /// What a call leaves out, where the header says what it is then. A submission leaves its outputs out.
    fn add_defaults<'t>(
        &self,
        header: &Header<'t, 's>,
        made: &IrCall,
        texts: &mut Vec<Option<&'t Text<'s>>>,
    ) {
        let skip = header.def.params.len() - header.function.params.len();
        let defaults = header.def.params[skip..].iter().map(|param| param.default.as_ref());
        let wanted = defaults.clone().rposition(|default| default.is_some()).map_or(0, |last| last + 1);
        for (at, default) in defaults.enumerate().take(wanted) {
            let given = texts.get(at).is_some_and(Option::is_some);
            if !given && default.is_some() && !made.is_submit() {
                texts.resize(texts.len().max(at + 1), None);
                texts[at] = default;
            }
        }
    }

    fn check_arity(
        &mut self,
        header: &Header<'_, 's>,
        texts: &[Option<&Text<'s>>],
        made: &IrCall,
        span: Span,
    ) -> Option<()> {
        let params = &header.function.params;
        let given = texts.iter().flatten().count();
        let is_missing = |at: usize| texts.get(at).is_none_or(Option::is_none);
        let missing = params.iter().enumerate().filter(|(at, _)| is_missing(*at));
        let short = given < texts.len() || given < params.len();
        // A submission may leave out outputs at its end: the runtime allocates them.
        let allowed = made.is_submit() && missing.clone().all(|(_, param)| param.direction == Direction::Out);
        if given > params.len() || (short && !(allowed && given == texts.len())) {
            let wanted = params.len();
            let wanted = count(wanted, "argument");
            let message = format!("`{}` takes {wanted}, got {given}", made.callee);
            let mut wrong =
                Diagnostic::error(Code("arity"), span, message).also(header.def.name.span, "defined here");
            let names: Vec<&str> =
                missing.map(|(_, param)| header.function.vars[param.var].name.as_str()).collect();
            if !names.is_empty() {
                wrong = wrong.help(format!("missing: {}", names.join(", ")));
            }
            self.error(wrong);
            return None;
        }
        Some(())
    }

    /// What is inside `pl.no_dep(...)`.
    fn without_no_dep<'t>(&self, text: &'t Text<'s>) -> Option<&'t Text<'s>> {
        let call = text.as_call()?;
        let name = self.unit.globals.dsl(call.function.as_path()?)?;
        if name == "no_dep" { call.args.first() } else { None }
    }

    /// The value of an argument; bare numbers take the type of the parameter.
    fn argument(&mut self, text: &Text<'s>, param: Option<&Type>) -> Option<Typed> {
        let value = self.value(text);
        match (&value, param) {
            (Value::Const(Const::None), _) => Some(self.no_task()),
            (Value::Const(constant), Some(Type::Scalar(dtype))) => match constant.literal(*dtype) {
                Some(expr) => Some(Typed::scalar(expr, *dtype)),
                None => self.operand_of(value, text.span),
            },
            _ => self.operand_of(value, text.span),
        }
    }

    /// Attributes that have a field of their own.
    pub(super) fn call_attributes(&mut self, made: &mut IrCall) {
        if let Some(Attr::List(items)) = made.attrs.get("arg_directions").cloned() {
            let parse = |item: &Attr| match item {
                Attr::Enum(member) => member.strip_prefix("adir.").and_then(ArgDirection::parse),
                _ => None,
            };
            if let Some(directions) = items.iter().map(parse).collect() {
                made.directions = directions;
                made.attrs.remove("arg_directions");
            }
        }
        if let Some(Attr::List(items)) = made.attrs.get("arg_direction_overrides").cloned() {
            let parse = |item: &Attr| match item {
                Attr::Int(at) => usize::try_from(*at).ok(),
                _ => None,
            };
            if let Some(indices) = items.iter().map(parse).collect::<Option<Vec<_>>>() {
                made.no_dep.extend(indices);
                made.attrs.remove("arg_direction_overrides");
            }
        }
        made.no_dep.sort_unstable();
        made.no_dep.dedup();
        if let Some(Attr::List(items)) = made.attrs.remove("dump_vars") {
            made.launch.dumps.extend(items.into_iter().filter_map(|item| match item {
                Attr::Expr(expr) => Some(expr),
                _ => None,
            }));
        }
    }

    pub(super) fn check_arguments(
        &mut self,
        header: &Header<'_, 's>,
        values: &[(Typed, Span)],
        binder: &mut Binder<'_>,
    ) -> bool {
        let before = self.errors.len();
        for (at, ((value, _), param)) in values.iter().zip(&header.function.params).enumerate() {
            let declared = &header.function.vars[param.var];
            if let Type::Scalar(_) = declared.ty {
                binder.bound.insert(param.var, (value.expr.clone(), at));
            }
        }
        for (at, ((value, span), param)) in values.iter().zip(&header.function.params).enumerate() {
            let declared = &header.function.vars[param.var];
            if let Err(why) = binder.fit(&declared.ty, &value.ty, at, &extent::fold) {
                let message =
                    format!("argument `{}` of `{}` does not fit: {why}", declared.name, header.function.name);
                let wrong = Diagnostic::error(Code("argument-type"), *span, message);
                let wrong = wrong.label(described(&value.ty)).also(declared.span, "the parameter");
                self.errors.push(wrong);
            }
        }
        let conflicts = std::mem::take(&mut binder.ambiguous);
        if header.function.kind != FunctionKind::Inline {
            conflicts.iter().for_each(|conflict| self.symbol_conflict(header, values, conflict));
        }
        binder.ambiguous = conflicts;
        self.errors.len() == before
    }

    fn symbol_conflict(&mut self, header: &Header<'_, 's>, values: &[(Typed, Span)], conflict: &Conflict) {
        let symbol = &header.function.vars[conflict.symbol].name;
        let (first, second) = (&values[conflict.first], &values[conflict.second]);
        let [a, b] = conflict.extents;
        let message = format!("`{symbol}` of `{}` would be both {a} and {b}", header.function.name);
        let wrong = Diagnostic::error(Code("symbol-conflict"), second.1, message).label(format!("{b} here"));
        let wrong = wrong.also(first.1, format!("{a} here"));
        self.error(wrong.help("one symbol is one extent: give the parameters different symbols"));
    }
}

/// The names of a function's parameters.
fn param_names<'h>(header: &'h Header<'_, '_>) -> impl Iterator<Item = &'h str> {
    header.function.params.iter().map(|param| header.function.vars[param.var].name.as_str())
}
