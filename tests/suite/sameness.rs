//! Equality of programs, strict and up to copies: what it tells apart and what not.

use selfsame::base::render::render;
use selfsame::base::span::Source;
use selfsame::ir::normal::same_up_to_copies;
use selfsame::ir::program::Program;
use selfsame::ir::same::same;
use selfsame::lower::lower;

/// A kernel with this body, on `x`, `a`, `b`, and a scalar `n`, and an orchestration that calls it.
fn kernel(body: &str) -> String {
    let indented: String = body.trim().lines().map(|line| format!("        {line}\n")).collect();
    format!(
        "import pypto.language as pl

@pl.program
class P:
    @pl.function(type=pl.FunctionType.AIV)
    def touch(self, o: pl.InOut[pl.Tensor[[64], pl.FP32]]):
        o = pl.store(pl.load(o, [0], [16]), [16], o)

    @pl.function(type=pl.FunctionType.AIV)
    def k(
        self,
        x: pl.Tensor[[64], pl.FP32],
        a: pl.InOut[pl.Tensor[[64], pl.FP32]],
        b: pl.InOut[pl.Tensor[[64], pl.FP32]],
        n: pl.Scalar[pl.INDEX],
    ) -> pl.Tensor[[64], pl.FP32]:
{indented}"
    )
}

fn read(body: &str) -> Program {
    let source = Source::new("test", kernel(body));
    match lower(&source) {
        Ok(mut lowered) => lowered.programs.remove(0),
        Err(diagnostics) => panic!("{}", render(&diagnostics, &source)),
    }
}

/// How two bodies compare: strictly, and up to copies.
fn compare(a: &str, b: &str) -> [Result<(), String>; 2] {
    let (a, b) = (read(a), read(b));
    let (there, back) = (same(&a, &b), same(&b, &a));
    assert_eq!(there.is_ok(), back.is_ok(), "{there:?} {back:?}");
    let (loose, loose_back) = (same_up_to_copies(&a, &b), same_up_to_copies(&b, &a));
    assert_eq!(loose.is_ok(), loose_back.is_ok(), "{loose:?} {loose_back:?}");
    assert!(there.is_err() || loose.is_ok(), "the same, but not up to copies: {loose:?}");
    [there, loose]
}

fn equal(a: &str, b: &str) {
    assert_eq!(compare(a, b)[0], Ok(()));
}

fn equal_up_to_copies(a: &str, b: &str) {
    let [strict, loose] = compare(a, b);
    assert!(strict.is_err(), "strictly the same");
    assert_eq!(loose, Ok(()));
}

fn different(a: &str, b: &str) {
    let [strict, loose] = compare(a, b);
    assert!(strict.is_err() && loose.is_err(), "{strict:?} {loose:?}");
}

#[test]
fn names_and_comments_do_not_count() {
    equal(
        "# A comment.\nt = pl.load(x, [n], [16])\na = pl.store(t, [0], a)\nreturn a",
        "tile = pl.load(x, [n], [16])\nout = pl.store(tile, [0], a)\nreturn out",
    );
}

#[test]
fn an_absent_else_is_an_empty_one() {
    equal(
        "if n > 0:\n    pl.write(a, [0], 1.0)\nreturn a",
        "if n > 0:\n    pl.write(a, [0], 1.0)\nelse:\n    pass\nreturn a",
    );
}

#[test]
fn the_first_difference_is_named_with_its_statement() {
    let [strict, loose] = compare(
        "t = pl.load(x, [n], [16])\na = pl.store(t, [0], a)\nreturn a",
        "t = pl.load(x, [n], [16])\na = pl.store(t, [16], a)\nreturn a",
    );
    let strict = strict.unwrap_err();
    assert!(strict.starts_with("function `k`, statement 2: operands, number 1: "), "{strict}");
    assert!(strict.contains("first:  a: pl.Tensor[[64], pl.FP32] = pl.tile.store(t, [0], a)"), "{strict}");
    assert!(strict.contains("second: a: pl.Tensor[[64], pl.FP32] = pl.tile.store(t, [16], a)"), "{strict}");
    assert!(loose.unwrap_err().starts_with("function `k`: operands: "));
}

#[test]
fn copies_tuples_and_dead_values_do_not_count() {
    let plain = "t = pl.load(x, [n], [16])\na = pl.store(t, [0], a)\nreturn a";
    equal_up_to_copies(plain, "m = n\nt = pl.load(x, [m], [16])\nu = t\na = pl.store(u, [0], a)\nreturn a");
    equal_up_to_copies(plain, "t = pl.load(x, [n], [16])\nu = pl.exp(t)\na = pl.store(t, [0], a)\nreturn a");
    equal_up_to_copies(
        plain,
        "t = pl.load(x, [n], [16])\ndead = pl.create_tile([16], dtype=pl.FP32, target_memory=pl.Mem.Vec)\n\
         a = pl.store(t, [0], a)\nreturn a",
    );
    equal_up_to_copies(
        "a = pl.store(pl.add(pl.load(x, [n], [16]), pl.load(x, [n], [16])), [0], a)\nreturn a",
        "t = pl.load(x, [n], [16])\na = pl.store(pl.add(t, t), [0], a)\nreturn a",
    );
}

