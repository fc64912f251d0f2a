# Case 07-inline-formal-name-equals-caller-name.
# Elsewhere: the binding of the formal leaked into the caller, so the second call wrote the wrong tensor.
# Right: names of a helper are its own: data goes to tmp, tmp to result, in two tasks.
import pypto.language as pl


@pl.program
class NameClash:
    @pl.function(type=pl.FunctionType.Inline)
    def scale_into(
        self,
        data: pl.Tensor[[18, 64], pl.FP32],
        result: pl.Out[pl.Tensor[[18, 64], pl.FP32]],
    ) -> pl.Tensor[[18, 64], pl.FP32]:
        with pl.at(level=pl.Level.CORE_GROUP, name_hint="scale"):
            tmp = pl.mul(data, 0.5)
            result = pl.assemble(result, tmp, [0, 0])
        return result

    @pl.function
    def main(
        self,
        data: pl.Tensor[[18, 64], pl.FP32],
        result: pl.Out[pl.Tensor[[18, 64], pl.FP32]],
    ) -> pl.Tensor[[18, 64], pl.FP32]:
        tmp: pl.Tensor[[18, 64], pl.FP32] = pl.create_tensor([18, 64], dtype=pl.FP32)
        tmp = self.scale_into(data, tmp)
        result = self.scale_into(tmp, result)
        return result
