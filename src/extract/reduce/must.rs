//! Must sets: what every way to have a class needs (dominators, for graphs of alternatives and conjunctions).
//!
//! `must(c)` is `c` and what is in `must` of some child for every node of `c`: the greatest solution of
//! `must(c) = {c} ∪ ⋂ over nodes n of ⋃ over children d of must(d)`, where nodes that need something that must have
//! `c` itself do not count. Found by sweeps that shrink sets, over rows of bits of which only the words between the
//! first and the last member are touched; O(sweeps × edges × words of a row).

use crate::extract::extractor::Stage;
use crate::extract::problem::{Class, Node, Problem, ProblemBuilder};
use crate::extract::reduce::{Incumbent, NothingBetter, Reduced, report};
use crate::extract::scc;

/// Above so many classes the rows would take too much space and time.
const MOST_CLASSES: usize = 16_384;

/// Takes out what must sets show to be useless.
pub(crate) fn reduce(
    reduced: &mut Reduced,
    incumbent: Option<Incumbent>,
    stages: &mut Vec<Stage>,
) -> Result<(), NothingBetter> {
    if reduced.problem.class_count() > MOST_CLASSES {
        return Ok(());
    }
    let must = Must::find(&reduced.problem);
    let mut sieve = Sieve::new(&reduced.problem, &must, incumbent)?;
    sieve.run();
    let Sieve { mut usable, cyclic, bound, dominated, .. } = sieve;
    report(stages, "cyclic", "nodes", cyclic);
    report(stages, "bound", "nodes", bound);
    report(stages, "dominated", "nodes", dominated);
    let (problem, implied, forced) = fewer_edges(&reduced.problem, &must);
    report(stages, "implied", "edges", implied);
    report(stages, "forced", "edges", forced);
    if cyclic + bound + dominated + implied + forced == 0 {
        return Ok(());
    }
    reduced.problem = problem;
    reduced.keep(&mut usable)
}

/// Rows of bits.
struct Must {
    words: usize,
    bits: Vec<u64>,
    /// The words of each class's row that may hold members.
    span: Vec<(u32, u32)>,
}

/// A set in the making.
struct Row {
    bits: Vec<u64>,
    span: (usize, usize),
}

impl Row {
    fn clear(&mut self) {
        self.bits[self.span.0..self.span.1].fill(0);
        self.span = (0, 0);
    }

    fn contains(&self, class: Class) -> bool {
        self.bits[class as usize / 64] >> (class % 64) & 1 == 1
    }

    /// Adds all members of `class`'s row.
    fn add(&mut self, must: &Must, class: Class) {
        let (start, end) = must.span(class);
        let row = &must.bits[class as usize * must.words..][start..end];
        self.bits[start..end].iter_mut().zip(row).for_each(|(ours, theirs)| *ours |= theirs);
        let is_empty = self.span.0 == self.span.1;
        self.span = if is_empty { (start, end) } else { (self.span.0.min(start), self.span.1.max(end)) };
    }

    /// Keeps only members of `other`.
    fn intersect(&mut self, other: &Self) {
        let (start, end) = (self.span.0.max(other.span.0), self.span.1.min(other.span.1));
        if start >= end {
            self.clear();
            return;
        }
        self.bits[self.span.0..start].fill(0);
        self.bits[end..self.span.1].fill(0);
        self.bits[start..end]
            .iter_mut()
            .zip(&other.bits[start..end])
            .for_each(|(ours, theirs)| *ours &= theirs);
        self.span = (start, end);
    }

    /// A bit for each member, by its number, as [`Problem::signature`] has them.
    fn signature(&self) -> u64 {
        self.bits[self.span.0..self.span.1].iter().fold(0, |bits, word| bits | word)
    }

    fn members(&self) -> impl Iterator<Item = Class> + '_ {
        members(&self.bits[self.span.0..self.span.1], self.span.0)
    }
}

/// The members in `words`, of which the first is word `first` of its row.
fn members(words: &[u64], first: usize) -> impl Iterator<Item = Class> + '_ {
    words.iter().zip(first as u32..).flat_map(|(&word, at)| {
        let mut rest = word;
        std::iter::from_fn(move || {
            let bit = (rest != 0).then(|| rest.trailing_zeros())?;
            rest &= rest - 1;
            Some(at * 64 + bit)
        })
    })
}

