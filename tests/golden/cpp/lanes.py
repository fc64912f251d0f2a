# Both vector lanes of a kernel, a group whose vector kernel is split, a context that goes through wrappers.
import pypto.language as pl
import pypto.language.distributed as pld


@pl.program
class Lanes:
    @pl.function(type=pl.FunctionType.AIV)
    def both_lanes(
        self, x: pl.Tensor[[16, 16], pl.FP32], o: pl.InOut[pl.Tensor[[16, 16], pl.FP32]]
    ) -> pl.Tensor[[16, 16], pl.FP32]:
        pl.func_attr({"dual_aiv_dispatch": True})
        t = pl.load(x, [0, 0], [16, 16])
        pl.store(t, [0, 0], o)
        return o

    @pl.function(type=pl.FunctionType.AIC)
    def cube(
        self, x: pl.Tensor[[16, 16], pl.FP32], o: pl.InOut[pl.Tensor[[16, 16], pl.FP32]], ctx: pld.CommCtxType
    ) -> pl.Tensor[[16, 16], pl.FP32]:
        return o

    @pl.function(type=pl.FunctionType.AIV)
    def vector(
        self, x: pl.Tensor[[16, 16], pl.FP32], o: pl.InOut[pl.Tensor[[16, 16], pl.FP32]], ctx: pld.CommCtxType
    ) -> pl.Tensor[[16, 16], pl.FP32]:
        pl.func_attr({"split": pl.SplitMode.UP_DOWN})
        t = pl.load(x, [0, 0], [16, 16])
        pl.store(pl.neg(t), [0, 0], o)
        return o

    @pl.function(type=pl.FunctionType.Group)
    def group(
        self, ctx: pld.CommCtxType, x: pl.Tensor[[16, 16], pl.FP32], o: pl.InOut[pl.Tensor[[16, 16], pl.FP32]]
    ) -> pl.Tensor[[16, 16], pl.FP32]:
        o_1 = self.cube(x, o, ctx)
        o_2 = self.vector(x, o, ctx)
        return o

    @pl.function(type=pl.FunctionType.Spmd)
    def wide(
        self, o: pl.InOut[pl.Tensor[[16, 16], pl.FP32]], ctx: pld.CommCtxType, x: pl.Tensor[[16, 16], pl.FP32]
    ) -> pl.Tensor[[16, 16], pl.FP32]:
        pl.func_attr({"core_num": 2})
        o_1 = self.group(ctx, x, o)
        return o

    @pl.function(type=pl.FunctionType.Orchestration, auto_scope=False)
    def main(
        self,
        ctx: pld.CommCtxType,
        x: pl.Tensor[[16, 16], pl.FP32],
        o: pl.InOut[pl.Tensor[[16, 16], pl.FP32]],
    ) -> pl.Tensor[[16, 16], pl.FP32]:
        with pl.scope():
            o_1 = self.both_lanes(x, o, attrs={"arg_directions": [pl.adir.input, pl.adir.inout]})
            o_2 = self.group(ctx, x, o_1, attrs={"arg_directions": [pl.adir.scalar, pl.adir.input, pl.adir.inout]})
            o_3 = self.wide(o_2, ctx, x, attrs={"arg_directions": [pl.adir.inout, pl.adir.scalar, pl.adir.input]})
        return o_3
