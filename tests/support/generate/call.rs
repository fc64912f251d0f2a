//! Calls and submissions.

use crate::generate::scope::{Direction, Kind, Param, Shape, Signature, Ty};
use crate::generate::writer::Writer;

/// A call of a function whose parameters can be given.
pub(crate) fn call(writer: &mut Writer<'_>) {
    let Some((signature, args)) = callee(writer, |kind| kind != Kind::Orchestration) else { return };
    let directions = directions(writer, &signature);
    let text = format!("self.{}({}{directions})", signature.name, args.join(", "));
    if signature.results.len() == 1 && writer.computes() && writer.choices.chance(15) {
        return nested(writer, &signature, &args, &text);
    }
    take(writer, &signature, &args, &text);
}

/// Directions that the author has written down already: they stay.
fn directions(writer: &mut Writer<'_>, signature: &Signature) -> String {
    if !signature.kind.is_kernel() || signature.params.is_empty() || !writer.choices.chance(4) {
        return String::new();
    }
    let word = |param: &Param| match (param.ty, param.direction) {
        (Ty::Tensor(_), Direction::In) => "pl.adir.input",
        (Ty::Tensor(_), Direction::Out | Direction::InOut) => "pl.adir.inout",
        _ => "pl.adir.scalar",
    };
    let words: Vec<&str> = signature.params.iter().map(word).collect();
    format!(", attrs={{\"arg_directions\": [{}]}}", words.join(", "))
}

/// The one result of a call as an operand.
fn nested(writer: &mut Writer<'_>, signature: &Signature, args: &[String], text: &str) {
    let ty = result_types(writer, signature, args)[0];
    let target = writer.target(ty, None);
    let value = match ty {
        Ty::Tensor(_) => format!("pl.add({text}, 1.0)"),
        _ => format!("{text} + 1"),
    };
    writer.line(format!("{target} = {value}"));
    writer.bind(&target, ty);
}

/// `.., t = pl.submit(self.k, ..)`
pub(crate) fn submit(writer: &mut Writer<'_>) {
    submit_as(writer, None);
}

/// A submission whose task goes into a name that it depends on, or into a fresh one.
pub(crate) fn submit_as(writer: &mut Writer<'_>, last: Option<&str>) {
    let runs = |kind: Kind| kind.is_kernel() || matches!(kind, Kind::Group | Kind::Spmd);
    let Some((signature, mut args)) = callee(writer, runs) else { return };
    let final_direction = signature.params.last().map(|param| param.direction);
    // What is left out at the end is allocated at run time.
    let leaves_out = final_direction == Some(Direction::Out) && args.len() > 1 && writer.choices.chance(8);
    if leaves_out {
        args.pop();
    }
    let mut listed = vec![format!("self.{}", signature.name)];
    for (arg, param) in args.iter().zip(&signature.params) {
        let tensor = matches!(param.ty, Ty::Tensor(_));
        let plain = !(tensor && writer.choices.chance(4));
        listed.push(if plain { arg.clone() } else { format!("pl.no_dep({arg})") });
    }
    let deps = match last {
        Some(last) => vec![last.to_owned()],
        None => dependencies(writer),
    };
    if !deps.is_empty() {
        listed.push(format!("deps=[{}]", deps.join(", ")));
    }
    if writer.choices.chance(10) {
        let condition = writer.condition();
        listed.push(format!("predicate=({condition})"));
    }
    if writer.choices.chance(5)
        && let Some(dumped) = args.iter().zip(&signature.params).find(|(_, param)| param.ty != Ty::Index)
    {
        listed.push(format!("dumps=[{}]", dumped.0));
    }
    let task = last.map_or_else(|| writer.fresh(), str::to_owned);
    let mut names = Vec::new();
    for ty in &signature.results {
        let prefer = args.iter().zip(&signature.params).find(|(_, param)| param.direction != Direction::In);
        let mut name = writer.target(*ty, prefer.map(|(arg, _)| arg.as_str()));
        if names.iter().any(|(known, _)| *known == name) {
            name = writer.fresh();
        }
        names.push((name, *ty));
    }
    let targets: Vec<&str> = names.iter().map(|(name, _)| name.as_str()).collect();
    let left = match targets.as_slice() {
        [] => task.clone(),
        [one] => format!("{one}, {task}"),
        several => format!("({}), {task}", several.join(", ")),
    };
    // A submission without results is only its task id.
    let index = if targets.is_empty() { "[0]" } else { "" };
    if !index.is_empty() {
        return writer.line(format!("pl.submit({})", listed.join(", ")));
    }
    writer.line(format!("{left} = pl.submit({})", listed.join(", ")));
    for (name, ty) in names {
        writer.bind(&name, ty);
    }
    if last.is_none() {
        writer.bind(&task, Ty::Task);
    }
    if let Some(tasks) = writer.any(Ty::Tasks).filter(|_| writer.choices.chance(50)) {
        let slot = writer.choices.below(2);
        writer.line(format!("{tasks}[{slot}] = {task}"));
    }
}

