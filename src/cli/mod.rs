//! Layer 7: files, terminal, exit codes. One file a subcommand.

use std::process::ExitCode;

use clap::{Parser, Subcommand};

mod bench;
mod check;
mod clock;
mod explain;
mod explain_code;
mod extract;
mod facts;
mod fmt;
mod graphs;
mod io;
mod levels;
mod ops;
mod opt;
mod output;
mod passes;
mod plot;
mod rules;
mod run;
mod verify;
mod via_cpp;

/// Equality saturation for whole tile programs.
#[derive(Parser)]
#[command(name = "selfsame", version, about, max_term_width = 110)]
struct Arguments {
    /// How to write diagnostics
    #[arg(long, global = true, value_enum, value_name = "FORMAT", default_value_t = output::Format::Text)]
    diagnostics: output::Format,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Opt(opt::Opt),
    Bench(bench::Bench),
    Check(check::Check),
    Explain(explain::Explain),
    ExplainCode(explain_code::ExplainCode),
    Extract(extract::Extract),
    Facts(facts::Facts),
    Fmt(fmt::Fmt),
    /// Show the operator table
    Ops(ops::Ops),
    /// Show the table of passes
    Passes(passes::Passes),
    Rules(rules::Arguments),
    Run(run::Run),
    Verify(verify::Verify),
}

/// Stack of the worker: the Python parser recurses on nesting, and memory is only touched where it does.
const STACK_BYTES: usize = 1 << 30;

/// Parses the command line, runs it, and says how it ended: 0 done, 1 a check failed, 2 an error of the user's.
pub fn main() -> ExitCode {
    let arguments = Arguments::parse();
    output::set_format(arguments.diagnostics);
    let worker = std::thread::Builder::new().stack_size(STACK_BYTES);
    let running = worker.spawn(move || run(arguments.command)).expect("the system gives a thread");
    running.join().unwrap_or(ExitCode::from(101))
}

fn run(command: Command) -> ExitCode {
    match command {
        Command::Opt(arguments) => opt::run(&arguments),
        Command::Bench(arguments) => bench::run(&arguments),
        Command::Check(arguments) => check::run(&arguments),
        Command::Explain(arguments) => explain::run(&arguments),
        Command::ExplainCode(arguments) => explain_code::run(&arguments),
        Command::Extract(arguments) => extract::run(&arguments),
        Command::Facts(arguments) => facts::run(&arguments),
        Command::Fmt(arguments) => fmt::run(&arguments),
        Command::Ops(arguments) => ops::run(&arguments),
        Command::Passes(arguments) => passes::run(&arguments),
        Command::Rules(arguments) => rules::run(&arguments),
        Command::Run(arguments) => run::run(&arguments),
        Command::Verify(arguments) => verify::run(&arguments),
    }
}
