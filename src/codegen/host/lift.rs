//! A kernel as an entry: a program with one orchestration function that launches it.

use crate::base::name::Name;
use crate::ir::attr::Attr;
use crate::ir::expr::Expr;
use crate::ir::program::{Direction, Function, FunctionKind, Program};
use crate::ir::stmt::{ArgDirection, Block, Call, Rhs, Stmt, StmtKind};
use crate::ir::types::Type;

/// The program with a function that launches `entry` once, and that function's name.
pub(super) fn launched(program: &Program, entry: &Function) -> (Program, Name) {
    let program = program.clone();
    let mut name = format!("launch_{}", entry.name);
    while program.functions.contains_key(name.as_str()) {
        name.push('_');
    }
    let name = Name::from(name);
    let mut function = Function::new(name.clone(), FunctionKind::Orchestration);
    function.attrs.set("auto_scope", Attr::Bool(false));
    function.span = entry.span;
    function.params.clone_from(&entry.params);
    function.results.clone_from(&entry.results);
    function.symbols.clone_from(&entry.symbols);
    // Parameters and symbols keep their ids, so types need no renaming.
    function.vars.clone_from(&entry.vars);
    let args = entry.params.iter().map(|param| Expr::Var(param.var)).collect();
    let mut call = Call::new(entry.name.clone(), args);
    call.directions = entry
        .params
        .iter()
        .map(|param| match (entry.ty(param.var), param.direction) {
            (Type::Tensor(_), Direction::In) => ArgDirection::Input,
            (Type::Tensor(_), Direction::Out) => ArgDirection::OutputExisting,
            (Type::Tensor(_), Direction::InOut) => ArgDirection::InOut,
            _ => ArgDirection::Scalar,
        })
        .collect();
    let (result, returned) = match entry.results.as_slice() {
        [] => (None, Vec::new()),
        [only] => {
            let var = function.add_var("result", only.clone(), entry.span);
            (Some(var), vec![Expr::Var(var)])
        }
        several => {
            let var = function.add_var("results", Type::Tuple(several.to_vec()), entry.span);
            let items = several.iter().enumerate().map(|(index, ty)| {
                let item = function.add_var("result", ty.clone(), entry.span);
                (item, Expr::Get(Box::new(Expr::Var(var)), index as u32))
            });
            let items: Vec<_> = items.collect();
            let returned = items.iter().map(|(item, _)| Expr::Var(*item)).collect();
            let lets = items.into_iter().map(|(item, get)| StmtKind::Let(item, Rhs::Expr(get)));
            let mut stmts = vec![StmtKind::Let(var, Rhs::Call(call))];
            stmts.extend(lets);
            stmts.push(StmtKind::Return(returned));
            return finish(program, function, name, stmts);
        }
    };
    let rhs = Rhs::Call(call);
    let first = result.map_or_else(|| StmtKind::Eval(rhs.clone()), |var| StmtKind::Let(var, rhs.clone()));
    finish(program, function, name, vec![first, StmtKind::Return(returned)])
}

fn finish(mut program: Program, mut function: Function, name: Name, stmts: Vec<StmtKind>) -> (Program, Name) {
    let span = function.span;
    let stmts = stmts.into_iter().map(|kind| Stmt::at(kind, span)).collect();
    function.body = Some(function.blocks.push(Block { stmts }));
    program.functions.insert(name.clone(), function);
    (program, name)
}
