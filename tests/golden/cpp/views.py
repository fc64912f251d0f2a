# Slices, dropped axes, reshape, transpose, element reads and writes, dynamic extents.
import pypto.language as pl

ROWS = pl.dynamic("ROWS")


@pl.program
class Views:
    @pl.function(type=pl.FunctionType.AIV)
    def double(
        self, x: pl.Tensor[[4, 16], pl.FP32], o: pl.InOut[pl.Tensor[[4, 16], pl.FP32]]
    ) -> pl.Tensor[[4, 16], pl.FP32]:
        t = pl.load(x, [0, 0], [4, 16])
        pl.store(pl.mul(t, 2.0), [0, 0], o)
        return o

    @pl.function(type=pl.FunctionType.AIV)
    def row(
        self, x: pl.Tensor[[16], pl.FP32], o: pl.InOut[pl.Tensor[[16, 4], pl.FP32]]
    ) -> pl.Tensor[[16, 4], pl.FP32]:
        t = pl.load(o, [0, 0], [16, 4])
        pl.store(pl.add(t, 1.0), [0, 0], o)
        return o

    @pl.function(type=pl.FunctionType.Orchestration, auto_scope=False)
    def main(
        self,
        x: pl.Tensor[[ROWS, 16], pl.FP32],
        counts: pl.Tensor[[ROWS], pl.INT32],
        y: pl.InOut[pl.Tensor[[ROWS, 16], pl.FP32]],
    ) -> pl.Tensor[[ROWS, 16], pl.FP32]:
        with pl.scope():
            for r in pl.range(0, ROWS, 4):
                with pl.scope():
                    n: pl.Scalar[pl.INT32] = pl.tensor.read(counts, [r])
                    if n > 1:
                        with pl.scope():
                            from_x = pl.slice(x, [4, 16], [r, 0])
                            to_y = pl.slice(y, [4, 16], [r, 0])
                            to_y_1 = self.double(from_x, to_y, attrs={"arg_directions": [pl.adir.input, pl.adir.inout]})
            first = pl.tensor.slice(x, [1, 16], [0, 0], [], [0])
            buffer = pl.create_tensor([16, 4], dtype=pl.FP32)
            flat = pl.reshape(buffer, [4, 16])
            flat_1 = self.double(pl.slice(x, [4, 16], [0, 0]), flat, attrs={"arg_directions": [pl.adir.input, pl.adir.inout]})
            buffer_1 = self.row(first, buffer, attrs={"arg_directions": [pl.adir.input, pl.adir.inout]})
            sum: pl.Scalar[pl.FP32] = pl.tensor.read(buffer_1, [0, 0])
            y_1 = pl.tensor.write(y, [0, 0], sum + 0.1)
        return y_1
