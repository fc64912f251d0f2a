# A kernel of tensor operators for both cores is launched as its two halves.
import pypto.language as pl


@pl.program
class MixedScope:
    @pl.function(type=pl.FunctionType.InCore)
    def attend(self, q: pl.Tensor[[16, 16], pl.FP32], k: pl.Tensor[[16, 16], pl.FP32], o: pl.Out[pl.Tensor[[16, 16], pl.FP32]]) -> pl.Tensor[[16, 16], pl.FP32]:
        s = pl.matmul(q, k, b_trans=True)
        e = pl.exp(pl.row_expand_sub(s, pl.row_max(s)))
        o_1 = pl.assemble(o, pl.row_expand_div(e, pl.row_sum(e)), [0, 0])
        return o

    @pl.function(type=pl.FunctionType.Orchestration, auto_scope=False)
    def main(self, q: pl.Tensor[[16, 16], pl.FP32], k: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]) -> pl.Tensor[[16, 16], pl.FP32]:
        with pl.scope():
            y_1 = self.attend(q, k, y, attrs={"arg_directions": [pl.adir.input, pl.adir.input, pl.adir.output_existing]})
        return y_1
