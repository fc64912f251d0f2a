#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <algorithm>

#include "pto_orchestration_api.h"

extern "C" {

// Orchestration function main
// Kernel 0: job (AIV)
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
    const ChipTensor& ext_z = orch_args.tensor(2).ref();

    PTO2_SCOPE() {
        PTO2_SCOPE(PTO2ScopeMode::MANUAL) {
            PTO2TaskId ids[4];
            for (PTO2TaskId& each : ids) { each = PTO2TaskId::invalid(); }

            for (int64_t i = 0; i < 4; i += 1) {
                // Task 0: job
                CoreTaskArgs params_t0;
                params_t0.add_input(ext_x);
                params_t0.add_inout(ext_y);
                params_t0.add_scalar((uint64_t)(i * 8));
                TaskOutputTensors task_0_outs = rt_submit_aiv_task(0, params_t0);
                PTO2TaskId t = task_0_outs.task_id();
                ids[i] = t;
            }

            PTO2TaskId seen[4];
            std::copy_n(ids, 4, seen);
            for (int64_t k = 0; k < 2; k += 1) {
                PTO2TaskId fresh[4];
                for (PTO2TaskId& each : fresh) { each = PTO2TaskId::invalid(); }

                for (int64_t j = 0; j < 4; j += 1) {
                    PTO2TaskId wait = seen[j];

                    // Task 1: job
                    CoreTaskArgs params_t1;
                    params_t1.add_input(ext_y);
                    params_t1.add_inout(ext_z);
                    params_t1.add_scalar((uint64_t)(j * 8));
                    PTO2TaskId params_t1_deps[1];
                    uint32_t params_t1_deps_count = 0;
                    if (wait.is_valid()) { params_t1_deps[params_t1_deps_count++] = wait; }
                    params_t1.set_dependencies(params_t1_deps, params_t1_deps_count);
                    TaskOutputTensors task_1_outs = rt_submit_aiv_task(0, params_t1);
                    PTO2TaskId u = task_1_outs.task_id();
                    fresh[j] = u;
                }
                std::copy_n(fresh, 4, seen);
            }
        }
    }
}

}  // extern "C"
