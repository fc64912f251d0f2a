import pypto.language as pl
from config import HIDDEN, Config

CONFIG = Config()
ROWS = 4 * 16
COLS = compute(ROWS)


@pl.program
class P:
    @pl.function
    def main(self, x: pl.Tensor[[ROWS, COLS], pl.FP32]) -> pl.Tensor[[ROWS, HIDDEN], pl.FP32]:
        y = pl.create_tensor([ROWS, CONFIG.hidden], dtype=pl.FP32)
        return y
