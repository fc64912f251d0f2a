//! Bodies over tensors: helpers that are spliced in, and the entry.

use crate::generate::scope::{Direction, Kind, Shape, Ty};
use crate::generate::writer::Writer;
use crate::generate::{call, control};

/// Writes an Inline helper, or now and then an Opaque function that survives.
pub(crate) fn helper(writer: &mut Writer<'_>) {
    let kind = writer.choices.weighted(&[(4, Kind::Inline), (1, Kind::Opaque)]);
    let mut types = Vec::new();
    for _ in 0..=writer.choices.below(3) {
        let shape = writer.choices.weighted(&[
            (4, Shape::Whole),
            (2, Shape::Matrix),
            (1, Shape::Part),
            (1, Shape::Dynamic),
        ]);
        let direction =
            writer.choices.weighted(&[(3, Direction::In), (2, Direction::InOut), (1, Direction::Out)]);
        types.push((Ty::Tensor(shape), direction));
    }
    if writer.choices.chance(50) {
        let rebinds = kind == Kind::Inline && writer.choices.chance(30);
        types.push((Ty::Index, if rebinds { Direction::InOut } else { Direction::In }));
    }
    if kind == Kind::Inline && writer.choices.chance(8) {
        types.push((Ty::Array, Direction::In));
    }
    if kind == Kind::Inline && writer.choices.chance(8) {
        types.push((Ty::Task, Direction::In));
    }
    let params = writer.params(&types);
    let budget = 3 + writer.choices.below(12);
    writer.start(kind, &params, budget);
    writer.submits = kind == Kind::Inline && writer.choices.chance(30);
    statements(writer, 0);
    if writer.choices.chance(50) {
        call::call(writer);
    }
    let results = give_back(writer);
    let name = writer.function_name("h");
    writer.end(name, params, results);
}

/// Writes the function that everything starts from.
pub(crate) fn entry(writer: &mut Writer<'_>) {
    let kind = *writer.choices.pick(&[Kind::Opaque, Kind::Orchestration]);
    let mut types = vec![
        (Ty::Tensor(Shape::Whole), Direction::InOut),
        (Ty::Tensor(Shape::Whole), Direction::In),
        (Ty::Tensor(Shape::Whole), Direction::InOut),
        (Ty::Tensor(Shape::Matrix), Direction::InOut),
        (Ty::Index, Direction::In),
    ];
    if writer.choices.chance(50) {
        types.push((Ty::Tensor(Shape::Matrix), Direction::InOut));
    }
    if writer.choices.chance(50) {
        types.push((Ty::Tensor(Shape::Part), Direction::In));
    }
    let dynamic =
        writer.functions.iter().flat_map(|it| &it.params).any(|it| it.ty == Ty::Tensor(Shape::Dynamic));
    if dynamic {
        types.push((Ty::Tensor(Shape::Dynamic), Direction::InOut));
        types.push((Ty::Tensor(Shape::Dynamic), Direction::InOut));
    }
    let params = writer.params(&types);
    let budget = 6 + writer.choices.below(24);
    writer.start(kind, &params, budget);
    for _ in 0..=writer.choices.below(8) {
        statements(writer, 0);
    }
    call::call(writer);
    let results = give_back(writer);
    writer.end("main".into(), params, results);
}

/// Statements until the budget or the choices are spent.
pub(crate) fn statements(writer: &mut Writer<'_>, nesting: usize) {
    let count = writer.choices.below(5);
    for _ in 0..count {
        if writer.budget == 0 || writer.choices.spent() {
            return;
        }
        writer.budget -= 1;
        statement(writer, nesting);
    }
}

