//! What the types of variables really say of views. Types may be written without the valid shape or layout that a value
//! has when it arrives, so a declared "whole and row-major" proves nothing. Here is found where it does.
//!
//! Callers first: a parameter is as declared if nothing calls its function, or if each call passes a value that is known
//! to look as the parameter declares. In a body types follow from the rows of the operator table. A carry is taken as
//! declared until its start or its next value is found to look otherwise; then the body is read again.

use std::collections::{BTreeMap, BTreeSet};

use crate::base::id::IdVec;
use crate::base::name::Name;
use crate::egraph::callgraph::CallGraph;
use crate::ir::expr::Expr;
use crate::ir::op::{Applied, OpRow};
use crate::ir::program::{Function, Program, VarId};
use crate::ir::stmt::{Carry, OpCall, Rhs, Stmt, StmtKind};
use crate::ir::types::{TensorView, TileView, Type};
use crate::ir::typing;

/// The type of each variable of a function, views included; `None` where it is not known or the variable is no tensor
/// or tile.
pub(crate) type Truth = IdVec<VarId, Option<Type>>;

/// The truth of every function of a program.
pub(crate) fn truths(program: &Program, graph: &CallGraph) -> BTreeMap<Name, Truth> {
    let mut loose: BTreeSet<(Name, usize)> = BTreeSet::new();
    for component in graph.components.iter().filter(|component| component.recursive) {
        for name in &component.members {
            let count = program.functions[name].params.len();
            loose.extend((0..count).map(|at| (name.clone(), at)));
        }
    }
    let mut found = BTreeMap::new();
    for name in graph.callees_first().rev() {
        let function = &program.functions[name];
        let params = (0..function.params.len()).map(|at| !loose.contains(&(name.clone(), at))).collect();
        let truth = Reader::read(function, params);
        for call in function.stmts().filter_map(Stmt::call) {
            let Some(callee) = program.functions.get(&call.callee) else { continue };
            for (at, param) in callee.params.iter().enumerate() {
                let passed = call.args.get(at).and_then(|arg| truth_of(function, &truth, arg));
                let declared = callee.ty(param.var);
                let missing = call.args.get(at).is_none();
                if is_shaped(declared) && !missing && !passed.is_some_and(|it| looks_alike(declared, &it)) {
                    loose.insert((callee.name.clone(), at));
                }
            }
        }
        found.insert(name.clone(), truth);
    }
    found
}

fn is_shaped(ty: &Type) -> bool {
    matches!(ty, Type::Tensor(_) | Type::Tile(_))
}

/// Whether a parameter says all that is to be said of what is passed: neither has a view, and memory is the same.
fn looks_alike(declared: &Type, passed: &Type) -> bool {
    match (declared, passed) {
        (Type::Tensor(a), Type::Tensor(b)) => is_plain(declared) && is_plain(passed) && a.dtype == b.dtype,
        (Type::Tile(a), Type::Tile(b)) => {
            is_plain(declared) && is_plain(passed) && a.dtype == b.dtype && a.space == b.space
        }
        _ => false,
    }
}

/// Whether a type says: row-major as its memory implies, valid all over, nothing padded.
pub(crate) fn is_plain(ty: &Type) -> bool {
    match ty {
        Type::Tensor(tensor) => tensor.view.as_deref().is_none_or(|view| *view == TensorView::default()),
        Type::Tile(tile) => tile.view.as_deref().is_none_or(|view| *view == TileView::default()),
        _ => false,
    }
}

/// The type that an operand really has.
pub(crate) fn truth_of(function: &Function, truth: &Truth, expr: &Expr) -> Option<Type> {
    match expr {
        Expr::Var(var) if is_shaped(function.ty(*var)) => truth[*var].clone(),
        _ => {
            let ty = typing::type_of(&function.vars, expr);
            (!is_shaped(&ty) && ty != Type::Unknown && !mentions_shaped(&ty)).then_some(ty)
        }
    }
}

fn mentions_shaped(ty: &Type) -> bool {
    matches!(ty, Type::Tuple(items) if items.iter().any(|item| is_shaped(item) || mentions_shaped(item)))
}

