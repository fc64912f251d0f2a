//! The body of a function while it is lowered: an explicit stack of suites, the block that statements go to, and what
//! names mean.

use std::collections::{HashMap, HashSet};

use crate::base::diagnostic::{Code, Diagnostic};
use crate::base::name::Name;
use crate::base::span::Span;
use crate::ir::expr::{Expr, MAX_DEPTH};
use crate::ir::op::Op;
use crate::ir::program::{BlockId, Function, VarId};
use crate::ir::stmt::{Block, OpCall, Rhs, Stmt, StmtKind};
use crate::ir::types::Type;
use crate::ir::{agree, typing};
use crate::lower::branch::{Arm, Ending};
use crate::lower::environment::{Binding, Environment, Mark, Meaning, NameId, Names};
use crate::lower::flow::Flow;
use crate::lower::globals::Global;
use crate::lower::looping::Loop;
use crate::lower::program::Unit;
use crate::lower::scope::Open;
use crate::lower::suggest::nearest;
use crate::lower::value::{Const, Typed, Value};
use crate::syntax::tree::{self, Ident, SuiteId};

/// A function that is being lowered.
pub(super) struct Body<'u, 'm, 's> {
    pub(super) unit: &'u Unit<'m, 's>,
    pub(super) function: Function,
    pub(super) names: Names<'s>,
    pub(super) env: Environment,
    pub(super) flow: Flow,
    pub(super) frames: Vec<Frame<'s>>,
    /// Where statements go.
    pub(super) block: BlockId,
    /// The statement that is being lowered.
    pub(super) here: Span,
    /// Comment lines for the next statement.
    pub(super) comments: Vec<Name>,
    pub(super) errors: Vec<Diagnostic>,
    pub(super) notes: Vec<Diagnostic>,
    /// Dynamic symbols of the function by name.
    pub(super) symbols: HashMap<Name, VarId>,
    /// Variables that are tuples of scalars, with what they were assigned: lists of extents that got a name.
    pub(super) tuples: HashMap<VarId, Expr>,
    /// Parameters of carries that have no value on the first trip.
    pub(super) unset: HashSet<VarId>,
    /// Values under `pl.dump_tag`, in order.
    pub(super) tagged: Vec<VarId>,
    /// The values of the `return`, once it was met, with its place.
    pub(super) returned: Option<Returned>,
    /// Whether a single returned tuple is one value.
    pub(super) returns_tuple: bool,
    /// Whether the returned value was a mistake, complained about already.
    pub(super) broken_return: bool,
    /// Names that a comprehension binds, with their values.
    pub(super) counters: Vec<(&'s str, i128)>,
    /// Insides of expressions that nest too deep, by number.
    pub(super) parts: HashMap<u32, Value>,
    /// Whether the condition of a loop is in hand: only calls can be computed before it.
    pub(super) in_condition: bool,
    /// Operators outside the table that a note was given for.
    pub(super) foreign: HashSet<Name>,
}

/// A suite that is being lowered.
pub(super) struct Frame<'s> {
    pub(super) suite: SuiteId,
    next: usize,
    pub(super) kind: FrameKind<'s>,
    /// The block that goes on behind it.
    pub(super) outer: BlockId,
    /// The environment at its start.
    pub(super) mark: Mark,
    /// The yield at its end.
    pub(super) yielded: Option<Yielded<'s>>,
    /// Whether a `break`, `continue` or `return` ended it.
    pub(super) left: bool,
    /// The values of the `return` that ended it, inside a branch.
    pub(super) returned: Option<Returned>,
}

/// The values of a `return`, with its place.
pub(super) type Returned = (Vec<Typed>, Span);

impl Frame<'_> {
    /// Whether all its statements were begun.
    pub(super) fn is_done(&self, stmts: &[tree::Stmt<'_>]) -> bool {
        self.next >= stmts.len()
    }
}

/// What a suite belongs to.
pub(super) enum FrameKind<'s> {
    /// The function.
    Function,
    /// A loop.
    Loop(Box<Loop<'s>>),
    /// One side of a branch.
    Arm(Box<Arm<'s>>),
    /// A scope.
    Scope(Box<Open>),
}

/// `a, b = pl.yield_(x, y)`
pub(super) struct Yielded<'s> {
    /// Targets; empty if there are none.
    pub(super) targets: Vec<Ident<'s>>,
    pub(super) values: Vec<Typed>,
    pub(super) span: Span,
}

impl<'s> Body<'_, '_, 's> {
    /// Lowers a suite and all inside it.
    pub(super) fn run(&mut self, suite: SuiteId) {
        self.open(suite, self.block, FrameKind::Function);
        while let Some(frame) = self.frames.last_mut() {
            let stmts = &self.unit.module.suites[frame.suite];
            let Some(stmt) = stmts.get(frame.next) else {
                let frame = self.frames.pop().expect("it was just looked at");
                self.close(frame);
                continue;
            };
            frame.next += 1;
            if frame.left || self.returned.is_some() {
                frame.next = stmts.len();
                self.unreachable(stmt);
                continue;
            }
            self.here = stmt.span;
            self.comments.extend(stmt.comments.iter().cloned());
            self.statement(stmt);
        }
    }

