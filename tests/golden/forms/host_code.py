#!/usr/bin/env python3

# pypto.program: Tail
import pypto.language as pl

N = pl.dynamic("N")
M = pl.dynamic("M")
T = pl.Tensor[[N, 16], pl.FP32]


@pl.program
class Tail:
    X: int = 4
    Y = X * 2

    def helper(self, x):
        return [i for i in x if i]

    @staticmethod
    def other():
        return {1, 2}

    @pl.function(type=pl.FunctionType.InCore)
    @staticmethod
    def k(x: T, o: pl.Out[T]) -> T:
        t = pl.load(x, [0, 0], [Tail.X if False else 8, 16]) if False else pl.load(x, [0, 0], [8, 16])
        return pl.store(t, [0, 0], o)

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: T, o: pl.Out[T]) -> T:
        o = self.k(x, o)
        return o


def build():
    return Tail


p = build()
print(p.as_python())
