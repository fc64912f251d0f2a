//! `selfsame opt`: the main job, from a file of programs to their optimized form.

use std::collections::BTreeSet;
use std::process::ExitCode;
use std::time::Duration;

use clap::{Args, ValueEnum};

use crate::base::diagnostic::{Code, Diagnostic, Diagnostics, Severity};
use crate::base::name::Name;
use crate::base::span::Source;
use crate::cli::levels::Levels;
use crate::cli::{graphs, io, output, verify};
use crate::codegen;
use crate::driver::optimizer::{Optimized, Optimizer, SATURATE};
use crate::driver::options::{LOOKS, Level, Options};
use crate::egraph::offer::Offers;
use crate::egraph::schedule::Schedule;
use crate::ir::print::print_all;
use crate::ir::program::{FunctionKind, Program};
use crate::passes::run::parse_list;

/// Optimize a file: splice Inline functions, put returns and directions in order, and print the result
#[derive(Args)]
pub(super) struct Opt {
    /// A file of programs in the DSL; `-` reads standard input
    file: String,
    /// What to print, one after the other
    #[arg(long, value_enum, value_delimiter = ',', default_value = "text")]
    emit: Vec<Emit>,
    #[command(flatten)]
    how: How,
    /// Write statistics of the run to a file, as JSON
    #[arg(long, value_name = "FILE")]
    report: Option<String>,
    /// Print the program after a pass (or `saturate`, or `all`) to standard error
    #[arg(long, value_name = "PASS")]
    print_after: Option<String>,
    /// With `--emit cpp-host`: the function to start; by default the only orchestration function
    #[arg(long, value_name = "NAME")]
    entry: Option<String>,
    /// Write the headers and the CPU runtime that emitted C++ compiles with to a folder
    #[arg(long, value_name = "DIR")]
    runtime: Option<String>,
    /// Write to a file instead of standard output
    #[arg(short, value_name = "OUT")]
    output: Option<String>,
    /// Print what each rule did to standard error
    #[arg(short)]
    verbose: bool,
    #[command(flatten)]
    levels: Levels,
}

/// How to optimize; shared by the commands that do.
#[derive(Args)]
pub(super) struct How {
    /// 0: only splice Inline functions; 1: storage, control, extents; 2: everything
    #[arg(short = 'O', value_name = "LEVEL", default_value_t = 1, value_parser = clap::value_parser!(u8).range(0..=2))]
    level: u8,
    /// Passes to run, in order, separated by commas; none for an empty text
    #[arg(long, value_name = "LIST")]
    passes: Option<String>,
    /// Read more rules from a folder of `.rules` files; a rule of a known name replaces that one
    #[arg(long, value_name = "DIR")]
    rules: Option<String>,
    /// How to choose from each class
    #[arg(long, value_name = "NAME", default_value = "dag-knuth")]
    extractor: String,
    /// What nodes cost: `statements`, `size`, `device`, or a TOML file of operator costs
    #[arg(long, value_name = "NAME|FILE", default_value = "statements")]
    cost: String,
    /// Functions that may be inlined though they need not be, or `all`: where that is cheaper, they are
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    inline: Vec<String>,
    /// With `--inline`: so many statements may come into one function that way
    #[arg(long, value_name = "N", default_value_t = Offers::BUDGET)]
    inline_budget: usize,
    /// Sets of rules in phases, such as `storage,control*4; all`: at most four rounds of two sets, then all
    #[arg(long, value_name = "PHASES")]
    schedule: Option<String>,
    /// Stop saturating a function beyond so many e-nodes
    #[arg(long, value_name = "N")]
    limit_nodes: Option<usize>,
    /// Stop saturating a function after so many rounds over the rules
    #[arg(long, value_name = "N")]
    limit_rounds: Option<usize>,
    /// Stop saturating a function when one rule has so many matches in one round
    #[arg(long, value_name = "N")]
    limit_matches: Option<usize>,
    /// Stop saturating a function when its graph takes so many megabytes, as estimated
    #[arg(long, value_name = "MB")]
    limit_memory: Option<usize>,
    /// Stop saturating a function after so many seconds; what comes out then hangs on the machine
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    limit_seconds: Option<Duration>,
    /// Look at a function again at most so often, where its new text says more than its graph did
    #[arg(long, value_name = "N", default_value_t = LOOKS)]
    looks: usize,
    /// Threads for functions that do not call each other
    #[arg(long, value_name = "N", default_value_t = 1)]
    threads: usize,
    /// Seed of extractors that draw
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Stop after a pass, or after `saturate`
    #[arg(long, value_name = "PASS")]
    stop_after: Option<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Emit {
    /// The program as DSL text
    Text,
    /// The C++ of its orchestration functions
    Cpp,
    /// A whole program for the CPU, kernels and `main` included; compile it with the files of `--runtime`
    CppHost,
    /// What was decided, as JSON
    Facts,
    /// The saturated e-graphs, in the egraph-serialize format
    Egraph,
    /// The saturated e-graphs, for Graphviz
    Dot,
}

impl How {
    /// The options that were asked for.
    pub(super) fn options(&self) -> Result<Options, ExitCode> {
        let level = [Level::O0, Level::O1, Level::O2][usize::from(self.level)];
        let mut options = Options::level(level);
        if let Some(list) = &self.passes {
            let names = list.split(',').map(str::trim).filter(|name| !name.is_empty());
            options.passes = Some(names.map(str::to_owned).collect());
        }
        if let Some(folder) = &self.rules {
            for source in io::read_folder(folder, "rules")? {
                options.rules.add(&source).map_err(|wrong| output::complain_of(&wrong, &source))?;
            }
        }
        options.extractor.clone_from(&self.extractor);
        options.cost = graphs::model(&self.cost)?;
        options.seed = self.seed;
        options.looks = self.looks;
        options.threads = self.threads;
        options.stop_after.clone_from(&self.stop_after);
        let names = self.inline.iter().map(|name| Name::from(name.as_str())).collect();
        let all = self.inline.iter().any(|name| name == "all");
        options.offers = Offers { names: (!all).then_some(names), budget: self.inline_budget };
        self.set_schedule(&mut options)?;
        Ok(options)
    }

