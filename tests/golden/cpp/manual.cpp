#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "pto_orchestration_api.h"

extern "C" {

// Orchestration function main
// Kernel 0: job (AIV)
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
        PTO2_SCOPE(PTO2ScopeMode::MANUAL) {
            CoreTaskArgs params_phase_fence_barrier_0;
            TaskOutputTensors phase_fence_barrier_0_outs = rt_submit_dummy_task(params_phase_fence_barrier_0);
            PTO2TaskId gate = phase_fence_barrier_0_outs.task_id();

            // Task 0: job
            CoreTaskArgs params_t0;
            params_t0.add_input(ext_x);
            params_t0.add_output(ext_y);
            params_t0.add_scalar((uint64_t)0);
            PTO2TaskId params_t0_deps[1] = {gate};
            params_t0.set_dependencies(params_t0_deps, 1);
            TaskOutputTensors task_0_outs = rt_submit_aiv_task(0, params_t0);
            PTO2TaskId head = task_0_outs.task_id();

            PTO2TaskId seen = PTO2TaskId::invalid();
            for (int64_t i = 1; i < 6; i += 1) {
                // Task 1: job
                CoreTaskArgs params_t1;
                params_t1.add_input(ext_x);
                params_t1.add_inout(ext_y);
                params_t1.add_scalar((uint64_t)(i * 8));
                PTO2TaskId params_t1_deps[2];
                uint32_t params_t1_deps_count = 0;
                params_t1_deps[params_t1_deps_count++] = head;
                if (seen.is_valid()) { params_t1_deps[params_t1_deps_count++] = seen; }
                params_t1.set_dependencies(params_t1_deps, params_t1_deps_count);
                TaskOutputTensors task_1_outs = rt_submit_aiv_task(0, params_t1);
                PTO2TaskId t = task_1_outs.task_id();
                seen = t;
            }
            PTO2TaskId ids[2];
            for (PTO2TaskId& each : ids) { each = PTO2TaskId::invalid(); }
            ids[0] = seen;
            PTO2TaskId keep = ids[0];

            // Task 2: job
            CoreTaskArgs params_t2;
            params_t2.add_input(ext_x);
            params_t2.add_inout(ext_y);
            params_t2.add_scalar((uint64_t)48);
            PTO2TaskId params_t2_deps[1] = {seen};
            params_t2.set_dependencies(params_t2_deps, 1);
            TaskOutputTensors task_2_outs = rt_submit_aiv_task(0, params_t2);
            PTO2TaskId u = task_2_outs.task_id();
            ids[0] = u;

            CoreTaskArgs params_phase_fence_barrier_1;
            PTO2TaskId params_phase_fence_barrier_1_deps[2];
            uint32_t params_phase_fence_barrier_1_deps_count = 0;
            for (const PTO2TaskId& each : ids) { if (each.is_valid()) { params_phase_fence_barrier_1_deps[params_phase_fence_barrier_1_deps_count++] = each; } }
            params_phase_fence_barrier_1.set_dependencies(params_phase_fence_barrier_1_deps, params_phase_fence_barrier_1_deps_count);
            PTO2TaskId fence = PTO2TaskId::invalid();
            if (params_phase_fence_barrier_1_deps_count > 0) {
                TaskOutputTensors phase_fence_barrier_1_outs = rt_submit_dummy_task(params_phase_fence_barrier_1);
                fence = phase_fence_barrier_1_outs.task_id();
            }

            // Task 3: job
            CoreTaskArgs params_t3;
            params_t3.add_input(ext_x);
            params_t3.add_inout(ext_y);
            params_t3.add_scalar((uint64_t)56);
            PTO2TaskId params_t3_deps[4];
            uint32_t params_t3_deps_count = 0;
            if (keep.is_valid()) { params_t3_deps[params_t3_deps_count++] = keep; }
            for (const PTO2TaskId& each : ids) { if (each.is_valid()) { params_t3_deps[params_t3_deps_count++] = each; } }
            if (fence.is_valid()) { params_t3_deps[params_t3_deps_count++] = fence; }
            params_t3.set_dependencies(params_t3_deps, params_t3_deps_count);
            rt_submit_aiv_task(0, params_t3);
        }
    }
}

}  // extern "C"
