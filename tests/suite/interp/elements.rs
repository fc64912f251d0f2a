//! What operators do with elements.

use super::{returned, run};

/// Runs one line of a kernel over tiles of the inputs `a`, `b` and `c`, and gives what it stores.
fn tiles(types: [&str; 3], result: &str, line: &str, given: &str) -> String {
    let [a, b, c] = types;
    let extents = |ty: &str| {
        let inner = &ty[2..ty.len() - 1];
        (vec!["0"; inner.split(',').count()].join(", "), inner.to_owned())
    };
    let load = |name: &str, ty: &str| {
        let (zeros, extents) = extents(ty);
        format!("{name}t = pl.load({name}, [{zeros}], [{extents}])")
    };
    let body = format!(
        "
    @pl.function(type=pl.FunctionType.InCore)
    def main(self, a: {a}, b: {b}, c: {c}, o: pl.Out[{result}]) -> {result}:
        {}
        {}
        {}
        r = {line}
        return pl.store(r, [{}], o)
",
        load("a", a),
        load("b", b),
        load("c", c),
        extents(result).0,
    );
    let shown = returned(&body, given);
    shown.strip_prefix("return 0 in o: ").map_or(shown.clone(), str::to_owned)
}

const TWO: [&str; 3] = ["F[1, 4]", "F[1, 4]", "F[1, 4]"];

#[test]
fn sums_of_three_and_leaky_rectifiers() {
    let given = "a: 1 -2 3 -4; b: 10 20 30 40; c: 5 5 5 5";
    for (line, expected) in [
        ("pl.tile.addc(at, bt, ct)", "16 23 38 41"),
        ("pl.tile.subc(at, bt, ct)", "-4 -17 -22 -39"),
        ("pl.tile.addsc(at, 2.0, ct)", "8 5 10 3"),
        ("pl.tile.subsc(at, 2.0, ct)", "4 1 6 -1"),
        ("pl.tile.lrelu(at, 0.5)", "1 -1 3 -2"),
        ("pl.tile.prelu(at, bt, ct)", "1 -40 3 -160"),
        ("pl.tile.relu(at)", "1 0 3 0"),
    ] {
        assert_eq!(tiles(TWO, "F[1, 4]", line, given), expected, "{line}");
    }
}

#[test]
fn partial_operators_let_through_what_only_one_side_has() {
    let body = "
    @pl.function(type=pl.FunctionType.InCore)
    def main(self, a: F[2, 2], b: F[2, 2], o: pl.InOut[F[2, 2]]) -> F[2, 2]:
        at = pl.tile.set_validshape(pl.load(a, [0, 0], [2, 2]), 1, 2)
        bt = pl.tile.set_validshape(pl.load(b, [0, 0], [2, 2]), 1, 1)
        return pl.store(pl.tile.part_add(at, bt), [0, 0], o)
";
    assert_eq!(returned(body, "a: 1 2 3 4; b: 10 20 30 40; o: 0 0 0 0"), "return 0 in o: 11 2 0 0");
}

#[test]
fn rests_have_the_sign_of_the_divisor_or_of_the_dividend() {
    let given = "a: 7 -7 7 -7; b: 3 3 -3 -3; c: 0 0 0 0";
    assert_eq!(tiles(TWO, "F[1, 4]", "pl.tile.rem(at, bt, ct)", given), "1 2 -2 -1");
    assert_eq!(tiles(TWO, "F[1, 4]", "pl.tile.fmod(at, bt)", given), "1 -1 1 -1");
}

#[test]
fn rows_and_columns_against_a_whole() {
    let types = ["F[2, 2]", "F[2, 1]", "F[1, 2]"];
    let given = "a: 1 2 3 4; b: 10 20; c: 5 7";
    for (line, expected) in [
        ("pl.row_expand_mul(at, bt)", "10 20 60 80"),
        ("pl.row_expand_sub(at, bt)", "-9 -8 -17 -16"),
        ("pl.col_expand_add(at, ct)", "6 9 8 11"),
        ("pl.col_expand(at, ct)", "5 7 5 7"),
        ("pl.row_expand(at, bt)", "10 10 20 20"),
    ] {
        assert_eq!(tiles(types, "F[2, 2]", line, given), expected, "{line}");
    }
}

#[test]
fn products_of_matrices() {
    let types = ["F[2, 2]", "F[2, 2]", "F[2, 2]"];
    let given = "a: 1 2 3 4; b: 1 0 1 1; c: 100 0 0 100";
    assert_eq!(tiles(types, "F[2, 2]", "pl.matmul(at, bt)", given), "3 2 7 4");
    assert_eq!(tiles(types, "F[2, 2]", "pl.matmul_acc(ct, at, bt)", given), "103 2 7 104");
    let transposed = "
    @pl.function
    def main(self, a: F[2, 2], b: F[2, 2]) -> F[2, 2]:
        return pl.matmul(a, b, b_trans=True)
";
    assert_eq!(returned(transposed, "a: 1 2 3 4; b: 1 0 1 1"), "return 0 in fresh 0: 1 3 3 7");
}

