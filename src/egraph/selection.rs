//! A selection: one node for each class that is needed, and the check that it is one.
//!
//! The check shares no code with the extractors. It walks what was chosen from the roots, so it finds a missing
//! choice, a choice from another class, a node that must not be selected, and a cycle; and it prices what it
//! walked.

use std::fmt;

use crate::base::id::Id;
use crate::egraph::cost::Cost;
use crate::egraph::graph::{ClassId, Graph, NodeId};

/// A node for each of some classes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Selection {
    choice: Vec<Option<NodeId>>,
}

/// Why a selection is none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SelectionError {
    /// A class is needed and nothing was chosen for it.
    Missing(ClassId),
    /// What was chosen for the class is not one of its nodes.
    Foreign(ClassId, NodeId),
    /// The node was chosen and must not be selected.
    Unextractable(NodeId),
    /// What was chosen for the class needs the class itself.
    Cyclic(ClassId),
    /// The selection costs something else than it was said to.
    Priced {
        /// The cost that was said.
        said: Cost,
        /// The cost that was found.
        found: Cost,
    },
}

impl fmt::Display for SelectionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing(class) => write!(f, "class {class} is needed and has no choice"),
            Self::Foreign(class, node) => write!(f, "node {node} was chosen for {class} but is not in it"),
            Self::Unextractable(node) => write!(f, "node {node} was chosen but must not be selected"),
            Self::Cyclic(class) => write!(f, "what was chosen for class {class} needs {class} itself"),
            Self::Priced { said, found } => write!(f, "the selection costs {found}, not {said}"),
        }
    }
}

impl std::error::Error for SelectionError {}

impl Selection {
    /// No choice yet for any class of `graph`.
    #[must_use]
    pub fn empty(graph: &Graph) -> Self {
        Self { choice: vec![None; graph.class_count()] }
    }

    /// What is chosen for `class`.
    #[must_use]
    pub fn node(&self, class: ClassId) -> Option<NodeId> {
        self.choice[class.index()]
    }

    /// Chooses `node` for `class`.
    pub fn choose(&mut self, class: ClassId, node: NodeId) {
        self.choice[class.index()] = Some(node);
    }

    /// Forgets what is chosen for `class`.
    pub fn forget(&mut self, class: ClassId) {
        self.choice[class.index()] = None;
    }

