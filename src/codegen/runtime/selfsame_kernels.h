// Kernels on a CPU: views of tensors and tiles, and the operators on them.
//
// Integers are exact and wrap to their type; floats are rounded to nearest even after each operator. What lies outside
// of a view's valid part reads as its padding.
#pragma once

#include <stdint.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <initializer_list>
#include <limits>
#include <memory>
#include <type_traits>
#include <vector>

#include "pto_orchestration_api.h"

namespace selfsame {

// ---------------------------------------------------------------------------------------------------------------------
// Element types and numbers

enum class Type : uint8_t {
    BOOL, INT4, INT8, INT16, INT32, INT64, UINT4, UINT8, UINT16, UINT32, UINT64, INDEX,
    FP4, FP8E4M3FN, FP8E5M2, FP8E8M0, FP16, FP32, FP64, BF16, HF4, HF8, TASK_ID,
};

__extension__ typedef __int128 Integer;

[[noreturn]] inline void kernel_fault(const char* what) {
    fprintf(stderr, "kernel fault: %s\n", what);
    exit(70);
}
inline void check(bool holds, const char* what) {
    if (!holds) {
        kernel_fault(what);
    }
}

constexpr bool is_float(Type type) { return type >= Type::FP4 && type != Type::TASK_ID; }
constexpr bool is_signed(Type type) {
    return is_float(type) || type == Type::INDEX || type == Type::TASK_ID ||
           (type >= Type::INT4 && type <= Type::INT64);
}
constexpr int bits_of(Type type) {
    constexpr int bits[] = {8, 4, 8, 16, 32, 64, 4, 8, 16, 32, 64, 64, 4, 8, 8, 8, 16, 32, 64, 16, 4, 8, 64};
    return bits[static_cast<int>(type)];
}
/// Bytes of one element in memory. Types that are only modelled are kept in single precision.
constexpr int bytes_of(Type type) {
    switch (type) {
        case Type::INT4:
        case Type::UINT4: return 1;
        case Type::FP4:
        case Type::FP8E8M0:
        case Type::HF4:
        case Type::HF8: return 4;
        default: return bits_of(type) / 8;
    }
}

/// One element: an integer or a float.
struct Number {
    bool real = false;
    Integer i = 0;
    double f = 0.0;

    double as_double() const { return real ? f : static_cast<double>(i); }
    bool holds() const { return as_double() != 0.0; }
};

inline Number integer(Integer value) {
    Number number;
    number.i = value;
    return number;
}
inline Number real(double value) {
    Number number;
    number.real = true;
    number.f = value;
    return number;
}
template <typename T>
inline Number number(T value) {
    if constexpr (std::is_floating_point_v<T>) {
        return real(static_cast<double>(value));
    } else {
        return integer(static_cast<Integer>(value));
    }
}

/// The integer modulo the width of a type.
inline Integer wrap(Integer value, Type to) {
    if (to == Type::BOOL) {
        return value != 0 ? 1 : 0;
    }
    int unused = 128 - bits_of(to);
    __extension__ typedef unsigned __int128 Bits;
    Bits shifted = static_cast<Bits>(value) << unused;
    return is_signed(to) ? static_cast<Integer>(shifted) >> unused : static_cast<Integer>(shifted >> unused);
}

inline double narrow(double value, int fraction, int least_exponent, double most, double beyond) {
    if (value == 0.0 || !std::isfinite(value)) {
        return value;
    }
    int exponent = std::max(std::ilogb(value), least_exponent);
    double unit = std::ldexp(1.0, exponent - fraction);
    double rounded = std::nearbyint(value / unit) * unit;
    return std::abs(rounded) > most ? std::copysign(beyond, value) : rounded;
}

/// The float rounded to nearest even.
inline double round_to(double value, Type to) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    switch (to) {
        case Type::FP64: return value;
        case Type::FP16: return narrow(value, 10, -14, 65504.0, infinity);
        case Type::BF16: return narrow(value, 7, -126, 3.3895313892515355e38, infinity);
        case Type::FP8E4M3FN: return narrow(value, 3, -6, 448.0, 448.0);
        case Type::FP8E5M2: return narrow(value, 2, -14, 57344.0, infinity);
        case Type::FP4: return narrow(value, 1, 0, 6.0, 6.0);
        default: return static_cast<double>(static_cast<float>(value));
    }
}

