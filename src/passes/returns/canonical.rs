//! Step A0: a returned tensor that is a parameter is returned as that parameter's variable.

use crate::base::id::IdVec;
use crate::egraph::relation::{FunctionRelation, Relations};
use crate::ir::access::type_of;
use crate::ir::expr::Expr;
use crate::ir::program::{Function, FunctionKind, Program, VarId};
use crate::ir::stmt::{Rhs, StmtKind};
use crate::passes::defs::{Def, Defs};
use crate::verify::property::returns::concerns;

/// Canonicalises returned values; says how many changed.
pub(crate) fn run(program: &mut Program, relations: &Relations) -> usize {
    let mut changed = 0;
    for index in 0..program.functions.len() {
        let (name, function) = program.functions.get_index(index).expect("an index below the length");
        let concerned = concerns(function.kind) && function.attrs.get("external_source").is_none();
        let Some(relation) = relations.functions.get(name).filter(|_| concerned) else { continue };
        let found = writebacks(program, function, relation, relations);
        changed += found.len();
        rewrite(&mut program.functions[index], &found);
    }
    changed
}

/// Positions that return a parameter without naming it, each with the parameter.
fn writebacks(
    program: &Program,
    function: &Function,
    relation: &FunctionRelation,
    relations: &Relations,
) -> Vec<(usize, usize)> {
    let Some(values) = function.returned() else { return Vec::new() };
    if values.len() != relation.returns.len() {
        return Vec::new();
    }
    let returned = values.iter().zip(&relation.returns).enumerate();
    let mut found: Vec<_> = returned
        .filter(|(_, (value, _))| type_of(function, value).is_some_and(|ty| ty.is_tensor()))
        .filter_map(|(position, (value, param))| {
            let param = (*param)?;
            (*value != Expr::Var(function.params[param].var)).then_some((position, param))
        })
        .collect();
    if function.kind == FunctionKind::Graph && !found.is_empty() {
        let merges = Merges { program, defs: Defs::of(function), relations };
        found.retain(|&(position, _)| !merges.on_the_way(&values[position], &function.vars));
    }
    found
}

fn rewrite(function: &mut Function, found: &[(usize, usize)]) {
    if found.is_empty() {
        return;
    }
    let body = function.body.expect("what returns has a body");
    let vars: Vec<_> = function.params.iter().map(|param| param.var).collect();
    for &(position, param) in found {
        let ty = function.ty(vars[param]).clone();
        if let Some(result) = function.results.get_mut(position) {
            *result = ty;
        }
        let last = function.blocks[body].stmts.last_mut().expect("what returns has a last statement");
        let StmtKind::Return(values) = &mut last.kind else { unreachable!("the last statement returns") };
        values[position] = Expr::Var(vars[param]);
    }
}

/// The override of row B23: in a Graph function, what comes out of a branch is not traced. A recording of the graph
/// would freeze the slice that one call chose.
struct Merges<'a> {
    program: &'a Program,
    defs: Defs<'a>,
    relations: &'a Relations,
}

impl Merges<'_> {
    fn on_the_way<T>(&self, value: &Expr, vars: &IdVec<VarId, T>) -> bool {
        let mut at = value.clone();
        // A chain of definitions is no longer than there are variables.
        for _ in 0..=vars.len() {
            let Some(before) = self.before(&at) else { return false };
            match before {
                Step::Merge => return true,
                Step::From(expr) => at = expr,
            }
        }
        false
    }

    /// What named the storage before this expression did.
    fn before(&self, expr: &Expr) -> Option<Step> {
        let (var, element) = match expr {
            Expr::Var(var) => (*var, None),
            Expr::Get(tuple, index) => (tuple.as_var()?, Some(*index as usize)),
            _ => return None,
        };
        match self.defs.get(var) {
            Def::Merge => Some(Step::Merge),
            Def::Loop(carry) => Some(Step::From(carry.init.clone())),
            Def::Let(Rhs::Expr(Expr::Tuple(items))) => items.get(element?).cloned().map(Step::From),
            Def::Let(Rhs::Expr(Expr::Var(other))) => Some(Step::From(project((*other).into(), element))),
            Def::Let(Rhs::Expr(other)) => Some(Step::From(other.clone())),
            Def::Let(Rhs::Op(call)) => call.args.get(call.op.row()?.names?).cloned().map(Step::From),
            Def::Let(Rhs::Call(call)) => {
                let callee = self.relations.functions.get(&self.program.functions.get(&call.callee)?.name)?;
                let param = (*callee.returns.get(element.unwrap_or(0))?)?;
                call.args.get(param).cloned().map(Step::From)
            }
            Def::Param | Def::Inside | Def::None => None,
        }
    }
}

enum Step {
    Merge,
    From(Expr),
}

fn project(tuple: Expr, element: Option<usize>) -> Expr {
    match element {
        Some(index) => Expr::Get(Box::new(tuple), index as u32),
        None => tuple,
    }
}
