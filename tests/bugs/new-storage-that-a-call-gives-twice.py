# A function returns one new tensor twice. Each result counted as a storage of its own, so the write through one of them
# was dropped, though the other is returned.
import pypto.language as pl


@pl.program
class Generated:
    @pl.function
    def h(self, x: pl.Tensor[[16], pl.FP32]) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        c = pl.create_tensor([16], dtype=pl.FP32)
        d = pl.assemble(c, x, [0])
        return d, d

    @pl.function
    def main(self, x: pl.Tensor[[16], pl.FP32], y: pl.Tensor[[16], pl.FP32]) -> pl.Tensor[[16], pl.FP32]:
        a, b = self.h(x)
        b1 = pl.assemble(b, y, [0])
        return a
