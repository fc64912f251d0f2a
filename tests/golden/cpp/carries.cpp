#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "pto_orchestration_api.h"

/// Quotient rounded towards minus infinity.
template <typename T>
static inline T floor_div(T a, T b) {
    T q = a / b;
    return a % b != 0 && (a < 0) != (b < 0) ? q - 1 : q;
}

/// Remainder with the sign of the divisor.
template <typename T>
static inline T floor_mod(T a, T b) {
    T r = a % b;
    return r != 0 && (r < 0) != (b < 0) ? r + b : r;
}

extern "C" {

// Orchestration function main
// Kernel 0: accumulate (AIV)
// Kernel 1: scale (AIV)
__attribute__((visibility("default"))) PTO2OrchestrationConfig aicpu_orchestration_config(const ChipTaskArgs& orch_args) {
    (void)orch_args;
    return PTO2OrchestrationConfig{
        .expected_arg_count = 4,
    };
}

__attribute__((visibility("default"))) void aicpu_orchestration_entry(const ChipTaskArgs& orch_args) {
    // External tensors
    const ChipTensor& ext_x = orch_args.tensor(0).ref();
    const ChipTensor& ext_seed = orch_args.tensor(1).ref();
    const ChipTensor& ext_out = orch_args.tensor(2).ref();
    const ChipTensor& ext_last = orch_args.tensor(3).ref();

    PTO2_SCOPE() {
        for (int64_t i = 0; i < 3; i += 1) {
            PTO2_SCOPE() {
                for (int64_t j = 0; j < 2; j += 1) {
                    PTO2_SCOPE() {
                        // Task 0: accumulate
                        CoreTaskArgs params_t0;
                        params_t0.add_input(ext_x);
                        params_t0.add_inout(ext_out);
                        rt_submit_aiv_task(0, params_t0);
                    }
                }
            }
        }

        ChipTensor cur = ext_seed;
        int64_t f = 0;
        int64_t g = 1;
        for (int64_t k = 0; k < 5; k += 1) {
            uint32_t fresh_ci_shapes[2] = {16, 16};
            TensorCreateInfo fresh_ci(fresh_ci_shapes, 2, DataType::FLOAT32);
            TaskOutputTensors alloc_0 = alloc_tensors(fresh_ci);
            const ChipTensor& fresh = alloc_0.get_ref(0);
            // No scope of its own: what it allocates is used after it.

            // Task 1: scale
            CoreTaskArgs params_t1;
            params_t1.add_input(cur);
            params_t1.add_output(fresh);
            params_t1.add_scalar((uint64_t)floor_mod<int64_t>(g, 1));
            params_t1.add_scalar(to_u64(0.1f));
            rt_submit_aiv_task(1, params_t1);
            cur = fresh;
            const auto f_before = f;
            f = g;
            g = f_before + g;
        }

        // Task 2: scale
        CoreTaskArgs params_t2;
        params_t2.add_input(cur);
        params_t2.add_output(ext_last);
        params_t2.add_scalar((uint64_t)(floor_div<int64_t>(f - 100, 7) + 15));
        params_t2.add_scalar(to_u64(2.0f));
        rt_submit_aiv_task(1, params_t2);
    }
}

}  // extern "C"
