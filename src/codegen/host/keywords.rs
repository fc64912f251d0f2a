//! Keywords of operators as C++.

use crate::ir::attr::Attr;
use crate::ir::dtype::DType;
use crate::ir::stmt::OpCall;

/// The last part of a member of an enumeration or of a text, such as `zero` of `PadValue.zero`.
pub(super) fn member<'a>(op: &'a OpCall, name: &str) -> Option<&'a str> {
    match op.kwargs.get(name)? {
        Attr::Enum(text) | Attr::Str(text) => text.rsplit('.').next(),
        _ => None,
    }
}

/// `selfsame::Pad::..` of `pad_value`.
pub(super) fn pad(op: &OpCall) -> &'static str {
    match member(op, "pad_value") {
        Some("zero") => "selfsame::Pad::ZERO",
        Some("max") => "selfsame::Pad::MAX",
        Some("min") => "selfsame::Pad::MIN",
        _ => "selfsame::Pad::NONE",
    }
}

/// `selfsame::Type::..`
pub(super) fn ty(dtype: DType) -> String {
    format!("selfsame::Type::{}", dtype.name())
}

/// A truth value of a keyword.
pub(super) fn flag(op: &OpCall, name: &str) -> bool {
    match op.kwargs.get(name) {
        Some(Attr::Bool(value)) => *value,
        Some(Attr::Int(value)) => *value != 0,
        _ => false,
    }
}

/// Whether the operator adds to what is there.
pub(super) fn is_atomic(op: &OpCall) -> bool {
    matches!(member(op, "atomic"), Some("Add" | "add")) || op.kwargs.int("atomic") == Some(1)
}

/// `selfsame::Rounding::..` of `mode`.
pub(super) fn rounding(op: &OpCall) -> &'static str {
    match member(op, "mode") {
        Some("round") => "selfsame::Rounding::AWAY",
        Some("floor") => "selfsame::Rounding::FLOOR",
        Some("ceil") => "selfsame::Rounding::CEIL",
        Some("trunc") => "selfsame::Rounding::TRUNC",
        _ => "selfsame::Rounding::EVEN",
    }
}

/// `selfsame::Cmp::..` of `cmp_type`, a name or its number.
pub(super) fn comparison(op: &OpCall) -> Option<String> {
    const IN_ORDER: [&str; 6] = ["EQ", "NE", "LT", "LE", "GT", "GE"];
    let name = match member(op, "cmp_type") {
        Some(name) => IN_ORDER.iter().find(|known| known.eq_ignore_ascii_case(name)),
        None => IN_ORDER.get(usize::try_from(op.kwargs.int("cmp_type").unwrap_or(0)).ok()?),
    };
    name.map(|name| format!("selfsame::Cmp::{name}"))
}
