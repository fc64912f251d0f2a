//! Statements and what stands on the right of an assignment.

use crate::base::name::Name;
use crate::base::span::Span;
use crate::ir::attr::Attrs;
use crate::ir::expr::Expr;
use crate::ir::op::Op;
use crate::ir::program::{BlockId, VarId};

/// A sequence of statements.
#[derive(Clone, Debug, Default)]
pub struct Block {
    /// In order of execution.
    pub stmts: Vec<Stmt>,
}

/// A statement with its place and the comment lines above it. Equality of programs looks at neither.
#[derive(Clone, Debug)]
pub struct Stmt {
    /// What it does.
    pub kind: StmtKind,
    /// Where it was written.
    pub span: Span,
    /// Comment lines above it, without `# `.
    pub comments: Vec<Name>,
}

impl Stmt {
    /// The call or submission that it is.
    pub fn call(&self) -> Option<&Call> {
        match &self.kind {
            StmtKind::Let(_, Rhs::Call(call)) | StmtKind::Eval(Rhs::Call(call)) => Some(call),
            _ => None,
        }
    }
}

/// What a statement does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StmtKind {
    /// Defines a variable.
    Let(VarId, Rhs),
    /// Evaluates for the effect.
    Eval(Rhs),
    /// A counted loop.
    For(For),
    /// A loop with a condition.
    While(While),
    /// A branch.
    If(If),
    /// A `with` block or one of its `for` spellings.
    Scope(Scope),
    /// Ends the function; only ever the last statement of its outermost block.
    Return(Vec<Expr>),
    /// Leaves the innermost loop; one value per carry: its result.
    Break(Vec<Expr>),
    /// Starts the next trip of the innermost loop; one value per carry.
    Continue(Vec<Expr>),
    /// Text kept verbatim.
    Raw(Name),
}

/// The right side of an assignment.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Rhs {
    /// A copy, a constant, scalar arithmetic, a tuple or a projection.
    Expr(Expr),
    /// An operator of the table, or one that the table does not know.
    Op(OpCall),
    /// A call or submission of a function of the program.
    Call(Call),
}

/// An operator with its operands. Omitted optional operands are absent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OpCall {
    /// Which.
    pub op: Op,
    /// Operands in the order of the table's row.
    pub args: Vec<Expr>,
    /// Keywords.
    pub kwargs: Attrs,
    /// `attrs={...}`.
    pub attrs: Attrs,
}

/// A call or submission of a function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Call {
    /// The function's name.
    pub callee: Name,
    /// `self.f(..)`, `pl.submit(..)` or `pl.spmd_submit(..)`.
    pub mode: CallMode,
    /// One per parameter; a submission may stop early, and what it leaves out is allocated at run time.
    pub args: Vec<Expr>,
    /// How it is launched.
    pub launch: Launch,
    /// Indices of arguments under `pl.no_dep`, ascending.
    pub no_dep: Vec<usize>,
    /// Derived directions, one per argument; empty before they are derived.
    pub directions: Vec<ArgDirection>,
    /// Other attributes.
    pub attrs: Attrs,
}

/// How a function is invoked.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum CallMode {
    /// The result is one value, or a tuple of several.
    Call,
    /// The result is a tuple of the callee's results and a task id.
    Submit,
    /// A submission as `launch.core_num` blocks.
    SpmdSubmit,
}

/// Launch data of a call or a scope. `deps`, `predicate`, `core_num` and `device` are operands; `dumps` and `no_dep` are
/// references: they name values without reading them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Launch {
    /// Task ids, or arrays of them, that must finish first.
    pub deps: Vec<Expr>,
    /// Values to dump.
    pub dumps: Vec<Expr>,
    /// Scopes only: captured values that take part in no dependency.
    pub no_dep: Vec<Expr>,
    /// Run only if this holds.
    pub predicate: Option<Expr>,
    /// Number of blocks.
    pub core_num: Option<Expr>,
    /// Whether all blocks start together; `None` if not said.
    pub sync_start: Option<bool>,
    /// Whether dependents may be resolved early.
    pub allow_early_resolve: bool,
    /// Where to run.
    pub device: Option<Expr>,
}

/// What the runtime is told of an argument.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ArgDirection {
    /// Read.
    Input,
    /// Written, allocated by the runtime.
    Output,
    /// Written, allocated already.
    OutputExisting,
    /// Read and written, or ordered after an earlier writer.
    InOut,
    /// Takes part in no dependency.
    NoDep,
    /// Not a tensor.
    Scalar,
}

impl ArgDirection {
    /// All directions.
    pub const ALL: &'static [Self] =
        &[Self::Input, Self::Output, Self::OutputExisting, Self::InOut, Self::NoDep, Self::Scalar];
    /// The member name of `pl.adir`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Input => "input",
            Self::Output => "output",
            Self::OutputExisting => "output_existing",
            Self::InOut => "inout",
            Self::NoDep => "no_dep",
            Self::Scalar => "scalar",
        }
    }
    /// The direction of that name.
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|it| it.name() == name)
    }
}

