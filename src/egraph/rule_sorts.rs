//! Sorts: the kinds of thing that classes hold, and which of them each node takes and gives.

use crate::egraph::rule_ast::{Form, Head, Pat, PatNode};
use crate::ir::attr::Attrs;
use crate::ir::op::{CostClass, Effect, OpRow, OperandKind};

/// A kind of thing that a class holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Sort {
    /// Not known, or of more than one kind.
    Any,
    /// One element.
    Scalar,
    /// Content of a tensor or tile.
    Value,
    /// Storage and a view of it.
    Handle,
    /// The content of an alias set.
    Memory,
    /// Extents, offsets, indices.
    Tuple,
}

impl Sort {
    /// What both are; `None` if they are of two kinds.
    pub(crate) fn meet(self, other: Self) -> Option<Self> {
        match (self, other) {
            (Self::Any, sort) | (sort, Self::Any) => Some(sort),
            (a, b) => (a == b).then_some(a),
        }
    }
    /// With an article, for messages.
    pub(crate) fn phrase(self) -> &'static str {
        match self {
            Self::Any => "anything",
            Self::Scalar => "a scalar",
            Self::Value => "a value",
            Self::Handle => "a handle",
            Self::Memory => "a memory",
            Self::Tuple => "a tuple",
        }
    }
}

/// What a node gives.
pub(crate) fn gives(head: Head) -> Sort {
    match head {
        Head::Tuple => Sort::Tuple,
        Head::Read => Sort::Value,
        Head::Fresh | Head::FreshOf | Head::Op(Form::Write, _) => Sort::Memory,
        Head::Extent(_) | Head::Unary(_) | Head::Binary(_) | Head::Cast => Sort::Scalar,
        Head::Op(Form::Value, row) => match row.cost {
            // Such rows give a scalar or look at a value another way.
            CostClass::Scalar | CostClass::Alias if row.view.is_none() => Sort::Any,
            _ => Sort::Value,
        },
        Head::Op(Form::View, _) => Sort::Handle,
        Head::Build(builder) => builder.gives,
    }
}

/// What a node takes; `None` if it takes any number of the last sort. The second number is how many may be left out.
pub(crate) fn takes(head: Head) -> (Vec<Sort>, usize) {
    let exactly = |sorts: &[Sort]| (sorts.to_vec(), 0);
    match head {
        Head::Tuple => (Vec::new(), usize::MAX),
        Head::Read | Head::Fresh => exactly(&[Sort::Handle, Sort::Memory]),
        Head::FreshOf => exactly(&[Sort::Handle, Sort::Value, Sort::Memory]),
        Head::Extent(_) => exactly(&[Sort::Any]),
        Head::Unary(_) | Head::Cast => exactly(&[Sort::Scalar]),
        Head::Binary(_) => exactly(&[Sort::Scalar, Sort::Scalar]),
        Head::Op(form, row) => (operands(form, row), row.operands.len() - row.least_operands()),
        Head::Build(builder) => exactly(builder.takes),
    }
}

/// Sorts of an operator's operands; a write takes its memory last.
fn operands(form: Form, row: &OpRow) -> Vec<Sort> {
    let none = Attrs::new();
    let sort = |(at, kind): (usize, OperandKind)| match kind {
        OperandKind::Scalar => Sort::Scalar,
        OperandKind::Indices => Sort::Tuple,
        OperandKind::Any => Sort::Any,
        OperandKind::Tensor | OperandKind::Tile | OperandKind::Shaped | OperandKind::Array => match form {
            Form::View if row.view == Some(at) => Sort::Handle,
            Form::Write if row.effect(at, &none) != Effect::Read => Sort::Handle,
            Form::Value | Form::View | Form::Write => Sort::Value,
        },
    };
    let mut sorts: Vec<Sort> =
        row.operands.iter().map(|operand| operand.kind).enumerate().map(sort).collect();
    if form == Form::Write {
        sorts.push(Sort::Memory);
    }
    sorts
}

/// The sort of each operand that is written; `Err` says how many there should be.
pub(crate) fn operand_sorts(node: &PatNode) -> Result<Vec<Sort>, String> {
    let (mut sorts, optional) = takes(node.head);
    let given = node.args.len();
    if optional == usize::MAX {
        return Ok(vec![Sort::Scalar; given]);
    }
    let (least, most) = (sorts.len() - optional, sorts.len());
    if given < least || given > most {
        return Err(if least == most { format!("{most}") } else { format!("{least} to {most}") });
    }
    if let Head::Op(Form::Write, _) = node.head {
        let memory = sorts.pop().expect("a write takes a memory");
        sorts.truncate(given - 1);
        sorts.push(memory);
    }
    sorts.truncate(given);
    Ok(sorts)
}

/// The variable whose storage a handle is: views are of their operand's storage.
pub(crate) fn root(pattern: &Pat) -> Option<&str> {
    match pattern {
        Pat::Var(name, _) => Some(name),
        Pat::Node(node) => match node.head {
            Head::Op(Form::View, row) => root(node.args.get(row.view?)?),
            _ => None,
        },
        Pat::Int(..) | Pat::Bool(..) => None,
    }
}
