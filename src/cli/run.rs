//! `selfsame run`: runs a function on inputs by seed and shows what it leaves.

use std::fmt::Write;
use std::process::ExitCode;

use clap::{Args, ValueEnum};
use serde_json::{Value, json};

use crate::base::diagnostic::Code;
use crate::base::name::Name;
use crate::base::span::Source;
use crate::cli::{io, output, via_cpp};
use crate::driver::optimizer::Optimizer;
use crate::interp::equivalent::entries;
use crate::interp::fault::{Fault, FaultKind, Limits};
use crate::interp::inputs::{Inputs, number_to_json};
use crate::interp::number::Number;
use crate::interp::outcome::{Content, Outcome, Output, Root};
use crate::ir::program::{FunctionKind, Program};

/// Run a function and show what it leaves in its parameters and what it returns
#[derive(Args)]
pub(super) struct Run {
    /// A file of programs in the DSL; `-` reads standard input
    file: String,
    /// The function to run; by default the last orchestration function that nothing calls, else the last such function
    #[arg(long, value_name = "NAME")]
    entry: Option<String>,
    /// Seed of the inputs
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Inputs by parameter, as JSON: numbers, nested lists of them, or `{"shape": [..], "data": [..]}`; the others come
    /// by seed
    #[arg(long, value_name = "FILE")]
    inputs: Option<String>,
    /// Stop after so many statements
    #[arg(long, value_name = "N", default_value_t = Limits::default().steps)]
    limit_steps: u64,
    /// Stop when more than so many elements of tensors, tiles and arrays are alive at one time
    #[arg(long, value_name = "N", default_value_t = Limits::default().elements)]
    limit_elements: usize,
    /// All values, and the inputs, as JSON
    #[arg(long)]
    json: bool,
    /// What runs it
    #[arg(long, value_enum, default_value_t = Via::Interp)]
    via: Via,
    /// With `--via cpp`: also run in so many other orders that the tasks' dependencies allow, and compare
    #[arg(long, value_name = "N", default_value_t = 20)]
    orders: u64,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Via {
    /// The reference interpreter, on the program as written
    Interp,
    /// C++ of the optimized program, built with the system's compiler (`CXX`, g++ or clang++)
    Cpp,
}

/// Runs the command.
pub(super) fn run(arguments: &Run) -> ExitCode {
    match execute(arguments) {
        Ok(text) => {
            output::print(&text);
            ExitCode::SUCCESS
        }
        Err(code) => code,
    }
}

fn execute(arguments: &Run) -> Result<String, ExitCode> {
    let source = io::read(&arguments.file)?;
    let programs = io::lower(&source)?;
    let (program, entry) = chosen(&programs, arguments.entry.as_deref())?;
    let complain = |fault: Fault| stopped(&fault, &source);
    let mut inputs = Inputs::seeded(program, &entry, arguments.seed).map_err(complain)?;
    let function = &program.functions[&entry];
    if let Some(path) = &arguments.inputs {
        let given = io::read(path)?;
        let json: Value = serde_json::from_str(given.text()).map_err(|error| bad_inputs(path, &error))?;
        inputs.set_from_json(function, &json).map_err(complain)?;
    }
    let outcome = match arguments.via {
        Via::Interp => {
            let (steps, elements) = (arguments.limit_steps, arguments.limit_elements);
            let limits = Limits { steps, elements, ..Limits::default() };
            crate::interp::run(program, &entry, &inputs, &limits).map_err(complain)?
        }
        Via::Cpp => built(program, &entry, &inputs, arguments.orders, &source)?,
    };
    let names: Vec<Name> =
        function.params.iter().map(|param| function.vars[param.var].name.clone()).collect();
    if arguments.json {
        let json = to_json(&entry, &names, &outcome, inputs.to_json(function));
        return Ok(format!("{json:#}\n"));
    }
    Ok(to_text(&entry, arguments.seed, &names, &outcome))
}

/// The outcome of the optimized program as C++.
fn built(
    program: &Program,
    entry: &str,
    inputs: &Inputs,
    orders: u64,
    source: &Source,
) -> Result<Outcome, ExitCode> {
    let optimized =
        Optimizer::new().optimize(program).map_err(|wrong| output::complain_of(&wrong, source))?;
    let ran = via_cpp::run(&optimized.program, entry, inputs, orders).map_err(|failure| match failure {
        via_cpp::Failure::Refused(wrong) => output::complain_of(&wrong, source),
        via_cpp::Failure::Broken(why) => output::wrong(
            Code("cpp-build"),
            why,
            "`--via cpp` needs a C++17 compiler: `g++` or `clang++` on the path",
        ),
        via_cpp::Failure::Found(what) => {
            output::complain(&what);
            ExitCode::FAILURE
        }
    })?;
    io::note(&ran.said);
    Ok(ran.outcome)
}

/// A fault under its line of the text. What was asked for wrongly is a mistake; a program that stops is a run that failed.
fn stopped(fault: &Fault, source: &Source) -> ExitCode {
    let mistake = output::complain_of(&fault.diagnostic().into(), source);
    if fault.kind == FaultKind::Request { mistake } else { ExitCode::FAILURE }
}

/// The program and the function to run.
fn chosen<'p>(programs: &'p [Program], entry: Option<&str>) -> Result<(&'p Program, Name), ExitCode> {
    if let Some(entry) = entry {
        let found = programs.iter().find(|program| program.functions.contains_key(entry));
        let found = found.map(|program| (program, Name::from(entry)));
        return found.ok_or_else(|| unknown_entry(programs, entry));
    }
    let free: Vec<(&Program, Name)> = programs
        .iter()
        .flat_map(|program| entries(program).into_iter().map(move |name| (program, name)))
        .collect();
    let kind = |(program, name): &&(&Program, Name)| program.functions[name].kind;
    let main = free.iter().rfind(|it| kind(it) == FunctionKind::Orchestration).or(free.last());
    main.cloned().ok_or_else(|| {
        output::wrong(Code("no-entry"), "there is no function to run", "name one with --entry")
    })
}

