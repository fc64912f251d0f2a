//! Leaves: the components of tuple variables, flattened, so that what follows speaks of single values only.

use crate::base::id::IdVec;
use crate::ir::expr::Expr;
use crate::ir::program::{Function, VarId};
use crate::ir::types::Type;

/// A component of a variable that is no tuple; numbered over the whole function.
pub(crate) type Leaf = u32;

/// The leaves of all variables of one function.
#[derive(Clone, Debug, Default)]
pub(crate) struct Leaves {
    first: IdVec<VarId, Leaf>,
    types: Vec<Type>,
    owners: Vec<VarId>,
}

/// What an expression gives for one leaf.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Source<'a> {
    /// A leaf of a variable.
    Leaf(Leaf),
    /// A scalar or constant expression.
    Expr(&'a Expr),
}

impl Leaves {
    pub(crate) fn new(function: &Function) -> Self {
        let mut leaves = Self::default();
        for (id, var) in function.vars.entries() {
            leaves.first.push(leaves.types.len() as Leaf);
            flatten(&var.ty, &mut leaves.types);
            leaves.owners.resize(leaves.types.len(), id);
        }
        leaves
    }
    /// How many leaves there are.
    pub(crate) fn len(&self) -> usize {
        self.types.len()
    }
    /// Type of a leaf; never a tuple.
    pub(crate) fn ty(&self, leaf: Leaf) -> &Type {
        &self.types[leaf as usize]
    }
    /// The variable that a leaf is a component of.
    pub(crate) fn var(&self, leaf: Leaf) -> VarId {
        self.owners[leaf as usize]
    }
    /// The leaves of a variable.
    pub(crate) fn of(&self, var: VarId) -> std::ops::Range<Leaf> {
        let index = crate::base::id::Id::index(var);
        let next = <VarId as crate::base::id::Id>::new(index + 1);
        self.first[var]..self.first.get(next).copied().unwrap_or(self.types.len() as Leaf)
    }
    /// What an expression gives, leaf by leaf.
    pub(crate) fn sources<'a>(&self, function: &Function, expr: &'a Expr) -> Vec<Source<'a>> {
        match expr {
            Expr::Var(var) => self.of(*var).map(Source::Leaf).collect(),
            Expr::Tuple(items) => items.iter().flat_map(|item| self.sources(function, item)).collect(),
            Expr::Get(inner, index) => {
                let sources = self.sources(function, inner);
                let Some(Type::Tuple(items)) = type_of(function, inner) else {
                    return vec![Source::Expr(expr)];
                };
                let Some(item) = items.get(*index as usize) else { return vec![Source::Expr(expr)] };
                let before: usize = items[..*index as usize].iter().map(leaf_count).sum();
                sources[before..before + leaf_count(item)].to_vec()
            }
            _ => vec![Source::Expr(expr)],
        }
    }
}

/// How many leaves a type has.
pub(crate) fn leaf_count(ty: &Type) -> usize {
    match ty {
        Type::Tuple(items) => items.iter().map(leaf_count).sum(),
        _ => 1,
    }
}

/// Appends the leaf types of a type.
pub(crate) fn flatten(ty: &Type, into: &mut Vec<Type>) {
    match ty {
        Type::Tuple(items) => items.iter().for_each(|item| flatten(item, into)),
        leaf => into.push(leaf.clone()),
    }
}

/// The type of a variable, projection or tuple; `None` for scalar arithmetic.
pub(crate) fn type_of(function: &Function, expr: &Expr) -> Option<Type> {
    match expr {
        Expr::Var(var) => Some(function.ty(*var).clone()),
        Expr::Get(inner, index) => match type_of(function, inner)? {
            Type::Tuple(items) => items.get(*index as usize).cloned(),
            _ => None,
        },
        Expr::Tuple(items) => {
            items.iter().map(|item| type_of(function, item)).collect::<Option<_>>().map(Type::Tuple)
        }
        _ => None,
    }
}
