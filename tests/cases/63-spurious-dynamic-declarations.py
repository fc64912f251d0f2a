# Case 63-spurious-dynamic-declarations.
# Elsewhere: local extents were declared as symbols of the module.
# Right: no symbol is declared: m and n are the local and the parameter.
import pypto.language as pl


@pl.program
class LocalExtent:
    @pl.function(type=pl.FunctionType.InCore)
    def k(
        self,
        x: pl.Tensor[[32, 32], pl.FP32],
        n: pl.Scalar[pl.INDEX],
        o: pl.Out[pl.Tensor[[32, 32], pl.FP32]],
    ) -> pl.Tensor[[32, 32], pl.FP32]:
        m: pl.Scalar[pl.INDEX] = n * 2
        t = pl.load(x, [0, 0], [32, 32], valid_shape=[m, n])
        r: pl.Tensor[[32, 32], pl.FP32] = pl.store(t, [0, 0], o)
        return r
