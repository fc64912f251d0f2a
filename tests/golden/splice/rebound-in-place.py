# rows: A22, A51, A52
# Updating a parameter in place updates the argument, declared or bare; the result is another name of it.
import pypto.language as pl


@pl.program
class Written:
    @pl.function(type=pl.FunctionType.Inline)
    def put(self, x: pl.Tensor[[16], pl.FP32], bare: pl.Tensor[[16], pl.FP32]) -> pl.Tensor[[16], pl.FP32]:
        with pl.at(level=pl.Level.CORE_GROUP, name_hint="put"):
            bare = pl.assemble(bare, x, [0])
        return bare

    @pl.function
    def main(self, x: pl.Tensor[[16], pl.FP32], q: pl.Out[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        r = self.put(x, q)
        with pl.at(level=pl.Level.CORE_GROUP, name_hint="more"):
            r = pl.assemble(r, pl.add(q, 1.0), [0])
        return r


@pl.program
class Spliced:
    @pl.function
    def main(self, x: pl.Tensor[[16], pl.FP32], q: pl.Out[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        with pl.at(level=pl.Level.CORE_GROUP, name_hint="put"):
            q = pl.assemble(q, x, [0])
        with pl.at(level=pl.Level.CORE_GROUP, name_hint="more"):
            q = pl.assemble(q, pl.add(q, 1.0), [0])
        return q
