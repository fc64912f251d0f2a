#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "pto_orchestration_api.h"

extern "C" {

// Orchestration function main
// Kernel 0: accumulate (AIV)
__attribute__((visibility("default"))) PTO2OrchestrationConfig aicpu_orchestration_config(const ChipTaskArgs& orch_args) {
    (void)orch_args;
    return PTO2OrchestrationConfig{
        .expected_arg_count = 4,
    };
}

__attribute__((visibility("default"))) void aicpu_orchestration_entry(const ChipTaskArgs& orch_args) {
    // External tensors
    const ChipTensor& ext_x = orch_args.tensor(0).ref();
    const ChipTensor& ext_out = orch_args.tensor(1).ref();

    // Scalar params
    int64_t n = from_u64<int64_t>(orch_args.scalar(0));
    int64_t least = from_u64<int64_t>(orch_args.scalar(1));

    PTO2_SCOPE() {
        int64_t k = 0;
        while (k < n) {
            // Task 0: accumulate
            CoreTaskArgs params_t0;
            params_t0.add_input(ext_x);
            params_t0.add_inout(ext_out);
            rt_submit_aiv_task(0, params_t0);
            k = k + 2;
        }

        int64_t m = k;
        while (m > least) {
            int64_t m_1 = m - 3;

            if (m_1 == 2) {
                m = m_1;
                break;
            }
            m = m_1;
        }

        // Task 1: accumulate
        CoreTaskArgs params_t1;
        params_t1.add_input(ext_x);
        params_t1.add_inout(ext_out);
        rt_submit_aiv_task(0, params_t1);

        for (int64_t z = m; z > 0; z -= 1) {
            // Task 2: accumulate
            CoreTaskArgs params_t2;
            params_t2.add_input(ext_x);
            params_t2.add_inout(ext_out);
            rt_submit_aiv_task(0, params_t2);
        }
    }
}

}  // extern "C"
