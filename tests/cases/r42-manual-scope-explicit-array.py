# Case r42-manual-scope-explicit-array.
# Right: each task of the second loop waits for all of the first.
import pypto.language as pl


@pl.program
class Arr:
    @pl.function(type=pl.FunctionType.AIV)
    def piece(self, x: pl.Tensor[[64, 32], pl.FP32], o: pl.InOut[pl.Tensor[[64, 32], pl.FP32]], row: pl.Scalar[pl.INDEX]) -> pl.Tensor[[64, 32], pl.FP32]:
        t: pl.Tile[[16, 32], pl.FP32] = pl.load(x, [row, 0], [16, 32])
        w: pl.Tensor[[64, 32], pl.FP32] = pl.store(t, [row, 0], o)
        return w

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[64, 32], pl.FP32], out: pl.InOut[pl.Tensor[[64, 32], pl.FP32]]) -> pl.Tensor[[64, 32], pl.FP32]:
        with pl.manual_scope():
            tids = pl.array.create(4, pl.TASK_ID)
            for i in pl.range(4):
                row: pl.Scalar[pl.INDEX] = i * 16
                out, t = pl.submit(self.piece, x, out, row)
                tids[i] = t
            for j in pl.range(4):
                row2: pl.Scalar[pl.INDEX] = j * 16
                out, t2 = pl.submit(self.piece, x, out, row2, deps=[tids])
        return out
