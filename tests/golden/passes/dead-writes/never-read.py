# rows: B37
# passes: dead-writes
# Storage of the function's own that is never read again, not returned and not handed on: its last writes go, and it with
# them. What is returned, or read by a later trip, stays.
import pypto.language as pl


@pl.program
class NeverRead:
    @pl.function
    def main(self, x: pl.Tensor[[16], pl.FP32], n: pl.Scalar[pl.INDEX]) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        a: pl.Tensor[[16], pl.FP32] = pl.create_tensor([16], dtype=pl.FP32)
        a = pl.assemble(a, x, [0])
        b: pl.Tensor[[16], pl.FP32] = pl.create_tensor([16], dtype=pl.FP32)
        b = pl.assemble(b, x, [0])
        c: pl.Tensor[[16], pl.FP32] = pl.exp(b)
        b = pl.assemble(b, c, [0])
        d: pl.Tensor[[16], pl.FP32] = pl.create_tensor([16], dtype=pl.FP32)
        d = pl.assemble(d, x, [0])
        for i in pl.range(n):
            c = pl.add(c, d)
            pl.write(d, [i], 1.0)
        e: pl.Tensor[[16], pl.FP32] = pl.create_tensor([16], dtype=pl.FP32)
        e = pl.assemble(e, c, [0])
        return c, e
