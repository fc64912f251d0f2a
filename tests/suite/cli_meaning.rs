//! `selfsame run` and `selfsame check`, as one sees them in a terminal.

use std::path::PathBuf;
use std::process::{Command, Output};

fn selfsame(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_selfsame")).args(arguments).output().unwrap()
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

/// A file of its own for a test.
fn file(name: &str, content: &str) -> String {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("meaning");
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join(name);
    std::fs::write(&path, content).unwrap();
    path.to_str().unwrap().to_owned()
}

const PROGRAM: &str = "import pypto.language as pl


@pl.program
class Shown:
    @pl.function(type=pl.FunctionType.InCore)
    def k(self, x: pl.Tensor[[2, 2], pl.FP32], o: pl.InOut[pl.Tensor[[2, 2], pl.FP32]]) -> pl.Tensor[[2, 2], pl.FP32]:
        t = pl.load(x, [0, 0], [2, 2])
        r = pl.store(t, [0, 0], o)
        return r

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, n: pl.Scalar[pl.INDEX], x: pl.Tensor[[2, 2], pl.FP32], o: pl.InOut[pl.Tensor[[2, 2], pl.FP32]]) -> pl.Tensor[[2, 2], pl.FP32]:
        o = self.k(x, o)
        return o
";

#[test]
fn a_run_is_a_digest_and_a_line_per_output() {
    let path = file("run.py", PROGRAM);
    let once = selfsame(&["run", &path, "--seed", "3"]);
    assert!(once.status.success());
    let shown = text(&once.stdout);
    let lines: Vec<&str> = shown.lines().collect();
    assert!(lines[0].starts_with("main, seed 3: ") && lines[0].contains("digest "), "{shown}");
    assert!(lines[1].starts_with("  n ") && lines[1].contains("INDEX"), "{shown}");
    assert!(lines[3].starts_with("  o ") && lines[3].contains("FP32 [2, 2], in parameter 2"), "{shown}");
    assert!(lines[4].starts_with("  return 0 ") && lines[4].contains("in parameter 2"), "{shown}");
    assert_eq!(once.stdout, selfsame(&["run", &path, "--seed", "3"]).stdout);
    assert_ne!(once.stdout, selfsame(&["run", &path, "--seed", "4"]).stdout);
}

