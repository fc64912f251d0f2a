//! Operators on tensors in global memory.

use crate::ir::dtype::DType;
use crate::ir::op::Constant::{Bool, DType as Elements, Enum, Int, Str};
use crate::ir::op::CostClass::{Alias, Alloc, Matmul, Move, Reduce, Scalar, Transcendental};
use crate::ir::op::Effect::{ReadWrite, Write};
use crate::ir::op::build::{any, elided, filled, indices, may, must, row, scalar, shaped, tensor};
use crate::ir::op::rows::written_or_added;
use crate::ir::op::rule::{create, elementwise, memory, product, reduce, same, system, view};
use crate::ir::op::{Keyword, OpRow, Operand, Purity};

const ONE: &[Operand] = &[tensor("input")];
const TWO: &[Operand] = &[tensor("lhs"), tensor("rhs")];
const PARTS: &[Operand] = &[tensor("src0"), tensor("src1")];
const EITHER: &[Operand] = &[tensor("lhs"), any("rhs")];
const WITH_SCALAR: &[Operand] = &[tensor("lhs"), scalar("rhs")];
const BY_ROW: &[Operand] = &[tensor("tensor"), tensor("row_vec")];
const BY_COLUMN: &[Operand] = &[tensor("tensor"), tensor("col_vec")];
const REDUCED: &[Keyword] = &[may("axis"), may("keep_dim")];
const PRECISE: &[Keyword] = &[elided("high_precision", Bool(false))];
const TRANSPOSED: &[Keyword] = &[filled("a_trans", Bool(false)), filled("b_trans", Bool(false))];
const PRODUCT: &[Keyword] = &[
    may("out_dtype"),
    filled("a_trans", Bool(false)),
    filled("b_trans", Bool(false)),
    filled("c_matrix_nz", Bool(false)),
];
const VALID: Operand = indices("valid_shape").optional();

