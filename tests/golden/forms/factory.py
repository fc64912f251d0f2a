import pypto.language as pl

def build_program(m=64, n=128):
    TILE = 16

    @pl.program
    class P:
        @pl.function
        def main(self, x: pl.Tensor[[64, 128], pl.FP32]) -> pl.Tensor[[64, 128], pl.FP32]:
            for i in pl.range(0, 64, TILE):
                x = pl.add(x, 1.0)
            return x

    return P
