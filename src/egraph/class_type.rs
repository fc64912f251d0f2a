//! Types as class data: extents are constants or classes. An extent that is the class `k` is held as the variable number
//! `k`, so that the result rules of the operator table apply to classes as they do to programs.

use std::sync::Arc;

use egg::{DidMerge, EGraph, Id};

use crate::base::id::Id as _;
use crate::egraph::facts::Classes;
use crate::egraph::node::{Node, Op};
use crate::egraph::truth::is_plain;
use crate::ir::dtype::DType;
use crate::ir::expr::{BinaryOp, Expr, UnaryOp};
use crate::ir::program::VarId;
use crate::ir::types::Type;

/// The type of a class.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum ClassType {
    /// One element.
    Scalar(DType),
    /// A tensor, tile or array. Shape and elements are certain, the view only where `exact` says so.
    Shaped { ty: Arc<Type>, exact: bool },
}

impl ClassType {
    /// The element type.
    pub(crate) fn dtype(&self) -> Option<DType> {
        match self {
            Self::Scalar(dtype) => Some(*dtype),
            Self::Shaped { ty, .. } => ty.dtype(),
        }
    }
    /// As an IR type over classes.
    pub(crate) fn as_type(&self) -> Type {
        match self {
            Self::Scalar(dtype) => Type::Scalar(*dtype),
            Self::Shaped { ty, .. } => Type::clone(ty),
        }
    }
    /// The type of a tensor, tile or array.
    pub(crate) fn shaped(&self) -> Option<&Type> {
        match self {
            Self::Scalar(_) => None,
            Self::Shaped { ty, .. } => Some(ty),
        }
    }
    /// Whether it is certainly whole: row-major as its memory implies, and valid all over.
    pub(crate) fn is_whole(&self) -> bool {
        matches!(self, Self::Shaped { ty, exact: true } if is_plain(ty))
    }
}

/// Keeps the more certain of two types; says what differs if they cannot be those of one value.
pub(crate) fn merge(ours: &mut Option<ClassType>, theirs: Option<ClassType>) -> (DidMerge, Option<String>) {
    let Some(new) = theirs else { return (DidMerge(false, ours.is_some()), None) };
    let Some(old) = ours else {
        *ours = Some(new);
        return (DidMerge(true, false), None);
    };
    let conflict = differ(old, &new);
    if let (ClassType::Shaped { exact: false, .. }, ClassType::Shaped { exact: true, .. }) = (&*old, &new) {
        *ours = Some(new);
    }
    // No parent learns anything from a view.
    (DidMerge(false, false), conflict)
}

/// Why two types cannot be those of one value: kind, elements, rank, or constant extents. Other extents are classes,
/// which may still turn out equal.
fn differ(a: &ClassType, b: &ClassType) -> Option<String> {
    match (a, b) {
        (ClassType::Scalar(a), ClassType::Scalar(b)) => {
            (a != b).then(|| format!("a scalar {a} and a scalar {b}"))
        }
        (ClassType::Shaped { ty: a, exact: x }, ClassType::Shaped { ty: b, exact: y }) => {
            let views = || (*x && *y).then(|| different_views(a, b)).flatten();
            crate::ir::agree::disagreement(a, b).or_else(views)
        }
        _ => Some("a scalar and a tensor or tile".to_owned()),
    }
}

fn different_views(a: &Type, b: &Type) -> Option<String> {
    let constants = |ty: &Type| -> Option<Vec<i128>> { ty.valid_shape()?.iter().map(Expr::as_int).collect() };
    match (constants(a), constants(b)) {
        (Some(a), Some(b)) if a != b => Some(format!("the valid shapes {a:?} and {b:?}")),
        _ => None,
    }
}

/// The variable that stands for a class in a type.
pub(crate) fn class_expr(egraph: &EGraph<Node, Classes>, id: Id) -> Expr {
    match egraph[id].data.constant {
        Some(Op::Int(value, dtype)) => Expr::Int(value, dtype),
        _ => Expr::Var(VarId::new(usize::from(egraph.find(id)))),
    }
}

/// A type with its classes as they are called now.
pub(crate) fn canonical(egraph: &EGraph<Node, Classes>, ty: &Type) -> Type {
    ty.map_vars(&mut |var| class_expr(egraph, Id::from(var.index())))
}

/// The class of an extent in a type; extents that are sums and the like are added.
pub(crate) fn class_of(egraph: &mut EGraph<Node, Classes>, expr: &Expr) -> Option<Id> {
    let node = match expr {
        Expr::Var(var) => return Some(egraph.find(Id::from(var.index()))),
        Expr::Int(value, dtype) => Node::new(Op::Int(*value, *dtype), []),
        Expr::Bool(value) => Node::new(Op::Bool(*value), []),
        Expr::Float(value, dtype) => Node::new(Op::Float(*value, *dtype), []),
        Expr::Unary(op, inner) => {
            let inner = class_of(egraph, inner)?;
            Node::new(Op::Unary(*op), [inner])
        }
        Expr::Cast(inner, dtype) => {
            let inner = class_of(egraph, inner)?;
            Node::new(Op::Cast(*dtype), [inner])
        }
        Expr::Binary(op, left, right) => {
            let left = class_of(egraph, left)?;
            let right = class_of(egraph, right)?;
            Node::new(Op::Binary(*op), [left, right])
        }
        Expr::Tuple(items) => {
            let items: Option<Vec<Id>> = items.iter().map(|item| class_of(egraph, item)).collect();
            Node::new(Op::Tuple, items?)
        }
        Expr::Undef | Expr::Str(_) | Expr::Enum(_) | Expr::Get(..) => return None,
    };
    Some(egraph.add(node))
}

/// A type whose extents are sums and the like, with each as a class.
pub(crate) fn flatten(egraph: &mut EGraph<Node, Classes>, ty: &Type) -> Option<Type> {
    let mut flat = ty.without_memref();
    let mut complete = true;
    flat.for_each_expr_mut(&mut |expr| match class_of(egraph, expr) {
        Some(id) => *expr = class_expr(egraph, id),
        None => complete = false,
    });
    complete.then_some(flat)
}

/// The type of a node that follows from those of its operands alone.
pub(crate) fn type_of_node(egraph: &EGraph<Node, Classes>, node: &Node) -> Option<ClassType> {
    match node.op {
        // What is seen through a handle looks as the handle does.
        Op::Read => egraph[node.children[0]].data.ty.clone(),
        _ => scalar_type(egraph, node).map(ClassType::Scalar),
    }
}

/// The type that scalar arithmetic gives.
fn scalar_type(egraph: &EGraph<Node, Classes>, node: &Node) -> Option<DType> {
    let operand = |at: usize| egraph[*node.children.get(at)?].data.ty.as_ref()?.dtype();
    match node.op {
        Op::Int(_, dtype) | Op::Float(_, dtype) | Op::Cast(dtype) => Some(dtype),
        Op::Bool(_) | Op::Unary(UnaryOp::Not) => Some(DType::Bool),
        Op::Unary(_) => operand(0),
        Op::Binary(op) if op.is_predicate() => Some(DType::Bool),
        Op::Binary(op) => {
            let (left, right) = (operand(0)?, operand(1)?);
            match op {
                BinaryOp::Shl | BinaryOp::Shr => Some(left),
                BinaryOp::Div if !left.promote(right).is_float() => Some(DType::Fp32),
                _ => Some(left.promote(right)),
            }
        }
        Op::Extent(_) => Some(DType::Index),
        _ => None,
    }
}
