// Operators of kernels on views: one function a family.
#pragma once

#include "selfsame_kernels.h"

namespace selfsame {

// ---------------------------------------------------------------------------------------------------------------------
// Elementwise

/// Storage, or a scalar that stands for every element.
class Operand {
public:
    Operand(const View& view) : view_(&view) {}
    Operand(Number value) : value_(value) {}
    template <typename T, typename = std::enable_if_t<std::is_arithmetic_v<T>>>
    Operand(T value) : value_(number(value)) {}

    const View* view() const { return view_; }
    /// The element that meets the result element `index` under broadcasting.
    Number at(const Dims& index) const {
        if (view_ == nullptr) {
            return value_;
        }
        Dims own;
        int skip = index.size() - view_->rank();
        for (int axis = 0; axis < view_->rank(); axis += 1) {
            own.push(view_->shape[axis] == 1 ? 0 : index[skip + axis]);
        }
        return view_->read(own);
    }

private:
    const View* view_ = nullptr;
    Number value_;
};

/// Shape and valid shape of what operands give together.
struct Common {
    Dims shape, valid;
};

inline Common broadcast(std::initializer_list<const Operand*> operands) {
    int rank = 0;
    for (const Operand* operand : operands) {
        rank = operand->view() == nullptr ? rank : std::max(rank, operand->view()->rank());
    }
    Common common{Dims(rank, 1), Dims(rank, INT64_MAX)};
    for (const Operand* operand : operands) {
        if (operand->view() == nullptr) {
            continue;
        }
        const View& view = *operand->view();
        int skip = rank - view.rank();
        for (int axis = 0; axis < view.rank(); axis += 1) {
            int64_t extent = view.shape[axis], valid = view.valid[axis];
            if (extent != 1) {
                int64_t& shape = common.shape[skip + axis];
                check(shape == 1 || shape == extent, "extents of operands do not fit");
                shape = extent;
            }
            if (extent != 1 || valid == 0) {
                common.valid[skip + axis] = std::min(common.valid[skip + axis], valid);
            }
        }
    }
    for (int axis = 0; axis < rank; axis += 1) {
        common.valid[axis] = std::min(common.valid[axis], common.shape[axis]);
    }
    return common;
}

/// `x op y`, computed in `in`.
inline View binary(Op op, const Operand& x, const Operand& y, Type in, Type result) {
    Common common = broadcast({&x, &y});
    return filled(result, common.shape, common.valid, [&](const Dims& index) {
        return apply(op, convert(x.at(index), in), convert(y.at(index), in), in);
    });
}

/// `fn(x)`, computed in `in`.
inline View unary(Fn fn, const Operand& x, Type in, Type result) {
    Common common = broadcast({&x});
    return filled(result, common.shape, common.valid, [&](const Dims& index) { return apply(fn, x.at(index), in); });
}

/// A truth value an element.
inline View compare(Cmp cmp, const Operand& x, const Operand& y, Type in, Type result) {
    Common common = broadcast({&x, &y});
    return filled(result, common.shape, common.valid, [&](const Dims& index) {
        return integer(compare(cmp, convert(x.at(index), in), convert(y.at(index), in)) ? 1 : 0);
    });
}

enum class Rounding : uint8_t { EVEN, AWAY, FLOOR, CEIL, TRUNC };

/// Another element type; a float that becomes an integer is rounded as asked.
inline View cast(const Operand& x, Rounding mode, Type result) {
    Common common = broadcast({&x});
    return filled(result, common.shape, common.valid, [&](const Dims& index) {
        Number value = x.at(index);
        if (!value.real || is_float(result)) {
            return value;
        }
        switch (mode) {
            case Rounding::AWAY: return real(std::round(value.f));
            case Rounding::FLOOR: return real(std::floor(value.f));
            case Rounding::CEIL: return real(std::ceil(value.f));
            case Rounding::TRUNC: return real(std::trunc(value.f));
            default: return real(std::nearbyint(value.f));
        }
    });
}

/// Of `yes` where the mask holds, else of `no`.
inline View select(const Operand& mask, const Operand& yes, const Operand& no, Type result) {
    Common common = broadcast({&mask, &yes, &no});
    return filled(result, common.shape, common.valid, [&](const Dims& index) {
        return mask.at(index).holds() ? yes.at(index) : no.at(index);
    });
}

// ---------------------------------------------------------------------------------------------------------------------
// A vector against every row or column

/// The element of the vector that meets the matrix element `index`.
inline Number vector_element(const View& vector, const Dims& shape, const Dims& index, bool by_row) {
    int last = shape.size() - 1;
    bool fits = vector.rank() == shape.size();
    for (int axis = 0; fits && axis <= last; axis += 1) {
        fits = vector.shape[axis] == 1 || vector.shape[axis] == shape[axis];
    }
    fits = fits && vector.shape[by_row ? last : std::max(last - 1, 0)] == 1;
    Dims own;
    if (fits) {
        for (int axis = 0; axis <= last; axis += 1) {
            own.push(vector.shape[axis] == 1 ? 0 : index[axis]);
        }
        return vector.read(own);
    }
    int64_t flat = 0, need = 1;
    for (int axis = by_row ? 0 : last; axis < (by_row ? last : last + 1); axis += 1) {
        flat = flat * shape[axis] + index[axis];
        need *= shape[axis];
    }
    check(vector.shape.product() == need, "a vector with another number of elements than rows or columns");
    Dims steps = row_major(vector.shape);
    for (int axis = 0; axis < vector.rank(); axis += 1) {
        own.push(flat / steps[axis] % vector.shape[axis]);
    }
    return vector.read(own);
}

inline View expand(Op op, const View& matrix, const View& vector, bool by_row, Type in, Type result) {
    check(matrix.rank() > 0, "a matrix is needed");
    return filled(result, matrix.shape, matrix.valid, [&](const Dims& index) {
        Number y = convert(vector_element(vector, matrix.shape, index, by_row), in);
        Number x = op == Op::SECOND ? y : convert(matrix.read(index), in);
        return apply(op, x, y, in);
    });
}

/// One number for each element of a shape.
inline View expand_scalar(const View& like, const Operand& value, Type result) {
    return filled(result, like.shape, like.valid, [&](const Dims& index) { return value.at(index); });
}

/// The source repeated to the shape of the target.
inline View expand_clone(const View& source, const View& target) {
    int skip = target.rank() - source.rank();
    check(skip >= 0, "a target with fewer axes than its source");
    std::vector<Number> numbers;
    each(target.shape, [&](const Dims& index) {
        Dims own;
        for (int axis = 0; axis < source.rank(); axis += 1) {
            own.push(source.shape[axis] == 1 ? 0 : index[skip + axis]);
            check(own[axis] < source.shape[axis], "a source that does not repeat to its target");
        }
        numbers.push_back(source.read(own));
    });
    size_t next = 0;
    each(target.shape, [&](const Dims& index) { target.write(index, numbers[next++]); });
    return target.with_valid(target.shape);
}

// ---------------------------------------------------------------------------------------------------------------------
// Reductions

/// Folds along an axis from the first element on, rounding after each step. `rank` is that of the result.
inline View fold(Op op, const View& source, int axis, Type result, int rank) {
    Dims shape = source.shape, valid = source.valid;
    shape[axis] = valid[axis] = 1;
    View folded = filled(result, shape, valid, [&](const Dims& index) {
        Dims at = index;
        Number sum = convert(integer(op == Op::MUL ? 1 : 0), source.type);
        for (int64_t step = 0; step < source.valid[axis]; step += 1) {
            at[axis] = step;
            sum = step == 0 ? source.read(at) : apply(op, sum, source.read(at), source.type);
        }
        return sum;
    });
    if (rank == folded.rank()) {
        return folded;
    }
    std::vector<int> kept;
    for (int at = 0; at < folded.rank(); at += 1) {
        if (at != axis) {
            kept.push_back(at);
        }
    }
    return folded.permuted(kept);
}

/// The index of the first extreme along an axis.
inline View arg_best(Cmp better, const View& source, int axis, Type result, int rank) {
    Dims shape = source.shape, valid = source.valid;
    shape[axis] = valid[axis] = 1;
    View found = filled(result, shape, valid, [&](const Dims& index) {
        Dims at = index, best = index;
        best[axis] = 0;
        for (int64_t step = 0; step < source.valid[axis]; step += 1) {
            at[axis] = step;
            if (compare(better, source.read(at), source.read(best))) {
                best[axis] = step;
            }
        }
        return integer(best[axis]);
    });
    if (rank == found.rank()) {
        return found;
    }
    std::vector<int> kept;
    for (int at = 0; at < found.rank(); at += 1) {
        if (at != axis) {
            kept.push_back(at);
        }
    }
    return found.permuted(kept);
}

// ---------------------------------------------------------------------------------------------------------------------
// Matrix products

inline View as_factor(const View& view, bool transpose) {
    View factor = view.rank() == 1 ? view.reshaped(Dims{1, view.shape[0]}) : view;
    check(factor.rank() >= 2, "a factor needs two axes");
    if (!transpose) {
        return factor;
    }
    std::vector<int> order;
    for (int axis = 0; axis < factor.rank(); axis += 1) {
        order.push_back(axis);
    }
    std::swap(order[order.size() - 1], order[order.size() - 2]);
    return factor.permuted(order);
}

struct Product {
    View left, right;
    Type in;
    Dims shape, valid;

