//! A run ends: by its limits if need be, and whatever the depth of the program.

use selfsame::interp::fault::Limits;

use super::{run, run_within};
use std::fmt::Write;

#[test]
fn a_loop_without_end_hits_the_limit_of_steps() {
    let body = "
    @pl.function
    def main(self, n: N) -> N:
        while n >= 0:
            n = n + 1
        return n
";
    let limits = Limits { steps: 1000, ..Limits::default() };
    assert_eq!(run_within(body, "n: 0", limits), "stops: in `main`: more than 1000 steps");
}

#[test]
fn storage_hits_the_limit_of_elements_and_comes_back_when_nobody_names_it() {
    let body = "
    @pl.function
    def main(self, n: N, x: F[10]) -> F[10]:
        for i, (a,) in pl.range(n, init_values=(x,)):
            b = pl.add(a, 1.0)
            r = pl.yield_(b)
        return r
";
    let small = Limits { elements: 25, ..Limits::default() };
    let stopped = "stops: in `main`: more than 25 elements are alive at one time";
    assert_eq!(run_within(body, "n: 3", small), stopped);
    // Each trip needs one buffer more; the one before the last is free again.
    let enough = Limits { elements: 45, ..Limits::default() };
    assert!(run_within(body, "n: 1000; x: 0 0 0 0 0 0 0 0 0 0", enough).ends_with("1000 1000"));
}

#[test]
fn calls_without_end_hit_the_limit_of_calls() {
    let body = "
    @pl.function
    def f(self, n: N) -> N:
        return self.g(n)

    @pl.function
    def g(self, n: N) -> N:
        return self.f(n)

    @pl.function
    def main(self, n: N) -> N:
        return self.f(n)
";
    let limits = Limits { calls: 500, ..Limits::default() };
    let stopped = run_within(body, "n: 0", limits);
    assert!(stopped.ends_with("more than 500 calls under way"), "{stopped}");
}

#[test]
fn depth_of_loops_and_calls_needs_no_stack() {
    const DEPTH: usize = 3000;
    let mut nest = String::from("\n    @pl.function\n    def main(self, n: N) -> N:\n");
    for level in 0..DEPTH {
        let _ = writeln!(nest, "{}for i{level} in pl.range(1):", " ".repeat(8 + level));
    }
    let _ = writeln!(nest, "{}n = n + 1\n        return n", " ".repeat(8 + DEPTH));
    assert!(run(&nest, "n: 1").ends_with("return 0: 2"));
    let mut chain = String::new();
    for level in 0..DEPTH {
        let _ = write!(chain, "\n    @pl.function\n    def f{level}(self, n: N) -> N:\n        return ");
        let _ = if level == 0 { writeln!(chain, "n + 1") } else { writeln!(chain, "self.f{}(n)", level - 1) };
    }
    let _ = write!(
        chain,
        "\n    @pl.function\n    def main(self, n: N) -> N:\n        return self.f{}(n)\n",
        DEPTH - 1
    );
    assert!(run(&chain, "n: 1").ends_with("return 0: 2"));
}

#[test]
fn an_operator_without_a_meaning_is_named() {
    let body = "
    @pl.function
    def main(self, x: pl.InOut[F[2]]):
        pl.tensor.mystery(x)
";
    assert_eq!(run(body, ""), "stops: in `main`: operator `tensor.mystery` has no meaning here");
}
