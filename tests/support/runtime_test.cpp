// The CPU runtime by its rules: which submissions give which dependencies, and what a run reports.

#include <stdio.h>

#include <string>

#include "pto_orchestration_api.h"

static int failures = 0;

static void expect(bool holds, const char* what) {
    if (!holds) {
        failures += 1;
        printf("not so: %s\n", what);
    }
}

// Kernel 0 adds 1 to each element of its last tensor. Kernel 1 counts blocks: element b of its tensor grows by 1.
static void add_one(const ChipTensor* tensors, const uint64_t*, int32_t, int32_t, int32_t) {
    for (uint64_t at = 0; at < tensors[0].numel(); at += 1) {
        tensors[0].data_as<float>()[tensors[0].start_offset + at] += 1.0f;
    }
}
static void count_block(const ChipTensor* tensors, const uint64_t*, int32_t block, int32_t blocks, int32_t) {
    tensors[0].data_as<float>()[block] += static_cast<float>(blocks);
}
static void nothing(const ChipTensor*, const uint64_t*, int32_t, int32_t, int32_t) {}
static void outside(const ChipTensor* tensors, const uint64_t*, int32_t, int32_t, int32_t) {
    tensors[0].data_as<float>()[tensors[0].numel()] = 0.0f;
}
/// Each block writes its element, and when all have, reads the next one's into the second row.
static void neighbour(const ChipTensor* tensors, const uint64_t*, int32_t block, int32_t blocks, int32_t) {
    float* data = tensors[0].data_as<float>();
    data[block] = static_cast<float>(block);
    selfsame::meet();
    data[8 + block] = data[(block + 1) % blocks];
}
static const selfsame::Kernel kernels[] = {
    {"add_one", add_one, false}, {"count_block", count_block, false}, {"nothing", nothing, false},
    {"outside", outside, false}, {"neighbour", neighbour, true},
};

static float memory[64];
static const uint32_t whole[2] = {8, 8};

static ChipTensor external() { return make_tensor_external(memory, whole, 2); }

static void start(selfsame::Order order = selfsame::Order::PROGRAM, uint64_t seed = 0, bool keep_reads = true) {
    for (float& element : memory) {
        element = 0.0f;
    }
    selfsame::begin(kernels, 5, selfsame::Plan{order, seed, keep_reads});
}

/// One task with one tensor.
static PTO2TaskId task(const ChipTensor& tensor, TensorArgType tag, int32_t kernel = 2) {
    CoreTaskArgs args;
    switch (tag) {
        case TensorArgType::INPUT: args.add_input(tensor); break;
        case TensorArgType::INOUT: args.add_inout(tensor); break;
        case TensorArgType::NO_DEP: args.add_no_dep(tensor); break;
        default: args.add_output(tensor); break;
    }
    TaskOutputTensors outs = rt_submit_aiv_task(kernel, args);
    return outs.task_id();
}

static bool edge(int from, int to) {
    std::string line = "t" + std::to_string(from) + " -> t" + std::to_string(to);
    std::string graph = selfsame::graph();
    return graph.find(line + ";") != std::string::npos || graph.find(line + " ") != std::string::npos;
}

using Tag = TensorArgType;

static void writers_and_readers() {
    start();
    ChipTensor x = external();
    task(x, Tag::OUTPUT_EXISTING);  // 0
    task(x, Tag::INPUT);            // 1
    task(x, Tag::OUTPUT_EXISTING);  // 2
    task(x, Tag::INPUT);            // 3
    task(x, Tag::INOUT);            // 4
    task(x, Tag::INPUT);            // 5
    task(x, Tag::NO_DEP);           // 6
    expect(edge(0, 1), "a reader waits for a writer");
    expect(!edge(0, 2), "a writer waits for no writer");
    expect(edge(0, 3) && edge(2, 3), "a reader waits for all writers");
    expect(edge(0, 4) && edge(2, 4), "what reads and writes waits for all writers");
    expect(edge(4, 5) && !edge(0, 5) && !edge(2, 5), "what reads and writes all of it hides earlier writers");
    expect(!edge(4, 6), "what takes part in no dependency waits for nobody");
    selfsame::finish();
}