fn statement(writer: &mut Writer<'_>, nesting: usize) {
    let deeper = nesting < 3;
    match writer.choices.below(31) {
        0..=3 => assemble(writer),
        4..=6 => compute(writer),
        7 | 8 => slice(writer),
        9 => copy(writer),
        10 | 11 => scalar(writer),
        12..=17 if !writer.in_core => call::call(writer),
        18 | 19 if deeper => control::explicit_loop(writer, nesting, statements),
        20 if deeper => control::implicit_loop(writer, nesting, statements),
        21 if deeper => control::while_loop(writer, nesting, statements),
        22 if deeper => control::branch(writer, nesting, statements),
        23 => allocate(writer),
        24 => reshape(writer),
        25 if deeper => scope(writer, nesting),
        // An array does not leave its function, so no scope that becomes one may use it.
        26 if !writer.in_core => array(writer),
        27..=29 if writer.submits && !writer.in_core => tasks(writer, nesting),
        30 if writer.computes() => fork(writer),
        _ => assemble(writer),
    }
}

/// `x = pl.assemble(x, s, [..])`
fn assemble(writer: &mut Writer<'_>) {
    let Some(whole) = writer.any_of(|ty| matches!(ty, Ty::Tensor(_))) else { return };
    let shape = whole.ty.tensor().expect("only tensors were asked for");
    let Some(part) = writer.any_of(|ty| matches!(ty, Ty::Tensor(part) if shape.parts().contains(&part)))
    else {
        return;
    };
    let offset = writer.offset(shape, part.ty.tensor().expect("only tensors were asked for"));
    let text = format!("pl.assemble({}, {}, {offset})", whole.name, part.name);
    let target = writer.target(whole.ty, Some(&whole.name));
    writer.line(format!("{target} = {text}"));
    writer.bind(&target, whole.ty);
}

/// Two buffers of which one is read in a window that a write did not touch, after the other has taken what it did touch.
fn fork(writer: &mut Writer<'_>) {
    let Some(one) = writer.any_of(|ty| ty == Ty::Tensor(Shape::Whole)) else { return };
    let Some(other) = writer.any_of(|ty| ty == Ty::Tensor(Shape::Whole)) else { return };
    let Some(part) = writer.any(Ty::Tensor(Shape::Part)) else { return slice(writer) };
    let (touched, rest, sum) = (writer.fresh(), writer.fresh(), writer.fresh());
    let (one, other) = (&one.name, &other.name);
    writer.line(format!("{one} = pl.assemble({one}, {part}, [0])"));
    writer.line(format!("{touched} = pl.slice({one}, [8], [0])"));
    writer.line(format!("{other} = pl.assemble({other}, {touched}, [8])"));
    writer.line(format!("{rest} = pl.slice({one}, [8], [8])"));
    writer.line(format!("{sum} = pl.add({rest}, pl.slice({other}, [8], [8]))"));
    writer.bind(&touched, Ty::Tensor(Shape::Part));
    writer.bind(&rest, Ty::Tensor(Shape::Part));
    writer.bind(&sum, Ty::Tensor(Shape::Part));
}

/// A fresh tensor from tensors, where that may stand.
fn compute(writer: &mut Writer<'_>) {
    if !writer.computes() {
        return call::call(writer);
    }
    let Some(left) = writer.any_of(|ty| matches!(ty, Ty::Tensor(_))) else { return };
    let right = writer.any(left.ty).unwrap_or_else(|| left.name.clone());
    let name = &left.name;
    let value = match writer.choices.below(7) {
        0 => format!("pl.add({name}, 1.0)"),
        1 => format!("pl.add({name}, 0.0)"),
        2 => format!("pl.add({name}, {right})"),
        3 => format!("pl.sub({name}, {right})"),
        4 => format!("pl.mul({name}, 0.5)"),
        5 => format!("pl.maximum({name}, {right})"),
        _ => format!("pl.neg({name})"),
    };
    let target = writer.target(left.ty, Some(name));
    writer.line(format!("{target} = {value}"));
    writer.bind(&target, left.ty);
}

/// `s = pl.slice(x, [..], [..])`
fn slice(writer: &mut Writer<'_>) {
    let Some(whole) = writer.any_of(|ty| matches!(ty, Ty::Tensor(_))) else { return };
    let shape = whole.ty.tensor().expect("only tensors were asked for");
    let part = *writer.choices.pick(shape.parts());
    let offset = writer.offset(shape, part);
    let target = writer.target(Ty::Tensor(part), None);
    writer.line(format!("{target} = pl.slice({}, {}, {offset})", whole.name, part.extents()));
    writer.bind(&target, Ty::Tensor(part));
}

