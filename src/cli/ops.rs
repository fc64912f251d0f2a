//! `selfsame ops`: the operator table, readable or as JSON.

use std::fmt::Write;
use std::process::ExitCode;

use clap::Args;
use serde_json::{Value, json};

use crate::base::diagnostic::Code;
use crate::cli::output;
use crate::ir::attr::{Attr, Attrs};
use crate::ir::op::sugar;
use crate::ir::op::table;
use crate::ir::op::{Channel, CostClass, Effect, Effects, Keyword, OpRow, Operand, OperandKind, Purity};

/// Arguments of `selfsame ops`.
#[derive(Args)]
pub(super) struct Ops {
    /// Only operators of this name, or whose name contains it
    name: Option<String>,
    /// Only operators that declare no effects: their arguments count as read
    #[arg(long)]
    undeclared: bool,
    /// One object a line
    #[arg(long)]
    json: bool,
}

/// Prints the rows that were asked for.
pub(super) fn run(arguments: &Ops) -> ExitCode {
    let wanted = arguments.name.as_deref().map(|name| name.strip_prefix("pl.").unwrap_or(name));
    let mut rows: Vec<&OpRow> = match wanted {
        Some(name) => named(name),
        None => table::rows().collect(),
    };
    if let (Some(name), true) = (wanted, rows.is_empty()) {
        let message = format!("no operator is called `{name}`{}", near(name));
        return output::wrong(Code("unknown-operator"), message, "`selfsame ops` lists them");
    }
    rows.retain(|row| !arguments.undeclared || matches!(row.effects, Effects::Undeclared));
    let mut text = String::new();
    if arguments.json {
        rows.iter().for_each(|row| writeln!(text, "{}", object(row)).expect("a string takes all"));
    } else if let ([row], Some(_)) = (rows.as_slice(), wanted) {
        text = page(row);
    } else {
        text = list(&rows);
    }
    output::print(&text);
    ExitCode::from(output::DONE)
}

/// The operator of that name, or of that short name, or all whose names contain it.
fn named(name: &str) -> Vec<&'static OpRow> {
    if let Some(row) = table::find(sugar::canonical(name)) {
        return vec![row];
    }
    table::rows().filter(|row| row.name.contains(name)).collect()
}

fn near(name: &str) -> String {
    let last = |it: &str| it.rsplit('.').next().unwrap_or_default().to_owned();
    let found = table::rows().find(|row| {
        sugar::is_near(row.name, name) || (!name.contains('.') && sugar::is_near(&last(row.name), name))
    });
    found.map(|row| format!("; did you mean `{}`?", row.name)).unwrap_or_default()
}

/// All rows as columns.
fn list(rows: &[&OpRow]) -> String {
    let lines: Vec<[String; 5]> = rows.iter().map(|row| columns(row)).collect();
    let head = ["operator", "operands; keywords", "effects", "purity", "cost"].map(str::to_owned);
    let mut widths = [0; 5];
    for line in lines.iter().chain([&head]) {
        for (width, cell) in widths.iter_mut().zip(line) {
            *width = (*width).max(cell.chars().count().min(60));
        }
    }
    let mut text = String::new();
    for line in [&head].into_iter().chain(&lines) {
        let cells = line.iter().zip(widths).map(|(cell, width)| format!("{cell:width$}"));
        writeln!(text, "{}", cells.collect::<Vec<_>>().join("  ").trim_end()).expect("a string takes all");
    }
    let undeclared = rows.iter().filter(|row| matches!(row.effects, Effects::Undeclared)).count();
    write!(
        text,
        "\n{} operators, {undeclared} without declared effects. W written, RW read and written, * under some \
         keywords;\n= the result names that argument, ~ the result is a view of it.\n",
        rows.len()
    )
    .expect("a string takes all");
    text
}

fn columns(row: &OpRow) -> [String; 5] {
    [row.name.to_owned(), signature(row), effects(row), purity(row).to_owned(), cost(row.cost).to_owned()]
}

fn signature(row: &OpRow) -> String {
    let operand = |it: &Operand| format!("{}{}", it.name, if it.optional { "?" } else { "" });
    let keyword = |it: &Keyword| format!("{}{}", it.name, if it.required { "" } else { "?" });
    let operands: Vec<_> = row.operands.iter().map(operand).collect();
    let keywords: Vec<_> = row.keywords.iter().map(keyword).collect();
    let mark = if keywords.is_empty() { "" } else { "; " };
    format!("{}{mark}{}", operands.join(" "), keywords.join(" "))
}

/// Effects in short: `W0 =0 dma`.
fn effects(row: &OpRow) -> String {
    let mut words = Vec::new();
    let none = Attrs::new();
    let star = if matches!(row.effects, Effects::ByKeywords(_)) { "*" } else { "" };
    for at in 0..row.operands.len() {
        let word = match row.effect(at, &none) {
            Effect::Read if !star.is_empty() && row.declares(at, &none) => "R",
            Effect::Read => continue,
            Effect::Write => "W",
            Effect::ReadWrite => "RW",
        };
        words.push(format!("{word}{at}{star}"));
    }
    match row.effects {
        Effects::Undeclared => words.push("-".to_owned()),
        Effects::NoWrites => words.push("none".to_owned()),
        Effects::Fixed(_) | Effects::ByKeywords(_) => {}
    }
    words.extend(row.names.map(|at| format!("={at}")));
    words.extend(row.view.map(|at| format!("~{at}")));
    words.extend(row.channel.map(|it| channel(it).to_owned()));
    words.join(" ")
}

