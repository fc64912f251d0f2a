//! Families made by running rules on terms.

use std::collections::BTreeMap;

use egg::{Id, Language, Pattern, RecExpr, Rewrite, Runner, SimpleScheduler, SymbolLang};
use selfsame::egraph::cost::{Cost, Unit};
use selfsame::egraph::graph::{ClassId, Graph, GraphBuilder, NodeSpec};

use super::Random;

const ARITHMETIC: &[(&str, &str)] = &[
    ("(+ ?a ?b)", "(+ ?b ?a)"),
    ("(* ?a ?b)", "(* ?b ?a)"),
    ("(+ ?a (+ ?b ?c))", "(+ (+ ?a ?b) ?c)"),
    ("(* ?a (* ?b ?c))", "(* (* ?a ?b) ?c)"),
    ("(* ?a (+ ?b ?c))", "(+ (* ?a ?b) (* ?a ?c))"),
    ("(+ (* ?a ?b) (* ?a ?c))", "(* ?a (+ ?b ?c))"),
    ("(- ?a ?b)", "(+ ?a (* -1 ?b))"),
    ("(+ ?a (* -1 ?b))", "(- ?a ?b)"),
    ("(/ ?a ?b)", "(* ?a (inv ?b))"),
    ("(* ?a (inv ?b))", "(/ ?a ?b)"),
    ("(+ (/ ?a ?b) (/ ?c ?b))", "(/ (+ ?a ?c) ?b)"),
    ("(* ?a 1)", "?a"),
    ("(+ ?a 0)", "?a"),
    ("(- ?a ?a)", "0"),
    ("(sqrt (* ?a ?b))", "(* (sqrt ?a) (sqrt ?b))"),
    ("(* (sqrt ?a) (sqrt ?a))", "?a"),
];

const SUMS: TermShape =
    TermShape { leaves: &["x", "y", "z", "1", "2"], unary: &["sqrt"], binary: &["+", "*", "-", "/"] };

/// What an operation of floating-point numbers takes.
fn latency(op: &str) -> u64 {
    match op {
        "+" | "-" => 64,
        "*" => 128,
        "/" | "inv" | "sqrt" => 320,
        _ => 64,
    }
}

/// Sums, products and quotients under the laws of arithmetic.
pub(crate) fn algebra(size: usize, seed: u64) -> Graph {
    let term = random_term(&SUMS, 8 + size / 200, &mut Random(seed));
    rewritten(&[term], ARITHMETIC, size, &latency)
}

/// Some sums, products and quotients under the laws of arithmetic, to be had with all that they consist of.
pub(crate) fn batch(size: usize, seed: u64) -> Graph {
    let mut random = Random(seed);
    let whole: Vec<Term> = (0..4).map(|_| random_term(&SUMS, 4 + size / 800, &mut random)).collect();
    let parts: Vec<Term> = whole.iter().flat_map(parts).collect();
    rewritten(&parts, ARITHMETIC, size, &latency)
}

/// Sums of products, lane by lane, under rules that find operations of whole vectors; lanes that lack an operation
/// are padded.
pub(crate) fn vectors(size: usize, seed: u64) -> Graph {
    let rules = [
        ("(+ ?a ?b)", "(+ ?b ?a)"),
        ("(* ?a ?b)", "(* ?b ?a)"),
        ("(+ ?a (+ ?b ?c))", "(+ (+ ?a ?b) ?c)"),
        ("?a", "(+ ?a 0)"),
        ("?a", "(* ?a 1)"),
        ("(vec (+ ?a ?b) (+ ?c ?d) (+ ?e ?f))", "(vadd (vec ?a ?c ?e) (vec ?b ?d ?f))"),
        ("(vec (* ?a ?b) (* ?c ?d) (* ?e ?f))", "(vmul (vec ?a ?c ?e) (vec ?b ?d ?f))"),
        ("(vadd ?a (vmul ?b ?c))", "(vmac ?a ?b ?c)"),
        ("(vadd ?a ?b)", "(vadd ?b ?a)"),
        ("(vec ?a ?a ?a)", "(splat ?a)"),
    ];
    let cost = |op: &str| match op {
        "cat" => 0,
        "vec" | "*" => 12,
        "+" => 10,
        "vadd" | "vmul" | "splat" => 3,
        "vmac" => 4,
        _ => 1,
    };
    let mut random = Random(seed);
    let mut term = String::from("end");
    for _ in 0..1 + size / 400 {
        let lanes: Vec<String> = (0..3).map(|_| lane(&mut random)).collect();
        term = format!("(cat (vec {}) {term})", lanes.join(" "));
    }
    rewritten(&[term.parse().expect("the generator writes terms")], &rules, size, &cost)
}

/// A sum of one to three products.
fn lane(random: &mut Random) -> String {
    let first = product(random);
    (0..random.below(3)).fold(first, |sum, _| format!("(+ {sum} {})", product(random)))
}

fn product(random: &mut Random) -> String {
    format!("(* a{} b{})", random.below(4), random.below(4))
}

