//! Programs, functions, parameters, variables.

use indexmap::IndexMap;

use crate::base::id::IdVec;
use crate::base::name::Name;
use crate::base::span::Span;
use crate::define_id;
use crate::ir::attr::Attrs;
use crate::ir::stmt::Block;
use crate::ir::types::Type;

define_id!(
    /// A variable of one function.
    VarId,
    "v"
);
define_id!(
    /// A block of one function.
    BlockId,
    "b"
);

/// A whole program: functions by name, in the order written.
#[derive(Clone, Debug)]
pub struct Program {
    /// The class name.
    pub name: Name,
    /// The functions; calls refer to them by name.
    pub functions: IndexMap<Name, Function>,
    /// Comment lines above the class, without `# `.
    pub comments: Vec<Name>,
}

/// One function. Variables and blocks are owned here and referred to by id.
#[derive(Clone, Debug)]
pub struct Function {
    /// Its name.
    pub name: Name,
    /// What runs it.
    pub kind: FunctionKind,
    /// `level=`, as a member name of `pl.Level`; `None` where the kind implies it.
    pub level: Option<Name>,
    /// `role=`, as a member name of `pl.Role`; `None` where the kind implies it.
    pub role: Option<Name>,
    /// Attributes, `auto_scope` and `external_source` among them.
    pub attrs: Attrs,
    /// Parameters in order.
    pub params: Vec<Param>,
    /// Types of the returned values: one per value of the `return`.
    pub results: Vec<Type>,
    /// How many of the last returned values `lower` added to an Inline function so that a rebinding the caller must see
    /// reaches it. They are in neither facts nor text nor C++ of a surviving function.
    pub hidden: usize,
    /// Dynamic symbols this function mentions: variables of type `INDEX` with no definition.
    pub symbols: Vec<VarId>,
    /// All variables.
    pub vars: IdVec<VarId, Var>,
    /// All blocks.
    pub blocks: IdVec<BlockId, Block>,
    /// The outermost block; `None` for `...`.
    pub body: Option<BlockId>,
    /// Comment lines above the function, without `# `.
    pub comments: Vec<Name>,
    /// Where the function's name stands.
    pub span: Span,
}

/// A parameter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Param {
    /// Its variable.
    pub var: VarId,
    /// How it is declared.
    pub direction: Direction,
}

/// Declared direction of a parameter.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Direction {
    /// Only read.
    In,
    /// Only written.
    Out,
    /// Read and written.
    InOut,
}

/// A variable: the hint of its name, its type, and where it was defined.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Var {
    /// The name it was written with; printing makes it unique.
    pub name: Name,
    /// Its type.
    pub ty: Type,
    /// Where it was defined.
    pub span: Span,
}

/// What runs a function.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum FunctionKind {
    /// The default: not decided.
    Opaque,
    /// Runs on the host-side scheduler and submits tasks.
    Orchestration,
    /// Runs on a core; cube or vector not decided.
    InCore,
    /// Runs on a cube core.
    Aic,
    /// Runs on a vector core.
    Aiv,
    /// Wraps kernels that run together.
    Group,
    /// Wraps a kernel that runs as several blocks.
    Spmd,
    /// Spliced into every caller.
    Inline,
    /// Wraps a recorded graph of tasks.
    Graph,
}

impl FunctionKind {
    /// All kinds.
    pub const ALL: &'static [Self] = &[
        Self::Opaque,
        Self::Orchestration,
        Self::InCore,
        Self::Aic,
        Self::Aiv,
        Self::Group,
        Self::Spmd,
        Self::Inline,
        Self::Graph,
    ];
    /// The member name of `pl.FunctionType`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Opaque => "Opaque",
            Self::Orchestration => "Orchestration",
            Self::InCore => "InCore",
            Self::Aic => "AIC",
            Self::Aiv => "AIV",
            Self::Group => "Group",
            Self::Spmd => "Spmd",
            Self::Inline => "Inline",
            Self::Graph => "Graph",
        }
    }
    /// The kind of that name.
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|kind| kind.name() == name)
    }
    /// InCore, AIC, AIV: the body runs on a core.
    pub fn is_kernel(self) -> bool {
        matches!(self, Self::InCore | Self::Aic | Self::Aiv)
    }
    /// Group, Spmd: forwards to kernels.
    pub fn is_wrapper(self) -> bool {
        matches!(self, Self::Group | Self::Spmd)
    }
}

impl Direction {
    /// Whether the parameter is written.
    pub fn writes(self) -> bool {
        self != Self::In
    }
    /// Whether the parameter is read.
    pub fn reads(self) -> bool {
        self != Self::Out
    }
    /// `In`, `Out`, `InOut`.
    pub fn name(self) -> &'static str {
        match self {
            Self::In => "In",
            Self::Out => "Out",
            Self::InOut => "InOut",
        }
    }
}

impl Function {
    /// A function without parameters, results and body.
    pub fn new(name: Name, kind: FunctionKind) -> Self {
        Self {
            name,
            kind,
            level: None,
            role: None,
            attrs: Attrs::new(),
            params: Vec::new(),
            results: Vec::new(),
            hidden: 0,
            symbols: Vec::new(),
            vars: IdVec::new(),
            blocks: IdVec::new(),
            body: None,
            comments: Vec::new(),
            span: Span::NONE,
        }
    }
    /// A new variable.
    pub fn add_var(&mut self, name: impl Into<Name>, ty: Type, span: Span) -> VarId {
        self.vars.push(Var { name: name.into(), ty, span })
    }
    /// The type of a variable.
    pub fn ty(&self, var: VarId) -> &Type {
        &self.vars[var].ty
    }
    /// The index of the parameter that a variable is.
    pub fn param_index(&self, var: VarId) -> Option<usize> {
        self.params.iter().position(|param| param.var == var)
    }
    /// The values of the trailing `return`, if there is one.
    pub fn returned(&self) -> Option<&[crate::ir::expr::Expr]> {
        match &self.blocks[self.body?].stmts.last()?.kind {
            crate::ir::stmt::StmtKind::Return(values) => Some(values),
            _ => None,
        }
    }
}