fn dependencies(writer: &mut Writer<'_>) -> Vec<String> {
    let mut deps = Vec::new();
    let often = if writer.manual { 70 } else { 25 };
    for _ in 0..2 {
        if writer.choices.chance(often)
            && let Some(task) = writer.any_of(|ty| matches!(ty, Ty::Task | Ty::Tasks))
        {
            let whole = task.ty == Ty::Task || writer.choices.chance(50);
            deps.push(if whole { task.name } else { format!("{}[1]", task.name) });
        }
    }
    deps
}

/// A function with an argument for each of its parameters.
fn callee(writer: &mut Writer<'_>, fits: impl Fn(Kind) -> bool) -> Option<(Signature, Vec<String>)> {
    let caller = writer.kind;
    let submits = writer.submits;
    let allowed = |it: &&Signature| {
        if it.submits && !submits {
            return false;
        }
        let shallow = it.kind != Kind::Inline || caller != Kind::Inline || it.depth < 2;
        let nested = it.kind != Kind::Inline || caller != Kind::Orchestration || it.depth < 3;
        fits(it.kind) && shallow && nested
    };
    let found: Vec<Signature> = writer.functions.iter().filter(allowed).cloned().collect();
    if found.is_empty() {
        return None;
    }
    let at = writer.choices.below(found.len());
    let signature = found[found.len() - 1 - at].clone();
    let mut args: Vec<String> = Vec::new();
    // Extents of one symbol agree, but for helpers that return nothing of that extent.
    let mut dynamic = None;
    let dynamic_results = signature.results.contains(&Ty::Tensor(Shape::Dynamic));
    let mixes = signature.kind == Kind::Inline && !dynamic_results && writer.choices.chance(25);
    for param in &signature.params {
        let accepts = |param: Ty, arg: Ty| {
            let agrees = mixes || param != Ty::Tensor(Shape::Dynamic) || dynamic.is_none_or(|it| it == arg);
            agrees && accepts(param, arg)
        };
        let repeat = args.last().filter(|_| writer.choices.chance(12)).cloned();
        let repeated = repeat
            .filter(|name| writer.vars.iter().any(|var| var.name == *name && accepts(param.ty, var.ty)));
        let arg = match (repeated, param.ty) {
            (Some(name), _) => name,
            (None, Ty::Index) if param.direction == Direction::In => writer.index(),
            (None, Ty::Index) => {
                let free: Vec<String> = writer
                    .vars
                    .iter()
                    .filter(|var| var.ty == Ty::Index && var.free)
                    .map(|var| var.name.clone())
                    .collect();
                if free.is_empty() {
                    return None;
                }
                writer.choices.pick(&free).clone()
            }
            (None, ty) => match writer.any_of(|it| accepts(ty, it)) {
                Some(var) => var.name,
                None => created(writer, ty, param.direction)?,
            },
        };
        if param.ty == Ty::Tensor(Shape::Dynamic) {
            dynamic = writer.vars.iter().find(|var| var.name == arg).map(|var| var.ty);
        }
        args.push(arg);
    }
    writer.submits |= signature.submits;
    if signature.kind == Kind::Inline {
        writer.depth = writer.depth.max(signature.depth + 1);
    }
    Some((signature, args))
}

