//! Relations by following a program's text: linear, so that what is measured on top of them is the passes' own.

use std::collections::HashMap;

use selfsame::base::id::IdVec;
use selfsame::egraph::relation::{FunctionRelation, Relations, Root};
use selfsame::ir::expr::Expr;
use selfsame::ir::program::Program;
use selfsame::verify::property::storage::{Origin, trace};

/// The relations of a program.
pub(crate) fn followed(program: &Program) -> Relations {
    let mut relations = Relations::default();
    for (name, storage) in trace(program) {
        let function = &program.functions[&name];
        let mut numbers = HashMap::new();
        let mut relation =
            FunctionRelation { returns: storage.lineage.returns.clone(), ..FunctionRelation::default() };
        relation.storage = IdVec::filled(None, function.vars.len());
        for var in function.vars.ids() {
            let next = numbers.len() as u32;
            let handle = storage.handle(&Expr::Var(var));
            relation.handle.push(handle.map(|handle| *numbers.entry(handle).or_insert(next)));
            let origins = storage.origins(&Expr::Var(var)).iter();
            let roots = origins.map(|origin| match origin {
                Origin::Param(param) => Root::Param(*param),
                Origin::Fresh(handle) => Root::Fresh(handle.variable().0),
                Origin::Unknown => Root::Unknown,
            });
            relation.roots.push(roots.collect());
        }
        relations.functions.insert(name, relation);
    }
    relations
}
