# A real loop, with a break.
import pypto.language as pl


@pl.program
class While:
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

    @pl.function(type=pl.FunctionType.Orchestration, auto_scope=False)
    def main(self, x: pl.Tensor[[16, 16], pl.FP32], out: pl.InOut[pl.Tensor[[16, 16], pl.FP32]], n: pl.Scalar[pl.INDEX], least: pl.Scalar[pl.INDEX]) -> pl.Tensor[[16, 16], pl.FP32]:
        with pl.scope():
            for acc, k in pl.while_(init_values=(out, 0)):
                pl.cond(k < n)
                acc_1 = self.accumulate(x, acc, attrs={"arg_directions": [pl.adir.input, pl.adir.inout]})
                acc_end, k_end = pl.yield_(acc_1, k + 2)
            m = k_end
            while m > least:
                m = m - 3
                if m == 2:
                    break
            acc_2 = self.accumulate(x, acc_end, attrs={"arg_directions": [pl.adir.input, pl.adir.inout]})
            for z in pl.range(m, 0, -1, attrs={}):
                acc_3 = self.accumulate(x, acc_2, attrs={"arg_directions": [pl.adir.input, pl.adir.inout]})
        return acc_2
