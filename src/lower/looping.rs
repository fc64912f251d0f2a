//! Loops: counted ones of all kinds, and those with a condition.

use crate::base::diagnostic::{Code, Diagnostic};
use crate::base::name::Name;
use crate::base::span::Span;
use crate::ir::agree;
use crate::ir::attr::Attrs;
use crate::ir::expr::Expr;
use crate::ir::program::{BlockId, VarId};
use crate::ir::stmt::{Carry, For, ForKind, StmtKind, While};
use crate::ir::types::Type;
use crate::lower::body::{Body, FrameKind, Yielded};
use crate::lower::environment::{Binding, Mark, Meaning, NameId};
use crate::lower::suggest::count;
use crate::lower::value::Typed;
use crate::syntax::tree::{Call, Expr as Text, ExprKind, Ident, SuiteId};

/// A loop whose body is being lowered.
pub(super) struct Loop<'s> {
    head: Head,
    /// Carries of the header.
    explicit: Vec<Explicit<'s>>,
    /// Carries of names that the body assigns.
    implicit: Vec<Implicit>,
    body: BlockId,
    span: Span,
    comments: Vec<Name>,
    /// Statements that leave the loop or start its next trip, with the lists of values in them.
    jumps: Vec<(BlockId, usize)>,
    /// Whether `pl.cond` is still to come.
    wants_cond: bool,
}

enum Head {
    Count { kind: ForKind, index: VarId, bounds: [Expr; 3], attrs: Attrs },
    Test { header: BlockId, cond: Expr, attrs: Attrs },
}

struct Explicit<'s> {
    name: Ident<'s>,
    param: VarId,
    init: Expr,
}

struct Implicit {
    name: NameId,
    param: VarId,
    init: Expr,
    span: Span,
}

/// The parts of `pl.range(...)` and its like.
struct Parts<'t, 's> {
    /// Start, stop and step as far as they are written.
    bounds: [Option<&'t Text<'s>>; 3],
    inits: Option<&'t Text<'s>>,
    attrs: Attrs,
}

impl<'s> Body<'_, '_, 's> {
    /// `for target in pl.range(...):`
    pub(super) fn counted(&mut self, kind: ForKind, target: &Text<'s>, call: &Call<'s>, body: SuiteId) {
        let parts = self.parts(call, kind);
        let bounds = self.bounds(parts.bounds, call);
        let (index, names) = match (&target.kind, target.as_name()) {
            (_, Some(index)) => (Some(index), Vec::new()),
            (ExprKind::Tuple(items), _) => match &**items {
                [index, carried] => (index.as_name(), carried_names(carried)),
                _ => (None, Vec::new()),
            },
            _ => (None, Vec::new()),
        };
        let inits = self.inits(parts.inits);
        let Some(index) = index else {
            let message = "a counted loop binds its index, and carries in parentheses behind it";
            let help = "write `for i in ...` or `for i, (a, b) in pl.range(..., init_values=(x, y))`";
            self.error(Diagnostic::error(Code("loop-target"), target.span, message).help(help));
            return self.skip(body, target);
        };
        let (Some(bounds), Some(inits)) = (bounds, inits) else { return self.skip(body, target) };
        let var = self.function.add_var(index.text, Type::INDEX, index.span);
        let head = Head::Count { kind, index: var, bounds, attrs: parts.attrs };
        self.begin(head, body, names, inits, target.span);
        self.bind_inside(index, var);
    }

    /// `for (a, b) in pl.while_(init_values=(x, y)):`
    pub(super) fn tested(&mut self, target: &Text<'s>, call: &Call<'s>, body: SuiteId) {
        let parts = self.parts(call, ForKind::Sequential);
        let names = carried_names(target);
        let Some(inits) = self.inits(parts.inits) else { return self.skip(body, target) };
        let header = self.new_block();
        let head = Head::Test { header, cond: Expr::Bool(true), attrs: parts.attrs };
        self.begin(head, body, names, inits, target.span);
        self.innermost().expect("it was just begun").wants_cond = true;
    }

    /// `while cond:`
    pub(super) fn plain_while(&mut self, cond: &Text<'s>, body: SuiteId) {
        let header = self.new_block();
        let head = Head::Test { header, cond: Expr::Bool(true), attrs: Attrs::new() };
        self.begin(head, body, Vec::new(), Vec::new(), cond.span);
        self.set_cond(cond);
    }

