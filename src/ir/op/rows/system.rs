//! Tasks, synchronisation, pipes between cores, asynchronous prefetch.

use crate::ir::attr::{Attr, Attrs};
use crate::ir::op::CostClass::{Scalar, Sync};
use crate::ir::op::Effect::{Read, ReadWrite};
use crate::ir::op::build::{any, indices, may, row, scalar, tensor};
use crate::ir::op::rule::system;
use crate::ir::op::{Effect, Keyword, OpRow, Operand, Purity};

const PIPES: &[Keyword] = &[may("set_pipe"), may("wait_pipe"), may("event_id")];
const FREE: &[Operand] = &[any("tile").optional()];
const BUFFER: &[Keyword] = &[may("name"), may("size"), may("base"), may("peer_func")];
const PIPE: &[Operand] = &[any("c2v_consumer_buf").optional(), any("v2c_consumer_buf").optional()];
const PIPE_KEYS: &[Keyword] =
    &[may("dir_mask"), may("slot_size"), may("slot_num"), may("local_slot_num"), may("id")];

pub(super) static ROWS: &[OpRow] = &[
    // Tasks.
    row("system.task_invalid", &[], system::task_id).cost(Scalar),
    row("system.task_dummy", &[], system::task_id).keywords(&[may("deps")]).effectful().cost(Scalar),
    row("system.task_is_valid", &[scalar("task")], system::truth).cost(Scalar),
    row("system.available_cluster_count", &[], system::int32).ambient().purity(Purity::Effectful),
    row("system.available_aiv_count", &[], system::int32).ambient().purity(Purity::Effectful),
    // Synchronisation.
    row("system.set_ffts", &[any("workspace")], system::nothing).no_writes().sync(),
    row("system.syncall", &[any("gm_workspace").optional()], system::nothing)
        .keywords(&[may("mode"), may("core_type"), may("used_cores"), may("scratch"), may("scratch_l1")])
        .writes_by(syncall_workspace)
        .sync(),
    row("system.sync_src", &[], system::nothing).keywords(PIPES).sync(),
    row("system.sync_dst", &[], system::nothing).keywords(PIPES).sync(),
    row("system.bar_v", &[], system::nothing).sync(),
    row("system.bar_m", &[], system::nothing).sync(),
    row("system.bar_all", &[], system::nothing).sync(),
    row("system.fence", &[], system::nothing).keywords(&[may("scope")]).sync(),
    row(
        "system.cacheinvalid",
        &[any("tensor").optional(), indices("shapes").optional(), indices("offsets").optional()],
        system::nothing,
    )
    .sync(),
    row("system.sync_set", &[any("event").optional()], system::nothing).keywords(SYNC).sync(),
    row("system.sync_wait", &[any("event").optional()], system::nothing).keywords(SYNC).sync(),
    // Pipes between the cores of a cluster.
    row("system.aic_initialize_pipe", PIPE, system::nothing).keywords(PIPE_KEYS).sync(),
    row("system.aiv_initialize_pipe", PIPE, system::nothing).keywords(PIPE_KEYS).sync(),
    row("system.reserve_buffer", &[], system::int32).keywords(BUFFER).effectful().cost(Sync),
    row("system.import_peer_buffer", &[], system::int32).keywords(BUFFER).effectful().cost(Sync),
    row("system.tfree_to_aic", FREE, system::nothing).keywords(&[may("split"), may("id")]).sync(),
    row("system.tfree_to_aiv", FREE, system::nothing).keywords(&[may("split"), may("id")]).sync(),
    row("system.cross_core_slot", &[any("buffer").optional()], system::nothing)
        .keywords(&[may("slot"), may("id")])
        .effectful()
        .cost(Sync),
    // Prefetch into the cache.
    row("prefetch.make_context", &[any("workspace").optional()], system::prefetch_context)
        .effectful()
        .cost(Sync),
    row("prefetch.async_prefetch", &[tensor("src"), any("ctx")], system::async_event).effectful().cost(Sync),
    row("prefetch.wait", &[any("event"), any("session")], system::truth).sync(),
    row("prefetch.session", &[any("ctx")], system::async_session).effectful().cost(Sync),
];

const SYNC: &[Keyword] = &[may("pipe"), may("event_id"), may("ffts_mode")];

/// The soft form keeps its counters in the workspace, the hard one only hands it on.
fn syncall_workspace(kwargs: &Attrs) -> &'static [(usize, Effect)] {
    let soft = match kwargs.get("mode") {
        Some(Attr::Str(mode)) => *mode == "soft",
        Some(Attr::Enum(member)) => member.to_ascii_lowercase().ends_with("soft"),
        Some(Attr::Int(mode)) => *mode == 1,
        _ => false,
    };
    if soft { &[(0, ReadWrite)] } else { &[(0, Read)] }
}
