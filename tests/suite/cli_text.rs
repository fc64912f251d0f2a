//! Files that are no programs, and programs that come in by other ways, as one sees them in a terminal.

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use selfsame::base::span::{NotText, Source};

const PROGRAM: &str = "import pypto.language as pl

@pl.program
class Small:
    @pl.function
    def main(self, x: pl.Tensor[[16], pl.FP32]) -> pl.Tensor[[16], pl.FP32]:
        return pl.add(x, 1.0)
";

fn file(name: &str, bytes: &[u8]) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, bytes).unwrap();
    path
}

fn selfsame(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_selfsame")).args(arguments).output().unwrap()
}

fn fed(arguments: &[&str], input: &[u8]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_selfsame"));
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    child.stdin.take().unwrap().write_all(input).unwrap();
    child.wait_with_output().unwrap()
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

/// What is said about a file with these bytes, which must be a user's error.
fn told(name: &str, bytes: &[u8]) -> String {
    let path = file(name, bytes);
    let path = path.to_str().unwrap();
    let shown = selfsame(&["fmt", path]);
    assert_eq!((shown.status.code(), text(&shown.stdout)), (Some(2), ""));
    text(&shown.stderr).replace(path, name)
}

#[test]
fn a_file_that_is_no_text() {
    let mut bytes = PROGRAM.as_bytes().to_vec();
    bytes.splice(17..17, [b'#', b' ', 0xff, 0xfe]);
    let wanted = "\
error[not-utf8]: the file is not UTF-8 text
 --> bytes.py:1:20
  |
1 | import pypto.lang# 
  |                    ^ the first byte that is no text
  |
  = help: save the file as UTF-8

";
    assert_eq!(told("bytes.py", &bytes), wanted);
    let NotText { at, read } = Source::from_bytes("bytes.py", bytes).unwrap_err();
    assert_eq!((at.start, read.text()), (19, "import pypto.lang# "));
}

#[test]
fn bytes_that_are_text_are_read_without_their_mark() {
    let source = Source::from_bytes("mark.py", [b"\xef\xbb\xbf".as_slice(), b"x = 1\n"].concat()).unwrap();
    assert_eq!(source.text(), "x = 1\n");
    let source = Source::from_bytes("plain.py", "é = 1".as_bytes().to_vec()).unwrap();
    assert_eq!((source.text(), source.position(3).column), ("é = 1", 3));
}

#[test]
fn an_empty_file_and_one_of_blanks() {
    for bytes in [b"".as_slice(), b"\n  \n\n", b"\xef\xbb\xbf\n"] {
        let told = told("nothing.py", bytes);
        assert!(told.starts_with("error[empty-file]: the file is empty\n --> nothing.py:1:1\n"), "{told}");
        assert!(told.contains("= help: write a class under `@pl.program`"), "{told}");
    }
}

#[test]
fn a_file_that_is_not_there() {
    let shown = selfsame(&["fmt", "no/such/file.py"]);
    assert_eq!(shown.status.code(), Some(2));
    assert!(text(&shown.stderr).starts_with("error[cannot-read]: cannot read `no/such/file.py`: "));
}

#[test]
fn standard_input_is_read() {
    let path = file("small.py", PROGRAM.as_bytes());
    let from_file = selfsame(&["fmt", path.to_str().unwrap()]);
    let piped = fed(&["fmt", "-"], PROGRAM.as_bytes());
    assert_eq!(piped.status.code(), Some(0));
    assert_eq!(text(&piped.stdout), text(&from_file.stdout));
    assert!(text(&piped.stdout).starts_with("# pypto.program: Small\nimport pypto.language as pl\n"));
    let wrong = fed(&["verify", "-"], b"x = (1\n");
    assert_eq!(wrong.status.code(), Some(2));
    assert!(text(&wrong.stderr).contains(" --> <stdin>:1:5\n"), "{}", text(&wrong.stderr));
}

#[test]
fn lines_may_end_as_on_any_system() {
    let unix = fed(&["fmt", "-"], PROGRAM.as_bytes());
    let dos = fed(&["fmt", "-"], PROGRAM.replace('\n', "\r\n").as_bytes());
    let tabs = fed(&["fmt", "-"], PROGRAM.replace("    ", "\t").as_bytes());
    assert_eq!(text(&unix.stdout), text(&dos.stdout));
    assert_eq!(text(&unix.stdout), text(&tabs.stdout));
}

#[test]
fn tools_get_one_object_a_line() {
    let wrong = PROGRAM.replace("pl.add(x, 1.0)", "pl.add(xx, z)");
    let shown = fed(&["--diagnostics", "json", "fmt", "-"], wrong.as_bytes());
    assert_eq!(shown.status.code(), Some(2));
    let objects: Vec<serde_json::Value> =
        text(&shown.stderr).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(objects.len(), 2);
    let first = &objects[0];
    assert_eq!(first["code"], "unknown-name");
    assert_eq!(first["severity"], "error");
    assert_eq!(first["message"], "`xx` is not defined");
    assert_eq!(first["file"], "<stdin>");
    assert_eq!((&first["line"], &first["column"]), (&7.into(), &23.into()));
    assert_eq!((&first["end_line"], &first["end_column"]), (&7.into(), &25.into()));
    assert_eq!(first["help"], serde_json::json!(["did you mean `x`?"]));
    let bytes = fed(&["--diagnostics", "json", "fmt", "-"], b"\xff");
    let object: serde_json::Value = serde_json::from_str(text(&bytes.stderr)).unwrap();
    assert_eq!((bytes.status.code(), &object["code"]), (Some(2), &"not-utf8".into()));
}
