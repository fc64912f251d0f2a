// The CPU runtime behind `pto_orchestration_api.h`: records tasks with the dependencies that the device runtime records,
// and runs them in program order or in any other order that these allow.

#include "pto_orchestration_api.h"

#include <stdio.h>
#include <stdlib.h>

#include <condition_variable>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <thread>
#include <unordered_map>

namespace selfsame {

void fail(const char* what, const char* file, int line) {
    fprintf(stderr, "%s:%d: `%s` does not hold\n", file, line, what);
    exit(70);
}

namespace {

constexpr size_t GUARD = 64;
constexpr uint8_t GUARD_BYTE = 0xA5;
constexpr uint8_t FRESH_BYTE = 0xCD;
constexpr uint8_t GONE_BYTE = 0xDD;

enum class Why : uint8_t { OWNER, DATA, EXPLICIT, READ };

struct Edge {
    uint32_t from;
    Why why;
};

struct Task {
    std::string name;
    MixedKernels kernels;
    std::vector<ChipTensor> tensors;
    std::vector<TensorArgType> tags;
    std::vector<uint64_t> scalars;
    std::vector<Edge> edges;
    /// Bit per earlier task: whether a path of dependencies leads there.
    std::vector<uint64_t> before;
    CoreTaskPredicate predicate;
    ChipTensor predicate_tensor = {};
    int16_t blocks = 1;
    bool runs = true;
    bool done = false;
};

struct Allocation {
    std::unique_ptr<uint8_t[]> bytes;
    size_t size = 0;
    uint32_t task = 0;
    bool closed = false;
    bool kept = false;

