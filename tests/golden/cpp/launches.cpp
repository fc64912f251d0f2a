#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "pto_orchestration_api.h"

extern "C" {

// Orchestration function main
// Kernel 0: cube (AIC)
// Kernel 1: vector (AIV)
// Kernel 2: block (AIV)
// Kernel 3: step (AIV)
// Kernel 4: accumulate (AIV)
__attribute__((visibility("default"))) PTO2OrchestrationConfig aicpu_orchestration_config(const ChipTaskArgs& orch_args) {
    (void)orch_args;
    return PTO2OrchestrationConfig{
        .expected_arg_count = 5,
    };
}

__attribute__((visibility("default"))) void aicpu_orchestration_entry(const ChipTaskArgs& orch_args) {
    // External tensors
    const ChipTensor& ext_x = orch_args.tensor(0).ref();
    const ChipTensor& ext_w = orch_args.tensor(1).ref();
    const ChipTensor& ext_flag = orch_args.tensor(2).ref();
    const ChipTensor& ext_h = orch_args.tensor(3).ref();
    const ChipTensor& ext_y = orch_args.tensor(4).ref();

    PTO2_SCOPE() {
        // Task 0: both
        // Group both: MixedKernels (AIC + AIV lanes)
        CoreTaskArgs params_t0;
        params_t0.add_input(ext_x);
        params_t0.add_input(ext_w);
        params_t0.add_output(ext_h);
        params_t0.add_inout(ext_y);
        MixedKernels mixed_0 = {0, 1, INVALID_KERNEL_ID};
        rt_submit_task(mixed_0, params_t0);

        // Task 1: wide
        // Spmd wide: block
        CoreTaskArgs params_t1;
        params_t1.add_input(ext_flag);
        params_t1.add_input(ext_h);
        params_t1.add_inout(ext_y);
        params_t1.launch_spec.set_block_num(4);
        params_t1.launch_spec.set_require_sync_start(true);
        rt_submit_aiv_task(2, params_t1);

        // Task 2: step
        uint32_t params_t2_synth_out_0_shapes[2] = {16, 16};
        TensorCreateInfo params_t2_synth_out_0(params_t2_synth_out_0_shapes, 2, DataType::FLOAT32);
        CoreTaskArgs params_t2;
        params_t2.add_input(ext_y);
        params_t2.add_output(params_t2_synth_out_0);
        params_t2.set_allow_early_resolve(true);
        TaskOutputTensors task_2_outs = rt_submit_aiv_task(3, params_t2);
        const ChipTensor& made = task_2_outs.get_ref(0);
        PTO2TaskId t = task_2_outs.task_id();

        // Task 3: accumulate
        CoreTaskArgs params_t3;
        params_t3.add_input(made);
        params_t3.add_inout(ext_y);
        params_t3.dump(ext_y);
        PTO2TaskId params_t3_deps[1] = {t};
        params_t3.set_dependencies(params_t3_deps, 1);
        CoreTaskPredicate params_t3_when;
        params_t3_when.operand.tensor = &ext_flag;
        params_t3_when.operand.ndims = 1;
        params_t3_when.operand.indices[0] = 2;
        params_t3_when.op = PredicateOp::GT;
        params_t3_when.target = 0;
        params_t3.set_predicate(params_t3_when);
        rt_submit_aiv_task(4, params_t3);
        int64_t t_1 = 16;
        int64_t blocks = t_1 / 4;

        // Task 4: block
        CoreTaskArgs params_t4;
        params_t4.add_input(ext_flag);
        params_t4.add_no_dep(made);
        params_t4.add_inout(ext_y);
        params_t4.launch_spec.set_block_num(static_cast<int16_t>(blocks * 1));
        rt_submit_aiv_task(2, params_t4);
    }
}

}  // extern "C"
