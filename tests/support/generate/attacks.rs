//! Functions with a plot: what random statements would hardly ever tell. Each is an entry of its own beside `main`, or a
//! helper with a caller of its own; numbers, names, order and the statements in between are by choice.

use crate::generate::scope::{Direction, Kind, Param, Shape, Ty};
use crate::generate::writer::Writer;
use crate::generate::{body, kernel};

const WHOLE: Ty = Ty::Tensor(Shape::Whole);
const MATRIX: Ty = Ty::Tensor(Shape::Matrix);

/// Writes one of them.
pub(crate) fn attack(writer: &mut Writer<'_>) {
    let all: &[fn(&mut Writer<'_>)] = &[
        others_write,
        blocks_meet,
        call_each_other,
        narrowed,
        array_parameter,
        one_site,
        accumulators,
        references,
        chain,
        nest,
        same_site,
        two_extents,
        outlives,
        neighbours,
        turned,
        through_another,
    ];
    let one = *writer.choices.pick(all);
    one(writer);
}

fn param(name: &str, ty: Ty, direction: Direction) -> Param {
    Param { name: name.into(), ty, direction }
}

/// A function of this kind over these parameters, which nothing else calls.
fn alone(
    writer: &mut Writer<'_>,
    name: &str,
    kind: Kind,
    params: Vec<Param>,
    results: Vec<Ty>,
    lines: impl FnOnce(&mut Writer<'_>),
) {
    writer.start(kind, &params, 3);
    lines(writer);
    writer.end_alone(name.into(), params, results);
}

/// A window is read on both sides of what lets others write it.
fn others_write(writer: &mut Writer<'_>) {
    let params = vec![param("x", WHOLE, Direction::In), param("o", WHOLE, Direction::InOut)];
    writer.more_params = vec![
        "win: pl.InOut[pld.DistributedTensor[[16], pl.FP32]]".into(),
        "sig: pl.InOut[pld.DistributedTensor[[16], pl.INT32]]".into(),
    ];
    alone(writer, "others_write", Kind::InCore, params, Vec::new(), |writer| {
        let slot = writer.choices.below(16);
        let exchange: &[&str] = match writer.choices.below(3) {
            0 => &[
                "pld.system.notify(sig, peer=0, offsets=[SLOT], value=4, op=pld.NotifyOp.AtomicAdd)",
                "pld.system.wait(sig, [SLOT], 4, cmp=pld.WaitCmp.Ge)",
            ],
            1 => &["w0 = pld.tensor.allgather(x, win, sig)"],
            _ => &["pl.system.syncall()"],
        };
        writer.line("before = pl.load(win, [0], [16])");
        kernel::statements(writer, 1);
        let lines = exchange.iter().map(|line| line.replace("SLOT", &slot.to_string()));
        let gathers = exchange[0].contains("w0");
        // What only a region inside does is done around it as well.
        match writer.choices.below(3) {
            1 if !gathers => {
                writer.block("for k in pl.range(2):", |writer| lines.for_each(|line| writer.line(line)))
            }
            2 if !gathers => {
                writer.block("if pl.get_block_idx() == 0:", |writer| lines.for_each(|line| writer.line(line)))
            }
            _ => lines.for_each(|line| writer.line(line)),
        }
        let seen = if gathers { "w0" } else { "win" };
        writer.line(format!("after = pl.load({seen}, [0], [16])"));
        writer.line("o = pl.store(pl.add(before, after), [0], o)");
    });
}

/// Blocks write a part each, wait for all, and read another's; the block index is used inside its region and outside.
fn blocks_meet(writer: &mut Writer<'_>) {
    let params = vec![
        param("x", WHOLE, Direction::In),
        param("o", WHOLE, Direction::InOut),
        param("r", WHOLE, Direction::InOut),
    ];
    alone(writer, "blocks_meet", Kind::InCore, params, vec![WHOLE], |writer| {
        let outside = writer.choices.chance(50);
        if outside {
            writer.line("own = pl.tile.get_block_idx()");
        }
        let add = *writer.choices.pick(&["1.0", "2.0"]);
        writer.block("for k in pl.spmd(2):", |writer| {
            writer.line("t = pl.load(x, [k * 8], [8])");
            writer.line(format!("o = pl.store(pl.add(t, {add}), [k * 8], o)"));
            writer.line("pl.system.syncall()");
            writer.line("own_inside = pl.tile.get_block_idx()");
            writer.line("v = pl.load(o, [8 - own_inside * 8], [8])");
            writer.line("r = pl.store(v, [k * 8], r)");
        });
        if outside {
            writer.line("v1 = pl.load(r, [own * 8], [8])");
            writer.line("r = pl.store(v1, [8], r)");
        }
        writer.line("return r");
    });
}

/// Two functions that survive and call each other until a count has run out.
fn call_each_other(writer: &mut Writer<'_>) {
    let step = *writer.choices.pick(&["pl.add(x, 1.0)", "pl.mul(x, 0.5)", "pl.neg(x)"]);
    for (name, other, value) in [("even", "odd", step), ("odd", "even", "pl.add(x, 2.0)")] {
        let params = vec![param("x", WHOLE, Direction::InOut), param("n", Ty::Index, Direction::In)];
        alone(writer, name, Kind::Opaque, params, vec![WHOLE], |writer| {
            writer.block("if n > 0:", |writer| {
                writer.line(format!("step = {value}"));
                writer.line("x = pl.assemble(x, step, [0])");
                writer.line(format!("x = self.{other}(x, n - 1)"));
            });
            writer.line("return x");
        });
    }
    let params = vec![param("x", WHOLE, Direction::InOut), param("n", Ty::Index, Direction::In)];
    alone(writer, "rounds", Kind::Opaque, params, vec![WHOLE], |writer| {
        body::statements(writer, 2);
        writer.line("x = self.even(x, n % 4)");
        writer.line("return x");
    });
}

/// A value is used once the storage that it was made of, or that it was put into, holds something else: what would read
/// that storage is no text of it any more.
fn outlives(writer: &mut Writer<'_>) {
    let params = vec![
        param("x", WHOLE, Direction::In),
        param("o", WHOLE, Direction::InOut),
        param("q", WHOLE, Direction::InOut),
    ];
    let uses = ["pl.sub(x, kept)", "pl.add(x, kept)", "pl.abs(kept)", "pl.neg(kept)"];
    alone(writer, "outlives", Kind::Opaque, params, Vec::new(), |writer| {
        body::statements(writer, 1);
        if writer.choices.chance(60) {
            let used = *writer.choices.pick(&uses);
            writer.line("kept = pl.neg(q)");
            writer.line("q = pl.assemble(q, x, [0])");
            writer.line(format!("o = pl.assemble(o, {used}, [0])"));
        } else {
            let value = *writer.choices.pick(&["pl.neg(x)", "pl.mul(x, 0.5)", "pl.add(x, 1.0)"]);
            let at = writer.choices.below(9);
            writer.line(format!("kept = {value}"));
            writer.line(format!("kept = pl.assemble(kept, pl.slice(q, [8], [0]), [{at}])"));
            writer.line(format!("again = {value}"));
            writer.line("o = pl.assemble(o, again, [0])");
            writer.line("q = pl.assemble(q, kept, [0])");
        }
    });
}

/// A window is read before and after another was written, beside it or overlapping it by an element.
fn neighbours(writer: &mut Writer<'_>) {
    let params = vec![
        param("x", WHOLE, Direction::In),
        param("o", WHOLE, Direction::InOut),
        param("r", WHOLE, Direction::InOut),
    ];
    let kind = *writer.choices.pick(&[Kind::Opaque, Kind::InCore]);
    alone(writer, "neighbours", kind, params, Vec::new(), |writer| {
        let (put, seen) = *writer.choices.pick(&[(0, 7), (0, 8), (1, 8), (7, 0), (8, 0), (8, 1)]);
        if kind == Kind::InCore {
            writer.line("t = pl.load(x, [0], [8])");
            writer.line(format!("before = pl.load(o, [{seen}], [8])"));
            writer.line(format!("o = pl.store(t, [{put}], o)"));
            writer.line(format!("after = pl.load(o, [{seen}], [8])"));
            writer.line("r = pl.store(before, [0], r)");
            writer.line("r = pl.store(after, [8], r)");
        } else {
            writer.line("part = pl.slice(x, [8], [0])");
            writer.line(format!("before = pl.neg(pl.slice(o, [8], [{seen}]))"));
            writer.line(format!("o = pl.assemble(o, part, [{put}])"));
            writer.line(format!("after = pl.neg(pl.slice(o, [8], [{seen}]))"));
            writer.line("r = pl.assemble(r, before, [0])");
            writer.line("r = pl.assemble(r, after, [8])");
        }
    });
}

/// A kernel returns three outputs in another order, and each of them counts.
fn turned(writer: &mut Writer<'_>) {
    let outputs = ["o", "p", "q"];
    let params = || {
        let outputs = outputs.iter().map(|name| param(name, WHOLE, Direction::InOut));
        std::iter::once(param("x", WHOLE, Direction::In)).chain(outputs).collect::<Vec<_>>()
    };
    let order = *writer.choices.pick(&[[1, 2, 0], [2, 0, 1], [1, 0, 2], [0, 2, 1], [2, 1, 0]]);
    alone(writer, "turned", Kind::InCore, params(), vec![WHOLE; 3], |writer| {
        writer.line("t = pl.load(x, [0], [16])");
        for (at, name) in outputs.iter().enumerate() {
            writer.line(format!("{name} = pl.store(pl.mul(t, {}.0), [0], {name})", at + 2));
        }
        writer.line(format!("return {}", order.map(|at| outputs[at]).join(", ")));
    });
    alone(writer, "turns", Kind::Opaque, params(), vec![WHOLE], |writer| {
        writer.line("a, b, c = self.turned(x, o, p, q)");
        writer.line("d = pl.sub(a, pl.mul(b, 3.0))");
        let (into, left) = *writer.choices.pick(&[("a", "c"), ("b", "a"), ("c", "b")]);
        writer.line(format!("e = pl.assemble({into}, d, [0])"));
        writer.line(format!("return {left}"));
    });
}

/// What is written through one parameter is read through another, and overwritten.
fn through_another(writer: &mut Writer<'_>) {
    let params = vec![
        param("x", WHOLE, Direction::In),
        param("o", WHOLE, Direction::InOut),
        param("p", WHOLE, Direction::In),
        param("r", WHOLE, Direction::InOut),
    ];
    alone(writer, "through", Kind::InCore, params, Vec::new(), |writer| {
        writer.line("t = pl.load(x, [0], [16])");
        writer.line("o = pl.store(t, [0], o)");
        writer.line("v = pl.load(p, [0], [16])");
        writer.line("o = pl.store(pl.neg(t), [0], o)");
        writer.line("r = pl.store(v, [0], r)");
    });
    let params = vec![
        param("x", WHOLE, Direction::In),
        param("o", WHOLE, Direction::InOut),
        param("r", WHOLE, Direction::InOut),
    ];
    alone(writer, "throughs", Kind::Opaque, params, Vec::new(), |writer| {
        let other = *writer.choices.pick(&["o", "x", "r"]);
        writer.line(format!("self.through(x, o, {other}, r)"));
    });
}

/// A helper narrows its parameter and returns nothing.
fn narrowed(writer: &mut Writer<'_>) {
    let rows = 1 + writer.choices.below(4);
    alone(writer, "narrow", Kind::Inline, vec![param("x", MATRIX, Direction::In)], Vec::new(), |writer| {
        writer.line(format!("x = pl.tensor.set_validshape(x, {rows}, 5)"));
    });
    let params = vec![param("x", MATRIX, Direction::In), param("o", MATRIX, Direction::InOut)];
    alone(writer, "narrows", Kind::Opaque, params, vec![MATRIX], |writer| {
        if writer.choices.chance(50) {
            writer.line("o = pl.assemble(o, x, [0, 0])");
        }
        writer.line("self.narrow(x)");
        writer.line("o = pl.assemble(o, x, [0, 0])");
        writer.line("return o");
    });
}

/// A helper writes an element of its caller's array, which has two names.
fn array_parameter(writer: &mut Writer<'_>) {
    let params = vec![param("arr", Ty::Array, Direction::In), param("n", Ty::Index, Direction::In)];
    alone(writer, "put", Kind::Inline, params, Vec::new(), |writer| {
        let slot = writer.choices.below(4);
        writer.line(format!("arr[{slot}] = n"));
    });
    let params = vec![param("n", Ty::Index, Direction::In)];
    alone(writer, "puts", Kind::Opaque, params, vec![Ty::Index], |writer| {
        writer.line("arr = pl.array.create(4, pl.INDEX)");
        for slot in 0..4 {
            let value = writer.index();
            writer.line(format!("arr[{slot}] = {value}"));
        }
        writer.line("self.put(arr, n + 7)");
        writer.line("arr2 = pl.array.update_element(arr, 2, n + 9)");
        writer.line("sum = arr[0] + arr[1] * 3 + arr[2] * 5 + arr2[2] * 7 + arr2[3]");
        writer.line("return sum");
    });
}

/// A helper with a carry that stays and a capture: one buffer at one site, two at the other.
fn one_site(writer: &mut Writer<'_>) {
    let params = vec![
        param("a", WHOLE, Direction::In),
        param("b", WHOLE, Direction::In),
        param("o", WHOLE, Direction::InOut),
    ];
    alone(writer, "stays", Kind::Inline, params, vec![WHOLE], |writer| {
        let trips = *writer.choices.pick(&["2", "3", "1"]);
        writer.block(&format!("for i, (p, r) in pl.range({trips}, init_values=(a, o)):"), |writer| {
            let value = *writer.choices.pick(&["pl.sub(p, b)", "pl.add(p, b)"]);
            writer.line(format!("d = {value}"));
            writer.line("r1 = pl.assemble(r, d, [0])");
            writer.line("p2, r2 = pl.yield_(p, r1)");
        });
        writer.line("return r2");
    });
    let params = vec![
        param("p", WHOLE, Direction::In),
        param("q", WHOLE, Direction::In),
        param("o", WHOLE, Direction::InOut),
        param("s", WHOLE, Direction::InOut),
    ];
    alone(writer, "sites", Kind::Opaque, params, vec![WHOLE, WHOLE], |writer| {
        let mut lines = ["v1 = self.stays(p, p, o)", "v2 = self.stays(p, q, s)"];
        if writer.choices.chance(50) {
            lines.reverse();
        }
        lines.iter().for_each(|line| writer.line(line));
        writer.line("return v1, v2");
    });
}

/// Two tiles of zeros are one value; each starts a sum in place.
fn accumulators(writer: &mut Writer<'_>) {
    let params = vec![
        param("a", MATRIX, Direction::In),
        param("o", MATRIX, Direction::InOut),
        param("p", MATRIX, Direction::InOut),
    ];
    alone(writer, "accumulators", Kind::Aiv, params, vec![MATRIX, MATRIX], |writer| {
        writer.line("t = pl.load(a, [0, 0], [4, 8])");
        let value = *writer.choices.pick(&["0.5", "1.0", "2.0"]);
        writer.line(format!("f = pl.tile.full([8, 8], dtype=pl.FP32, value={value})"));
        writer.line("z0 = pl.tile.full([4, 8], dtype=pl.FP32, value=0.0)");
        writer.line("z1 = pl.tile.full([4, 8], dtype=pl.FP32, value=0.0)");
        let count = 1 + writer.choices.below(3);
        for _ in 0..count {
            writer.line("z0 = pl.tile.matmul_acc(z0, t, f)");
        }
        writer.line("z1 = pl.tile.matmul_acc(z1, t, f)");
        writer.line("o1 = pl.store(z0, [0, 0], o)");
        writer.line("p1 = pl.store(z1, [0, 0], p)");
        writer.line("return o1, p1");
    });
}

/// Dependencies, a predicate and dumps name locals and parameters of helpers, two levels deep.
fn references(writer: &mut Writer<'_>) {
    let two = |direction| vec![param("x", WHOLE, Direction::In), param("o", WHOLE, direction)];
    alone(writer, "inc", Kind::InCore, two(Direction::Out), vec![WHOLE], |writer| {
        writer.line("t = pl.load(x, [0], [16])");
        writer.line("r = pl.store(pl.add(t, 1.0), [0], o)");
        writer.line("return r");
    });
    let mut params = two(Direction::InOut);
    params.extend([param("t", Ty::Task, Direction::In), param("n", Ty::Index, Direction::In)]);
    let bound = writer.choices.below(4);
    alone(writer, "low", Kind::Inline, params, vec![WHOLE, Ty::Task], |writer| {
        writer
            .line(format!("o, u = pl.submit(self.inc, x, o, deps=[t], dumps=[x], predicate=(n < {bound}))"));
        writer.line("return o, u");
    });
    let mut params = two(Direction::InOut);
    params.push(param("n", Ty::Index, Direction::In));
    alone(writer, "mid", Kind::Inline, params, vec![WHOLE, Ty::Task], |writer| {
        let no_dep = if writer.choices.chance(50) { "pl.no_dep(x)" } else { "x" };
        writer.line(format!("o, first = pl.submit(self.inc, {no_dep}, o)"));
        writer.line("o, second = self.low(x, o, first, n + 1)");
        writer.line("return o, second");
    });
    let mut params = two(Direction::InOut);
    params.extend([param("p", WHOLE, Direction::InOut), param("n", Ty::Index, Direction::In)]);
    alone(writer, "refers", Kind::Orchestration, params, vec![WHOLE, WHOLE], |writer| {
        writer.block("with pl.manual_scope():", |writer| {
            writer.line("o, t0 = self.mid(x, o, n)");
            writer.line("p, t1 = self.low(o, p, t0, n)");
        });
        writer.line("return o, p");
    });
}

/// Helpers that call each other in a long chain.
fn chain(writer: &mut Writer<'_>) {
    let depth = 8 + writer.choices.below(8);
    let params = || vec![param("x", WHOLE, Direction::In), param("o", WHOLE, Direction::InOut)];
    for level in 0..depth {
        alone(writer, &format!("link{level}"), Kind::Inline, params(), vec![WHOLE], |writer| {
            let value = *writer.choices.pick(&["pl.add(x, o)", "pl.sub(o, x)", "pl.mul(o, 0.5)"]);
            writer.line(format!("d = {value}"));
            writer.line("o = pl.assemble(o, d, [0])");
            if level > 0 {
                writer.line(format!("o = self.link{}(x, o)", level - 1));
            }
            writer.line("return o");
        });
    }
    alone(writer, "chained", Kind::Opaque, params(), vec![WHOLE], |writer| {
        writer.line(format!("o = self.link{}(x, o)", depth - 1));
        writer.line("return o");
    });
}

/// Loops in loops around one write, with carries through all of them.
fn nest(writer: &mut Writer<'_>) {
    let params = vec![param("x", WHOLE, Direction::In), param("o", WHOLE, Direction::InOut)];
    alone(writer, "nested", Kind::Opaque, params, vec![WHOLE], |writer| {
        let depth = 4 + writer.choices.below(6);
        nested(writer, depth, 0, "o");
        writer.line("return r0");
    });
}

fn nested(writer: &mut Writer<'_>, depth: usize, level: usize, carried: &str) {
    let trips = if level.is_multiple_of(3) { 2 } else { 1 };
    let head = format!("for i{level}, (c{level},) in pl.range({trips}, init_values=({carried},)):");
    writer.block(&head, |writer| {
        if level + 1 < depth {
            nested(writer, depth, level + 1, &format!("c{level}"));
            writer.line(format!("r{level} = pl.yield_(r{})", level + 1));
        } else {
            let last = format!("c{level}");
            writer.line(format!("d = pl.add({last}, x)"));
            writer.line(format!("w = pl.assemble({last}, d, [0])"));
            writer.line(format!("r{level} = pl.yield_(w)"));
        }
    });
}

/// Two carries begin as one buffer and change places; one is written and the other read.
fn same_site(writer: &mut Writer<'_>) {
    let params = vec![
        param("a", WHOLE, Direction::InOut),
        param("x", WHOLE, Direction::In),
        param("o", WHOLE, Direction::InOut),
    ];
    alone(writer, "same_site", Kind::InCore, params, Vec::new(), |writer| {
        let trips = 2 + writer.choices.below(3);
        let (first, second) = *writer.choices.pick(&[("a", "a"), ("a", "o")]);
        writer.line("t = pl.load(x, [0], [16])");
        let head = format!("for i, (p, q) in pl.range({trips}, init_values=({first}, {second})):");
        writer.block(&head, |writer| {
            writer.line("p1 = pl.store(t, [0], p)");
            writer.line("v = pl.load(q, [0], [16])");
            writer.line("o1 = pl.store(pl.add(v, 1.0), [0], o)");
            writer.line("p2, q2 = pl.yield_(q, p1)");
        });
    });
}

/// A helper loops over an extent of its second parameter, and one symbol stands for the extents of both.
fn two_extents(writer: &mut Writer<'_>) {
    let params = vec![
        param("a", Ty::Tensor(Shape::Dynamic), Direction::In),
        param("b", Ty::Tensor(Shape::Dynamic), Direction::In),
        param("o", MATRIX, Direction::InOut),
    ];
    alone(writer, "extents", Kind::Inline, params, Vec::new(), |writer| {
        let of = *writer.choices.pick(&["b", "a"]);
        writer.block(&format!("for i in pl.range(pl.tensor.dim({of}, 0) % 4):"), |writer| {
            writer.line(format!("row = pl.slice({of}, [1, 8], [i, 0])"));
            writer.line("o = pl.assemble(o, row, [i, 0])");
        });
    });
    let params = vec![
        param("x", Ty::Tensor(Shape::Dynamic), Direction::In),
        param("y", MATRIX, Direction::In),
        param("o", MATRIX, Direction::InOut),
    ];
    alone(writer, "two_extents", Kind::Opaque, params, vec![MATRIX], |writer| {
        let args = *writer.choices.pick(&["x, y", "y, x", "y, y"]);
        writer.line(format!("self.extents({args}, o)"));
        writer.line("return o");
    });
}
