# Case 23-tuple-element-of-inout-gets-alias.
# Elsewhere: the second output of a scope was used under a name that was never declared.
# Right: join reads peak and score; score is read and written by refine, peak only written.
import pypto.language as pl


@pl.program
class UpdateThenRead:
    @pl.function
    def main(
        self,
        x: pl.Tensor[[16, 128], pl.FP32],
        y: pl.Out[pl.Tensor[[16, 128], pl.FP32]],
    ) -> pl.Tensor[[16, 128], pl.FP32]:
        score: pl.Tensor[[16, 128], pl.FP32] = pl.create_tensor([16, 128], dtype=pl.FP32)
        peak: pl.Tensor[[16, 128], pl.FP32] = pl.create_tensor([16, 128], dtype=pl.FP32)
        with pl.at(level=pl.Level.CORE_GROUP, name_hint="seed"):
            score = pl.assemble(score, pl.mul(x, 2.0), [0, 0])
        with pl.at(level=pl.Level.CORE_GROUP, name_hint="refine"):
            s = pl.add(score, x)
            score = pl.assemble(score, s, [0, 0])
            peak = pl.assemble(peak, pl.exp(s), [0, 0])
        with pl.at(level=pl.Level.CORE_GROUP, name_hint="join"):
            y = pl.assemble(y, pl.sub(peak, score), [0, 0])
        return y