pub(super) static ROWS: &[OpRow] = &[
    // Allocation, constants, sequences.
    row("tensor.create", &[indices("shape")], create::tensor)
        .keywords(&[
            must("dtype"),
            filled("layout", Enum("TensorLayout.ND")),
            elided("manual_dep", Bool(false)),
            may("init_value"),
        ])
        .purity(Purity::Allocates)
        .cost(Alloc),
    row("tensor.create_l1", &[indices("shape")], create::tensor)
        .keywords(&[must("dtype"), filled("transpose", Bool(false))])
        .purity(Purity::Allocates)
        .cost(Alloc),
    row("tensor.full", &[indices("shape"), scalar("value")], create::tensor).keywords(&[must("dtype")]),
    row("tensor.ci", &[scalar("start"), indices("shape")], create::tensor_at::<1>)
        .keywords(&[filled("dtype", Elements(DType::Int32)), filled("descending", Bool(false))]),
    row(
        "tensor.random",
        &[
            scalar("key0"),
            scalar("key1"),
            scalar("counter0"),
            scalar("counter1"),
            scalar("counter2"),
            scalar("counter3"),
            indices("shape"),
        ],
        create::tensor_at::<6>,
    )
    .keywords(&[filled("dtype", Elements(DType::UInt32)), filled("rounds", Int(10))])
    .cost(Transcendental),
    row("tensor.alloc", &[any("memory_space"), scalar("size")], create::address)
        .keywords(&[may("pinned")])
        .purity(Purity::Allocates)
        .cost(Alloc),
    // Elements.
    row("tensor.read", &[tensor("tensor"), indices("indices")], memory::read).cost(Scalar),
    row("tensor.write", &[tensor("tensor"), indices("indices"), scalar("value")], memory::write)
        .writes(&[(0, Write)])
        .names(0)
        .by_scalar()
        .cost(Scalar),
    row("tensor.dim", &[tensor("tensor"), scalar("axis")], memory::dim).by_type(),
    // Parts and views.
    row(
        "tensor.slice",
        &[tensor("input"), indices("shape"), indices("offset"), VALID, indices("drop_dims").optional()],
        view::slice,
    )
    .keywords(&[may("pad_value"), elided("clamp", Bool(false))])
    .view(0),
    row("tensor.assemble", &[tensor("target"), shaped("source"), indices("offset")], memory::assemble)
        .keywords(&[elided("atomic", Enum("AtomicType.None_"))])
        .writes_by(written_or_added::<0>)
        .names(0)
        .by_dma()
        .cost(Move),
    row("tensor.reshape", &[tensor("input"), indices("shape"), VALID], view::reshape).view(0),
    row("tensor.view", &[tensor("tensor"), indices("shape").optional(), VALID], view::view)
        .keywords(&[may("layout")])
        .view(0),
    row("tensor.transpose", &[tensor("input"), scalar("axis1"), scalar("axis2"), VALID], view::transpose)
        .cost(Move),
    row("tensor.reinterpret_view", &[tensor("data"), indices("shape").optional()], view::reinterpret)
        .keywords(&[must("dtype")])
        .view(0),
    row(
        "tensor.set_validshape",
        &[tensor("tensor"), scalar("valid_rows"), scalar("valid_cols")],
        view::set_valid,
    )
    .no_writes()
    .names(0)
    .cost(Alias),
    row("tensor.fillpad", &[tensor("tensor")], view::filled)
        .keywords(&[filled("pad_value", Enum("PadValue.zero"))])
        .cost(Move),
    row("tensor.fillpad_expand", &[tensor("tensor"), indices("shape")], view::expanded)
        .keywords(&[filled("pad_value", Enum("PadValue.zero"))])
        .cost(Move),
    row("tensor.concat", &[tensor("src0"), tensor("src1")], view::concat).cost(Move),
    row("tensor.expand_clone", &[tensor("src"), tensor("target")], memory::broadcast_to)
        .writes(&[(1, Write)])
        .names(1)
        .cost(Move),
    row("tensor.expands", &[tensor("target"), scalar("scalar")], create::whole_like::<0>),
    // Elementwise, two operands.
    row("tensor.add", EITHER, elementwise::binary_or_scalar),
    row("tensor.sub", EITHER, elementwise::binary_or_scalar),
    row("tensor.mul", EITHER, elementwise::binary_or_scalar),
    row("tensor.div", EITHER, elementwise::binary_or_scalar).keywords(PRECISE).cost(Transcendental),
    row("tensor.fmod", EITHER, elementwise::binary_or_scalar).cost(Transcendental),
    row("tensor.maximum", EITHER, elementwise::binary_or_scalar),
    row("tensor.minimum", EITHER, elementwise::binary_or_scalar),
    row("tensor.adds", WITH_SCALAR, elementwise::with_scalar),
    row("tensor.subs", WITH_SCALAR, elementwise::with_scalar),
    row("tensor.muls", WITH_SCALAR, elementwise::with_scalar),
    row("tensor.divs", WITH_SCALAR, elementwise::with_scalar).cost(Transcendental),
    row("tensor.fmods", WITH_SCALAR, elementwise::with_scalar).cost(Transcendental),
    row("tensor.part_add", PARTS, elementwise::binary),
    row("tensor.part_mul", PARTS, elementwise::binary),
    row("tensor.part_max", PARTS, elementwise::binary),
    row("tensor.part_min", PARTS, elementwise::binary),
    row("tensor.and", EITHER, elementwise::bitwise),
    row("tensor.or", EITHER, elementwise::bitwise),
    row("tensor.xor", EITHER, elementwise::bitwise),
    row("tensor.shl", EITHER, elementwise::shift),
    row("tensor.shr", EITHER, elementwise::shift),
    row("tensor.ands", WITH_SCALAR, elementwise::bitwise_scalar),
    row("tensor.ors", WITH_SCALAR, elementwise::bitwise_scalar),
    row("tensor.xors", WITH_SCALAR, elementwise::bitwise_scalar),
    row("tensor.shls", WITH_SCALAR, elementwise::bitwise_scalar),
    row("tensor.shrs", WITH_SCALAR, elementwise::bitwise_scalar),
    row("tensor.cmp", EITHER, elementwise::compare).keywords(&[filled("cmp_type", Int(0))]),
    row("tensor.sel", &[tensor("mask"), tensor("lhs"), tensor("rhs")], elementwise::select),
    // Elementwise, one operand.
    row("tensor.neg", ONE, elementwise::unary),
    row("tensor.abs", ONE, elementwise::unary),
    row("tensor.relu", ONE, elementwise::unary),
    row("tensor.not", ONE, elementwise::unary_int),
    row("tensor.exp", ONE, elementwise::unary).cost(Transcendental),
    row("tensor.log", ONE, elementwise::unary).keywords(PRECISE).cost(Transcendental),
    row("tensor.sqrt", ONE, elementwise::unary).cost(Transcendental),
    row("tensor.rsqrt", ONE, elementwise::unary).keywords(PRECISE).cost(Transcendental),
    row("tensor.recip", ONE, elementwise::unary).keywords(PRECISE).cost(Transcendental),
    row("tensor.sin", ONE, elementwise::unary_fp32).cost(Transcendental),
    row("tensor.cos", ONE, elementwise::unary_fp32).cost(Transcendental),
    row("tensor.cast", ONE, elementwise::cast).keywords(&[must("target_type"), filled("mode", Str("round"))]),
    // Reductions.
    row("tensor.row_sum", ONE, reduce::row).keywords(REDUCED).cost(Reduce),
    row("tensor.row_max", ONE, reduce::row).keywords(REDUCED).cost(Reduce),
    row("tensor.row_min", ONE, reduce::row).keywords(REDUCED).cost(Reduce),
    row("tensor.row_prod", ONE, reduce::row).keywords(REDUCED).cost(Reduce),
    row("tensor.col_sum", ONE, reduce::column).keywords(REDUCED).cost(Reduce),
    row("tensor.col_max", ONE, reduce::column).keywords(REDUCED).cost(Reduce),
    row("tensor.col_min", ONE, reduce::column).keywords(REDUCED).cost(Reduce),
    row("tensor.col_prod", ONE, reduce::column).keywords(REDUCED).cost(Reduce),
    row("tensor.row_argmax", ONE, reduce::row_index).cost(Reduce),
    row("tensor.row_argmin", ONE, reduce::row_index).cost(Reduce),
    row("tensor.col_argmax", ONE, reduce::column_index).cost(Reduce),
    row("tensor.col_argmin", ONE, reduce::column_index).cost(Reduce),
    // A row or column against a whole.
    row("tensor.row_expand", BY_ROW, elementwise::by_row),
    row("tensor.row_expand_add", BY_ROW, elementwise::by_row),
    row("tensor.row_expand_sub", BY_ROW, elementwise::by_row),
    row("tensor.row_expand_mul", BY_ROW, elementwise::by_row),
    row("tensor.row_expand_div", BY_ROW, elementwise::by_row).cost(Transcendental),
    row("tensor.row_expand_max", BY_ROW, elementwise::by_row),
    row("tensor.row_expand_min", BY_ROW, elementwise::by_row),
    row("tensor.row_expand_expdif", BY_ROW, elementwise::by_row).cost(Transcendental),
    row("tensor.col_expand", BY_COLUMN, elementwise::by_column),
    row("tensor.col_expand_add", BY_COLUMN, elementwise::by_column),
    row("tensor.col_expand_sub", BY_COLUMN, elementwise::by_column),
    row("tensor.col_expand_mul", BY_COLUMN, elementwise::by_column),
    row("tensor.col_expand_div", BY_COLUMN, elementwise::by_column).cost(Transcendental),
    row("tensor.col_expand_max", BY_COLUMN, elementwise::by_column),
    row("tensor.col_expand_min", BY_COLUMN, elementwise::by_column),
    row("tensor.col_expand_expdif", BY_COLUMN, elementwise::by_column).cost(Transcendental),
    // Products.
    row("tensor.matmul", TWO, product::tensor).keywords(PRODUCT).cost(Matmul),
    row(
        "tensor.matmul_acc",
        &[tensor("acc"), tensor("lhs"), tensor("rhs"), scalar("init_cond").optional()],
        product::accumulate::<1, 2>,
    )
    .keywords(TRANSPOSED)
    .cost(Matmul),
    // Gather, scatter, sort.
    row("tensor.gather", &[tensor("input"), tensor("index")], memory::gather)
        .keywords(&[must("dim")])
        .cost(Move),
    row("tensor.gather_mask", ONE, memory::gather_mask)
        .keywords(&[must("mask_pattern"), may("output_dtype")])
        .cost(Move),
    row("tensor.gather_compare", &[tensor("input"), scalar("kvalue")], memory::gather_compare)
        .keywords(&[must("cmp_mode"), filled("offset", Int(0)), must("out_cols"), may("count_dtype")])
        .cost(Move),
    row(
        "tensor.gather_row",
        &[
            tensor("acc"),
            tensor("src"),
            indices("dst_offset"),
            indices("src_offset"),
            indices("shapes"),
            VALID,
        ],
        same::<0>,
    )
    .keywords(&[filled("transpose", Bool(false))])
    .writes(&[(0, ReadWrite)])
    .names(0)
    .cost(Move),
    row(
        "tensor.paged_gather",
        &[tensor("src"), tensor("indices"), tensor("block_table")],
        memory::paged_gather,
    )
    .keywords(&[
        must("block_size"),
        must("size"),
        must("max_indices"),
        filled("col_off", Int(0)),
        filled("is_trans", Bool(false)),
        filled("is_b_matrix", Bool(false)),
        filled("space", Enum("Mem.Mat")),
    ])
    .cost(Move),
    row("tensor.scatter", &[tensor("input"), tensor("index"), tensor("src")], memory::updated::<0, 2>)
        .keywords(&[must("dim")])
        .cost(Move),
    row("tensor.scatter_mask", &[tensor("input"), tensor("dst")], memory::updated::<1, 0>)
        .keywords(&[must("mask_pattern")])
        .cost(Move),
    row("tensor.scatter_update", &[tensor("input"), tensor("index"), tensor("src")], memory::updated::<0, 2>)
        .keywords(&[filled("dim", Int(-2))])
        .cost(Move),
    row("tensor.sort32", &[tensor("src"), tensor("idx")], memory::sort32).cost(Reduce),
    row("tensor.mrgsort_format1", &[tensor("src0"), scalar("block_len")], elementwise::unary).cost(Reduce),
    row(
        "tensor.mrgsort_format2",
        &[tensor("src0"), tensor("src1"), tensor("src2").optional(), tensor("src3").optional()],
        memory::merged,
    )
    .keywords(&[filled("exhausted", Bool(false))])
    .cost(Reduce),
    row("tensor.set_cache_policy", &[tensor("tensor")], system::nothing)
        .keywords(&[must("policy")])
        .no_writes()
        .effectful()
        .cost(Scalar),
    // Where it runs.
    row("tensor.get_block_idx", &[], system::index).ambient(),
    row("tensor.get_subblock_idx", &[], system::index).ambient(),
    row("tensor.get_block_num", &[], system::index).ambient(),
];
