//! `random`: a choice by seed, for tests. Cheapness is a wish; that any choice is right is a duty.
//!
//! Every acyclic choice has a chance: it is the least tree cost where its nodes happen to be cheap.

use crate::extract::extractor::{Budget, Extractor, Promise, Solved};
use crate::extract::problem::Problem;
use crate::extract::tree::settle;

/// A choice by seed. See the module's text. Needs no budget.
#[derive(Clone, Copy, Debug)]
pub struct Random;

impl Extractor for Random {
    fn name(&self) -> &'static str {
        "random"
    }

    fn promise(&self) -> Promise {
        Promise::None
    }

    fn solve(&self, problem: &Problem, _: Budget, seed: u64) -> Solved {
        let mut dice = Dice::new(seed);
        // From 1 to 2^32, each power of two as likely as another.
        let mut weight = |_| {
            let most = 1 << dice.below(32);
            1 + dice.below(most)
        };
        let weights: Vec<u64> = (0..problem.node_count()).map(&mut weight).collect();
        let pick = settle(problem, |node| weights[node as usize]);
        Solved::heuristic(problem, pick, problem.edge_count() as u64)
    }
}

/// Random numbers by seed (SplitMix64, by Steele, Lea and Flood), the same everywhere and for ever.
#[derive(Clone, Debug)]
pub(crate) struct Dice {
    state: u64,
}

impl Dice {
    pub(crate) const fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    /// The next 64 bits.
    pub(crate) const fn bits(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `end`.
    pub(crate) const fn below(&mut self, end: u64) -> u64 {
        ((self.bits() as u128 * end as u128) >> 64) as u64
    }
}
