//! The operator table: rows by family, found by name.

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::ir::op::OpRow;
use crate::ir::op::gate;
use crate::ir::op::rows::FAMILIES;

static BY_NAME: LazyLock<HashMap<&'static str, &'static OpRow>> =
    LazyLock::new(|| rows().inspect(|row| admit(row)).map(|row| (row.name, row)).collect());

/// All rows, in the order of the table.
pub fn rows() -> impl Iterator<Item = &'static OpRow> {
    FAMILIES.iter().flat_map(|family| family.iter())
}

/// No row enters the table that contradicts itself.
fn admit(row: &OpRow) {
    let faults = gate::faults(row);
    assert!(faults.is_empty(), "the operator table is sound: {}", faults.join("; "));
}

/// The row of a dotted name.
pub fn find(name: &str) -> Option<&'static OpRow> {
    BY_NAME.get(name).copied()
}
