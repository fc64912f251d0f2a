//! Loops and branches around any kind of statement.

use crate::generate::scope::{Ty, Var};
use crate::generate::writer::Writer;

/// Writes statements at a depth of nesting.
pub(crate) type Statements = fn(&mut Writer<'_>, usize);

/// A range that runs a few trips, maybe none.
fn range(writer: &mut Writer<'_>, carries: bool) -> (&'static str, String, bool) {
    let kinds: &[&str] = if carries {
        &["range", "parallel", "pipeline"]
    } else {
        &["range", "parallel", "unroll", "pipeline"]
    };
    let mut kind = *writer.choices.pick(&["range", "range", "any"]);
    if kind == "any" {
        kind = *writer.choices.pick(kinds);
    }
    let constant = kind == "unroll";
    let bounds = match writer.choices.below(7) {
        0 => "2".to_owned(),
        1 => "3".to_owned(),
        2 => "1, 7, 2".to_owned(),
        3 => "3, 0, -1".to_owned(),
        4 => "0".to_owned(),
        _ => match writer.any(Ty::Index) {
            Some(name) if !constant => format!("{name} % 3"),
            _ => "1".to_owned(),
        },
    };
    let stage = if kind == "pipeline" { ", stage=2" } else { "" };
    (kind, format!("{bounds}{stage}"), kind == "range")
}

fn carried(ty: Ty) -> bool {
    matches!(ty, Ty::Tensor(_) | Ty::Tile(_) | Ty::Index)
}

/// A loop with explicit carries: kept, replaced, swapped, rotated, or taken from outside.
pub(crate) fn explicit_loop(writer: &mut Writer<'_>, nesting: usize, statements: Statements) {
    let mut inits: Vec<Var> = Vec::new();
    for _ in 0..=writer.choices.below(4) {
        let Some(var) = writer.any_of(carried) else { break };
        // Carries of one type can change places.
        let same = inits.first().map(|first: &Var| first.ty);
        let again = same.filter(|_| writer.choices.chance(60));
        inits.push(again.and_then(|ty| writer.any_of(|it| it == ty)).unwrap_or(var));
    }
    if inits.is_empty() {
        return;
    }
    let (kind, bounds, _) = range(writer, true);
    let params: Vec<(String, Ty)> = inits.iter().map(|var| (writer.fresh(), var.ty)).collect();
    let index = writer.fresh();
    let names: Vec<&str> = params.iter().map(|(name, _)| name.as_str()).collect();
    let list: Vec<&str> = inits.iter().map(|var| var.name.as_str()).collect();
    let comma = if names.len() == 1 { "," } else { "" };
    let head = format!(
        "for {index}, ({}{comma}) in pl.{kind}({bounds}, init_values=({}{comma})):",
        names.join(", "),
        list.join(", ")
    );
    let results: Vec<(String, Ty)> = params.iter().map(|(_, ty)| (writer.fresh(), *ty)).collect();
    writer.block(&head, |writer| {
        writer.bind_fixed(&index, Ty::Index);
        for (name, ty) in &params {
            writer.bind(name, *ty);
        }
        statements(writer, nesting + 1);
        let values = yielded(writer, &params);
        let targets: Vec<&str> = results.iter().map(|(name, _)| name.as_str()).collect();
        writer.line(format!("{} = pl.yield_({})", targets.join(", "), values.join(", ")));
    });
    for (name, ty) in &results {
        writer.bind(name, *ty);
    }
}

/// What goes into the next trip: a carry itself, its neighbour, or anything of its type.
fn yielded(writer: &mut Writer<'_>, params: &[(String, Ty)]) -> Vec<String> {
    let pattern = writer.choices.below(4);
    (0..params.len())
        .map(|at| {
            let (own, ty) = &params[at];
            let neighbour = &params[(at + 1) % params.len()];
            match pattern {
                0 => writer.any(*ty).unwrap_or_else(|| own.clone()),
                1 if neighbour.1 == *ty => neighbour.0.clone(),
                2 if at % 2 == 0 => own.clone(),
                _ if writer.choices.chance(30) => own.clone(),
                _ => writer.any(*ty).unwrap_or_else(|| own.clone()),
            }
        })
        .collect()
}

/// A loop whose carries are the names that its body binds again.
pub(crate) fn implicit_loop(writer: &mut Writer<'_>, nesting: usize, statements: Statements) {
    let (kind, bounds, sequential) = range(writer, false);
    let index = writer.fresh();
    let jumps = sequential && writer.choices.chance(15);
    writer.block(&format!("for {index} in pl.{kind}({bounds}):"), |writer| {
        writer.bind_fixed(&index, Ty::Index);
        statements(writer, nesting + 1);
        if jumps {
            let condition = writer.condition();
            let jump = *writer.choices.pick(&["break", "continue"]);
            writer.block(&format!("if {condition}:"), |writer| writer.line(jump));
            statements(writer, nesting + 1);
        }
    });
}

/// A loop with a condition.
pub(crate) fn while_loop(writer: &mut Writer<'_>, nesting: usize, statements: Statements) {
    let bound = match writer.any(Ty::Index) {
        Some(name) if writer.choices.chance(50) => format!("{name} % 3"),
        _ => "2".to_owned(),
    };
    if writer.choices.chance(40)
        && let Some(init) = writer.any_of(carried)
    {
        explicit_while(writer, nesting, statements, &bound, &init);
        return;
    }
    let (count, stop) = (writer.fresh(), writer.fresh());
    writer.line(format!("{count} = 0"));
    writer.line(format!("{stop} = {bound}"));
    writer.bind_fixed(&count, Ty::Index);
    writer.bind_fixed(&stop, Ty::Index);
    writer.block(&format!("while {count} < {stop}:"), |writer| {
        statements(writer, nesting + 1);
        writer.line(format!("{count} = {count} + 1"));
    });
}

fn explicit_while(writer: &mut Writer<'_>, nesting: usize, statements: Statements, bound: &str, init: &Var) {
    let [count, carry, stop, end, result] = std::array::from_fn(|_| writer.fresh());
    writer.line(format!("{stop} = {bound}"));
    writer.bind_fixed(&stop, Ty::Index);
    let head = format!("for ({count}, {carry}) in pl.while_(init_values=(0, {})):", init.name);
    writer.block(&head, |writer| {
        writer.line(format!("pl.cond({count} < {stop})"));
        writer.bind_fixed(&count, Ty::Index);
        writer.bind(&carry, init.ty);
        statements(writer, nesting + 1);
        let next = writer.any(init.ty).unwrap_or_else(|| carry.clone());
        writer.line(format!("{end}, {result} = pl.yield_({count} + 1, {next})"));
    });
    writer.bind(&end, Ty::Index);
    writer.bind(&result, init.ty);
}

/// A branch whose arms bind names again, or both yield a value.
pub(crate) fn branch(writer: &mut Writer<'_>, nesting: usize, statements: Statements) {
    let condition = writer.condition();
    let yields = writer.any_of(carried).filter(|_| writer.choices.chance(50));
    let Some(like) = yields else {
        writer.block(&format!("if {condition}:"), |writer| statements(writer, nesting + 1));
        if writer.choices.chance(50) {
            writer.block("else:", |writer| statements(writer, nesting + 1));
        }
        return;
    };
    let result = writer.fresh();
    let assigns = writer.choices.chance(50);
    let arm = |writer: &mut Writer<'_>| {
        statements(writer, nesting + 1);
        let value = writer.any(like.ty).unwrap_or_else(|| like.name.clone());
        let value = if assigns { value } else { format!("pl.yield_({value})") };
        writer.line(format!("{result} = {value}"));
    };
    writer.block(&format!("if {condition}:"), arm);
    writer.block("else:", arm);
    writer.bind(&result, like.ty);
}
