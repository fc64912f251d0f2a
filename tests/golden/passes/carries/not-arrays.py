# rows: C1, C40, C42, C48
# Carried task ids that are no arrays: outside of a manual scope, and in a loop behind the one whose ids it begins with. Loops of
# other functions than Orchestration ones are left alone. An array is one where the trips are constant by assignments only.
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.AIV)
    def acc(self, x: pl.Tensor[[16], pl.FP32], o: pl.InOut[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        t: pl.Tile[[16], pl.FP32] = pl.load(x, [0], [16])
        u: pl.Tile[[16], pl.FP32] = pl.load(o, [0], [16])
        for i, (c,) in pl.range(0, 4, init_values=(o,)):
            d = pl.store(pl.tile.add(t, u), [0], c)
            r = pl.yield_(d)
        return r

    @pl.function(type=pl.FunctionType.Group)
    def group(self, x: pl.Tensor[[16], pl.FP32], o: pl.InOut[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        for i, (c,) in pl.range(0, 4, init_values=(o,)):
            d = self.acc(x, c)
            r = pl.yield_(d)
        return r

    @pl.function
    def opaque(self, x: pl.Tensor[[16], pl.FP32], o: pl.InOut[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        for i, (c,) in pl.range(0, 4, init_values=(o,)):
            d = self.acc(x, c)
            r = pl.yield_(d)
        return r

    @pl.function(type=pl.FunctionType.Orchestration)
    def automatic(self, x: pl.Tensor[[16], pl.FP32], o: pl.InOut[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        t0 = pl.system.task_invalid()
        for i, (a,) in pl.parallel(0, 6, init_values=(t0,)):
            o, t = pl.submit(self.acc, x, o)
            b = pl.yield_(t)
        return o

    @pl.function(type=pl.FunctionType.Orchestration)
    def behind(self, x: pl.Tensor[[16], pl.FP32], o: pl.InOut[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        with pl.manual_scope():
            t0 = pl.system.task_invalid()
            for i, (a,) in pl.parallel(0, 6, init_values=(t0,)):
                o, t = pl.submit(self.acc, x, o, deps=[a])
                b = pl.yield_(t)
            for i, (c,) in pl.range(0, 3, init_values=(t0,)):
                o, u = pl.submit(self.acc, x, o, deps=[c])
                d = pl.yield_(b)
            o, v = pl.submit(self.acc, x, o, deps=[d])
        return o

    @pl.function(type=pl.FunctionType.Orchestration)
    def named(self, x: pl.Tensor[[16], pl.FP32], o: pl.InOut[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        two: pl.Scalar[pl.INDEX] = 2
        six: pl.Scalar[pl.INDEX] = two * 4 - two
        with pl.manual_scope():
            t0 = pl.system.task_invalid()
            for i, (a,) in pl.parallel(0, six, init_values=(t0,)):
                o, t = pl.submit(self.acc, x, o, deps=[a])
                b = pl.yield_(t)
        return o
