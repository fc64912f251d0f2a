//! Functions are compared under each way in which arguments of a call share storage.

use selfsame::interp::equivalent::{Options, Report, equivalent};

use super::program;

/// Compares a program with itself where `from` stands for `to` in the second.
fn compared(body: &str, from: &str, to: &str) -> Report {
    let other = body.replace(from, to);
    assert_ne!(body, other);
    equivalent(&program(body), &program(&other), &Options::default())
}

/// A kernel that reads `a` after it has written `o`, and calls of it.
fn kernel(calls: &str) -> String {
    format!(
        "
    @pl.function(type=pl.FunctionType.InCore)
    def k(self, a: F[4], o: pl.InOut[F[4]], p: pl.InOut[F[4]]):
        t = pl.load(a, [0], [4])
        o = pl.store(pl.add(t, 1.0), [0], o)
        u = pl.load(a, [0], [4])
        p = pl.store(u, [0], p)

    @pl.function
    def main(self, x: pl.InOut[F[8]], y: pl.InOut[F[4]], z: pl.InOut[F[4]]):
{calls}"
    )
}

const LATE: &str = "u = pl.load(a, [0], [4])";
const EARLY: &str = "u = pl.tile.add(t, 0.0)";

#[test]
fn distinct_arguments_show_nothing_of_what_shared_ones_show() {
    let apart = compared(&kernel("        self.k(y, z, pl.slice(x, [4], [0]))\n"), LATE, EARLY);
    assert!(apart.difference.is_none() && apart.runs > 2, "{apart:?}");
    let shared = compared(&kernel("        self.k(y, y, z)\n"), LATE, EARLY);
    assert!(shared.difference.is_some());
}

#[test]
fn a_kernel_is_run_by_itself_on_one_buffer_passed_twice() {
    // The difference is invisible in `main`, which overwrites what it would show.
    let body = kernel("        self.k(y, y, z)\n        z = pl.assemble(z, pl.slice(x, [4], [0]), [0])\n");
    let found = compared(&body, LATE, EARLY).difference.expect("the kernel differs").to_string();
    assert!(
        found.starts_with("`k` with seed 0, parameter 1 being parameter 0: parameter p at [0]"),
        "{found}"
    );
}

#[test]
fn a_kernel_is_run_by_itself_on_windows_that_overlap() {
    let body = kernel(
        "        a = pl.slice(x, [4], [0])
        b = pl.slice(x, [4], [2])
        self.k(a, b, z)
        z = pl.assemble(z, y, [0])
",
    );
    let found = compared(&body, LATE, EARLY).difference.expect("the kernel differs").to_string();
    assert!(
        found.starts_with(
            "`k` with seed 0, parameter 0 being [4] from 0 on in the buffer of parameter 0, \
             parameter 1 being [4] from 2 on in the buffer of parameter 0: parameter p at [2]"
        ),
        "{found}"
    );
}

#[test]
fn which_storage_is_returned_counts() {
    let body = "
    @pl.function
    def main(self, x: pl.InOut[F[4]], y: pl.InOut[F[4]]) -> F[4]:
        y = pl.assemble(y, x, [0])
        return x
";
    let found = compared(body, "return x", "return y").difference.expect("another buffer").to_string();
    assert_eq!(found, "`main` with seed 0: returned value 0 was parameter 0, is parameter 1");
    let found = compared(body, "return x", "return pl.add(x, 0.0)").difference.expect("a copy").to_string();
    assert_eq!(found, "`main` with seed 0: returned value 0 was parameter 0, is fresh storage 0");
}

#[test]
fn the_trace_counts() {
    let body = "
    @pl.function(type=pl.FunctionType.InCore)
    def k(self, a: F[4], o: pl.Out[F[4]]) -> F[4]:
        t = pl.load(a, [0], [4])
        return pl.store(t, [0], o)

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.InOut[F[4]], y: pl.InOut[F[4]], z: pl.InOut[F[4]]):
        with pl.manual_scope():
            y, s = pl.submit(self.k, x, y)
            z, t = pl.submit(self.k, y, z, deps=[s])
";
    let found = compared(body, ", deps=[s]", "").difference.expect("a dependency is gone").to_string();
    assert!(found.starts_with("`main` with seed 0: effect 1 differs"), "{found}");
}

#[test]
fn what_the_first_leaves_unwritten_may_be_anything() {
    let body = "
    @pl.function
    def main(self, x: F[4]) -> F[8]:
        r = pl.create_tensor([8], dtype=pl.FP32)
        r = pl.assemble(r, x, [0])
        return r
";
    let more = "r = pl.assemble(r, x, [0])\n        r = pl.assemble(r, x, [4])";
    let report = compared(body, "r = pl.assemble(r, x, [0])", more);
    assert!(report.difference.is_none() && report.unwritten == 8, "{report:?}");
    let other = program(&body.replace("r = pl.assemble(r, x, [0])", more));
    let back = equivalent(&other, &program(body), &Options::default());
    assert!(back.difference.is_some());
}
