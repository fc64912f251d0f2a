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
    const ChipTensor& ext_a = orch_args.tensor(0).ref();
    const ChipTensor& ext_b = orch_args.tensor(1).ref();

    PTO2_SCOPE() {
        ChipTensor p = ext_a;
        ChipTensor q = ext_b;
        for (int64_t i = 0; i < 3; i += 1) {
            PTO2_SCOPE() {
                // Task 0: step
                CoreTaskArgs params_t0;
                params_t0.add_input(p);
                params_t0.add_inout(q);
                rt_submit_aiv_task(0, params_t0);
                const ChipTensor p_before = p;
                p = q;
                q = p_before;
            }
        }

        // Task 1: accumulate
        CoreTaskArgs params_t1;
        params_t1.add_input(q);
        params_t1.add_inout(p);
        rt_submit_aiv_task(1, params_t1);
    }
}

}  // extern "C"
