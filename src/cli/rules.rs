//! `selfsame rules`: what laws there are, whether they are true, and how their files are written.

use std::path::Path;
use std::process::ExitCode;

use clap::{Args, Subcommand};

use crate::base::span::Source;
use crate::cli::{io, output};
use crate::driver::optimizer::Optimizer;
use crate::driver::options::{Level, Options};
use crate::egraph::prove::{Effort, prove};
use crate::egraph::prove_example::check_examples;
use crate::egraph::rule_format::format;
use crate::egraph::rules::{Rule, Rules};
use crate::ir::print::print_all;
use crate::ir::program::Program;

/// Show, check and format the laws
#[derive(Args)]
pub(super) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    List(List),
    Check(Check),
    Fmt(Fmt),
}

/// Show every rule: its set, its law, where it stands
#[derive(Args)]
struct List {
    /// Only rules whose removal changes the result of no program in these files or folders, at -O2
    #[arg(long, value_name = "PATH", num_args = 1..)]
    unused: Vec<String>,
    /// More rules, from a folder of `.rules` files
    #[arg(long, value_name = "DIR")]
    rules: Option<String>,
}

/// Try to refute every rule: run its examples, and random programs made from its text
#[derive(Args)]
struct Check {
    /// A folder of `.rules` files; without one, the rules that come with the program
    folder: Option<String>,
    /// Only rules of these names
    #[arg(long, value_name = "NAME", num_args = 1..)]
    only: Vec<String>,
    /// The first seed
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// How many random programs each rule must stand
    #[arg(long, default_value_t = Effort::default().enough)]
    enough: usize,
}

/// Write rule files in their one form
#[derive(Args)]
struct Fmt {
    /// Files of rules
    #[arg(required = true)]
    files: Vec<String>,
    /// Change nothing; fail if a file would change
    #[arg(long)]
    check: bool,
}

/// Runs the command.
pub(super) fn run(arguments: &Arguments) -> ExitCode {
    let done = match &arguments.command {
        Command::List(list) => self::list(list),
        Command::Check(check) => self::check(check),
        Command::Fmt(fmt) => self::fmt(fmt),
    };
    done.unwrap_or_else(|code| code)
}

/// The shipped rules, and those of a folder in their place or behind them.
fn with_folder(folder: Option<&str>) -> Result<Rules, ExitCode> {
    let mut rules = Rules::shipped();
    if let Some(folder) = folder {
        for source in io::read_folder(folder, "rules")? {
            rules.add(&source).map_err(|wrong| output::complain_of(&wrong, &source))?;
        }
    }
    Ok(rules)
}

fn list(arguments: &List) -> Result<ExitCode, ExitCode> {
    let rules = with_folder(arguments.rules.as_deref())?;
    let shown: Vec<&Rule> = if arguments.unused.is_empty() {
        rules.iter().collect()
    } else {
        let mut programs = Vec::new();
        for path in &arguments.unused {
            programs.extend(programs_below(Path::new(path))?);
        }
        unused(&rules, &programs)
    };
    let mut text = String::new();
    let mut set = "";
    for rule in shown {
        if rule.set != set {
            set = &rule.set;
            text.push_str(&format!("{set}\n"));
        }
        let law = if rule.text.is_empty() { "(built in)" } else { &rule.text };
        let loose = rule.within.map(|within| format!(", within {within:e}")).unwrap_or_default();
        text.push_str(&format!("  {}\n      {law}\n      {}{loose}\n", rule.name, rule.place));
    }
    output::print(&text);
    Ok(ExitCode::SUCCESS)
}

/// The programs of a file, or of all files below a folder that read as some.
fn programs_below(path: &Path) -> Result<Vec<Program>, ExitCode> {
    let mut programs = Vec::new();
    let mut work = vec![path.to_path_buf()];
    while let Some(path) = work.pop() {
        if path.is_dir() {
            let entries = std::fs::read_dir(&path);
            let entries = entries.map_err(|why| io::unreadable(&path.to_string_lossy(), &why))?;
            let mut inside: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
            inside.sort();
            work.extend(inside.into_iter().rev());
        } else if path.extension().is_some_and(|it| it == "py") {
            let source = io::read(&path.to_string_lossy())?;
            if let Ok(lowered) = crate::lower::lower(&source) {
                programs.extend(lowered.programs);
            }
        }
    }
    Ok(programs)
}

/// Rules whose removal changes the result of no program.
fn unused<'a>(rules: &'a Rules, programs: &[Program]) -> Vec<&'a Rule> {
    let result = |program: &Program, rules: &Rules| {
        // Rules, not passes: what passes make of the result is their own.
        let passes = Some(Vec::new());
        let options = Options { rules: rules.clone(), passes, ..Options::level(Level::O2) };
        let optimized = Optimizer::with(options).optimize(program).ok()?;
        let applied: Vec<String> = optimized.report.applied();
        Some((print_all(&[optimized.program]), applied))
    };
    let with_all: Vec<_> = programs.iter().map(|program| result(program, rules)).collect();
    let matters = |rule: &&Rule| {
        let without = rules.clone().without(&[&rule.name]);
        programs.iter().zip(&with_all).any(|(program, with)| {
            let built_in = rule.text.is_empty();
            let Some((text, applied)) = with else { return false };
            (built_in || applied.contains(&rule.name))
                && result(program, &without).is_none_or(|(other, _)| other != *text)
        })
    };
    rules.iter().filter(|rule| !matters(rule)).collect()
}

fn check(arguments: &Check) -> Result<ExitCode, ExitCode> {
    let rules = match &arguments.folder {
        None => Rules::shipped(),
        Some(folder) => {
            let mut rules = Rules::none();
            for source in io::read_folder(folder, "rules")? {
                rules.add(&source).map_err(|wrong| output::complain_of(&wrong, &source))?;
            }
            rules
        }
    };
    let effort = Effort { seed: arguments.seed, enough: arguments.enough, ..Effort::default() };
    let mut wrong = 0;
    let wanted = |rule: &&Rule| arguments.only.is_empty() || arguments.only.contains(&rule.name);
    for rule in rules.iter().filter(wanted) {
        let proven = check_examples(rule).and_then(|()| prove(rule, &effort));
        match proven {
            Ok(proof) if rule.text.is_empty() => {
                let _ = proof;
                output::print(&format!("{:<28} built in\n", rule.name));
            }
            Ok(proof) => {
                let (draws, cases) = (proof.draws, proof.cases);
                output::print(&format!(
                    "{:<28} {} programs of {draws} drawn, {cases} cases\n",
                    rule.name, proof.compared
                ));
            }
            Err(how) => {
                wrong += 1;
                output::print(&format!("{:<28} WRONG\n{how}\n", rule.name));
            }
        }
    }
    Ok(if wrong == 0 { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

fn fmt(arguments: &Fmt) -> Result<ExitCode, ExitCode> {
    let mut changed = false;
    for path in &arguments.files {
        let source: Source = io::read(path)?;
        let text = format(&source).map_err(|wrong| output::complain_of(&wrong, &source))?;
        if text == source.text() {
            continue;
        }
        changed = true;
        if arguments.check {
            output::print(&format!("{path} is not formatted\n"));
        } else {
            io::write(Some(path), &text)?;
        }
    }
    Ok(if arguments.check && changed { ExitCode::from(1) } else { ExitCode::SUCCESS })
}
