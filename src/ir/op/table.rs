//! The operator table: rows by family, found by name.

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::ir::op::OpRow;
use crate::ir::op::rows::FAMILIES;

static BY_NAME: LazyLock<HashMap<&'static str, &'static OpRow>> =
    LazyLock::new(|| rows().map(|row| (row.name, row)).collect());

/// All rows, in the order of the table.
pub fn rows() -> impl Iterator<Item = &'static OpRow> {
    FAMILIES.iter().flat_map(|family| family.iter())
}

/// The row of a dotted name.
pub fn find(name: &str) -> Option<&'static OpRow> {
    BY_NAME.get(name).copied()
}
