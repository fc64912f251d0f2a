//! Step A0: a returned tensor that is a parameter is returned as that parameter's variable. What the function declares to return
//! stays: callers bind values of that type.

use crate::egraph::relation::{FunctionRelation, Relations};
use crate::ir::access::type_of;
use crate::ir::expr::Expr;
use crate::ir::program::{Function, Program};
use crate::ir::stmt::StmtKind;
use crate::verify::property::returns::concerns;

/// Canonicalises returned values; says how many changed.
pub(crate) fn run(program: &mut Program, relations: &Relations) -> usize {
    let mut changed = 0;
    for index in 0..program.functions.len() {
        let (name, function) = program.functions.get_index(index).expect("an index below the length");
        let concerned = concerns(function.kind) && function.attrs.get("external_source").is_none();
        let Some(relation) = relations.functions.get(name).filter(|_| concerned) else { continue };
        let found = writebacks(function, relation);
        changed += found.len();
        rewrite(&mut program.functions[index], &found);
    }
    changed
}

/// Positions that return a parameter without naming it, each with the parameter.
fn writebacks(function: &Function, relation: &FunctionRelation) -> Vec<(usize, usize)> {
    let Some(values) = function.returned() else { return Vec::new() };
    if values.len() != relation.returns.len() {
        return Vec::new();
    }
    let returned = values.iter().zip(&relation.returns).enumerate();
    returned
        .filter(|(_, (value, _))| type_of(function, value).is_some_and(|ty| ty.is_tensor()))
        .filter_map(|(position, (value, param))| {
            let param = (*param)?;
            (*value != Expr::Var(function.params[param].var)).then_some((position, param))
        })
        .collect()
}

fn rewrite(function: &mut Function, found: &[(usize, usize)]) {
    if found.is_empty() {
        return;
    }
    let body = function.body.expect("what returns has a body");
    let vars: Vec<_> = function.params.iter().map(|param| param.var).collect();
    for &(position, param) in found {
        let last = function.blocks[body].stmts.last_mut().expect("what returns has a last statement");
        let StmtKind::Return(values) = &mut last.kind else { unreachable!("the last statement returns") };
        values[position] = Expr::Var(vars[param]);
    }
}
