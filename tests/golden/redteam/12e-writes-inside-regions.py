# pypto.program: CallInARegion
import pypto.language as pl


@pl.program
class CallInARegion:
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
    def bump(x: pl.Tensor[[16], pl.FP32], o: pl.InOut[pl.Tensor[[16], pl.FP32]]):
        t: pl.Tile[[16], pl.FP32, pl.Mem.Vec] = pl.tile.load(x, [0], [16], [16], target_memory=pl.Mem.Vec)
        u: pl.Tile[[16], pl.FP32, pl.Mem.Vec] = pl.tile.load(o, [0], [16], [16], target_memory=pl.Mem.Vec)
        t_1: pl.Tile[[16], pl.FP32, pl.Mem.Vec] = pl.tile.add(t, u)
        o_1: pl.Tensor[[16], pl.FP32] = pl.tile.store(t_1, [0], o)

    @pl.function
    def main(
        self,
        x: pl.Tensor[[16], pl.FP32],
        o: pl.InOut[pl.Tensor[[16], pl.FP32]],
        r: pl.InOut[pl.Tensor[[16], pl.FP32]],
        n: pl.Scalar[pl.INDEX],
    ) -> pl.Tensor[[16], pl.FP32]:
        a: pl.Tensor[[16], pl.FP32] = pl.tensor.neg(o)
        for i in pl.range(2):
            self.bump(x, o)
        b: pl.Tensor[[16], pl.FP32] = pl.tensor.neg(o)
        if n >= 0:
            self.bump(x, o)
        c: pl.Tensor[[16], pl.FP32] = pl.tensor.neg(o)
        for j in pl.parallel(2):
            self.bump(x, o)
        d: pl.Tensor[[16], pl.FP32] = pl.tensor.neg(o)
        for (k,) in pl.while_(init_values=(0,)):
            pl.cond(k < 2)
            self.bump(x, o)
            k_1: pl.Scalar[pl.INDEX] = k + 1
            k_2: pl.Scalar[pl.INDEX] = pl.yield_(k_1)
        e: pl.Tensor[[16], pl.FP32] = pl.tensor.neg(o)
        for m in pl.range(2):
            pl.tensor.write(o, [m], 0.5)
        f: pl.Tensor[[16], pl.FP32] = pl.tensor.neg(o)
        t: pl.Tensor[[16], pl.FP32] = pl.tensor.muls(b, 2.0)
        t_1: pl.Tensor[[16], pl.FP32] = pl.tensor.add(a, t)
        t_2: pl.Tensor[[16], pl.FP32] = pl.tensor.muls(c, 4.0)
        t_3: pl.Tensor[[16], pl.FP32] = pl.tensor.muls(d, 8.0)
        t_4: pl.Tensor[[16], pl.FP32] = pl.tensor.add(t_2, t_3)
        s: pl.Tensor[[16], pl.FP32] = pl.tensor.add(t_1, t_4)
        t_5: pl.Tensor[[16], pl.FP32] = pl.tensor.muls(e, 16.0)
        t_6: pl.Tensor[[16], pl.FP32] = pl.tensor.add(s, t_5)
        t_7: pl.Tensor[[16], pl.FP32] = pl.tensor.muls(f, 32.0)
        t_8: pl.Tensor[[16], pl.FP32] = pl.tensor.add(t_6, t_7)
        r_1: pl.Tensor[[16], pl.FP32] = pl.tensor.assemble(r, t_8, [0])
        return r_1