    /// Begins a suite: statements go to a new block until it ends.
    pub(super) fn open(&mut self, suite: SuiteId, block: BlockId, kind: FrameKind<'s>) {
        let outer = std::mem::replace(&mut self.block, block);
        let mark = self.env.mark();
        self.frames.push(Frame {
            suite,
            next: 0,
            kind,
            outer,
            mark,
            yielded: None,
            left: false,
            returned: None,
        });
    }

    /// A new empty block.
    pub(super) fn new_block(&mut self) -> BlockId {
        self.function.blocks.push(Block::default())
    }

    fn close(&mut self, frame: Frame<'s>) {
        self.block = frame.outer;
        match frame.kind {
            FrameKind::Function => {}
            FrameKind::Loop(it) => self.close_loop(*it, frame.mark, frame.yielded, frame.left),
            FrameKind::Arm(it) => {
                let side = Ending { yielded: frame.yielded, left: frame.left, returned: frame.returned };
                self.close_arm(*it, frame.mark, side);
            }
            FrameKind::Scope(it) => {
                self.close_scope(*it);
                if let Some(outer) = self.frames.last_mut() {
                    outer.left |= frame.left;
                    outer.returned = outer.returned.take().or(frame.returned);
                }
                if let Some(yielded) = frame.yielded {
                    self.set_yield(yielded);
                }
            }
        }
    }

    /// Keeps a yield for the loop or branch around; it must be the last statement there.
    pub(super) fn set_yield(&mut self, yielded: Yielded<'s>) {
        let span = yielded.span;
        let frame = self.frames.last_mut().expect("a statement stands in a suite");
        if let Some(first) = &frame.yielded {
            let twice = Diagnostic::error(Code("yield-place"), span, "a second `pl.yield_` in one block");
            let twice =
                twice.also(first.span, "the first").help("yield all values at once: `pl.yield_(a, b)`");
            self.errors.push(twice);
            return;
        }
        frame.yielded = Some(yielded);
    }

    fn unreachable(&mut self, stmt: &tree::Stmt<'s>) {
        let message = "this is never reached";
        let help = "remove it, or move it before the `return`, `break` or `continue`";
        self.notes.push(Diagnostic::warning(Code("unreachable"), stmt.span, message).help(help));
    }

    /// Complains.
    pub(super) fn error(&mut self, diagnostic: Diagnostic) {
        self.errors.push(diagnostic);
    }

    /// Appends a statement to the block.
    pub(super) fn emit(&mut self, kind: StmtKind) {
        let comments = std::mem::take(&mut self.comments);
        self.emit_with(kind, self.here, comments);
    }

    /// Appends a statement with its own place and comments.
    pub(super) fn emit_with(&mut self, kind: StmtKind, span: Span, comments: Vec<Name>) {
        if self.function.blocks.is_empty() {
            let message = "a type in a header cannot hold a call: nothing runs there";
            let wrong = Diagnostic::error(Code("constant-needed"), span, message);
            return self.error(wrong.help("write the extent as a literal, a symbol or a scalar parameter"));
        }
        self.function.blocks[self.block].stmts.push(Stmt { kind, span, comments });
    }

    /// Gives a value a name of its own in a statement before.
    pub(super) fn hoist(&mut self, name: &str, rhs: Rhs, ty: Type) -> Typed {
        let var = self.function.add_var(name, ty.clone(), self.here);
        self.emit(StmtKind::Let(var, rhs));
        Typed::new(Expr::Var(var), ty)
    }

    /// `system.task_invalid()`, which `None` is where a task id stands.
    pub(super) fn no_task(&mut self) -> Typed {
        let call = OpCall::new(Op::new("system.task_invalid"), Vec::new());
        self.hoist("no_task", Rhs::Op(call), Type::TASK_ID)
    }

    /// Splits an expression that has become too deep.
    pub(super) fn shallow(&mut self, value: Typed) -> Typed {
        if value.expr.depth() < MAX_DEPTH {
            return value;
        }
        let loose = value.loose;
        let named = self.hoist("part", Rhs::Expr(value.expr), value.ty);
        Typed { loose, ..named }
    }

    /// The type of an expression.
    pub(super) fn type_of(&self, expr: &Expr) -> Type {
        typing::type_of(&self.function.vars, expr)
    }

