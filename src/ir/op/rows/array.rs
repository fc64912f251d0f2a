//! On-core arrays.

use crate::ir::op::CostClass::{Alloc, Scalar};
use crate::ir::op::Effect::ReadWrite;
use crate::ir::op::build::{array, must, row, scalar};
use crate::ir::op::rule::create;
use crate::ir::op::{OpRow, Purity};

pub(super) static ROWS: &[OpRow] = &[
    row("array.create", &[scalar("extent")], create::array)
        .keywords(&[must("dtype")])
        .purity(Purity::Allocates)
        .cost(Alloc),
    row("array.get_element", &[array("array"), scalar("index")], create::array_element).cost(Scalar),
    row("array.update_element", &[array("array"), scalar("index"), scalar("value")], create::array_update)
        .writes(&[(0, ReadWrite)])
        .names(0)
        .cost(Scalar),
];
