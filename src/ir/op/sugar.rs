//! Authoring names: which row `pl.add(..)` means for these operands, and how written arguments become operands and
//! keywords.

use crate::base::name::Name;
use crate::ir::attr::{Attr, Attrs};
use crate::ir::expr::{BinaryOp, Expr};
use crate::ir::op::bind;
use crate::ir::op::table;
use crate::ir::op::{Misfit, Op};
use crate::ir::types::Type;

/// An argument of an operator as it was written. Its place among the arguments is how faults name it.
#[derive(Clone, Debug)]
pub struct Given {
    /// `name=`, if it was written so.
    pub keyword: Option<Name>,
    /// The value; an expression over variables as [`Attr::Expr`].
    pub value: Attr,
    /// The type of the value; [`Type::Unknown`] for what is no expression.
    pub ty: Type,
}

/// An operator with its operands in the order of its row and its keywords, defaults filled in.
#[derive(Clone, Debug)]
pub struct Completed {
    /// Which operator.
    pub op: Op,
    /// Operands.
    pub args: Vec<Expr>,
    /// Keywords.
    pub kwargs: Attrs,
    /// Keywords that the row does not have; they were kept.
    pub unknown: Vec<Name>,
}

/// What a short name means on scalars.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ScalarForm {
    /// `pl.min(a, b)`, `pl.add(a, b)`, ...
    Binary(BinaryOp),
    /// `pl.cast(a, dtype)`.
    Cast,
}

/// Names that another name stands for.
const ALIASES: &[(&str, &str)] = &[
    ("tensor.create_tensor", "tensor.create"),
    ("tensor.arange", "tensor.ci"),
    ("tile.create_tile", "tile.create"),
    ("tile.arange", "tile.ci"),
    ("pld.alloc_window_buffer", "pld.tensor.alloc_window_buffer"),
    ("pld.window", "pld.tensor.window"),
    ("pld.world_size", "pld.system.world_size"),
    ("pld.rank", "pld.system.rank"),
    ("pld.nranks", "pld.system.nranks"),
    ("pld.get_comm_ctx", "pld.system.get_comm_ctx"),
    ("pld.notify", "pld.system.notify"),
    ("pld.wait", "pld.system.wait"),
];

/// Short names that mean one row whatever the operands are.
const FIXED: &[(&str, &str)] = &[
    ("create_tensor", "tensor.create"),
    ("create_l1", "tensor.create_l1"),
    ("create_tile", "tile.create"),
    ("full", "tensor.full"),
    ("random", "tensor.random"),
    ("arange", "tensor.ci"),
    ("tri", "tile.tri"),
    ("dim", "tensor.dim"),
    ("set_cache_policy", "tensor.set_cache_policy"),
    ("get_block_idx", "tensor.get_block_idx"),
    ("get_block_num", "tensor.get_block_num"),
    ("get_subblock_idx", "tensor.get_subblock_idx"),
    ("load", "tile.load"),
    ("store", "tile.store"),
    ("mgather", "tile.mgather"),
    ("mscatter", "tile.mscatter"),
    ("tpush_to_aiv", "tile.tpush_to_aiv"),
    ("tpush_to_aic", "tile.tpush_to_aic"),
    ("tpop_from_aiv", "tile.tpop_from_aiv"),
    ("tpop_from_aic", "tile.tpop_from_aic"),
    ("tfree_to_aic", "system.tfree_to_aic"),
    ("tfree_to_aiv", "system.tfree_to_aiv"),
    ("aic_initialize_pipe", "system.aic_initialize_pipe"),
    ("aiv_initialize_pipe", "system.aiv_initialize_pipe"),
    ("reserve_buffer", "system.reserve_buffer"),
    ("import_peer_buffer", "system.import_peer_buffer"),
];

/// The row that the short name of `pl.NAME(..)` means for operands of these types; `None` if there is none: the name is
/// unknown, or all operands are scalars (see [`scalar_form`]).
pub fn dispatch(short: &str, operand_types: &[Type]) -> Option<&'static str> {
    if let Some((_, name)) = FIXED.iter().find(|(from, _)| *from == short) {
        return Some(name);
    }
    let base = short.strip_suffix('_').unwrap_or(short);
    let level = operand_types.iter().find_map(|ty| match ty {
        Type::Tensor(_) => Some("tensor"),
        Type::Tile(_) => Some("tile"),
        _ => None,
    });
    let found = match level {
        Some(level) => family_member(level, base).or_else(|| family_member("tile", base)),
        None if operand_types.iter().any(|ty| matches!(ty, Type::Scalar(_))) => None,
        None => family_member("tensor", base).or_else(|| family_member("tile", base)),
    };
    found.map(|name| scalar_twin(name, operand_types))
}

/// The order of an operator's parameters in the authoring form, where it is not operands followed by keywords.
pub fn authored_order(name: &str) -> Option<&'static [&'static str]> {
    bind::authored_order(name)
}

/// The name of a row, of one of its aliases, or of a group of rows that the keywords choose from.
pub fn canonical(name: &str) -> &str {
    let alias = ALIASES.iter().find(|(from, _)| *from == name);
    let name = alias.map_or(name, |(_, to)| to);
    match name.strip_suffix('_') {
        Some(plain) if table::find(plain).is_some() => plain,
        _ => name,
    }
}

