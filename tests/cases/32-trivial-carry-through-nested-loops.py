# Case 32-trivial-carry-through-nested-loops.
# Elsewhere: a fresh handle per trip broke the chain of dependencies.
# Right: both carries are the parameter total under other names; linear in the size of the program.
import pypto.language as pl


@pl.program
class NestedAcc:
    @pl.function(type=pl.FunctionType.InCore)
    def add_row(
        self,
        x: pl.Tensor[[36, 64], pl.FP32],
        row: pl.Scalar[pl.INDEX],
        acc: pl.InOut[pl.Tensor[[1, 64], pl.FP32]],
    ) -> pl.Tensor[[1, 64], pl.FP32]:
        a: pl.Tile[[1, 64], pl.FP32] = pl.load(acc, [0, 0], [1, 64])
        t: pl.Tile[[1, 64], pl.FP32] = pl.load(x, [row, 0], [1, 64])
        r: pl.Tensor[[1, 64], pl.FP32] = pl.store(pl.add(a, t), [0, 0], acc)
        return r

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(
        self,
        x: pl.Tensor[[36, 64], pl.FP32],
        total: pl.InOut[pl.Tensor[[1, 64], pl.FP32]],
    ) -> pl.Tensor[[1, 64], pl.FP32]:
        for i, (outer,) in pl.range(0, 6, init_values=(total,)):
            for j, (inner,) in pl.range(0, 6, init_values=(outer,)):
                row: pl.Scalar[pl.INDEX] = i * 6 + j
                nxt: pl.Tensor[[1, 64], pl.FP32] = self.add_row(x, row, inner)
                inner_rv = pl.yield_(nxt)
            outer_rv = pl.yield_(inner_rv)
        return outer_rv