fn to_text(entry: &str, seed: u64, names: &[Name], outcome: &Outcome) -> String {
    let mut text =
        format!("{entry}, seed {seed}: {} steps, digest {:016x}\n", outcome.steps, digest(outcome));
    let mut line = |name: String, it: &Output| {
        writeln!(text, "  {name:<20} {}", summary(it)).expect("a string takes all")
    };
    for (name, it) in names.iter().zip(&outcome.params) {
        line(name.to_string(), it);
    }
    for (at, it) in outcome.returns.iter().enumerate() {
        line(format!("return {at}"), it);
    }
    for (name, it) in &outcome.windows {
        line(format!("window {name}"), it);
    }
    for event in &outcome.trace {
        writeln!(text, "  {event}").expect("a string takes all");
    }
    if let Some(site) = &outcome.first_poison {
        let (uses, function, statement) = (outcome.poison_uses, &site.function, &site.text);
        writeln!(text, "  {uses} uses of storage that was never written, first in `{function}`: {statement}")
            .expect("a string takes all");
    }
    text
}

/// Shape, type, least and greatest element, the first few.
fn summary(output: &Output) -> String {
    match output {
        Output::Scalar(number, dtype) => format!("{dtype} {number}"),
        Output::Task(tasks) => format!("tasks {tasks:?}"),
        Output::Tuple(items) => {
            let items: Vec<String> = items.iter().map(summary).collect();
            format!("({})", items.join("; "))
        }
        Output::Other(text) => text.clone(),
        Output::Storage(content) => storage(content),
    }
}

