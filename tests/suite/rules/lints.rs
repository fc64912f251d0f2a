//! Each lint refuses a rule, at the place and with the words that help.

use selfsame::base::span::Source;
use selfsame::egraph::rules::Rules;

/// What is said of a file: `line:column: message`.
fn said(text: &str) -> Vec<String> {
    let source = Source::new("test.rules", text);
    let Err(wrong) = Rules::none().add(&source) else { return Vec::new() };
    let line = |it: &selfsame::base::diagnostic::Diagnostic| {
        let at = source.position(it.at.start);
        format!("{}:{}: {}", at.line, at.column, it.message)
    };
    wrong.iter().map(line).collect()
}

/// A rule with everything it needs beside its law.
fn law(law: &str) -> String {
    format!("(set s)\n(rule r {law}\n :exact yes :shows \"a\" => \"b\")")
}

fn refused(law_text: &str, wanted: &str) {
    assert_eq!(said(&law(law_text)), [wanted], "{law_text}");
}

fn accepted(law_text: &str) {
    assert_eq!(said(&law(law_text)), Vec::<String>::new(), "{law_text}");
}

#[test]
fn laws_that_can_be_are_loaded() {
    accepted("(tensor.neg (tensor.neg ?x)) => ?x");
    accepted("(?op (?op ?x)) => ?x :for (?op tensor.neg tile.neg)");
    accepted("(?s.neg (?s.neg ?x)) => ?x :for (?s tensor tile)");
    accepted("(?op (?op ?x)) => (?op ?x) :for (?op every unary)");
    accepted(
        "(?op ?x ?c) => ?x :for ((?op ?n) (tensor.adds 0) (tensor.muls 1)) :when (is ?c ?n) (integer ?x)",
    );
    accepted(
        "(tensor.cast (tensor.cast ?x :target_type ?t :& ?a) :target_type ?u :& ?b) => (tensor.cast ?x :target_type ?u :& ?b) :when (lossless ?x ?t)",
    );
    accepted(
        "(view tensor.slice (view tensor.slice ?h ?s ?o) ?t ?p) => (view tensor.slice ?h ?t (offsets-add ?o ?p)) :measure \"slices\" :when (inside ?t ?p ?s)",
    );
    accepted("(read ?h (write tile.store ?t ?o ?h ?m)) => ?t :when (shape-is ?t ?o)");
    accepted("(tile.load (read ?h (write tile.store ?t ?o ?h ?m)) ?o ?s ?v) => ?t :when (shape-is ?t ?s)");
    accepted(
        "(tensor.matmul (tensor.transpose ?a 0 1) ?b :a_trans ?t :& ?k) => (tensor.matmul ?a ?b :a_trans (flip ?t) :& ?k)",
    );
    accepted("(cast (cast ?x :to ?t) :to ?u) => (cast ?x :to ?u) :when (lossless ?x ?t)");
}

#[test]
fn forms() {
    assert_eq!(said("(set s)\n(rune r)"), ["2:1: `(set …)`, `(rule …)` or `(builtin …)` is expected"]);
    assert_eq!(said("(set s)\n(rule)"), ["2:1: a name is expected: `(rule NAME …)`"]);
    assert_eq!(said("(set s)\n(rule r ?x)"), ["2:1: `(rule name left => right :option …)` is expected"]);
    assert_eq!(said("(builtin retype)"), ["1:1: a set is expected before the first rule: `(set NAME)`"]);
    let unknown = said("(set s)\n(builtin magic)");
    assert!(unknown[0].starts_with("2:1: no builtin is called `magic`; there are "), "{unknown:?}");
    refused("(tensor.neg ?x) -> ?x", "2:25: `=>` is expected between the two sides");
    assert_eq!(said("(set s)\n(rule r (neg ?x) => ?x\n :exact yes"), ["2:1: this `(` is never closed"]);
}

#[test]
fn names_are_unique_in_a_file() {
    let twice = "(set s)\n(builtin retype)\n(builtin retype)";
    assert_eq!(said(twice), ["3:1: there is a rule `retype` in this file already"]);
}

#[test]
fn variables_are_bound() {
    refused("(tensor.neg ?x) => ?y", "2:28: `?y` stands on the right only");
    refused(
        "(tensor.neg (tensor.neg ?x)) => ?x :when (integer ?y)",
        "2:50: `?y` is guarded, but the left side does not bind it",
    );
    refused(
        "(tensor.cast (tensor.neg ?x) :target_type ?t) => (tensor.cast ?x :target_type ?u)",
        "2:58: `?u` stands on the right only",
    );
    refused(
        "(tensor.cast (tensor.neg ?t) :target_type ?t) => ?t",
        "2:9: `?t` stands for a class and for a keyword's value",
    );
    refused("?x => ?x", "2:9: the left side matches everything");
}

