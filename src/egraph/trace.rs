//! The trace: what laws said, in order, recorded only where somebody will ask why two things are the same.
//!
//! An entry is what was united and how to find the law's instance again; terms are not copied. Congruence is not
//! recorded: it follows.

use egg::Id;
use smallvec::SmallVec;

use crate::egraph::instantiate::InstanceId;

/// What laws said, as far as there was room.
#[derive(Clone, Debug, Default)]
pub(crate) struct Trace {
    pub(crate) said: Vec<Said>,
    /// So much is recorded.
    pub(crate) most: usize,
    /// What there was no room for.
    pub(crate) dropped: usize,
}

/// One equation.
#[derive(Clone, Debug)]
pub(crate) struct Said {
    pub(crate) left: Id,
    pub(crate) right: Id,
    pub(crate) rule: Box<str>,
    pub(crate) why: Noted,
}

/// The instance of the law.
#[derive(Clone, Debug)]
pub(crate) enum Noted {
    /// Of a rule that is text: which of its ready forms, and the classes of its variables in the order of the pattern.
    Rewrite { form: usize, bound: SmallVec<[Id; 6]> },
    /// Constants were computed.
    Folded,
    /// A sum has another form.
    Sums,
    /// Retyping twice.
    Retyped,
    /// A component of a bundle: which bundle, which component.
    Component((Id, u32)),
    /// A body stands for a call, loop or branch; which of its outputs each component is.
    Body { instance: InstanceId, given: Box<[u32]> },
    /// A loop never runs.
    NoTrips,
    /// Something leaves a loop, branch or scope as it came.
    Passed((Id, u32)),
    /// A call returns an argument.
    Returned((Id, u32)),
}

impl Trace {
    pub(crate) fn new(most: usize) -> Self {
        Self { most, ..Self::default() }
    }

    pub(crate) fn say(&mut self, (left, right): (Id, Id), rule: &str, why: Noted) {
        if self.said.len() < self.most {
            self.said.push(Said { left, right, rule: rule.into(), why });
        } else {
            self.dropped += 1;
        }
    }
}