    fn set_schedule(&self, options: &mut Options) -> Result<(), ExitCode> {
        if let Some(text) = &self.schedule {
            let phases = Schedule::parse_phases(text).map_err(|why| {
                output::wrong(Code("bad-schedule"), why, "write phases as `storage,control*4; all`")
            })?;
            let known: BTreeSet<&str> = options.rules.iter().map(|rule| rule.set.as_str()).collect();
            let sets = phases.iter().flat_map(|phase| &phase.sets);
            if let Some(set) = sets.clone().find(|set| !known.contains(set.as_str())) {
                let message = format!("no rule at this level is of a set `{set}`");
                let help = format!("there are {}", known.into_iter().collect::<Vec<_>>().join(", "));
                return Err(output::wrong(Code("bad-schedule"), message, help));
            }
            options.schedule.phases = phases;
        }
        let limits = &mut options.schedule.limits;
        limits.nodes = self.limit_nodes.unwrap_or(limits.nodes);
        limits.rounds = self.limit_rounds.unwrap_or(limits.rounds);
        limits.matches = self.limit_matches.unwrap_or(limits.matches);
        limits.memory = self.limit_memory.map_or(limits.memory, |megabytes| megabytes << 20);
        limits.time = self.limit_seconds;
        Ok(())
    }
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| "a number of seconds is expected".to_owned())?;
    Duration::try_from_secs_f64(seconds).map_err(|why| why.to_string())
}

/// Runs the command.
pub(super) fn run(arguments: &Opt) -> ExitCode {
    match optimize(arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(code) => code,
    }
}

fn optimize(arguments: &Opt) -> Result<(), ExitCode> {
    let source = io::read(&arguments.file)?;
    let lowered = io::lower(&source)?;
    let optimizer = Optimizer::with(arguments.how.options()?);
    if let Some(step) = arguments.print_after.as_deref().filter(|step| !["all", SATURATE].contains(step)) {
        parse_list([step]).map_err(|wrong| output::complain_of(&wrong, &source))?;
    }
    refuse(&arguments.levels, &lowered, &source)?;
    let mut done = Vec::new();
    for program in &lowered {
        let wanted = arguments.print_after.as_deref();
        let mut observe = |step: &str, program: &Program| {
            if wanted == Some("all") || wanted == Some(step) {
                io::note(&format!("# after {step}\n{}\n", crate::ir::print::print(program)));
            }
        };
        let optimized = optimizer.optimize_observed(program, &mut observe);
        done.push(optimized.map_err(|wrong| output::complain_of(&wrong, &source))?);
    }
    let mut denied = false;
    for optimized in &done {
        let notes = arguments.levels.apply(optimized.notes.clone());
        output::complain_of(&notes, &source);
        denied |= notes.has_errors();
        if arguments.verbose {
            io::note(&optimized.report.table());
        }
        for (function, why) in optimized.report.limits_hit() {
            io::note(&format!("selfsame: `{function}` could be looked at longer: {}\n", why.describe()));
        }
    }
    if denied {
        return Err(ExitCode::from(output::FAILED));
    }
    let mut text = String::new();
    for what in &arguments.emit {
        let entry = arguments.entry.as_deref();
        text.push_str(&emit(*what, entry, &source, &optimizer, &lowered, &done)?);
    }
    if let Some(path) = &arguments.report {
        let reports: Vec<_> = done.iter().map(|optimized| &optimized.report).collect();
        let json = serde_json::to_string_pretty(&reports).expect("reports are plain data");
        io::write(Some(path), &format!("{json}\n"))?;
    }
    if let Some(folder) = &arguments.runtime {
        write_runtime(folder)?;
    }
    io::write(arguments.output.as_deref(), &text)
}

