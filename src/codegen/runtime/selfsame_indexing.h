// Operators that pick and place elements by number, by mask or by rank order.
#pragma once

#include <algorithm>
#include <utility>

#include "selfsame_operators.h"

namespace selfsame {

// ---------------------------------------------------------------------------------------------------------------------
// By number

/// The number that an element of an index view holds.
inline int64_t index_at(const View& index, const Dims& at, int64_t below) {
    Number value = index.read(at);
    check(!value.real && value.i >= 0 && value.i < below, "an index outside of its storage");
    return static_cast<int64_t>(value.i);
}

/// The indices of the element that is number `flat` in row-major order.
inline Dims unflattened(int64_t flat, const Dims& shape) {
    Dims steps = row_major(shape), at;
    for (int axis = 0; axis < shape.size(); axis += 1) {
        at.push(flat / steps[axis] % shape[axis]);
    }
    return at;
}

inline int axis_of(const View& view, int64_t asked) {
    int64_t axis = asked < 0 ? asked + view.rank() : asked;
    check(axis >= 0 && axis < view.rank(), "an axis that is not there");
    return static_cast<int>(axis);
}

/// Elements along one axis; the other axes stay.
inline View gather_along(const View& source, const View& index, int64_t asked) {
    int axis = axis_of(source, asked);
    return filled(source.type, index.shape, index.valid, [&](const Dims& at) {
        Dims own = at;
        own[axis] = index_at(index, at, source.shape[axis]);
        return source.read(own);
    });
}

/// Elements by their number in row-major order.
inline View gather_flat(const View& source, const View& index) {
    int64_t count = source.shape.product();
    return filled(source.type, index.shape, index.valid, [&](const Dims& at) {
        return source.read(unflattened(index_at(index, at, count), source.shape));
    });
}

/// Whole rows of a matrix by number.
inline View gather_rows(const View& source, const View& index) {
    Dims shape{index.shape.product(), source.shape.back()};
    return filled(source.type, shape, shape, [&](const Dims& at) {
        return source.read(Dims{index_at(index, unflattened(at[0], index.shape), source.shape[0]), at[1]});
    });
}

/// A window of `source` moved into a window of `target`.
inline View gather_window(
    const View& source, const View& target, const Dims& to, const Dims& from, const Dims& shape, const Dims& valid,
    bool transpose
) {
    View window = source.window(from, shape);
    if (!valid.empty()) {
        window = window.with_valid(valid);
    }
    if (transpose && window.rank() == 2) {
        window = window.permuted({1, 0});
    }
    return put(window, target, to, false);
}

/// Elements placed along one axis; the other axes stay.
inline View scatter_along(const View& target, const View& index, const View& source, int64_t asked) {
    int axis = axis_of(target, asked);
    each(index.valid, [&](const Dims& at) {
        Dims own = at;
        own[axis] = index_at(index, at, target.shape[axis]);
        target.write(own, source.read(at));
    });
    return target;
}

/// Elements placed by their number in row-major order.
inline View scatter_flat(const View& target, const View& index, const View& source) {
    int64_t count = target.shape.product();
    each(index.valid, [&](const Dims& at) {
        target.write(unflattened(index_at(index, at, count), target.shape), source.read(at));
    });
    return target;
}

/// Whole rows placed by number.
inline View scatter_rows(const View& target, const View& index, const View& source) {
    int64_t columns = target.shape.empty() ? 1 : target.shape.back();
    int64_t rows = target.shape.product() / std::max<int64_t>(columns, 1);
    int64_t number = 0;
    each(index.shape, [&](const Dims& at) {
        int64_t row = index_at(index, at, rows);
        for (int64_t column = 0; column < columns; column += 1) {
            Number value = source.read(unflattened(number * columns + column, source.shape));
            target.write(unflattened(row * columns + column, target.shape), value);
        }
        number += 1;
    });
    return target;
}

// ---------------------------------------------------------------------------------------------------------------------
// By mask

/// The number with the same bits in another type of the same width.
inline Number same_bits(Number value, Type from, Type to) {
    if (from == to) {
        return value;
    }
    check(bits_of(from) == bits_of(to) && (!is_float(from) || from == Type::FP32), "bits read as another type");
    check(!is_float(to) || to == Type::FP32, "bits read as another type");
    Integer bits = value.i;
    if (value.real) {
        uint32_t word = 0;
        float single = static_cast<float>(value.f);
        memcpy(&word, &single, sizeof(word));
        bits = word;
    }
    if (to != Type::FP32) {
        return integer(wrap(bits, to));
    }
    uint32_t word = static_cast<uint32_t>(bits);
    float single = 0.0f;
    memcpy(&single, &word, sizeof(single));
    return real(static_cast<double>(single));
}

/// Every `step`-th column from `first` on, its bits perhaps read as another type.
inline View gather_mask(const View& source, int64_t first, int64_t step, Type result) {
    check(source.rank() > 0, "a mask needs columns");
    int last = source.rank() - 1;
    Dims shape = source.shape;
    shape[last] /= step;
    return filled(result, shape, shape, [&](const Dims& at) {
        Dims own = at;
        own[last] = first + at[last] * step;
        return same_bits(source.read(own), source.type, result);
    });
}

/// Columns placed at every `step`-th column from `first` on.
inline View scatter_mask(const View& source, const View& target, int64_t first, int64_t step) {
    each(source.valid, [&](const Dims& at) {
        Dims own = at;
        own[own.size() - 1] = first + at.back() * step;
        target.write(own, source.read(at));
    });
    return target;
}

// ---------------------------------------------------------------------------------------------------------------------
// Sorting: records of a value and the bits of an index, largest value first; equal values keep their order

using Record = std::pair<Number, Number>;

/// A key by which floats are in total order.
inline int64_t order_key(double value) {
    int64_t bits = 0;
    memcpy(&bits, &value, sizeof(bits));
    return bits < 0 ? bits ^ INT64_MAX : bits;
}

inline void sort_records(std::vector<Record>::iterator first, std::vector<Record>::iterator last) {
    std::stable_sort(first, last, [](const Record& a, const Record& b) {
        return order_key(a.first.as_double()) > order_key(b.first.as_double());
    });
}

inline void only_single_precision(const View& view) {
    check(view.type == Type::FP32, "only single precision is sorted");
}

/// The elements in row-major order.
inline std::vector<Number> elements_of(const View& view) {
    std::vector<Number> elements;
    each(view.shape, [&](const Dims& at) { elements.push_back(view.read(at)); });
    return elements;
}

/// Rows of records as storage like `like`, `records` of them a row.
inline View of_records(const View& like, const std::vector<Record>& records, int64_t per_row) {
    Dims shape = like.shape;
    shape[shape.size() - 1] = per_row * 2;
    size_t next = 0;
    return filled(like.type, shape, shape, [&](const Dims&) {
        const Record& record = records[next / 2];
        return next++ % 2 == 0 ? record.first : record.second;
    });
}

/// Each block of 32 elements sorted, with the index beside each value.
inline View sort32(const View& source, const View& index) {
    only_single_precision(source);
    std::vector<Record> records;
    each(source.shape, [&](const Dims& at) {
        Dims own;
        for (int axis = 0; axis < index.rank(); axis += 1) {
            own.push(index.shape[axis] == 1 ? 0 : at[axis]);
        }
        records.emplace_back(source.read(at), same_bits(index.read(own), index.type, Type::FP32));
    });
    int64_t columns = std::max<int64_t>(source.shape.back(), 1);
    for (size_t row = 0; row < records.size(); row += static_cast<size_t>(columns)) {
        for (int64_t block = 0; block < columns; block += 32) {
            auto first = records.begin() + static_cast<int64_t>(row) + block;
            sort_records(first, first + std::min<int64_t>(32, columns - block));
        }
    }
    return of_records(source, records, columns);
}

inline std::vector<Record> records_of(const std::vector<Number>& elements) {
    std::vector<Record> records;
    for (size_t at = 0; at + 1 < elements.size(); at += 2) {
        records.emplace_back(elements[at], elements[at + 1]);
    }
    return records;
}

/// Each four neighbouring sorted blocks as one.
inline View merge_blocks(const View& source, int64_t block) {
    only_single_precision(source);
    check(block > 0 && block % 2 == 0 && source.shape.back() % 2 == 0, "blocks that do not hold whole records");
    std::vector<Record> records = records_of(elements_of(source));
    int64_t columns = source.shape.back() / 2;
    for (size_t row = 0; row < records.size(); row += static_cast<size_t>(columns)) {
        for (int64_t four = 0; four < columns; four += 2 * block) {
            auto first = records.begin() + static_cast<int64_t>(row) + four;
            sort_records(first, first + std::min<int64_t>(2 * block, columns - four));
        }
    }
    return of_records(source, records, columns);
}

/// Sorted lists, row by row, as one.
inline View merge_lists(std::initializer_list<View> lists) {
    const View& like = *lists.begin();
    only_single_precision(like);
    std::vector<std::vector<Number>> elements;
    for (const View& list : lists) {
        elements.push_back(elements_of(list));
    }
    int64_t rows = like.shape.product() / std::max<int64_t>(like.shape.back(), 1), width = 0;
    std::vector<Record> all;
    for (int64_t row = 0; row < rows; row += 1) {
        size_t start = all.size();
        size_t list = 0;
        for (const View& view : lists) {
            int64_t columns = view.shape.back();
            if ((row + 1) * columns <= static_cast<int64_t>(elements[list].size())) {
                auto first = elements[list].begin() + row * columns;
                std::vector<Record> more = records_of(std::vector<Number>(first, first + columns));
                all.insert(all.end(), more.begin(), more.end());
            }
            list += 1;
        }
        sort_records(all.begin() + static_cast<int64_t>(start), all.end());
        width = row == 0 ? static_cast<int64_t>(all.size()) : width;
    }
    return of_records(like, all, width);
}

}  // namespace selfsame
