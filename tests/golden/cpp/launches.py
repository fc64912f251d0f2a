# Groups, launches over blocks, both vector lanes, predicates, early resolve, dumps, outputs that the runtime allocates.
import pypto.language as pl


@pl.program
class Launches:
    @pl.function(type=pl.FunctionType.AIV)
    def step(
        self, x: pl.Tensor[[16, 16], pl.FP32], o: pl.Out[pl.Tensor[[16, 16], pl.FP32]]
    ) -> pl.Tensor[[16, 16], pl.FP32]:
        t = pl.load(x, [0, 0], [16, 16])
        pl.store(pl.add(t, 1.0), [0, 0], o)
        return o

    @pl.function(type=pl.FunctionType.AIV)
    def accumulate(
        self, x: pl.Tensor[[16, 16], pl.FP32], acc: pl.InOut[pl.Tensor[[16, 16], pl.FP32]]
    ) -> pl.Tensor[[16, 16], pl.FP32]:
        t = pl.load(x, [0, 0], [16, 16])
        a = pl.load(acc, [0, 0], [16, 16])
        pl.store(pl.add(a, t), [0, 0], acc)
        return acc

    @pl.function(type=pl.FunctionType.InCore)
    def cube(self, x: pl.Tensor[[16, 16], pl.FP32], w: pl.Tensor[[16, 16], pl.FP32], h: pl.Out[pl.Tensor[[16, 16], pl.FP32]], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]) -> tuple[pl.Tensor[[16, 16], pl.FP32], pl.Tensor[[16, 16], pl.FP32]]:
        a = pl.load(x, [0, 0], [16, 16], target_memory=pl.Mem.Mat)
        b = pl.load(w, [0, 0], [16, 16], target_memory=pl.Mem.Mat)
        l = pl.move(a, target_memory=pl.Mem.Left)
        r = pl.move(b, target_memory=pl.Mem.Right)
        pl.store(pl.matmul(l, r), [0, 0], h)
        return h, y

    @pl.function(type=pl.FunctionType.InCore)
    def vector(self, x: pl.Tensor[[16, 16], pl.FP32], w: pl.Tensor[[16, 16], pl.FP32], h: pl.Out[pl.Tensor[[16, 16], pl.FP32]], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]) -> tuple[pl.Tensor[[16, 16], pl.FP32], pl.Tensor[[16, 16], pl.FP32]]:
        t = pl.load(x, [0, 0], [16, 16])
        pl.store(pl.exp(t), [0, 0], y)
        return h, y

    @pl.function(type=pl.FunctionType.Group)
    def both(self, x: pl.Tensor[[16, 16], pl.FP32], w: pl.Tensor[[16, 16], pl.FP32], h: pl.Out[pl.Tensor[[16, 16], pl.FP32]], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]) -> tuple[pl.Tensor[[16, 16], pl.FP32], pl.Tensor[[16, 16], pl.FP32]]:
        h_1, y_1 = self.cube(x, w, h, y)
        h_2, y_2 = self.vector(x, w, h, y)
        return h, y

    @pl.function(type=pl.FunctionType.AIV)
    def block(self, flag: pl.Tensor[[4], pl.INT32], x: pl.Tensor[[16, 16], pl.FP32], o: pl.InOut[pl.Tensor[[16, 16], pl.FP32]]) -> pl.Tensor[[16, 16], pl.FP32]:
        b: pl.Scalar[pl.INDEX] = pl.tile.get_block_idx()
        t = pl.load(x, [b * 4, 0], [4, 16])
        pl.store(t, [b * 4, 0], o)
        return o

    @pl.function(type=pl.FunctionType.Spmd)
    def wide(self, x: pl.Tensor[[16, 16], pl.FP32], o: pl.InOut[pl.Tensor[[16, 16], pl.FP32]], flag: pl.Tensor[[4], pl.INT32]) -> pl.Tensor[[16, 16], pl.FP32]:
        pl.func_attr({"core_num": 4, "sync_start": True})
        o_1 = self.block(flag, x, o)
        return o

    @pl.function(type=pl.FunctionType.Orchestration, auto_scope=False)
    def main(self, x: pl.Tensor[[16, 16], pl.FP32], w: pl.Tensor[[16, 16], pl.FP32], flag: pl.Tensor[[4], pl.INT32], h: pl.Out[pl.Tensor[[16, 16], pl.FP32]], y: pl.InOut[pl.Tensor[[16, 16], pl.FP32]]) -> tuple[pl.Tensor[[16, 16], pl.FP32], pl.Tensor[[16, 16], pl.FP32]]:
        with pl.scope():
            h_1, y_1 = self.both(
                x, w, h, y,
                attrs={"arg_directions": [pl.adir.input, pl.adir.input, pl.adir.output_existing, pl.adir.inout]},
            )
            y_2 = self.wide(h_1, y_1, flag, attrs={"arg_directions": [pl.adir.input, pl.adir.inout, pl.adir.input]})
            made, t = pl.submit(self.step, y_2, allow_early_resolve=True, attrs={"arg_directions": [pl.adir.input]})
            y_3, _u = pl.submit(
                self.accumulate,
                made,
                y_2,
                deps=[t],
                dumps=[y_2],
                predicate=(0 < pl.tensor.read(flag, [2])),
                attrs={"arg_directions": [pl.adir.input, pl.adir.inout]},
            )
            blocks: pl.Scalar[pl.INDEX] = pl.tensor.dim(x, 0) // 4
            y_4, _w = pl.spmd_submit(
                self.block, flag, made, y_3, core_num=blocks * 1,
                attrs={"arg_directions": [pl.adir.input, pl.adir.no_dep, pl.adir.inout]},
            )
        return h_1, y_4
