//! Guards of rules: what must be known of classes for a law to hold.
//!
//! A guard reads class data only: types, constants, normal forms. All of it is learned and never taken back, so a guard
//! that holds goes on to hold. "Not known to be equal" is no guard; "known to differ by a constant" is.

use egg::{EGraph, Id};

use crate::egraph::class_type::{ClassType, canonical};
use crate::egraph::facts::Classes;
use crate::egraph::linear::{Linear, index_constant, linear_of};
use crate::egraph::node::{Node, Op};
use crate::ir::attr::Attr;
use crate::ir::dtype::DType;
use crate::ir::expr::Expr;
use crate::ir::types::{MemSpace, Type};

/// A guard that rules may name.
pub(crate) struct Guard {
    pub(crate) name: &'static str,
    pub(crate) takes: &'static [Takes],
    /// What it says, with its arguments by name.
    pub(crate) says: &'static str,
    pub(crate) holds: fn(&Known<'_>, &[Given<'_>]) -> bool,
}

impl std::fmt::Debug for Guard {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name)
    }
}

/// What an argument of a guard is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Takes {
    /// A class.
    Class,
    /// A keyword's value, or a literal.
    Attr,
}

/// An argument.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Given<'a> {
    Class(Id),
    Attr(&'a Attr),
}

const ONE: &[Takes] = &[Takes::Class];
const TWO: &[Takes] = &[Takes::Class, Takes::Class];
const THREE: &[Takes] = &[Takes::Class, Takes::Class, Takes::Class];
const FOUR: &[Takes] = &[Takes::Class, Takes::Class, Takes::Class, Takes::Class];
const WITH: &[Takes] = &[Takes::Class, Takes::Attr];

