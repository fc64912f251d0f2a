//! Whether two programs are the same up to the names of variables, places and comments.
//!
//! Both are walked side by side, and a bijection between their variables grows with each definition. Everything else
//! counts: the order of statements, types with their memory references, keywords, attributes, directions. Not told apart
//! are what the text form does not tell apart: an absent `else` and an empty one, a view that says the default and none,
//! a level or role that the kind of function implies and none.

use crate::base::id::IdVec;
use crate::ir::attr::{Attr, Attrs};
use crate::ir::dtype::DType;
use crate::ir::events::Event;
use crate::ir::expr::Expr;
use crate::ir::print::statement;
use crate::ir::program::{Function, Program, VarId};
use crate::ir::stmt::{Call, Carry, If, Launch, Rhs, Scope, ScopeKind, Stmt, StmtKind};
use crate::ir::types::{MemBase, MemRef, TensorType, TileType, Type};
use crate::ir::walk::{defined, defined_inside};

/// Whether the programs are the same; if not, the first difference, with the function and the statement.
pub fn same(a: &Program, b: &Program) -> Result<(), String> {
    for (one, other, which) in [(a, b, "second"), (b, a, "first")] {
        if let Some(name) = one.functions.keys().find(|name| !other.functions.contains_key(*name)) {
            return Err(format!("function `{name}` is missing in the {which} program"));
        }
    }
    for (name, function) in &a.functions {
        Pairing::new(function, &b.functions[name]).functions().map_err(|difference| {
            let Difference { what, at, numbered } = difference;
            match at {
                None => format!("function `{name}`: {what}"),
                Some((left, right)) => {
                    let left = left.map_or("nothing".into(), |stmt| statement(a, function, stmt));
                    let right = right.map_or("nothing".into(), |stmt| statement(b, &b.functions[name], stmt));
                    format!(
                        "function `{name}`, statement {numbered}: {what}\n  first:  {left}\n  second: {right}"
                    )
                }
            }
        })?;
    }
    Ok(())
}

/// What differs, and the statements where.
struct Difference<'a> {
    what: String,
    at: Option<(Option<&'a Stmt>, Option<&'a Stmt>)>,
    numbered: usize,
}

/// Two functions and which variable is which.
struct Pairing<'a> {
    a: &'a Function,
    b: &'a Function,
    to_b: IdVec<VarId, Option<VarId>>,
    to_a: IdVec<VarId, Option<VarId>>,
}

/// A difference is a sentence about what it is.
type Check = Result<(), String>;

fn equal<T: PartialEq + std::fmt::Debug>(what: &str, a: &T, b: &T) -> Check {
    if a == b { Ok(()) } else { Err(format!("{what}: {a:?} against {b:?}")) }
}

/// Pairs of two lists that must be as long as each other.
fn pairs<'x, T>(what: &str, a: &'x [T], b: &'x [T]) -> Result<impl Iterator<Item = (&'x T, &'x T)>, String> {
    equal(&format!("number of {what}"), &a.len(), &b.len())?;
    Ok(a.iter().zip(b))
}

