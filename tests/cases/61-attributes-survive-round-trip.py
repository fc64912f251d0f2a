# Case 61-attributes-survive-round-trip.
# Elsewhere: attributes outside a fixed list were dropped when printed.
# Right: type and attributes of the function, manual_dep and the mark on argument 0 are all there after
# printing.
import pypto.language as pl


@pl.program
class Attrs:
    @pl.function(type=pl.FunctionType.InCore, attrs={"split": pl.SplitMode.UP_DOWN})
    def cp(
        self,
        a: pl.Tensor[[16, 64], pl.FP32],
        o: pl.Out[pl.Tensor[[16, 64], pl.FP32]],
    ) -> pl.Tensor[[16, 64], pl.FP32]:
        t: pl.Tile[[16, 64], pl.FP32] = pl.load(a, [0, 0], [16, 64])
        r: pl.Tensor[[16, 64], pl.FP32] = pl.store(t, [0, 0], o)
        return r

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(
        self,
        a: pl.Tensor[[16, 64], pl.FP32],
        o: pl.Out[pl.Tensor[[16, 64], pl.FP32]],
    ) -> pl.Tensor[[16, 64], pl.FP32]:
        tmp: pl.Tensor[[16, 64], pl.FP32] = pl.create_tensor([16, 64], dtype=pl.FP32, manual_dep=True)
        tmp = self.cp(pl.no_dep(a), tmp)
        o = self.cp(tmp, o)
        return o
