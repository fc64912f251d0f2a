//! Values known while the text is read, with the arithmetic of Python.

use crate::base::name::Name;
use crate::ir::dtype::DType;
use crate::lower::enums;
use crate::lower::globals::{Global, Globals};
use crate::lower::value::Const;
use crate::syntax::tree::{BinaryOp, Call, CompareOp, Expr, ExprKind, LogicOp, UnaryOp};

/// The value of an expression over literals and constants outside functions; `None` if it is anything else.
pub(super) fn fold(expr: &Expr<'_>, globals: &Globals<'_, '_>) -> Option<Const> {
    match &expr.kind {
        ExprKind::Int(value) => Some(Const::Int(*value)),
        ExprKind::Float(value) => Some(Const::Float(*value)),
        ExprKind::Bool(value) => Some(Const::Bool(*value)),
        ExprKind::Str(text) => Some(Const::Str(text.clone())),
        ExprKind::None => Some(Const::None),
        ExprKind::Name(name) => match globals.get(name) {
            Some(Global::Const(value)) => Some(value.clone()),
            Some(Global::Module(_)) => member(&globals.dsl(name)?),
            _ => None,
        },
        ExprKind::Path(path) => match path.strip_prefix("self.").and_then(|name| globals.get(name)) {
            Some(Global::Const(value)) => Some(value.clone()),
            _ => member(&globals.dsl(path)?),
        },
        ExprKind::Tuple(items) | ExprKind::List(items) => {
            items.iter().map(|item| fold(item, globals)).collect::<Option<_>>().map(Const::List)
        }
        ExprKind::Unary(op, inner) => unary(*op, &fold(inner, globals)?),
        ExprKind::Chain(first, rest) => {
            let first = fold(first, globals)?;
            rest.iter().try_fold(first, |left, (op, right)| binary(*op, &left, &fold(right, globals)?))
        }
        ExprKind::Compare(first, rest) => {
            let mut left = fold(first, globals)?;
            let mut all = true;
            for (op, right) in rest {
                let right = fold(right, globals)?;
                all &= compare(*op, &left, &right)?;
                left = right;
            }
            Some(Const::Bool(all))
        }
        ExprKind::Logic(op, items) => {
            let values: Option<Vec<bool>> = items.iter().map(|item| truth(&fold(item, globals)?)).collect();
            let values = values?;
            Some(Const::Bool(match op {
                LogicOp::And => values.into_iter().all(|it| it),
                LogicOp::Or => values.into_iter().any(|it| it),
            }))
        }
        ExprKind::Subscript(list, index) => match (fold(list, globals)?, fold(index, globals)?) {
            (Const::List(items), Const::Int(index)) => element(&items, index).cloned(),
            _ => None,
        },
        ExprKind::Call(call) => function(call, globals),
        ExprKind::Conditional(it) => {
            let chosen = if truth(&fold(&it.cond, globals)?)? { &it.then } else { &it.otherwise };
            fold(chosen, globals)
        }
        ExprKind::Part(_)
        | ExprKind::Attribute(..)
        | ExprKind::Ellipsis
        | ExprKind::Slice(_)
        | ExprKind::Dict(_)
        | ExprKind::Comprehension(_)
        | ExprKind::Error => None,
    }
}

/// A constant of the DSL by its name behind `pl.`: an element type or a member of an enumeration.
pub(super) fn member(path: &str) -> Option<Const> {
    if let Some(dtype) = DType::parse(path) {
        return Some(Const::DType(dtype));
    }
    enums::member(path).map(Const::Member)
}

/// An element of a list, counted from its end if the index is negative.
pub(super) fn element<T>(items: &[T], index: i128) -> Option<&T> {
    let index = if index < 0 { index + items.len() as i128 } else { index };
    items.get(usize::try_from(index).ok()?)
}

