# Only one arm of the branch overwrites what was written before it.
import pypto.language as pl


@pl.program
class OneArm:
    @pl.function(type=pl.FunctionType.InCore)
    def main(self, x: pl.Tensor[[16], pl.FP32], o: pl.InOut[pl.Tensor[[16], pl.FP32]], n: pl.Scalar[pl.INDEX]) -> pl.Tensor[[16], pl.FP32]:
        t: pl.Tile[[16], pl.FP32] = pl.load(x, [0], [16])
        o1: pl.Tensor[[16], pl.FP32] = pl.store(t, [0], o)
        if n > 1:
            o1 = pl.store(pl.add(t, 5.0), [0], o1)
        return o1