/// Circuits of and, or and not under the laws of logic.
pub(crate) fn logic(size: usize, seed: u64) -> Graph {
    let rules = [
        ("(& ?a ?b)", "(& ?b ?a)"),
        ("(| ?a ?b)", "(| ?b ?a)"),
        ("(& ?a (& ?b ?c))", "(& (& ?a ?b) ?c)"),
        ("(| ?a (| ?b ?c))", "(| (| ?a ?b) ?c)"),
        ("(& ?a (| ?b ?c))", "(| (& ?a ?b) (& ?a ?c))"),
        ("(| (& ?a ?b) (& ?a ?c))", "(& ?a (| ?b ?c))"),
        ("(! (& ?a ?b))", "(| (! ?a) (! ?b))"),
        ("(| (! ?a) (! ?b))", "(! (& ?a ?b))"),
        ("(! (! ?a))", "?a"),
        ("(| ?a (& ?a ?b))", "?a"),
        ("(| ?a ?a)", "?a"),
        ("(& ?a ?a)", "?a"),
    ];
    let leaves: &[&str] = &["p", "q", "r", "s", "t", "u", "v", "w"];
    let shape = TermShape { leaves, unary: &["!"], binary: &["&", "|"] };
    let cost = |op: &str| match op {
        "&" | "|" => 2,
        "!" => 1,
        _ => 1,
    };
    let term = random_term(&shape, 20 + size / 100, &mut Random(seed));
    rewritten(&[term], &rules, size, &cost)
}

type Term = RecExpr<SymbolLang>;

/// What random terms are made of.
struct TermShape {
    leaves: &'static [&'static str],
    unary: &'static [&'static str],
    binary: &'static [&'static str],
}

/// The graph of `terms`, which are its roots, after so many rounds of `rules` as `size` allows.
fn rewritten(terms: &[Term], rules: &[(&str, &str)], size: usize, cost: &dyn Fn(&str) -> u64) -> Graph {
    let rules: Vec<Rewrite<SymbolLang, ()>> = rules
        .iter()
        .enumerate()
        .map(|(number, (from, to))| {
            let (from, to): (Pattern<SymbolLang>, Pattern<SymbolLang>) = (pattern(from), pattern(to));
            Rewrite::new(number.to_string(), from, to).expect("rules bind what they use")
        })
        .collect();
    let mut runner = Runner::default()
        .with_scheduler(SimpleScheduler)
        .with_node_limit(size)
        .with_iter_limit(30)
        .with_time_limit(std::time::Duration::from_secs(600));
    for term in terms {
        runner = runner.with_expr(term);
    }
    runner = runner.run(&rules);
    flat(&runner.egraph, &runner.roots, cost)
}

fn pattern(text: &str) -> Pattern<SymbolLang> {
    text.parse().expect("rules are written as patterns")
}

fn random_term(shape: &TermShape, operators: usize, random: &mut Random) -> Term {
    let mut term = RecExpr::default();
    let mut open: Vec<Id> = Vec::new();
    for _ in 0..=operators {
        open.push(term.add(SymbolLang::leaf(shape.leaves[random.below(shape.leaves.len())])));
    }
    while open.len() > 1 {
        let (a, b) = (open.swap_remove(random.below(open.len())), open.swap_remove(random.below(open.len())));
        let binary = shape.binary[random.below(shape.binary.len())];
        let mut id = term.add(SymbolLang::new(binary, vec![a, b]));
        if random.below(4) == 0 {
            id = term.add(SymbolLang::new(shape.unary[random.below(shape.unary.len())], vec![id]));
        }
        open.push(id);
    }
    term
}

/// `term` and all that it consists of.
fn parts(term: &Term) -> Vec<Term> {
    let nodes: &[SymbolLang] = term.as_ref();
    nodes.iter().map(|node| node.build_recexpr(|id| term[id].clone())).collect()
}

fn flat(egraph: &egg::EGraph<SymbolLang, ()>, roots: &[Id], cost: &dyn Fn(&str) -> u64) -> Graph {
    let mut builder = GraphBuilder::new(Unit::whole("units"));
    let mut ids: Vec<Id> = egraph.classes().map(|class| class.id).collect();
    ids.sort_unstable();
    let classes: BTreeMap<Id, ClassId> = ids.iter().map(|&id| (id, builder.class())).collect();
    for &id in &ids {
        let mut nodes: Vec<(String, Vec<Id>)> = egraph[id]
            .nodes
            .iter()
            .map(|node| {
                (node.op.to_string(), node.children().iter().map(|&child| egraph.find(child)).collect())
            })
            .collect();
        nodes.sort();
        for (tie, (op, children)) in nodes.iter().enumerate() {
            let children: Vec<ClassId> = children.iter().map(|child| classes[child]).collect();
            let cost = Cost::new(cost(op));
            builder
                .node(classes[&id], NodeSpec { op, cost, tie: tie as u32, children: &children, bodies: &[] });
        }
    }
    roots.iter().for_each(|&root| builder.root(classes[&egraph.find(root)]));
    builder.build().expect("the generator names its own classes")
}
