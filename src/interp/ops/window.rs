//! Windows and messages between ranks, where there is one rank only: every message comes from here and goes here.

use crate::interp::fault::Fault;
use crate::interp::number::Number;
use crate::interp::ops::moves::put;
use crate::interp::ops::views::checked_window;
use crate::interp::ops::{Meaning, Operation, lifted};
use crate::interp::outcome::Root;
use crate::interp::scalar;
use crate::interp::storage::{Extents, Handle, indices};
use crate::interp::value::Value;
use crate::interp::world::WindowBuffer;
use crate::ir::dtype::DType;
use crate::ir::expr::BinaryOp;

pub(super) fn meaning(base: &str) -> Option<Meaning> {
    Some(match base {
        "tensor.alloc_window_buffer" => allocate,
        "tensor.window" => window,
        "system.get_comm_ctx" => |_| Ok(Value::Token),
        "system.world_size" => |_| Ok(Value::index(1)),
        "system.rank" => |_| Ok(Value::int(0, DType::Int32)),
        "system.nranks" => |_| Ok(Value::int(1, DType::Int32)),
        "system.notify" => notify,
        "system.wait" | "system.defer_wait" => wait,
        "tile.remote_load" => remote_load,
        "tile.remote_store" | "tensor.remote_store" => remote_store,
        "tile.put" | "tensor.put" | "tile.get" | "tensor.get" => transfer,
        // What one rank reduces, gets or waits for is what it has.
        "tensor.allreduce"
        | "tensor.allreduce_ring"
        | "tensor.reduce_scatter"
        | "tensor.broadcast"
        | "tensor.barrier" => |operation| operation.destination(0).map(Value::Storage),
        "tensor.all_to_all_v" => gather_counted,
        "tensor.allgather" | "tensor.all_to_all" => gather,
        _ => return None,
    })
}

/// The peer must be this rank.
fn peer(operation: &Operation<'_>, at: usize) -> Result<(), Fault> {
    match operation.arg(at)?.integer()? {
        0 => Ok(()),
        other => Err(Fault::bounds(format!("rank {other} of 1"))),
    }
}

/// `alloc_window_buffer(size; name)`: bytes.
fn allocate(operation: &mut Operation<'_>) -> Result<Value, Fault> {
    let bytes = operation.arg(0)?.extent()?;
    let number = operation.world.windows.len();
    let name = match operation.keyword("name") {
        Some(Value::Text(name)) => name.clone(),
        _ => format!("window_{number}").into(),
    };
    operation.world.windows.push(WindowBuffer { name, bytes, content: None });
    Ok(Value::Window(number))
}

/// `window(buffer, shape; dtype)`: the buffer as a tensor. It starts as zeros.
fn window(operation: &mut Operation<'_>) -> Result<Value, Fault> {
    let Value::Window(number) = *operation.arg(0)? else {
        return Err(Fault::misfit("a window needs a window buffer"));
    };
    let shape = operation.extents(1)?;
    let dtype = operation.result_type(operation.dtype("dtype").unwrap_or(DType::Fp32));
    if operation.world.windows[number].content.is_none() {
        let len = operation.world.windows[number].bytes * 8 / dtype.bits() as usize;
        let fresh = operation.fresh(dtype, &[len])?;
        for index in indices(&[len]) {
            fresh.write(&index, Number::Int(0))?;
        }
        operation.world.name_root(&fresh, Root::Window(number));
        operation.world.share(&fresh);
        operation.world.windows[number].content = Some(fresh);
    }
    let whole = operation.world.windows[number].content.clone().expect("it was just made");
    if whole.dtype() != dtype {
        let have = whole.dtype();
        return Err(Fault::unsupported(format!("one window buffer as {have} and as {dtype}")));
    }
    let len = shape.iter().product();
    let part = checked_window(&whole, &[0], &[len])?;
    let seen = part.reshaped(&shape).filter(|_| len <= whole.shape[0]);
    let seen =
        seen.ok_or_else(|| Fault::bounds(format!("a window {shape:?} of {} elements", whole.shape[0])))?;
    Ok(Value::Storage(seen))
}

/// `notify(target, peer, offsets, value; op)`: sets or adds to a signal.
fn notify(operation: &mut Operation<'_>) -> Result<Value, Fault> {
    peer(operation, 1)?;
    let target = operation.destination(0)?;
    let at = operation.extents(2)?;
    let (value, _) = operation.arg(3)?.scalar()?;
    let sets = match operation.keyword("op") {
        Some(Value::Text(op)) => op.to_ascii_lowercase().ends_with("set"),
        Some(op) => op.integer()? == 1,
        None => false,
    };
    let before = target.before_write(&at)?;
    let dtype = target.dtype();
    let after = if sets {
        value
    } else {
        lifted(operation, &[before, value], || scalar::binary(BinaryOp::Add, before, value, dtype))?
    };
    target.write(&at, after)?;
    Ok(Value::Nothing)
}

