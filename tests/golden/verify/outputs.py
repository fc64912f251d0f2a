# Outputs that lose what is meant for them: rows D108 and D109.
import pypto.language as pl


@pl.program
class Outputs:
    @pl.function(type=pl.FunctionType.InCore)
    def kernel(
        self, x: pl.Tensor[[8, 8], pl.FP32], y: pl.Out[pl.Tensor[[8, 8], pl.FP32]]
    ) -> pl.Tensor[[8, 8], pl.FP32]:
        t = pl.load(x, [0, 0], [8, 8])
        r = pl.store(t, [0, 0], y)
        return r

    @pl.function(type=pl.FunctionType.Orchestration)
    def dropped(
        self, x: pl.Tensor[[8, 8], pl.FP32], y: pl.Out[pl.Tensor[[8, 8], pl.FP32]]
    ) -> pl.Tensor[[8, 8], pl.FP32]:
        y = pl.add(x, x)  # warning: [out-param-write-dropped]
        return y

    @pl.function(type=pl.FunctionType.Orchestration)
    def kept(
        self, x: pl.Tensor[[8, 8], pl.FP32], y: pl.Out[pl.Tensor[[8, 8], pl.FP32]]
    ) -> pl.Tensor[[8, 8], pl.FP32]:
        y = pl.assemble(y, pl.add(x, x), [0, 0])
        return y

    @pl.function(type=pl.FunctionType.Orchestration)
    def stale(
        self, x: pl.Tensor[[8, 8], pl.FP32], y: pl.Out[pl.Tensor[[8, 8], pl.FP32]]
    ) -> pl.Tensor[[8, 8], pl.FP32]:
        buffer = pl.create_tensor([8, 8], dtype=pl.FP32)
        filled = self.kernel(x, buffer)
        y = self.kernel(buffer, y)  # warning: [stale-after-write]
        return y

    @pl.function(type=pl.FunctionType.Orchestration)
    def fresh(
        self, x: pl.Tensor[[8, 8], pl.FP32], y: pl.Out[pl.Tensor[[8, 8], pl.FP32]]
    ) -> pl.Tensor[[8, 8], pl.FP32]:
        buffer = pl.create_tensor([8, 8], dtype=pl.FP32)
        buffer = self.kernel(x, buffer)
        y = self.kernel(buffer, y)
        return y
