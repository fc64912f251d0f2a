//! Families of operators that a rule may range over: `:for (?op every FAMILY)`.

use crate::ir::op::{CostClass, OpRow, OperandKind, Purity, table};

/// Who belongs to a family.
type Belongs = fn(&OpRow) -> bool;

/// All families, by name.
const FAMILIES: &[(&str, Belongs)] = &[
    ("binary", |row| pure(row) && elementwise(row) && operands(row) == [true, true]),
    ("unary", |row| pure(row) && elementwise(row) && operands(row) == [true]),
    ("with-scalar", |row| pure(row) && elementwise(row) && operands(row) == [true, false]),
    ("writes-0", |row| row.names == Some(0) && row.purity == Purity::Arguments),
];

/// Names of all families.
pub(crate) fn names() -> Vec<&'static str> {
    FAMILIES.iter().map(|(name, _)| *name).collect()
}

/// The operators of a family, by name; `None` if there is no such family.
pub(crate) fn members(name: &str) -> Option<Vec<&'static str>> {
    let (_, belongs) = FAMILIES.iter().find(|(known, _)| *known == name)?;
    let mut found: Vec<&str> = table::rows().filter(|row| belongs(row)).map(|row| row.name).collect();
    found.sort_unstable();
    Some(found)
}

fn pure(row: &OpRow) -> bool {
    row.purity == Purity::Pure && row.view.is_none() && row.names.is_none() && !row.ambient && !row.sync
}

/// One operation per element, and no keyword that must be given.
fn elementwise(row: &OpRow) -> bool {
    matches!(row.cost, CostClass::Elementwise | CostClass::Transcendental)
        && row.keywords.iter().all(|keyword| !keyword.required && keyword.default.is_none())
        && ["tensor.", "tile."].iter().any(|space| row.name.starts_with(space))
}

/// For each operand that must be given: whether it is a tensor or tile, as against a scalar.
fn operands(row: &OpRow) -> Vec<bool> {
    let required = row.operands.iter().filter(|operand| !operand.optional);
    let shaped = required.map(|operand| match operand.kind {
        OperandKind::Tensor | OperandKind::Tile | OperandKind::Shaped => Some(true),
        OperandKind::Scalar => Some(false),
        OperandKind::Indices | OperandKind::Array | OperandKind::Any => None,
    });
    shaped.collect::<Option<_>>().unwrap_or_default()
}