#[test]
fn scaled_products_scale_blocks_of_the_inner_axis() {
    let body = "
    @pl.function(type=pl.FunctionType.InCore)
    def main(self, a: F[1, 4], s: F[1, 2], b: F[4, 1], t: F[2, 1], o: pl.Out[F[1, 1]]) -> F[1, 1]:
        at = pl.load(a, [0, 0], [1, 4])
        st = pl.load(s, [0, 0], [1, 2])
        bt = pl.load(b, [0, 0], [4, 1])
        tt = pl.load(t, [0, 0], [2, 1])
        return pl.store(pl.tile.matmul_mx(at, st, bt, tt), [0, 0], o)
";
    // (1 + 2) * 2 * 10 + (3 + 4) * 3 * 100
    assert_eq!(returned(body, "a: 1 2 3 4; s: 2 3; b: 1 1 1 1; t: 10 100"), "return 0 in o: 2160");
}

#[test]
fn reductions_keep_an_axis_of_one_and_count_valid_elements_only() {
    let body = "
    @pl.function(type=pl.FunctionType.InCore)
    def main(self, a: F[2, 3], o: pl.Out[F[2, 1]], p: pl.Out[F[1, 3]]) -> tuple[F[2, 1], F[1, 3]]:
        at = pl.load(a, [0, 0], [2, 3])
        tmp = pl.tile.create([2, 3], dtype=pl.FP32)
        narrow = pl.tile.set_validshape(pl.load(a, [0, 0], [2, 3]), 2, 2)
        return pl.store(pl.row_sum(narrow, tmp), [0, 0], o), pl.store(pl.tile.col_max(at), [0, 0], p)
";
    let shown = run(body, "a: 1 2 3 4 5 6");
    assert!(shown.ends_with("return 0 in o: 3 9\nreturn 1 in p: 4 5 6"), "{shown}");
}

#[test]
fn a_comparison_packs_bits_and_a_selection_unpacks_them() {
    let line = "pl.sel(pl.tile.cmp(at, bt, cmp_type=4), at, bt, ct)";
    let given = "a: 1 5 3 9; b: 2 4 3 8; c: 0 0 0 0";
    assert_eq!(tiles(TWO, "F[1, 4]", line, given), "2 5 3 9");
}

#[test]
fn sequences_and_triangles() {
    let body = "
    @pl.function(type=pl.FunctionType.InCore)
    def main(self, o: pl.Out[I[2, 3]], p: pl.Out[I[2, 3]], q: pl.Out[I[2, 3]]):
        o = pl.store(pl.tile.ci(5, [2, 3], dtype=pl.INT32), [0, 0], o)
        p = pl.store(pl.tile.tri(0, [2, 3]), [0, 0], p)
        q = pl.store(pl.tile.tri(1, [2, 3], upper=True), [0, 0], q)
";
    assert_eq!(run(body, ""), "o: 5 6 7 8 9 10\np: 1 0 0 1 1 0\nq: 0 1 1 0 0 1");
}

#[test]
fn elements_are_gathered_and_scattered_by_number() {
    let types = ["F[1, 4]", "I[1, 4]", "F[1, 4]"];
    let given = "a: 10 20 30 40; b: 3 3 0 1; c: 0 0 0 0";
    assert_eq!(tiles(types, "F[1, 4]", "pl.tile.gather(at, bt)", given), "40 40 10 20");
    // The last of equal indices wins.
    assert_eq!(tiles(types, "F[1, 4]", "pl.tile.scatter(ct, at, bt)", given), "30 40 0 20");
    let along = "
    @pl.function
    def main(self, a: F[2, 2], i: I[2, 2]) -> F[2, 2]:
        return pl.tensor.gather(a, i, dim=1)
";
    assert_eq!(returned(along, "a: 1 2 3 4; i: 1 1 0 1"), "return 0 in fresh 0: 2 2 3 4");
}

