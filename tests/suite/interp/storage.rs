//! Storage: views alias, fresh storage is unwritten, writes are seen through every handle.

use super::{returned, run};

#[test]
fn a_slice_sees_what_is_written_into_its_source_and_the_other_way_round() {
    let body = "
    @pl.function
    def main(self, x: pl.InOut[F[4]], y: F[2]) -> F[2]:
        s = pl.slice(x, [2], [1])
        x = pl.assemble(x, y, [0])
        t = pl.slice(x, [1], [3])
        s = pl.assemble(s, t, [1])
        return s
";
    let expected = "x: 7 8 4 4\ny: 7 8\nreturn 0 in x: 8 4";
    assert_eq!(run(body, "x: 1 2 3 4; y: 7 8"), expected);
}

#[test]
fn a_reshape_is_the_same_storage_and_a_transpose_is_not() {
    let body = "
    @pl.function
    def main(self, x: pl.InOut[F[2, 3]], y: F[1]) -> tuple[F[6], F[3, 2]]:
        flat = pl.reshape(x, [6])
        turned = pl.transpose(x, 0, 1)
        flat = pl.assemble(flat, y, [5])
        return flat, turned
";
    let expected = "x: 1 2 3 4 5 9\ny: 9\nreturn 0 in x: 1 2 3 4 5 9\nreturn 1 in fresh 0: 1 4 2 5 3 6";
    assert_eq!(run(body, "x: 1 2 3 4 5 6; y: 9"), expected);
}

#[test]
fn fresh_storage_is_unwritten_element_by_element() {
    let body = "
    @pl.function
    def main(self, y: F[2]) -> F[4]:
        x = pl.create_tensor([4], dtype=pl.FP32)
        x = pl.assemble(x, y, [1])
        return x
";
    assert_eq!(returned(body, "y: 7 8"), "return 0 in fresh 0: ? 7 8 ?");
}

#[test]
fn what_is_computed_from_unwritten_storage_is_unwritten_and_counted() {
    let body = "
    @pl.function
    def main(self, y: F[2]) -> F[2]:
        x = pl.create_tensor([2], dtype=pl.FP32)
        z = pl.add(x, y)
        return z
";
    assert_eq!(returned(body, "y: 7 8"), "return 0 in fresh 0: ? ?");
    let program = super::program(body);
    let inputs = super::inputs(&program, "");
    let outcome = selfsame::interp::run(&program, "main", &inputs, &Default::default()).unwrap();
    assert_eq!(outcome.poison_uses, 2);
    let site = outcome.first_poison.unwrap();
    assert!(site.function == *"main" && site.text.contains("z = "), "{site:?}");
}

#[test]
fn a_decision_or_an_index_that_hangs_on_unwritten_storage_stops_the_run() {
    let decision = "
    @pl.function
    def main(self, y: pl.InOut[F[2]]) -> F[2]:
        x = pl.create_tensor([2], dtype=pl.INT32)
        n = pl.tensor.read(x, [0])
        if n > 0:
            y = pl.add(y, 1.0)
        return y
";
    assert_eq!(run(decision, ""), "stops: in `main`: a decision hangs on storage that was never written");
    let index = "
    @pl.function
    def main(self, y: pl.InOut[F[4]]) -> F[2]:
        x = pl.create_tensor([2], dtype=pl.INDEX)
        n = pl.tensor.read(x, [0])
        return pl.slice(y, [2], [n])
";
    assert_eq!(run(index, ""), "stops: in `main`: an integer hangs on storage that was never written");
}

#[test]
fn each_trip_of_a_loop_allocates_anew() {
    let body = "
    @pl.function
    def main(self, x: F[2]) -> tuple[F[2], F[2]]:
        for i, (a, b) in pl.range(2, init_values=(x, x)):
            fresh = pl.create_tensor([2], dtype=pl.FP32)
            fresh = pl.assemble(fresh, pl.add(a, 1.0), [0])
            p, q = pl.yield_(fresh, a)
        return p, q
";
    assert_eq!(run(body, "x: 1 2"), "x: 1 2\nreturn 0 in fresh 0: 3 4\nreturn 1 in fresh 1: 2 3");
}

#[test]
fn all_of_a_source_is_read_before_any_of_the_target_is_written() {
    let body = "
    @pl.function
    def main(self, x: pl.InOut[F[4]]) -> F[4]:
        return pl.assemble(x, pl.slice(x, [3], [0]), [1])
";
    assert_eq!(returned(body, "x: 1 2 3 4"), "return 0 in x: 1 1 2 3");
}

