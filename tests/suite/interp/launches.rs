//! What runs a function: grids of blocks, groups, graphs, submissions, predicates; and the trace.

use super::{returned, run, trace};

#[test]
fn an_spmd_function_runs_once_per_block_with_its_index() {
    let body = "
    @pl.function(type=pl.FunctionType.InCore)
    def k(self, o: pl.InOut[F[4]]):
        b = pl.tile.get_block_idx()
        n = pl.tile.get_block_num()
        t = pl.load(o, [b], [1])
        o = pl.store(pl.add(t, pl.cast(b * 10 + n, pl.FP32)), [b], o)

    @pl.function(type=pl.FunctionType.Spmd)
    def grid(self, o: pl.InOut[F[4]]):
        pl.func_attr({\"core_num\": 3})
        self.k(o)

    @pl.function
    def main(self, o: pl.InOut[F[4]]):
        self.grid(o)
";
    assert_eq!(run(body, "o: 0 0 0 0"), "o: 3 13 23 0");
}

#[test]
fn blocks_wait_for_each_other_at_a_barrier() {
    let body = "
    @pl.function
    def main(self, o: pl.InOut[F[2]], p: pl.InOut[F[2]]):
        for b in pl.spmd(2):
            t = pl.load(o, [b], [1])
            o = pl.store(pl.add(t, 5.0), [b], o)
            pl.system.syncall()
            u = pl.load(o, [1 - b], [1])
            p = pl.store(u, [b], p)
";
    assert_eq!(run(body, "o: 1 2; p: 0 0"), "o: 6 7\np: 7 6");
}

#[test]
fn members_of_a_group_run_in_order() {
    let body = "
    @pl.function(type=pl.FunctionType.AIC)
    def double(self, o: pl.InOut[F[1]]):
        t = pl.load(o, [0], [1])
        o = pl.store(pl.mul(t, 2.0), [0], o)

    @pl.function(type=pl.FunctionType.AIV)
    def bump(self, o: pl.InOut[F[1]]) -> F[1]:
        t = pl.load(o, [0], [1])
        return pl.store(pl.add(t, 1.0), [0], o)

    @pl.function(type=pl.FunctionType.Group)
    def both(self, o: pl.InOut[F[1]]) -> F[1]:
        self.double(o)
        r = self.bump(o)
        return r

    @pl.function
    def main(self, o: pl.InOut[F[1]]) -> F[1]:
        return self.both(o)
";
    assert_eq!(run(body, "o: 5"), "o: 11\nreturn 0 in o: 11");
}

#[test]
fn tiles_go_from_core_to_core_in_order() {
    let body = "
    @pl.function(type=pl.FunctionType.AIC)
    def send(self, x: F[2]):
        pl.tpush_to_aiv(pl.load(x, [0], [1]), split=0)
        pl.tpush_to_aiv(pl.load(x, [1], [1]), split=0)

    @pl.function(type=pl.FunctionType.AIV)
    def receive(self, o: pl.InOut[F[2]]):
        a: pl.Tile[[1], pl.FP32, pl.Mem.Vec] = pl.tpop_from_aic(split=0)
        b: pl.Tile[[1], pl.FP32, pl.Mem.Vec] = pl.tpop_from_aic(split=0)
        o = pl.store(b, [0], o)
        o = pl.store(a, [1], o)
        pl.tfree_to_aic(a)

    @pl.function(type=pl.FunctionType.Group)
    def both(self, x: F[2], o: pl.InOut[F[2]]):
        ORDER

    @pl.function
    def main(self, x: F[2], o: pl.InOut[F[2]]):
        self.both(x, o)
";
    let right = body.replace("ORDER", "self.send(x)\n        self.receive(o)");
    assert_eq!(run(&right, "x: 1 2; o: 0 0"), "x: 1 2\no: 2 1");
    let wrong = body.replace("ORDER", "self.receive(o)\n        self.send(x)");
    let stopped = run(&wrong, "x: 1 2; o: 0 0");
    assert_eq!(
        stopped,
        "stops: in `receive`: `tile.tpop_from_aic` waits for a tile that no member before has pushed"
    );
}

#[test]
fn lanes_get_a_half_each_and_put_them_together() {
    let body = "
    @pl.function(type=pl.FunctionType.InCore)
    def main(self, x: F[4, 2], y: pl.InOut[F[4, 2]]):
        t = pl.load(x, [0, 0], [4, 2])
        for lane in pl.split_aiv(2, mode=pl.SplitMode.UP_DOWN):
            half = pl.aiv_shard(t)
            e = pl.add(half, 1.0)
            whole = pl.aic_gather(e)
            y = pl.store(whole, [0, 0], y)
";
    assert_eq!(returned(body, "x: 1 2 3 4 5 6 7 8; y: 0 0 0 0 0 0 0 0"), "y: 2 3 4 5 6 7 8 9");
}

#[test]
fn a_graph_is_a_plain_call() {
    let body = "
    @pl.function(type=pl.FunctionType.InCore)
    def k(self, x: F[1], o: pl.Out[F[1]]) -> F[1]:
        t = pl.load(x, [0], [1])
        return pl.store(t, [0], o)

    @pl.function(type=pl.FunctionType.Graph)
    def g(self, x: F[1], o: pl.Out[F[1]]) -> F[1]:
        return self.k(x, o)

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: F[1], o: pl.InOut[F[1]]) -> F[1]:
        return self.g(x, o)
";
    assert_eq!(run(body, "x: 3; o: 0"), "x: 3\no: 3\nreturn 0 in o: 3");
}

/// A kernel that adds its input to its output, and a `main` around these lines.
fn submitting(lines: &str) -> String {
    let lines: String = lines.lines().map(|line| format!("        {}\n", line.trim_end())).collect();
    format!(
        "
    @pl.function(type=pl.FunctionType.InCore)
    def k(self, x: F[1], o: pl.InOut[F[1]]) -> F[1]:
        t = pl.load(x, [0], [1])
        u = pl.load(o, [0], [1])
        return pl.store(pl.add(t, u), [0], o)

    @pl.function(type=pl.FunctionType.InCore)
    def copy(self, x: F[1], o: pl.Out[F[1]]) -> F[1]:
        t = pl.load(x, [0], [1])
        return pl.store(t, [0], o)

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, n: N, x: F[1], o: pl.InOut[F[1]], p: pl.InOut[F[1]]) -> F[1]:
{lines}"
    )
}

