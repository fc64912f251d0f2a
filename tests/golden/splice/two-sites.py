# rows: A40, A45
# Two calls: two copies, with storage of their own.
import pypto.language as pl


@pl.program
class Written:
    @pl.function(type=pl.FunctionType.Inline)
    def fresh(self, x: pl.Tensor[[16], pl.FP32]) -> pl.Tensor[[16], pl.FP32]:
        t = pl.create_tensor([16], dtype=pl.FP32)
        with pl.at(level=pl.Level.CORE_GROUP, name_hint="fresh"):
            t = pl.assemble(t, pl.add(x, 1.0), [0])
        return t

    @pl.function
    def main(self, x: pl.Tensor[[16], pl.FP32]) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        a = self.fresh(x)
        b = self.fresh(a)
        return a, b


@pl.program
class Spliced:
    @pl.function
    def main(self, x: pl.Tensor[[16], pl.FP32]) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        a = pl.create_tensor([16], dtype=pl.FP32)
        with pl.at(level=pl.Level.CORE_GROUP, name_hint="fresh"):
            a = pl.assemble(a, pl.add(x, 1.0), [0])
        b = pl.create_tensor([16], dtype=pl.FP32)
        with pl.at(level=pl.Level.CORE_GROUP, name_hint="fresh"):
            b = pl.assemble(b, pl.add(a, 1.0), [0])
        return a, b