/// Whether `pl.NAME` is an operator under some dispatch; for telling an unknown name from a wrong operand.
pub fn is_short(short: &str) -> bool {
    let base = short.strip_suffix('_').unwrap_or(short);
    scalar_form(short).is_some()
        || FIXED.iter().any(|(from, _)| *from == short)
        || ["tensor", "tile"].iter().any(|level| family_member(level, base).is_some())
}

/// All short names, for suggestions.
pub fn short_names() -> impl Iterator<Item = &'static str> {
    let dotted =
        table::rows().filter_map(|row| row.name.strip_prefix("tensor.").or(row.name.strip_prefix("tile.")));
    FIXED.iter().map(|(from, _)| *from).chain(GROUPS.iter().map(|group| group.short)).chain(dotted)
}

/// What the short name of `pl.NAME(..)` means where all operands are scalars.
pub fn scalar_form(short: &str) -> Option<ScalarForm> {
    Some(match short {
        "add" => ScalarForm::Binary(BinaryOp::Add),
        "sub" => ScalarForm::Binary(BinaryOp::Sub),
        "mul" => ScalarForm::Binary(BinaryOp::Mul),
        "div" => ScalarForm::Binary(BinaryOp::Div),
        "min" => ScalarForm::Binary(BinaryOp::Min),
        "max" => ScalarForm::Binary(BinaryOp::Max),
        "cast" => ScalarForm::Cast,
        _ => return None,
    })
}

/// Turns the arguments of `pl.NAME(..)` into operands in the row's order and keywords, with defaults. `name` is short
/// (`add`) or dotted (`tensor.add`, `pld.system.wait`). A name outside the table keeps its arguments as they are. A fault
/// names the argument by its place in `given`.
pub fn complete(name: &str, given: &[Given]) -> Result<Completed, Misfit> {
    let types: Vec<Type> = given.iter().map(|it| it.ty.clone()).collect();
    let dotted = if name.contains('.') { canonical(name) } else { dispatch(name, &types).unwrap_or(name) };
    let dotted = scalar_twin_of(member(dotted, given), &types);
    match table::find(dotted) {
        Some(row) => bind::bind(row, given),
        None => bind::keep(dotted, given),
    }
}

/// Whether two names differ by one slip: a letter more, less, other, or two swapped.
pub fn is_near(a: &str, b: &str) -> bool {
    bind::is_near(a, b)
}

/// A short name behind which several rows stand, chosen by keywords.
struct Group {
    short: &'static str,
    /// Suffix of the row's name, if one of these keywords was given.
    members: &'static [(&'static str, &'static [&'static str])],
    /// Suffix of the row's name otherwise.
    otherwise: &'static str,
}

const GROUPS: &[Group] = &[
    Group {
        short: "gather",
        members: &[
            ("gather_mask", &["mask_pattern"]),
            ("gather_compare", &["kvalue", "cmp_mode", "out_cols"]),
        ],
        otherwise: "gather",
    },
    Group { short: "scatter", members: &[("scatter_mask", &["mask_pattern", "dst"])], otherwise: "scatter" },
    Group { short: "mrgsort", members: &[("mrgsort_format1", &["block_len"])], otherwise: "mrgsort_format2" },
];

/// `tensor.NAME` or `tile.NAME`, where that is a row or a group of rows.
fn family_member(level: &str, base: &str) -> Option<&'static str> {
    let dotted = format!("{level}.{base}");
    if let Some(row) = table::find(&dotted) {
        return Some(row.name);
    }
    let group = GROUPS.iter().find(|group| group.short == base)?;
    Some(table::find(&format!("{level}.{}", group.otherwise))?.name)
}

/// The member of a group that the keywords choose; other names as they are.
fn member<'a>(dotted: &'a str, given: &[Given]) -> &'a str {
    let Some((level, base)) = dotted.split_once('.').filter(|(level, _)| ["tensor", "tile"].contains(level))
    else {
        return dotted;
    };
    let group = GROUPS.iter().find(|group| group.short == base || group.otherwise == base);
    let Some(group) = group else { return dotted };
    let has = |keys: &[&str]| {
        given.iter().any(|it| it.keyword.as_ref().is_some_and(|key| keys.contains(&key.as_str())))
    };
    let chosen = group.members.iter().find(|(_, keys)| has(keys)).map_or(group.otherwise, |(name, _)| name);
    table::find(&format!("{level}.{chosen}")).map_or(dotted, |row| row.name)
}

/// The twin of a row that takes a scalar on the right (`adds` of `add`), where the second operand is one.
fn scalar_twin(name: &'static str, operand_types: &[Type]) -> &'static str {
    let shaped = matches!(operand_types.first(), Some(Type::Tensor(_) | Type::Tile(_)));
    if !shaped || !matches!(operand_types.get(1), Some(Type::Scalar(_))) {
        return name;
    }
    table::find(&format!("{name}s")).map_or(name, |row| row.name)
}

fn scalar_twin_of<'a>(name: &'a str, operand_types: &[Type]) -> &'a str {
    table::find(name).map_or(name, |row| scalar_twin(row.name, operand_types))
}
