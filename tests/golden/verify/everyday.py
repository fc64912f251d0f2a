# What people write every day; nothing is wrong with it.
import pypto.language as pl
import pypto.language.distributed as pld

N = pl.dynamic("N")


@pl.program
class Smoke:
    @pl.function(type=pl.FunctionType.InCore)
    def vec(self, x: pl.Tensor[[N, 64], pl.FP32], b: pl.Tensor[[N, 64], pl.BF16], idx: pl.Tensor[[N, 64], pl.INT32],
            n: pl.Scalar[pl.INDEX], out: pl.Out[pl.Tensor[[N, 64], pl.FP32]]) -> pl.Tensor[[N, 64], pl.FP32]:
        t: pl.Tile[[16, 64], pl.FP32] = pl.load(x, [n, 0], [16, 64], valid_shape=[pl.min(16, N - n), 64])
        tb = pl.load(b, [n, 0], [16, 64], target_memory=pl.Mem.Vec)
        c = pl.cast(tb, target_type=pl.FP32, mode="rint")
        c2 = pl.tile.cast(tb, pl.FP32)
        s = pl.add(t, c)
        s2 = pl.mul(s, 2)
        s3 = pl.sub(s2, 1.5)
        s4 = pl.maximum(s3, 0.0)
        s5 = pl.minimum(s4, s)
        s6 = pl.exp(s5)
        tmp = pl.create_tile([16, 64], dtype=pl.FP32, target_memory=pl.Mem.Vec)
        mx: pl.Tile[[16, 1], pl.FP32, pl.Mem.Vec, pl.TileView(blayout=pl.TileLayout.col_major)] = pl.row_max(s6, tmp)
        e = pl.row_expand_sub(s6, mx)
        sm = pl.row_sum(e, tmp)
        r = pl.recip(sm)
        o = pl.row_expand_mul(e, r)
        o2 = pl.row_expand_div(e, sm)
        cs = pl.col_sum(o)
        cm = pl.col_max(o)
        co = pl.col_expand_mul(o, cs)
        cp = pl.col_expand_add(o, cm)
        cd = pl.col_expand_expdif(o, cm)
        f = pl.tile.full([16, 64], dtype=pl.FP32, value=0.0)
        z = pl.tile.muls(f, 0.5)
        re = pl.reshape(z, [64, 16])
        tr = pl.transpose(re, 0, 1)
        cc = pl.concat(z, z)
        sl = pl.slice(cc, [16, 64], [0, 64])
        sl2 = pl.tile.slice(cc, [16, 64], [0, 0], [8, 64])
        fp = pl.fillpad(sl2, pad_value=pl.PadValue.min)
        sv = pl.set_validshape(z, 8, 64)
        q = pl.sqrt(z)
        q2 = pl.rsqrt(z)
        ng = pl.neg(z)
        ab = pl.abs(ng)
        lg = pl.log(ab)
        rl = pl.relu(lg)
        m = pl.tile.assemble(f, rl, [0, 0])
        g = pl.cmp(z, 0.0, cmp_type=4)
        it = pl.load(idx, [n, 0], [16, 64])
        sh = pl.shls(it, 2)
        an = pl.ands(sh, 255)
        orr = pl.or_(an, it)
        ar = pl.tile.arange(0, [1, 64], dtype=pl.INT32)
        v = pl.read(z, [0, 1])
        pl.write(z, [0, 1], v)
        w = pl.tile.read(z, [0, 0])
        ex = pl.tile.expands(z, 3.0)
        dv = pl.div(z, ex)
        rem = pl.tile.rems(it, 3, it)
        out = pl.store(o, [n, 0], out)
        out = pl.store(o2, [n, 0], out, atomic=pl.AtomicType.Add)
        return out

    @pl.function(type=pl.FunctionType.InCore)
    def cube(self, a: pl.Tensor[[64, 64], pl.BF16], b: pl.Tensor[[64, 64], pl.BF16], c: pl.Out[pl.Tensor[[64, 64], pl.FP32]]) -> pl.Tensor[[64, 64], pl.FP32]:
        la = pl.load(a, [0, 0], [64, 32], target_memory=pl.MemorySpace.Mat)
        lb = pl.load(b, [0, 0], [32, 64], target_memory=pl.MemorySpace.Mat)
        ma = pl.move(la, target_memory=pl.MemorySpace.Left)
        mb = pl.move(lb, target_memory=pl.MemorySpace.Right)
        acc = pl.matmul(ma, mb)
        for k in pl.range(1, 2):
            la = pl.load(a, [0, k * 32], [64, 32], target_memory=pl.Mem.Mat)
            lb = pl.load(b, [k * 32, 0], [32, 64], target_memory=pl.Mem.Mat)
            ma = pl.move(la, target_memory=pl.Mem.Left)
            mb = pl.move(lb, target_memory=pl.Mem.Right)
            acc = pl.matmul_acc(acc, ma, mb)
        tv = pl.tile.transpose_view(lb)
        xt = pl.tile.extract(la, 0, 0, [16, 16], target_memory=pl.Mem.Left)
        c = pl.store(acc, [0, 0], c)
        return c

    @pl.function
    def tens(self, x: pl.Tensor[[32, 128], pl.BF16], w: pl.Tensor[[128, 256], pl.BF16], gamma: pl.Tensor[[1, 128], pl.FP32],
             ids: pl.Tensor[[32], pl.INT32], out: pl.Out[pl.Tensor[[32, 256], pl.BF16]]) -> pl.Tensor[[32, 256], pl.BF16]:
        with pl.at(level=pl.Level.CORE_GROUP, name_hint="rms"):
            xf = pl.cast(x, pl.FP32)
            sq = pl.mul(xf, xf)
            sum = pl.row_sum(sq)
            mean = pl.mul(sum, 1.0 / 128)
            inv = pl.rsqrt(pl.add(mean, 1e-6))
            nx = pl.row_expand_mul(xf, inv)
            nx = pl.col_expand_mul(nx, gamma)
            nb = pl.cast(nx, pl.BF16)
        for i in pl.parallel(0, 256, 64):
            with pl.at(level=pl.Level.CORE_GROUP, optimizations=[pl.split(pl.SplitMode.UP_DOWN)], name_hint="proj"):
                wi = pl.slice(w, [128, 64], [0, i])
                acc = pl.matmul(nb, wi, out_dtype=pl.FP32)
                acc = pl.matmul_acc(acc, nb, wi)
                out = pl.assemble(out, pl.cast(acc, target_type=pl.BF16), [0, i])
        with pl.at(level=pl.Level.CORE_GROUP, name_hint="misc"):
            z = pl.full([32, 256], dtype=pl.FP32, value=0.0)
            a = pl.arange(0, [1, 256], dtype=pl.UINT32)
            t = pl.reshape(z, [16, 512])
            id0 = pl.read(ids, [3])
            id1 = ids[3]
            row = x[3:4, 0:64]
            row2 = x[3, 0:64]
            mx = pl.maximum(z, 0.0)
            g = pl.gather(z, dim=-1, index=pl.full([32, 16], dtype=pl.INT32, value=0))
            srt = pl.sort32(z, pl.full([32, 256], dtype=pl.UINT32, value=0))
            mg = pl.mrgsort(srt, block_len=64)
            pr = pl.gather(mg, mask_pattern=pl.tile.MaskPattern.P0101)
            pi = pl.gather(mg, mask_pattern=pl.tile.MaskPattern.P1010, output_dtype=pl.INT32)
            cat = pl.concat(z, z)
            tp = pl.transpose(z, axis1=0, axis2=1)
            fp = pl.fillpad(pl.set_validshape(z, 8, 256), pad_value=pl.PadValue.zero)
            sc = pl.tensor.scatter(z, -1, pl.full([32, 4], dtype=pl.INT32, value=0), pl.full([32, 4], dtype=pl.FP32, value=1.0))
            am = pl.row_argmax(z)
            ce = pl.col_expand(z, pl.full([1, 256], dtype=pl.FP32, value=0.0))
            d0 = pl.tensor.dim(z, 0)
            v = pl.tensor.view(z, [64, 128])
            i32 = pl.add(pl.full([1, 8], dtype=pl.INT32, value=1), 1)
            i33: pl.Tensor[[1, 8], pl.INT32] = pl.mul(i32, 4)
        return out
