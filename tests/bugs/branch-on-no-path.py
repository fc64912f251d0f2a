# Only an arm that no path takes makes two parameters one buffer. The kernel, optimized with caution for it, is looked at
# again once the arm is gone.
import pypto.language as pl


@pl.program
class NoArm:
    @pl.function(type=pl.FunctionType.InCore)
    def k1(self, s: pl.InOut[pl.Tensor[[16], pl.FP32]], b: pl.InOut[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        t = pl.load(b, [0], [16])
        if 1 > 3:
            s = pl.store(t, [0], b)
        s1 = pl.store(pl.neg(t), [0], s)
        u = pl.load(b, [0], [16])
        b1 = pl.store(u, [0], b)
        return b1
