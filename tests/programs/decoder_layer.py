# One layer of a transformer decoder, over a prompt of TOKENS tokens: normalisation, rotary position embedding, causal
# attention with a residual, normalisation, and a gated feed-forward network with a residual.
#
# Everything is built from Inline helpers; most are used several times, with weights of different extents.
import pypto.language as pl

TOKENS = 32
TILE = 16
HEADS = 2
DIM = 16
HALF = DIM // 2
HIDDEN = HEADS * DIM
FFN = 64
EPS = 1.0e-5
INV_HIDDEN = 1.0 / HIDDEN
SCALE = 0.25

# Extents of a helper's operands; each use has its own.
K = pl.dynamic("K")
N = pl.dynamic("N")


@pl.inline
def add_residual(
    x: pl.Tensor[[TOKENS, HIDDEN], pl.FP32],
    delta: pl.Tensor[[TOKENS, HIDDEN], pl.FP32],
    y: pl.Out[pl.Tensor[[TOKENS, HIDDEN], pl.FP32]],
) -> pl.Tensor[[TOKENS, HIDDEN], pl.FP32]:
    with pl.at(level=pl.Level.CORE_GROUP, name_hint="residual"):
        for r in pl.range(0, TOKENS, TILE):
            both = pl.add(x[r : r + TILE, :], delta[r : r + TILE, :])
            y = pl.assemble(y, both, [r, 0])
    return y


