//! Guards of rules, tried instead of derived: what a guard says of index arithmetic is looked at for several draws of
//! everything that is not known.

use crate::ir::attr::Attr;
use crate::ir::dtype::DType;
use crate::ir::types::Type;
use crate::proof::check::View;
use crate::proof::values::Draw;
use crate::proof::{Argument, Guard, Symbol, TermId};

/// The arguments of a guard.
struct Given<'a>(&'a [Argument]);

impl<'a> Given<'a> {
    fn term(&self, at: usize) -> Option<TermId> {
        match self.0.get(at)? {
            Argument::Term(term) => Some(*term),
            Argument::Attr(_) => None,
        }
    }
    fn attr(&self, at: usize) -> Option<&'a Attr> {
        match self.0.get(at)? {
            Argument::Attr(attr) => Some(attr),
            Argument::Term(_) => None,
        }
    }
}

impl View<'_, '_> {
    /// Whether a guard holds, as far as can be tried.
    pub(super) fn guard(&self, guard: &Guard) -> Option<bool> {
        let given = Given(&guard.args);
        match self.of_types(guard.name, &given) {
            Some(holds) => Some(holds),
            None => self.draws(|draw| self.of_numbers(guard.name, &given, draw)),
        }
    }

    /// Whether something holds in every draw in which it has a value.
    fn draws(&self, holds: impl Fn(&Draw<'_, '_>) -> Option<bool>) -> Option<bool> {
        let mut tried = None;
        for draw in self.all_draws() {
            let held = holds(&draw);
            self.rest_on(draw.used());
            match held {
                Some(false) => return Some(false),
                Some(true) => tried = Some(true),
                None => {}
            }
        }
        tried
    }

    /// Guards that ask for types; `None` for the others.
    fn of_types(&self, name: &str, given: &Given<'_>) -> Option<bool> {
        let dtype = |at: usize| given.term(at).and_then(|term| self.dtype(term));
        let wanted = |at: usize| match given.attr(at) {
            Some(Attr::DType(dtype)) => Some(*dtype),
            _ => None,
        };
        let of = |at: usize, is: fn(DType) -> bool| dtype(at).is_some_and(is);
        Some(match name {
            "floating" => of(0, DType::is_float),
            "integer" => of(0, DType::is_int),
            "signed" => of(0, DType::is_signed),
            "index" => of(0, |it| it == DType::Index),
            "elements" => dtype(0).is_some() && dtype(0) == wanted(1),
            "converts" => dtype(0).is_some() && dtype(0) != wanted(1),
            "same-elements" => dtype(0).is_some() && dtype(0) == dtype(1),
            "alike" => dtype(0).zip(wanted(1)).is_some_and(|(a, b)| a.is_float() == b.is_float()),
            "lossless" => dtype(0).zip(wanted(1)).is_some_and(|(from, to)| keeps_all(from, to)),
            "whole" => {
                given.term(0).is_some_and(|term| self.known(term, |it| it.whole.then_some(())).is_some())
            }
            "in-memory" => self.space(given),
            "rank" => {
                let rank = given.term(0).and_then(|term| self.extents(term)).map(|it| it.len() as i128);
                rank.is_some() && rank.map(Attr::Int).as_ref() == given.attr(1)
            }
            "same-type" => self.same_type(given),
            "gives" => self.gives(given),
            "const" => given.term(0).is_some_and(|term| self.literal(term).is_some()),
            "has-multiple" => true,
            _ => return None,
        })
    }

    fn same_type(&self, given: &Given<'_>) -> bool {
        let ty = |at: usize| given.term(at).and_then(|term| self.known(term, |it| it.ty.clone()));
        ty(0).is_some() && ty(0) == ty(1)
    }

    fn space(&self, given: &Given<'_>) -> bool {
        let tile = |term| match self.known(term, |it| it.ty.clone()) {
            Some(Type::Tile(tile)) => tile.space,
            _ => None,
        };
        let Some(Attr::Enum(wanted)) = given.attr(1) else { return false };
        let space = given.term(0).and_then(tile);
        space.is_some_and(|space| wanted.rsplit('.').next() == Some(space.name()))
    }

    /// Whether what a region gives first is a literal.
    fn gives(&self, given: &Given<'_>) -> bool {
        let Some((region, Attr::Bool(wanted))) = given.term(0).zip(given.attr(1)) else { return false };
        let first = self.member(region, |symbol| matches!(symbol, Symbol::Region(_)));
        let first = first.and_then(|region| self.terms[region].children.first());
        let literal = first.and_then(|first| self.literal(*first));
        literal.is_some_and(|literal| *self.terms.symbol(literal) == Symbol::Bool(*wanted))
    }

