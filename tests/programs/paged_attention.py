# Paged attention for one decoding step of a batch of sequences.
#
# The keys and values of every sequence lie in pages of BLOCK tokens, anywhere in a shared cache; a table names the
# pages of each sequence. All heads share keys and values (multi-query attention). Keys are kept transposed, so that a
# page is at once the right operand of a matrix product. The softmax is computed online: a loop over the pages carries
# the running maximum m, the running sum l and the unnormalised output o.
import pypto.language as pl

HEADS = 4
DIM = 16
BLOCK = 16
MAX_BLOCKS = 3
MAX_TOKENS = MAX_BLOCKS * BLOCK
SCALE = 0.25
LOWEST = -1.0e30

BATCH = pl.dynamic("BATCH")
BLOCKS = pl.dynamic("BLOCKS")


@pl.program
class PagedAttention:
    # Writes the key and the value of one new token into its page, element by element: a key is a column there.
    @pl.function(type=pl.FunctionType.AIV)
    def append_token(
        self,
        new_key: pl.Tensor[[BATCH, DIM], pl.BF16],
        new_value: pl.Tensor[[BATCH, DIM], pl.BF16],
        b: pl.Scalar[pl.INDEX],
        page: pl.Scalar[pl.INDEX],
        slot: pl.Scalar[pl.INDEX],
        key_cache: pl.InOut[pl.Tensor[[BLOCKS, DIM, BLOCK], pl.BF16]],
        value_cache: pl.InOut[pl.Tensor[[BLOCKS, BLOCK, DIM], pl.BF16]],
    ) -> tuple[pl.Tensor[[BLOCKS, DIM, BLOCK], pl.BF16], pl.Tensor[[BLOCKS, BLOCK, DIM], pl.BF16]]:
        for d in pl.range(DIM):
            k: pl.Scalar[pl.BF16] = pl.tensor.read(new_key, [b, d])
            v: pl.Scalar[pl.BF16] = pl.tensor.read(new_value, [b, d])
            key_cache = pl.tensor.write(key_cache, [page, d, slot], k)
            pl.write(value_cache, [page, slot, d], v)
        return key_cache, value_cache

    # The state before the first page: nothing seen yet.
    @pl.function(type=pl.FunctionType.AIV)
    def init_state(
        self,
        m: pl.Out[pl.Tensor[[HEADS, 1], pl.FP32]],
        l: pl.Out[pl.Tensor[[HEADS, 1], pl.FP32]],
        o: pl.Out[pl.Tensor[[HEADS, DIM], pl.FP32]],
    ) -> tuple[
        pl.Tensor[[HEADS, 1], pl.FP32], pl.Tensor[[HEADS, 1], pl.FP32], pl.Tensor[[HEADS, DIM], pl.FP32]
    ]:
        lowest: pl.Tile[[HEADS, 1], pl.FP32] = pl.tile.full([HEADS, 1], dtype=pl.FP32, value=LOWEST)
        nothing: pl.Tile[[HEADS, 1], pl.FP32] = pl.tile.full([HEADS, 1], dtype=pl.FP32, value=0.0)
        blank: pl.Tile[[HEADS, DIM], pl.FP32] = pl.tile.full([HEADS, DIM], dtype=pl.FP32, value=0.0)
        m_0: pl.Tensor[[HEADS, 1], pl.FP32] = pl.store(lowest, [0, 0], m)
        l_0: pl.Tensor[[HEADS, 1], pl.FP32] = pl.store(nothing, [0, 0], l)
        o_0: pl.Tensor[[HEADS, DIM], pl.FP32] = pl.store(blank, [0, 0], o)
        return m_0, l_0, o_0

    # Scores of all heads against one page: [HEADS, DIM] x [DIM, BLOCK].
    @pl.function(type=pl.FunctionType.AIC)
    def page_scores(
        self,
        q: pl.Tensor[[HEADS, DIM], pl.BF16],
        keys: pl.Tensor[[DIM, BLOCK], pl.BF16],
        s: pl.Out[pl.Tensor[[HEADS, BLOCK], pl.FP32]],
    ) -> pl.Tensor[[HEADS, BLOCK], pl.FP32]:
        q_l1 = pl.load(q, [0, 0], [HEADS, DIM], target_memory=pl.Mem.Mat)
        k_l1 = pl.load(keys, [0, 0], [DIM, BLOCK], target_memory=pl.Mem.Mat)
        q_l0 = pl.move(q_l1, target_memory=pl.Mem.Left)
        k_l0 = pl.move(k_l1, target_memory=pl.Mem.Right)
        acc = pl.matmul(q_l0, k_l0)
        s = pl.store(acc, [0, 0], s)
        return s

    # The softmax of one page on its own. Columns past the end of the sequence count as minus infinity.
    @pl.function(type=pl.FunctionType.AIV)
    def page_softmax(
        self,
        s: pl.Tensor[[HEADS, BLOCK], pl.FP32],
        valid: pl.Scalar[pl.INDEX],
        p: pl.Out[pl.Tensor[[HEADS, BLOCK], pl.BF16]],
        m_page: pl.Out[pl.Tensor[[HEADS, 1], pl.FP32]],
        l_page: pl.Out[pl.Tensor[[HEADS, 1], pl.FP32]],
    ) -> tuple[
        pl.Tensor[[HEADS, 1], pl.FP32], pl.Tensor[[HEADS, 1], pl.FP32], pl.Tensor[[HEADS, BLOCK], pl.BF16]
    ]:
        seen = pl.load(s, [0, 0], [HEADS, BLOCK], valid_shape=[HEADS, valid])
        padded = pl.fillpad(seen, pad_value=pl.PadValue.min)
        scaled = pl.mul(padded, SCALE)
        tmp = pl.create_tile([HEADS, BLOCK], dtype=pl.FP32, target_memory=pl.Mem.Vec)
        row_max = pl.row_max(scaled, tmp)
        centred = pl.row_expand_sub(scaled, row_max)
        e = pl.exp(centred)
        row_sum = pl.row_sum(e, tmp)
        weights = pl.cast(e, target_type=pl.BF16, mode="round")
        p_1: pl.Tensor[[HEADS, BLOCK], pl.BF16] = pl.store(weights, [0, 0], p)
        m_1: pl.Tensor[[HEADS, 1], pl.FP32] = pl.store(row_max, [0, 0], m_page)
        l_1: pl.Tensor[[HEADS, 1], pl.FP32] = pl.store(row_sum, [0, 0], l_page)
        return m_1, l_1, p_1

    # The page's share of the output: [HEADS, BLOCK] x [BLOCK, DIM].
    @pl.function(type=pl.FunctionType.AIC)
    def page_output(
        self,
        p: pl.Tensor[[HEADS, BLOCK], pl.BF16],
        values: pl.Tensor[[BLOCK, DIM], pl.BF16],
        o_page: pl.Out[pl.Tensor[[HEADS, DIM], pl.FP32]],
    ) -> pl.Tensor[[HEADS, DIM], pl.FP32]:
        p_l1 = pl.load(p, [0, 0], [HEADS, BLOCK], target_memory=pl.Mem.Mat)
        v_l1 = pl.load(values, [0, 0], [BLOCK, DIM], target_memory=pl.Mem.Mat)
        p_l0 = pl.move(p_l1, target_memory=pl.Mem.Left)
        v_l0 = pl.move(v_l1, target_memory=pl.Mem.Right)
        o_page = pl.store(pl.matmul(p_l0, v_l0), [0, 0], o_page)
        return o_page

    # Folds one page into the running state, in place.
    @pl.function(type=pl.FunctionType.AIV)
    def fold_page(
        self,
        m_page: pl.Tensor[[HEADS, 1], pl.FP32],
        l_page: pl.Tensor[[HEADS, 1], pl.FP32],
        o_page: pl.Tensor[[HEADS, DIM], pl.FP32],
        m: pl.InOut[pl.Tensor[[HEADS, 1], pl.FP32]],
        l: pl.InOut[pl.Tensor[[HEADS, 1], pl.FP32]],
        o: pl.InOut[pl.Tensor[[HEADS, DIM], pl.FP32]],
    ) -> tuple[
        pl.Tensor[[HEADS, 1], pl.FP32], pl.Tensor[[HEADS, 1], pl.FP32], pl.Tensor[[HEADS, DIM], pl.FP32]
    ]:
        m_old = pl.load(m, [0, 0], [HEADS, 1])
        l_old = pl.load(l, [0, 0], [HEADS, 1])
        o_old = pl.load(o, [0, 0], [HEADS, DIM])
        m_here = pl.load(m_page, [0, 0], [HEADS, 1])
        l_here = pl.load(l_page, [0, 0], [HEADS, 1])
        o_here = pl.load(o_page, [0, 0], [HEADS, DIM])
        m_new = pl.maximum(m_old, m_here)
        # How much of the old and of the new part survives the change of the maximum.
        keep = pl.exp(pl.sub(m_old, m_new))
        take = pl.exp(pl.sub(m_here, m_new))
        l_new = pl.add(pl.mul(l_old, keep), pl.mul(l_here, take))
        o_new = pl.add(pl.row_expand_mul(o_old, keep), pl.row_expand_mul(o_here, take))
        m = pl.store(m_new, [0, 0], m)
        l = pl.store(l_new, [0, 0], l)
        o = pl.store(o_new, [0, 0], o)
        return m, l, o

    # Divides by the sum and writes the heads of one sequence as one row.
    @pl.function(type=pl.FunctionType.AIV)
    def finish(
        self,
        l: pl.Tensor[[HEADS, 1], pl.FP32],
        o: pl.Tensor[[HEADS, DIM], pl.FP32],
        b: pl.Scalar[pl.INDEX],
        out: pl.Out[pl.Tensor[[BATCH, HEADS * DIM], pl.FP32]],
    ) -> pl.Tensor[[BATCH, HEADS * DIM], pl.FP32]:
        total = pl.load(l, [0, 0], [HEADS, 1])
        raw = pl.load(o, [0, 0], [HEADS, DIM])
        mean = pl.row_expand_div(raw, total)
        row = pl.reshape(mean, [1, HEADS * DIM])
        out = pl.store(row, [b, 0], out)
        return out

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(
        self,
        query: pl.Tensor[[BATCH, HEADS * DIM], pl.BF16],
        new_key: pl.Tensor[[BATCH, DIM], pl.BF16],
        new_value: pl.Tensor[[BATCH, DIM], pl.BF16],
        key_cache: pl.InOut[pl.Tensor[[BLOCKS, DIM, BLOCK], pl.BF16]],
        value_cache: pl.InOut[pl.Tensor[[BLOCKS, BLOCK, DIM], pl.BF16]],
        block_table: pl.Tensor[[BATCH, MAX_BLOCKS], pl.INT32],
        context_lens: pl.Tensor[[BATCH], pl.INT32],
        out: pl.Out[pl.Tensor[[BATCH, HEADS * DIM], pl.FP32]],
    ) -> pl.Tensor[[BATCH, HEADS * DIM], pl.FP32]:
        batch: pl.Scalar[pl.INDEX] = pl.tensor.dim(query, 0)
        pages: pl.Scalar[pl.INDEX] = pl.tensor.dim(key_cache, 0)

        # Append the new token of every sequence. Pages may be shared, so one after the other.
        for b in pl.range(batch):
            raw_len: pl.Scalar[pl.INT32] = pl.tensor.read(context_lens, [b])
            length: pl.Scalar[pl.INDEX] = pl.max(pl.min(pl.cast(raw_len, pl.INDEX), MAX_TOKENS), 1)
            last: pl.Scalar[pl.INDEX] = length - 1
            entry: pl.Scalar[pl.INT32] = pl.tensor.read(block_table, [b, last // BLOCK])
            # Unused entries of a table are padding: any page will do, since no column of it counts.
            page: pl.Scalar[pl.INDEX] = pl.max(pl.min(pl.cast(entry, pl.INDEX), pages - 1), 0)
            slot: pl.Scalar[pl.INDEX] = last % BLOCK
            key_cache, value_cache = self.append_token(
                new_key, new_value, b, page, slot, key_cache, value_cache
            )

        for b in pl.parallel(batch):
            q_row = pl.slice(query, [1, HEADS * DIM], [b, 0])
            q: pl.Tensor[[HEADS, DIM], pl.BF16] = pl.reshape(q_row, [HEADS, DIM])
            raw_len: pl.Scalar[pl.INT32] = pl.tensor.read(context_lens, [b])
            length: pl.Scalar[pl.INDEX] = pl.max(pl.min(pl.cast(raw_len, pl.INDEX), MAX_TOKENS), 1)
            used: pl.Scalar[pl.INDEX] = (length + BLOCK - 1) // BLOCK

            m_buf: pl.Tensor[[HEADS, 1], pl.FP32] = pl.create_tensor([HEADS, 1], dtype=pl.FP32)
            l_buf: pl.Tensor[[HEADS, 1], pl.FP32] = pl.create_tensor([HEADS, 1], dtype=pl.FP32)
            o_buf: pl.Tensor[[HEADS, DIM], pl.FP32] = pl.create_tensor([HEADS, DIM], dtype=pl.FP32)
            m_0, l_0, o_0 = self.init_state(m_buf, l_buf, o_buf)

            for j, (m, l, o) in pl.range(used, init_values=(m_0, l_0, o_0)):
                entry: pl.Scalar[pl.INT32] = pl.tensor.read(block_table, [b, j])
                page: pl.Scalar[pl.INDEX] = pl.max(pl.min(pl.cast(entry, pl.INDEX), pages - 1), 0)
                keys: pl.Tensor[[DIM, BLOCK], pl.BF16] = key_cache[page, :, :]
                values: pl.Tensor[[BLOCK, DIM], pl.BF16] = value_cache[page, :, :]

                # Only the last page of a sequence may be part full.
                rest: pl.Scalar[pl.INDEX] = length - j * BLOCK
                if rest < BLOCK:
                    valid: pl.Scalar[pl.INDEX] = pl.yield_(rest)
                else:
                    valid: pl.Scalar[pl.INDEX] = pl.yield_(BLOCK)

                s = pl.create_tensor([HEADS, BLOCK], dtype=pl.FP32)
                s = self.page_scores(q, keys, s)
                p = pl.create_tensor([HEADS, BLOCK], dtype=pl.BF16)
                m_page = pl.create_tensor([HEADS, 1], dtype=pl.FP32)
                l_page = pl.create_tensor([HEADS, 1], dtype=pl.FP32)
                m_page, l_page, p = self.page_softmax(s, valid, p, m_page, l_page)
                o_page = pl.create_tensor([HEADS, DIM], dtype=pl.FP32)
                o_page = self.page_output(p, values, o_page)
                m_1, l_1, o_1 = self.fold_page(m_page, l_page, o_page, m, l, o)
                m_end, l_end, o_end = pl.yield_(m_1, l_1, o_1)

            out = self.finish(l_end, o_end, b, out)
        return out
