import pypto.language as pl
import pypto.language.distributed as pld

@pl.program
class S:
    @pl.function(type=pl.FunctionType.InCore)
    def k(self, x: pl.Tensor[[64, 64], pl.FP32], o: pl.Out[pl.Tensor[[64, 64], pl.FP32]]) -> pl.Tensor[[64, 64], pl.FP32]:
        t = pl.load(x, [0, 0], [64, 64])
        return pl.store(t, [0, 0], o)

    @pl.function(auto_scope=False, type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[64, 64], pl.FP32], m: pl.Tensor[[4], pl.INT32], o: pl.Out[pl.Tensor[[64, 64], pl.FP32]]) -> pl.Tensor[[64, 64], pl.FP32]:
        with pl.at(level=pl.Level.CORE_GROUP):
            a = pl.add(x, 1.0)
        with pl.at(level=pl.Level.CORE_GROUP, optimizations=[pl.split(pl.SplitMode.UP_DOWN)], name_hint="kk", no_dep_args=[x], dumps=[a], allow_early_resolve=True) as t1:
            b = pl.add(a, 1.0)
        with pl.at(level=pl.Level.CORE_GROUP, deps=[t1], optimizations=[pl.auto_chunk, pl.split(pl.SplitMode.NONE)]) as t2:
            b = pl.mul(b, 1.0)
        with pl.at(level=pl.Level.HOST, role=pl.Role.Orchestrator):
            c = pl.add(b, 1.0)
        with pl.cluster():
            with pl.at(level=pl.Level.CORE_GROUP):
                d = pl.add(c, 1.0)
        with pl.spmd(4, sync_start=True, name_hint="s"):
            e = self.k(d, o)
        with pl.spmd(core_num=4, deps=[t2]) as t3:
            e = self.k(d, e)
        for bi in pl.spmd(4, name_hint="z"):
            o[bi * 16:(bi + 1) * 16, :] = pl.add(x[bi * 16:(bi + 1) * 16, :], 2.0)
        for lane in pl.split_aiv(2, mode=pl.SplitMode.UP_DOWN):
            f = pl.add(d, 1.0)
        for lane in pl.split_aiv(2):
            f2 = pl.add(d, 1.0)
        with pl.scope():
            g = pl.add(f, f2)
        with pl.manual_scope():
            r, t4 = pl.submit(self.k, g, o, deps=[t3, None], allow_early_resolve=True, predicate=(m[0] > 0), dumps=[g])
            r, t5 = pl.submit(self.k, pl.no_dep(g), r, deps=[t4], predicate=(pl.tensor.read(m, [1]) == 2))
            (r2, t6) = pl.spmd_submit(self.k, g, r, core_num=4, sync_start=True, deps=[t5])
            tids = pl.array.create(4, pl.TASK_ID)
            for i in pl.parallel(4):
                r3, tt = pl.submit(self.k, g, r2, deps=[tids[i]])
                tids[i] = tt
            tb = pl.system.task_dummy(deps=[tids])
            td = pl.system.task_dummy(deps=[tids[i] for i in range(4)])
            with pl.at(level=pl.Level.CORE_GROUP, deps=[tids[j] for j in range(1, 4)], predicate=(m[2] != 0)) as t7:
                h = pl.add(r2, 1.0)
        with pl.auto_scope():
            h = pl.add(h, 1.0)
        with pl.graph("gg", dumps=[h]):
            w = pl.add(h, 1.0)
        with pl.scope(mode=pl.ScopeMode.AUTO):
            w = pl.add(w, 1.0)
        none_tid = None
        pl.dump_tag(w)
        pl.static_print("x", w, f"{w}")
        pl.static_assert(1 == 1, "m")
        return w
