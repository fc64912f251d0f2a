// The executable around an emitted program: reads inputs, runs the program once in program order and in as many other
// orders as asked, and writes what it computed.
//
//     program INPUTS OUTPUTS [--orders N] [--first-seed S] [--drop-reads] [--findings] [--dot FILE]
//
// Numbers are little-endian. Inputs: "SSIN", the count, then for each parameter its kind: 0 a scalar (8 bytes), 1 a tensor
// (rank, extents, elements), 2 the storage of an earlier parameter (its index), 3 nothing. Outputs: "SSOU", the elements of
// each tensor parameter, then the count of returned values and for each its kind: 0 a scalar (8 bytes), 1 a tensor (the
// parameter whose storage it is or -1, rank, extents, elements), then the count of window buffers and for each the length
// of its name, the name, and its kind: 0 never seen, 1 seen (element type, count, elements).
#pragma once

#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

#include "pto_orchestration_api.h"
#include "selfsame_ranks.h"

namespace selfsame {

struct HostParam {
    const char* name;
    bool is_tensor;
    DataType dtype;
};

struct HostProgram {
    const HostParam* params;
    size_t param_count;
    const Kernel* kernels;
    int32_t kernel_count;
    void (*entry)(const ChipTaskArgs& args);
};

[[noreturn]] inline void host_fault(const std::string& what) {
    fprintf(stderr, "error: %s\n", what.c_str());
    exit(2);
}

class Reader {
public:
    explicit Reader(const char* path) {
        FILE* file = fopen(path, "rb");
        if (file == nullptr) {
            host_fault(std::string("cannot read ") + path);
        }
        uint8_t block[65536];
        size_t got = 0;
        while ((got = fread(block, 1, sizeof(block), file)) > 0) {
            bytes_.insert(bytes_.end(), block, block + got);
        }
        fclose(file);
    }
    void take(void* to, size_t count) {
        if (at_ + count > bytes_.size()) {
            host_fault("the inputs end too early");
        }
        memcpy(to, bytes_.data() + at_, count);
        at_ += count;
    }
    template <typename T>
    T number() {
        T value;
        take(&value, sizeof(T));
        return value;
    }

private:
    std::vector<uint8_t> bytes_;
    size_t at_ = 0;
};

/// A parameter's input.
struct HostInput {
    uint8_t kind = 3;
    uint64_t scalar = 0;
    uint32_t same = 0;
    uint32_t rank = 0;
    uint32_t shape[MAX_TENSOR_DIMS] = {};
    std::vector<uint8_t> bytes;
};

inline std::vector<HostInput> read_inputs(const HostProgram& program, const char* path) {
    Reader reader(path);
    char magic[4];
    reader.take(magic, 4);
    if (memcmp(magic, "SSIN", 4) != 0 || reader.number<uint32_t>() != program.param_count) {
        host_fault("these are not inputs of this program");
    }
    std::vector<HostInput> inputs(program.param_count);
    for (size_t at = 0; at < inputs.size(); at += 1) {
        HostInput& input = inputs[at];
        input.kind = reader.number<uint8_t>();
        if (input.kind == 0) {
            input.scalar = reader.number<uint64_t>();
        } else if (input.kind == 2) {
            input.same = reader.number<uint32_t>();
        } else if (input.kind == 1) {
            input.rank = reader.number<uint32_t>();
            if (input.rank > MAX_TENSOR_DIMS) {
                host_fault("a tensor with more axes than the runtime takes");
            }
            size_t count = get_element_size(program.params[at].dtype);
            for (uint32_t axis = 0; axis < input.rank; axis += 1) {
                input.shape[axis] = reader.number<uint32_t>();
                count *= input.shape[axis];
            }
            input.bytes.resize(count);
            reader.take(input.bytes.data(), count);
        }
    }
    return inputs;
}

template <typename T>
inline void append(std::string& out, T value) {
    out.append(reinterpret_cast<const char*>(&value), sizeof(T));
}

inline void append_elements(std::string& out, const ChipTensor& tensor) {
    uint32_t width = get_element_size(tensor.dtype);
    uint32_t index[MAX_TENSOR_DIMS] = {};
    for (uint64_t count = tensor.numel(); count > 0; count -= 1) {
        uint64_t at = tensor.compute_flat_offset(index, tensor.ndims);
        out.append(tensor.data_as<char>() + at * width, width);
        for (uint32_t axis = tensor.ndims; axis > 0; axis -= 1) {
            index[axis - 1] += 1;
            if (index[axis - 1] < tensor.shapes[axis - 1]) {
                break;
            }
            index[axis - 1] = 0;
        }
    }
}

inline void append_windows(std::string& out) {
    append(out, static_cast<uint32_t>(window_buffers().size()));
    for (const WindowBuffer& buffer : window_buffers()) {
        append(out, static_cast<uint32_t>(buffer.name.size()));
        out.append(buffer.name);
        append(out, static_cast<uint8_t>(buffer.seen ? 1 : 0));
        if (buffer.seen) {
            append(out, static_cast<uint8_t>(buffer.content.type));
            append(out, static_cast<uint32_t>(buffer.content.shape[0]));
            size_t bytes = static_cast<size_t>(buffer.content.shape[0] * bytes_of(buffer.content.type));
            out.append(reinterpret_cast<const char*>(buffer.content.base), bytes);
        }
    }
}

/// What one run leaves.
struct HostRun {
    std::string outputs;
    std::string dot;
    Report report;
};

inline HostRun run_once(const HostProgram& program, std::vector<HostInput> inputs, const Plan& plan) {
    std::vector<ChipTensor> tensors(program.param_count);
    ChipTaskArgs args;
    for (size_t at = 0; at < program.param_count; at += 1) {
        if (program.params[at].is_tensor) {
            HostInput& input = inputs[at];
            DataType dtype = program.params[at].dtype;
            tensors[at] = input.kind == 2 ? tensors[input.same]
                                          : make_tensor_external(input.bytes.data(), input.shape, input.rank, dtype);
            args.add_input(tensors[at]);
        }
    }
    for (size_t at = 0; at < program.param_count; at += 1) {
        if (!program.params[at].is_tensor) {
            args.add_scalar(inputs[at].scalar);
        }
    }
    begin(program.kernels, program.kernel_count, plan);
    window_buffers().clear();
    program.entry(args);
    HostRun result;
    result.report = finish();
    result.dot = graph();
    result.outputs = "SSOU";
    for (size_t at = 0; at < program.param_count; at += 1) {
        if (program.params[at].is_tensor) {
            append_elements(result.outputs, tensors[at]);
        }
    }
    append(result.outputs, static_cast<uint32_t>(returned().size()));
    for (const Returned& value : returned()) {
        append(result.outputs, static_cast<uint8_t>(value.is_scalar ? 0 : 1));
        if (value.is_scalar) {
            append(result.outputs, value.scalar);
            continue;
        }
        int32_t param = -1;
        for (size_t at = program.param_count; at > 0; at -= 1) {
            if (program.params[at - 1].is_tensor && tensors[at - 1].buffer.addr == value.tensor.buffer.addr) {
                param = static_cast<int32_t>(at - 1);
            }
        }
        append(result.outputs, param);
        append(result.outputs, value.tensor.ndims);
        for (uint32_t axis = 0; axis < value.tensor.ndims; axis += 1) {
            append(result.outputs, value.tensor.shapes[axis]);
        }
        append_elements(result.outputs, value.tensor);
    }
    append_windows(result.outputs);
    return result;
}

inline void write_file(const char* path, const std::string& text) {
    FILE* file = fopen(path, "wb");
    if (file == nullptr || fwrite(text.data(), 1, text.size(), file) != text.size() || fclose(file) != 0) {
        host_fault(std::string("cannot write ") + path);
    }
}

/// Runs and compares; 0 if all orders agree and nothing was found, 3 if not.
inline int host_main(const HostProgram& program, int argc, char** argv) {
    if (argc < 3) {
        host_fault("usage: program INPUTS OUTPUTS [--orders N] [--first-seed S] [--drop-reads] [--findings] [--dot FILE]");
    }
    uint64_t orders = 0, first = 1;
    const char* dot = nullptr;
    bool findings = false;
    Plan plan;
    for (int at = 3; at < argc; at += 1) {
        std::string word = argv[at];
        bool more = at + 1 < argc;
        if (word == "--findings") {
            findings = true;
        } else if (word == "--drop-reads") {
            plan.keep_reads = false;
        } else if (word == "--orders" && more) {
            orders = strtoull(argv[++at], nullptr, 10);
        } else if (word == "--first-seed" && more) {
            first = strtoull(argv[++at], nullptr, 10);
        } else if (word == "--dot" && more) {
            dot = argv[++at];
        } else {
            host_fault("unknown argument " + word);
        }
    }
    std::vector<HostInput> inputs = read_inputs(program, argv[1]);
    HostRun oracle = run_once(program, inputs, plan);
    write_file(argv[2], oracle.outputs);
    if (dot != nullptr) {
        write_file(dot, oracle.dot);
    }
    std::vector<std::string> faults = oracle.report.faults;
    plan.order = Order::ADVERSARIAL;
    for (uint64_t seed = first; seed < first + orders; seed += 1) {
        plan.seed = seed;
        HostRun run = run_once(program, inputs, plan);
        if (run.outputs != oracle.outputs) {
            faults.push_back("order " + std::to_string(seed) + " gives other results than program order");
        }
        faults.insert(faults.end(), run.report.faults.begin(), run.report.faults.end());
    }
    printf("%zu tasks, %zu dependencies\n", oracle.report.tasks, oracle.report.edges);
    for (const std::string& hazard : oracle.report.hazards) {
        if (findings) {
            printf("unordered: %s\n", hazard.c_str());
        }
    }
    for (const std::string& race : oracle.report.races) {
        if (findings) {
            printf("race: %s\n", race.c_str());
        }
    }
    for (const std::string& fault : faults) {
        fprintf(stderr, "fault: %s\n", fault.c_str());
    }
    return faults.empty() ? 0 : 3;
}

}  // namespace selfsame