impl Must {
    fn find(problem: &Problem) -> Self {
        let classes = problem.class_count();
        let words = classes.div_ceil(64);
        let mut must = Self { words, bits: vec![0; classes * words], span: vec![(0, 0); classes] };
        let order = derivation_order(problem);
        let mut is_known = vec![false; classes];
        let mut is_stale = vec![true; classes];
        let (mut union, mut meet) = (must.row(), must.row());
        let mut changed = true;
        while changed {
            changed = false;
            for &class in &order {
                if !std::mem::replace(&mut is_stale[class as usize], false) {
                    continue;
                }
                must.meet(problem, class, &is_known, &mut union, &mut meet);
                if must.store(class, &meet) || !is_known[class as usize] {
                    is_known[class as usize] = true;
                    changed = true;
                    let parents = problem.parents(class).iter();
                    parents.for_each(|&parent| is_stale[problem.class_of(parent) as usize] = true);
                }
            }
        }
        must
    }

    /// What every node of `class` needs, of those whose children are known; and `class`.
    fn meet(&self, problem: &Problem, class: Class, is_known: &[bool], union: &mut Row, meet: &mut Row) {
        let mut is_first = true;
        meet.clear();
        for node in problem.nodes(class) {
            let children = problem.children(node);
            if children.iter().any(|&child| !is_known[child as usize] || self.contains(child, class)) {
                continue;
            }
            let into = if is_first { &mut *meet } else { &mut *union };
            into.clear();
            children.iter().for_each(|&child| into.add(self, child));
            if !is_first {
                meet.intersect(union);
            }
            is_first = false;
            if meet.span.0 == meet.span.1 {
                break;
            }
        }
        let word = class as usize / 64;
        meet.bits[word] |= 1 << (class % 64);
        let is_empty = meet.span.0 == meet.span.1;
        meet.span =
            if is_empty { (word, word + 1) } else { (meet.span.0.min(word), meet.span.1.max(word + 1)) };
    }

    /// Takes `row` over as the row of `class`; whether it differs.
    fn store(&mut self, class: Class, row: &Row) -> bool {
        let (start, end) = self.span(class);
        let bits = &mut self.bits[class as usize * self.words..][..self.words];
        if (start, end) == row.span && bits[start..end] == row.bits[start..end] {
            return false;
        }
        bits[start..end].fill(0);
        bits[row.span.0..row.span.1].copy_from_slice(&row.bits[row.span.0..row.span.1]);
        self.span[class as usize] = (row.span.0 as u32, row.span.1 as u32);
        true
    }

    fn row(&self) -> Row {
        Row { bits: vec![0; self.words], span: (0, 0) }
    }

    fn span(&self, class: Class) -> (usize, usize) {
        let (start, end) = self.span[class as usize];
        (start as usize, end as usize)
    }

    /// Whether every way to have `class` needs `member`.
    fn contains(&self, class: Class, member: Class) -> bool {
        self.bits[class as usize * self.words + member as usize / 64] >> (member % 64) & 1 == 1
    }

    fn members(&self, class: Class) -> impl Iterator<Item = Class> + '_ {
        let (start, end) = self.span(class);
        members(&self.bits[class as usize * self.words..][start..end], start)
    }
}

/// The classes in an order in which each has a node that needs only earlier ones.
fn derivation_order(problem: &Problem) -> Vec<Class> {
    let mut waiting: Vec<u32> =
        (0..problem.node_count() as u32).map(|node| problem.children(node).len() as u32).collect();
    let mut is_derived = vec![false; problem.class_count()];
    let mut order = Vec::with_capacity(problem.class_count());
    let derive = |node: Node, is_derived: &mut Vec<bool>, order: &mut Vec<Class>| {
        let class = problem.class_of(node);
        if !std::mem::replace(&mut is_derived[class as usize], true) {
            order.push(class);
        }
    };
    (0..problem.node_count() as u32)
        .filter(|&node| problem.children(node).is_empty())
        .for_each(|node| derive(node, &mut is_derived, &mut order));
    let mut next = 0;
    while let Some(&class) = order.get(next) {
        next += 1;
        for &parent in problem.parents(class) {
            waiting[parent as usize] -= 1;
            if waiting[parent as usize] == 0 {
                derive(parent, &mut is_derived, &mut order);
            }
        }
    }
    order
}

/// Decides which nodes stay.
struct Sieve<'a> {
    problem: &'a Problem,
    must: &'a Must,
    /// What a choice may cost above what all must have; none without an incumbent.
    slack: Option<u64>,
    least: Vec<u64>,
    /// The least cost of what each class must have and the root must not.
    extra: Vec<u64>,
    needs: Row,
    /// A bit for each child of each node, by its number.
    signature: Vec<u64>,
    usable: Vec<bool>,
    cyclic: usize,
    bound: usize,
    dominated: usize,
}