    Product(const View& a, const View& b, bool a_trans, bool b_trans, Type accumulator)
        : left(as_factor(a, a_trans)), right(as_factor(b, b_trans)), in(accumulator) {
        int left_batch = left.rank() - 2, right_batch = right.rank() - 2;
        check(left.shape.back() == right.shape[right_batch], "a product of unlike inner extents");
        int batch = std::max(left_batch, right_batch);
        for (int axis = 0; axis < batch; axis += 1) {
            int64_t one = axis + left_batch < batch ? 1 : left.shape[axis + left_batch - batch];
            int64_t other = axis + right_batch < batch ? 1 : right.shape[axis + right_batch - batch];
            check(one == other || one == 1 || other == 1, "batch extents do not fit");
            shape.push(std::max(one, other));
            valid.push(std::max(one, other));
        }
        shape.push(left.shape[left_batch]);
        shape.push(right.shape.back());
        valid.push(left.valid[left_batch]);
        valid.push(right.valid.back());
    }
    static Dims within(const View& factor, const Dims& index, int64_t row, int64_t column) {
        int own = factor.rank() - 2, skip = index.size() - factor.rank();
        Dims at;
        for (int axis = 0; axis < own; axis += 1) {
            at.push(factor.shape[axis] == 1 ? 0 : index[skip + axis]);
        }
        at.push(row);
        at.push(column);
        return at;
    }
    Number element(const Dims& index, Number start) const {
        int64_t row = index[index.size() - 2], column = index.back();
        int64_t depth = std::min(left.valid.back(), right.valid[right.rank() - 2]);
        Number sum = start;
        for (int64_t step = 0; step < depth; step += 1) {
            Number x = convert(left.read(within(left, index, row, step)), in);
            Number y = convert(right.read(within(right, index, step, column)), in);
            sum = apply(Op::ADD, sum, apply(Op::MUL, x, y, in), in);
        }
        return sum;
    }
};

inline View matmul(const View& a, const View& b, bool a_trans, bool b_trans, Type in, Type result) {
    Product product(a, b, a_trans, b_trans, in);
    Number zero = convert(integer(0), in);
    return filled(result, product.shape, product.valid, [&](const Dims& index) { return product.element(index, zero); });
}

/// The bias has one element per column.
inline View matmul_bias(const View& a, const View& b, const View& bias, bool a_trans, bool b_trans, Type in, Type type) {
    View result = matmul(a, b, a_trans, b_trans, in, type);
    each(result.valid, [&](const Dims& index) {
        Dims own(bias.rank(), 0);
        own[bias.rank() - 1] = index.back();
        result.write(index, apply(Op::ADD, result.read(index), bias.read(own), type));
    });
    return result;
}

/// `acc + a @ b` in the place of `acc`, or `a @ b` if it starts from zero.
inline View matmul_acc(
    const View& acc, const View& a, const View& b, bool from_zero, bool a_trans, bool b_trans, Type in
) {
    Product product(a, b, a_trans, b_trans, in);
    check(acc.shape == product.shape, "an accumulator of another shape than its product");
    std::vector<Number> sums;
    Number zero = convert(integer(0), in);
    each(product.valid, [&](const Dims& index) {
        sums.push_back(product.element(index, from_zero ? zero : acc.read(index)));
    });
    size_t next = 0;
    each(product.valid, [&](const Dims& index) { acc.write(index, sums[next++]); });
    return acc;
}

// ---------------------------------------------------------------------------------------------------------------------
// Moves

inline Dims least_of(const Dims& asked, const Dims& have) {
    Dims result;
    for (int axis = 0; axis < asked.size(); axis += 1) {
        result.push(std::min(asked[axis], have[axis]));
    }
    return result;
}

/// A window copied into a fresh tile. `valid` narrows it, `declared` is the tile's shape if it has fewer axes.
inline View load(
    const View& source, const Dims& offset, const Dims& shape, const Dims& valid = {}, const Dims& declared = {}
) {
    View window = source.window(offset, shape);
    if (!valid.empty()) {
        window = window.with_valid(least_of(valid, window.valid));
    }
    View tile = copy(window);
    return declared.empty() || declared.size() == tile.rank() ? tile : tile.reshaped(declared);
}

inline View aligned(const View& source, int rank) {
    if (source.rank() == rank) {
        return source;
    }
    int extra = std::max(source.rank() - rank, 0);
    Dims shape(std::max(rank - source.rank(), 0), 1);
    for (int axis = 0; axis < source.rank(); axis += 1) {
        if (axis < extra) {
            check(source.shape[axis] == 1, "a source of more axes than its target");
        } else {
            shape.push(source.shape[axis]);
        }
    }
    return source.reshaped(shape);
}

/// Writes the valid part of the source into the target from an offset on, or adds it there.
inline View put(const View& unaligned, const View& target, const Dims& offset, bool add) {
    check(offset.size() == target.rank(), "another number of offsets than axes");
    View source = aligned(unaligned, target.rank());
    std::vector<Number> elements;
    each(source.valid, [&](const Dims& index) { elements.push_back(source.read(index)); });
    size_t next = 0;
    Dims valid;
    each(source.valid, [&](const Dims& index) {
        Dims at;
        for (int axis = 0; axis < index.size(); axis += 1) {
            at.push(index[axis] + offset[axis]);
        }
        Number value = elements[next++];
        if (add) {
            target.check_room(at);
            value = apply(Op::ADD, target.get(target.position(at)), value, target.type);
        }
        target.write(at, value);
    });
    for (int axis = 0; axis < target.rank(); axis += 1) {
        valid.push(std::max(source.valid[axis] + offset[axis], target.valid[axis]));
    }
    return target.with_valid(valid);
}

inline View store(const View& tile, const Dims& offset, const View& target, const Dims& shape, bool add) {
    return put(shape.empty() ? tile : tile.reshaped(shape), target, offset, add);
}

inline Dims checked_index(const View& view, const Dims& index) {
    Dims at = index;
    if (index.size() == 1 && view.rank() > 1) {
        Dims steps = row_major(view.shape);
        at = Dims();
        for (int axis = 0; axis < view.rank(); axis += 1) {
            at.push(index[0] / steps[axis] % view.shape[axis]);
        }
    }
    check(at.size() == view.rank(), "another number of indices than axes");
    for (int axis = 0; axis < at.size(); axis += 1) {
        check(at[axis] >= 0 && at[axis] < view.shape[axis], "an index outside of its storage");
    }
    return at;
}

/// An element as a C++ number.
template <typename T>
inline T element(const View& view, const Dims& index) {
    Number value = view.read(checked_index(view, index));
    return value.real ? static_cast<T>(value.f) : static_cast<T>(value.i);
}

template <typename T>
inline View write_element(const View& view, const Dims& index, T value) {
    view.write(checked_index(view, index), number(value));
    return view;
}

inline View concat(const View& left, const View& right, Type result) {
    check(left.rank() == right.rank() && left.rank() > 0, "parts of unlike shapes");
    int last = left.rank() - 1;
    Dims shape = left.shape;
    shape[last] += right.shape[last];
    return filled(result, shape, shape, [&](const Dims& index) {
        Dims own = index;
        if (own[last] < left.shape[last]) {
            return left.read(own);
        }
        own[last] -= left.shape[last];
        return right.read(own);
    });
}

inline Pad padding_of(Pad asked, const View& source) {
    if (asked != Pad::NONE) {
        return asked;
    }
    return source.pad != Pad::NONE ? source.pad : Pad::ZERO;
}

/// What was not valid becomes padding, in `target`, which holds the source's elements.
inline View fill_padding(const View& source, const View& target, Pad pad) {
    Number fill = padding(padding_of(pad, source), source.type);
    each(target.shape, [&](const Dims& index) {
        if (!source.is_valid(index)) {
            target.write(index, fill);
        }
    });
    View whole = target.with_valid(target.shape);
    whole.pad = Pad::NONE;
    return whole;
}

inline View expand_with_padding(const View& source, const Dims& shape, Pad pad, Type result) {
    check(shape.size() == source.rank(), "a padded shape with another number of axes");
    Number fill = padding(padding_of(pad, source), source.type);
    return filled(result, shape, shape, [&](const Dims& index) {
        return source.is_valid(index) ? source.read(index) : fill;
    });
}

// ---------------------------------------------------------------------------------------------------------------------
// Fresh storage and views

/// Storage of one number.
inline View full(Type type, const Dims& shape, const Operand& value) {
    return filled(type, shape, shape, [&](const Dims& index) { return value.at(index); });
}

/// Consecutive integers in row-major order.
inline View count_from(Number start, const Dims& shape, bool down, Type type) {
    int64_t next = 0;
    return filled(type, shape, shape, [&](const Dims&) {
        return apply(down ? Op::SUB : Op::ADD, start, integer(next++), type);
    });
}

/// A window with narrowed validity, padding and dropped axes.
inline View slice(
    const View& source, const Dims& shape, const Dims& offset, const Dims& valid, Pad pad, const Dims& dropped
) {
    View window = source.window(offset, shape);
    if (!valid.empty()) {
        window = window.with_valid(least_of(valid, window.valid));
    }
    if (pad != Pad::NONE) {
        window.pad = pad;
    }
    std::vector<int> kept;
    for (int axis = 0; axis < window.rank(); axis += 1) {
        bool drop = false;
        for (int at = 0; at < dropped.size(); at += 1) {
            drop = drop || dropped[at] == axis;
        }
        if (!drop) {
            kept.push_back(axis);
        }
    }
    return window.permuted(kept);
}

inline View reshape(const View& source, const Dims& shape, const Dims& valid) {
    return valid.empty() ? source.reshaped(shape) : source.with_valid(source.shape).reshaped(shape).with_valid(valid);
}

inline View swap_axes(const View& source, int64_t first, int64_t second) {
    auto axis = [&](int64_t asked) {
        int64_t at = asked < 0 ? asked + source.rank() : asked;
        check(at >= 0 && at < source.rank(), "an axis that is not there");
        return static_cast<size_t>(at);
    };
    std::vector<int> order;
    for (int at = 0; at < source.rank(); at += 1) {
        order.push_back(at);
    }
    std::swap(order[axis(first)], order[axis(second)]);
    return source.permuted(order);
}

/// The same elements in another layout and shape.
inline View relayout(const View& source, const Dims& shape, const Dims& valid, int swapped) {
    int rank = source.rank();
    bool was = rank >= 2 && source.strides[rank - 1] > source.strides[rank - 2];
    bool swap = swapped >= 0 && (swapped != 0) != was;
    View seen = swap ? swap_axes(source, rank - 2, rank - 1) : source;
    if (!shape.empty() && shape != seen.shape) {
        return reshape(seen, shape, valid);
    }
    return valid.empty() ? seen : seen.with_valid(valid);
}

inline View set_valid(const View& source, const Dims& valid) {
    check(valid.size() == source.rank(), "a valid shape with another number of axes");
    for (int axis = 0; axis < valid.size(); axis += 1) {
        check(valid[axis] >= 0 && valid[axis] <= source.shape[axis], "a valid shape outside of its storage");
    }
    return source.with_valid(valid);
}

/// An array of a kernel. Task ids start as no task.
inline View array(Type type, int64_t extent) {
    View view = fresh(type, Dims{extent});
    if (type == Type::TASK_ID) {
        each(view.shape, [&](const Dims& index) { view.write(index, integer(-1)); });
    }
    return view;
}

}  // namespace selfsame
