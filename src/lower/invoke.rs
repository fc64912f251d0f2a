//! Calls and submissions of the program's functions, and what they give.

use std::collections::HashMap;

use crate::base::diagnostic::{Code, Diagnostic};
use crate::base::span::Span;
use crate::ir::expr::Expr;
use crate::ir::extent;
use crate::ir::program::{FunctionKind, VarId};
use crate::ir::stmt::{Call as IrCall, CallMode, Rhs, StmtKind};
use crate::ir::types::Type;
use crate::lower::binder::Binder;
use crate::lower::body::Body;
use crate::lower::environment::{Binding, Meaning};
use crate::lower::program::Header;
use crate::lower::value::{Outcome, Typed};
use crate::syntax::tree::{Call, Expr as Text, Ident};

impl<'s> Body<'_, '_, 's> {
    /// `pl.submit(self.f, ...)`
    pub(super) fn submit(&mut self, call: &Call<'s>, mode: CallMode, span: Span) -> Outcome {
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

    fn no_function(&mut self, name: &str, at: Span) {
        let message = format!("the program has no function `{name}`");
        let mut unknown = Diagnostic::error(Code("unknown-function"), at, message);
        match self.unit.helpers.iter().find(|helper| helper.text == name) {
            Some(helper) => {
                unknown = unknown.also(helper.span, "this has no decorator of the DSL");
                unknown = unknown.help("write `@pl.function` above it");
            }
            None => unknown.help.extend(self.near_function(name)),
        }
        self.error(unknown);
    }

    /// `self.f(...)`, or its submission.
    pub(super) fn user_call(
        &mut self,
        name: &str,
        call: &Call<'s>,
        mode: CallMode,
        args: &[Text<'s>],
        span: Span,
    ) -> Outcome {
        let Some(header) = self.unit.headers.get(name) else {
            let at = if mode == CallMode::Call { call.function.span } else { call.args[0].span };
            self.no_function(name, at);
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
        let Some(results) = self.results(header, &binder, &values, call) else { return Outcome::ERROR };
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
        self.env.set(id, Some(Binding { meaning: Meaning::Var(var), span }));
    }

    fn no_inline_submit(&mut self, header: &Header<'_, 's>, mode: CallMode, call: &Call<'s>) {
        if mode != CallMode::Call && header.function.kind == FunctionKind::Inline {
            let message = "an Inline function cannot be submitted: a task launch needs a kernel";
            let wrong = Diagnostic::error(Code("submit-inline"), call.args[0].span, message);
            let wrong = wrong.also(header.def.name.span, "it is spliced into its callers");
            self.error(wrong.help("call it without `pl.submit`, or give it another type"));
        }
    }

    /// Types of the results, in terms of the caller.
    fn results(
        &mut self,
        header: &Header<'_, 's>,
        binder: &Binder<'_>,
        values: &[(Typed, Span)],
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
        let typed = results.iter().enumerate().map(|(at, ty)| {
            // A symbol of an Inline function is what the parameter that the result looks like makes of it.
            let of = header.shapes.get(at).copied().flatten();
            let own = of.map(|param| binder.seen_from(param, &values[param].0.ty)).unwrap_or_default();
            self.in_caller(ty, header, binder, &own)
        });
        Some(typed.collect())
    }

    /// A type of the callee in terms of the caller; unknown if it hangs on a local of the callee.
    fn in_caller(
        &mut self,
        ty: &Type,
        header: &Header<'_, 's>,
        binder: &Binder<'_>,
        own: &[(VarId, Expr)],
    ) -> Type {
        let mut foreign = false;
        let mut mapped = ty.without_memref();
        mapped.for_each_expr_mut(&mut |expr| {
            let bound = |var: &VarId| own.iter().find(|(known, _)| known == var).map(|(_, expr)| expr);
            *expr =
                expr.map_vars(&mut |var| match bound(&var).or_else(|| Some(&binder.bound.get(&var)?.0)) {
                    Some(expr) => expr.clone(),
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
