//! Large programs go through: deep ones without a deep stack, long ones without quadratic sets. Nothing here is timed; the
//! sizes are such that a quadratic pass would be noticed.
//!
//! rows: B24, C33

use std::fmt::Write;

use selfsame::codegen;
use selfsame::ir::program::Program;
use selfsame::ir::stmt::{ArgDirection, Rhs, StmtKind};
use selfsame::passes::run::{Context, parse_list, run};

use crate::followed::followed;
use crate::passes::{KERNELS, class};

fn through(program: &Program, passes: &[&str]) -> Program {
    let mut program = program.clone();
    let mut context = Context::new(&followed);
    context.check = false;
    run(&mut program, &parse_list(passes.iter().copied()).unwrap(), &context, &mut |_, _| true).unwrap();
    program
}

fn directions(program: &Program) -> Vec<ArgDirection> {
    let calls = program.functions["main"].stmts().filter_map(|stmt| match &stmt.kind {
        StmtKind::Let(_, Rhs::Call(call)) => call.directions.last().copied(),
        _ => None,
    });
    calls.collect()
}

/// The head of a function `main` with one output more than there are loops or calls to fill it.
fn main(body: &str) -> Program {
    class(&format!(
        "{KERNELS}
@pl.function(type=pl.FunctionType.Orchestration)
def main(self, x: pl.Tensor[[16], pl.FP32], o: pl.Out[pl.Tensor[[16], pl.FP32]], n: pl.Scalar[pl.INDEX]) -> pl.Tensor[[16], pl.FP32]:
{body}    return o
"
    ))
}

#[test]
fn ten_thousand_calls() {
    let mut body = String::new();
    for _ in 0..10_000 {
        writeln!(body, "    o = self.wr(x, o)").unwrap();
    }
    let program = through(&main(&body), &["parameter-directions", "return-order", "call-directions"]);
    let found = directions(&program);
    assert_eq!(found.len(), 10_000);
    assert_eq!(found[0], ArgDirection::OutputExisting);
    assert!(found[1..].iter().all(|direction| *direction == ArgDirection::InOut));
}

#[test]
fn four_thousand_parallel_loops_after_many_writers() {
    let mut body = String::new();
    for i in 0..4_000 {
        writeln!(body, "    t{i} = pl.create_tensor([16], dtype=pl.FP32)").unwrap();
        writeln!(body, "    for i in pl.parallel(4):\n        r{i} = self.wr(x, t{i})").unwrap();
    }
    let program = through(&main(&body), &["parameter-directions", "return-order", "call-directions"]);
    let found = directions(&program);
    assert_eq!(found.len(), 4_000);
    assert!(found.iter().all(|direction| *direction == ArgDirection::OutputExisting));
}

#[test]
fn two_thousand_windows_of_one_tensor() {
    let mut body = String::from("    w = pl.create_tensor([64000], dtype=pl.FP32)\n");
    for i in 0..2_000 {
        writeln!(body, "    w{i} = pl.tensor.slice(w, [16], [{}])\n    r{i} = self.wr(x, w{i})", i * 16)
            .unwrap();
    }
    writeln!(body, "    v = pl.tensor.slice(w, [16], [8])\n    s = self.wr(x, v)").unwrap();
    let program = through(&main(&body), &["parameter-directions", "return-order", "call-directions"]);
    let found = directions(&program);
    assert!(found[..2_000].iter().all(|direction| *direction == ArgDirection::OutputExisting));
    assert_eq!(found[2_000], ArgDirection::InOut);
}

