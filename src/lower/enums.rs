//! The enumerations of the DSL and their members.

use crate::base::name::Name;
use crate::lower::suggest::nearest;

/// An enumeration.
pub(super) struct Enumeration {
    /// Its name behind `pl.`.
    pub(super) name: &'static str,
    /// Its members.
    pub(super) members: &'static [&'static str],
    /// Whether it has no others; an open one takes any member that is not near to one of these.
    closed: bool,
}

const fn closed(name: &'static str, members: &'static [&'static str]) -> Enumeration {
    Enumeration { name, members, closed: true }
}

const fn open(name: &'static str, members: &'static [&'static str]) -> Enumeration {
    Enumeration { name, members, closed: false }
}

/// Enumerations whose members are known. Members of others are taken as written.
const ENUMS: &[Enumeration] = &[
    closed(
        "FunctionType",
        &["Opaque", "Orchestration", "InCore", "AIC", "AIV", "Group", "Spmd", "Inline", "Graph"],
    ),
    closed("TileLayout", &["none_box", "row_major", "col_major"]),
    closed("PadValue", &["null", "zero", "max", "min"]),
    closed("SplitMode", &["NONE", "UP_DOWN", "LEFT_RIGHT"]),
    closed("ScopeMode", &["AUTO", "MANUAL"]),
    closed("adir", &["input", "output", "output_existing", "inout", "no_dep", "scalar"]),
    open("Level", &["CORE_GROUP", "CHIP_DIE", "CHIP", "HOST", "GLOBAL"]),
    open("Role", &["Orchestrator", "SubWorker"]),
    open(
        "Mem",
        &["DDR", "Vec", "Mat", "Left", "Right", "Acc", "Bias", "ScalarLocal", "LeftScale", "RightScale"],
    ),
    open("TensorLayout", &["ND", "DN", "NZ", "MX_A_ZZ", "MX_B_NN"]),
    open("AtomicType", &["None_", "Add"]),
    open("NotifyOp", &["Set", "AtomicAdd"]),
    closed("tile.MaskPattern", &["P0101", "P1010", "P0001", "P0010", "P0100", "P1000", "P1111"]),
    open("ForKind", &["Sequential", "Parallel", "Unroll", "Pipeline"]),
];

/// Other names of enumerations.
const ALIASES: &[(&str, &str)] = &[("MemorySpace", "Mem"), ("TilePad", "PadValue"), ("ArgDirection", "adir")];

/// Members that stand without their enumeration.
const BARE: &[(&str, &str)] = &[
    ("ND", "TensorLayout.ND"),
    ("DN", "TensorLayout.DN"),
    ("NZ", "TensorLayout.NZ"),
    ("MX_A_ZZ", "TensorLayout.MX_A_ZZ"),
    ("MX_B_NN", "TensorLayout.MX_B_NN"),
    ("AUTO", "AUTO"),
];

/// The member that a path behind `pl.` names, under the first name of its enumeration; `None` if it is not one.
pub(super) fn member(path: &str) -> Option<Name> {
    if let Some((_, member)) = BARE.iter().find(|(bare, _)| *bare == path) {
        return Some(Name::from(*member));
    }
    let (prefix, rest) = split(path);
    let (of, member) = rest.rsplit_once('.')?;
    if let Some(known) = find(of) {
        return known.takes(member).then(|| Name::from(format!("{prefix}{}.{member}", known.name)));
    }
    let capital = of.chars().next().is_some_and(char::is_uppercase);
    (capital && !of.contains('.')).then(|| Name::from(path))
}

/// The known enumeration that a path behind `pl.` is of, if that has no such member.
pub(super) fn no_member(path: &str) -> Option<&'static Enumeration> {
    let (of, member) = split(path).1.rsplit_once('.')?;
    find(of).filter(|known| !known.takes(member))
}

fn split(path: &str) -> (&str, &str) {
    path.split_at(if path.starts_with("pld.") { 4 } else { 0 })
}

fn find(of: &str) -> Option<&'static Enumeration> {
    let of = ALIASES.iter().find(|(alias, _)| *alias == of).map_or(of, |(_, name)| name);
    ENUMS.iter().find(|known| known.name == of)
}

impl Enumeration {
    fn takes(&self, member: &str) -> bool {
        self.members.contains(&member)
            || (!self.closed && nearest(member, self.members.iter().copied()).is_none())
    }
}
