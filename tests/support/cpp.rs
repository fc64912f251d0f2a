//! The system's C++ compiler, for tests.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::atomic::{AtomicUsize, Ordering};

use selfsame::base::span::Source;
use selfsame::codegen::runtime;
use selfsame::ir::program::Program;

/// A folder of its own under the build's temporary folder, with the runtime's files in it.
pub(crate) fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).unwrap();
    for (file, text) in runtime::files() {
        std::fs::write(path.join(file), text).unwrap();
    }
    path
}

/// Runs the compiler in a folder.
pub(crate) fn compile(folder: &Path, arguments: &[&str]) -> Output {
    let compiler = if cfg!(target_os = "macos") { "clang++" } else { "g++" };
    let flags = ["-std=c++17", "-Wall", "-Wextra", "-Werror", "-fwrapv", "-ffp-contract=off", "-pthread"];
    Command::new(compiler)
        .current_dir(folder)
        .args(flags)
        .args(arguments)
        .output()
        .unwrap_or_else(|error| panic!("{compiler}: {error}"))
}

/// Panics with the compiler's words if it complained.
pub(crate) fn must_compile(folder: &Path, arguments: &[&str]) {
    let output = compile(folder, arguments);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// Compiles so many sources of a folder, two at a time, and links them.
pub(crate) fn must_build(folder: &Path, units: &[String], name: &str) {
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some(unit) = units.get(next.fetch_add(1, Ordering::Relaxed)) {
                    must_compile(folder, &["-c", &format!("{unit}.cpp"), "-o", &format!("{unit}.o")]);
                }
            });
        }
    });
    let mut arguments: Vec<String> = units.iter().map(|unit| format!("{unit}.o")).collect();
    arguments.extend(["-o".to_owned(), name.to_owned()]);
    must_compile(folder, &arguments.iter().map(String::as_str).collect::<Vec<_>>());
}

/// What a program's entry points begin with in a unit of several.
pub(crate) fn prefix(name: &str) -> String {
    format!("p_{}", name.replace(|c: char| !c.is_ascii_alphanumeric(), "_"))
}

/// Several files in one translation unit: each in a namespace of its own, with its entry points renamed.
pub(crate) fn unit(files: &[(String, String)]) -> String {
    let mut text = String::from(
        "#include <algorithm>\n#include <cmath>\n#include <cstdlib>\n#include <initializer_list>\n#include <limits>\n\
         #include <tuple>\n#include <stdio.h>\n#include \"selfsame_host.h\"\n#include \"selfsame_operators.h\"\n#include \"selfsame_indexing.h\"\n",
    );
    for (name, code) in files {
        let prefix = prefix(name);
        text.push_str(&format!("\n#define aicpu_orchestration_config {prefix}_config\n"));
        text.push_str(&format!(
            "#define aicpu_orchestration_entry {prefix}_entry\n#define main {prefix}_main\n"
        ));
        text.push_str(&format!("namespace {prefix}_program {{\n{code}}}\n"));
        text.push_str("#undef aicpu_orchestration_config\n#undef aicpu_orchestration_entry\n#undef main\n");
    }
    text
}

/// The program of a text, which must have no mistakes.
pub(crate) fn program(name: &str, text: &str) -> Program {
    let source = Source::new(name, text);
    match selfsame::lower::lower(&source) {
        Ok(mut lowered) => lowered.programs.remove(0),
        Err(errors) => panic!("{}", selfsame::base::render::render(&errors, &source)),
    }
}
