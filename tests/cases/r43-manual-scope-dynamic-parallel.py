# Case r43-manual-scope-dynamic-parallel.
# Right: rejected: the fence needs a constant number of lanes.
import pypto.language as pl


@pl.program
class DynPar:
    @pl.function(type=pl.FunctionType.AIV)
    def piece(self, x: pl.Tensor[[96, 32], pl.FP32], o: pl.InOut[pl.Tensor[[96, 32], pl.FP32]], row: pl.Scalar[pl.INDEX]) -> pl.Tensor[[96, 32], pl.FP32]:
        t: pl.Tile[[16, 32], pl.FP32] = pl.load(x, [row, 0], [16, 32])
        w: pl.Tensor[[96, 32], pl.FP32] = pl.store(t, [row, 0], o)
        return w

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[96, 32], pl.FP32], out: pl.InOut[pl.Tensor[[96, 32], pl.FP32]], n: pl.Scalar[pl.INDEX]) -> pl.Tensor[[96, 32], pl.FP32]:
        with pl.manual_scope():
            last = None
            for lane in pl.parallel(n):
                row: pl.Scalar[pl.INDEX] = lane * 16
                out, last = pl.submit(self.piece, x, out, row, deps=[last])
        return out
