//! The law of emission: the interpreter, program order and every other order that the recorded dependencies allow leave the
//! same results, and what is emitted compiles without a word. `SELFSAME_CASES` sets the number of programs.

use std::fs;

use rayon::prelude::*;
use selfsame::base::diagnostic::Diagnostics;
use selfsame::base::render::render;
use selfsame::base::span::Source;
use selfsame::codegen::{self, host};
use selfsame::driver::optimizer::Optimizer;
use selfsame::ir::program::{FunctionKind, Program};

use crate::codegen_host::Built;
use crate::{cpp, generate, orchestrate};

/// How many programs are built into one executable.
const AT_ONCE: usize = 200;

fn cases(default: u64) -> u64 {
    std::env::var("SELFSAME_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(default)
}

/// A program with its C++ for the device and for the CPU.
struct Emitted {
    name: String,
    text: String,
    written: Program,
    device: String,
    cpu: String,
}

/// Why a program has no C++.
enum Refused {
    /// It could not be read or optimized, or has another kind of entry.
    Other(String),
    Codes(Vec<&'static str>, String),
}

fn refused(source: &Source, errors: &Diagnostics) -> Refused {
    let shown = format!("{}\n{}", render(errors, source), source.text());
    Refused::Codes(errors.iter().map(|it| it.code.0).collect(), shown)
}

fn emitted(name: String, text: String) -> Result<Emitted, Refused> {
    let source = Source::new(name.as_str(), text.as_str());
    let lowered =
        selfsame::lower::lower(&source).map_err(|errors| Refused::Other(render(&errors, &source)))?;
    let written = lowered.programs.into_iter().next().expect("a text of one program");
    if written.functions["main"].kind != FunctionKind::Orchestration {
        return Err(Refused::Other("another kind of entry".into()));
    }
    let done =
        Optimizer::new().optimize(&written).map_err(|errors| Refused::Other(render(&errors, &source)))?;
    let device = codegen::emit(&done.program, "main").map_err(|errors| refused(&source, &errors))?;
    let cpu = host::program_text(&done.program, "main").map_err(|errors| refused(&source, &errors))?;
    Ok(Emitted { name, text, written, device: device.code, cpu })
}

/// What is wrong with programs, and how many of them had a meaning to compare with.
fn hold(law: &str, programs: &[Emitted]) -> (Vec<String>, usize) {
    let (mut wrong, mut compared) = (Vec::new(), 0);
    for (number, some) in programs.chunks(AT_ONCE).enumerate() {
        let folder = cpp::folder(&format!("{law}_device_{number}"));
        let files: Vec<(String, String)> =
            some.iter().map(|it| (it.name.clone(), it.device.clone())).collect();
        fs::write(folder.join("all.cpp"), cpp::unit(&files)).unwrap();
        cpp::must_compile(&folder, &["-fsyntax-only", "all.cpp"]);
        let runs = some
            .iter()
            .map(|it| (it.name.clone(), "main".to_owned(), it.written.clone(), it.cpu.clone()))
            .collect();
        let built = Built::new(&format!("{law}_{number}"), runs);
        for it in some {
            // Manual scopes of the generator of whole programs leave orders open that change what comes out.
            let open = law == "whole" && it.text.contains("manual_scope");
            let orders = if open { "0" } else { "20" };
            for seed in 1..=2 {
                match built.check_in(&it.name, seed, orders) {
                    Ok(true) => compared += 1,
                    Ok(false) => {}
                    Err(why) => wrong.push(format!("{why}, inputs {seed}\n{}", it.text)),
                }
            }
        }
    }
    (wrong, compared)
}

#[test]
fn orchestration_runs_as_interpreted_in_every_order() {
    let count = cases(200);
    let results: Vec<Result<Emitted, Refused>> = (0..count)
        .into_par_iter()
        .map(|seed| emitted(format!("made-{seed}"), orchestrate::program(seed)))
        .collect();
    let (mut programs, mut wrong) = (Vec::new(), Vec::new());
    for result in results {
        match result {
            Ok(it) => programs.push(it),
            Err(Refused::Other(why) | Refused::Codes(_, why)) => wrong.push(why),
        }
    }
    assert!(wrong.is_empty(), "{} of {count} refused, the first:\n{}", wrong.len(), wrong[0]);
    let (wrong, compared) = hold("law", &programs);
    assert!(wrong.is_empty(), "{} wrong, the first:\n{}", wrong.len(), wrong[0]);
    assert!(compared * 20 >= programs.len() * 2 * 19, "only {compared} runs had a meaning");
}

/// What has no C++ and may come out of the generator of whole programs.
const MAY_BE_REFUSED: &[&str] = &[
    "cpp-callee-not-a-kernel",
    "cpp-dependency-on-closed-scope",
    "cpp-loop-kind",
    "cpp-operator-in-orchestration",
    "cpp-returns-not-explicit",
    "cpp-scalar-of-a-task",
    "cpp-tensor-outlives-scope",
    "cpp-unsupported",
    "cpp-wrapper",
];

/// Programs with everything in them, as far as they have C++ for a scheduler.
#[test]
fn whole_programs_run_as_interpreted_in_every_order() {
    let results: Vec<Result<Emitted, Refused>> = (0..cases(150))
        .into_par_iter()
        .map(|seed| emitted(format!("whole-{seed}"), generate::program(&generate::choices(seed + 1000, 240))))
        .collect();
    let (mut programs, mut wrong) = (Vec::new(), Vec::new());
    for result in results {
        match result {
            Ok(it) => programs.push(it),
            Err(Refused::Codes(codes, why)) if codes.iter().any(|code| !MAY_BE_REFUSED.contains(code)) => {
                wrong.push(why)
            }
            Err(_) => {}
        }
    }
    assert!(wrong.is_empty(), "{} refused without need, the first:\n{}", wrong.len(), wrong[0]);
    assert!(programs.len() >= 10, "only {} programs have C++", programs.len());
    let (wrong, _) = hold("whole", &programs);
    assert!(wrong.is_empty(), "{} wrong, the first:\n{}", wrong.len(), wrong[0]);
}