#[test]
fn a_narrowed_tile_stores_its_valid_part_only() {
    let body = "
    @pl.function(type=pl.FunctionType.InCore)
    def main(self, x: F[2, 3], y: pl.InOut[F[2, 3]]) -> F[2, 3]:
        t = pl.load(x, [0, 0], [2, 3])
        t = pl.tile.set_validshape(t, 1, 2)
        return pl.store(t, [1, 1], y)
";
    let expected = "x: 1 2 3 4 5 6\ny: 0 0 0 0 1 2\nreturn 0 in y: 0 0 0 0 1 2";
    assert_eq!(run(body, "x: 1 2 3 4 5 6; y: 0 0 0 0 0 0"), expected);
}

#[test]
fn padding_fills_what_is_not_valid() {
    let body = "
    @pl.function(type=pl.FunctionType.InCore)
    def main(self, x: F[2, 3], y: pl.Out[F[2, 3]]) -> F[2, 3]:
        t = pl.load(x, [0, 0], [2, 3])
        u = pl.fillpad(pl.tile.set_validshape(t, 1, 2), pad_value=pl.PadValue.zero)
        return pl.store(u, [0, 0], y)
";
    assert_eq!(returned(body, "x: 1 2 3 4 5 6"), "return 0 in y: 1 2 0 0 0 0");
}

#[test]
fn a_window_that_sticks_out_reads_nothing_and_a_write_there_is_an_error() {
    let read = "
    @pl.function(type=pl.FunctionType.InCore)
    def main(self, x: F[4], n: N, y: pl.InOut[F[4]]) -> F[4]:
        t = pl.load(x, [n], [4], clamp=True)
        return pl.store(t, [0], y)
";
    assert_eq!(returned(read, "x: 1 2 3 4; n: 3; y: 0 0 0 0"), "return 0 in y: 4 0 0 0");
    let write = "
    @pl.function
    def main(self, x: F[4], n: N, y: pl.InOut[F[4]]) -> F[4]:
        return pl.assemble(y, x, [n])
";
    let stopped = run(write, "n: 1");
    assert_eq!(stopped, "stops: in `main`: a write at [4] of storage with the extents [4]");
}

#[test]
fn an_array_is_storage() {
    let body = "
    @pl.function
    def main(self, n: N) -> tuple[N, N]:
        a = pl.array.create(2, pl.INDEX)
        a[0] = n
        a[1] = n
        b = pl.array.update_element(a, 1, n + 5)
        return a[1], b[0]
";
    let body = body.replace("tuple[N, N]", "tuple[pl.Scalar[pl.INDEX], pl.Scalar[pl.INDEX]]");
    assert_eq!(run(&body, "n: 3"), "n: 3\nreturn 0: 8\nreturn 1: 3");
}

#[test]
fn an_array_outside_its_bounds_is_an_error() {
    let body = "
    @pl.function
    def main(self, n: N) -> N:
        a = pl.array.create(2, pl.INDEX)
        a[0] = n
        return a[n]
";
    assert_eq!(run(body, "n: 2"), "stops: in `main`: the index 2 of an array of 2");
    assert_eq!(run(body, "n: 1"), "n: 1\nreturn 0: ?");
}

#[test]
fn equal_values_in_two_buffers_stay_two() {
    let body = "
    @pl.function
    def main(self, a: F[2], s: F[1]) -> tuple[F[2], F[2]]:
        b = pl.exp(a)
        c = pl.exp(a)
        b = pl.assemble(b, s, [0])
        return b, c
";
    let expected = "a: 0 0\ns: 5\nreturn 0 in fresh 0: 5 1\nreturn 1 in fresh 1: 1 1";
    assert_eq!(run(body, "a: 0 0; s: 5"), expected);
}

#[test]
fn a_tile_is_written_in_place() {
    let body = "
    @pl.function(type=pl.FunctionType.InCore)
    def main(self, x: F[2, 2], y: pl.Out[F[2, 2]], z: pl.Out[F[2, 2]]) -> tuple[F[2, 2], F[2, 2]]:
        t = pl.load(x, [0, 0], [2, 2])
        u = pl.tile.write(t, [0, 1], 9.0)
        return pl.store(t, [0, 0], y), pl.store(u, [0, 0], z)
";
    let expected = "return 0 in y: 1 9 3 4\nreturn 1 in z: 1 9 3 4";
    assert!(run(body, "x: 1 2 3 4").ends_with(expected), "{}", run(body, "x: 1 2 3 4"));
}
