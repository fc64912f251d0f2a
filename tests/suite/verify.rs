//! The verifier on programs built by hand: each fault alone, with its code, and what a sound program lets it learn.

use selfsame::base::diagnostic::Diagnostics;
use selfsame::base::id::Id;
use selfsame::base::name::Name;
use selfsame::base::span::Span;
use selfsame::ir::attr::Attr;
use selfsame::ir::dtype::DType;
use selfsame::ir::expr::{BinaryOp, Expr, MAX_DEPTH};
use selfsame::ir::op::Op;
use selfsame::ir::program::{BlockId, Direction, Function, FunctionKind, Param, Program, VarId};
use selfsame::ir::stmt::{
    Block, Call, CallMode, Carry, For, ForKind, If, Launch, Merge, OpCall, Rhs, Scope, ScopeKind, Stmt,
    StmtKind, While,
};
use selfsame::ir::types::{MemSpace, Type};
use selfsame::verify::facts::{CallGraph, Definition};
use selfsame::verify::verify;

/// A function under construction.
struct Build(Function);

impl Build {
    fn new(name: &str, kind: FunctionKind) -> Self {
        Self(Function::new(Name::from(name), kind))
    }
    fn main() -> Self {
        Self::new("main", FunctionKind::Orchestration)
    }
    fn var(&mut self, name: &str, ty: Type) -> VarId {
        self.0.add_var(name, ty, Span::NONE)
    }
    fn param(&mut self, name: &str, ty: Type) -> VarId {
        let var = self.var(name, ty);
        self.0.params.push(Param { var, direction: Direction::In });
        var
    }
    fn block(&mut self, kinds: Vec<StmtKind>) -> BlockId {
        self.0.blocks.push(Block { stmts: kinds.into_iter().map(Stmt::new).collect() })
    }
    fn body(mut self, kinds: Vec<StmtKind>) -> Self {
        let body = self.block(kinds);
        self.0.body = Some(body);
        self
    }
    fn results(mut self, results: Vec<Type>) -> Self {
        self.0.results = results;
        self
    }
}

fn program(functions: Vec<Build>) -> Program {
    let functions = functions.into_iter().map(|it| (it.0.name.clone(), it.0)).collect();
    Program { name: Name::from("P"), functions, comments: Vec::new() }
}

/// The codes of all faults, in the order found.
fn codes(functions: Vec<Build>) -> Vec<&'static str> {
    said(functions).iter().map(|it| it.code.0).collect()
}

fn said(functions: Vec<Build>) -> Diagnostics {
    match verify(&program(functions)) {
        Ok(facts) => facts.warnings,
        Err(said) => said,
    }
}

fn tensor(shape: &[i128]) -> Type {
    Type::tensor(shape.iter().map(|&extent| Expr::index(extent)).collect(), DType::Fp32)
}

fn tile(shape: &[i128]) -> Type {
    let shape = shape.iter().map(|&extent| Expr::index(extent)).collect();
    Type::tile(shape, DType::Fp32, Some(MemSpace::Vec))
}

fn set(var: VarId, expr: Expr) -> StmtKind {
    StmtKind::Let(var, Rhs::Expr(expr))
}

fn op(var: VarId, name: &str, args: Vec<Expr>) -> StmtKind {
    StmtKind::Let(var, Rhs::Op(OpCall::new(Op::new(name), args)))
}

fn range(index: VarId, carries: Vec<Carry>, body: BlockId) -> For {
    For {
        kind: ForKind::Sequential,
        index,
        start: Expr::index(0),
        stop: Expr::index(4),
        step: Expr::index(1),
        carries,
        body,
        attrs: selfsame::ir::attr::Attrs::new(),
    }
}

#[test]
fn a_variable_has_one_definition() {
    let mut it = Build::main();
    let x = it.var("x", Type::INDEX);
    assert_eq!(
        codes(vec![it.body(vec![set(x, Expr::index(1)), set(x, Expr::index(2))])]),
        ["duplicate-definition"]
    );
}