fn storage(content: &Content) -> String {
    let known: Vec<f64> = content.elements.iter().filter_map(|it| it.to_f64()).collect();
    let least = known.iter().copied().fold(f64::INFINITY, f64::min);
    let most = known.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let first: Vec<String> = content.elements.iter().take(4).map(Number::to_string).collect();
    let more = if content.elements.len() > 4 { ", .." } else { "" };
    let mut text = format!("{} {:?}", content.dtype, content.shape);
    if content.valid != content.shape {
        write!(text, ", valid {:?}", content.valid).expect("a string takes all");
    }
    if let Root::Param(_) | Root::Window(_) = content.root {
        write!(text, ", in {}", content.root).expect("a string takes all");
    }
    if !known.is_empty() {
        write!(text, ", {least:?} to {most:?}").expect("a string takes all");
    }
    let unwritten = content.elements.len() - known.len();
    if unwritten > 0 {
        write!(text, ", {unwritten} unwritten").expect("a string takes all");
    }
    format!("{text}: {}{more}", first.join(", "))
}

/// A number for what parameters, returned values and windows hold; the same in every run, on every machine, and whatever
/// ran the program. Fresh storage counts by the order in which it is met here, and tasks do not count.
fn digest(outcome: &Outcome) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    let mut fresh = Vec::new();
    let mut add = |text: &str| {
        for byte in text.bytes().chain([0]) {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    };
    for output in outcome.params.iter().chain(&outcome.returns).chain(outcome.windows.iter().map(|it| &it.1))
    {
        let mut output = output.clone();
        canonical(&mut output, &mut fresh);
        add(&value(&output).to_string());
    }
    hash
}

/// Numbers fresh storage by first mention and forgets tasks. Tuples nest only as deep as types do.
fn canonical(output: &mut Output, fresh: &mut Vec<usize>) {
    match output {
        Output::Storage(content) => {
            if let Root::Fresh(number) = &mut content.root {
                let known = fresh.iter().position(|known| known == number);
                let at = known.unwrap_or(fresh.len());
                if known.is_none() {
                    fresh.push(*number);
                }
                *number = at;
            }
        }
        Output::Tuple(items) => items.iter_mut().for_each(|item| canonical(item, fresh)),
        Output::Task(tasks) => tasks.clear(),
        Output::Scalar(..) | Output::Other(_) => {}
    }
}

fn value(output: &Output) -> Value {
    match output {
        Output::Scalar(number, _) => number_to_json(*number),
        Output::Task(tasks) => json!({ "tasks": tasks }),
        Output::Tuple(items) => items.iter().map(value).collect(),
        Output::Other(text) => json!(text),
        Output::Storage(content) => {
            let data: Vec<Value> = content.elements.iter().copied().map(number_to_json).collect();
            json!({
                "dtype": content.dtype.name(),
                "shape": content.shape,
                "valid": content.valid,
                "storage": content.root.to_string(),
                "data": data,
            })
        }
    }
}

fn to_json(entry: &str, names: &[Name], outcome: &Outcome, inputs: Value) -> Value {
    let params: serde_json::Map<String, Value> =
        names.iter().zip(&outcome.params).map(|(name, it)| (name.to_string(), value(it))).collect();
    let windows: serde_json::Map<String, Value> =
        outcome.windows.iter().map(|(name, it)| (name.to_string(), value(it))).collect();
    let returns: Vec<Value> = outcome.returns.iter().map(value).collect();
    let trace: Vec<String> = outcome.trace.iter().map(ToString::to_string).collect();
    json!({
        "entry": entry,
        "inputs": inputs,
        "params": params,
        "returns": returns,
        "windows": windows,
        "trace": trace,
        "poison_uses": outcome.poison_uses,
        "steps": outcome.steps,
        "digest": format!("{:016x}", digest(outcome)),
    })
}

fn bad_inputs(path: &str, error: &serde_json::Error) -> ExitCode {
    let help = "inputs are one JSON object: a list of numbers, or a number, for each parameter by name";
    output::wrong(Code("bad-inputs"), format!("{path}: {error}"), help)
}

fn unknown_entry(programs: &[Program], entry: &str) -> ExitCode {
    let names: Vec<&str> =
        programs.iter().flat_map(|program| program.functions.keys().map(Name::as_str)).collect();
    let help = format!("there are {}", names.join(", "));
    output::wrong(Code("no-entry"), format!("no function is called `{entry}`"), help)
}
