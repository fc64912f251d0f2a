//! Every shipped rule is tried on random programs made from its own text, and its examples are run.

use selfsame::base::span::Source;
use selfsame::egraph::prove::{Effort, prove};
use selfsame::egraph::prove_example::check_examples;
use selfsame::egraph::rules::Rules;

#[test]
fn no_shipped_rule_is_refuted() {
    let rules = Rules::shipped();
    let wrong: Vec<String> = rules.iter().filter_map(|rule| prove(rule, &Effort::default()).err()).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

#[test]
fn examples_show_what_rules_find() {
    let rules = Rules::shipped();
    let wrong: Vec<String> = rules.iter().filter_map(|rule| check_examples(rule).err()).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

/// What is said of a rule that is not true.
fn refuted(law: &str) -> String {
    let text = format!("(set s)\n(rule wrong {law} :shows \"a\" => \"b\")");
    let mut rules = Rules::none();
    let source = Source::new("wrong.rules", text);
    if let Err(said) = rules.add(&source) {
        panic!("{law}: {:?}", said.iter().map(|it| it.message.clone()).collect::<Vec<_>>());
    }
    let rule = rules.get("wrong").unwrap();
    match prove(rule, &Effort::default()) {
        Ok(proof) => panic!("{law} was believed: {proof:?}"),
        Err(how) => how,
    }
}

#[test]
fn wrong_rules_are_caught() {
    // Floor division does not distribute over addition.
    let how = refuted(
        "(// (+ ?x ?y) ?c) => (+ (// ?x ?c) (// ?y ?c)) :when (positive ?c) :exact yes :measure \"m\"",
    );
    assert!(how.contains("`wrong` is refuted by seed"), "{how}");
    // Minus zero plus zero is zero.
    refuted("(tensor.adds ?x ?c) => ?x :when (is ?c 0) (same-type ?x ?x) :exact yes");
    // Sums of floats do not regroup.
    refuted("(tensor.adds (tensor.adds ?x ?a) ?b) => (tensor.adds ?x (+ ?a ?b)) :exact yes :measure \"m\"");
    // A window may lie elsewhere.
    refuted(
        "(tensor.slice (tensor.slice ?x ?s ?o) ?t ?p) => (tensor.slice ?x ?t ?p) :exact yes :when (inside ?t ?p ?s)",
    );
    // What was stored elsewhere is not what is loaded.
    refuted(
        "(tile.load (read ?h (write tile.store ?t ?o ?h ?m)) ?p ?s ?v) => (tile.load (read ?h ?m) ?p ?s ?v) :exact yes",
    );
    // A cast may lose.
    refuted(
        "(tensor.cast (tensor.cast ?x :target_type ?t :& ?a) :target_type ?u :& ?b) => (tensor.cast ?x :target_type ?u :& ?b) :exact yes",
    );
}

#[test]
fn wrong_rules_of_loops_and_branches_are_caught() {
    // The other arm.
    refuted("(if true ?x ?then ?else) => (instantiate ?else ?x) :exact yes");
    // A trip is not nothing.
    refuted("(for ?a ?b ?c ?in ?out ?body) => (bundle ?in) :when (one-trip ?a ?b ?c) :exact yes");
    // The index begins at the start, not at the stop.
    refuted(
        "(for :kind range ?a ?b ?c ?in ?out ?body) => (instantiate ?body ?b ?in ?out) :when (one-trip ?a ?b ?c) :exact yes",
    );
    // A loop may run more than one trip.
    refuted("(for :kind range ?a ?b ?c ?in ?out ?body) => (instantiate ?body ?a ?in ?out) :exact yes");
}

#[test]
fn a_rule_that_nothing_matches_is_no_law() {
    let how = refuted("(tensor.adds (tensor.neg ?x) ?c) => ?x :when (is ?c 77) :exact yes");
    assert!(how.contains("applies to none of 1000 random programs"), "{how}");
}
