//! Extractors on graphs of each family, and on long chains.

#![allow(missing_docs, reason = "the macros of criterion make functions of their own")]

#[path = "../tests/support/families.rs"]
mod families;
#[path = "../tests/support/graphs.rs"]
mod graphs;

use std::time::Duration;

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use families::FAMILIES;
use selfsame::egraph::graph::Graph;
use selfsame::extract::extractor::Budget;
use selfsame::extract::find;

/// Nodes of the graphs of each family.
const SIZES: [usize; 2] = [1_000, 5_000];

fn families(criterion: &mut Criterion) {
    for family in FAMILIES {
        let mut group = criterion.benchmark_group(family.name);
        short(&mut group);
        for size in SIZES {
            let graph = (family.make)(size, 1);
            for name in ["tree", "faster-greedy-dag", "dag-knuth", "local", "bound", "auto"] {
                run(&mut group, name, size, &graph);
            }
        }
    }
}

fn large(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("large");
    short(&mut group);
    for (name, graph) in [("chain", graphs::memory_chain(250_000)), ("wide", graphs::wide(1_000_000))] {
        for extractor in ["tree", "dag-knuth"] {
            let id = BenchmarkId::new(extractor, name);
            let extractor = find(extractor).expect("the table has it");
            group.bench_with_input(id, &graph, |bench, graph| {
                bench.iter(|| extractor.select(graph, graph.roots(), &Budget::Standard, 0));
            });
        }
    }
}

/// The whole takes some minutes so, and not an hour.
fn short(group: &mut Group<'_>) {
    group.sample_size(10).warm_up_time(Duration::from_millis(300)).measurement_time(Duration::from_secs(1));
}

type Group<'a> = criterion::BenchmarkGroup<'a, criterion::measurement::WallTime>;

fn run(group: &mut Group<'_>, name: &str, size: usize, graph: &Graph) {
    let extractor = find(name).expect("the table has it");
    group.bench_with_input(BenchmarkId::new(name, size), graph, |bench, graph| {
        bench.iter(|| extractor.select(graph, graph.roots(), &Budget::Standard, 0));
    });
}

criterion_group!(benches, families, large);
criterion_main!(benches);
