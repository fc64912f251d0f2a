# The update is of what the last call gave back, by another name than was written, with an extent written in another way. Its result kept the
# type of the name that was written, and a reader of the output found the other one.
import pypto.language as pl

N = pl.dynamic("N")


@pl.program
class Generated:
    @pl.function(type=pl.FunctionType.InCore)
    def k0(self, a: pl.Out[pl.Tensor[[N, 8], pl.FP32]], x: pl.Tensor[[N, 8], pl.FP32], p: pl.InOut[pl.Tensor[[N, 8], pl.FP32]], s: pl.InOut[pl.Tensor[[N, 8], pl.FP32]]) -> tuple[pl.Tensor[[N, 8], pl.FP32], pl.Tensor[[N, 8], pl.FP32], pl.Tensor[[N, 8], pl.FP32]]:
        return p, x, a

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, c: pl.InOut[pl.Tensor[[4, 8], pl.FP32]], s: pl.InOut[pl.Tensor[[N, 8], pl.FP32]], b: pl.InOut[pl.Tensor[[N, 8], pl.FP32]], w: pl.Tensor[[2, 8], pl.FP32]):
        with pl.manual_scope():
            t = None
            for i in pl.range(2):
                (b, b1, b2), t = pl.submit(self.k0, s, s, s, b, deps=[t])
            (c1, d, e), t1 = pl.submit(self.k0, c, c, c, c, deps=[t])
            (d, f, g), t2 = pl.submit(self.k0, d, d, b, s)
            c2 = pl.assemble(b, w, [2, 0])
