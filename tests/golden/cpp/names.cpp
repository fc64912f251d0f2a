#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "pto_orchestration_api.h"

extern "C" {

// Orchestration function main
// Kernel 0: step (AIV)
// Kernel 1: accumulate (AIV)
__attribute__((visibility("default"))) PTO2OrchestrationConfig aicpu_orchestration_config(const ChipTaskArgs& orch_args) {
    (void)orch_args;
    return PTO2OrchestrationConfig{
        .expected_arg_count = 4,
    };
}

__attribute__((visibility("default"))) void aicpu_orchestration_entry(const ChipTaskArgs& orch_args) {
    // External tensors
    const ChipTensor& ext_x = orch_args.tensor(0).ref();
    const ChipTensor& ext_x_1 = orch_args.tensor(1).ref();
    const ChipTensor& ext_out = orch_args.tensor(2).ref();

    // Scalar params
    int64_t double_1 = from_u64<int64_t>(orch_args.scalar(0));

    PTO2_SCOPE() {
        uint32_t new_ci_shapes[2] = {16, 16};
        TensorCreateInfo new_ci(new_ci_shapes, 2, DataType::FLOAT32);
        uint32_t alloc_0_ci_shapes[2] = {16, 16};
        TensorCreateInfo alloc_0_ci(alloc_0_ci_shapes, 2, DataType::FLOAT32);
        uint32_t ext_x_ci_shapes[2] = {16, 16};
        TensorCreateInfo ext_x_ci(ext_x_ci_shapes, 2, DataType::FLOAT32);
        TaskOutputTensors alloc_0 = alloc_tensors(new_ci, alloc_0_ci, ext_x_ci);
        const ChipTensor& new_1 = alloc_0.get_ref(0);
        const ChipTensor& alloc_0_1 = alloc_0.get_ref(1);
        const ChipTensor& ext_x_2 = alloc_0.get_ref(2);

        // Task 0: step
        CoreTaskArgs params_t0;
        params_t0.add_input(ext_x);
        params_t0.add_output(new_1);
        rt_submit_aiv_task(0, params_t0);

        // Task 1: step
        CoreTaskArgs params_t1;
        params_t1.add_input(ext_x_1);
        params_t1.add_output(ext_x_2);
        rt_submit_aiv_task(0, params_t1);

        // Task 2: accumulate
        CoreTaskArgs params_t2;
        params_t2.add_input(new_1);
        params_t2.add_inout(alloc_0_1);
        rt_submit_aiv_task(1, params_t2);

        for (int64_t std_1 = 0; std_1 < double_1; std_1 += 1) {
            PTO2_SCOPE() {
                int64_t orch_args_1 = std_1 + double_1;

                for (int64_t each_1 = 0; each_1 < orch_args_1; each_1 += 1) {
                    PTO2_SCOPE() {
                        // Task 3: accumulate
                        CoreTaskArgs params_t3;
                        params_t3.add_input(ext_x_2);
                        params_t3.add_inout(alloc_0_1);
                        rt_submit_aiv_task(1, params_t3);
                    }
                }
            }
        }

        // Task 4: step
        CoreTaskArgs params_t4;
        params_t4.add_input(alloc_0_1);
        params_t4.add_output(ext_out);
        rt_submit_aiv_task(0, params_t4);
    }
}

}  // extern "C"