/// Functions of Python on constants, and `pl.dynamic`.
fn function(call: &Call<'_>, globals: &Globals<'_, '_>) -> Option<Const> {
    let name = call.function.as_path()?;
    if !call.keywords.is_empty() {
        return None;
    }
    let dsl = globals.dsl(name);
    let args: Vec<Const> = call.args.iter().map(|arg| fold(arg, globals)).collect::<Option<_>>()?;
    if let Some(dsl) = dsl {
        if let Some((dtype, method)) = dsl.split_once('.')
            && let (Some(dtype), []) = (DType::parse(dtype), &*args)
        {
            let bits = i128::from(dtype.bits());
            return match method {
                "get_byte" => Some(Const::Int((bits + 7) / 8)),
                "get_bit" => Some(Const::Int(bits)),
                _ => None,
            };
        }
        return match (&*dsl, &*args) {
            ("dynamic", [Const::Str(name)]) => Some(Const::Symbol(name.clone())),
            ("min" | "max", [_, ..]) => extreme(&dsl, &args),
            _ => None,
        };
    }
    match (name, &*args) {
        ("min" | "max", [Const::List(items)]) => extreme(name, items),
        ("min" | "max", [_, ..]) => extreme(name, &args),
        ("abs", [Const::Int(value)]) => value.checked_abs().map(Const::Int),
        ("abs", [Const::Float(value)]) => Some(Const::Float(value.abs())),
        ("int", [Const::Int(value)]) => Some(Const::Int(*value)),
        ("int", [Const::Bool(value)]) => Some(Const::Int(i128::from(*value))),
        ("int", [Const::Float(value)]) if value.is_finite() => Some(Const::Int(*value as i128)),
        ("float", [value]) => number(value).map(Const::Float),
        ("bool", [value]) => truth(value).map(Const::Bool),
        ("len", [Const::List(items)]) => Some(Const::Int(items.len() as i128)),
        ("sum", [Const::List(items)]) => {
            items.iter().try_fold(Const::Int(0), |sum, item| binary(BinaryOp::Add, &sum, item))
        }
        ("range", _) => range(&args).map(|range| Const::List(range.into_iter().map(Const::Int).collect())),
        ("list" | "tuple", [Const::List(items)]) => Some(Const::List(items.clone())),
        ("math.ceil", [value]) => number(value).map(|value| Const::Int(value.ceil() as i128)),
        ("math.floor", [value]) => number(value).map(|value| Const::Int(value.floor() as i128)),
        ("math.sqrt", [value]) => number(value).map(|value| Const::Float(value.sqrt())),
        _ => None,
    }
}

/// The integers of `range(...)`, if they are constants and not too many.
pub(super) fn range(args: &[Const]) -> Option<Vec<i128>> {
    /// More than any list that a person means.
    const MOST: usize = 1 << 16;
    let (start, stop, step) = match args {
        [Const::Int(stop)] => (0, *stop, 1),
        [Const::Int(start), Const::Int(stop)] => (*start, *stop, 1),
        [Const::Int(start), Const::Int(stop), Const::Int(step)] if *step != 0 => (*start, *stop, *step),
        _ => return None,
    };
    let mut values = Vec::new();
    let mut at = start;
    while if step > 0 { at < stop } else { at > stop } {
        if values.len() == MOST {
            return None;
        }
        values.push(at);
        at = at.checked_add(step)?;
    }
    Some(values)
}

fn extreme(name: &str, values: &[Const]) -> Option<Const> {
    let (first, rest) = values.split_first()?;
    rest.iter().try_fold(first.clone(), |best, value| {
        let less = number(value)? < number(&best)?;
        let more = number(value)? > number(&best)?;
        Some(if (name == "min" && less) || (name == "max" && more) { value.clone() } else { best })
    })
}

/// A number as a float, as Python converts it.
fn number(value: &Const) -> Option<f64> {
    match value {
        Const::Int(value) => Some(*value as f64),
        Const::Float(value) => Some(*value),
        Const::Bool(value) => Some(f64::from(u8::from(*value))),
        _ => None,
    }
}

/// Whether Python takes a value for true.
pub(super) fn truth(value: &Const) -> Option<bool> {
    match value {
        Const::Bool(value) => Some(*value),
        Const::Int(value) => Some(*value != 0),
        Const::Float(value) => Some(*value != 0.0),
        Const::Str(text) => Some(!text.is_empty()),
        Const::None => Some(false),
        Const::List(items) => Some(!items.is_empty()),
        Const::DType(_) | Const::Member(_) | Const::Symbol(_) => None,
    }
}

/// One operand.
pub(super) fn unary(op: UnaryOp, value: &Const) -> Option<Const> {
    match (op, value) {
        (UnaryOp::Neg, Const::Int(value)) => value.checked_neg().map(Const::Int),
        (UnaryOp::Neg, Const::Float(value)) => Some(Const::Float(-value)),
        (UnaryOp::Pos, Const::Int(_) | Const::Float(_)) => Some(value.clone()),
        (UnaryOp::Invert, Const::Int(value)) => Some(Const::Int(!value)),
        (UnaryOp::Not, value) => truth(value).map(|it| Const::Bool(!it)),
        _ => None,
    }
}