struct Reader<'a> {
    function: &'a Function,
    truth: Truth,
    /// Carries and merges found to look otherwise than declared.
    loose: BTreeSet<VarId>,
}

impl<'a> Reader<'a> {
    fn read(function: &'a Function, params: Vec<bool>) -> Truth {
        let mut reader = Self { function, truth: Truth::new(), loose: BTreeSet::new() };
        loop {
            reader.truth = IdVec::filled(None, function.vars.len());
            for (param, certain) in function.params.iter().zip(&params) {
                if *certain {
                    reader.declare(param.var);
                }
            }
            let before = reader.loose.len();
            function.stmts().for_each(|stmt| reader.stmt(stmt));
            function.stmts().for_each(|stmt| reader.check(stmt));
            if reader.loose.len() == before {
                return reader.truth;
            }
        }
    }

    fn declare(&mut self, var: VarId) {
        let ty = self.function.ty(var);
        if is_shaped(ty) {
            self.truth[var] = Some(ty.without_memref());
        }
    }

    fn of(&self, expr: &Expr) -> Option<Type> {
        truth_of(self.function, &self.truth, expr)
    }

    fn stmt(&mut self, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Let(var, Rhs::Op(call)) if is_shaped(self.function.ty(*var)) => {
                self.truth[*var] = self.result(call);
            }
            StmtKind::Let(var, Rhs::Expr(expr)) if is_shaped(self.function.ty(*var)) => {
                self.truth[*var] = self.of(expr);
            }
            StmtKind::For(it) => self.carries(&it.carries),
            StmtKind::While(it) => self.carries(&it.carries),
            StmtKind::If(it) => {
                for merge in &it.merges {
                    if !self.loose.contains(&merge.result) {
                        self.declare(merge.result);
                    }
                }
            }
            StmtKind::Let(..)
            | StmtKind::Eval(_)
            | StmtKind::Scope(_)
            | StmtKind::Return(_)
            | StmtKind::Break(_)
            | StmtKind::Continue(_)
            | StmtKind::Raw(_) => {}
        }
    }

    fn carries(&mut self, carries: &[Carry]) {
        for carry in carries {
            if !self.loose.contains(&carry.param) {
                self.declare(carry.param);
                self.declare(carry.result);
            }
        }
    }

    fn result(&self, call: &OpCall) -> Option<Type> {
        let row: &OpRow = call.op.row()?;
        let types: Option<Vec<Type>> = call.args.iter().map(|arg| self.of(arg)).collect();
        let applied = Applied { args: &call.args, types: &types?, kwargs: &call.kwargs };
        (row.result)(&applied).ok().filter(is_shaped)
    }

    /// What was taken as declared must turn out so.
    fn check(&mut self, stmt: &Stmt) {
        let mut pairs: Vec<(VarId, &Expr)> = Vec::new();
        match &stmt.kind {
            StmtKind::For(it) => pairs.extend(sides(&it.carries)),
            StmtKind::While(it) => pairs.extend(sides(&it.carries)),
            StmtKind::If(it) => {
                for merge in &it.merges {
                    pairs.extend([(merge.result, &merge.then), (merge.result, &merge.otherwise)]);
                }
            }
            // The values that leave a loop early are checked against all carries of the function: there are few.
            StmtKind::Break(values) | StmtKind::Continue(values)
                if values.iter().any(|value| self.of(value).is_none()) =>
            {
                self.loosen_all();
            }
            _ => {}
        }
        for (var, side) in pairs {
            let declared = self.function.ty(var);
            if is_shaped(declared) && self.of(side).as_ref() != Some(&declared.without_memref()) {
                self.loose.insert(var);
            }
        }
    }

    fn loosen_all(&mut self) {
        for stmt in self.function.stmts() {
            match &stmt.kind {
                StmtKind::For(it) => self.loose.extend(it.carries.iter().map(|carry| carry.param)),
                StmtKind::While(it) => self.loose.extend(it.carries.iter().map(|carry| carry.param)),
                _ => {}
            }
        }
    }
}

fn sides(carries: &[Carry]) -> impl Iterator<Item = (VarId, &Expr)> {
    carries.iter().flat_map(|carry| [(carry.param, &carry.init), (carry.param, &carry.next)])
}