/// `wait(signal, offsets, expected; cmp)`: with one rank, a signal that is not there yet never comes.
fn wait(operation: &mut Operation<'_>) -> Result<Value, Fault> {
    let signal = operation.handle(0)?;
    let at = operation.extents(1)?;
    let (expected, _) = operation.arg(2)?.scalar()?;
    let equal = operation.member("cmp").is_some_and(|cmp| cmp.to_ascii_lowercase().ends_with("eq"));
    let op = if equal { BinaryOp::Eq } else { BinaryOp::Ge };
    let holds = scalar::binary(op, signal.before_write(&at)?, expected, DType::Bool)?;
    if Value::Scalar(holds, DType::Bool).holds()? {
        return Ok(Value::Nothing);
    }
    Err(Fault::arithmetic(format!("`{}` waits for a signal that never comes", operation.name)))
}

/// `remote_load(target, peer, offsets, shape, valid?)`.
fn remote_load(operation: &mut Operation<'_>) -> Result<Value, Fault> {
    peer(operation, 1)?;
    let source = operation.handle(0)?;
    let (offset, shape) = (operation.extents(2)?, operation.extents(3)?);
    let mut window = checked_window(&source, &offset, &shape)?;
    if let Some(valid) = operation.optional_extents(4)? {
        window = window.with_valid(&valid);
    }
    window.copy(&operation.world.account).map(Value::Storage)
}

/// `remote_store(src, target, peer, offsets; atomic)`.
fn remote_store(operation: &mut Operation<'_>) -> Result<Value, Fault> {
    peer(operation, 2)?;
    let (source, offset) = (operation.handle(0)?, operation.extents(3)?);
    let target = operation.destination(1)?;
    put(operation, &source, &target, &offset)?;
    Ok(Value::Nothing)
}

/// `put` and `get(dst, peer, src, staging.., dst_offsets?, src_offsets?, shape?; atomic)`.
fn transfer(operation: &mut Operation<'_>) -> Result<Value, Fault> {
    peer(operation, 1)?;
    let source = operation.handle(2)?;
    let target = operation.destination(0)?;
    let zeros = |handle: &Handle| vec![0; handle.rank()];
    // A tile form names staging tiles before its offsets.
    let first = if operation.name.starts_with("pld.tile.") { 5 } else { 3 };
    let to = operation.optional_extents(first)?.unwrap_or_else(|| zeros(&target));
    let from = operation.optional_extents(first + 1)?.unwrap_or_else(|| zeros(&source));
    let shape = operation.optional_extents(first + 2)?.unwrap_or_else(|| source.shape.to_vec());
    let window = checked_window(&source, &from, &shape)?;
    put(operation, &window, &target, &to)?;
    Ok(Value::Nothing)
}

/// `allgather(input, target, signal)` and `all_to_all`: the only part there is.
fn gather(operation: &mut Operation<'_>) -> Result<Value, Fault> {
    let source = operation.handle(0)?;
    let target = operation.destination(1)?;
    let elements = source.elements();
    let places: Vec<Extents> = indices(&target.shape).collect();
    if elements.len() != places.len() {
        let (have, need) = (elements.len(), places.len());
        return Err(Fault::misfit(format!("{have} elements gathered into {need}")));
    }
    for (place, element) in places.iter().zip(elements) {
        target.write(place, element)?;
    }
    Ok(Value::Storage(target))
}

/// `all_to_all_v(input, target, signal, send_counts, recv_counts)`: of the only part there is, as many rows along the
/// first axis as the first count says; so many are received.
fn gather_counted(operation: &mut Operation<'_>) -> Result<Value, Fault> {
    let (source, counts) = (operation.handle(0)?, operation.handle(3)?);
    let target = operation.destination(1)?;
    let first: Extents = counts.shape.iter().map(|_| 0).collect();
    let number = counts.read(&first);
    let count = Value::Scalar(number, counts.dtype()).extent()?;
    let mut shape = source.shape.to_vec();
    let rows = shape.first_mut().filter(|rows| count <= **rows);
    *rows.ok_or_else(|| Fault::bounds(format!("{count} rows of {:?}", source.shape.to_vec())))? = count;
    let zeros = vec![0; source.rank()];
    let part = checked_window(&source, &zeros, &shape)?;
    put(operation, &part, &target, &vec![0; target.rank()])?;
    let received = operation.destination(4)?;
    let first: Extents = received.shape.iter().map(|_| 0).collect();
    received.write(&first, number)?;
    Ok(Value::Storage(target))
}
