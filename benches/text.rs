//! Printed programs of growing size: reading, verifying, printing. Sizes double, so that times should. The largest is the one
//! of a megabyte that `docs/performance.md` speaks of.

#![allow(missing_docs, reason = "the macros of criterion make functions of their own")]

use std::fmt::Write;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use selfsame::base::span::Source;
use selfsame::ir::print::print;
use selfsame::ir::program::Program;
use selfsame::lower::lower;
use selfsame::verify::verify;

/// Statements of a kernel, or about as many.
const STATEMENTS: usize = 375;

/// Functions of the programs that are measured: 15 000 statements in the last.
const SIZES: &[usize] = &[5, 10, 20, 40];

const TILE: &str = "pl.Tile[[16, 64], pl.FP32, pl.Mem.Vec]";
const TENSOR: &str = "pl.Tensor[[N, 64], pl.FP32]";

/// A program in printed form: kernels with loops, branches and tiles, and an orchestration that submits them.
fn text(functions: usize) -> String {
    let mut text = String::from(
        "# pypto.program: Large\nimport pypto.language as pl\n\nN = pl.dynamic(\"N\")\n\n\n@pl.program\nclass Large:\n",
    );
    for k in 0..functions - 1 {
        kernel(k, &mut text);
    }
    orchestration(functions - 1, &mut text);
    text
}

fn put(out: &mut String, line: std::fmt::Arguments<'_>) {
    out.write_fmt(line).expect("a string takes all");
}

fn kernel(k: usize, out: &mut String) {
    put(
        out,
        format_args!(
            "    @pl.function(type=pl.FunctionType.AIV, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)\n    \
             def k{k}(x: {TENSOR}, n: pl.Scalar[pl.INDEX], o: pl.Out[{TENSOR}]) -> {TENSOR}:\n        \
             a0: {TILE} = pl.tile.load(x, [n, 0], [16, 64], [16, 64], target_memory=pl.Mem.Vec)\n"
        ),
    );
    // Six statements a round.
    let rounds = STATEMENTS / 6;
    for i in 0..rounds {
        let j = i + 1;
        put(
            out,
            format_args!(
                "        for i{i}, (c{i},) in pl.range(0, n, 2, init_values=(a{i},)):\n            \
                 b{i}: {TILE} = pl.tile.add(c{i}, a{i})\n            \
                 if i{i} + {i} < n:\n                \
                 d{i}: {TILE} = pl.tile.muls(b{i}, {i}.5)\n                \
                 e{i}: {TILE} = pl.yield_(d{i})\n            \
                 else:\n                \
                 e{i}: {TILE} = pl.yield_(b{i})\n            \
                 a{j}: {TILE} = pl.yield_(e{i})\n        \
                 s{i}: pl.Scalar[pl.INDEX] = n // {j} + {i} * 2\n"
            ),
        );
    }
    put(out, format_args!("        r: {TENSOR} = pl.tile.store(a{rounds}, [n, 0], o)\n        return r\n\n"));
}

fn orchestration(kernels: usize, out: &mut String) {
    put(
        out,
        format_args!(
            "    @pl.function(type=pl.FunctionType.Orchestration, level=pl.Level.CHIP, role=pl.Role.Orchestrator)\n    \
             def main(self, x: {TENSOR}, o0: pl.Out[{TENSOR}]) -> {TENSOR}:\n"
        ),
    );
    for i in 0..STATEMENTS {
        let (k, j) = (i % kernels.max(1), i + 1);
        put(out, format_args!("        o{j}: {TENSOR} = self.k{k}(x, {i}, o{i})\n"));
    }
    put(out, format_args!("        return o{STATEMENTS}\n"));
}

fn read(source: &Source) -> Program {
    lower(source).expect("generated programs read").programs.remove(0)
}

fn reading(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("text");
    group.sample_size(10);
    for &size in SIZES {
        let source = Source::new("large", text(size));
        let program = read(&source);
        let printed = print(&program);
        let statements = program.functions.values().map(|function| function.stmts().count()).sum::<usize>();
        group.throughput(Throughput::Bytes(printed.len() as u64));
        let id =
            |what: &str| BenchmarkId::new(what, format!("{statements} statements, {} bytes", printed.len()));
        let source = Source::new("printed", printed.clone());
        group.bench_function(id("parse"), |b| b.iter(|| read(&source)));
        group.bench_function(id("verify"), |b| b.iter(|| verify(&program).is_ok()));
        group.bench_function(id("print"), |b| b.iter(|| print(&program)));
        group.bench_function(id("all"), |b| {
            b.iter(|| {
                let program = read(&source);
                assert!(verify(&program).is_ok());
                print(&program)
            });
        });
    }
    group.finish();
}

criterion_group!(benches, reading);
criterion_main!(benches);
