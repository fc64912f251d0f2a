//! Printing: the text of programs built by hand.

use selfsame::base::name::Name;
use selfsame::base::span::Span;
use selfsame::ir::attr::{Attr, Attrs};
use selfsame::ir::dtype::DType;
use selfsame::ir::expr::{BinaryOp, Expr, Float, UnaryOp};
use selfsame::ir::op::Op;
use selfsame::ir::print::print;
use selfsame::ir::program::{BlockId, Direction, Function, FunctionKind, Param, Program, VarId};
use selfsame::ir::stmt::{
    Block, Call, Carry, For, ForKind, If, Launch, Merge, OpCall, Rhs, Scope, ScopeKind, Stmt, StmtKind, While,
};
use selfsame::ir::types::Type;

/// A function under construction.
struct Build {
    function: Function,
    blocks: Vec<BlockId>,
}

impl Build {
    fn new(name: &str, kind: FunctionKind) -> Self {
        let mut function = Function::new(name.into(), kind);
        let body = function.blocks.push(Block::default());
        function.body = Some(body);
        Self { function, blocks: vec![body] }
    }
    fn var(&mut self, name: &str, ty: Type) -> VarId {
        self.function.add_var(name, ty, Span::NONE)
    }
    fn index(&mut self, name: &str) -> VarId {
        self.var(name, Type::INDEX)
    }
    fn param(&mut self, name: &str, ty: Type, direction: Direction) -> VarId {
        let var = self.var(name, ty);
        self.function.params.push(Param { var, direction });
        var
    }
    fn push(&mut self, kind: StmtKind) {
        let block = *self.blocks.last().unwrap();
        self.function.blocks[block].stmts.push(Stmt::new(kind));
    }
    fn set(&mut self, var: VarId, expr: impl Into<Expr>) {
        self.push(StmtKind::Let(var, Rhs::Expr(expr.into())));
    }
    fn op(&mut self, var: VarId, op: &str, args: Vec<Expr>) {
        self.push(StmtKind::Let(var, Rhs::Op(OpCall::new(Op::new(op), args))));
    }
    fn block(&mut self, fill: impl FnOnce(&mut Self)) -> BlockId {
        let block = self.function.blocks.push(Block::default());
        self.blocks.push(block);
        fill(self);
        self.blocks.pop();
        block
    }
    fn range(&mut self, kind: ForKind, index: VarId, stop: i128, carries: Vec<Carry>, body: BlockId) {
        let (start, stop, step) = (Expr::index(0), Expr::index(stop), Expr::index(1));
        let attrs = Attrs::new();
        self.push(StmtKind::For(For { kind, index, start, stop, step, carries, body, attrs }));
    }
}

fn text(functions: Vec<Build>) -> String {
    let functions = functions.into_iter().map(|it| (it.function.name.clone(), it.function)).collect();
    print(&Program { name: "P".into(), functions, comments: Vec::new() })
}

fn body(function: Build) -> String {
    let text = text(vec![function]);
    let start = text.find("def ").unwrap();
    let lines = text[start..].lines().skip(1).map(|line| line.strip_prefix("        ").unwrap_or(line));
    lines.map(|line| format!("{line}\n")).collect()
}

fn plus(a: impl Into<Expr>, b: impl Into<Expr>) -> Expr {
    Expr::binary(BinaryOp::Add, a.into(), b.into())
}

fn tensor() -> Type {
    Type::tensor(vec![Expr::index(16)], DType::Fp32)
}

#[test]
fn a_name_first_bound_in_a_loop_leaks() {
    let mut f = Build::new("f", FunctionKind::Opaque);
    let (i, x, p, r) = (f.index("i"), f.index("x"), f.index("x"), f.index("x"));
    let inside = f.block(|f| f.set(x, plus(i, Expr::index(1))));
    let carry = Carry { param: p, init: Expr::Undef, next: x.into(), result: r };
    f.range(ForKind::Sequential, i, 4, vec![carry], inside);
    f.push(StmtKind::Return(vec![r.into()]));
    assert_eq!(body(f), "for i in pl.range(4):\n    x: pl.Scalar[pl.INDEX] = i + 1\nreturn x\n");
}