#[test]
fn inputs_and_the_entry_can_be_given_and_all_values_asked_for() {
    let path = file("given.py", PROGRAM);
    let inputs =
        file("given.json", r#"{"x": {"shape": [2, 2], "data": [1, 2, "inf", -4.5]}, "o": {"same": "x"}}"#);
    let ran = selfsame(&["run", &path, "--entry", "k", "--inputs", &inputs, "--json"]);
    assert!(ran.status.success(), "{}", text(&ran.stderr));
    let json: serde_json::Value = serde_json::from_slice(&ran.stdout).unwrap();
    assert_eq!(json["entry"], "k");
    assert_eq!(json["params"]["x"]["data"], serde_json::json!([1.0, 2.0, "inf", -4.5]));
    assert_eq!(json["params"]["o"]["storage"], "parameter 0");
    assert_eq!(json["inputs"]["o"], serde_json::json!({ "same": "x" }));
    assert_eq!(json["returns"][0]["storage"], "parameter 0");
    let lists = file("lists.json", r#"{"x": [[1, 2], ["inf", -4.5]], "o": {"same": "x"}}"#);
    let again = selfsame(&["run", &path, "--entry", "k", "--inputs", &lists, "--json"]);
    assert_eq!(text(&again.stdout), text(&ran.stdout));
}

#[test]
fn inputs_that_do_not_fit_are_mistakes_with_a_sentence() {
    let path = file("misfit.py", PROGRAM);
    for (json, message) in [
        (r#"{"y": 1}"#, "`main` has no parameter `y`"),
        (r#"{"x": {"shape": [3], "data": [1, 2]}}"#, "elements"),
        (r#"{"x": [[1, 2], [3]]}"#, "`x`: its lists differ in length"),
        (r#"{"x": [[1, 2], 3]}"#, "`x`: its lists differ in length"),
        (r#"{"x": [1, "two"]}"#, "`x`: elements are numbers"),
        (r#"{"x": "one"}"#, "`x`: a number is needed, a list"),
        ("[1]", "inputs are an object"),
        ("{", "EOF"),
    ] {
        let inputs = file("misfit.json", json);
        let ran = selfsame(&["run", &path, "--inputs", &inputs]);
        assert_eq!(ran.status.code(), Some(2), "{json}");
        assert!(text(&ran.stderr).contains(message), "{json}: {}", text(&ran.stderr));
    }
    assert!(!selfsame(&["run", &path, "--entry", "nobody"]).status.success());
}

#[test]
fn a_check_of_a_program_against_its_optimized_form_finds_nothing() {
    let path = file("same.py", PROGRAM);
    let checked = selfsame(&["check", &path, "--seeds", "3", "--stable"]);
    assert!(checked.status.success(), "{}", text(&checked.stdout));
    assert!(text(&checked.stdout).starts_with("Shown: "), "{}", text(&checked.stdout));
    assert!(text(&checked.stdout).contains("no difference"));
}

#[test]
fn a_difference_is_an_output_an_index_two_values_and_who_wrote_them() {
    let before = file("before.py", PROGRAM);
    let after = file(
        "after.py",
        &PROGRAM.replace("r = pl.store(t, [0, 0], o)", "r = pl.store(pl.add(t, 1.0), [0, 0], o)"),
    );
    let checked = selfsame(&["check", &before, &after]);
    assert_eq!(checked.status.code(), Some(1));
    let shown = text(&checked.stdout);
    assert!(shown.starts_with("Shown: `main` with seed 0: parameter o at [0, 0] was "), "{shown}");
    assert!(shown.contains("\n  before: in `k`: r = tile.store(t, [0, 0], o)"), "{shown}");
    assert!(shown.contains("\n  after:  in `k`: r = tile.store(t, [0, 0], o)"), "{shown}");
}

#[test]
fn a_value_that_nobody_wrote_is_as_it_was_passed_in() {
    let before = file("wrote.py", PROGRAM);
    let after =
        file("unwritten.py", &PROGRAM.replace("r = pl.store(t, [0, 0], o)\n        return r", "return o"));
    let checked = selfsame(&["check", &before, &after]);
    assert_eq!(checked.status.code(), Some(1));
    let shown = text(&checked.stdout);
    assert!(shown.contains("after:  as it was passed in"), "{shown}");
}

#[test]
fn a_check_that_compares_nothing_says_so() {
    let path = file(
        "stops.py",
        &PROGRAM.replace(
            "t = pl.load(x, [0, 0], [2, 2])",
            "t = pl.load(x, [pl.tensor.dim(x, 0) // 0, 0], [2, 2])",
        ),
    );
    let checked = selfsame(&["check", &path]);
    assert_eq!(checked.status.code(), Some(2), "{}", text(&checked.stdout));
    assert!(text(&checked.stdout).contains("division by zero"), "{}", text(&checked.stdout));
}

#[test]
fn a_run_stops_at_its_limits_and_says_which() {
    let path = file("limits.py", PROGRAM);
    for (flag, most, message) in [
        ("--limit-steps", "2", "more than 2 steps"),
        ("--limit-elements", "5", "more than 5 elements are alive at one time"),
    ] {
        let ran = selfsame(&["run", &path, flag, most]);
        assert_eq!(ran.status.code(), Some(1), "{flag}");
        assert!(text(&ran.stderr).contains(message), "{flag}: {}", text(&ran.stderr));
        // A program that cannot run to its end compares with nothing.
        let checked = selfsame(&["check", &path, flag, most]);
        assert_eq!(checked.status.code(), Some(2), "{flag}");
        assert!(text(&checked.stdout).contains(message), "{flag}: {}", text(&checked.stdout));
    }
}
