# Pipelines and only they have stages.
import pypto.language as pl


@pl.program
class Pipelines:
    @pl.function
    def stages(self, a: pl.Tensor[[4], pl.FP32]) -> pl.Tensor[[4], pl.FP32]:
        for i in pl.range(4, attrs={"pipeline_stages": 2}):  # error: [pipeline-stages]
            b = pl.exp(a)
        for j in pl.pipeline(4, stage=2):
            d = pl.exp(a)
        return a
