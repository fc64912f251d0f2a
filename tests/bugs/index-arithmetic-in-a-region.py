# A scalar that comes into a loop or scope from outside had no type there, so sums of it had no normal form: the offset
# stayed as it was written until the scope had become a function.
import pypto.language as pl


@pl.program
class Inside:
    @pl.function
    def main(self, a: pl.InOut[pl.Tensor[[16], pl.FP32]], o: pl.InOut[pl.Tensor[[16], pl.FP32]], n: pl.Scalar[pl.INDEX]):
        for i in pl.range(2):
            b = pl.slice(a, [8], [(n * 2 - 0) % 9])
            o = pl.assemble(o, b, [0])
        with pl.at(level=pl.Level.CORE_GROUP, name_hint="part"):
            c = pl.slice(a, [8], [(n * 2 - 0) % 9])
            o = pl.assemble(o, c, [8])
