# rows: B37
# Two tensors that one callee allocated: writing all of one does not cover a write to the other, with a variable for each or not.
import pypto.language as pl


@pl.program
class P:
    @pl.function
    def make(self, x: pl.Tensor[[16], pl.FP32]) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        f = pl.tensor.add(x, x)
        g = pl.tensor.mul(x, x)
        return f, g

    @pl.function
    def returned(self, x: pl.Tensor[[16], pl.FP32], y: pl.Tensor[[16], pl.FP32]) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        p, q = self.make(x)
        p = pl.tensor.assemble(p, x, [0])
        q = pl.tensor.assemble(q, y, [0])
        return p, q

    @pl.function
    def read_later(self, x: pl.Tensor[[16], pl.FP32], y: pl.Tensor[[16], pl.FP32], o: pl.Out[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        t = self.make(x)
        pl.tensor.assemble(t[0], x, [0])
        pl.tensor.assemble(t[1], y, [0])
        o = pl.tensor.assemble(o, t[0], [0])
        return o

    @pl.function
    def covered(self, x: pl.Tensor[[16], pl.FP32], y: pl.Tensor[[16], pl.FP32]) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        p, q = self.make(x)
        p = pl.tensor.assemble(p, x, [0])
        q = pl.tensor.assemble(q, x, [0])
        p = pl.tensor.assemble(p, y, [0])
        return p, q
