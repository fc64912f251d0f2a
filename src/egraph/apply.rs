//! Applying a rule: find where its left side matches and its guards hold, build the right side, unite.

use egg::{Id, Searcher, Subst};

use crate::egraph::class_type::{ClassType, canonical, class_expr, class_of, flatten};
use crate::egraph::compile::{Build, Instance, Ready, ReadyArg};
use crate::egraph::guards::{Given, Known};
use crate::egraph::instantiate::FunctionGraph;
use crate::egraph::node::{Node, Op, Payload};
use crate::ir::expr::Expr;
use crate::ir::op::OpRow;
use crate::ir::types::Type;

/// A place where a rule applies.
pub(crate) struct Match {
    /// Index into [`Ready::instances`].
    pub(crate) instance: usize,
    pub(crate) class: Id,
    pub(crate) subst: Subst,
}

/// Where a rule applies, at most `limit` places. The graph must be rebuilt.
pub(crate) fn search(graph: &FunctionGraph<'_>, ready: &Ready, limit: usize) -> Vec<Match> {
    let mut found = Vec::new();
    for (number, instance) in ready.instances.iter().enumerate() {
        let left = limit.saturating_sub(found.len());
        for matches in instance.pattern.search_with_limit(&graph.egraph, left) {
            // What is a constant needs no other form; zero alone is any number of quotients.
            if graph.egraph[matches.eclass].data.constant.is_some() {
                continue;
            }
            for subst in matches.substs {
                let place = Match { instance: number, class: matches.eclass, subst };
                if holds(graph, instance, &place) {
                    found.push(place);
                }
            }
        }
    }
    found
}

/// Whether all guards hold.
fn holds(graph: &FunctionGraph<'_>, instance: &Instance, place: &Match) -> bool {
    let known = Known { egraph: &graph.egraph };
    instance.guards.iter().all(|guard| {
        let given: Vec<Given<'_>> = guard
            .args
            .iter()
            .map(|arg| match arg {
                ReadyArg::Class(var) => Given::Class(place.subst[*var]),
                ReadyArg::It => Given::Class(place.class),
                ReadyArg::Attr(attr) => Given::Attr(attr),
            })
            .collect();
        (guard.when.guard.holds)(&known, &given)
    })
}

/// The class that a law says is the same; `None` where the law says nothing: a builder or the operator table has nothing
/// to say of these classes, or the two sides are not certainly of one type.
pub(crate) fn right_side(graph: &mut FunctionGraph<'_>, right: &Build, place: &Match) -> Option<Id> {
    let built = build(graph, right, place)?;
    let known = Known { egraph: &graph.egraph };
    let untyped = |id: Id| graph.egraph[id].data.ty.is_none();
    let agree = (untyped(place.class) && untyped(built)) || known.same_type(place.class, built);
    agree.then_some(built)
}

fn build(graph: &mut FunctionGraph<'_>, right: &Build, place: &Match) -> Option<Id> {
    match right {
        Build::Var(var) => Some(place.subst[*var]),
        Build::It => Some(place.class),
        Build::Call(builder, args) => {
            let args: Option<Vec<Id>> = args.iter().map(|arg| build(graph, arg, place)).collect();
            (builder.build)(&mut graph.egraph, &args?)
        }
        Build::Node(op, args) => {
            let args: Option<Vec<Id>> = args.iter().map(|arg| build(graph, arg, place)).collect();
            let node = Node::new(*op, args?);
            if let Some(known) = graph.egraph.lookup(node.clone()) {
                return Some(known);
            }
            let ty = match operator(graph, *op) {
                Some(row) => Some(result_type(graph, row, &node)?),
                None => None,
            };
            let id = graph.add(node);
            if let Some((ty, extents)) = ty {
                let data = &mut graph.egraph[id].data;
                data.extents = data.extents.take().or(Some(extents.into()));
                data.ty = data.ty.take().or(Some(ty));
            }
            Some(id)
        }
    }
}

fn operator(graph: &FunctionGraph<'_>, op: Op) -> Option<&'static OpRow> {
    let (Op::Pure(payload) | Op::View(payload)) = op else { return None };
    match graph.encoded.payloads.get(payload) {
        Payload::Op { op, .. } => op.row(),
        _ => None,
    }
}

/// The type and extents of an operator's result by its row; `None` if the operands do not fit it.
fn result_type(graph: &mut FunctionGraph<'_>, row: &OpRow, node: &Node) -> Option<(ClassType, Vec<Id>)> {
    let (Op::Pure(payload) | Op::View(payload)) = node.op else { return None };
    let encoded = graph.encoded;
    let Payload::Op { kwargs, .. } = encoded.payloads.get(payload) else { return None };
    let mut exact = true;
    let mut args = Vec::new();
    let mut types = Vec::new();
    for child in &node.children {
        let (arg, ty) = operand(graph, *child)?;
        if let Some(ClassType::Shaped { exact: false, .. }) = graph.egraph[*child].data.ty {
            exact = false;
        }
        args.push(arg);
        types.push(ty);
    }
    let found = row.apply(&args, &types, kwargs).ok()?;
    if let Type::Scalar(dtype) = found {
        return Some((ClassType::Scalar(dtype), Vec::new()));
    }
    let ty = flatten(&mut graph.egraph, &found)?;
    let extents: Option<Vec<Id>> =
        ty.shape().unwrap_or_default().iter().map(|extent| class_of(&mut graph.egraph, extent)).collect();
    Some((ClassType::Shaped { ty: ty.into(), exact }, extents?))
}

/// A class as an operand with its type.
fn operand(graph: &FunctionGraph<'_>, id: Id) -> Option<(Expr, Type)> {
    let egraph = &graph.egraph;
    let known = Known { egraph };
    if let Some(items) = known.items(id) {
        let operands: Option<Vec<(Expr, Type)>> =
            items.into_iter().map(|item| operand(graph, item)).collect();
        let (exprs, types) = operands?.into_iter().unzip();
        return Some((Expr::Tuple(exprs), Type::Tuple(types)));
    }
    let data = &egraph[id].data;
    let ty = data.ty.as_ref().map(|ty| canonical(egraph, &ty.as_type()));
    match data.constant {
        Some(Op::Float(value, dtype)) => Some((Expr::Float(value, dtype), Type::Scalar(dtype))),
        Some(Op::Bool(value)) => Some((Expr::Bool(value), Type::BOOL)),
        _ => Some((class_expr(egraph, id), ty?)),
    }
}
