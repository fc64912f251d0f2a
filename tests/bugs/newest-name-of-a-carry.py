# After the scope became a function its result is carried around the loop. What the trip hands on is the newest name of the
# storage, which is that of the write behind the scope; optimizing the output said so, the output itself did not.
import pypto.language as pl


@pl.program
class Generated:
    @pl.function
    def main(self, b: pl.InOut[pl.Tensor[[4, 8], pl.FP32]], n: pl.Scalar[pl.INDEX]) -> pl.Tensor[[4, 8], pl.FP32]:
        for i in pl.range(3):
            with pl.at(level=pl.Level.CORE_GROUP, name_hint="part"):
                u = pl.assemble(b, b, [0, 0])
            q = pl.assemble(b, b, [0, 0])
        if n > 0:
            with pl.at(level=pl.Level.CORE_GROUP, name_hint="part"):
                v = pl.assemble(b, b, [0, 0])
            w = pl.assemble(b, b, [0, 0])
        return b
