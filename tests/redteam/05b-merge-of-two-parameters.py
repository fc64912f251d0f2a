# What a branch picks is one of two parameters, and a kernel writes it together with the parameter itself.
import pypto.language as pl


@pl.program
class MergedArgument:
    @pl.function(type=pl.FunctionType.InCore)
    def k(self, a: pl.InOut[pl.Tensor[[16], pl.FP32]], b: pl.InOut[pl.Tensor[[16], pl.FP32]]) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        t: pl.Tile[[16], pl.FP32] = pl.load(b, [0], [16])
        a1: pl.Tensor[[16], pl.FP32] = pl.store(pl.mul(t, 2.0), [0], a)
        u: pl.Tile[[16], pl.FP32] = pl.load(a1, [0], [16])
        b1: pl.Tensor[[16], pl.FP32] = pl.store(pl.add(u, 1.0), [0], b)
        return a1, b1

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, a: pl.InOut[pl.Tensor[[16], pl.FP32]], b: pl.InOut[pl.Tensor[[16], pl.FP32]], n: pl.Scalar[pl.INDEX]) -> pl.Tensor[[16], pl.FP32]:
        if n < 2:
            w = a
        else:
            w = b
        w1, b1 = self.k(w, b)
        return b1
