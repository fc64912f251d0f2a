//! What each class knows: its constant, its type, its extents, its known root, its normal form as index arithmetic. Only
//! ever learned, never taken back.

use std::sync::Arc;

use egg::{Analysis, DidMerge, EGraph, Id};

use crate::egraph::class_type::{self, ClassType};
use crate::egraph::fold;
use crate::egraph::linear::{self, Linear};
use crate::egraph::node::{Node, Op};
use crate::egraph::trace::{Noted, Trace};

/// The analysis of a function's graph.
#[derive(Clone, Debug, Default)]
pub(crate) struct Classes {
    /// Whether scalar arithmetic on constants is computed.
    pub(crate) fold: bool,
    /// Whether types say how values really lie; else what is declared is taken for it.
    pub(crate) views: bool,
    /// Merges that no sound rule makes: two constants, or two known roots.
    pub(crate) conflicts: Vec<Conflict>,
    /// The rule that is being applied, for conflicts.
    pub(crate) rule: String,
    /// What laws say, where that is recorded.
    pub(crate) trace: Option<Box<Trace>>,
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
    /// The type of the value or handle it is.
    pub(crate) ty: Option<ClassType>,
    /// Extents of the tensor or tile it is.
    pub(crate) extents: Option<Arc<[Id]>>,
    /// The allocation or parameter it names: the node that is it.
    pub(crate) root: Option<Id>,
    /// The sum of multiples it is; `None` for an atom.
    pub(crate) linear: Option<Arc<Linear>>,
    /// The fewest scalar operators that a text of it has, names spelled out.
    pub(crate) operators: u32,
}

/// What a statement gives counts as more than any text: it has a name only as long as the statement stays.
const RESULT: u32 = 1 << 16;

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
        let linear = linear::linear_of_node(egraph, node).map(Arc::new);
        let ty = class_type::type_of_node(egraph, node);
        let extents = match node.op {
            Op::Read => egraph[node.children[0]].data.extents.clone(),
            _ => None,
        };
        Facts { constant, ty, extents, root, linear, operators: operators(egraph, node) }
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
        let (typed, conflict) = class_type::merge(&mut ours.ty, theirs.ty);
        if let Some(what) = conflict {
            self.conflicts.push(Conflict { rule: self.rule.clone(), what });
        }
        let merged = typed
            | take(&mut ours.constant, theirs.constant)
            | take(&mut ours.root, theirs.root)
            | shorter(&mut ours.linear, theirs.linear)
            | fewer(&mut ours.operators, theirs.operators);
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
                if let Some(trace) = &mut egraph.analysis.trace {
                    trace.say((id, literal), "constants", Noted::Folded);
                }
                egraph.union(id, literal);
            }
        }
    }
}

/// Scalar operators of a node with names spelled out; what is no arithmetic has a name.
pub(crate) fn operators(egraph: &EGraph<Node, Classes>, node: &Node) -> u32 {
    match node.op {
        Op::Unary(_) | Op::Binary(_) | Op::Cast(_) => {
            let below = node.children.iter().map(|child| egraph[*child].data.operators);
            below.fold(1, u32::saturating_add)
        }
        Op::Get(_) => RESULT,
        _ => 0,
    }
}

/// Keeps the form with fewer terms. One that is only another class comes last: that may be the class itself by now.
fn shorter(ours: &mut Option<Arc<Linear>>, theirs: Option<Arc<Linear>>) -> DidMerge {
    let length = |it: &Option<Arc<Linear>>| match it {
        Some(form) if form.is_atom() => usize::MAX - 1,
        Some(form) => form.terms.len(),
        None => usize::MAX,
    };
    match length(ours).cmp(&length(&theirs)) {
        std::cmp::Ordering::Less => DidMerge(false, true),
        std::cmp::Ordering::Equal => DidMerge(false, false),
        std::cmp::Ordering::Greater => {
            *ours = theirs;
            DidMerge(true, false)
        }
    }
}

fn fewer(ours: &mut u32, theirs: u32) -> DidMerge {
    let merged = DidMerge(theirs < *ours, *ours < theirs);
    *ours = theirs.min(*ours);
    merged
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