#[test]
fn arities() {
    refused("(tensor.neg ?x ?y) => ?x", "2:9: 1 operands are expected, not 2");
    refused("(tensor.slice ?x ?s) => ?x", "2:9: 3 to 5 operands are expected, not 2");
    refused("(+ ?x) => ?x", "2:9: 2 operands are expected, not 1");
    refused("(read ?h) => ?h", "2:9: 2 operands are expected, not 1");
    refused("(write tensor.assemble ?h ?s ?m) => ?m", "2:9: 4 operands are expected, its memory last, not 3");
}

#[test]
fn names_of_nodes_operators_keywords_guards_builders_families() {
    refused("(tensor.nag ?x) => ?x", "2:10: `tensor.nag` is no node, builder or operator of the table");
    refused("(view tensor.nag ?x) => ?x", "2:15: `tensor.nag` is no operator of the table");
    refused("(tensor.cast ?x :to ?t) => ?x", "2:9: `tensor.cast` has no keyword `to`; target_type, mode");
    refused("(neg ?x :to 3) => ?x", "2:9: only operators have keywords such as `:to`");
    let unknown = said(&law("(tensor.neg ?x) => ?x :when (maybe ?x)"));
    assert!(unknown[0].starts_with("2:38: no guard is called `maybe`; there are "), "{unknown:?}");
    refused(
        "(tensor.neg ?x) => ?x :when (integer ?x ?x)",
        "2:37: `integer` takes 1 arguments, not 2: the elements of ?x are integers",
    );
    refused(
        "(tensor.slice (offsets-add ?x ?x) ?s ?o) => ?x",
        "2:23: `offsets-add` builds something: it may stand on the right only",
    );
    let unknown = said(&law("(?op ?x) => ?x :for (?op every thing)"));
    assert!(
        unknown[0].starts_with("2:40: no family of operators is called `thing`; there are "),
        "{unknown:?}"
    );
    refused(
        "(tensor.neg ?x) => ?x :why \"so\"",
        "2:31: `:why` is no option of a rule; there are :when, :for, :exact, :within, :measure, :given, :shows",
    );
}

#[test]
fn sorts_agree() {
    refused("(tensor.slice ?x ?x ?o) => ?x", "2:26: `?x` is a tuple here, but a value elsewhere");
    refused(
        "(tensor.slice ?x (tensor.neg ?s) ?o) => ?x",
        "2:26: a tuple is expected here, and this is a value",
    );
    refused(
        "(tensor.neg (tensor.full ?s ?v :dtype ?t)) => ?v :measure \"m\"",
        "2:55: the left side is a value, the right side is a scalar: content, storage and memory are never one another",
    );
}

#[test]
fn content_is_never_storage() {
    refused(
        "(write tensor.assemble ?dst ?src ?o ?m) => ?src :when (shape-is ?src ?o)",
        "2:52: the left side is a memory, the right side is a value: content, storage and memory are never one another",
    );
    // What an in-place operator returns is storage of its operand, which no pattern of values can say.
    let said = said(&law("(tensor.assemble ?dst ?src ?o) => ?src"));
    assert_eq!(
        said,
        [
            "2:9: `tensor.assemble` writes: it is the next memory, `(write tensor.assemble … ?m)`, and what it returns is the storage of its operand 0"
        ]
    );
    refused(
        "(read (view tensor.slice ?h ?s ?o) ?m) => ?h",
        "2:51: the left side is a value, the right side is a handle: content, storage and memory are never one another",
    );
}

#[test]
fn both_sides_are_of_one_storage() {
    refused(
        "(view tensor.reshape (view tensor.slice ?h ?s ?o) ?t) => (view tensor.reshape ?k ?t)",
        "2:87: `?k` stands on the right only",
    );
    let swapped = "(view tensor.slice ?h (tuple ?a ?b) ?o) => ?h";
    accepted(swapped);
    // The offset is no storage, however it came about.
    refused(
        "(view tensor.slice ?h ?s ?o) => ?s",
        "2:41: the left side is a handle, the right side is a tuple: content, storage and memory are never one another",
    );
}

#[test]
fn right_sides_make_no_storage() {
    refused(
        "(read ?h (write tensor.assemble ?h ?s ?o ?m)) => (read ?h (fresh ?h ?m)) :measure \"m\"",
        "2:67: a right side may not write or make storage: it would need a place of its own",
    );
}

