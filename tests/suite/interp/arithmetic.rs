//! Numbers: exact integers, division that rounds down, floats as their type rounds them.

use super::{returned, run};

#[test]
fn division_rounds_down_and_the_rest_has_the_sign_of_the_divisor() {
    let body = "
    @pl.function
    def main(self, a: N, b: N) -> tuple[pl.Scalar[pl.INDEX], pl.Scalar[pl.INDEX]]:
        return a // b, a % b
";
    for (a, b, quotient, rest) in [(7, 2, 3, 1), (-7, 2, -4, 1), (7, -2, -4, -1), (-7, -2, 3, -1)] {
        let expected = format!("a: {a}\nb: {b}\nreturn 0: {quotient}\nreturn 1: {rest}");
        assert_eq!(run(body, &format!("a: {a}; b: {b}")), expected);
    }
    assert_eq!(run(body, "a: 1; b: 0"), "stops: in `main`: division by zero");
}

#[test]
fn integers_wrap_to_their_type() {
    let body = "
    @pl.function
    def main(self, x: C[2], y: C[2]) -> C[2]:
        return pl.add(x, y)
";
    assert_eq!(returned(body, "x: 127 -128; y: 1 -1"), "return 0 in fresh 0: -128 127");
}

#[test]
fn half_precision_rounds_to_nearest_even_after_each_operator() {
    let body = "
    @pl.function
    def main(self, x: H[3], y: H[3]) -> H[3]:
        return pl.add(x, y)
";
    // 2048 + 1 lies between 2048 and 2050, 2050 + 1 between 2050 and 2052; 65504 + 32 is beyond the greatest.
    assert_eq!(returned(body, "x: 2048 2050 65504; y: 1 1 32"), "return 0 in fresh 0: 2048 2052 inf");
}

#[test]
fn brain_floats_have_eight_bits() {
    let body = "
    @pl.function
    def main(self, x: F[4]) -> B[4]:
        return pl.cast(x, pl.BF16)
";
    // Between 256 and 512 they are two apart.
    assert_eq!(returned(body, "x: 257 259 258 1.0"), "return 0 in fresh 0: 256 260 258 1");
}

#[test]
fn single_precision_loses_what_does_not_fit() {
    let body = "
    @pl.function
    def main(self, x: F[2], y: F[2]) -> F[2]:
        return pl.add(x, y)
";
    assert_eq!(returned(body, "x: 16777216 1; y: 1 2"), "return 0 in fresh 0: 16777216 3");
}

#[test]
fn sums_add_from_the_first_element_on() {
    let body = "
    @pl.function
    def main(self, x: F[1, 3], y: F[1, 3]) -> tuple[F[1, 1], F[1, 1]]:
        return pl.row_sum(x), pl.row_sum(y)
";
    // (2^24 + 1) - 2^24 is 0, (2^24 - 2^24) + 1 is 1.
    let shown = run(body, "x: 16777216 1 -16777216; y: 16777216 -16777216 1");
    assert!(shown.ends_with("return 0 in fresh 0: 0\nreturn 1 in fresh 1: 1"), "{shown}");
}

#[test]
fn casts_to_integers_round_as_their_mode_says() {
    for (mode, expected) in [
        ("round", "3 -3 -2"),
        ("floor", "2 -3 -2"),
        ("ceil", "3 -2 -1"),
        ("trunc", "2 -2 -1"),
        ("rint", "2 -2 -2"),
    ] {
        let body = format!(
            "
    @pl.function
    def main(self, x: F[3]) -> I[3]:
        return pl.cast(x, pl.INT32, mode=\"{mode}\")
"
        );
        assert_eq!(returned(&body, "x: 2.5 -2.5 -1.5"), format!("return 0 in fresh 0: {expected}"), "{mode}");
    }
}

#[test]
fn truth_values_are_compared_exactly() {
    let body = "
    @pl.function
    def main(self, n: N, x: pl.InOut[F[1]]) -> F[1]:
        if n < 3 and not n == 1:
            x = pl.add(x, 1.0)
        return x
";
    assert_eq!(returned(body, "n: 2; x: 1"), "return 0 in fresh 0: 2");
    assert_eq!(returned(body, "n: 1; x: 1"), "return 0 in x: 1");
    assert_eq!(returned(body, "n: 3; x: 1"), "return 0 in x: 1");
}
