# Scopes of every kind with their keywords.
import pypto.language as pl


@pl.program
class Scopes:
    @pl.function(type=pl.FunctionType.InCore)
    def job(
        self, x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]
    ) -> pl.Tensor[[16, 16], pl.FP32]:
        t = pl.load(x, [0, 0], [16, 16])
        return pl.store(t, [0, 0], y)

    @pl.function(type=pl.FunctionType.Orchestration, auto_scope=False)
    def main(
        self,
        x: pl.Tensor[[16, 16], pl.FP32],
        n: pl.Scalar[pl.INDEX],
        y: pl.Out[pl.Tensor[[16, 16], pl.FP32]],
        z: pl.Out[pl.Tensor[[16, 16], pl.FP32]],
    ) -> pl.Tensor[[16, 16], pl.FP32]:
        pl.func_attr({"split": pl.SplitMode.UP_DOWN, "core_num": 4})
        with pl.at(level=pl.Level.CORE_GROUP, optimizations=[pl.split(pl.SplitMode.UP_DOWN)], name_hint="a") as first:
            y = pl.assemble(y, pl.exp(x), [0, 0])
        with pl.at(level=pl.Level.HOST, role=pl.Role.Orchestrator):
            with pl.cluster(name_hint="pair"):
                y = pl.assemble(y, pl.neg(x), [0, 0])
        with pl.spmd(n // 4 + 1, sync_start=True, deps=[first, None]) as second:
            z[0:1, :] = x[0:1, :]
        for b in pl.spmd(4, name_hint="rows", no_dep_args=[x], dumps=[x], allow_early_resolve=True):
            z[b * 4 : b * 4 + 4, :] = x[b * 4 : b * 4 + 4, :]
        with pl.scope():
            with pl.manual_scope():
                ids = pl.array.create(4, pl.TASK_ID)
                ids[0] = second
                (y), t = pl.submit(self.job, x, y, deps=[ids[i] for i in range(3)], predicate=n > 2)
                z, u = pl.spmd_submit(self.job, x, z, core_num=n, sync_start=True, deps=[ids, t])
                ids[1] = u
                gate = pl.system.task_dummy(deps=[t, u, None])
                ok: pl.Scalar[pl.BOOL] = pl.system.task_is_valid(gate)
        with pl.graph("g", dumps=[y]):
            y = self.job(pl.no_dep(x), y, attrs={"note": "kept"})
        return y

    @pl.function(type=pl.FunctionType.AIV, attrs={"dual_aiv_dispatch": True})
    def lanes(
        self, x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]
    ) -> pl.Tensor[[16, 16], pl.FP32]:
        for lane in pl.split_aiv(2, mode=pl.SplitMode.NONE):
            t = pl.load(x, [lane * 8, 0], [8, 16])
            y = pl.store(t, [lane * 8, 0], y)
        return y

    @pl.function(type=pl.FunctionType.AIV)
    def outside(
        self, x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]
    ) -> pl.Tensor[[16, 16], pl.FP32]: ...
