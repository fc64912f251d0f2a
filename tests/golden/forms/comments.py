# top comment

import pypto.language as pl  # import


# about the class
@pl.program
# between decorator and class
class C:  # the class
    # before function
    @pl.function  # deco
    def main(  # params
        self,
        # about x
        x: pl.Tensor[[16], pl.FP32],  # x
        n: pl.Scalar[pl.INDEX],
    ) -> pl.Tensor[[16], pl.FP32]:  # ret
        # first
        # second
        y = pl.add(  # inside
            x,
            # arg
            1.0,
        )  # after

        # before if
        if n > 3:  # cond
            # in then
            y = pl.add(y, 1.0)
            # end of then
        # before else
        else:
            # in else
            y = pl.mul(y, 1.0)
        # before loop
        for i in pl.range(4):  # loop
            # body
            y = pl.add(y, y)
            # end of body
        # last
        return y  # done
    # trailing in class
# trailing
