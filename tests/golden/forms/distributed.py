import pypto.language as pl
import pypto.language.distributed as pld

SIZE = 256

@pl.program
class AllReduce:
    @pl.function(type=pl.FunctionType.InCore)
    def chip_kernel(self, inp: pl.Tensor[[1, SIZE], pl.FP32], out: pl.Out[pl.Tensor[[1, SIZE], pl.FP32]], data: pl.InOut[pld.DistributedTensor[[1, SIZE], pl.FP32]], signal: pl.InOut[pld.DistributedTensor[[2, 1], pl.INT32]], my_rank: pl.Scalar[pl.INT32], ctx: pld.CommCtxType) -> pl.Tensor[[1, SIZE], pl.FP32]:
        t = pl.load(inp, [0, 0], [1, SIZE])
        pl.store(t, [0, 0], data)
        n = pld.nranks(ctx)
        for peer in pl.range(n):
            if peer != my_rank:
                pld.system.notify(signal, peer=peer, offsets=[my_rank, 0], value=1, op=pld.NotifyOp.Set)
        for src in pl.range(pld.nranks(ctx)):
            if src != my_rank:
                pld.system.wait(signal=signal, offsets=[src, 0], expected=1, cmp=pld.WaitCmp.Ge)
                r = pld.tile.remote_load(data, peer=src, offsets=[0, 0], shape=[1, SIZE])
                t = pl.add(t, r)
        return pl.store(t, [0, 0], out)

    @pl.function(type=pl.FunctionType.Orchestration)
    def chip_orch(self, inp: pl.Tensor[[1, SIZE], pl.FP32], out: pl.Out[pl.Tensor[[1, SIZE], pl.FP32]], data: pl.InOut[pld.DistributedTensor[[1, SIZE], pl.FP32]], signal: pl.InOut[pld.DistributedTensor[[2, 1], pl.INT32]]) -> pl.Tensor[[1, SIZE], pl.FP32]:
        ctx = pld.get_comm_ctx(data)
        r = pld.rank(ctx)
        out = self.chip_kernel(inp, out, data, signal, r, ctx)
        return out

    @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator)
    def host_orch(self, inputs: pl.Tensor[[2, 1, SIZE], pl.FP32], outputs: pl.Out[pl.Tensor[[2, 1, SIZE], pl.FP32]]) -> pl.Tensor[[2, 1, SIZE], pl.FP32]:
        data_buf = pld.alloc_window_buffer(SIZE * 4)
        sig_buf = pld.alloc_window_buffer(2 * 4, name="sig")
        for r in pl.range(pld.world_size()):
            data = pld.window(data_buf, [1, SIZE], dtype=pl.FP32)
            sig = pld.window(sig_buf, [2, 1], dtype=pl.INT32)
            self.chip_orch(inputs[r], outputs[r], data, sig, device=r)
        return outputs

    @pl.function(level=pl.Level.HOST, role=pl.Role.SubWorker)
    def check(x: pl.Tensor[[2, 1, SIZE], pl.FP32]) -> None:
        ...
