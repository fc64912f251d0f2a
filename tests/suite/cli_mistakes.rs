//! Mistakes at the command line and in files: each has a code, a place where there is one, a way out, and exit code 2;
//! and no output file is begun.

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

const PROGRAM: &str = "\
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[16, 16], pl.FP32], n: pl.Scalar[pl.INDEX]) -> pl.Tensor[[16, 16], pl.FP32]:
        y: pl.Tensor[[16, 16], pl.FP32] = pl.tensor.add(x, x)
        return y
";

fn selfsame(arguments: &[&str], input: &[u8]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_selfsame"));
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    // A command that fails before it reads closes its end.
    let _ = child.stdin.take().unwrap().write_all(input);
    child.wait_with_output().unwrap()
}

/// What a mistake is answered with: nothing on standard output, exit code 2, and this on standard error.
fn complaint(arguments: &[&str], input: &[u8]) -> String {
    let output = selfsame(arguments, input);
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(output.stdout.is_empty(), "a mistake prints no result");
    said
}

fn has(said: &str, wanted: &[&str]) {
    for part in wanted {
        assert!(said.contains(part), "{part:?} is missing in:\n{said}");
    }
}

#[test]
fn standard_input_is_a_file() {
    let output = selfsame(&["fmt", "-"], PROGRAM.as_bytes());
    assert!(output.status.success());
    assert!(String::from_utf8(output.stdout).unwrap().contains("def main(self, x:"));
}

#[test]
fn a_file_that_is_not_there() {
    for command in ["opt", "facts", "fmt", "verify", "run", "check"] {
        let said = complaint(&[command, "no/such/file.py"], b"");
        has(&said, &["error[cannot-read]: cannot read `no/such/file.py`", "= help: check the path"]);
    }
}

#[test]
fn a_name_that_does_not_exist() {
    let text = PROGRAM.replace("add(x, x)", "add(x, z)");
    let said = complaint(&["opt", "-"], text.as_bytes());
    has(&said, &["error[unknown-name]", "--> <stdin>:8:", "pl.tensor.add(x, z)", "^"]);
}

#[test]
fn a_type_that_does_not_fit() {
    let text = PROGRAM.replace("add(x, x)", "add(x, pl.tensor.create([3, 5], dtype=pl.FP32))");
    let said = complaint(&["opt", "-"], text.as_bytes());
    has(&said, &["error[", "--> <stdin>:8:", "^"]);
}

#[test]
fn a_text_that_is_not_python() {
    let text = PROGRAM.replace("add(x, x)", "add(x, , x)");
    let said = complaint(&["opt", "-"], text.as_bytes());
    has(&said, &["error[syntax]", "--> <stdin>:8:", "^"]);
}

#[test]
fn bytes_that_are_no_text() {
    let mut bytes = PROGRAM.as_bytes().to_vec();
    bytes.extend([b'#', b' ', 0xff, 0xfe]);
    let said = complaint(&["opt", "-"], &bytes);
    has(&said, &["error[not-utf8]: the file is not UTF-8 text", "--> <stdin>:10:", "save the file as UTF-8"]);
}

#[test]
fn a_name_that_only_the_verifier_minds_is_no_panic() {
    let text = PROGRAM.replace(" y:", " y__1:").replace("return y", "return y__1");
    let output = selfsame(&["verify", "-"], text.as_bytes());
    has(&String::from_utf8(output.stderr).unwrap(), &["error[reserved-name]", "--> <stdin>:8:9"]);
    let output = selfsame(&["opt", "-"], text.as_bytes());
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(!String::from_utf8(output.stdout).unwrap().contains("__"), "what is printed is legal");
}

#[test]
fn an_unknown_operator_is_a_note() {
    let text = PROGRAM.replace("pl.tensor.add(x, x)", "pl.tensor.frobnicate(x, x)");
    let output = selfsame(&["opt", "-"], text.as_bytes());
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{said}");
    has(&said, &["note[unknown-operator]", "--> <stdin>:8:", "^"]);
    assert_eq!(said.matches("note[").count(), 1, "once is enough");
    assert!(String::from_utf8(output.stdout).unwrap().contains("pl.tensor.frobnicate(x, x)"));
}

