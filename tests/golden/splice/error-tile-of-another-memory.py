# rows: A79
# error: argument-type
# A tile that lies in another memory than the parameter of the helper says.
import pypto.language as pl


@pl.program
class Written:
    @pl.function(type=pl.FunctionType.Inline)
    def help(self, t: pl.Tile[[4, 4], pl.FP32, pl.Mem.Vec]) -> pl.Tile[[4, 4], pl.FP32]:
        return pl.neg(t)

    @pl.function(type=pl.FunctionType.InCore)
    def main(self, t: pl.Tile[[4, 4], pl.FP32, pl.Mem.Left], o: pl.Out[pl.Tensor[[4, 4], pl.FP32]]) -> pl.Tensor[[4, 4], pl.FP32]:
        u = self.help(t)
        return pl.store(u, [0, 0], o)
