//! What each class knows: its constant, its extents, its known root. Only ever learned, never taken back.

use egg::{Analysis, DidMerge, EGraph, Id};

use crate::egraph::fold;
use crate::egraph::node::{Node, Op};

/// The analysis of a function's graph.
#[derive(Clone, Debug, Default)]
pub(crate) struct Classes {
    /// Whether scalar arithmetic on constants is computed.
    pub(crate) fold: bool,
    /// Merges that no sound rule makes: two constants, or two known roots.
    pub(crate) conflicts: Vec<Conflict>,
    /// The rule that is being applied, for conflicts.
    pub(crate) rule: String,
}

/// A merge that no sound rule makes.
#[derive(Clone, Debug)]
pub(crate) struct Conflict {
    pub(crate) rule: String,
    pub(crate) what: String,
}

/// What a class knows.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Facts {
    /// The constant it is.
    pub(crate) constant: Option<Op>,
    /// Extents of the tensor or tile it is.
    pub(crate) extents: Option<std::sync::Arc<[Id]>>,
    /// The allocation or parameter it names: the node that is it.
    pub(crate) root: Option<Id>,
}

impl Analysis<Node> for Classes {
    type Data = Facts;

    fn make(egraph: &mut EGraph<Node, Self>, node: &Node, id: Id) -> Facts {
        let constant = match node.op {
            Op::Int(..) | Op::Float(..) | Op::Bool(_) => Some(node.op),
            Op::Unary(_) | Op::Binary(_) | Op::Cast(_) if egraph.analysis.fold => {
                let operands: Option<Vec<Op>> =
                    node.children.iter().map(|child| egraph[*child].data.constant).collect();
                operands.and_then(|operands| fold::fold(node.op, &operands))
            }
            _ => None,
        };
        let root = matches!(node.op, Op::Alloc(_)).then_some(id);
        Facts { constant, extents: None, root }
    }

    fn merge(&mut self, ours: &mut Facts, theirs: Facts) -> DidMerge {
        if let (Some(a), Some(b)) = (ours.constant, theirs.constant)
            && a != b
        {
            let what = format!("the constants {a:?} and {b:?}");
            self.conflicts.push(Conflict { rule: self.rule.clone(), what });
        }
        if let (Some(a), Some(b)) = (ours.root, theirs.root)
            && a != b
        {
            let what = format!("the allocations {a} and {b}");
            self.conflicts.push(Conflict { rule: self.rule.clone(), what });
        }
        let merged = take(&mut ours.constant, theirs.constant) | take(&mut ours.root, theirs.root);
        // Extents never lead to new facts by congruence alone: no parent needs to look again.
        if ours.extents.is_none() {
            ours.extents = theirs.extents;
        }
        merged
    }

    fn modify(egraph: &mut EGraph<Node, Self>, id: Id) {
        if let Some(constant) = egraph[id].data.constant {
            let literal = egraph.add(Node::new(constant, []));
            if egraph.find(literal) != egraph.find(id) {
                egraph.union(id, literal);
            }
        }
    }
}

fn take<T: PartialEq>(ours: &mut Option<T>, theirs: Option<T>) -> DidMerge {
    match (ours.is_some(), theirs.is_some()) {
        (false, true) => {
            *ours = theirs;
            DidMerge(true, false)
        }
        (true, false) => DidMerge(false, true),
        (true, true) | (false, false) => DidMerge(false, false),
    }
}
