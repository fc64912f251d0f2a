//! Whole runs over programs of growing size: the slopes must be lines. Sizes double, so that times should.

#![allow(missing_docs, reason = "the macros of criterion make functions of their own")]

#[path = "../tests/support/shapes.rs"]
mod shapes;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use selfsame::base::span::Source;
use selfsame::driver::optimizer::Optimizer;
use selfsame::driver::options::{Level, Options};
use selfsame::ir::program::Program;
use selfsame::lower::lower;

fn program(text: String) -> Program {
    let lowered = lower(&Source::new("generated", text)).expect("generated programs read");
    lowered.programs.into_iter().next().expect("one program a text")
}

/// Rules, extraction and decode, reading and printing left out.
fn shape(c: &mut Criterion, name: &str, sizes: [usize; 4], text: impl Fn(usize) -> String) {
    let mut group = c.benchmark_group(name);
    group.sample_size(10);
    for size in sizes {
        let program = program(text(size));
        let optimizer = Optimizer::with(Options { check: false, ..Options::level(Level::O1) });
        group.throughput(Throughput::Elements(size as u64));
        group.bench_with_input(BenchmarkId::from_parameter(size), &program, |bench, program| {
            bench.iter(|| optimizer.saturate(program).expect("generated programs optimize"));
        });
    }
    group.finish();
}

fn whole(c: &mut Criterion) {
    shape(c, "call sites of a helper of 10 statements", [500, 1000, 2000, 4000], |n| {
        shapes::many_sites(n, 10)
    });
    shape(c, "chain of helpers of 10 statements", [100, 200, 400, 800], |n| shapes::chain(n, 10));
    shape(c, "tree of helpers, levels", [10, 13, 20, 40], shapes::tree);
    shape(c, "writes to one buffer", [2500, 5000, 10_000, 20_000], shapes::writes);
    shape(c, "call sites of a loop of 200 statements", [125, 250, 500, 1000], |n| {
        shapes::loop_at_sites(n, 200)
    });
    shape(c, "nested loops", [125, 250, 500, 1000], shapes::nest);
}

criterion_group!(benches, whole);
criterion_main!(benches);
