//! Scalars tried on numbers: literals are themselves, arithmetic is computed, everything else is drawn.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
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
const DEPTH: usize = 256;

/// A scalar.
pub(super) type Scalar = (Number, DType);

/// A class is needed for its own value.
struct Circle;

/// The value of a term; inside `None` where arithmetic has no value, as in a division by zero.
type Value = Result<Option<Scalar>, Circle>;

/// Values of scalar terms in one draw. Terms that are the same have one value.
pub(super) struct Draw<'c, 't> {
    terms: &'t Terms,
    closure: &'c Closure<'t>,
    seed: u64,
    known: RefCell<HashMap<TermId, Option<Scalar>>>,
    /// Classes whose value is being computed.
    open: RefCell<HashSet<TermId>>,
    /// Terms that were taken for each other.
    used: RefCell<Vec<(TermId, TermId)>>,
}

impl<'c, 't> Draw<'c, 't> {
    pub(super) fn new(terms: &'t Terms, closure: &'c Closure<'t>, seed: u64) -> Self {
        let (known, open, used) = Default::default();
        Self { terms, closure, seed, known, open, used }
    }

    /// The equalities that the values so far rest on.
    pub(super) fn used(self) -> Vec<(TermId, TermId)> {
        self.used.into_inner()
    }

    /// The value of a term; `None` where it has none.
    pub(super) fn value(&self, term: TermId) -> Option<Scalar> {
        self.at(term).unwrap_or(None)
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
        self.compute(term).unwrap_or(None)
    }

    /// The value of a class: of a literal in it, or of the first arithmetic that does not lead back to it; else it is
    /// drawn.
    fn at(&self, term: TermId) -> Value {
        let class = self.closure.class(term);
        if let Some(known) = self.known.borrow().get(&class) {
            return Ok(*known);
        }
        if self.open.borrow().len() >= DEPTH || !self.open.borrow_mut().insert(class) {
            return Err(Circle);
        }
        let mut circle = false;
        let mut found = None;
        for member in self.ways(term) {
            let before = self.used.borrow().len();
            match self.compute(member) {
                Ok(value) => {
                    self.used.borrow_mut().push((term, member));
                    found = Some(value);
                    break;
                }
                Err(Circle) => {
                    self.used.borrow_mut().truncate(before);
                    circle = true;
                }
            }
        }
        self.open.borrow_mut().remove(&class);
        let value = match found {
            Some(value) => value,
            // Seen from elsewhere it may have a value.
            None if circle && !self.open.borrow().is_empty() => return Err(Circle),
            None => {
                let first = self.closure.members(term).iter().min().expect("a class has a member");
                self.used.borrow_mut().push((term, *first));
                Some(self.drawn(term))
            }
        };
        self.known.borrow_mut().insert(class, value);
        Ok(value)
    }

    /// The members of a term's class that can be computed: literals first, then itself. What is a variable has no way but
    /// a literal: whatever else is the same as it was made of it.
    fn ways(&self, term: TermId) -> Vec<TermId> {
        let variable = self.closure.members(term).iter().any(|id| self.is_variable(*id));
        let rank = |id: &TermId| match self.terms.symbol(*id) {
            Symbol::Int(..) | Symbol::Float(..) | Symbol::Bool(_) => Some(0),
            Symbol::Unary(_) | Symbol::Binary(_) | Symbol::Cast(_) if !variable => {
                Some(1 + u8::from(*id != term))
            }
            _ => None,
        };
        let members = self.closure.members(term).iter();
        let mut ways: Vec<(u8, TermId)> = members.filter_map(|id| Some((rank(id)?, *id))).collect();
        ways.sort_unstable();
        ways.into_iter().map(|(_, id)| id).collect()
    }

    /// Whether a term is what it is, whatever it may be: it has no parts, and is no literal.
    fn is_variable(&self, term: TermId) -> bool {
        let literal =
            matches!(self.terms.symbol(term), Symbol::Int(..) | Symbol::Float(..) | Symbol::Bool(_));
        self.terms[term].children.is_empty() && !literal
    }

    fn compute(&self, term: TermId) -> Value {
        let symbol = self.terms.symbol(term);
        let mut args = Vec::new();
        match symbol {
            Symbol::Int(..) | Symbol::Float(..) | Symbol::Bool(_) => {}
            Symbol::Unary(_) | Symbol::Binary(_) | Symbol::Cast(_) => {
                for child in &self.terms[term].children {
                    let Some(value) = self.at(*child)? else { return Ok(None) };
                    args.push(value);
                }
            }
            _ => return self.at(term),
        }
        Ok(apply(symbol, &args))
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
