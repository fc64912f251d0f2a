//! Programs built for the CPU and run: the interpreter, program order and adversarial orders agree.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use selfsame::base::render::render;
use selfsame::base::span::Source;
use selfsame::codegen::host::{self, exchange};
use selfsame::interp;
use selfsame::interp::fault::Limits;
use selfsame::interp::inputs::Inputs;
use selfsame::interp::number::Number;
use selfsame::interp::outcome::Output as Value;
use selfsame::ir::program::Program;

use crate::cpp;

/// How many orders each program runs in, beside program order.
const ORDERS: &str = "20";

/// One executable for many programs; the first argument picks one.
struct Built {
    folder: PathBuf,
    programs: Vec<(String, Program)>,
}

fn build(folder: &str, programs: Vec<(String, Program)>) -> Built {
    let folder = cpp::folder(folder);
    let mut files = Vec::new();
    let mut main = String::from("\n#include <cstring>\n\nint main(int argc, char** argv) {\n");
    for (name, program) in &programs {
        let text = host::program_text(program, "main")
            .unwrap_or_else(|errors| panic!("{name}: {}", render(&errors, &Source::new(name.as_str(), ""))));
        let prefix = name.replace(|c: char| !c.is_ascii_alphanumeric(), "_");
        main.push_str(&format!(
            "    if (strcmp(argv[1], \"{name}\") == 0) {{ return {prefix}_program::{prefix}_main(argc - 1, argv + 1); }}\n"
        ));
        files.push((name.clone(), text));
    }
    main.push_str("    return 99;\n}\n");
    fs::write(folder.join("all.cpp"), cpp::unit(&files) + &main).unwrap();
    cpp::must_compile(&folder, &["all.cpp", "selfsame_runtime.cpp", "-o", "all"]);
    Built { folder, programs }
}

impl Built {
    fn run(&self, name: &str, inputs: &Path, outputs: &Path, more: &[&str]) -> Output {
        Command::new(self.folder.join("all")).arg(name).arg(inputs).arg(outputs).args(more).output().unwrap()
    }

    /// What is wrong with a program: another result than the interpreter's, or orders that disagree.
    fn check(&self, name: &str, seed: u64) -> Result<(), String> {
        let program = &self.programs.iter().find(|(known, _)| known == name).unwrap().1;
        let main = &program.functions["main"];
        let inputs = Inputs::seeded(program, "main", seed).map_err(|fault| fault.to_string())?;
        let oracle =
            interp::run(program, "main", &inputs, &Limits::default()).map_err(|fault| fault.to_string())?;
        let (input, output) =
            (self.folder.join(format!("{name}.in")), self.folder.join(format!("{name}.out")));
        fs::write(&input, exchange::encode(main, &inputs)?).unwrap();
        let ran = self.run(name, &input, &output, &["--orders", ORDERS]);
        if !ran.status.success() {
            return Err(format!("{name}: {}", String::from_utf8_lossy(&ran.stderr)));
        }
        let outputs = exchange::decode(main, &inputs, &fs::read(&output).unwrap())?;
        for (at, (ours, theirs)) in outputs.params.iter().zip(&oracle.params).enumerate() {
            same(ours, theirs).map_err(|why| format!("{name}: parameter {at}: {why}"))?;
        }
        if outputs.returns.len() != oracle.returns.len() {
            return Err(format!("{name}: {} values returned", outputs.returns.len()));
        }
        for (at, (ours, theirs)) in outputs.returns.iter().zip(&oracle.returns).enumerate() {
            same(ours, theirs).map_err(|why| format!("{name}: returned value {at}: {why}"))?;
        }
        Ok(())
    }
}

/// Compares what was ever written.
fn same(ours: &Value, theirs: &Value) -> Result<(), String> {
    match (ours, theirs) {
        (Value::Scalar(ours, _), Value::Scalar(theirs, _)) if ours.same(*theirs) => Ok(()),
        (Value::Storage(ours), Value::Storage(theirs)) => {
            if (ours.root, &ours.shape) != (theirs.root, &theirs.shape) {
                return Err(format!("{} {:?} for {} {:?}", ours.root, ours.shape, theirs.root, theirs.shape));
            }
            let pairs = ours.elements.iter().zip(&theirs.elements).enumerate();
            for (at, (ours, theirs)) in pairs {
                if *theirs != Number::Poison && !ours.same(*theirs) {
                    return Err(format!("element {at} is {ours} and should be {theirs}"));
                }
            }
            Ok(())
        }
        (Value::Other(_), _) => Ok(()),
        _ => Err(format!("{ours:?} for {theirs:?}")),
    }
}

fn golden() -> Vec<(String, Program)> {
    let mut paths: Vec<PathBuf> = fs::read_dir("tests/golden/cpp")
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|ext| ext == "cpp"))
        .collect();
    paths.sort();
    let load = |path: PathBuf| {
        let path = path.with_extension("py");
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        let program = cpp::program(&name, &fs::read_to_string(&path).unwrap());
        (name, program)
    };
    paths.into_iter().map(load).collect()
}

#[test]
fn golden_programs_run_as_interpreted_in_every_order() {
    let built = build("golden_host", golden());
    let mut wrong = Vec::new();
    for (name, _) in &built.programs {
        for seed in 1..=3 {
            wrong.extend(built.check(name, seed).err());
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
