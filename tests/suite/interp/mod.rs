//! The reference meaning, text in and text out: a program, what goes in, and what it leaves.
//!
//! Programs are class bodies in which `F[4]` is `pl.Tensor[[4], pl.FP32]`, `I[4]` one of `INT32`, and `N` an index.
//! Expectations list every parameter and returned value: an unwritten element is `?`, storage that a returned value shares
//! with a parameter is named before the colon.

use selfsame::base::span::Source;
use selfsame::interp::fault::Limits;
use selfsame::interp::inputs::{Input, Inputs};
use selfsame::interp::number::Number;
use selfsame::interp::outcome::{Outcome, Output, Root};
use selfsame::ir::program::{Function, Program};
use selfsame::lower::lower;

mod aliasing;
mod arithmetic;
mod calls;
mod control;
mod elements;
mod launches;
mod limits;
mod operators;
mod storage;

/// The program of a class body.
fn program(body: &str) -> Program {
    let text = format!(
        "import pypto.language as pl\nimport pypto.language.distributed as pld\n\n\n@pl.program\nclass P:\n{}",
        spelled(body)
    );
    let lowered = lower(&Source::new("meaning.py", text.as_str()));
    lowered.unwrap_or_else(|errors| panic!("{errors:#?}\n{text}")).programs.remove(0)
}

/// The body with its abbreviations written out.
fn spelled(body: &str) -> String {
    let mut text = body.replace(": N", ": pl.Scalar[pl.INDEX]").replace("[N]", "[pl.Scalar[pl.INDEX]]");
    text = text.replace("-> N", "-> pl.Scalar[pl.INDEX]");
    for (short, dtype) in [("F[", "FP32"), ("I[", "INT32"), ("H[", "FP16"), ("B[", "BF16"), ("C[", "INT8")] {
        text = with_tensors(&text, short, dtype);
    }
    text
}

fn with_tensors(text: &str, short: &str, dtype: &str) -> String {
    let mut done = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(short) {
        let (before, after) = rest.split_at(at);
        let end = after.find(']').unwrap();
        done.push_str(before);
        if before.ends_with(|it: char| it.is_alphanumeric() || it == '_') {
            done.push_str(&after[..=end]);
        } else {
            done.push_str(&format!("pl.Tensor[[{}], pl.{dtype}]", &after[short.len()..end]));
        }
        rest = &after[end + 1..];
    }
    done + rest
}

/// Inputs by seed, but for those that are given: `x: 1 2 3; n: 4`.
fn inputs(program: &Program, given: &str) -> Inputs {
    let function = &program.functions["main"];
    let mut inputs = Inputs::seeded(program, "main", 0).unwrap();
    for one in given.split(';').filter(|it| !it.trim().is_empty()) {
        let (name, numbers) = one.split_once(':').unwrap();
        let at = function.params.iter().position(|it| function.vars[it.var].name == *name.trim()).unwrap();
        let float = function.ty(function.params[at].var).dtype().unwrap().is_float();
        let number = |text: &str| match text {
            "?" => Number::Poison,
            _ if float => Number::Float(text.parse().unwrap()),
            _ => Number::Int(text.parse().unwrap()),
        };
        let numbers: Vec<Number> = numbers.split_whitespace().map(number).collect();
        match &mut inputs.0[at] {
            Input::Scalar(scalar) => *scalar = numbers[0],
            Input::Storage { elements, .. } => {
                assert_eq!(elements.len(), numbers.len(), "elements of `{name}`");
                *elements = numbers;
            }
            other => panic!("{other:?} is given as numbers"),
        }
    }
    inputs
}

/// What `main` leaves, or why it stops.
fn run(body: &str, given: &str) -> String {
    run_within(body, given, Limits::default())
}

fn run_within(body: &str, given: &str, limits: Limits) -> String {
    let program = program(body);
    let inputs = inputs(&program, given);
    match selfsame::interp::run(&program, "main", &inputs, &limits) {
        Ok(outcome) => shown(&program.functions["main"], &outcome),
        Err(fault) => format!("stops: {fault}"),
    }
}

/// The trace of `main`.
fn trace(body: &str, given: &str) -> String {
    let program = program(body);
    let inputs = inputs(&program, given);
    let outcome = selfsame::interp::run(&program, "main", &inputs, &Limits::default()).unwrap();
    outcome.trace.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}

fn shown(function: &Function, outcome: &Outcome) -> String {
    let name = |at: usize| function.vars[function.params[at].var].name.to_string();
    let mut lines = Vec::new();
    for (at, output) in outcome.params.iter().enumerate() {
        lines.push(format!("{}: {}", name(at), value(output)));
    }
    for (at, output) in outcome.returns.iter().enumerate() {
        let place = match output {
            Output::Storage(content) => match content.root {
                Root::Param(param) => format!(" in {}", name(param)),
                Root::Window(window) => format!(" in window {window}"),
                Root::Fresh(number) => format!(" in fresh {number}"),
            },
            _ => String::new(),
        };
        lines.push(format!("return {at}{place}: {}", value(output)));
    }
    lines.join("\n")
}

fn value(output: &Output) -> String {
    let number = |number: &Number| match number {
        Number::Poison => "?".to_owned(),
        Number::Float(value) if value.fract() == 0.0 && value.abs() < 1e9 => format!("{value:.0}"),
        other => other.to_string(),
    };
    match output {
        Output::Scalar(scalar, _) => number(scalar),
        Output::Storage(content) => content.elements.iter().map(number).collect::<Vec<_>>().join(" "),
        Output::Tuple(items) => items.iter().map(value).collect::<Vec<_>>().join(", "),
        Output::Task(tasks) => format!("tasks {tasks:?}"),
        Output::Other(text) => text.clone(),
    }
}

/// The last line of what is shown: the only returned value.
fn returned(body: &str, given: &str) -> String {
    let shown = run(body, given);
    shown.lines().last().unwrap().to_owned()
}