#[test]
fn forms_of_operators() {
    refused(
        "(tensor.create ?s :dtype ?t) => ?s",
        "2:9: `tensor.create` is not pure: no law may merge, move or make it",
    );
    refused("(view tensor.neg ?h) => ?h", "2:9: `tensor.neg` is no view");
    refused("(write tensor.neg ?h ?m) => ?m", "2:9: `tensor.neg` does not write just one operand");
    refused(
        "(tensor.get_block_idx) => 0",
        "2:9: `tensor.get_block_idx` hangs on where it runs: no law may merge it",
    );
    refused(
        "(tensor.set_validshape ?x ?r ?c) => ?x",
        "2:9: `tensor.set_validshape` gives its operand's storage another type: it is no value",
    );
}

#[test]
fn applications_come_to_an_end() {
    refused(
        "(tensor.add ?x ?y) => (tensor.sub ?x (tensor.neg ?y))",
        "2:9: the right side has 2 nodes, the left side 1: say what decreases, `:measure \"…\"`",
    );
    refused(
        "(tensor.neg (tensor.neg ?x)) => (tensor.add ?x ?x)",
        "2:53: `?x` stands more often on the right: say what decreases, `:measure \"…\"`",
    );
}

#[test]
fn laws_of_loops_and_branches() {
    accepted("(for ?a ?b ?c ?in ?out ?body) => (bundle ?in) :when (no-trips ?a ?b ?c)");
    accepted("(for :kind unroll ?a ?b ?c ?in ?out ?body) => (instantiate ?body ?a ?in ?out)");
    accepted("(while ?in ?out ?head ?body) => (bundle ?in) :when (gives ?head false)");
    accepted("(if true ?x ?then ?else) => (instantiate ?then ?x)");
    refused(
        "(for ?a ?b ?in ?out ?body) => (bundle ?in)",
        "2:9: `(for start stop step carried captured body)` is expected",
    );
    refused(
        "(if :kind range true ?x ?then ?else) => (instantiate ?then ?x)",
        "2:9: `(if condition captured then else)` is expected",
    );
    refused(
        "(for :kind fast ?a ?b ?c ?in ?out ?body) => (bundle ?in)",
        "2:14: a kind of loop is expected: range, unroll, parallel, pipeline",
    );
    refused("(if true ?x ?then ?then) => (instantiate ?then ?x)", "2:9: `?then` stands for two parts");
    refused(
        "(if 3 ?x ?then ?else) => (instantiate ?then ?x)",
        "2:13: a variable or a truth value is expected",
    );
    let right = "`(bundle carried)` or `(instantiate region …)` with all that the region takes is expected";
    // What is captured is nothing that a loop gives; a region takes its parts in order, and all of them.
    refused("(for ?a ?b ?c ?in ?out ?body) => (bundle ?out)", &format!("2:42: {right}"));
    refused("(for ?a ?b ?c ?in ?out ?body) => (instantiate ?body ?a ?out ?in)", &format!("2:42: {right}"));
    refused("(for ?a ?b ?c ?in ?out ?body) => (instantiate ?body ?in ?out)", &format!("2:42: {right}"));
    refused("(if true ?x ?then ?else) => (instantiate ?other ?x)", &format!("2:37: {right}"));
    refused("(while ?in ?out ?head ?body) => (instantiate ?body ?in ?out)", &format!("2:41: {right}"));
    refused(
        "(if ?c ?x ?then ?else) => (instantiate ?then ?x) :when (positive ?x)",
        "2:64: `?x` is guarded, but it is no bound, condition or region here",
    );
}

#[test]
fn exactness_and_examples_are_stated() {
    assert_eq!(
        said("(set s)\n(rule r (neg (neg ?x)) => ?x :shows \"a\" => \"b\")"),
        ["2:1: `:exact yes` or `:exact no` is expected: whether bits stay the same"]
    );
    assert_eq!(
        said("(set s)\n(rule r (neg (neg ?x)) => ?x :exact no :shows \"a\" => \"b\")"),
        ["2:1: a rule that is not exact says how far it is off: `:within 1e-6`"]
    );
    assert_eq!(
        said("(set s)\n(rule r (neg (neg ?x)) => ?x :exact yes :within 1e-6 :shows \"a\" => \"b\")"),
        ["2:1: an exact rule is off by nothing: `:within` is out of place"]
    );
    assert_eq!(
        said("(set s)\n(rule r (neg (neg ?x)) => ?x :exact yes)"),
        ["2:1: an example is expected: `:shows \"before\" => \"after\"`"]
    );
}

#[test]
fn all_that_is_wrong_is_said_at_once_and_nothing_is_loaded() {
    let text = "(set s)\n(rule a (neg (neg ?x)) => ?x :exact yes :shows \"a\" => \"b\")\n(rule b ?x => ?x)\n(rule c)";
    assert_eq!(said(text).len(), 2);
    let mut rules = Rules::none();
    assert!(rules.add(&Source::new("test.rules", text)).is_err());
    assert_eq!(rules.iter().count(), 0);
}
