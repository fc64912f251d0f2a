//! Binding written arguments to a row: parameters by position or name, defaults, and one spelling for each value.

use crate::base::name::Name;
use crate::ir::attr::{Attr, Attrs};
use crate::ir::dtype::DType;
use crate::ir::expr::{Expr, Float};
use crate::ir::op::apply::{at_operand, fits, misfit, unfit};
use crate::ir::op::sugar::{Completed, Given};
use crate::ir::op::{Misfit, Op, OpRow, Operand, OperandKind};
use crate::ir::types::Type;

/// Parameter orders of the authoring form that are not the row's operands followed by its keywords. The row's own order
/// is tried after them.
const ORDERS: &[(&str, &[&str])] = &[
    ("tensor.full", &["shape", "dtype", "value"]),
    ("tile.full", &["shape", "dtype", "value"]),
    ("tensor.matmul_acc", &["acc", "lhs", "rhs", "a_trans", "b_trans", "init_cond"]),
    ("tensor.reinterpret_view", &["data", "dtype", "shape"]),
    ("tile.reinterpret_view", &["data", "dtype", "shape"]),
    ("tensor.gather", &["input", "dim", "index"]),
    ("tensor.scatter", &["input", "dim", "index", "src"]),
    ("tensor.scatter_update", &["input", "dim", "index", "src"]),
    ("tile.scatter_update", &["input", "dim", "index", "src"]),
    ("tensor.gather_row", &["acc", "src", "dst_offset", "src_offset", "shapes", "transpose", "valid_shape"]),
    ("tile.gather_row", &["dst", "src", "dst_offset", "src_offset", "shapes", "transpose", "valid_shape"]),
    ("tensor.slice", &["input", "shape", "offset", "valid_shape", "drop_dims", "pad_value", "clamp"]),
    ("tile.cast", &["tile", "target_type", "mode", "tmp"]),
    ("tile.ci", &["start", "shape", "dtype", "descending", "tmp"]),
    ("tile.gemv_acc", &["acc", "lhs", "rhs", "acc_phase", "init_cond"]),
    ("tile.mgather", &["mem", "idx", "coalesce", "gather_oob", "target_memory", "scratch", "valid_shape"]),
    ("tensor.view", &["tensor", "shape", "layout"]),
    ("system.syncall", &[]),
    ("pld.tensor.put", &["dst"]),
    ("pld.tensor.broadcast", &["target", "signal", "root"]),
    ("pld.tensor.window", &["buf", "shape", "dtype"]),
    ("pld.system.notify", &["target"]),
    ("pld.system.wait", &["signal"]),
    ("pld.system.defer_wait", &["signal"]),
    ("pld.tile.remote_load", &["target"]),
    ("pld.tile.remote_store", &["src_tile"]),
    ("pld.tensor.remote_store", &["src"]),
    ("pld.tensor.get", &["dst"]),
    ("tile.slice", &["tile", "shape", "offset", "valid_shape", "drop_dims", "pad_value"]),
];

/// Other names of parameters: of a row (or of all, with an empty name), what is written, what it is called in the row.
const RENAMED: &[(&str, &str, &str)] = &[
    ("tile.load", "valid_shapes", "valid_shape"),
    ("tile.load", "shape", "shapes"),
    ("tile.load", "offset", "offsets"),
    ("tile.store", "output", "output_tensor"),
    ("tile.store", "offset", "offsets"),
    ("tensor.gather_row", "dst", "acc"),
    ("tile.gather", "index", "indices"),
    ("pld.tile.remote_store", "src", "src_tile"),
    ("pld.tensor.allgather", "local_data", "input"),
];

/// Binds arguments to the parameters of a row.
pub(super) fn bind(row: &'static OpRow, given: &[Given]) -> Result<Completed, Misfit> {
    let own: Vec<&str> =
        row.operands.iter().map(|it| it.name).chain(row.keywords.iter().map(|it| it.name)).collect();
    let authored = authored_order(row.name);
    let mut first = None;
    for order in authored.into_iter().chain([own.as_slice()]) {
        match Binding::of(row, order, given) {
            Ok(binding) => return binding.finish(given),
            Err(why) => {
                first.get_or_insert(why);
            }
        }
    }
    Err(first.expect("the row's own order was tried"))
}

