//! Draws classes into those that need them.
//!
//! * A class of one node goes into all that need it if it is free, or if only one class needs it (which then pays).
//!   Such classes are drawn together along chains at once, innermost first.
//! * A class that one node needs goes into that node, which becomes one node for each of the class's.
//!
//! Neither is done where it would make many more edges.

use crate::extract::extractor::Stage;
use crate::extract::problem::{Class, Node, Problem, ProblemBuilder};
use crate::extract::reduce::{Origin, Origins, Reduced, report};

/// How many more edges may come of drawing one class in.
const MORE_EDGES: usize = 8;

pub(crate) fn reduce(reduced: &mut Reduced, stages: &mut Vec<Stage>) {
    let mut drawing = Drawing::new(&reduced.problem, &mut reduced.origins, &reduced.origin);
    drawing.single_nodes();
    drawing.rebuild();
    if drawing.drawn == 0 && drawing.dropped == 0 {
        return;
    }
    report(stages, "inlined", "classes", drawing.drawn);
    let (problem, origin) = drawing.finish();
    reduced.problem = problem;
    reduced.origin = origin;
    // A node that came to need its own class was dropped, and with it others may fall.
    let mut usable = vec![true; reduced.problem.node_count()];
    if !reduced.problem.derivable(&usable).iter().all(|&derived| derived) {
        let kept = reduced.keep(&mut usable);
        kept.expect("what can be derived without a cycle stays so");
    }
}

/// A node in the making, with children as classes of the old problem.
#[derive(Clone, Debug)]
struct Draft {
    cost: u64,
    children: Vec<Class>,
    origin: Origin,
}

struct Drawing<'a> {
    problem: &'a Problem,
    origins: &'a mut Origins,
    origin: &'a [Origin],
    /// For classes of one node that are drawn in: what to put in their place.
    instead: Vec<Option<Draft>>,
    drawn: usize,
    dropped: usize,
    /// The classes of the new problem by number, and their nodes.
    order: Vec<Class>,
    drafts: Vec<(u32, Draft)>,
    number: Vec<u32>,
}

impl<'a> Drawing<'a> {
    fn new(problem: &'a Problem, origins: &'a mut Origins, origin: &'a [Origin]) -> Self {
        Self {
            problem,
            origins,
            origin,
            instead: vec![None; problem.class_count()],
            drawn: 0,
            dropped: 0,
            order: Vec::new(),
            drafts: Vec::new(),
            number: vec![u32::MAX; problem.class_count()],
        }
    }

    /// Decides on all classes of one node, those that others need first.
    fn single_nodes(&mut self) {
        let is_single = |class: Class| class != Problem::ROOT && self.problem.nodes(class).len() == 1;
        let mut seen = vec![false; self.problem.class_count()];
        let mut order = Vec::new();
        let mut stack: Vec<(Class, usize)> = Vec::new();
        for start in self.problem.classes().filter(|&class| is_single(class)) {
            if !std::mem::replace(&mut seen[start as usize], true) {
                stack.push((start, 0));
            }
            while let Some((class, next)) = stack.last_mut() {
                let node = self.problem.nodes(*class).start;
                let Some(&child) = self.problem.children(node).get(*next) else {
                    order.push(*class);
                    stack.pop();
                    continue;
                };
                *next += 1;
                if is_single(child) && !std::mem::replace(&mut seen[child as usize], true) {
                    stack.push((child, 0));
                }
            }
        }
        for class in order {
            let draft = self.draft(self.problem.nodes(class).start);
            if self.can_be_drawn(class, &draft) {
                self.instead[class as usize] = Some(draft);
                self.drawn += 1;
            }
        }
    }

    fn can_be_drawn(&self, class: Class, draft: &Draft) -> bool {
        let parents = self.problem.parents(class);
        let first = self.problem.class_of(parents[0]);
        let one_pays = || parents.iter().all(|&parent| self.problem.class_of(parent) == first);
        let (edges, now) = (parents.len() * draft.children.len(), parents.len() + draft.children.len());
        edges <= now + MORE_EDGES && (draft.cost == 0 || one_pays())
    }

