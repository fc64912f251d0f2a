//! Sets of classes with their total weight, which share what they have in common.
//!
//! The cone of a class is all that its choice needs, itself included. Cones along a chain differ little from
//! each other and would take quadratic space as lists. Here a set is a big-endian Patricia trie over words of 64
//! classes, each node of the trie knowing its weight: a union costs time and space only where the two differ,
//! and answers with one of them where it contains the other. Tries are counted and given back, so only the cones
//! that may still be asked for are kept.
//!
//! C. Okasaki and A. Gill, "Fast mergeable integer maps", ML Workshop 1998.

/// A set in [`Cones`]. Each value is one reference: it is given back by [`Cones::release`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Cone(u32);

impl Cone {
    /// The empty set.
    pub(crate) const EMPTY: Self = Self(u32::MAX);
}

/// A node of a trie: a word of 64 classes, or a fork.
#[derive(Clone, Copy, Debug)]
struct Part {
    weight: u64,
    /// A word's members, or a fork's two parts: the one whose keys have the fork's bit clear in the low half.
    content: u64,
    /// A word's number, or the bits above the fork's bit that all its words have in common.
    key: u32,
    references: u32,
    /// 0 for a word, else one more than the number of the bit in which the two parts of a fork differ.
    level: u32,
}

/// What two tries are to each other, by their keys.
enum Meet {
    /// Both hold keys of one fork or word.
    Same,
    /// The second lies within the part of the first whose bit is this.
    InFirst(bool),
    /// The first lies within the part of the second whose bit is this.
    InSecond(bool),
    /// Neither holds the other.
    Apart,
}

/// All sets, and the weight of each class.
#[derive(Debug)]
pub(crate) struct Cones {
    parts: Vec<Part>,
    free: Vec<u32>,
    weight: Vec<u64>,
    steps: u64,
}

impl Cones {
    /// No sets, of `classes` classes that weigh nothing yet.
    pub(crate) fn new(classes: usize) -> Self {
        Self { parts: Vec::new(), free: Vec::new(), weight: vec![0; classes], steps: 0 }
    }

    /// How many parts were looked at so far.
    pub(crate) const fn steps(&self) -> u64 {
        self.steps
    }

    /// For how many parts there ever was room at once. It never falls.
    pub(crate) const fn room(&self) -> usize {
        self.parts.len()
    }

    /// Says what `class` weighs, before it is in any set.
    pub(crate) fn set_weight(&mut self, class: u32, weight: u64) {
        self.weight[class as usize] = weight;
    }

    /// The sum of the weights of the classes in `cone`.
    pub(crate) fn weight(&self, cone: Cone) -> u64 {
        if cone == Cone::EMPTY { 0 } else { self.part(cone.0).weight }
    }

    /// Another reference to `cone`.
    pub(crate) fn share(&mut self, cone: Cone) -> Cone {
        if cone != Cone::EMPTY {
            self.parts[cone.0 as usize].references += 1;
        }
        cone
    }

    /// Gives one reference back.
    pub(crate) fn release(&mut self, cone: Cone) {
        if cone == Cone::EMPTY {
            return;
        }
        let part = &mut self.parts[cone.0 as usize];
        part.references -= 1;
        if part.references == 0 {
            self.free.push(cone.0);
            if part.level > 0 {
                let (low, high) = halves(part.content);
                self.release(Cone(low));
                self.release(Cone(high));
            }
        }
    }

    /// The set of `class` alone.
    pub(crate) fn singleton(&mut self, class: u32) -> Cone {
        let weight = self.weight[class as usize];
        Cone(self.make(Part { weight, content: 1 << (class % 64), key: class / 64, references: 0, level: 0 }))
    }

    /// The classes in either set; takes over neither reference.
    pub(crate) fn union(&mut self, a: Cone, b: Cone) -> Cone {
        match (a, b) {
            (Cone::EMPTY, other) | (other, Cone::EMPTY) => self.share(other),
            (a, b) => Cone(self.join(a.0, b.0)),
        }
    }

    /// The union of two tries as a new reference. Recursion is as deep as a class number has bits.
    fn join(&mut self, a: u32, b: u32) -> u32 {
        self.steps += 1;
        if a == b {
            return self.share(Cone(a)).0;
        }
        let (first, second) = (*self.part(a), *self.part(b));
        match meet(&first, &second) {
            Meet::Same if first.level == 0 => self.join_words(a, b),
            Meet::Same => {
                let (a_low, a_high) = halves(first.content);
                let (b_low, b_high) = halves(second.content);
                let (low, high) = (self.join(a_low, b_low), self.join(a_high, b_high));
                self.fork_or_known(low, high, &first, [a, b])
            }
            Meet::InFirst(bit) => self.join_within(a, b, bit),
            Meet::InSecond(bit) => self.join_within(b, a, bit),
            Meet::Apart => {
                let level = u32::BITS - (lowest_key(&first) ^ lowest_key(&second)).leading_zeros();
                let in_high = bit_of(lowest_key(&first), level);
                let (low, high) = if in_high { (b, a) } else { (a, b) };
                self.share(Cone(low));
                self.share(Cone(high));
                self.fork(low, high, lowest_key(&first), level)
            }
        }
    }

