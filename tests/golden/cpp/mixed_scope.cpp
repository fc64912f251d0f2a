#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "pto_orchestration_api.h"

extern "C" {

// Orchestration function main
// Kernel 0: attend_aic (AIC)
// Kernel 1: attend_aiv (AIV)
__attribute__((visibility("default"))) PTO2OrchestrationConfig aicpu_orchestration_config(const ChipTaskArgs& orch_args) {
    (void)orch_args;
    return PTO2OrchestrationConfig{
        .expected_arg_count = 3,
    };
}

__attribute__((visibility("default"))) void aicpu_orchestration_entry(const ChipTaskArgs& orch_args) {
    // External tensors
    const ChipTensor& ext_q = orch_args.tensor(0).ref();
    const ChipTensor& ext_k = orch_args.tensor(1).ref();
    const ChipTensor& ext_y = orch_args.tensor(2).ref();

    PTO2_SCOPE() {
        // Task 0: attend
        CoreTaskArgs params_t0;
        params_t0.add_input(ext_q);
        params_t0.add_input(ext_k);
        params_t0.add_output(ext_y);
        MixedKernels mixed_0 = {0, 1, INVALID_KERNEL_ID};
        rt_submit_task(mixed_0, params_t0);
    }
}

}  // extern "C"
