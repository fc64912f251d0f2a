//! Tiles: storage, movement, parts, gather and scatter, other cores.

use crate::ir::attr::{Attr, Attrs};
use crate::ir::dtype::DType;
use crate::ir::op::Constant::{Bool, DType as Elements, Enum, Int, Str};
use crate::ir::op::CostClass::{Alias, Alloc, Move, Reduce, Scalar, Transcendental};
use crate::ir::op::Effect::{Read, ReadWrite, Write};
use crate::ir::op::build::{any, elided, filled, indices, may, must, row, scalar, shaped, tensor, tile};
use crate::ir::op::rows::written_or_added;
use crate::ir::op::rule::{create, elementwise, memory, same, system, view};
use crate::ir::op::{Effect, Keyword, OpRow, Operand, Purity};

const ONE: &[Operand] = &[tile("tile")];
const VALID: Operand = indices("valid_shape").optional();
const TARGET: Keyword = filled("target_memory", Enum("Mem.Vec"));

pub(super) static ROWS: &[OpRow] = &[
    // Storage.
    row("tile.alloc", &[any("memory_space"), scalar("size")], create::address)
        .keywords(&[may("pinned")])
        .purity(Purity::Allocates)
        .cost(Alloc),
    row("tile.create", &[indices("shape")], create::tile_at::<0>)
        .keywords(&[
            must("dtype"),
            TARGET,
            elided("transpose", Bool(false)),
            may("flat_layout"),
            may("compact"),
            may("slot_num"),
        ])
        .purity(Purity::Allocates)
        .cost(Alloc),
    row("tile.full", &[indices("shape"), scalar("value")], create::tile_at::<0>).keywords(&[must("dtype")]),
    row("tile.ci", &[scalar("start"), indices("shape"), tile("tmp").optional()], create::tile_at::<1>)
        .keywords(&[filled("dtype", Elements(DType::Int32)), filled("descending", Bool(false))]),
    row("tile.tri", &[scalar("diagonal"), indices("shape"), VALID], create::tile_at::<1>)
        .keywords(&[filled("dtype", Elements(DType::Int32)), filled("upper", Bool(false))]),
    row(
        "tile.random",
        &[
            scalar("key0"),
            scalar("key1"),
            scalar("counter0"),
            scalar("counter1"),
            scalar("counter2"),
            scalar("counter3"),
            indices("shape"),
            VALID,
        ],
        create::tile_at::<6>,
    )
    .keywords(&[filled("dtype", Elements(DType::UInt32)), filled("rounds", Int(10))])
    .cost(Transcendental),
    // Between memories.
    row("tile.load", &[tensor("tensor"), indices("offsets"), indices("shapes"), VALID], memory::load)
        .keywords(&[TARGET, elided("clamp", Bool(false)), may("cache"), elided("transpose", Bool(false))])
        .cost(Move),
    row(
        "tile.store",
        &[tile("tile"), indices("offsets"), tensor("output_tensor"), indices("shapes").optional()],
        memory::store,
    )
    .keywords(&[elided("atomic", Enum("AtomicType.None_"))])
    .writes_by(written_or_added::<2>)
    .names(2)
    .by_dma()
    .cost(Move),
    row("tile.mscatter", &[tile("src"), tile("idx"), tensor("output_tensor")], same::<2>)
        .writes(&[(2, Write)])
        .names(2)
        .by_dma()
        .cost(Move),
    row(
        "tile.mgather",
        &[tensor("mem"), shaped("idx"), any("scratch").optional(), any("valid_shape").optional()],
        memory::mgather,
    )
    .keywords(&[
        filled("coalesce", Str("row")),
        filled("gather_oob", Str("undefined")),
        filled("target_memory", Enum("Mem.Vec")),
    ])
    .writes_by(mgather_scratch)
    .by_dma()
    .apart()
    .cost(Move),
    row("tile.move", ONE, view::moved)
        .keywords(&[must("target_memory"), may("blayout"), may("slayout"), may("acc_to_vec_mode")])
        .apart()
        .cost(Move),
    row(
        "tile.gather_row",
        &[tile("dst"), tensor("src"), indices("dst_offset"), indices("src_offset"), indices("shapes"), VALID],
        same::<0>,
    )
    .keywords(&[filled("transpose", Bool(false))])
    .writes(&[(0, ReadWrite)])
    .names(0)
    .cost(Move),
    // Elements.
    row("tile.read", &[tile("tile"), indices("indices")], memory::read).cost(Scalar),
    row("tile.write", &[tile("tile"), indices("indices"), scalar("value")], memory::write)
        .writes(&[(0, ReadWrite)])
        .names(0)
        .cost(Scalar),
    // Parts and views.
    row(
        "tile.slice",
        &[tile("tile"), indices("shape"), indices("offset"), VALID, indices("drop_dims").optional()],
        view::slice,
    )
    .keywords(&[may("pad_value")])
    .view(0),
    row("tile.reshape", &[tile("tile"), indices("shape"), VALID], view::reshape).view(0),
    row("tile.reinterpret_view", &[tile("data"), indices("shape").optional()], view::reinterpret)
        .keywords(&[must("dtype")])
        .view(0),
    row("tile.transpose_view", ONE, view::transpose_view).view(0),
    row("tile.set_validshape", &[tile("tile"), scalar("valid_rows"), scalar("valid_cols")], view::set_valid)
        .no_writes()
        .names(0)
        .cost(Alias),
    row(
        "tile.transpose",
        &[tile("tile"), scalar("axis1"), scalar("axis2"), any("tmp").optional(), VALID],
        view::transpose,
    )
    .apart()
    .cost(Move),
    row("tile.assemble", &[tile("target"), tile("source"), indices("offset")], memory::assemble)
        .writes(&[(0, ReadWrite)])
        .names(0)
        .cost(Move),
    row(
        "tile.extract",
        &[tile("src"), scalar("index_row"), scalar("index_col"), indices("shape")],
        view::extracted,
    )
    .keywords(&[TARGET])
    .apart()
    .cost(Move),
    row("tile.concat", &[tile("src0"), tile("src1")], view::concat).apart().cost(Move),
    row("tile.fillpad", ONE, view::filled).keywords(&[filled("pad_value", Enum("PadValue.zero"))]).cost(Move),
    row("tile.fillpad_inplace", ONE, view::filled_in_place)
        .keywords(&[filled("pad_value", Enum("PadValue.zero"))])
        .writes(&[(0, ReadWrite)])
        .names(0)
        .cost(Move),
    row("tile.fillpad_expand", &[tile("tile"), indices("shape")], view::expanded)
        .keywords(&[filled("pad_value", Enum("PadValue.zero"))])
        .apart()
        .cost(Move),
    row("tile.tget_scale_addr", &[tile("dst"), tile("src")], same::<0>)
        .writes(&[(0, Write)])
        .names(0)
        .cost(Scalar),
    // Gather, scatter, sort.
    row("tile.gather", &[tile("src"), tile("indices"), tile("tmp").optional()], memory::gather)
        .apart()
        .cost(Move),
    row("tile.gatherb", &[tile("src"), tile("offset")], memory::gather_blocks)
        .keywords(&[may("output_dtype")])
        .apart()
        .cost(Move),
    row("tile.gather_mask", &[tile("src")], memory::gather_mask)
        .keywords(&[must("mask_pattern"), may("output_dtype")])
        .apart()
        .cost(Move),
    row("tile.gather_compare", &[tile("src"), any("kvalue"), tile("tmp").optional()], memory::gather_compare)
        .keywords(&[
            filled("cmp_mode", Str("eq")),
            filled("offset", Int(0)),
            must("out_cols"),
            may("count_dtype"),
        ])
        .apart()
        .cost(Move),
    row("tile.scatter", &[tile("dst"), tile("src"), tile("indexes")], memory::updated::<0, 1>)
        .writes(&[(0, ReadWrite)])
        .names(0)
        .cost(Move),
    row("tile.scatter_mask", &[tile("dst"), tile("src")], memory::updated::<0, 1>)
        .keywords(&[must("mask_pattern")])
        .writes(&[(0, ReadWrite)])
        .names(0)
        .cost(Move),
    row("tile.scatter_update", &[tile("input"), tile("index"), tile("src")], memory::updated::<0, 2>)
        .keywords(&[filled("dim", Int(-2))])
        .writes(&[(0, ReadWrite)])
        .names(0)
        .cost(Move),
    row("tile.sort32", &[tile("src"), tile("idx"), tile("tmp").optional()], memory::sort32)
        .apart()
        .cost(Reduce),
    row("tile.mrgsort_format1", &[tile("src0"), scalar("block_len")], elementwise::unary)
        .apart()
        .cost(Reduce),
    row(
        "tile.mrgsort_format2",
        &[
            tile("src0"),
            tile("src1"),
            tile("src2").optional(),
            tile("src3").optional(),
            tile("tmp").optional(),
            tile("executed").optional(),
        ],
        memory::merged,
    )
    .keywords(&[filled("exhausted", Bool(false))])
    .apart()
    .cost(Reduce),
    // Where it runs.
    row("tile.get_block_idx", &[], system::index).ambient(),
    row("tile.get_subblock_idx", &[], system::index).ambient(),
    row("tile.get_block_num", &[], system::index).ambient(),
    // Other cores of the cluster. What is popped has the type that the assignment says.
    row("tile.tpush_to_aiv", ONE, system::nothing).keywords(PIPE).sync(),
    row("tile.tpush_to_aic", ONE, system::nothing).keywords(PIPE).sync(),
    row("tile.tpop_from_aic", &[], system::nothing).keywords(POP).sync(),
    row("tile.tpop_from_aiv", &[], system::nothing).keywords(POP).sync(),
    row("tile.aiv_shard", ONE, system::shard).keywords(PIPE).sync(),
    row("tile.aic_gather", ONE, system::unshard).keywords(PIPE).sync(),
    row("tensor.aiv_shard", &[tensor("tensor")], system::shard).keywords(PIPE).sync(),
    row("tensor.aic_gather", &[tensor("tensor")], system::unshard).keywords(PIPE).sync(),
];

const PIPE: &[Keyword] = &[may("split"), may("id")];
const POP: &[Keyword] = &[may("shape"), may("dtype"), may("split"), may("id")];

/// The scratch operand is written only where single elements go to the matrix staging buffer.
fn mgather_scratch(kwargs: &Attrs) -> &'static [(usize, Effect)] {
    let to_mat = kwargs.member("target_memory").is_some_and(|space| space.ends_with("Mat"));
    let elements = match kwargs.get("coalesce") {
        Some(Attr::Int(mode)) => *mode == 1,
        Some(Attr::Str(mode)) => *mode == "elem",
        _ => false,
    };
    if to_mat && elements { &[(2, Write)] } else { &[(2, Read)] }
}
