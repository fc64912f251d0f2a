//! Statements that are not loops, branches or scopes.

use crate::base::diagnostic::{Code, Diagnostic};
use crate::base::span::Span;
use crate::ir::agree;
use crate::ir::dtype::DType;
use crate::ir::expr::Expr;
use crate::ir::extent;
use crate::ir::stmt::{ForKind, Rhs, StmtKind};
use crate::ir::types::{TensorType, TileType, Type};
use crate::lower::body::{Body, FrameKind, Yielded};
use crate::lower::suggest::{count, nearest};
use crate::lower::value::{Const, Outcome, Typed, Value, is_wide};
use crate::syntax::tree::{Call, Expr as Text, ExprKind, Ident, Stmt, StmtKind as TextKind};

impl<'s> Body<'_, '_, 's> {
    /// One statement.
    pub(super) fn statement(&mut self, stmt: &Stmt<'s>) {
        self.check_order(stmt);
        match &stmt.kind {
            TextKind::Assign { target, annotation, value } => {
                self.assign(target, annotation.as_ref(), value);
            }
            TextKind::Expr(value) => self.effect(value),
            TextKind::Part(number, value) => {
                let value = self.value(value);
                self.parts.insert(*number, value);
            }
            TextKind::Return(value) => self.return_values(value.as_ref(), stmt.span),
            TextKind::For { target, iter, body } => self.iterate(target, iter, *body),
            TextKind::While { cond, body } => self.plain_while(cond, *body),
            TextKind::If { cond, then, otherwise } => self.branch(cond, *then, *otherwise),
            TextKind::With { context, target, body } => self.with(context, target.as_ref(), *body),
            TextKind::Break => self.jump(true),
            TextKind::Continue => self.jump(false),
            TextKind::Pass => {}
            TextKind::Error(names) => names.iter().for_each(|&name| self.poison(name)),
        }
    }

    /// A yield must be the last statement of its block, `pl.cond` the first of its.
    fn check_order(&mut self, stmt: &Stmt<'s>) {
        let jumps = matches!(stmt.kind, TextKind::Break | TextKind::Continue);
        let frame = self.frames.last().expect("a statement stands in a suite");
        if let Some(yielded) = &frame.yielded
            && !jumps
            && !matches!(stmt.kind, TextKind::Pass)
        {
            let message = "`pl.yield_` must be the last statement of its block";
            let wrong = Diagnostic::error(Code("yield-place"), yielded.span, message);
            self.error(wrong.also(stmt.span, "this comes after it").help("move the yield to the end"));
        }
        if self.wants_cond()
            && !matches!(&stmt.kind, TextKind::Expr(value) if self.dsl_name(value) == Some("cond".into()))
        {
            let message = "a loop over `pl.while_(...)` begins with `pl.cond(...)`";
            let wrong = Diagnostic::error(Code("missing-cond"), stmt.span, message);
            self.error(wrong.help("write `pl.cond(i < n)` as the first statement of the body"));
            self.forget_cond();
        }
    }

    /// The name behind `pl.` of what a call calls.
    pub(super) fn dsl_name(&self, text: &Text<'s>) -> Option<String> {
        let path = text.as_call()?.function.as_path()?;
        Some(self.unit.globals.dsl(path)?.into_owned())
    }

    /// `target: annotation = value`
    fn assign(&mut self, target: &Text<'s>, annotation: Option<&Text<'s>>, value: &Text<'s>) {
        if self.dsl_name(value).as_deref() == Some("yield_") {
            return self.yield_to(target, annotation, value);
        }
        match &target.kind {
            ExprKind::Name(name) => {
                self.assign_name(Ident { text: name, span: target.span }, annotation, value);
            }
            ExprKind::Tuple(items) | ExprKind::List(items) => self.unpack(items, value, target.span),
            ExprKind::Subscript(base, index) => self.store(base, index, value, self.here),
            _ => {
                let message = "this cannot be assigned";
                let wrong = Diagnostic::error(Code("assign-target"), target.span, message);
                self.error(wrong.help("assign a name, a subscript, or a tuple of names"));
            }
        }
    }

