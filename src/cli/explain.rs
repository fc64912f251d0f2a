//! `selfsame explain`: why two things are the same, or the nearest reason why they are not.

use std::fmt::Write;
use std::process::ExitCode;

use clap::Args;
use serde_json::{Value, json};

use crate::base::diagnostic::{Diagnostic, Diagnostics};
use crate::base::span::{Source, Span};
use crate::cli::opt::How;
use crate::cli::{io, output};
use crate::driver::explain::{RECORDED, Wrong, explain, replay};
use crate::egraph::explain::question::Question;
use crate::egraph::explain::{Answer, Definition, Replayed, Said, Verdict};
use crate::ir::program::Program;

/// Explain why two things of a function are the same, or what parts them; without a question, check every step
///
/// Ends with 0 if they are the same and 1 if they are not known to be.
#[derive(Args)]
pub(super) struct Explain {
    /// A file of programs in the DSL; `-` reads standard input
    file: String,
    /// `f: a == b`; a side is a variable (`x`, `x@12` for the one of line 12, `t[1]`), `return[0]`, `loop[1].carry[0]`,
    /// `loop[1].init[0]` or `call[3]`
    question: Option<String>,
    /// Record at most so many equations
    #[arg(long, value_name = "N", default_value_t = RECORDED)]
    record: usize,
    /// Answer as JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    how: How,
}

/// Runs the command.
pub(super) fn run(arguments: &Explain) -> ExitCode {
    match answer(arguments) {
        Ok(code) | Err(code) => code,
    }
}

fn answer(arguments: &Explain) -> Result<ExitCode, ExitCode> {
    let Some(question) = &arguments.question else { return replay_all(arguments) };
    let text = Source::new("the question", question.clone());
    let unclear = |wrong: Box<Diagnostic>| output::complain_of(&Diagnostics::from(*wrong), &text);
    let question = Question::parse(question).map_err(unclear)?;
    let source = io::read(&arguments.file)?;
    let programs = io::lower(&source)?;
    let options = arguments.how.options()?;
    let has = |program: &&Program| program.functions.contains_key(&question.function);
    let program = programs.iter().find(has).or(programs.first());
    let program = program.expect("a file that lowers holds a program");
    let answer = explain(&options, program, &source, &question, arguments.record);
    let answer = answer.map_err(|wrong| match wrong {
        Wrong::Program(wrong) => output::complain_of(&wrong, &source),
        Wrong::Question(wrong) => unclear(wrong),
    })?;
    let shown =
        if arguments.json { object(&question, &answer, &source) } else { page(&question, &answer, &source) };
    output::print(&shown);
    Ok(match answer.verdict {
        Verdict::Same(_) => ExitCode::SUCCESS,
        Verdict::Apart(_) => ExitCode::from(output::FAILED),
        Verdict::Unrecorded(_) => ExitCode::from(output::WRONG),
    })
}

/// Replays every step of every function.
fn replay_all(arguments: &Explain) -> Result<ExitCode, ExitCode> {
    let source = io::read(&arguments.file)?;
    let options = arguments.how.options()?;
    let mut ended = ExitCode::SUCCESS;
    for program in &io::lower(&source)? {
        let replayed = replay(&options, program, arguments.record);
        for (name, replayed) in replayed.map_err(|wrong| output::complain_of(&wrong, &source))? {
            let line = match replayed {
                Ok(Replayed { steps, dropped: 0, .. }) => {
                    format!("{name}: {steps} steps, each follows from its rule")
                }
                Ok(Replayed { steps, dropped, .. }) => {
                    format!(
                        "{name}: {steps} steps, each follows from its rule; {dropped} more were not recorded"
                    )
                }
                Err(fault) => {
                    ended = ExitCode::from(output::FAILED);
                    format!("{name}: {fault}")
                }
            };
            output::print(&(line + "\n"));
        }
    }
    Ok(ended)
}

fn page(question: &Question, answer: &Answer, source: &Source) -> String {
    let (left, right) = (&question.left.text, &question.right.text);
    let what = if answer.storage { "the same buffer under the same view" } else { "the same value" };
    let mut text = format!("{}: `{left}` and `{right}` ", question.function);
    let lines = match &answer.verdict {
        Verdict::Same(steps) if steps.is_empty() => {
            let _ = writeln!(text, "are {what}: both are one term, no rule is needed");
            steps
        }
        Verdict::Same(steps) => {
            let rules = steps.iter().filter(|step| step.rule.is_some()).count();
            let s = if rules == 1 { "" } else { "s" };
            let _ = writeln!(text, "are {what}, by {rules} step{s}, each checked");
            steps
        }
        Verdict::Apart(reasons) => {
            let _ = writeln!(text, "are not known to be {what}");
            reasons
        }
        Verdict::Unrecorded(dropped) => {
            let _ =
                writeln!(text, "are {what}, but {dropped} equations were not recorded: give `--record` more");
            return text;
        }
    };
    for (name, it) in [(left, &answer.left), (right, &answer.right)] {
        let _ =
            writeln!(text, "  `{name}` is defined at {}{}", place(it.span, source), others(name, it, source));
    }
    for (number, said) in lines.iter().enumerate() {
        text.push('\n');
        line(&mut text, number + 1, said, source);
    }
    text
}

/// Other definitions of the same name, and how to ask about one.
fn others(name: &str, it: &Definition, source: &Source) -> String {
    let mut lines: Vec<usize> = it.also.iter().map(|span| source.position(span.start).line).collect();
    lines.dedup();
    let Some(first) = lines.first() else { return String::new() };
    let all: Vec<String> = lines.iter().map(usize::to_string).collect();
    let word = name.split('[').next().unwrap_or(name);
    format!("; there are others in line {}: `{word}@{first}`", all.join(", "))
}

fn line(text: &mut String, number: usize, said: &Said, source: &Source) {
    let first = match &said.rule {
        Some((rule, at)) => format!("{rule} ({at})"),
        None => said.text.clone(),
    };
    let _ = writeln!(text, "{number:>3}. {first}");
    if said.rule.is_some() {
        let _ = writeln!(text, "     {}", said.text);
    }
    if said.span.is_some() {
        let line = source.position(said.span.start).line;
        let shown = &source.text()[source.line_start(line)..source.line_end(line)];
        let _ = writeln!(text, "     {} | {}", place(said.span, source), shown.trim());
    }
}

fn place(span: Span, source: &Source) -> String {
    if !span.is_some() {
        return "no place in the text".to_owned();
    }
    let at = source.position(span.start);
    format!("{}:{}:{}", source.name(), at.line, at.column)
}

fn object(question: &Question, answer: &Answer, source: &Source) -> String {
    let said = |said: &Said| {
        let (rule, at) = said.rule.clone().unzip();
        let place = said.span.is_some().then(|| place(said.span, source));
        json!({ "rule": rule, "rule_at": at, "at": place, "text": said.text })
    };
    let (verdict, lines): (&str, Vec<Value>) = match &answer.verdict {
        Verdict::Same(steps) => ("same", steps.iter().map(said).collect()),
        Verdict::Apart(reasons) => ("apart", reasons.iter().map(said).collect()),
        Verdict::Unrecorded(_) => ("unrecorded", Vec::new()),
    };
    let object = json!({
        "function": question.function.as_str(),
        "left": { "text": question.left.text, "at": place(answer.left.span, source) },
        "right": { "text": question.right.text, "at": place(answer.right.span, source) },
        "storage": answer.storage,
        "verdict": verdict,
        "checked": verdict == "same",
        "steps": lines,
    });
    serde_json::to_string_pretty(&object).expect("an answer is plain data") + "\n"
}
