# Flash attention over a prompt: causal, one head, blocks of 16 queries against blocks of 16 keys.
#
# The accumulators live in global memory and are updated in place: m, l and o of a block of queries go round the loop
# over the blocks of keys, and a matrix product over the head's extent accumulates on the core. Keys that the `keep` row
# marks with zero take no part; the row ends at the first negative entry. Most of the text is in the form that a
# compiler prints: one definition a name, loops and branches with explicit yields.
import pypto.language as pl


@pl.program
class FlashAttention:
    # How many keys there are: the entries of `keep` before the first negative one, by element.
    @pl.function(type=pl.FunctionType.AIV)
    def count_keys(
        self,
        keep: pl.Tensor[[1, 64], pl.INT32],
        count: pl.Out[pl.Tensor[[1], pl.INT32]],
    ) -> pl.Tensor[[1], pl.INT32]:
        n: pl.Scalar[pl.INT32] = pl.const(0, pl.INT32)
        for j in pl.range(64):
            entry: pl.Scalar[pl.INT32] = pl.tensor.read(keep, [0, j])
            if entry < 0:
                break
            n = n + pl.const(1, pl.INT32)
        # At least the first block, so that no sum is empty.
        n = pl.max(n, pl.const(16, pl.INT32))
        count = pl.tensor.write(count, [0], n)
        return count

    # bias[0, j] is 0 where key j counts, and very low elsewhere.
    @pl.function(type=pl.FunctionType.AIV)
    def make_bias(
        self,
        keep: pl.Tensor[[1, 64], pl.INT32],
        count: pl.Tensor[[1], pl.INT32],
        bias: pl.Out[pl.Tensor[[1, 64], pl.FP32]],
    ) -> pl.Tensor[[1, 64], pl.FP32]:
        n: pl.Scalar[pl.INT32] = pl.tensor.read(count, [0])
        for j in pl.range(64):
            entry: pl.Scalar[pl.INT32] = pl.tensor.read(keep, [0, j])
            # Key 0 always counts.
            if j == 0 or (entry > 0 and pl.cast(j, pl.INT32) < n):
                bias = pl.tensor.write(bias, [0, j], 0.0)
                continue
            bias = pl.tensor.write(bias, [0, j], -1.0e30)
        return bias

    @pl.function(type=pl.FunctionType.AIC, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
    def scores(
        q: pl.Tensor[[64, 32], pl.FP32],
        k_t: pl.Tensor[[32, 64], pl.FP32],
        row: pl.Scalar[pl.INDEX],
        col: pl.Scalar[pl.INDEX],
        s: pl.Out[pl.Tensor[[16, 16], pl.FP32]],
    ) -> pl.Tensor[[16, 16], pl.FP32]:
        q0: pl.Tile[[16, 16], pl.FP32, pl.Mem.Mat] = pl.tile.load(
            q, [row, 0], [16, 16], [16, 16], target_memory=pl.Mem.Mat
        )
        k0: pl.Tile[[16, 16], pl.FP32, pl.Mem.Mat] = pl.tile.load(
            k_t, [0, col], [16, 16], [16, 16], target_memory=pl.Mem.Mat
        )
        q0_l: pl.Tile[[16, 16], pl.FP32, pl.Mem.Left] = pl.tile.move(q0, target_memory=pl.Mem.Left)
        k0_r: pl.Tile[[16, 16], pl.FP32, pl.Mem.Right] = pl.tile.move(k0, target_memory=pl.Mem.Right)
        acc: pl.Tile[[16, 16], pl.FP32, pl.Mem.Acc] = pl.tile.matmul(q0_l, k0_r)
        for c, (acc_iter,) in pl.range(16, 32, 16, init_values=(acc,)):
            q1: pl.Tile[[16, 16], pl.FP32, pl.Mem.Mat] = pl.tile.load(
                q, [row, c], [16, 16], [16, 16], target_memory=pl.Mem.Mat
            )
            k1: pl.Tile[[16, 16], pl.FP32, pl.Mem.Mat] = pl.tile.load(
                k_t, [c, col], [16, 16], [16, 16], target_memory=pl.Mem.Mat
            )
            q1_l: pl.Tile[[16, 16], pl.FP32, pl.Mem.Left] = pl.tile.move(q1, target_memory=pl.Mem.Left)
            k1_r: pl.Tile[[16, 16], pl.FP32, pl.Mem.Right] = pl.tile.move(k1, target_memory=pl.Mem.Right)
            acc_next: pl.Tile[[16, 16], pl.FP32, pl.Mem.Acc] = pl.tile.matmul_acc(acc_iter, q1_l, k1_r)
            acc_sum: pl.Tile[[16, 16], pl.FP32, pl.Mem.Acc] = pl.yield_(acc_next)
        s_1: pl.Tensor[[16, 16], pl.FP32] = pl.tile.store(acc_sum, [0, 0], s)
        return s_1

    # Folds one block of scores into m and l in place; gives the weights and how much of o survives.
    @pl.function(type=pl.FunctionType.AIV, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
    def fold(
        s: pl.Tensor[[16, 16], pl.FP32],
        bias: pl.Tensor[[1, 64], pl.FP32],
        row: pl.Scalar[pl.INDEX],
        col: pl.Scalar[pl.INDEX],
        p: pl.Out[pl.Tensor[[16, 16], pl.FP32]],
        decay: pl.Out[pl.Tensor[[16, 1], pl.FP32]],
        m: pl.InOut[pl.Tensor[[16, 1], pl.FP32]],
        l: pl.InOut[pl.Tensor[[16, 1], pl.FP32]],
    ) -> tuple[
        pl.Tensor[[16, 1], pl.FP32],
        pl.Tensor[[16, 1], pl.FP32],
        pl.Tensor[[16, 16], pl.FP32],
        pl.Tensor[[16, 1], pl.FP32],
    ]:
        raw: pl.Tile[[16, 16], pl.FP32, pl.Mem.Vec] = pl.tile.load(
            s, [0, 0], [16, 16], [16, 16], target_memory=pl.Mem.Vec
        )
        scaled: pl.Tile[[16, 16], pl.FP32, pl.Mem.Vec] = pl.tile.muls(raw, 0.17677669529663687)
        low: pl.Tile[[1, 16], pl.FP32, pl.Mem.Vec] = pl.tile.load(
            bias, [0, col], [1, 16], [1, 16], target_memory=pl.Mem.Vec
        )
        biased: pl.Tile[[16, 16], pl.FP32, pl.Mem.Vec] = pl.tile.col_expand_add(scaled, low)
        on_diagonal: pl.Scalar[pl.BOOL] = row == col
        if on_diagonal:
            # Row r sees the keys up to itself: overwrite what lies right of the diagonal.
            for r, (triangle,) in pl.range(16, init_values=(biased,)):
                for (c, line) in pl.while_(init_values=(r + 1, triangle)):
                    pl.cond(c < 16)
                    line_1: pl.Tile[[16, 16], pl.FP32, pl.Mem.Vec] = pl.tile.write(line, [r, c], -1.0e30)
                    c_end, line_end = pl.yield_(c + 1, line_1)
                triangle_end: pl.Tile[[16, 16], pl.FP32, pl.Mem.Vec] = pl.yield_(line_end)
            masked: pl.Tile[[16, 16], pl.FP32, pl.Mem.Vec] = pl.yield_(triangle_end)
        else:
            masked: pl.Tile[[16, 16], pl.FP32, pl.Mem.Vec] = pl.yield_(biased)
        tmp: pl.Tile[[16, 16], pl.FP32, pl.Mem.Vec] = pl.tile.create(
            [16, 16], dtype=pl.FP32, target_memory=pl.Mem.Vec
        )
        m_here: pl.Tile[[16, 1], pl.FP32, pl.Mem.Vec] = pl.tile.row_max(masked, tmp)
        m_old: pl.Tile[[16, 1], pl.FP32, pl.Mem.Vec] = pl.tile.load(
            m, [0, 0], [16, 1], [16, 1], target_memory=pl.Mem.Vec
        )
        m_new: pl.Tile[[16, 1], pl.FP32, pl.Mem.Vec] = pl.tile.maximum(m_old, m_here)
        centred: pl.Tile[[16, 16], pl.FP32, pl.Mem.Vec] = pl.tile.row_expand_sub(masked, m_new)
        weights: pl.Tile[[16, 16], pl.FP32, pl.Mem.Vec] = pl.tile.exp(centred)
        sum_here: pl.Tile[[16, 1], pl.FP32, pl.Mem.Vec] = pl.tile.row_sum(weights, tmp)
        change: pl.Tile[[16, 1], pl.FP32, pl.Mem.Vec] = pl.tile.sub(m_old, m_new)
        factor: pl.Tile[[16, 1], pl.FP32, pl.Mem.Vec] = pl.tile.exp(change)
        l_old: pl.Tile[[16, 1], pl.FP32, pl.Mem.Vec] = pl.tile.load(
            l, [0, 0], [16, 1], [16, 1], target_memory=pl.Mem.Vec
        )
        l_kept: pl.Tile[[16, 1], pl.FP32, pl.Mem.Vec] = pl.tile.mul(l_old, factor)
        l_new: pl.Tile[[16, 1], pl.FP32, pl.Mem.Vec] = pl.tile.add(l_kept, sum_here)
        p_1: pl.Tensor[[16, 16], pl.FP32] = pl.tile.store(weights, [0, 0], p)
        decay_1: pl.Tensor[[16, 1], pl.FP32] = pl.tile.store(factor, [0, 0], decay)
        m_1: pl.Tensor[[16, 1], pl.FP32] = pl.tile.store(m_new, [0, 0], m)
        l_1: pl.Tensor[[16, 1], pl.FP32] = pl.tile.store(l_new, [0, 0], l)
        return m_1, l_1, p_1, decay_1

    @pl.function(type=pl.FunctionType.AIC, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
    def weigh(
        p: pl.Tensor[[16, 16], pl.FP32],
        v: pl.Tensor[[64, 32], pl.FP32],
        col: pl.Scalar[pl.INDEX],
        part: pl.Out[pl.Tensor[[16, 32], pl.FP32]],
    ) -> pl.Tensor[[16, 32], pl.FP32]:
        p_m: pl.Tile[[16, 16], pl.FP32, pl.Mem.Mat] = pl.tile.load(
            p, [0, 0], [16, 16], [16, 16], target_memory=pl.Mem.Mat
        )
        v_m: pl.Tile[[16, 32], pl.FP32, pl.Mem.Mat] = pl.tile.load(
            v, [col, 0], [16, 32], [16, 32], target_memory=pl.Mem.Mat
        )
        p_l: pl.Tile[[16, 16], pl.FP32, pl.Mem.Left] = pl.tile.move(p_m, target_memory=pl.Mem.Left)
        v_r: pl.Tile[[16, 32], pl.FP32, pl.Mem.Right] = pl.tile.move(v_m, target_memory=pl.Mem.Right)
        product: pl.Tile[[16, 32], pl.FP32, pl.Mem.Acc] = pl.tile.matmul(p_l, v_r)
        part_1: pl.Tensor[[16, 32], pl.FP32] = pl.tile.store(product, [0, 0], part)
        return part_1

    # o = o * decay + part, in place.
    @pl.function(type=pl.FunctionType.AIV, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
    def accumulate(
        decay: pl.Tensor[[16, 1], pl.FP32],
        part: pl.Tensor[[16, 32], pl.FP32],
        o: pl.InOut[pl.Tensor[[16, 32], pl.FP32]],
    ) -> pl.Tensor[[16, 32], pl.FP32]:
        factor: pl.Tile[[16, 1], pl.FP32, pl.Mem.Vec] = pl.tile.load(
            decay, [0, 0], [16, 1], [16, 1], target_memory=pl.Mem.Vec
        )
        share: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(
            part, [0, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec
        )
        old: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(
            o, [0, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec
        )
        kept: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.row_expand_mul(old, factor)
        new: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(kept, share)
        o_1: pl.Tensor[[16, 32], pl.FP32] = pl.tile.store(new, [0, 0], o)
        return o_1

    @pl.function(type=pl.FunctionType.AIV, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
    def finish(
        l: pl.Tensor[[16, 1], pl.FP32],
        o: pl.Tensor[[16, 32], pl.FP32],
        row: pl.Scalar[pl.INDEX],
        out: pl.Out[pl.Tensor[[64, 32], pl.FP32]],
    ) -> pl.Tensor[[64, 32], pl.FP32]:
        total: pl.Tile[[16, 1], pl.FP32, pl.Mem.Vec] = pl.tile.load(
            l, [0, 0], [16, 1], [16, 1], target_memory=pl.Mem.Vec
        )
        sums: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(
            o, [0, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec
        )
        mean: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.row_expand_div(sums, total)
        out_1: pl.Tensor[[64, 32], pl.FP32] = pl.tile.store(mean, [row, 0], out)
        return out_1

    @pl.function(type=pl.FunctionType.Orchestration, level=pl.Level.CHIP, role=pl.Role.Orchestrator)
    def main(
        self,
        q: pl.Tensor[[64, 32], pl.FP32],
        k_t: pl.Tensor[[32, 64], pl.FP32],
        v: pl.Tensor[[64, 32], pl.FP32],
        keep: pl.Tensor[[1, 64], pl.INT32],
        out: pl.Out[pl.Tensor[[64, 32], pl.FP32]],
    ) -> pl.Tensor[[64, 32], pl.FP32]:
        count_0: pl.Tensor[[1], pl.INT32] = pl.tensor.create(
            [1], dtype=pl.INT32, layout=pl.TensorLayout.ND
        )
        count_1: pl.Tensor[[1], pl.INT32] = self.count_keys(keep, count_0)
        bias_0: pl.Tensor[[1, 64], pl.FP32] = pl.tensor.create(
            [1, 64], dtype=pl.FP32, layout=pl.TensorLayout.ND
        )
        bias_1: pl.Tensor[[1, 64], pl.FP32] = self.make_bias(keep, count_1, bias_0)
        for i, (out_iter,) in pl.parallel(4, init_values=(out,)):
            row: pl.Scalar[pl.INDEX] = i * 16
            # Fresh accumulators for each block of queries.
            m_0: pl.Tensor[[16, 1], pl.FP32] = pl.tensor.create(
                [16, 1], dtype=pl.FP32, layout=pl.TensorLayout.ND, init_value=-1.0e30
            )
            l_0: pl.Tensor[[16, 1], pl.FP32] = pl.tensor.create(
                [16, 1], dtype=pl.FP32, layout=pl.TensorLayout.ND, init_value=0.0
            )
            o_0: pl.Tensor[[16, 32], pl.FP32] = pl.tensor.create(
                [16, 32], dtype=pl.FP32, layout=pl.TensorLayout.ND, init_value=0.0
            )
            for j, (m_iter, l_iter, o_iter) in pl.range(i + 1, init_values=(m_0, l_0, o_0)):
                col: pl.Scalar[pl.INDEX] = j * 16
                s_0: pl.Tensor[[16, 16], pl.FP32] = pl.tensor.create(
                    [16, 16], dtype=pl.FP32, layout=pl.TensorLayout.ND
                )
                s_1: pl.Tensor[[16, 16], pl.FP32] = self.scores(q, k_t, row, col, s_0)
                p_0: pl.Tensor[[16, 16], pl.FP32] = pl.tensor.create(
                    [16, 16], dtype=pl.FP32, layout=pl.TensorLayout.ND
                )
                decay_0: pl.Tensor[[16, 1], pl.FP32] = pl.tensor.create(
                    [16, 1], dtype=pl.FP32, layout=pl.TensorLayout.ND
                )
                ret: pl.Tuple[
                    pl.Tensor[[16, 1], pl.FP32],
                    pl.Tensor[[16, 1], pl.FP32],
                    pl.Tensor[[16, 16], pl.FP32],
                    pl.Tensor[[16, 1], pl.FP32],
                ] = self.fold(s_1, bias_1, row, col, p_0, decay_0, m_iter, l_iter)
                m_1: pl.Tensor[[16, 1], pl.FP32] = ret[0]
                l_1: pl.Tensor[[16, 1], pl.FP32] = ret[1]
                p_1: pl.Tensor[[16, 16], pl.FP32] = ret[2]
                decay_1: pl.Tensor[[16, 1], pl.FP32] = ret[3]
                part_0: pl.Tensor[[16, 32], pl.FP32] = pl.tensor.create(
                    [16, 32], dtype=pl.FP32, layout=pl.TensorLayout.ND
                )
                part_1: pl.Tensor[[16, 32], pl.FP32] = self.weigh(p_1, v, col, part_0)
                o_1: pl.Tensor[[16, 32], pl.FP32] = self.accumulate(decay_1, part_1, o_iter)
                m_end, l_end, o_end = pl.yield_(m_1, l_1, o_1)
            out_1: pl.Tensor[[64, 32], pl.FP32] = self.finish(l_end, o_end, row, out_iter)
            out_end: pl.Tensor[[64, 32], pl.FP32] = pl.yield_(out_1)
        return out_end
