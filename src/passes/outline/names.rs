//! Names of outlined functions: the author's hint, or the host's name with the kind and a number.

use std::collections::{HashMap, HashSet};

use crate::base::name::Name;
use crate::ir::program::Program;
use crate::ir::stmt::{Scope, ScopeKind};
use crate::passes::outline::Kind;

/// Names given so far.
pub(crate) struct Names {
    /// How many scopes of a kind a function has had.
    counters: HashMap<(Name, Kind), usize>,
    /// Who each outlined function came from.
    hosts: HashMap<Name, (Name, Kind)>,
    given: HashSet<Name>,
}

impl Names {
    /// None yet.
    pub(crate) fn new() -> Self {
        Self { counters: HashMap::new(), hosts: HashMap::new(), given: HashSet::new() }
    }
    /// Whether a function was just outlined from a scope of this kind.
    pub(crate) fn is_new(&self, name: &Name, kind: Kind) -> bool {
        self.hosts.get(name).is_some_and(|(_, from)| *from == kind)
    }
    /// Chooses the name of the function that a scope of `host` becomes.
    pub(crate) fn choose(&mut self, program: &Program, host: &Name, kind: Kind, scope: &Scope) -> Name {
        // Hinted scopes count too, so that a hint does not rename the others.
        let counter = self.counters.entry((host.clone(), kind)).or_insert(0);
        let number = *counter;
        *counter += 1;
        let wanted = match &scope.name {
            Some(hint) if !hint.is_empty() => hinted(hint, kind, scope),
            _ => format!("{host}{}{number}", suffix(kind, scope)).into(),
        };
        let name = self.free(program, host, wanted);
        self.hosts.insert(name.clone(), (host.clone(), kind));
        self.given.insert(name.clone());
        name
    }

    /// A name that no function has: the same hint twice in one function gets a number, in two functions the second's name.
    fn free(&self, program: &Program, host: &Name, wanted: Name) -> Name {
        let taken = |name: &Name| program.functions.contains_key(name) || self.given.contains(name);
        if !taken(&wanted) {
            return wanted;
        }
        let same_host = self.hosts.get(&wanted).is_some_and(|(from, _)| from == host);
        let base = if same_host { wanted } else { format!("{host}_{wanted}").into() };
        if !same_host && !taken(&base) {
            return base;
        }
        let numbered = (0..).map(|number| Name::from(format!("{base}_{number}")));
        numbered.into_iter().find(|name| !taken(name)).expect("some number is free")
    }
}

/// A hint names the blocks' body; the wrapper that launches them gets a suffix.
fn hinted(hint: &Name, kind: Kind, scope: &Scope) -> Name {
    let launches = kind == Kind::Spmd && scope.attrs.get(super::desugar::WRAPS).is_some();
    if launches && !hint.ends_with("_spmd") { format!("{hint}_spmd").into() } else { hint.clone() }
}

fn suffix(kind: Kind, scope: &Scope) -> String {
    match (kind, &scope.kind) {
        (Kind::Hierarchy, ScopeKind::At { level, role }) => {
            let role = role.as_deref().map_or("", |role| match role {
                "Orchestrator" => "_orch",
                "Worker" => "_worker",
                _ => "_sub_worker",
            });
            format!("_{}{role}_", level_suffix(level))
        }
        (Kind::Graph, _) => "_graph_".to_owned(),
        (Kind::Cluster, _) => "_cluster_".to_owned(),
        (Kind::Spmd, _) => "_spmd_".to_owned(),
        (Kind::InCore | Kind::Hierarchy, _) => "_incore_".to_owned(),
    }
}

/// Levels by the name that they share with their aliases.
fn level_suffix(level: &str) -> String {
    match level {
        "POD" | "CLUSTER_0" => "cluster0".to_owned(),
        "CLUSTER_1" => "cluster1".to_owned(),
        "CLUSTER_2" => "cluster2".to_owned(),
        "NODE" => "host".to_owned(),
        "UMA" => "chip".to_owned(),
        other => other.to_lowercase(),
    }
}