/// C33, and no stack as deep as the program.
#[test]
fn a_thousand_nested_loops() {
    let mut body = String::new();
    for i in 0..1_000 {
        let indent = " ".repeat(4 + i);
        writeln!(body, "{indent}for i{i} in pl.range(2):").unwrap();
    }
    writeln!(body, "{}o = self.acc(x, o)", " ".repeat(1_004)).unwrap();
    let all = ["parameter-directions", "return-order", "call-directions", "runtime-scopes", "carries"];
    let read =
        std::thread::Builder::new().stack_size(1 << 28).spawn(move || main(&body)).unwrap().join().unwrap();
    let program = through(&read, &all);
    let mut loops = 0;
    for stmt in program.functions["main"].stmts() {
        if let StmtKind::For(it) = &stmt.kind {
            loops += 1;
            assert_eq!(it.attrs.bool("iter_arg_rebind_0"), Some(false));
        }
    }
    assert_eq!(loops, 1_000);
}

/// What an orchestration function needs before emission.
const ALL: [&str; 5] =
    ["parameter-directions", "return-order", "call-directions", "runtime-scopes", "carries"];

/// Passes and emission with a stack of half a megabyte, which recursion on so much nesting would not fit into. Only the
/// reader needs a deep one.
fn emitted_on_a_small_stack(body: String) -> String {
    let read =
        std::thread::Builder::new().stack_size(1 << 30).spawn(move || main(&body)).unwrap().join().unwrap();
    let small = std::thread::Builder::new().stack_size(1 << 19);
    let work = move || codegen::emit(&through(&read, &ALL), "main").unwrap().code;
    small.spawn(work).unwrap().join().unwrap()
}

#[test]
fn five_thousand_nested_loops_are_emitted() {
    let mut body = String::new();
    for i in 0..5_000 {
        writeln!(body, "{}for i{i} in pl.range(2):", " ".repeat(4 + i)).unwrap();
    }
    writeln!(body, "{}o = self.acc(x, o)", " ".repeat(5_004)).unwrap();
    let code = emitted_on_a_small_stack(body);
    assert_eq!(code.matches("for (int64_t i").count(), 5_000);
    assert_eq!(code.matches("PTO2_SCOPE() {").count(), 5_001);
    assert!(!code.contains("ChipTensor o"), "each carry is the parameter");
}

#[test]
fn two_thousand_nested_branches_are_emitted() {
    let mut body = String::new();
    for i in 0..2_000 {
        writeln!(body, "{}if n > {i}:", " ".repeat(4 + i)).unwrap();
    }
    writeln!(body, "{}o = self.acc(x, o)", " ".repeat(2_004)).unwrap();
    let code = emitted_on_a_small_stack(body);
    assert_eq!(code.matches("if (n > ").count(), 2_000);
}

/// B24, a hundred times what the row asks for.
#[test]
fn four_thousand_eight_hundred_conditional_writebacks() {
    let mut body = String::new();
    for _ in 0..4_800 {
        writeln!(body, "    if n == 0:\n        o = pl.store(t, [0], o)").unwrap();
    }
    let program = class(&format!(
        "\
@pl.function(type=pl.FunctionType.InCore)
def k(self, x: pl.Tensor[[16], pl.FP32], o: pl.Out[pl.Tensor[[16], pl.FP32]], n: pl.Scalar[pl.INDEX]) -> pl.Tensor[[16], pl.FP32]:
    t = pl.load(x, [0], [16])
{body}    return o
"
    ));
    let program = through(&program, &["parameter-directions", "return-order"]);
    let k = &program.functions["k"];
    assert_eq!(k.returned().unwrap(), [k.params[1].var.into()]);
}

/// Scopes in a row and scopes in loops.
#[test]
fn a_thousand_scopes() {
    let mut body = String::new();
    for i in 0..1_000 {
        writeln!(body, "    with pl.at(level=pl.Level.CORE_GROUP):").unwrap();
        writeln!(body, "        t{i} = pl.load(x, [0], [16])\n        o = pl.store(t{i}, [0], o)").unwrap();
    }
    let program = through(&main(&body), &["outline-scopes", "parameter-directions", "return-order"]);
    assert_eq!(program.functions.len(), 1_003);
    assert!(program.functions.contains_key("main_incore_999"));
}
