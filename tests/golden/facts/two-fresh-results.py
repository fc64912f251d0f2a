# rows: D70, B32
# Two tensors that one callee allocated are two.
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.AIV)
    def wr(self, x: pl.Tensor[[16], pl.FP32], o: pl.Out[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        t = pl.load(x, [0], [16])
        r = pl.store(t, [0], o)
        return r

    @pl.function
    def make(self, x: pl.Tensor[[16], pl.FP32]) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        f = pl.create_tensor([16], dtype=pl.FP32)
        f = self.wr(x, f)
        g = pl.create_tensor([16], dtype=pl.FP32)
        g = self.wr(f, g)
        return f, g

    @pl.function
    def main(self, x: pl.Tensor[[16], pl.FP32], y: pl.Tensor[[16], pl.FP32]) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        p, q = self.make(x)
        p = pl.tensor.assemble(p, x, [0])
        q = pl.tensor.assemble(q, y, [0])
        return p, q

    @pl.function
    def own(self, x: pl.Tensor[[16], pl.FP32], y: pl.Tensor[[16], pl.FP32], o: pl.Out[pl.Tensor[[16], pl.FP32]]):
        p, q = self.make(x)
        p = pl.tensor.assemble(p, x, [0])
        q = pl.tensor.assemble(q, y, [0])
        o = pl.tensor.assemble(o, p, [0])

#= main(x In, y In) -> - -
#=   call make: input
