import pypto.language as pl

B, S, H = 4, 8, 64
TILE = H // 4
EPS = 1e-6
N = pl.dynamic("N")

@pl.program
class Sugar:
    @pl.function
    def main(self, x: pl.Tensor[[B, S, H], pl.FP32], w: pl.Tensor[[H, H], pl.BF16], idx: pl.Tensor[[B, S], pl.INT32], o: pl.Out[pl.Tensor[[B * S, H], pl.FP32]], q: pl.Tensor[[N, H], pl.BF16], c: pl.Scalar[pl.FP32], k: pl.Scalar[pl.INT32]) -> pl.Tensor[[B * S, H], pl.FP32]:
        flat = pl.reshape(x, [B * S, H])
        rows = pl.tensor.dim(q, 0)
        v = idx[0, 1]
        row = x[0]
        row2 = x[0, 1]
        sl = x[1:3, :, 0:TILE]
        last = flat[-1, :]
        part = flat[2:, -TILE:]
        s1 = pl.slice(flat, [16, TILE], [0, TILE])
        s2 = pl.slice(flat, [16, TILE], [0, TILE], valid_shape=[rows, TILE])
        y = flat + 1.0
        y = 2.0 * y - flat / 3.0
        y = -y + EPS
        y = pl.maximum(y, 0.0)
        z = pl.cast(y, pl.BF16)
        z2 = pl.cast(y, target_type=pl.BF16, mode="rint")
        mm = pl.matmul(z, w, out_dtype=pl.FP32)
        mt = pl.matmul(z, w, b_trans=True)
        acc = pl.matmul_acc(mm, z, w)
        o = pl.assemble(o, acc, [0, 0])
        o[0:16, 0:TILE] = pl.slice(acc, [16, TILE], [0, 0])
        o[3, :] = row2
        o[0, 0] = 1.0
        pl.write(o, [0, 1], c)
        e = pl.read(o, [0, 1])
        e2 = pl.tensor.read(o, [0, 2]) + e * c
        m = pl.min(k, 3)
        m2 = min(max(k, 0), rows)
        full = pl.full([16, 16], dtype=pl.FP32, value=0.0)
        created = pl.create_tensor([B * S, H], dtype=pl.FP32)
        init = pl.create_tensor([B * S, H], dtype=pl.FP32, init_value=0.0)
        rs = pl.row_sum(acc)
        rm = pl.row_max(acc)
        d = pl.row_expand_sub(acc, rm)
        ex = pl.exp(d)
        dv = pl.row_expand_div(ex, rs)
        cc = pl.concat(dv, dv)
        tr = pl.transpose(acc, 0, 1)
        a1, (b1, c1) = acc, (rs, rm)
        lst = [rs, rm]
        l0 = lst[0]
        ar = pl.array.create(4, pl.INT32)
        ar[0] = k
        ar[1] = ar[0]
        for i in pl.unroll(4):
            ar[i] = k
        for i, (p, r) in pl.pipeline(0, 4, 1, stage=2, init_values=(acc, k)):
            p2 = pl.add(p, 1.0)
            p3, r3 = pl.yield_(p2, r)
        if k > 3:
            g = p3
        else:
            g = acc
        if k > 4:
            g = pl.add(g, 1.0)
        return o
