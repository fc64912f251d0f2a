//! The passes over programs of growing size, one by one, with the relations they ask for made beforehand, and the emission of
//! C++ after them. Sizes double, so that times should.

#![allow(missing_docs, reason = "the macros of criterion make functions of their own")]

use std::fmt::Write;
use std::time::Duration;

use criterion::measurement::WallTime;
use criterion::{
    BatchSize, BenchmarkGroup, BenchmarkId, Criterion, Throughput, criterion_group, criterion_main,
};
use selfsame::base::span::Source;
use selfsame::codegen;
use selfsame::ir::program::Program;
use selfsame::lower::lower;
use selfsame::passes::run::{Context, parse_list, run};

#[path = "../tests/support/followed.rs"]
mod followed;

use followed::followed;

const TENSOR: &str = "pl.Tensor[[16], pl.FP32]";

/// A program of so many kernels and the body of its `main`.
fn program(kernels: usize, body: &str) -> Program {
    let mut text = String::from("import pypto.language as pl\n\n\n@pl.program\nclass P:\n");
    for k in 0..kernels {
        write!(
            text,
            "    @pl.function(type=pl.FunctionType.AIV)\n    def k{k}(self, x: {TENSOR}, o: pl.Out[{TENSOR}]) -> {TENSOR}:\n        \
             t = pl.load(x, [0], [16])\n        r = pl.store(t, [0], o)\n        return r\n\n"
        )
        .expect("a string takes all");
    }
    write!(
        text,
        "    @pl.function(type=pl.FunctionType.Orchestration)\n    def main(self, x: {TENSOR}, o: pl.Out[{TENSOR}], n: \
         pl.Scalar[pl.INDEX]) -> {TENSOR}:\n{body}        return o\n"
    )
    .expect("a string takes all");
    // The reader of Python recurses on nesting.
    let read =
        move || lower(&Source::new("generated", text)).expect("generated programs read").programs.remove(0);
    let deep = std::thread::Builder::new().stack_size(1 << 30).spawn(read).expect("a thread starts");
    deep.join().expect("generated programs read")
}

/// Calls of a thousand kernels in a row.
fn calls(count: usize) -> Program {
    let lines = (0..count).map(|i| format!("        o = self.k{}(x, o)\n", i % 1000));
    program(1000, &lines.collect::<String>())
}

/// Parallel loops, each writing a tensor of its own, after a writer for each.
fn loops(count: usize) -> Program {
    let one = |i| {
        format!(
            "        t{i} = pl.create_tensor([16], dtype=pl.FP32)\n        for i in pl.parallel(4):\n            r{i} = \
             self.k0(x, t{i})\n"
        )
    };
    program(1, &(0..count).map(one).collect::<String>())
}

/// Loops in each other around one call.
fn nest(count: usize) -> Program {
    let mut body = String::new();
    for depth in 0..count {
        writeln!(body, "{}for i{depth} in pl.range(2):", " ".repeat(8 + depth)).expect("a string takes all");
    }
    writeln!(body, "{}o = self.k0(x, o)", " ".repeat(8 + count)).expect("a string takes all");
    program(1, &body)
}

/// Branches in each other around one call.
fn branches(count: usize) -> Program {
    let mut body = String::new();
    for depth in 0..count {
        writeln!(body, "{}if n > {depth}:", " ".repeat(8 + depth)).expect("a string takes all");
    }
    writeln!(body, "{}o = self.k0(x, o)", " ".repeat(8 + count)).expect("a string takes all");
    program(1, &body)
}

/// Branches in a row, each of which may write the output.
fn writebacks(count: usize) -> Program {
    let one = |i| format!("        if n == {i}:\n            o = self.k0(x, o)\n");
    program(1, &(0..count).map(one).collect::<String>())
}

/// Loops in each other that hand a fresh tensor out of all of them.
fn fresh(count: usize) -> Program {
    let (mut body, mut last) = (String::new(), "x".to_owned());
    let indent = |depth: usize| " ".repeat(8 + depth);
    for depth in 0..count {
        let head = format!("for i{depth}, (a{depth},) in pl.range(2, init_values=({last},)):");
        writeln!(body, "{}{head}", indent(depth)).expect("a string takes all");
        last = format!("a{depth}");
    }
    let inner = indent(count);
    writeln!(body, "{inner}f = pl.create_tensor([16], dtype=pl.FP32)\n{inner}w = self.k0({last}, f)")
        .expect("a string takes all");
    let mut value = "w".to_owned();
    for depth in (0..count).rev() {
        writeln!(body, "{}r{depth} = pl.yield_({value})", indent(depth + 1)).expect("a string takes all");
        value = format!("r{depth}");
    }
    writeln!(body, "        o = self.k0({value}, o)").expect("a string takes all");
    program(1, &body)
}

