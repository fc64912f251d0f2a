//! Whole programs through the optimizer to C++: all of it compiles, and runs as the interpreter says in every order.

use std::fs;
use std::path::PathBuf;
use std::sync::LazyLock;

use selfsame::base::diagnostic::Diagnostics;
use selfsame::base::render::render;
use selfsame::base::span::Source;
use selfsame::codegen::{self, host};
use selfsame::driver::optimizer::Optimizer;
use selfsame::ir::program::{FunctionKind, Program};

use crate::codegen_host::Built;
use crate::cpp;

/// Programs that have no C++, and the complaint that says so.
const REFUSED: &[(&str, &str)] = &[
    // Case 40 asks for it.
    ("40-dep-on-closed-scope-is-an-error", "cpp-dependency-on-closed-scope"),
    // An Opaque function between orchestration and kernel.
    ("r67b-full-tuple-forwarded", "cpp-callee-not-a-kernel"),
    // Which buffer a result is depends on the number of trips.
    ("r69-full-swapping-loop-3-trips", "cpp-returns-not-explicit"),
    // The scheduler moves no elements.
    ("02a-fork-through-a-disjoint-window", "cpp-operator-in-orchestration"),
    // Two results, two outputs of one type, and no body that says which is which.
    ("18c-function-without-a-body", "cpp-returns-not-explicit"),
];

/// Programs that leave the order of a read and a write open: the runtime says so, and their results are not compared.
const RACES: &[&str] = &[
    // `manual_dep=True`, and no dependency is written.
    "61-attributes-survive-round-trip-main",
];

/// An optimized program: its name, what it was read from, before and after.
struct Ready {
    name: String,
    source: Source,
    written: Program,
    optimized: Program,
}

static READY: LazyLock<Vec<Ready>> = LazyLock::new(ready);

fn ready() -> Vec<Ready> {
    let mut paths: Vec<PathBuf> = ["tests/programs", "tests/cases", "tests/redteam"]
        .iter()
        .flat_map(|folder| fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()))
        .filter(|path| path.extension().is_some_and(|ext| ext == "py"))
        .collect();
    paths.sort();
    let only = std::env::var("SELFSAME_ONLY").unwrap_or_default();
    paths.retain(|path| path.to_string_lossy().contains(&only));
    let mut all = Vec::new();
    for path in paths {
        let source = Source::new(path.display().to_string(), fs::read_to_string(&path).unwrap());
        // What cannot be read or optimized is the matter of other tests.
        let Ok(lowered) = selfsame::lower::lower(&source) else { continue };
        let stem = path.file_stem().unwrap().to_string_lossy().into_owned();
        for (at, written) in lowered.programs.into_iter().enumerate() {
            let name = if at == 0 { stem.clone() } else { format!("{stem}-{at}") };
            let optimize = || Optimizer::new().optimize(&written);
            if let Ok(Ok(done)) = std::panic::catch_unwind(optimize) {
                all.push(Ready { name, source: source.clone(), optimized: done.program, written });
            }
        }
    }
    all
}

/// The orchestration functions of a program.
fn entries(program: &Program) -> Vec<String> {
    let functions = program.functions.values();
    functions.filter(|it| it.kind == FunctionKind::Orchestration).map(|it| it.name.to_string()).collect()
}

fn codes(errors: &Diagnostics) -> Vec<&'static str> {
    errors.iter().map(|it| it.code.0).collect()
}

#[test]
fn every_orchestration_function_has_cpp_that_compiles_or_a_known_complaint() {
    let mut wrong = Vec::new();
    let mut files = Vec::new();
    for it in READY.iter() {
        for entry in entries(&it.optimized) {
            let expected = REFUSED.iter().find(|(name, _)| *name == it.name).map(|(_, code)| *code);
            match (codegen::emit(&it.optimized, &entry), expected) {
                (Ok(cpp), None) => files.push((format!("{}-{entry}", it.name), cpp.code)),
                (Ok(_), Some(code)) => wrong.push(format!("{}: no complaint {code}", it.name)),
                (Err(errors), Some(code)) if codes(&errors).contains(&code) => {}
                (Err(errors), _) => wrong.push(render(&errors, &it.source)),
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let folder = cpp::folder("programs_cpp");
    fs::write(folder.join("all.cpp"), cpp::unit(&files)).unwrap();
    cpp::must_compile(&folder, &["-fsyntax-only", "all.cpp"]);
}

#[test]
fn optimized_programs_run_as_written_ones_are_interpreted() {
    let mut wrong = Vec::new();
    let mut runs = Vec::new();
    for it in READY.iter() {
        for entry in entries(&it.optimized) {
            if REFUSED.iter().any(|(name, _)| *name == it.name)
                || !it.written.functions.contains_key(entry.as_str())
            {
                continue;
            }
            match host::program_text(&it.optimized, &entry) {
                Ok(text) => runs.push((format!("{}-{entry}", it.name), entry, it.written.clone(), text)),
                Err(errors) => wrong.push(render(&errors, &it.source)),
            }
        }
    }
    let built = Built::new("programs_host", runs);
    for name in built.names() {
        if RACES.contains(&name.as_str()) {
            let said = built.findings(&name, 1);
            assert!(said.contains("race: "), "{name}: {said}");
            continue;
        }
        for seed in 1..=2 {
            wrong.extend(built.check(&name, seed).err());
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
