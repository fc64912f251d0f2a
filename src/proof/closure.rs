//! Congruence closure with a forest of reasons: which terms are the same under the equations told so far, and which of
//! these it took. After Nieuwenhuis and Oliveras, "Fast congruence closure and extensions" (2007).

use std::collections::{BTreeSet, HashMap, HashSet};

use crate::base::id::{Id, IdVec};
use crate::proof::{TermId, Terms};

/// Why two terms are one class.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Why {
    /// The equation of that number.
    Told(u32),
    /// The same symbol over operands that are the same.
    Congruent(TermId, TermId),
}

/// Classes of terms that are the same.
#[derive(Clone, Debug)]
pub struct Closure<'t> {
    terms: &'t Terms,
    class: IdVec<TermId, TermId>,
    members: IdVec<TermId, Vec<TermId>>,
    /// Terms that have a member of the class as an operand.
    users: IdVec<TermId, Vec<TermId>>,
    /// The first term of each symbol over classes.
    signatures: HashMap<(u32, Vec<TermId>), TermId>,
    /// The forest: each term's neighbour towards the root of its tree, and why they are the same.
    towards: IdVec<TermId, Option<(TermId, Why)>>,
}

impl<'t> Closure<'t> {
    /// Nothing is told: only what is spelled alike is the same.
    pub fn new(terms: &'t Terms) -> Self {
        let ids = || (0..terms.terms.len()).map(TermId::new);
        let mut class = IdVec::new();
        let mut members = IdVec::new();
        let mut users = IdVec::filled(Vec::new(), terms.terms.len());
        let mut towards = IdVec::new();
        for id in ids() {
            class.push(id);
            members.push(vec![id]);
            towards.push(None);
        }
        for id in ids() {
            for child in &terms[id].children {
                users[*child].push(id);
            }
        }
        let mut closure = Self { terms, class, members, users, signatures: HashMap::new(), towards };
        let alike: Vec<_> = ids().filter_map(|id| closure.sign(id)).collect();
        closure.merge_all(alike);
        closure
    }

    /// The class of a term, by the name of one of its members.
    pub fn class(&self, term: TermId) -> TermId {
        self.class[term]
    }
    /// Whether two terms are the same.
    pub fn same(&self, a: TermId, b: TermId) -> bool {
        self.class[a] == self.class[b]
    }
    /// The terms that are the same as one.
    pub fn members(&self, term: TermId) -> &[TermId] {
        &self.members[self.class[term]]
    }
    /// The term of a symbol over terms that are the same as these.
    pub fn find(&self, symbol: u32, children: impl IntoIterator<Item = TermId>) -> Option<TermId> {
        let children = children.into_iter().map(|child| self.class[child]).collect();
        self.signatures.get(&(symbol, children)).copied()
    }

    /// Takes the equation `a = b` of that number as true.
    pub fn tell(&mut self, a: TermId, b: TermId, number: u32) {
        self.merge_all(vec![(a, b, Why::Told(number))]);
    }

    /// Notes the signature of a term; if there is one like it, the two are the same.
    fn sign(&mut self, term: TermId) -> Option<(TermId, TermId, Why)> {
        let it = &self.terms[term];
        let signature = (it.symbol, it.children.iter().map(|child| self.class[*child]).collect());
        let first = *self.signatures.entry(signature).or_insert(term);
        (self.class[first] != self.class[term]).then_some((first, term, Why::Congruent(first, term)))
    }

    fn merge_all(&mut self, mut pending: Vec<(TermId, TermId, Why)>) {
        while let Some((a, b, why)) = pending.pop() {
            let (mut small, mut large) = (self.class[a], self.class[b]);
            if small == large {
                continue;
            }
            let (mut from, mut to) = (a, b);
            let weight = |class: TermId| self.members[class].len() + self.users[class].len();
            if weight(small) > weight(large) {
                std::mem::swap(&mut small, &mut large);
                std::mem::swap(&mut from, &mut to);
            }
            self.turn(from);
            self.towards[from] = Some((to, why));
            for member in std::mem::take(&mut self.members[small]) {
                self.class[member] = large;
                self.members[large].push(member);
            }
            for user in std::mem::take(&mut self.users[small]) {
                pending.extend(self.sign(user));
                self.users[large].push(user);
            }
        }
    }

    /// Makes a term the root of its tree.
    fn turn(&mut self, term: TermId) {
        let (mut at, mut link) = (term, self.towards[term].take());
        while let Some((next, why)) = link {
            link = self.towards[next].replace((at, why));
            at = next;
        }
    }

    /// The numbers of the equations that make each pair the same; nothing for a pair that is not.
    pub fn reasons(&self, pairs: impl IntoIterator<Item = (TermId, TermId)>) -> BTreeSet<u32> {
        let mut found = BTreeSet::new();
        let mut pending: Vec<(TermId, TermId)> = pairs.into_iter().collect();
        let mut seen = HashSet::new();
        while let Some((a, b)) = pending.pop() {
            if a == b || !self.same(a, b) || !seen.insert((a.min(b), a.max(b))) {
                continue;
            }
            for (_, why) in self.path(a, b) {
                match why {
                    Why::Told(number) => drop(found.insert(number)),
                    Why::Congruent(x, y) => {
                        let children = self.terms[x].children.iter().zip(&self.terms[y].children);
                        pending.extend(children.map(|(x, y)| (*x, *y)));
                    }
                }
            }
        }
        found
    }

    /// The way from one term to another of its class: the numbers of the equations on it; `None` for a step that the
    /// parts of two terms alike explain.
    pub fn chain(&self, a: TermId, b: TermId) -> Vec<(TermId, Option<u32>)> {
        let told = |why| match why {
            Why::Told(number) => Some(number),
            Why::Congruent(..) => None,
        };
        self.path(a, b).into_iter().map(|(term, why)| (term, told(why))).collect()
    }

    /// Edges between two terms of one class, from the first on: where each leads, and why.
    fn path(&self, a: TermId, b: TermId) -> Vec<(TermId, Why)> {
        let mut before: HashMap<TermId, usize> = HashMap::new();
        let mut up = Vec::new();
        let mut at = a;
        before.insert(a, 0);
        while let Some((next, why)) = self.towards[at] {
            up.push((next, why));
            before.insert(next, up.len());
            at = next;
        }
        let mut down = Vec::new();
        let mut at = b;
        loop {
            if let Some(&meet) = before.get(&at) {
                up.truncate(meet);
                up.extend(down.into_iter().rev());
                return up;
            }
            let (next, why) = self.towards[at].expect("terms of one class are in one tree");
            down.push((at, why));
            at = next;
        }
    }
}
