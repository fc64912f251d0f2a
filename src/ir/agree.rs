//! Whether two types can be those of one value, and what a type is called in a message.

use crate::ir::expr::Expr;
use crate::ir::extent::{self, Known};
use crate::ir::types::{TensorType, TileType, Type};

/// Says why a value of type `value` cannot stand where `wanted` is asked for; `None` if it can.
///
/// Extents disagree only where both are constants. Memory references do not count, memory spaces only where both name
/// one, and views never: they are derived from operands and may be written or left out.
pub fn disagreement(wanted: &Type, value: &Type) -> Option<String> {
    match (wanted, value) {
        (Type::Unknown, _) | (_, Type::Unknown) => None,
        (Type::Scalar(a), Type::Scalar(b)) => (a != b).then(|| format!("{a} against {b}")),
        (Type::Array(n, a), Type::Array(m, b)) => {
            if n != m {
                Some(format!("{n} elements against {m}"))
            } else {
                (a != b).then(|| format!("elements of {a} against {b}"))
            }
        }
        (Type::Tensor(a), Type::Tensor(b)) => tensors(a, b),
        (Type::Tile(a), Type::Tile(b)) => tiles(a, b),
        (Type::Tuple(a), Type::Tuple(b)) => tuples(a, b),
        // What an allocation gives is written either way.
        (Type::Ptr | Type::MemRef, Type::Ptr | Type::MemRef) => None,
        (Type::Named(a), Type::Named(b)) => (a != b).then(|| format!("{a} against {b}")),
        _ => Some(format!("{} against {}", kind(wanted), kind(value))),
    }
}

/// Whether values of both types can be one.
pub fn agree(wanted: &Type, value: &Type) -> bool {
    disagreement(wanted, value).is_none()
}

/// The sort of a type, for messages: `a tensor`, `a scalar`, ...
pub fn kind(ty: &Type) -> &'static str {
    match ty {
        Type::Scalar(_) => "a scalar",
        Type::Tensor(tensor) if tensor.distributed => "a distributed tensor",
        Type::Tensor(_) => "a tensor",
        Type::Tile(_) => "a tile",
        Type::Array(..) => "an array",
        Type::Tuple(_) => "a tuple",
        Type::Ptr => "an address",
        Type::MemRef => "a memory reference",
        Type::Unknown => "no value",
        Type::Named(_) => "a handle of the system",
    }
}

fn tensors(a: &TensorType, b: &TensorType) -> Option<String> {
    if a.distributed != b.distributed {
        let word = |it: &TensorType| if it.distributed { "distributed tensor" } else { "plain tensor" };
        return Some(format!("{} against {}", word(a), word(b)));
    }
    if a.dtype != b.dtype {
        return Some(format!("elements of {} against {}", a.dtype, b.dtype));
    }
    shapes(&a.shape, &b.shape)
}

fn tiles(a: &TileType, b: &TileType) -> Option<String> {
    if a.dtype != b.dtype {
        return Some(format!("elements of {} against {}", a.dtype, b.dtype));
    }
    if let (Some(x), Some(y)) = (a.space, b.space)
        && x != y
    {
        return Some(format!("memory {} against {}", x.name(), y.name()));
    }
    // On the core a tile has two axes; a pass may have written it so, while its operator still speaks of more.
    let flattened = a.shape.len() != b.shape.len() && {
        let (a, b) = (extent::constant_product(&a.shape), extent::constant_product(&b.shape));
        a.is_some() && a == b
    };
    if flattened { None } else { shapes(&a.shape, &b.shape) }
}

fn tuples(a: &[Type], b: &[Type]) -> Option<String> {
    if a.len() != b.len() {
        return Some(format!("{} values against {}", a.len(), b.len()));
    }
    let found = a.iter().zip(b).enumerate().find_map(|(at, (a, b))| Some((at, disagreement(a, b)?)));
    found.map(|(at, why)| format!("value {at}: {why}"))
}

fn shapes(a: &[Expr], b: &[Expr]) -> Option<String> {
    if a.len() != b.len() {
        return Some(format!("rank {} against {}", a.len(), b.len()));
    }
    let axis = a.iter().zip(b).position(|(a, b)| extent::compare(a, b) == Known::Different)?;
    let value = |extent: &Expr| extent::constant(extent).expect("only constants are known to differ");
    Some(format!("extent {} of axis {axis} against {}", value(&a[axis]), value(&b[axis])))
}