impl<'a> Sieve<'a> {
    fn new(
        problem: &'a Problem,
        must: &'a Must,
        incumbent: Option<Incumbent>,
    ) -> Result<Self, NothingBetter> {
        let least: Vec<u64> = problem.classes().map(|class| problem.least_cost(class)).collect();
        let base: u64 = must.members(Problem::ROOT).map(|class| least[class as usize]).sum();
        let slack = match incumbent.map(Incumbent::target) {
            None => None,
            Some(target) => Some(target.and_then(|target| target.checked_sub(base)).ok_or(NothingBetter)?),
        };
        let mut sieve = Self {
            problem,
            must,
            slack,
            least,
            extra: Vec::new(),
            needs: must.row(),
            signature: (0..problem.node_count() as u32).map(|node| problem.signature(node)).collect(),
            usable: vec![true; problem.node_count()],
            cyclic: 0,
            bound: 0,
            dominated: 0,
        };
        sieve.extra = problem.classes().map(|class| sieve.beyond_root(must.members(class))).collect();
        Ok(sieve)
    }

    fn run(&mut self) {
        for class in self.problem.classes() {
            for node in self.problem.nodes(class) {
                self.look_at(class, node);
            }
        }
    }

    fn look_at(&mut self, class: Class, node: Node) {
        self.needs.clear();
        for &child in self.problem.children(node) {
            self.needs.add(self.must, child);
        }
        let usable = if self.needs.contains(class) {
            self.cyclic += 1;
            false
        } else if self.is_too_dear(class, node) {
            self.bound += 1;
            false
        } else if self.is_dominated(class, node) {
            self.dominated += 1;
            false
        } else {
            true
        };
        self.usable[node as usize] = usable;
    }

    /// Whether nothing that is cheaper than the incumbent has `node`.
    fn is_too_dear(&self, class: Class, node: Node) -> bool {
        let Some(slack) = self.slack else { return false };
        let is_shared = self.must.contains(Problem::ROOT, class);
        let own = self.problem.cost(node) - if is_shared { self.least[class as usize] } else { 0 };
        let children = self.problem.children(node).iter();
        let most = children.map(|&child| self.extra[child as usize]).fold(own, u64::saturating_add);
        most > slack && own + self.beyond_root(self.needs.members()) > slack
    }

    /// Whether another node of the class costs no more and needs nothing that `node` does not need anyway.
    fn is_dominated(&self, class: Class, node: Node) -> bool {
        let signature = self.needs.signature();
        self.problem.nodes(class).any(|other| {
            self.signature[other as usize] & !signature == 0
                && other != node
                && self.usable[other as usize]
                && self.problem.cost(other) <= self.problem.cost(node)
                && self.problem.children(other).iter().all(|&child| self.needs.contains(child))
        })
    }

    /// The least cost of those classes that the root need not have.
    fn beyond_root(&self, classes: impl Iterator<Item = Class>) -> u64 {
        let beyond = classes.filter(|&class| !self.must.contains(Problem::ROOT, class));
        beyond.map(|class| self.least[class as usize]).sum()
    }
}

/// The same nodes with fewer edges: without children that others imply, and with what every choice needs below the
/// root instead of wherever no cycle could hide; and how many edges went for either reason.
fn fewer_edges(problem: &Problem, must: &Must) -> (Problem, usize, usize) {
    let parts = scc::parts(problem);
    let is_forced = |class: Class| class != Problem::ROOT && must.contains(Problem::ROOT, class);
    let (mut implied, mut forced) = (0, 0);
    let mut builder =
        ProblemBuilder::with_capacity(problem.class_count(), problem.node_count(), problem.edge_count());
    builder.class();
    builder.node(problem.cost(0), problem.classes().filter(|&class| is_forced(class)));
    for class in problem.classes().skip(1) {
        builder.class();
        for node in problem.nodes(class) {
            let children = problem.children(node);
            let stays = |&child: &Class| {
                if is_forced(child) && !parts.together(class, child) {
                    forced += 1;
                    return false;
                }
                let is_implied = children.iter().any(|&other| other != child && must.contains(other, child));
                implied += usize::from(is_implied);
                !is_implied
            };
            builder.node(problem.cost(node), children.iter().copied().filter(stays));
        }
    }
    (builder.build(), implied, forced)
}