@pl.program
class DecoderLayer:
    # y = x / rms(x) * gamma, row by row.
    @pl.function(type=pl.FunctionType.Inline)
    def rms_norm(
        self,
        x: pl.Tensor[[TOKENS, HIDDEN], pl.FP32],
        gamma: pl.Tensor[[1, HIDDEN], pl.FP32],
        y: pl.Out[pl.Tensor[[TOKENS, HIDDEN], pl.FP32]],
    ) -> pl.Tensor[[TOKENS, HIDDEN], pl.FP32]:
        with pl.at(level=pl.Level.CORE_GROUP, name_hint="rms_norm"):
            for r in pl.range(0, TOKENS, TILE):
                rows = pl.slice(x, [TILE, HIDDEN], [r, 0])
                squares = pl.mul(rows, rows)
                mean = pl.mul(pl.row_sum(squares), INV_HIDDEN)
                inverse = pl.rsqrt(pl.add(mean, EPS))
                normed = pl.row_expand_mul(rows, inverse)
                y = pl.assemble(y, pl.col_expand_mul(normed, gamma), [r, 0])
        return y

    # y = x @ w, one tile of rows per task, the inner extent in chunks of TILE.
    @pl.function(type=pl.FunctionType.Inline)
    def linear(
        self,
        x: pl.Tensor[[TOKENS, K], pl.FP32],
        w: pl.Tensor[[K, N], pl.FP32],
        y: pl.Out[pl.Tensor[[TOKENS, N], pl.FP32]],
    ) -> pl.Tensor[[TOKENS, N], pl.FP32]:
        inner: pl.Scalar[pl.INDEX] = pl.tensor.dim(x, 1)
        for r in pl.parallel(0, TOKENS, TILE):
            with pl.at(level=pl.Level.CORE_GROUP, name_hint="linear"):
                acc = pl.matmul(x[r : r + TILE, 0:TILE], w[0:TILE, :])
                for k in pl.pipeline(TILE, inner, TILE, stage=2):
                    acc = pl.matmul_acc(acc, x[r : r + TILE, k : k + TILE], w[k : k + TILE, :])
                y = pl.assemble(y, acc, [r, 0])
        return y

    # Rotates the two halves of each head by the angle of the position.
    @pl.function(type=pl.FunctionType.Inline)
    def rope(
        self,
        x: pl.Tensor[[TOKENS, HIDDEN], pl.FP32],
        cos: pl.Tensor[[TOKENS, HALF], pl.FP32],
        sin: pl.Tensor[[TOKENS, HALF], pl.FP32],
        y: pl.Out[pl.Tensor[[TOKENS, HIDDEN], pl.FP32]],
    ) -> pl.Tensor[[TOKENS, HIDDEN], pl.FP32]:
        for r in pl.parallel(0, TOKENS, TILE):
            with pl.at(level=pl.Level.CORE_GROUP, name_hint="rope"):
                c = cos[r : r + TILE, :]
                s = sin[r : r + TILE, :]
                for h in pl.unroll(HEADS):
                    lo = h * DIM
                    hi = lo + HALF
                    a = x[r : r + TILE, lo : lo + HALF]
                    b = x[r : r + TILE, hi : hi + HALF]
                    y[r : r + TILE, lo : lo + HALF] = pl.sub(pl.mul(a, c), pl.mul(b, s))
                    y[r : r + TILE, hi : hi + HALF] = pl.add(pl.mul(b, c), pl.mul(a, s))
        return y

    # softmax(q k' * scale + mask) v for one head of one tile of rows, written to y at [row, col]: two tasks on the cube
    # core with one on the vector core between them.
    @pl.function(type=pl.FunctionType.Inline)
    def attend(
        self,
        q: pl.Tensor[[TILE, DIM], pl.FP32],
        k: pl.Tensor[[TOKENS, DIM], pl.FP32],
        v: pl.Tensor[[TOKENS, DIM], pl.FP32],
        mask: pl.Tensor[[TILE, TOKENS], pl.FP32],
        y: pl.Out[pl.Tensor[[TOKENS, HIDDEN], pl.FP32]],
        row: pl.Scalar[pl.INDEX],
        col: pl.Scalar[pl.INDEX],
    ) -> pl.Tensor[[TOKENS, HIDDEN], pl.FP32]:
        scores = pl.create_tensor([TILE, TOKENS], dtype=pl.FP32)
        with pl.at(level=pl.Level.CORE_GROUP, name_hint="scores"):
            scores = pl.assemble(scores, pl.matmul(q, k, b_trans=True), [0, 0])
        weights = pl.create_tensor([TILE, TOKENS], dtype=pl.FP32)
        with pl.at(
            level=pl.Level.CORE_GROUP,
            optimizations=[pl.split(pl.SplitMode.UP_DOWN)],
            name_hint="softmax",
        ):
            masked = pl.add(pl.mul(scores, SCALE), mask)
            centred = pl.row_expand_sub(masked, pl.row_max(masked))
            e = pl.exp(centred)
            weights = pl.assemble(weights, pl.row_expand_div(e, pl.row_sum(e)), [0, 0])
        with pl.at(level=pl.Level.CORE_GROUP, name_hint="values"):
            y = pl.assemble(y, pl.matmul(weights, v), [row, col])
        return y

    # silu(gate) * up, one block of rows per block of the launch.
    @pl.function(type=pl.FunctionType.Inline)
    def swiglu(
        self,
        gate: pl.Tensor[[TOKENS, FFN], pl.FP32],
        up: pl.Tensor[[TOKENS, FFN], pl.FP32],
        y: pl.Out[pl.Tensor[[TOKENS, FFN], pl.FP32]],
    ) -> pl.Tensor[[TOKENS, FFN], pl.FP32]:
        for block in pl.spmd(TOKENS // TILE, name_hint="swiglu"):
            r = block * TILE
            g = gate[r : r + TILE, :]
            sigmoid = pl.recip(pl.add(pl.exp(pl.neg(g)), 1.0))
            y[r : r + TILE, :] = pl.mul(pl.mul(g, sigmoid), up[r : r + TILE, :])
        return y

    @pl.function
    def main(
        self,
        x: pl.Tensor[[TOKENS, HIDDEN], pl.FP32],
        attn_norm: pl.Tensor[[1, HIDDEN], pl.FP32],
        w_q: pl.Tensor[[HIDDEN, HIDDEN], pl.FP32],
        w_k: pl.Tensor[[HIDDEN, HIDDEN], pl.FP32],
        w_v: pl.Tensor[[HIDDEN, HIDDEN], pl.FP32],
        w_o: pl.Tensor[[HIDDEN, HIDDEN], pl.FP32],
        cos: pl.Tensor[[TOKENS, HALF], pl.FP32],
        sin: pl.Tensor[[TOKENS, HALF], pl.FP32],
        mask: pl.Tensor[[TOKENS, TOKENS], pl.FP32],
        ffn_norm: pl.Tensor[[1, HIDDEN], pl.FP32],
        w_gate: pl.Tensor[[HIDDEN, FFN], pl.FP32],
        w_up: pl.Tensor[[HIDDEN, FFN], pl.FP32],
        w_down: pl.Tensor[[FFN, HIDDEN], pl.FP32],
        out: pl.Out[pl.Tensor[[TOKENS, HIDDEN], pl.FP32]],
    ) -> pl.Tensor[[TOKENS, HIDDEN], pl.FP32]:
        # Attention.
        normed = self.rms_norm(x, attn_norm, pl.create_tensor([TOKENS, HIDDEN], dtype=pl.FP32))
        q = self.linear(normed, w_q, pl.create_tensor([TOKENS, HIDDEN], dtype=pl.FP32))
        k = self.linear(normed, w_k, pl.create_tensor([TOKENS, HIDDEN], dtype=pl.FP32))
        v = self.linear(normed, w_v, pl.create_tensor([TOKENS, HIDDEN], dtype=pl.FP32))
        q_rot = pl.create_tensor([TOKENS, HIDDEN], dtype=pl.FP32)
        q_rot = self.rope(q, cos, sin, q_rot)
        k_rot = pl.create_tensor([TOKENS, HIDDEN], dtype=pl.FP32)
        k_rot = self.rope(k, cos, sin, k_rot)

        context: pl.Tensor[[TOKENS, HIDDEN], pl.FP32] = pl.create_tensor([TOKENS, HIDDEN], dtype=pl.FP32)
        for r in pl.parallel(0, TOKENS, TILE):
            for h in pl.range(HEADS):
                col = h * DIM
                context = self.attend(
                    q_rot[r : r + TILE, col : col + DIM],
                    k_rot[:, col : col + DIM],
                    v[:, col : col + DIM],
                    mask[r : r + TILE, :],
                    context,
                    r,
                    col,
                )
        projected = self.linear(context, w_o, pl.create_tensor([TOKENS, HIDDEN], dtype=pl.FP32))
        hidden: pl.Tensor[[TOKENS, HIDDEN], pl.FP32] = pl.create_tensor([TOKENS, HIDDEN], dtype=pl.FP32)
        hidden = add_residual(x, projected, hidden)

        # Feed-forward network.
        normed_2 = self.rms_norm(hidden, ffn_norm, pl.create_tensor([TOKENS, HIDDEN], dtype=pl.FP32))
        gate = self.linear(normed_2, w_gate, pl.create_tensor([TOKENS, FFN], dtype=pl.FP32))
        up = self.linear(normed_2, w_up, pl.create_tensor([TOKENS, FFN], dtype=pl.FP32))
        active = pl.create_tensor([TOKENS, FFN], dtype=pl.FP32)
        active = self.swiglu(gate, up, active)
        down = self.linear(active, w_down, pl.create_tensor([TOKENS, HIDDEN], dtype=pl.FP32))

        # The sum of both branches; a second task scales it in place once the first is done.
        with pl.at(level=pl.Level.CORE_GROUP, name_hint="sum", allow_early_resolve=True) as summed:
            out = pl.assemble(out, pl.add(hidden, down), [0, 0])
        with pl.at(
            level=pl.Level.CORE_GROUP,
            name_hint="clip",
            deps=[summed],
            no_dep_args=[hidden],
            dumps=[out],
        ):
            capped = pl.minimum(out[:, :], pl.add(pl.abs(hidden), 100.0))
            out = pl.assemble(out, capped, [0, 0])
        return out