/// All guards, by name.
pub(crate) static GUARDS: &[Guard] = &[
    guard(
        "alike",
        WITH,
        "the elements of ?x and the type ?t are both integers, or both floats",
        |known, args| match (known.dtype(args[0].class()), args[1].attr()) {
            (Some(a), Attr::DType(b)) => (a.is_int() && b.is_int()) || (a.is_float() && b.is_float()),
            _ => false,
        },
    ),
    guard("apart", TWO, "the indices ?i and ?j differ on some axis by a known amount", |known, args| {
        known.some_axis(args[0].class(), args[1].class(), |by| by != 0)
    }),
    guard("adjacent", THREE, "the offset ?p is ?o moved by ?s along the last axis", |known, args| {
        known.adjacent(args[0].class(), args[1].class(), args[2].class())
    }),
    guard("at-most", TWO, "?x is no more than ?y, by a known amount", |known, args| {
        known.difference(args[1].class(), args[0].class()).is_some_and(|by| by >= 0)
    }),
    guard("below", TWO, "?x is less than ?y, by a known amount", |known, args| {
        known.difference(args[1].class(), args[0].class()).is_some_and(|by| by > 0)
    }),
    guard("converts", WITH, "the element type of ?x is another than ?t", |known, args| {
        known.dtype(args[0].class()).is_some_and(|dtype| *args[1].attr() != Attr::DType(dtype))
    }),
    guard("differ", TWO, "?x and ?y differ by a known amount", |known, args| {
        known.difference(args[1].class(), args[0].class()).is_some_and(|by| by != 0)
    }),
    guard("const", ONE, "?x is a constant", |known, args| known.constant(args[0].class()).is_some()),
    guard("disjoint", FOUR, "the windows of ?s1 at ?o1 and of ?s2 at ?o2 share nothing", |known, args| {
        known.disjoint(args[0].class(), args[1].class(), args[2].class(), args[3].class())
    }),
    guard("disjoint-from", FOUR, "the window of ?s at ?o shares nothing with ?x put at ?p", |known, args| {
        known.disjoint_from(args[0].class(), args[1].class(), args[2].class(), args[3].class())
    }),
    guard("elements", WITH, "the element type of ?x is ?t", |known, args| {
        known.dtype(args[0].class()).is_some_and(|dtype| *args[1].attr() == Attr::DType(dtype))
    }),
    guard("fits", THREE, "a window of ?s at ?o lies inside ?x", |known, args| {
        let Some(extents) = known.extents(args[2].class()) else { return false };
        known.inside(args[0].class(), args[1].class(), &extents)
    }),
    guard("floating", ONE, "the elements of ?x are floats", |known, args| {
        known.dtype(args[0].class()).is_some_and(DType::is_float)
    }),
    guard("gives", WITH, "what the region ?r gives first is the constant ?c", |known, args| {
        let gives = known.given(args[0].class()).and_then(|id| known.constant(id));
        matches!((gives, args[1].attr()), (Some(Op::Bool(value)), Attr::Bool(wanted)) if value == *wanted)
    }),
    guard("has-multiple", TWO, "?x has a part that the constant ?c divides", |known, args| {
        let divisor = known.int(args[1].class()).filter(|value| *value > 0);
        divisor.is_some_and(|divisor| known.linear(args[0].class()).has_multiple(divisor))
    }),
    guard("in-memory", WITH, "the tile ?x lies in the memory ?m", |known, args| {
        let Some(Type::Tile(tile)) = known.shaped(args[0].class()) else { return false };
        let wanted = match args[1].attr() {
            Attr::Enum(name) => name.rsplit('.').next().and_then(MemSpace::parse),
            _ => None,
        };
        tile.space.is_some() && tile.space == wanted
    }),
    guard("index", ONE, "?x is a scalar that counts or indexes elements", |known, args| {
        known.egraph[args[0].class()].data.ty == Some(ClassType::Scalar(DType::Index))
    }),
    guard("inside", THREE, "a window of ?s at ?o lies inside the shape ?t", |known, args| {
        let Some(extents) = known.items(args[2].class()) else { return false };
        known.inside(args[0].class(), args[1].class(), &extents)
    }),
    guard("integer", ONE, "the elements of ?x are integers", |known, args| {
        known.dtype(args[0].class()).is_some_and(DType::is_int)
    }),
    guard("is", WITH, "?x is the constant ?c", |known, args| {
        match (known.constant(args[0].class()), args[1].attr()) {
            (Some(Op::Int(value, _)), Attr::Int(wanted)) => value == *wanted,
            (Some(Op::Float(value, _)), Attr::Int(wanted)) => {
                // Minus zero is another number.
                value.get().to_bits() == (*wanted as f64).to_bits()
            }
            (Some(Op::Bool(value)), Attr::Bool(wanted)) => value == *wanted,
            _ => false,
        }
    }),
    guard("lossless", WITH, "every number of the element type of ?x is one of ?t", |known, args| {
        match (known.dtype(args[0].class()), args[1].attr()) {
            (Some(from), Attr::DType(to)) => is_lossless(from, *to),
            _ => false,
        }
    }),
    guard("no-trips", THREE, "a loop from ?a to ?b by ?c runs no trip", |known, args| {
        known.trips(args[0].class(), args[1].class(), args[2].class()) == Some(0)
    }),
    guard("one-trip", THREE, "a loop from ?a to ?b by ?c runs one trip", |known, args| {
        known.trips(args[0].class(), args[1].class(), args[2].class()) == Some(1)
    }),
    guard("one", WITH, "the extent of ?x on axis ?a is 1", |known, args| {
        known.axis(args[0].class(), args[1].attr()).and_then(|extent| known.int(extent)) == Some(1)
    }),
    guard("lands", FOUR, "in the window of ?s at ?o of ?x, the offset ?p lies inside ?x", |known, args| {
        known.lands(args[0].class(), args[1].class(), args[2].class(), args[3].class())
    }),
    guard("past", TWO, "the offset ?o lies past the end of ?x on the last axis", |known, args| {
        known.past(args[0].class(), args[1].class())
    }),
    guard("positive", ONE, "?x is a constant above zero", |known, args| {
        known.int(args[0].class()).is_some_and(|value| value > 0)
    }),
    guard("rank", WITH, "?x has ?n axes", |known, args| {
        let rank = known.extents(args[0].class()).map(|extents| extents.len() as i128);
        rank.is_some_and(|rank| *args[1].attr() == Attr::Int(rank))
    }),
    guard("same-elements", TWO, "?x and ?y have the same element type", |known, args| {
        let (a, b) = (known.dtype(args[0].class()), known.dtype(args[1].class()));
        a.is_some() && a == b
    }),
    guard("same-shape", TWO, "?x and ?y have the same extents", |known, args| {
        let (a, b) = (known.extents(args[0].class()), known.extents(args[1].class()));
        a.zip(b).is_some_and(|(a, b)| known.all_equal(&a, &b))
    }),
    guard("same-type", TWO, "?x and ?y have the same type, view included", |known, args| {
        known.same_type(args[0].class(), args[1].class())
    }),
    guard("shape-is", TWO, "?s lists the extents of ?x", |known, args| {
        let (a, b) = (known.extents(args[0].class()), known.items(args[1].class()));
        a.zip(b).is_some_and(|(a, b)| known.all_equal(&a, &b))
    }),
    guard("signed", ONE, "the elements of ?x have a sign", |known, args| {
        known.dtype(args[0].class()).is_some_and(DType::is_signed)
    }),
    guard("some", WITH, "the extent of ?x on axis ?a is a constant above zero", |known, args| {
        known
            .axis(args[0].class(), args[1].attr())
            .and_then(|extent| known.int(extent))
            .is_some_and(|it| it > 0)
    }),
    guard("window-of", FOUR, "the window of ?s at ?o lies inside ?x put at ?p", |known, args| {
        known.window_of(args[0].class(), args[1].class(), args[2].class(), args[3].class())
    }),
    guard("whole", ONE, "?x is valid all over, and lies as its memory implies", |known, args| {
        known.egraph[args[0].class()].data.ty.as_ref().is_some_and(ClassType::is_whole)
    }),
    guard("zeros", ONE, "all of ?o is zero", |known, args| {
        let items = known.items(args[0].class());
        items.is_some_and(|items| items.iter().all(|item| known.int(*item) == Some(0)))
    }),
];