    /// What a name means here; complains if it means nothing.
    pub(super) fn read(&mut self, name: Ident<'s>) -> Value {
        if let Some((_, value)) = self.counters.iter().rev().find(|(counter, _)| *counter == name.text) {
            return Value::Const(Const::Int(*value));
        }
        let binding = self.names.find(name.text).and_then(|id| self.env.get(id));
        match binding {
            Some(Binding { meaning: Meaning::Var(var), span }) => {
                if self.unset.contains(&var) {
                    self.unset_on_first_trip(name, span);
                    return Value::Error;
                }
                let ty = self.function.vars[var].ty.clone();
                let expr = self.tuples.get(&var).cloned().unwrap_or(Expr::Var(var));
                Value::Expr(Typed::new(expr, ty))
            }
            Some(Binding { meaning: Meaning::Broken, .. }) => Value::Error,
            Some(Binding { meaning: Meaning::Gone, span }) => {
                let message = format!("`{}` has no value here", name.text);
                let gone = Diagnostic::error(Code("unknown-name"), name.span, message);
                let gone = gone.also(span, "it belongs to this loop only");
                self.error(gone.help("assign what you need of it to a name inside the loop"));
                Value::Error
            }
            None => self.global(name),
        }
    }

    fn unset_on_first_trip(&mut self, name: Ident<'s>, span: Span) {
        let message = format!("`{}` has no value on the first trip of the loop", name.text);
        let unset = Diagnostic::error(Code("undefined-on-a-path"), name.span, message);
        let help = format!("assign `{}` before the loop", name.text);
        self.error(unset.also(span, "this loop assigns it only later").help(help));
    }

    fn global(&mut self, name: Ident<'s>) -> Value {
        match self.unit.globals.get(name.text).cloned() {
            Some(Global::Const(value)) => self.constant(value),
            Some(Global::Text(expr)) => self.value(expr),
            Some(Global::Python(span)) => {
                let message = format!("the value of `{}` is not known", name.text);
                let unknown = Diagnostic::error(Code("python-value"), name.span, message);
                let unknown = unknown.also(span, "it is computed by Python here");
                self.error(unknown.help("write the value out as a literal, or pass it as a parameter"));
                Value::Error
            }
            Some(Global::Function(it)) => {
                let message = format!("`{}` is a function, not a value", name.text);
                let wrong = Diagnostic::error(Code("wrong-kind"), name.span, message);
                self.error(
                    wrong.also(it.name.span, "defined here").help("call it, or give it to `pl.submit`"),
                );
                Value::Error
            }
            Some(Global::Module(dotted)) => {
                let message = format!("the value of `{}` is not known", name.text);
                let unknown = Diagnostic::error(Code("python-value"), name.span, message);
                let unknown = unknown.label(format!("imported: `{dotted}`"));
                self.error(unknown.help("write the value out as a literal, or pass it as a parameter"));
                Value::Error
            }
            None => {
                self.unknown_name(name);
                Value::Error
            }
        }
    }

    /// Complains about a name that nothing has.
    pub(super) fn unknown_name(&mut self, name: Ident<'s>) {
        let message = format!("`{}` is not defined", name.text);
        let mut unknown = Diagnostic::error(Code("unknown-name"), name.span, message);
        let local = self.env.visible().map(|id| self.names.text(id));
        let known: Vec<&str> = local.chain(self.unit.globals.names()).collect();
        if let Some(near) = nearest(name.text, known) {
            unknown = unknown.help(format!("did you mean `{near}`?"));
        }
        self.error(unknown);
        // One complaint a name is enough.
        let id = self.names.id(name.text);
        self.env.set(id, Some(Binding { meaning: Meaning::Broken, span: name.span }));
    }

    /// Makes a name mean a variable, unless it has meant a value of another type before.
    pub(super) fn bind(&mut self, name: Ident<'s>, var: VarId) {
        let id = self.names.id(name.text);
        if let Some(Binding { meaning: Meaning::Var(before), span }) = self.env.get(id)
            && name.text != "_"
            && !self.unset.contains(&before)
        {
            let (old, new) = (&self.function.vars[before].ty, &self.function.vars[var].ty);
            if let Some(why) = agree::disagreement(old, new) {
                let message = format!("`{}` is assigned a value of another type: {why}", name.text);
                let other =
                    Diagnostic::error(Code("rebound-type"), name.span, message).label("the new value");
                let other = other.also(span, "the type comes from here");
                self.errors.push(other.help("a name keeps its type: use another name for the new value"));
            }
        }
        self.env.set(id, Some(Binding { meaning: Meaning::Var(var), span: name.span }));
    }

    /// Makes a name stand for a mistake, so that its uses do not complain again.
    pub(super) fn poison(&mut self, name: Ident<'s>) {
        let id = self.names.id(name.text);
        if self.env.get(id).is_none_or(|binding| binding.meaning == Meaning::Gone) {
            self.env.set(id, Some(Binding { meaning: Meaning::Broken, span: name.span }));
        }
    }

    /// The variable that a name means, if it means one.
    pub(super) fn variable(&self, name: NameId) -> Option<VarId> {
        match self.env.get(name)?.meaning {
            Meaning::Var(var) => Some(var),
            Meaning::Broken | Meaning::Gone => None,
        }
    }
}