/// Functions are looked at twice where scopes became functions.
#[test]
fn a_note_is_said_once() {
    let program = "import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def k(self, p: pl.InOut[pl.Tensor[[16], pl.FP32]], q: pl.InOut[pl.Tensor[[16], pl.FP32]]) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        u = pl.store(pl.load(p, [0], [16]), [0], q)
        return u, u

    @pl.function
    def main(self, x: pl.InOut[pl.Tensor[[16], pl.FP32]]):
        with pl.at(level=pl.Level.CORE_GROUP):
            x = pl.assemble(x, x, [0])
";
    let output = selfsame(&["opt", "-"], program.as_bytes());
    assert!(output.status.success());
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(said.matches("note[returns-not-reordered]").count(), 1, "{said}");
}

#[test]
fn names_of_tables_that_do_not_exist() {
    let wrong = |arguments: &[&str], code: &str, names: &str| {
        let said = complaint(arguments, PROGRAM.as_bytes());
        has(&said, &[&format!("error[{code}]"), "= help: ", names]);
    };
    wrong(&["opt", "-", "--extractor", "best"], "unknown-extractor", "dag-knuth");
    wrong(&["opt", "-", "--passes", "return-ordre"], "unknown-pass", "return-order");
    wrong(&["opt", "-", "--stop-after", "nothing"], "unknown-pass", "return-order");
    wrong(&["opt", "-", "--print-after", "nothing"], "unknown-pass", "return-order");
    wrong(&["opt", "-", "--cost", "no-such-model"], "unknown-cost-model", "statements");
    wrong(&["opt", "-", "--cost", "no-such-file.toml"], "cannot-read", "check the path");
    wrong(&["opt", "-", "--rules", "no-such-folder"], "cannot-read", "check the path");
    wrong(&["run", "-", "--entry", "mian"], "no-entry", "main");
    wrong(&["explain-code", "no-such-code"], "unknown-code", "explain-code");
}

#[test]
fn a_mistake_as_an_object() {
    let text = PROGRAM.replace("add(x, x)", "add(x, z)");
    let said = complaint(&["opt", "-", "--diagnostics", "json"], text.as_bytes());
    let object: serde_json::Value = serde_json::from_str(said.lines().next().unwrap()).unwrap();
    assert_eq!(
        (&object["code"], &object["line"], &object["file"]),
        (&"unknown-name".into(), &8.into(), &"<stdin>".into())
    );
    let said = complaint(&["opt", "no/such/file.py", "--diagnostics", "json"], b"");
    let object: serde_json::Value = serde_json::from_str(said.lines().next().unwrap()).unwrap();
    assert_eq!((&object["code"], &object["line"]), (&"cannot-read".into(), &serde_json::Value::Null));
}

#[test]
fn of_many_mistakes_a_person_sees_some() {
    let line = "        y: pl.Tensor[[16, 16], pl.FP32] = pl.tensor.add(x, x)\n";
    let wrong: String = (0..200).map(|at| line.replace("add(x, x)", &format!("add(x, z{at})"))).collect();
    let text = PROGRAM.replace(line, &wrong);
    let said = complaint(&["opt", "-"], text.as_bytes());
    has(&said, &["selfsame: and 150 more; `--diagnostics json` gives all"]);
    assert_eq!(said.matches("error[").count(), 50);
}

/// A folder of this test's own.
fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

#[test]
fn an_output_file_is_whole_or_as_it_was() {
    let folder = folder("whole-or-as-it-was");
    let out = folder.join("out.py");
    std::fs::write(&out, "before").unwrap();
    let text = PROGRAM.replace("add(x, x)", "add(x, z)");
    complaint(&["opt", "-", "-o", out.to_str().unwrap()], text.as_bytes());
    assert_eq!(std::fs::read_to_string(&out).unwrap(), "before");
    assert!(selfsame(&["opt", "-", "-o", out.to_str().unwrap()], PROGRAM.as_bytes()).status.success());
    assert!(std::fs::read_to_string(&out).unwrap().contains("class P:"));
    let nowhere = folder.join("no-such-folder").join("out.py");
    let said = complaint(&["opt", "-", "-o", nowhere.to_str().unwrap()], PROGRAM.as_bytes());
    has(&said, &["error[cannot-write]", "= help: "]);
    let left: Vec<_> = std::fs::read_dir(&folder).unwrap().map(|it| it.unwrap().file_name()).collect();
    assert_eq!(left, ["out.py"], "nothing is left lying about");
}
