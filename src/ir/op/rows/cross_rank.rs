//! Windows that other ranks reach, messages and collectives.

use crate::ir::attr::{Attr, Attrs};
use crate::ir::op::Constant::Enum;
use crate::ir::op::CostClass::{Alias, Alloc, Scalar};
use crate::ir::op::Effect::{ReadWrite, Write};
use crate::ir::op::build::{any, elided, indices, may, must, row, scalar, tensor, tile};
use crate::ir::op::rows::written_or_added;
use crate::ir::op::rule::{create, memory, same, system};
use crate::ir::op::{Effect, Keyword, OpRow, Operand};

const ATOMIC: &[Keyword] = &[elided("atomic", Enum("AtomicType.None_"))];
const WAIT: &[Operand] = &[tensor("signal"), indices("offsets"), scalar("expected")];
const REDUCTION: &[Keyword] = &[may("op"), may("root"), may("mode"), may("core_num")];
const IN_PLACE: &[Operand] = &[tensor("target"), tensor("signal").optional()];
const EXCHANGE: &[Operand] = &[tensor("input"), tensor("target"), tensor("signal")];
const EXCHANGE_V: &[Operand] =
    &[tensor("input"), tensor("target"), tensor("signal"), tensor("send_counts"), tensor("recv_counts")];
const COPY: &[Operand] = &[
    tensor("dst"),
    scalar("peer"),
    tensor("src"),
    indices("dst_offsets").optional(),
    indices("src_offsets").optional(),
    indices("shape").optional(),
];
const STAGED_COPY: &[Operand] = &[
    tensor("dst"),
    scalar("peer"),
    tensor("src"),
    any("stage"),
    any("stage2").optional(),
    any("dst_offsets").optional(),
    any("src_offsets").optional(),
    any("shape").optional(),
];
const PUT: &[Keyword] =
    &[elided("atomic", Enum("AtomicType.None_")), may("chunk_rows"), may("chunk_cols"), may("pipeline")];
const GET: &[Keyword] = &[may("chunk_rows"), may("chunk_cols"), may("pipeline")];
const BOTH: &[(usize, Effect)] = &[(0, ReadWrite), (1, ReadWrite)];
const TARGET_AND_SIGNAL: &[(usize, Effect)] = &[(1, Write), (2, ReadWrite)];
const COUNTS_TOO: &[(usize, Effect)] = &[(1, Write), (2, ReadWrite), (4, Write)];