/// The authoring order of a row's parameters, if it is another than the row's own.
pub(super) fn authored_order(name: &str) -> Option<&'static [&'static str]> {
    ORDERS.iter().find(|(of, _)| *of == name).map(|(_, order)| *order)
}

/// An operator outside the table: operands and keywords as written.
pub(super) fn keep(name: &str, given: &[Given]) -> Result<Completed, Misfit> {
    let mut completed =
        Completed { op: Op::new(name), args: Vec::new(), kwargs: Attrs::new(), unknown: Vec::new() };
    for (at, it) in given.iter().enumerate() {
        match &it.keyword {
            Some(keyword) => completed.kwargs.set(keyword.clone(), it.value.clone()),
            None => {
                completed.args.push(to_expr(&it.value).ok_or_else(|| at_operand(at, "cannot be an operand"))?)
            }
        }
    }
    Ok(completed)
}

/// Which argument each operand and keyword is.
struct Binding {
    row: &'static OpRow,
    operands: Vec<Option<usize>>,
    keywords: Vec<(Name, usize)>,
    unknown: Vec<Name>,
}

impl Binding {
    fn of(row: &'static OpRow, order: &[&str], given: &[Given]) -> Result<Self, Misfit> {
        let operands = vec![None; row.operands.len()];
        let mut binding = Self { row, operands, keywords: Vec::new(), unknown: Vec::new() };
        let positional = given.iter().filter(|it| it.keyword.is_none()).count();
        if positional > order.len() {
            let most = order.len();
            let wrong = at_operand(most, format!("takes at most {most} arguments, got {positional}"));
            return Err(Misfit { count: true, ..wrong });
        }
        let mut next = order.iter();
        for (at, it) in given.iter().enumerate() {
            let name = match &it.keyword {
                Some(keyword) => renamed(row, keyword),
                None => next.next().expect("there are no more arguments than parameters"),
            };
            // `None` for an optional parameter is the same as leaving it out.
            if it.value == Attr::None {
                continue;
            }
            binding.assign(name, at, given)?;
        }
        binding.check_missing()?;
        Ok(binding)
    }
    fn assign(&mut self, name: &str, at: usize, given: &[Given]) -> Result<(), Misfit> {
        let twice = || at_operand(at, format!("`{name}` is given twice"));
        if let Some(index) = self.row.operands.iter().position(|operand| operand.name == name) {
            if !fits(&self.row.operands[index], &given[at].ty)
                && !is_flat_index(&self.row.operands[index], &given[at])
            {
                return Err(at_operand(at, unfit(&self.row.operands[index], &given[at].ty)));
            }
            return match self.operands[index].replace(at) {
                None => Ok(()),
                Some(_) => Err(twice()),
            };
        }
        if self.keywords.iter().any(|(known, _)| *known == *name) {
            return Err(twice());
        }
        if self.row.keyword(name).is_none() {
            if let Some(near) = self.row.keywords.iter().find(|it| is_near(it.name, name)) {
                return Err(at_operand(
                    at,
                    format!("has no keyword `{name}`; did you mean `{}`?", near.name),
                ));
            }
            self.unknown.push(Name::from(name));
        }
        self.keywords.push((Name::from(name), at));
        Ok(())
    }
    fn check_missing(&self) -> Result<(), Misfit> {
        let operand =
            self.row.operands.iter().zip(&self.operands).find(|(it, at)| !it.optional && at.is_none());
        if let Some((operand, _)) = operand {
            return Err(missing(operand.name));
        }
        let given = |name: &str| self.keywords.iter().any(|(known, _)| *known == *name);
        match self.row.keywords.iter().find(|it| it.required && !given(it.name)) {
            Some(keyword) => Err(missing(keyword.name)),
            None => Ok(()),
        }
    }
    fn finish(self, given: &[Given]) -> Result<Completed, Misfit> {
        let mut kwargs = Attrs::new();
        for (name, at) in &self.keywords {
            kwargs.set(name.clone(), spelled(self.row, name, &given[*at].value));
        }
        for keyword in self.row.keywords {
            let Some(default) = keyword.default.map(super::Constant::to_attr) else { continue };
            if keyword.recorded && kwargs.get(keyword.name).is_none() {
                kwargs.set(keyword.name, default);
            } else if !keyword.recorded && kwargs.get(keyword.name) == Some(&default) {
                kwargs.remove(keyword.name);
            }
        }
        let mut args = self.arguments(given)?;
        complete_operands(self.row, &mut args, &kwargs);
        Ok(Completed { op: Op::new(self.row.name), args, kwargs, unknown: self.unknown })
    }
    /// Operands in order. A gap before a later operand is an empty list, where a list may stand.
    fn arguments(&self, given: &[Given]) -> Result<Vec<Expr>, Misfit> {
        let last = self.operands.iter().rposition(Option::is_some).map_or(0, |last| last + 1);
        let mut args = Vec::with_capacity(last);
        for (operand, at) in self.row.operands.iter().zip(&self.operands).take(last) {
            match at {
                Some(at) => {
                    let expr = to_expr(&given[*at].value).ok_or_else(|| {
                        at_operand(*at, format!("`{}` must be {}", operand.name, operand.kind.phrase()))
                    })?;
                    let flat = is_flat_index(operand, &given[*at]);
                    args.push(if flat { Expr::Tuple(vec![expr]) } else { expr });
                }
                None if operand.kind == OperandKind::Indices => args.push(Expr::Tuple(Vec::new())),
                // Lists to merge, and scratch space, stand one after the other without gaps.
                None => {}
            }
        }
        Ok(args)
    }
}

