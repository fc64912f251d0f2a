//! Rows about inlining that no single program shows: circles, order, names, what stands behind it, what merges.

use selfsame::base::diagnostic::Diagnostics;
use selfsame::base::span::Source;
use selfsame::driver::optimizer::{Optimized, Optimizer, SATURATE};
use selfsame::driver::options::{Level, Options};
use selfsame::ir::print::print;
use selfsame::ir::program::{FunctionKind, Program};
use selfsame::lower::lower;
use selfsame::verify::property::Property;
use selfsame::verify::verify;

const V: &str = "pl.Tensor[[16], pl.FP32]";

/// A program with these functions; `V` in them is a tensor.
fn text(functions: &str) -> String {
    let indented: String = functions.trim().lines().map(|line| format!("    {line}\n")).collect();
    format!(
        "import pypto.language as pl\n\n\n@pl.program\nclass P:\n{}",
        indented.replace(" V", &format!(" {V}")).replace("[V", &format!("[{V}"))
    )
}

fn read(functions: &str) -> Result<Program, Diagnostics> {
    lower(&Source::new("rows.py", text(functions))).map(|mut lowered| lowered.programs.remove(0))
}

fn codes(wrong: &Diagnostics) -> Vec<&'static str> {
    wrong.iter().map(|it| it.code.0).collect()
}

fn optimized(functions: &str, level: Level) -> Optimized {
    let options = Options { passes: Some(Vec::new()), ..Options::level(level) };
    Optimizer::with(options).optimize(&read(functions).unwrap()).unwrap()
}

// Row A9: a call inside an expression makes a circle; a submission is an error of its own.
#[test]
fn calls_anywhere_make_a_circle() {
    let submitted = "
@pl.function(type=pl.FunctionType.Inline)
def f(self, x: pl.InOut[V]) -> V:
    x, t = pl.submit(self.f, x)
    return x
";
    let wrong = read(submitted).unwrap_err();
    assert!(codes(&wrong).contains(&"submit-inline"), "{wrong:?}");
    let nested = "
@pl.function(type=pl.FunctionType.Inline)
def f(self, x: V) -> V:
    return pl.add(self.g(x), 1.0)

@pl.function(type=pl.FunctionType.Inline)
def g(self, x: V) -> V:
    return pl.neg(self.f(x))
";
    let wrong = read(nested).unwrap_err();
    assert!(codes(&wrong).contains(&"inline-cycle"), "{wrong:?}");
}

/// A helper of ten statements, called so often in a row.
fn sites(count: usize) -> String {
    let mut body = String::from(
        "@pl.function(type=pl.FunctionType.Inline)\ndef h(self, x: pl.InOut[V], k: pl.Scalar[pl.INDEX]) -> V:\n",
    );
    for at in 0..10 {
        body.push_str(&format!("    pl.write(x, [k + {at}], {at}.5)\n"));
    }
    body.push_str("    return x\n\n@pl.function\ndef main(self, x: pl.InOut[V]) -> V:\n");
    for at in 0..count {
        body.push_str(&format!("    x = self.h(x, {at})\n"));
    }
    body + "    return x\n"
}

// Row A10: what comes of a helper is linear in its call sites.
#[test]
fn call_sites_cost_the_same_each() {
    let nodes = |count| optimized(&sites(count), Level::O0).report.nodes();
    let (few, more, many) = (nodes(10), nodes(20), nodes(40));
    assert!(many - more <= 2 * (more - few) + 20, "{few}, {more}, {many} nodes");
}

// Rows A11, A47: neither the order of functions nor that of call levels shows in the text.
#[test]
fn the_order_of_functions_does_not_show() {
    let helper = |name: &str, body: &str| {
        format!(
            "@pl.function(type=pl.FunctionType.Inline)\ndef {name}(self, x: V) -> V:\n    t = {body}\n    return t\n"
        )
    };
    let main = "@pl.function\ndef main(self, x: V) -> V:\n    t = self.c(x)\n    return t\n".to_owned();
    let parts =
        [helper("a", "pl.exp(x)"), helper("b", "pl.neg(self.a(x))"), helper("c", "pl.abs(self.b(x))"), main];
    let there = optimized(&parts.join("\n"), Level::O1).program;
    let back: Vec<String> = parts.iter().rev().cloned().collect();
    assert_eq!(print(&there), print(&optimized(&back.join("\n"), Level::O1).program));
    // Three levels of `t`, and no suffix on a suffix.
    let text = print(&there);
    assert!(text.contains("t_2") && !text.contains("_1_"), "{text}");
}

// Row A12: the check behind inlining tells an Inline function, a call of one, and a call of nothing.
#[test]
fn the_check_behind_inlining_has_three_codes() {
    let mut program = read(&sites(1)).unwrap();
    let found = codes(&Property::InlineFunctionsEliminated.check(&program));
    assert!(found.contains(&"inline-left") && found.contains(&"inline-called"), "{found:?}");
    program.functions.shift_remove("h");
    assert_eq!(codes(&Property::InlineFunctionsEliminated.check(&program)), ["dangling-call"]);
}

