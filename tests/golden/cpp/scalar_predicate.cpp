#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "pto_orchestration_api.h"

extern "C" {

// Orchestration function main
// Kernel 0: step (AIV)
__attribute__((visibility("default"))) PTO2OrchestrationConfig aicpu_orchestration_config(const ChipTaskArgs& orch_args) {
    (void)orch_args;
    return PTO2OrchestrationConfig{
        .expected_arg_count = 3,
    };
}

__attribute__((visibility("default"))) void aicpu_orchestration_entry(const ChipTaskArgs& orch_args) {
    // External tensors
    const ChipTensor& ext_x = orch_args.tensor(0).ref();
    const ChipTensor& ext_y = orch_args.tensor(1).ref();

    // Scalar params
    int64_t n = from_u64<int64_t>(orch_args.scalar(0));

    PTO2_SCOPE() {
        // Task 0: step
        CoreTaskArgs params_t0;
        params_t0.add_input(ext_x);
        params_t0.add_inout(ext_y);
        TaskOutputTensors task_0_outs = (n > 1) ? rt_submit_aiv_task(0, params_t0) : rt_submit_dummy_task(params_t0);
        PTO2TaskId t = task_0_outs.task_id();

        // Task 1: step
        CoreTaskArgs params_t1;
        params_t1.add_input(ext_y);
        params_t1.add_inout(ext_y);
        PTO2TaskId params_t1_deps[1] = {t};
        params_t1.set_dependencies(params_t1_deps, 1);
        rt_submit_aiv_task(0, params_t1);
    }
}

}  // extern "C"