    fn assign_name(&mut self, name: Ident<'s>, annotation: Option<&Text<'s>>, value: &Text<'s>) {
        let declared = annotation.map(|text| (self.annotation(text), text.span));
        let outcome = self.outcome(value);
        let (rhs, ty, loose) =
            match self.right_side(outcome, value, declared.as_ref().and_then(|it| it.0.as_ref()), name) {
                Some(right) => right,
                None => return self.poison(name),
            };
        let (rhs, ty) = match declared {
            Some((Some(declared), span)) => self.reconcile(rhs, ty, loose, declared, span, value.span),
            _ => self.keep_type(name, rhs, ty, loose),
        };
        self.define(name, rhs, ty);
    }

    /// The right side of an assignment with its type. A bare number takes the declared element type, or that of the
    /// name.
    fn right_side(
        &mut self,
        outcome: Outcome,
        text: &Text<'s>,
        declared: Option<&Type>,
        name: Ident<'s>,
    ) -> Option<(Rhs, Type, Option<DType>)> {
        match outcome {
            Outcome::Rhs(rhs, ty) => Some((*rhs, ty, None)),
            Outcome::Nothing(callee) => {
                let message = format!("`{callee}` returns nothing");
                let wrong = Diagnostic::error(Code("no-value"), text.span, message).label("assigned here");
                self.error(wrong.help("call it in a statement of its own, or let it return something"));
                None
            }
            Outcome::Value(Value::Error) => None,
            Outcome::Value(Value::Const(Const::None)) => {
                let call =
                    crate::ir::stmt::OpCall::new(crate::ir::op::Op::new("system.task_invalid"), Vec::new());
                Some((Rhs::Op(call), Type::TASK_ID, None))
            }
            Outcome::Value(Value::Const(value)) => {
                let before = self.names.find(name.text).and_then(|id| self.variable(id));
                let wanted =
                    declared.cloned().or_else(|| before.map(|var| self.function.vars[var].ty.clone()));
                if let Some(Type::Scalar(dtype)) = wanted
                    && let Some(expr) = value.literal(dtype)
                {
                    return Some((Rhs::Expr(expr), Type::Scalar(dtype), None));
                }
                let value = self.operand_of(Value::Const(value), text.span)?;
                Some((Rhs::Expr(value.expr), value.ty, None))
            }
            Outcome::Value(value) => {
                let value = self.operand_of(value, text.span)?;
                Some((Rhs::Expr(value.expr), value.ty, value.loose))
            }
        }
    }

    /// Checks a declared type against the computed one; gives the right side, perhaps converted, and the type to keep.
    fn reconcile(
        &mut self,
        rhs: Rhs,
        ty: Type,
        loose: Option<DType>,
        declared: Type,
        at: Span,
        value: Span,
    ) -> (Rhs, Type) {
        if let (Type::Scalar(want), Type::Scalar(got)) = (&declared, &ty)
            && want != got
            && (want.is_int() && got.is_int() || loose == Some(*want))
        {
            return (self.converted(rhs, *want, ty), declared);
        }
        if let Some(why) = agree::disagreement(&declared, &ty) {
            let message = format!("the value has another type than declared: {why}");
            let wrong = Diagnostic::error(Code("annotation-type"), value, message).label("the value");
            self.error(wrong.also(at, "declared here").help("change the annotation, or convert the value"));
            return (rhs, declared);
        }
        let merged = merge(declared, ty);
        (rhs, merged)
    }

    /// An integer assigned to a name keeps the width of the name where only a bare number widened it.
    fn keep_type(&mut self, name: Ident<'s>, rhs: Rhs, ty: Type, loose: Option<DType>) -> (Rhs, Type) {
        let before = self.names.find(name.text).and_then(|id| self.variable(id));
        if let Some(before) = before
            && let Type::Scalar(want) = self.function.vars[before].ty
            && let Type::Scalar(got) = ty
            && got != want
            && (loose == Some(want) || (is_wide(got) && is_wide(want)))
        {
            return (self.converted(rhs, want, ty), Type::Scalar(want));
        }
        (rhs, ty)
    }

    fn converted(&mut self, rhs: Rhs, dtype: DType, ty: Type) -> Rhs {
        let expr = match rhs {
            Rhs::Expr(expr) => expr,
            other => self.hoist("t", other, ty).expr,
        };
        let value = self.shallow(Typed::new(expr, Type::Unknown));
        Rhs::Expr(Expr::Cast(Box::new(value.expr), dtype))
    }

