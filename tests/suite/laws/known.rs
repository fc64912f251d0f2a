//! What is known to break compilers of this kind, each with the shapes of generated programs that show it.

use std::collections::BTreeSet;

use crate::laws::shapes::SHAPES;

/// A way to go wrong, and the shapes of programs in which it shows.
type Known = (&'static str, &'static [&'static str]);

/// Traps in the reference compiler that its own tests do not cover.
const TRAPS: &[Known] = &[
    ("what is yielded is assigned one after the other", &["carries that change places"]),
    ("a carry is kept only through a loop whose own carry is not", &["an outer carry through an inner loop"]),
    (
        "results are counted along with outputs that are not returned",
        &["an output that is not returned", "an argument without dependency"],
    ),
    (
        "of several earlier writers the first is remembered",
        &["a merge of two buffers that is written", "a buffer written by two calls"],
    ),
    (
        "a wrapper forgets that one of its kernels reads what the other writes",
        &["a wrapper round two kernels"],
    ),
    ("a carry stands for what it began as", &["a carry replaced each trip"]),
    (
        "a name that is bound twice stands for its first value",
        &["a helper that binds a parameter to a fresh value"],
    ),
    ("returns that collide are left in a wrong order", &["one value returned twice"]),
    ("division drops the fraction", &["division that rounds down"]),
    ("a while loop becomes straight-line code", &["a while loop in an orchestration function"]),
    (
        "a reader and a later writer are not ordered",
        &["a buffer read by one call and written by a later one"],
    ),
    ("two writers are not ordered", &["a buffer written by two calls"]),
    ("a branch without else has no storage", &["a branch without else that gives values"]),
    ("directions that stand there already are not looked at again", &["directions written by the author"]),
    ("a parallel loop without trips is refused", &["a parallel loop without trips"]),
    (
        "operators work in place and do not say so",
        &["a narrowed tile", "a tile written in place", "an array written in place"],
    ),
    ("a slice is a view here and fresh there", &["a write into a slice"]),
    ("a returned view is taken as fresh", &["a view that is returned"]),
    ("a symbol is found by its text", &["a local called like a symbol"]),
    ("numbered names become one", &["parameters that differ by a number"]),
];

/// What was found by running the reference on small programs. Its times are matters of benches.
const FOUND: &[Known] = &[
    (
        "binding a parameter of a helper binds the caller's variable",
        &["a helper that binds a parameter to a fresh value", "one buffer passed twice"],
    ),
    ("so does binding a scalar parameter", &["a scalar parameter that is bound again"]),
    ("results are substituted one by one", &["results taken crosswise"]),
    ("carries that name each other are assigned one by one", &["carries that change places"]),
    ("a while loop runs once", &["a while loop in an orchestration function"]),
    (
        "a loop that permutes its carries is traced by what they began as",
        &["a kernel that permutes its outputs in a loop"],
    ),
    (
        "uses of a reordered tuple are missed",
        &[
            "a tuple under another name",
            "a wrapper that returns a tuple whole",
            "three outputs in another order",
        ],
    ),
    ("a local hides a parameter in C++", &["names that mean something in C++"]),
    ("a parameter declared In is written", &["an In parameter that is written"]),
    ("types keep the symbols of a helper", &["a helper whose parameter has a dynamic extent"]),
    (
        "whole tuples and calls inside expressions are lost",
        &["a tuple under another name", "a call inside an expression"],
    ),
    (
        "a parameter bound to a call, and an output never written, are not noticed",
        &["a helper that binds a parameter to a call", "an output that is never written"],
    ),
    ("the tuple of a reordered call keeps its old type", &["outputs of different types"]),
    (
        "a scratch output shifts the carries of a loop",
        &["an output that is not returned", "a merge of two buffers"],
    ),
    ("a carry outlives the scope that allocated it", &["an allocation carried out of its trip"]),
    ("names hang on where and when", &["a helper three deep"]),
    ("deep nests crash", &["loops in loops"]),
    ("chains of helpers take quadratic time", &["helpers in a long chain"]),
    ("nests of loops take cubic time", &["loops in loops", "four carries"]),
    ("parallel loops that write take quadratic time", &["phases of parallel tasks"]),
];

/// The attacks of `tests/redteam`, by the number of their files.
const ATTACKS: &[Known] = &[
    ("01", &["a buffer restored to what it held"]),
    (
        "02",
        &[
            "a window beside one that was written",
            "a window that overlaps one by an element",
            "a buffer read by one call and written by a later one",
        ],
    ),
    ("03", &["a fresh value equal to its argument", "one value in two buffers"]),
    ("04", &["one value in two buffers", "a fresh value equal to its argument", "two sums from one zero"]),
    ("05", &["one buffer at one site, two at another", "a merge of two buffers that is written"]),
    ("06", &["a fact of one site"]),
    ("07", &["one symbol for two extents"]),
    (
        "08",
        &[
            "a window read on both sides of others' writes",
            "blocks that meet",
            "a block index inside and outside",
        ],
    ),
    ("09", &["an allocation carried out of its trip"]),
    (
        "10",
        &[
            "an output allocated at run time",
            "a parameter or something fresh",
            "a fresh result that is written",
        ],
    ),
    ("11", &["a parameter returned as it came"]),
    ("12", &["a predicate", "a loop that may run no trip", "a write on one arm", "dependencies"]),
    (
        "13",
        &[
            "a parameter narrowed for the caller",
            "a scalar parameter that the caller sees change",
            "an array two names have",
        ],
    ),
    (
        "14",
        &[
            "a buffer read back after a write",
            "a value that outlives what it was made of",
            "a write seen through another parameter",
            "a carry replaced each trip",
            "a collective's target that is read",
        ],
    ),
    ("15", &["helpers in a long chain", "loops in loops"]),
    ("16", &["a call whose results nobody takes", "a write whose result nobody takes"]),
    ("17", &["an In parameter that is written"]),
    (
        "18",
        &[
            "break or continue with carries",
            "functions that call each other",
            "an external function that is called",
        ],
    ),
    ("19", &["references through two helpers", "a dump", "an argument without dependency"]),
    ("20", &["two carries of one buffer", "an allocation carried out of its trip"]),
];

/// [`SHAPES`] are counted by a test of their own.
#[test]
fn every_known_way_to_go_wrong_has_its_shapes() {
    let counted: BTreeSet<&str> = SHAPES.iter().map(|(name, _)| *name).collect();
    let all = TRAPS.iter().chain(FOUND).chain(ATTACKS);
    let missing: Vec<_> =
        all.flat_map(|(_, shapes)| shapes.iter()).filter(|shape| !counted.contains(**shape)).collect();
    assert!(missing.is_empty(), "{missing:?}");
    assert_eq!((TRAPS.len(), FOUND.len(), ATTACKS.len()), (20, 20, 20));
}

#[test]
fn every_attack_of_the_tests_is_known() {
    for entry in std::fs::read_dir("tests/redteam").unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        assert!(ATTACKS.iter().any(|(number, _)| name.starts_with(number)), "{name}");
    }
}
