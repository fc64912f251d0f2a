# rows: B19, B20
# A narrowed valid shape after the merge is kept; one that is restored is the parameter again.
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def narrowed(self, x: pl.Tensor[[16, 16], pl.FP32], out: pl.Out[pl.Tensor[[16, 16], pl.FP32]], n: pl.Scalar[pl.INDEX]) -> pl.Tensor[[16, 16], pl.FP32, pl.TensorView(valid_shape=[8, 16], stride=[], layout=pl.TensorLayout.ND)]:
        t: pl.Tile[[16, 16], pl.FP32] = pl.load(x, [0, 0], [16, 16])
        if n == 0:
            r: pl.Tensor[[16, 16], pl.FP32] = pl.store(t, [0, 0], out)
        else:
            r: pl.Tensor[[16, 16], pl.FP32] = pl.store(t, [0, 0], out)
        v = pl.tensor.set_validshape(r, 8, 16)
        return v

    @pl.function(type=pl.FunctionType.InCore)
    def restored(self, x: pl.Tensor[[16, 16], pl.FP32], out: pl.Out[pl.Tensor[[16, 16], pl.FP32]], n: pl.Scalar[pl.INDEX]) -> pl.Tensor[[16, 16], pl.FP32]:
        if n == 0:
            v = pl.tensor.set_validshape(out, 8, 16)
        else:
            v = pl.tensor.set_validshape(out, 8, 16)
        r = pl.tensor.assemble(v, x, [0, 0])
        return r
