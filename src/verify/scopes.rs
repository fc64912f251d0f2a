//! Where variables are defined and where they may be used; where loops may be left and functions end.

use crate::base::diagnostic::{Diagnostic, Diagnostics};
use crate::base::id::IdVec;
use crate::base::span::Span;
use crate::ir::events::{Event, Place};
use crate::ir::expr::Expr;
use crate::ir::program::{BlockId, Function, VarId};
use crate::ir::stmt::{ForKind, ScopeKind, Stmt, StmtKind};
use crate::ir::walk::{Use, defined_inside, for_each_use};
use crate::verify::code;
use crate::verify::facts::{CallSite, Definition, FunctionFacts, Nesting, Uses};

/// Gathers faults of scope and placement in one walk, and what the walk learns.
pub(super) fn check(function: &Function, said: &mut Diagnostics) -> FunctionFacts {
    let mut walk = Walk::new(function, said);
    walk.signature();
    for event in function.events() {
        match event {
            Event::Before(stmt, place) => walk.before(stmt, place),
            Event::Open(stmt, block) => walk.open(stmt, block),
            Event::Close(stmt, block) => walk.close(stmt, block),
            Event::After(stmt, place) => walk.after(stmt, place),
        }
    }
    walk.facts
}

/// Whether a variable may be used here.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    NotYet,
    Visible,
    /// The block that defined it has ended.
    Gone,
}

/// What a `break` at this place would leave.
#[derive(Clone, Copy)]
enum Leaves {
    Nothing,
    Loop {
        carries: usize,
        span: Span,
        only_sequential: bool,
    },
    /// A scope that becomes a task of its own stands between here and the loop.
    Scope(Span),
}

struct Walk<'a> {
    function: &'a Function,
    said: &'a mut Diagnostics,
    facts: FunctionFacts,
    states: IdVec<VarId, State>,
    /// Variables in the order in which they became visible.
    log: Vec<VarId>,
    /// Length of the log at the beginning of each open block or loop that hides what is defined in it.
    marks: Vec<usize>,
    leaves: Vec<Leaves>,
    /// Statements around the current one.
    around: Vec<Place>,
}

