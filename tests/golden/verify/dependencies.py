# rows: D79, D110
# Dependencies by hand belong to submissions; a list of directions has one for each argument.
import pypto.language as pl


@pl.program
class Dependencies:
    @pl.function(type=pl.FunctionType.InCore)
    def kernel(
        self, x: pl.Tensor[[4, 4], pl.FP32], y: pl.Out[pl.Tensor[[4, 4], pl.FP32]]
    ) -> pl.Tensor[[4, 4], pl.FP32]:
        t = pl.load(x, [0, 0], [4, 4])
        r = pl.store(pl.exp(t), [0, 0], y)
        return r

    @pl.function(type=pl.FunctionType.Orchestration)
    def deps_of_a_call(self, x: pl.Tensor[[4, 4], pl.FP32], y: pl.Out[pl.Tensor[[4, 4], pl.FP32]]):
        with pl.manual_scope():
            y, t = pl.submit(self.kernel, x, y)
            y = self.kernel(x, y, attrs={"manual_dep_edges": [t]})  # error: [manual-deps-on-call]
            y, u = pl.submit(self.kernel, x, y, deps=[t])

    @pl.function(type=pl.FunctionType.Orchestration)
    def in_a_loop(self, x: pl.Tensor[[4, 4], pl.FP32], y: pl.Out[pl.Tensor[[4, 4], pl.FP32]], n: pl.Scalar[pl.INDEX]):
        with pl.manual_scope():
            t0 = pl.system.task_invalid()
            for c, t, i in pl.while_(init_values=(y, t0, 0)):
                pl.cond(i < n)
                c1, u = pl.submit(self.kernel, x, c, deps=[t])
                c2 = self.kernel(x, c1, attrs={"manual_dep_edges": [u]})  # error: [manual-deps-on-call]
                d, v, j = pl.yield_(c2, u, i + 1)

    @pl.function(type=pl.FunctionType.Orchestration)
    def directions(self, x: pl.Tensor[[4, 4], pl.FP32], y: pl.Out[pl.Tensor[[4, 4], pl.FP32]]):
        y = self.kernel(x, y, attrs={"arg_directions": [pl.adir.input]})  # error: [launch-data]
