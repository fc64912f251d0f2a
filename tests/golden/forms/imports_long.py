import pypto.language

@pypto.language.program
class P:
    @pypto.language.function
    def main(self, x: pypto.language.Tensor[[16], pypto.language.FP32]) -> pypto.language.Tensor[[16], pypto.language.FP32]:
        return pypto.language.add(x, 1.0)
