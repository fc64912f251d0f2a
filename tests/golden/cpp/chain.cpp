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
    const ChipTensor& ext_tmp = orch_args.tensor(1).ref();
    const ChipTensor& ext_out = orch_args.tensor(2).ref();

    PTO2_SCOPE() {
        PTO2_SCOPE(PTO2ScopeMode::MANUAL) {
            // Task 0: step
            CoreTaskArgs params_t0;
            params_t0.add_input(ext_x);
            params_t0.add_output(ext_tmp);
            TaskOutputTensors task_0_outs = rt_submit_aiv_task(0, params_t0);
            PTO2TaskId t = task_0_outs.task_id();

            // Task 1: step
            CoreTaskArgs params_t1;
            params_t1.add_input(ext_tmp);
            params_t1.add_output(ext_out);
            PTO2TaskId params_t1_deps[1] = {t};
            params_t1.set_dependencies(params_t1_deps, 1);
            rt_submit_aiv_task(0, params_t1);
        }
    }
}

}  // extern "C"
