//! The e-node language.
//!
//! A node is an operator with its payload and a short list of children. The payload holds ids of tables that are filled
//! in the order of the program text, never an interned symbol whose order would hang on what ran before. The
//! discriminant includes payload and arity, so that a search for `view.slice` never looks at a `view.reshape`.

use egg::{Id, Language};
use smallvec::SmallVec;

use crate::ir::attr::Attrs;
use crate::ir::dtype::DType;
use crate::ir::expr::{BinaryOp, Float, UnaryOp};
use crate::ir::op::Op as Operator;
use crate::ir::stmt::{CallMode, ForKind};
use crate::ir::types::Type;

/// A region of one function body; unique over the program. Its number is the context of its arguments.
pub(crate) type RegionId = u32;

/// Index of a [`Payload`].
pub(crate) type PayloadId = u32;

/// Children of a node.
pub(crate) type Children<T> = SmallVec<[T; 4]>;

/// A node of the e-graph.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Node {
    pub(crate) op: Op,
    pub(crate) children: Children<Id>,
}

/// What a node is. Three kinds of thing live in classes: *values* (scalars, contents), *handles* (storage and a view of
/// it), and *memories* (the content of one alias set, version by version).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Op {
    /// An integer.
    Int(i128, DType),
    /// A float.
    Float(Float, DType),
    /// A truth value.
    Bool(bool),
    /// A text or enumeration member as an operand.
    Text(PayloadId),
    /// The value of a name on a path that did not define it.
    Undef,
    /// The i-th input of a region.
    Arg(RegionId, u32),
    /// The frame of a function under optimisation.
    Root,
    /// Where an allocation or call happened: a number in its template, over the frame of the enclosing region.
    Site(u32),
    /// A memory before its first allocation, or the first world of a function.
    Void,
    /// Fresh storage: `(alloc site operands…)`.
    Alloc(PayloadId),
    /// The next memory, with the handle's storage unwritten: `(fresh h m)`.
    Fresh,
    /// The next memory, with the handle's fresh storage holding a value: `(fresh-of h v m)`.
    FreshOf,
    /// The content seen through a handle: `(read h m)`.
    Read,
    /// Scalar arithmetic of one operand.
    Unary(UnaryOp),
    /// Scalar arithmetic of two operands.
    Binary(BinaryOp),
    /// A scalar cast.
    Cast(DType),
    /// A tuple of operands, such as a shape.
    Tuple,
    /// A pure operator on values.
    Pure(PayloadId),
    /// A view of a handle: `(view h operands…)`.
    View(PayloadId),
    /// A handle under another type: `(retype h extents…)`.
    Retype(PayloadId),
    /// A declared write of one alias set; is the next memory: `(write operands… m)`.
    Write(PayloadId),
    /// Any other operator with effects: a bundle of result, memories and world.
    Effect(PayloadId),
    /// A call or submission: `(call site operands… memories… world?)`, a bundle of results, memories and world.
    Call(PayloadId),
    /// A component of a bundle.
    Get(u32),
    /// A bundle.
    Bundle,
    /// A closed region: its children are its outputs.
    Region(RegionId),
    /// A counted loop: `(for start stop step inits… captures… site? memories… world? region)`.
    For(PayloadId),
    /// A conditional loop: `(while inits… captures… site? memories… world? cond-region region)`.
    While(PayloadId),
    /// A branch: `(if cond captures… site? memories… world? region region)`.
    If(PayloadId),
    /// A scope: `(scope operands… captures… site? memories… world? region)`.
    Scope(PayloadId),
    /// Leaves or restarts the innermost loop: `(jump values… world)`.
    Jump(PayloadId),
    /// Text kept verbatim, over the world.
    Raw(PayloadId),
    /// The extent of an axis of a handle or value.
    Extent(u32),
    /// A statement that reads an extent; where extents are known, it is the extent.
    Dim(u32),
}

/// What a [`PayloadId`] stands for.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Payload {
    /// A text operand.
    Text(crate::ir::expr::Expr),
    /// An operator with its keywords; variables inside are numbered children, behind the operands.
    Op { op: Operator, kwargs: Attrs, attrs: Attrs, operands: u32 },
    /// A type; variables inside are numbered children.
    Type(Type),
    /// A call.
    Call(CallPayload),
    /// A loop, branch or scope.
    Control(Control),
    /// Leaves (`true`) or restarts the innermost loop.
    Jump(bool),
    /// Verbatim text.
    Raw(crate::base::name::Name),
}

/// What distinguishes calls beyond their operands.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct CallPayload {
    pub(crate) callee: crate::base::name::Name,
    pub(crate) mode: CallMode,
    /// Leaves passed as arguments.
    pub(crate) args: u32,
    /// Operands of the launch behind the arguments: dependencies, predicate, width, device.
    pub(crate) launch: u32,
    /// Memories behind those: the callee's set of each, and whether it is written.
    pub(crate) memories: Vec<(crate::egraph::sets::SetId, bool)>,
    /// Results, a task id included.
    pub(crate) results: u32,
    /// Whether the world is taken and renewed.
    pub(crate) world: bool,
}

/// Layout of a loop, branch or scope.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Control {
    pub(crate) kind: ControlKind,
    /// Bounds, condition or launch operands that come first.
    pub(crate) operands: u32,
    /// Carried leaves.
    pub(crate) carries: u32,
    /// Captured leaves.
    pub(crate) captures: u32,
    /// Whether a site follows.
    pub(crate) site: bool,
    /// Memories taken.
    pub(crate) memories: u32,
    /// Which of them are written, by position.
    pub(crate) written: Vec<u32>,
    /// Whether the world is taken and renewed.
    pub(crate) world: bool,
    /// Whether a trip may end early: then what leaves the loop is not what its last output says.
    pub(crate) jumps: bool,
    /// First region argument that is a carry.
    pub(crate) first_carry: u32,
    /// First region argument that is a capture.
    pub(crate) first_capture: u32,
}

impl Control {
    /// The regions among the children of a node: the last ones.
    pub(crate) fn regions_of<'n>(&self, node: &'n Node) -> &'n [Id] {
        let count = match self.kind {
            ControlKind::For(..) | ControlKind::Scope(_) => 1,
            ControlKind::While(_) | ControlKind::If => 2,
        };
        &node.children[node.children.len() - count..]
    }
}

/// Which control construct.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum ControlKind {
    For(ForKind, Attrs),
    While(Attrs),
    If,
    /// The statement itself tells scopes apart; its place in the text names it.
    Scope(u32),
}

impl Node {
    pub(crate) fn new(op: Op, children: impl IntoIterator<Item = Id>) -> Self {
        Self { op, children: children.into_iter().collect() }
    }
}

impl Language for Node {
    type Discriminant = (Op, usize);

    fn discriminant(&self) -> Self::Discriminant {
        // Leaves of one kind share a bucket: nobody searches for a particular constant.
        let op = match self.op {
            Op::Int(..) => Op::Int(0, DType::Index),
            Op::Float(..) => Op::Float(Float::new(0.0), DType::Fp32),
            Op::Arg(..) => Op::Arg(0, 0),
            Op::Site(_) => Op::Site(0),
            other => other,
        };
        (op, self.children.len())
    }
    fn matches(&self, other: &Self) -> bool {
        self.op == other.op && self.children.len() == other.children.len()
    }
    fn children(&self) -> &[Id] {
        &self.children
    }
    fn children_mut(&mut self) -> &mut [Id] {
        &mut self.children
    }
}