impl<'a> Walk<'a> {
    fn new(function: &'a Function, said: &'a mut Diagnostics) -> Self {
        let (vars, blocks) = (function.vars.len(), function.blocks.len());
        let mut facts = FunctionFacts {
            definitions: IdVec::filled(None, vars),
            uses: IdVec::filled(Uses::default(), vars),
            blocks: IdVec::filled(None, blocks),
            call_sites: Vec::new(),
        };
        if let Some(body) = function.body {
            facts.blocks[body] = Some(Nesting { parent: None, depth: 0, loops: 0 });
        }
        let states = IdVec::filled(State::NotYet, vars);
        let (log, marks, leaves, around) = (Vec::new(), Vec::new(), vec![Leaves::Nothing], Vec::new());
        Self { function, said, facts, states, log, marks, leaves, around }
    }
    fn signature(&mut self) {
        for &symbol in &self.function.symbols {
            self.define(symbol, Definition::Symbol);
        }
        for (index, param) in self.function.params.iter().enumerate() {
            self.define(param.var, Definition::Param(index));
        }
        for index in 0..self.function.params.len() {
            self.type_uses(self.function.params[index].var);
        }
    }
    fn before(&mut self, stmt: &'a Stmt, place: Place) {
        self.uses(stmt, |usage| !matches!(usage, Use::Inner(_)));
        self.placement(stmt, place);
        if let Some(call) = stmt.call() {
            self.facts.call_sites.push(CallSite { place, callee: call.callee.clone() });
        }
        self.around.push(place);
        if hides(&stmt.kind) {
            self.marks.push(self.log.len());
        }
        self.inside(stmt, place);
    }
    /// Defines what the statement gives to its blocks.
    fn inside(&mut self, stmt: &'a Stmt, place: Place) {
        let counted = usize::from(matches!(stmt.kind, StmtKind::For(_)));
        let scope = matches!(stmt.kind, StmtKind::Scope(_));
        for (at, var) in defined_inside(&stmt.kind).into_iter().enumerate() {
            let definition = match at.checked_sub(counted) {
                _ if scope => Definition::ScopeIndex(place),
                None => Definition::Index(place),
                Some(carry) => Definition::CarryParam(place, carry),
            };
            self.define(var, definition);
            self.type_uses(var);
        }
    }
    fn open(&mut self, stmt: &'a Stmt, block: BlockId) {
        let place = *self.around.last().expect("a block stands in a statement");
        let outer = self.facts.blocks[place.block].expect("the block around was entered first");
        let in_loop = u32::from(matches!(stmt.kind, StmtKind::For(_) | StmtKind::While(_)));
        let nesting = Nesting { parent: Some(place), depth: outer.depth + 1, loops: outer.loops + in_loop };
        self.facts.blocks[block] = Some(nesting);
        if hides(&stmt.kind) {
            self.marks.push(self.log.len());
        }
        let now = *self.leaves.last().expect("the function is around every block");
        self.leaves.push(left_by_break(stmt, block, now));
    }
    fn close(&mut self, stmt: &'a Stmt, block: BlockId) {
        self.uses(stmt, |usage| usage == Use::Inner(block));
        self.leaves.pop();
        if hides(&stmt.kind) {
            self.forget();
        }
    }
    fn after(&mut self, stmt: &'a Stmt, place: Place) {
        self.around.pop();
        if hides(&stmt.kind) {
            self.forget();
        } else {
            for var in defined_inside(&stmt.kind) {
                self.states[var] = State::Gone;
            }
        }
        match &stmt.kind {
            StmtKind::Let(var, _) => self.result(*var, Definition::Let(place)),
            StmtKind::For(it) => self.carries(it.carries.iter().map(|carry| carry.result), place),
            StmtKind::While(it) => self.carries(it.carries.iter().map(|carry| carry.result), place),
            StmtKind::If(it) => {
                for (at, merge) in it.merges.iter().enumerate() {
                    self.result(merge.result, Definition::Merge(place, at));
                }
            }
            StmtKind::Scope(it) => {
                if let Some(task) = it.task_id {
                    self.result(task, Definition::TaskId(place));
                }
            }
            StmtKind::Eval(_)
            | StmtKind::Return(_)
            | StmtKind::Break(_)
            | StmtKind::Continue(_)
            | StmtKind::Raw(_) => {}
        }
    }
    fn carries(&mut self, results: impl Iterator<Item = VarId>, place: Place) {
        for (at, var) in results.enumerate() {
            self.result(var, Definition::CarryResult(place, at));
        }
    }
    fn result(&mut self, var: VarId, definition: Definition) {
        self.type_uses(var);
        self.define(var, definition);
    }
    fn define(&mut self, var: VarId, definition: Definition) {
        if self.facts.definitions[var].replace(definition).is_some() {
            let it = &self.function.vars[var];
            let message = format!("`{}` is defined twice", it.name);
            self.said.push(Diagnostic::error(code::DUPLICATE_DEFINITION, it.span, message));
        }
        self.states[var] = State::Visible;
        self.log.push(var);
    }
    fn forget(&mut self) {
        let mark = self.marks.pop().expect("marks are taken off as they were put on");
        for var in self.log.drain(mark..) {
            self.states[var] = State::Gone;
        }
    }
    /// Checks the expressions of a statement that stand at one moment of it.
    fn uses(&mut self, stmt: &'a Stmt, now: impl Fn(Use) -> bool) {
        let mut found = Vec::new();
        for_each_use(&stmt.kind, &mut |usage, expr| {
            if now(usage) {
                found.push((usage, expr));
            }
        });
        for (usage, expr) in found {
            if *expr == Expr::Undef && may_be_undefined(stmt, usage, expr) {
                continue;
            }
            self.expression(stmt, usage, expr);
        }
    }
    fn expression(&mut self, stmt: &Stmt, usage: Use, expr: &Expr) {
        if has_undef(expr) {
            let message = "an undefined value is used here";
            self.said.push(Diagnostic::error(code::UNDEFINED_VALUE, stmt.span, message));
        }
        expr.for_each_var(&mut |var| {
            let uses = &mut self.facts.uses[var];
            match usage {
                Use::Operand | Use::Inner(_) => uses.reads += 1,
                Use::Reference => uses.references += 1,
            }
            self.visible(var, stmt.span);
        });
    }
    /// Checks the extents in the type of a variable that is about to be defined.
    fn type_uses(&mut self, var: VarId) {
        let it = &self.function.vars[var];
        let mut found = Vec::new();
        it.ty.for_each_expr(&mut |expr| expr.for_each_var(&mut |used| found.push(used)));
        for used in found {
            self.facts.uses[used].extents += 1;
            self.visible(used, it.span);
        }
    }
    fn visible(&mut self, var: VarId, at: Span) {
        let it = &self.function.vars[var];
        let fault = match self.states[var] {
            State::Visible => return,
            State::NotYet => {
                let message = format!("`{}` is used before it is defined", it.name);
                Diagnostic::error(code::USE_BEFORE_DEFINITION, at, message)
            }
            State::Gone => {
                let message = format!("`{}` does not exist outside the block that defines it", it.name);
                let fault = Diagnostic::error(code::OUT_OF_SCOPE, at, message);
                fault.help("hand it out of the loop or branch with `pl.yield_`")
            }
        };
        let defined = it.span.is_some() && it.span != at;
        self.said.push(if defined { fault.also(it.span, "it is defined here") } else { fault });
    }
    fn placement(&mut self, stmt: &Stmt, place: Place) {
        let last = place.index + 1 == self.function.blocks[place.block].stmts.len();
        match &stmt.kind {
            StmtKind::Break(values) => self.leave("break", values.len(), stmt, place, last),
            StmtKind::Continue(values) => self.leave("continue", values.len(), stmt, place, last),
            StmtKind::Return(_) if Some(place.block) != self.function.body || !last => {
                let message = "a `return` must be the last statement of its function";
                let fault = Diagnostic::error(code::RETURN_PLACEMENT, stmt.span, message);
                self.said.push(fault.help("set a variable in each branch and return it at the end"));
            }
            _ => {}
        }
    }
    fn leave(&mut self, word: &str, values: usize, stmt: &Stmt, place: Place, last: bool) {
        let error = |message: String| Diagnostic::error(code::BREAK_PLACEMENT, stmt.span, message);
        match *self.leaves.last().expect("the function is around every statement") {
            Leaves::Nothing => self.said.push(error(format!("`{word}` stands outside any loop"))),
            Leaves::Scope(span) => {
                let fault = error(format!("`{word}` cannot leave the scope that it stands in"));
                self.said.push(fault.also(span, "this scope is a task of its own"));
            }
            Leaves::Loop { span, only_sequential: false, .. } => {
                let fault =
                    error(format!("`{word}` cannot leave a loop whose trips are not one after the other"));
                self.said.push(fault.also(span, "the innermost loop").help("use `pl.range` or `while`"));
            }
            Leaves::Loop { carries, span, only_sequential: true } if carries != values => {
                let message = format!("`{word}` gives {values} values, the loop carries {carries}");
                let fault = Diagnostic::error(code::BREAK_ARITY, stmt.span, message);
                self.said.push(fault.also(span, "the loop"));
            }
            Leaves::Loop { .. } => {}
        }
        if !last {
            let next = &self.function.blocks[place.block].stmts[place.index + 1];
            let message = format!("this never runs, the `{word}` before it leaves the block");
            self.said.push(Diagnostic::warning(code::UNREACHABLE_CODE, next.span, message));
        }
    }
}

