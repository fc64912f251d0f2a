//! What a variable holds while a program runs.

use std::rc::Rc;

use crate::base::name::Name;
use crate::interp::fault::Fault;
use crate::interp::number::Number;
use crate::interp::storage::Handle;
use crate::ir::dtype::DType;

/// The value of a variable or an operand.
#[derive(Clone)]
pub(crate) enum Value {
    /// Nothing on this path defined it.
    Undef,
    /// The result of a call that returns nothing.
    Nothing,
    /// One number.
    Scalar(Number, DType),
    /// A handle: a tensor, a tile or an array.
    Storage(Handle),
    /// Several values.
    Tuple(Rc<[Value]>),
    /// A text or a member of an enumeration, as an operand of an operator.
    Text(Name),
    /// An element type, as a keyword of an operator.
    Type(DType),
    /// Something that only passes through: an address, a context.
    Token,
    /// A window buffer: bytes that become a tensor by `pld.window`.
    Window(usize),
}

impl Value {
    pub(crate) fn int(value: i128, dtype: DType) -> Self {
        Self::Scalar(Number::Int(value), dtype)
    }
    pub(crate) fn index(value: usize) -> Self {
        Self::int(value as i128, DType::Index)
    }
    pub(crate) fn truth(value: bool) -> Self {
        Self::int(value.into(), DType::Bool)
    }
    pub(crate) fn task(number: i128) -> Self {
        Self::int(number, DType::TaskId)
    }
    pub(crate) fn tuple(items: impl IntoIterator<Item = Self>) -> Self {
        Self::Tuple(items.into_iter().collect())
    }
    /// What it is, for a message.
    pub(crate) fn kind(&self) -> &'static str {
        match self {
            Self::Undef => "an undefined value",
            Self::Nothing => "nothing",
            Self::Scalar(..) => "a scalar",
            Self::Storage(_) => "storage",
            Self::Tuple(_) => "a tuple",
            Self::Text(_) => "a text",
            Self::Type(_) => "an element type",
            Self::Token => "an opaque value",
            Self::Window(_) => "a window buffer",
        }
    }
    fn wrong(&self, wanted: &str) -> Fault {
        match self {
            Self::Undef => Fault::undefined("a value is used that this path did not define"),
            other => Fault::misfit(format!("{wanted} is needed, but this is {}", other.kind())),
        }
    }
    /// The number of a scalar and its type.
    pub(crate) fn scalar(&self) -> Result<(Number, DType), Fault> {
        match self {
            Self::Scalar(number, dtype) => Ok((*number, *dtype)),
            other => Err(other.wrong("a scalar")),
        }
    }
    /// The integer of a scalar that was written.
    pub(crate) fn integer(&self) -> Result<i128, Fault> {
        match self.scalar()?.0 {
            Number::Int(value) => Ok(value),
            Number::Float(value) => {
                Err(Fault::misfit(format!("an integer is needed, but this is {value:?}")))
            }
            Number::Poison => Err(Fault::poison("an integer hangs on storage that was never written")),
        }
    }
    /// An integer that is not negative.
    pub(crate) fn extent(&self) -> Result<usize, Fault> {
        let value = self.integer()?;
        usize::try_from(value)
            .map_err(|_| Fault::bounds(format!("{value} is used as an extent or an offset")))
    }
    /// The truth value of a scalar that was written.
    pub(crate) fn holds(&self) -> Result<bool, Fault> {
        let truth = self.scalar()?.0.to_bool();
        truth.ok_or_else(|| Fault::poison("a decision hangs on storage that was never written"))
    }
    /// The handle.
    pub(crate) fn handle(&self) -> Result<&Handle, Fault> {
        match self {
            Self::Storage(handle) => Ok(handle),
            other => Err(other.wrong("a tensor, tile or array")),
        }
    }
    /// The elements of a tuple.
    pub(crate) fn items(&self) -> Result<&[Self], Fault> {
        match self {
            Self::Tuple(items) => Ok(items),
            other => Err(other.wrong("a tuple")),
        }
    }
    /// A tuple of extents, offsets or indices.
    pub(crate) fn extents(&self) -> Result<Vec<usize>, Fault> {
        self.items()?.iter().map(Self::extent).collect()
    }
}
