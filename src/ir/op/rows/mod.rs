//! The rows, by family. What a row declares beyond the reference is said in `docs/decisions/operators.md`.

use crate::ir::attr::{Attr, Attrs};
use crate::ir::op::{Effect, OpRow};

mod array;
mod cross_rank;
mod system;
mod tensor;
mod tile;
mod tile_compute;

/// Families of rows, in the order of `selfsame ops`.
pub(super) static FAMILIES: &[&[OpRow]] =
    &[tensor::ROWS, tile::ROWS, tile_compute::ROWS, array::ROWS, system::ROWS, cross_rank::ROWS];

/// Whether a write adds to what is there (`atomic=pl.AtomicType.Add`).
fn is_atomic(kwargs: &Attrs) -> bool {
    match kwargs.get("atomic") {
        Some(Attr::Int(mode)) => *mode != 0,
        Some(Attr::Enum(member)) => !member.ends_with("None_"),
        _ => false,
    }
}

/// Argument `AT` is written, and also read if the write adds.
fn written_or_added<const AT: usize>(kwargs: &Attrs) -> &'static [(usize, Effect)] {
    if is_atomic(kwargs) { const { &[(AT, Effect::ReadWrite)] } } else { const { &[(AT, Effect::Write)] } }
}
