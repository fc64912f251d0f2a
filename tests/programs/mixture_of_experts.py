# A mixture-of-experts feed-forward layer: a router picks two of four experts for each token, the experts run as groups
# of cube and vector kernels, and a launch over blocks of tokens adds their shares up. A shared expert, recorded as a
# graph, works on every token. The host runs both and adds the residual.
import pypto.language as pl

TOKENS = 32
TILE = 16
HIDDEN = 32
FFN = 32
EXPERTS = 4


@pl.program
class MixtureOfExperts:
    # Scores of all experts for one tile of tokens.
    @pl.function(type=pl.FunctionType.AIC)
    def router(
        self,
        x: pl.Tensor[[TOKENS, HIDDEN], pl.FP32],
        w: pl.Tensor[[HIDDEN, EXPERTS], pl.FP32],
        row: pl.Scalar[pl.INDEX],
        logits: pl.Out[pl.Tensor[[TOKENS, EXPERTS], pl.FP32]],
    ) -> pl.Tensor[[TOKENS, EXPERTS], pl.FP32]:
        x_m = pl.load(x, [row, 0], [TILE, HIDDEN], target_memory=pl.Mem.Mat)
        w_m = pl.load(w, [0, 0], [HIDDEN, EXPERTS], target_memory=pl.Mem.Mat)
        x_l = pl.move(x_m, target_memory=pl.Mem.Left)
        w_r = pl.move(w_m, target_memory=pl.Mem.Right)
        logits = pl.store(pl.matmul(x_l, w_r), [row, 0], logits)
        return logits

    # Softmax over the experts of a tile of tokens.
    @pl.function(type=pl.FunctionType.InCore)
    def gate_softmax(
        self,
        logits: pl.Tensor[[TOKENS, EXPERTS], pl.FP32],
        row: pl.Scalar[pl.INDEX],
        gates: pl.Out[pl.Tensor[[TOKENS, EXPERTS], pl.FP32]],
    ) -> pl.Tensor[[TOKENS, EXPERTS], pl.FP32]:
        t = pl.load(logits, [row, 0], [TILE, EXPERTS])
        tmp = pl.create_tile([TILE, EXPERTS], dtype=pl.FP32, target_memory=pl.Mem.Vec)
        e = pl.exp(pl.row_expand_sub(t, pl.row_max(t, tmp)))
        gates = pl.store(pl.row_expand_div(e, pl.row_sum(e, tmp)), [row, 0], gates)
        return gates

    # Keeps the two best experts of each token; ties go to the one that comes first.
    @pl.function(type=pl.FunctionType.AIV)
    def pick_two(
        self,
        gates: pl.Tensor[[TOKENS, EXPERTS], pl.FP32],
        row: pl.Scalar[pl.INDEX],
        picked: pl.Out[pl.Tensor[[TOKENS, EXPERTS], pl.FP32]],
        used: pl.InOut[pl.Tensor[[EXPERTS], pl.INT32]],
    ) -> tuple[pl.Tensor[[TOKENS, EXPERTS], pl.FP32], pl.Tensor[[EXPERTS], pl.INT32]]:
        for t in pl.range(row, row + TILE):
            best: pl.Scalar[pl.INDEX] = 0
            second: pl.Scalar[pl.INDEX] = 1
            best_gate: pl.Scalar[pl.FP32] = -1.0
            second_gate: pl.Scalar[pl.FP32] = -2.0
            e: pl.Scalar[pl.INDEX] = 0
            while e < EXPERTS:
                g: pl.Scalar[pl.FP32] = pl.tensor.read(gates, [t, e])
                if g > best_gate:
                    second = best
                    second_gate = best_gate
                    best = e
                    best_gate = g
                else:
                    if g > second_gate:
                        second = e
                        second_gate = g
                e = e + 1
            for other in pl.range(EXPERTS):
                share: pl.Scalar[pl.FP32] = 0.0
                if other == best:
                    share = best_gate
                if other == second:
                    share = second_gate
                picked = pl.tensor.write(picked, [t, other], share)
            used = pl.tensor.write(used, [best], pl.const(1, pl.INT32))
            used = pl.tensor.write(used, [second], pl.const(1, pl.INT32))
        return picked, used

    # The cube half of an expert's first product.
    @pl.function(type=pl.FunctionType.AIC)
    def expand_cube(
        self,
        x: pl.Tensor[[TOKENS, HIDDEN], pl.FP32],
        w_in: pl.Tensor[[EXPERTS * HIDDEN, FFN], pl.FP32],
        picked: pl.Tensor[[TOKENS, EXPERTS], pl.FP32],
        e: pl.Scalar[pl.INDEX],
        h: pl.Out[pl.Tensor[[TOKENS, FFN], pl.FP32]],
        g: pl.Out[pl.Tensor[[TOKENS, FFN], pl.FP32]],
    ) -> tuple[pl.Tensor[[TOKENS, FFN], pl.FP32], pl.Tensor[[TOKENS, FFN], pl.FP32]]:
        w_m = pl.load(w_in, [e * HIDDEN, 0], [HIDDEN, FFN], target_memory=pl.Mem.Mat)
        w_r = pl.move(w_m, target_memory=pl.Mem.Right)
        for r in pl.range(0, TOKENS, TILE):
            x_m = pl.load(x, [r, 0], [TILE, HIDDEN], target_memory=pl.Mem.Mat)
            x_l = pl.move(x_m, target_memory=pl.Mem.Left)
            h = pl.store(pl.matmul(x_l, w_r), [r, 0], h)
        return h, g

    # The vector half, at the same time: each token's gate, once per column of the product.
    @pl.function(type=pl.FunctionType.AIV)
    def expand_vector(
        self,
        x: pl.Tensor[[TOKENS, HIDDEN], pl.FP32],
        w_in: pl.Tensor[[EXPERTS * HIDDEN, FFN], pl.FP32],
        picked: pl.Tensor[[TOKENS, EXPERTS], pl.FP32],
        e: pl.Scalar[pl.INDEX],
        h: pl.Out[pl.Tensor[[TOKENS, FFN], pl.FP32]],
        g: pl.Out[pl.Tensor[[TOKENS, FFN], pl.FP32]],
    ) -> tuple[pl.Tensor[[TOKENS, FFN], pl.FP32], pl.Tensor[[TOKENS, FFN], pl.FP32]]:
        for r in pl.range(0, TOKENS, TILE):
            gate = pl.load(picked, [r, e], [TILE, 1])
            ones = pl.tile.full([TILE, FFN], dtype=pl.FP32, value=1.0)
            g = pl.store(pl.row_expand_mul(ones, gate), [r, 0], g)
        return h, g

    # Both halves run together on one cluster of cores.
    @pl.function(type=pl.FunctionType.Group)
    def expand(
        self,
        x: pl.Tensor[[TOKENS, HIDDEN], pl.FP32],
        w_in: pl.Tensor[[EXPERTS * HIDDEN, FFN], pl.FP32],
        picked: pl.Tensor[[TOKENS, EXPERTS], pl.FP32],
        e: pl.Scalar[pl.INDEX],
        h: pl.Out[pl.Tensor[[TOKENS, FFN], pl.FP32]],
        g: pl.Out[pl.Tensor[[TOKENS, FFN], pl.FP32]],
    ) -> tuple[pl.Tensor[[TOKENS, FFN], pl.FP32], pl.Tensor[[TOKENS, FFN], pl.FP32]]:
        h, g = self.expand_cube(x, w_in, picked, e, h, g)
        h, g = self.expand_vector(x, w_in, picked, e, h, g)
        return h, g

    # relu(h) * g, in place: a block of the launch takes a tile of tokens.
    @pl.function(type=pl.FunctionType.AIV)
    def activate_block(
        self,
        g: pl.Tensor[[TOKENS, FFN], pl.FP32],
        h: pl.InOut[pl.Tensor[[TOKENS, FFN], pl.FP32]],
    ) -> pl.Tensor[[TOKENS, FFN], pl.FP32]:
        block: pl.Scalar[pl.INDEX] = pl.tile.get_block_idx()
        r = block * TILE
        a = pl.relu(pl.load(h, [r, 0], [TILE, FFN]))
        h = pl.store(pl.mul(a, pl.load(g, [r, 0], [TILE, FFN])), [r, 0], h)
        return h

    @pl.function(type=pl.FunctionType.Spmd)
    def activate(
        self,
        g: pl.Tensor[[TOKENS, FFN], pl.FP32],
        h: pl.InOut[pl.Tensor[[TOKENS, FFN], pl.FP32]],
    ) -> pl.Tensor[[TOKENS, FFN], pl.FP32]:
        pl.func_attr({"core_num": 2, "sync_start": True})
        h = self.activate_block(g, h)
        return h

    @pl.function(type=pl.FunctionType.AIC)
    def contract(
        self,
        h: pl.Tensor[[TOKENS, FFN], pl.FP32],
        w_out: pl.Tensor[[EXPERTS * FFN, HIDDEN], pl.FP32],
        e: pl.Scalar[pl.INDEX],
        part: pl.Out[pl.Tensor[[TOKENS, HIDDEN], pl.FP32]],
    ) -> pl.Tensor[[TOKENS, HIDDEN], pl.FP32]:
        w_m = pl.load(w_out, [e * FFN, 0], [FFN, HIDDEN], target_memory=pl.Mem.Mat)
        w_r = pl.move(w_m, target_memory=pl.Mem.Right)
        for r in pl.range(0, TOKENS, TILE):
            h_l = pl.move(
                pl.load(h, [r, 0], [TILE, FFN], target_memory=pl.Mem.Mat), target_memory=pl.Mem.Left
            )
            part = pl.store(pl.matmul(h_l, w_r), [r, 0], part)
        return part

    @pl.function(type=pl.FunctionType.AIV)
    def add_block(
        self,
        part: pl.Tensor[[TOKENS, HIDDEN], pl.FP32],
        y: pl.InOut[pl.Tensor[[TOKENS, HIDDEN], pl.FP32]],
    ) -> pl.Tensor[[TOKENS, HIDDEN], pl.FP32]:
        r = pl.tile.get_block_idx() * TILE
        total = pl.add(pl.load(y, [r, 0], [TILE, HIDDEN]), pl.load(part, [r, 0], [TILE, HIDDEN]))
        y = pl.store(total, [r, 0], y)
        return y

    @pl.function(type=pl.FunctionType.AIV)
    def clear(
        self, y: pl.Out[pl.Tensor[[TOKENS, HIDDEN], pl.FP32]]
    ) -> pl.Tensor[[TOKENS, HIDDEN], pl.FP32]:
        zeros = pl.tile.full([TILE, HIDDEN], dtype=pl.FP32, value=0.0)
        for r in pl.range(0, TOKENS, TILE):
            y = pl.store(zeros, [r, 0], y)
        return y

    # How many experts have work; it returns nothing.
    @pl.function(type=pl.FunctionType.AIV)
    def count_busy(
        self, used: pl.Tensor[[EXPERTS], pl.INT32], busy: pl.Out[pl.Tensor[[1], pl.INT32]]
    ):
        n: pl.Scalar[pl.INT32] = pl.const(0, pl.INT32)
        for e in pl.range(EXPERTS):
            n = n + pl.tensor.read(used, [e])
        pl.write(busy, [0], n)

    # y = the sum over the experts of gate * expert(x).
    @pl.function(type=pl.FunctionType.Orchestration)
    def main(
        self,
        x: pl.Tensor[[TOKENS, HIDDEN], pl.FP32],
        w_router: pl.Tensor[[HIDDEN, EXPERTS], pl.FP32],
        w_in: pl.Tensor[[EXPERTS * HIDDEN, FFN], pl.FP32],
        w_out: pl.Tensor[[EXPERTS * FFN, HIDDEN], pl.FP32],
        busy: pl.Out[pl.Tensor[[1], pl.INT32]],
        y: pl.Out[pl.Tensor[[TOKENS, HIDDEN], pl.FP32]],
    ) -> pl.Tensor[[TOKENS, HIDDEN], pl.FP32]:
        logits = pl.create_tensor([TOKENS, EXPERTS], dtype=pl.FP32)
        gates = pl.create_tensor([TOKENS, EXPERTS], dtype=pl.FP32)
        picked = pl.create_tensor([TOKENS, EXPERTS], dtype=pl.FP32)
        used = pl.create_tensor([EXPERTS], dtype=pl.INT32, init_value=0)
        for tile in pl.parallel(TOKENS // TILE):
            row: pl.Scalar[pl.INDEX] = tile * TILE
            logits = self.router(x, w_router, row, logits)
            gates = self.gate_softmax(logits, row, gates)
            picked, used = self.pick_two(gates, row, picked, used)

        self.count_busy(used, busy)

        y = self.clear(y)
        for e in pl.range(EXPERTS):
            # Nothing to do for an expert that no token picked.
            hit: pl.Scalar[pl.INT32] = pl.tensor.read(used, [e])
            if hit > 0:
                h = pl.create_tensor([TOKENS, FFN], dtype=pl.FP32)
                g = pl.create_tensor([TOKENS, FFN], dtype=pl.FP32)
                h, g = self.expand(x, w_in, picked, e, h, g)
                h = self.activate(g, h)
                part = pl.create_tensor([TOKENS, HIDDEN], dtype=pl.FP32)
                part = self.contract(h, w_out, e, part)
                with pl.spmd(2, sync_start=True, name_hint="add_share"):
                    y = self.add_block(part, y)
        return y

    # The first product of the shared expert.
    @pl.function(type=pl.FunctionType.AIC)
    def shared_product(
        self,
        x: pl.Tensor[[TOKENS, HIDDEN], pl.FP32],
        w: pl.Tensor[[HIDDEN, HIDDEN], pl.FP32],
        h: pl.Out[pl.Tensor[[TOKENS, HIDDEN], pl.FP32]],
    ) -> pl.Tensor[[TOKENS, HIDDEN], pl.FP32]:
        w_r = pl.move(
            pl.load(w, [0, 0], [HIDDEN, HIDDEN], target_memory=pl.Mem.Mat), target_memory=pl.Mem.Right
        )
        for r in pl.range(0, TOKENS, TILE):
            x_l = pl.move(
                pl.load(x, [r, 0], [TILE, HIDDEN], target_memory=pl.Mem.Mat), target_memory=pl.Mem.Left
            )
            h = pl.store(pl.matmul(x_l, w_r), [r, 0], h)
        return h

    @pl.function(type=pl.FunctionType.AIV)
    def shared_relu(
        self, h: pl.InOut[pl.Tensor[[TOKENS, HIDDEN], pl.FP32]]
    ) -> pl.Tensor[[TOKENS, HIDDEN], pl.FP32]:
        for r in pl.range(0, TOKENS, TILE):
            h = pl.store(pl.relu(pl.load(h, [r, 0], [TILE, HIDDEN])), [r, 0], h)
        return h

    # The shared expert as one recorded graph of tasks.
    @pl.function(type=pl.FunctionType.Graph)
    def shared_expert(
        self,
        x: pl.Tensor[[TOKENS, HIDDEN], pl.FP32],
        w_in: pl.Tensor[[HIDDEN, HIDDEN], pl.FP32],
        w_out: pl.Tensor[[HIDDEN, HIDDEN], pl.FP32],
        h: pl.Out[pl.Tensor[[TOKENS, HIDDEN], pl.FP32]],
        y: pl.Out[pl.Tensor[[TOKENS, HIDDEN], pl.FP32]],
    ) -> pl.Tensor[[TOKENS, HIDDEN], pl.FP32]:
        h_1 = self.shared_product(x, w_in, h)
        h_2 = self.shared_relu(h_1)
        y_1 = self.shared_product(h_2, w_out, y)
        return y_1

    # Scales both halves of the tokens at once, one vector core each.
    @pl.function
    def halve(
        self,
        x: pl.Tensor[[TOKENS, HIDDEN], pl.FP32],
        y: pl.Out[pl.Tensor[[TOKENS, HIDDEN], pl.FP32]],
    ) -> pl.Tensor[[TOKENS, HIDDEN], pl.FP32]:
        with pl.cluster():
            with pl.at(level=pl.Level.CORE_GROUP, name_hint="halve"):
                for lane in pl.split_aiv(2, mode=pl.SplitMode.NONE):
                    r = lane * TILE
                    y = pl.assemble(y, pl.mul(x[r : r + TILE, :], 0.5), [r, 0])
        return y

    # The host's view: the routed experts on one side, the shared one on the other, then the residual.
    @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator)
    def host(
        self,
        x: pl.Tensor[[TOKENS, HIDDEN], pl.FP32],
        w_router: pl.Tensor[[HIDDEN, EXPERTS], pl.FP32],
        w_in: pl.Tensor[[EXPERTS * HIDDEN, FFN], pl.FP32],
        w_out: pl.Tensor[[EXPERTS * FFN, HIDDEN], pl.FP32],
        shared_in: pl.Tensor[[HIDDEN, HIDDEN], pl.FP32],
        shared_out: pl.Tensor[[HIDDEN, HIDDEN], pl.FP32],
        busy: pl.Out[pl.Tensor[[1], pl.INT32]],
        routed: pl.Out[pl.Tensor[[TOKENS, HIDDEN], pl.FP32]],
        scratch: pl.Out[pl.Tensor[[TOKENS, HIDDEN], pl.FP32]],
        shared: pl.Out[pl.Tensor[[TOKENS, HIDDEN], pl.FP32]],
        y: pl.Out[pl.Tensor[[TOKENS, HIDDEN], pl.FP32]],
    ) -> pl.Tensor[[TOKENS, HIDDEN], pl.FP32]:
        with pl.at(level=pl.Level.HOST, role=pl.Role.Orchestrator):
            routed = self.main(x, w_router, w_in, w_out, busy, routed)
            shared = self.shared_expert(x, shared_in, shared_out, scratch, shared)
        with pl.graph("residual", dumps=[routed]):
            y = self.halve(x, y)
            y = self.add_all(routed, shared, y)
        return y

    @pl.function(type=pl.FunctionType.AIV)
    def add_all(
        self,
        a: pl.Tensor[[TOKENS, HIDDEN], pl.FP32],
        b: pl.Tensor[[TOKENS, HIDDEN], pl.FP32],
        y: pl.InOut[pl.Tensor[[TOKENS, HIDDEN], pl.FP32]],
    ) -> pl.Tensor[[TOKENS, HIDDEN], pl.FP32]:
        for r in pl.range(0, TOKENS, TILE):
            both = pl.add(pl.load(a, [r, 0], [TILE, HIDDEN]), pl.load(b, [r, 0], [TILE, HIDDEN]))
            y = pl.store(pl.add(both, pl.load(y, [r, 0], [TILE, HIDDEN])), [r, 0], y)
        return y
