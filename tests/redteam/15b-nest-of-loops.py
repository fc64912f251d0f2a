# Nested loops over two buffers.
import pypto.language as pl


@pl.program
class Nest:
    @pl.function
    def main(self, x: pl.InOut[pl.Tensor[[16], pl.FP32]], y: pl.InOut[pl.Tensor[[16], pl.FP32]], s: pl.Tensor[[8], pl.FP32]) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        for i0 in pl.range(2):
            for i1 in pl.range(1):
                for i2 in pl.range(1):
                    for i3 in pl.range(1):
                        for i4 in pl.range(2):
                            for i5 in pl.range(1):
                                for i6 in pl.range(1):
                                    for i7 in pl.range(1):
                                        for i8 in pl.range(2):
                                            for i9 in pl.range(1):
                                                for i10 in pl.range(1):
                                                    for i11 in pl.range(1):
                                                        x = pl.assemble(x, s, [0])
                                                        z: pl.Tensor[[16], pl.FP32] = pl.add(x, y)
                                                        y = pl.assemble(y, z, [0])
        return x, y
