# A parameter that is declared In and written by the body: rows D100 to D107.
import pypto.language as pl
import pypto.language.distributed as pld


@pl.program
class InParams:
    @pl.function(type=pl.FunctionType.InCore)
    def stores(self, x: pl.Tensor[[8, 8], pl.FP32], y: pl.Tensor[[8, 8], pl.FP32]):
        t = pl.load(x, [0, 0], [8, 8])
        z = pl.store(t, [0, 0], y)  # warning: [in-param-written]
        w = pl.store(t, [0, 0], y)

    @pl.function(type=pl.FunctionType.InCore)
    def through_a_slice(self, x: pl.Tensor[[8, 8], pl.FP32], y: pl.Tensor[[8, 8], pl.FP32]):
        t = pl.load(x, [0, 0], [4, 8])
        part = pl.slice(y, [4, 8], [0, 0])
        z = pl.store(t, [0, 0], part)  # warning: [in-param-written]

    @pl.function(type=pl.FunctionType.InCore)
    def a_transposition_is_a_copy(self, x: pl.Tensor[[8, 8], pl.FP32], y: pl.Tensor[[8, 8], pl.FP32]):
        t = pl.load(x, [0, 0], [8, 8])
        turned = pl.transpose(y, 0, 1)
        z = pl.store(t, [0, 0], turned)

    @pl.function(type=pl.FunctionType.InCore)
    def in_a_loop(self, x: pl.Tensor[[8, 8], pl.FP32], y: pl.Tensor[[8, 8], pl.FP32]):
        t = pl.load(x, [0, 0], [4, 8])
        for i in pl.range(2):
            y = pl.store(t, [i * 4, 0], y)  # warning: [in-param-written]

    @pl.function(type=pl.FunctionType.InCore)
    def an_element(self, x: pl.Tensor[[8], pl.FP32], v: pl.Scalar[pl.FP32]):
        pl.write(x, [0], v)  # warning: [in-param-written]

    @pl.function(type=pl.FunctionType.InCore)
    def declared(self, x: pl.Tensor[[8, 8], pl.FP32], y: pl.Out[pl.Tensor[[8, 8], pl.FP32]]):
        t = pl.load(x, [0, 0], [8, 8])
        z = pl.store(t, [0, 0], y)

    @pl.function(type=pl.FunctionType.InCore)
    def rebound(self, x: pl.Tensor[[8, 8], pl.FP32], y: pl.Tensor[[8, 8], pl.FP32], o: pl.Out[pl.Tensor[[8, 8], pl.FP32]]):
        t = pl.load(x, [0, 0], [8, 8])
        b = y
        b = o
        b = pl.store(t, [0, 0], b)

    @pl.function(type=pl.FunctionType.Group)
    def forwards(self, x: pl.Tensor[[8, 8], pl.FP32], y: pl.Tensor[[8, 8], pl.FP32]):
        self.declared(x, y)  # warning: [in-param-written]

    @pl.function(type=pl.FunctionType.InCore)
    def waits(self, signal: pld.DistributedTensor[[4, 1], pl.INT32]):
        pld.system.wait(signal, offsets=[0, 0], expected=1, cmp=pld.WaitCmp.Ge)

    @pl.function(type=pl.FunctionType.InCore)
    def notifies(self, signal: pld.DistributedTensor[[4, 1], pl.INT32]):
        pld.system.notify(signal, peer=1, offsets=[0, 0], value=1, op=pld.NotifyOp.AtomicAdd)  # warning: [in-param-written]

    @pl.function(type=pl.FunctionType.Orchestration)
    def orchestration_is_left_out(self, x: pl.Tensor[[8, 8], pl.FP32], y: pl.Tensor[[8, 8], pl.FP32]):
        self.declared(x, y)
