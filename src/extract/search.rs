//! The state of local search: a choice, how often each class is used by it, and what it costs; with undo.
//!
//! A class is *selected* if it is used. Changing a selected class's node gives back what only the old node used
//! and takes what the new one needs, so a change costs what it touches (exact local area, as in technology
//! mapping: A. Mishchenko, S. Chatterjee, R. Brayton, "Improvements to technology mapping for LUT-based FPGAs",
//! IEEE TCAD 26 (2007)).
//!
//! *Keeps true*: the nodes of all classes, selected or not, have no cycle among them. A class that is not
//! selected keeps a node: what it would be had with.

use crate::extract::problem::{Class, Node, Problem};
use crate::extract::scc::{self, Parts};
use crate::extract::tree::settle;

/// So many classes are made to go around another one for one move.
const MOST_DETOURS: usize = 8;

pub(crate) struct Search<'a> {
    pub(crate) problem: &'a Problem,
    parts: Parts,
    least: Vec<u64>,
    pick: Vec<Node>,
    /// How many selected classes' nodes need each class; one more for the root.
    uses: Vec<u32>,
    cost: u64,
    pub(crate) steps: u64,
    /// Classes and what they had before, oldest first, since the last commit.
    log: Vec<(Class, Node)>,
    /// What happened to uses since then, oldest first: twice the class, and one if it was a use less.
    trail: Vec<u32>,
    /// The cost then.
    committed: u64,
    /// Classes that became selected since the last look.
    fresh: Vec<Class>,
    open: Vec<Class>,
    seen_by: Vec<u32>,
    stamp: u32,
}

impl<'a> Search<'a> {
    /// Starts at `pick`, which has no cycles and a node for every class.
    pub(crate) fn new(problem: &'a Problem, pick: Vec<Node>) -> Self {
        let classes = problem.class_count();
        let mut search = Self {
            problem,
            parts: scc::parts(problem),
            least: problem.classes().map(|class| problem.least_cost(class)).collect(),
            pick,
            uses: vec![0; classes],
            cost: 0,
            steps: 0,
            log: Vec::new(),
            trail: Vec::new(),
            committed: 0,
            fresh: Vec::new(),
            open: Vec::new(),
            seen_by: vec![0; classes],
            stamp: 0,
        };
        search.take(Problem::ROOT, u64::MAX);
        search.fresh.clear();
        search.commit();
        search
    }

    pub(crate) const fn cost(&self) -> u64 {
        self.cost
    }

    pub(crate) fn pick(&self) -> &[Node] {
        &self.pick
    }

    pub(crate) fn into_pick(self) -> Vec<Node> {
        self.pick
    }

    pub(crate) fn is_selected(&self, class: Class) -> bool {
        self.uses[class as usize] > 0
    }

    pub(crate) fn node(&self, class: Class) -> Node {
        self.pick[class as usize]
    }

    /// The selected classes, ascending.
    pub(crate) fn selected(&self) -> Vec<Class> {
        self.problem.classes().filter(|&class| self.is_selected(class)).collect()
    }

    /// Returns to the last commit.
    pub(crate) fn undo(&mut self) {
        while let Some((class, node)) = self.log.pop() {
            self.pick[class as usize] = node;
        }
        self.rewind(Mark { trail: 0, fresh: 0, cost: self.committed });
    }

    /// Forgets how to return.
    pub(crate) fn commit(&mut self) {
        self.log.clear();
        self.trail.clear();
        self.committed = self.cost;
    }

    /// Gives `class` the node `node`; the caller knows that this closes no cycle.
    pub(crate) fn change(&mut self, class: Class, node: Node) {
        self.log.push((class, self.pick[class as usize]));
        self.put(class, node);
    }

    /// What the selected `class` would give back without its node, were nothing else needed instead.
    pub(crate) fn spared_by(&mut self, class: Class) -> u64 {
        let (node, start) = (self.pick[class as usize], self.mark());
        self.release_children(node);
        let spared = self.problem.cost(node) + start.cost - self.cost;
        self.rewind(start);
        spared
    }

    /// Whether the cost could be at most `most` if `class`, which spares `spared`, had `node`, as far as can be seen
    /// at once.
    pub(crate) fn may_cost(&mut self, node: Node, spared: u64, most: u64) -> bool {
        self.cost + self.at_least(node) <= most.saturating_add(spared)
    }

    /// Gives `class`, which spares `spared`, the node `node` if the cost is then at most `most`; whether it did. The
    /// caller knows that this closes no cycle.
    pub(crate) fn change_within(&mut self, class: Class, node: Node, spared: u64, most: u64) -> bool {
        let (before, start) = (self.pick[class as usize], self.mark());
        // What is taken before anything is given back costs no less than what has to be paid in the end.
        let limit = most.saturating_add(spared).saturating_sub(self.problem.cost(node));
        for &child in self.problem.children(node) {
            self.take(child, limit);
            if self.cost > limit {
                self.rewind(start);
                return false;
            }
        }
        self.cost = self.cost - self.problem.cost(before) + self.problem.cost(node);
        self.release_children(before);
        if self.cost > most {
            self.rewind(start);
            return false;
        }
        self.log.push((class, before));
        self.pick[class as usize] = node;
        true
    }

