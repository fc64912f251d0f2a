//! Functions that run on a core: load, compute, store.

use crate::generate::control;
use crate::generate::scope::{Direction, Kind, Param, Shape, Ty, Var};
use crate::generate::writer::Writer;

/// Writes a kernel: one to three inputs, one to three outputs, maybe a scalar.
pub(crate) fn kernel(writer: &mut Writer<'_>) {
    let kind = *writer.choices.pick(&[Kind::InCore, Kind::Aiv]);
    let shape = writer.choices.weighted(&[(4, Shape::Whole), (2, Shape::Matrix), (1, Shape::Dynamic)]);
    let ty = Ty::Tensor(shape);
    let mut types = Vec::new();
    for _ in 0..=writer.choices.below(2) {
        types.push((ty, Direction::In));
    }
    for _ in 0..=writer.choices.below(3) {
        let direction = *writer.choices.pick(&[Direction::Out, Direction::InOut]);
        types.push((ty, direction));
    }
    // One output of another shape.
    let part = *shape.parts().last().expect("a shape is a part of itself");
    if writer.choices.chance(20) {
        types.push((Ty::Tensor(part), Direction::Out));
    }
    let at = writer.choices.below(types.len());
    types.swap(0, at);
    if writer.choices.chance(40) {
        types.push((Ty::Index, Direction::In));
    }
    let params = writer.params(&types);
    if writer.choices.chance(6) {
        // Nothing is known of its body.
        writer.start(kind, &params, 0);
        writer.line("...");
        let outputs = params.iter().filter(|param| param.direction != Direction::In);
        let results: Vec<Ty> = outputs.map(|param| param.ty).collect();
        let name = writer.function_name("k");
        return writer.end(name, params, results);
    }
    let budget = 4 + writer.choices.below(8);
    writer.start(kind, &params, budget);
    load(writer);
    statements(writer, 0);
    let results = store_and_return(writer, &params);
    let name = writer.function_name("k");
    writer.end(name, params, results);
}

/// Statements until the budget or the choices are spent.
pub(crate) fn statements(writer: &mut Writer<'_>, nesting: usize) {
    let count = writer.choices.below(5);
    for _ in 0..count {
        if writer.budget == 0 || writer.choices.spent() {
            return;
        }
        writer.budget -= 1;
        match writer.choices.below(17) {
            0..=2 => load(writer),
            3..=6 => compute(writer),
            7..=10 => store(writer, None),
            11 if nesting < 2 => control::explicit_loop(writer, nesting, statements),
            12 if nesting < 2 => control::implicit_loop(writer, nesting, statements),
            13 if nesting < 2 => control::branch(writer, nesting, statements),
            14 => in_place(writer),
            15 => narrow(writer),
            16 => restore(writer),
            _ => compute(writer),
        }
    }
}

/// `t = pl.load(x, [..], [..])`
fn load(writer: &mut Writer<'_>) {
    let is_source = |ty: Ty| matches!(ty, Ty::Tensor(_));
    let Some(source) = writer.any_of(is_source) else { return };
    let shape = source.ty.tensor().expect("only tensors were asked for");
    let part = *writer.choices.pick(shape.parts());
    let offset = writer.offset(shape, part);
    let target = writer.target(Ty::Tile(part), None);
    writer.line(format!("{target} = pl.load({}, {offset}, {})", source.name, part.extents()));
    writer.bind(&target, Ty::Tile(part));
}

/// A tile from tiles.
fn compute(writer: &mut Writer<'_>) {
    let Some(left) = writer.any_of(|ty| matches!(ty, Ty::Tile(_))) else { return };
    let right = writer.any(left.ty).unwrap_or_else(|| left.name.clone());
    let name = &left.name;
    let value = match writer.choices.below(7) {
        0 => format!("pl.add({name}, 1.0)"),
        1 => format!("pl.add({name}, {right})"),
        2 => format!("pl.sub({name}, {right})"),
        3 => format!("pl.mul({name}, 0.5)"),
        4 => format!("pl.maximum({name}, {right})"),
        5 => format!("pl.neg({name})"),
        _ => format!("pl.mul({name}, -1.0)"),
    };
    let target = writer.target(left.ty, None);
    writer.line(format!("{target} = {value}"));
    writer.bind(&target, left.ty);
}

/// `o = pl.store(t, [..], o)`, into the tensor given or any.
fn store(writer: &mut Writer<'_>, into: Option<&Param>) {
    let tensor = match into {
        Some(param) => writer.vars.iter().find(|var| var.name == param.name).cloned(),
        None => writer.any_of(|ty| matches!(ty, Ty::Tensor(_))),
    };
    let Some(tensor) = tensor else { return };
    let shape = tensor.ty.tensor().expect("only tensors were asked for");
    let Some(tile) = writer.any_of(|ty| matches!(ty, Ty::Tile(part) if shape.parts().contains(&part))) else {
        return;
    };
    let Ty::Tile(part) = tile.ty else { return };
    let offset = writer.offset(shape, part);
    let call = format!("pl.store({}, {offset}, {})", tile.name, tensor.name);
    if into.is_none() && writer.choices.chance(15) {
        writer.line(call);
        return;
    }
    let target = writer.target(tensor.ty, Some(&tensor.name));
    writer.line(format!("{target} = {call}"));
    writer.bind(&target, tensor.ty);
}