/// `b = a`
fn copy(writer: &mut Writer<'_>) {
    let Some(source) = writer.any_of(|ty| matches!(ty, Ty::Tensor(_) | Ty::Index)) else { return };
    let target = writer.target(source.ty, None);
    if target != source.name {
        writer.line(format!("{target} = {}", source.name));
        writer.bind(&target, source.ty);
    }
}

fn scalar(writer: &mut Writer<'_>) {
    let value = match writer.any_of(|ty| matches!(ty, Ty::Tensor(_))) {
        Some(tensor) if writer.choices.chance(20) => format!("pl.tensor.dim({}, 0)", tensor.name),
        _ => writer.index(),
    };
    let symbol = if writer.choices.chance(5) { writer.symbol_as_local() } else { None };
    let target = symbol.unwrap_or_else(|| writer.target(Ty::Index, None));
    writer.line(format!("{target} = {value}"));
    writer.bind(&target, Ty::Index);
}

/// Fresh storage, written at once.
fn allocate(writer: &mut Writer<'_>) {
    let whole = |ty: Ty| matches!(ty, Ty::Tensor(Shape::Whole | Shape::Matrix));
    let Some(source) = writer.any_of(whole) else { return };
    let shape = source.ty.tensor().expect("only tensors were asked for");
    let target = writer.target(source.ty, None);
    if target == source.name {
        return;
    }
    writer.line(format!("{target} = pl.create_tensor({}, dtype=pl.FP32)", shape.extents()));
    writer.bind(&target, source.ty);
    let zero = if shape == Shape::Whole { "[0]" } else { "[0, 0]" };
    let filled = writer.target(source.ty, Some(&target));
    writer.line(format!("{filled} = pl.assemble({target}, {}, {zero})", source.name));
    writer.bind(&filled, source.ty);
}

/// The same elements under another shape.
fn reshape(writer: &mut Writer<'_>) {
    let either = |ty: Ty| matches!(ty, Ty::Tensor(Shape::Whole | Shape::Rows));
    let Some(source) = writer.any_of(either) else { return };
    let shape = if source.ty == Ty::Tensor(Shape::Whole) { Shape::Rows } else { Shape::Whole };
    let target = writer.target(Ty::Tensor(shape), None);
    writer.line(format!("{target} = pl.reshape({}, {})", source.name, shape.extents()));
    writer.bind(&target, Ty::Tensor(shape));
}

/// A scope that becomes a kernel, or a grid of blocks.
fn scope(writer: &mut Writer<'_>, nesting: usize) {
    if writer.in_core || writer.kind == Kind::Inline && writer.manual {
        return assemble(writer);
    }
    if writer.kind == Kind::Orchestration && writer.choices.chance(40) {
        return writer.block("with pl.scope():", |writer| statements(writer, nesting + 1));
    }
    if writer.choices.chance(40)
        && let Some(whole) = writer.any(Ty::Tensor(Shape::Whole))
        && let Some(part) = writer.any(Ty::Tensor(Shape::Part))
    {
        let block = writer.fresh();
        return writer.block(&format!("for {block} in pl.spmd(2):"), |writer| {
            let value = writer.fresh();
            writer.line(format!("{value} = pl.add({part}, 2.0)"));
            writer.line(format!("{whole} = pl.assemble({whole}, {value}, [{block} * 8])"));
        });
    }
    let named = nesting == 0 && writer.choices.chance(25);
    let task = named.then(|| writer.fresh());
    let deps = writer.any(Ty::Task).filter(|_| named && writer.choices.chance(50));
    let deps = deps.map_or(String::new(), |dep| format!(", deps=[{dep}]"));
    let tail = task.as_ref().map_or(String::new(), |task| format!(" as {task}"));
    let head = format!("with pl.at(level=pl.Level.CORE_GROUP, name_hint=\"part\"{deps}){tail}:");
    writer.block(&head, |writer| {
        writer.in_core = true;
        statements(writer, nesting + 1);
        writer.in_core = false;
    });
    if let Some(task) = task {
        writer.bind_fixed(&task, Ty::Task);
    }
}

