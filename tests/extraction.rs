//! Extraction: every extractor against brute force, the checker, and itself.

#[path = "support/graphs.rs"]
mod graphs;

use graphs::{Shape, memory_chain, random};
use selfsame::egraph::cost::Cost;
use selfsame::egraph::graph::{ClassId, Graph, NodeId};
use selfsame::egraph::selection::{Selection, SelectionError};
use selfsame::extract::EXTRACTORS;
use selfsame::extract::extractor::{Budget, ExtractError, Promise, Status};

/// The least cost of a selection, by trying them all; none if the roots cannot be derived.
fn brute_force(graph: &Graph) -> Option<Cost> {
    let mut selection = Selection::empty(graph);
    let mut best = None;
    try_all(graph, &mut selection, &mut best);
    best
}

fn try_all(graph: &Graph, selection: &mut Selection, best: &mut Option<Cost>) {
    match selection.price(graph, graph.roots()) {
        Ok(cost) => *best = Some(best.map_or(cost, |best| best.min(cost))),
        Err(SelectionError::Missing(class)) => {
            for &node in graph.nodes(class) {
                selection.choose(class, node);
                try_all(graph, selection, best);
            }
            selection.forget(class);
        }
        Err(SelectionError::Cyclic(_) | SelectionError::Unextractable(_)) => {}
        Err(fault) => panic!("{fault}"),
    }
}

#[test]
fn against_brute_force() {
    let mut derivable = 0;
    for seed in 0..3000 {
        let shape = Shape { classes: 7, nodes: 3, children: 3, costs: 6, roots: 1 + seed as usize % 3 };
        let graph = random(shape, seed);
        let optimum = brute_force(&graph);
        derivable += usize::from(optimum.is_some());
        for extractor in EXTRACTORS {
            let extraction = extractor.select(&graph, graph.roots(), &Budget::Standard, seed);
            let Some(optimum) = optimum else {
                assert!(
                    matches!(extraction, Err(ExtractError::Underivable(_))),
                    "{seed} {}",
                    extractor.name()
                );
                continue;
            };
            let extraction =
                extraction.unwrap_or_else(|fault| panic!("{seed} {}: {fault}", extractor.name()));
            extraction.choice.check(&graph, graph.roots(), extraction.cost).unwrap();
            assert!(extraction.cost >= optimum, "{seed} {}", extractor.name());
            assert!(extraction.lower_bound <= optimum, "{seed} {}", extractor.name());
            if extraction.status == Status::Optimal {
                assert_eq!(extraction.cost, optimum, "{seed} {}", extractor.name());
            }
            if extractor.promise() == Promise::LeastDag {
                assert_eq!(extraction.cost, optimum, "{seed} {}", extractor.name());
            }
        }
    }
    assert!(derivable > 1000, "only {derivable} graphs had a selection");
}

#[test]
fn long_chains() {
    let graph = memory_chain(20_000);
    for extractor in EXTRACTORS {
        let extraction = extractor.select(&graph, graph.roots(), &Budget::Standard, 0).unwrap();
        extraction.choice.check(&graph, graph.roots(), extraction.cost).unwrap();
    }
}

#[test]
fn only_what_roots_need_is_chosen() {
    let shape = Shape { classes: 30, nodes: 3, children: 2, costs: 6, roots: 2 };
    for seed in 0..200 {
        let graph = random(shape, seed);
        for extractor in EXTRACTORS {
            let Ok(extraction) = extractor.select(&graph, graph.roots(), &Budget::Standard, seed) else {
                continue;
            };
            let needed = extraction.choice.order(&graph, graph.roots()).unwrap();
            let chosen: Vec<(ClassId, NodeId)> = extraction.choice.chosen().collect();
            assert_eq!(needed.len(), chosen.len());
        }
    }
}
