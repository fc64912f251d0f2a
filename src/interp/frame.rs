//! What is under way: frames of functions, blocks inside them, and teams of blocks that run side by side.
//!
//! Nothing here is deeper on the Rust stack than it is for a flat program: nesting of calls is a list of frames, nesting
//! of statements a list of running blocks, nesting of concurrent launches a list of teams.

use std::rc::Rc;

use crate::base::id::{Id, IdVec};
use crate::interp::fault::Fault;
use crate::interp::scalar;
use crate::interp::storage::Buffer;
use crate::interp::value::Value;
use crate::interp::world::{Lane, Pipes};
use crate::ir::attr::Attr;
use crate::ir::expr::Expr;
use crate::ir::program::{Function, VarId};
use crate::ir::stmt::{For, If, Stmt, While};

/// One function under way.
#[derive(Clone)]
pub(crate) struct Frame<'p> {
    pub(crate) function: &'p Function,
    pub(crate) vars: IdVec<VarId, Value>,
    pub(crate) running: Vec<Running<'p>>,
    pub(crate) lane: Lane,
    /// Where the values go when it ends; `None` where the thread ends with it.
    pub(crate) delivery: Option<Delivery>,
    /// What the last call that returned as many values as this function declares returned.
    pub(crate) forwarded: Option<Vec<Value>>,
    /// Symbols that parameters bind to different extents.
    pub(crate) ambiguous: Vec<VarId>,
}

/// A block under way.
#[derive(Clone)]
pub(crate) struct Running<'p> {
    pub(crate) stmts: &'p [Stmt],
    pub(crate) next: usize,
    pub(crate) after: After<'p>,
}

/// What happens when a block has ended.
#[derive(Clone)]
pub(crate) enum After<'p> {
    /// The function returns nothing.
    Function,
    /// The next trip of a counted loop, if there is one.
    Trip { it: &'p For, index: i128, stop: i128, step: i128 },
    /// The test of a loop.
    Test(&'p While),
    /// The next test.
    Body(&'p While),
    /// The values of this side of a branch leave it.
    Side { it: &'p If, then: bool },
    /// Nothing, unless the scope was to be skipped.
    Scope(Option<Rc<Shadow>>),
    /// The block of a team has ended.
    Block,
}

/// Where the values of a call go.
#[derive(Clone)]
pub(crate) struct Delivery {
    /// The variable that takes them.
    pub(crate) bind: Option<VarId>,
    /// The task that a submission made.
    pub(crate) task: Option<i128>,
    /// Set if the call only ran to learn what its values name.
    pub(crate) shadow: Option<Rc<Shadow>>,
}

/// The state before something that a predicate skips. It runs all the same, to learn what storage its results name, and
/// then everything it did is undone.
pub(crate) struct Shadow {
    pub(crate) contents: Vec<(Rc<Buffer>, Vec<Option<u64>>)>,
    pub(crate) trace: usize,
    pub(crate) tasks: (usize, usize),
    pub(crate) meetings: u64,
    pub(crate) windows: usize,
    pub(crate) poison_uses: u64,
    pub(crate) pipes: Pipes,
}

/// Blocks that run side by side: each in turn, up to its end or a barrier.
pub(crate) struct Team<'p> {
    pub(crate) threads: Vec<Thread<'p>>,
    pub(crate) current: usize,
    pub(crate) end: TeamEnd,
}

/// One of them.
pub(crate) struct Thread<'p> {
    pub(crate) frames: Vec<Frame<'p>>,
    pub(crate) state: State,
}

/// How far a thread is.
pub(crate) enum State {
    Ready,
    /// At a barrier.
    Waiting,
    /// Ended with these values, or with these variables if it was the body of a scope.
    Done(Vec<Value>, Option<Box<IdVec<VarId, Value>>>),
}

/// Where the values of a team go.
pub(crate) enum TeamEnd {
    /// To whoever asked for the run.
    Run,
    /// To the frame that called.
    Call(Delivery),
    /// The variables that the last block defined are visible after the scope.
    Scope(Option<Rc<Shadow>>),
}

impl<'p> Frame<'p> {
    /// A frame about to run the body of a function.
    pub(crate) fn new(function: &'p Function, lane: Lane, delivery: Option<Delivery>) -> Self {
        let body = function.body.map(|body| function.blocks[body].stmts.as_slice());
        let running = Running { stmts: body.unwrap_or_default(), next: 0, after: After::Function };
        Self {
            function,
            vars: IdVec::filled(Value::Undef, function.vars.len()),
            running: vec![running],
            lane,
            delivery,
            forwarded: None,
            ambiguous: Vec::new(),
        }
    }
    /// Starts a block of this function.
    pub(crate) fn enter(&mut self, stmts: &'p [Stmt], after: After<'p>) {
        self.running.push(Running { stmts, next: 0, after });
    }
    /// The value of an expression.
    pub(crate) fn value(&self, expr: &Expr) -> Result<Value, Fault> {
        let look_up = |var: VarId| {
            if self.ambiguous.contains(&var) {
                let name = &self.function.vars[var].name;
                return Err(Fault::misfit(format!("`{name}` stands for two extents here")));
            }
            Ok(self.vars[var].clone())
        };
        scalar::evaluate(expr, &look_up)
    }
    /// The values of several expressions, all taken before any is assigned.
    pub(crate) fn values<'e>(&self, exprs: impl IntoIterator<Item = &'e Expr>) -> Result<Vec<Value>, Fault> {
        exprs.into_iter().map(|expr| self.value(expr)).collect()
    }
    /// The value of a keyword.
    pub(crate) fn keyword(&self, attr: &Attr) -> Result<Value, Fault> {
        Ok(match attr {
            Attr::Int(value) => Value::int(*value, crate::ir::dtype::DType::Index),
            Attr::Bool(value) => Value::truth(*value),
            Attr::Float(value) => {
                let number = crate::interp::number::Number::Float(value.get());
                Value::Scalar(number, crate::ir::dtype::DType::Fp64)
            }
            Attr::Str(text) | Attr::Enum(text) => Value::Text(text.clone()),
            Attr::DType(dtype) => Value::Type(*dtype),
            Attr::None => Value::Nothing,
            Attr::Expr(expr) => self.value(expr)?,
            Attr::List(items) => {
                let items: Result<Vec<_>, _> = items.iter().map(|item| self.keyword(item)).collect();
                Value::tuple(items?)
            }
            Attr::Call(..) => Value::Token,
            Attr::Dict(_) => Value::Token,
        })
    }
    /// The variable at an index, for messages and inputs.
    pub(crate) fn name_of(&self, var: VarId) -> &str {
        debug_assert!(var.index() < self.function.vars.len(), "a variable of this function");
        &self.function.vars[var].name
    }
}
