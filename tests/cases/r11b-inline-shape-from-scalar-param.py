# Case r11b-inline-shape-from-scalar-param.
# Elsewhere: types of the spliced body kept the helper's own n.
# Right: n is k in the first copy and 8 in the second.
import pypto.language as pl


@pl.program
class ShapeParam:
    @pl.function(type=pl.FunctionType.Inline)
    def head(self, x: pl.Tensor[[64, 16], pl.FP32], n: pl.Scalar[pl.INDEX]) -> pl.Tensor[[64, 16], pl.FP32]:
        part: pl.Tensor[[n, 16], pl.FP32] = pl.slice(x, [n, 16], [0, 0])
        dbl: pl.Tensor[[n, 16], pl.FP32] = pl.add(part, part)
        res: pl.Tensor[[64, 16], pl.FP32] = pl.assemble(x, dbl, [0, 0])
        return res

    @pl.function
    def main(self, a: pl.Tensor[[64, 16], pl.FP32], k: pl.Scalar[pl.INDEX]) -> pl.Tensor[[64, 16], pl.FP32]:
        r: pl.Tensor[[64, 16], pl.FP32] = self.head(a, k)
        s: pl.Tensor[[64, 16], pl.FP32] = self.head(r, 8)
        return s
