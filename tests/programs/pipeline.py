# A software pipeline over the rows of a matrix, scheduled by hand: lanes of tasks, phases fenced by arrays of task ids,
# a barrier, a predicated task, and a launch over blocks. Any number of rows works: each task takes every LANES-th row.
import pypto.language as pl

LANES = 4
COLS = 64
PHASES = 3

ROWS = pl.dynamic("ROWS")


@pl.program
class Pipeline:
    # y = x * factor + 1 on every LANES-th row from `lane` on.
    @pl.function(type=pl.FunctionType.AIV)
    def scale_rows(
        self,
        x: pl.Tensor[[ROWS, COLS], pl.FP32],
        lane: pl.Scalar[pl.INDEX],
        factor: pl.Scalar[pl.FP32],
        y: pl.Out[pl.Tensor[[ROWS, COLS], pl.FP32]],
    ) -> pl.Tensor[[ROWS, COLS], pl.FP32]:
        rows: pl.Scalar[pl.INDEX] = pl.tensor.dim(x, 0)
        for r in pl.range(lane, rows, LANES):
            t = pl.load(x, [r, 0], [1, COLS])
            y = pl.store(pl.add(pl.mul(t, factor), 1.0), [r, 0], y)
        return y

    # Adds to each row the row before it (the last one for the first), from another buffer.
    @pl.function(type=pl.FunctionType.AIV)
    def mix_rows(
        self,
        x: pl.Tensor[[ROWS, COLS], pl.FP32],
        lane: pl.Scalar[pl.INDEX],
        y: pl.Out[pl.Tensor[[ROWS, COLS], pl.FP32]],
    ) -> pl.Tensor[[ROWS, COLS], pl.FP32]:
        rows: pl.Scalar[pl.INDEX] = pl.tensor.dim(x, 0)
        for r in pl.range(lane, rows, LANES):
            if r == 0:
                before: pl.Scalar[pl.INDEX] = pl.yield_(rows - 1)
            else:
                before: pl.Scalar[pl.INDEX] = pl.yield_(r - 1)
            here = pl.load(x, [r, 0], [1, COLS])
            there = pl.load(x, [before, 0], [1, COLS])
            y = pl.store(pl.mul(pl.add(here, there), 0.5), [r, 0], y)
        return y

    # Column sums of all rows; a second result says whether any sum is above the threshold.
    @pl.function(type=pl.FunctionType.AIV)
    def sum_rows(
        self,
        x: pl.Tensor[[ROWS, COLS], pl.FP32],
        threshold: pl.Scalar[pl.FP32],
        total: pl.Out[pl.Tensor[[1, COLS], pl.FP32]],
        flags: pl.Out[pl.Tensor[[1], pl.INT32]],
    ) -> tuple[pl.Tensor[[1], pl.INT32], pl.Tensor[[1, COLS], pl.FP32]]:
        rows: pl.Scalar[pl.INDEX] = pl.tensor.dim(x, 0)
        acc = pl.tile.full([1, COLS], dtype=pl.FP32, value=0.0)
        for r in pl.range(rows):
            acc = pl.add(acc, pl.load(x, [r, 0], [1, COLS]))
        tmp = pl.create_tile([1, COLS], dtype=pl.FP32, target_memory=pl.Mem.Vec)
        top: pl.Tile[[1, 1], pl.FP32] = pl.row_max(acc, tmp)
        highest: pl.Scalar[pl.FP32] = pl.tile.read(top, [0, 0])
        high: pl.Scalar[pl.INT32] = pl.const(0, pl.INT32)
        if highest > threshold:
            high = pl.const(1, pl.INT32)
        total_1: pl.Tensor[[1, COLS], pl.FP32] = pl.store(acc, [0, 0], total)
        flags_1: pl.Tensor[[1], pl.INT32] = pl.tensor.write(flags, [0], high)
        return flags_1, total_1

    # Halves the sums in place.
    @pl.function(type=pl.FunctionType.AIV)
    def damp(
        self, total: pl.InOut[pl.Tensor[[1, COLS], pl.FP32]]
    ) -> pl.Tensor[[1, COLS], pl.FP32]:
        total = pl.store(pl.mul(pl.load(total, [0, 0], [1, COLS]), 0.5), [0, 0], total)
        return total

    # out = x + total on every row; block b of the launch takes each row whose number ends in b.
    @pl.function(type=pl.FunctionType.AIV)
    def spread(
        self,
        x: pl.Tensor[[ROWS, COLS], pl.FP32],
        total: pl.Tensor[[1, COLS], pl.FP32],
        out: pl.Out[pl.Tensor[[ROWS, COLS], pl.FP32]],
    ) -> pl.Tensor[[ROWS, COLS], pl.FP32]:
        rows: pl.Scalar[pl.INDEX] = pl.tensor.dim(x, 0)
        first: pl.Scalar[pl.INDEX] = pl.tile.get_block_idx()
        blocks: pl.Scalar[pl.INDEX] = pl.tile.get_block_num()
        sums = pl.load(total, [0, 0], [1, COLS])
        for r in pl.range(first, rows, blocks):
            out = pl.store(pl.add(pl.load(x, [r, 0], [1, COLS]), sums), [r, 0], out)
        return out

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(
        self,
        x: pl.Tensor[[ROWS, COLS], pl.FP32],
        factor: pl.Scalar[pl.FP32],
        threshold: pl.Scalar[pl.FP32],
        ping: pl.Out[pl.Tensor[[ROWS, COLS], pl.FP32]],
        pong: pl.Out[pl.Tensor[[ROWS, COLS], pl.FP32]],
        total: pl.Out[pl.Tensor[[1, COLS], pl.FP32]],
        flags: pl.Out[pl.Tensor[[1], pl.INT32]],
        out: pl.Out[pl.Tensor[[ROWS, COLS], pl.FP32]],
    ) -> tuple[pl.Tensor[[1, COLS], pl.FP32], pl.Tensor[[ROWS, COLS], pl.FP32]]:
        with pl.manual_scope():
            # Stage 1: one task a lane, each remembered in its slot.
            ready = pl.array.create(LANES, pl.TASK_ID)
            for lane in pl.range(LANES):
                ping, t = pl.submit(self.scale_rows, x, lane, factor, ping)
                ready[lane] = t

            # Stage 2: every task of a phase waits for all tasks of the phase before; the buffers change places.
            for phase, (src, dst, seen) in pl.range(PHASES, init_values=(ping, pong, ready)):
                fresh = pl.array.create(LANES, pl.TASK_ID)
                for lane in pl.parallel(LANES):
                    dst, t = pl.submit(self.mix_rows, src, lane, dst, deps=[seen])
                    fresh[lane] = t
                src_end, dst_end, seen_end = pl.yield_(dst, src, fresh)

            # Stage 3: one barrier for all lanes, then the sums, then a task that runs only if they are high.
            gate = pl.system.task_dummy(deps=[seen_end])
            (flags, total), summed = pl.submit(self.sum_rows, src_end, threshold, total, flags, deps=[gate])
            total, damped = pl.submit(
                self.damp,
                total,
                deps=[summed],
                predicate=(pl.tensor.read(flags, [0]) > 0),
                allow_early_resolve=True,
            )

            # Stage 4: as blocks that start together.
            out, _last = pl.spmd_submit(
                self.spread,
                src_end,
                total,
                out,
                core_num=LANES,
                sync_start=True,
                deps=[damped, summed],
                dumps=[total],
            )
        return total, out

    # The first two stages with the scopes spelled out: automatic dependencies for the scaling, then a chain in which each
    # lane waits for the one before it.
    @pl.function(type=pl.FunctionType.Orchestration, auto_scope=False)
    def chained(
        self,
        x: pl.Tensor[[ROWS, COLS], pl.FP32],
        factor: pl.Scalar[pl.FP32],
        ping: pl.Out[pl.Tensor[[ROWS, COLS], pl.FP32]],
        pong: pl.Out[pl.Tensor[[ROWS, COLS], pl.FP32]],
        out: pl.Out[pl.Tensor[[ROWS, COLS], pl.FP32]],
    ) -> pl.Tensor[[ROWS, COLS], pl.FP32]:
        with pl.scope():
            scaled = pl.array.create(LANES, pl.TASK_ID)
            for lane in pl.range(LANES):
                ping, t = pl.submit(self.scale_rows, pl.no_dep(x), lane, factor, ping)
                scaled[lane] = t
            with pl.scope(mode=pl.ScopeMode.MANUAL):
                last = None
                for lane in pl.range(LANES):
                    pong, last = pl.submit(self.mix_rows, ping, lane, pong, deps=[last, scaled])
                slots = pl.array.create(LANES, pl.TASK_ID)
                for lane in pl.range(LANES):
                    out, t = pl.submit(self.mix_rows, pong, lane, out, deps=[last])
                    slots[lane] = t
                # The rows of lane 0 once more, when every lane is done.
                out, _end = pl.submit(
                    self.scale_rows, pong, 0, factor, out, deps=[slots[i] for i in range(LANES)]
                )
        return out
