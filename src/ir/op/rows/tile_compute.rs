//! Tiles: arithmetic, reductions, products.

use crate::ir::op::Constant::{Bool, Int, Str};
use crate::ir::op::CostClass::{Matmul, Reduce, Transcendental};
use crate::ir::op::Effect::ReadWrite;
use crate::ir::op::build::{elided, filled, may, must, row, scalar, tile};
use crate::ir::op::rule::{create, elementwise, product, reduce};
use crate::ir::op::{Keyword, OpRow, Operand};

const ONE: &[Operand] = &[tile("tile")];
const ONE_TMP: &[Operand] = &[tile("tile"), tile("tmp_tile")];
const ONE_MAYBE_TMP: &[Operand] = &[tile("tile"), tile("tmp_tile").optional()];
const TWO: &[Operand] = &[tile("lhs"), tile("rhs")];
const PARTS: &[Operand] = &[tile("src0"), tile("src1")];
const TWO_TMP: &[Operand] = &[tile("lhs"), tile("rhs"), tile("tmp").optional()];
const WITH_SCALAR: &[Operand] = &[tile("lhs"), scalar("rhs")];
const WITH_SCALAR_TMP: &[Operand] = &[tile("lhs"), scalar("rhs"), tile("tmp").optional()];
const BY_ROW: &[Operand] = &[tile("tile"), tile("row_vec"), tile("tmp").optional()];
const BY_COLUMN: &[Operand] = &[tile("tile"), tile("col_vec")];
const PHASE: &[Keyword] = &[elided("acc_phase", Str("unspecified"))];
const PRECISE: &[Keyword] = &[elided("high_precision", Bool(false))];
const ACC: &[Operand] = &[tile("acc"), tile("lhs"), tile("rhs"), scalar("init_cond").optional()];
const ACC_SCALED: &[Operand] = &[
    tile("acc"),
    tile("lhs"),
    tile("lhs_scale"),
    tile("rhs"),
    tile("rhs_scale"),
    scalar("init_cond").optional(),
];
const SCALED: &[Operand] =
    &[tile("lhs"), tile("lhs_scale"), tile("rhs"), tile("rhs_scale"), tile("bias").optional()];

