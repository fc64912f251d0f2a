import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def pair(
        self, a: pl.Tensor[["P", 32], pl.FP32], b: pl.Tensor[["P", 32], pl.FP32]
    ) -> pl.Tensor[["P", 32], pl.FP32]:
        return a

    @pl.function
    def main(self, a: pl.Tensor[[96, 32], pl.FP32], b: pl.Tensor[[64, 32], pl.FP32]) -> pl.Tensor[[96, 32], pl.FP32]:
        return self.pair(a, b)
