# rows: D100, D102, D103, D105, D106, D108, D109
# Storage that is written or lost in less direct ways: through carries, tuples, submissions, merges and copies.
import pypto.language as pl


@pl.program
class Indirect:
    @pl.function(type=pl.FunctionType.AIV)
    def wr(self, x: pl.Tensor[[16], pl.FP32], o: pl.Out[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        t = pl.load(x, [0], [16])
        r = pl.store(t, [0], o)
        return r

    @pl.function(type=pl.FunctionType.AIV)
    def two(
        self, x: pl.Tensor[[16], pl.FP32], a: pl.Out[pl.Tensor[[16], pl.FP32]], b: pl.Out[pl.Tensor[[16], pl.FP32]]
    ) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        t = pl.load(x, [0], [16])
        b1 = pl.store(t, [0], b)
        a1 = pl.store(t, [0], a)
        return b1, a1

    @pl.function(type=pl.FunctionType.InCore)
    def carried_by_while(self, x: pl.Tensor[[16], pl.FP32], p: pl.Tensor[[16], pl.FP32], n: pl.Scalar[pl.INDEX]):
        t = pl.load(x, [0], [16])
        for c, i in pl.while_(init_values=(p, 0)):
            pl.cond(i < n)
            for j, (d,) in pl.range(0, 2, init_values=(c,)):
                d1 = pl.store(t, [0], d)  # warning: [in-param-written]
                e = pl.yield_(d1)
            r, k = pl.yield_(e, i + 1)

    @pl.function(type=pl.FunctionType.Group)
    def both_outputs(self, x: pl.Tensor[[16], pl.FP32], p: pl.Tensor[[16], pl.FP32], q: pl.Tensor[[16], pl.FP32]):
        a, b = self.two(x, p, q)  # warning: [in-param-written]

    @pl.function(type=pl.FunctionType.Group)
    def of_a_result(self, x: pl.Tensor[[16], pl.FP32], p: pl.Tensor[[16], pl.FP32], q: pl.Out[pl.Tensor[[16], pl.FP32]]):
        t = pl.create_tensor([16], dtype=pl.FP32)
        a, b = self.two(x, t, q)
        c = self.wr(x, b)
        d = self.wr(x, a)
        q = self.wr(d, p)  # warning: [in-param-written]

    @pl.function(type=pl.FunctionType.Group)
    def submitted(self, x: pl.Tensor[[16], pl.FP32], p: pl.Tensor[[16], pl.FP32]):
        c = p
        c, t = pl.submit(self.wr, x, c)  # warning: [in-param-written]

    @pl.function(type=pl.FunctionType.InCore)
    def perhaps_by_a_view(self, x: pl.Tensor[[16], pl.FP32], p: pl.Tensor[[16], pl.FP32], n: pl.Scalar[pl.INDEX]):
        if n == 0:
            w = pl.tensor.slice(p, [8], [0])
        else:
            w = pl.create_tensor([8], dtype=pl.FP32)
        pl.tensor.write(w, [0], 1.0)  # warning: [in-param-written]

    @pl.function(type=pl.FunctionType.InCore)
    def either_of_two(self, x: pl.Tensor[[16], pl.FP32], p: pl.Tensor[[16], pl.FP32], n: pl.Scalar[pl.INDEX]):
        for i, (c, d) in pl.range(0, 4, init_values=(x, p)):
            pl.tensor.write(c, [0], 1.0)
            e, f = pl.yield_(d, c)

    @pl.function(type=pl.FunctionType.InCore)
    def one_that_the_loop_replaces(self, x: pl.Tensor[[16], pl.FP32], p: pl.Tensor[[16], pl.FP32], n: pl.Scalar[pl.INDEX]):
        for i, (c,) in pl.range(0, n, init_values=(p,)):
            pl.tensor.write(c, [0], 1.0)  # warning: [in-param-written]
            f = pl.create_tensor([16], dtype=pl.FP32)
            d = pl.yield_(f)

    @pl.function(type=pl.FunctionType.InCore)
    def dropped_on_one_arm(self, x: pl.Tensor[[16], pl.FP32], o: pl.Out[pl.Tensor[[16], pl.FP32]], n: pl.Scalar[pl.INDEX]) -> pl.Tensor[[16], pl.FP32]:
        if n == 0:
            o = pl.add(x, x)  # warning: [out-param-write-dropped]
        return o

    @pl.function(type=pl.FunctionType.Group)
    def dropped_for_another_output(self, x: pl.Tensor[[16], pl.FP32], o: pl.Out[pl.Tensor[[16], pl.FP32]], p: pl.Out[pl.Tensor[[16], pl.FP32]], q: pl.Out[pl.Tensor[[16], pl.FP32]]):
        o, t = self.two(x, p, q)  # warning: [out-param-write-dropped]

    @pl.function(type=pl.FunctionType.InCore)
    def written_as_a_window(self, x: pl.Tensor[[16], pl.FP32], o: pl.Out[pl.Tensor[[16], pl.FP32]]):
        for i in pl.range(2):
            w = pl.tensor.slice(o, [8], [i * 8])
            pl.tensor.write(w, [0], 1.0)
        o = pl.add(x, x)

    @pl.function(type=pl.FunctionType.Orchestration)
    def stale_in_a_loop(self, x: pl.Tensor[[16], pl.FP32], o: pl.Out[pl.Tensor[[16], pl.FP32]], p: pl.Out[pl.Tensor[[16], pl.FP32]]):
        for i, (c, d) in pl.range(0, 4, init_values=(o, p)):
            c1, t = pl.submit(self.wr, x, c)
            d1 = self.wr(c, d)  # warning: [stale-after-write]
            e, f = pl.yield_(c1, d1)

    @pl.function(type=pl.FunctionType.Orchestration)
    def stale_in_a_tuple(self, x: pl.Tensor[[16], pl.FP32], o: pl.Out[pl.Tensor[[16], pl.FP32]], p: pl.Out[pl.Tensor[[16], pl.FP32]]) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        a, b = self.two(x, o, p)
        return a, p  # warning: [stale-after-write]