    /// What was changed since the last commit: classes and what they had before, oldest first.
    pub(crate) fn changed(&self) -> &[(Class, Node)] {
        &self.log
    }

    /// Takes the classes that became selected since the last call, and still are.
    pub(crate) fn take_fresh(&mut self, into: &mut Vec<Class>) {
        let uses = &self.uses;
        into.extend(self.fresh.drain(..).filter(|&class| uses[class as usize] > 0));
    }

    /// Whether `class` could have `node` without needing itself.
    pub(crate) fn is_acyclic(&mut self, class: Class, node: Node) -> bool {
        if !self.parts.is_cyclic(class) {
            return true;
        }
        self.stamp += 1;
        self.open.clear();
        self.open.extend_from_slice(self.problem.children(node));
        while let Some(next) = self.open.pop() {
            if next == class {
                return false;
            }
            let is_new = std::mem::replace(&mut self.seen_by[next as usize], self.stamp) != self.stamp;
            if is_new && self.parts.together(next, class) {
                self.steps += 1;
                self.open.extend_from_slice(self.problem.children(self.pick[next as usize]));
            }
        }
        true
    }

    /// Makes sure that `class` could have `node`: where a cycle would close through classes that are not selected,
    /// they take other nodes, which costs nothing. `false` if a cycle is left; what was changed is in the log.
    pub(crate) fn make_acyclic(&mut self, class: Class, node: Node) -> bool {
        for _ in 0..MOST_DETOURS {
            if self.is_acyclic(class, node) {
                return true;
            }
            if !self.detour(class, node) {
                return false;
            }
        }
        false
    }

    /// Gives a class that is not selected, on the way from `node` to `class`, a node that does not lead to `class`.
    fn detour(&mut self, class: Class, node: Node) -> bool {
        let mut path = self.way(class, node);
        path.retain(|&at| !self.is_selected(at));
        for &at in path.iter().take(MOST_DETOURS) {
            for other in self.problem.nodes(at) {
                if other != self.pick[at as usize] && self.avoids(at, other, class) {
                    self.change(at, other);
                    return true;
                }
            }
        }
        false
    }

    /// Whether `at` could have `node` and need neither itself nor `class`.
    fn avoids(&mut self, at: Class, node: Node, class: Class) -> bool {
        !self.problem.children(node).contains(&class)
            && self.is_acyclic(at, node)
            && self.is_acyclic(class, node)
    }

    /// The classes from a child of `node` to `class`, which it needs, the last first and without `class`.
    fn way(&mut self, class: Class, node: Node) -> Vec<Class> {
        self.stamp += 1;
        let mut path: Vec<(Class, usize)> = Vec::new();
        let mut next_of_node = 0;
        loop {
            let (holder, next) = match path.last_mut() {
                Some((holder, next)) => (self.pick[*holder as usize], next),
                None => (node, &mut next_of_node),
            };
            let child = self.problem.children(holder).get(*next).copied();
            *next += 1;
            let Some(child) = child else {
                if path.pop().is_none() {
                    return Vec::new();
                }
                continue;
            };
            if child == class {
                return path.iter().rev().map(|&(class, _)| class).collect();
            }
            let is_new = std::mem::replace(&mut self.seen_by[child as usize], self.stamp) != self.stamp;
            if is_new && self.parts.together(child, class) {
                self.steps += 1;
                path.push((child, 0));
            }
        }
    }

    /// Gives the selected `class` the node that is cheapest while all others stay; whether it changed.
    pub(crate) fn improve(&mut self, class: Class) -> bool {
        self.problem.nodes(class).len() > 1
            && self.cost.checked_sub(1).is_some_and(|most| self.replace(class, None, most))
    }

    /// Gives the selected `class` the cheapest other node, none that has `without` as a child, if the cost is then
    /// at most `most`; whether it did.
    pub(crate) fn replace(&mut self, class: Class, without: Option<Class>, most: u64) -> bool {
        let (current, start) = (self.pick[class as usize], self.mark());
        self.release_children(current);
        let rest = self.cost - self.problem.cost(current);
        let best = most.checked_sub(rest).and_then(|most| self.cheapest(class, without, most));
        self.rewind(start);
        if let Some(node) = best {
            self.change(class, node);
        }
        best.is_some()
    }

    /// The node of `class`, other than what it has, that adds least to the cost, and at most `most`; none that has
    /// `without` as a child. What its present node needs was given back.
    fn cheapest(&mut self, class: Class, without: Option<Class>, mut most: u64) -> Option<Node> {
        let mut best = None;
        for node in self.problem.nodes(class) {
            if node != self.pick[class as usize]
                && without.is_none_or(|without| !self.problem.children(node).contains(&without))
                && let Some(price) = self.price(node, most)
                && self.is_acyclic(class, node)
            {
                best = Some(node);
                match price.checked_sub(1) {
                    Some(less) => most = less,
                    None => break,
                }
            }
        }
        best
    }

