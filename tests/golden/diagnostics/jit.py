import pypto.language as pl


@pl.program
class P:
    @pl.function
    def main(self, x: pl.Tensor[[16], pl.FP32]) -> pl.Tensor[[16], pl.FP32]:
        return helper(x)


@pl.jit
def helper(x: pl.Tensor[[16], pl.FP32]):
    return pl.exp(x)
