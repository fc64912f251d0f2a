//! The passes over programs of growing size, one by one, with the relations they ask for made beforehand. Sizes double, so that
//! times should.

#![allow(missing_docs, reason = "the macros of criterion make functions of their own")]

use std::fmt::Write;

use criterion::{BatchSize, BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use selfsame::base::span::Source;
use selfsame::egraph::relation::relate;
use selfsame::ir::program::Program;
use selfsame::lower::lower;
use selfsame::passes::run::{Context, parse_list, run};

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
    lower(&Source::new("generated", text)).expect("generated programs read").programs.remove(0)
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
        group.sample_size(10);
        for size in sizes {
            let mut ready = make(size);
            let mut context = Context::new(&relate);
            context.check = false;
            let before = parse_list(passes[..index].iter().copied()).expect("passes have names");
            run(&mut ready, &before, &context, &mut |_, _| true).expect("generated programs pass");
            let relations = relate(&ready);
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

fn passes(c: &mut Criterion) {
    let all = ["parameter-directions", "return-order", "call-directions", "runtime-scopes", "carries"];
    measure(c, "calls of 1000 kernels", [2500, 5000, 10_000], calls, &all);
    measure(c, "parallel loops", [1000, 2000, 4000], loops, &all);
    measure(c, "loops in each other", [250, 500, 1000], nest, &all);
    measure(c, "scopes in a row", [500, 1000, 2000], scopes, &["outline-scopes", "parameter-directions"]);
}

criterion_group!(benches, passes);
criterion_main!(benches);