#[test]
fn a_leak_may_pass_an_inner_loop_and_a_branch() {
    let mut f = Build::new("f", FunctionKind::Opaque);
    let [i, j, c, x] = ["i", "j", "c", "x"].map(|name| f.index(name));
    let [p, q, m, inner, r] = ["x"; 5].map(|name| f.index(name));
    let inside = f.block(|f| {
        f.set(c, Expr::binary(BinaryOp::Lt, i.into(), Expr::index(2)));
        let body = f.block(|f| {
            let then = f.block(|f| f.set(x, plus(i, j)));
            let merges = vec![Merge { result: m, then: x.into(), otherwise: q.into() }];
            f.push(StmtKind::If(If { cond: c.into(), then, otherwise: None, merges }));
        });
        f.range(ForKind::Sequential, j, 3, vec![carry(q, p, m, inner)], body);
    });
    let outer = Carry { param: p, init: Expr::Undef, next: inner.into(), result: r };
    f.range(ForKind::Sequential, i, 4, vec![outer], inside);
    f.push(StmtKind::Return(vec![r.into()]));
    assert_eq!(
        body(f),
        "for i in pl.range(4):
    c: pl.Scalar[pl.INDEX] = i < 2
    for j in pl.range(3):
        if c:
            x: pl.Scalar[pl.INDEX] = i + j
return x
"
    );
}

fn carry(param: VarId, init: VarId, next: VarId, result: VarId) -> Carry {
    Carry { param, init: init.into(), next: next.into(), result }
}

#[test]
fn a_leak_that_cannot_share_its_name_is_copied() {
    let mut f = Build::new("f", FunctionKind::Opaque);
    let [i, x, y, p, r] = ["i", "x", "y", "x", "x"].map(|name| f.index(name));
    // The value of the trip before is read after the name was bound again.
    let inside = f.block(|f| {
        f.set(x, plus(i, Expr::index(1)));
        f.set(y, plus(p, x));
    });
    let leak = Carry { param: p, init: Expr::Undef, next: x.into(), result: r };
    f.range(ForKind::Sequential, i, 4, vec![leak], inside);
    f.push(StmtKind::Return(vec![r.into()]));
    assert_eq!(
        body(f),
        "for i in pl.range(4):
    x = x_2
    x_1: pl.Scalar[pl.INDEX] = i + 1
    y: pl.Scalar[pl.INDEX] = x + x_1
    x_2 = x_1
return x_2
"
    );
}

#[test]
fn a_branch_that_defines_on_one_side_only_leaks() {
    let mut f = Build::new("f", FunctionKind::Opaque);
    let c = f.param("c", Type::BOOL, Direction::In);
    let [x, r, a, b, s] = ["x", "x", "a", "b", "s"].map(|name| f.index(name));
    let then = f.block(|f| {
        f.set(x, Expr::index(1));
        f.set(a, Expr::index(2));
    });
    let otherwise = Some(f.block(|f| f.set(b, Expr::index(3))));
    let merges = vec![
        Merge { result: r, then: x.into(), otherwise: Expr::Undef },
        Merge { result: s, then: a.into(), otherwise: b.into() },
    ];
    f.push(StmtKind::If(If { cond: c.into(), then, otherwise, merges }));
    f.push(StmtKind::Return(vec![r.into(), s.into()]));
    assert_eq!(
        body(f),
        "if c:
    x: pl.Scalar[pl.INDEX] = 1
    a: pl.Scalar[pl.INDEX] = 2
    s: pl.Scalar[pl.INDEX] = pl.yield_(a)
else:
    b: pl.Scalar[pl.INDEX] = 3
    s: pl.Scalar[pl.INDEX] = pl.yield_(b)
return x, s
"
    );
}

#[test]
fn unrolled_loops_have_no_header_for_carries() {
    let mut f = Build::new("f", FunctionKind::Aiv);
    let y = f.param("y", tensor(), Direction::Out);
    let [i, h] = ["i", "h"].map(|name| f.index(name));
    let [p, n, r, q, m, s] = ["y"; 6].map(|name| f.var(name, tensor()));
    let body_of = |f: &mut Build, from: VarId, to: VarId, at: VarId| {
        f.block(|f| f.op(to, "tensor.write", vec![from.into(), Expr::Tuple(vec![at.into()]), zero()]))
    };
    let first = body_of(&mut f, p, n, i);
    f.range(ForKind::Unroll, i, 2, vec![carry(p, y, n, r)], first);
    let second = body_of(&mut f, q, m, h);
    f.range(ForKind::Unroll, h, 2, vec![carry(q, r, m, s)], second);
    f.push(StmtKind::Return(vec![s.into()]));
    assert_eq!(
        body(f),
        "for i in pl.unroll(2):
    y: pl.Tensor[[16], pl.FP32] = pl.tensor.write(y, [i], 0.0)
for h in pl.unroll(2):
    y: pl.Tensor[[16], pl.FP32] = pl.tensor.write(y, [h], 0.0)
return y
"
    );
}