/// Two operands.
pub(super) fn binary(op: BinaryOp, left: &Const, right: &Const) -> Option<Const> {
    match (left, right) {
        (Const::Bool(a), Const::Bool(b)) => match op {
            BinaryOp::BitAnd => Some(Const::Bool(a & b)),
            BinaryOp::BitOr => Some(Const::Bool(a | b)),
            BinaryOp::BitXor => Some(Const::Bool(a ^ b)),
            _ => integers(op, i128::from(*a), i128::from(*b)),
        },
        (Const::Int(a), Const::Bool(b)) => integers(op, *a, i128::from(*b)),
        (Const::Bool(a), Const::Int(b)) => integers(op, i128::from(*a), *b),
        (Const::Int(a), Const::Int(b)) => integers(op, *a, *b),
        (Const::Int(_) | Const::Float(_), Const::Int(_) | Const::Float(_)) => {
            floats(op, number(left)?, number(right)?).map(Const::Float)
        }
        (Const::List(a), Const::List(b)) if op == BinaryOp::Add => {
            Some(Const::List(a.iter().chain(b).cloned().collect()))
        }
        (Const::List(a), Const::Int(n)) if op == BinaryOp::Mul && (0..1024).contains(n) => {
            Some(Const::List((0..*n).flat_map(|_| a.clone()).collect()))
        }
        (Const::Str(a), Const::Str(b)) if op == BinaryOp::Add => {
            Some(Const::Str(Name::from(format!("{a}{b}"))))
        }
        _ => None,
    }
}

fn integers(op: BinaryOp, a: i128, b: i128) -> Option<Const> {
    let value = match op {
        BinaryOp::Add => a.checked_add(b),
        BinaryOp::Sub => a.checked_sub(b),
        BinaryOp::Mul => a.checked_mul(b),
        BinaryOp::Div => return (b != 0).then(|| Const::Float(a as f64 / b as f64)),
        BinaryOp::FloorDiv => floor_div(a, b),
        BinaryOp::Mod => floor_div(a, b).and_then(|quotient| a.checked_sub(quotient.checked_mul(b)?)),
        BinaryOp::Pow if b < 0 => return Some(Const::Float((a as f64).powf(b as f64))),
        BinaryOp::Pow => a.checked_pow(u32::try_from(b).ok()?),
        BinaryOp::Shl => u32::try_from(b).ok().and_then(|b| a.checked_mul(1i128.checked_shl(b)?)),
        BinaryOp::Shr => u32::try_from(b).ok().map(|b| a >> b.min(127)),
        BinaryOp::BitAnd => Some(a & b),
        BinaryOp::BitOr => Some(a | b),
        BinaryOp::BitXor => Some(a ^ b),
        BinaryOp::MatMul => None,
    };
    value.map(Const::Int)
}

fn floor_div(a: i128, b: i128) -> Option<i128> {
    let quotient = a.checked_div(b)?;
    Some(if a % b != 0 && (a < 0) != (b < 0) { quotient - 1 } else { quotient })
}

fn floats(op: BinaryOp, a: f64, b: f64) -> Option<f64> {
    match op {
        BinaryOp::Add => Some(a + b),
        BinaryOp::Sub => Some(a - b),
        BinaryOp::Mul => Some(a * b),
        BinaryOp::Div if b != 0.0 => Some(a / b),
        BinaryOp::FloorDiv if b != 0.0 => Some((a / b).floor()),
        BinaryOp::Mod if b != 0.0 => Some(a - (a / b).floor() * b),
        BinaryOp::Pow => Some(a.powf(b)),
        _ => None,
    }
}

/// A comparison.
pub(super) fn compare(op: CompareOp, left: &Const, right: &Const) -> Option<bool> {
    let numbers = number(left).zip(number(right));
    Some(match (op, numbers) {
        (CompareOp::Eq, None) => left == right,
        (CompareOp::Ne, None) => left != right,
        (_, None) => return None,
        (CompareOp::Eq, Some((a, b))) => a == b,
        (CompareOp::Ne, Some((a, b))) => a != b,
        (CompareOp::Lt, Some((a, b))) => a < b,
        (CompareOp::Le, Some((a, b))) => a <= b,
        (CompareOp::Gt, Some((a, b))) => a > b,
        (CompareOp::Ge, Some((a, b))) => a >= b,
    })
}