#[test]
fn a_variable_is_used_after_its_definition() {
    let mut it = Build::main();
    let (x, y) = (it.var("x", Type::INDEX), it.var("y", Type::INDEX));
    assert_eq!(
        codes(vec![it.body(vec![set(y, x.into()), set(x, Expr::index(1))])]),
        ["use-before-definition"]
    );
}

#[test]
fn what_a_loop_defines_stays_in_it() {
    let mut it = Build::main();
    let (i, x, y) = (it.var("i", Type::INDEX), it.var("x", Type::INDEX), it.var("y", Type::INDEX));
    let body = it.block(vec![set(x, i.into())]);
    let looped = StmtKind::For(range(i, vec![], body));
    assert_eq!(codes(vec![it.body(vec![looped, set(y, x.into())])]), ["out-of-scope"]);
}

#[test]
fn the_index_of_a_loop_stays_in_it() {
    let mut it = Build::main();
    let (i, y) = (it.var("i", Type::INDEX), it.var("y", Type::INDEX));
    let body = it.block(vec![]);
    let looped = StmtKind::For(range(i, vec![], body));
    assert_eq!(codes(vec![it.body(vec![looped, set(y, i.into())])]), ["out-of-scope"]);
}

#[test]
fn scopes_are_transparent_and_their_indices_are_not() {
    let mut it = Build::main();
    let (b, x) = (it.var("b", Type::INDEX), it.var("x", Type::INDEX));
    let (y, z) = (it.var("y", Type::INDEX), it.var("z", Type::INDEX));
    let body = it.block(vec![set(x, b.into())]);
    let scope = |index| {
        StmtKind::Scope(Scope {
            kind: ScopeKind::Spmd { index },
            body,
            name: None,
            task_id: None,
            launch: Launch { core_num: Some(Expr::index(4)), ..Launch::default() },
            attrs: selfsame::ir::attr::Attrs::new(),
        })
    };
    let sound = vec![scope(Some(b)), set(y, x.into())];
    let mut wrong = Build(it.0.clone());
    assert_eq!(codes(vec![it.body(sound.clone())]), [""; 0]);
    let mut kinds = sound;
    kinds.push(set(z, b.into()));
    wrong = wrong.body(kinds);
    assert_eq!(codes(vec![wrong]), ["out-of-scope"]);
}

#[test]
fn an_undefined_value_may_start_a_carry_and_be_a_side_of_a_merge_only() {
    let mut it = Build::main();
    let (i, x, out) = (it.var("i", Type::INDEX), it.var("x", Type::INDEX), it.var("x", Type::INDEX));
    let (before, y) = (it.var("x", Type::INDEX), it.var("y", Type::INDEX));
    let body = it.block(vec![set(x, i.into())]);
    let carry = Carry { param: before, init: Expr::Undef, next: x.into(), result: out };
    let looped = StmtKind::For(range(i, vec![carry], body));
    let sound = Build(it.0.clone()).body(vec![looped.clone(), set(y, out.into())]);
    assert_eq!(codes(vec![sound]), [""; 0]);
    assert_eq!(codes(vec![it.body(vec![looped, set(y, Expr::Undef)])]), ["undefined-value"]);
}

#[test]
fn an_extent_names_what_is_there() {
    let mut it = Build::main();
    let n = it.var("n", Type::INDEX);
    let x = it.var("x", Type::tensor(vec![n.into()], DType::Fp32));
    let create = OpCall {
        kwargs: [(Name::from("dtype"), Attr::DType(DType::Fp32))].into_iter().collect(),
        ..OpCall::new(Op::new("tensor.create"), vec![Expr::Tuple(vec![Expr::index(4)])])
    };
    let body = vec![StmtKind::Let(x, Rhs::Op(create)), set(n, Expr::index(4))];
    assert_eq!(codes(vec![it.body(body)]), ["use-before-definition"]);
}