    uint8_t* data() const { return bytes.get() + GUARD; }
};

/// A task that read or wrote a region.
struct Access {
    ChipTensor tensor;
    uint32_t task;
};

struct Scope {
    bool manual;
    std::vector<uint64_t> allocations;
};

struct Machine {
    const Kernel* kernels = nullptr;
    int32_t kernel_count = 0;
    Plan plan;
    uint64_t random = 0;
    std::vector<Task> tasks;
    std::vector<Scope> scopes;
    std::map<uint64_t, Allocation> allocations;
    std::deque<ChipTensor> outputs;
    /// By buffer: writers that the runtime knows of, then all readers and writers, for the report.
    std::unordered_map<uint64_t, std::vector<Access>> writers;
    std::unordered_map<uint64_t, std::vector<Access>> all_writers;
    std::unordered_map<uint64_t, std::vector<Access>> all_readers;
    std::vector<Returned> returned;
    Report report;
};

Machine machine;

// ---------------------------------------------------------------------------------------------------------------------
// Regions

/// The coordinates of the first element, by the strides of the buffer.
void first_element(const ChipTensor& tensor, uint64_t at[]) {
    uint32_t axes[MAX_TENSOR_DIMS];
    for (uint32_t axis = 0; axis < tensor.ndims; axis += 1) {
        axes[axis] = axis;
    }
    std::stable_sort(axes, axes + tensor.ndims, [&](uint32_t a, uint32_t b) {
        return tensor.strides[a] > tensor.strides[b];
    });
    uint64_t rest = tensor.start_offset;
    for (uint32_t axis = 0; axis < tensor.ndims; axis += 1) {
        at[axes[axis]] = rest / tensor.strides[axes[axis]];
        rest %= tensor.strides[axes[axis]];
    }
}

bool same_grid(const ChipTensor& a, const ChipTensor& b) {
    return a.dtype == b.dtype && a.ndims == b.ndims && std::equal(a.strides, a.strides + a.ndims, b.strides);
}

bool overlap(const ChipTensor& a, const ChipTensor& b) {
    if (a.buffer.addr != b.buffer.addr || a.numel() == 0 || b.numel() == 0) {
        return false;
    }
    uint64_t a_begin = a.start_offset * get_element_size(a.dtype);
    uint64_t b_begin = b.start_offset * get_element_size(b.dtype);
    uint64_t a_end = a_begin + a.extent() * get_element_size(a.dtype);
    uint64_t b_end = b_begin + b.extent() * get_element_size(b.dtype);
    if (a_end <= b_begin || b_end <= a_begin) {
        return false;
    }
    if (!same_grid(a, b)) {
        return true;
    }
    uint64_t a_at[MAX_TENSOR_DIMS], b_at[MAX_TENSOR_DIMS];
    first_element(a, a_at);
    first_element(b, b_at);
    for (uint32_t axis = 0; axis < a.ndims; axis += 1) {
        if (a_at[axis] + a.shapes[axis] <= b_at[axis] || b_at[axis] + b.shapes[axis] <= a_at[axis]) {
            return false;
        }
    }
    return true;
}

/// Whether `a` surely contains `b`.
bool covers(const ChipTensor& a, const ChipTensor& b) {
    if (a.buffer.addr != b.buffer.addr) {
        return false;
    }
    if (!same_grid(a, b)) {
        uint64_t a_begin = a.start_offset * get_element_size(a.dtype);
        uint64_t b_begin = b.start_offset * get_element_size(b.dtype);
        return a.is_contiguous && a_begin <= b_begin &&
               b_begin + b.extent() * get_element_size(b.dtype) <= a_begin + a.nbytes();
    }
    uint64_t a_at[MAX_TENSOR_DIMS], b_at[MAX_TENSOR_DIMS];
    first_element(a, a_at);
    first_element(b, b_at);
    for (uint32_t axis = 0; axis < a.ndims; axis += 1) {
        if (b_at[axis] < a_at[axis] || b_at[axis] + b.shapes[axis] > a_at[axis] + a.shapes[axis]) {
            return false;
        }
    }
    return true;
}

// ---------------------------------------------------------------------------------------------------------------------
// Memory

/// The allocation that holds an address, if we made it.
Allocation* holder(uint64_t addr) {
    auto found = machine.allocations.find(addr);
    return found == machine.allocations.end() ? nullptr : &found->second;
}

ChipTensor allocate_one(const TensorCreateInfo& info, uint32_t task) {
    ChipTensor tensor = make_tensor_external(nullptr, info.shapes, info.ndims, info.dtype, info.manual_dep);
    Allocation allocation;
    allocation.size = tensor.nbytes();
    allocation.task = task;
    allocation.bytes = std::make_unique<uint8_t[]>(allocation.size + 2 * GUARD);
    memset(allocation.bytes.get(), GUARD_BYTE, allocation.size + 2 * GUARD);
    memset(allocation.data(), FRESH_BYTE, allocation.size);
    if (info.has_initial_value) {
        uint32_t width = get_element_size(info.dtype);
        for (uint64_t at = 0; at < tensor.numel(); at += 1) {
            memcpy(allocation.data() + at * width, &info.initial_value, width);
        }
    }
    uint64_t addr = static_cast<uint64_t>(reinterpret_cast<uintptr_t>(allocation.data()));
    tensor.buffer = PTOBufferHandle{addr, allocation.size};
    tensor.owner_task_id = PTO2TaskId::make(0, task);
    machine.allocations.emplace(addr, std::move(allocation));
    if (!machine.scopes.empty()) {
        machine.scopes.back().allocations.push_back(addr);
    }
    return tensor;
}

void check_guards(const Allocation& allocation) {
    const uint8_t* end = allocation.data() + allocation.size;
    for (size_t at = 0; at < GUARD; at += 1) {
        if (allocation.bytes[at] != GUARD_BYTE || end[at] != GUARD_BYTE) {
            std::string name = machine.tasks[allocation.task].name;
            machine.report.faults.push_back("something wrote outside of a tensor allocated by " + name);
            return;
        }
    }
}

int64_t integer_at(const ChipTensor& tensor, uint64_t element) {
    const uint8_t* from = tensor.data_as<uint8_t>() + element * get_element_size(tensor.dtype);
    auto load = [&](auto sample) {
        decltype(sample) value;
        memcpy(&value, from, sizeof(value));
        return static_cast<int64_t>(value);
    };
    switch (tensor.dtype) {
        case DataType::INT8: return load(int8_t{});
        case DataType::INT16: return load(int16_t{});
        case DataType::INT32: return load(int32_t{});
        case DataType::INT64: return load(int64_t{});
        case DataType::UINT8:
        case DataType::BOOL: return load(uint8_t{});
        case DataType::UINT16: return load(uint16_t{});
        case DataType::UINT32: return load(uint32_t{});
        default: return load(uint64_t{});
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Execution

uint64_t draw() {
    machine.random += 0x9E3779B97F4A7C15u;
    uint64_t z = machine.random;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

bool predicate_holds(const Task& task) {
    const CoreTaskPredicate& predicate = task.predicate;
    if (predicate.op == PredicateOp::NONE) {
        return true;
    }
    uint64_t at = task.predicate_tensor.compute_flat_offset(predicate.operand.indices, predicate.operand.ndims);
    int64_t value = integer_at(task.predicate_tensor, at);
    switch (predicate.op) {
        case PredicateOp::EQ: return value == predicate.target;
        case PredicateOp::NE: return value != predicate.target;
        case PredicateOp::GT: return value > predicate.target;
        case PredicateOp::LT: return value < predicate.target;
        case PredicateOp::GE: return value >= predicate.target;
        default: return value <= predicate.target;
    }
}

void run_kernel(const Task& task, int32_t id, int32_t block, int32_t lane) {
    if (id == INVALID_KERNEL_ID) {
        return;
    }
    always_assert(id >= 0 && id < machine.kernel_count);
    machine.kernels[id].run(task.tensors.data(), task.scalars.data(), block, task.blocks, lane);
}

bool meets(const Task& task) {
    bool any = false;
    for (int32_t id : {task.kernels.aic_kernel_id, task.kernels.aiv0_kernel_id, task.kernels.aiv1_kernel_id}) {
        any = any || (id >= 0 && id < machine.kernel_count && machine.kernels[id].meets);
    }
    return any && task.blocks > 1;
}

void run(uint32_t index) {
    Task& task = machine.tasks[index];
    task.done = true;
    if (!task.runs || !predicate_holds(task)) {
        return;
    }
    std::vector<int32_t> blocks;
    for (int32_t block = 0; block < task.blocks; block += 1) {
        blocks.push_back(block);
    }
    if (machine.plan.order == Order::ADVERSARIAL) {
        for (size_t at = blocks.size(); at > 1; at -= 1) {
            std::swap(blocks[at - 1], blocks[draw() % at]);
        }
    }
    auto run_block = [&](int32_t at) {
        int32_t block = blocks[static_cast<size_t>(at)];
        run_kernel(task, task.kernels.aic_kernel_id, block, 0);
        run_kernel(task, task.kernels.aiv0_kernel_id, block, 0);
        run_kernel(task, task.kernels.aiv1_kernel_id, block, 1);
    };
    if (meets(task)) {
        return run_together(task.blocks, run_block);
    }
    for (int32_t at = 0; at < task.blocks; at += 1) {
        run_block(at);
    }
}

/// The position among ready tasks to run next. Each third of the seeds has its own habit.
size_t choose(const std::vector<uint32_t>& ready) {
    switch (machine.plan.seed % 3) {
        case 0: return static_cast<size_t>(std::max_element(ready.begin(), ready.end()) - ready.begin());
        case 1: return draw() % ready.size();
        default: return draw() % 4 == 0 ? draw() % ready.size() : ready.size() - 1;
    }
}

/// Runs the wanted tasks and all they wait for.
void run_all(std::vector<uint32_t> wanted) {
    std::vector<uint32_t> needed;
    std::vector<bool> seen(machine.tasks.size(), false);
    while (!wanted.empty()) {
        uint32_t index = wanted.back();
        wanted.pop_back();
        if (seen[index] || machine.tasks[index].done) {
            continue;
        }
        seen[index] = true;
        needed.push_back(index);
        for (const Edge& edge : machine.tasks[index].edges) {
            wanted.push_back(edge.from);
        }
    }
    std::sort(needed.begin(), needed.end());
    std::unordered_map<uint32_t, std::vector<uint32_t>> next;
    std::unordered_map<uint32_t, size_t> missing;
    std::vector<uint32_t> ready;
    for (uint32_t index : needed) {
        size_t count = 0;
        for (const Edge& edge : machine.tasks[index].edges) {
            if (!machine.tasks[edge.from].done) {
                next[edge.from].push_back(index);
                count += 1;
            }
        }
        missing[index] = count;
        if (count == 0) {
            ready.push_back(index);
        }
    }
    while (!ready.empty()) {
        size_t at = choose(ready);
        uint32_t index = ready[at];
        ready[at] = ready.back();
        ready.pop_back();
        run(index);
        for (uint32_t follower : next[index]) {
            missing[follower] -= 1;
            if (missing[follower] == 0) {
                ready.push_back(follower);
            }
        }
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Dependencies

std::string label(uint32_t index) { return machine.tasks[index].name + " (task " + std::to_string(index) + ")"; }

bool is_before(const Task& task, uint32_t earlier) {
    return earlier / 64 < task.before.size() && (task.before[earlier / 64] >> (earlier % 64) & 1) != 0;
}

void add_edge(Task& task, uint32_t from, Why why) {
    for (const Edge& edge : task.edges) {
        if (edge.from == from) {
            return;
        }
    }
    task.edges.push_back(Edge{from, why});
    const std::vector<uint64_t>& earlier = machine.tasks[from].before;
    task.before.resize(std::max(task.before.size(), std::max<size_t>(earlier.size(), from / 64 + 1)), 0);
    for (size_t word = 0; word < earlier.size(); word += 1) {
        task.before[word] |= earlier[word];
    }
    task.before[from / 64] |= uint64_t{1} << (from % 64);
}

bool reads(TensorArgType tag) { return tag == TensorArgType::INPUT || tag == TensorArgType::INOUT; }
bool writes(TensorArgType tag) { return tag == TensorArgType::INOUT || tag == TensorArgType::OUTPUT_EXISTING; }

/// The steps of a submission in an automatic scope, for one tensor: the owner, then the map of writers.
void depend(Task& task, const ChipTensor& tensor, TensorArgType tag) {
    if (tensor.owner_task_id.is_valid()) {
        add_edge(task, static_cast<uint32_t>(tensor.owner_task_id.raw), Why::OWNER);
    }
    if (tensor.manual_dep || !reads(tag)) {
        return;
    }
    std::vector<Access>& known = machine.writers[tensor.buffer.addr];
    for (const Access& writer : known) {
        if (overlap(writer.tensor, tensor)) {
            add_edge(task, writer.task, Why::DATA);
        }
    }
    if (tag == TensorArgType::INOUT) {
        auto hidden = [&](const Access& writer) { return covers(tensor, writer.tensor); };
        known.erase(std::remove_if(known.begin(), known.end(), hidden), known.end());
    }
}

/// Reports earlier writers of what a task reads that no recorded dependency orders before it.
void look_for_races(const Task& task, uint32_t index, const ChipTensor& tensor) {
    for (const Access& writer : machine.all_writers[tensor.buffer.addr]) {
        if (!is_before(task, writer.task) && overlap(writer.tensor, tensor)) {
            machine.report.races.push_back(label(index) + " reads what " + label(writer.task) + " writes");
        }
    }
}

/// What the recorded dependencies leave open between this task and earlier ones.
void look_for_hazards(Task& task, uint32_t index, bool manual) {
    if (task.predicate.op != PredicateOp::NONE) {
        look_for_races(task, index, task.predicate_tensor);
    }
    for (size_t at = 0; at < task.tensors.size(); at += 1) {
        const ChipTensor& tensor = task.tensors[at];
        if (task.tags[at] == TensorArgType::OUTPUT || task.tags[at] == TensorArgType::NO_DEP) {
            continue;
        }
        uint64_t addr = tensor.buffer.addr;
        if (reads(task.tags[at])) {
            look_for_races(task, index, tensor);
        }
        if (!writes(task.tags[at])) {
            continue;
        }
        std::vector<Access>& readers = machine.all_readers[addr];
        for (const Access& reader : readers) {
            if (is_before(task, reader.task) || !overlap(reader.tensor, tensor)) {
                continue;
            }
            machine.report.hazards.push_back(label(index) + " writes what " + label(reader.task) + " reads");
            if (machine.plan.keep_reads && !manual) {
                add_edge(task, reader.task, Why::READ);
            }
        }
        auto settled = [&](const Access& reader) {
            return is_before(task, reader.task) && covers(tensor, reader.tensor);
        };
        readers.erase(std::remove_if(readers.begin(), readers.end(), settled), readers.end());
    }
}

void record_accesses(const Task& task, uint32_t index, bool manual) {
    if (task.predicate.op != PredicateOp::NONE) {
        machine.all_readers[task.predicate_tensor.buffer.addr].push_back(Access{task.predicate_tensor, index});
    }
    for (size_t at = 0; at < task.tensors.size(); at += 1) {
        const ChipTensor& tensor = task.tensors[at];
        TensorArgType tag = task.tags[at];
        uint64_t addr = tensor.buffer.addr;
        if (writes(tag) && !manual && !tensor.manual_dep) {
            machine.writers[addr].push_back(Access{tensor, index});
        }
        if (writes(tag)) {
            std::vector<Access>& known = machine.all_writers[addr];
            auto hidden = [&](const Access& writer) {
                return is_before(task, writer.task) && covers(tensor, writer.tensor);
            };
            known.erase(std::remove_if(known.begin(), known.end(), hidden), known.end());
            known.push_back(Access{tensor, index});
        }
        if (reads(tag)) {
            machine.all_readers[addr].push_back(Access{tensor, index});
        }
    }
}

void check_lifetime(uint32_t index, const ChipTensor& tensor) {
    Allocation* allocation = holder(tensor.buffer.addr);
    if (allocation != nullptr && allocation->closed) {
        machine.report.faults.push_back(
            label(index) + " uses a tensor after the scope in which " + label(allocation->task) + " allocated it"
        );
    }
}

/// Takes the arguments over: tensors that exist, then those that the runtime allocates.
TaskOutputTensors take_arguments(Task& task, uint32_t index, const CoreTaskArgs& args) {
    TaskOutputTensors outputs;
    outputs.set_task_id(PTO2TaskId::make(0, index));
    for (size_t at = 0; at < args.tensor_count(); at += 1) {
        TensorArgType tag = args.tag(at);
        if (tag == TensorArgType::OUTPUT) {
            machine.outputs.push_back(allocate_one(args.tensor(at).create_info(), index));
            outputs.materialize_output(machine.outputs.back());
            task.tensors.push_back(machine.outputs.back());
        } else {
            check_lifetime(index, args.tensor(at).ref());
            task.tensors.push_back(args.tensor(at).ref());
        }
        task.tags.push_back(tag);
    }
    for (size_t at = 0; at < args.scalar_count(); at += 1) {
        task.scalars.push_back(args.scalar(at));
    }
    return outputs;
}

TaskOutputTensors submit(const MixedKernels& kernels, const CoreTaskArgs& args, const std::string& name, bool runs) {
    uint32_t index = static_cast<uint32_t>(machine.tasks.size());
    bool manual = !machine.scopes.empty() && machine.scopes.back().manual;
    machine.tasks.emplace_back();
    Task& task = machine.tasks.back();
    task.name = name;
    task.kernels = kernels;
    task.runs = runs;
    task.blocks = args.launch_spec.block_num;
    task.predicate = args.predicate();
    if (task.predicate.op != PredicateOp::NONE) {
        task.predicate_tensor = *task.predicate.operand.tensor;
        check_lifetime(index, task.predicate_tensor);
    }
    TaskOutputTensors outputs = take_arguments(task, index, args);
    if (!manual) {
        for (size_t at = 0; at < task.tensors.size(); at += 1) {
            if (task.tags[at] != TensorArgType::OUTPUT) {
                depend(task, task.tensors[at], task.tags[at]);
            }
        }
    }
    for (uint32_t at = 0; at < args.explicit_dep_count(); at += 1) {
        PTO2TaskId dep = args.explicit_dep(at);
        if (!dep.is_valid() || dep.raw >= index) {
            machine.report.faults.push_back(label(index) + " waits for a task that does not exist");
            continue;
        }
        add_edge(task, static_cast<uint32_t>(dep.raw), Why::EXPLICIT);
    }
    look_for_hazards(task, index, manual);
    record_accesses(task, index, manual);
    if (machine.plan.order == Order::PROGRAM) {
        run(index);
    }
    return outputs;
}

std::string kernel_names(const MixedKernels& kernels) {
    std::string names;
    for (int32_t id : {kernels.aic_kernel_id, kernels.aiv0_kernel_id, kernels.aiv1_kernel_id}) {
        if (id != INVALID_KERNEL_ID) {
            always_assert(id >= 0 && id < machine.kernel_count);
            names += (names.empty() ? "" : " + ") + std::string(machine.kernels[id].name);
        }
    }
    return names;
}

/// The tasks that write an element of a tensor, as far as the runtime knows.
std::vector<uint32_t> writers_of(const ChipTensor& element) {
    std::vector<uint32_t> tasks;
    if (element.owner_task_id.is_valid()) {
        tasks.push_back(static_cast<uint32_t>(element.owner_task_id.raw));
    }
    for (const Access& writer : machine.writers[element.buffer.addr]) {
        if (overlap(writer.tensor, element)) {
            tasks.push_back(writer.task);
        }
    }
    return tasks;
}

ChipTensor one_element(const ChipTensor& tensor, uint32_t ndims, const uint32_t indices[]) {
    ChipTensor element = tensor;
    for (uint32_t axis = 0; axis < tensor.ndims; axis += 1) {
        always_assert(axis >= ndims || indices[axis] < tensor.shapes[axis]);
        element.shapes[axis] = 1;
    }
    element.start_offset = tensor.compute_flat_offset(indices, ndims);
    return element;
}

void check_element(const ChipTensor& tensor) {
    Allocation* allocation = holder(tensor.buffer.addr);
    if (allocation != nullptr && allocation->closed) {
        machine.report.faults.push_back("an element is accessed after the scope that allocated its tensor");
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Blocks that wait for each other

enum class BlockState : uint8_t { READY, WAITING, DONE };

/// One thread a block, of which one runs at a time: what happens does not hang on the system's scheduler.
struct Crew {
    std::mutex mutex;
    std::condition_variable turn;
    std::vector<BlockState> states;
    size_t current = 0;

    /// Gives the turn to the first block that is ready. The mutex is held.
    void pass_on() {
        auto ready = std::find(states.begin(), states.end(), BlockState::READY);
        if (ready == states.end()) {
            std::replace(states.begin(), states.end(), BlockState::WAITING, BlockState::READY);
            ready = std::find(states.begin(), states.end(), BlockState::READY);
        }
        current = static_cast<size_t>(ready - states.begin());
        turn.notify_all();
    }
};

thread_local Crew* crew = nullptr;
thread_local size_t place = 0;

void run_one(Crew& own, size_t at, const std::function<void(int32_t)>& block) {
    std::unique_lock<std::mutex> lock(own.mutex);
    own.turn.wait(lock, [&] { return own.current == at; });
    crew = &own;
    place = at;
    lock.unlock();
    block(static_cast<int32_t>(at));
    lock.lock();
    own.states[at] = BlockState::DONE;
    own.pass_on();
}

}  // namespace

void run_together(int32_t count, const std::function<void(int32_t)>& block) {
    Crew own;
    own.states.assign(static_cast<size_t>(std::max(count, 0)), BlockState::READY);
    std::vector<std::thread> threads;
    for (size_t at = 0; at < own.states.size(); at += 1) {
        threads.emplace_back([&own, &block, at] { run_one(own, at, block); });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
}

void meet() {
    if (crew == nullptr) {
        return;
    }
    std::unique_lock<std::mutex> lock(crew->mutex);
    crew->states[place] = BlockState::WAITING;
    crew->pass_on();
    crew->turn.wait(lock, [] { return crew->current == place; });
}

// ---------------------------------------------------------------------------------------------------------------------
// What emitted code calls

TaskOutputTensors allocate(const TensorCreateInfo* const infos[], uint32_t count) {
    uint32_t index = static_cast<uint32_t>(machine.tasks.size());
    machine.tasks.emplace_back();
    machine.tasks.back().name = "allocation";
    machine.tasks.back().runs = false;
    machine.tasks.back().done = true;
    TaskOutputTensors outputs;
    outputs.set_task_id(PTO2TaskId::make(0, index));
    for (uint32_t at = 0; at < count; at += 1) {
        machine.outputs.push_back(allocate_one(*infos[at], index));
        outputs.materialize_output(machine.outputs.back());
    }
    return outputs;
}

uint64_t read_element(const ChipTensor& tensor, uint32_t ndims, const uint32_t indices[]) {
    check_element(tensor);
    ChipTensor element = one_element(tensor, ndims, indices);
    std::vector<uint32_t> known = writers_of(element);
    for (const Access& writer : machine.all_writers[element.buffer.addr]) {
        bool waited = std::find(known.begin(), known.end(), writer.task) != known.end();
        if (!waited && !machine.tasks[writer.task].done && overlap(writer.tensor, element)) {
            machine.report.races.push_back("the orchestration reads what " + label(writer.task) + " writes");
        }
    }
    run_all(known);
    uint64_t slot = 0;
    uint32_t width = get_element_size(tensor.dtype);
    memcpy(&slot, element.data_as<uint8_t>() + element.start_offset * width, width);
    return slot;
}

void write_element(const ChipTensor& tensor, uint32_t ndims, const uint32_t indices[], uint64_t value) {
    check_element(tensor);
    ChipTensor element = one_element(tensor, ndims, indices);
    std::vector<uint32_t> wanted = writers_of(element);
    std::vector<bool> is_writer(machine.tasks.size(), false);
    for (uint32_t writer : wanted) {
        is_writer[writer] = true;
    }
    for (uint32_t index = 0; index < machine.tasks.size(); index += 1) {
        for (const Edge& edge : machine.tasks[index].edges) {
            if (is_writer[edge.from]) {
                wanted.push_back(index);
                break;
            }
        }
    }
    for (const Access& reader : machine.all_readers[element.buffer.addr]) {
        bool waited = std::find(wanted.begin(), wanted.end(), reader.task) != wanted.end();
        if (!waited && !machine.tasks[reader.task].done && overlap(reader.tensor, element)) {
            machine.report.hazards.push_back("the orchestration writes what " + label(reader.task) + " reads");
            if (machine.plan.keep_reads) {
                wanted.push_back(reader.task);
            }
        }
    }
    run_all(wanted);
    uint32_t width = get_element_size(tensor.dtype);
    memcpy(element.data_as<uint8_t>() + element.start_offset * width, &value, width);
}

void begin(const Kernel* kernels, int32_t count, const Plan& plan) {
    machine = Machine();
    machine.kernels = kernels;
    machine.kernel_count = count;
    machine.plan = plan;
    machine.random = plan.seed;
}

Report finish() {
    std::vector<uint32_t> all(machine.tasks.size());
    for (uint32_t index = 0; index < all.size(); index += 1) {
        all[index] = index;
    }
    run_all(all);
    for (const auto& entry : machine.allocations) {
        check_guards(entry.second);
    }
    machine.report.tasks = machine.tasks.size();
    for (const Task& task : machine.tasks) {
        machine.report.edges += task.edges.size();
    }
    return machine.report;
}

std::string graph() {
    std::string text = "digraph tasks {\n    node [shape=box];\n";
    for (size_t index = 0; index < machine.tasks.size(); index += 1) {
        std::string number = std::to_string(index);
        text += "    t" + number + " [label=\"" + number + ": " + machine.tasks[index].name + "\"];\n";
        for (const Edge& edge : machine.tasks[index].edges) {
            const char* style = "";
            switch (edge.why) {
                case Why::OWNER: style = " [style=dotted, label=\"owner\"]"; break;
                case Why::DATA: break;
                case Why::EXPLICIT: style = " [style=bold, label=\"deps\"]"; break;
                case Why::READ: style = " [style=dashed, label=\"read before\"]"; break;
            }
            text += "    t" + std::to_string(edge.from) + " -> t" + number + style + ";\n";
        }
    }
    return text + "}\n";
}

void hand_back(size_t index, const ChipTensor& tensor) {
    machine.returned.resize(std::max(machine.returned.size(), index + 1));
    machine.returned[index].is_scalar = false;
    machine.returned[index].tensor = tensor;
    Allocation* allocation = holder(tensor.buffer.addr);
    if (allocation != nullptr) {
        check_element(tensor);
        allocation->kept = true;
    }
}

void hand_back_scalar(size_t index, uint64_t slot) {
    machine.returned.resize(std::max(machine.returned.size(), index + 1));
    machine.returned[index].scalar = slot;
}

const std::vector<Returned>& returned() { return machine.returned; }

}  // namespace selfsame

TaskOutputTensors rt_submit_task(const MixedKernels& kernels, const CoreTaskArgs& args) {
    return selfsame::submit(kernels, args, selfsame::kernel_names(kernels), true);
}

TaskOutputTensors rt_submit_dummy_task(const CoreTaskArgs& args) {
    return selfsame::submit(MixedKernels{}, args, "barrier", false);
}

// One cluster with one vector core: what the reference meaning says as well.
int32_t rt_available_cluster_count() { return 1; }
int32_t rt_available_aiv_count() { return 1; }

PTO2ScopeGuard::PTO2ScopeGuard(PTO2ScopeMode mode) {
    selfsame::machine.scopes.push_back(selfsame::Scope{mode == PTO2ScopeMode::MANUAL, {}});
}

PTO2ScopeGuard::~PTO2ScopeGuard() {
    using selfsame::machine;
    for (uint64_t addr : machine.scopes.back().allocations) {
        selfsame::Allocation& allocation = machine.allocations.at(addr);
        if (allocation.kept) {
            continue;
        }
        allocation.closed = true;
        if (machine.plan.order == selfsame::Order::PROGRAM) {
            selfsame::check_guards(allocation);
            memset(allocation.data(), selfsame::GONE_BYTE, allocation.size);
        }
    }
    machine.scopes.pop_back();
}
