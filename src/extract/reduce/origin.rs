//! What the nodes of a reduced problem stand for.

use crate::extract::problem::Node;

/// A node of the original problem, or several things taken together.
pub(crate) type Origin = u32;

/// All origins: first the nodes of the original problem, then lists of earlier origins.
///
/// Lists name lists, so a chain of nodes that were drawn together takes linear space.
#[derive(Clone, Debug)]
pub(crate) struct Origins {
    nodes: u32,
    start: Vec<u32>,
    item: Vec<Origin>,
}

impl Origins {
    /// The nodes of a problem that has so many.
    pub(crate) fn of(nodes: usize) -> Self {
        Self { nodes: nodes as u32, start: vec![0], item: Vec::new() }
    }

    /// Several origins taken together.
    pub(crate) fn together(&mut self, items: impl IntoIterator<Item = Origin>) -> Origin {
        let first = self.item.len();
        self.item.extend(items);
        if self.item.len() == first + 1 {
            return self.item.pop().expect("one was added");
        }
        self.start.push(self.item.len() as u32);
        self.nodes + self.start.len() as u32 - 2
    }

    /// For each origin, whether `holds` of all original nodes in it.
    pub(crate) fn all_of(&self, holds: impl Fn(Node) -> bool) -> Vec<bool> {
        let mut all: Vec<bool> = (0..self.nodes).map(holds).collect();
        // Lists name earlier origins only.
        for list in self.start.windows(2) {
            let items = &self.item[list[0] as usize..list[1] as usize];
            all.push(items.iter().all(|&origin| all[origin as usize]));
        }
        all
    }

    /// Calls `f` with each original node in any of `open`, once.
    pub(crate) fn for_each(&self, mut open: Vec<Origin>, mut f: impl FnMut(Node)) {
        let mut seen = vec![false; self.nodes as usize + self.start.len() - 1];
        while let Some(origin) = open.pop() {
            if std::mem::replace(&mut seen[origin as usize], true) {
                continue;
            }
            if origin < self.nodes {
                f(origin);
            } else {
                let list = (origin - self.nodes) as usize;
                open.extend_from_slice(&self.item[self.start[list] as usize..self.start[list + 1] as usize]);
            }
        }
    }
}