#[test]
fn conditions_are_truth_values() {
    let mut it = Build::main();
    let n = it.param("n", Type::INDEX);
    let then = it.block(vec![]);
    let (header, body) = (it.block(vec![]), it.block(vec![]));
    let branch = StmtKind::If(If { cond: n.into(), then, otherwise: None, merges: vec![] });
    let attrs = selfsame::ir::attr::Attrs::new();
    let looped = StmtKind::While(While { carries: vec![], header, cond: n.into(), body, attrs });
    assert_eq!(codes(vec![it.body(vec![branch, looped])]), ["condition-not-bool", "condition-not-bool"]);
}

#[test]
fn bounds_are_integers() {
    let mut it = Build::main();
    let f = it.param("f", Type::Scalar(DType::Fp32));
    let i = it.var("i", Type::INDEX);
    let body = it.block(vec![]);
    let looped = For { stop: f.into(), ..range(i, vec![], body) };
    assert_eq!(codes(vec![it.body(vec![StmtKind::For(looped)])]), ["bound-not-integer"]);
}

#[test]
fn a_carry_keeps_its_type() {
    let mut it = Build::main();
    let a = it.param("a", tensor(&[4]));
    let b = it.param("b", tensor(&[8]));
    let (i, p, r) = (it.var("i", Type::INDEX), it.var("a", tensor(&[4])), it.var("a", tensor(&[4])));
    let body = it.block(vec![]);
    let carry = Carry { param: p, init: a.into(), next: b.into(), result: r };
    let found = said(vec![it.body(vec![StmtKind::For(range(i, vec![carry], body))])]);
    let found: Vec<_> = found.iter().collect();
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].code.0, "carry-type");
    assert_eq!(found[0].message, "`a` becomes another type in the loop: extent 4 of axis 0 against 8");
}

#[test]
fn sides_of_a_branch_agree() {
    let mut it = Build::main();
    let c = it.param("c", Type::BOOL);
    let a = it.param("a", tensor(&[4]));
    let n = it.param("n", Type::INDEX);
    let r = it.var("r", tensor(&[4]));
    let (then, otherwise) = (it.block(vec![]), it.block(vec![]));
    let merge = Merge { result: r, then: a.into(), otherwise: n.into() };
    let branch = If { cond: c.into(), then, otherwise: Some(otherwise), merges: vec![merge] };
    assert_eq!(codes(vec![it.body(vec![StmtKind::If(branch)])]), ["branch-type"]);
}

#[test]
fn values_have_the_types_of_their_variables() {
    let mut it = Build::main();
    let a = it.param("a", tensor(&[4]));
    let (x, y) = (it.var("x", tensor(&[5])), it.var("y", Type::Scalar(DType::Int32)));
    let body = vec![set(x, a.into()), set(y, Expr::index(3))];
    assert_eq!(codes(vec![it.body(body)]), ["type-mismatch"], "a constant is of any integer type");
}

#[test]
fn a_tile_may_be_written_with_two_axes() {
    let mut it = Build::new("k", FunctionKind::InCore);
    let a = it.param("a", tensor(&[2, 4, 4]));
    let list = |items: [i128; 3]| Expr::Tuple(items.into_iter().map(Expr::index).collect());
    let (x, y) = (it.var("x", tile(&[8, 4])), it.var("y", tile(&[8, 5])));
    let load = |var| op(var, "tile.load", vec![a.into(), list([0, 0, 0]), list([2, 4, 4]), list([2, 4, 4])]);
    assert_eq!(codes(vec![it.body(vec![load(x), load(y)])]), ["type-mismatch"], "only if it is as large");
}

#[test]
fn operators_take_what_their_rows_say() {
    let mut it = Build::new("k", FunctionKind::InCore);
    let a = it.param("a", tensor(&[4, 4]));
    let (x, y) = (it.var("x", tile(&[4, 4])), it.var("y", tile(&[4, 4])));
    let list = |items: [i128; 2]| Expr::Tuple(items.into_iter().map(Expr::index).collect());
    let load = op(x, "tile.load", vec![a.into(), list([0, 0]), list([4, 4]), list([4, 4])]);
    let found = said(vec![it.body(vec![load, op(y, "tile.add", vec![x.into(), a.into()])])]);
    let found: Vec<_> = found.iter().collect();
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].code.0, "wrong-operand");
    assert_eq!(found[0].message, "`tile.add`: `rhs` must be a tile, not a tensor; load it first");
}