    /// The union of the fork `outer` with `inner`, whose keys all belong to the part of `outer` with `bit`.
    fn join_within(&mut self, outer: u32, inner: u32, bit: bool) -> u32 {
        let fork = *self.part(outer);
        let (low, high) = halves(fork.content);
        let (low, high) = if bit {
            (self.share(Cone(low)).0, self.join(high, inner))
        } else {
            (self.join(low, inner), self.share(Cone(high)).0)
        };
        self.fork_or_known(low, high, &fork, [outer, outer])
    }

    fn join_words(&mut self, a: u32, b: u32) -> u32 {
        let (first, second) = (*self.part(a), *self.part(b));
        let both = first.content | second.content;
        if both == first.content {
            return self.share(Cone(a)).0;
        }
        if both == second.content {
            return self.share(Cone(b)).0;
        }
        let (mut weight, mut new) = (first.weight, second.content & !first.content);
        while new != 0 {
            weight += self.weight[first.key as usize * 64 + new.trailing_zeros() as usize];
            new &= new - 1;
        }
        self.make(Part { weight, content: both, ..first })
    }

    /// The fork of `low` and `high` like `model`; one of `known` if it is that already.
    fn fork_or_known(&mut self, low: u32, high: u32, model: &Part, known: [u32; 2]) -> u32 {
        let content = content(low, high);
        if let Some(same) = known.into_iter().find(|&fork| self.part(fork).content == content) {
            self.release(Cone(low));
            self.release(Cone(high));
            return self.share(Cone(same)).0;
        }
        self.fork(low, high, model.key, model.level)
    }

    /// A fork that takes over the references `low` and `high`; `key` is one of its keys.
    fn fork(&mut self, low: u32, high: u32, key: u32, level: u32) -> u32 {
        let weight = self.part(low).weight + self.part(high).weight;
        let key = above(key, level);
        self.make(Part { weight, content: content(low, high), key, references: 0, level })
    }

    fn make(&mut self, part: Part) -> u32 {
        let part = Part { references: 1, ..part };
        match self.free.pop() {
            Some(free) => {
                self.parts[free as usize] = part;
                free
            }
            None => {
                self.parts.push(part);
                self.parts.len() as u32 - 1
            }
        }
    }

    fn part(&self, part: u32) -> &Part {
        &self.parts[part as usize]
    }
}

fn meet(a: &Part, b: &Part) -> Meet {
    if a.level == b.level && a.key == b.key {
        Meet::Same
    } else if a.level > b.level && above(b.key, a.level) == a.key {
        Meet::InFirst(bit_of(b.key, a.level))
    } else if b.level > a.level && above(a.key, b.level) == b.key {
        Meet::InSecond(bit_of(a.key, b.level))
    } else {
        Meet::Apart
    }
}

/// A key with the bits of the first `level` cleared.
const fn above(key: u32, level: u32) -> u32 {
    if level >= u32::BITS { 0 } else { key >> level << level }
}

const fn bit_of(key: u32, level: u32) -> bool {
    key >> (level - 1) & 1 == 1
}

/// A key that agrees with all keys of `part` in the bits that they have in common.
const fn lowest_key(part: &Part) -> u32 {
    part.key
}

const fn halves(content: u64) -> (u32, u32) {
    (content as u32, (content >> 32) as u32)
}

const fn content(low: u32, high: u32) -> u64 {
    low as u64 | (high as u64) << 32
}

#[cfg(test)]
mod tests {
    use super::{Cone, Cones};
    use std::collections::BTreeSet;

    /// Small steps of a linear congruential generator.
    fn next(state: &mut u64) -> u64 {
        *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        *state >> 33
    }

    #[test]
    fn unions_weigh_what_lists_weigh() {
        let classes = 5000;
        let mut state = 7;
        let mut cones = Cones::new(classes);
        let weights: Vec<u64> = (0..classes).map(|_| next(&mut state) % 100).collect();
        (0..classes).for_each(|class| cones.set_weight(class as u32, weights[class]));
        let mut known: Vec<(Cone, BTreeSet<u32>)> = Vec::new();
        for round in 0..3000_u32 {
            let class = (next(&mut state) % classes as u64) as u32;
            if round % 3 == 0 || known.len() < 2 {
                known.push((cones.singleton(class), BTreeSet::from([class])));
                continue;
            }
            let a = next(&mut state) as usize % known.len();
            let b = next(&mut state) as usize % known.len();
            let cone = cones.union(known[a].0, known[b].0);
            let list: BTreeSet<u32> = known[a].1.union(&known[b].1).copied().collect();
            assert_eq!(cones.weight(cone), list.iter().map(|&class| weights[class as usize]).sum::<u64>());
            known.push((cone, list));
        }
        for (cone, _) in known {
            cones.release(cone);
        }
        assert_eq!(cones.free.len(), cones.parts.len(), "all parts are given back");
    }

    #[test]
    fn a_chain_of_cones_shares() {
        let classes = 100_000;
        let mut cones = Cones::new(classes);
        let mut chain = Cone::EMPTY;
        for class in 0..classes as u32 {
            cones.set_weight(class, 1);
            let one = cones.singleton(class);
            let longer = cones.union(chain, one);
            cones.release(chain);
            cones.release(one);
            chain = longer;
        }
        assert_eq!(cones.weight(chain), classes as u64);
        assert!(cones.parts.len() < classes / 16, "{} parts", cones.parts.len());
    }
}
