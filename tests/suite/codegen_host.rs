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

/// One program in an executable.
struct Entry {
    name: String,
    entry: String,
    /// What the interpreter runs.
    program: Program,
}

/// One executable for many programs; the first argument picks one.
pub(crate) struct Built {
    folder: PathBuf,
    entries: Vec<Entry>,
}

/// How many programs share a translation unit: the compiler's memory grows with it.
const PER_UNIT: usize = 40;

impl Built {
    /// Builds programs: a name, the entry, what to interpret, and the text of `program.cpp`.
    pub(crate) fn new(folder: &str, programs: Vec<(String, String, Program, String)>) -> Self {
        let folder = cpp::folder(folder);
        let mut main = String::from("#include <cstring>\n");
        let mut picks = String::new();
        let mut units = vec!["main".to_owned(), "selfsame_runtime".to_owned()];
        let mut entries = Vec::new();
        for (number, unit) in programs.chunks(PER_UNIT).enumerate() {
            let mut files = Vec::new();
            for (name, entry, program, text) in unit {
                let prefix = cpp::prefix(name);
                main.push_str(&format!("namespace {prefix}_program {{ int {prefix}_main(int, char**); }}\n"));
                picks.push_str(&format!(
                    "    if (strcmp(argv[1], \"{name}\") == 0) {{ return {prefix}_program::{prefix}_main(argc - 1, argv + 1); }}\n"
                ));
                files.push((name.clone(), text.clone()));
                entries.push(Entry { name: name.clone(), entry: entry.clone(), program: program.clone() });
            }
            fs::write(folder.join(format!("unit{number}.cpp")), cpp::unit(&files)).unwrap();
            units.push(format!("unit{number}"));
        }
        main.push_str(&format!("\nint main(int argc, char** argv) {{\n{picks}    return 99;\n}}\n"));
        fs::write(folder.join("main.cpp"), main).unwrap();
        cpp::must_build(&folder, &units, "all");
        Self { folder, entries }
    }

    /// All names.
    pub(crate) fn names(&self) -> Vec<String> {
        self.entries.iter().map(|it| it.name.clone()).collect()
    }

    fn run(&self, name: &str, inputs: &Path, outputs: &Path, more: &[&str]) -> Output {
        Command::new(self.folder.join("all")).arg(name).arg(inputs).arg(outputs).args(more).output().unwrap()
    }

    /// What one run of a program in program order found.
    pub(crate) fn findings(&self, name: &str, seed: u64) -> String {
        let Entry { entry, program, .. } = self.entries.iter().find(|it| it.name == name).unwrap();
        let inputs = Inputs::seeded(program, entry, seed).unwrap();
        let (input, output) =
            (self.folder.join(format!("{name}.in")), self.folder.join(format!("{name}.out")));
        fs::write(&input, exchange::encode(&program.functions[entry.as_str()], &inputs).unwrap()).unwrap();
        let ran = self.run(name, &input, &output, &["--findings"]);
        String::from_utf8(ran.stdout).unwrap() + &String::from_utf8(ran.stderr).unwrap()
    }

    /// What is wrong with a program: another result than the interpreter's, or orders that disagree. Else whether there was
    /// something to compare.
    pub(crate) fn check(&self, name: &str, seed: u64) -> Result<bool, String> {
        self.check_in(name, seed, ORDERS)
    }

    /// The same in so many other orders.
    pub(crate) fn check_in(&self, name: &str, seed: u64, orders: &str) -> Result<bool, String> {
        let Entry { entry, program, .. } = self.entries.iter().find(|it| it.name == name).unwrap();
        let function = &program.functions[entry.as_str()];
        let inputs = Inputs::seeded(program, entry, seed).map_err(|fault| format!("{name}: {fault}"))?;
        let oracle = interp::run(program, entry, &inputs, &Limits::default());
        // Where the program has no meaning, there is nothing to compare.
        let Ok(oracle) = oracle else { return Ok(false) };
        let (input, output) =
            (self.folder.join(format!("{name}.in")), self.folder.join(format!("{name}.out")));
        fs::write(&input, exchange::encode(function, &inputs)?).unwrap();
        let ran = self.run(name, &input, &output, &["--orders", orders]);
        if !ran.status.success() {
            return Err(format!("{name}: {}", String::from_utf8_lossy(&ran.stderr)));
        }
        let outputs = exchange::decode(function, &inputs, &fs::read(&output).unwrap())?;
        for (at, (ours, theirs)) in outputs.params.iter().zip(&oracle.params).enumerate() {
            same(ours, theirs).map_err(|why| format!("{name}: parameter {at}: {why}"))?;
        }
        if outputs.returns.len() != oracle.returns.len() {
            return Err(format!("{name}: {} values returned", outputs.returns.len()));
        }
        for (at, (ours, theirs)) in outputs.returns.iter().zip(&oracle.returns).enumerate() {
            same(ours, theirs).map_err(|why| format!("{name}: returned value {at}: {why}"))?;
        }
        for ((_, ours), (window, theirs)) in outputs.windows.iter().zip(&oracle.windows) {
            same(ours, theirs).map_err(|why| format!("{name}: window {window}: {why}"))?;
        }
        Ok(true)
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

fn golden() -> Vec<(String, String, Program, String)> {
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
        let text = host::program_text(&program, "main")
            .unwrap_or_else(|errors| panic!("{}", render(&errors, &Source::new(name.as_str(), ""))));
        (name, "main".to_owned(), program, text)
    };
    paths.into_iter().map(load).collect()
}

#[test]
fn golden_programs_run_as_interpreted_in_every_order() {
    let built = Built::new("golden_host", golden());
    let mut wrong = Vec::new();
    for name in built.names() {
        for seed in 1..=3 {
            wrong.extend(built.check(&name, seed).err());
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
