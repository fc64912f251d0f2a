//! Two skeletons side by side.

use crate::base::id::IdVec;
use crate::base::name::Name;
use crate::ir::access::op_access;
use crate::ir::attr::{Attr, Attrs};
use crate::ir::dtype::DType;
use crate::ir::events::{Event, Events};
use crate::ir::expr::Expr;
use crate::ir::normal::effects::{Written, storage_vars};
use crate::ir::normal::facts::Facts;
use crate::ir::normal::values::{Head, Value, Values};
use crate::ir::program::{BlockId, VarId};
use crate::ir::stmt::{Call, Carry, If, Launch, OpCall, Rhs, Scope, ScopeKind, Stmt, StmtKind};
use crate::ir::types::{MemBase, Type};
use crate::ir::walk::{defined, defined_inside};

/// What differs, and the statements where.
pub(super) struct Difference<'a> {
    pub(super) what: String,
    pub(super) at: (Option<&'a Stmt>, Option<&'a Stmt>),
}

/// One of the two functions.
struct Side<'a> {
    facts: &'a Facts<'a>,
    events: Events<'a>,
    values: IdVec<VarId, Option<Value>>,
    /// When each class of storage was last written, and when everything was.
    written: IdVec<VarId, u64>,
    all_written: u64,
    /// How often each open branch's classes were written when it began.
    saved: Vec<(Vec<(VarId, u64)>, u64)>,
}

/// The comparison of two functions.
pub(super) struct Comparison<'a> {
    sides: [Side<'a>; 2],
    values: Values,
    /// Steps so far; a write at a step is a new version of what it writes.
    now: u64,
}

type Check = Result<(), String>;

/// The step of the skeleton that comes next, and its statement.
#[derive(Clone, Copy)]
struct Step<'a> {
    event: Event<'a>,
    stmt: &'a Stmt,
}

