//! Tiles handed from core to core of a cluster.
//!
//! Members of a group run one after the other, so a queue of tiles per direction and pipe is all there is between them: a
//! push copies the tile into it, a pop takes the first one out. Lanes of a split run side by side; what they have together
//! is put together when all of them have come.

use std::collections::VecDeque;

use crate::interp::fault::Fault;
use crate::interp::ops::views::checked_window;
use crate::interp::ops::{Meaning, Operation};
use crate::interp::value::Value;
use crate::interp::world::PipeKey;

pub(super) fn meaning(base: &str) -> Option<Meaning> {
    Some(match base {
        "tpush_to_aiv" | "tpush_to_aic" => push,
        "tpop_from_aic" | "tpop_from_aiv" => pop,
        "aiv_shard" => shard,
        "aic_gather" => unshard,
        _ => return None,
    })
}

/// The pipe that an operator means: its direction, block and number.
fn pipe(operation: &Operation<'_>) -> Result<PipeKey, Fault> {
    let to_vector = operation.name.ends_with("to_aiv") || operation.name.ends_with("from_aic");
    let id = match operation.keyword("id") {
        Some(Value::Nothing) | None => 0,
        Some(id) => id.integer()?,
    };
    Ok((to_vector, operation.world.lane.block, id))
}

/// The axis that `split` names: 1 rows, 2 columns, none otherwise. Written by a member's name it is the same.
fn axis(operation: &Operation<'_>) -> Result<Option<usize>, Fault> {
    match operation.keyword("split") {
        Some(Value::Text(mode)) if mode.ends_with("UP_DOWN") => Ok(Some(0)),
        Some(Value::Text(mode)) if mode.ends_with("LEFT_RIGHT") => Ok(Some(1)),
        Some(Value::Text(_) | Value::Nothing) | None => Ok(None),
        Some(mode) => match mode.integer()? {
            axis @ 1..=2 => Ok(Some(axis as usize - 1)),
            _ => Ok(None),
        },
    }
}

/// `tpush_to_*(tile; split, id)`.
fn push(operation: &mut Operation<'_>) -> Result<Value, Fault> {
    let (key, tile) = (pipe(operation)?, operation.handle(0)?);
    if axis(operation)?.is_some() {
        return Err(Fault::unsupported(format!("`{}` of a tile split over two lanes", operation.name)));
    }
    let tile = tile.copy(&operation.world.account)?;
    operation.world.pipes.queues.entry(key).or_default().push_back(tile);
    Ok(Value::Nothing)
}

/// `tpop_from_*(; split, id)`.
fn pop(operation: &mut Operation<'_>) -> Result<Value, Fault> {
    let key = pipe(operation)?;
    if axis(operation)?.is_some() {
        return Err(Fault::unsupported(format!("`{}` of a tile split over two lanes", operation.name)));
    }
    let first = operation.world.pipes.queues.get_mut(&key).and_then(VecDeque::pop_front);
    let name = operation.name;
    first.map(Value::Storage).ok_or_else(|| {
        Fault::arithmetic(format!("`{name}` waits for a tile that no member before has pushed"))
    })
}

/// `aiv_shard(x; split)`: the half that belongs to this lane; all of it if nothing is split.
fn shard(operation: &mut Operation<'_>) -> Result<Value, Fault> {
    let whole = operation.handle(0)?;
    let part = match axis(operation)?.filter(|axis| *axis < whole.rank()) {
        Some(axis) => {
            let (mut start, mut shape) = (vec![0; whole.rank()], whole.shape.to_vec());
            shape[axis] /= LANES;
            start[axis] = shape[axis] * operation.world.lane.part;
            checked_window(&whole, &start, &shape)?
        }
        None => whole,
    };
    part.copy(&operation.world.account).map(Value::Storage)
}

/// Lanes of a split.
const LANES: usize = 2;

/// `aic_gather(x; split)`: the halves of the lanes put together. It is whole once all lanes have come, and one for all.
fn unshard(operation: &mut Operation<'_>) -> Result<Value, Fault> {
    let part = operation.handle(0)?;
    let Some(axis) = axis(operation)?.filter(|axis| *axis < part.rank()) else {
        return part.copy(&operation.world.account).map(Value::Storage);
    };
    let (mut start, mut shape) = (vec![0; part.rank()], part.shape.to_vec());
    start[axis] = shape[axis] * operation.world.lane.part;
    shape[axis] *= LANES;
    let key = operation.world.next_gather();
    let whole = match operation.world.pipes.gathered.get(&key) {
        Some(known) => known.clone(),
        None => {
            let fresh = operation.fresh(part.dtype(), &shape)?;
            operation.world.pipes.gathered.insert(key, fresh.clone());
            fresh
        }
    };
    whole.write_part(&start, &part.valid, &part.valid_elements())?;
    operation.barrier = true;
    Ok(Value::Storage(whole))
}
