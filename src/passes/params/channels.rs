//! Row D45: one kernel writes a tensor by the copy engine or by the scalar unit, not by both.

use std::collections::BTreeMap;

use crate::base::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::base::span::Span;
use crate::egraph::relation::{FunctionRelation, Relations, Root};
use crate::ir::expr::Expr;
use crate::ir::op::Channel;
use crate::ir::program::{BlockId, Function, Program, VarId};
use crate::ir::stmt::{OpCall, Rhs, Stmt, StmtKind};

/// A kernel writes one tensor both ways.
pub(crate) const MIXED_CHANNELS: Code = Code("mixed-write-channels");

/// Where a kernel writes one tensor both ways.
pub(crate) fn check(program: &Program, relations: &Relations) -> Diagnostics {
    let mut found = Diagnostics::new();
    for (name, function) in program.functions.iter().filter(|(_, function)| function.kind.is_kernel()) {
        if let Some(relation) = relations.functions.get(name) {
            check_kernel(function, relation, &mut found);
        }
    }
    found
}

fn check_kernel(function: &Function, relation: &FunctionRelation, found: &mut Diagnostics) {
    let mut first: BTreeMap<Root, (Channel, Span)> = BTreeMap::new();
    let fills = constant_fills(function);
    for stmt in function.stmts() {
        let (StmtKind::Let(_, Rhs::Op(call)) | StmtKind::Eval(Rhs::Op(call))) = &stmt.kind else { continue };
        // What fills with a constant can be done either way.
        let either = fills.contains(&std::ptr::from_ref(stmt));
        let Some(channel) = call.op.row().and_then(|row| row.channel).filter(|_| !either) else { continue };
        for target in written(call) {
            for root in relation.roots_of(target).iter().filter(|root| **root != Root::Unknown) {
                let (other, at) = *first.entry(*root).or_insert((channel, stmt.span));
                if other != channel {
                    found.push(complaint(function, *root, stmt.span, at));
                    return;
                }
            }
        }
    }
}

fn complaint(function: &Function, root: Root, at: Span, other: Span) -> Diagnostic {
    let var: Option<VarId> = match root {
        Root::Param(param) => Some(function.params[param].var),
        Root::Fresh(var) => Some(var),
        Root::Unknown => None,
    };
    let tensor = var.map_or_else(|| "a tensor".to_owned(), |var| format!("'{}'", function.vars[var].name));
    let message =
        format!("kernel '{}' writes {tensor} both by tile stores and element by element", function.name);
    Diagnostic::error(MIXED_CHANNELS, at, message)
        .also(other, "written the other way here")
        .help("write it in one way, or write two tensors")
}

fn written(call: &OpCall) -> impl Iterator<Item = &Expr> {
    let indices = call.op.row().map_or_else(Vec::new, |row| row.written(&call.kwargs));
    indices.into_iter().filter_map(|index| call.args.get(index))
}

/// Element writes of one constant at the index of the loop that they alone fill: one store does the same.
fn constant_fills(function: &Function) -> Vec<*const Stmt> {
    let loops = function.stmts().filter_map(|stmt| match &stmt.kind {
        StmtKind::For(it) => Some((it.index, it.body)),
        _ => None,
    });
    loops.filter_map(|(index, body)| fill(function, index, body)).collect()
}

fn fill(function: &Function, index: VarId, body: BlockId) -> Option<*const Stmt> {
    let [stmt] = function.blocks[body].stmts.as_slice() else { return None };
    let (StmtKind::Let(_, Rhs::Op(call)) | StmtKind::Eval(Rhs::Op(call))) = &stmt.kind else { return None };
    let (Some(Expr::Tuple(at)), Some(value)) = (call.args.get(1), call.args.get(2)) else { return None };
    let whole = value.is_const() && at.contains(&Expr::Var(index));
    (call.op.row()?.channel == Some(Channel::Scalar) && whole).then_some(std::ptr::from_ref(stmt))
}