    /// Computes the condition of the innermost loop, in its header.
    pub(super) fn set_cond(&mut self, text: &Text<'s>) {
        let Some(Head::Test { header, .. }) = self.innermost().map(|it| &it.head) else { return };
        let header = *header;
        let inside = std::mem::replace(&mut self.block, header);
        self.in_condition = true;
        let value = self.condition(text);
        self.in_condition = false;
        self.block = inside;
        let it = self.innermost().expect("the loop is still open");
        it.wants_cond = false;
        if let (Head::Test { cond, .. }, Some(value)) = (&mut it.head, value) {
            *cond = value;
        }
    }

    /// Whether the statement in hand must be `pl.cond(...)`.
    pub(super) fn wants_cond(&self) -> bool {
        matches!(self.frames.last().map(|frame| &frame.kind), Some(FrameKind::Loop(it)) if it.wants_cond)
    }

    /// No longer asks for `pl.cond`: its absence was complained about.
    pub(super) fn forget_cond(&mut self) {
        if let Some(it) = self.innermost() {
            it.wants_cond = false;
        }
    }

    /// The innermost loop.
    fn innermost(&mut self) -> Option<&mut Loop<'s>> {
        self.frames.iter_mut().rev().find_map(|frame| match &mut frame.kind {
            FrameKind::Loop(it) => Some(&mut **it),
            FrameKind::Function | FrameKind::Arm(_) | FrameKind::Scope(_) => None,
        })
    }

    fn parts<'t>(&mut self, call: &'t Call<'s>, kind: ForKind) -> Parts<'t, 's> {
        let mut parts = Parts { bounds: written_bounds(call), inits: None, attrs: Attrs::new() };
        for keyword in &call.keywords {
            match keyword.name.text {
                "init_values" => parts.inits = Some(&keyword.value),
                "start" | "stop" | "step" => {}
                "attrs" => self.dictionary(&keyword.value, &mut parts.attrs),
                "stage" if kind == ForKind::Pipeline => {
                    if let Some(value) = self.attribute(&keyword.value) {
                        parts.attrs.set("pipeline_stages", value);
                    }
                }
                other => {
                    if let Some(value) = self.attribute(&keyword.value) {
                        parts.attrs.set(other, value);
                    }
                }
            }
        }
        parts
    }

    /// Start, stop and step.
    fn bounds(&mut self, texts: [Option<&Text<'s>>; 3], call: &Call<'s>) -> Option<[Expr; 3]> {
        if texts[1].is_none() || call.args.len() > 3 {
            let message = format!("a counted loop takes one to three bounds, got {}", call.args.len());
            let help = "write `(stop)`, `(start, stop)` or `(start, stop, step)`";
            self.error(Diagnostic::error(Code("arity"), call.function.span, message).help(help));
            return None;
        }
        let [start, stop, step] = texts;
        let start = self.bound(start, 0)?;
        Some([start, self.bound(stop, 0)?, self.bound(step, 1)?])
    }

    fn bound(&mut self, text: Option<&Text<'s>>, otherwise: i128) -> Option<Expr> {
        let Some(text) = text else { return Some(Expr::index(otherwise)) };
        let value = self.operand(text)?;
        if !matches!(&value.ty, Type::Scalar(dtype) if dtype.is_int()) && value.ty != Type::Unknown {
            let message = format!("a bound of a loop must be an integer, not {}", agree::kind(&value.ty));
            let wrong = Diagnostic::error(Code("bound-not-integer"), text.span, message);
            self.error(wrong.help("write a number, or convert: `pl.cast(x, pl.INDEX)`"));
            return None;
        }
        Some(self.shallow(value).expr)
    }

    /// Start values of carries.
    fn inits(&mut self, text: Option<&Text<'s>>) -> Option<Vec<(Typed, Span)>> {
        let Some(text) = text else { return Some(Vec::new()) };
        let one = std::slice::from_ref(text);
        let texts = text.as_items().unwrap_or(one);
        texts.iter().map(|text| Some((self.task_or_operand(text)?, text.span))).collect()
    }

    /// Opens a loop whose header is wrong only far enough to look at its body.
    pub(super) fn skip(&mut self, body: SuiteId, target: &Text<'s>) {
        let var = self.function.add_var("_", Type::INDEX, target.span);
        let bounds = [Expr::index(0), Expr::index(0), Expr::index(1)];
        let head = Head::Count { kind: ForKind::Sequential, index: var, bounds, attrs: Attrs::new() };
        self.begin(head, body, Vec::new(), Vec::new(), target.span);
        target.walk(&mut |inner| {
            if let Some(name) = inner.as_name() {
                let id = self.names.id(name.text);
                self.env.set(id, Some(Binding { meaning: Meaning::Broken, span: name.span }));
            }
        });
    }

    fn begin(
        &mut self,
        head: Head,
        suite: SuiteId,
        names: Vec<Ident<'s>>,
        inits: Vec<(Typed, Span)>,
        span: Span,
    ) {
        if names.len() != inits.len() {
            let message =
                format!("{} named, {} given", count(names.len(), "carry"), count(inits.len(), "start value"));
            let help = "name one in the header for each value of `init_values=(...)`";
            self.error(Diagnostic::error(Code("carry-count"), span, message).help(help));
        }
        let body = self.new_block();
        let comments = std::mem::take(&mut self.comments);
        let (explicit, implicit) = (Vec::new(), Vec::new());
        let jumps = Vec::new();
        let unrolled = matches!(head, Head::Count { kind: ForKind::Unroll, .. });
        let opened =
            Loop { head, explicit, implicit, body, span: self.here, comments, jumps, wants_cond: false };
        self.open(suite, body, FrameKind::Loop(Box::new(opened)));
        let mut explicit = Vec::with_capacity(names.len());
        for (name, (init, _)) in names.into_iter().zip(inits) {
            let param = self.function.add_var(name.text, init.ty, name.span);
            self.bind_inside(name, param);
            explicit.push(Explicit { name, param, init: init.expr });
        }
        let implicit = self.carry_assigned(suite, unrolled);
        let it = self.innermost().expect("it was just opened");
        it.implicit = implicit;
        it.explicit = explicit;
    }

    /// Carries of the names that the body assigns and that are read on a later trip or behind the loop, in the order of
    /// their names, which a header lists; without one in the order of their start values.
    fn carry_assigned(&mut self, suite: SuiteId, unrolled: bool) -> Vec<Implicit> {
        let mut names = self.flow.leaving(suite).to_vec();
        if unrolled {
            names.sort_by_key(|&name| (self.variable(name).is_none(), self.variable(name)));
        }
        let mut carries = Vec::new();
        for name in names {
            let (init, ty, span) = match self.env.get(name) {
                Some(Binding { meaning: Meaning::Broken, .. }) => continue,
                Some(Binding { meaning: Meaning::Var(var), span }) => {
                    (Expr::Var(var), self.function.vars[var].ty.clone(), span)
                }
                Some(Binding { meaning: Meaning::Gone, .. }) | None => {
                    (Expr::Undef, Type::Unknown, self.here)
                }
            };
            let param = self.function.add_var(self.names.text(name), ty, span);
            if init == Expr::Undef || init.as_var().is_some_and(|var| self.unset.contains(&var)) {
                self.unset.insert(param);
            }
            self.env.set(name, Some(Binding { meaning: Meaning::Var(param), span }));
            carries.push(Implicit { name, param, init, span });
        }
        carries
    }

    /// Binds a name that is visible in the loop only.
    fn bind_inside(&mut self, name: Ident<'s>, var: VarId) {
        let id = self.names.id(name.text);
        self.env.set(id, Some(Binding { meaning: Meaning::Var(var), span: name.span }));
    }

    /// `break` and `continue`.
    pub(super) fn jump(&mut self, is_break: bool) {
        let yielded = self.frames.last_mut().and_then(|frame| frame.yielded.take());
        if self.innermost().is_none() {
            let word = if is_break { "break" } else { "continue" };
            let message = format!("`{word}` outside a loop");
            self.error(
                Diagnostic::error(Code("jump-place"), self.here, message)
                    .help("it leaves the innermost `for` or `while`: put it inside one"),
            );
            return;
        }
        let values = self.jump_values(yielded);
        let kind = if is_break { StmtKind::Break(values) } else { StmtKind::Continue(values) };
        let at = (self.block, self.function.blocks[self.block].stmts.len());
        self.emit(kind);
        self.innermost().expect("there is one").jumps.push(at);
        self.frames.last_mut().expect("a statement stands in a suite").left = true;
    }

    /// The values that carries get where a trip ends early.
    fn jump_values(&mut self, yielded: Option<Yielded<'s>>) -> Vec<Expr> {
        let it = self.innermost().expect("there is a loop");
        let params: Vec<VarId> = it.explicit.iter().map(|carry| carry.param).collect();
        let names: Vec<Ident<'s>> = it.explicit.iter().map(|carry| carry.name).collect();
        let implicit: Vec<(NameId, VarId)> = it.implicit.iter().map(|it| (it.name, it.param)).collect();
        let span = it.span;
        let mut values: Vec<Expr> = match yielded {
            None => names.iter().zip(&params).map(|(name, &param)| self.carried(name, param)).collect(),
            Some(yielded) => {
                self.check_carries(&params, &yielded.values, yielded.span, span);
                params
                    .iter()
                    .enumerate()
                    .map(|(at, &param)| {
                        let ty = &self.function.vars[param].ty;
                        yielded.values.get(at).map_or(Expr::Var(param), |value| value.fitted(ty).expr)
                    })
                    .collect()
            }
        };
        values.extend(implicit.iter().map(|&(name, param)| Expr::Var(self.variable(name).unwrap_or(param))));
        values
    }

    /// What the name of a carry means now.
    fn carried(&self, name: &Ident<'s>, param: VarId) -> Expr {
        let var = self.names.find(name.text).and_then(|id| self.variable(id));
        Expr::Var(var.unwrap_or(param))
    }

    /// Complains where yielded values do not fit the carries.
    fn check_carries(&mut self, params: &[VarId], values: &[Typed], at: Span, header: Span) {
        if params.len() != values.len() {
            let message =
                format!("{} yielded to {}", count(values.len(), "value"), count(params.len(), "carry"));
            let wrong = Diagnostic::error(Code("carry-count"), at, message);
            self.error(
                wrong
                    .also(header, "the carries are named here")
                    .help("yield one value a carry, in their order"),
            );
        }
        for (&param, value) in params.iter().zip(values) {
            let carry = &self.function.vars[param];
            if let Some(why) = agree::disagreement(&carry.ty, &value.fitted(&carry.ty).ty) {
                let message = format!("the carry `{}` changes its type: {why}", carry.name);
                let wrong =
                    Diagnostic::error(Code("carry-type"), at, message).label("the value for the next trip");
                let help = "a carry has one type on all trips: convert the value, or the start value";
                let wrong = wrong.also(carry.span, "its start value has the type").help(help);
                self.errors.push(wrong);
            }
        }
    }

    /// Ends a loop.
    pub(super) fn close_loop(&mut self, it: Loop<'s>, mark: Mark, yielded: Option<Yielded<'s>>, left: bool) {
        let params: Vec<VarId> = it.explicit.iter().map(|carry| carry.param).collect();
        let nexts = self.nexts(&it, &params, yielded.as_ref(), left);
        let ends: Vec<Expr> = it.implicit.iter().map(|carry| self.end_of(carry, left)).collect();
        self.env.undo(mark);
        self.gone(&it);
        // Without any yield the names of the header are those of the results, unless they meant something before.
        let unnamed = yielded.is_none();
        let targets = yielded.map(|yielded| yielded.targets).unwrap_or_default();
        let mut carries = Vec::with_capacity(it.explicit.len() + it.implicit.len());
        let mut results = Vec::new();
        for (at, (carry, next)) in it.explicit.iter().zip(nexts).enumerate() {
            let name = targets.get(at).copied().unwrap_or(carry.name);
            let ty = self.function.vars[carry.param].ty.clone();
            let result = self.function.add_var(name.text, ty, name.span);
            if targets.get(at).is_some() || unnamed {
                results.push((name, result));
            }
            carries.push(Carry { param: carry.param, init: carry.init.clone(), next, result });
        }
        let headless = left || matches!(it.head, Head::Count { kind: ForKind::Unroll, .. });
        let order = order(&it.implicit, &ends, headless);
        for &at in &order {
            let carry = &it.implicit[at];
            carries.push(self.close_implicit(carry, ends[at].clone()));
        }
        self.reorder_jumps(&it, &order);
        self.emit_loop(it, carries);
        for (name, var) in results {
            let known = self.names.find(name.text).and_then(|id| self.variable(id));
            if !unnamed || known.is_none() {
                self.bind(name, var);
            }
        }
    }

    /// What the carries of the header are on the next trip.
    fn nexts(
        &mut self,
        it: &Loop<'s>,
        params: &[VarId],
        yielded: Option<&Yielded<'s>>,
        left: bool,
    ) -> Vec<Expr> {
        let Some(yielded) = yielded else {
            let ends: Vec<Expr> =
                it.explicit.iter().map(|carry| self.carried(&carry.name, carry.param)).collect();
            self.check_rebound(it, &ends, left);
            return if left { params.iter().copied().map(Expr::Var).collect() } else { ends };
        };
        self.check_carries(params, &yielded.values, yielded.span, it.span);
        let value = |at: usize| yielded.values.get(at);
        params
            .iter()
            .enumerate()
            .map(|(at, &param)| {
                let ty = &self.function.vars[param].ty;
                value(at).map_or(Expr::Var(param), |it| it.fitted(ty).expr)
            })
            .collect()
    }

    /// Without a yield the body must assign the names of the carries; of one that it does not, nothing is carried.
    fn check_rebound(&mut self, it: &Loop<'s>, ends: &[Expr], left: bool) {
        let same = |(carry, end): (&Explicit<'s>, &Expr)| *end == Expr::Var(carry.param);
        if !left && !ends.is_empty() && it.explicit.iter().zip(ends).all(same) {
            let message = "the body of a loop with carries must end in `pl.yield_(...)`";
            let missing = Diagnostic::error(Code("missing-yield"), it.span, message);
            self.error(missing.help("end the body with `a = pl.yield_(next_a)`, one value a carry"));
        }
    }

    /// Names of the header mean nothing behind the loop, unless they meant something before.
    fn gone(&mut self, it: &Loop<'s>) {
        let index = match &it.head {
            Head::Count { index, .. } => Some(*index),
            Head::Test { .. } => None,
        };
        for var in index.into_iter().chain(it.explicit.iter().map(|carry| carry.param)) {
            let span = self.function.vars[var].span;
            let name = self.function.vars[var].name.clone();
            if let Some(id) = self.names.find(&name)
                && self.env.get(id).is_none()
            {
                self.env.set(id, Some(Binding { meaning: Meaning::Gone, span }));
            }
        }
    }

    /// What a carried name means at the end of the body. An end that is never reached hands on what the trip began with,
    /// unless only the body says what the value is.
    fn end_of(&self, carry: &Implicit, left: bool) -> Expr {
        if left && carry.init != Expr::Undef {
            return Expr::Var(carry.param);
        }
        Expr::Var(self.variable(carry.name).unwrap_or(carry.param))
    }

    fn close_implicit(&mut self, carry: &Implicit, next: Expr) -> Carry {
        if self.unset.remove(&carry.param) {
            self.function.vars[carry.param].ty = self.type_of(&next);
        }
        let ty = self.function.vars[carry.param].ty.clone();
        let result = self.function.add_var(self.names.text(carry.name), ty, carry.span);
        self.env.set(carry.name, Some(Binding { meaning: Meaning::Var(result), span: carry.span }));
        Carry { param: carry.param, init: carry.init.clone(), next, result }
    }

    fn reorder_jumps(&mut self, it: &Loop<'s>, order: &[usize]) {
        if order.is_sorted() {
            return;
        }
        let fixed = it.explicit.len();
        for &(block, at) in &it.jumps {
            if let StmtKind::Break(values) | StmtKind::Continue(values) =
                &mut self.function.blocks[block].stmts[at].kind
            {
                let moved: Vec<Expr> = order.iter().map(|&from| values[fixed + from].clone()).collect();
                values.truncate(fixed);
                values.extend(moved);
            }
        }
    }

    fn emit_loop(&mut self, it: Loop<'s>, carries: Vec<Carry>) {
        let kind = match it.head {
            Head::Count { kind, index, bounds: [start, stop, step], attrs } => {
                StmtKind::For(For { kind, index, start, stop, step, carries, body: it.body, attrs })
            }
            Head::Test { header, cond, attrs } => {
                StmtKind::While(While { carries, header, cond, body: it.body, attrs })
            }
        };
        self.emit_with(kind, it.span, it.comments);
    }
}

/// The names in `(a, b)`, or one alone.
fn carried_names<'s>(target: &Text<'s>) -> Vec<Ident<'s>> {
    match target.as_items() {
        Some(items) => items.iter().filter_map(Text::as_name).collect(),
        None => target.as_name().into_iter().collect(),
    }
}

/// Start, stop and step by position or by name; one alone by position is the stop.
fn written_bounds<'t, 's>(call: &'t Call<'s>) -> [Option<&'t Text<'s>>; 3] {
    let named = ["start", "stop", "step"].map(|name| call.keyword(name));
    let first = usize::from(call.args.len() == 1 && named[1].is_none());
    let mut bounds = named;
    for (at, text) in call.args.iter().enumerate().take(3 - first) {
        bounds[first + at] = Some(text);
    }
    bounds
}

/// Carries without a start value come last, in the order in which the body gave them their values: so they stand where
/// they would if the text were printed and read again. So do those of a loop that prints without a header, in the order
/// of their start values; others keep that of their names, which the header then lists.
fn order(implicit: &[Implicit], ends: &[Expr], headless: bool) -> Vec<usize> {
    let mut order: Vec<usize> = (0..implicit.len()).collect();
    order.sort_by_key(|&at| match &implicit[at].init {
        Expr::Undef => (true, ends[at].as_var()),
        init if headless => (false, init.as_var()),
        _ => (false, None),
    });
    order
}
