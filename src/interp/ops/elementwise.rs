//! One result element per element: arithmetic and casts.

use crate::interp::fault::Fault;
use crate::interp::number::{self, Number};
use crate::interp::ops::{Meaning, Operation, lifted};
use crate::interp::scalar;
use crate::interp::storage::{Extents, Handle, indices};
use crate::interp::value::Value;
use crate::ir::dtype::DType;
use crate::ir::expr::{BinaryOp, UnaryOp};

/// What two numbers give in a type.
pub(super) type Two = fn(Number, Number, DType) -> Result<Number, Fault>;

pub(super) fn meaning(base: &str) -> Option<Meaning> {
    if two(base).is_some() {
        return Some(|operation| {
            let compute = two(base_name(operation)).expect("the name was found before");
            binary(operation, compute)
        });
    }
    if one(base).is_some() {
        return Some(unary);
    }
    match base {
        "cast" => Some(cast),
        _ => None,
    }
}

/// The name without its space.
pub(super) fn base_name<'a>(operation: &Operation<'a>) -> &'a str {
    operation.name.rsplit('.').next().unwrap_or(operation.name)
}

/// The operator on two numbers behind a name; a trailing `s` only says that the second is a scalar.
pub(super) fn two(base: &str) -> Option<Two> {
    let plain = if matches!(base, "abs" | "sels") { base } else { base.strip_suffix('s').unwrap_or(base) };
    Some(match plain {
        "add" => |x, y, t| scalar::binary(BinaryOp::Add, x, y, t),
        "sub" => |x, y, t| scalar::binary(BinaryOp::Sub, x, y, t),
        "mul" => |x, y, t| scalar::binary(BinaryOp::Mul, x, y, t),
        "div" => |x, y, t| scalar::binary(BinaryOp::Div, x, y, t),
        "maximum" => |x, y, t| scalar::binary(BinaryOp::Max, x, y, t),
        "minimum" => |x, y, t| scalar::binary(BinaryOp::Min, x, y, t),
        "rem" => |x, y, t| scalar::binary(BinaryOp::FloorMod, x, y, t),
        "fmod" => truncated_rest,
        "and" => |x, y, t| scalar::binary(BinaryOp::BitAnd, x, y, t),
        "or" => |x, y, t| scalar::binary(BinaryOp::BitOr, x, y, t),
        "xor" => |x, y, t| scalar::binary(BinaryOp::BitXor, x, y, t),
        "shl" => |x, y, t| scalar::binary(BinaryOp::Shl, x, y, t),
        "shr" => |x, y, t| scalar::binary(BinaryOp::Shr, x, y, t),
        _ => return None,
    })
}

/// The rest of the division that drops the fraction, with the sign of the dividend.
fn truncated_rest(left: Number, right: Number, dtype: DType) -> Result<Number, Fault> {
    let rest = match (left, right) {
        (Number::Int(_), Number::Int(0)) => return Err(Fault::arithmetic("division by zero")),
        (Number::Int(left), Number::Int(right)) => Number::Int(left % right),
        (left, right) => match (left.to_f64(), right.to_f64()) {
            (Some(left), Some(right)) => Number::Float(left % right),
            _ => Number::Poison,
        },
    };
    Ok(number::convert(rest, dtype))
}

/// An operand as elements: storage, or a scalar that stands for every element.
pub(super) enum Elements {
    Storage(Handle),
    Scalar(Number),
}

impl Elements {
    pub(super) fn of(value: &Value) -> Result<(Self, DType), Fault> {
        match value {
            Value::Storage(handle) => Ok((Self::Storage(handle.clone()), handle.dtype())),
            other => other.scalar().map(|(number, dtype)| (Self::Scalar(number), dtype)),
        }
    }
    fn shape(&self) -> (&[usize], &[usize]) {
        match self {
            Self::Storage(handle) => (&handle.shape, &handle.valid),
            Self::Scalar(_) => (&[], &[]),
        }
    }
    /// The elements that meet those of the result's valid part, in row-major order.
    fn spread(&self, valid: &[usize]) -> Vec<Number> {
        match self {
            Self::Storage(handle) if handle.valid.as_slice() == valid => handle.valid_elements(),
            Self::Storage(_) => indices(valid).map(|index| self.at(&index)).collect(),
            Self::Scalar(number) => vec![*number; valid.iter().product()],
        }
    }
    /// The element that meets the result element `index` under broadcasting.
    pub(super) fn at(&self, index: &[usize]) -> Number {
        match self {
            Self::Storage(handle) => {
                let skip = index.len() - handle.rank();
                let own = index[skip..].iter().zip(&handle.shape);
                let own: Extents = own.map(|(at, extent)| if *extent == 1 { 0 } else { *at }).collect();
                handle.read(&own)
            }
            Self::Scalar(number) => *number,
        }
    }
}

