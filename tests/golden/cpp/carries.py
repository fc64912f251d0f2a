# A trivial carry through two loops, a rebinding carry of fresh tensors, and scalars that follow one another.
import pypto.language as pl


@pl.program
class Carries:
    @pl.function(type=pl.FunctionType.AIV)
    def step(
        self, x: pl.Tensor[[16, 16], pl.FP32], o: pl.Out[pl.Tensor[[16, 16], pl.FP32]]
    ) -> pl.Tensor[[16, 16], pl.FP32]:
        t = pl.load(x, [0, 0], [16, 16])
        pl.store(pl.add(t, 1.0), [0, 0], o)
        return o

    @pl.function(type=pl.FunctionType.AIV)
    def accumulate(
        self, x: pl.Tensor[[16, 16], pl.FP32], acc: pl.InOut[pl.Tensor[[16, 16], pl.FP32]]
    ) -> pl.Tensor[[16, 16], pl.FP32]:
        t = pl.load(x, [0, 0], [16, 16])
        a = pl.load(acc, [0, 0], [16, 16])
        pl.store(pl.add(a, t), [0, 0], acc)
        return acc

    @pl.function(type=pl.FunctionType.AIV)
    def scale(
        self, x: pl.Tensor[[16, 16], pl.FP32], n: pl.Scalar[pl.INDEX], f: pl.Scalar[pl.FP32], o: pl.Out[pl.Tensor[[16, 16], pl.FP32]]
    ) -> pl.Tensor[[16, 16], pl.FP32]:
        t = pl.load(x, [n, 0], [16, 16])
        pl.store(pl.mul(t, f), [0, 0], o)
        return o

    @pl.function(type=pl.FunctionType.Orchestration, auto_scope=False)
    def main(self, x: pl.Tensor[[16, 16], pl.FP32], seed: pl.Tensor[[16, 16], pl.FP32], out: pl.InOut[pl.Tensor[[16, 16], pl.FP32]], last: pl.Out[pl.Tensor[[16, 16], pl.FP32]]) -> tuple[pl.Tensor[[16, 16], pl.FP32], pl.Tensor[[16, 16], pl.FP32]]:
        with pl.scope():
            for i, (outer,) in pl.range(0, 3, init_values=(out,), attrs={"iter_arg_rebind_0": False}):
                with pl.scope():
                    for j, (inner,) in pl.range(0, 2, init_values=(outer,), attrs={"iter_arg_rebind_0": False}):
                        with pl.scope():
                            nxt = self.accumulate(x, inner, attrs={"arg_directions": [pl.adir.input, pl.adir.inout]})
                        inner_end = pl.yield_(nxt)
                outer_end = pl.yield_(inner_end)
            for k, (cur, f, g) in pl.range(
                5,
                init_values=(seed, 0, 1),
                attrs={"iter_arg_rebind_0": True, "iter_arg_rebind_1": True, "iter_arg_rebind_2": True},
            ):
                with pl.scope():
                    fresh = pl.create_tensor([16, 16], dtype=pl.FP32)
                    fresh_1 = self.scale(
                        cur, g % 1, 0.1, fresh,
                        attrs={"arg_directions": [pl.adir.input, pl.adir.scalar, pl.adir.scalar, pl.adir.output_existing]},
                    )
                cur_end, f_end, g_end = pl.yield_(fresh_1, g, f + g)
            last_1 = self.scale(
                cur_end, (f_end - 100) // 7 + 15, 2.0, last,
                attrs={"arg_directions": [pl.adir.input, pl.adir.scalar, pl.adir.scalar, pl.adir.output_existing]},
            )
        return outer_end, last_1
