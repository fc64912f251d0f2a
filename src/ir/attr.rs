//! Keyword values of operators and attributes of calls, loops, scopes and functions, in the order written.

use indexmap::IndexMap;

use crate::base::name::Name;
use crate::ir::dtype::DType;
use crate::ir::expr::{Expr, Float};

/// A keyword or attribute value.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Attr {
    /// An integer.
    Int(i128),
    /// A truth value.
    Bool(bool),
    /// A float.
    Float(Float),
    /// A text in quotes.
    Str(Name),
    /// An element type, `pl.FP32`.
    DType(DType),
    /// A member of an enumeration without the leading `pl.`, such as `Mem.Vec` or `adir.input`; with the `pld.`
    /// prefix kept where it has one.
    Enum(Name),
    /// `None`.
    None,
    /// An expression over variables.
    Expr(Expr),
    /// A list or tuple.
    List(Vec<Attr>),
    /// A constructor call such as `pl.split(pl.SplitMode.UP_DOWN)`: its name without `pl.`, then its arguments, each
    /// with its keyword if it has one.
    Call(Name, Vec<(Option<Name>, Attr)>),
    /// A dictionary with text keys.
    Dict(Vec<(Name, Attr)>),
}

/// Keywords or attributes by name, in the order written. Equality ignores that order.
#[derive(Clone, Eq, Debug, Default)]
pub struct Attrs(IndexMap<Name, Attr>);

impl Attrs {
    /// None.
    pub fn new() -> Self {
        Self::default()
    }
    /// The value of a name.
    pub fn get(&self, name: &str) -> Option<&Attr> {
        self.0.get(name)
    }
    /// Sets a value: in its old place if the name is there, else last.
    pub fn set(&mut self, name: impl Into<Name>, value: Attr) {
        self.0.insert(name.into(), value);
    }
    /// Takes a value out; the others keep their order.
    pub fn remove(&mut self, name: &str) -> Option<Attr> {
        self.0.shift_remove(name)
    }
    /// Keeps what the predicate accepts.
    pub fn retain(&mut self, mut keep: impl FnMut(&Name) -> bool) {
        self.0.retain(|name, _| keep(name));
    }
    /// All, in order.
    pub fn iter(&self) -> indexmap::map::Iter<'_, Name, Attr> {
        self.0.iter()
    }
    /// All, in order, to be changed.
    pub fn values_mut(&mut self) -> indexmap::map::ValuesMut<'_, Name, Attr> {
        self.0.values_mut()
    }
    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
    /// How many there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }
    /// The truth value of a name, if it is one.
    pub fn bool(&self, name: &str) -> Option<bool> {
        match self.get(name)? {
            Attr::Bool(value) => Some(*value),
            _ => None,
        }
    }
    /// The integer of a name, if it is one.
    pub fn int(&self, name: &str) -> Option<i128> {
        match self.get(name)? {
            Attr::Int(value) => Some(*value),
            _ => None,
        }
    }
    /// The enumeration member of a name, if it is one.
    pub fn member(&self, name: &str) -> Option<&str> {
        match self.get(name)? {
            Attr::Enum(value) => Some(value),
            _ => None,
        }
    }
    /// The element type of a name, if it is one.
    pub fn dtype(&self, name: &str) -> Option<DType> {
        match self.get(name)? {
            Attr::DType(value) => Some(*value),
            _ => None,
        }
    }
    fn sorted(&self) -> Vec<(&Name, &Attr)> {
        let mut pairs: Vec<_> = self.0.iter().collect();
        pairs.sort_by_key(|(name, _)| *name);
        pairs
    }
}

impl PartialEq for Attrs {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}

impl PartialOrd for Attrs {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Attrs {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.sorted().cmp(&other.sorted())
    }
}

impl std::hash::Hash for Attrs {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.sorted().hash(state);
    }
}

impl FromIterator<(Name, Attr)> for Attrs {
    fn from_iter<T: IntoIterator<Item = (Name, Attr)>>(items: T) -> Self {
        Self(items.into_iter().collect())
    }
}

impl Attr {
    /// Calls `f` on every expression inside.
    pub fn for_each_expr<'a>(&'a self, f: &mut impl FnMut(&'a Expr)) {
        match self {
            Self::Expr(expr) => f(expr),
            Self::List(items) => items.iter().for_each(|item| item.for_each_expr(f)),
            Self::Call(_, items) => items.iter().for_each(|(_, item)| item.for_each_expr(f)),
            Self::Dict(items) => items.iter().for_each(|(_, item)| item.for_each_expr(f)),
            Self::Int(_)
            | Self::Bool(_)
            | Self::Float(_)
            | Self::Str(_)
            | Self::DType(_)
            | Self::Enum(_)
            | Self::None => {}
        }
    }
    /// Calls `f` on every expression inside, to be changed.
    pub fn for_each_expr_mut(&mut self, f: &mut impl FnMut(&mut Expr)) {
        match self {
            Self::Expr(expr) => f(expr),
            Self::List(items) => items.iter_mut().for_each(|item| item.for_each_expr_mut(f)),
            Self::Call(_, items) => items.iter_mut().for_each(|(_, item)| item.for_each_expr_mut(f)),
            Self::Dict(items) => items.iter_mut().for_each(|(_, item)| item.for_each_expr_mut(f)),
            Self::Int(_)
            | Self::Bool(_)
            | Self::Float(_)
            | Self::Str(_)
            | Self::DType(_)
            | Self::Enum(_)
            | Self::None => {}
        }
    }
}
