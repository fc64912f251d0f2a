# rows: B34
# What is returned is what the signature says.
import pypto.language as pl


@pl.program
class Returns:
    @pl.function
    def too_few(self, a: pl.Tensor[[4], pl.FP32]) -> tuple[pl.Tensor[[4], pl.FP32], pl.Tensor[[4], pl.FP32]]:
        return a  # error: [return-count]

    @pl.function
    def none(self, a: pl.Tensor[[4], pl.FP32]) -> pl.Tensor[[4], pl.FP32]:  # error: [missing-return]
        b = pl.exp(a)

    @pl.function
    def other_shape(self, a: pl.Tensor[[4], pl.FP32]) -> pl.Tensor[[5], pl.FP32]:
        return a  # error: [return-type]

    @pl.function
    def early(self, a: pl.Tensor[[4], pl.FP32], c: pl.Scalar[pl.BOOL]) -> pl.Tensor[[4], pl.FP32]:
        while c:
            return a  # error: [early-return]
        b = pl.exp(a)
        return b
