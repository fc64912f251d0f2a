#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <algorithm>

#include "pto_orchestration_api.h"

extern "C" {

// Orchestration function main
// Kernel 0: piece (AIV)
__attribute__((visibility("default"))) PTO2OrchestrationConfig aicpu_orchestration_config(const ChipTaskArgs& orch_args) {
    (void)orch_args;
    return PTO2OrchestrationConfig{
        .expected_arg_count = 2,
    };
}

__attribute__((visibility("default"))) void aicpu_orchestration_entry(const ChipTaskArgs& orch_args) {
    // External tensors
    const ChipTensor& ext_x = orch_args.tensor(0).ref();
    const ChipTensor& ext_out = orch_args.tensor(1).ref();

    PTO2_SCOPE() {
        PTO2_SCOPE(PTO2ScopeMode::MANUAL) {
            PTO2TaskId a[6];
            for (PTO2TaskId& each : a) { each = PTO2TaskId::invalid(); }
            for (int64_t phase = 0; phase < 3; phase += 1) {
                PTO2TaskId b_end[6];
                std::copy_n(a, 6, b_end);
                for (int64_t row = 80; row > -16; row -= 16) {
                    // Task 0: piece
                    CoreTaskArgs params_t0;
                    params_t0.add_input(ext_x);
                    params_t0.add_inout(ext_out);
                    params_t0.add_scalar((uint64_t)row);
                    PTO2TaskId params_t0_deps[6];
                    uint32_t params_t0_deps_count = 0;
                    for (const PTO2TaskId& each : a) { if (each.is_valid()) { params_t0_deps[params_t0_deps_count++] = each; } }
                    params_t0.set_dependencies(params_t0_deps, params_t0_deps_count);
                    TaskOutputTensors task_0_outs = rt_submit_aiv_task(0, params_t0);
                    PTO2TaskId t = task_0_outs.task_id();
                    b_end[(row - 80) / (-16)] = t;
                }
                std::copy_n(b_end, 6, a);
            }
            PTO2TaskId ids[6];
            for (PTO2TaskId& each : ids) { each = PTO2TaskId::invalid(); }

            PTO2TaskId seen[6];
            std::copy_n(ids, 6, seen);
            for (int64_t phase_1 = 0; phase_1 < 2; phase_1 += 1) {
                PTO2TaskId fresh[6];
                for (PTO2TaskId& each : fresh) { each = PTO2TaskId::invalid(); }

                for (int64_t lane = 0; lane < 6; lane += 1) {
                    // Task 1: piece
                    CoreTaskArgs params_t1;
                    params_t1.add_input(ext_x);
                    params_t1.add_inout(ext_out);
                    params_t1.add_scalar((uint64_t)(lane * 16));
                    PTO2TaskId params_t1_deps[12];
                    uint32_t params_t1_deps_count = 0;
                    for (const PTO2TaskId& each : seen) { if (each.is_valid()) { params_t1_deps[params_t1_deps_count++] = each; } }
                    for (const PTO2TaskId& each : a) { if (each.is_valid()) { params_t1_deps[params_t1_deps_count++] = each; } }
                    params_t1.set_dependencies(params_t1_deps, params_t1_deps_count);
                    TaskOutputTensors task_1_outs = rt_submit_aiv_task(0, params_t1);
                    PTO2TaskId t_1 = task_1_outs.task_id();
                    fresh[lane] = t_1;
                }
                std::copy_n(fresh, 6, seen);
            }
        }
    }
}

}  // extern "C"