/// Whether what a statement's blocks define is hidden after it.
fn hides(kind: &StmtKind) -> bool {
    matches!(kind, StmtKind::For(_) | StmtKind::While(_) | StmtKind::If(_))
}

fn left_by_break(stmt: &Stmt, block: BlockId, now: Leaves) -> Leaves {
    let looped = |carries, only_sequential| Leaves::Loop { carries, span: stmt.span, only_sequential };
    match &stmt.kind {
        StmtKind::For(it) => looped(it.carries.len(), it.kind == ForKind::Sequential),
        StmtKind::While(it) if it.body == block => looped(it.carries.len(), true),
        StmtKind::Scope(it) => match it.kind {
            ScopeKind::Runtime { .. } => now,
            ScopeKind::At { .. }
            | ScopeKind::Spmd { .. }
            | ScopeKind::Cluster
            | ScopeKind::SplitAiv { .. }
            | ScopeKind::Graph => Leaves::Scope(stmt.span),
        },
        _ => now,
    }
}

/// A carry may start undefined, a side of a merge may be undefined, and so may what a `break` hands on.
fn may_be_undefined(stmt: &Stmt, usage: Use, expr: &Expr) -> bool {
    let is = |other: &Expr| std::ptr::eq(other, expr);
    match &stmt.kind {
        StmtKind::For(it) => usage == Use::Operand && ![&it.start, &it.stop, &it.step].into_iter().any(is),
        StmtKind::While(_) => usage == Use::Operand,
        StmtKind::If(it) => !is(&it.cond),
        StmtKind::Break(_) | StmtKind::Continue(_) => true,
        _ => false,
    }
}

fn has_undef(expr: &Expr) -> bool {
    *expr == Expr::Undef || expr.children().into_iter().any(has_undef)
}