#[test]
fn an_operator_outside_the_table_is_taken_as_it_is() {
    let mut it = Build::new("k", FunctionKind::InCore);
    let a = it.param("a", tensor(&[4, 4]));
    let (x, y) = (it.var("x", tile(&[4, 4])), it.var("y", tile(&[9, 9])));
    let body = vec![op(x, "tile.frobnicate", vec![a.into()]), op(y, "tile.frobnicate", vec![x.into()])];
    assert_eq!(codes(vec![it.body(body)]), [""; 0]);
}

#[test]
fn arithmetic_is_on_scalars() {
    let mut it = Build::main();
    let a = it.param("a", tensor(&[4]));
    let x = it.var("x", Type::INDEX);
    let sum = Expr::binary(BinaryOp::Add, a.into(), Expr::index(1));
    assert_eq!(codes(vec![it.body(vec![set(x, sum)])]), ["scalar-expected"]);
}

#[test]
fn projections_are_in_range() {
    let mut it = Build::main();
    let n = it.param("n", Type::INDEX);
    let t = it.var("t", Type::Tuple(vec![Type::INDEX]));
    let x = it.var("x", Type::INDEX);
    let body = vec![set(t, Expr::Tuple(vec![n.into()])), set(x, Expr::Get(Box::new(t.into()), 1))];
    assert_eq!(codes(vec![it.body(body)]), ["projection-out-of-range"]);
}

#[test]
fn loops_are_left_from_within() {
    let mut it = Build::main();
    let i = it.var("i", Type::INDEX);
    let body = it.block(vec![StmtKind::Break(vec![])]);
    let parallel = For { kind: ForKind::Parallel, ..range(i, vec![], body) };
    let found = codes(vec![it.body(vec![StmtKind::Continue(vec![]), StmtKind::For(parallel)])]);
    assert_eq!(found, ["jump-place", "unreachable", "jump-place"]);
}

#[test]
fn a_task_cannot_leave_the_loop_around_it() {
    let mut it = Build::main();
    let i = it.var("i", Type::INDEX);
    let inner = it.block(vec![StmtKind::Break(vec![])]);
    let scope = StmtKind::Scope(Scope {
        kind: ScopeKind::At { level: Name::from("CORE_GROUP"), role: None },
        body: inner,
        name: None,
        task_id: None,
        launch: Launch::default(),
        attrs: selfsame::ir::attr::Attrs::new(),
    });
    let body = it.block(vec![scope]);
    assert_eq!(codes(vec![it.body(vec![StmtKind::For(range(i, vec![], body))])]), ["jump-place"]);
}

#[test]
fn a_break_gives_a_value_for_each_carry() {
    let mut it = Build::main();
    let n = it.param("n", Type::INDEX);
    let (i, p, r) = (it.var("i", Type::INDEX), it.var("n", Type::INDEX), it.var("n", Type::INDEX));
    let body = it.block(vec![StmtKind::Break(vec![])]);
    let carry = Carry { param: p, init: n.into(), next: p.into(), result: r };
    assert_eq!(codes(vec![it.body(vec![StmtKind::For(range(i, vec![carry], body))])]), ["carry-count"]);
}

#[test]
fn returns_stand_last_and_match_the_signature() {
    let mut it = Build::main();
    let c = it.param("c", Type::BOOL);
    let then = it.block(vec![StmtKind::Return(vec![])]);
    let branch = If { cond: c.into(), then, otherwise: None, merges: vec![] };
    assert_eq!(codes(vec![it.body(vec![StmtKind::If(branch)])]), ["early-return"]);

    let mut it = Build::main().results(vec![Type::INDEX]);
    let c = it.param("c", Type::BOOL);
    assert_eq!(codes(vec![it.body(vec![StmtKind::Return(vec![c.into()])])]), ["return-type"]);

    let it = Build::main().results(vec![Type::INDEX]);
    assert_eq!(codes(vec![it.body(vec![StmtKind::Return(vec![])])]), ["return-count"]);

    let it = Build::main().results(vec![Type::INDEX]);
    assert_eq!(codes(vec![it.body(vec![])]), ["missing-return"]);
}

