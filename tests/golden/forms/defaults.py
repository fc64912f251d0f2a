import pypto.language as pl

@pl.inline
def scale(x: pl.Tensor[[64], pl.FP32], f: pl.Scalar[pl.FP32] = 2.0) -> pl.Tensor[[64], pl.FP32]:
    return pl.mul(x, f)

@pl.function(type=pl.FunctionType.InCore)
def kern(x: pl.Tensor[[64], pl.FP32], out: pl.Out[pl.Tensor[[64], pl.FP32]], off: pl.Scalar[pl.INDEX] = 0):
    t = pl.load(x, [off], [64])
    pl.store(t, offsets=[off], output_tensor=out)

@pl.program
class P:
    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[64], pl.FP32], out: pl.Out[pl.Tensor[[64], pl.FP32]]):
        y = scale(x)
        z = scale(f=3.0, x=y)
        kern(z, out)
        kern(out=out, x=z, off=0)