fn missing(name: &str) -> Misfit {
    Misfit { count: true, ..misfit(format!("`{name}` is missing")) }
}

/// A single index where a list of them is asked for.
fn is_flat_index(operand: &Operand, given: &Given) -> bool {
    let scalar = matches!(&given.ty, Type::Scalar(dtype) if !dtype.is_float());
    operand.kind == OperandKind::Indices && (scalar || matches!(given.value, Attr::Int(_)))
}

fn renamed<'a>(row: &OpRow, name: &'a str) -> &'a str {
    let other = RENAMED.iter().find(|(of, from, _)| *of == row.name && *from == name);
    other.map_or(name, |(_, _, to)| to)
}

/// Operands that others imply: the valid part of a load is what is loaded; constants are of the element type.
fn complete_operands(row: &OpRow, args: &mut Vec<Expr>, kwargs: &Attrs) {
    if row.name == "tile.load" {
        if args.len() == 3 {
            args.push(args[2].clone());
        } else if args[3] == Expr::Tuple(Vec::new()) {
            args[3] = args[2].clone();
        }
    }
    let typed = match row.name {
        "tensor.full" | "tile.full" => Some((1, kwargs.dtype("dtype"))),
        "tensor.ci" | "tile.ci" => Some((0, kwargs.dtype("dtype"))),
        "tensor.mrgsort_format1" | "tile.mrgsort_format1" => Some((1, Some(DType::Int32))),
        _ => None,
    };
    if let Some((at, Some(dtype))) = typed {
        args[at] = retyped(&args[at], dtype);
    }
}

fn retyped(constant: &Expr, dtype: DType) -> Expr {
    match constant {
        Expr::Int(value, _) if dtype.is_float() => Expr::Float(Float::new(*value as f64), dtype),
        Expr::Int(value, _) => Expr::Int(*value, dtype),
        Expr::Float(value, _) if dtype.is_float() => Expr::Float(*value, dtype),
        other => other.clone(),
    }
}

