# A submission leaves out its last argument: the runtime allocates it, once per submission.
import pypto.language as pl


@pl.program
class RuntimeOutput:
    @pl.function(type=pl.FunctionType.InCore)
    def inc(self, x: pl.Tensor[[16], pl.FP32], o: pl.Out[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        t: pl.Tile[[16], pl.FP32] = pl.load(x, [0], [16])
        r: pl.Tensor[[16], pl.FP32] = pl.store(pl.add(t, 1.0), [0], o)
        return r

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[16], pl.FP32], o: pl.Out[pl.Tensor[[16], pl.FP32]], p: pl.Out[pl.Tensor[[16], pl.FP32]]) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        with pl.manual_scope():
            a, t0 = pl.submit(self.inc, x)
            b, t1 = pl.submit(self.inc, x)
            o, t2 = pl.submit(self.inc, a, o, deps=[t0])
            p, t3 = pl.submit(self.inc, b, p, deps=[t1])
        return o, p