impl<'a> Comparison<'a> {
    pub(super) fn new(a: &'a Facts<'a>, b: &'a Facts<'a>) -> Self {
        Self { sides: [a, b].map(Side::new), values: Values::default(), now: 0 }
    }
    pub(super) fn run(mut self) -> Result<(), Difference<'a>> {
        self.head().map_err(|what| Difference { what, at: (None, None) })?;
        loop {
            self.now += 1;
            let Self { sides: [a, b], values, .. } = &mut self;
            let (left, right) = (a.next(values), b.next(values));
            let at = (left.map(|step| step.stmt), right.map(|step| step.stmt));
            match (left, right) {
                (None, None) => return Ok(()),
                (Some(left), Some(right)) => {
                    self.step(left, right).map_err(|what| Difference { what, at })?;
                }
                (Some(_), None) => return Err(Difference { what: "only in the first".into(), at }),
                (None, Some(_)) => return Err(Difference { what: "only in the second".into(), at }),
            }
        }
    }
    fn head(&mut self) -> Check {
        let [f, g] = [self.sides[0].facts.function, self.sides[1].facts.function];
        equal("type", &f.kind.name(), &g.kind.name())?;
        equal("number of parameters", &f.params.len(), &g.params.len())?;
        equal("number of hidden results", &f.hidden, &g.hidden)?;
        for (p, q) in f.params.iter().zip(&g.params) {
            equal("direction of a parameter", &p.direction, &q.direction)?;
            self.anchor([p.var, q.var]);
        }
        for (p, q) in f.params.iter().zip(&g.params) {
            self.same_types([p.var, q.var])?;
        }
        equal("number of results", &f.results.len(), &g.results.len())?;
        for (p, q) in f.results.iter().zip(&g.results) {
            let [p, q] = [self.mapped_type(0, p), self.mapped_type(1, q)];
            equal("type of a result", &p, &q)?;
        }
        self.attrs("attributes", &f.attrs, &g.attrs)
    }

    // Values.

    /// One new value for a variable of each side.
    fn anchor(&mut self, vars: [VarId; 2]) {
        let index = *self.sides[0].facts.function.ty(vars[0]) == Type::INDEX;
        let value = self.values.anchor(index);
        for (side, var) in self.sides.iter_mut().zip(vars) {
            side.values[var] = Some(value);
        }
    }
    /// The results of a step: where a handle has a value, it is that one.
    fn results(&mut self, vars: [Vec<VarId>; 2]) -> Check {
        let fresh = |side: &Side<'_>, vars: &[VarId]| -> Vec<VarId> {
            let own = |var: &VarId| side.facts.handle[*var] == *var;
            vars.iter().copied().filter(own).collect()
        };
        let [left, right] = [fresh(&self.sides[0], &vars[0]), fresh(&self.sides[1], &vars[1])];
        for (a, b) in left.iter().zip(&right) {
            self.anchor([*a, *b]);
        }
        equal("number of results", &left.len(), &right.len())?;
        left.into_iter().zip(right).try_for_each(|(a, b)| self.same_types([a, b]))
    }
    fn same_types(&mut self, vars: [VarId; 2]) -> Check {
        let [f, g] = [self.sides[0].facts.function, self.sides[1].facts.function];
        let [a, b] = [self.mapped_type(0, f.ty(vars[0])), self.mapped_type(1, g.ty(vars[1]))];
        equal("type", &a, &b)
    }
    fn mapped_type(&mut self, side: usize, ty: &Type) -> Type {
        self.sides[side].mapped_type(ty, &mut self.values)
    }
    fn value(&mut self, side: usize, expr: &Expr) -> Value {
        self.sides[side].value(expr, &mut self.values)
    }
    fn expr(&mut self, what: &str, a: &Expr, b: &Expr) -> Check {
        let (a, b) = (self.value(0, a), self.value(1, b));
        if a == b {
            Ok(())
        } else {
            Err(format!("{what}: {} against {}", self.values.show(a), self.values.show(b)))
        }
    }
    fn exprs(&mut self, what: &str, a: &[Expr], b: &[Expr]) -> Check {
        equal(&format!("number of {what}"), &a.len(), &b.len())?;
        a.iter().zip(b).try_for_each(|(a, b)| self.expr(what, a, b))
    }
    fn option(&mut self, what: &str, a: Option<&Expr>, b: Option<&Expr>) -> Check {
        match (a, b) {
            (None, None) => Ok(()),
            (Some(a), Some(b)) => self.expr(what, a, b),
            _ => Err(format!("{what}: only in one")),
        }
    }
    /// References to what is used otherwise.
    fn references(&mut self, what: &str, a: &[Expr], b: &[Expr]) -> Check {
        let used = |side: &Side<'_>, items: &[Expr]| -> Vec<Expr> {
            let live = |expr: &&Expr| expr.as_var().is_none_or(|var| side.is_used(var));
            items.iter().filter(live).cloned().collect()
        };
        let (a, b) = (used(&self.sides[0], a), used(&self.sides[1], b));
        self.exprs(what, &a, &b)
    }
    fn attrs(&mut self, what: &str, a: &Attrs, b: &Attrs) -> Check {
        let a = self.sides[0].mapped_attrs(a, &mut self.values);
        let b = self.sides[1].mapped_attrs(b, &mut self.values);
        equal(what, &a, &b)
    }

    // Steps.

    fn step(&mut self, a: Step<'a>, b: Step<'a>) -> Check {
        match (a.event, b.event) {
            (Event::Before(a, _), Event::Before(b, _)) => self.before(a, b),
            (Event::Open(a, at), Event::Open(b, other)) => self.open(a, b, [at, other]),
            (Event::Close(a, at), Event::Close(b, other)) => self.close(a, b, [at, other]),
            (Event::After(a, _), Event::After(b, _)) => self.after(a, b),
            _ => Err("blocks differ".into()),
        }
    }
    fn before(&mut self, a: &Stmt, b: &Stmt) -> Check {
        match (&a.kind, &b.kind) {
            (
                StmtKind::Let(_, left) | StmtKind::Eval(left),
                StmtKind::Let(_, right) | StmtKind::Eval(right),
            ) => {
                self.rhs(left, right)?;
                self.write([&a.kind, &b.kind])
            }
            (StmtKind::For(left), StmtKind::For(right)) => {
                equal("kind of loop", &left.kind, &right.kind)?;
                self.expr("start", &left.start, &right.start)?;
                self.expr("stop", &left.stop, &right.stop)?;
                self.expr("step", &left.step, &right.step)?;
                self.carried(
                    "start of a carry",
                    [(&left.carries, left.body), (&right.carries, right.body)],
                    |it| &it.init,
                )?;
                self.attrs("attributes", &left.attrs, &right.attrs)
            }
            (StmtKind::While(left), StmtKind::While(right)) => {
                self.carried(
                    "start of a carry",
                    [(&left.carries, left.body), (&right.carries, right.body)],
                    |it| &it.init,
                )?;
                self.attrs("attributes", &left.attrs, &right.attrs)
            }
            (StmtKind::If(left), StmtKind::If(right)) => {
                for (side, it) in self.sides.iter_mut().zip([left, right]) {
                    side.save(it);
                }
                self.expr("condition", &left.cond, &right.cond)
            }
            (StmtKind::Scope(left), StmtKind::Scope(right)) => self.scope(left, right),
            (StmtKind::Return(left), StmtKind::Return(right)) => self.exprs("values", left, right),
            (StmtKind::Break(left), StmtKind::Break(right))
            | (StmtKind::Continue(left), StmtKind::Continue(right)) => self.exprs("values", left, right),
            (StmtKind::Raw(left), StmtKind::Raw(right)) => equal("text", left, right),
            _ => Err("kinds of statement differ".into()),
        }
    }
    fn write(&mut self, kinds: [&StmtKind; 2]) -> Check {
        for (side, kind) in self.sides.iter_mut().zip(kinds) {
            let written = side.facts.written(kind);
            side.write(&written, self.now);
        }
        Ok(())
    }
    /// Compares an expression of each carry that hands on a new value.
    fn carried(
        &mut self,
        what: &str,
        carries: [(&[Carry], BlockId); 2],
        part: impl Fn(&Carry) -> &Expr,
    ) -> Check {
        let [left, right] = [self.busy(0, carries[0]), self.busy(1, carries[1])];
        equal("number of carries", &left.len(), &right.len())?;
        for (a, b) in left.into_iter().zip(right) {
            self.expr(what, part(&carries[0].0[a]), part(&carries[1].0[b]))?;
        }
        Ok(())
    }
    fn busy(&self, side: usize, (carries, body): (&[Carry], BlockId)) -> Vec<usize> {
        let idle = &self.sides[side].facts.idle;
        (0..carries.len()).filter(|n| !idle.contains(&(body, *n))).collect()
    }
    fn scope(&mut self, a: &Scope, b: &Scope) -> Check {
        match (&a.kind, &b.kind) {
            (ScopeKind::Spmd { index: left }, ScopeKind::Spmd { index: right }) => {
                equal("whether there is a block index", &left.is_some(), &right.is_some())?;
            }
            (
                ScopeKind::SplitAiv { count: left, mode: left_mode, .. },
                ScopeKind::SplitAiv { count: right, mode: right_mode, .. },
            ) => {
                self.expr("number of lanes", left, right)?;
                equal("mode", left_mode, right_mode)?;
            }
            (left, right) => equal("kind of scope", left, right)?,
        }
        equal("name", &a.name, &b.name)?;
        equal("whether there is a task id", &a.task_id.is_some(), &b.task_id.is_some())?;
        self.launch(&a.launch, &b.launch)?;
        self.attrs("attributes", &a.attrs, &b.attrs)
    }
    fn launch(&mut self, a: &Launch, b: &Launch) -> Check {
        self.exprs("deps", &a.deps, &b.deps)?;
        self.references("dumps", &a.dumps, &b.dumps)?;
        self.references("no_dep_args", &a.no_dep, &b.no_dep)?;
        self.option("predicate", a.predicate.as_ref(), b.predicate.as_ref())?;
        self.option("core_num", a.core_num.as_ref(), b.core_num.as_ref())?;
        self.option("device", a.device.as_ref(), b.device.as_ref())?;
        equal("sync_start", &a.sync_start, &b.sync_start)?;
        equal("allow_early_resolve", &a.allow_early_resolve, &b.allow_early_resolve)
    }
    fn rhs(&mut self, a: &Rhs, b: &Rhs) -> Check {
        match (a, b) {
            (Rhs::Expr(left), Rhs::Expr(right)) => self.expr("value", left, right),
            (Rhs::Op(left), Rhs::Op(right)) => self.op(left, right),
            (Rhs::Call(left), Rhs::Call(right)) => self.call(left, right),
            _ => Err("kinds of right side differ".into()),
        }
    }
    fn op(&mut self, a: &OpCall, b: &OpCall) -> Check {
        equal("operator", &a.op, &b.op)?;
        self.exprs("operands", &a.args, &b.args)?;
        self.attrs("keywords", &a.kwargs, &b.kwargs)?;
        self.attrs("attributes", &a.attrs, &b.attrs)
    }
    fn call(&mut self, a: &Call, b: &Call) -> Check {
        equal("callee", &a.callee, &b.callee)?;
        equal("mode", &a.mode, &b.mode)?;
        self.exprs("arguments", &a.args, &b.args)?;
        self.launch(&a.launch, &b.launch)?;
        equal("arguments under no_dep", &a.no_dep, &b.no_dep)?;
        equal("directions", &a.directions, &b.directions)?;
        self.attrs("attributes", &a.attrs, &b.attrs)
    }
    fn open(&mut self, a: &Stmt, b: &Stmt, at: [BlockId; 2]) -> Check {
        // A body starts with what any trip may have written.
        if matches!(a.kind, StmtKind::For(_) | StmtKind::While(_)) {
            self.write_block([a, b], at);
        }
        self.results([defined_inside(&a.kind), defined_inside(&b.kind)])
    }
    fn write_block(&mut self, stmts: [&Stmt; 2], at: [BlockId; 2]) {
        for ((side, stmt), block) in self.sides.iter_mut().zip(stmts).zip(at) {
            let mut blocks = vec![block];
            if let StmtKind::While(it) = &stmt.kind {
                blocks = vec![it.header, it.body];
            }
            for block in blocks {
                side.write(&side.facts.writes[block], self.now);
            }
        }
    }
    fn close(&mut self, a: &Stmt, b: &Stmt, at: [BlockId; 2]) -> Check {
        match (&a.kind, &b.kind) {
            (StmtKind::While(left), StmtKind::While(right)) if at[0] == left.header => {
                self.expr("condition", &left.cond, &right.cond)
            }
            (StmtKind::While(left), StmtKind::While(right)) => {
                let carries: [(&[Carry], BlockId); 2] =
                    [(&left.carries, left.body), (&right.carries, right.body)];
                self.carried("next value of a carry", carries, |it| &it.next)
            }
            (StmtKind::For(left), StmtKind::For(right)) => {
                let carries: [(&[Carry], BlockId); 2] =
                    [(&left.carries, left.body), (&right.carries, right.body)];
                self.carried("next value of a carry", carries, |it| &it.next)
            }
            (StmtKind::If(left), StmtKind::If(right)) => {
                let second = left.otherwise == Some(at[0]);
                self.merged(left, right, second)?;
                self.sides.iter_mut().for_each(Side::restore);
                Ok(())
            }
            _ => Ok(()),
        }
    }
    fn merged(&mut self, a: &If, b: &If, second: bool) -> Check {
        let busy = |side: &Side<'_>, it: &If| -> Vec<usize> {
            (0..it.merges.len()).filter(|n| !side.facts.idle.contains(&(it.then, *n))).collect()
        };
        let (left, right) = (busy(&self.sides[0], a), busy(&self.sides[1], b));
        equal("number of merges", &left.len(), &right.len())?;
        for (n, m) in left.into_iter().zip(right) {
            let (p, q) = (&a.merges[n], &b.merges[m]);
            match second {
                false => self.expr("then-side of a merge", &p.then, &q.then)?,
                true => self.expr("else-side of a merge", &p.otherwise, &q.otherwise)?,
            }
        }
        Ok(())
    }
    fn after(&mut self, a: &Stmt, b: &Stmt) -> Check {
        match (&a.kind, &b.kind) {
            (StmtKind::If(left), StmtKind::If(right)) => {
                let (no_else, other) = (!self.sides[0].has_else(left), !self.sides[1].has_else(right));
                equal("whether there is an else", &!no_else, &!other)?;
                if no_else {
                    self.merged(left, right, true)?;
                }
                for (side, it) in self.sides.iter_mut().zip([left, right]) {
                    side.saved.pop();
                    for block in std::iter::once(it.then).chain(it.otherwise) {
                        side.write(&side.facts.writes[block], self.now);
                    }
                }
            }
            (StmtKind::For(left), StmtKind::For(right)) => self.write_block([a, b], [left.body, right.body]),
            (StmtKind::While(left), StmtKind::While(right)) => {
                self.write_block([a, b], [left.body, right.body])
            }
            _ => {}
        }
        self.results([self.sides[0].used_results(a), self.sides[1].used_results(b)])
    }
}

