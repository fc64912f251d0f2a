# A36 A37: scopes, loops and branches of a helper are copied with their attributes, into whatever body calls it.
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.Inline)
    def stage(self, x: pl.Tensor[[16], pl.FP32], o: pl.Out[pl.Tensor[[16], pl.FP32]], n: pl.Scalar[pl.INDEX]) -> pl.Tensor[[16], pl.FP32]:
        for i in pl.parallel(2, attrs={"tag": 3}):
            with pl.at(level=pl.Level.CORE_GROUP, name_hint="stage"):
                o = pl.assemble(o, pl.exp(x), [0])
        if n > 1:
            o = pl.assemble(o, x, [0])
        return o

    @pl.function
    def main(self, a: pl.Tensor[[16], pl.FP32], o: pl.Out[pl.Tensor[[16], pl.FP32]], n: pl.Scalar[pl.INDEX]) -> pl.Tensor[[16], pl.FP32]:
        for k in pl.range(n):
            o = self.stage(a, o, k)
        return o