inline Integer least(Type type) {
    return type == Type::BOOL || !is_signed(type) ? 0 : -(static_cast<Integer>(1) << (bits_of(type) - 1));
}
inline Integer most(Type type) {
    if (type == Type::BOOL) {
        return 1;
    }
    return (static_cast<Integer>(1) << (is_signed(type) ? bits_of(type) - 1 : bits_of(type))) - 1;
}

/// The number as an element of a type holds it.
inline Number convert(Number value, Type to) {
    if (is_float(to)) {
        return real(round_to(value.as_double(), to));
    }
    if (!value.real) {
        return integer(wrap(value.i, to));
    }
    if (to == Type::BOOL) {
        return integer(value.f != 0.0 ? 1 : 0);
    }
    double whole = std::trunc(value.f);
    if (std::isnan(whole)) {
        return integer(0);
    }
    if (whole <= static_cast<double>(least(to))) {
        return integer(least(to));
    }
    return integer(whole >= static_cast<double>(most(to)) ? most(to) : static_cast<Integer>(whole));
}

/// A float as an integer: its fraction dropped, stopped at the ends of the range.
template <typename T>
inline T truncated(double value) {
    double low = static_cast<double>(std::numeric_limits<T>::min());
    double high = static_cast<double>(std::numeric_limits<T>::max());
    if (std::isnan(value)) {
        return 0;
    }
    if (value <= low) {
        return std::numeric_limits<T>::min();
    }
    return value >= high ? std::numeric_limits<T>::max() : static_cast<T>(value);
}

/// Which block of how many, on which lane.
struct Lane {
    int32_t block;
    int32_t blocks;
    int32_t part;
};

/// A scalar of a float type that C++ has no type for, after an operation.
inline float rounded(double value, Type to) { return static_cast<float>(round_to(value, to)); }

// ---------------------------------------------------------------------------------------------------------------------
// Operators on numbers

enum class Op : uint8_t { ADD, SUB, MUL, DIV, MAX, MIN, FLOOR_MOD, FMOD, AND, OR, XOR, SHL, SHR, EXP_DIFF, SECOND };
enum class Cmp : uint8_t { EQ, NE, LT, LE, GT, GE };
enum class Fn : uint8_t { NEG, ABS, NOT, RELU, EXP, LOG, SQRT, RSQRT, RECIP, SIN, COS };

inline Integer floor_quotient(Integer a, Integer b) {
    check(b != 0, "division by zero");
    Integer q = a / b;
    return a % b != 0 && (a < 0) != (b < 0) ? q - 1 : q;
}

inline Number of_integers(Op op, Integer a, Integer b, Type type) {
    auto shift = [&] {
        check(b >= 0 && b < bits_of(type), "a shift by more bits than there are");
        return static_cast<int>(b);
    };
    switch (op) {
        case Op::ADD: return integer(a + b);
        case Op::SUB: return integer(a - b);
        case Op::MUL: return integer(a * b);
        case Op::DIV: check(b != 0, "division by zero"); return integer(a / b);
        case Op::MAX: return integer(b > a ? b : a);
        case Op::MIN: return integer(b < a ? b : a);
        case Op::FLOOR_MOD: return integer(a - b * floor_quotient(a, b));
        case Op::FMOD: check(b != 0, "division by zero"); return integer(a % b);
        case Op::AND: return integer(a & b);
        case Op::OR: return integer(a | b);
        case Op::XOR: return integer(a ^ b);
        case Op::SHL: return integer(wrap(a, type) * (static_cast<Integer>(1) << shift()));
        case Op::SHR: return integer(a >> shift());
        case Op::EXP_DIFF: return real(std::exp(static_cast<double>(wrap(a - b, type))));
        default: return integer(b);
    }
}

inline Number of_floats(Op op, double a, double b, Type type) {
    switch (op) {
        case Op::ADD: return real(a + b);
        case Op::SUB: return real(a - b);
        case Op::MUL: return real(a * b);
        case Op::DIV: return real(a / b);
        case Op::MAX: return real(b > a ? b : a);
        case Op::MIN: return real(b < a ? b : a);
        case Op::FLOOR_MOD: return real(a - b * std::floor(a / b));
        case Op::FMOD: return real(std::fmod(a, b));
        case Op::EXP_DIFF: return real(std::exp(round_to(a - b, type)));
        case Op::SECOND: return real(b);
        default: kernel_fault("a bitwise operator on floats");
    }
}

/// `a op b` in a type.
inline Number apply(Op op, Number a, Number b, Type type) {
    bool whole = !a.real && !b.real && (op != Op::DIV || !is_float(type));
    Number result = whole ? of_integers(op, a.i, b.i, type) : of_floats(op, a.as_double(), b.as_double(), type);
    return convert(result, type);
}

