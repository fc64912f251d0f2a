//! Scalars tried on numbers: literals are themselves, arithmetic is computed, everything else is drawn.

use std::cell::RefCell;
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use crate::interp::number::{Number, convert};
use crate::interp::scalar;
use crate::ir::dtype::DType;
use crate::ir::expr::UnaryOp;
use crate::proof::closure::Closure;
use crate::proof::{Symbol, TermId, Terms};

/// How many draws a guard or an equation of scalars is tried on.
pub(super) const DRAWS: u64 = 12;

/// Deeper arithmetic is drawn.
const DEPTH: u32 = 256;

/// A scalar.
pub(super) type Scalar = (Number, DType);

/// Values of scalar terms in one draw. Terms that are the same have one value.
pub(super) struct Draw<'c, 't> {
    terms: &'t Terms,
    closure: &'c Closure<'t>,
    seed: u64,
    known: RefCell<HashMap<TermId, Option<Scalar>>>,
    /// Terms that were taken for each other.
    used: RefCell<Vec<(TermId, TermId)>>,
}

impl<'c, 't> Draw<'c, 't> {
    pub(super) fn new(terms: &'t Terms, closure: &'c Closure<'t>, seed: u64) -> Self {
        Self { terms, closure, seed, known: RefCell::default(), used: RefCell::default() }
    }

    /// The equalities that the values so far rest on.
    pub(super) fn used(self) -> Vec<(TermId, TermId)> {
        self.used.into_inner()
    }

    /// The value of a term; `None` where arithmetic has no value, as in a division by zero.
    pub(super) fn value(&self, term: TermId) -> Option<Scalar> {
        self.at(term, 0)
    }

    /// The value of an integer.
    pub(super) fn int(&self, term: TermId) -> Option<i128> {
        match self.value(term)? {
            (Number::Int(value), _) => Some(value),
            (Number::Float(_) | Number::Poison, _) => None,
        }
    }

    /// The value that arithmetic gives a term itself, whatever else is the same as it.
    pub(super) fn computed(&self, term: TermId) -> Option<Scalar> {
        self.compute(term, 0)
    }

    fn at(&self, term: TermId, depth: u32) -> Option<Scalar> {
        let class = self.closure.class(term);
        if let Some(known) = self.known.borrow().get(&class) {
            return *known;
        }
        let members = self.closure.members(term);
        let literal = |id: &&TermId| {
            matches!(self.terms.symbol(**id), Symbol::Int(..) | Symbol::Float(..) | Symbol::Bool(_))
        };
        let chosen = members.iter().filter(literal).min().copied().or_else(|| self.arithmetic(term));
        let chosen = chosen.filter(|_| depth < DEPTH);
        // What leads back to itself is drawn.
        let drawn = self.drawn(term);
        self.known.borrow_mut().insert(class, Some(drawn));
        let value = match chosen {
            Some(chosen) => {
                self.used.borrow_mut().push((term, chosen));
                self.compute(chosen, depth)
            }
            None => {
                let first = members.iter().min().expect("a class has a member");
                self.used.borrow_mut().push((term, *first));
                Some(drawn)
            }
        };
        self.known.borrow_mut().insert(class, value);
        value
    }

    /// A member of a term's class that is arithmetic; the term itself if it is.
    fn arithmetic(&self, term: TermId) -> Option<TermId> {
        let is = |id: &TermId| {
            matches!(self.terms.symbol(*id), Symbol::Unary(_) | Symbol::Binary(_) | Symbol::Cast(_))
        };
        if is(&term) {
            return Some(term);
        }
        self.closure.members(term).iter().filter(|id| is(id)).min().copied()
    }

    fn compute(&self, term: TermId, depth: u32) -> Option<Scalar> {
        let symbol = self.terms.symbol(term);
        let args = match symbol {
            Symbol::Int(..) | Symbol::Float(..) | Symbol::Bool(_) => Some(Vec::new()),
            Symbol::Unary(_) | Symbol::Binary(_) | Symbol::Cast(_) => {
                let children = self.terms[term].children.iter();
                Some(children.map(|child| self.at(*child, depth + 1)).collect::<Option<Vec<Scalar>>>()?)
            }
            _ => None,
        };
        match args {
            Some(args) => apply(symbol, &args),
            None => self.at(term, depth),
        }
    }

    /// A number for what is no arithmetic: small, and never negative, as what counts elements is.
    fn drawn(&self, term: TermId) -> Scalar {
        let members = self.closure.members(term);
        let dtype = members.iter().find_map(|id| self.terms.dtype(*id)).unwrap_or(DType::Index);
        let mut hasher = DefaultHasher::new();
        (self.seed, members.iter().min()).hash(&mut hasher);
        let number = (hasher.finish() % 97) as i128;
        let number = match dtype {
            DType::Bool => Number::Int(number % 2),
            _ if dtype.is_float() => Number::Float(number as f64 / 4.0 - 9.0),
            _ => Number::Int(number),
        };
        (convert(number, dtype), dtype)
    }
}

/// What a symbol of scalar arithmetic makes of values.
pub(super) fn apply(symbol: &Symbol, args: &[Scalar]) -> Option<Scalar> {
    match (symbol, args) {
        (Symbol::Int(value, dtype), []) => Some((convert(Number::Int(*value), *dtype), *dtype)),
        (Symbol::Float(value, dtype), []) => Some((convert(Number::Float(value.get()), *dtype), *dtype)),
        (Symbol::Bool(value), []) => Some((Number::Int((*value).into()), DType::Bool)),
        (Symbol::Unary(op), [(value, dtype)]) => {
            let dtype = if *op == UnaryOp::Not { DType::Bool } else { *dtype };
            Some((scalar::unary(*op, *value, dtype).ok()?, dtype))
        }
        (Symbol::Binary(op), [(a, left), (b, right)]) => {
            let dtype = scalar::result_type(*op, *left, *right);
            Some((scalar::binary(*op, *a, *b, dtype).ok()?, dtype))
        }
        (Symbol::Cast(dtype), [(value, _)]) => Some((convert(*value, *dtype), *dtype)),
        _ => None,
    }
}
