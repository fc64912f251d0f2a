# Carries named in the header and given by yields or by assignment, carries of names, values that leave loops and branches.
import pypto.language as pl


@pl.program
class Carries:
    @pl.function
    def by_yield(self, n: pl.Scalar[pl.INDEX]) -> pl.Scalar[pl.INDEX]:
        for i, (acc, top) in pl.range(n, init_values=(0, 1)):
            acc, top = pl.yield_(acc + i, pl.max(top, i))
        return acc + top

    @pl.function
    def by_name(self, n: pl.Scalar[pl.INDEX]) -> pl.Scalar[pl.INDEX]:
        for i, (acc, top) in pl.range(n, init_values=(0, 1)):
            acc = acc + i
            if acc > 100:
                top = acc
                break
            if i == 5:
                continue
            top = 7
        return acc + top

    @pl.function
    def by_condition(self, n: pl.Scalar[pl.INDEX]) -> pl.Scalar[pl.INDEX]:
        for (k, s) in pl.while_(init_values=(0, 10)):
            pl.cond(k < n)
            k = k + 2
            s = s - k
        return s

    @pl.function
    def swapped(self, x: pl.Tensor[[8], pl.FP32], y: pl.Tensor[[8], pl.FP32], n: pl.Scalar[pl.INDEX]) -> tuple[
        pl.Tensor[[8], pl.FP32], pl.Tensor[[8], pl.FP32]
    ]:
        for i in pl.range(n):
            x, y = y, x
        return x, y

    @pl.function
    def branches(self, n: pl.Scalar[pl.INDEX]) -> pl.Scalar[pl.INDEX]:
        a = 1
        if n > 4:
            a = 2
            if n > 6:
                b = 3
            else:
                b = 4
        elif n > 2:
            a = 5
            b = 6
        else:
            b = 7
        if n == 0:
            c = a
        return a * b + c

    @pl.function
    def left_arms(self, n: pl.Scalar[pl.INDEX]) -> pl.Scalar[pl.INDEX]:
        found: pl.Scalar[pl.INDEX] = -1
        for i in pl.range(n):
            if i * i > 50:
                found = i
                break
            else:
                last = i
            seen = last
        return found + seen

    @pl.function
    def inner_outer(self, n: pl.Scalar[pl.INDEX]) -> pl.Scalar[pl.INDEX]:
        total = 0
        for i in pl.range(n):
            for j in pl.range(n):
                if j > i:
                    break
                total += j
            while total > 10:
                total -= 3
        return total
