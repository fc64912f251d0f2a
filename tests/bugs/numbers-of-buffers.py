# A scope that is a task is handed the buffer that it fills once it is a function, so the world sees one buffer more, and
# the judge took the buffer of the later call for another one, since its number had changed.
import pypto.language as pl


@pl.program
class Numbered:
    @pl.function(type=pl.FunctionType.InCore)
    def k1(self, a: pl.Tensor[[4, 8], pl.FP32], u: pl.Out[pl.Tensor[[4, 8], pl.FP32]]) -> pl.Tensor[[4, 8], pl.FP32]:
        ...

    @pl.function
    def main(self, s: pl.InOut[pl.Tensor[[4, 8], pl.FP32]]):
        with pl.at(level=pl.Level.CORE_GROUP, name_hint="part") as p:
            y1 = pl.create_tensor([4, 8], dtype=pl.FP32)
            y1 = pl.assemble(y1, s, [0, 0])
        w = pl.create_tensor([4, 8], dtype=pl.FP32)
        a = self.k1(w, w)