#[test]
fn global_memory_is_gathered_by_row_unless_single_elements_are_asked_for() {
    let body = "
    @pl.function(type=pl.FunctionType.InCore)
    def main(self, a: F[3, 2], i: I[1, 4], o: pl.Out[F[4, 2]], p: pl.Out[F[1, 4]]):
        it = pl.load(i, [0, 0], [1, 4])
        o = pl.store(pl.tile.mgather(a, it), [0, 0], o)
        p = pl.store(pl.tile.mgather(a, it, coalesce=\"elem\"), [0, 0], p)
";
    let shown = run(body, "a: 1 2 3 4 5 6; i: 2 0 1 1");
    assert!(shown.ends_with("o: 5 6 1 2 3 4 3 4\np: 3 1 2 2"), "{shown}");
}

#[test]
fn indices_found_by_comparison() {
    let body = "
    @pl.function
    def main(self, a: I[2, 4]) -> tuple[I[2, 3], I[1, 2]]:
        return pl.tensor.gather_compare(a, 5, cmp_mode=\"gt\", offset=10, out_cols=3)
";
    let shown = run(body, "a: 6 1 7 5 0 0 0 9");
    assert!(shown.ends_with("return 0 in fresh 0: 10 12 ? 13 ? ?\nreturn 1 in fresh 1: 2 1"), "{shown}");
}

#[test]
fn rows_through_a_table_of_pages() {
    let body = "
    @pl.function
    def main(self, a: F[4, 2], i: I[1, 3], t: I[1, 2]) -> F[3, 2]:
        return pl.tensor.paged_gather(a, i, t, block_size=2, size=2, max_indices=3)
";
    // Pages 1 and 0 stand in the table: index 0 is row 2, index 3 is row 1.
    assert_eq!(returned(body, "a: 1 2 3 4 5 6 7 8; i: 0 3 1; t: 1 0"), "return 0 in fresh 0: 5 6 3 4 7 8");
}

#[test]
fn blocks_by_byte_offset() {
    let body = "
    @pl.function(type=pl.FunctionType.InCore)
    def main(self, a: F[1, 16], i: I[1, 2], o: pl.Out[F[1, 16]]) -> F[1, 16]:
        at = pl.load(a, [0, 0], [1, 16])
        it = pl.cast(pl.load(i, [0, 0], [1, 2]), pl.UINT32)
        return pl.store(pl.tile.gatherb(at, it), [0, 0], o)
";
    let shown = returned(body, "a: 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15; i: 32 0");
    assert_eq!(shown, "return 0 in o: 8 9 10 11 12 13 14 15 0 1 2 3 4 5 6 7");
}

#[test]
fn lists_are_sorted_largest_first_with_their_indices() {
    let numbers: Vec<String> = (0..32).map(|at| ((at * 7) % 32).to_string()).collect();
    let indices: Vec<String> = (0..32).map(|at| at.to_string()).collect();
    for (ty, parts) in [("F", 2), ("H", 4)] {
        let body = format!(
            "
    @pl.function
    def main(self, a: {ty}[1, 32], i: I[1, 32]) -> {ty}[1, {}]:
        u = pl.cast(i, pl.UINT32)
        return pl.tensor.sort32(a, u)
",
            32 * parts
        );
        let shown = returned(&body, &format!("a: {}; i: {}", numbers.join(" "), indices.join(" ")));
        let values: Vec<&str> = shown.split(": ").nth(1).unwrap().split(' ').collect();
        let first: Vec<&str> = values.iter().step_by(parts).copied().collect();
        let expected: Vec<String> = (0..32).rev().map(|value| value.to_string()).collect();
        assert_eq!(first, expected, "{ty}");
    }
}

#[test]
fn sorted_lists_are_merged() {
    let body = "
    @pl.function
    def main(self, a: F[1, 4], b: F[1, 4]) -> F[1, 8]:
        return pl.tensor.mrgsort(a, b)
";
    // Pairs of a value and what goes with it.
    assert_eq!(returned(body, "a: 9 1 3 2; b: 5 3 4 4"), "return 0 in fresh 0: 9 1 5 3 4 4 3 2");
}

#[test]
fn random_numbers_hang_on_key_and_counter_only() {
    let body = "
    @pl.function(type=pl.FunctionType.InCore)
    def main(self, n: N, o: pl.Out[pl.Tensor[[1, 4], pl.UINT32]]):
        o = pl.store(pl.tile.random(0, 0, n, 0, 0, 0, [1, 4]), [0, 0], o)
";
    let first = run(body, "n: 0");
    assert!(first.ends_with("o: 1713891541 3781805453 3159862348 2600524760"), "{first}");
    assert_ne!(first.lines().last(), run(body, "n: 1").lines().last());
}

#[test]
fn prefetches_and_hints_change_nothing() {
    let body = "
    @pl.function(type=pl.FunctionType.InCore)
    def main(self, x: F[2], w: pl.InOut[F[2]], o: pl.InOut[F[2]]):
        ctx = pl.prefetch.make_context(w)
        event = pl.prefetch.async_prefetch(x, ctx)
        session = pl.prefetch.session(ctx)
        done = pl.prefetch.wait(event, session)
        t = pl.load(x, [0], [2])
        o = pl.store(t, [0], o)
";
    assert_eq!(run(body, "x: 1 2; w: 0 0; o: 0 0"), "x: 1 2\nw: 0 0\no: 1 2");
}

#[test]
fn the_only_rank_exchanges_with_itself() {
    let body = "
    @pl.function(type=pl.FunctionType.InCore)
    def main(
        self,
        a: pl.InOut[pld.DistributedTensor[[3, 1], pl.FP32]],
        b: pl.InOut[pld.DistributedTensor[[3, 1], pl.FP32]],
        s: pl.InOut[pld.DistributedTensor[[1], pl.INT32]],
        n: I[1],
        m: pl.InOut[I[1]],
    ):
        b = pld.tensor.all_to_all_v(a, b, s, n, m)
        a = pld.tensor.allreduce(a, s, op=pld.ReduceOp.Sum)
";
    let shown = run(body, "a: 1 2 3; b: 0 0 0; s: 0; n: 2; m: 0");
    assert_eq!(shown, "a: 1 2 3\nb: 1 2 0\ns: 0\nn: 2\nm: 2");
}