/// A tile written in place.
fn in_place(writer: &mut Writer<'_>) {
    let Some(tile) = writer.any_of(|ty| matches!(ty, Ty::Tile(_))) else { return };
    let Ty::Tile(shape) = tile.ty else { return };
    let name = &tile.name;
    let part = *shape.parts().last().expect("a shape is a part of itself");
    let source = writer.any(Ty::Tile(part)).filter(|source| source != name);
    let value = match source {
        Some(source) if writer.choices.chance(50) => {
            let offset = writer.offset(shape, part);
            format!("pl.tile.assemble({name}, {source}, {offset})")
        }
        _ => {
            let at = match shape {
                Shape::Whole | Shape::Part => "[3]",
                Shape::Matrix | Shape::Rows | Shape::Dynamic => "[1, 3]",
            };
            format!("pl.tile.write({name}, {at}, 2.5)")
        }
    };
    let target = writer.target(tile.ty, Some(name));
    writer.line(format!("{target} = {value}"));
    writer.bind(&target, tile.ty);
}

/// A buffer is overwritten, read, and given back what it held: `t = load(x); x = store(u, x); v = load(x); x = store(t, x)`.
fn restore(writer: &mut Writer<'_>) {
    let Some(tensor) = writer.any_of(|ty| matches!(ty, Ty::Tensor(Shape::Whole | Shape::Matrix))) else {
        return;
    };
    let shape = tensor.ty.tensor().expect("only tensors were asked for");
    let Some(tile) = writer.any(Ty::Tile(shape)) else { return load(writer) };
    let zeros = writer.offset(shape, shape);
    let (held, seen) = (writer.fresh(), writer.fresh());
    let name = &tensor.name;
    writer.line(format!("{held} = pl.load({name}, {zeros}, {})", shape.extents()));
    writer.line(format!("{name} = pl.store({tile}, {zeros}, {name})"));
    writer.line(format!("{seen} = pl.load({name}, {zeros}, {})", shape.extents()));
    writer.line(format!("{name} = pl.store({held}, {zeros}, {name})"));
    writer.bind(&held, Ty::Tile(shape));
    writer.bind(&seen, Ty::Tile(shape));
}

/// A tile of which only a part is valid, stored at once.
fn narrow(writer: &mut Writer<'_>) {
    let matrix = |ty: Ty| matches!(ty, Ty::Tile(Shape::Matrix | Shape::Rows));
    let Some(tile) = writer.any_of(matrix) else { return compute(writer) };
    let fits = |ty: Ty| matches!(ty, Ty::Tensor(Shape::Matrix | Shape::Dynamic));
    let Some(tensor) = writer.any_of(fits) else { return compute(writer) };
    let narrow = writer.fresh();
    writer.line(format!("{narrow} = pl.tile.set_validshape({}, 1, 5)", tile.name));
    let target = writer.target(tensor.ty, Some(&tensor.name));
    writer.line(format!("{target} = pl.store({narrow}, [1, 0], {})", tensor.name));
    writer.bind(&target, tensor.ty);
}

/// Writes each output at least once, mostly, and returns some of what was written, in some order.
fn store_and_return(writer: &mut Writer<'_>, params: &[Param]) -> Vec<Ty> {
    let outputs: Vec<&Param> = params.iter().filter(|param| param.direction != Direction::In).collect();
    for param in &outputs {
        if !writer.choices.chance(25) {
            store(writer, Some(param));
        }
    }
    if outputs.is_empty() {
        return Vec::new();
    }
    let mut returned: Vec<Var> = Vec::new();
    let is_output = |var: &&Var| outputs.iter().any(|output| output.ty == var.ty);
    let mut all: Vec<Var> = writer.vars.iter().filter(is_output).cloned().collect();
    for _ in 0..writer.choices.below(outputs.len() + 1) + usize::from(!writer.choices.chance(15)) {
        let at = writer.choices.below(all.len());
        let at = all.len() - 1 - at;
        returned.push(if writer.choices.chance(10) { all[at].clone() } else { all.remove(at) });
        if all.is_empty() {
            break;
        }
    }
    let mut results: Vec<Ty> = returned.iter().map(|var| var.ty).collect();
    let mut returned: Vec<String> = returned.into_iter().map(|var| var.name).collect();
    if writer.choices.chance(10)
        && let Some(scalar) = writer.any(Ty::Index)
    {
        let at = writer.choices.below(returned.len() + 1);
        returned.insert(at, scalar);
        results.insert(at, Ty::Index);
    }
    if !returned.is_empty() {
        writer.line(format!("return {}", returned.join(", ")));
    }
    results
}