impl<'a> Side<'a> {
    fn new(facts: &'a Facts<'a>) -> Self {
        let vars = facts.function.vars.len();
        Self {
            facts,
            events: facts.function.events(),
            values: IdVec::filled(None, vars),
            written: IdVec::filled(0, vars),
            all_written: 0,
            saved: Vec::new(),
        }
    }
    /// The next step of the skeleton; values on the way get their numbers.
    fn next(&mut self, values: &mut Values) -> Option<Step<'a>> {
        loop {
            let event = self.events.next()?;
            let stmt = match event {
                Event::Before(stmt, _)
                | Event::Open(stmt, _)
                | Event::Close(stmt, _)
                | Event::After(stmt, _) => stmt,
            };
            match (&stmt.kind, event) {
                (StmtKind::Let(var, rhs), Event::Before(..)) if !self.facts.is_kept(*var, rhs) => {
                    let value = self.pure(*var, rhs, values);
                    self.values[*var] = Some(value);
                }
                (StmtKind::Let(var, rhs), Event::After(..)) if !self.facts.is_kept(*var, rhs) => {}
                (StmtKind::If(it), Event::Open(_, block) | Event::Close(_, block))
                    if it.otherwise == Some(block) && !self.has_else(it) => {}
                _ => return Some(Step { event, stmt }),
            }
        }
    }
    /// Whether the branch's second arm has anything of the skeleton.
    fn has_else(&self, it: &If) -> bool {
        let kept = |stmt: &Stmt| match &stmt.kind {
            StmtKind::Let(var, rhs) => self.facts.is_kept(*var, rhs),
            _ => true,
        };
        it.otherwise.is_some_and(|block| self.facts.function.blocks[block].stmts.iter().any(kept))
    }
    /// What a statement defines; of an assignment, only what is used.
    fn used_results(&self, stmt: &Stmt) -> Vec<VarId> {
        let mut vars = defined(&stmt.kind);
        vars.retain(|var| !matches!(stmt.kind, StmtKind::Let(..)) || self.is_used(*var));
        vars
    }
    /// Whether anything but references uses a variable that is a mere value.
    fn is_used(&self, var: VarId) -> bool {
        self.facts.live[var]
    }
    fn write(&mut self, written: &Written, now: u64) {
        for class in &written.vars {
            self.written[*class] = now;
        }
        if written.all {
            self.all_written = now;
        }
    }
    fn save(&mut self, it: &If) {
        let blocks = std::iter::once(it.then).chain(it.otherwise);
        let classes = blocks.flat_map(|block| &self.facts.writes[block].vars);
        let saved = classes.map(|class| (*class, self.written[*class])).collect();
        self.saved.push((saved, self.all_written));
    }
    fn restore(&mut self) {
        let (saved, all) = self.saved.last().expect("a branch is open");
        for (class, version) in saved {
            self.written[*class] = *version;
        }
        self.all_written = *all;
    }
    fn version(&self, var: VarId) -> u64 {
        self.written[self.facts.class[var]].max(self.all_written)
    }

    fn pure(&mut self, var: VarId, rhs: &Rhs, values: &mut Values) -> Value {
        match rhs {
            Rhs::Expr(expr) => self.value(expr, values),
            Rhs::Op(call) => {
                if let Some(extent) = self.extent(call) {
                    return self.value(&extent, values);
                }
                let args: Vec<Value> = call.args.iter().map(|arg| self.value(arg, values)).collect();
                let kwargs = self.mapped_attrs(&call.kwargs, values);
                let ty = self.mapped_type(self.facts.function.ty(var), values);
                let mut version = 0;
                for (_, arg) in call.args.iter().enumerate().filter(|(at, _)| op_access(call, *at).reads) {
                    for var in storage_vars(self.facts.function, arg) {
                        version = version.max(self.version(var));
                    }
                }
                let index = ty == Type::INDEX;
                values.number(Head::Op(call.op.name().clone(), kwargs, ty), args, version, index)
            }
            Rhs::Call(_) => unreachable!("calls belong to the skeleton"),
        }
    }
    /// The extent that `tensor.dim` of a variable and a constant gives, by the variable's type.
    fn extent(&self, call: &OpCall) -> Option<Expr> {
        let [tensor, axis] = &call.args[..] else { return None };
        let shape = self.facts.function.ty(tensor.as_var()?).shape()?;
        let axis = usize::try_from(axis.as_int()?).ok()?;
        shape.get(axis).filter(|_| *call.op.name() == "tensor.dim").cloned()
    }
    fn var(&mut self, var: VarId, values: &mut Values) -> Value {
        let handle = self.facts.handle[var];
        if let Some(value) = self.values[handle] {
            return value;
        }
        // A symbol, by its name; or a variable that nothing defines.
        let function = self.facts.function;
        let text = Name::from(format!("symbol {}", function.vars[var].name));
        let index = *function.ty(var) == Type::INDEX;
        let value = values.number(Head::Str(text), Vec::new(), 0, index);
        self.values[handle] = Some(value);
        value
    }
    fn value(&mut self, expr: &Expr, values: &mut Values) -> Value {
        match expr {
            Expr::Undef => values.constant(Head::Undef),
            Expr::Var(var) => self.var(*var, values),
            Expr::Int(value, dtype) => values.int(*value, *dtype),
            Expr::Float(value, dtype) => values.constant(Head::Float(*value, *dtype)),
            Expr::Bool(value) => values.constant(Head::Bool(*value)),
            Expr::Str(text) => values.constant(Head::Str(text.clone())),
            Expr::Enum(name) => values.constant(Head::Enum(name.clone())),
            Expr::Unary(op, inner) => {
                let inner = self.value(inner, values);
                values.unary(*op, inner)
            }
            Expr::Cast(inner, dtype) => {
                let inner = self.value(inner, values);
                values.cast(inner, *dtype)
            }
            Expr::Binary(op, left, right) => {
                let (left, right) = (self.value(left, values), self.value(right, values));
                values.binary(*op, left, right)
            }
            Expr::Tuple(items) => {
                let items = items.iter().map(|item| self.value(item, values)).collect();
                values.tuple(items)
            }
            Expr::Get(inner, at) => {
                let ty = crate::ir::access::type_of(self.facts.function, expr);
                let index = ty == Some(&Type::INDEX);
                let inner = self.value(inner, values);
                values.get(inner, *at, index)
            }
        }
    }
    /// The attributes with numbers for the values in them.
    fn mapped_attrs(&mut self, attrs: &Attrs, values: &mut Values) -> Attrs {
        let mapped = |(name, attr): (&Name, &Attr)| {
            let mut attr = attr.clone();
            attr.for_each_expr_mut(&mut |expr| *expr = number(self.value(expr, values)));
            (name.clone(), plain(attr, values))
        };
        attrs.iter().map(mapped).collect()
    }
    /// The type without memory references, and with numbers for the values in it.
    fn mapped_type(&mut self, ty: &Type, values: &mut Values) -> Type {
        let mut mapped = without_addresses(ty);
        mapped.for_each_expr_mut(&mut |expr| *expr = number(self.value(expr, values)));
        if let Type::Tensor(tensor) = &mut mapped
            && let Some(view) = &mut tensor.view
            && view.valid_shape == tensor.shape
        {
            view.valid_shape.clear();
        }
        if let Type::Tile(tile) = &mut mapped
            && let Some(view) = &mut tile.view
            && view.valid_shape == tile.shape
        {
            view.valid_shape.clear();
        }
        mapped
    }
}

