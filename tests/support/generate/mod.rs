//! Programs by choice: whole well-typed programs as DSL text, each decided by a list of numbers.
//!
//! Every decision takes the next number; when they run out, each decision is the first and simplest one, so that a
//! shorter list of smaller numbers is a smaller program and `proptest` shrinks programs by shrinking lists. The programs
//! stay within bounds whatever their inputs, write what they read, and name nothing that is not defined.

mod attacks;
mod body;
mod call;
mod choices;
mod control;
mod kernel;
mod scope;
pub(crate) mod strategy;
mod wrapper;
mod writer;

use crate::generate::choices::Choices;
use crate::generate::writer::Writer;

/// The text of the program that these choices make.
pub(crate) fn program(choices: &[u32]) -> String {
    // Each part of the program has its own share, or the first functions would take it all.
    let share =
        |from: usize, to: usize| Choices::new(&choices[choices.len() * from / 100..choices.len() * to / 100]);
    let mut writer = Writer::new(share(0, 25));
    let kernels = writer.choices.below(3) + 1;
    for _ in 0..kernels {
        kernel::kernel(&mut writer);
    }
    writer.choices = share(25, 35);
    let wrappers = writer.choices.weighted(&[(3, 0), (2, 1), (1, 2)]);
    for _ in 0..wrappers {
        wrapper::wrapper(&mut writer);
    }
    writer.choices = share(35, 62);
    let helpers = writer.choices.below(5);
    for _ in 0..helpers {
        body::helper(&mut writer);
    }
    writer.choices = share(62, 66);
    if writer.choices.chance(50) {
        attacks::attack(&mut writer);
    }
    writer.choices = share(66, 100);
    body::entry(&mut writer);
    writer.finish()
}

/// A list of choices from a seed, for benches and for runs over numbered programs.
pub(crate) fn choices(seed: u64, len: usize) -> Vec<u32> {
    let mut state = seed;
    let mut next = || {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = state;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (bits ^ (bits >> 31)) as u32
    };
    (0..len).map(|_| next()).collect()
}
