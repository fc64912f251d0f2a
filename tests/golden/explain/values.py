# Which scalars and contents are the same value.
# ask: main: k == e
# ask: main: k == n
# ask: main: eight == size
# ask: main: eight == n
# ask: main: half == k
# ask: main: before == after
# ask: main: before == again
# ask: main: one == before
# ask: main: never == n
# ask: main: twice == back
# ask: main: sum == product
# ask: main: sum == n
# ask: main: 7 == n
# ask: main: missing == n
# ask: main: k@900 == n
# ask: main: loop[3].carry[0] == n
# ask: main: call[0] == n
# ask: main: call[0][1] == n
# ask: main: k@ == n
# ask: main: n[9] == n
# ask: main: loop[0].carry[9] == n
# ask: nobody: a == b
# ask: k == n
# ask: main: k = n
import pypto.language as pl


@pl.program
class Values:
    @pl.function(type=pl.FunctionType.Inline)
    def both(self, n: pl.Scalar[pl.INDEX]) -> tuple[pl.Scalar[pl.INDEX], pl.Scalar[pl.INDEX]]:
        return n + 1, n - 1

    @pl.function
    def main(self, n: pl.Scalar[pl.INDEX], x: pl.Tensor[[8], pl.FP32], o: pl.InOut[pl.Tensor[[8], pl.FP32]]) -> pl.Tensor[[8], pl.FP32]:
        k, less = self.both(n)
        e = 3 + n - 2
        eight = 2 * 4
        size = pl.tensor.dim(x, 0)
        half = (n + 1) * 2 // 2
        before = pl.read(o, [0])
        again = pl.read(o, [0])
        pl.write(o, [0], 1.0)
        after = pl.read(o, [0])
        one = pl.read(o, [1])
        never = n
        while n < n:
            never = never + 1
        twice = pl.neg(pl.neg(x))
        back = pl.neg(x)
        sum = pl.add(x, x)
        product = pl.mul(x, x)
        return o
