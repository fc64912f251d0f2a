//! What the e-graph has no model of (loops that are left early, calls in a circle, functions without a body) is filled in from
//! following the statements. Both only ever say what holds, so an equality of either is one of both, and a storage that
//! either excludes is excluded. `docs/decisions/relation.md` says for what, and what would end it.

use std::collections::HashMap;

use crate::base::id::IdVec;
use crate::egraph::relation::{Element, FunctionRelation, Relations, Root};
use crate::ir::access::for_each_access;
use crate::ir::expr::Expr;
use crate::ir::program::{Function, Program, VarId};
use crate::ir::types::Type;
use crate::verify::property::storage::{Handle, Origin, Storage, trace};

/// Fills in the relations of every function.
pub(crate) fn fill(program: &Program, relations: &mut Relations) {
    let traced = trace(program);
    for (index, (name, function)) in program.functions.iter().enumerate() {
        if !relations.functions.contains_key(name) {
            relations.functions.insert(name.clone(), FunctionRelation::empty(function));
        }
        let relation = &mut relations.functions[name];
        Filling {
            program,
            function,
            storage: &traced[index],
            first: first_variables(function, &traced[index]),
        }
        .fill(relation);
    }
    relations
        .functions
        .sort_by(|a, _, b, _| program.functions.get_index_of(a).cmp(&program.functions.get_index_of(b)));
}

impl FunctionRelation {
    /// Nothing is known of a function.
    fn empty(function: &Function) -> Self {
        let vars = function.vars.len();
        Self {
            handle: IdVec::filled(None, vars),
            storage: IdVec::filled(None, vars),
            roots: IdVec::filled(Vec::new(), vars),
            elements: IdVec::filled(Vec::new(), vars),
            returns: vec![None; function.results.len()],
            reads: vec![false; function.params.len()],
            writes: vec![false; function.params.len()],
        }
    }
}

/// The first variable of each handle.
fn first_variables(function: &Function, storage: &Storage) -> HashMap<Handle, VarId> {
    let mut first = HashMap::new();
    for var in function.vars.ids() {
        if let Some(handle) = storage.handle(&Expr::Var(var)) {
            first.entry(handle).or_insert(var);
        }
    }
    first
}

struct Filling<'a> {
    program: &'a Program,
    function: &'a Function,
    storage: &'a Storage,
    first: HashMap<Handle, VarId>,
}

impl Filling<'_> {
    fn fill(&self, relation: &mut FunctionRelation) {
        self.handles(relation);
        self.roots(relation);
        self.elements(relation);
        for (found, followed) in relation.returns.iter_mut().zip(&self.storage.lineage.returns) {
            *found = found.or(*followed);
        }
        for stmt in self.function.stmts() {
            for_each_access(self.program, self.function, &stmt.kind, &mut |expr, access| {
                for root in relation.roots_within(expr) {
                    if let Root::Param(param) = root {
                        relation.reads[param] |= access.reads;
                        relation.writes[param] |= access.writes;
                    }
                }
            });
        }
    }

    /// Joins the classes of variables that have one handle, and gives a class to those that have none.
    fn handles(&self, relation: &mut FunctionRelation) {
        let mut next =
            relation.handle.iter().chain(relation.storage.iter()).flatten().max().map_or(0, |max| max + 1);
        let mut joined = Joined::default();
        for var in self.function.vars.ids() {
            let Some(handle) = self.storage.handle(&Expr::Var(var)) else { continue };
            let first = self.first[&handle];
            for var in [first, var] {
                relation.handle[var].get_or_insert_with(|| {
                    next += 1;
                    next - 1
                });
            }
            let (Some(one), Some(other)) = (relation.handle[first], relation.handle[var]) else { continue };
            joined.join(one, other);
        }
        let elements = relation.elements.iter_mut().flatten().map(|element| &mut element.handle);
        for class in relation.handle.iter_mut().chain(relation.storage.iter_mut()).chain(elements).flatten() {
            *class = joined.find(*class);
        }
    }

    /// What following the statements shows of elements of tuples of which nothing is known.
    fn elements(&self, relation: &mut FunctionRelation) {
        for tuple in self.function.vars.ids() {
            let Type::Tuple(items) = self.function.ty(tuple) else { continue };
            relation.elements[tuple].resize_with(items.len(), Element::default);
            for index in 0..items.len() {
                let expr = Expr::Get(Box::new(tuple.into()), index as u32);
                let (Some(handle), element) =
                    (self.storage.handle(&expr), &mut relation.elements[tuple][index])
                else {
                    continue;
                };
                if element.handle.is_none() {
                    element.handle = self.first.get(&handle).and_then(|first| relation.handle[*first]);
                }
                if element.roots.is_empty() || element.roots.contains(&Root::Unknown) {
                    let followed = self.storage.origins(&expr).iter().map(|origin| self.root(*origin));
                    let followed: Option<Vec<Root>> = followed.collect();
                    element.roots =
                        followed.filter(|roots| !roots.is_empty()).unwrap_or_else(|| vec![Root::Unknown]);
                    element.roots.sort();
                }
            }
        }
    }

    fn roots(&self, relation: &mut FunctionRelation) {
        for var in self.function.vars.ids().filter(|var| self.function.ty(*var).is_storage()) {
            let followed = self.storage.origins(&Expr::Var(var));
            if followed.is_empty() || followed.contains(&Origin::Unknown) {
                continue;
            }
            let followed: Option<Vec<Root>> = followed.iter().map(|origin| self.root(*origin)).collect();
            let Some(mut followed) = followed else { continue };
            followed.sort();
            let found = &mut relation.roots[var];
            if found.is_empty() || found.contains(&Root::Unknown) {
                *found = followed;
            } else if found.iter().any(|root| followed.contains(root)) {
                found.retain(|root| followed.contains(root));
            }
            if let ([root], None) = (found.as_slice(), relation.storage[var]) {
                relation.storage[var] = match *root {
                    Root::Param(param) => relation.handle[self.function.params[param].var],
                    Root::Fresh(first) => relation.handle[first],
                    Root::Unknown => None,
                };
            }
        }
    }

    /// An origin as a root; none for what was allocated and no variable names, such as an element of a tuple.
    fn root(&self, origin: Origin) -> Option<Root> {
        match origin {
            Origin::Param(param) => Some(Root::Param(param)),
            Origin::Fresh(handle) => self.first.get(&handle).map(|var| Root::Fresh(*var)),
            Origin::Unknown => None,
        }
    }
}

/// Classes that turned out to be one.
#[derive(Default)]
struct Joined {
    parents: HashMap<u32, u32>,
}

impl Joined {
    fn find(&mut self, class: u32) -> u32 {
        let mut root = class;
        while let Some(parent) = self.parents.get(&root) {
            root = *parent;
        }
        let mut at = class;
        while at != root {
            at = self.parents.insert(at, root).expect("what is not a root has a parent");
        }
        root
    }
    fn join(&mut self, one: u32, other: u32) {
        let (one, other) = (self.find(one), self.find(other));
        if one != other {
            self.parents.insert(one.max(other), one.min(other));
        }
    }
}
