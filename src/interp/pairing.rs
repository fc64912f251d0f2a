//! Which buffer that one run made is which of another run: numbers say nothing, since a run may show the world buffers that
//! the other keeps to itself, as those that a scope is handed once it is a function. Two are the same where both runs first
//! name them in the same place, and stay so.

use std::collections::BTreeMap;

use crate::interp::outcome::{Event, Place, Root};

/// Buffers of two runs, paired one to one.
#[derive(Clone, Default)]
pub(crate) struct Pairing {
    there: BTreeMap<usize, usize>,
    back: BTreeMap<usize, usize>,
}

impl Pairing {
    /// Whether two buffers are the same; two that were not met before are from now on.
    pub(crate) fn root(&mut self, left: Root, right: Root) -> bool {
        let (Root::Fresh(left), Root::Fresh(right)) = (left, right) else { return left == right };
        *self.there.entry(left).or_insert(right) == right && *self.back.entry(right).or_insert(left) == left
    }
    /// Whether the world sees the same arguments.
    fn places(&mut self, left: &[Place], right: &[Place]) -> bool {
        left.len() == right.len() && left.iter().zip(right).all(|(left, right)| self.place(left, right))
    }
    fn place(&mut self, left: &Place, right: &Place) -> bool {
        match (left, right) {
            (Place::Scalar(left, left_type), Place::Scalar(right, right_type)) => {
                left.same(*right) && left_type == right_type
            }
            (Place::Task(left), Place::Task(right)) => left == right,
            (
                Place::Storage { root, offset, shape, strides },
                Place::Storage { root: root2, offset: offset2, shape: shape2, strides: strides2 },
            ) => (offset, shape, strides) == (offset2, shape2, strides2) && self.root(*root, *root2),
            (Place::Tuple(left), Place::Tuple(right)) => self.places(left, right),
            (Place::Other(left), Place::Other(right)) => left == right,
            _ => false,
        }
    }
    /// Whether the world sees the same event.
    pub(crate) fn event(&mut self, left: &Event, right: &Event) -> bool {
        match (left, right) {
            (
                Event::Submit { callee, args, deps, blocks, skipped },
                Event::Submit {
                    callee: callee2,
                    args: args2,
                    deps: deps2,
                    blocks: blocks2,
                    skipped: skipped2,
                },
            ) => {
                (callee, deps, blocks, skipped) == (callee2, deps2, blocks2, skipped2)
                    && self.places(args, args2)
            }
            (Event::Scope { deps, skipped }, Event::Scope { deps: deps2, skipped: skipped2 }) => {
                (deps, skipped) == (deps2, skipped2)
            }
            (Event::External { callee, args }, Event::External { callee: callee2, args: args2 }) => {
                callee == callee2 && self.places(args, args2)
            }
            (Event::Effect { operator, args }, Event::Effect { operator: operator2, args: args2 }) => {
                operator == operator2 && self.places(args, args2)
            }
            // What was never written may be anything.
            (Event::Shown(windows), Event::Shown(others)) => {
                let alike = |(left, right): (&Option<u64>, &Option<u64>)| left.is_none() || left == right;
                windows.len() == others.len() && windows.iter().zip(others).all(alike)
            }
            _ => false,
        }
    }
}
