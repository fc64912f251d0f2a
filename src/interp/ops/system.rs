//! Tasks, block indices and synchronisation.

use crate::interp::fault::Fault;
use crate::interp::number::Number;
use crate::interp::ops::{Meaning, Operation};
use crate::interp::value::Value;
use crate::ir::dtype::DType;

pub(super) fn meaning(base: &str) -> Option<Meaning> {
    Some(match base {
        "task_invalid" => |_| Ok(Value::task(-1)),
        "task_dummy" => task_dummy,
        "task_is_valid" => |operation| {
            let (number, _) = operation.arg(0)?.scalar()?;
            Ok(Value::Scalar(if number == Number::Poison { number } else { valid(number) }, DType::Bool))
        },
        "get_block_idx" => |operation| Ok(Value::index(operation.world.lane.block)),
        "get_block_num" => |operation| Ok(Value::index(operation.world.lane.blocks)),
        "get_subblock_idx" => |operation| Ok(Value::index(operation.world.lane.part)),
        "available_cluster_count" | "available_aiv_count" => |_| Ok(Value::int(1, DType::Int32)),
        // Blocks go on together once all have come here.
        "syncall" => |operation| {
            operation.barrier = true;
            Ok(Value::Nothing)
        },
        // Statements run one after the other, so what orders the units of one core has nothing left to do.
        "sync_src" | "sync_dst" | "sync_set" | "sync_wait" | "bar_v" | "bar_m" | "bar_all" | "fence"
        | "cacheinvalid" | "set_ffts" => |_| Ok(Value::Nothing),
        // Pipes need no memory of their own here, and how the cache is used is no matter of what is computed.
        "aic_initialize_pipe"
        | "aiv_initialize_pipe"
        | "tfree_to_aic"
        | "tfree_to_aiv"
        | "cross_core_slot"
        | "set_cache_policy" => |_| Ok(Value::Nothing),
        "reserve_buffer" | "import_peer_buffer" => |_| Ok(Value::int(0, DType::Int32)),
        _ => return None,
    })
}

fn valid(number: Number) -> Number {
    Number::Int((number != Number::Int(-1)).into())
}

/// `task_dummy(deps)`: done when all of them are.
fn task_dummy(operation: &mut Operation<'_>) -> Result<Value, Fault> {
    let mut deps = operation.args.clone();
    let listed = ["deps", "manual_dep_edges"].into_iter().filter_map(|name| operation.keyword(name).cloned());
    deps.extend(listed);
    let stands_for = operation.world.submissions(&deps)?;
    Ok(Value::task(operation.world.dummy(stands_for)))
}