fn accepts(param: Ty, arg: Ty) -> bool {
    match (param, arg) {
        (Ty::Tensor(param), Ty::Tensor(arg)) => param.takes(arg),
        _ => param == arg,
    }
}

/// Fresh storage for an argument; written first where it is read.
fn created(writer: &mut Writer<'_>, ty: Ty, direction: Direction) -> Option<String> {
    let shape = ty.tensor().filter(|shape| *shape != Shape::Dynamic)?;
    let source = writer.any(ty);
    let name = writer.fresh();
    writer.line(format!("{name} = pl.create_tensor({}, dtype=pl.FP32)", shape.extents()));
    writer.bind(&name, ty);
    if let (Some(source), true) = (source, direction != Direction::Out) {
        let zero = if matches!(shape, Shape::Whole | Shape::Part) { "[0]" } else { "[0, 0]" };
        writer.line(format!("{name} = pl.assemble({name}, {source}, {zero})"));
    }
    Some(name)
}

/// Binds the results of a call one way or another.
fn take(writer: &mut Writer<'_>, signature: &Signature, args: &[String], text: &str) {
    let results = result_types(writer, signature, args);
    if results.is_empty() || writer.choices.chance(8) {
        return writer.line(text);
    }
    let written: Vec<&String> = args
        .iter()
        .zip(&signature.params)
        .filter(|(_, it)| it.direction != Direction::In)
        .map(|it| it.0)
        .collect();
    let mut names: Vec<(String, Ty)> = Vec::new();
    for (at, ty) in results.iter().enumerate() {
        let mut name = writer.target(*ty, written.get(at).map(|name| name.as_str()));
        if names.iter().any(|(known, _)| *known == name) {
            name = writer.fresh();
        }
        names.push((name, *ty));
    }
    if names.len() > 1 && writer.choices.chance(30) {
        let tuple = writer.fresh();
        writer.line(format!("{tuple} = {text}"));
        let alias = if writer.choices.chance(50) {
            let alias = writer.fresh();
            writer.line(format!("{alias} = {tuple}"));
            alias
        } else {
            tuple
        };
        for (at, (name, _)) in names.iter().enumerate() {
            writer.line(format!("{name} = {alias}[{at}]"));
        }
    } else {
        let targets: Vec<&str> = names.iter().map(|(name, _)| name.as_str()).collect();
        writer.line(format!("{} = {text}", targets.join(", ")));
    }
    for (name, ty) in names {
        writer.bind(&name, ty);
    }
}

/// A dynamic result takes the extents of the arguments: a matrix where every dynamic parameter got one.
fn result_types(writer: &Writer<'_>, signature: &Signature, args: &[String]) -> Vec<Ty> {
    let dynamic = |ty: &Ty| *ty == Ty::Tensor(Shape::Dynamic);
    let given: Vec<Option<Ty>> = args
        .iter()
        .zip(&signature.params)
        .filter(|(_, param)| dynamic(&param.ty))
        .map(|(arg, _)| writer.vars.iter().find(|var| var.name == *arg).map(|var| var.ty))
        .collect();
    let fixed = !given.is_empty() && given.iter().all(|ty| *ty == Some(Ty::Tensor(Shape::Matrix)));
    let of = |ty: &Ty| if fixed && dynamic(ty) { Ty::Tensor(Shape::Matrix) } else { *ty };
    signature.results.iter().map(of).collect()
}
