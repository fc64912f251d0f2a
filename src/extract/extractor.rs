//! What an extractor takes, gives and promises.

use std::fmt;

use crate::egraph::cost::Cost;
use crate::egraph::graph::{ClassId, Graph};
use crate::egraph::selection::Selection;
use crate::extract::problem::Problem;
use crate::extract::scope;

/// A way to choose.
///
/// An implementation gives [`Extractor::solve`], on dense arrays; [`Extractor::select`] does what all share.
pub trait Extractor: Sync {
    /// The name, as the command line takes it.
    fn name(&self) -> &'static str;

    /// What holds of every choice it makes when its budget suffices.
    fn promise(&self) -> Promise;

    /// Chooses in one closed region, in which every class can be derived.
    fn solve(&self, problem: &Problem, budget: Budget, seed: u64) -> Solved;

    /// Chooses for `roots`: makes the dense arrays, solves inner regions before outer ones, and puts the choices
    /// together.
    ///
    /// # Errors
    /// If a root is not in the graph or cannot be derived.
    fn select(
        &self,
        graph: &Graph,
        roots: &[ClassId],
        budget: &Budget,
        seed: u64,
    ) -> Result<Extraction, ExtractError> {
        scope::select(self, graph, roots, *budget, seed)
    }
}

/// What an extractor promises, besides a complete and acyclic choice, which all do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Promise {
    /// No choice has a lower tree cost.
    LeastTree,
    /// No choice has a lower cost, or the status says that the budget did not suffice to prove it.
    LeastDag,
    /// Nothing on the cost.
    None,
}

/// How much work may be done, in steps: about one per edge that is followed. Not time, so that results repeat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Budget {
    /// What the extractor's documentation calls its standard budget, which grows with the graph.
    #[default]
    Standard,
    /// So many steps. A valid choice is made even with none.
    Steps(u64),
}

impl Budget {
    /// The number of steps, where the standard is `standard`.
    #[must_use]
    pub const fn steps(self, standard: u64) -> u64 {
        match self {
            Self::Standard => standard,
            Self::Steps(steps) => steps,
        }
    }
}

/// What is known of a choice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// No choice is cheaper: the cost is the lower bound.
    Optimal,
    /// The extractor ran to its end.
    Heuristic,
    /// The budget ended first.
    Limit,
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Optimal => "optimal",
            Self::Heuristic => "heuristic",
            Self::Limit => "limit",
        })
    }
}

/// A choice for the roots, and what is known of it.
#[derive(Clone, PartialEq, Debug)]
pub struct Extraction {
    /// A node for each class that the roots need; none for others.
    pub choice: Selection,
    /// What the choice costs.
    pub cost: Cost,
    /// No choice costs less than this.
    pub lower_bound: Cost,
    /// Whether the choice is known to be optimal, and if not, why the search ended.
    pub status: Status,
    /// How many steps it took.
    pub steps: u64,
    /// What was done on the way, for reports: names of stages and what each removed or found.
    pub stages: Vec<Stage>,
}

/// One thing that was done on the way.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stage {
    /// What was done.
    pub name: &'static str,
    /// What it counts: `nodes` removed, the `cost` that was reached, the `bound` that was proven.
    pub counts: &'static str,
    /// How much.
    pub amount: u64,
}

/// A choice in one closed region, on dense arrays.
#[derive(Clone, Debug)]
pub struct Solved {
    /// The node of each class. What is needed from the root is complete and acyclic.
    pub pick: Vec<u32>,
    /// No choice costs less, in units of the problem.
    pub bound: u64,
    /// How the search ended; it need not notice that its cost is the bound.
    pub status: Status,
    /// How many steps it took.
    pub steps: u64,
    /// What was done on the way.
    pub stages: Vec<Stage>,
}

impl Solved {
    /// A choice without more than the bound that can be seen at once.
    #[must_use]
    pub fn heuristic(problem: &Problem, pick: Vec<u32>, steps: u64) -> Self {
        let bound = problem.trivial_bound();
        Self { pick, bound, status: Status::Heuristic, steps, stages: Vec::new() }
    }
}

/// Why nothing could be selected.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ExtractError {
    /// The root is no class of the graph, or a class without nodes (as in files whose root id is stale).
    NoSuchRoot(ClassId),
    /// All ways to have the root need the root itself, or something that must not be selected.
    Underivable(ClassId),
}

impl fmt::Display for ExtractError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSuchRoot(class) => write!(f, "the root {class} has no nodes in this graph"),
            Self::Underivable(class) => {
                write!(
                    f,
                    "the root {class} cannot be had without itself or without what must not be selected"
                )
            }
        }
    }
}

impl std::error::Error for ExtractError {}
