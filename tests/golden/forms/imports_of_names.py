from pypto.language import program, function, Tensor, FP32, add, FunctionType
import pypto.language as plang

@program
class P:
    @function(type=FunctionType.InCore)
    def main(self, x: Tensor[[16], FP32]) -> Tensor[[16], FP32]:
        return add(x, 1.0)
