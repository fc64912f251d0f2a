# The double underscore belongs to compilers.
import pypto.language as pl


@pl.program
class Names:
    @pl.function(type=pl.FunctionType.Orchestration)
    def main(
        self,
        x__ssa_v0: pl.Tensor[[4], pl.FP32],
        a__b: pl.Tensor[[4], pl.FP32],  # error: [reserved-name]
    ) -> pl.Tensor[[4], pl.FP32]:
        y__z = pl.add(x__ssa_v0, a__b)  # error: [reserved-name]
        return y__z