const fn guard(
    name: &'static str,
    takes: &'static [Takes],
    says: &'static str,
    holds: fn(&Known<'_>, &[Given<'_>]) -> bool,
) -> Guard {
    Guard { name, takes, says, holds }
}

/// The guard of that name.
pub(crate) fn find(name: &str) -> Option<&'static Guard> {
    GUARDS.iter().find(|guard| guard.name == name)
}

impl Given<'_> {
    fn class(&self) -> Id {
        match self {
            Self::Class(id) => *id,
            Self::Attr(_) => unreachable!("arguments were checked when the rule was read"),
        }
    }
    fn attr(&self) -> &Attr {
        match self {
            Self::Attr(attr) => attr,
            Self::Class(_) => unreachable!("arguments were checked when the rule was read"),
        }
    }
}

/// What is known of the classes of a graph.
#[derive(Clone, Copy)]
pub(crate) struct Known<'a> {
    pub(crate) egraph: &'a EGraph<Node, Classes>,
}

impl Known<'_> {
    pub(crate) fn constant(&self, id: Id) -> Option<Op> {
        self.egraph[id].data.constant
    }
    pub(crate) fn int(&self, id: Id) -> Option<i128> {
        index_constant(self.egraph, id)
    }
    pub(crate) fn dtype(&self, id: Id) -> Option<DType> {
        self.egraph[id].data.ty.as_ref()?.dtype()
    }
    fn shaped(&self, id: Id) -> Option<&Type> {
        self.egraph[id].data.ty.as_ref()?.shaped()
    }
    pub(crate) fn extents(&self, id: Id) -> Option<Vec<Id>> {
        self.egraph[id].data.extents.as_ref().map(|extents| extents.to_vec())
    }
    /// The items of a tuple.
    pub(crate) fn items(&self, id: Id) -> Option<Vec<Id>> {
        let tuple = self.egraph[id].nodes.iter().find(|node| node.op == Op::Tuple)?;
        Some(tuple.children.to_vec())
    }
    pub(crate) fn linear(&self, id: Id) -> Linear {
        linear_of(self.egraph, id)
    }
    pub(crate) fn is_index(&self, id: Id) -> bool {
        self.dtype(id) == Some(DType::Index)
    }
    /// `a - b`, if it is a constant.
    pub(crate) fn difference(&self, a: Id, b: Id) -> Option<i128> {
        if self.egraph.find(a) == self.egraph.find(b) {
            return Some(0);
        }
        if !self.is_index(a) || !self.is_index(b) {
            return None;
        }
        self.linear(a).plus(&self.linear(b), -1)?.as_constant()
    }
    /// How often a loop runs, if that is known.
    pub(crate) fn trips(&self, start: Id, stop: Id, step: Id) -> Option<i128> {
        let (step, length) = (self.int(step)?, self.difference(stop, start)?);
        match step {
            0 => None,
            _ if (length > 0) != (step > 0) || length == 0 => Some(0),
            _ => Some((length.abs() + step.abs() - 1) / step.abs()),
        }
    }
    /// The first output of a region.
    fn given(&self, region: Id) -> Option<Id> {
        let nodes = &self.egraph[region].nodes;
        nodes.iter().find(|node| matches!(node.op, Op::Region(_)))?.children.first().copied()
    }
    fn all_equal(&self, a: &[Id], b: &[Id]) -> bool {
        let equal = |(a, b): (&Id, &Id)| {
            self.difference(*a, *b) == Some(0) || (self.int(*a).is_some() && self.int(*a) == self.int(*b))
        };
        a.len() == b.len() && a.iter().zip(b).all(equal)
    }
    /// Whether some axis of two lists differs by a constant that `wanted` accepts.
    fn some_axis(&self, a: Id, b: Id, wanted: impl Fn(i128) -> bool) -> bool {
        let (Some(a), Some(b)) = (self.items(a), self.items(b)) else { return false };
        let accepted = |(a, b): (&Id, &Id)| self.difference(*a, *b).is_some_and(&wanted);
        a.len() == b.len() && a.iter().zip(&b).any(accepted)
    }
    /// Whether a window of `shape` at `offset` ends before `extents` on every axis.
    fn inside(&self, shape: Id, offset: Id, extents: &[Id]) -> bool {
        let (Some(shape), Some(offset)) = (self.items(shape), self.items(offset)) else { return false };
        if shape.len() != extents.len() || offset.len() != extents.len() {
            return false;
        }
        let ends_inside = |axis: usize| {
            let end = self.linear(shape[axis]).plus(&self.linear(offset[axis]), 1);
            let room = end.and_then(|end| self.linear(extents[axis]).plus(&end, -1));
            let starts = self.int(offset[axis]).is_none_or(|offset| offset >= 0);
            starts && room.and_then(|room| room.as_constant()).is_some_and(|room| room >= 0)
        };
        (0..extents.len()).all(ends_inside)
    }
    /// The extent of an axis; negative ones count from the end.
    fn axis(&self, id: Id, axis: &Attr) -> Option<Id> {
        let extents = self.extents(id)?;
        let Attr::Int(axis) = axis else { return None };
        let at = if *axis < 0 { extents.len() as i128 + axis } else { *axis };
        usize::try_from(at).ok().and_then(|at| extents.get(at).copied())
    }
    /// Whether `next` is `offset` moved by the last extent of `shape` along the last axis.
    fn adjacent(&self, offset: Id, shape: Id, next: Id) -> bool {
        let lists = [offset, shape, next].map(|id| self.items(id));
        let [Some(offset), Some(shape), Some(next)] = lists else { return false };
        let Some(last) = offset.len().checked_sub(1) else { return false };
        if shape.len() != offset.len() || next.len() != offset.len() {
            return false;
        }
        let end = self.linear(offset[last]).plus(&self.linear(shape[last]), 1);
        let gap = end.and_then(|end| self.linear(next[last]).plus(&end, -1));
        self.all_equal(&offset[..last], &next[..last]) && gap.and_then(|gap| gap.as_constant()) == Some(0)
    }
    /// Whether an offset lies past the end of `of` on the last axis.
    fn past(&self, offset: Id, of: Id) -> bool {
        let (Some(offset), Some(extents)) = (self.items(offset), self.extents(of)) else { return false };
        let Some(last) = offset.len().checked_sub(1).filter(|_| offset.len() == extents.len()) else {
            return false;
        };
        self.difference(offset[last], extents[last]).is_some_and(|gap| gap >= 0)
    }
    /// Whether a window and something put elsewhere certainly lie apart.
    fn disjoint_from(&self, window: Id, window_shape: Id, put: Id, what: Id) -> bool {
        let lists = [window, window_shape, put].map(|id| self.items(id));
        let [Some(a), Some(extent_a), Some(b)] = lists else { return false };
        self.extents(what).is_some_and(|extent_b| self.apart(&a, &extent_a, &b, &extent_b))
    }
    /// Whether an offset in a window of something lies inside that, as far as the window itself does: it is zero, or the
    /// window certainly lies inside.
    fn lands(&self, offset: Id, shape: Id, window: Id, of: Id) -> bool {
        let lists = [offset, shape, window].map(|id| self.items(id));
        let [Some(offset), Some(shape), Some(window)] = lists else { return false };
        let Some(extents) = self.extents(of) else { return false };
        if [shape.len(), window.len(), extents.len()].iter().any(|rank| *rank != offset.len()) {
            return false;
        }
        (0..offset.len()).all(|axis| {
            let end = self.linear(window[axis]).plus(&self.linear(shape[axis]), 1);
            let room = end.and_then(|end| self.linear(extents[axis]).plus(&end, -1));
            let fits = room.and_then(|room| room.as_constant()).is_some_and(|room| room >= 0);
            self.int(offset[axis]) == Some(0) || fits
        })
    }
    /// Whether a window lies inside something put elsewhere.
    fn window_of(&self, window: Id, window_shape: Id, put: Id, what: Id) -> bool {
        let lists = [window, window_shape, put].map(|id| self.items(id));
        let [Some(start), Some(shape), Some(put)] = lists else { return false };
        let Some(extents) = self.extents(what) else { return false };
        if [shape.len(), put.len(), extents.len()].iter().any(|rank| *rank != start.len()) {
            return false;
        }
        let inside = |axis: usize| {
            let before = self.difference(start[axis], put[axis]);
            let end = self.linear(start[axis]).plus(&self.linear(shape[axis]), 1);
            let limit = self.linear(put[axis]).plus(&self.linear(extents[axis]), 1);
            let room = limit.zip(end).and_then(|(limit, end)| limit.plus(&end, -1));
            before.is_some_and(|it| it >= 0) && room.and_then(|it| it.as_constant()).is_some_and(|it| it >= 0)
        };
        (0..start.len()).all(inside)
    }
    /// Whether two windows certainly lie apart on some axis.
    fn disjoint(&self, first: Id, first_shape: Id, second: Id, second_shape: Id) -> bool {
        let lists = [first, first_shape, second, second_shape].map(|id| self.items(id));
        let [Some(a), Some(extent_a), Some(b), Some(extent_b)] = lists else { return false };
        self.apart(&a, &extent_a, &b, &extent_b)
    }
    fn apart(&self, a: &[Id], extent_a: &[Id], b: &[Id], extent_b: &[Id]) -> bool {
        let rank = a.len();
        if [extent_a, b, extent_b].iter().any(|list| list.len() != rank) {
            return false;
        }
        let before = |start: Id, extent: Id, other: Id| {
            let end = self.linear(start).plus(&self.linear(extent), 1);
            let gap = end.and_then(|end| self.linear(other).plus(&end, -1));
            gap.and_then(|gap| gap.as_constant()).is_some_and(|gap| gap >= 0)
        };
        (0..rank)
            .any(|axis| before(a[axis], extent_a[axis], b[axis]) || before(b[axis], extent_b[axis], a[axis]))
    }
    pub(crate) fn same_type(&self, a: Id, b: Id) -> bool {
        if self.egraph.find(a) == self.egraph.find(b) {
            return true;
        }
        match (&self.egraph[a].data.ty, &self.egraph[b].data.ty) {
            (Some(ClassType::Scalar(a)), Some(ClassType::Scalar(b))) => a == b,
            (Some(ClassType::Shaped { ty: a, exact: x }), Some(ClassType::Shaped { ty: b, exact: y })) => {
                let certain = (*x && *y) || !self.egraph.analysis.views;
                certain && self.same_extents(&canonical(self.egraph, a), &canonical(self.egraph, b))
            }
            _ => false,
        }
    }
    /// Whether two types are equal, extents as classes with a difference of zero.
    fn same_extents(&self, a: &Type, b: &Type) -> bool {
        let (mut left, mut right) = (Vec::new(), Vec::new());
        let hollow = |ty: &Type, into: &mut Vec<Expr>| {
            let mut ty = ty.clone();
            ty.for_each_expr_mut(&mut |expr| into.push(std::mem::replace(expr, Expr::Undef)));
            ty
        };
        let same = hollow(a, &mut left) == hollow(b, &mut right);
        same && left.len() == right.len() && left.iter().zip(&right).all(|(a, b)| self.same_extent(a, b))
    }
    fn same_extent(&self, a: &Expr, b: &Expr) -> bool {
        let class = |expr: &Expr| expr.as_var().map(|var| Id::from(crate::base::id::Id::index(var)));
        match (class(a), class(b)) {
            (Some(a), Some(b)) => self.difference(a, b) == Some(0),
            _ => a.as_int().is_some() && a.as_int() == b.as_int(),
        }
    }
}