/// Stops at what is denied of the programs as they are given: warnings that `selfsame verify` shows.
fn refuse(levels: &Levels, programs: &[Program], source: &Source) -> Result<(), ExitCode> {
    if !levels.denies() {
        return Ok(());
    }
    let said: Diagnostics = programs.iter().flat_map(|program| verify::check(program, &[])).collect();
    let is_error = |it: &Diagnostic| it.severity == Severity::Error;
    let denied: Diagnostics = levels.apply(said).into_iter().filter(is_error).collect();
    if denied.has_errors() {
        output::complain_of(&denied, source);
        return Err(ExitCode::from(output::FAILED));
    }
    Ok(())
}

fn emit(
    what: Emit,
    entry: Option<&str>,
    source: &Source,
    optimizer: &Optimizer,
    written: &[Program],
    done: &[Optimized],
) -> Result<String, ExitCode> {
    let complain = |wrong: Diagnostics| output::complain_of(&wrong, source);
    match what {
        Emit::Text => {
            let programs: Vec<Program> = done.iter().map(|optimized| optimized.program.clone()).collect();
            Ok(print_all(&programs))
        }
        Emit::Cpp => {
            let mut text = String::new();
            for optimized in done {
                text.push_str(&codegen::emit_all(&optimized.program).map_err(complain)?.unwrap_or_default());
            }
            if text.is_empty() {
                return Err(output::wrong(
                    Code("no-entry"),
                    "there is no orchestration function to emit",
                    "give a function the type pl.FunctionType.Orchestration",
                ));
            }
            Ok(text)
        }
        Emit::CppHost => {
            let (program, entry) = host_entry(entry, done)?;
            codegen::host::program_text(program, &entry).map_err(complain)
        }
        Emit::Facts => {
            let facts: Vec<_> = written.iter().zip(done).map(|(written, done)| done.facts(written)).collect();
            let json = match &facts[..] {
                [one] => serde_json::to_string_pretty(one),
                _ => serde_json::to_string_pretty(&facts),
            };
            Ok(json.expect("facts are plain data") + "\n")
        }
        Emit::Egraph | Emit::Dot => {
            let mut text = String::new();
            for program in written {
                let graphs = optimizer.egraphs(program, what == Emit::Dot);
                text.push_str(&graphs.map_err(complain)?);
            }
            Ok(text)
        }
    }
}

/// The program and the function that a host program starts.
fn host_entry<'p>(entry: Option<&str>, done: &'p [Optimized]) -> Result<(&'p Program, Name), ExitCode> {
    let all = || done.iter().flat_map(|it| it.program.functions.values().map(move |function| (it, function)));
    let mut found = all().filter(|(_, function)| match entry {
        Some(name) => function.name == name,
        None => function.kind == FunctionKind::Orchestration,
    });
    match (found.next(), found.next()) {
        (Some((optimized, function)), None) => Ok((&optimized.program, function.name.clone())),
        (Some(_), Some(_)) => {
            let message = "there are several orchestration functions";
            Err(output::wrong(Code("no-entry"), message, "name one with --entry"))
        }
        (None, _) => Err(output::wrong(
            Code("no-entry"),
            "there is no such function to start",
            "name an orchestration function with --entry",
        )),
    }
}

/// Writes the runtime's files to a folder.
fn write_runtime(folder: &str) -> Result<(), ExitCode> {
    std::fs::create_dir_all(folder).map_err(|why| io::unwritable(folder, &why))?;
    for (name, text) in codegen::runtime::files() {
        let path = std::path::Path::new(folder).join(name);
        io::write(Some(&path.to_string_lossy()), text)?;
    }
    Ok(())
}
