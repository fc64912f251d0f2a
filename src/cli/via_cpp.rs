//! `selfsame run --via cpp`: builds a program for the CPU with the system's compiler, runs it, and reads what it left.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::base::diagnostic::Diagnostics;
use crate::codegen::host::{self, exchange};
use crate::interp::inputs::Inputs;
use crate::interp::outcome::Outcome;
use crate::ir::program::Program;

/// Compilers to look for, if `CXX` names none.
const COMPILERS: &[&str] = &["g++", "clang++", "c++"];

/// Why a program did not run.
pub(super) enum Failure {
    /// It has no C++ form.
    Refused(Diagnostics),
    /// The compiler, the program, or a file failed; in words.
    Broken(String),
    /// Some order gave other results, or the runtime found a mistake; in words.
    Found(String),
}

/// What a run gave: the outcome, and what the runtime said.
pub(super) struct Ran {
    pub(super) outcome: Outcome,
    pub(super) said: String,
}

/// Builds and runs a function in program order, and in `orders` other orders.
pub(super) fn run(program: &Program, entry: &str, inputs: &Inputs, orders: u64) -> Result<Ran, Failure> {
    let sources = host::emit(program, entry).map_err(Failure::Refused)?;
    let function = &program.functions[entry];
    let bytes = exchange::encode(function, inputs).map_err(Failure::Broken)?;
    let folder = Folder::new()?;
    for (name, text) in &sources.files {
        folder.write(name, text.as_bytes())?;
    }
    folder.write("inputs.bin", &bytes)?;
    build(&folder.path, &sources.files)?;
    let mut command = Command::new(folder.path.join("program"));
    command.arg(folder.path.join("inputs.bin")).arg(folder.path.join("outputs.bin"));
    command.args(["--orders", &orders.to_string()]);
    let ran =
        command.output().map_err(|why| Failure::Broken(format!("the program does not start: {why}")))?;
    let (said, complained) = texts(&ran);
    match ran.status.code() {
        Some(0) => {}
        Some(3) => return Err(Failure::Found(said + &complained)),
        _ => return Err(Failure::Broken(format!("the program stopped ({}): {complained}", ran.status))),
    }
    let left = std::fs::read(folder.path.join("outputs.bin"));
    let left = left.map_err(|why| Failure::Broken(format!("the program left no outputs: {why}")))?;
    let outputs = exchange::decode(function, inputs, &left).map_err(Failure::Broken)?;
    let outcome = Outcome {
        params: outputs.params,
        returns: outputs.returns,
        windows: outputs.windows,
        trace: Vec::new(),
        poison_uses: 0,
        first_poison: None,
        aliasings: Default::default(),
        steps: 0,
    };
    Ok(Ran { outcome, said })
}

/// Compiles all sources of a folder to `program`.
fn build(folder: &Path, files: &[(String, String)]) -> Result<(), Failure> {
    let units = files.iter().map(|(name, _)| name.as_str()).filter(|name| name.ends_with(".cpp"));
    let units: Vec<&str> = units.collect();
    let chosen = std::env::var("CXX").ok();
    let compilers: Vec<&str> = match &chosen {
        Some(compiler) => vec![compiler],
        None => COMPILERS.to_vec(),
    };
    for compiler in &compilers {
        let mut command = Command::new(compiler);
        command.current_dir(folder).args(host::FLAGS).args(&units).args(["-o", "program"]);
        match command.output() {
            Ok(built) if built.status.success() => return Ok(()),
            Ok(built) => return Err(Failure::Broken(format!("{compiler} fails:\n{}", texts(&built).1))),
            Err(why) if why.kind() == std::io::ErrorKind::NotFound => {}
            Err(why) => return Err(Failure::Broken(format!("{compiler} does not start: {why}"))),
        }
    }
    Err(Failure::Broken(format!("no C++ compiler is found ({}); name one in `CXX`", compilers.join(", "))))
}

fn texts(output: &Output) -> (String, String) {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (text(&output.stdout), text(&output.stderr))
}

/// A folder of its own under the system's temporary folder, gone in the end.
struct Folder {
    path: PathBuf,
}

impl Folder {
    fn new() -> Result<Self, Failure> {
        let base = std::env::temp_dir();
        for attempt in 0..1000 {
            let path = base.join(format!("selfsame-{}-{attempt}", std::process::id()));
            match std::fs::create_dir(&path) {
                Ok(()) => return Ok(Self { path }),
                Err(why) if why.kind() == std::io::ErrorKind::AlreadyExists => {}
                Err(why) => return Err(Failure::Broken(format!("cannot make `{}`: {why}", path.display()))),
            }
        }
        Err(Failure::Broken(format!("`{}` is full of folders of ours", base.display())))
    }
    fn write(&self, name: &str, bytes: &[u8]) -> Result<(), Failure> {
        let path = self.path.join(name);
        std::fs::write(&path, bytes)
            .map_err(|why| Failure::Broken(format!("cannot write `{}`: {why}", path.display())))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.path);
    }
}
