# More scalars than a task takes, and more axes than a tensor has.
import pypto.language as pl


@pl.program
class Limits:
    @pl.function(type=pl.FunctionType.AIV)
    def many(
        self, s0: pl.Scalar[pl.INDEX], s1: pl.Scalar[pl.INDEX], s2: pl.Scalar[pl.INDEX], s3: pl.Scalar[pl.INDEX], s4: pl.Scalar[pl.INDEX], s5: pl.Scalar[pl.INDEX], s6: pl.Scalar[pl.INDEX], s7: pl.Scalar[pl.INDEX], s8: pl.Scalar[pl.INDEX], s9: pl.Scalar[pl.INDEX], s10: pl.Scalar[pl.INDEX], s11: pl.Scalar[pl.INDEX], s12: pl.Scalar[pl.INDEX], s13: pl.Scalar[pl.INDEX], s14: pl.Scalar[pl.INDEX], s15: pl.Scalar[pl.INDEX], s16: pl.Scalar[pl.INDEX], o: pl.InOut[pl.Tensor[[16], pl.FP32]]
    ) -> pl.Tensor[[16], pl.FP32]:
        t = pl.load(o, [0], [16])
        pl.store(t, [0], o)
        return o

    @pl.function(type=pl.FunctionType.Orchestration, auto_scope=False)
    def main(self, n: pl.Scalar[pl.INDEX], o: pl.InOut[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        with pl.scope():
            o_1 = self.many(n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, o, attrs={"arg_directions": [pl.adir.scalar, pl.adir.scalar, pl.adir.scalar, pl.adir.scalar, pl.adir.scalar, pl.adir.scalar, pl.adir.scalar, pl.adir.scalar, pl.adir.scalar, pl.adir.scalar, pl.adir.scalar, pl.adir.scalar, pl.adir.scalar, pl.adir.scalar, pl.adir.scalar, pl.adir.scalar, pl.adir.scalar, pl.adir.inout]})
        return o_1
