//! Types of variables. Extents are expressions over the variables and symbols of the function the type stands in.

use crate::base::name::Name;
use crate::ir::dtype::DType;
use crate::ir::expr::Expr;
use crate::ir::program::VarId;

/// The type of a variable.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Type {
    /// One element.
    Scalar(DType),
    /// A tensor in global memory.
    Tensor(TensorType),
    /// A tile in on-core memory.
    Tile(TileType),
    /// An on-core stack array of constant length.
    Array(u64, DType),
    /// Several values.
    Tuple(Vec<Type>),
    /// An address.
    Ptr,
    /// A memory reference as a value.
    MemRef,
    /// The result of an operator called for its effect, or of an operator nobody declared.
    Unknown,
    /// The types that only pass through, by the name they print as: `pld.CommCtxType`, `pld.WindowBufferType`,
    /// `pl.PrefetchAsyncContext`, ...
    Named(Name),
}

/// Shape, element type and view of a tensor.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct TensorType {
    /// Whether it is a window that other ranks reach (`pld.DistributedTensor`).
    pub distributed: bool,
    /// Extents, outermost first.
    pub shape: Vec<Expr>,
    /// Element type.
    pub dtype: DType,
    /// How it differs from a whole row-major tensor; `None` if it does not.
    pub view: Option<Box<TensorView>>,
    /// Where it lies, once memory was assigned.
    pub memref: Option<Box<MemRef>>,
}

/// Strides, layout and valid part of a tensor.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct TensorView {
    /// Elements between neighbours per axis; empty if implied by the layout.
    pub stride: Vec<Expr>,
    /// Order of elements.
    pub layout: TensorLayout,
    /// Valid extent per axis; empty if the whole shape is valid.
    pub valid_shape: Vec<Expr>,
    /// What reads outside the valid part give.
    pub pad: PadValue,
}

/// Order of elements of a tensor.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum TensorLayout {
    /// Row major.
    #[default]
    Nd,
    /// The last two axes swapped in memory.
    Dn,
    /// Fractal.
    Nz,
    /// Scales of the left operand.
    MxAZz,
    /// Scales of the right operand.
    MxBNn,
}

/// What reads outside the valid part give.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum PadValue {
    /// Nothing defined.
    #[default]
    Null,
    /// Zero.
    Zero,
    /// The largest number.
    Max,
    /// The smallest number.
    Min,
}

/// Shape, element type, place and view of a tile.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct TileType {
    /// Extents, outermost first.
    pub shape: Vec<Expr>,
    /// Element type.
    pub dtype: DType,
    /// Where it lies, once memory was assigned.
    pub memref: Option<Box<MemRef>>,
    /// Memory space.
    pub space: Option<MemSpace>,
    /// How it differs from the view that shape and space imply; `None` if it does not.
    pub view: Option<Box<TileView>>,
}

/// View of a tile. Attributes other than the valid shape are kept as written.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct TileView {
    /// Valid extent per axis; empty if the whole shape is valid.
    pub valid_shape: Vec<Expr>,
    /// Elements between neighbours per axis; empty if implied.
    pub stride: Vec<Expr>,
    /// First element, if not the buffer's first.
    pub start_offset: Option<Expr>,
    /// Layout of blocks, a member name of `pl.TileLayout`.
    pub blayout: Option<Name>,
    /// Layout inside a block, a member name of `pl.TileLayout`.
    pub slayout: Option<Name>,
    /// Bytes of a fractal; `None` is the default of 512.
    pub fractal: Option<i128>,
    /// What reads outside the valid part give.
    pub pad: PadValue,
    /// A member name of the compact mode, if set.
    pub compact: Option<Name>,
}

/// Memory spaces.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum MemSpace {
    /// Global memory.
    Ddr,
    /// Vector unit buffer.
    Vec,
    /// Matrix staging buffer.
    Mat,
    /// Left operand of the matrix unit.
    Left,
    /// Right operand of the matrix unit.
    Right,
    /// Accumulator of the matrix unit.
    Acc,
    /// Bias buffer.
    Bias,
    /// Scalar registers.
    ScalarLocal,
    /// Scales of the left operand.
    LeftScale,
    /// Scales of the right operand.
    RightScale,
}

/// A range of an allocation.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct MemRef {
    /// The allocation: a pointer variable of the body, or a name.
    pub base: MemBase,
    /// First byte.
    pub offset: Expr,
    /// Bytes; `None` if not given.
    pub size: Option<Expr>,
    /// Slots, for `pl.MemRef("n", slots=k)`.
    pub slots: Option<i128>,
    /// Slot taken, for `pl.MemRef("n", slots=k)[i]`.
    pub slot: Option<Expr>,
}

