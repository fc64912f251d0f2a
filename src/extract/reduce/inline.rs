//! Draws classes into those that need them.
//!
//! * A class of one node goes into all that need it if it is free, or if only one class needs it (which then pays).
//!   Such classes are drawn together along chains at once, innermost first.
//! * A class that one node needs goes into that node, which becomes one node for each of the class's.
//!
//! Neither is done where it would make many more edges.

use crate::extract::extractor::Stage;
use crate::extract::problem::{Class, Node, Problem, ProblemBuilder, sort_and_dedup};
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
    let dropped = drawing.dropped;
    let (problem, origin) = drawing.finish();
    reduced.problem = problem;
    reduced.origin = origin;
    // A node that came to need its own class was dropped, and with it others may fall.
    let mut usable = vec![true; reduced.problem.node_count()];
    if dropped > 0 && !reduced.problem.derivable(&usable).iter().all(|&derived| derived) {
        let kept = reduced.keep(&mut usable);
        kept.expect("what can be derived without a cycle stays so");
    }
}

/// A node in the making, with children as classes of the old problem.
#[derive(Clone, Copy, Debug)]
struct Draft {
    cost: u64,
    children: Children,
    origin: Origin,
}

/// The children of a draft, ascending.
#[derive(Clone, Copy, Debug)]
enum Children {
    /// Those of a node of the old problem.
    Of(Node),
    /// A range of [`Drawing::child`].
    Made(u32, u32),
}

struct Drawing<'a> {
    problem: &'a Problem,
    origins: &'a mut Origins,
    origin: &'a [Origin],
    /// For classes of one node that are drawn in: what to put in their place.
    instead: Vec<Option<Draft>>,
    /// The children of drafts that differ from those of a node.
    child: Vec<Class>,
    drawn: usize,
    dropped: usize,
    /// The classes of the new problem by number, and where the nodes of each start.
    order: Vec<Class>,
    start: Vec<u32>,
    drafts: Vec<Draft>,
    /// Drafts of one class that may still change.
    waiting: Vec<Draft>,
    number: Vec<u32>,
}

impl<'a> Drawing<'a> {
    fn new(problem: &'a Problem, origins: &'a mut Origins, origin: &'a [Origin]) -> Self {
        Self {
            problem,
            origins,
            origin,
            instead: vec![None; problem.class_count()],
            child: Vec::new(),
            drawn: 0,
            dropped: 0,
            order: Vec::new(),
            start: Vec::new(),
            drafts: Vec::with_capacity(problem.node_count()),
            waiting: Vec::new(),
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
            if self.can_be_drawn(class, draft) {
                self.instead[class as usize] = Some(draft);
                self.drawn += 1;
            }
        }
    }

    fn can_be_drawn(&self, class: Class, draft: Draft) -> bool {
        let parents = self.problem.parents(class);
        let first = self.problem.class_of(parents[0]);
        let one_pays = || parents.iter().all(|&parent| self.problem.class_of(parent) == first);
        let children = self.children(draft).len();
        let (edges, now) = (parents.len() * children, parents.len() + children);
        edges <= now + MORE_EDGES && (draft.cost == 0 || one_pays())
    }

    fn children(&self, draft: Draft) -> &[Class] {
        match draft.children {
            Children::Of(node) => self.problem.children(node),
            Children::Made(start, end) => &self.child[start as usize..end as usize],
        }
    }

    /// The children that were added since there were `start`, in order and each once.
    fn made_since(&mut self, start: usize) -> Children {
        sort_and_dedup(&mut self.child, start);
        Children::Made(start as u32, self.child.len() as u32)
    }

    /// `node` with those of its children drawn in that are to be.
    fn draft(&mut self, node: Node) -> Draft {
        let problem = self.problem;
        let mut draft = Draft {
            cost: problem.cost(node),
            children: Children::Of(node),
            origin: self.origin[node as usize],
        };
        if problem.children(node).iter().all(|&child| self.instead[child as usize].is_none()) {
            return draft;
        }
        let start = self.child.len();
        let mut parts = vec![draft.origin];
        for &child in problem.children(node) {
            match self.instead[child as usize] {
                None => self.child.push(child),
                Some(inner) => {
                    draft.cost += inner.cost;
                    parts.push(inner.origin);
                    self.add_children(inner);
                }
            }
        }
        draft.children = self.made_since(start);
        draft.origin = self.origins.together(parts);
        draft
    }

    fn add_children(&mut self, draft: Draft) {
        match draft.children {
            Children::Of(node) => self.child.extend_from_slice(self.problem.children(node)),
            Children::Made(start, end) => self.child.extend_from_within(start as usize..end as usize),
        }
    }

    /// Makes the nodes of all classes that the root still reaches.
    fn rebuild(&mut self) {
        let mut open = vec![Problem::ROOT];
        while let Some(class) = open.pop() {
            if self.number[class as usize] != u32::MAX {
                continue;
            }
            self.number[class as usize] = self.order.len() as u32;
            self.order.push(class);
            self.start.push(self.drafts.len() as u32);
            for node in self.problem.nodes(class).rev() {
                let draft = self.draft(node);
                self.with_only_children(class, draft, &mut open);
            }
        }
        self.start.push(self.drafts.len() as u32);
    }

    /// Adds `draft`, or what comes of drawing in classes that only it needs, as nodes of `class`.
    fn with_only_children(&mut self, class: Class, draft: Draft, open: &mut Vec<Class>) {
        self.waiting.push(draft);
        while let Some(draft) = self.waiting.pop() {
            let children = self.children(draft);
            if children.binary_search(&class).is_ok() {
                self.dropped += 1;
                continue;
            }
            let Some(&child) =
                children.iter().find(|&&child| self.is_only_child(class, child, children.len()))
            else {
                open.extend(children.iter().rev());
                self.drafts.push(draft);
                continue;
            };
            self.drawn += 1;
            for node in self.problem.nodes(child) {
                let inner = self.draft(node);
                let start = self.child.len();
                self.add_children(draft);
                let at =
                    start + self.child[start..].binary_search(&child).expect("it is a child of the draft");
                self.child.remove(at);
                self.add_children(inner);
                let children = self.made_since(start);
                let origin = self.origins.together([draft.origin, inner.origin]);
                self.waiting.push(Draft { cost: draft.cost + inner.cost, children, origin });
            }
        }
    }

    /// Whether `child` is a class that only one node needs, of `class` and with so many children, and small enough.
    fn is_only_child(&self, class: Class, child: Class, children: usize) -> bool {
        let (parents, nodes) = (self.problem.parents(child), self.problem.nodes(child).len());
        // A parent that was drawn into several others is no longer one.
        let is_only = || self.instead[self.problem.class_of(parents[0]) as usize].is_none();
        let is_small = || (children - 1) * (nodes - 1) <= MORE_EDGES;
        class != Problem::ROOT && parents.len() == 1 && is_only() && is_small()
    }

    fn finish(self) -> (Problem, Vec<Origin>) {
        let edges = self.drafts.iter().map(|&draft| self.children(draft).len()).sum();
        let mut builder = ProblemBuilder::with_capacity(self.order.len(), self.drafts.len(), edges);
        let mut origin = Vec::with_capacity(self.drafts.len());
        for range in self.start.windows(2) {
            builder.class();
            // They were made in the reverse of the old order.
            for &draft in self.drafts[range[0] as usize..range[1] as usize].iter().rev() {
                let children = self.children(draft).iter();
                builder.node(draft.cost, children.map(|&child| self.number[child as usize]));
                origin.push(draft.origin);
            }
        }
        (builder.build(), origin)
    }
}
