//! Extraction: every extractor against brute force, the checker, and itself.

#[path = "support/families.rs"]
mod families;
#[path = "support/graphs.rs"]
mod graphs;

use families::FAMILIES;
use graphs::{Shape, memory_chain, random, wide};
use selfsame::egraph::cost::{Cost, Unit};
use selfsame::egraph::exchange::{self, ExchangeError};
use selfsame::egraph::graph::{Body, ClassId, Graph, GraphBuilder, GraphError, NodeId, NodeSpec};
use selfsame::egraph::selection::{Selection, SelectionError};
use selfsame::extract::extractor::{Budget, ExtractError, Extraction, Extractor, Promise, Status};
use selfsame::extract::{EXTRACTORS, find};

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

fn extract(extractor: &dyn Extractor, graph: &Graph, seed: u64) -> Result<Extraction, ExtractError> {
    extractor.select(graph, graph.roots(), &Budget::Standard, seed)
}

/// Checks what one extractor makes of one graph, given what brute force says.
fn agree(extractor: &dyn Extractor, graph: &Graph, optimum: Option<Cost>, seed: u64) {
    let name = extractor.name();
    let extraction = extract(extractor, graph, seed);
    let Some(optimum) = optimum else {
        assert!(matches!(extraction, Err(ExtractError::Underivable(_))), "{seed} {name}");
        return;
    };
    let extraction = extraction.unwrap_or_else(|fault| panic!("{seed} {name}: {fault}"));
    let checked = extraction.choice.check(graph, graph.roots(), extraction.cost);
    checked.unwrap_or_else(|fault| panic!("{seed} {name}: {fault}"));
    assert!(extraction.cost >= optimum, "{seed} {name}: {} < {optimum}", extraction.cost);
    assert!(extraction.lower_bound <= optimum, "{seed} {name}: {} > {optimum}", extraction.lower_bound);
    if extraction.status == Status::Optimal {
        assert_eq!(extraction.cost, optimum, "{seed} {name}");
    }
    // Regions that share classes have to agree on them, which is not searched for.
    if extractor.promise() == Promise::LeastDag && !graph.has_bodies() {
        assert_eq!(extraction.status, Status::Optimal, "{seed} {name}");
    }
}

/// Extractors that are no slower than reading the graph.
fn quick() -> impl Iterator<Item = &'static dyn Extractor> {
    EXTRACTORS.iter().copied().filter(|extractor| extractor.name() != "anneal")
}

#[test]
fn against_brute_force() {
    let mut derivable = 0;
    for seed in 0..3000 {
        let shape = Shape { classes: 7, nodes: 3, children: 3, costs: 6, roots: 1 + seed as usize % 3 };
        let graph = random(shape, seed);
        let optimum = brute_force(&graph);
        derivable += usize::from(optimum.is_some());
        quick().for_each(|extractor| agree(extractor, &graph, optimum, seed));
        if seed % 20 == 0 {
            agree(find("anneal").unwrap(), &graph, optimum, seed);
        }
    }
    assert!(derivable > 1000, "only {derivable} graphs had a selection");
}

#[test]
fn larger_graphs_against_brute_force() {
    for seed in 0..60 {
        let shape = Shape { classes: 14, nodes: 3, children: 2, costs: 9, roots: 2 };
        let graph = random(shape, seed);
        let optimum = brute_force(&graph);
        quick().for_each(|extractor| agree(extractor, &graph, optimum, seed));
    }
}

#[test]
fn free_nodes_against_brute_force() {
    for seed in 0..300 {
        let graph = random(Shape { classes: 7, nodes: 3, children: 2, costs: 2, roots: 2 }, seed);
        let optimum = brute_force(&graph);
        quick().for_each(|extractor| agree(extractor, &graph, optimum, seed));
    }
}

