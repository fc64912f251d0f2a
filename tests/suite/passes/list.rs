//! Lists of passes: what each needs is checked before any runs, and what each promised after it.

use selfsame::base::name::Name;
use selfsame::base::span::Span;
use selfsame::egraph::relation::Relations;
use selfsame::ir::attr::Attrs;
use selfsame::ir::program::{Function, FunctionKind, Program};
use selfsame::ir::stmt::{Block, Launch, Scope, ScopeKind, Stmt, StmtKind};
use selfsame::passes::run::{Context, check_list, default_list, full_list, parse_list, run};
use selfsame::passes::table::{PASSES, Pass};
use selfsame::verify::property::Property;

/// A program of one Orchestration function that holds one cluster scope.
fn program() -> Program {
    let name: Name = "main".into();
    let mut main = Function::new(name.clone(), FunctionKind::Orchestration);
    let inner = main.blocks.push(Block::default());
    let scope = Scope {
        kind: ScopeKind::Cluster,
        body: inner,
        name: None,
        task_id: None,
        launch: Launch::default(),
        attrs: Attrs::new(),
    };
    let stmts = vec![Stmt::at(StmtKind::Scope(scope), Span::NONE)];
    main.body = Some(main.blocks.push(Block { stmts }));
    Program { name: "P".into(), functions: [(name, main)].into_iter().collect(), comments: Vec::new() }
}

fn nothing(_: &Program) -> Relations {
    Relations::default()
}

#[test]
fn the_default_list_satisfies_itself() {
    assert!(check_list(&program(), &default_list()).is_ok());
    let names: Vec<_> = default_list().iter().map(|pass| pass.name).collect();
    let rows: Vec<_> = PASSES.iter().filter(|pass| !pass.asked).map(|pass| pass.name).collect();
    assert_eq!(names, rows);
    assert!(check_list(&program(), &full_list()).is_ok());
}

#[test]
fn a_pass_without_what_it_needs_is_refused() {
    let list = parse_list(["call-directions", "carries"]).unwrap();
    let wrong = check_list(&program(), &list).unwrap_err();
    let said: Vec<_> = wrong.iter().map(|it| it.message.clone()).collect();
    assert!(said.iter().any(|it| it.contains("'carries' needs RuntimeScopesMaterialized")), "{said:?}");
    let helped =
        wrong.iter().any(|it| it.help.iter().any(|help| help.contains("put 'runtime-scopes' before")));
    assert!(helped, "{wrong:?}");
    let wrong = check_list(&program(), &parse_list(["return-order"]).unwrap()).unwrap_err();
    assert!(wrong.iter().any(|it| it.message.contains("ScopesOutlined")), "{wrong:?}");
}

#[test]
fn what_a_pass_breaks_is_missed_after_it() {
    let list =
        parse_list(["outline-scopes", "parameter-directions", "outline-scopes", "call-directions"]).unwrap();
    let wrong = check_list(&program(), &list).unwrap_err();
    assert!(wrong.iter().any(|it| it.message.contains("ParamDirectionsCoverBodies")), "{wrong:?}");
}

#[test]
fn a_name_that_no_pass_has_is_refused_with_the_names_there_are() {
    let wrong = parse_list(["outline-scopes", "inline"]).err().unwrap();
    assert_eq!(wrong.len(), 1);
    let first = wrong.iter().next().unwrap();
    assert!(first.message.contains("'inline'"));
    assert!(first.help[0].contains("return-order"));
}

#[test]
#[should_panic(expected = "pass 'liar' broke ScopesOutlined")]
fn a_pass_that_does_not_keep_its_word_is_named() {
    static LIAR: Pass = Pass {
        name: "liar",
        does: "nothing",
        requires: &[],
        ensures: &[Property::ScopesOutlined],
        breaks: &[],
        asked: false,
        run: |_, _| Ok(selfsame::passes::run::Report::changes(1)),
    };
    let mut context = Context::new(&nothing);
    context.check = true;
    let _ = run(&mut program(), &[&LIAR], &context, &mut |_, _| true);
}

#[test]
fn the_observer_sees_each_pass_and_may_stop() {
    let mut seen = Vec::new();
    let context = Context::new(&nothing);
    let mut observe = |pass: &'static Pass, _: &Program| {
        seen.push(pass.name);
        pass.name != "parameter-directions"
    };
    let reports = run(&mut program(), &default_list(), &context, &mut observe).unwrap();
    assert_eq!(seen, ["outline-scopes", "parameter-directions"]);
    assert_eq!(reports.len(), 2);
    assert!(reports[0].1.changed);
}
