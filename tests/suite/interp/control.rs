//! Loops, branches, jumps.

use super::{returned, run};

#[test]
fn carries_are_exchanged_all_at_once() {
    let body = "
    @pl.function
    def main(self, n: N) -> tuple[pl.Scalar[pl.INDEX], pl.Scalar[pl.INDEX]]:
        for i, (a, b) in pl.range(n, init_values=(0, 1)):
            p, q = pl.yield_(b, a + b)
        return p, q
";
    assert_eq!(run(body, "n: 7"), "n: 7\nreturn 0: 13\nreturn 1: 21");
    assert_eq!(run(body, "n: 0"), "n: 0\nreturn 0: 0\nreturn 1: 1");
}

#[test]
fn carries_of_storage_change_places_without_copies() {
    let body = "
    @pl.function
    def main(self, x: pl.InOut[F[1]], y: pl.InOut[F[1]], s: F[1]) -> tuple[F[1], F[1]]:
        for i, (a, b) in pl.range(3, init_values=(x, y)):
            p, q = pl.yield_(b, a)
        p = pl.assemble(p, s, [0])
        return p, q
";
    assert_eq!(run(body, "x: 1; y: 2; s: 9"), "x: 1\ny: 9\ns: 9\nreturn 0 in y: 9\nreturn 1 in x: 1");
}

#[test]
fn a_loop_counts_up_or_down_by_its_step() {
    let body = "
    @pl.function
    def main(self, a: N, b: N, c: N) -> N:
        s = 0
        for i in pl.range(a, b, c):
            s = s * 10 + i
        return s
";
    for (given, expected) in [("1 7 2", 135), ("3 0 -1", 321), ("5 5 1", 0), ("0 3 -1", 0), ("0 4 3", 3)] {
        let mut numbers = given.split(' ');
        let mut next = || numbers.next().unwrap();
        let given = format!("a: {}; b: {}; c: {}", next(), next(), next());
        assert_eq!(returned(body, &given), format!("return 0: {expected}"), "{given}");
    }
    assert_eq!(run(body, "a: 0; b: 1; c: 0"), "stops: in `main`: a loop with step 0");
}

#[test]
fn a_while_loop_tests_before_each_trip() {
    let body = "
    @pl.function
    def main(self, n: N) -> N:
        k = 0
        while k * k < n:
            k = k + 1
        return k
";
    assert_eq!(returned(body, "n: 10"), "return 0: 4");
    assert_eq!(returned(body, "n: 0"), "return 0: 0");
}

#[test]
fn break_and_continue_hand_on_what_is_bound_there() {
    let body = "
    @pl.function
    def main(self, n: N) -> N:
        s = 0
        for i in pl.range(10):
            if i == n:
                break
            if i % 2 == 0:
                continue
            s = s + i
        return s
";
    assert_eq!(returned(body, "n: 6"), "return 0: 9");
    assert_eq!(returned(body, "n: 20"), "return 0: 25");
}

#[test]
fn a_branch_merges_the_storage_of_the_side_taken() {
    let body = "
    @pl.function
    def main(self, n: N, x: pl.InOut[F[1]], y: pl.InOut[F[1]], s: F[1]) -> F[1]:
        if n == 0:
            w = x
        else:
            w = y
        w = pl.assemble(w, s, [0])
        return w
";
    assert_eq!(run(body, "n: 0; x: 1; y: 2; s: 9"), "n: 0\nx: 9\ny: 2\ns: 9\nreturn 0 in x: 9");
    assert_eq!(run(body, "n: 1; x: 1; y: 2; s: 9"), "n: 1\nx: 1\ny: 9\ns: 9\nreturn 0 in y: 9");
}

#[test]
fn without_else_a_name_stays_what_it_was() {
    let body = "
    @pl.function
    def main(self, n: N) -> N:
        k = 5
        if n > 0:
            k = n
        return k
";
    assert_eq!(returned(body, "n: 0"), "return 0: 5");
    assert_eq!(returned(body, "n: 3"), "return 0: 3");
}

#[test]
fn an_unrolled_or_parallel_loop_runs_its_trips_in_order() {
    for kind in ["unroll(3)", "parallel(3)", "pipeline(3, stage=2)"] {
        let body = format!(
            "
    @pl.function
    def main(self, n: N) -> N:
        for i in pl.{kind}:
            n = n * 10 + i
        return n
"
        );
        assert_eq!(returned(&body, "n: 4"), "return 0: 4012", "{kind}");
    }
}
