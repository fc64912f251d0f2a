//! Operators: what a row of the table says, and an operator as a program holds it.
//!
//! The table is the only source of what an operator reads, writes, names and costs. The rows stand in the files beside
//! this one, by family; [`table`] looks a name up.

use std::cmp::Ordering;
use std::hash::{Hash, Hasher};

use crate::base::name::Name;
use crate::ir::attr::Attrs;
use crate::ir::dtype::DType;
use crate::ir::expr::Expr;
use crate::ir::types::Type;

pub mod apply;
mod bind;
mod build;
pub mod gate;
mod rows;
mod rule;
pub mod sugar;
pub mod table;

/// An operator: its dotted name (without `pl.`, with `pld.`) and its row, if the table has one.
#[derive(Clone)]
pub struct Op {
    name: Name,
    row: Option<&'static OpRow>,
}

impl Op {
    /// The operator of a dotted name, such as `tensor.assemble` or `pld.system.wait`.
    pub fn new(name: impl Into<Name>) -> Self {
        let name = name.into();
        let row = table::find(&name);
        Self { name, row }
    }
    /// The dotted name.
    pub fn name(&self) -> &Name {
        &self.name
    }
    /// Its row; `None` for an operator the table does not know, which is treated as reading and writing everything.
    pub fn row(&self) -> Option<&'static OpRow> {
        self.row
    }
}

impl PartialEq for Op {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}
impl Eq for Op {}
impl PartialOrd for Op {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
impl Ord for Op {
    fn cmp(&self, other: &Self) -> Ordering {
        self.name.cmp(&other.name)
    }
}
impl Hash for Op {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.name.hash(state);
    }
}
impl std::fmt::Debug for Op {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.name)
    }
}

/// All that is known of an operator.
pub struct OpRow {
    /// Dotted name.
    pub name: &'static str,
    /// Operands in order.
    pub operands: &'static [Operand],
    /// Keywords.
    pub keywords: &'static [Keyword],
    /// The type of the result, from the types of the operands.
    pub result: ResultRule,
    /// What it does to each argument.
    pub effects: Effects,
    /// How it writes global memory.
    pub channel: Option<Channel>,
    /// The argument whose storage the result names, if the operator works in place: after it, the result is the name to
    /// use for that storage.
    pub names: Option<usize>,
    /// The argument that the result is a zero-copy view of. A row that names an argument says that instead, also where the
    /// result differs from the argument in its valid shape.
    pub view: Option<usize>,
    /// Whether the output may be placed on top of an input.
    pub in_place_safe: bool,
    /// Whether equal uses may be merged, moved and dropped.
    pub purity: Purity,
    /// Whether it orders memory that others can see.
    pub sync: bool,
    /// Whether the result also depends on where it runs (block, lane, rank): a pure operator that is ambient is equal to
    /// another use of it only within the same region.
    pub ambient: bool,
    /// Whether it looks at the types of its operands only, and at no element of them.
    pub by_type: bool,
    /// What it costs.
    pub cost: CostClass,
}

/// An operand of an operator.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Operand {
    /// Its name, which may also be used as a keyword.
    pub name: &'static str,
    /// What may stand there.
    pub kind: OperandKind,
    /// Whether it may be left out.
    pub optional: bool,
}

/// What may stand as an operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OperandKind {
    /// A tensor or window.
    Tensor,
    /// A tile.
    Tile,
    /// A tensor or a tile.
    Shaped,
    /// A scalar.
    Scalar,
    /// A tuple of index expressions: shape, offset, indices.
    Indices,
    /// An array.
    Array,
    /// A tuple of shaped values, or anything else.
    Any,
}

/// A keyword of an operator.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Keyword {
    /// Its name.
    pub name: &'static str,
    /// Whether it must be given.
    pub required: bool,
    /// What holds where it is left out.
    pub default: Option<Constant>,
    /// Whether the default is written down (`layout=pl.TensorLayout.ND`) or, on the contrary, left out where it was
    /// written, so that both spellings are one program.
    pub recorded: bool,
}