// Rows A14, A15: inlining comes before every pass, needs nothing, leaves no Inline function, and breaks no property.
#[test]
fn inlining_is_the_first_step_and_breaks_nothing() {
    let program = read(&sites(2)).unwrap();
    let held: Vec<Property> =
        Property::ALL.iter().copied().filter(|property| !property.check(&program).has_errors()).collect();
    let mut steps = Vec::new();
    let optimizer = Optimizer::with(Options::default());
    let mut watch = |step: &str, program: &Program| steps.push((step.to_owned(), program.clone()));
    optimizer.optimize_observed(&program, &mut watch).unwrap();
    let (first, after) = &steps[0];
    assert_eq!(first, SATURATE);
    assert!(after.functions.values().all(|function| function.kind != FunctionKind::Inline));
    for property in held.into_iter().chain([Property::InlineFunctionsEliminated]) {
        assert!(!property.check(after).has_errors(), "{}", property.name());
    }
}

const ROLES: &str = "
@pl.function(type=pl.FunctionType.Inline)
def h(self, x: V) -> V:
    t__inline_arg_v0 = pl.mul(x, 2.0)
    t_ = pl.exp(t__inline_arg_v0)
    _ = pl.neg(t_)
    return _

@pl.function
def main(self, x: V, t_1: V) -> V:
    y = self.h(x)
    z = self.h(y)
    return pl.add(z, t_1)
";

// Rows A41, A42, A43, A97: new names have no `__` of their own, keep a role and a version last, and meet no other.
#[test]
fn new_names_keep_to_the_rules_of_names() {
    let program = optimized(ROLES, Level::O0).program;
    assert!(verify(&program).is_ok());
    let text = print(&program);
    let names: Vec<&str> =
        text.lines().filter_map(|line| line.trim().split_once(": pl.Tensor")).map(|(name, _)| name).collect();
    let mut unique = names.clone();
    unique.sort_unstable();
    unique.dedup();
    assert_eq!(unique.len(), names.len(), "{names:?}");
    for name in &names {
        let rest = name.strip_suffix("__inline_arg_v0").unwrap_or(name);
        assert!(!rest.contains("__"), "{name}");
    }
    assert_eq!(names.iter().filter(|name| name.ends_with("__inline_arg_v0")).count(), 2, "{names:?}");
}

// Row A44: a name with a `__` of its own is the verifier's error, spliced or not; printed it has none.
#[test]
fn a_reserved_delimiter_stays_an_error() {
    let program = read(&ROLES.replace("t_ =", "a__b =").replace("(t_)", "(a__b)")).unwrap();
    assert!(codes(&verify(&program).unwrap_err()).contains(&"reserved-name"));
    let options = Options { passes: Some(Vec::new()), ..Options::level(Level::O0) };
    let spliced = Optimizer::with(options).optimize(&program).unwrap().program;
    assert!(codes(&verify(&spliced).unwrap_err()).contains(&"reserved-name"));
    assert!(!print(&spliced).contains("a__b") && print(&spliced).contains("a_b"));
}

/// How often a text occurs in what comes out with all rules.
fn count(functions: &str, wanted: &str) -> usize {
    print(&optimized(functions, Level::O2).program).matches(wanted).count()
}

// Equal pure computations are one; allocations, task ids, effectful calls and reads around a write never are.
#[test]
fn only_pure_values_are_shared() {
    let body = |twice: &str| {
        format!(
            "
@pl.function
def k(self, x: pl.InOut[V]) -> V:
    pl.write(x, [0], 1.0)
    return x

@pl.function(type=pl.FunctionType.InCore)
def task(self, x: V, o: pl.Out[V]) -> V:
    return pl.store(pl.load(x, [0], [16]), [0], o)

@pl.function
def main(self, x: V, y: pl.InOut[V], z: pl.InOut[V]) -> V:
{twice}
    return y
"
        )
    };
    let pure = "    y = pl.assemble(y, pl.exp(x), [0])\n    y = pl.assemble(y, pl.neg(pl.exp(x)), [0])";
    assert_eq!(count(&body(pure), "pl.tensor.exp("), 1);
    let allocations =
        "    a = pl.create_tensor([16], dtype=pl.FP32)\n    b = pl.create_tensor([16], dtype=pl.FP32)
    a = pl.assemble(a, x, [0])\n    pl.write(b, [0], 1.0)\n    y = pl.assemble(y, pl.add(a, b), [0])";
    assert_eq!(count(&body(allocations), "pl.tensor.create("), 2);
    let calls = "    y = self.k(y)\n    y = self.k(y)";
    assert_eq!(count(&body(calls), "self.k("), 2);
    let tasks = "    y, s = pl.submit(self.task, x, y)\n    z, t = pl.submit(self.task, x, z, deps=[s])\n    y, u = pl.submit(self.task, x, y, deps=[t])";
    assert_eq!(count(&body(tasks), "pl.submit("), 3);
    let reads = "    a = pl.read(y, [0])\n    pl.write(y, [0], a + 1.0)\n    b = pl.read(y, [0])\n    pl.write(z, [0], a)\n    pl.write(z, [1], b + a)";
    let around = body(reads).replace("pl.write(y, [0], a + 1.0)", "y = self.k(y)");
    assert_eq!(count(&around, "pl.tensor.read("), 2);
}
