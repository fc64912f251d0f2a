//! Sorting.

use crate::interp::ops::Meaning;

pub(super) fn meaning(_: &str) -> Option<Meaning> {
    None
}