    /// Defines a variable and makes a name mean it.
    pub(super) fn define(&mut self, name: Ident<'s>, rhs: Rhs, ty: Type) {
        let var = self.function.add_var(name.text, ty, name.span);
        if let Rhs::Expr(Expr::Tuple(items)) = &rhs
            && items.iter().all(|item| matches!(self.type_of(item), Type::Scalar(_)))
        {
            self.tuples.insert(var, Expr::Tuple(items.clone()));
        }
        self.emit(StmtKind::Let(var, rhs));
        self.bind(name, var);
    }

    /// `a, b = value`, `(a, b), c = value`
    fn unpack(&mut self, targets: &[Text<'s>], value: &Text<'s>, span: Span) {
        match self.outcome(value) {
            Outcome::Value(Value::Error) => self.poison_all(targets),
            Outcome::Value(Value::Const(Const::List(items))) => {
                let items = items.into_iter().map(Value::Const).collect();
                self.unpack_list(targets, items, span);
            }
            Outcome::Value(Value::List(items)) => self.unpack_list(targets, items, span),
            Outcome::Value(Value::Expr(Typed {
                expr: Expr::Tuple(items), ty: Type::Tuple(types), ..
            })) => {
                let items = items.into_iter().zip(types).map(|(expr, ty)| Value::Expr(Typed::new(expr, ty)));
                self.unpack_list(targets, items.collect(), span);
            }
            Outcome::Value(other) => {
                let Some(value) = self.operand_of(other, value.span) else { return self.poison_all(targets) };
                self.unpack_tuple(targets, value, span);
            }
            Outcome::Rhs(rhs, mut ty) => {
                // An operator outside the table gives as many values as there are names.
                if ty == Type::Unknown {
                    ty = Type::Tuple(vec![Type::Unknown; targets.len()]);
                }
                let value = self.hoist("ret", *rhs, ty);
                self.unpack_tuple(targets, value, span);
            }
            Outcome::Nothing(callee) => {
                let message = format!("`{callee}` returns nothing");
                self.error(
                    Diagnostic::error(Code("no-value"), value.span, message)
                        .label("unpacked here")
                        .help("let it return what is unpacked"),
                );
                self.poison_all(targets);
            }
        }
    }

    fn unpack_tuple(&mut self, targets: &[Text<'s>], value: Typed, span: Span) {
        let Type::Tuple(types) = &value.ty else {
            if value.ty != Type::Unknown {
                let message = format!("{} cannot be unpacked", agree::kind(&value.ty));
                self.error(
                    Diagnostic::error(Code("unpack-count"), span, message).help("assign it to one name"),
                );
            } else {
                let message = "the type of this value is not known, so it cannot be unpacked";
                let wrong = Diagnostic::error(Code("unknown-type"), span, message);
                self.error(wrong.help("unpack where it is made, or annotate it there"));
            }
            return self.poison_all(targets);
        };
        let part =
            |at: usize| Typed::new(Expr::Get(Box::new(value.expr.clone()), at as u32), types[at].clone());
        let parts: Vec<Value> = (0..types.len()).map(|at| Value::Expr(part(at))).collect();
        // `(a, b), tid = pl.submit(...)`: the results in parentheses of their own.
        if let [first, second] = targets
            && let ExprKind::Tuple(inner) = &first.kind
            && inner.len() + 1 == types.len()
            && !matches!(types.first(), Some(Type::Tuple(_)))
        {
            let flat: Vec<Text<'s>> = inner.iter().chain([second]).cloned().collect();
            return self.unpack_list(&flat, parts, span);
        }
        self.unpack_list(targets, parts, span);
    }

    /// Each target gets its value; all values are there before the first is assigned.
    fn unpack_list(&mut self, targets: &[Text<'s>], values: Vec<Value>, span: Span) {
        if targets.len() != values.len() {
            let message =
                format!("{} unpacked into {}", count(values.len(), "value"), count(targets.len(), "name"));
            self.error(
                Diagnostic::error(Code("unpack-count"), span, message)
                    .help("write one name for each value; `_` is one like any other"),
            );
            return self.poison_all(targets);
        }
        for (target, value) in targets.iter().zip(values) {
            match (&target.kind, value) {
                (ExprKind::Name(name), value) => {
                    let name = Ident { text: name, span: target.span };
                    match self.right_side(Outcome::Value(value), target, None, name) {
                        Some((rhs, ty, loose)) => {
                            let (rhs, ty) = self.keep_type(name, rhs, ty, loose);
                            self.define(name, rhs, ty);
                        }
                        None => self.poison(name),
                    }
                }
                (ExprKind::Tuple(inner), Value::List(values)) => self.unpack_list(inner, values, target.span),
                (ExprKind::Tuple(inner), Value::Expr(value)) => self.unpack_tuple(inner, value, target.span),
                _ => {
                    let message = "this cannot be assigned here";
                    let wrong = Diagnostic::error(Code("assign-target"), target.span, message);
                    self.error(wrong.help("unpack into names"));
                }
            }
        }
    }

    fn poison_all(&mut self, targets: &[Text<'s>]) {
        for target in targets {
            target.walk(&mut |inner| {
                if let Some(name) = inner.as_name() {
                    self.poison(name);
                }
            });
        }
    }

    /// `a, b = pl.yield_(x, y)`
    fn yield_to(&mut self, target: &Text<'s>, annotation: Option<&Text<'s>>, value: &Text<'s>) {
        let targets: Vec<Ident<'s>> = match target.as_items() {
            Some(items) => items.iter().filter_map(Text::as_name).collect(),
            None => target.as_name().into_iter().collect(),
        };
        let declared = annotation.and_then(|text| Some((self.annotation(text)?, text.span)));
        let Some(call) = value.as_call() else { return };
        let Some(mut values) = self.yielded(call) else {
            return targets.iter().for_each(|&target| self.poison(target));
        };
        if let (Some((declared, at)), [only]) = (declared, &mut *values) {
            let (rhs, ty) = self.reconcile(
                Rhs::Expr(only.expr.clone()),
                only.ty.clone(),
                only.loose,
                declared,
                at,
                value.span,
            );
            if let Rhs::Expr(expr) = rhs {
                *only = Typed::new(expr, ty);
            }
        }
        if !targets.is_empty() && targets.len() != values.len() {
            let message =
                format!("{} yielded to {}", count(values.len(), "value"), count(targets.len(), "name"));
            self.error(
                Diagnostic::error(Code("carry-count"), value.span, message)
                    .help("write one name for each value"),
            );
        }
        self.set_yield(Yielded { targets, values, span: value.span });
    }

    fn yielded(&mut self, call: &Call<'s>) -> Option<Vec<Typed>> {
        if !self.frames.iter().rev().any(|frame| matches!(frame.kind, FrameKind::Loop(_) | FrameKind::Arm(_)))
        {
            let message = "`pl.yield_` outside a loop or branch";
            self.error(
                Diagnostic::error(Code("yield-place"), call.function.span, message)
                    .help("assign the value, or `return` it"),
            );
            return None;
        }
        call.args
            .iter()
            .map(|text| {
                let value = self.task_or_operand(text)?;
                Some(self.shallow(value))
            })
            .collect()
    }

    /// An expression for its effect.
    fn effect(&mut self, text: &Text<'s>) {
        match &text.kind {
            ExprKind::Str(_) | ExprKind::Ellipsis => return,
            ExprKind::Call(call) => {
                if let Some(name) = self.dsl_name(text)
                    && self.directive(&name, call)
                {
                    return;
                }
            }
            _ => {}
        }
        match self.outcome(text) {
            Outcome::Rhs(rhs, _) => self.emit(StmtKind::Eval(*rhs)),
            Outcome::Nothing(_) | Outcome::Value(_) => {}
        }
    }

    /// Statements of the DSL that are no operators.
    fn directive(&mut self, name: &str, call: &Call<'s>) -> bool {
        match name {
            "static_assert" | "static_print" => {}
            "yield_" => {
                if let Some(values) = self.yielded(call) {
                    self.set_yield(Yielded { targets: Vec::new(), values, span: call.function.span });
                }
            }
            "cond" => match (self.wants_cond(), call.args.first()) {
                (true, Some(cond)) => self.set_cond(cond),
                _ => {
                    let message = "`pl.cond` stands first under `pl.while_(...)`, and nowhere else";
                    self.error(
                        Diagnostic::error(Code("misplaced"), call.function.span, message)
                            .help("test with `if`, or loop with `while`"),
                    );
                }
            },
            "func_attr" => {
                if let Some(text) = call.args.first() {
                    let mut attrs = std::mem::take(&mut self.function.attrs);
                    self.dictionary(text, &mut attrs);
                    self.function.attrs = attrs;
                }
            }
            "dump_tag" => {
                for text in &call.args {
                    if let Some(name) = text.as_name()
                        && let Value::Expr(Typed { expr: Expr::Var(var), .. }) = self.read(name)
                    {
                        self.tagged.push(var);
                    }
                }
            }
            _ => return false,
        }
        true
    }

    /// `for target in iter:`
    fn iterate(&mut self, target: &Text<'s>, iter: &Text<'s>, body: crate::syntax::tree::SuiteId) {
        let name = self.dsl_name(iter);
        let call = iter.as_call();
        match (name.as_deref(), call) {
            (Some("range"), Some(call)) => self.counted(ForKind::Sequential, target, call, body),
            (Some("parallel"), Some(call)) => self.counted(ForKind::Parallel, target, call, body),
            (Some("unroll"), Some(call)) => self.counted(ForKind::Unroll, target, call, body),
            (Some("pipeline"), Some(call)) => self.counted(ForKind::Pipeline, target, call, body),
            (Some("while_"), Some(call)) => self.tested(target, call, body),
            (Some("spmd"), Some(call)) => self.spmd_blocks(target, call, body),
            (Some("split_aiv"), Some(call)) => self.split_lanes(target, call, body),
            (name, _) => {
                const LOOPS: &[&str] =
                    &["range", "parallel", "unroll", "pipeline", "while_", "spmd", "split_aiv"];
                let message = "this cannot be iterated";
                let mut wrong = Diagnostic::error(Code("unknown-loop"), iter.span, message);
                let python = call.and_then(|call| call.function.as_path()) == Some("range");
                wrong = match name.and_then(|name| nearest(name, LOOPS.iter().copied())) {
                    Some(near) => wrong.help(format!("did you mean `pl.{near}`?")),
                    None if python => wrong.help("write `pl.range(...)`"),
                    None => wrong.help("loops run over `pl.range`, `pl.parallel`, `pl.unroll`, `pl.pipeline`, `pl.while_`, `pl.spmd` and `pl.split_aiv`"),
                };
                self.error(wrong);
                self.skip(body, target);
            }
        }
    }
}

/// What is kept of a declared and a computed type that agree: the computed one, with the view, the memory and the place
/// that only the declared one names, and with its extents but for those that are known to be constants.
fn merge(declared: Type, computed: Type) -> Type {
    match (declared, computed) {
        (declared, Type::Unknown) => declared,
        (Type::Tensor(declared), Type::Tensor(computed)) => Type::Tensor(TensorType {
            view: declared.view.or(computed.view),
            memref: declared.memref.or(computed.memref),
            distributed: computed.distributed,
            shape: extents(declared.shape, computed.shape),
            dtype: computed.dtype,
        }),
        (Type::Tile(declared), Type::Tile(computed)) => Type::Tile(TileType {
            view: declared.view.or(computed.view),
            memref: declared.memref.or(computed.memref),
            space: declared.space.or(computed.space),
            shape: extents(declared.shape, computed.shape),
            dtype: computed.dtype,
        }),
        (Type::Tuple(declared), Type::Tuple(computed)) if declared.len() == computed.len() => {
            Type::Tuple(declared.into_iter().zip(computed).map(|(a, b)| merge(a, b)).collect())
        }
        (_, computed) => computed,
    }
}

fn extents(declared: Vec<Expr>, computed: Vec<Expr>) -> Vec<Expr> {
    if declared.len() != computed.len() {
        return computed;
    }
    let one = |(declared, computed): (Expr, Expr)| {
        if extent::constant(&computed).is_some() { computed } else { declared }
    };
    declared.into_iter().zip(computed).map(one).collect()
}
