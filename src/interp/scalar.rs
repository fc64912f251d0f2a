//! Scalar expressions: exact integers that wrap to their type, floor division, floats rounded after each operator.

use crate::interp::fault::Fault;
use crate::interp::number::{self, Number};
use crate::interp::value::Value;
use crate::ir::dtype::DType;
use crate::ir::expr::{BinaryOp, Expr, UnaryOp};
use crate::ir::program::VarId;

/// The value of an expression, where `look_up` gives the value of a variable.
pub(crate) fn evaluate(
    expr: &Expr,
    look_up: &impl Fn(VarId) -> Result<Value, Fault>,
) -> Result<Value, Fault> {
    Ok(match expr {
        Expr::Undef => Value::Undef,
        Expr::Var(var) => look_up(*var)?,
        Expr::Int(value, dtype) => Value::Scalar(number::convert(Number::Int(*value), *dtype), *dtype),
        Expr::Float(value, dtype) => {
            Value::Scalar(number::convert(Number::Float(value.get()), *dtype), *dtype)
        }
        Expr::Bool(value) => Value::truth(*value),
        Expr::Str(text) | Expr::Enum(text) => Value::Text(text.clone()),
        Expr::Unary(op, inner) => {
            let (value, dtype) = evaluate(inner, look_up)?.scalar()?;
            let dtype = if *op == UnaryOp::Not { DType::Bool } else { dtype };
            Value::Scalar(unary(*op, value, dtype)?, dtype)
        }
        Expr::Cast(inner, dtype) => {
            let (value, _) = evaluate(inner, look_up)?.scalar()?;
            Value::Scalar(number::convert(value, *dtype), *dtype)
        }
        Expr::Binary(op, left, right) => {
            let (left, left_type) = evaluate(left, look_up)?.scalar()?;
            let (right, right_type) = evaluate(right, look_up)?.scalar()?;
            let dtype = result_type(*op, left_type, right_type);
            Value::Scalar(binary(*op, left, right, dtype)?, dtype)
        }
        Expr::Tuple(items) => {
            let items: Result<Vec<_>, _> = items.iter().map(|item| evaluate(item, look_up)).collect();
            Value::tuple(items?)
        }
        Expr::Get(inner, index) => {
            let tuple = evaluate(inner, look_up)?;
            let items = tuple.items()?;
            let item = items.get(*index as usize);
            item.cloned().ok_or_else(|| {
                Fault::misfit(format!("element {index} of a tuple of {} is taken", items.len()))
            })?
        }
    })
}

/// The type of `left op right`.
pub(crate) fn result_type(op: BinaryOp, left: DType, right: DType) -> DType {
    if op.is_predicate() {
        return DType::Bool;
    }
    let dtype = left.promote(right);
    match op {
        BinaryOp::Div if !dtype.is_float() => DType::Fp32,
        BinaryOp::Shl | BinaryOp::Shr => left,
        _ => dtype,
    }
}

/// `op value` in a type.
pub(crate) fn unary(op: UnaryOp, value: Number, dtype: DType) -> Result<Number, Fault> {
    let result = match (op, value) {
        (_, Number::Poison) => Number::Poison,
        (UnaryOp::Neg, Number::Int(value)) => Number::Int(-value),
        (UnaryOp::Neg, Number::Float(value)) => Number::Float(-value),
        (UnaryOp::Abs, Number::Int(value)) => Number::Int(value.abs()),
        (UnaryOp::Abs, Number::Float(value)) => Number::Float(value.abs()),
        (UnaryOp::Not, Number::Int(value)) => Number::Int((value == 0).into()),
        (UnaryOp::Not, Number::Float(value)) => Number::Int((value == 0.0).into()),
        (UnaryOp::BitNot, Number::Int(value)) if dtype == DType::Bool => Number::Int(1 - value),
        (UnaryOp::BitNot, Number::Int(value)) => Number::Int(!value),
        (UnaryOp::BitNot, Number::Float(_)) => return Err(Fault::misfit("`~` of a float")),
    };
    Ok(number::convert(result, dtype))
}

/// `left op right`, computed in `dtype` (for a comparison `BOOL`).
pub(crate) fn binary(op: BinaryOp, left: Number, right: Number, dtype: DType) -> Result<Number, Fault> {
    let result = match (left, right) {
        (Number::Poison, _) | (_, Number::Poison) => Number::Poison,
        (Number::Int(left), Number::Int(right)) if op != BinaryOp::Div || !dtype.is_float() => {
            Number::Int(of_integers(op, left, right, dtype)?)
        }
        (left, right) => {
            let as_float = |number: Number| number.to_f64().expect("poison was handled above");
            of_floats(op, as_float(left), as_float(right))?
        }
    };
    Ok(number::convert(result, dtype))
}