static void regions() {
    start();
    ChipTensor x = external();
    uint32_t half[2] = {8, 4}, left[2] = {0, 0}, right[2] = {0, 4}, one[2] = {1, 8}, row[2] = {3, 0}, no[2] = {0, 8};
    ChipTensor a = x.view(half, left), b = x.view(half, right), c = x.view(one, row), d = x.view(no, left);
    task(a, Tag::OUTPUT_EXISTING);  // 0
    task(b, Tag::INPUT);            // 1
    task(c, Tag::INPUT);            // 2
    task(d, Tag::INPUT);            // 3
    task(x.transpose(0, 1), Tag::INPUT);  // 4
    expect(!edge(0, 1), "the other half of each row is another region");
    expect(edge(0, 2), "a row crosses both halves");
    expect(!edge(0, 3), "an empty view overlaps nothing");
    expect(edge(0, 4), "another grid counts as overlapping");
    selfsame::finish();
}

static void owners() {
    start();
    TensorCreateInfo info(whole, 2), apart(whole, 2, DataType::FLOAT32, true);
    PTO2_SCOPE() {
        TaskOutputTensors made = alloc_tensors(info, apart);  // 0
        task(made.get_ref(0), Tag::OUTPUT_EXISTING);          // 1
        task(made.get_ref(0), Tag::NO_DEP);                   // 2
        task(made.get_ref(1), Tag::INOUT);                    // 3
        task(made.get_ref(1), Tag::INPUT);                    // 4
        expect(edge(0, 1) && edge(0, 2), "every use waits for the allocation");
        expect(!edge(1, 2), "and without dependencies for nothing else");
        expect(edge(0, 4) && !edge(3, 4), "a tensor with dependencies by hand is in no map");
        CoreTaskArgs args;
        args.add_output(info);
        TaskOutputTensors outs = rt_submit_aiv_task(2, args);  // 5
        task(outs.get_ref(0), Tag::INPUT);                     // 6
        expect(edge(5, 6), "a task owns what it allocates");
    }
    selfsame::finish();
}

static void manual_scopes() {
    start();
    ChipTensor x = external();
    PTO2_SCOPE(PTO2ScopeMode::MANUAL) {
        PTO2TaskId first = task(x, Tag::INOUT);  // 0
        task(x, Tag::INOUT);                     // 1
        CoreTaskArgs args;
        args.add_inout(x);
        PTO2TaskId deps[1] = {first};
        args.set_dependencies(deps, 1);
        rt_submit_aiv_task(2, args);  // 2
    }
    task(x, Tag::INPUT);  // 3
    expect(!edge(0, 1) && edge(0, 2) && !edge(1, 2), "in a manual scope only what is written orders tasks");
    expect(!edge(0, 3) && !edge(2, 3), "and its writers are in no map");
    selfsame::Report report = selfsame::finish();
    expect(!report.races.empty(), "a read that nothing orders after a write is told");
}

static void reads_before_writes() {
    for (bool keep : {true, false}) {
        start(selfsame::Order::PROGRAM, 0, keep);
        ChipTensor x = external();
        task(x, Tag::INPUT);            // 0
        task(x, Tag::OUTPUT_EXISTING);  // 1
        expect(edge(0, 1) == keep, "a write waits for an earlier read if asked");
        expect(selfsame::finish().hazards.size() == 1, "and it is told either way");
    }
}

static void lifetimes() {
    start();
    TensorCreateInfo info(whole, 2);
    info.set_initial_value(2.5f);
    ChipTensor late;
    PTO2_SCOPE() {
        TaskOutputTensors made = alloc_tensors(info);
        late = made.get_ref(0);
        uint32_t at[2] = {7, 7};
        expect(get_tensor_data<float>(late, 2, at) == 2.5f, "an initial value fills the tensor");
        task(late, Tag::INOUT, 3);
    }
    task(late, Tag::INPUT);
    selfsame::Report report = selfsame::finish();
    bool after = false, beyond = false;
    for (const std::string& fault : report.faults) {
        after = after || fault.find("after the scope") != std::string::npos;
        beyond = beyond || fault.find("outside of a tensor") != std::string::npos;
    }
    expect(after, "use after the scope is told");
    expect(beyond, "a write beyond the end is told");
}

