//! Result rules, by kind of operator: what type comes out, and what does not fit.

use crate::ir::dtype::DType;
use crate::ir::expr::Expr;
use crate::ir::extent;
use crate::ir::op::Applied;
use crate::ir::op::Misfit;
use crate::ir::types::{MemSpace, TensorType, TensorView, TileType, TileView, Type};

pub(super) mod create;
pub(super) mod elementwise;
pub(super) mod memory;
pub(super) mod product;
pub(super) mod reduce;
pub(super) mod system;
pub(super) mod view;

/// A fresh row-major tensor, valid as far as said.
fn tensor_of(shape: Vec<Expr>, dtype: DType, valid: Vec<Expr>) -> Type {
    let view = narrowed(&shape, valid)
        .map(|valid_shape| Box::new(TensorView { valid_shape, ..TensorView::default() }));
    Type::Tensor(TensorType { distributed: false, shape, dtype, view, memref: None })
}

/// A fresh tile, valid as far as said.
fn tile_of(shape: Vec<Expr>, dtype: DType, space: MemSpace, valid: Vec<Expr>) -> Type {
    let view =
        narrowed(&shape, valid).map(|valid_shape| Box::new(TileView { valid_shape, ..TileView::default() }));
    Type::Tile(TileType { shape, dtype, memref: None, space: Some(space), view })
}

/// The valid shape as a view holds it: absent where the whole shape is valid.
fn narrowed(shape: &[Expr], valid: Vec<Expr>) -> Option<Vec<Expr>> {
    (!valid.is_empty() && !extent::all_same(shape, &valid)).then_some(valid)
}

/// A fresh value of the same sort as an operand: a tile in vector memory, or a tensor.
fn fresh_like(applied: &Applied<'_>, at: usize, shape: Vec<Expr>, dtype: DType, valid: Vec<Expr>) -> Type {
    match applied.types.get(at) {
        Some(Type::Tile(_)) => tile_of(shape, dtype, MemSpace::Vec, valid),
        _ => tensor_of(shape, dtype, valid),
    }
}

/// A type with another valid shape; the rest of the view stays.
fn with_valid(ty: &Type, valid: Vec<Expr>) -> Type {
    match ty {
        Type::Tensor(tensor) => {
            let mut view = tensor.view.as_deref().cloned().unwrap_or_default();
            view.valid_shape = narrowed(&tensor.shape, valid).unwrap_or_default();
            let view = (view != TensorView::default()).then(|| Box::new(view));
            Type::Tensor(TensorType { view, ..tensor.clone() })
        }
        Type::Tile(tile) => {
            let mut view = tile.view.as_deref().cloned().unwrap_or_default();
            view.valid_shape = narrowed(&tile.shape, valid).unwrap_or_default();
            let view = (view != TileView::default()).then(|| Box::new(view));
            Type::Tile(TileType { view, ..tile.clone() })
        }
        other => other.clone(),
    }
}

/// The type of an operand as it is, for operators that hand an argument on.
pub(super) fn same<const AT: usize>(applied: &Applied<'_>) -> Result<Type, Misfit> {
    applied.ty(AT).cloned()
}
