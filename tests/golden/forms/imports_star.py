from pypto.language import *
from pypto import language

@language.program
class P:
    @language.function
    def main(self, x: language.Tensor[[16], language.FP32]) -> language.Tensor[[16], language.FP32]:
        return language.add(x, 1.0)