pub(super) static ROWS: &[OpRow] = &[
    // Windows and ranks.
    row("pld.tensor.alloc_window_buffer", &[scalar("size")], create::address)
        .keywords(&[may("name")])
        .effectful()
        .cost(Alloc),
    row("pld.tensor.window", &[any("buf"), indices("shape")], memory::window)
        .keywords(&[must("dtype")])
        .effectful()
        .cost(Alias),
    row("pld.system.get_comm_ctx", &[tensor("tensor")], system::comm_ctx).cost(Scalar),
    row("pld.system.world_size", &[], system::int64).ambient(),
    row("pld.system.rank", &[any("ctx").optional()], system::int32).ambient(),
    row("pld.system.nranks", &[any("ctx").optional()], system::int32).ambient(),
    // Messages.
    row(
        "pld.system.notify",
        &[tensor("target"), scalar("peer"), indices("offsets"), scalar("value")],
        system::nothing,
    )
    .keywords(&[may("op")])
    .writes_by(notified)
    .sync(),
    row("pld.system.wait", WAIT, system::nothing).keywords(&[may("cmp")]).no_writes().sync(),
    row("pld.system.defer_wait", WAIT, system::nothing).keywords(&[may("cmp")]).no_writes().sync(),
    // Copies between ranks.
    row(
        "pld.tile.remote_load",
        &[
            tensor("target"),
            scalar("peer"),
            indices("offsets"),
            indices("shape"),
            indices("valid_shape").optional(),
        ],
        memory::remote_load,
    )
    .keywords(&[may("target_memory")])
    .no_writes()
    .sync(),
    row(
        "pld.tile.remote_store",
        &[tile("src_tile"), tensor("target"), scalar("peer"), indices("offsets")],
        system::nothing,
    )
    .keywords(ATOMIC)
    .writes_by(written_or_added::<1>)
    .by_dma()
    .sync(),
    row(
        "pld.tensor.remote_store",
        &[any("src"), tensor("target"), scalar("peer"), indices("offsets")],
        system::nothing,
    )
    .keywords(ATOMIC)
    .writes_by(written_or_added::<1>)
    .by_dma()
    .sync(),
    row("pld.tile.put", STAGED_COPY, system::nothing)
        .keywords(PUT)
        .writes_by(written_or_added::<0>)
        .by_dma()
        .sync(),
    row("pld.tensor.put", COPY, system::nothing)
        .keywords(PUT)
        .writes_by(written_or_added::<0>)
        .by_dma()
        .sync(),
    row("pld.tile.get", STAGED_COPY, system::nothing).keywords(GET).writes(&[(0, Write)]).by_dma().sync(),
    row("pld.tensor.get", COPY, system::nothing).keywords(GET).writes(&[(0, Write)]).by_dma().sync(),
    // Collectives.
    row("pld.tensor.allreduce", IN_PLACE, same::<0>).keywords(REDUCTION).writes(BOTH).names(0).sync(),
    row("pld.tensor.reduce_scatter", IN_PLACE, same::<0>).keywords(REDUCTION).writes(BOTH).names(0).sync(),
    row("pld.tensor.broadcast", IN_PLACE, same::<0>).keywords(REDUCTION).writes(BOTH).names(0).sync(),
    row("pld.tensor.barrier", &[tensor("signal")], same::<0>).writes(&[(0, ReadWrite)]).names(0).sync(),
    row("pld.tensor.allgather", EXCHANGE, same::<1>)
        .keywords(REDUCTION)
        .writes(TARGET_AND_SIGNAL)
        .names(1)
        .sync(),
    row("pld.tensor.all_to_all", EXCHANGE, same::<1>)
        .keywords(REDUCTION)
        .writes(TARGET_AND_SIGNAL)
        .names(1)
        .sync(),
    row("pld.tensor.all_to_all_v", EXCHANGE_V, same::<1>)
        .keywords(REDUCTION)
        .writes(COUNTS_TOO)
        .names(1)
        .sync(),
    row("builtin.tensor.allreduce", IN_PLACE, same::<0>).keywords(REDUCTION).writes(BOTH).names(0).sync(),
    row("builtin.tensor.allreduce_ring", IN_PLACE, same::<0>)
        .keywords(REDUCTION)
        .writes(BOTH)
        .names(0)
        .sync(),
    row("builtin.tensor.reduce_scatter", IN_PLACE, same::<0>)
        .keywords(REDUCTION)
        .writes(BOTH)
        .names(0)
        .sync(),
    row("builtin.tensor.broadcast", IN_PLACE, same::<0>).keywords(REDUCTION).writes(BOTH).names(0).sync(),
    row("builtin.tensor.barrier", &[tensor("signal")], same::<0>).writes(&[(0, ReadWrite)]).names(0).sync(),
    row("builtin.tensor.allgather", EXCHANGE, same::<1>)
        .keywords(REDUCTION)
        .writes(TARGET_AND_SIGNAL)
        .names(1)
        .sync(),
    row("builtin.tensor.all_to_all", EXCHANGE, same::<1>)
        .keywords(REDUCTION)
        .writes(TARGET_AND_SIGNAL)
        .names(1)
        .sync(),
    row("builtin.tensor.all_to_all_v", EXCHANGE_V, same::<1>)
        .keywords(REDUCTION)
        .writes(COUNTS_TOO)
        .names(1)
        .sync(),
];

/// A signal is added to unless it is set.
fn notified(kwargs: &Attrs) -> &'static [(usize, Effect)] {
    let set = match kwargs.get("op") {
        Some(Attr::Enum(member)) => member.ends_with("Set"),
        Some(Attr::Str(op)) => op.eq_ignore_ascii_case("set"),
        Some(Attr::Int(op)) => *op == 1,
        _ => false,
    };
    if set { &[(0, Write)] } else { &[(0, ReadWrite)] }
}