fn zero() -> Expr {
    Expr::Float(Float::new(0.0), DType::Fp32)
}

#[test]
fn an_unrolled_loop_whose_start_is_used_again_has_one_all_the_same() {
    let mut f = Build::new("f", FunctionKind::Opaque);
    let a = f.param("a", Type::INDEX, Direction::In);
    let [i, p, n, r] = ["i", "a", "a", "a"].map(|name| f.index(name));
    let inside = f.block(|f| f.set(n, plus(p, i)));
    f.range(ForKind::Unroll, i, 2, vec![carry(p, a, n, r)], inside);
    f.push(StmtKind::Return(vec![a.into(), r.into()]));
    assert_eq!(
        body(f),
        "for i, (a_1,) in pl.unroll(2, init_values=(a,)):
    a_2: pl.Scalar[pl.INDEX] = a_1 + i
    a_3: pl.Scalar[pl.INDEX] = pl.yield_(a_2)
return a, a_3
"
    );
}

#[test]
fn conditions_and_predicates_hold_their_reads() {
    let mut f = Build::new("f", FunctionKind::Orchestration);
    let t = f.param("t", tensor(), Direction::In);
    let (read, n) = (f.var("v", Type::Scalar(DType::Fp32)), f.index("n"));
    let (p, r) = (f.index("n"), f.index("n"));
    let header = f.block(|f| f.op(read, "tensor.read", vec![t.into(), Expr::Tuple(vec![p.into()])]));
    let inside = f.block(|f| {
        f.set(n, plus(p, Expr::index(1)));
        f.push(StmtKind::Break(vec![n.into()]));
    });
    let carries = vec![Carry { param: p, init: Expr::index(0), next: n.into(), result: r }];
    let cond = Expr::binary(BinaryOp::Gt, read.into(), zero());
    f.push(StmtKind::While(While { carries, header, cond, body: inside, attrs: Attrs::new() }));
    let again = f.var("v", Type::Scalar(DType::Fp32));
    f.op(again, "tensor.read", vec![t.into(), Expr::Tuple(vec![r.into()])]);
    let predicate = Some(Expr::binary(BinaryOp::Gt, again.into(), zero()));
    let body_block = f.block(|f| f.push(StmtKind::Eval(Rhs::Call(Call::new("g", vec![t.into()])))));
    f.push(StmtKind::Scope(Scope {
        kind: ScopeKind::Spmd { index: None },
        body: body_block,
        name: Some("go".into()),
        task_id: None,
        launch: Launch { predicate, core_num: Some(Expr::index(4)), ..Launch::default() },
        attrs: Attrs::new(),
    }));
    assert_eq!(
        body(f),
        "for (n,) in pl.while_(init_values=(0,)):
    pl.cond(pl.tensor.read(t, [n]) > 0.0)
    n_1: pl.Scalar[pl.INDEX] = n + 1
    n: pl.Scalar[pl.INDEX] = pl.yield_(n_1)
    break
with pl.spmd(4, name_hint=\"go\", predicate=(pl.tensor.read(t, [n]) > 0.0)):
    self.g(t)
"
    );
}

#[test]
fn parentheses_stand_where_python_needs_them() {
    use BinaryOp::{Add, And, Div, FloorDiv, Lt, Mul, Or, Pow, Sub};
    let mut f = Build::new("f", FunctionKind::Opaque);
    let [a, b, c] = ["a", "b", "c"].map(|name| f.param(name, Type::INDEX, Direction::In));
    let v = |var: VarId| Expr::Var(var);
    let bin = Expr::binary;
    let neg = |it| Expr::Unary(UnaryOp::Neg, Box::new(it));
    let not = |it| Expr::Unary(UnaryOp::Not, Box::new(it));
    let values = vec![
        (bin(Mul, bin(Add, v(a), v(b)), v(c)), "(a + b) * c"),
        (bin(Sub, v(a), bin(Sub, v(b), v(c))), "a - (b - c)"),
        (bin(Sub, bin(Sub, v(a), v(b)), v(c)), "a - b - c"),
        (bin(Pow, bin(Pow, v(a), v(b)), v(c)), "(a ** b) ** c"),
        (bin(Pow, v(a), bin(Pow, v(b), v(c))), "a ** b ** c"),
        (bin(Pow, neg(v(a)), neg(v(b))), "(-a) ** -b"),
        (neg(bin(Pow, v(a), v(b))), "-a ** b"),
        (bin(Lt, bin(Lt, v(a), v(b)), bin(Lt, v(b), v(c))), "(a < b) < (b < c)"),
        (bin(And, not(bin(Lt, v(a), v(b))), bin(Or, v(b), v(c))), "not a < b and (b or c)"),
        (not(bin(And, v(a), v(b))), "not (a and b)"),
        (bin(Mul, Expr::index(-3), bin(Pow, Expr::index(-3), v(a))), "-3 * (-3) ** a"),
        (bin(FloorDiv, bin(Add, v(a), Expr::index(15)), Expr::index(16)), "(a + 15) // 16"),
        (bin(Add, Expr::index(2), Expr::index(3)), "pl.const(2, pl.INDEX) + pl.const(3, pl.INDEX)"),
        (bin(Div, Expr::Int(4, DType::Int32), v(a)), "pl.const(4, pl.INT32) / a"),
        (Expr::Get(Box::new(Expr::Tuple(vec![v(a), v(b)])), 1), "[a, b][1]"),
        (Expr::Float(Float::new(1e-30), DType::Fp32), "1e-30"),
        (Expr::Float(Float::new(2.0), DType::Bf16), "pl.const(2.0, pl.BF16)"),
        (Expr::Float(Float::new(f64::NEG_INFINITY), DType::Fp32), "-1e999"),
        (Expr::Cast(Box::new(v(a)), DType::Int8), "pl.cast(a, pl.INT8)"),
    ];
    let (values, expected): (Vec<_>, Vec<_>) = values.into_iter().unzip();
    f.push(StmtKind::Return(values));
    assert_eq!(body(f), format!("return {}\n", expected.join(", ")));
}

#[test]
fn symbols_are_declared_when_mentioned_and_never_merged() {
    let mut f = Build::new("f", FunctionKind::Opaque);
    let [m, other, unused] = ["M", "M", "U"].map(|name| f.index(name));
    f.function.symbols = vec![m, other, unused];
    f.param("M", Type::tensor(vec![m.into()], DType::Fp32), Direction::In);
    let twice = Expr::binary(BinaryOp::Mul, other.into(), Expr::index(2));
    f.param("b", Type::tensor(vec![other.into(), twice], DType::Fp32), Direction::InOut);
    assert_eq!(
        text(vec![f]),
        "# pypto.program: P
import pypto.language as pl

M = pl.dynamic(\"M\")
M_1 = pl.dynamic(\"M_1\")


@pl.program
class P:
    @pl.function
    def f(
        self,
        M_2: pl.Tensor[[M], pl.FP32],
        b: pl.InOut[pl.Tensor[[M_1, M_1 * pl.const(2, pl.INDEX)], pl.FP32]],
    ):
        pass
"
    );
}

#[test]
fn functions_print_callees_first_with_their_attributes() {
    let mut main = Build::new("a_main", FunctionKind::Orchestration);
    main.function.attrs.set("auto_scope", Attr::Bool(false));
    let x = main.param("x", tensor(), Direction::Out);
    main.function.comments = vec!["The entry.".into(), Name::from("")];
    let mut call = Call::new("z_kernel", vec![x.into()]);
    call.no_dep = vec![0];
    call.launch.dumps = vec![x.into()];
    call.directions = vec![selfsame::ir::stmt::ArgDirection::OutputExisting];
    main.push(StmtKind::Eval(Rhs::Call(call)));
    let mut kernel = Build::new("z_kernel", FunctionKind::Aiv);
    kernel.param("x", tensor(), Direction::Out);
    kernel.function.body = None;
    kernel.function.attrs.set("split", Attr::Enum("SplitMode.UP_DOWN".into()));
    kernel.function.attrs.set("external_source", Attr::Str("k.cpp".into()));
    assert_eq!(
        text(vec![main, kernel]),
        "# pypto.program: P
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.AIV, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker, external_source=\"k.cpp\")
    def z_kernel(x: pl.Out[pl.Tensor[[16], pl.FP32]]):
        pl.func_attr({\"split\": pl.SplitMode.UP_DOWN})
        ...

    # The entry.
    #
    @pl.function(type=pl.FunctionType.Orchestration, level=pl.Level.CHIP, role=pl.Role.Orchestrator, auto_scope=False)
    def a_main(self, x: pl.Out[pl.Tensor[[16], pl.FP32]]):
        self.z_kernel(pl.no_dep(x), attrs={\"dump_vars\": [x], \"arg_directions\": [pl.adir.output_existing]})
"
    );
}
