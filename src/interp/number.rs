//! One element: exact integers, floats rounded to their element type, or poison.

use crate::ir::dtype::DType;

/// The value of one element or scalar.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Number {
    /// Storage that was never written, and whatever was computed from it.
    Poison,
    /// An integer, a truth value (0 or 1), or the number of a task (-1 is no task).
    Int(i128),
    /// A float, exactly as its element type holds it.
    Float(f64),
}

impl Number {
    /// Whether two numbers are the same: poison is like poison, NaN like NaN, and the zeros differ.
    pub fn same(self, other: Self) -> bool {
        match (self, other) {
            (Self::Float(left), Self::Float(right)) => {
                left.to_bits() == right.to_bits() || (left.is_nan() && right.is_nan())
            }
            (left, right) => left == right,
        }
    }
    /// As a float; `None` for poison.
    pub fn to_f64(self) -> Option<f64> {
        match self {
            Self::Poison => None,
            Self::Int(value) => Some(value as f64),
            Self::Float(value) => Some(value),
        }
    }
    /// As a truth value; `None` for poison.
    pub fn to_bool(self) -> Option<bool> {
        self.to_f64().map(|value| value != 0.0)
    }
}

impl std::fmt::Display for Number {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Poison => f.pad("unwritten"),
            Self::Int(value) => value.fmt(f),
            Self::Float(value) => write!(f, "{value:?}"),
        }
    }
}

/// The number as an element of a type holds it: integers wrap, floats round to nearest even, a float becomes an integer
/// by dropping its fraction and stopping at the ends of the range.
pub fn convert(number: Number, to: DType) -> Number {
    match number {
        Number::Poison => Number::Poison,
        Number::Int(value) if to.is_float() => Number::Float(round(value as f64, to)),
        Number::Int(value) => Number::Int(wrap(value, to)),
        Number::Float(value) if to.is_float() => Number::Float(round(value, to)),
        Number::Float(value) if to == DType::Bool => Number::Int((value != 0.0).into()),
        Number::Float(value) => {
            let (least, most) = range(to);
            Number::Int((value.trunc() as i128).clamp(least, most))
        }
    }
}

/// The integer modulo the width of the type.
pub fn wrap(value: i128, to: DType) -> i128 {
    if to == DType::Bool {
        return (value != 0).into();
    }
    let unused = 128 - to.bits();
    let shifted = value << unused;
    if to.is_signed() || to == DType::TaskId {
        shifted >> unused
    } else {
        (shifted as u128 >> unused) as i128
    }
}

/// The least and the greatest integer of a type.
pub fn range(of: DType) -> (i128, i128) {
    if of == DType::Bool {
        return (0, 1);
    }
    let bits = of.bits();
    if of.is_signed() { (-(1 << (bits - 1)), (1 << (bits - 1)) - 1) } else { (0, (1 << bits) - 1) }
}

/// The least and the greatest finite number of a type.
pub fn ends(of: DType) -> (Number, Number) {
    if !of.is_float() {
        let (least, most) = range(of);
        return (Number::Int(least), Number::Int(most));
    }
    let most = match of {
        DType::Fp16 => half::f16::MAX.to_f64(),
        DType::Bf16 => half::bf16::MAX.to_f64(),
        DType::Fp64 => f64::MAX,
        DType::Fp8E4M3FN => 448.0,
        DType::Fp8E5M2 => 57344.0,
        DType::Fp4 => 6.0,
        _ => f64::from(f32::MAX),
    };
    (Number::Float(-most), Number::Float(most))
}

