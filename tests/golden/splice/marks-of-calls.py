# rows: A101, A103, A104, A105
# What the caller marks is marked where a helper, or a helper of that, takes it: on the scope and on the call, in the order of
# the arguments, once each. Operators take no mark, and what nobody takes is marked nowhere.
import pypto.language as pl


@pl.program
class Written:
    @pl.function(type=pl.FunctionType.InCore)
    def k(self, x: pl.Tensor[[16], pl.FP32], y: pl.Tensor[[16], pl.FP32], o: pl.Out[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        t = pl.add(pl.load(x, [0], [16]), pl.load(y, [0], [16]))
        return pl.store(t, [0], o)

    @pl.function(type=pl.FunctionType.Inline)
    def inner(self, y: pl.Tensor[[16], pl.FP32], z: pl.Tensor[[16], pl.FP32], o: pl.InOut[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        pl.dump_tag(z)
        for i in pl.range(2):
            o = self.k(y, z, o)
        return o

    @pl.function(type=pl.FunctionType.Inline)
    def help(self, x: pl.Tensor[[16], pl.FP32], b: pl.Tensor[[16], pl.FP32], o: pl.InOut[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        with pl.at(level=pl.Level.CORE_GROUP, name_hint="pack"):
            o = pl.assemble(o, x, [0])
        o = pl.assemble(o, x, [0])
        o = self.inner(x, b, o)
        return o

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, a: pl.Tensor[[16], pl.FP32], b: pl.Tensor[[16], pl.FP32], c: pl.Tensor[[16], pl.FP32], o: pl.InOut[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        pl.dump_tag(a)
        pl.dump_tag(b)
        pl.dump_tag(c)
        o = self.help(a, b, o)
        return o


@pl.program
class Spliced:
    @pl.function(type=pl.FunctionType.InCore)
    def k(self, x: pl.Tensor[[16], pl.FP32], y: pl.Tensor[[16], pl.FP32], o: pl.Out[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        t = pl.add(pl.load(x, [0], [16]), pl.load(y, [0], [16]))
        return pl.store(t, [0], o)

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, a: pl.Tensor[[16], pl.FP32], b: pl.Tensor[[16], pl.FP32], c: pl.Tensor[[16], pl.FP32], o: pl.InOut[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        pl.dump_tag(a)
        pl.dump_tag(b)
        with pl.at(level=pl.Level.CORE_GROUP, name_hint="pack"):
            o = pl.assemble(o, a, [0])
        o = pl.assemble(o, a, [0])
        for i in pl.range(2):
            o = self.k(a, b, o)
        return o
