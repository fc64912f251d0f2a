# Kernels on both cores, windows between ranks; nothing is wrong with them.
import pypto.language as pl
import pypto.language.distributed as pld

SIZE = 64


@pl.program
class Cores:
    @pl.function(type=pl.FunctionType.AIC)
    def cube(self, x: pl.Tensor[[16, 128], pl.BF16], y: pl.Tensor[[128, 128], pl.BF16]):
        buf = pl.import_peer_buffer(name="c2v", peer_func="vector")
        pl.aic_initialize_pipe(dir_mask=1, slot_size=512, c2v_consumer_buf=buf)
        a: pl.Tile[[16, 128], pl.BF16, pl.Mem.Mat] = pl.load(x, [0, 0], [16, 128], target_memory=pl.Mem.Mat)
        b: pl.Tile[[128, 128], pl.BF16, pl.Mem.Mat] = pl.load(y, [0, 0], [128, 128], target_memory=pl.Mem.Mat)
        la: pl.Tile[[16, 128], pl.BF16, pl.Mem.Left] = pl.move(a, target_memory=pl.Mem.Left)
        rb: pl.Tile[[128, 128], pl.BF16, pl.Mem.Right] = pl.move(b, target_memory=pl.Mem.Right)
        z: pl.Tile[[16, 128], pl.FP32, pl.Mem.Acc] = pl.matmul(la, rb)
        pl.tpush_to_aiv(z, split=0)

    @pl.function(type=pl.FunctionType.AIV)
    def vector(
        self, o: pl.Out[pl.Tensor[[16, 128], pl.FP32]]
    ) -> pl.Tensor[[16, 128], pl.FP32]:
        buf: pl.Scalar[pl.INT32] = pl.reserve_buffer(name="c2v", size=4096, base=4096)
        pl.aiv_initialize_pipe(dir_mask=1, slot_size=512, c2v_consumer_buf=buf)
        z: pl.Tile[[16, 128], pl.FP32, pl.Mem.Vec] = pl.tpop_from_aic(split=0)
        w = pl.exp(z)
        r = pl.store(w, [0, 0], o)
        pl.tfree_to_aic(z)
        return r

    @pl.function(type=pl.FunctionType.Group)
    def both(
        self,
        x: pl.Tensor[[16, 128], pl.BF16],
        y: pl.Tensor[[128, 128], pl.BF16],
        o: pl.Out[pl.Tensor[[16, 128], pl.FP32]],
    ) -> pl.Tensor[[16, 128], pl.FP32]:
        self.cube(x, y)
        r = self.vector(o)
        return r

    @pl.function(type=pl.FunctionType.InCore)
    def exchange(
        self,
        data: pl.InOut[pld.DistributedTensor[[1, SIZE], pl.FP32]],
        signal: pl.InOut[pld.DistributedTensor[[4, 1], pl.INT32]],
        o: pl.Out[pl.Tensor[[1, SIZE], pl.FP32]],
    ) -> pl.Tensor[[1, SIZE], pl.FP32]:
        ctx = pld.get_comm_ctx(data)
        me = pld.rank(ctx)
        n = pld.nranks(ctx)
        peer = (me + 1) % n
        t = pl.load(data, [0, 0], [1, SIZE])
        pld.tile.remote_store(t, target=data, peer=peer, offsets=[0, 0])
        pld.system.notify(target=signal, peer=peer, offsets=[me, 0], value=1, op=pld.NotifyOp.AtomicAdd)
        pld.system.wait(signal, offsets=[0, 0], expected=1, cmp=pld.WaitCmp.Ge)
        got = pld.tile.remote_load(data, peer=peer, offsets=[0, 0], shape=[1, SIZE])
        r = pl.store(got, [0, 0], o)
        pl.system.bar_all()
        pl.system.sync_src(set_pipe=pl.PipeType.MTE2, wait_pipe=pl.PipeType.V, event_id=0)
        return r

    @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator)
    def host(self, o: pl.Out[pl.Tensor[[1, SIZE], pl.FP32]]) -> pl.Tensor[[1, SIZE], pl.FP32]:
        data_buf = pld.alloc_window_buffer(SIZE * 4)
        sig_buf = pld.alloc_window_buffer(16)
        for r in pl.range(pld.world_size()):
            data = pld.window(data_buf, [1, SIZE], dtype=pl.FP32)
            signal = pld.window(sig_buf, [4, 1], dtype=pl.INT32)
            o = self.exchange(data, signal, o, device=r)
        return o

    @pl.function(type=pl.FunctionType.InCore)
    def collective(
        self,
        data: pl.InOut[pld.DistributedTensor[[1, SIZE], pl.FP32]],
        signal: pl.InOut[pld.DistributedTensor[[4, 1], pl.INT32]],
    ) -> pld.DistributedTensor[[1, SIZE], pl.FP32]:
        data = pld.tensor.allreduce(data, signal, op=pld.ReduceOp.Sum)
        signal = pld.tensor.barrier(signal)
        return data

    @pl.function(type=pl.FunctionType.InCore)
    def allocated(
        self, x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]
    ) -> pl.Tensor[[16, 16], pl.FP32]:
        mem_vec_0: pl.Ptr = pl.tile.alloc(pl.Mem.Vec, 1024)
        mem_vec_1: pl.Ptr = pl.tile.alloc(pl.Mem.Vec, 1024)
        t: pl.Tile[[16, 16], pl.FP32, pl.MemRef(mem_vec_0, 0, 1024), pl.Mem.Vec] = pl.tile.load(
            x, [0, 0], [16, 16], [16, 16], target_memory=pl.Mem.Vec
        )
        u: pl.Tile[[16, 16], pl.FP32, pl.MemRef(mem_vec_1, 0, 1024), pl.Mem.Vec] = pl.tile.muls(t, 2.0)
        y_1: pl.Tensor[[16, 16], pl.FP32] = pl.tile.store(u, [0, 0], y)
        return y_1

    @pl.function(type=pl.FunctionType.Orchestration)
    def tasks(
        self, x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]
    ) -> pl.Tensor[[16, 16], pl.FP32]:
        with pl.manual_scope():
            ids = pl.array.create(4, pl.TASK_ID)
            y, t = pl.submit(self.allocated, x, y)
            ids[0] = t
            ids[1] = None
            d = pl.system.task_dummy(deps=[ids])
            y, u = pl.submit(self.allocated, x, y, deps=[d, ids[0]])
            ok = pl.system.task_is_valid(u)
        return y

    @pl.function(type=pl.FunctionType.AIV)
    def soft(self, ws: pl.InOut[pl.Tensor[[16], pl.INT32]], n: pl.Scalar[pl.INT32]):
        lane = pl.tile.get_subblock_idx()
        pl.system.syncall(mode="soft", core_type="aiv_only", gm_workspace=ws, used_cores=n)
        pl.system.syncall(core_type="mix")
        pl.system.cacheinvalid(ws, [1], [0])
        pl.system.fence()

    @pl.function(type=pl.FunctionType.InCore)
    def split(
        self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]
    ) -> pl.Tensor[[32, 32], pl.FP32]:
        t = pl.load(x, [0, 0], [32, 32])
        for lane in pl.split_aiv(2, mode=pl.SplitMode.UP_DOWN):
            half = pl.aiv_shard(t)
            e = pl.exp(half)
            whole = pl.aic_gather(e)
        y = pl.store(t, [0, 0], y)
        return y