/// A kernel `k(a: [4], out: [4]) -> [4]`.
fn kernel() -> Build {
    let mut it = Build::new("k", FunctionKind::InCore).results(vec![tensor(&[4])]);
    it.param("a", tensor(&[4]));
    let out = it.param("out", tensor(&[4]));
    it.0.params[1].direction = Direction::Out;
    it.body(vec![StmtKind::Return(vec![out.into()])])
}

fn call(callee: &str, args: Vec<Expr>) -> Call {
    Call::new(callee, args)
}

#[test]
fn calls_fit_their_functions() {
    let with = |make: &dyn Fn(VarId, VarId) -> Call, ty: Type| {
        let mut it = Build::main();
        let (a, n) = (it.param("a", tensor(&[4])), it.param("n", Type::INDEX));
        let r = it.var("r", ty);
        let stmt = StmtKind::Let(r, Rhs::Call(make(a, n)));
        codes(vec![it.body(vec![stmt]), kernel()])
    };
    let four = || tensor(&[4]);
    let submitted = || Type::Tuple(vec![tensor(&[4]), Type::TASK_ID]);
    let submit = |args| Call { mode: CallMode::Submit, ..call("k", args) };
    assert_eq!(with(&|a, _| call("k", vec![a.into(), a.into()]), four()), [""; 0]);
    assert_eq!(with(&|a, _| call("q", vec![a.into(), a.into()]), four()), ["unknown-function"]);
    assert_eq!(with(&|a, _| call("k", vec![a.into()]), four()), ["arity"]);
    assert_eq!(with(&|a, n| call("k", vec![n.into(), a.into()]), four()), ["argument-type"]);
    assert_eq!(with(&|a, _| call("k", vec![a.into(), a.into()]), tensor(&[5])), ["type-mismatch"]);
    assert_eq!(
        with(&|a, _| submit(vec![a.into()]), submitted()),
        [""; 0],
        "an output may be left to the runtime"
    );
    assert_eq!(with(&|_, _| submit(vec![]), submitted()), ["arity"], "an input may not");
    assert_eq!(
        with(&|a, _| submit(vec![a.into(), a.into()]), four()),
        ["type-mismatch"],
        "there is a task id"
    );
    let no_dep = |a: VarId| Call { no_dep: vec![2], ..submit(vec![a.into(), a.into()]) };
    assert_eq!(with(&|a, _| no_dep(a), submitted()), ["launch-data"]);
    let deps = |n: VarId| Launch { deps: vec![n.into()], ..Launch::default() };
    let waits = |a: VarId, n| Call { launch: deps(n), ..submit(vec![a.into(), a.into()]) };
    assert_eq!(with(&waits, submitted()), ["dep-not-task-id"]);
    let plain = |a: VarId, n| Call { mode: CallMode::Call, ..waits(a, n) };
    assert_eq!(with(&plain, four()), ["dep-not-task-id", "manual-deps-on-call"]);
    let blocks = |a: VarId, _| Call { mode: CallMode::SpmdSubmit, ..call("k", vec![a.into(), a.into()]) };
    assert_eq!(with(&blocks, submitted()), ["launch-data"]);
}

#[test]
fn d111_arrays_stay_in_their_function() {
    let array = || Type::Array(4, DType::Int32);
    let mut it = Build::main();
    it.param("t", array());
    assert_eq!(codes(vec![it.body(vec![])]), ["array-escapes"]);
    let it = Build::main().results(vec![Type::Tuple(vec![Type::INDEX, array()])]);
    assert!(codes(vec![it.body(vec![])]).contains(&"array-escapes"));
    let mut it = Build::new("h", FunctionKind::Inline);
    it.param("t", array());
    assert_eq!(
        codes(vec![it.body(vec![])]),
        [""; 0],
        "a function that is spliced into its callers may take one"
    );
}

