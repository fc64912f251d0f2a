//! The words that rows are written in.

use crate::base::name::Name;
use crate::ir::attr::{Attr, Attrs};
use crate::ir::op::{
    Channel, Constant, CostClass, Effect, Effects, Keyword, OpRow, Operand, OperandKind, Purity, ResultRule,
};

/// A row of a pure elementwise operator that declares nothing else; the methods below say what differs.
pub(super) const fn row(name: &'static str, operands: &'static [Operand], result: ResultRule) -> OpRow {
    OpRow {
        name,
        operands,
        keywords: &[],
        result,
        effects: Effects::Undeclared,
        channel: None,
        names: None,
        view: None,
        in_place_safe: true,
        purity: Purity::Pure,
        sync: false,
        ambient: false,
        by_type: false,
        cost: CostClass::Elementwise,
    }
}

impl OpRow {
    /// With keywords.
    pub(super) const fn keywords(self, keywords: &'static [Keyword]) -> Self {
        Self { keywords, ..self }
    }
    /// With these effects on arguments, and ordered by them.
    pub(super) const fn writes(self, list: &'static [(usize, Effect)]) -> Self {
        Self { effects: Effects::Fixed(list), purity: Purity::Arguments, ..self }
    }
    /// With effects that the keywords decide, and ordered by them.
    pub(super) const fn writes_by(self, rule: fn(&Attrs) -> &'static [(usize, Effect)]) -> Self {
        Self { effects: Effects::ByKeywords(rule), purity: Purity::Arguments, ..self }
    }
    /// Declared to write no argument.
    pub(super) const fn no_writes(self) -> Self {
        Self { effects: Effects::NoWrites, ..self }
    }
    /// Works in place on an argument, which its result names.
    pub(super) const fn names(self, argument: usize) -> Self {
        Self { names: Some(argument), ..self }
    }
    /// Is a zero-copy view of an argument.
    pub(super) const fn view(self, argument: usize) -> Self {
        Self { view: Some(argument), cost: CostClass::Alias, ..self }
    }
    /// Writes by the copy engine.
    pub(super) const fn by_dma(self) -> Self {
        Self { channel: Some(Channel::Dma), ..self }
    }
    /// Writes by the scalar unit.
    pub(super) const fn by_scalar(self) -> Self {
        Self { channel: Some(Channel::Scalar), ..self }
    }
    /// The output may not be placed on top of an input.
    pub(super) const fn apart(self) -> Self {
        Self { in_place_safe: false, ..self }
    }
    /// With a purity that does not follow from the rest.
    pub(super) const fn purity(self, purity: Purity) -> Self {
        Self { purity, ..self }
    }
    /// Kept, in order with everything else.
    pub(super) const fn effectful(self) -> Self {
        Self { purity: Purity::Effectful, ..self }
    }
    /// Orders memory that others can see.
    pub(super) const fn sync(self) -> Self {
        Self { sync: true, purity: Purity::Effectful, cost: CostClass::Sync, ..self }
    }
    /// Depends on the block, lane or rank.
    pub(super) const fn ambient(self) -> Self {
        Self { ambient: true, cost: CostClass::Scalar, ..self }
    }
    /// Looks at types only.
    pub(super) const fn by_type(self) -> Self {
        Self { by_type: true, cost: CostClass::Alias, ..self }
    }
    /// With a cost class.
    pub(super) const fn cost(self, cost: CostClass) -> Self {
        Self { cost, ..self }
    }
}

const fn operand(name: &'static str, kind: OperandKind) -> Operand {
    Operand { name, kind, optional: false }
}

/// An operand that is a tensor.
pub(super) const fn tensor(name: &'static str) -> Operand {
    operand(name, OperandKind::Tensor)
}

/// An operand that is a tile.
pub(super) const fn tile(name: &'static str) -> Operand {
    operand(name, OperandKind::Tile)
}

/// An operand that is a tensor or a tile.
pub(super) const fn shaped(name: &'static str) -> Operand {
    operand(name, OperandKind::Shaped)
}

/// An operand that is a scalar.
pub(super) const fn scalar(name: &'static str) -> Operand {
    operand(name, OperandKind::Scalar)
}

/// An operand that is a list of index expressions.
pub(super) const fn indices(name: &'static str) -> Operand {
    operand(name, OperandKind::Indices)
}

/// An operand that is an array.
pub(super) const fn array(name: &'static str) -> Operand {
    operand(name, OperandKind::Array)
}

/// An operand of any type.
pub(super) const fn any(name: &'static str) -> Operand {
    operand(name, OperandKind::Any)
}

impl Operand {
    /// The same, but it may be left out.
    pub(super) const fn optional(self) -> Self {
        Self { optional: true, ..self }
    }
}

/// A keyword that may be left out.
pub(super) const fn may(name: &'static str) -> Keyword {
    Keyword { name, required: false, default: None, recorded: false }
}

/// A keyword that must be given.
pub(super) const fn must(name: &'static str) -> Keyword {
    Keyword { name, required: true, default: None, recorded: false }
}

/// A keyword whose default is written down.
pub(super) const fn filled(name: &'static str, default: Constant) -> Keyword {
    Keyword { name, required: false, default: Some(default), recorded: true }
}

/// A keyword that is left out where it says the default.
pub(super) const fn elided(name: &'static str, default: Constant) -> Keyword {
    Keyword { name, required: false, default: Some(default), recorded: false }
}

impl Constant {
    /// As a keyword value.
    pub fn to_attr(self) -> Attr {
        match self {
            Self::Int(value) => Attr::Int(value),
            Self::Bool(value) => Attr::Bool(value),
            Self::Str(text) => Attr::Str(Name::from(text)),
            Self::DType(dtype) => Attr::DType(dtype),
            Self::Enum(member) => Attr::Enum(Name::from(member)),
        }
    }
}
