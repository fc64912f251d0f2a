import pypto.language as pl


@pl.program
class P:
    @pl.function
    def main(
        self,
        a,
        b: pl.Tensor,
        c: pl.Tensr[[16], pl.FP32],
        d: pl.Tensor[[16], pl.FP23],
        e: int,
        f: pl.Tensor[[16.5], pl.FP32],
        g: pl.Tensor[[K], pl.FP32],
        a: pl.FP32,
    ) -> pl.Out[pl.Tensor[[16], pl.FP32]]:
        return b
