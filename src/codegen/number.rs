//! Literals: integers that keep their type, floats in the shortest form that reads back the same.

use crate::ir::dtype::DType;
use crate::ir::expr::Float;

/// An integer literal. What does not fit an `int` says its width.
pub(crate) fn integer(value: i128) -> String {
    if let Ok(small) = i32::try_from(value) {
        // The most negative int has no literal of its own.
        if small != i32::MIN {
            return small.to_string();
        }
    }
    match i64::try_from(value) {
        Ok(i64::MIN) => "INT64_MIN".to_owned(),
        Ok(wide) => format!("INT64_C({wide})"),
        Err(_) => format!("UINT64_C({value})"),
    }
}

/// A float literal of a type, and whether it needs `<limits>`.
pub(crate) fn float(value: Float, dtype: DType) -> String {
    let value = value.get();
    if dtype == DType::Fp64 {
        return special(value, "double").unwrap_or_else(|| format!("{value:?}"));
    }
    let narrow = value as f32;
    special(f64::from(narrow), "float").unwrap_or_else(|| format!("{narrow:?}f"))
}

fn special(value: f64, ty: &str) -> Option<String> {
    if value.is_nan() {
        return Some(format!("std::numeric_limits<{ty}>::quiet_NaN()"));
    }
    if value.is_infinite() {
        let sign = if value < 0.0 { "-" } else { "" };
        return Some(format!("{sign}std::numeric_limits<{ty}>::infinity()"));
    }
    None
}