/// One spelling for each keyword value: names instead of numbers.
fn spelled(row: &OpRow, name: &str, value: &Attr) -> Attr {
    let value = plain(value);
    match (name, &value) {
        ("mode", Attr::Int(mode)) if row.name.ends_with(".cast") => {
            named(&["none", "rint", "round", "floor", "ceil", "trunc", "odd"], *mode).unwrap_or(value)
        }
        ("coalesce", Attr::Int(mode)) => named(&["row", "elem"], *mode).unwrap_or(value),
        ("gather_oob", Attr::Int(mode)) => {
            named(&["undefined", "clamp", "wrap", "zero"], *mode).unwrap_or(value)
        }
        ("split", Attr::Enum(member)) => split_number(member).map_or(value, Attr::Int),
        ("mask_pattern", Attr::Enum(member)) => mask_pattern(member).map_or(value, Attr::Int),
        ("atomic", Attr::Int(0)) => Attr::Enum(Name::from("AtomicType.None_")),
        ("atomic", Attr::Int(1)) => Attr::Enum(Name::from("AtomicType.Add")),
        ("pad_value", Attr::Int(0)) => Attr::Enum(Name::from("PadValue.zero")),
        ("pad_value", Attr::Float(float)) => match float.get() {
            0.0 => Attr::Enum(Name::from("PadValue.zero")),
            value if value == f64::INFINITY => Attr::Enum(Name::from("PadValue.max")),
            value if value == f64::NEG_INFINITY => Attr::Enum(Name::from("PadValue.min")),
            _ => value,
        },
        (_, Attr::Enum(member)) => Attr::Enum(short_enum(member)),
        _ => value,
    }
}

/// The name that a number stands for.
fn named(names: &[&str], number: i128) -> Option<Attr> {
    let name = names.get(usize::try_from(number).ok()?)?;
    Some(Attr::Str(Name::from(*name)))
}

/// The number of a member of `pl.SplitMode`: the axis from 1, or 0.
fn split_number(member: &str) -> Option<i128> {
    let name = member.rsplit('.').next()?;
    ["NONE", "UP_DOWN", "LEFT_RIGHT"].iter().position(|mode| *mode == name).map(|at| at as i128)
}

/// The number of a member of `pl.tile.MaskPattern`.
fn mask_pattern(member: &str) -> Option<i128> {
    let patterns = ["P0101", "P1010", "P0001", "P0010", "P0100", "P1000", "P1111"];
    let name = member.rsplit('.').next()?;
    patterns.iter().position(|pattern| *pattern == name).map(|at| at as i128 + 1)
}

/// `Mem.Vec` for `MemorySpace.Vec`.
fn short_enum(member: &Name) -> Name {
    match member.strip_prefix("MemorySpace.") {
        Some(space) => Name::from(format!("Mem.{space}")),
        None => member.clone(),
    }
}

/// A constant expression as the plain value it is.
fn plain(value: &Attr) -> Attr {
    match value {
        Attr::Expr(Expr::Int(value, DType::Index)) => Attr::Int(*value),
        Attr::Expr(Expr::Bool(value)) => Attr::Bool(*value),
        Attr::Expr(Expr::Float(value, DType::Fp32)) => Attr::Float(*value),
        Attr::Expr(Expr::Str(text)) => Attr::Str(text.clone()),
        Attr::Expr(Expr::Enum(member)) => {
            DType::parse(member).map_or_else(|| Attr::Enum(member.clone()), Attr::DType)
        }
        other => other.clone(),
    }
}

/// A value as an operand.
fn to_expr(value: &Attr) -> Option<Expr> {
    Some(match value {
        Attr::Expr(expr) => expr.clone(),
        Attr::Int(value) => Expr::index(*value),
        Attr::Bool(value) => Expr::Bool(*value),
        Attr::Float(value) => Expr::Float(*value, DType::Fp32),
        Attr::Str(text) => Expr::Str(text.clone()),
        Attr::DType(dtype) => Expr::Enum(Name::from(dtype.name())),
        Attr::Enum(member) => Expr::Enum(short_enum(member)),
        Attr::List(items) => Expr::Tuple(items.iter().map(to_expr).collect::<Option<_>>()?),
        Attr::None | Attr::Call(..) | Attr::Dict(_) => return None,
    })
}

/// Whether two names differ by one slip: a letter more, less, other, or two swapped.
pub(super) fn is_near(a: &str, b: &str) -> bool {
    if a == b {
        return true;
    }
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let start = a.iter().zip(&b).take_while(|(x, y)| x == y).count();
    let (x, y) = (&a[start..], &b[start..]);
    match (x, y) {
        ([_, x @ ..], [_, y @ ..]) if x == y => true,
        ([p, q, x @ ..], [r, s, y @ ..]) if (p, q) == (s, r) && x == y => true,
        ([_, x @ ..], y) if x == y => true,
        (x, [_, y @ ..]) if x == y => true,
        _ => false,
    }
}