static void fresh_memory() {
    start();
    TensorCreateInfo info(whole, 2);
    PTO2_SCOPE() {
        TaskOutputTensors made = alloc_tensors(info);
        uint32_t at[2] = {0, 0};
        uint32_t bits = get_tensor_data<uint32_t>(made.get_ref(0), 2, at);
        expect(bits == 0xCDCDCDCD, "fresh memory holds nothing that could pass for zero");
    }
    selfsame::finish();
}

static void launches() {
    start(selfsame::Order::ADVERSARIAL, 7);
    ChipTensor x = external();
    CoreTaskArgs args;
    args.add_inout(x);
    args.launch_spec.set_block_num(5);
    rt_submit_aiv_task(1, args);
    selfsame::finish();
    bool each = true;
    for (int block = 0; block < 64; block += 1) {
        each = each && memory[block] == (block < 5 ? 5.0f : 0.0f);
    }
    expect(each, "each block runs once and knows how many there are");
}

static void predicates() {
    start();
    int32_t flags[2] = {0, 3};
    uint32_t two[1] = {2};
    ChipTensor flag = make_tensor_external(flags, two, 1, DataType::INT32);
    ChipTensor x = external();
    for (uint32_t at = 0; at < 2; at += 1) {
        CoreTaskArgs args;
        args.add_inout(x);
        CoreTaskPredicate when;
        when.operand.tensor = &flag;
        when.operand.ndims = 1;
        when.operand.indices[0] = at;
        when.op = PredicateOp::GT;
        when.target = 2;
        args.set_predicate(when);
        TaskOutputTensors outs = rt_submit_aiv_task(0, args);
        expect(outs.task_id().is_valid(), "a task that is skipped has an id");
    }
    selfsame::finish();
    expect(memory[0] == 1.0f, "one of two predicates holds");
}

static void elements() {
    for (uint64_t seed = 0; seed < 6; seed += 1) {
        start(selfsame::Order::ADVERSARIAL, seed);
        ChipTensor x = external();
        uint32_t at[2] = {0, 0};
        task(x, Tag::INOUT, 0);
        task(x, Tag::INOUT, 0);
        expect(get_tensor_data<float>(x, 2, at) == 2.0f, "a read waits for the writers");
        task(x, Tag::INOUT, 0);
        set_tensor_data<float>(x, 2, at, 10.0f);
        task(x, Tag::INOUT, 0);
        expect(get_tensor_data<float>(x, 2, at) == 11.0f, "a write waits for them and for those that wait for them");
        selfsame::finish();
    }
}

static void wrong_dependencies() {
    start();
    ChipTensor x = external();
    CoreTaskArgs args;
    args.add_input(x);
    PTO2TaskId deps[1] = {PTO2TaskId::invalid()};
    args.set_dependencies(deps, 1);
    rt_submit_aiv_task(2, args);
    expect(selfsame::finish().faults.size() == 1, "waiting for no task is told");
}

static void blocks_that_meet() {
    for (selfsame::Order order : {selfsame::Order::PROGRAM, selfsame::Order::ADVERSARIAL}) {
        start(order, 5);
        ChipTensor x = external();
        CoreTaskArgs args;
        args.add_inout(x);
        args.launch_spec.set_block_num(4);
        rt_submit_aiv_task(4, args);
        selfsame::finish();
        bool all = true;
        for (int32_t block = 0; block < 4; block += 1) {
            all = all && memory[8 + block] == static_cast<float>((block + 1) % 4);
        }
        expect(all, "blocks go on when all have come to the barrier");
    }
}

static void views() {
    ChipTensor x = external();
    uint32_t part[2] = {2, 8}, at[2] = {4, 0}, flat[1] = {16}, last[1] = {15};
    ChipTensor rows = x.view(part, at).reshape(flat, 1);
    expect(rows.compute_flat_offset(last, 1) == 47, "a view of whole rows can be reshaped");
    uint32_t tall[2] = {8, 2}, zero[2] = {0, 0};
    expect(!x.view(tall, zero).is_contiguous, "part of each row is not contiguous");
    expect(from_u64<int32_t>(to_u64(-5)) == -5 && from_u64<float>(to_u64(0.1f)) == 0.1f, "scalars survive their slot");
}

int main() {
    writers_and_readers();
    regions();
    owners();
    manual_scopes();
    reads_before_writes();
    lifetimes();
    fresh_memory();
    launches();
    predicates();
    elements();
    wrong_dependencies();
    blocks_that_meet();
    views();
    return failures == 0 ? 0 : 1;
}
