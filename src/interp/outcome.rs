//! What a run gives, as plain data: contents, the partition of storage, and the trace of effects.

use std::collections::{BTreeMap, BTreeSet};

use crate::base::name::Name;
use crate::base::span::Span;
use crate::interp::aliasing::Aliasing;
use crate::interp::number::Number;
use crate::ir::dtype::DType;

/// Everything that can be seen of one run from outside.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// Final content of each parameter.
    pub params: Vec<Output>,
    /// Returned values; hidden ones are not among them.
    pub returns: Vec<Output>,
    /// Final content of each window buffer, in order of allocation.
    pub windows: Vec<(Name, Output)>,
    /// Effects on the world and submissions, in order.
    pub trace: Vec<Event>,
    /// How often something was computed from storage that was never written.
    pub poison_uses: u64,
    /// Where that happened first.
    pub first_poison: Option<Site>,
    /// Per function called, each way in which arguments shared storage, as many of them as are remembered.
    pub aliasings: BTreeMap<Name, BTreeSet<Aliasing>>,
    /// Statements executed.
    pub steps: u64,
}

/// A statement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Site {
    /// The function it stands in.
    pub function: Name,
    /// Where it was written.
    pub span: Span,
    /// The statement in short.
    pub text: String,
}

/// The value of a parameter or of a returned value after a run.
#[derive(Clone, Debug)]
pub enum Output {
    /// One number.
    Scalar(Number, DType),
    /// A task: the submissions it stands for, by their place among all submissions.
    Task(Vec<usize>),
    /// Content seen through a handle.
    Storage(Content),
    /// Several values.
    Tuple(Vec<Output>),
    /// Undefined, or nothing that could be compared.
    Other(String),
}

/// Content seen through a handle.
#[derive(Clone, Debug)]
pub struct Content {
    /// Which storage.
    pub root: Root,
    /// Element type.
    pub dtype: DType,
    /// Extent per axis.
    pub shape: Vec<usize>,
    /// Valid extent per axis.
    pub valid: Vec<usize>,
    /// Elements in row-major order; those outside the valid part are poison or padding.
    pub elements: Vec<Number>,
    /// Which statement wrote each element, by its place in [`Content::sites`]; empty unless the run was asked for it.
    pub writers: Vec<Option<u32>>,
    /// The statements that `writers` mentions.
    pub sites: Vec<Site>,
}

/// A buffer, named so that two runs can be compared.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Root {
    /// The buffer of a parameter, the first of those that share it.
    Param(usize),
    /// A window buffer, by order of allocation.
    Window(usize),
    /// A buffer made during the run, by the order in which the trace, then the returned values, mention it.
    Fresh(usize),
}

/// Something the world saw.
#[derive(Clone, Debug)]
pub enum Event {
    /// A function was submitted.
    Submit {
        /// Its name.
        callee: Name,
        /// Its arguments.
        args: Vec<Place>,
        /// Submissions it depends on, ascending.
        deps: Vec<usize>,
        /// As how many blocks.
        blocks: Option<i128>,
        /// Whether its predicate kept it from running.
        skipped: bool,
    },
    /// A scope ran as a task.
    Scope {
        /// Submissions it depends on, ascending.
        deps: Vec<usize>,
        /// Whether its predicate kept it from running.
        skipped: bool,
    },
    /// A function without a body was called.
    External {
        /// Its name.
        callee: Name,
        /// Its arguments.
        args: Vec<Place>,
    },
    /// An operator had an effect on the world.
    Effect {
        /// Its name.
        operator: Name,
        /// Its operands.
        args: Vec<Place>,
    },
    /// Other ranks saw the windows: a digest of each, none where something in it was never written.
    Shown(Vec<Option<u64>>),
}

/// An argument as the world sees it.
#[derive(Clone, Debug)]
pub enum Place {
    /// A number.
    Scalar(Number, DType),
    /// Submissions, ascending.
    Task(Vec<usize>),
    /// Where it lies, not what it holds.
    Storage {
        /// Which buffer.
        root: Root,
        /// First element.
        offset: usize,
        /// Extent per axis.
        shape: Vec<usize>,
        /// Distance between neighbours per axis.
        strides: Vec<usize>,
    },
    /// Several.
    Tuple(Vec<Place>),
    /// A text, a context, nothing.
    Other(String),
}

impl std::fmt::Display for Root {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Param(index) => write!(f, "parameter {index}"),
            Self::Window(index) => write!(f, "window {index}"),
            Self::Fresh(index) => write!(f, "fresh storage {index}"),
        }
    }
}

impl std::fmt::Display for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Scalar(number, _) => write!(f, "{number}"),
            Self::Task(tasks) => write!(f, "tasks {tasks:?}"),
            Self::Storage { root, offset, shape, .. } => write!(f, "{root} from {offset}, extents {shape:?}"),
            Self::Tuple(items) => {
                f.write_str("(")?;
                for (at, item) in items.iter().enumerate() {
                    write!(f, "{}{item}", if at == 0 { "" } else { ", " })?;
                }
                f.write_str(")")
            }
            Self::Other(text) => f.write_str(text),
        }
    }
}

impl std::fmt::Display for Event {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let listed = |args: &[Place]| args.iter().map(Place::to_string).collect::<Vec<_>>().join("; ");
        let skip = |skipped: &bool| if *skipped { ", skipped" } else { "" };
        match self {
            Self::Submit { callee, args, deps, blocks, skipped } => {
                let blocks = blocks.map_or(String::new(), |blocks| format!(", {blocks} blocks"));
                let (args, skipped) = (listed(args), skip(skipped));
                write!(f, "submit `{callee}`({args}) after {deps:?}{blocks}{skipped}")
            }
            Self::Scope { deps, skipped } => write!(f, "scope as a task after {deps:?}{}", skip(skipped)),
            Self::External { callee, args } => write!(f, "external `{callee}`({})", listed(args)),
            Self::Effect { operator, args } => write!(f, "{operator}({})", listed(args)),
            Self::Shown(windows) => {
                let digest = |it: &Option<u64>| it.map_or("unwritten".to_owned(), |it| format!("{it:016x}"));
                let digests: Vec<String> = windows.iter().map(digest).collect();
                write!(f, "others see the windows: {}", digests.join(", "))
            }
        }
    }
}