/// Everything about one operator.
fn page(row: &OpRow) -> String {
    let name = |at: usize| row.operands.get(at).map_or("?", |operand| operand.name);
    let mut text = format!("pl.{}\n", row.name.trim_start_matches("pl."));
    if row.name.starts_with("pld.") {
        text = format!("{}\n", row.name);
    }
    let mut line = |head: &str, body: String| {
        if !body.is_empty() {
            writeln!(text, "  {head:10}{body}").expect("a string takes all");
        }
    };
    for operand in row.operands {
        let optional = if operand.optional { ", may be left out" } else { "" };
        line("operand", format!("{}: {}{optional}", operand.name, operand.kind.phrase()));
    }
    for keyword in row.keywords {
        line("keyword", keyword_line(keyword));
    }
    line("effects", sentence(row));
    line(
        "names",
        row.names.map(|at| format!("the result is the storage of `{}`", name(at))).unwrap_or_default(),
    );
    line("view", row.view.map(|at| format!("the result is a view of `{}`", name(at))).unwrap_or_default());
    line(
        "purity",
        format!("{}{}", purity(row), if row.ambient { ", within one block, lane and rank" } else { "" }),
    );
    line("sync", if row.sync { "orders memory that others can see".to_owned() } else { String::new() });
    line(
        "placement",
        if row.in_place_safe { String::new() } else { "the output may not lie on an input".to_owned() },
    );
    line("reads", if row.by_type { "types only, no element".to_owned() } else { String::new() });
    line("cost", cost(row.cost).to_owned());
    text
}

fn keyword_line(keyword: &Keyword) -> String {
    match (keyword.required, keyword.default) {
        (true, _) => format!("{}, required", keyword.name),
        (false, Some(default)) => format!("{} = {}", keyword.name, spelled(&default.to_attr())),
        (false, None) => keyword.name.to_owned(),
    }
}

fn sentence(row: &OpRow) -> String {
    let base = match row.effects {
        Effects::Undeclared => return "none declared: every argument counts as read".to_owned(),
        Effects::NoWrites => return "declared to write no argument".to_owned(),
        Effects::Fixed(_) => "",
        Effects::ByKeywords(_) => ", unless keywords say otherwise",
    };
    let none = Attrs::new();
    let written = (0..row.operands.len()).filter_map(|at| match row.effect(at, &none) {
        Effect::Read => None,
        Effect::Write => Some(format!("writes `{}`", row.operands[at].name)),
        Effect::ReadWrite => Some(format!("reads and writes `{}`", row.operands[at].name)),
    });
    let written: Vec<_> = written.collect();
    let what = if written.is_empty() { "writes nothing".to_owned() } else { written.join(", ") };
    let by = row.channel.map(|it| format!(", by {}", channel(it))).unwrap_or_default();
    format!("{what}{base}{by}")
}

fn spelled(attr: &Attr) -> String {
    match attr {
        Attr::Int(value) => value.to_string(),
        Attr::Bool(value) => if *value { "True" } else { "False" }.to_owned(),
        Attr::Str(text) => format!("'{text}'"),
        Attr::DType(dtype) => format!("pl.{dtype}"),
        Attr::Enum(member) => format!("pl.{member}"),
        other => format!("{other:?}"),
    }
}

fn object(row: &OpRow) -> Value {
    let none = Attrs::new();
    let effect = |at: usize| match row.effect(at, &none) {
        Effect::Read => "read",
        Effect::Write => "write",
        Effect::ReadWrite => "read-write",
    };
    let operands: Vec<Value> = (row.operands.iter().enumerate())
        .map(|(at, it)| {
            json!({
                "name": it.name, "kind": kind(it.kind), "optional": it.optional, "effect": effect(at),
                "declared": row.declares(at, &none),
            })
        })
        .collect();
    let keywords: Vec<Value> = (row.keywords.iter())
        .map(|it| {
            let default = it.default.map(|default| spelled(&default.to_attr()));
            json!({ "name": it.name, "required": it.required, "default": default })
        })
        .collect();
    let effects = match row.effects {
        Effects::Undeclared => "undeclared",
        Effects::NoWrites => "no-writes",
        Effects::Fixed(_) => "fixed",
        Effects::ByKeywords(_) => "by-keywords",
    };
    json!({
        "name": row.name, "operands": operands, "keywords": keywords, "effects": effects,
        "channel": row.channel.map(channel), "names": row.names, "view": row.view,
        "in_place_safe": row.in_place_safe, "purity": purity(row), "sync": row.sync, "ambient": row.ambient, "by_type": row.by_type,
        "cost": cost(row.cost),
    })
}

fn kind(kind: OperandKind) -> &'static str {
    match kind {
        OperandKind::Tensor => "tensor",
        OperandKind::Tile => "tile",
        OperandKind::Shaped => "tensor-or-tile",
        OperandKind::Scalar => "scalar",
        OperandKind::Indices => "integers",
        OperandKind::Array => "array",
        OperandKind::Any => "any",
    }
}

fn channel(channel: Channel) -> &'static str {
    match channel {
        Channel::Dma => "dma",
        Channel::Scalar => "scalar",
    }
}

fn purity(row: &OpRow) -> &'static str {
    match row.purity {
        Purity::Pure => "pure",
        Purity::Allocates => "allocates",
        Purity::Arguments => "arguments",
        Purity::Effectful => "effectful",
    }
}

fn cost(cost: CostClass) -> &'static str {
    match cost {
        CostClass::Alias => "alias",
        CostClass::Scalar => "scalar",
        CostClass::Alloc => "alloc",
        CostClass::Elementwise => "elementwise",
        CostClass::Transcendental => "transcendental",
        CostClass::Reduce => "reduce",
        CostClass::Move => "move",
        CostClass::Matmul => "matmul",
        CostClass::Sync => "sync",
    }
}