#[test]
fn a_submission_runs_when_it_is_submitted_and_yields_its_task() {
    let body = submitting(
        "with pl.manual_scope():
    o, a = pl.submit(self.k, x, o)
    p, b = pl.submit(self.k, o, p, deps=[a])
return p",
    );
    let given = "n: 0; x: 1; o: 10; p: 100";
    assert_eq!(run(&body, given), "n: 0\nx: 1\no: 11\np: 111\nreturn 0 in p: 111");
    let expected = "submit `k`(parameter 1 from 0, extents [1]; parameter 2 from 0, extents [1]) after []
submit `k`(parameter 2 from 0, extents [1]; parameter 3 from 0, extents [1]) after [0]";
    assert_eq!(trace(&body, given), expected);
}

#[test]
fn what_a_predicate_skips_names_its_storage_and_writes_nothing() {
    let body = submitting(
        "o, a = pl.submit(self.k, x, o, predicate=(n > 0))
return o",
    );
    assert_eq!(returned(&body, "n: 1; x: 1; o: 10"), "return 0 in o: 11");
    assert_eq!(returned(&body, "n: 0; x: 1; o: 10"), "return 0 in o: 10");
    assert!(trace(&body, "n: 0").ends_with("after [], skipped"), "{}", trace(&body, "n: 0"));
}

#[test]
fn an_output_that_a_submission_leaves_out_is_allocated() {
    let body = submitting(
        "r, a = pl.submit(self.copy, x)
return r",
    );
    assert_eq!(returned(&body, "x: 4"), "return 0 in fresh 0: 4");
}

#[test]
fn a_dummy_task_stands_for_those_it_waits_for() {
    let body = submitting(
        "with pl.manual_scope():
    o, a = pl.submit(self.k, x, o)
    p, b = pl.submit(self.k, x, p)
    d = pl.system.task_dummy(deps=[a, b])
    o, c = pl.submit(self.k, p, o, deps=[d])
return o",
    );
    let last = trace(&body, "n: 0");
    assert!(last.ends_with("after [0, 1]"), "{last}");
}

#[test]
fn a_scope_with_a_predicate_is_skipped_like_a_submission() {
    let body = "
    @pl.function
    def main(self, n: N, x: F[1], o: pl.InOut[F[1]]):
        with pl.at(level=pl.Level.CORE_GROUP, predicate=(n > 0)) as task:
            o = pl.assemble(o, x, [0])
";
    assert_eq!(returned(body, "n: 1; x: 7; o: 3"), "o: 7");
    assert_eq!(returned(body, "n: 0; x: 7; o: 3"), "o: 3");
}

#[test]
fn a_message_to_oneself_arrives_and_one_that_nobody_sends_stops_the_run() {
    let body = "
    @pl.function(type=pl.FunctionType.InCore)
    def main(self, n: N, s: pl.InOut[pld.DistributedTensor[[2], pl.INT32]]):
        pld.system.notify(target=s, peer=0, offsets=[0], value=3, op=pld.NotifyOp.AtomicAdd)
        pld.system.wait(s, offsets=[n], expected=3, cmp=pld.WaitCmp.Ge)
";
    assert_eq!(run(body, "n: 0; s: 1 0"), "n: 0\ns: 4 0");
    let stopped = run(body, "n: 1; s: 1 0");
    assert_eq!(stopped, "stops: in `main`: `pld.system.wait` waits for a signal that never comes");
}
