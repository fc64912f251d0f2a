//! The enumerations of the DSL and their members.

use crate::base::name::Name;

/// Enumerations by the name behind `pl.`, each with its members. Members of others are taken as written.
const ENUMS: &[(&str, &[&str])] = &[
    (
        "FunctionType",
        &["Opaque", "Orchestration", "InCore", "AIC", "AIV", "Group", "Spmd", "Inline", "Graph"],
    ),
    (
        "Level",
        &[
            "AIV",
            "AIC",
            "CORE_GROUP",
            "CHIP_DIE",
            "CHIP",
            "HOST",
            "CLUSTER_0",
            "CLUSTER_1",
            "CLUSTER_2",
            "GLOBAL",
            "L2CACHE",
            "PROCESSOR",
            "UMA",
            "NODE",
            "POD",
            "CLOS1",
            "CLOS2",
        ],
    ),
    ("Role", &["Orchestrator", "Worker", "SubWorker"]),
    ("Mem", &["DDR", "Vec", "Mat", "Left", "Right", "Acc", "Bias", "ScalarLocal", "LeftScale", "RightScale"]),
    ("TensorLayout", &["ND", "DN", "NZ", "MX_A_ZZ", "MX_B_NN"]),
    ("TileLayout", &["none_box", "row_major", "col_major"]),
    ("PadValue", &["null", "zero", "max", "min"]),
    ("SplitMode", &["NONE", "UP_DOWN", "LEFT_RIGHT"]),
    ("ScopeMode", &["AUTO", "MANUAL"]),
    ("adir", &["input", "output", "output_existing", "inout", "no_dep", "scalar"]),
    ("ForKind", &["Sequential", "Parallel", "Unroll", "Pipeline"]),
];

/// Other names of enumerations.
const ALIASES: &[(&str, &str)] = &[("MemorySpace", "Mem"), ("TilePad", "PadValue"), ("ArgDirection", "adir")];

/// Members that stand without their enumeration.
const BARE: &[(&str, &str)] =
    &[("ND", "TensorLayout.ND"), ("DN", "TensorLayout.DN"), ("NZ", "TensorLayout.NZ"), ("AUTO", "AUTO")];

/// What is wrong with a path that looks like a member.
pub(super) struct NoMember {
    /// The enumeration.
    pub(super) of: &'static str,
    /// Its members.
    pub(super) members: &'static [&'static str],
}

/// The member that a path behind `pl.` names, under the first name of its enumeration; `None` if it is not one, or not
/// one of a known enumeration.
pub(super) fn member(path: &str) -> Option<Name> {
    if let Some((_, member)) = BARE.iter().find(|(bare, _)| *bare == path) {
        return Some(Name::from(*member));
    }
    let (of, member) = path.strip_prefix("pld.").unwrap_or(path).rsplit_once('.')?;
    let of = ALIASES.iter().find(|(alias, _)| *alias == of).map_or(of, |(_, name)| name);
    if let Some((_, members)) = ENUMS.iter().find(|(name, _)| *name == of) {
        return members.contains(&member).then(|| Name::from(format!("{of}.{member}")));
    }
    let capital = of.chars().next().is_some_and(char::is_uppercase);
    (capital && !of.contains('.')).then(|| Name::from(path))
}

/// Whether a path behind `pl.` is of a known enumeration that has no such member.
pub(super) fn no_member(path: &str) -> Option<NoMember> {
    let (of, member) = path.rsplit_once('.')?;
    let of = ALIASES.iter().find(|(alias, _)| *alias == of).map_or(of, |(_, name)| name);
    let (of, members) = ENUMS.iter().find(|(name, _)| *name == of)?;
    (!members.contains(&member)).then_some(NoMember { of, members })
}
