//! Why a run stopped, and the limits it runs under.

use crate::base::diagnostic::{Code, Diagnostic};
use crate::base::name::Name;
use crate::base::span::Span;

/// Bounds on one run; passing one is a [`FaultKind::Limit`] fault, never a hang.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Statements executed, loop tests included.
    pub steps: u64,
    /// Elements of tensors, tiles and arrays alive at one time.
    pub elements: usize,
    /// Calls under way at one time.
    pub calls: usize,
    /// Whether to remember for each element which statement wrote it.
    pub writers: bool,
    /// Whether other ranks write the windows at each synchronisation: floats that were written before change, in a way
    /// that depends on the element and on how many synchronisations there were. Alone, rank 0 of 1 sees its own writes only.
    pub others: bool,
}

impl Default for Limits {
    fn default() -> Self {
        Self { steps: 20_000_000, elements: 1 << 25, calls: 100_000, writers: false, others: false }
    }
}

/// What kind of thing went wrong.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum FaultKind {
    /// A decision, an index or an extent hangs on storage that was never written.
    Poison,
    /// A name is used on a path that did not define it.
    Undefined,
    /// An index or a window lies outside.
    Bounds,
    /// Shapes, types or counts of operands do not fit.
    Misfit,
    /// Division by zero, a wait that nothing ends, and the like.
    Arithmetic,
    /// An operator or statement that has no meaning here.
    Unsupported,
    /// A step, memory or call limit.
    Limit,
    /// The entry, or inputs for it, do not exist.
    Request,
}

impl FaultKind {
    fn code(self) -> Code {
        Code(match self {
            Self::Poison => "run-poison",
            Self::Undefined => "run-undefined",
            Self::Bounds => "run-bounds",
            Self::Misfit => "run-misfit",
            Self::Arithmetic => "run-arithmetic",
            Self::Unsupported => "run-unsupported",
            Self::Limit => "run-limit",
            Self::Request => "run-request",
        })
    }
}

/// A run that could not go on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// What kind.
    pub kind: FaultKind,
    /// One sentence, without a full stop.
    pub message: String,
    /// The function that was running.
    pub function: Option<Name>,
    /// The statement that was running.
    pub at: Span,
}

impl Fault {
    /// A fault whose place is filled in by the machine.
    pub fn new(kind: FaultKind, message: impl Into<String>) -> Self {
        Self { kind, message: message.into(), function: None, at: Span::NONE }
    }
    pub(crate) fn poison(message: impl Into<String>) -> Self {
        Self::new(FaultKind::Poison, message)
    }
    pub(crate) fn undefined(message: impl Into<String>) -> Self {
        Self::new(FaultKind::Undefined, message)
    }
    pub(crate) fn bounds(message: impl Into<String>) -> Self {
        Self::new(FaultKind::Bounds, message)
    }
    pub(crate) fn misfit(message: impl Into<String>) -> Self {
        Self::new(FaultKind::Misfit, message)
    }
    pub(crate) fn arithmetic(message: impl Into<String>) -> Self {
        Self::new(FaultKind::Arithmetic, message)
    }
    pub(crate) fn unsupported(message: impl Into<String>) -> Self {
        Self::new(FaultKind::Unsupported, message)
    }
    pub(crate) fn limit(message: impl Into<String>) -> Self {
        Self::new(FaultKind::Limit, message)
    }
    pub(crate) fn request(message: impl Into<String>) -> Self {
        Self::new(FaultKind::Request, message)
    }
    /// The same as a complaint about the program.
    pub fn diagnostic(&self) -> Diagnostic {
        let message = match &self.function {
            Some(function) => format!("running `{function}`: {}", self.message),
            None => self.message.clone(),
        };
        Diagnostic::error(self.kind.code(), self.at, message)
    }
}

impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if let Some(function) = &self.function {
            write!(f, "in `{function}`: ")?;
        }
        f.write_str(&self.message)
    }
}