/// What a memory reference is relative to.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum MemBase {
    /// Allocated in the body.
    Var(VarId),
    /// Named by a text.
    Name(Name),
}

macro_rules! named_enum {
    ($type:ident { $($variant:ident = $text:literal),* $(,)? }) => {
        impl $type {
            /// All members in order.
            pub const ALL: &'static [Self] = &[$(Self::$variant),*];
            /// The member name in the text.
            pub fn name(self) -> &'static str {
                match self { $(Self::$variant => $text),* }
            }
            /// The member of that name.
            pub fn parse(text: &str) -> Option<Self> {
                match text { $($text => Some(Self::$variant),)* _ => None }
            }
        }
    };
}

named_enum!(TensorLayout { Nd = "ND", Dn = "DN", Nz = "NZ", MxAZz = "MX_A_ZZ", MxBNn = "MX_B_NN" });
named_enum!(PadValue { Null = "null", Zero = "zero", Max = "max", Min = "min" });
named_enum!(MemSpace {
    Ddr = "DDR",
    Vec = "Vec",
    Mat = "Mat",
    Left = "Left",
    Right = "Right",
    Acc = "Acc",
    Bias = "Bias",
    ScalarLocal = "ScalarLocal",
    LeftScale = "LeftScale",
    RightScale = "RightScale",
});

impl Type {
    /// `INDEX`.
    pub const INDEX: Self = Self::Scalar(DType::Index);
    /// `BOOL`.
    pub const BOOL: Self = Self::Scalar(DType::Bool);
    /// `TASK_ID`.
    pub const TASK_ID: Self = Self::Scalar(DType::TaskId);

    /// A whole row-major tensor.
    pub fn tensor(shape: Vec<Expr>, dtype: DType) -> Self {
        Self::Tensor(TensorType { distributed: false, shape, dtype, view: None, memref: None })
    }
    /// A tile with the implied view.
    pub fn tile(shape: Vec<Expr>, dtype: DType, space: Option<MemSpace>) -> Self {
        Self::Tile(TileType { shape, dtype, memref: None, space, view: None })
    }
    /// Whether values of this type name storage: tensors, tiles and arrays.
    pub fn is_storage(&self) -> bool {
        matches!(self, Self::Tensor(_) | Self::Tile(_) | Self::Array(..))
    }
    /// Whether it is a tensor, distributed or not.
    pub fn is_tensor(&self) -> bool {
        matches!(self, Self::Tensor(_))
    }
    /// Shape of a tensor or tile.
    pub fn shape(&self) -> Option<&[Expr]> {
        match self {
            Self::Tensor(tensor) => Some(&tensor.shape),
            Self::Tile(tile) => Some(&tile.shape),
            Self::Scalar(_)
            | Self::Array(..)
            | Self::Tuple(_)
            | Self::Ptr
            | Self::MemRef
            | Self::Unknown
            | Self::Named(_) => None,
        }
    }
    /// Valid shape of a tensor or tile: its own where it has one, else its shape.
    pub fn valid_shape(&self) -> Option<&[Expr]> {
        let narrowed = match self {
            Self::Tensor(tensor) => tensor.view.as_ref().map(|view| view.valid_shape.as_slice()),
            Self::Tile(tile) => tile.view.as_ref().map(|view| view.valid_shape.as_slice()),
            Self::Scalar(_)
            | Self::Array(..)
            | Self::Tuple(_)
            | Self::Ptr
            | Self::MemRef
            | Self::Unknown
            | Self::Named(_) => None,
        };
        narrowed.filter(|valid| !valid.is_empty()).or_else(|| self.shape())
    }
    /// Element type of a scalar, tensor, tile or array.
    pub fn dtype(&self) -> Option<DType> {
        match self {
            Self::Scalar(dtype) | Self::Array(_, dtype) => Some(*dtype),
            Self::Tensor(tensor) => Some(tensor.dtype),
            Self::Tile(tile) => Some(tile.dtype),
            Self::Tuple(_) | Self::Ptr | Self::MemRef | Self::Unknown | Self::Named(_) => None,
        }
    }
    /// The same type without memory references, which no comparison of types looks at.
    #[must_use]
    pub fn without_memref(&self) -> Self {
        match self {
            Self::Tensor(tensor) => Self::Tensor(TensorType { memref: None, ..tensor.clone() }),
            Self::Tile(tile) => Self::Tile(TileType { memref: None, ..tile.clone() }),
            Self::Tuple(items) => Self::Tuple(items.iter().map(Self::without_memref).collect()),
            other => other.clone(),
        }
    }
}