impl<'a> Pairing<'a> {
    fn new(a: &'a Function, b: &'a Function) -> Self {
        let (to_b, to_a) = (IdVec::filled(None, a.vars.len()), IdVec::filled(None, b.vars.len()));
        Self { a, b, to_b, to_a }
    }
    fn functions(mut self) -> Result<(), Difference<'a>> {
        let head = self.head();
        head.map_err(|what| Difference { what, at: None, numbered: 0 })?;
        let (mut left, mut right) = (events(self.a), events(self.b));
        let mut numbered = 0;
        loop {
            let pair = (left.next(), right.next());
            if matches!(pair, (Some(Event::Before(..)), _) | (_, Some(Event::Before(..)))) {
                numbered += 1;
            }
            let at = Some((pair.0.as_ref().map(stmt_of), pair.1.as_ref().map(stmt_of)));
            let fail = |what| Difference { what, at, numbered };
            match pair {
                (None, None) => return Ok(()),
                (Some(Event::Before(a, _)), Some(Event::Before(b, _))) => self.before(a, b).map_err(fail)?,
                (Some(Event::Open(a, _)), Some(Event::Open(b, _))) => self.open(a, b).map_err(fail)?,
                (Some(Event::Close(a, at_a)), Some(Event::Close(b, _))) => {
                    let second = matches!(&a.kind, StmtKind::If(it) if it.otherwise == Some(at_a));
                    let header = matches!(&a.kind, StmtKind::While(it) if it.header == at_a);
                    self.close(a, b, second, header).map_err(fail)?;
                }
                (Some(Event::After(a, _)), Some(Event::After(b, _))) => self.after(a, b).map_err(fail)?,
                (Some(Event::Before(..)), _) => return Err(fail("only in the first".into())),
                (_, Some(Event::Before(..))) => return Err(fail("only in the second".into())),
                _ => return Err(fail("blocks differ".into())),
            }
        }
    }
    fn head(&mut self) -> Check {
        let (a, b) = (self.a, self.b);
        equal("type", &a.kind.name(), &b.kind.name())?;
        let (level, role) = a.kind.implied();
        equal("level", &a.level.as_deref().or(level), &b.level.as_deref().or(level))?;
        equal("role", &a.role.as_deref().or(role), &b.role.as_deref().or(role))?;
        for (n, (p, q)) in pairs("parameters", &a.params, &b.params)?.enumerate() {
            equal(&format!("direction of parameter {n}"), &p.direction, &q.direction)?;
            self.bind(p.var, q.var)?;
        }
        for (n, (p, q)) in a.params.iter().zip(&b.params).enumerate() {
            self.types_of(p.var, q.var).map_err(|what| format!("parameter {n}: {what}"))?;
        }
        for (n, (p, q)) in pairs("results", &a.results, &b.results)?.enumerate() {
            self.ty(p, q).map_err(|what| format!("result {n}: {what}"))?;
        }
        equal("number of hidden results", &a.hidden, &b.hidden)?;
        self.attrs("attributes", &a.attrs, &b.attrs)?;
        equal("whether there is a body", &a.body.is_some(), &b.body.is_some())
    }

    // Variables.

    fn bind(&mut self, a: VarId, b: VarId) -> Check {
        match (self.to_b[a].replace(b), self.to_a[b].replace(a)) {
            (None, None) => Ok(()),
            (before_b, before_a) if before_b == Some(b) && before_a == Some(a) => Ok(()),
            _ => Err(format!("variables {} and {} do not correspond", self.name_a(a), self.name_b(b))),
        }
    }
    fn name_a(&self, var: VarId) -> String {
        format!("`{}` ({var})", self.a.vars[var].name)
    }
    fn name_b(&self, var: VarId) -> String {
        format!("`{}` ({var})", self.b.vars[var].name)
    }
    fn var(&mut self, a: VarId, b: VarId) -> Check {
        match (self.to_b[a], self.to_a[b]) {
            (Some(known), _) if known == b => Ok(()),
            // A symbol, or a variable that nothing defines: it has no definition to be paired at.
            (None, None) => self.bind(a, b),
            _ => Err(format!("{} against {}", self.name_a(a), self.name_b(b))),
        }
    }
    fn types_of(&mut self, a: VarId, b: VarId) -> Check {
        let (f, g) = (self.a, self.b);
        let (left, right) = (&f.vars[a].ty, &g.vars[b].ty);
        self.ty(left, right)
            .map_err(|what| format!("types of {} and {}: {what}", self.name_a(a), self.name_b(b)))
    }

    // Statements.

    fn before(&mut self, a: &Stmt, b: &Stmt) -> Check {
        match (&a.kind, &b.kind) {
            (StmtKind::Let(_, left), StmtKind::Let(_, right))
            | (StmtKind::Eval(left), StmtKind::Eval(right)) => self.rhs(left, right),
            (StmtKind::For(left), StmtKind::For(right)) => {
                equal("kind of loop", &left.kind, &right.kind)?;
                self.expr("start", &left.start, &right.start)?;
                self.expr("stop", &left.stop, &right.stop)?;
                self.expr("step", &left.step, &right.step)?;
                self.inits(&left.carries, &right.carries)?;
                self.attrs("attributes", &left.attrs, &right.attrs)
            }
            (StmtKind::While(left), StmtKind::While(right)) => {
                self.inits(&left.carries, &right.carries)?;
                self.attrs("attributes", &left.attrs, &right.attrs)
            }
            (StmtKind::If(left), StmtKind::If(right)) => {
                equal("number of merges", &left.merges.len(), &right.merges.len())?;
                equal("whether there is an else", &has_else(self.a, left), &has_else(self.b, right))?;
                self.expr("condition", &left.cond, &right.cond)
            }
            (StmtKind::Scope(left), StmtKind::Scope(right)) => self.scope(left, right),
            (StmtKind::Return(left), StmtKind::Return(right))
            | (StmtKind::Break(left), StmtKind::Break(right))
            | (StmtKind::Continue(left), StmtKind::Continue(right)) => self.exprs("values", left, right),
            (StmtKind::Raw(left), StmtKind::Raw(right)) => equal("text", left, right),
            _ => Err("kinds of statement differ".into()),
        }
    }
    fn inits(&mut self, a: &[Carry], b: &[Carry]) -> Check {
        for (n, (left, right)) in pairs("carries", a, b)?.enumerate() {
            self.expr(&format!("start of carry {n}"), &left.init, &right.init)?;
        }
        Ok(())
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
    fn open(&mut self, a: &Stmt, b: &Stmt) -> Check {
        for (left, right) in defined_inside(&a.kind).into_iter().zip(defined_inside(&b.kind)) {
            self.bind(left, right)?;
        }
        for (left, right) in defined_inside(&a.kind).into_iter().zip(defined_inside(&b.kind)) {
            self.types_of(left, right)?;
        }
        Ok(())
    }
    fn close(&mut self, a: &Stmt, b: &Stmt, second: bool, header: bool) -> Check {
        match (&a.kind, &b.kind) {
            (StmtKind::While(left), StmtKind::While(right)) if header => {
                self.expr("condition", &left.cond, &right.cond)
            }
            (StmtKind::While(left), StmtKind::While(right)) => self.nexts(&left.carries, &right.carries),
            (StmtKind::For(left), StmtKind::For(right)) => self.nexts(&left.carries, &right.carries),
            (StmtKind::If(left), StmtKind::If(right)) => self.sides(left, right, second),
            _ => Ok(()),
        }
    }
    fn nexts(&mut self, a: &[Carry], b: &[Carry]) -> Check {
        for (n, (left, right)) in a.iter().zip(b).enumerate() {
            self.expr(&format!("next value of carry {n}"), &left.next, &right.next)?;
        }
        Ok(())
    }
    fn sides(&mut self, a: &If, b: &If, second: bool) -> Check {
        for (n, (left, right)) in a.merges.iter().zip(&b.merges).enumerate() {
            match second {
                false => self.expr(&format!("merge {n}, then"), &left.then, &right.then)?,
                true => self.expr(&format!("merge {n}, else"), &left.otherwise, &right.otherwise)?,
            }
        }
        Ok(())
    }
    fn after(&mut self, a: &Stmt, b: &Stmt) -> Check {
        if let (StmtKind::If(left), StmtKind::If(right)) = (&a.kind, &b.kind)
            && !has_else(self.a, left)
        {
            self.sides(left, right, true)?;
        }
        for (left, right) in defined(&a.kind).into_iter().zip(defined(&b.kind)) {
            self.bind(left, right)?;
            self.types_of(left, right)?;
        }
        Ok(())
    }

    // What stands in statements.

    fn rhs(&mut self, a: &Rhs, b: &Rhs) -> Check {
        match (a, b) {
            (Rhs::Expr(left), Rhs::Expr(right)) => self.expr("value", left, right),
            (Rhs::Op(left), Rhs::Op(right)) => {
                equal("operator", &left.op, &right.op)?;
                self.exprs("operands", &left.args, &right.args)?;
                self.attrs("keywords", &left.kwargs, &right.kwargs)?;
                self.attrs("attributes", &left.attrs, &right.attrs)
            }
            (Rhs::Call(left), Rhs::Call(right)) => self.call(left, right),
            _ => Err("kinds of right side differ".into()),
        }
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
    fn launch(&mut self, a: &Launch, b: &Launch) -> Check {
        self.exprs("deps", &a.deps, &b.deps)?;
        self.exprs("dumps", &a.dumps, &b.dumps)?;
        self.exprs("no_dep_args", &a.no_dep, &b.no_dep)?;
        self.option("predicate", a.predicate.as_ref(), b.predicate.as_ref())?;
        self.option("core_num", a.core_num.as_ref(), b.core_num.as_ref())?;
        self.option("device", a.device.as_ref(), b.device.as_ref())?;
        equal("sync_start", &a.sync_start, &b.sync_start)?;
        equal("allow_early_resolve", &a.allow_early_resolve, &b.allow_early_resolve)
    }
    fn option(&mut self, what: &str, a: Option<&Expr>, b: Option<&Expr>) -> Check {
        match (a, b) {
            (None, None) => Ok(()),
            (Some(a), Some(b)) => self.expr(what, a, b),
            _ => Err(format!("{what}: only in one")),
        }
    }
    fn exprs(&mut self, what: &str, a: &[Expr], b: &[Expr]) -> Check {
        for (n, (left, right)) in pairs(what, a, b)?.enumerate() {
            self.expr_in(left, right).map_err(|why| format!("{what}, number {n}: {why}"))?;
        }
        Ok(())
    }
    fn expr(&mut self, what: &str, a: &Expr, b: &Expr) -> Check {
        self.expr_in(a, b).map_err(|why| format!("{what}: {why}"))
    }
    fn expr_in(&mut self, a: &Expr, b: &Expr) -> Check {
        let same_node = match (a, b) {
            (Expr::Var(left), Expr::Var(right)) => return self.var(*left, *right),
            (Expr::Unary(left, _), Expr::Unary(right, _)) => left == right,
            (Expr::Cast(_, left), Expr::Cast(_, right)) => left == right,
            (Expr::Binary(left, ..), Expr::Binary(right, ..)) => left == right,
            (Expr::Tuple(left), Expr::Tuple(right)) => left.len() == right.len(),
            (Expr::Get(_, left), Expr::Get(_, right)) => left == right,
            _ => a == b,
        };
        if !same_node {
            return Err(format!("{a:?} against {b:?}"));
        }
        a.children().into_iter().zip(b.children()).try_for_each(|(left, right)| self.expr_in(left, right))
    }
    fn attrs(&mut self, what: &str, a: &Attrs, b: &Attrs) -> Check {
        for (name, left) in a.iter() {
            match b.get(name) {
                Some(right) => self.attr(left, right).map_err(|why| format!("{what}, `{name}`: {why}"))?,
                None => return Err(format!("{what}: `{name}` only in the first")),
            }
        }
        match b.iter().find(|(name, _)| a.get(name).is_none()) {
            Some((name, _)) => Err(format!("{what}: `{name}` only in the second")),
            None => Ok(()),
        }
    }
    fn attr(&mut self, a: &Attr, b: &Attr) -> Check {
        match (plain(a), plain(b)) {
            (Attr::Expr(left), Attr::Expr(right)) => self.expr_in(&left, &right),
            (Attr::List(left), Attr::List(right)) => {
                pairs("items", &left, &right)?.try_for_each(|(left, right)| self.attr(left, right))
            }
            (Attr::Call(name, left), Attr::Call(other, right)) => {
                equal("name", &name, &other)?;
                pairs("arguments", &left, &right)?.try_for_each(|(left, right)| {
                    equal("keyword", &left.0, &right.0)?;
                    self.attr(&left.1, &right.1)
                })
            }
            (Attr::Dict(left), Attr::Dict(right)) => {
                self.attrs("items", &left.into_iter().collect(), &right.into_iter().collect())
            }
            (left, right) => equal("value", &left, &right),
        }
    }

    // Types.

    fn ty(&mut self, a: &Type, b: &Type) -> Check {
        match (a, b) {
            (Type::Tensor(left), Type::Tensor(right)) => self.tensor(left, right),
            (Type::Tile(left), Type::Tile(right)) => self.tile(left, right),
            (Type::Tuple(left), Type::Tuple(right)) => {
                pairs("members", left, right)?.try_for_each(|(left, right)| self.ty(left, right))
            }
            _ => equal("type", a, b),
        }
    }
    fn tensor(&mut self, a: &TensorType, b: &TensorType) -> Check {
        equal("whether distributed", &a.distributed, &b.distributed)?;
        equal("element type", &a.dtype, &b.dtype)?;
        self.exprs("shape", &a.shape, &b.shape)?;
        let (left, right) = (a.view.clone().unwrap_or_default(), b.view.clone().unwrap_or_default());
        equal("layout", &left.layout, &right.layout)?;
        equal("pad", &left.pad, &right.pad)?;
        self.exprs("strides", &left.stride, &right.stride)?;
        let whole = |valid: Vec<Expr>, shape: &[Expr]| if valid.is_empty() { shape.to_vec() } else { valid };
        self.exprs("valid shape", &whole(left.valid_shape, &a.shape), &whole(right.valid_shape, &b.shape))?;
        self.memref(a.memref.as_deref(), b.memref.as_deref())
    }
    fn tile(&mut self, a: &TileType, b: &TileType) -> Check {
        equal("element type", &a.dtype, &b.dtype)?;
        equal("memory space", &a.space, &b.space)?;
        self.exprs("shape", &a.shape, &b.shape)?;
        let (left, right) = (a.view.clone().unwrap_or_default(), b.view.clone().unwrap_or_default());
        equal("layout of blocks", &left.blayout, &right.blayout)?;
        equal("layout in blocks", &left.slayout, &right.slayout)?;
        equal("fractal", &left.fractal, &right.fractal)?;
        equal("pad", &left.pad, &right.pad)?;
        equal("compact mode", &left.compact, &right.compact)?;
        self.exprs("strides", &left.stride, &right.stride)?;
        self.option("start offset", left.start_offset.as_ref(), right.start_offset.as_ref())?;
        let whole = |valid: Vec<Expr>, shape: &[Expr]| if valid.is_empty() { shape.to_vec() } else { valid };
        self.exprs("valid shape", &whole(left.valid_shape, &a.shape), &whole(right.valid_shape, &b.shape))?;
        self.memref(a.memref.as_deref(), b.memref.as_deref())
    }
    fn memref(&mut self, a: Option<&MemRef>, b: Option<&MemRef>) -> Check {
        let (a, b) = match (a, b) {
            (None, None) => return Ok(()),
            (Some(a), Some(b)) => (a, b),
            _ => return Err("memory reference: only in one".into()),
        };
        match (&a.base, &b.base) {
            (MemBase::Var(left), MemBase::Var(right)) => self.var(*left, *right)?,
            (left, right) => equal("memory reference", left, right)?,
        }
        self.expr("memory offset", &a.offset, &b.offset)?;
        self.option("memory size", a.size.as_ref(), b.size.as_ref())?;
        equal("memory slots", &a.slots, &b.slots)?;
        self.option("memory slot", a.slot.as_ref(), b.slot.as_ref())
    }
}

/// The steps of a function, those of empty `else` blocks left out.
fn events(function: &Function) -> impl Iterator<Item = Event<'_>> {
    function.events().filter(|event| match event {
        Event::Open(stmt, block) | Event::Close(stmt, block) => match &stmt.kind {
            StmtKind::If(it) => it.otherwise != Some(*block) || has_else(function, it),
            _ => true,
        },
        Event::Before(..) | Event::After(..) => true,
    })
}

fn stmt_of<'a>(event: &Event<'a>) -> &'a Stmt {
    match event {
        Event::Before(stmt, _) | Event::Open(stmt, _) | Event::Close(stmt, _) | Event::After(stmt, _) => stmt,
    }
}

fn has_else(function: &Function, it: &If) -> bool {
    it.otherwise.is_some_and(|block| !function.blocks[block].stmts.is_empty())
}

/// A constant expression as the value it is.
fn plain(attr: &Attr) -> Attr {
    match attr {
        Attr::Expr(Expr::Int(value, DType::Index)) => Attr::Int(*value),
        Attr::Expr(Expr::Bool(value)) => Attr::Bool(*value),
        Attr::Expr(Expr::Float(value, DType::Fp32)) => Attr::Float(*value),
        Attr::Expr(Expr::Str(text)) => Attr::Str(text.clone()),
        Attr::Expr(Expr::Enum(name)) => Attr::Enum(name.clone()),
        other => other.clone(),
    }
}
