# Case 11-inline-transitive-and-cycle.
# Elsewhere: nested helpers failed, and names hung on a counter of the process.
# Right: five additions with five names; a cycle is an error that names it.
import pypto.language as pl


@pl.program
class Ladder:
    @pl.function(type=pl.FunctionType.Inline)
    def leaf(self, v: pl.Tensor[[12, 12], pl.FP32]) -> pl.Tensor[[12, 12], pl.FP32]:
        k = pl.add(v, 1.0)
        return k

    @pl.function(type=pl.FunctionType.Inline)
    def mid(self, v: pl.Tensor[[12, 12], pl.FP32]) -> pl.Tensor[[12, 12], pl.FP32]:
        a = self.leaf(v)
        b = self.leaf(a)
        return b

    @pl.function(type=pl.FunctionType.Inline)
    def top(self, v: pl.Tensor[[12, 12], pl.FP32]) -> pl.Tensor[[12, 12], pl.FP32]:
        a = self.mid(v)
        b = self.leaf(a)
        c = self.mid(b)
        return c

    @pl.function
    def main(self, v: pl.Tensor[[12, 12], pl.FP32]) -> pl.Tensor[[12, 12], pl.FP32]:
        w = self.top(v)
        return w