    /// `node` with those of its children drawn in that are to be.
    fn draft(&mut self, node: Node) -> Draft {
        let children = self.problem.children(node);
        let (mut cost, origin) = (self.problem.cost(node), self.origin[node as usize]);
        if children.iter().all(|&child| self.instead[child as usize].is_none()) {
            return Draft { cost, children: children.to_vec(), origin };
        }
        let (mut all, mut parts) = (Vec::new(), vec![origin]);
        for &child in children {
            match &self.instead[child as usize] {
                None => all.push(child),
                Some(draft) => {
                    cost += draft.cost;
                    all.extend_from_slice(&draft.children);
                    parts.push(draft.origin);
                }
            }
        }
        all.sort_unstable();
        all.dedup();
        Draft { cost, children: all, origin: self.origins.together(parts) }
    }

    /// Makes the nodes of all classes that the root still reaches.
    fn rebuild(&mut self) {
        let mut open = vec![Problem::ROOT];
        while let Some(class) = open.pop() {
            if self.number[class as usize] != u32::MAX {
                continue;
            }
            let number = self.order.len() as u32;
            self.number[class as usize] = number;
            self.order.push(class);
            for node in self.problem.nodes(class).rev() {
                let draft = self.draft(node);
                self.with_only_children(class, draft, number, &mut open);
            }
        }
    }

    /// Adds `draft`, or what comes of drawing in classes that only it needs, as nodes of `class`.
    fn with_only_children(&mut self, class: Class, draft: Draft, number: u32, open: &mut Vec<Class>) {
        let mut drafts = vec![draft];
        while let Some(draft) = drafts.pop() {
            if draft.children.binary_search(&class).is_ok() {
                self.dropped += 1;
                continue;
            }
            let Some(at) = draft.children.iter().position(|&child| self.is_only_child(class, child, &draft))
            else {
                open.extend(draft.children.iter().rev());
                self.drafts.push((number, draft));
                continue;
            };
            let child = draft.children[at];
            self.drawn += 1;
            for node in self.problem.nodes(child) {
                let inner = self.draft(node);
                let others = draft.children.iter().copied().filter(|&other| other != child);
                let mut children: Vec<Class> = others.chain(inner.children).collect();
                children.sort_unstable();
                children.dedup();
                let origin = self.origins.together([draft.origin, inner.origin]);
                drafts.push(Draft { cost: draft.cost + inner.cost, children, origin });
            }
        }
    }

    /// Whether `child` is a class that only `draft`, a node of `class`, needs, and small enough.
    fn is_only_child(&self, class: Class, child: Class, draft: &Draft) -> bool {
        let (parents, nodes) = (self.problem.parents(child), self.problem.nodes(child).len());
        // A parent that was drawn into several others is no longer one.
        let is_only = || self.instead[self.problem.class_of(parents[0]) as usize].is_none();
        let is_small = || (draft.children.len() - 1) * (nodes - 1) <= MORE_EDGES;
        class != Problem::ROOT && parents.len() == 1 && is_only() && is_small()
    }

    fn finish(mut self) -> (Problem, Vec<Origin>) {
        // Stable: nodes of a class stay in the order in which they were made, which is the reverse of the old.
        self.drafts.reverse();
        self.drafts.sort_by_key(|&(number, _)| number);
        let edges = self.drafts.iter().map(|(_, draft)| draft.children.len()).sum();
        let mut builder = ProblemBuilder::with_capacity(self.order.len(), self.drafts.len(), edges);
        let mut origin = Vec::with_capacity(self.drafts.len());
        let mut drafts = self.drafts.into_iter().peekable();
        for number in 0..self.order.len() as u32 {
            builder.class();
            while let Some((_, draft)) = drafts.next_if(|&(of, _)| of == number) {
                builder.node(draft.cost, draft.children.iter().map(|&child| self.number[child as usize]));
                origin.push(draft.origin);
            }
        }
        (builder.build(), origin)
    }
}
