//! Which operators have a meaning.

use std::collections::BTreeSet;

use selfsame::interp::supports;
use selfsame::ir::op::table;
use selfsame::ir::stmt::{Rhs, StmtKind};

use crate::corpus;
use crate::laws::runner::read;

/// Rows without a meaning, and why.
const NONE: &[(&str, &str)] =
    &[("tile.tget_scale_addr", "binds an address in the scale buffer; addresses mean nothing here")];

/// Operators that programs of users call in ten files or more, as they write them.
const COMMON: &[&str] = &[
    "abs",
    "add",
    "arange",
    "assemble",
    "cast",
    "col_expand",
    "col_expand_add",
    "col_expand_mul",
    "concat",
    "create_tensor",
    "create_tile",
    "div",
    "exp",
    "fillpad",
    "full",
    "gather",
    "load",
    "matmul",
    "matmul_acc",
    "max",
    "maximum",
    "min",
    "minimum",
    "move",
    "mrgsort",
    "mul",
    "neg",
    "read",
    "recip",
    "reshape",
    "row_expand_div",
    "row_expand_mul",
    "row_expand_sub",
    "row_max",
    "row_sum",
    "rsqrt",
    "set_validshape",
    "slice",
    "sort32",
    "sqrt",
    "store",
    "sub",
    "transpose",
    "write",
    "tensor.dim",
    "tensor.read",
    "tile.full",
    "tile.get_block_idx",
    "array.create",
    "system.task_dummy",
    "pld.system.notify",
    "pld.system.wait",
    "pld.tensor.put",
    "pld.tensor.alloc_window_buffer",
    "pld.tensor.window",
    "pld.system.world_size",
];

#[test]
fn every_row_of_the_table_has_a_meaning_or_a_reason() {
    let without: Vec<&str> = table::rows().map(|row| row.name).filter(|name| !supports(name)).collect();
    assert_eq!(without, NONE.iter().map(|(name, _)| *name).collect::<Vec<_>>());
}

#[test]
fn the_operators_that_users_call_have_a_meaning() {
    for name in COMMON {
        let spelled = selfsame::ir::op::sugar::canonical(name);
        let rows: Vec<&str> = match spelled.contains('.') {
            true => vec![spelled],
            false => table::rows()
                .map(|row| row.name)
                .filter(|row| {
                    let base = row.strip_prefix("tensor.").or(row.strip_prefix("tile."));
                    base.is_some_and(|base| is_form_of(base, spelled))
                })
                .collect(),
        };
        // `pl.min` and `pl.max` are scalar arithmetic.
        assert!(!rows.is_empty() || matches!(*name, "min" | "max"), "no row for `{name}`");
        let without: Vec<_> = rows.iter().filter(|row| !supports(row)).collect();
        assert!(without.is_empty(), "{name}: {without:?}");
    }
}

/// Whether a row may be what a short name means: itself, with a scalar, or a member of its group.
fn is_form_of(base: &str, short: &str) -> bool {
    let short = match short {
        "create_tensor" | "create_tile" => "create",
        "arange" => "ci",
        other => other,
    };
    base == short || base.strip_suffix('s') == Some(short) || base.strip_prefix(short).is_some_and(is_member)
}

fn is_member(rest: &str) -> bool {
    matches!(rest, "_mask" | "_compare" | "_format1" | "_format2")
}

#[test]
fn the_operators_of_the_programs_have_a_meaning() {
    let mut used = BTreeSet::new();
    for (name, text) in corpus::texts(&["programs", "cases", "redteam", "bugs"]) {
        for program in read(&name, &text).unwrap_or_default() {
            for stmt in program.functions.values().flat_map(|function| function.stmts()) {
                if let StmtKind::Let(_, Rhs::Op(op)) | StmtKind::Eval(Rhs::Op(op)) = &stmt.kind {
                    used.insert(op.op.name().to_string());
                }
            }
        }
    }
    let without: Vec<_> = used.iter().filter(|name| !supports(name)).collect();
    assert!(without.is_empty(), "{without:?}");
    assert!(used.len() >= 60, "only {} operators", used.len());
}