inline bool compare(Cmp cmp, Number a, Number b) {
    auto decide = [&](auto x, auto y) {
        switch (cmp) {
            case Cmp::EQ: return x == y;
            case Cmp::NE: return x != y;
            case Cmp::LT: return x < y;
            case Cmp::LE: return x <= y;
            case Cmp::GT: return x > y;
            default: return x >= y;
        }
    };
    return a.real || b.real ? decide(a.as_double(), b.as_double()) : decide(a.i, b.i);
}

inline Number apply(Fn fn, Number x, Type type) {
    auto of_double = [&](double value) { return convert(real(value), type); };
    double f = x.as_double();
    switch (fn) {
        case Fn::NEG: return convert(x.real ? real(-x.f) : integer(-x.i), type);
        case Fn::ABS: return convert(x.real ? real(std::abs(x.f)) : integer(x.i < 0 ? -x.i : x.i), type);
        case Fn::NOT:
            check(!x.real, "a bitwise operator on floats");
            return convert(integer(type == Type::BOOL ? 1 - x.i : ~x.i), type);
        case Fn::RELU: return apply(Op::MAX, x, convert(integer(0), type), type);
        case Fn::EXP: return of_double(std::exp(f));
        case Fn::LOG: return of_double(std::log(f));
        case Fn::SQRT: return of_double(std::sqrt(f));
        case Fn::RSQRT: return of_double(1.0 / std::sqrt(f));
        case Fn::RECIP: return of_double(1.0 / f);
        case Fn::SIN: return of_double(std::sin(f));
        default: return of_double(std::cos(f));
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Views

/// Extents, offsets or indices.
class Dims {
public:
    static constexpr int MOST = 8;
    Dims() = default;
    Dims(std::initializer_list<int64_t> list) {
        for (int64_t value : list) {
            push(value);
        }
    }
    Dims(int count, int64_t value) {
        for (int axis = 0; axis < count; axis += 1) {
            push(value);
        }
    }
    int size() const { return count_; }
    bool empty() const { return count_ == 0; }
    int64_t& operator[](int axis) { return at_[axis]; }
    int64_t operator[](int axis) const { return at_[axis]; }
    int64_t back() const { return at_[count_ - 1]; }
    void push(int64_t value) {
        check(count_ < MOST, "more axes than a view may have");
        at_[count_++] = value;
    }
    int64_t product() const {
        int64_t result = 1;
        for (int axis = 0; axis < count_; axis += 1) {
            result *= at_[axis];
        }
        return result;
    }
    bool operator==(const Dims& other) const {
        return count_ == other.count_ && std::equal(at_, at_ + count_, other.at_);
    }
    bool operator!=(const Dims& other) const { return !(*this == other); }

private:
    int count_ = 0;
    int64_t at_[MOST] = {};
};

/// Calls `f` with all indices below the extents, in row-major order.
template <typename F>
inline void each(const Dims& extents, F f) {
    Dims index(extents.size(), 0);
    for (int axis = 0; axis < extents.size(); axis += 1) {
        if (extents[axis] <= 0) {
            return;
        }
    }
    while (true) {
        f(const_cast<const Dims&>(index));
        int axis = extents.size() - 1;
        while (axis >= 0 && index[axis] + 1 == extents[axis]) {
            index[axis] = 0;
            axis -= 1;
        }
        if (axis < 0) {
            return;
        }
        index[axis] += 1;
    }
}

inline Dims row_major(const Dims& shape) {
    Dims strides(shape.size(), 1);
    for (int axis = shape.size() - 2; axis >= 0; axis -= 1) {
        strides[axis] = strides[axis + 1] * shape[axis + 1];
    }
    return strides;
}

/// Strides that list the elements of (`shape`, `strides`) in the same order under the shape `to`.
inline bool regroup(const Dims& shape, const Dims& strides, const Dims& to, Dims& result) {
    if (shape.product() != to.product()) {
        return false;
    }
    if (to.product() == 0) {
        result = row_major(to);
        return true;
    }
    std::vector<std::pair<int64_t, int64_t>> old;
    for (int axis = 0; axis < shape.size(); axis += 1) {
        if (shape[axis] != 1) {
            old.emplace_back(shape[axis], strides[axis]);
        }
    }
    result = Dims(to.size(), 1);
    size_t from = 0;
    int at = 0;
    while (at < to.size()) {
        int64_t count = to[at], have = 1;
        int end = at + 1;
        size_t until = from;
        while (have != count) {
            if (have < count) {
                if (until == old.size()) {
                    return false;
                }
                have *= old[until++].first;
            } else {
                if (end == to.size()) {
                    return false;
                }
                count *= to[end++];
            }
        }
        for (size_t axis = from; axis + 1 < until; axis += 1) {
            if (old[axis].second != old[axis + 1].first * old[axis + 1].second) {
                return false;
            }
        }
        int64_t step = until > from ? old[until - 1].second : 1;
        for (int axis = end - 1; axis >= at; axis -= 1) {
            result[axis] = step;
            step *= to[axis];
        }
        from = until;
        at = end;
    }
    return true;
}

enum class Pad : uint8_t { NONE, ZERO, MAX, MIN };

inline Number padding(Pad pad, Type type) {
    auto end = [&](bool high) {
        if (!is_float(type)) {
            return integer(high ? most(type) : least(type));
        }
        double top = std::numeric_limits<float>::max();
        switch (type) {
            case Type::FP16: top = 65504.0; break;
            case Type::BF16: top = 3.3895313892515355e38; break;
            case Type::FP64: top = std::numeric_limits<double>::max(); break;
            case Type::FP8E4M3FN: top = 448.0; break;
            case Type::FP8E5M2: top = 57344.0; break;
            case Type::FP4: top = 6.0; break;
            default: break;
        }
        return real(high ? top : -top);
    };
    switch (pad) {
        case Pad::MAX: return end(true);
        case Pad::MIN: return end(false);
        default: return convert(integer(0), type);
    }
}

/// How a variable names storage: a tensor's, or that of a tile of the kernel's own.
struct View {
    std::shared_ptr<uint8_t> owner;
    uint8_t* base = nullptr;
    Type type = Type::FP32;
    int64_t offset = 0;
    Dims shape, strides, valid, room;
    Pad pad = Pad::NONE;

    int rank() const { return shape.size(); }
    int64_t position(const Dims& index) const {
        int64_t at = offset;
        for (int axis = 0; axis < rank(); axis += 1) {
            at += index[axis] * strides[axis];
        }
        return at;
    }
    bool is_valid(const Dims& index) const {
        for (int axis = 0; axis < rank(); axis += 1) {
            if (index[axis] >= valid[axis]) {
                return false;
            }
        }
        return true;
    }
    Number get(int64_t at) const;
    void set(int64_t at, Number value) const;
    Number read(const Dims& index) const { return is_valid(index) ? get(position(index)) : padding(pad, type); }
    void check_room(const Dims& index) const {
        for (int axis = 0; axis < rank(); axis += 1) {
            check(index[axis] < room[axis], "a write outside of its storage");
        }
    }
    void write(const Dims& index, Number value) const {
        check_room(index);
        set(position(index), value);
    }
    View with_valid(const Dims& asked) const {
        View result = *this;
        for (int axis = 0; axis < rank(); axis += 1) {
            result.valid[axis] = std::min(asked[axis], room[axis]);
        }
        return result;
    }
    View permuted(const std::vector<int>& order) const {
        View result = *this;
        result.shape = result.strides = result.valid = result.room = Dims();
        for (int axis : order) {
            result.shape.push(shape[axis]);
            result.strides.push(strides[axis]);
            result.valid.push(valid[axis]);
            result.room.push(room[axis]);
        }
        return result;
    }
    View window(const Dims& start, const Dims& extents) const {
        check(start.size() == rank() && extents.size() == rank(), "a window with another number of axes");
        View result = *this;
        result.offset = position(start);
        result.shape = extents;
        for (int axis = 0; axis < rank(); axis += 1) {
            check(start[axis] >= 0 && start[axis] <= shape[axis], "a window that starts outside of its storage");
            result.valid[axis] = std::min(std::max<int64_t>(valid[axis] - start[axis], 0), extents[axis]);
            result.room[axis] = std::min(std::max<int64_t>(room[axis] - start[axis], 0), extents[axis]);
        }
        return result;
    }
    View reshaped(const Dims& to) const {
        View result = *this;
        bool fits = room == shape && regroup(shape, strides, to, result.strides);
        check(fits, "storage that cannot be seen in that shape");
        result.shape = result.room = to;
        result.valid = valid == shape ? to : cut(to);
        return result;
    }

private:
    /// The valid part under another shape: only the outermost axis longer than one may be cut.
    Dims cut(const Dims& to) const {
        int own = 0, other = 0;
        while (own < rank() && shape[own] == 1) {
            own += 1;
        }
        while (other < to.size() && to[other] == 1) {
            other += 1;
        }
        check(own < rank() && other < to.size(), "a valid part that has no form in that shape");
        int64_t inner = 1;
        for (int axis = other + 1; axis < to.size(); axis += 1) {
            inner *= to[axis];
        }
        for (int axis = own + 1; axis < rank(); axis += 1) {
            check(valid[axis] == shape[axis], "a valid part that has no form in that shape");
        }
        Dims result = to;
        check(inner != 0 && valid.product() % inner == 0, "a valid part that has no form in that shape");
        result[other] = valid.product() / inner;
        return result;
    }
};

/// The bits of a number that a small float type holds exactly.
inline uint16_t encode(double value, int exponent_bits, int fraction_bits) {
    int bias = (1 << (exponent_bits - 1)) - 1;
    uint16_t sign = std::signbit(value) ? 1 : 0;
    uint16_t top = static_cast<uint16_t>((1 << exponent_bits) - 1);
    uint16_t head = static_cast<uint16_t>(sign << (exponent_bits + fraction_bits));
    double size = std::abs(value);
    if (std::isnan(value)) {
        return static_cast<uint16_t>(head | (top << fraction_bits) | ((1 << fraction_bits) - 1));
    }
    if (std::isinf(value)) {
        return static_cast<uint16_t>(head | (top << fraction_bits));
    }
    if (size == 0.0) {
        return head;
    }
    int exponent = std::ilogb(size);
    if (exponent < 1 - bias) {
        return static_cast<uint16_t>(head | static_cast<int>(std::ldexp(size, bias - 1 + fraction_bits)));
    }
    int fraction = static_cast<int>(std::ldexp(size, fraction_bits - exponent)) - (1 << fraction_bits);
    return static_cast<uint16_t>(head | ((exponent + bias) << fraction_bits) | fraction);
}

inline double decode(uint16_t bits, int exponent_bits, int fraction_bits, bool has_infinity) {
    int bias = (1 << (exponent_bits - 1)) - 1;
    int fraction = bits & ((1 << fraction_bits) - 1);
    int exponent = (bits >> fraction_bits) & ((1 << exponent_bits) - 1);
    double sign = (bits >> (exponent_bits + fraction_bits)) & 1 ? -1.0 : 1.0;
    int top = (1 << exponent_bits) - 1;
    if (exponent == top && has_infinity) {
        return fraction == 0 ? sign * std::numeric_limits<double>::infinity() : std::nan("");
    }
    if (exponent == top && fraction == (1 << fraction_bits) - 1) {
        return std::nan("");
    }
    if (exponent == 0) {
        return sign * std::ldexp(fraction, 1 - bias - fraction_bits);
    }
    return sign * std::ldexp((1 << fraction_bits) + fraction, exponent - bias - fraction_bits);
}

template <typename T>
inline T load_bits(const uint8_t* from) {
    T value;
    memcpy(&value, from, sizeof(T));
    return value;
}
template <typename T>
inline void store_bits(uint8_t* to, T value) {
    memcpy(to, &value, sizeof(T));
}

inline Number View::get(int64_t at) const {
    const uint8_t* from = base + at * bytes_of(type);
    switch (type) {
        case Type::BOOL: return integer(*from != 0 ? 1 : 0);
        case Type::INT4:
        case Type::INT8: return integer(load_bits<int8_t>(from));
        case Type::INT16: return integer(load_bits<int16_t>(from));
        case Type::INT32: return integer(load_bits<int32_t>(from));
        case Type::INT64:
        case Type::INDEX:
        case Type::TASK_ID: return integer(load_bits<int64_t>(from));
        case Type::UINT4:
        case Type::UINT8: return integer(load_bits<uint8_t>(from));
        case Type::UINT16: return integer(load_bits<uint16_t>(from));
        case Type::UINT32: return integer(load_bits<uint32_t>(from));
        case Type::UINT64: return integer(load_bits<uint64_t>(from));
        case Type::FP16: return real(decode(load_bits<uint16_t>(from), 5, 10, true));
        case Type::BF16: return real(decode(load_bits<uint16_t>(from), 8, 7, true));
        case Type::FP8E4M3FN: return real(decode(*from, 4, 3, false));
        case Type::FP8E5M2: return real(decode(*from, 5, 2, true));
        case Type::FP64: return real(load_bits<double>(from));
        default: return real(load_bits<float>(from));
    }
}

inline void View::set(int64_t at, Number value) const {
    uint8_t* to = base + at * bytes_of(type);
    Number held = convert(value, type);
    uint64_t bits = static_cast<uint64_t>(held.i);
    switch (type) {
        case Type::FP16: return store_bits<uint16_t>(to, encode(held.f, 5, 10));
        case Type::BF16: return store_bits<uint16_t>(to, encode(held.f, 8, 7));
        case Type::FP8E4M3FN: return store_bits<uint8_t>(to, static_cast<uint8_t>(encode(held.f, 4, 3)));
        case Type::FP8E5M2: return store_bits<uint8_t>(to, static_cast<uint8_t>(encode(held.f, 5, 2)));
        case Type::FP64: return store_bits<double>(to, held.f);
        default: break;
    }
    if (is_float(type)) {
        return store_bits<float>(to, static_cast<float>(held.f));
    }
    memcpy(to, &bits, static_cast<size_t>(bytes_of(type)));
}

/// Fresh storage, with nothing in it that means anything.
inline View fresh(Type type, const Dims& shape) {
    View view;
    size_t bytes = static_cast<size_t>(shape.product() * bytes_of(type));
    view.owner = std::shared_ptr<uint8_t>(new uint8_t[bytes + 1], std::default_delete<uint8_t[]>());
    memset(view.owner.get(), 0xCD, bytes);
    view.base = view.owner.get();
    view.type = type;
    view.shape = view.valid = view.room = shape;
    view.strides = row_major(shape);
    return view;
}

/// A tensor that was passed.
inline View tensor(const ChipTensor& passed, Type type) {
    View view;
    view.base = passed.data_as<uint8_t>();
    view.type = type;
    view.offset = static_cast<int64_t>(passed.start_offset);
    for (uint32_t axis = 0; axis < passed.ndims; axis += 1) {
        view.shape.push(passed.shapes[axis]);
        view.strides.push(passed.strides[axis]);
    }
    view.valid = view.room = view.shape;
    return view;
}

/// A view as a tensor that may be handed back; its storage stays until the program ends.
inline ChipTensor kept(const View& view) {
    static std::vector<View> all;
    all.push_back(view);
    constexpr DataType unused = DataType::UINT64;
    constexpr DataType types[] = {
        DataType::BOOL,   unused,         DataType::INT8,   DataType::INT16,  DataType::INT32,     DataType::INT64,
        unused,           DataType::UINT8, DataType::UINT16, DataType::UINT32, DataType::UINT64,    DataType::INT64,
        unused,           DataType::FP8E4M3FN, unused,      DataType::FP8E8M0, DataType::FLOAT16,   DataType::FLOAT32,
        unused,           DataType::BFLOAT16, unused,       unused,           DataType::INT64,
    };
    ChipTensor tensor = {};
    tensor.owner_task_id = PTO2TaskId::invalid();
    tensor.buffer.addr = static_cast<uint64_t>(reinterpret_cast<uintptr_t>(view.base));
    tensor.start_offset = static_cast<uint64_t>(view.offset);
    tensor.dtype = types[static_cast<int>(view.type)];
    tensor.ndims = static_cast<uint32_t>(view.rank());
    check(view.rank() <= static_cast<int>(MAX_TENSOR_DIMS), "more axes than a tensor may have");
    for (int axis = 0; axis < view.rank(); axis += 1) {
        tensor.shapes[axis] = static_cast<uint32_t>(view.shape[axis]);
        tensor.strides[axis] = static_cast<uint32_t>(view.strides[axis]);
    }
    return tensor;
}

/// The valid part in fresh storage.
inline View copy(const View& source) {
    View result = fresh(source.type, source.shape);
    each(source.valid, [&](const Dims& index) { result.write(index, source.read(index)); });
    result.valid = source.valid;
    result.pad = source.pad;
    return result;
}

/// The elements of a view in storage of the same shape.
inline void give(const View& source, const View& target) {
    each(source.shape, [&](const Dims& index) { target.write(index, source.read(index)); });
}

/// Fresh storage filled in row-major order; all of the operands is read before anything is written.
template <typename F>
inline View filled(Type type, const Dims& shape, const Dims& valid, F element) {
    View result = fresh(type, shape);
    each(valid, [&](const Dims& index) { result.write(index, element(index)); });
    return result.with_valid(valid);
}

}  // namespace selfsame