#[test]
fn d110_dependencies_are_written_on_submissions() {
    let mut it = Build::main();
    let a = it.param("a", tensor(&[4]));
    let t = it.var("t", Type::TASK_ID);
    let r = it.var("r", tensor(&[4]));
    let waits = Call {
        launch: Launch { deps: vec![t.into()], ..Launch::default() },
        ..call("k", vec![a.into(), a.into()])
    };
    let body = vec![op(t, "system.task_invalid", vec![]), StmtKind::Let(r, Rhs::Call(waits))];
    assert_eq!(codes(vec![it.body(body), kernel()]), ["manual-deps-on-call"]);
}

#[test]
fn pipelines_and_only_they_have_stages() {
    let with = |kind, stages: Option<i128>| {
        let mut it = Build::main();
        let i = it.var("i", Type::INDEX);
        let body = it.block(vec![]);
        let mut looped = For { kind, ..range(i, vec![], body) };
        if let Some(stages) = stages {
            looped.attrs.set("pipeline_stages", Attr::Int(stages));
        }
        codes(vec![it.body(vec![StmtKind::For(looped)])])
    };
    assert_eq!(with(ForKind::Pipeline, Some(2)), [""; 0]);
    assert_eq!(with(ForKind::Pipeline, None), ["pipeline-stages"]);
    assert_eq!(with(ForKind::Pipeline, Some(0)), ["pipeline-stages"]);
    assert_eq!(with(ForKind::Sequential, Some(2)), ["pipeline-stages"]);
}

#[test]
fn a44_the_double_underscore_is_reserved() {
    for (name, legal) in [
        ("x", true),
        ("x_1", true),
        ("x__ssa_v0", true),
        ("x__iter_v12", true),
        ("t__inline7_inline_arg_v0", true),
        ("x__v3", true),
        ("a__b", false),
        ("x__FREE_VAR", false),
        ("x__ssa_v", false),
        ("__v1", false),
        ("x__y__v1", false),
        ("x___v1", false),
    ] {
        let mut it = Build::main();
        it.param(name, Type::INDEX);
        let wanted: &[&str] = if legal { &[] } else { &["reserved-name"] };
        assert_eq!(codes(vec![it.body(vec![])]), wanted, "{name}");
    }
}

#[test]
fn expressions_are_of_bounded_depth() {
    let deep = |depth: usize| {
        let mut it = Build::main();
        let n = it.param("n", Type::INDEX);
        let x = it.var("x", Type::INDEX);
        let one = || Expr::index(1);
        let sum = (1..depth).fold(Expr::Var(n), |sum, _| Expr::binary(BinaryOp::Add, sum, one()));
        codes(vec![it.body(vec![set(x, sum)])])
    };
    assert_eq!(deep(MAX_DEPTH), [""; 0]);
    assert_eq!(deep(MAX_DEPTH + 1), ["expression-too-deep"]);
    assert_eq!(deep(2_000), ["expression-too-deep"]);
}

#[test]
fn a_block_stands_in_one_place() {
    let mut it = Build::main();
    let c = it.param("c", Type::BOOL);
    let then = it.block(vec![]);
    let branch = || StmtKind::If(If { cond: c.into(), then, otherwise: None, merges: vec![] });
    assert_eq!(codes(vec![it.body(vec![branch(), branch()])]), ["block-shared"]);
}

#[test]
fn all_faults_are_gathered() {
    let mut it = Build::new("f", FunctionKind::Opaque);
    let n = it.param("n", Type::INDEX);
    let (x, y) = (it.var("x", Type::BOOL), it.var("y", Type::INDEX));
    let then = it.block(vec![]);
    let branch = If { cond: n.into(), then, otherwise: None, merges: vec![] };
    let body = vec![set(x, n.into()), StmtKind::If(branch), set(y, Expr::Undef)];
    let mut found = codes(vec![it.body(body), Build::main().results(vec![Type::INDEX]).body(vec![])]);
    found.sort_unstable();
    assert_eq!(found, ["condition-not-bool", "missing-return", "type-mismatch", "undefined-value"]);
}

