//! What the e-graph knows of storage, per function: the one answer to "are these two the same buffer?".

use indexmap::IndexMap;

use crate::base::id::IdVec;
use crate::base::name::Name;
use crate::ir::expr::Expr;
use crate::ir::program::{Program, VarId};

/// Relations of every function of a program.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Relations {
    /// By function, in the order of the program.
    pub functions: IndexMap<Name, FunctionRelation>,
}

/// Which variables of one function name the same storage.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct FunctionRelation {
    /// Class number of the handle that a storage variable names. Equal numbers are the same storage under the same view;
    /// `None` is not storage.
    pub handle: IdVec<VarId, Option<u32>>,
    /// Class number of the root storage, views stripped; `None` if it is not known or one of several.
    pub storage: IdVec<VarId, Option<u32>>,
    /// Every storage that a variable may name, sorted.
    pub roots: IdVec<VarId, Vec<Root>>,
    /// The elements of each tuple; nothing for what is no tuple.
    pub elements: IdVec<VarId, Vec<Element>>,
    /// Return `j` is parameter `p`: the same handle class.
    pub returns: Vec<Option<usize>>,
    /// Whether the body, callees included, may read the storage of a parameter.
    pub reads: Vec<bool>,
    /// Whether the body, callees included, may write the storage of a parameter.
    pub writes: Vec<bool>,
}

/// An element of a tuple.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Element {
    /// Class number of its handle, as for a variable; `None` if it is not storage.
    pub handle: Option<u32>,
    /// Every storage that it may name, sorted.
    pub roots: Vec<Root>,
}

/// The relations of every function of a program without Inline functions, from its saturated e-graphs.
pub fn relate(program: &Program) -> Relations {
    crate::egraph::relate::relate(program)
}

/// A storage that exists when a function runs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Root {
    /// What the parameter of this index named on entry.
    Param(usize),
    /// What was allocated by the definition of this variable.
    Fresh(VarId),
    /// Nobody knows.
    Unknown,
}

impl FunctionRelation {
    /// The class of the handle that an expression is; `None` if it is no variable or element that names storage.
    pub fn handle_of(&self, expr: &Expr) -> Option<u32> {
        match expr {
            Expr::Var(var) => *self.handle.get(*var)?,
            Expr::Get(inner, index) => match &**inner {
                Expr::Var(tuple) => self.elements.get(*tuple)?.get(*index as usize)?.handle,
                Expr::Tuple(items) => self.handle_of(items.get(*index as usize)?),
                _ => None,
            },
            _ => None,
        }
    }
    /// Every storage that an expression may name; what is neither a variable nor an element may name any.
    pub fn roots_of(&self, expr: &Expr) -> &[Root] {
        self.known_roots(expr).unwrap_or(&[Root::Unknown])
    }

    fn known_roots(&self, expr: &Expr) -> Option<&[Root]> {
        match expr {
            Expr::Var(var) => self.roots.get(*var).map(Vec::as_slice),
            Expr::Get(inner, index) => match &**inner {
                Expr::Var(tuple) => {
                    let element = self.elements.get(*tuple)?.get(*index as usize)?;
                    Some(&element.roots)
                }
                Expr::Tuple(items) => self.known_roots(items.get(*index as usize)?),
                _ => None,
            },
            _ => None,
        }
    }
    /// Every storage that any part of an expression may name, elements of whole tuples included.
    pub fn roots_within(&self, expr: &Expr) -> Vec<Root> {
        let mut roots = Vec::new();
        match expr {
            Expr::Var(var) => {
                roots.extend(self.roots.get(*var).into_iter().flatten());
                let elements = self.elements.get(*var).into_iter().flatten();
                roots.extend(elements.flat_map(|element| &element.roots));
            }
            Expr::Get(..) => roots.extend(self.roots_of(expr)),
            other => other.children().into_iter().for_each(|child| roots.extend(self.roots_within(child))),
        }
        roots
    }
}
