# Case r41-manual-scope-fence-arrays.
# Right: a phase waits for the last task of each lane of the phase before.
import pypto.language as pl


@pl.program
class Fence:
    @pl.function(type=pl.FunctionType.AIV)
    def piece(self, x: pl.Tensor[[96, 32], pl.FP32], o: pl.InOut[pl.Tensor[[96, 32], pl.FP32]], row: pl.Scalar[pl.INDEX]) -> pl.Tensor[[96, 32], pl.FP32]:
        t: pl.Tile[[16, 32], pl.FP32] = pl.load(x, [row, 0], [16, 32])
        u: pl.Tile[[16, 32], pl.FP32] = pl.mul(t, 2.0)
        w: pl.Tensor[[96, 32], pl.FP32] = pl.store(u, [row, 0], o)
        return w

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[96, 32], pl.FP32], out: pl.InOut[pl.Tensor[[96, 32], pl.FP32]]) -> pl.Tensor[[96, 32], pl.FP32]:
        with pl.manual_scope():
            last = None
            for phase in pl.range(3):
                for lane in pl.parallel(6):
                    row: pl.Scalar[pl.INDEX] = lane * 16
                    out, last = pl.submit(self.piece, x, out, row, deps=[last])
        return out
