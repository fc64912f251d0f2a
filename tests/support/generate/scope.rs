//! Types of generated programs, and the names in scope.

/// Shapes of tensors and tiles. Any window of a part fits into the whole at an offset taken modulo a constant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Shape {
    /// `[16]`
    Whole,
    /// `[8]`, a part of `[16]`.
    Part,
    /// `[4, 8]`
    Matrix,
    /// `[2, 8]`, a part of `[4, 8]` and `[N, 8]`.
    Rows,
    /// `[N, 8]` with at least four rows.
    Dynamic,
}

/// Types of names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Ty {
    Tensor(Shape),
    Tile(Shape),
    Index,
    Task,
    /// `pl.Array[4, pl.INDEX]`, all of it written.
    Array,
    /// `pl.Array[2, pl.TASK_ID]`
    Tasks,
}

impl Shape {
    pub(crate) fn extents(self) -> &'static str {
        match self {
            Self::Whole => "[16]",
            Self::Part => "[8]",
            Self::Matrix => "[4, 8]",
            Self::Rows => "[2, 8]",
            Self::Dynamic => "[N, 8]",
        }
    }
    /// Shapes that fit into it as windows, itself included where its extents are constant.
    pub(crate) fn parts(self) -> &'static [Self] {
        match self {
            Self::Whole => &[Self::Whole, Self::Part],
            Self::Part => &[Self::Part],
            Self::Matrix => &[Self::Matrix, Self::Rows],
            Self::Rows => &[Self::Rows],
            Self::Dynamic => &[Self::Rows, Self::Matrix],
        }
    }
    /// Whether a parameter of this shape takes an argument of the other.
    pub(crate) fn takes(self, other: Self) -> bool {
        self == other || (self == Self::Dynamic && other == Self::Matrix)
    }
}

impl Ty {
    pub(crate) fn text(self) -> String {
        match self {
            Self::Tensor(shape) => format!("pl.Tensor[{}, pl.FP32]", shape.extents()),
            Self::Tile(shape) => format!("pl.Tile[{}, pl.FP32]", shape.extents()),
            Self::Index => "pl.Scalar[pl.INDEX]".into(),
            Self::Task => "pl.Scalar[pl.TASK_ID]".into(),
            Self::Array => "pl.Array[4, pl.INDEX]".into(),
            Self::Tasks => "pl.Array[2, pl.TASK_ID]".into(),
        }
    }
    pub(crate) fn tensor(self) -> Option<Shape> {
        match self {
            Self::Tensor(shape) => Some(shape),
            _ => None,
        }
    }
}

/// A name in scope.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Var {
    pub(crate) name: String,
    pub(crate) ty: Ty,
    /// Whether it may be bound again.
    pub(crate) free: bool,
}

/// How a parameter is declared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Direction {
    In,
    Out,
    InOut,
}

/// A parameter of a function.
#[derive(Clone, Debug)]
pub(crate) struct Param {
    pub(crate) name: String,
    pub(crate) ty: Ty,
    pub(crate) direction: Direction,
}

impl Param {
    pub(crate) fn text(&self) -> String {
        let ty = self.ty.text();
        let ty = match self.direction {
            Direction::In => ty,
            Direction::Out => format!("pl.Out[{ty}]"),
            Direction::InOut => format!("pl.InOut[{ty}]"),
        };
        format!("{}: {ty}", self.name)
    }
}

/// What runs a function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    Opaque,
    Orchestration,
    InCore,
    Aiv,
    Group,
    Spmd,
    Inline,
    Graph,
}

impl Kind {
    pub(crate) fn decorator(self) -> &'static str {
        match self {
            Self::Opaque => "@pl.function",
            Self::Orchestration => "@pl.function(type=pl.FunctionType.Orchestration)",
            Self::InCore => "@pl.function(type=pl.FunctionType.InCore)",
            Self::Aiv => "@pl.function(type=pl.FunctionType.AIV)",
            Self::Group => "@pl.function(type=pl.FunctionType.Group)",
            Self::Spmd => "@pl.function(type=pl.FunctionType.Spmd)",
            Self::Inline => "@pl.function(type=pl.FunctionType.Inline)",
            Self::Graph => "@pl.function(type=pl.FunctionType.Graph)",
        }
    }
    /// Whether it runs on a core.
    pub(crate) fn is_kernel(self) -> bool {
        matches!(self, Self::InCore | Self::Aiv)
    }
}

/// A function that can be called.
#[derive(Clone, Debug)]
pub(crate) struct Signature {
    pub(crate) name: String,
    pub(crate) kind: Kind,
    pub(crate) params: Vec<Param>,
    pub(crate) results: Vec<Ty>,
    /// How many helpers deep its calls go.
    pub(crate) depth: usize,
    /// Whether it submits tasks.
    pub(crate) submits: bool,
}
