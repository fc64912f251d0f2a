# Case 37-callee-write-through-carry-marks-param.
# Elsewhere: the parameter behind the carry stayed In though each trip writes it.
# Right: x is In, sink is Out.
import pypto.language as pl


@pl.program
class CarriedWrite:
    @pl.function(type=pl.FunctionType.InCore)
    def step(
        self,
        x: pl.Tensor[[32, 64], pl.FP32],
        o: pl.Out[pl.Tensor[[32, 64], pl.FP32]],
    ) -> pl.Tensor[[32, 64], pl.FP32]:
        t: pl.Tile[[32, 64], pl.FP32] = pl.load(x, [0, 0], [32, 64])
        r: pl.Tensor[[32, 64], pl.FP32] = pl.store(pl.add(t, 1.0), [0, 0], o)
        return r

    @pl.function
    def main(
        self,
        x: pl.Tensor[[32, 64], pl.FP32],
        sink: pl.Tensor[[32, 64], pl.FP32],
    ) -> pl.Tensor[[32, 64], pl.FP32]:
        acc = sink
        for _i in pl.range(4):
            acc = self.step(x, acc)
        return acc
