//! Reduction: a smaller problem with the same least cost, and the way back.
//!
//! Every step is exact for the DAG cost: from the best choice in the reduced problem the best one in the original
//! follows. Steps that compare with the cost of a known choice (the *incumbent*) keep only what may lead to a
//! cheaper one; if they leave nothing, the incumbent is optimal.
//!
//! | Step | Takes out |
//! |--|--|
//! | `prune` | what cannot be derived from what is left, or not reached |
//! | `dominated` | a node that costs no less than another of its class whose children are among its own |
//! | `inlined` | a class of one node that is free or needed by one class only, put into those who need it; a class with one parent, put into that |
//! | `cyclic` | a node that needs something that always needs the node's class |
//! | `implied` | a child that another child always needs |
//! | `bound` | a node that cannot be part of anything cheaper than the incumbent |
//! | `forced` | edges to what every choice needs: such a class becomes a child of the root |
//!
//! `cyclic`, `implied`, `bound` and `forced` rest on *must sets* (see [`must`]). Afterwards, parts of the problem
//! that only the root ties together are independent (see [`split`]).

mod dominated;
mod inline;
mod must;
mod origin;
mod split;

use crate::extract::extractor::Stage;
use crate::extract::problem::{Node, Problem};
use crate::extract::tree::{settle, without_cycles};

pub(crate) use crate::extract::reduce::origin::{Origin, Origins};
pub(crate) use crate::extract::reduce::split::split;

/// A reduced problem, and what its nodes stand for.
#[derive(Clone, Debug)]
pub(crate) struct Reduced {
    pub(crate) problem: Problem,
    origins: Origins,
    /// What each node stands for.
    origin: Vec<Origin>,
    /// Whether light reduction was done since anything else changed.
    is_light: bool,
}

/// The cost of a choice that is known, and by how much a cheaper one must be cheaper.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Incumbent {
    pub(crate) cost: u64,
    /// All costs are multiples of this.
    pub(crate) step: u64,
}

impl Incumbent {
    /// What a cheaper choice may cost at most; `None` if there can be none.
    pub(crate) const fn target(self) -> Option<u64> {
        self.cost.checked_sub(self.step)
    }
}

/// Nothing cheaper than the incumbent is left.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NothingBetter;

/// How far to go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Effort {
    /// What takes near-linear time.
    Light,
    /// Must sets too, where the problem is not too large for them.
    Full,
}

impl Reduced {
    /// The problem as it is.
    pub(crate) fn whole(problem: &Problem) -> Self {
        let nodes = problem.node_count();
        Self {
            problem: problem.clone(),
            origins: Origins::of(nodes),
            origin: (0..nodes as u32).collect(),
            is_light: false,
        }
    }

    /// Reduces until little changes; what the steps took out goes to `stages`.
    pub(crate) fn reduce(
        &mut self,
        effort: Effort,
        incumbent: Option<Incumbent>,
        stages: &mut Vec<Stage>,
    ) -> Result<(), NothingBetter> {
        loop {
            let size = self.size();
            self.lightly(stages);
            if effort == Effort::Full {
                must::reduce(self, incumbent, stages)?;
                self.lightly(stages);
            }
            // Another round costs as much as this one: it must have been worth it.
            if self.size() + self.size() / 32 >= size {
                return Ok(());
            }
        }
    }

    fn lightly(&mut self, stages: &mut Vec<Stage>) {
        while !self.is_light {
            let size = self.size();
            dominated::reduce(self, stages);
            inline::reduce(self, stages);
            self.is_light = self.size() + self.size() / 64 >= size;
        }
    }

    /// Takes out the nodes that are not `usable`, and what then falls away.
    pub(crate) fn keep(&mut self, usable: &mut [bool]) -> Result<(), NothingBetter> {
        let (problem, kept) = self.problem.retain(usable).ok_or(NothingBetter)?;
        self.replace(problem, &kept);
        Ok(())
    }

    /// Takes out the nodes that are not `usable` and can be spared, and what then falls away.
    fn spare(&mut self, usable: &[bool]) {
        let (problem, kept) = self.problem.reached(usable);
        self.replace(problem, &kept);
    }

    /// Makes the problem `problem`, which has the nodes that were `kept`.
    fn replace(&mut self, problem: Problem, kept: &[Node]) {
        self.origin = kept.iter().map(|&node| self.origin[node as usize]).collect();
        self.problem = problem;
        self.is_light = false;
    }

    /// The choice in `original` that `pick` stands for; classes it does not need have a node too.
    pub(crate) fn lift(&self, original: &Problem, pick: &[Node]) -> Vec<Node> {
        let mut wanted = vec![u32::MAX; original.class_count()];
        self.lift_into(original, pick, &mut wanted);
        without_cycles(original, &wanted)
    }

    /// A choice in the reduced problem that is as near to `pick`, one in `original`, as what is left allows.
    pub(crate) fn project(&self, pick: &[Node], original: &Problem) -> Vec<Node> {
        let is_known = self.origins.all_of(|node| pick[original.class_of(node) as usize] == node);
        settle(&self.problem, |node| {
            if is_known[self.origin[node as usize] as usize] { 0 } else { self.problem.cost(node) + 1 }
        })
    }

    /// Puts the nodes of `original` that `pick` stands for into `wanted`.
    pub(crate) fn lift_into(&self, original: &Problem, pick: &[Node], wanted: &mut [Node]) {
        let needed = self.problem.needed(pick);
        let origins = needed.iter().map(|&class| self.origin[pick[class as usize] as usize]).collect();
        self.origins.for_each(origins, |node| wanted[original.class_of(node) as usize] = node);
    }

    fn size(&self) -> usize {
        self.problem.node_count() + self.problem.edge_count()
    }
}

/// Adds a line to the report if something was taken out.
pub(crate) fn report(stages: &mut Vec<Stage>, name: &'static str, counts: &'static str, amount: usize) {
    let amount = amount as u64;
    if amount == 0 {
        return;
    }
    match stages.iter_mut().find(|stage| stage.name == name) {
        Some(stage) => stage.amount += amount,
        None => stages.push(Stage { name, counts, amount }),
    }
}