#[test]
fn index_arithmetic_is_taken_as_sums() {
    equal_up_to_copies(
        "a = pl.store(pl.load(x, [(n + 1) * 16 - n], [16]), [0], a)\nreturn a",
        "m = n * 15\na = pl.store(pl.load(x, [16 + m], [16]), [0], a)\nreturn a",
    );
    different(
        "a = pl.store(pl.load(x, [n * n], [16]), [0], a)\nreturn a",
        "a = pl.store(pl.load(x, [n + n], [16]), [0], a)\nreturn a",
    );
}

#[test]
fn writes_stay_in_order() {
    different(
        "a = pl.store(pl.load(x, [0], [16]), [0], a)\nb = pl.store(pl.load(x, [0], [16]), [0], b)\nreturn a",
        "b = pl.store(pl.load(x, [0], [16]), [0], b)\na = pl.store(pl.load(x, [0], [16]), [0], a)\nreturn a",
    );
    different("self.touch(a)\nself.touch(a)\nreturn a", "self.touch(a)\nreturn a");
}

#[test]
fn a_read_moves_over_writes_of_other_storage_only() {
    equal_up_to_copies(
        "t = pl.load(b, [0], [16])\npl.write(a, [0], 1.0)\na = pl.store(t, [16], a)\nreturn a",
        "pl.write(a, [0], 1.0)\nt = pl.load(b, [0], [16])\na = pl.store(t, [16], a)\nreturn a",
    );
    different(
        "t = pl.load(a, [0], [16])\npl.write(a, [0], 1.0)\na = pl.store(t, [16], a)\nreturn a",
        "pl.write(a, [0], 1.0)\nt = pl.load(a, [0], [16])\na = pl.store(t, [16], a)\nreturn a",
    );
    different(
        "t = pl.load(a, [0], [16])\nself.touch(a)\nb = pl.store(t, [0], b)\nreturn b",
        "self.touch(a)\nt = pl.load(a, [0], [16])\nb = pl.store(t, [0], b)\nreturn b",
    );
}

#[test]
fn two_reads_around_a_write_in_a_loop_or_branch_are_two() {
    let around = |inside: &str| {
        let again = "pl.store(pl.load(a, [0], [16]), [32], b)";
        let two =
            format!("t = pl.load(a, [0], [16])\nb = pl.store(t, [0], b)\n{inside}\nb = {again}\nreturn b");
        let one = two.replace(again, "pl.store(t, [32], b)");
        (two, one)
    };
    for inside in [
        "for i in pl.range(n):\n    pl.write(a, [i], 1.0)",
        "if n > 0:\n    pl.write(a, [0], 1.0)",
        "for i in pl.range(n):\n    self.touch(a)",
    ] {
        let (two, one) = around(inside);
        different(&two, &one);
    }
    let (two, one) = around("for i in pl.range(n):\n    pl.write(b, [i], 1.0)");
    equal_up_to_copies(&two, &one);
}

#[test]
fn one_value_in_two_buffers_stays_two() {
    different(
        "s = pl.load(x, [0], [16])\nt = pl.load(x, [0], [16])\npl.tile.write(s, [0], 1.0)\n\
         a = pl.store(s, [0], a)\na = pl.store(t, [16], a)\nreturn a",
        "s = pl.load(x, [0], [16])\npl.tile.write(s, [0], 1.0)\n\
         a = pl.store(s, [0], a)\na = pl.store(s, [16], a)\nreturn a",
    );
}

#[test]
fn the_names_of_one_handle_are_one() {
    equal_up_to_copies(
        "c = pl.store(pl.load(x, [0], [16]), [0], a)\nreturn c",
        "c = pl.store(pl.load(x, [0], [16]), [0], a)\nreturn a",
    );
    different(
        "c = pl.store(pl.load(x, [0], [16]), [0], a)\nreturn c",
        "c = pl.store(pl.load(x, [0], [16]), [0], a)\nreturn b",
    );
    equal_up_to_copies(
        "for i, (c,) in pl.range(n, init_values=(a,)):\n    d = pl.tensor.write(c, [i], 1.0)\n    \
         e = pl.yield_(d)\nreturn e",
        "for i in pl.range(n):\n    pl.write(a, [i], 1.0)\nreturn a",
    );
    different(
        "for i, (c, d) in pl.range(n, init_values=(a, b)):\n    e, f = pl.yield_(d, c)\nreturn e",
        "return a",
    );
    equal_up_to_copies(
        "if n > 0:\n    c = pl.tensor.write(a, [0], 1.0)\n    d = pl.yield_(c)\nelse:\n    d = pl.yield_(a)\nreturn d",
        "if n > 0:\n    pl.write(a, [0], 1.0)\nreturn a",
    );
}

#[test]
fn carries_of_numbers_count() {
    different(
        "for i, (m,) in pl.range(4, init_values=(n,)):\n    k = pl.yield_(m + 1)\npl.write(a, [k], 1.0)\nreturn a",
        "for i, (m,) in pl.range(4, init_values=(n,)):\n    k = pl.yield_(m + 2)\npl.write(a, [k], 1.0)\nreturn a",
    );
}