/// A keyword value known at compile time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Constant {
    /// An integer.
    Int(i128),
    /// A truth value.
    Bool(bool),
    /// A text.
    Str(&'static str),
    /// An element type.
    DType(DType),
    /// A member of an enumeration, without the leading `pl.`.
    Enum(&'static str),
}

/// Types and values an operator is applied to, for its result rule.
pub struct Applied<'a> {
    /// Operands as written.
    pub args: &'a [Expr],
    /// Types of the operands; a tuple operand has a tuple type.
    pub types: &'a [Type],
    /// Keywords.
    pub kwargs: &'a Attrs,
}

/// Computes the type of the result, or says what does not fit: the operand (if one is to blame) and a sentence.
/// [`Type::Unknown`] is the result of an operator called for its effect, or one whose type only the assignment says.
pub type ResultRule = fn(&Applied<'_>) -> Result<Type, Misfit>;

/// Why operands do not fit an operator.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Misfit {
    /// The operand to blame, if one is.
    pub operand: Option<usize>,
    /// What is wrong with it, without a full stop.
    pub message: String,
    /// Whether there are too many arguments or too few.
    pub count: bool,
}

/// What an operator does to its arguments.
pub enum Effects {
    /// Nobody has declared anything: each argument reads as read.
    Undeclared,
    /// Declared to write no argument.
    NoWrites,
    /// Declared per argument; arguments not listed are read.
    Fixed(&'static [(usize, Effect)]),
    /// Depends on the keywords.
    ByKeywords(fn(&Attrs) -> &'static [(usize, Effect)]),
}

/// What an operator does to one argument.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Effect {
    /// Only reads it.
    Read,
    /// Only writes it.
    Write,
    /// Reads and writes it.
    ReadWrite,
}

/// How an operator writes global memory.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Channel {
    /// By the copy engine.
    Dma,
    /// By the scalar unit.
    Scalar,
}

/// Whether equal uses may be merged, moved and dropped. Declared per operator, never inferred from effects.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Purity {
    /// A function of its operands' values (content of tensors included): equal uses are one, unused ones may go.
    Pure,
    /// Fresh storage: never merged, dropped when unused.
    Allocates,
    /// Effects only through declared writes and reads of its arguments: ordered by those, kept.
    Arguments,
    /// Anything else: synchronisation, hardware state, messages, allocation of windows; kept, in order.
    Effectful,
}

/// Cost class, priced by a cost model.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum CostClass {
    /// Only a name: views, valid shapes.
    Alias,
    /// Scalar or address computation.
    Scalar,
    /// Allocation.
    Alloc,
    /// One operation per element.
    Elementwise,
    /// One costly operation per element (exp, division).
    Transcendental,
    /// Reads all elements to give fewer.
    Reduce,
    /// Moves elements.
    Move,
    /// Matrix product.
    Matmul,
    /// Synchronisation or message.
    Sync,
}

impl OpRow {
    /// What the operator does to argument `index` under these keywords; what nobody declared reads.
    pub fn effect(&self, index: usize, kwargs: &Attrs) -> Effect {
        let listed = match &self.effects {
            Effects::Undeclared | Effects::NoWrites => &[],
            Effects::Fixed(list) => *list,
            Effects::ByKeywords(rule) => rule(kwargs),
        };
        listed.iter().find(|(at, _)| *at == index).map_or(Effect::Read, |(_, effect)| *effect)
    }
    /// Whether a verdict about argument `index` was declared, not merely defaulted.
    pub fn declares(&self, index: usize, kwargs: &Attrs) -> bool {
        match &self.effects {
            Effects::Undeclared => false,
            Effects::NoWrites => true,
            Effects::Fixed(list) => list.iter().any(|(at, _)| *at == index),
            Effects::ByKeywords(rule) => rule(kwargs).iter().any(|(at, _)| *at == index),
        }
    }
    /// The argument whose storage the result shares: that it names, or that it is a view of.
    pub fn aliases(&self) -> Option<usize> {
        self.names.or(self.view)
    }
    /// The arguments it writes under these keywords, ascending.
    pub fn written(&self, kwargs: &Attrs) -> Vec<usize> {
        (0..self.operands.len()).filter(|&index| self.effect(index, kwargs) != Effect::Read).collect()
    }
}

impl std::fmt::Debug for OpRow {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "OpRow({})", self.name)
    }
}
