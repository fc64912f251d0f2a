# Only a copy reads what the loop carries in `o`. The copy goes, and the text that is left has no such carry: a name that
# nobody reads is not carried. So the allocation goes too, and it did only when the text was read again.
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def kernel(self, a: pl.Tensor[[16], pl.FP32], o: pl.Out[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        t = pl.load(o, [0], [16])
        o = pl.store(t, [0], o)
        return o

    @pl.function
    def main(
        self,
        c: pl.InOut[pl.Tensor[[16], pl.FP32]],
        q: pl.Tensor[[16], pl.FP32],
        o: pl.InOut[pl.Tensor[[16], pl.FP32]],
    ):
        for s in pl.unroll(1, 7, 2):
            o = pl.create_tensor([16], dtype=pl.FP32)
            q = self.kernel(c, q)
        last = o
