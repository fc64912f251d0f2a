# rows: B5, B32
# A carried scalar next to a tensor has no parameter, though it starts from one.
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def fill(self, start: pl.Scalar[pl.INDEX], x: pl.Tensor[[64], pl.FP32], o: pl.Out[pl.Tensor[[64], pl.FP32]]) -> tuple[pl.Scalar[pl.INDEX], pl.Tensor[[64], pl.FP32]]:
        for k, (pos, buf) in pl.range(0, 4, init_values=(start, o)):
            t: pl.Tile[[16], pl.FP32] = pl.load(x, [pos], [16])
            nb: pl.Tensor[[64], pl.FP32] = pl.store(t, [pos], buf)
            np: pl.Scalar[pl.INDEX] = k * 16
            pos_out, buf_out = pl.yield_(np, nb)
        return pos_out, buf_out

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, start: pl.Scalar[pl.INDEX], x: pl.Tensor[[64], pl.FP32], o: pl.Out[pl.Tensor[[64], pl.FP32]]) -> pl.Tensor[[64], pl.FP32]:
        n, o1 = self.fill(start, x, o)
        return o1