/// A random graph of a few regions in each other.
fn nested(seed: u64) -> Graph {
    let mut random = graphs::Random(seed);
    let mut builder = GraphBuilder::new(Unit::whole("units"));
    let mut bodies: Vec<ClassId> = Vec::new();
    for region in 0..3 {
        let classes: Vec<ClassId> = (0..4).map(|_| builder.class()).collect();
        for &class in &classes {
            for tie in 0..1 + random.below(2) {
                let children: Vec<ClassId> = (0..random.below(3)).map(|_| classes[random.below(4)]).collect();
                let times = random.below(4) as u32;
                let inner = region > 0 && random.below(2) == 0;
                let body = inner.then(|| Body { class: bodies[random.below(bodies.len())], times });
                let cost = Cost::new(random.below(6) as u64);
                let spec =
                    NodeSpec { op: "f", cost, tie: tie as u32, children: &children, bodies: body.as_slice() };
                builder.node(class, spec);
            }
        }
        bodies.extend(&classes[..2]);
    }
    builder.root(bodies[bodies.len() - 1]);
    builder.root(bodies[bodies.len() - 2]);
    builder.build().expect("the graph is well formed")
}

#[test]
fn regions_against_brute_force() {
    let mut derivable = 0;
    for seed in 0..600 {
        let graph = nested(seed);
        let optimum = brute_force(&graph);
        derivable += usize::from(optimum.is_some());
        quick().for_each(|extractor| agree(extractor, &graph, optimum, seed));
    }
    assert!(derivable > 200, "only {derivable} graphs had a selection");
}

#[test]
fn a_body_is_paid_for_on_each_trip() {
    let mut builder = GraphBuilder::new(Unit::whole("units"));
    let [root, body, shared] = [(); 3].map(|()| builder.class());
    let twice = [Body { class: body, times: 10 }, Body { class: body, times: 1 }];
    let mut node = |class, cost, children: &[ClassId], bodies: &[Body]| {
        builder.node(class, NodeSpec { op: "f", cost: Cost::new(cost), tie: 0, children, bodies });
    };
    node(shared, 5, &[], &[]);
    node(body, 1, &[shared], &[]);
    node(root, 2, &[shared], &twice);
    builder.root(root);
    let graph = builder.build().unwrap();
    for extractor in EXTRACTORS {
        assert_eq!(extract(*extractor, &graph, 0).unwrap().cost, Cost::new(2 + 5 + 11 * 6));
    }
}

/// A loop gives two values, which are taken apart and joined again, or runs once for each. The join is cheapest with
/// the loops that it is to replace, so that changing one class alone closes a cycle.
#[test]
fn local_goes_around_what_is_not_selected() {
    let mut builder = GraphBuilder::new(Unit::whole("units"));
    let [root, first, second, pair, x, y] = [(); 6].map(|()| builder.class());
    let mut node = |class, cost, tie, children: &[ClassId]| {
        builder.node(class, NodeSpec { op: "f", cost: Cost::new(cost), tie, children, bodies: &[] });
    };
    node(root, 1, 0, &[first, second]);
    node(first, 0, 0, &[pair]);
    node(first, 100, 1, &[x]);
    node(second, 0, 0, &[pair]);
    node(second, 100, 1, &[y]);
    node(pair, 0, 0, &[first, second]);
    node(pair, 110, 1, &[x, y]);
    node(x, 5, 0, &[]);
    node(y, 5, 0, &[]);
    builder.root(root);
    let graph = builder.build().unwrap();
    assert_eq!(extract(find("dag-knuth").unwrap(), &graph, 0).unwrap().cost, Cost::new(211));
    assert_eq!(extract(find("local").unwrap(), &graph, 0).unwrap().cost, Cost::new(121));
}

