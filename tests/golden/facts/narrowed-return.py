# rows: B18, B20
# A narrowed valid shape on one path, in a loop, or behind it: never the parameter.
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def one(self, x: pl.Tensor[[16, 16], pl.FP32], o: pl.Out[pl.Tensor[[16, 16], pl.FP32]], n: pl.Scalar[pl.INDEX]) -> pl.Tensor[[16, 16], pl.FP32, pl.TensorView(valid_shape=[8, 16], stride=[], layout=pl.TensorLayout.ND)]:
        for i, (c,) in pl.range(0, n, init_values=(o,)):
            c1 = pl.tensor.assemble(c, x, [0, 0])
            r = pl.yield_(c1)
        v = pl.tensor.set_validshape(r, 8, 16)
        return v

    @pl.function(type=pl.FunctionType.InCore)
    def again(self, x: pl.Tensor[[16, 16], pl.FP32], o: pl.Out[pl.Tensor[[16, 16], pl.FP32]], n: pl.Scalar[pl.INDEX]) -> pl.Tensor[[16, 16], pl.FP32]:
        v = pl.tensor.set_validshape(o, 8, 16)
        w = pl.tensor.set_validshape(v, 16, 16)
        r = pl.tensor.assemble(w, x, [0, 0])
        return r

#= again(x In, o Out, n In) -> o
#= one(x In, o Out, n In) -> -
#=   range: c ?
