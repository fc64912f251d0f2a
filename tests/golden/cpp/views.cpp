#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <algorithm>
#include <initializer_list>

#include "pto_orchestration_api.h"

/// The view without its other axes, which have one element or none.
static inline ChipTensor keep_axes(const ChipTensor& view, std::initializer_list<uint32_t> axes) {
    ChipTensor kept = view;
    kept.ndims = 0;
    for (uint32_t axis : axes) {
        kept.shapes[kept.ndims] = view.shapes[axis];
        kept.strides[kept.ndims] = view.strides[axis];
        kept.ndims += 1;
    }
    kept.is_contiguous = true;
    uint64_t expected = 1;
    for (uint32_t axis = kept.ndims; axis > 0; axis -= 1) {
        kept.is_contiguous = kept.is_contiguous && kept.strides[axis - 1] == expected;
        expected *= kept.shapes[axis - 1];
    }
    if (view.numel() == 0) {
        kept.shapes[0] = 0;
    }
    return kept;
}

extern "C" {

// Orchestration function main
// Kernel 0: double (AIV)
// Kernel 1: row (AIV)
__attribute__((visibility("default"))) PTO2OrchestrationConfig aicpu_orchestration_config(const ChipTaskArgs& orch_args) {
    (void)orch_args;
    return PTO2OrchestrationConfig{
        .expected_arg_count = 3,
    };
}

__attribute__((visibility("default"))) void aicpu_orchestration_entry(const ChipTaskArgs& orch_args) {
    // External tensors
    const ChipTensor& ext_x = orch_args.tensor(0).ref();
    const ChipTensor& ext_counts = orch_args.tensor(1).ref();
    const ChipTensor& ext_y = orch_args.tensor(2).ref();

    // Extents
    int64_t ROWS = (int64_t)orch_args.tensor(0).ref().shapes[0];

    PTO2_SCOPE() {
        uint32_t buffer_ci_shapes[2] = {16, 4};
        TensorCreateInfo buffer_ci(buffer_ci_shapes, 2, DataType::FLOAT32);
        TaskOutputTensors alloc_0 = alloc_tensors(buffer_ci);
        const ChipTensor& buffer = alloc_0.get_ref(0);

        for (int64_t r = 0; r < ROWS; r += 4) {
            PTO2_SCOPE() {
                uint32_t indices_n[1] = {static_cast<uint32_t>(r)};
                int32_t n = get_tensor_data<int32_t>(ext_counts, 1, indices_n);

                if (n > 1) {
                    PTO2_SCOPE() {
                        uint32_t from_x_offsets[2] = {static_cast<uint32_t>(r), 0};
                        uint32_t from_x_shapes[2] = {(from_x_offsets[0] >= ext_x.shapes[0] ? 0u : std::min<uint32_t>(4, ext_x.shapes[0] - from_x_offsets[0])), 16};
                        ChipTensor from_x = ext_x.view(from_x_shapes, from_x_offsets);
                        uint32_t to_y_offsets[2] = {static_cast<uint32_t>(r), 0};
                        uint32_t to_y_shapes[2] = {(to_y_offsets[0] >= ext_y.shapes[0] ? 0u : std::min<uint32_t>(4, ext_y.shapes[0] - to_y_offsets[0])), 16};
                        ChipTensor to_y = ext_y.view(to_y_shapes, to_y_offsets);

                        // Task 0: double
                        CoreTaskArgs params_t0;
                        params_t0.add_input(from_x);
                        params_t0.add_inout(to_y);
                        rt_submit_aiv_task(0, params_t0);
                    }
                }
            }
        }
        uint32_t first_offsets[2] = {0, 0};
        uint32_t first_shapes[2] = {(first_offsets[0] >= ext_x.shapes[0] ? 0u : std::min<uint32_t>(1, ext_x.shapes[0] - first_offsets[0])), 16};
        ChipTensor first_view = ext_x.view(first_shapes, first_offsets);
        ChipTensor first = keep_axes(first_view, {1});
        uint32_t flat_shapes[2] = {4, 16};
        ChipTensor flat = buffer.reshape(flat_shapes, 2);
        uint32_t t_offsets[2] = {0, 0};
        uint32_t t_shapes[2] = {(t_offsets[0] >= ext_x.shapes[0] ? 0u : std::min<uint32_t>(4, ext_x.shapes[0] - t_offsets[0])), 16};
        ChipTensor t = ext_x.view(t_shapes, t_offsets);

        // Task 1: double
        CoreTaskArgs params_t1;
        params_t1.add_input(t);
        params_t1.add_inout(flat);
        rt_submit_aiv_task(0, params_t1);

        // Task 2: row
        CoreTaskArgs params_t2;
        params_t2.add_input(first);
        params_t2.add_inout(buffer);
        rt_submit_aiv_task(1, params_t2);
        uint32_t indices_sum[2] = {0, 0};
        float sum = get_tensor_data<float>(buffer, 2, indices_sum);
        {
            uint32_t indices_ext_y[2] = {0, 0};
            set_tensor_data<float>(ext_y, 2, indices_ext_y, sum + 0.1f);
        }
    }
}

}  // extern "C"