#[test]
fn long_chains() {
    let graph = memory_chain(3_000);
    let (tree, greedy) = (find("tree").unwrap(), find("dag-knuth").unwrap());
    let least = extract(find("bound").unwrap(), &graph, 0).unwrap();
    for extractor in
        [tree, greedy, find("local").unwrap(), find("random").unwrap(), find("bottom-up").unwrap()]
    {
        let extraction = extract(extractor, &graph, 0).unwrap();
        extraction.choice.check(&graph, graph.roots(), extraction.cost).unwrap();
        assert!(extraction.cost >= least.lower_bound);
    }
    assert_eq!(extract(greedy, &graph, 0).unwrap().cost, least.cost);
}

#[test]
fn chains_do_not_take_quadratic_work() {
    let steps = |length| extract(find("dag-knuth").unwrap(), &memory_chain(length), 0).unwrap().steps;
    let (short, long) = (steps(2_000), steps(8_000));
    assert!(long < short * 6, "{short} steps for 2 000 writes, {long} for 8 000");
    let wide = extract(find("dag-knuth").unwrap(), &wide(20_000), 0).unwrap();
    assert!(wide.steps < 3_000_000, "{} steps", wide.steps);
}

#[test]
fn only_what_roots_need_is_chosen() {
    let shape = Shape { classes: 30, nodes: 3, children: 2, costs: 6, roots: 2 };
    for seed in 0..100 {
        let graph = random(shape, seed);
        for extractor in quick() {
            let Ok(extraction) = extract(extractor, &graph, seed) else { continue };
            let needed = extraction.choice.order(&graph, graph.roots()).unwrap();
            let chosen: Vec<(ClassId, NodeId)> = extraction.choice.chosen().collect();
            assert_eq!(needed.len(), chosen.len());
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_choice() {
    for family in FAMILIES {
        let graph = (family.make)(200, 3);
        for extractor in quick() {
            let extractions = [0, 1].map(|_| extract(extractor, &graph, 9).unwrap());
            assert_eq!(extractions[0], extractions[1], "{} {}", family.name, extractor.name());
        }
    }
}

#[test]
fn the_order_of_insertion_does_not_matter() {
    for seed in 0..100 {
        let graph = random(Shape { classes: 12, nodes: 3, children: 2, costs: 4, roots: 2 }, seed);
        let mirror = mirrored(&graph);
        let last = |count: usize, index: usize| count - 1 - index;
        for extractor in quick() {
            let (Ok(one), Ok(other)) = (extract(extractor, &graph, 1), extract(extractor, &mirror, 1)) else {
                continue;
            };
            let number = |node: NodeId| selfsame::base::id::Id::index(node);
            let mut chosen: Vec<usize> = one.choice.chosen().map(|(_, node)| number(node)).collect();
            let mut mirrored: Vec<usize> =
                other.choice.chosen().map(|(_, node)| last(graph.node_count(), number(node))).collect();
            chosen.sort_unstable();
            mirrored.sort_unstable();
            assert_eq!(chosen, mirrored, "{seed} {}", extractor.name());
        }
    }
}

/// The same graph with all classes and nodes added in the reverse order.
fn mirrored(graph: &Graph) -> Graph {
    use selfsame::base::id::Id;
    let mut builder = GraphBuilder::new(graph.unit().clone());
    let mut classes: Vec<ClassId> = graph.classes().map(|_| builder.class()).collect();
    classes.reverse();
    for node in graph.all_nodes().rev() {
        let children: Vec<ClassId> =
            graph.children(node).iter().map(|child| classes[child.index()]).collect();
        let spec = NodeSpec {
            op: graph.op(node),
            cost: graph.cost(node),
            tie: graph.tie(node),
            children: &children,
            bodies: &[],
        };
        builder.node(classes[graph.class_of(node).index()], spec);
    }
    graph.roots().iter().for_each(|root| builder.root(classes[root.index()]));
    builder.build().expect("the graph is well formed")
}

#[test]
fn a_budget_of_nothing_still_gives_a_choice() {
    let graph = families::logic(300, 1);
    for extractor in EXTRACTORS {
        let extraction = extractor.select(&graph, graph.roots(), &Budget::Steps(0), 0).unwrap();
        extraction.choice.check(&graph, graph.roots(), extraction.cost).unwrap();
    }
}

#[test]
fn families_are_extracted_within_their_bounds() {
    for family in FAMILIES {
        for seed in 0..3 {
            let graph = (family.make)(300, seed);
            let all: Vec<Extraction> =
                quick().map(|extractor| extract(extractor, &graph, seed).unwrap()).collect();
            let bound = all.iter().map(|extraction| extraction.lower_bound).max().unwrap();
            for extraction in &all {
                extraction.choice.check(&graph, graph.roots(), extraction.cost).unwrap();
                assert!(extraction.cost >= bound, "{} {seed}: a wrong bound", family.name);
            }
        }
    }
}

/// The graphs that `docs/extraction.md` was measured on, as files for `selfsame bench`.
#[test]
#[ignore = "writes files"]
fn families_as_files() {
    for family in FAMILIES {
        let folder = std::path::Path::new("target/families").join(family.name);
        std::fs::create_dir_all(&folder).unwrap();
        for (size, seeds) in [(300, 8), (1_000, 6), (3_000, 4), (10_000, 2)] {
            for seed in 0..seeds {
                let graph = exchange::write(&(family.make)(size, seed));
                std::fs::write(folder.join(format!("{size:05}-{seed}.json")), graph).unwrap();
            }
        }
    }
}

/// Resident memory in bytes, now or at its peak, as Linux tells it.
fn resident(key: &str) -> usize {
    let status = std::fs::read_to_string("/proc/self/status").expect("Linux has it");
    let line = status.lines().find(|line| line.starts_with(key)).expect("it has the key");
    number(line, 1) as usize * 1024
}

/// The number that is a word of `line`.
fn number(line: &str, word: usize) -> u64 {
    line.split_whitespace().nth(word).and_then(|word| word.parse().ok()).expect("there is a number")
}

/// Processor time of this thread, as Linux tells it.
fn seconds_of_thread() -> f64 {
    let nanoseconds = std::fs::read_to_string("/proc/thread-self/schedstat").expect("Linux has it");
    number(&nanoseconds, 0) as f64 * 1e-9
}

/// Needs `--release -- --ignored --test-threads 1`; the limits are those that `docs/extraction.md` claims.
#[test]
#[ignore = "measures time and memory"]
fn a_million_nodes() {
    let before = resident("VmRSS");
    for name in ["chain", "wide", "cyclic", "overlap"] {
        let graph = match name {
            "chain" => memory_chain(250_000),
            "wide" => wide(1_000_000),
            "cyclic" => families::cyclic(1_000_000, 1),
            _ => families::overlap(1_000_000, 1),
        };
        for (extractor, limit) in [("tree", 2.0), ("dag-knuth", 10.0)] {
            // Forgets the peak so far.
            std::fs::write("/proc/self/clear_refs", "5").unwrap();
            let start = seconds_of_thread();
            let extraction = extract(find(extractor).unwrap(), &graph, 0).unwrap();
            let seconds = seconds_of_thread() - start;
            let bytes = (resident("VmHWM") - before) / graph.node_count();
            println!(
                "{name} {} nodes, {extractor}: {seconds:.2} s, {bytes} bytes a node",
                graph.node_count()
            );
            assert!(seconds < limit && bytes < 400, "{name} {extractor}");
            drop(extraction);
        }
    }
}

#[test]
fn what_cannot_be_extracted_is_said() {
    let mut builder = GraphBuilder::new(Unit::whole("units"));
    let [empty, ring, dear, good] = [(); 4].map(|()| builder.class());
    builder.node(ring, NodeSpec { op: "f", children: &[ring, good], ..NodeSpec::default() });
    builder.node(dear, NodeSpec { op: "f", cost: Cost::INFINITE, ..NodeSpec::default() });
    builder.node(good, NodeSpec { op: "f", ..NodeSpec::default() });
    let graph = builder.clone().build().unwrap();
    let mut larger = builder;
    let absent = larger.class();
    for extractor in EXTRACTORS {
        let fault = |roots: &[ClassId]| extractor.select(&graph, roots, &Budget::Standard, 0).unwrap_err();
        assert_eq!(fault(&[good, empty]), ExtractError::NoSuchRoot(empty));
        assert_eq!(fault(&[absent]), ExtractError::NoSuchRoot(absent));
        assert_eq!(fault(&[good, ring]), ExtractError::Underivable(ring));
        assert_eq!(fault(&[dear]), ExtractError::Underivable(dear));
        assert!(extractor.select(&graph, &[good], &Budget::Standard, 0).is_ok());
    }
    larger.node(absent, NodeSpec::default());
    let mut wrong = GraphBuilder::new(Unit::whole("units"));
    wrong.root(absent);
    assert_eq!(wrong.build().unwrap_err(), GraphError::UnknownClass(absent));
}

#[test]
fn the_check_finds_every_fault() {
    let mut builder = GraphBuilder::new(Unit::whole("units"));
    let [a, b] = [(); 2].map(|()| builder.class());
    let ring = builder.node(a, NodeSpec { op: "f", children: &[b], ..NodeSpec::default() });
    let back = builder.node(b, NodeSpec { op: "g", children: &[a], ..NodeSpec::default() });
    let leaf = builder.node(b, NodeSpec { op: "x", cost: Cost::new(3), ..NodeSpec::default() });
    let never = builder.node(b, NodeSpec { op: "y", cost: Cost::INFINITE, ..NodeSpec::default() });
    let graph = builder.build().unwrap();
    let mut choice = Selection::empty(&graph);
    let fault = |choice: &Selection| choice.check(&graph, &[a], Cost::new(3)).unwrap_err();
    assert_eq!(fault(&choice), SelectionError::Missing(a));
    choice.choose(a, leaf);
    assert_eq!(fault(&choice), SelectionError::Foreign(a, leaf));
    choice.choose(a, ring);
    choice.choose(b, back);
    assert_eq!(fault(&choice), SelectionError::Cyclic(a));
    choice.choose(b, never);
    assert_eq!(fault(&choice), SelectionError::Unextractable(never));
    choice.choose(b, leaf);
    assert!(choice.check(&graph, &[a], Cost::new(3)).is_ok());
    let (said, found) = (Cost::new(4), Cost::new(3));
    assert_eq!(choice.check(&graph, &[a], said), Err(SelectionError::Priced { said, found }));
}

#[test]
fn files_keep_what_graphs_say() {
    for seed in 0..20 {
        let text = exchange::write(&nested(seed));
        let graph = exchange::read(&text).unwrap();
        assert_eq!(exchange::write(&graph), text);
        assert_eq!(brute_force(&graph), brute_force(&nested(seed)));
    }
    let mut builder = GraphBuilder::new(Unit::whole("statements"));
    let [root, leaf] = [(); 2].map(|()| builder.class());
    builder.node(root, NodeSpec { op: "f", children: &[leaf], ..NodeSpec::default() });
    builder.node(leaf, NodeSpec { op: "x", cost: Cost::INFINITE, ..NodeSpec::default() });
    builder.class_type(leaf, "f32[4]");
    builder.effect(root, "writes m1");
    builder.root(root);
    let graph = exchange::read(&exchange::write(&builder.build().unwrap())).unwrap();
    assert_eq!(graph.class_type(graph.children(graph.nodes(graph.roots()[0])[0])[0]), Some("f32[4]"));
    assert_eq!(graph.effect(graph.roots()[0]), Some("writes m1"));
    assert_eq!(&*graph.unit().name, "statements");
    assert!(matches!(extract(find("tree").unwrap(), &graph, 0), Err(ExtractError::Underivable(_))));
}

#[test]
fn files_that_are_no_graphs_are_refused() {
    let node = |rest: &str| exchange::read(&format!("{{\"nodes\": {{\"n\": {{\"op\": \"f\", {rest}}}}}}}"));
    let negative = node("\"eclass\": \"c\", \"cost\": -1");
    assert_eq!(negative.unwrap_err(), ExchangeError::NegativeCost { node: "n".into(), cost: -1.0 });
    let missing = node("\"eclass\": \"c\", \"children\": [\"m\"]");
    assert_eq!(missing.unwrap_err(), ExchangeError::UnknownNode { node: "n".into(), child: "m".into() });
    assert!(matches!(node("\"cost\": 1").unwrap_err(), ExchangeError::Format(_)));
    let twice = exchange::read(
        "{\"nodes\": {\"n\": {\"op\": \"f\", \"eclass\": \"c\"},\n\"n\": {\"op\": \"g\", \"eclass\": \"c\"}}}",
    );
    let fault = twice.unwrap_err().to_string();
    assert!(fault.contains("a second node `n` at line 2 column 3"), "{fault}");
    let fine = node("\"eclass\": \"c\"").unwrap();
    assert_eq!(fine.unit().scale.wholes_of(fine.cost(fine.nodes(fine.classes().next().unwrap())[0])), 1.0);
    let stale = "{\"nodes\": {\"n\": {\"op\": \"f\", \"eclass\": \"c\"}}, \"root_eclasses\": [\"old\"]}";
    let graph = exchange::read(stale).unwrap();
    let root = graph.roots()[0];
    assert_eq!(extract(find("auto").unwrap(), &graph, 0), Err(ExtractError::NoSuchRoot(root)));
}

#[test]
fn costs_that_stand_for_never_do_not_spoil_the_unit() {
    let node = |name: &str, class: &str, cost: f64, children: &str| {
        format!(
            "\"{name}\": {{\"op\": \"f\", \"eclass\": \"{class}\", \"cost\": {cost:e}, \"children\": [{children}]}}"
        )
    };
    let file = |root: &str| {
        let nodes = [
            node("a", "A", 1e300, "\"b\""),
            node("c", "A", 2.5, "\"b\""),
            node("b", "B", 0.001, ""),
            node("d", "D", 1e300, "\"b\""),
        ];
        format!("{{\"nodes\": {{{}}}, \"root_eclasses\": [\"{root}\"]}}", nodes.join(", "))
    };
    let cost = |root: &str| {
        let graph = exchange::read(&file(root)).unwrap();
        let extraction = extract(find("auto").unwrap(), &graph, 0).unwrap();
        graph.unit().scale.wholes_of(extraction.cost)
    };
    assert_eq!(cost("A"), 2.501);
    assert_eq!(cost("D"), 1e300);
}

/// The graphs of `tests/graphs`, each with its least cost, which two independent ways found.
const OPTIMA: &[(&str, f64)] = &[
    ("ring", 13.0),
    ("root-in-cycle", 7.0),
    ("two-roots", 9.0),
    ("shared", 12.0),
    ("free-cycle", 4.0),
    ("fractions", 0.85),
    ("loop", 39.0),
];

#[test]
fn small_graphs_have_known_optima() {
    for (name, optimum) in OPTIMA {
        let text = std::fs::read_to_string(format!("tests/graphs/{name}.json")).unwrap();
        let graph = exchange::read(&text).unwrap();
        let scale = graph.unit().scale;
        assert_eq!(scale.wholes_of(brute_force(&graph).unwrap()), *optimum, "{name}");
        let exact = extract(find("exact").unwrap(), &graph, 0).unwrap();
        assert_eq!((scale.wholes_of(exact.cost), exact.status), (*optimum, Status::Optimal), "{name}");
        for extractor in EXTRACTORS {
            let extraction = extract(*extractor, &graph, 0).unwrap();
            extraction.choice.check(&graph, graph.roots(), extraction.cost).unwrap();
        }
    }
}
