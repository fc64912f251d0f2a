#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "pto_orchestration_api.h"

extern "C" {

// Orchestration function main
// Kernel 0: both_lanes (AIV)
// Kernel 1: cube (AIC)
// Kernel 2: vector (AIV)
__attribute__((visibility("default"))) PTO2OrchestrationConfig aicpu_orchestration_config(const ChipTaskArgs& orch_args) {
    (void)orch_args;
    return PTO2OrchestrationConfig{
        .expected_arg_count = 3,
    };
}

__attribute__((visibility("default"))) void aicpu_orchestration_entry(const ChipTaskArgs& orch_args) {
    // External tensors
    const ChipTensor& ext_x = orch_args.tensor(0).ref();
    const ChipTensor& ext_o = orch_args.tensor(1).ref();

    // Scalar params
    uint64_t ctx = orch_args.scalar(0);

    PTO2_SCOPE() {
        // Task 0: both_lanes
        CoreTaskArgs params_t0;
        params_t0.add_input(ext_x);
        params_t0.add_inout(ext_o);
        MixedKernels mixed_0 = {INVALID_KERNEL_ID, 0, 0};
        rt_submit_task(mixed_0, params_t0);

        // Task 1: group
        // Group group: MixedKernels (AIC + AIV lanes)
        CoreTaskArgs params_t1;
        params_t1.add_input(ext_x);
        params_t1.add_inout(ext_o);
        params_t1.add_scalar(ctx);
        MixedKernels mixed_1 = {1, 2, 2};
        rt_submit_task(mixed_1, params_t1);

        // Task 2: wide
        // Spmd wide: cube, vector
        CoreTaskArgs params_t2;
        params_t2.add_input(ext_x);
        params_t2.add_inout(ext_o);
        params_t2.add_scalar(ctx);
        params_t2.launch_spec.set_block_num(2);
        MixedKernels mixed_2 = {1, 2, 2};
        rt_submit_task(mixed_2, params_t2);
    }
}

}  // extern "C"