fn of_integers(op: BinaryOp, left: i128, right: i128, dtype: DType) -> Result<i128, Fault> {
    let divisor = || if right == 0 { Err(Fault::arithmetic("division by zero")) } else { Ok(right) };
    Ok(match op {
        BinaryOp::Add => left + right,
        BinaryOp::Sub => left - right,
        BinaryOp::Mul => left.wrapping_mul(right),
        BinaryOp::FloorDiv => floor_div(left, divisor()?),
        BinaryOp::FloorMod => left - right * floor_div(left, divisor()?),
        BinaryOp::Div => left / divisor()?,
        BinaryOp::Pow => power(left, right, dtype)?,
        BinaryOp::Min => left.min(right),
        BinaryOp::Max => left.max(right),
        BinaryOp::Eq => (left == right).into(),
        BinaryOp::Ne => (left != right).into(),
        BinaryOp::Lt => (left < right).into(),
        BinaryOp::Le => (left <= right).into(),
        BinaryOp::Gt => (left > right).into(),
        BinaryOp::Ge => (left >= right).into(),
        BinaryOp::And => (left != 0 && right != 0).into(),
        BinaryOp::Or => (left != 0 || right != 0).into(),
        BinaryOp::Xor => ((left != 0) != (right != 0)).into(),
        BinaryOp::BitAnd => left & right,
        BinaryOp::BitOr => left | right,
        BinaryOp::BitXor => left ^ right,
        BinaryOp::Shl => left << shift(right, dtype)?,
        BinaryOp::Shr => left >> shift(right, dtype)?,
    })
}

fn of_floats(op: BinaryOp, left: f64, right: f64) -> Result<Number, Fault> {
    let truth = |holds: bool| Number::Int(holds.into());
    Ok(match op {
        BinaryOp::Add => Number::Float(left + right),
        BinaryOp::Sub => Number::Float(left - right),
        BinaryOp::Mul => Number::Float(left * right),
        BinaryOp::Div => Number::Float(left / right),
        BinaryOp::FloorDiv => Number::Float((left / right).floor()),
        BinaryOp::FloorMod => Number::Float(left - right * (left / right).floor()),
        BinaryOp::Pow => Number::Float(left.powf(right)),
        BinaryOp::Min => Number::Float(if right < left { right } else { left }),
        BinaryOp::Max => Number::Float(if right > left { right } else { left }),
        BinaryOp::Eq => truth(left == right),
        BinaryOp::Ne => truth(left != right),
        BinaryOp::Lt => truth(left < right),
        BinaryOp::Le => truth(left <= right),
        BinaryOp::Gt => truth(left > right),
        BinaryOp::Ge => truth(left >= right),
        BinaryOp::And => truth(left != 0.0 && right != 0.0),
        BinaryOp::Or => truth(left != 0.0 || right != 0.0),
        BinaryOp::Xor => truth((left != 0.0) != (right != 0.0)),
        BinaryOp::BitAnd | BinaryOp::BitOr | BinaryOp::BitXor | BinaryOp::Shl | BinaryOp::Shr => {
            return Err(Fault::misfit("a bitwise operator on floats"));
        }
    })
}

/// The quotient rounded towards minus infinity.
fn floor_div(left: i128, right: i128) -> i128 {
    let quotient = left / right;
    if left % right != 0 && (left < 0) != (right < 0) { quotient - 1 } else { quotient }
}

/// A power by squaring, wrapping at each step to the type.
fn power(base: i128, exponent: i128, dtype: DType) -> Result<i128, Fault> {
    if exponent < 0 {
        return Err(Fault::arithmetic("an integer to a negative power"));
    }
    let (mut result, mut square, mut rest) = (1, number::wrap(base, dtype), exponent);
    while rest > 0 {
        if rest & 1 == 1 {
            result = number::wrap(i128::wrapping_mul(result, square), dtype);
        }
        square = number::wrap(square.wrapping_mul(square), dtype);
        rest >>= 1;
    }
    Ok(result)
}

fn shift(by: i128, dtype: DType) -> Result<u32, Fault> {
    u32::try_from(by)
        .ok()
        .filter(|by| *by < dtype.bits())
        .ok_or_else(|| Fault::arithmetic(format!("a shift of {dtype} by {by}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn int(op: BinaryOp, left: i128, right: i128) -> Number {
        binary(op, Number::Int(left), Number::Int(right), DType::Index).unwrap()
    }

    #[test]
    fn division_rounds_down_and_the_rest_has_the_sign_of_the_divisor() {
        assert_eq!(int(BinaryOp::FloorDiv, -7, 2), Number::Int(-4));
        assert_eq!(int(BinaryOp::FloorMod, -7, 2), Number::Int(1));
        assert_eq!(int(BinaryOp::FloorDiv, 7, -2), Number::Int(-4));
        assert_eq!(int(BinaryOp::FloorMod, 7, -2), Number::Int(-1));
        assert!(binary(BinaryOp::FloorDiv, Number::Int(1), Number::Int(0), DType::Index).is_err());
    }

    #[test]
    fn arithmetic_wraps_to_the_type() {
        let add = |dtype| binary(BinaryOp::Add, Number::Int(127), Number::Int(1), dtype).unwrap();
        assert_eq!(add(DType::Int8), Number::Int(-128));
        assert_eq!(add(DType::UInt8), Number::Int(128));
        assert_eq!(int(BinaryOp::Pow, 2, 64), Number::Int(0));
        assert_eq!(int(BinaryOp::Pow, 3, 3), Number::Int(27));
    }

    #[test]
    fn floats_round_after_each_operator() {
        let third = binary(BinaryOp::Div, Number::Float(1.0), Number::Float(3.0), DType::Fp32).unwrap();
        assert_eq!(third, Number::Float(f64::from(1f32 / 3f32)));
        let half = binary(BinaryOp::Div, Number::Int(1), Number::Int(2), DType::Fp32).unwrap();
        assert_eq!(half, Number::Float(0.5));
    }

    #[test]
    fn poison_flows_through() {
        assert_eq!(
            binary(BinaryOp::Mul, Number::Poison, Number::Int(0), DType::Index).unwrap(),
            Number::Poison
        );
    }
}
