# rows: D20
# Symbols are shared; scalars that only types mention are parameters too.
import pypto.language as pl

N = pl.dynamic("N")


@pl.program
class P:
    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[N, 16], pl.FP32], o: pl.Out[pl.Tensor[[N, 16], pl.FP32]], m: pl.Scalar[pl.INDEX]) -> pl.Tensor[[N, 16], pl.FP32]:
        t = pl.create_tensor([m, 16], dtype=pl.FP32)
        with pl.at(level=pl.Level.CORE_GROUP, name_hint="k"):
            a = pl.load(x, [0, 0], [16, 16])
            t = pl.store(a, [0, 0], t)
            o = pl.store(a, [0, 0], o)
        with pl.at(level=pl.Level.CORE_GROUP, name_hint="l"):
            b = pl.load(t, [0, 0], [16, 16])
            o = pl.store(b, [0, 0], o)
        return o
