#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <algorithm>

#include "pto_orchestration_api.h"

/// Remainder with the sign of the divisor.
template <typename T>
static inline T floor_mod(T a, T b) {
    T r = a % b;
    return r != 0 && (r < 0) != (b < 0) ? r + b : r;
}

extern "C" {

// Orchestration function main
// Kernel 0: step (AIV)
__attribute__((visibility("default"))) PTO2OrchestrationConfig aicpu_orchestration_config(const ChipTaskArgs& orch_args) {
    (void)orch_args;
    return PTO2OrchestrationConfig{
        .expected_arg_count = 4,
    };
}

__attribute__((visibility("default"))) void aicpu_orchestration_entry(const ChipTaskArgs& orch_args) {
    // External tensors
    const ChipTensor& ext_x = orch_args.tensor(0).ref();
    const ChipTensor& ext_big = orch_args.tensor(1).ref();
    const ChipTensor& ext_y = orch_args.tensor(2).ref();

    // Scalar params
    int64_t n = from_u64<int64_t>(orch_args.scalar(0));

    PTO2_SCOPE() {
        int64_t row = 0;
        ChipTensor part = ext_x;
        uint32_t kept_ci_shapes[2] = {16, 16};
        TensorCreateInfo kept_ci(kept_ci_shapes, 2, DataType::FLOAT32);
        TaskOutputTensors alloc_0 = alloc_tensors(kept_ci);
        const ChipTensor& kept = alloc_0.get_ref(0);
        PTO2_SCOPE(PTO2ScopeMode::MANUAL) {
            row = n * 4;
            uint32_t part_offsets[2] = {static_cast<uint32_t>(row), 0};
            uint32_t part_shapes[2] = {(part_offsets[0] >= ext_big.shapes[0] ? 0u : std::min<uint32_t>(16, ext_big.shapes[0] - part_offsets[0])), 16};
            part = ext_big.view(part_shapes, part_offsets);

            // Task 0: step
            CoreTaskArgs params_t0;
            params_t0.add_input(part);
            params_t0.add_output(kept);
            TaskOutputTensors task_0_outs = rt_submit_aiv_task(0, params_t0);
            PTO2TaskId t = task_0_outs.task_id();

            // Task 1: step
            CoreTaskArgs params_t1;
            params_t1.add_input(kept);
            params_t1.add_inout(ext_y);
            PTO2TaskId params_t1_deps[1] = {t};
            params_t1.set_dependencies(params_t1_deps, 1);
            rt_submit_aiv_task(0, params_t1);
        }
        int64_t low = floor_mod<int64_t>(row, 3);

        int64_t last = 0;
        for (int64_t i = 0; i < (low + 1); i += 1) {
            PTO2_SCOPE() {
                int64_t last_1 = i * 2;
                last = last_1;
            }
        }

        for (int64_t j = 0; j < last; j += 1) {
            PTO2_SCOPE() {
                // Task 2: step
                CoreTaskArgs params_t2;
                params_t2.add_input(part);
                params_t2.add_inout(ext_y);
                rt_submit_aiv_task(0, params_t2);
            }
        }
    }
}

}  // extern "C"
