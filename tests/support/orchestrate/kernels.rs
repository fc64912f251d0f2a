//! The functions that generated orchestration functions call. `T` stands for the tensor that all of them work on.

/// Kernels with one output and several, in order and out of order, unreturned scratch, windows, blocks, a group of two
/// cores, a wrapper over blocks, and a helper that is spliced in.
pub(super) const KERNELS: &str = "
    @pl.function(type=pl.FunctionType.AIV)
    def step(self, x: T, o: pl.Out[T]) -> T:
        t = pl.load(x, [0, 0], [8, 8])
        r = pl.store(pl.add(t, 1.0), [0, 0], o)
        return r

    @pl.function(type=pl.FunctionType.InCore)
    def accumulate(self, x: T, acc: pl.InOut[T]) -> T:
        t = pl.load(x, [0, 0], [8, 8])
        a = pl.load(acc, [0, 0], [8, 8])
        return pl.store(pl.add(pl.mul(a, 0.5), t), [0, 0], acc)

    @pl.function(type=pl.FunctionType.AIV)
    def scale(self, f: pl.Scalar[pl.FP32], x: T, o: pl.Out[T]) -> T:
        t = pl.load(x, [0, 0], [8, 8])
        return pl.store(pl.mul(t, f), [0, 0], o)

    @pl.function(type=pl.FunctionType.AIV)
    def rows(self, x: T, row: pl.Scalar[pl.INDEX], o: pl.InOut[T]) -> T:
        t = pl.load(x, [row, 0], [2, 8])
        a = pl.load(o, [row, 0], [2, 8])
        return pl.store(pl.sub(t, a), [row, 0], o)

    @pl.function(type=pl.FunctionType.InCore)
    def pair(self, x: T, scratch: pl.Out[T], a: pl.Out[T], b: pl.InOut[T]) -> tuple[T, T]:
        t = pl.load(x, [0, 0], [8, 8])
        old = pl.load(b, [0, 0], [8, 8])
        s = pl.store(pl.neg(t), [0, 0], scratch)
        b1 = pl.store(pl.add(old, t), [0, 0], b)
        a1 = pl.store(pl.mul(t, 2.0), [0, 0], a)
        return b1, a1

    @pl.function(type=pl.FunctionType.AIV)
    def half(self, x: pl.Tensor[[4, 8], pl.FP32], o: pl.InOut[pl.Tensor[[4, 8], pl.FP32]]) -> pl.Tensor[[4, 8], pl.FP32]:
        t = pl.load(x, [0, 0], [4, 8])
        a = pl.load(o, [0, 0], [4, 8])
        return pl.store(pl.maximum(t, a), [0, 0], o)

    @pl.function(type=pl.FunctionType.InCore)
    def cube(self, x: T, h: pl.Out[T], y: pl.Out[T]) -> tuple[T, T]:
        a = pl.load(x, [0, 0], [8, 8], target_memory=pl.Mem.Mat)
        l = pl.move(a, target_memory=pl.Mem.Left)
        r = pl.move(a, target_memory=pl.Mem.Right)
        h1 = pl.store(pl.matmul(l, r), [0, 0], h)
        return h1, y

    @pl.function(type=pl.FunctionType.InCore)
    def vector(self, x: T, h: pl.Out[T], y: pl.Out[T]) -> tuple[T, T]:
        t = pl.load(x, [0, 0], [8, 8])
        y1 = pl.store(pl.neg(t), [0, 0], y)
        return h, y1

    @pl.function(type=pl.FunctionType.Group)
    def both(self, x: T, h: pl.Out[T], y: pl.Out[T]) -> tuple[T, T]:
        h1, y0 = self.cube(x, h, y)
        h2, y1 = self.vector(x, h, y)
        return h1, y1

    @pl.function(type=pl.FunctionType.AIV)
    def block(self, x: T, o: pl.InOut[T]) -> T:
        b: pl.Scalar[pl.INDEX] = pl.tile.get_block_idx()
        t = pl.load(x, [b * 2, 0], [2, 8])
        a = pl.load(o, [b * 2, 0], [2, 8])
        return pl.store(pl.add(t, a), [b * 2, 0], o)

    @pl.function(type=pl.FunctionType.AIV)
    def mark(self, c: pl.InOut[pl.Tensor[[8], pl.INT32]]) -> pl.Tensor[[8], pl.INT32]:
        t = pl.load(c, [0], [8])
        return pl.store(pl.add(t, 1), [0], c)

    @pl.function(type=pl.FunctionType.Spmd)
    def wide(self, o: pl.InOut[T], x: T) -> T:
        pl.func_attr({\"core_num\": 4})
        r = self.block(x, o)
        return r

    @pl.function(type=pl.FunctionType.Inline)
    def twice(self, a: T, b: T) -> tuple[T, T]:
        b = self.accumulate(a, b)
        a = self.step(b, a)
        return b, a
";
