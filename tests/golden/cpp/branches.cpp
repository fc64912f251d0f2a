#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "pto_orchestration_api.h"

extern "C" {

// Orchestration function main
// Kernel 0: accumulate (AIV)
// Kernel 1: step (AIV)
__attribute__((visibility("default"))) PTO2OrchestrationConfig aicpu_orchestration_config(const ChipTaskArgs& orch_args) {
    (void)orch_args;
    return PTO2OrchestrationConfig{
        .expected_arg_count = 4,
    };
}

__attribute__((visibility("default"))) void aicpu_orchestration_entry(const ChipTaskArgs& orch_args) {
    // External tensors
    const ChipTensor& ext_x = orch_args.tensor(0).ref();
    const ChipTensor& ext_y = orch_args.tensor(1).ref();
    const ChipTensor& ext_z = orch_args.tensor(2).ref();

    // Scalar params
    int32_t n = from_u64<int32_t>(orch_args.scalar(0));

    PTO2_SCOPE() {
        if (n > 0) {
            PTO2_SCOPE() {
                // Task 0: accumulate
                CoreTaskArgs params_t0;
                params_t0.add_input(ext_x);
                params_t0.add_inout(ext_y);
                rt_submit_aiv_task(0, params_t0);
            }
        } else {
            PTO2_SCOPE() {
                // Task 1: step
                CoreTaskArgs params_t1;
                params_t1.add_input(ext_x);
                params_t1.add_inout(ext_y);
                rt_submit_aiv_task(1, params_t1);
            }
        }

        ChipTensor either = ext_x;
        int64_t times = 1;
        if (n == 3) {
            uint32_t a_ci_shapes[2] = {16, 16};
            TensorCreateInfo a_ci(a_ci_shapes, 2, DataType::FLOAT32);
            TaskOutputTensors alloc_0 = alloc_tensors(a_ci);
            const ChipTensor& a = alloc_0.get_ref(0);
            // No scope of its own: what it allocates is used after it.

            // Task 2: step
            CoreTaskArgs params_t2;
            params_t2.add_input(ext_y);
            params_t2.add_output(a);
            rt_submit_aiv_task(1, params_t2);
            either = a;
            times = 2;
        }

        for (int64_t i = 0; i < times; i += 1) {
            PTO2_SCOPE() {
                // Task 3: step
                CoreTaskArgs params_t3;
                params_t3.add_input(either);
                params_t3.add_inout(ext_z);
                rt_submit_aiv_task(1, params_t3);
            }
        }
    }
}

}  // extern "C"
