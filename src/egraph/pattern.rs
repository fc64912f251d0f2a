//! Patterns of rules: s-expressions over node names, compiled for one graph's payloads.
//!
//! `?x` is a variable; `(read ?h ?m)`, `(fresh ?h ?m)`, `(fresh-of ?h ?v ?m)`, `(tuple …)`, `(get.2 ?b)`, `(extent.0 ?x)`
//! and the scalar operators are nodes; `(tensor.slice ?x ?s ?o)` is an operator of the table without keywords; a number is
//! an `INDEX` constant.

use std::collections::BTreeMap;

use egg::{ENodeOrVar, Id, PatternAst, RecExpr, Var};
use symbolic_expressions::Sexp;

use crate::egraph::node::{Node, Op, Payload};
use crate::egraph::template::Payloads;
use crate::ir::dtype::DType;
use crate::ir::expr::BinaryOp;

/// Names of the scalar operators of two operands.
const BINARY: &[(&str, BinaryOp)] = &[
    ("+", BinaryOp::Add),
    ("-", BinaryOp::Sub),
    ("*", BinaryOp::Mul),
    ("//", BinaryOp::FloorDiv),
    ("%", BinaryOp::FloorMod),
    ("min", BinaryOp::Min),
    ("max", BinaryOp::Max),
    ("==", BinaryOp::Eq),
    ("!=", BinaryOp::Ne),
    ("<", BinaryOp::Lt),
    ("<=", BinaryOp::Le),
    (">", BinaryOp::Gt),
    (">=", BinaryOp::Ge),
    ("and", BinaryOp::And),
    ("or", BinaryOp::Or),
];

/// Variables of a pattern, in order of mention.
pub(crate) fn variables(sexp: &Sexp, into: &mut Vec<String>) {
    match sexp {
        Sexp::String(text) if text.starts_with('?') => {
            if !into.contains(text) {
                into.push(text.clone());
            }
        }
        Sexp::String(_) | Sexp::Empty => {}
        Sexp::List(items) => items.iter().for_each(|item| variables(item, into)),
    }
}

/// What is wrong with the shape of a pattern, whatever payloads there are.
pub(crate) fn check(sexp: &Sexp) -> Result<(), String> {
    match sexp {
        Sexp::Empty => Err("an empty pattern".to_owned()),
        Sexp::String(text) if text.starts_with('?') && text.len() > 1 => Ok(()),
        Sexp::String(text) if text.parse::<i64>().is_ok() => Ok(()),
        Sexp::String(text) => Err(format!("`{text}` is neither a variable `?x` nor a number")),
        Sexp::List(items) => {
            let Some(Sexp::String(name)) = items.first() else {
                return Err("a list begins with the name of a node".to_owned());
            };
            let expected = arity(name)?;
            let found = items.len() - 1;
            if expected.is_some_and(|expected| expected != found) {
                return Err(format!("`{name}` takes {} operands, not {found}", expected.unwrap_or(0)));
            }
            items[1..].iter().try_for_each(check)
        }
    }
}

/// Operands of a node name; `None` if it takes any number.
fn arity(name: &str) -> Result<Option<usize>, String> {
    match name {
        "read" | "fresh" => Ok(Some(2)),
        "fresh-of" => Ok(Some(3)),
        "tuple" => Ok(None),
        _ if BINARY.iter().any(|(known, _)| *known == name) => Ok(Some(2)),
        _ if numbered(name).is_some() => Ok(Some(1)),
        _ if crate::ir::op::table::find(name).is_some() => Ok(None),
        _ => Err(format!("`{name}` is no node and no operator of the table")),
    }
}

fn numbered(name: &str) -> Option<Op> {
    let (kind, number) = name.rsplit_once('.')?;
    let number = number.parse().ok()?;
    match kind {
        "get" => Some(Op::Get(number)),
        "extent" => Some(Op::Extent(number)),
        _ => None,
    }
}

/// Compiles a checked pattern for one table of payloads; `None` if it mentions an operator this program does not use.
pub(crate) fn compile(sexp: &Sexp, payloads: &Payloads) -> Option<PatternAst<Node>> {
    let mut nodes: RecExpr<ENodeOrVar<Node>> = RecExpr::default();
    let mut known = BTreeMap::new();
    add(sexp, payloads, &mut nodes, &mut known)?;
    Some(nodes)
}

fn add(
    sexp: &Sexp,
    payloads: &Payloads,
    nodes: &mut RecExpr<ENodeOrVar<Node>>,
    known: &mut BTreeMap<String, Id>,
) -> Option<Id> {
    match sexp {
        Sexp::Empty => None,
        Sexp::String(text) if text.starts_with('?') => {
            if let Some(id) = known.get(text) {
                return Some(*id);
            }
            let var: Var = text.parse().ok()?;
            let id = nodes.add(ENodeOrVar::Var(var));
            known.insert(text.clone(), id);
            Some(id)
        }
        Sexp::String(text) => {
            let value: i128 = text.parse().ok()?;
            Some(nodes.add(ENodeOrVar::ENode(Node::new(Op::Int(value, DType::Index), []))))
        }
        Sexp::List(items) => {
            let Some(Sexp::String(name)) = items.first() else { return None };
            let operands = items.len() - 1;
            let op = node_op(name, operands, payloads)?;
            let children: Option<Vec<Id>> =
                items[1..].iter().map(|item| add(item, payloads, nodes, known)).collect();
            Some(nodes.add(ENodeOrVar::ENode(Node::new(op, children?))))
        }
    }
}

fn node_op(name: &str, operands: usize, payloads: &Payloads) -> Option<Op> {
    match name {
        "read" => Some(Op::Read),
        "fresh" => Some(Op::Fresh),
        "fresh-of" => Some(Op::FreshOf),
        "tuple" => Some(Op::Tuple),
        _ => {
            let binary = BINARY.iter().find(|(known, _)| *known == name).map(|(_, op)| Op::Binary(*op));
            binary.or_else(|| numbered(name)).or_else(|| operator(name, operands, payloads))
        }
    }
}

/// The payload of an operator without keywords and with this many operands.
fn operator(name: &str, operands: usize, payloads: &Payloads) -> Option<Op> {
    let payload = payloads.find(|payload| match payload {
        Payload::Op { op, kwargs, operands: known, .. } => {
            op.name() == name && kwargs.is_empty() && *known as usize == operands
        }
        _ => false,
    })?;
    Some(Op::Pure(payload))
}
