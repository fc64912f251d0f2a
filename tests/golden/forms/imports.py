"""A module docstring."""
from __future__ import annotations

import argparse
import os
import sys
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import pypto
import pypto.language
import pypto.language as pl
import pypto.language.distributed as pld
import pytest
import torch
from pypto import ir, passes
from pypto.backend import BackendType
from pypto.language import FP32, Scalar, Tensor

if TYPE_CHECKING:
    from collections.abc import Iterable

M = 64
N: int = M * 2
K, L = 32, 16
HALF = N // 2
SCALE = 1.0 / (K ** 0.5)
SHAPE = [M, N]
DT = pl.FP32
NAMES = {"a": 1}


@dataclass
class Config:
    hidden: int = 128

    def total(self):
        return self.hidden * 2


def golden(x):
    return {k: v for k, v in x.items()}


@pl.program
class Imports:
    """Docs of the program."""

    @pl.function(type=pl.FunctionType.Opaque)
    def main(self, x: pl.Tensor[[M, N], DT], y: "pl.Tensor[[M, N], pl.FP32]") -> pl.Tensor[[M, N], pl.FP32]:
        """Docs.

        More docs.
        """
        # a comment
        z: pl.Tensor[SHAPE, DT] = pl.mul(x, SCALE)  # trailing
        w = pl.add(z, y)

        # last
        return w


class TestIt:
    @pytest.mark.parametrize("a", [1, 2])
    def test(self, a):
        with pytest.raises(ValueError, match=r"x"):
            raise ValueError("x")
        assert Imports is not None
        print(f"{a=}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("-p", "--platform", type=str, default="a2a3", choices=["a2a3", "a5"])
    args = parser.parse_args()
    try:
        result = Imports.main(lambda q: q)
    except RuntimeError as e:
        print(f"{e}", file=sys.stderr)
        raise SystemExit(1) from e
    else:
        pass
    finally:
        print("done")
