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
        .expected_arg_count = 2,
    };
}

__attribute__((visibility("default"))) void aicpu_orchestration_entry(const ChipTaskArgs& orch_args) {
    // External tensors
    const ChipTensor& ext_x = orch_args.tensor(0).ref();
    const ChipTensor& ext_y = orch_args.tensor(1).ref();

    PTO2_SCOPE() {
        uint32_t a_ci_shapes[2] = {16, 16};
        TensorCreateInfo a_ci(a_ci_shapes, 2, DataType::FLOAT32);
        uint32_t b_ci_shapes[2] = {16, 16};
        TensorCreateInfo b_ci(b_ci_shapes, 2, DataType::FLOAT32);
        b_ci.set_initial_value(static_cast<float>(1.5));
        TaskOutputTensors alloc_0 = alloc_tensors(a_ci, b_ci);
        const ChipTensor& a = alloc_0.get_ref(0);
        const ChipTensor& b = alloc_0.get_ref(1);

        // Task 0: step
        CoreTaskArgs params_t0;
        params_t0.add_input(ext_x);
        params_t0.add_output(a);
        rt_submit_aiv_task(0, params_t0);

        // Adds the first to the second.
        // Task 1: accumulate
        CoreTaskArgs params_t1;
        params_t1.add_input(a);
        params_t1.add_inout(b);
        rt_submit_aiv_task(1, params_t1);

        // Task 2: step
        CoreTaskArgs params_t2;
        params_t2.add_input(b);
        params_t2.add_output(ext_y);
        rt_submit_aiv_task(0, params_t2);
    }
}

}  // extern "C"
