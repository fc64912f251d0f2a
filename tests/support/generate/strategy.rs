//! Lists of choices as a `proptest` strategy, with shrinking made for them.
//!
//! Each decision of a program takes one number and the simplest one once there are none, so a program gets smaller by
//! taking out runs of numbers, long runs first, and by making numbers zero. That takes far fewer tries than shrinking
//! number by number.

use proptest::prelude::RngExt;
use proptest::strategy::{NewTree, Strategy, ValueTree};
use proptest::test_runner::TestRunner;

/// Lists of choices up to a length.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lists {
    pub(crate) longest: usize,
}

impl Strategy for Lists {
    type Tree = Shrinking;
    type Value = Vec<u32>;

    fn new_tree(&self, runner: &mut TestRunner) -> NewTree<Self> {
        let random = runner.rng();
        let len = random.random_range(0..=self.longest);
        Ok(Shrinking::new((0..len).map(|_| random.random()).collect()))
    }
}

/// A list on its way to a smaller one.
#[derive(Clone, Debug)]
pub(crate) struct Shrinking {
    /// The smallest list known to fail.
    best: Vec<u32>,
    /// The list to try.
    current: Vec<u32>,
    /// What was done to `best` to get it, and what comes next.
    step: Step,
}

/// A change of a list: what it does to numbers `at..at + run`.
#[derive(Clone, Copy, Debug)]
struct Step {
    change: Change,
    run: usize,
    at: usize,
    /// Whether this pass over all steps made anything smaller.
    helped: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Change {
    Remove,
    Zero,
    Halve,
}

impl Shrinking {
    pub(crate) fn new(list: Vec<u32>) -> Self {
        let step = Step::first(&list);
        Self { best: list.clone(), current: list, step }
    }
    /// The next list to try; `false` if there is none.
    fn propose(&mut self) -> bool {
        loop {
            if self.step.at >= self.best.len() && !self.step.narrow(&self.best) {
                self.current.clone_from(&self.best);
                return false;
            }
            if self.best.is_empty() {
                return false;
            }
            self.current = self.step.applied(&self.best);
            if self.current != self.best {
                return true;
            }
            self.step.at += self.step.run;
        }
    }
}

impl Step {
    fn first(list: &[u32]) -> Self {
        Self { change: Change::Remove, run: list.len().div_ceil(2).max(1), at: 0, helped: false }
    }
    fn applied(self, list: &[u32]) -> Vec<u32> {
        let mut list = list.to_vec();
        let end = (self.at + self.run).min(list.len());
        match self.change {
            Change::Remove => drop(list.drain(self.at..end)),
            Change::Zero => list[self.at..end].fill(0),
            Change::Halve => list[self.at..end].iter_mut().for_each(|number| *number /= 2),
        }
        list
    }
    /// Goes on to shorter runs, then to the next change, then over everything once more if that helped.
    fn narrow(&mut self, list: &[u32]) -> bool {
        self.at = 0;
        if self.run > 1 {
            self.run /= 2;
            return true;
        }
        self.run = list.len().div_ceil(2).max(1);
        match self.change {
            Change::Remove => self.change = Change::Zero,
            Change::Zero => {
                self.change = Change::Halve;
                self.run = 1;
            }
            Change::Halve if self.helped => *self = Self::first(list),
            Change::Halve => return false,
        }
        true
    }
}

impl ValueTree for Shrinking {
    type Value = Vec<u32>;

    fn current(&self) -> Vec<u32> {
        self.current.clone()
    }
    fn simplify(&mut self) -> bool {
        if self.current != self.best {
            // What removed numbers may remove those that have moved up; other changes go on behind.
            self.step.helped = true;
            self.best.clone_from(&self.current);
            if self.step.change != Change::Remove {
                self.step.at += self.step.run;
            }
        }
        self.propose()
    }
    fn complicate(&mut self) -> bool {
        self.step.at += self.step.run;
        self.propose()
    }
}
