# pypto.program: Dump
import pypto.language as pl
import pypto.language.distributed as pld

M = pl.dynamic("M")
N = pl.dynamic("N")

@pl.program
class Dump:
    @pl.function(type=pl.FunctionType.AIC, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
    def k_aic(a__ssa_v0: pl.Tensor[[64, 64], pl.FP16, pl.MemRef("mem_ddr_0", 0, 8192)], b__ssa_v0: pl.Tensor[[64, 64], pl.FP16, pl.TensorView(stride=[1, 64], layout=pl.TensorLayout.DN), pl.MemRef("mem_ddr_1", 0, 8192)], c__ssa_v0: pl.Out[pl.Tensor[[64, 64], pl.FP32, pl.MemRef("mem_ddr_2", pl.const(0, pl.INT64), 16384)]]) -> pl.Tensor[[64, 64], pl.FP32]:
        pl.func_attr({"split": pl.SplitMode.UP_DOWN})
        mem_mat_0: pl.Ptr = pl.tile.alloc(pl.Mem.Mat, 8192)
        mem_left_1: pl.Ptr = pl.tile.alloc(pl.Mem.Left, 8192)
        mem_right_2: pl.Ptr = pl.tile.alloc(pl.Mem.Right, 8192)
        mem_acc_3: pl.Ptr = pl.tile.alloc(pl.Mem.Acc, 16384)
        c2v: pl.Scalar[pl.INT32] = pl.system.import_peer_buffer(name="c2v", peer_func="k_aiv")
        pl.system.aic_initialize_pipe(c2v, pl.const(0, pl.INT32), dir_mask=1, slot_size=8192)
        at: pl.Tile[[64, 64], pl.FP16, pl.MemRef(mem_mat_0, 0, 8192), pl.Mem.Mat, pl.TileView(blayout=pl.TileLayout.col_major, slayout=pl.TileLayout.row_major)] = pl.tile.load(a__ssa_v0, [0, 0], [64, 64], [64, 64], target_memory=pl.Mem.Mat)
        al: pl.Tile[[64, 64], pl.FP16, pl.MemRef(mem_left_1, 0, 8192), pl.Mem.Left, pl.TileView(valid_shape=[64, 64], stride=[], start_offset=pl.const(0, pl.INT64), blayout=pl.TileLayout.row_major, slayout=pl.TileLayout.row_major, fractal=1024, pad=pl.PadValue.zero)] = pl.tile.move(at, target_memory=pl.Mem.Left)
        bl: pl.Tile[[64, 64], pl.FP16, pl.MemRef(mem_right_2, 0, 8192), pl.Mem.Right] = pl.tile.load(b__ssa_v0, [0, 0], [64, 64], [64, 64], target_memory=pl.Mem.Right)
        acc: pl.Tile[[64, 64], pl.FP32, pl.MemRef(mem_acc_3, 0, 16384), pl.Mem.Acc] = pl.tile.matmul(al, bl)
        pl.tile.tpush_to_aiv(acc, split=1)
        c__ssa_v1: pl.Tensor[[64, 64], pl.FP32, pl.MemRef("mem_ddr_2", 0, 16384)] = pl.tile.store(acc, [0, 0], c__ssa_v0)
        return c__ssa_v1
    @pl.function(type=pl.FunctionType.AIV, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
    def k_aiv(a__ssa_v0: pl.Tensor[[64, 64], pl.FP16], c__ssa_v0: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
        pl.func_attr({"split": pl.SplitMode.UP_DOWN, "dual_aiv_dispatch": True})
        buf: pl.Scalar[pl.INT32] = pl.system.reserve_buffer(name="c2v", size=65536, base=0)
        pl.system.aiv_initialize_pipe(buf, pl.const(0, pl.INT32), dir_mask=1, slot_size=8192)
        lane: pl.Scalar[pl.INDEX] = pl.tile.get_subblock_idx()
        t: pl.Tile[[32, 64], pl.FP32, pl.Mem.Vec] = pl.tile.tpop_from_aic(split=1)
        u: pl.Tile[[32, 64], pl.FP32, pl.Mem.Vec, pl.TileView(valid_shape=[lane, 64], pad=pl.PadValue.min)] = pl.tile.set_validshape(t, lane, 64)
        v: pl.Tile[[32, 64], pl.FP32, pl.Mem.Vec] = pl.tile.fillpad(u, pad_value=pl.PadValue.min)
        pl.system.tfree_to_aic(t)
        c__ssa_v1: pl.Tensor[[64, 64], pl.FP32] = pl.tile.store(v, [lane * 32, 0], c__ssa_v0)
    @pl.function(type=pl.FunctionType.Group, level=pl.Level.CORE_GROUP, role=pl.Role.SubWorker)
    def k(a__ssa_v0: pl.Tensor[[64, 64], pl.FP16], b__ssa_v0: pl.Tensor[[64, 64], pl.FP16], c__ssa_v0: pl.Out[pl.Tensor[[64, 64], pl.FP32]]) -> pl.Tensor[[64, 64], pl.FP32]:
        self.k_aiv(a__ssa_v0, c__ssa_v0)
        r: pl.Tensor[[64, 64], pl.FP32] = self.k_aic(a__ssa_v0, b__ssa_v0, c__ssa_v0)
        return r
    @pl.function(type=pl.FunctionType.Spmd)
    def k_spmd(self, a__ssa_v0: pl.Tensor[[64, 64], pl.FP16], b__ssa_v0: pl.Tensor[[64, 64], pl.FP16], c__ssa_v0: pl.Out[pl.Tensor[[64, 64], pl.FP32]]) -> pl.Tensor[[64, 64], pl.FP32]:
        pl.func_attr({"core_num": 4, "sync_start": True})
        r: pl.Tensor[[64, 64], pl.FP32] = self.k(a__ssa_v0, b__ssa_v0, c__ssa_v0)
        return r
    @pl.function(type=pl.FunctionType.Orchestration, level=pl.Level.CHIP, role=pl.Role.Orchestrator, auto_scope=False)
    def main(self, a__ssa_v0: pl.Tensor[[64, 64], pl.FP16], b__ssa_v0: pl.Tensor[[64, 64], pl.FP16], n__ssa_v0: pl.Scalar[pl.INT64], c__ssa_v0: pl.InOut[pl.Tensor[[64, 64], pl.FP32]]) -> tuple[pl.Tensor[[64, 64], pl.FP32], pl.Tensor[[64, 64], pl.FP32]]:
        with pl.scope(mode=pl.ScopeMode.MANUAL):
            tids__ssa_v0: pl.Array[4, pl.TASK_ID] = pl.array.create(4, dtype=pl.TASK_ID)
            t0: pl.Scalar[pl.TASK_ID] = pl.system.task_invalid()
            for i__idx_v0, (c__iter_v1, tids__iter_v1) in pl.range(0, n__ssa_v0, 1, init_values=(c__ssa_v0, tids__ssa_v0), attrs={"iter_arg_rebind_0": False, "iter_arg_array_size_1": 4}):
                ret__tmp_v0: pl.Tuple[pl.Tensor[[64, 64], pl.FP32], pl.Scalar[pl.TASK_ID]] = pl.submit(self.k, a__ssa_v0, b__ssa_v0, c__iter_v1, deps=[tids__iter_v1, t0], attrs={"arg_directions": [pl.adir.input, pl.adir.input, pl.adir.output_existing]})
                c__ssa_v2: pl.Tensor[[64, 64], pl.FP32] = ret__tmp_v0[0]
                tid__ssa_v0: pl.Scalar[pl.TASK_ID] = ret__tmp_v0[1]
                tids__ssa_v2: pl.Array[4, pl.TASK_ID] = pl.array.update_element(tids__iter_v1, i__idx_v0 % pl.const(4, pl.INT64), tid__ssa_v0)
                if n__ssa_v0 > pl.const(3, pl.INT64):
                    t1: pl.Scalar[pl.TASK_ID] = pl.array.get_element(tids__ssa_v2, 0)
                    ok: pl.Scalar[pl.BOOL] = pl.system.task_is_valid(t1)
                    c__phi_v3: pl.Tensor[[64, 64], pl.FP32] = pl.yield_(c__ssa_v2)
                else:
                    c__phi_v3: pl.Tensor[[64, 64], pl.FP32] = pl.yield_(c__iter_v1)
                c__rv_v4, tids__rv_v4 = pl.yield_(c__phi_v3, tids__ssa_v2)
        d__ssa_v0: pl.Tensor[[64, 64], pl.FP32, pl.MemRef("mem_ddr_7", 0, 16384)] = pl.tensor.create([64, 64], dtype=pl.FP32, layout=pl.TensorLayout.ND, manual_dep=True)
        e: pl.Tensor[[64, 64], pl.FP32] = self.k_spmd(a__ssa_v0, b__ssa_v0, d__ssa_v0, attrs={"arg_directions": [pl.adir.input, pl.adir.input, pl.adir.output], "dump_vars": [a__ssa_v0], "arg_direction_overrides": [1]})
        return c__rv_v4, e
