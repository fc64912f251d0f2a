//! Strongly connected parts of the classes of a problem.
//!
//! R. Tarjan, "Depth-first search and linear graph algorithms", SIAM Journal on Computing 1 (1972); with an
//! explicit stack.

use crate::extract::problem::{Class, Problem};

/// Which part each class is in.
#[derive(Clone, Debug)]
pub(crate) struct Parts {
    /// The number of each class's part. A part's number is larger than those of the parts that it needs.
    pub(crate) part: Vec<u32>,
    /// How many classes each part has.
    pub(crate) size: Vec<u32>,
}

impl Parts {
    /// Whether `class` can reach itself: parts of one class have no cycle, since no node needs its own class.
    pub(crate) fn is_cyclic(&self, class: Class) -> bool {
        self.size[self.part[class as usize] as usize] > 1
    }

    /// Whether the two are in one part.
    pub(crate) fn together(&self, a: Class, b: Class) -> bool {
        self.part[a as usize] == self.part[b as usize]
    }
}

/// Finds the parts.
pub(crate) fn parts(problem: &Problem) -> Parts {
    let mut tarjan = Tarjan {
        problem,
        index: vec![UNSEEN; problem.class_count()],
        low: vec![0; problem.class_count()],
        open: Vec::new(),
        parts: Parts { part: vec![UNSEEN; problem.class_count()], size: Vec::new() },
        next: 0,
    };
    for class in problem.classes() {
        if tarjan.index[class as usize] == UNSEEN {
            tarjan.visit(class);
        }
    }
    tarjan.parts
}

const UNSEEN: u32 = u32::MAX;

struct Tarjan<'a> {
    problem: &'a Problem,
    index: Vec<u32>,
    low: Vec<u32>,
    /// Classes that were seen and are in no part yet.
    open: Vec<Class>,
    parts: Parts,
    next: u32,
}

/// A class whose nodes' children are being looked at: the next node, and its next child.
struct Frame {
    class: Class,
    node: u32,
    child: usize,
}

impl Tarjan<'_> {
    fn visit(&mut self, start: Class) {
        let mut frames = vec![self.enter(start)];
        while let Some(frame) = frames.last_mut() {
            let (class, end) = (frame.class, self.problem.nodes(frame.class).end);
            if frame.node == end {
                frames.pop();
                self.leave(class);
                if let Some(parent) = frames.last() {
                    let low = self.low[class as usize].min(self.low[parent.class as usize]);
                    self.low[parent.class as usize] = low;
                }
                continue;
            }
            let Some(&child) = self.problem.children(frame.node).get(frame.child) else {
                frame.node += 1;
                frame.child = 0;
                continue;
            };
            frame.child += 1;
            if self.index[child as usize] == UNSEEN {
                let frame = self.enter(child);
                frames.push(frame);
            } else if self.parts.part[child as usize] == UNSEEN {
                self.low[class as usize] = self.low[class as usize].min(self.index[child as usize]);
            }
        }
    }

    fn enter(&mut self, class: Class) -> Frame {
        self.index[class as usize] = self.next;
        self.low[class as usize] = self.next;
        self.next += 1;
        self.open.push(class);
        Frame { class, node: self.problem.nodes(class).start, child: 0 }
    }

    /// All that `class` reaches was seen: if it is the first of its part, the part is complete.
    fn leave(&mut self, class: Class) {
        if self.low[class as usize] != self.index[class as usize] {
            return;
        }
        let part = self.parts.size.len() as u32;
        let mut size = 0;
        loop {
            let member = self.open.pop().expect("the first of a part is open");
            self.parts.part[member as usize] = part;
            size += 1;
            if member == class {
                break;
            }
        }
        self.parts.size.push(size);
    }
}
