# pypto.program: External
import pypto.language as pl


@pl.program
class External:
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
    def copy(x: pl.Tensor[[16], pl.FP32], o: pl.Out[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        t: pl.Tile[[16], pl.FP32, pl.Mem.Vec] = pl.tile.load(x, [0], [16], [16], target_memory=pl.Mem.Vec)
        r: pl.Tensor[[16], pl.FP32] = pl.tile.store(t, [0], o)
        return r

    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
    def ext(
        x: pl.Tensor[[16], pl.FP32],
        o: pl.Out[pl.Tensor[[16], pl.FP32]],
        p: pl.InOut[pl.Tensor[[16], pl.FP32]],
    ) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        ...

    @pl.function(type=pl.FunctionType.Orchestration, level=pl.Level.CHIP, role=pl.Role.Orchestrator)
    def main(
        self,
        x: pl.Tensor[[16], pl.FP32],
        o: pl.InOut[pl.Tensor[[16], pl.FP32]],
        p: pl.InOut[pl.Tensor[[16], pl.FP32]],
        q: pl.Out[pl.Tensor[[16], pl.FP32]],
    ) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        o1: pl.Tensor[[16], pl.FP32] = self.copy(x, o)
        ret: pl.Tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]] = self.ext(x, o1, p)
        o2: pl.Tensor[[16], pl.FP32] = ret[0]
        p1: pl.Tensor[[16], pl.FP32] = ret[1]
        ret_1: pl.Tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]] = self.ext(x, o2, p1)
        o3: pl.Tensor[[16], pl.FP32] = ret_1[0]
        p2: pl.Tensor[[16], pl.FP32] = ret_1[1]
        q1: pl.Tensor[[16], pl.FP32] = self.copy(o3, q)
        return o3, p2, q1

