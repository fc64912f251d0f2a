//! What single statements may write, and whether the skeleton keeps them.

use std::collections::BTreeMap;

use crate::base::name::Name;
use crate::ir::access::op_access;
use crate::ir::expr::Expr;
use crate::ir::normal::facts::Summary;
use crate::ir::op::Purity;
use crate::ir::program::{Function, Program, VarId};
use crate::ir::stmt::{Call, OpCall, Rhs, StmtKind};
use crate::ir::types::Type;

/// What a statement may write, nested statements left out.
#[derive(Default)]
pub(super) struct Written {
    /// Variables that name it.
    pub(super) vars: Vec<VarId>,
    /// Whether anything at all may be written.
    pub(super) all: bool,
}

/// Whether values of the type name storage.
pub(super) fn is_storage(ty: &Type) -> bool {
    match ty {
        Type::Tuple(items) => items.iter().any(is_storage),
        other => other.is_storage(),
    }
}

/// The storage variables that an expression mentions.
pub(super) fn storage_vars(function: &Function, expr: &Expr) -> Vec<VarId> {
    let mut vars = Vec::new();
    expr.for_each_var(&mut |var| {
        if is_storage(function.ty(var)) {
            vars.push(var);
        }
    });
    vars
}

pub(super) fn written(
    program: &Program,
    function: &Function,
    summaries: &BTreeMap<Name, Summary>,
    kind: &StmtKind,
) -> Written {
    match kind {
        StmtKind::Let(_, Rhs::Op(call)) | StmtKind::Eval(Rhs::Op(call)) => op_writes(function, call),
        StmtKind::Let(_, Rhs::Call(call)) | StmtKind::Eval(Rhs::Call(call)) => {
            call_writes(program, function, summaries, call)
        }
        StmtKind::Raw(_) => Written { vars: Vec::new(), all: true },
        _ => Written::default(),
    }
}

fn op_writes(function: &Function, call: &OpCall) -> Written {
    let Some(row) = call.op.row() else { return Written { vars: Vec::new(), all: true } };
    let writes = call.args.iter().enumerate().filter(|(index, _)| op_access(call, *index).writes);
    let vars = writes.flat_map(|(_, arg)| storage_vars(function, arg)).collect();
    Written { vars, all: row.sync }
}

fn call_writes(
    program: &Program,
    function: &Function,
    summaries: &BTreeMap<Name, Summary>,
    call: &Call,
) -> Written {
    let (Some(callee), Some(summary)) = (program.functions.get(&call.callee), summaries.get(&call.callee))
    else {
        return Written { vars: Vec::new(), all: true };
    };
    let writes = |index: &usize| {
        let declared = callee.params.get(*index).is_none_or(|param| param.direction.writes());
        declared || summary.writes.get(*index).copied().unwrap_or(true)
    };
    let args = call.args.iter().enumerate().filter(|(index, _)| writes(index));
    Written { vars: args.flat_map(|(_, arg)| storage_vars(function, arg)).collect(), all: summary.writes_all }
}

/// What becomes of a statement without nested ones.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Fate {
    /// A value.
    Value,
    /// Kept whatever becomes of its result.
    Kept,
    /// Kept if its result is used.
    Owner,
}

/// The fate of a right side; `owns` says whether storage of its result is written or leaves the function.
pub(super) fn fate(rhs: &Rhs, owns: bool) -> Fate {
    match rhs {
        Rhs::Expr(_) => Fate::Value,
        Rhs::Call(_) => Fate::Kept,
        Rhs::Op(call) => match call.op.row() {
            None => Fate::Kept,
            Some(row) => match row.purity {
                Purity::Pure if owns && row.view.is_none() && row.names.is_none() => Fate::Owner,
                Purity::Pure => Fate::Value,
                Purity::Allocates => Fate::Owner,
                Purity::Arguments | Purity::Effectful => Fate::Kept,
            },
        },
    }
}
