// The orchestration API on a CPU: what emitted orchestration code includes.
//
// Tasks are recorded with the dependencies that the device runtime would record, and run by `selfsame_runtime.cpp` in
// program order or in any other order that these dependencies allow. Nothing but C++17 is needed.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include <algorithm>
#include <cstring>
#include <functional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

// ---------------------------------------------------------------------------------------------------------------------
// Limits and checks

constexpr uint32_t MAX_TENSOR_DIMS = 5;
constexpr size_t MAX_TENSOR_ARGS = 32;
constexpr size_t MAX_SCALAR_ARGS = 16;
constexpr size_t CHIP_MAX_TENSOR_ARGS = 256;
constexpr size_t CHIP_MAX_SCALAR_ARGS = 128;
constexpr int32_t INVALID_KERNEL_ID = -1;

namespace selfsame {
/// Says what is wrong and ends the program.
[[noreturn]] void fail(const char* what, const char* file, int line);
}  // namespace selfsame

#define always_assert(condition) \
    (static_cast<bool>(condition) ? static_cast<void>(0) : selfsame::fail(#condition, __FILE__, __LINE__))

// ---------------------------------------------------------------------------------------------------------------------
// Element types and scalars

enum class DataType : uint8_t {
    FLOAT32,
    FLOAT16,
    INT32,
    INT16,
    INT8,
    UINT8,
    BFLOAT16,
    INT64,
    UINT64,
    UINT16,
    UINT32,
    BOOL,
    FP8E4M3FN,
    FP8E8M0,
    FP4E2M1,
};

/// Bytes of one element, or of one carrier of two FP4 elements.
inline uint32_t get_element_size(DataType dtype) {
    constexpr uint32_t sizes[] = {4, 2, 4, 2, 1, 1, 2, 8, 8, 2, 4, 1, 1, 1, 1};
    return sizes[static_cast<uint8_t>(dtype)];
}

/// A value in the low bytes of a scalar slot.
template <typename T>
inline uint64_t to_u64(T value) {
    static_assert(std::is_arithmetic_v<T> || std::is_enum_v<T>, "a scalar is a number");
    static_assert(sizeof(T) <= sizeof(uint64_t), "a scalar fits its slot");
    uint64_t slot = 0;
    memcpy(&slot, &value, sizeof(T));
    return slot;
}

/// The value in the low bytes of a scalar slot.
template <typename T>
inline T from_u64(uint64_t slot) {
    T value;
    memcpy(&value, &slot, sizeof(T));
    return value;
}

// ---------------------------------------------------------------------------------------------------------------------
// Tasks

/// The id of a task.
struct PTO2TaskId {
    uint64_t raw;

    static constexpr PTO2TaskId invalid() { return PTO2TaskId{UINT64_MAX}; }
    static constexpr PTO2TaskId make(uint32_t ring, uint32_t local) {
        return PTO2TaskId{(static_cast<uint64_t>(ring) << 32) | local};
    }
    constexpr bool is_valid() const { return raw != UINT64_MAX; }
    constexpr bool operator==(const PTO2TaskId& other) const { return raw == other.raw; }
    constexpr bool operator!=(const PTO2TaskId& other) const { return raw != other.raw; }
};

enum class PTO2ScopeMode : uint8_t { AUTO, MANUAL };

/// The kernels of one task: one for the cube core, up to two for vector lanes.
struct MixedKernels {
    int32_t aic_kernel_id = INVALID_KERNEL_ID;
    int32_t aiv0_kernel_id = INVALID_KERNEL_ID;
    int32_t aiv1_kernel_id = INVALID_KERNEL_ID;
};

// ---------------------------------------------------------------------------------------------------------------------
// Tensors

enum class AddressSpace : uint8_t { HOST, DEVICE };

/// A range of memory.
struct PTOBufferHandle {
    uint64_t addr;
    uint64_t size;
};

/// A view of a buffer: where it begins, its extents and strides, all in elements.
struct ChipTensor {
    PTOBufferHandle buffer;
    PTO2TaskId owner_task_id;
    uint64_t start_offset;
    int32_t version;
    uint32_t ndims;
    DataType dtype;
    bool manual_dep;
    bool is_contiguous;
    AddressSpace address_space;
    uint32_t shapes[MAX_TENSOR_DIMS];
    uint32_t strides[MAX_TENSOR_DIMS];

    /// Number of elements.
    uint64_t numel() const {
        uint64_t count = 1;
        for (uint32_t axis = 0; axis < ndims; axis += 1) {
            count *= shapes[axis];
        }
        return count;
    }
    /// Bytes of the elements.
    uint64_t nbytes() const { return numel() * get_element_size(dtype); }
    /// From the first element to one past the last, in elements of the buffer; 0 if there is none.
    uint64_t extent() const {
        if (numel() == 0) {
            return 0;
        }
        uint64_t last = 0;
        for (uint32_t axis = 0; axis < ndims; axis += 1) {
            last += static_cast<uint64_t>(shapes[axis] - 1) * strides[axis];
        }
        return last + 1;
    }
    /// The whole buffer as elements.
    template <typename T>
    T* data_as() const {
        return reinterpret_cast<T*>(static_cast<uintptr_t>(buffer.addr));
    }
    /// The position of an element in the buffer.
    uint64_t compute_flat_offset(const uint32_t indices[], uint32_t count) const {
        uint64_t offset = start_offset;
        for (uint32_t axis = 0; axis < count && axis < ndims; axis += 1) {
            offset += static_cast<uint64_t>(indices[axis]) * strides[axis];
        }
        return offset;
    }
    /// The part of `view_shapes` elements from `offsets` on. An empty part is legal.
    ChipTensor view(const uint32_t view_shapes[], const uint32_t offsets[], bool manual = false) const {
        ChipTensor part = *this;
        part.manual_dep = manual_dep || manual;
        for (uint32_t axis = 0; axis < ndims; axis += 1) {
            always_assert(view_shapes[axis] == 0 || offsets[axis] + view_shapes[axis] <= shapes[axis]);
            part.start_offset += static_cast<uint64_t>(offsets[axis]) * strides[axis];
            part.shapes[axis] = view_shapes[axis];
        }
        part.is_contiguous = part.rows_follow();
        return part;
    }
    /// The same elements in another shape.
    ChipTensor reshape(const uint32_t new_shapes[], uint32_t count) const {
        always_assert(is_contiguous);
        always_assert(count >= 1 && count <= MAX_TENSOR_DIMS);
        ChipTensor shaped = *this;
        shaped.ndims = count;
        for (uint32_t axis = 0; axis < count; axis += 1) {
            shaped.shapes[axis] = new_shapes[axis];
        }
        shaped.row_major();
        always_assert(shaped.numel() == numel());
        return shaped;
    }
    /// Two axes exchanged.
    ChipTensor transpose(uint32_t first, uint32_t second) const {
        always_assert(first < ndims && second < ndims);
        ChipTensor turned = *this;
        std::swap(turned.shapes[first], turned.shapes[second]);
        std::swap(turned.strides[first], turned.strides[second]);
        turned.is_contiguous = turned.rows_follow();
        return turned;
    }
    /// Axes in another order.
    ChipTensor permute(const uint32_t axes[]) const {
        ChipTensor turned = *this;
        for (uint32_t axis = 0; axis < ndims; axis += 1) {
            always_assert(axes[axis] < ndims);
            turned.shapes[axis] = shapes[axes[axis]];
            turned.strides[axis] = strides[axes[axis]];
        }
        turned.is_contiguous = turned.rows_follow();
        return turned;
    }
    /// The part from `begin` to before `end` along one axis.
    ChipTensor slice(uint32_t axis, uint32_t begin, uint32_t end) const {
        always_assert(axis < ndims && begin <= end && end <= shapes[axis]);
        ChipTensor part = *this;
        part.start_offset += static_cast<uint64_t>(begin) * strides[axis];
        part.shapes[axis] = end - begin;
        part.is_contiguous = part.rows_follow();
        return part;
    }
    /// Gives the strides of a whole row-major tensor.
    void row_major() {
        uint32_t stride = 1;
        for (uint32_t axis = ndims; axis > 0; axis -= 1) {
            strides[axis - 1] = stride;
            stride *= std::max<uint32_t>(shapes[axis - 1], 1);
        }
        is_contiguous = true;
    }

private:
    bool rows_follow() const {
        uint64_t expected = 1;
        for (uint32_t axis = ndims; axis > 0; axis -= 1) {
            if (shapes[axis - 1] != 1 && strides[axis - 1] != expected) {
                return false;
            }
            expected *= shapes[axis - 1];
        }
        return true;
    }
};

/// A tensor over memory that exists.
inline ChipTensor make_tensor_external(
    void* addr, const uint32_t shapes[], uint32_t ndims, DataType dtype = DataType::FLOAT32, bool manual_dep = false,
    int32_t version = 0
) {
    ChipTensor tensor = {};
    tensor.owner_task_id = PTO2TaskId::invalid();
    tensor.version = version;
    tensor.ndims = ndims;
    tensor.dtype = dtype;
    tensor.manual_dep = manual_dep;
    for (uint32_t axis = 0; axis < ndims; axis += 1) {
        tensor.shapes[axis] = shapes[axis];
    }
    tensor.row_major();
    tensor.buffer = PTOBufferHandle{static_cast<uint64_t>(reinterpret_cast<uintptr_t>(addr)), tensor.nbytes()};
    return tensor;
}

/// A tensor to be allocated.
class TensorCreateInfo {
public:
    TensorCreateInfo(
        const uint32_t shapes_in[], uint32_t ndims_in, DataType dtype_in = DataType::FLOAT32, bool manual_dep_in = false
    ) :
        ndims(ndims_in),
        dtype(dtype_in),
        manual_dep(manual_dep_in) {
        always_assert(ndims <= MAX_TENSOR_DIMS);
        for (uint32_t axis = 0; axis < ndims; axis += 1) {
            shapes[axis] = shapes_in[axis];
        }
    }
    /// Fills the tensor at its allocation.
    template <typename T>
    void set_initial_value(T value) {
        has_initial_value = true;
        initial_value = value == T{} ? 0 : to_u64(value);
    }

    uint32_t ndims;
    DataType dtype;
    bool manual_dep;
    bool has_initial_value = false;
    uint64_t initial_value = 0;
    uint32_t shapes[MAX_TENSOR_DIMS] = {};
};

// ---------------------------------------------------------------------------------------------------------------------
// Arguments and results of tasks

/// What a submission gives: the task's id and the tensors that the runtime allocated for it, in order.
class TaskOutputTensors {
public:
    bool empty() const { return count_ == 0; }
    uint32_t size() const { return count_; }
    PTO2TaskId task_id() const { return task_id_; }
    const ChipTensor& get_ref(uint32_t index) const& {
        always_assert(index < count_);
        return *tensors_[index];
    }
    const ChipTensor& get_ref(uint32_t index) const&& = delete;

    void set_task_id(PTO2TaskId id) { task_id_ = id; }
    void materialize_output(const ChipTensor& tensor) {
        always_assert(count_ < MAX_TENSOR_ARGS);
        tensors_[count_++] = &tensor;
    }

private:
    PTO2TaskId task_id_ = PTO2TaskId::invalid();
    uint32_t count_ = 0;
    const ChipTensor* tensors_[MAX_TENSOR_ARGS] = {};
};

enum class TensorArgType : uint8_t { INPUT, OUTPUT, INOUT, OUTPUT_EXISTING, NO_DEP };

/// One tensor slot: a tensor, or the description of one.
class TensorRef {
public:
    const ChipTensor& ref() const { return *tensor_; }
    const TensorCreateInfo& create_info() const { return *info_; }
    void set(const ChipTensor* tensor) { tensor_ = tensor; }
    void set(const TensorCreateInfo* info) { info_ = info; }

private:
    const ChipTensor* tensor_ = nullptr;
    const TensorCreateInfo* info_ = nullptr;
};

enum class PredicateOp : uint8_t { NONE, EQ, NE, GT, LT, GE, LE };

/// One element of a tensor.
struct CorePredicateOperand {
    const ChipTensor* tensor = nullptr;
    uint32_t ndims = 0;
    uint32_t indices[MAX_TENSOR_DIMS] = {};
};

/// Runs the task only if the element compares so with the target.
struct CoreTaskPredicate {
    CorePredicateOperand operand;
    PredicateOp op = PredicateOp::NONE;
    int64_t target = 0;
};

/// How wide a task is launched.
struct PTO2LaunchSpec {
    int16_t block_num = 1;
    bool require_sync_start = false;
    void set_block_num(int16_t count) { block_num = count; }
    void set_core_num(int16_t count) { block_num = count; }
    void set_require_sync_start(bool sync) { require_sync_start = sync; }
};

/// Arguments: tensors first, then scalars. Tensors, descriptions and dependency arrays are kept by address and must
/// outlive the submission, so temporaries do not compile.
template <size_t MaxTensors, size_t MaxScalars>
class Arg {
public:
    Arg() = default;
    Arg(const Arg&) = delete;
    Arg& operator=(const Arg&) = delete;

    template <typename T>
    void add_input(T&& tensor) {
        add(std::forward<T>(tensor), TensorArgType::INPUT);
    }
    template <typename T>
    void add_inout(T&& tensor) {
        add(std::forward<T>(tensor), TensorArgType::INOUT);
    }
    template <typename T>
    void add_no_dep(T&& tensor) {
        add(std::forward<T>(tensor), TensorArgType::NO_DEP);
    }
    /// A tensor that is written, or one to be allocated.
    template <typename T>
    void add_output(T&& tensor) {
        constexpr bool fresh = std::is_same_v<std::decay_t<T>, TensorCreateInfo>;
        add(std::forward<T>(tensor), fresh ? TensorArgType::OUTPUT : TensorArgType::OUTPUT_EXISTING);
    }
    template <typename T>
    void add_scalar(T value) {
        always_assert(scalar_count_ < MaxScalars);
        scalars_[scalar_count_++] = to_u64(value);
    }
    /// Keeps the tensors' contents for inspection; nothing on a CPU.
    template <typename... T>
    void dump(T&&... values) {
        static_assert((std::is_lvalue_reference_v<T> && ...), "what is dumped must be a variable");
        (static_cast<void>(values), ...);
    }
    /// Tasks to wait for. The array is kept by address; only one non-empty one may be given.
    void set_dependencies(const PTO2TaskId* ids, uint32_t count) {
        always_assert(count == 0 || (ids != nullptr && deps_ == nullptr));
        deps_ = count == 0 ? nullptr : ids;
        dep_count_ = count;
    }
    void set_allow_early_resolve(bool allow = true) { early_resolve_ = allow; }
    void set_predicate(const CoreTaskPredicate& predicate) { predicate_ = predicate; }

    uint32_t tensor_count() const { return static_cast<uint32_t>(tensor_count_); }
    uint32_t scalar_count() const { return static_cast<uint32_t>(scalar_count_); }
    const TensorRef& tensor(size_t index) const {
        always_assert(index < tensor_count_);
        return tensors_[index];
    }
    TensorArgType tag(size_t index) const { return tags_[index]; }
    uint64_t scalar(size_t index) const {
        always_assert(index < scalar_count_);
        return scalars_[index];
    }
    uint32_t explicit_dep_count() const { return dep_count_; }
    PTO2TaskId explicit_dep(uint32_t index) const { return deps_[index]; }
    bool allow_early_resolve() const { return early_resolve_; }
    const CoreTaskPredicate& predicate() const { return predicate_; }

    PTO2LaunchSpec launch_spec;

private:
    template <typename T>
    void add(T&& tensor, TensorArgType tag) {
        using Plain = std::decay_t<T>;
        static_assert(std::is_lvalue_reference_v<T>, "a temporary would be gone before the task runs");
        static_assert(
            std::is_same_v<Plain, ChipTensor> || std::is_same_v<Plain, TensorCreateInfo>, "a task takes tensors"
        );
        always_assert(scalar_count_ == 0);
        always_assert(tensor_count_ < MaxTensors);
        tensors_[tensor_count_].set(&tensor);
        tags_[tensor_count_++] = tag;
    }

    size_t tensor_count_ = 0;
    size_t scalar_count_ = 0;
    TensorRef tensors_[MaxTensors];
    TensorArgType tags_[MaxTensors] = {};
    uint64_t scalars_[MaxScalars] = {};
    const PTO2TaskId* deps_ = nullptr;
    uint32_t dep_count_ = 0;
    bool early_resolve_ = false;
    CoreTaskPredicate predicate_;
};

using CoreTaskArgs = Arg<MAX_TENSOR_ARGS, MAX_SCALAR_ARGS>;
using ChipTaskArgs = Arg<CHIP_MAX_TENSOR_ARGS, CHIP_MAX_SCALAR_ARGS>;

// ---------------------------------------------------------------------------------------------------------------------
// Submission

TaskOutputTensors rt_submit_task(const MixedKernels& kernels, const CoreTaskArgs& args);
TaskOutputTensors rt_submit_dummy_task(const CoreTaskArgs& args);

inline TaskOutputTensors rt_submit_aic_task(int32_t kernel, const CoreTaskArgs& args) {
    return rt_submit_task(MixedKernels{kernel, INVALID_KERNEL_ID, INVALID_KERNEL_ID}, args);
}
inline TaskOutputTensors rt_submit_aiv_task(int32_t kernel, const CoreTaskArgs& args) {
    return rt_submit_task(MixedKernels{INVALID_KERNEL_ID, kernel, INVALID_KERNEL_ID}, args);
}

namespace selfsame {
TaskOutputTensors allocate(const TensorCreateInfo* const infos[], uint32_t count);
uint64_t read_element(const ChipTensor& tensor, uint32_t ndims, const uint32_t indices[]);
void write_element(const ChipTensor& tensor, uint32_t ndims, const uint32_t indices[], uint64_t value);
}  // namespace selfsame

/// Allocates tensors that belong to the innermost scope.
template <typename... Infos>
inline TaskOutputTensors alloc_tensors(const Infos&... infos) {
    static_assert(sizeof...(infos) > 0 && (std::is_same_v<Infos, TensorCreateInfo> && ...), "needs descriptions");
    const TensorCreateInfo* const list[] = {&infos...};
    return selfsame::allocate(list, static_cast<uint32_t>(sizeof...(infos)));
}

/// An element, after the tasks that write it.
template <typename T = uint64_t>
inline T get_tensor_data(const ChipTensor& tensor, uint32_t ndims, const uint32_t indices[]) {
    return from_u64<T>(selfsame::read_element(tensor, ndims, indices));
}

/// Writes an element, after the tasks that write it and those that wait for them.
template <typename T = uint64_t>
inline void set_tensor_data(const ChipTensor& tensor, uint32_t ndims, const uint32_t indices[], T value) {
    selfsame::write_element(tensor, ndims, indices, to_u64(value));
}

int32_t rt_available_cluster_count();
int32_t rt_available_aiv_count();

/// A scope: what is allocated in it may go at its end. In a manual one the only dependencies are those written.
class PTO2ScopeGuard {
public:
    explicit PTO2ScopeGuard(PTO2ScopeMode mode = PTO2ScopeMode::AUTO);
    ~PTO2ScopeGuard();
    PTO2ScopeGuard(const PTO2ScopeGuard&) = delete;
    PTO2ScopeGuard& operator=(const PTO2ScopeGuard&) = delete;
};

#define PTO2_CONCATENATE_IMPL(x, y) x##y
#define PTO2_CONCATENATE(x, y) PTO2_CONCATENATE_IMPL(x, y)
#define PTO2_SCOPE(...) if (PTO2ScopeGuard PTO2_CONCATENATE(scope_guard_, __COUNTER__){__VA_ARGS__}; true)

struct PTO2OrchestrationConfig {
    int expected_arg_count;
};

// ---------------------------------------------------------------------------------------------------------------------
// Running on a CPU: kernels, orders, and what was found

namespace selfsame {

/// A kernel: its tensors and scalars in the order passed, and which of how many blocks, on which lane, it is.
using KernelFunction =
    void (*)(const ChipTensor* tensors, const uint64_t* scalars, int32_t block, int32_t blocks, int32_t lane);

/// A kernel under its id, which is its position in the table.
struct Kernel {
    const char* name;
    KernelFunction run;
    /// Whether its blocks wait for each other.
    bool meets;
};

/// Runs blocks that wait for each other: one at a time, each until it waits or ends; when all wait, all go on.
void run_together(int32_t count, const std::function<void(int32_t)>& block);
/// Where a block waits for the others; nothing where it is alone.
void meet();

enum class Order : uint8_t {
    /// Each task runs when it is submitted.
    PROGRAM,
    /// Tasks run as late as they may, in an order that a seed picks among those the recorded dependencies allow.
    ADVERSARIAL,
};

struct Plan {
    Order order = Order::PROGRAM;
    uint64_t seed = 0;
    /// Whether a task also waits for earlier readers of what it writes. The device runtime records no such dependency;
    /// with it only wrong directions show.
    bool keep_reads = true;
};

/// What a run found.
struct Report {
    /// Mistakes: use after a scope, a write outside of a buffer, a dependency on no task.
    std::vector<std::string> faults;
    /// A write that no recorded dependency orders after an earlier read of the same storage.
    std::vector<std::string> hazards;
    /// A read that no recorded dependency orders after an earlier write of the same storage.
    std::vector<std::string> races;
    size_t tasks = 0;
    size_t edges = 0;
};

/// Starts a run.
void begin(const Kernel* kernels, int32_t count, const Plan& plan);
/// Runs what has not run yet and ends the run.
Report finish();
/// The tasks with their dependencies in the DOT language; valid until the next `begin`.
std::string graph();

/// Keeps a returned tensor or scalar for the harness.
void hand_back(size_t index, const ChipTensor& tensor);
void hand_back_scalar(size_t index, uint64_t slot);
template <typename T, typename = std::enable_if_t<std::is_arithmetic_v<T>>>
inline void hand_back(size_t index, T value) {
    hand_back_scalar(index, to_u64(value));
}

/// What was handed back: a tensor, or a scalar's slot if `is_scalar`.
struct Returned {
    bool is_scalar = true;
    uint64_t scalar = 0;
    ChipTensor tensor = {};
};
const std::vector<Returned>& returned();

}  // namespace selfsame
