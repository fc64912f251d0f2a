//! Calls: what the caller sees of what the callee does with its parameters.

use super::{returned, run};

/// The types of a pair of indices.
const PAIR: &str = "tuple[pl.Scalar[pl.INDEX], pl.Scalar[pl.INDEX]]";

#[test]
fn a_parameter_bound_to_a_fresh_value_stays_the_callees() {
    let body = "
    @pl.function(type=pl.FunctionType.Inline)
    def bump(self, x: F[1]) -> F[1]:
        x = pl.add(x, 1.0)
        return x

    @pl.function
    def main(self, a: F[1]) -> tuple[F[1], F[1]]:
        b = self.bump(a)
        return a, b
";
    assert_eq!(run(body, "a: 4"), "a: 4\nreturn 0 in a: 4\nreturn 1 in fresh 0: 5");
}

#[test]
fn a_write_through_a_parameter_is_seen_by_the_caller() {
    for direction in ["F[2]", "pl.Out[F[2]]", "pl.InOut[F[2]]"] {
        let body = format!(
            "
    @pl.function(type=pl.FunctionType.Inline)
    def h(self, x: {direction}, s: F[1]):
        x = pl.assemble(x, s, [0])

    @pl.function
    def main(self, a: pl.InOut[F[2]], s: F[1]) -> F[2]:
        self.h(a, s)
        return a
"
        );
        assert_eq!(run(&body, "a: 1 2; s: 9"), "a: 9 2\ns: 9\nreturn 0 in a: 9 2", "{direction}");
    }
}

#[test]
fn a_scalar_of_an_inline_function_goes_back_only_if_it_is_declared_so() {
    for (direction, after) in
        [("N", 3), ("pl.Out[pl.Scalar[pl.INDEX]]", 8), ("pl.InOut[pl.Scalar[pl.INDEX]]", 8)]
    {
        let body = format!(
            "
    @pl.function(type=pl.FunctionType.Inline)
    def h(self, k: {direction}):
        k = 8

    @pl.function
    def main(self, n: N) -> N:
        m = n
        self.h(m)
        return m
"
        );
        assert_eq!(returned(&body, "n: 3"), format!("return 0: {after}"), "{direction}");
    }
}

#[test]
fn a_refined_valid_shape_of_an_inline_parameter_is_seen_by_the_caller() {
    let body = "
    @pl.function(type=pl.FunctionType.Inline)
    def h(self, t: F[2, 2]):
        t = pl.tensor.set_validshape(t, 1, 1)

    @pl.function
    def main(self, x: pl.InOut[F[2, 2]], y: pl.InOut[F[2, 2]]) -> F[2, 2]:
        self.h(x)
        return pl.assemble(y, x, [0, 0])
";
    assert_eq!(returned(body, "x: 1 2 3 4; y: 0 0 0 0"), "return 0 in y: 1 0 0 0");
}

#[test]
fn returned_values_come_in_the_order_of_the_return() {
    let body = format!(
        "
    @pl.function
    def two(self, a: N, b: N) -> {PAIR}:
        return b, a

    @pl.function
    def main(self, a: N, b: N) -> {PAIR}:
        a, b = self.two(a, b)
        t = self.two(a, b)
        same = t
        return same[0], t[1]
"
    );
    assert_eq!(run(&body, "a: 1; b: 2"), "a: 1\nb: 2\nreturn 0: 1\nreturn 1: 2");
}

#[test]
fn one_buffer_may_be_passed_twice() {
    let body = "
    @pl.function(type=pl.FunctionType.InCore)
    def k(self, a: F[2], o: pl.InOut[F[2]], p: pl.InOut[F[2]]):
        t = pl.load(a, [0], [2])
        o = pl.store(pl.add(t, 1.0), [0], o)
        u = pl.load(a, [0], [2])
        p = pl.store(u, [0], p)

    @pl.function
    def main(self, x: pl.InOut[F[2]], z: pl.InOut[F[2]]):
        self.k(x, x, z)
";
    assert_eq!(run(body, "x: 1 2; z: 0 0"), "x: 2 3\nz: 2 3");
}

#[test]
fn a_symbol_is_the_extent_of_what_was_passed() {
    let body = "
    @pl.function(type=pl.FunctionType.Inline)
    def rows(self, x: F[M, 2]) -> N:
        return M

    @pl.function
    def main(self, x: F[3, 2], y: F[5, 2]) -> tuple[pl.Scalar[pl.INDEX], pl.Scalar[pl.INDEX]]:
        return self.rows(x), self.rows(y)
";
    let text = body.replace(
        "    @pl.function(type=pl.FunctionType.Inline)",
        "    M = pl.dynamic(\"M\")\n\n    @pl.function(type=pl.FunctionType.Inline)",
    );
    let shown = run(&text, "");
    assert!(shown.ends_with("return 0: 3\nreturn 1: 5"), "{shown}");
}

#[test]
fn an_argument_of_another_shape_is_an_error() {
    let body = "
    M = pl.dynamic(\"M\")

    @pl.function
    def h(self, x: F[M], y: F[M]):
        pass

    @pl.function
    def main(self, n: N, x: F[4]):
        s = pl.slice(x, [n], [0])
        self.h(s, x)
";
    assert_eq!(run(body, "n: 3"), "stops: in `main`: `M` is 3, but 4 by parameter `y`");
    assert!(run(body, "n: 4").starts_with("n: 4"));
}

#[test]
fn a_function_without_a_body_is_one_all_the_same() {
    let body = "
    @pl.function(type=pl.FunctionType.InCore)
    def ext(self, x: F[2], o: pl.Out[F[2]]) -> F[2]:
        ...

    @pl.function
    def main(self, x: F[2], y: F[2], a: pl.InOut[F[2]], b: pl.InOut[F[2]], c: pl.InOut[F[2]]):
        a = self.ext(x, a)
        b = self.ext(x, b)
        c = self.ext(y, c)
";
    let shown = run(body, "x: 1 2; y: 1 3; a: 0 0; b: 5 5; c: 0 0");
    let of = |name: &str| {
        shown.lines().find_map(|line| line.strip_prefix(&format!("{name}: "))).unwrap().to_owned()
    };
    // What it may only write it does not read, and what differs in what it reads differs in what it writes.
    assert_eq!(of("a"), of("b"));
    assert_ne!(of("a"), of("c"));
    assert_ne!(of("a"), "0 0");
}