/// Fresh tensors in a row, each written and read.
fn tensors(count: usize) -> Program {
    let one = |i| {
        format!(
            "        t{i} = pl.create_tensor([16], dtype=pl.FP32)\n        t{i} = self.k0(x, t{i})\n        o = \
             self.k0(t{i}, o)\n"
        )
    };
    program(1, &(0..count).map(one).collect::<String>())
}

/// Scopes in a row, each one kernel.
fn scopes(count: usize) -> Program {
    let one = |i| {
        format!(
            "        with pl.at(level=pl.Level.CORE_GROUP):\n            t{i} = pl.load(x, [0], [16])\n            o = \
             pl.store(t{i}, [0], o)\n"
        )
    };
    program(0, &(0..count).map(one).collect::<String>())
}

/// A slope needs no more.
fn quick(group: &mut BenchmarkGroup<'_, WallTime>) {
    group.sample_size(10).warm_up_time(Duration::from_millis(200)).measurement_time(Duration::from_secs(1));
}

/// Emission of programs of these sizes, all passes having run.
fn emission(c: &mut Criterion, shape: &str, sizes: [usize; 3], make: impl Fn(usize) -> Program) {
    let mut group = c.benchmark_group(format!("emission: {shape}"));
    quick(&mut group);
    for size in sizes {
        let mut ready = make(size);
        let mut context = Context::new(&followed);
        context.check = false;
        run(&mut ready, &parse_list(ALL).expect("passes have names"), &context, &mut |_, _| true)
            .expect("generated programs pass");
        group.throughput(Throughput::Elements(size as u64));
        group.bench_function(BenchmarkId::from_parameter(size), |bench| {
            bench.iter(|| codegen::emit(&ready, "main").expect("generated programs have C++"));
        });
    }
    group.finish();
}

/// One pass over programs of these sizes, those before it having run.
fn measure(
    c: &mut Criterion,
    shape: &str,
    sizes: [usize; 3],
    make: impl Fn(usize) -> Program,
    passes: &[&str],
) {
    for (index, pass) in passes.iter().enumerate() {
        let mut group = c.benchmark_group(format!("{pass}: {shape}"));
        quick(&mut group);
        for size in sizes {
            let mut ready = make(size);
            let mut context = Context::new(&followed);
            context.check = false;
            let before = parse_list(passes[..index].iter().copied()).expect("passes have names");
            run(&mut ready, &before, &context, &mut |_, _| true).expect("generated programs pass");
            let relations = followed(&ready);
            let known = |_: &Program| relations.clone();
            let list = parse_list([*pass]).expect("passes have names");
            group.throughput(Throughput::Elements(size as u64));
            group.bench_function(BenchmarkId::from_parameter(size), |bench| {
                let start = || (ready.clone(), Context::new(&known));
                let work = |(mut program, context): (Program, Context<'_>)| {
                    (list[0].run)(&mut program, &context).expect("generated programs pass");
                    program
                };
                bench.iter_batched(start, work, BatchSize::LargeInput);
            });
        }
        group.finish();
    }
}

/// Everything before emission but the outlining of scopes.
const ALL: [&str; 5] =
    ["parameter-directions", "return-order", "call-directions", "runtime-scopes", "carries"];

fn passes(c: &mut Criterion) {
    measure(c, "calls of 1000 kernels", [2500, 5000, 10_000], calls, &ALL);
    measure(c, "parallel loops", [1000, 2000, 4000], loops, &ALL);
    measure(c, "conditional writebacks", [1200, 2400, 4800], writebacks, &ALL);
    measure(c, "loops in each other", [1250, 2500, 5000], nest, &ALL);
    measure(c, "branches in each other", [500, 1000, 2000], branches, &ALL);
    measure(c, "scopes in a row", [500, 1000, 2000], scopes, &["outline-scopes", "parameter-directions"]);
}

fn code(c: &mut Criterion) {
    emission(c, "calls of 1000 kernels", [2500, 5000, 10_000], calls);
    emission(c, "parallel loops", [1000, 2000, 4000], loops);
    emission(c, "loops in each other", [1250, 2500, 5000], nest);
    emission(c, "loops in each other, a fresh tensor out of all", [1250, 2500, 5000], fresh);
    emission(c, "branches in each other", [500, 1000, 2000], branches);
    emission(c, "fresh tensors", [2500, 5000, 10_000], tensors);
}

criterion_group!(benches, passes, code);
criterion_main!(benches);