/// Whether every number of a type is a number of another.
pub(crate) fn is_lossless(from: DType, to: DType) -> bool {
    if from == to {
        return true;
    }
    match (from.is_float(), to.is_float()) {
        (false, false) => {
            let grows = to.bits() > from.bits();
            from.is_int() && to.is_int() && grows && (to.is_signed() || !from.is_signed())
        }
        (false, true) => from.is_int() && integer_bits(from) <= fraction_bits(to).unwrap_or(0),
        (true, true) => matches!(
            (from, to),
            (
                DType::Fp16 | DType::Bf16 | DType::Fp8E4M3FN | DType::Fp8E5M2 | DType::Fp4,
                DType::Fp32 | DType::Fp64
            ) | (DType::Fp32, DType::Fp64)
        ),
        (true, false) => false,
    }
}

/// Bits of the largest magnitude of an integer type.
fn integer_bits(dtype: DType) -> u32 {
    if dtype.is_signed() { dtype.bits() - 1 } else { dtype.bits() }
}

/// Integers of so many bits are exact in a float type.
fn fraction_bits(dtype: DType) -> Option<u32> {
    match dtype {
        DType::Fp64 => Some(53),
        DType::Fp32 => Some(24),
        DType::Fp16 => Some(11),
        DType::Bf16 => Some(8),
        _ => None,
    }
}