pub(super) static ROWS: &[OpRow] = &[
    // Two operands.
    row("tile.add", TWO, elementwise::binary),
    row("tile.sub", TWO, elementwise::binary),
    row("tile.mul", TWO, elementwise::binary),
    row("tile.div", TWO, elementwise::binary).keywords(PRECISE).cost(Transcendental),
    row("tile.rem", TWO_TMP, elementwise::binary).cost(Transcendental),
    row("tile.fmod", TWO, elementwise::binary).apart().cost(Transcendental),
    row("tile.maximum", TWO, elementwise::binary),
    row("tile.minimum", TWO, elementwise::binary),
    row("tile.part_add", PARTS, elementwise::binary),
    row("tile.part_mul", PARTS, elementwise::binary),
    row("tile.part_max", PARTS, elementwise::binary),
    row("tile.part_min", PARTS, elementwise::binary),
    row("tile.and", TWO, elementwise::bitwise),
    row("tile.or", TWO, elementwise::bitwise),
    row("tile.xor", TWO_TMP, elementwise::bitwise),
    row("tile.shl", TWO, elementwise::shift),
    row("tile.shr", TWO, elementwise::shift),
    row("tile.prelu", &[tile("tile"), tile("slope"), tile("tmp").optional()], elementwise::binary),
    row("tile.addc", &[tile("lhs"), tile("rhs"), tile("rhs2")], elementwise::binary),
    row("tile.subc", &[tile("lhs"), tile("rhs"), tile("rhs2")], elementwise::binary),
    row("tile.cmp", TWO, elementwise::packed_compare).keywords(&[filled("cmp_type", Int(0))]),
    row("tile.sel", &[tile("mask"), tile("lhs"), tile("rhs"), tile("tmp").optional()], elementwise::select),
    row("tile.sels", &[tile("mask"), tile("src"), tile("tmp"), scalar("scalar")], elementwise::select_scalar),
    // A tile and a scalar.
    row("tile.adds", WITH_SCALAR, elementwise::with_scalar),
    row("tile.subs", WITH_SCALAR, elementwise::with_scalar),
    row("tile.muls", WITH_SCALAR, elementwise::with_scalar),
    row("tile.divs", WITH_SCALAR, elementwise::with_scalar).cost(Transcendental),
    row("tile.rems", WITH_SCALAR_TMP, elementwise::with_scalar).cost(Transcendental),
    row("tile.fmods", WITH_SCALAR, elementwise::with_scalar).apart().cost(Transcendental),
    row("tile.maximums", WITH_SCALAR, elementwise::with_scalar),
    row("tile.minimums", WITH_SCALAR, elementwise::with_scalar),
    row("tile.ands", WITH_SCALAR, elementwise::bitwise_scalar).apart(),
    row("tile.ors", WITH_SCALAR, elementwise::bitwise_scalar).apart(),
    row("tile.xors", WITH_SCALAR_TMP, elementwise::bitwise_scalar).apart(),
    row("tile.shls", WITH_SCALAR, elementwise::bitwise_scalar),
    row("tile.shrs", WITH_SCALAR, elementwise::bitwise_scalar),
    row("tile.lrelu", &[tile("tile"), scalar("slope")], elementwise::with_scalar),
    row("tile.addsc", &[tile("lhs"), scalar("rhs"), tile("rhs2")], elementwise::with_scalar),
    row("tile.subsc", &[tile("lhs"), scalar("rhs"), tile("rhs2")], elementwise::with_scalar),
    row("tile.cmps", WITH_SCALAR, elementwise::packed_compare).keywords(&[filled("cmp_type", Int(0))]),
    row("tile.expands", &[tile("target"), scalar("scalar")], create::whole_like::<0>),
    // One operand.
    row("tile.neg", ONE, elementwise::unary),
    row("tile.abs", ONE, elementwise::unary),
    row("tile.relu", ONE, elementwise::unary),
    row("tile.not", ONE, elementwise::unary_int),
    row("tile.exp", ONE, elementwise::unary).cost(Transcendental),
    row("tile.log", ONE, elementwise::unary).keywords(PRECISE).cost(Transcendental),
    row("tile.sqrt", ONE, elementwise::unary).cost(Transcendental),
    row("tile.rsqrt", &[tile("tile"), tile("tmp").optional()], elementwise::unary)
        .apart()
        .cost(Transcendental),
    row("tile.recip", ONE, elementwise::unary).keywords(PRECISE).apart().cost(Transcendental),
    row("tile.sin", ONE, elementwise::unary_fp32).cost(Transcendental),
    row("tile.cos", ONE, elementwise::unary_fp32).cost(Transcendental),
    row("tile.cast", &[tile("tile"), tile("tmp").optional()], elementwise::cast)
        .keywords(&[must("target_type"), filled("mode", Str("round"))]),
    // Reductions.
    row("tile.row_sum", ONE_TMP, reduce::row).apart().cost(Reduce),
    row("tile.row_max", ONE_TMP, reduce::row).apart().cost(Reduce),
    row("tile.row_min", ONE_TMP, reduce::row).apart().cost(Reduce),
    row("tile.row_prod", ONE_TMP, reduce::row).apart().cost(Reduce),
    row("tile.row_argmax", ONE_TMP, reduce::row_index).apart().cost(Reduce),
    row("tile.row_argmin", ONE_TMP, reduce::row_index).apart().cost(Reduce),
    row("tile.col_sum", ONE_MAYBE_TMP, reduce::column).keywords(&[may("is_binary")]).cost(Reduce),
    row("tile.col_max", ONE_MAYBE_TMP, reduce::column).cost(Reduce),
    row("tile.col_min", ONE_MAYBE_TMP, reduce::column).cost(Reduce),
    row("tile.col_prod", ONE_MAYBE_TMP, reduce::column).cost(Reduce),
    row("tile.col_argmax", ONE_TMP, reduce::column_index).apart().cost(Reduce),
    row("tile.col_argmin", ONE_TMP, reduce::column_index).apart().cost(Reduce),
    row("tile.sum", ONE_MAYBE_TMP, reduce::row).keywords(&[may("axis"), may("keepdim")]).cost(Reduce),
    // A row or column against a whole.
    row("tile.row_expand", BY_ROW, elementwise::by_row),
    row("tile.row_expand_add", BY_ROW, elementwise::by_row),
    row("tile.row_expand_sub", BY_ROW, elementwise::by_row),
    row("tile.row_expand_mul", BY_ROW, elementwise::by_row),
    row("tile.row_expand_div", BY_ROW, elementwise::by_row).cost(Transcendental),
    row("tile.row_expand_max", BY_ROW, elementwise::by_row),
    row("tile.row_expand_min", BY_ROW, elementwise::by_row),
    row("tile.row_expand_expdif", BY_ROW, elementwise::by_row).cost(Transcendental),
    row("tile.col_expand", BY_COLUMN, elementwise::by_column),
    row("tile.col_expand_add", BY_COLUMN, elementwise::by_column),
    row("tile.col_expand_sub", BY_COLUMN, elementwise::by_column),
    row("tile.col_expand_mul", BY_COLUMN, elementwise::by_column),
    row("tile.col_expand_div", BY_COLUMN, elementwise::by_column).cost(Transcendental),
    row("tile.col_expand_max", BY_COLUMN, elementwise::by_column),
    row("tile.col_expand_min", BY_COLUMN, elementwise::by_column),
    row("tile.col_expand_expdif", BY_COLUMN, elementwise::by_column).cost(Transcendental),
    // Products.
    row("tile.matmul", TWO, product::tile).cost(Matmul),
    row("tile.matmul_bias", &[tile("lhs"), tile("rhs"), tile("bias")], product::tile).cost(Matmul),
    row("tile.gemv", TWO, product::tile).keywords(PHASE).cost(Matmul),
    row("tile.gemv_bias", &[tile("lhs"), tile("rhs"), tile("bias")], product::tile)
        .keywords(PHASE)
        .cost(Matmul),
    row("tile.batch_matmul", TWO, product::tile).cost(Matmul),
    row("tile.matmul_mx", SCALED, product::tile_scaled).cost(Matmul),
    row("tile.matmul_mx_bias", SCALED, product::tile_scaled).cost(Matmul),
    row("tile.matmul_acc", ACC, product::accumulate::<1, 2>).writes(&[(0, ReadWrite)]).names(0).cost(Matmul),
    row("tile.gemv_acc", ACC, product::accumulate::<1, 2>)
        .keywords(PHASE)
        .writes(&[(0, ReadWrite)])
        .names(0)
        .cost(Matmul),
    row("tile.batch_matmul_acc", ACC, product::accumulate::<1, 2>)
        .writes(&[(0, ReadWrite)])
        .names(0)
        .cost(Matmul),
    row("tile.matmul_mx_acc", ACC_SCALED, product::accumulate::<1, 3>)
        .writes(&[(0, ReadWrite)])
        .names(0)
        .cost(Matmul),
];
