#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "pto_orchestration_api.h"

extern "C" {

// Orchestration function main
// Kernel 0: count (AIV)
// Kernel 1: step (AIV)
// Kernel 2: reads (AIV)
__attribute__((visibility("default"))) PTO2OrchestrationConfig aicpu_orchestration_config(const ChipTaskArgs& orch_args) {
    (void)orch_args;
    return PTO2OrchestrationConfig{
        .expected_arg_count = 3,
    };
}

__attribute__((visibility("default"))) void aicpu_orchestration_entry(const ChipTaskArgs& orch_args) {
    // External tensors
    const ChipTensor& ext_x = orch_args.tensor(0).ref();
    const ChipTensor& ext_flags = orch_args.tensor(1).ref();
    const ChipTensor& ext_o = orch_args.tensor(2).ref();

    PTO2_SCOPE() {
        // Task 0: count
        CoreTaskArgs params_t0;
        params_t0.add_inout(ext_flags);
        rt_submit_aiv_task(0, params_t0);

        // Task 1: step
        // The predicate waits for those who write its operand.
        CoreTaskArgs params_t1_operand;
        params_t1_operand.add_input(ext_flags);
        TaskOutputTensors task_1_operand = rt_submit_dummy_task(params_t1_operand);
        CoreTaskArgs params_t1;
        params_t1.add_input(ext_x);
        params_t1.add_inout(ext_o);
        PTO2TaskId params_t1_deps[1] = {task_1_operand.task_id()};
        params_t1.set_dependencies(params_t1_deps, 1);
        CoreTaskPredicate params_t1_when;
        params_t1_when.operand.tensor = &ext_flags;
        params_t1_when.operand.ndims = 1;
        params_t1_when.operand.indices[0] = 3;
        params_t1_when.op = PredicateOp::GT;
        params_t1_when.target = 2;
        params_t1.set_predicate(params_t1_when);
        TaskOutputTensors task_1_outs = rt_submit_aiv_task(1, params_t1);
        PTO2TaskId t = task_1_outs.task_id();

        // Task 2: count
        CoreTaskArgs params_t2;
        params_t2.add_inout(ext_flags);
        rt_submit_aiv_task(0, params_t2);

        // Task 3: reads
        CoreTaskArgs params_t3;
        params_t3.add_input(ext_flags);
        params_t3.add_input(ext_x);
        params_t3.add_inout(ext_o);
        PTO2TaskId params_t3_deps[1] = {t};
        params_t3.set_dependencies(params_t3_deps, 1);
        CoreTaskPredicate params_t3_when;
        params_t3_when.operand.tensor = &ext_flags;
        params_t3_when.operand.ndims = 1;
        params_t3_when.operand.indices[0] = 0;
        params_t3_when.op = PredicateOp::GE;
        params_t3_when.target = 3;
        params_t3.set_predicate(params_t3_when);
        rt_submit_aiv_task(2, params_t3);
    }
}

}  // extern "C"
