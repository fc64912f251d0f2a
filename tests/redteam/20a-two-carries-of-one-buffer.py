# Both carries start as one buffer; one is written while the other is read, and they change places.
import pypto.language as pl


@pl.program
class OneBufferTwice:
    @pl.function(type=pl.FunctionType.InCore)
    def main(self, a: pl.InOut[pl.Tensor[[16], pl.FP32]], o: pl.InOut[pl.Tensor[[16], pl.FP32]]) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        for i, (p, q, acc) in pl.range(2, init_values=(a, a, o)):
            t: pl.Tile[[8], pl.FP32] = pl.load(acc, [i * 8], [8])
            p1: pl.Tensor[[16], pl.FP32] = pl.store(pl.add(t, 1.0), [0], p)
            u: pl.Tile[[16], pl.FP32] = pl.load(q, [0], [16])
            acc1: pl.Tensor[[16], pl.FP32] = pl.store(pl.mul(u, 2.0), [0], acc)
            pn, qn, an = pl.yield_(q, p1, acc1)
        return pn, an