    /// Guards that ask for numbers.
    fn of_numbers(&self, name: &str, given: &Given<'_>, draw: &Draw<'_, '_>) -> Option<bool> {
        let int = |at: usize| draw.int(given.term(at)?);
        let list = |at: usize| self.ints(&self.items(given.term(at)?)?, draw);
        let shape = |at: usize| self.ints(&self.extents(given.term(at)?)?, draw);
        let axis = |at: usize| {
            let (shape, Attr::Int(axis)) = (shape(0)?, given.attr(at)?) else { return None };
            let axis = if *axis < 0 { shape.len() as i128 + axis } else { *axis };
            shape.get(usize::try_from(axis).ok()?).copied()
        };
        Some(match name {
            "at-most" => int(0)? <= int(1)?,
            "below" => int(0)? < int(1)?,
            "differ" => int(0)? != int(1)?,
            "positive" => int(0)? > 0,
            "apart" => differ(&list(0)?, &list(1)?),
            "is" => self.is(draw, given)?,
            "zeros" => list(0)?.iter().all(|it| *it == 0),
            "no-trips" => trips(int(0)?, int(1)?, int(2)?)? == 0,
            "one-trip" => trips(int(0)?, int(1)?, int(2)?)? == 1,
            "one" => axis(1)? == 1,
            "some" => axis(1)? > 0,
            "same-shape" => shape(0)? == shape(1)?,
            "shape-is" => shape(0)? == list(1)?,
            "fits" => ends_inside(&list(0)?, &list(1)?, &shape(2)?),
            "inside" => ends_inside(&list(0)?, &list(1)?, &list(2)?),
            "adjacent" => {
                let (offset, shape, next) = (list(0)?, list(1)?, list(2)?);
                let (last, moved) = (next.last()?, offset.last()? + shape.last()?);
                offset[..offset.len() - 1] == next[..next.len() - 1] && *last == moved
            }
            "past" => list(0)?.last()? >= shape(1)?.last()?,
            "disjoint" => lie_apart(&list(0)?, &list(1)?, &list(2)?, &list(3)?),
            "disjoint-from" => lie_apart(&list(0)?, &list(1)?, &list(2)?, &shape(3)?),
            "window-of" => {
                let (start, size, put, whole) = (list(0)?, list(1)?, list(2)?, shape(3)?);
                let inside = |at: usize| start[at] >= put[at] && start[at] + size[at] <= put[at] + whole[at];
                even(&[&start, &size, &put, &whole]) && (0..start.len()).all(inside)
            }
            "lands" => {
                let (offset, size, window, whole) = (list(0)?, list(1)?, list(2)?, shape(3)?);
                let lands = |at: usize| offset[at] == 0 || window[at] + size[at] <= whole[at];
                even(&[&offset, &size, &window, &whole]) && (0..offset.len()).all(lands)
            }
            // A guard that nobody taught this module: it does not hold.
            _ => false,
        })
    }

    fn is(&self, draw: &Draw<'_, '_>, given: &Given<'_>) -> Option<bool> {
        use crate::interp::number::Number;
        let (value, dtype) = draw.value(given.term(0)?)?;
        Some(match (value, given.attr(1)?) {
            (Number::Int(value), Attr::Int(wanted)) => value == *wanted,
            (Number::Int(value), Attr::Bool(wanted)) => dtype == DType::Bool && value == i128::from(*wanted),
            (Number::Float(value), Attr::Int(wanted)) => value.to_bits() == (*wanted as f64).to_bits(),
            _ => false,
        })
    }

    fn ints(&self, terms: &[TermId], draw: &Draw<'_, '_>) -> Option<Vec<i128>> {
        terms.iter().map(|term| draw.int(*term)).collect()
    }
}

fn differ(a: &[i128], b: &[i128]) -> bool {
    a.len() == b.len() && a != b
}

/// How often a loop runs; `None` for a step of zero.
pub(super) fn trips(start: i128, stop: i128, step: i128) -> Option<i128> {
    let length = if step < 0 { start - stop } else { stop - start };
    (step != 0).then(|| if length <= 0 { 0 } else { (length + step.abs() - 1) / step.abs() })
}

fn ends_inside(size: &[i128], offset: &[i128], whole: &[i128]) -> bool {
    let fits = |at: usize| offset[at] + size[at] <= whole[at];
    size.len() == whole.len() && offset.len() == whole.len() && (0..whole.len()).all(fits)
}

fn lie_apart(a: &[i128], size_a: &[i128], b: &[i128], size_b: &[i128]) -> bool {
    let apart = |at: usize| a[at] + size_a[at] <= b[at] || b[at] + size_b[at] <= a[at];
    even(&[a, size_a, b, size_b]) && (0..a.len()).any(apart)
}

/// Whether lists are of one length.
fn even(lists: &[&[i128]]) -> bool {
    lists.iter().all(|list| list.len() == lists[0].len())
}

/// Whether every number of one type is one of the other: seen on its ends and on the smallest step there.
fn keeps_all(from: DType, to: DType) -> bool {
    use crate::interp::number::{Number, convert, ends};
    if from == to {
        return true;
    }
    if from.is_float() && !to.is_float() {
        return false;
    }
    let mut tried = vec![ends(from).0, ends(from).1];
    if let (Number::Int(least), Number::Int(most)) = ends(from) {
        tried.extend([Number::Int(least + 1), Number::Int(most - 1)]);
    } else {
        // A third has all the digits that its type can hold, near one and near the ends.
        let thirds = [1.0 / 3.0, 1e-4 / 3.0, 2e4 / 3.0];
        tried.extend(thirds.map(|it| convert(Number::Float(it), from)));
    }
    tried.into_iter().all(|it| convert(convert(it, to), from).same(it))
}
