//! Which variables are the same storage, kept up while scopes move: what a variable of a new function stands for has the class
//! that it had in the host.

use std::collections::HashMap;

use crate::base::name::Name;
use crate::egraph::relation::Relations;
use crate::ir::program::VarId;

/// Classes of handles, by function and variable.
pub(crate) struct Classes {
    functions: HashMap<Name, HashMap<VarId, u32>>,
}

impl Classes {
    /// What the relations of the program as it was say.
    pub(crate) fn of(relations: &Relations) -> Self {
        let functions = relations.functions.iter().map(|(name, relation)| {
            let classes = relation.handle.entries().filter_map(|(var, class)| Some((var, (*class)?)));
            (name.clone(), classes.collect())
        });
        Self { functions: functions.collect() }
    }
    /// The class of a variable, if it names storage that is known.
    pub(crate) fn get(&self, function: &Name, var: VarId) -> Option<u32> {
        self.functions.get(function)?.get(&var).copied()
    }
    /// A new variable stands for one that has a class, perhaps in another function.
    pub(crate) fn stands_for(&mut self, function: &Name, var: VarId, host: &Name, of: VarId) {
        if let Some(class) = self.get(host, of) {
            self.functions.entry(function.clone()).or_default().insert(var, class);
        }
    }
}