    /// Gives the selected `class` the node `node` unless that is dearer while all others stay.
    pub(crate) fn prefer(&mut self, class: Class, node: Node) {
        let (current, start) = (self.pick[class as usize], self.mark());
        self.release_children(current);
        let most = self.problem.cost(current) + start.cost - self.cost;
        let is_dearer = self.price(node, most).is_none();
        self.rewind(start);
        if !is_dearer && self.is_acyclic(class, node) {
            self.change(class, node);
        }
    }

    /// What `node` adds to the cost, if that is at most `most`.
    fn price(&mut self, node: Node, most: u64) -> Option<u64> {
        if self.at_least(node) > most {
            return None;
        }
        let start = self.mark();
        let limit = self.cost + most - self.problem.cost(node);
        for &child in self.problem.children(node) {
            self.take(child, limit);
            if self.cost > limit {
                break;
            }
        }
        let price = self.problem.cost(node) + self.cost - start.cost;
        self.rewind(start);
        (price <= most).then_some(price)
    }

    /// What `node` adds to the cost at least, besides what is selected.
    fn at_least(&mut self, node: Node) -> u64 {
        let children = self.problem.children(node);
        self.steps += 1 + children.len() as u64;
        let missing = children.iter().filter(|&&child| self.uses[child as usize] == 0);
        self.problem.cost(node) + missing.map(|&child| self.least[child as usize]).sum::<u64>()
    }

    /// Gives every class that is not selected the node it is cheapest to have with next to what is selected.
    pub(crate) fn refresh(&mut self) {
        /// Dearer than anything.
        const NEVER: u64 = 1 << 61;
        let pick = settle(self.problem, |node| {
            let class = self.problem.class_of(node);
            match (self.is_selected(class), self.pick[class as usize] == node) {
                (true, true) => 0,
                (true, false) => NEVER,
                (false, _) => self.problem.cost(node),
            }
        });
        debug_assert!(self.selected().iter().all(|&class| pick[class as usize] == self.pick[class as usize]));
        self.pick = pick;
        self.commit();
        self.steps += self.problem.edge_count() as u64;
    }

    fn put(&mut self, class: Class, node: Node) {
        let before = std::mem::replace(&mut self.pick[class as usize], node);
        if self.is_selected(class) {
            self.cost = self.cost - self.problem.cost(before) + self.problem.cost(node);
            for &child in self.problem.children(node) {
                self.take(child, u64::MAX);
            }
            self.release_children(before);
        }
    }

    const fn mark(&self) -> Mark {
        Mark { trail: self.trail.len(), fresh: self.fresh.len(), cost: self.cost }
    }

    /// Takes back all uses since `mark`; the nodes of classes must be what they were then.
    fn rewind(&mut self, mark: Mark) {
        for entry in self.trail.drain(mark.trail..).rev() {
            let uses = &mut self.uses[(entry >> 1) as usize];
            *uses = if entry & 1 == 0 { *uses - 1 } else { *uses + 1 };
        }
        self.fresh.truncate(mark.fresh);
        self.cost = mark.cost;
    }

    /// One more use of `class`. Once the cost is above `limit` it stops half-way, for the caller to rewind.
    fn take(&mut self, class: Class, limit: u64) {
        let bottom = self.open.len();
        self.add_use(class);
        while self.open.len() > bottom && self.cost <= limit {
            let class = self.open.pop().expect("the stack is above its bottom");
            let node = self.pick[class as usize];
            self.cost += self.problem.cost(node);
            self.fresh.push(class);
            let children = self.problem.children(node);
            self.steps += 1 + children.len() as u64;
            for &child in children {
                self.add_use(child);
            }
        }
        self.open.truncate(bottom);
    }

    /// Counts one more use of `class`; what it needs, if this is the first, is left to do.
    fn add_use(&mut self, class: Class) {
        let uses = &mut self.uses[class as usize];
        *uses += 1;
        self.trail.push(class << 1);
        if *uses == 1 {
            self.open.push(class);
        }
    }

    /// One use less of each child of `node`.
    fn release_children(&mut self, node: Node) {
        let bottom = self.open.len();
        self.drop_uses(node);
        while self.open.len() > bottom {
            let class = self.open.pop().expect("the stack is above its bottom");
            let node = self.pick[class as usize];
            self.cost -= self.problem.cost(node);
            self.steps += 1 + self.problem.children(node).len() as u64;
            self.drop_uses(node);
        }
    }

    /// Counts one use less of each child of `node`; what they need, if it was the last, is left to do.
    fn drop_uses(&mut self, node: Node) {
        for &child in self.problem.children(node) {
            let uses = &mut self.uses[child as usize];
            *uses -= 1;
            self.trail.push(child << 1 | 1);
            if *uses == 0 {
                self.open.push(child);
            }
        }
    }
}

/// A state of the uses to return to.
#[derive(Clone, Copy)]
struct Mark {
    trail: usize,
    fresh: usize,
    cost: u64,
}