/// An array made, written, or read.
fn array(writer: &mut Writer<'_>) {
    let Some(name) = writer.any(Ty::Array) else {
        let name = writer.fresh();
        writer.line(format!("{name} = pl.array.create(4, pl.INDEX)"));
        for slot in 0..4 {
            let value = writer.index();
            writer.line(format!("{name}[{slot}] = {value}"));
        }
        return writer.bind(&name, Ty::Array);
    };
    let slot = writer.choices.below(4);
    if writer.choices.chance(50) {
        let value = writer.index();
        return writer.line(format!("{name}[{slot}] = {value}"));
    }
    let target = writer.target(Ty::Index, None);
    writer.line(format!("{target} = {name}[{slot}]"));
    writer.bind(&target, Ty::Index);
}

/// Submissions, alone or in a manual scope.
fn tasks(writer: &mut Writer<'_>, nesting: usize) {
    if writer.manual || nesting > 1 || writer.choices.chance(30) {
        return call::submit(writer);
    }
    writer.block("with pl.manual_scope():", |writer| {
        writer.manual = true;
        if writer.choices.chance(40) {
            let tasks = writer.fresh();
            writer.line(format!("{tasks} = pl.array.create(2, pl.TASK_ID)"));
            writer.bind_fixed(&tasks, Ty::Tasks);
        }
        if writer.choices.chance(30) {
            fences(writer);
        }
        call::submit(writer);
        for _ in 0..writer.choices.below(4) {
            call::submit(writer);
        }
        if writer.choices.chance(20) && writer.any(Ty::Task).is_some() {
            let barrier = writer.fresh();
            let task = writer.any(Ty::Task).unwrap_or_default();
            writer.line(format!("{barrier} = pl.system.task_dummy(deps=[{task}])"));
            writer.bind_fixed(&barrier, Ty::Task);
        }
        statements(writer, nesting + 2);
        writer.manual = false;
    });
}

/// Phases of parallel submissions, each waiting for the one before.
fn fences(writer: &mut Writer<'_>) {
    let (last, phase, lane) = (writer.fresh(), writer.fresh(), writer.fresh());
    writer.line(format!("{last} = None"));
    writer.bind_fixed(&last, Ty::Task);
    let lanes = *writer.choices.pick(&["2", "3", "1"]);
    writer.block(&format!("for {phase} in pl.range(2):"), |writer| {
        writer.bind_fixed(&phase, Ty::Index);
        writer.block(&format!("for {lane} in pl.parallel({lanes}):"), |writer| {
            writer.bind_fixed(&lane, Ty::Index);
            call::submit_as(writer, Some(&last));
        });
    });
}

/// Returns some of the names in scope, in some order; a helper may return the results of a call as they are.
fn give_back(writer: &mut Writer<'_>) -> Vec<Ty> {
    let mut returned: Vec<(String, Ty)> = Vec::new();
    for _ in 0..writer.choices.below(4) {
        if let Some(var) = writer.any_of(|ty| matches!(ty, Ty::Tensor(_))) {
            returned.push((var.name, var.ty));
        }
    }
    if writer.kind == Kind::Inline
        && writer.choices.chance(10)
        && let Some(scalar) = writer.any(Ty::Index)
    {
        returned.push((scalar, Ty::Index));
    }
    let names: Vec<&str> = returned.iter().map(|(name, _)| name.as_str()).collect();
    match names.as_slice() {
        [] => {}
        [_, _, ..] if writer.choices.chance(15) => {
            let tuple = writer.fresh();
            writer.line(format!("{tuple} = ({})", names.join(", ")));
            writer.line(format!("return {tuple}"));
        }
        _ => writer.line(format!("return {}", names.join(", "))),
    }
    returned.into_iter().map(|(_, ty)| ty).collect()
}
