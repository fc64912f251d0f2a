//! Calls: of functions of the program, of the DSL, and the few of Python that have a meaning here.

use std::collections::HashMap;

use crate::base::diagnostic::{Code, Diagnostic};
use crate::base::span::Span;
use crate::ir::attr::{Attr, Attrs};
use crate::ir::dtype::DType;
use crate::ir::expr::{Expr, UnaryOp};
use crate::ir::extent;
use crate::ir::program::{Direction, FunctionKind};
use crate::ir::stmt::{ArgDirection, Call as IrCall, CallMode, Rhs, StmtKind};
use crate::ir::types::Type;
use crate::lower::binder::Binder;
use crate::lower::body::Body;
use crate::lower::constant;
use crate::lower::expression::described;
use crate::lower::program::Header;
use crate::lower::suggest::{count, nearest};
use crate::lower::value::{Const, Outcome, Typed, Value};
use crate::syntax::tree::{Call, Expr as Text, ExprKind, Ident};

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
            self.error(Diagnostic::error(Code("wrong-kind"), call.function.span, message));
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
                self.error(Diagnostic::error(Code("constant-needed"), span, message));
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

    fn near_function(&self, name: &str) -> Option<String> {
        let near = nearest(name, self.unit.headers.keys().copied())?;
        Some(format!("did you mean `{near}`?"))
    }

    /// `pl.submit(self.f, ...)`
    fn submit(&mut self, call: &Call<'s>, mode: CallMode, span: Span) -> Outcome {
        let Some((callee, args)) = call.args.split_first() else {
            let missing = Diagnostic::error(Code("arity"), span, "`pl.submit` needs the function to submit");
            self.error(missing.help("write `x, tid = pl.submit(self.kernel, a, b)`"));
            return Outcome::ERROR;
        };
        let name = callee.as_path().map(|path| path.strip_prefix("self.").unwrap_or(path).to_owned());
        let Some(name) = name.filter(|name| !name.contains('.')) else {
            let message = "`pl.submit` takes a function of the program first";
            let wrong = Diagnostic::error(Code("wrong-operand"), callee.span, message);
            self.error(wrong.help("write `pl.submit(self.kernel, a, b)`"));
            return Outcome::ERROR;
        };
        self.user_call(&name, call, mode, args, span)
    }

    fn user_call(
        &mut self,
        name: &str,
        call: &Call<'s>,
        mode: CallMode,
        args: &[Text<'s>],
        span: Span,
    ) -> Outcome {
        let Some(header) = self.unit.headers.get(name) else {
            let at = if mode == CallMode::Call { call.function.span } else { call.args[0].span };
            let message = format!("the program has no function `{name}`");
            let mut unknown = Diagnostic::error(Code("unknown-function"), at, message);
            unknown.help.extend(self.near_function(name));
            self.error(unknown);
            args.iter().for_each(|arg| drop(self.value(arg)));
            return Outcome::ERROR;
        };
        let mut made = IrCall::new(name, Vec::new());
        made.mode = mode;
        let Some(values) = self.arguments(header, call, args, &mut made, span) else { return Outcome::ERROR };
        self.call_attributes(&mut made);
        self.no_inline_submit(header, mode, call);
        let mut binder = Binder { callee: &header.function, bound: HashMap::new(), ambiguous: Vec::new() };
        let fits = self.check_arguments(header, &values, &mut binder);
        made.args = values.iter().map(|(value, _)| value.expr.clone()).collect();
        if !fits {
            return Outcome::ERROR;
        }
        self.tag_call(&mut made);
        let Some(results) = self.results(header, &binder, call) else { return Outcome::ERROR };
        self.finish_call(header, made, results, args)
    }

    /// The call as a right side; results that rebind names of the caller are taken out of it.
    fn finish_call(
        &mut self,
        header: &Header<'_, 's>,
        made: IrCall,
        mut results: Vec<Type>,
        args: &[Text<'s>],
    ) -> Outcome {
        if made.is_submit() {
            results.push(Type::TASK_ID);
            return Outcome::Rhs(Box::new(Rhs::Call(made)), Type::Tuple(results));
        }
        let callee = made.callee.clone();
        let visible = results.len() - header.hidden.len();
        if header.hidden.is_empty() {
            return match results.len() {
                0 => {
                    self.emit(StmtKind::Eval(Rhs::Call(made)));
                    Outcome::Nothing(callee)
                }
                1 => Outcome::Rhs(Box::new(Rhs::Call(made)), results.swap_remove(0)),
                _ => Outcome::Rhs(Box::new(Rhs::Call(made)), Type::Tuple(results)),
            };
        }
        let whole = if results.len() == 1 { results[0].clone() } else { Type::Tuple(results.clone()) };
        let all = self.hoist("ret", Rhs::Call(made), whole);
        let part = |at: usize| match results.len() {
            1 => all.expr.clone(),
            _ => Expr::Get(Box::new(all.expr.clone()), at as u32),
        };
        for (at, &param) in header.hidden.iter().enumerate() {
            if let Some(name) = args.get(param).and_then(Text::as_name)
                && self.is_local(name.text)
            {
                self.rebind(name, part(visible + at), results[visible + at].clone());
            }
        }
        match visible {
            0 => Outcome::Nothing(callee),
            1 => Outcome::expr(Typed::new(part(0), results[0].clone())),
            _ => {
                let exprs = (0..visible).map(part).collect();
                Outcome::expr(Typed::new(Expr::Tuple(exprs), Type::Tuple(results[..visible].to_vec())))
            }
        }
    }

    /// Gives a name of the caller the value that an Inline function left in it.
    fn rebind(&mut self, name: Ident<'s>, expr: Expr, ty: Type) {
        let id = self.names.id(name.text);
        let span = self.env.get(id).map_or(name.span, |binding| binding.span);
        let var = match expr {
            Expr::Var(var) => var,
            other => {
                let var = self.function.add_var(name.text, ty, name.span);
                self.emit(StmtKind::Let(var, Rhs::Expr(other)));
                var
            }
        };
        use crate::lower::environment::{Binding, Meaning};
        self.env.set(id, Some(Binding { meaning: Meaning::Var(var), span }));
    }

    /// Argument values in the order of the parameters; launch data and attributes go into the call.
    fn arguments(
        &mut self,
        header: &Header<'_, 's>,
        call: &Call<'s>,
        args: &[Text<'s>],
        made: &mut IrCall,
        span: Span,
    ) -> Option<Vec<(Typed, Span)>> {
        let params = &header.function.params;
        let mut texts: Vec<Option<&Text<'s>>> = args.iter().map(Some).collect();
        let mut attrs = Attrs::new();
        let mut fine = true;
        for keyword in &call.keywords {
            let names = params.iter().map(|param| &header.function.vars[param.var].name);
            if let Some(at) = names.clone().position(|name| *name == keyword.name.text) {
                if texts.len() <= at {
                    texts.resize(at + 1, None);
                }
                texts[at] = Some(&keyword.value);
            } else if keyword.name.text == "attrs" {
                self.dictionary(&keyword.value, &mut attrs);
            } else if !self.launch_keyword(keyword, &mut made.launch) {
                let message = format!("`{}` has no parameter `{}`", made.callee, keyword.name.text);
                let mut unknown = Diagnostic::error(Code("unknown-keyword"), keyword.name.span, message);
                unknown = unknown.also(header.def.name.span, "defined here");
                if let Some(near) = nearest(keyword.name.text, names.map(|name| name.as_str())) {
                    unknown = unknown.help(format!("did you mean `{near}`?"));
                }
                self.error(unknown);
                fine = false;
            }
        }
        made.attrs = attrs;
        if fine {
            self.check_arity(header, &texts, made, span)?;
        }
        let mut values = Vec::with_capacity(texts.len());
        for (at, text) in texts.into_iter().enumerate() {
            let Some(text) = text else { continue };
            let inner = self.without_no_dep(text);
            if inner.is_some() {
                made.no_dep.push(at);
            }
            let param = params.get(at).map(|param| &header.function.vars[param.var].ty);
            match self.argument(inner.unwrap_or(text), param) {
                Some(value) => values.push((value, text.span)),
                None => fine = false,
            }
        }
        fine.then_some(values)
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
        let missing = params.iter().enumerate().skip(texts.len());
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
    fn call_attributes(&mut self, made: &mut IrCall) {
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

    fn no_inline_submit(&mut self, header: &Header<'_, 's>, mode: CallMode, call: &Call<'s>) {
        if mode != CallMode::Call && header.function.kind == FunctionKind::Inline {
            let message = "an Inline function cannot be submitted: a task launch needs a kernel";
            let wrong = Diagnostic::error(Code("submit-inline"), call.args[0].span, message);
            let wrong = wrong.also(header.def.name.span, "it is spliced into its callers");
            self.error(wrong.help("call it without `pl.submit`, or give it another type"));
        }
    }

    fn check_arguments(
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
            let known = |expr: &Expr| self.known(expr);
            if let Err(why) = binder.fit(&declared.ty, &value.ty, at, &known) {
                let message =
                    format!("argument `{}` of `{}` does not fit: {why}", declared.name, header.function.name);
                let wrong = Diagnostic::error(Code("argument-type"), *span, message);
                let wrong = wrong.label(described(&value.ty)).also(declared.span, "the parameter");
                self.errors.push(wrong);
            }
        }
        let conflicts = std::mem::take(&mut binder.ambiguous);
        for conflict in &conflicts {
            if header.function.kind == FunctionKind::Inline {
                continue;
            }
            let symbol = &header.function.vars[conflict.symbol].name;
            let (first, second) = (&values[conflict.first], &values[conflict.second]);
            let (a, b) = (conflict.extents[0], conflict.extents[1]);
            let message = format!("`{symbol}` of `{}` would be both {a} and {b}", header.function.name);
            let wrong =
                Diagnostic::error(Code("symbol-conflict"), second.1, message).label(format!("{b} here"));
            let wrong = wrong.also(first.1, format!("{a} here"));
            let help = "one symbol is one extent: give the parameters different symbols";
            self.error(wrong.help(help));
        }
        binder.ambiguous = conflicts;
        self.errors.len() == before
    }

    /// An extent with variables replaced by what they are known to be.
    fn known(&self, expr: &Expr) -> Expr {
        extent::fold(expr)
    }

    /// Types of the results, in terms of the caller.
    fn results(
        &mut self,
        header: &Header<'_, 's>,
        binder: &Binder<'_>,
        call: &Call<'s>,
    ) -> Option<Vec<Type>> {
        let Some(results) = &header.results else {
            let message =
                format!("the result of `{}` is not known here: it calls itself", header.function.name);
            let wrong = Diagnostic::error(Code("recursive-result"), call.function.span, message);
            let wrong = wrong.also(header.def.name.span, "it has no `->` annotation");
            self.error(wrong.help("annotate what the function returns"));
            return None;
        };
        Some(results.iter().map(|ty| self.in_caller(ty, header, binder)).collect())
    }

    /// A type of the callee in terms of the caller; unknown if it hangs on a local of the callee.
    fn in_caller(&mut self, ty: &Type, header: &Header<'_, 's>, binder: &Binder<'_>) -> Type {
        let mut foreign = false;
        let mut mapped = ty.without_memref();
        mapped.for_each_expr_mut(&mut |expr| {
            *expr = expr.map_vars(&mut |var| match binder.bound.get(&var) {
                Some((expr, _)) => expr.clone(),
                None if header.function.symbols.contains(&var) => {
                    Expr::Var(self.symbol(&header.function.vars[var].name))
                }
                None => {
                    foreign = true;
                    Expr::index(0)
                }
            });
            *expr = extent::fold(expr);
        });
        if foreign { Type::Unknown } else { mapped }
    }
}