/// The float rounded to nearest even. `FP8E8M0`, `HF4` and `HF8` are kept in single precision: their rounding is not
/// modelled.
pub fn round(value: f64, to: DType) -> f64 {
    match to {
        DType::Fp64 => value,
        DType::Fp16 => narrow(value, 10, -14, 65504.0, f64::INFINITY),
        DType::Bf16 => narrow(value, 7, -126, half::bf16::MAX.to_f64(), f64::INFINITY),
        DType::Fp8E4M3FN => narrow(value, 3, -6, 448.0, 448.0),
        DType::Fp8E5M2 => narrow(value, 2, -14, 57344.0, f64::INFINITY),
        DType::Fp4 => narrow(value, 1, 0, 6.0, 6.0),
        _ => f64::from(value as f32),
    }
}

/// Rounds to `fraction` bits behind the leading one, with subnormals below `least_exponent`; beyond `most` it is
/// `beyond`. Every step but the one rounding is exact, since it only shifts by a power of two.
fn narrow(value: f64, fraction: i32, least_exponent: i32, most: f64, beyond: f64) -> f64 {
    if value == 0.0 || !value.is_finite() {
        return value;
    }
    let exponent = ((value.to_bits() >> 52) & 0x7ff) as i32 - 1023;
    let unit = 2f64.powi(exponent.max(least_exponent) - fraction);
    let rounded = (value / unit).round_ties_even() * unit;
    if rounded.abs() > most { beyond.copysign(value) } else { rounded }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_wrap() {
        assert_eq!(wrap(130, DType::Int8), -126);
        assert_eq!(wrap(-1, DType::UInt8), 255);
        assert_eq!(wrap(-1, DType::UInt64), i128::from(u64::MAX));
        assert_eq!(wrap(i128::from(i64::MAX) + 1, DType::Index), i128::from(i64::MIN));
        assert_eq!(range(DType::UInt64), (0, i128::from(u64::MAX)));
    }

    #[test]
    fn floats_round_to_nearest_even() {
        assert_eq!(round(1.0 + 2f64.powi(-24), DType::Fp32), 1.0);
        assert_eq!(round(2049.0, DType::Fp16), 2048.0);
        assert_eq!(round(2051.0, DType::Fp16), 2052.0);
        assert_eq!(round(257.0, DType::Bf16), 256.0);
        assert_eq!(round(17.0, DType::Fp8E4M3FN), 16.0);
        assert_eq!(round(1000.0, DType::Fp8E4M3FN), 448.0);
        assert_eq!(round(2.5, DType::Fp4), 2.0);
    }

    #[test]
    fn halves_round_as_the_library_rounds_them() {
        for bits in (0..=u16::MAX).filter(|bits| half::f16::from_bits(*bits).is_finite()) {
            let exact = half::f16::from_bits(bits).to_f64();
            let near = exact * (1.0 + 2f64.powi(-12) + 2f64.powi(-22));
            assert!(Number::Float(round(exact, DType::Fp16)).same(Number::Float(exact)), "{exact}");
            let library = half::f16::from_f32(near as f32).to_f64();
            if f64::from(near as f32) == near {
                assert!(Number::Float(round(near, DType::Fp16)).same(Number::Float(library)), "{near}");
            }
        }
        // A tie broken by a bit that single precision has lost.
        assert_eq!(round(1.0 + 2f64.powi(-11) + 2f64.powi(-40), DType::Fp16), 1.0 + 2f64.powi(-10));
        assert_eq!(round(1e6, DType::Fp16), f64::INFINITY);
        assert_eq!(round(-1e39, DType::Bf16), f64::NEG_INFINITY);
    }

    #[test]
    fn floats_become_integers_by_dropping_the_fraction() {
        assert_eq!(convert(Number::Float(-2.7), DType::Int8), Number::Int(-2));
        assert_eq!(convert(Number::Float(1e9), DType::Int8), Number::Int(127));
        assert_eq!(convert(Number::Int(3), DType::Fp16), Number::Float(3.0));
    }

    #[test]
    fn same_tells_zeros_apart_and_nans_together() {
        assert!(!Number::Float(0.0).same(Number::Float(-0.0)));
        assert!(Number::Float(f64::NAN).same(Number::Float(-f64::NAN)));
    }
}