/// A value that a loop hands from each trip to the next.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Carry {
    /// What the body reads.
    pub param: VarId,
    /// Its value on the first trip; [`Expr::Undef`] for a name first bound inside the loop.
    pub init: Expr,
    /// Its value for the next trip, visible at the end of the body.
    pub next: Expr,
    /// Its value after the last trip.
    pub result: VarId,
}

/// A counted loop: `index` runs from `start` by `step` while before `stop`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct For {
    /// How trips relate.
    pub kind: ForKind,
    /// The index of the trip.
    pub index: VarId,
    /// First index.
    pub start: Expr,
    /// Bound, not reached.
    pub stop: Expr,
    /// Increment; negative runs down.
    pub step: Expr,
    /// Carried values.
    pub carries: Vec<Carry>,
    /// The body.
    pub body: BlockId,
    /// `attrs={...}`, and `stage` of a pipeline as `pipeline_stages`.
    pub attrs: Attrs,
}

/// How the trips of a counted loop relate.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ForKind {
    /// `pl.range`: one after the other.
    Sequential,
    /// `pl.parallel`: in any order.
    Parallel,
    /// `pl.unroll`: unrolled at compile time.
    Unroll,
    /// `pl.pipeline`: overlapped.
    Pipeline,
}

/// A loop with a condition, tested before each trip.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct While {
    /// Carried values.
    pub carries: Vec<Carry>,
    /// Computes the condition before each trip from the carries' parameters. Empty unless the condition as written
    /// contains calls; then it holds just those, each used once.
    pub header: BlockId,
    /// The condition, over what the header and the carries define.
    pub cond: Expr,
    /// The body.
    pub body: BlockId,
    /// `attrs={...}`.
    pub attrs: Attrs,
}

/// A branch. Without an `otherwise` block the other side of each merge is what held before.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct If {
    /// A truth value.
    pub cond: Expr,
    /// Runs if it holds.
    pub then: BlockId,
    /// Runs if not.
    pub otherwise: Option<BlockId>,
    /// Values that leave the branch.
    pub merges: Vec<Merge>,
}

/// A value that one side or the other of a branch gives.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Merge {
    /// The value after the branch.
    pub result: VarId,
    /// Its value if the condition held, visible at the end of that block.
    pub then: Expr,
    /// Its value if not.
    pub otherwise: Expr,
}

/// A block under a `with`, or one of the `for` spellings of the same.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Scope {
    /// Which.
    pub kind: ScopeKind,
    /// The body; what it defines is visible after the scope.
    pub body: BlockId,
    /// `name_hint=`, or the name of a graph.
    pub name: Option<Name>,
    /// `as tid`: the id of the task that the scope becomes.
    pub task_id: Option<VarId>,
    /// How it is launched.
    pub launch: Launch,
    /// Everything else, `optimizations` among it.
    pub attrs: Attrs,
}

impl Scope {
    /// Whether it is submitted as a task of its own, which others may wait for or which may be skipped.
    pub fn is_task(&self) -> bool {
        let launch = &self.launch;
        self.task_id.is_some()
            || !launch.deps.is_empty()
            || launch.predicate.is_some()
            || launch.allow_early_resolve
    }
}

/// Kinds of scope.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ScopeKind {
    /// `pl.at(level=..)`: `CORE_GROUP` is the in-core scope, others are hierarchy levels.
    At {
        /// A member name of `pl.Level`.
        level: Name,
        /// A member name of `pl.Role`.
        role: Option<Name>,
    },
    /// `pl.spmd(n)`: the body runs once per block; the count is `launch.core_num`.
    Spmd {
        /// The block index, in the `for b in pl.spmd(n)` spelling.
        index: Option<VarId>,
    },
    /// `pl.cluster()`.
    Cluster,
    /// `for lane in pl.split_aiv(n, mode=..)`.
    SplitAiv {
        /// Number of lanes.
        count: Expr,
        /// A member name of `pl.SplitMode`.
        mode: Option<Name>,
        /// The lane index.
        lane: VarId,
    },
    /// `pl.scope()` and `pl.manual_scope()`: a runtime scope.
    Runtime {
        /// Whether dependencies are only those written.
        manual: bool,
    },
    /// `pl.graph("g")`.
    Graph,
}

impl Call {
    /// A plain call.
    pub fn new(callee: impl Into<Name>, args: Vec<Expr>) -> Self {
        Self {
            callee: callee.into(),
            mode: CallMode::Call,
            args,
            launch: Launch::default(),
            no_dep: Vec::new(),
            directions: Vec::new(),
            attrs: Attrs::new(),
        }
    }
    /// Whether the result ends in a task id.
    pub fn is_submit(&self) -> bool {
        self.mode != CallMode::Call
    }
}

impl OpCall {
    /// An operator without keywords.
    pub fn new(op: Op, args: Vec<Expr>) -> Self {
        Self { op, args, kwargs: Attrs::new(), attrs: Attrs::new() }
    }
}

impl Stmt {
    /// A statement without a place or comments.
    pub fn new(kind: StmtKind) -> Self {
        Self { kind, span: Span::NONE, comments: Vec::new() }
    }
    /// A statement at a place.
    pub fn at(kind: StmtKind, span: Span) -> Self {
        Self { kind, span, comments: Vec::new() }
    }
}