/// Shape and valid shape of the result: extents are equal or one, aligned at the last axis.
pub(super) fn broadcast(operands: &[&Elements]) -> Result<(Extents, Extents), Fault> {
    let rank = operands.iter().map(|it| it.shape().0.len()).max().unwrap_or(0);
    let (mut shape, mut valid): (Extents, Extents) =
        (std::iter::repeat_n(1, rank).collect(), std::iter::repeat_n(usize::MAX, rank).collect());
    for operand in operands {
        let (own, own_valid) = operand.shape();
        let skip = rank - own.len();
        for (axis, (&extent, &valid_extent)) in own.iter().zip(own_valid).enumerate() {
            if extent != 1 {
                if shape[skip + axis] != 1 && shape[skip + axis] != extent {
                    let (left, right) = (shape[skip + axis], extent);
                    return Err(Fault::misfit(format!("extents {left} and {right} of operands do not fit")));
                }
                shape[skip + axis] = extent;
            }
            if extent != 1 || valid_extent == 0 {
                valid[skip + axis] = valid[skip + axis].min(valid_extent);
            }
        }
    }
    let valid = valid.iter().zip(&shape).map(|(valid, extent)| *valid.min(extent)).collect();
    Ok((shape, valid))
}

fn binary(operation: &mut Operation<'_>, compute: Two) -> Result<Value, Fault> {
    let (left, left_type) = Elements::of(operation.arg(0)?)?;
    let (right, right_type) = Elements::of(operation.arg(1)?)?;
    let keeps_left = operation.name.starts_with("tile.") && matches!(right, Elements::Scalar(_));
    let promoted = if keeps_left { left_type } else { left_type.promote(right_type) };
    let dtype = operation.result_type(promoted);
    zip(operation, &left, &right, dtype, |x, y| {
        compute(number::convert(x, promoted), number::convert(y, promoted), promoted)
    })
}

pub(super) fn zip(
    operation: &mut Operation<'_>,
    left: &Elements,
    right: &Elements,
    dtype: DType,
    compute: impl Fn(Number, Number) -> Result<Number, Fault>,
) -> Result<Value, Fault> {
    let (shape, valid) = broadcast(&[left, right])?;
    let mut numbers = Vec::new();
    for (x, y) in left.spread(&valid).into_iter().zip(right.spread(&valid)) {
        numbers.push(lifted(operation, &[x, y], || compute(x, y))?);
    }
    operation.holding(dtype, &shape, &valid, &numbers)
}

/// An operator on one number.
type One = fn(Number, DType) -> Result<Number, Fault>;

/// The operator on one number behind a name, in a float or integer type.
fn one(base: &str) -> Option<One> {
    fn float(x: Number, dtype: DType, f: fn(f64) -> f64) -> Result<Number, Fault> {
        let value = x.to_f64().expect("poison was handled above");
        Ok(number::convert(Number::Float(f(value)), dtype))
    }
    Some(match base {
        "neg" => |x, t| scalar::unary(UnaryOp::Neg, x, t),
        "abs" => |x, t| scalar::unary(UnaryOp::Abs, x, t),
        "not" => |x, t| scalar::unary(UnaryOp::BitNot, x, t),
        "relu" => |x, t| scalar::binary(BinaryOp::Max, x, number::convert(Number::Int(0), t), t),
        "exp" => |x, t| float(x, t, f64::exp),
        "log" => |x, t| float(x, t, f64::ln),
        "sqrt" => |x, t| float(x, t, f64::sqrt),
        "rsqrt" => |x, t| float(x, t, |x| 1.0 / x.sqrt()),
        "recip" => |x, t| float(x, t, f64::recip),
        "sin" => |x, t| float(x, t, f64::sin),
        "cos" => |x, t| float(x, t, f64::cos),
        _ => return None,
    })
}

fn unary(operation: &mut Operation<'_>) -> Result<Value, Fault> {
    let compute = one(base_name(operation)).expect("the name was found before");
    let (operand, dtype) = Elements::of(operation.arg(0)?)?;
    map(operation, &operand, operation.result_type(dtype), |x| compute(x, dtype))
}

fn map(
    operation: &mut Operation<'_>,
    operand: &Elements,
    dtype: DType,
    compute: impl Fn(Number) -> Result<Number, Fault>,
) -> Result<Value, Fault> {
    zip(operation, operand, &Elements::Scalar(Number::Int(0)), dtype, |x, _| compute(x))
}

fn cast(operation: &mut Operation<'_>) -> Result<Value, Fault> {
    let (operand, from) = Elements::of(operation.arg(0)?)?;
    let target = operation.dtype("target_type").or_else(|| match operation.operand(1) {
        Some(Value::Type(dtype)) => Some(*dtype),
        _ => None,
    });
    let dtype = operation.result_type(target.unwrap_or(from));
    let mode = operation.member("mode").unwrap_or("rint").to_owned();
    map(operation, &operand, dtype, |x| Ok(number::convert(to_integer(x, dtype, &mode), dtype)))
}

/// A float that becomes an integer is rounded as the mode says; everything else is left as it is.
fn to_integer(number: Number, dtype: DType, mode: &str) -> Number {
    let Number::Float(value) = number else { return number };
    if dtype.is_float() {
        return number;
    }
    Number::Float(match mode {
        "round" => value.round(),
        "floor" => value.floor(),
        "ceil" => value.ceil(),
        "trunc" => value.trunc(),
        _ => value.round_ties_even(),
    })
}