    /// All classes with a choice, and what it is.
    pub fn chosen(&self) -> impl Iterator<Item = (ClassId, NodeId)> + '_ {
        let classes = (0..).map(ClassId::new);
        classes.zip(&self.choice).filter_map(|(class, choice)| choice.map(|node| (class, node)))
    }

    /// The classes that `roots` need, operands and bodies before those that need them.
    ///
    /// # Errors
    /// If the selection is not complete and acyclic from `roots`, or takes what must not be selected.
    pub fn order(&self, graph: &Graph, roots: &[ClassId]) -> Result<Vec<ClassId>, SelectionError> {
        let mut seen = vec![Seen::Not; self.choice.len()];
        let mut order = Vec::new();
        let mut stack = Vec::new();
        for &root in roots {
            if seen[root.index()] == Seen::Not {
                stack.push(Frame::open(self, graph, root)?);
                seen[root.index()] = Seen::Open;
            }
            while let Some(frame) = stack.last_mut() {
                let Some(need) = frame.next_need(graph) else {
                    seen[frame.class.index()] = Seen::Closed;
                    order.push(frame.class);
                    stack.pop();
                    continue;
                };
                match seen[need.index()] {
                    Seen::Closed => {}
                    Seen::Open => return Err(SelectionError::Cyclic(need)),
                    Seen::Not => {
                        stack.push(Frame::open(self, graph, need)?);
                        seen[need.index()] = Seen::Open;
                    }
                }
            }
        }
        Ok(order)
    }

    /// What the selection costs from `roots`, each class once in each closed region.
    ///
    /// # Errors
    /// As [`Selection::order`].
    pub fn price(&self, graph: &Graph, roots: &[ClassId]) -> Result<Cost, SelectionError> {
        let order = self.order(graph, roots)?;
        let mut prices = vec![Cost::ZERO; self.choice.len()];
        let mut region = Region { selection: self, graph, paid_by: vec![0; self.choice.len()], stamp: 0 };
        if graph.has_bodies() {
            for body in self.body_classes(graph, &order) {
                prices[body.index()] = region.price(&[body], &prices);
            }
        }
        Ok(region.price(roots, &prices))
    }

    /// Checks that the selection is complete, acyclic and costs what was said.
    ///
    /// # Errors
    /// The first fault that was found.
    pub fn check(&self, graph: &Graph, roots: &[ClassId], said: Cost) -> Result<(), SelectionError> {
        let found = self.price(graph, roots)?;
        if found == said { Ok(()) } else { Err(SelectionError::Priced { said, found }) }
    }

    /// What the classes of `roots` cost as trees, that is, everything paid for at each use; saturating.
    ///
    /// # Errors
    /// As [`Selection::order`].
    pub fn tree_price(&self, graph: &Graph, roots: &[ClassId]) -> Result<Cost, SelectionError> {
        let mut prices = vec![Cost::ZERO; self.choice.len()];
        for class in self.order(graph, roots)? {
            let node = self.choice[class.index()].expect("`order` gives chosen classes");
            let operands = graph.children(node).iter().map(|child| prices[child.index()]);
            let bodies = graph.bodies(node).iter().map(|b| prices[b.class.index()].times(b.times.into()));
            prices[class.index()] = operands.chain(bodies).fold(graph.cost(node), Cost::plus);
        }
        Ok(roots.iter().map(|root| prices[root.index()]).fold(Cost::ZERO, Cost::plus))
    }

    /// The classes in `order` that are some node's body.
    fn body_classes(&self, graph: &Graph, order: &[ClassId]) -> Vec<ClassId> {
        let mut is_body = vec![false; self.choice.len()];
        for &class in order {
            let node = self.choice[class.index()].expect("`order` gives chosen classes");
            graph.bodies(node).iter().for_each(|body| is_body[body.class.index()] = true);
        }
        order.iter().copied().filter(|class| is_body[class.index()]).collect()
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Seen {
    Not,
    Open,
    Closed,
}

/// A class whose needs are being walked.
struct Frame {
    class: ClassId,
    node: NodeId,
    next: usize,
}

impl Frame {
    fn open(selection: &Selection, graph: &Graph, class: ClassId) -> Result<Self, SelectionError> {
        let node = selection.node(class).ok_or(SelectionError::Missing(class))?;
        if node.index() >= graph.node_count() || graph.class_of(node) != class {
            return Err(SelectionError::Foreign(class, node));
        }
        if !graph.cost(node).is_finite() {
            return Err(SelectionError::Unextractable(node));
        }
        Ok(Self { class, node, next: 0 })
    }

    /// The next operand or body, operands first.
    fn next_need(&mut self, graph: &Graph) -> Option<ClassId> {
        let children = graph.children(self.node);
        let at = self.next;
        self.next += 1;
        match children.get(at) {
            Some(&child) => Some(child),
            None => graph.bodies(self.node).get(at - children.len()).map(|body| body.class),
        }
    }
}

/// Prices closed regions, one at a time.
struct Region<'a> {
    selection: &'a Selection,
    graph: &'a Graph,
    paid_by: Vec<u32>,
    stamp: u32,
}

impl Region<'_> {
    /// The cost of all that `roots` need without entering bodies, whose `prices` are known.
    fn price(&mut self, roots: &[ClassId], prices: &[Cost]) -> Cost {
        self.stamp += 1;
        let mut total = Cost::ZERO;
        let mut open = roots.to_vec();
        while let Some(class) = open.pop() {
            if std::mem::replace(&mut self.paid_by[class.index()], self.stamp) == self.stamp {
                continue;
            }
            let node = self.selection.choice[class.index()].expect("the order of the roots was found");
            total = total.plus(self.graph.cost(node));
            for body in self.graph.bodies(node) {
                total = total.plus(prices[body.class.index()].times(body.times.into()));
            }
            open.extend_from_slice(self.graph.children(node));
        }
        total
    }
}
