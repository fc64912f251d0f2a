//! Outlining and then inlining what was outlined gives the program back.

use std::path::Path;

use selfsame::base::span::Source;
use selfsame::driver::optimizer::Optimizer;
use selfsame::interp::equivalent::{Options, equivalent};
use selfsame::ir::program::{BlockId, Function, FunctionKind, Program};
use selfsame::ir::stmt::{Rhs, ScopeKind, StmtKind};
use selfsame::lower::lower;

use crate::passes::after;
use crate::passes::golden::cases;

/// The program with the bodies of its scopes in their place.
fn dissolved(program: &Program) -> Program {
    let mut program = program.clone();
    for function in program.functions.values_mut() {
        while let Some((block, index, body)) = a_scope(function) {
            let stmts = std::mem::take(&mut function.blocks[body].stmts);
            function.blocks[block].stmts.splice(index..=index, stmts);
        }
    }
    program
}

fn a_scope(function: &Function) -> Option<(BlockId, usize, BlockId)> {
    for block in function.blocks.ids() {
        for (index, stmt) in function.blocks[block].stmts.iter().enumerate() {
            if let StmtKind::Scope(scope) = &stmt.kind
                && matches!(scope.kind, ScopeKind::At { .. } | ScopeKind::Cluster | ScopeKind::Graph)
            {
                return Some((block, index, scope.body));
            }
        }
    }
    None
}

/// Whether scopes are only places: no task, no blocks, so that taking them away changes nothing.
fn only_places(program: &Program) -> bool {
    program.functions.values().flat_map(Function::stmts).all(|stmt| match &stmt.kind {
        StmtKind::Scope(scope) => {
            let launch = &scope.launch;
            let task = scope.task_id.is_some() || !launch.deps.is_empty() || launch.allow_early_resolve;
            !task && !matches!(scope.kind, ScopeKind::Spmd { .. } | ScopeKind::SplitAiv { .. })
        }
        StmtKind::Let(_, Rhs::Call(call)) | StmtKind::Eval(Rhs::Call(call)) => !call.is_submit(),
        _ => true,
    })
}

#[test]
fn inlining_undoes_outlining() {
    let mut tried = 0;
    for path in cases(Path::new("tests/golden/passes/outline-scopes")) {
        let text = std::fs::read_to_string(&path).unwrap();
        let written = lower(&Source::new(path.to_str().unwrap(), text)).unwrap().programs.remove(0);
        let Ok(mut outlined) = after(&written, &["outline-scopes"]) else { continue };
        if !only_places(&written) {
            continue;
        }
        for (name, function) in &mut outlined.functions {
            if !written.functions.contains_key(name) {
                function.kind = FunctionKind::Inline;
            }
        }
        let (inlined, _) = Optimizer::new().saturate(&outlined).unwrap();
        assert_eq!(inlined.functions.len(), written.functions.len(), "{}", path.display());
        let report = equivalent(&dissolved(&written), &inlined, &Options::default());
        assert!(report.difference.is_none(), "{}: {:?}", path.display(), report.difference);
        // A program that cannot run on the inputs made for it shows nothing.
        tried += usize::from(report.runs > 0);
    }
    assert!(tried >= 10, "only {tried} programs");
}