#[test]
fn facts_say_where_and_how_often() {
    let mut it = Build::main();
    let n = it.param("n", Type::INDEX);
    let (i, p, r) = (it.var("i", Type::INDEX), it.var("s", Type::INDEX), it.var("s", Type::INDEX));
    let next = it.var("s", Type::INDEX);
    let sum = Expr::binary(BinaryOp::Add, p.into(), i.into());
    let body = it.block(vec![set(next, sum)]);
    let carry = Carry { param: p, init: n.into(), next: next.into(), result: r };
    let y = it.var("y", Type::INDEX);
    let twice = Expr::binary(BinaryOp::Mul, r.into(), r.into());
    let program = program(vec![it.body(vec![StmtKind::For(range(i, vec![carry], body)), set(y, twice)])]);
    let facts = verify(&program).unwrap();
    let known = &facts.functions["main"];
    assert_eq!(known.definitions[n], Some(Definition::Param(0)));
    assert!(matches!(known.definitions[i], Some(Definition::Index(place)) if place.index == 0));
    assert!(matches!(known.definitions[p], Some(Definition::CarryParam(_, 0))));
    assert!(matches!(known.definitions[r], Some(Definition::CarryResult(_, 0))));
    assert!(matches!(known.definitions[next], Some(Definition::Let(place)) if place.block == body));
    assert_eq!(known.uses[r].reads, 2);
    assert_eq!(known.uses[next].reads, 1);
    assert!(known.uses[y].is_unused());
    let nesting = known.blocks[body].unwrap();
    assert_eq!((nesting.depth, nesting.loops), (1, 1));
    assert_eq!(nesting.parent.unwrap().block, program.functions["main"].body.unwrap());
}

#[test]
fn callees_come_first_and_cycles_are_groups() {
    let calls = |name: &str, callees: &[&str]| {
        let it = Build::new(name, FunctionKind::Opaque);
        let kinds = callees.iter().map(|callee| StmtKind::Eval(Rhs::Call(call(callee, vec![]))));
        it.body(kinds.collect())
    };
    let program = program(vec![
        calls("main", &["a", "c", "a"]),
        calls("a", &["b"]),
        calls("b", &["a", "leaf"]),
        calls("c", &["leaf"]),
        calls("leaf", &[]),
        calls("alone", &["alone"]),
    ]);
    let graph = CallGraph::of(&program);
    let groups: Vec<String> = (graph.groups.iter())
        .map(|group| {
            let names: Vec<_> = group.functions.iter().map(Name::as_str).collect();
            format!("{} {}{}", group.level, names.join(" "), if group.recursive { " *" } else { "" })
        })
        .collect();
    assert_eq!(groups, ["0 leaf", "1 a b *", "1 c", "2 main", "0 alone *"]);
    assert_eq!(graph.callees["main"].iter().map(Name::as_str).collect::<Vec<_>>(), ["a", "c"]);
}

/// A chain of 100 000 nested loops and as many functions must not need a stack that deep.
#[test]
fn depth_costs_no_stack() {
    let mut it = Build::main();
    let mut inner = it.block(vec![]);
    for _ in 0..100_000 {
        let i = it.var("i", Type::INDEX);
        let looped = StmtKind::For(range(i, vec![], inner));
        inner = it.block(vec![looped]);
    }
    it.0.body = Some(inner);
    let facts = verify(&program(vec![it])).unwrap();
    let deepest = facts.functions["main"].blocks[BlockId::new(0)].unwrap();
    assert_eq!(deepest.loops, 100_000);

    let chain = (0..100_000).map(|at| {
        let it = Build::new(&format!("f{at}"), FunctionKind::Opaque);
        let next = (at < 99_999).then(|| StmtKind::Eval(Rhs::Call(call(&format!("f{}", at + 1), vec![]))));
        it.body(next.into_iter().collect())
    });
    let graph = CallGraph::of(&program(chain.collect()));
    assert_eq!(graph.groups.len(), 100_000);
    assert_eq!(graph.groups.last().unwrap().level, 99_999);
}
