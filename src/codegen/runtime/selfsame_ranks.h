// Windows and messages between ranks where there is one rank only: every message comes from here and goes here.
#pragma once

#include <deque>
#include <string>

#include "selfsame_operators.h"

namespace selfsame {

/// A buffer that other ranks would reach. Its bytes become elements when it is seen as a window.
struct WindowBuffer {
    std::string name;
    int64_t bytes = 0;
    bool seen = false;
    View content;
};

/// The window buffers of this run, in the order of their allocation.
inline std::deque<WindowBuffer>& window_buffers() {
    static std::deque<WindowBuffer> buffers;
    return buffers;
}

/// Allocates a window buffer; its number.
inline uint64_t window_buffer(int64_t bytes, const char* name) {
    std::deque<WindowBuffer>& buffers = window_buffers();
    std::string chosen = *name != 0 ? name : "window_" + std::to_string(buffers.size());
    buffers.push_back(WindowBuffer{chosen, bytes, false, View()});
    return buffers.size() - 1;
}

/// The buffer as a tensor. It starts as zeros.
inline View window(uint64_t number, const Dims& shape, Type type) {
    WindowBuffer& buffer = window_buffers()[number];
    if (!buffer.seen) {
        buffer.content = full(type, Dims{buffer.bytes * 8 / bits_of(type)}, integer(0));
        buffer.seen = true;
    }
    check(buffer.content.type == type, "one window buffer as two element types");
    check(shape.product() <= buffer.content.shape[0], "a window that is larger than its buffer");
    return buffer.content.window(Dims{0}, Dims{shape.product()}).reshaped(shape);
}

inline void only_this_rank(int64_t peer) { check(peer == 0, "a rank that is not there: there is one"); }

/// Sets a signal or adds to it.
inline void notify(const View& target, int64_t peer, const Dims& at, const Operand& value, bool sets) {
    only_this_rank(peer);
    target.check_room(at);
    Number given = value.at(Dims());
    Number before = target.get(target.position(at));
    target.write(at, sets ? given : apply(Op::ADD, before, given, target.type));
}

/// With one rank, a signal that is not there yet never comes.
inline void wait(const View& signal, const Dims& at, const Operand& expected, bool equal) {
    signal.check_room(at);
    Number have = signal.get(signal.position(at));
    check(compare(equal ? Cmp::EQ : Cmp::GE, have, expected.at(Dims())), "a wait for a signal that never comes");
}

inline View remote_load(const View& source, int64_t peer, const Dims& offset, const Dims& shape, const Dims& valid) {
    only_this_rank(peer);
    View window = source.window(offset, shape);
    return copy(valid.empty() ? window : window.with_valid(valid));
}

inline void remote_store(const View& source, const View& target, int64_t peer, const Dims& offset, bool add) {
    only_this_rank(peer);
    put(source, target, offset, add);
}

/// A window of `source` copied into `target`; without a shape all of it, without offsets from the start.
inline void transfer(
    const View& target, int64_t peer, const View& source, const Dims& to, const Dims& from, const Dims& shape, bool add
) {
    only_this_rank(peer);
    Dims start = from.empty() ? Dims(source.rank(), 0) : from;
    View window = source.window(start, shape.empty() ? source.shape : shape);
    put(window, target, to.empty() ? Dims(target.rank(), 0) : to, add);
}

/// What all ranks have: here the only part there is.
inline View all_parts(const View& source, const View& target) {
    std::vector<Number> elements;
    each(source.shape, [&](const Dims& at) { elements.push_back(source.read(at)); });
    check(static_cast<int64_t>(elements.size()) == target.shape.product(), "parts of another size than their whole");
    size_t next = 0;
    each(target.shape, [&](const Dims& at) { target.write(at, elements[next++]); });
    return target;
}

}  // namespace selfsame