/// A value as an expression that no program has.
fn number(value: Value) -> Expr {
    Expr::Int(i128::from(value), DType::TaskId)
}

/// An attribute that is a constant in one program and an expression in the other is one attribute.
fn plain(attr: Attr, values: &mut Values) -> Attr {
    match attr {
        Attr::Int(value) => Attr::Expr(number(values.int(value, DType::Index))),
        Attr::Bool(value) => Attr::Expr(number(values.constant(Head::Bool(value)))),
        Attr::List(items) => Attr::List(items.into_iter().map(|item| plain(item, values)).collect()),
        other => other,
    }
}

fn without_addresses(ty: &Type) -> Type {
    let mut ty = ty.clone();
    let memref = match &mut ty {
        Type::Tensor(tensor) => &mut tensor.memref,
        Type::Tile(tile) => &mut tile.memref,
        Type::Tuple(items) => {
            items.iter_mut().for_each(|item| *item = without_addresses(item));
            return ty;
        }
        _ => return ty,
    };
    // Which allocation an address lies in is compared where the address is used.
    if let Some(memref) = memref
        && let MemBase::Var(_) = memref.base
    {
        memref.base = MemBase::Name(Name::from("allocation"));
    }
    ty
}

fn equal<T: PartialEq + std::fmt::Debug>(what: &str, a: &T, b: &T) -> Check {
    if a == b { Ok(()) } else { Err(format!("{what}: {a:?} against {b:?}")) }
}
