import pypto.language as pl
import pypto.language.distributed as pld

N = pl.dynamic("N")

@pl.program
class T:
    @pl.function(type=pl.FunctionType.InCore)
    def k(self,
          a: pl.Tensor[[64, 64], pl.FP32, pl.NZ],
          b: pl.Tensor[[64, 64], pl.FP32, pl.TensorView(valid_shape=[n, 64], stride=[], layout=pl.TensorLayout.ND)],
          c: pl.Tensor[[64, 64], pl.FP32, pl.TensorView(stride=[64, 1], layout=pl.TensorLayout.ND, pad=pl.PadValue.zero)],
          d: pld.DistributedTensor[[64, 64], pl.FP32],
          e: pld.DistributedTensor[[64, 64], pl.FP32, pl.TensorView(), "window_buffer=x"],
          f: pl.Tensor[[N, N * 2, 4 + 4], pl.BF16],
          g: pl.INT64,
          n: pl.Scalar[pl.INDEX],
          h: pl.InOut[pl.Tensor[[64], pl.INT8]],
          i: pl.In[pl.Tensor[[64], pl.UINT16]],
          j: pl.Out[pl.Scalar[pl.FP32]],
          k8: pl.Tensor[[64, 64], pl.FP8E4M3FN],
          k9: pl.Tensor[(64, 64), pl.FP8E5M2],
          ka: pl.Tensor[[64, 64], pl.FP8E8M0],
          kb: pl.Tensor[[64, 64], pl.FP4],
          kc: pl.Tensor[[64, 64], pl.HF8],
          kd: pl.Tensor[[64, 64], pl.HF4],
          ke: pl.Tensor[[64, 64], pl.INT4],
          kf: pl.Tensor[[64, 64], pl.UINT4],
          kg: pl.Tensor[[64, 64], pl.FP64],
          kh: pl.Tensor[[], pl.FP32],
          ctx: pld.CommCtxType,
          p: pl.Ptr,
          tup: pl.Tuple[pl.Scalar[pl.INT32], pl.Tensor[[1], pl.FP32]],
          ) -> pl.Tuple[pl.Scalar[pl.INT32], pl.Tensor[[64], pl.INT8]]:
        x: pl.Scalar[pl.INT32] = tup[0]
        y: pl.Tile[[16, 16], pl.FP16, pl.Mem.Vec, pl.TileView(valid_shape=[16, n], stride=[16, 1], start_offset=0, blayout=pl.TileLayout.row_major, slayout=pl.TileLayout.none_box, fractal=512, pad=pl.PadValue.max, compact=pl.CompactMode.normal)] = pl.tile.create([16, 16], dtype=pl.FP16, target_memory=pl.Mem.Vec)
        arr: pl.Array[8, pl.INT32] = pl.array.create(8, dtype=pl.INT32)
        arr[0] = x
        z = arr[0] + 1
        s = pl.const(0, pl.INT64)
        m1: pl.MemRefType = pl.tile.alloc(pl.Mem.Vec, 1024)
        w: pl.Tile[[16, 16], pl.FP16, pl.MemRef(m1, 0, 512), pl.Mem.Vec] = pl.tile.muls(y, 2.0)
        w2: pl.Tile[[16, 16], pl.FP16, pl.MemRef("pool", slots=2)[1], pl.Mem.Vec] = pl.tile.muls(y, 2.0)
        ret: pl.Tuple[pl.Scalar[pl.INT32], pl.Tensor[[64], pl.INT8]] = [x, h]
        return ret
