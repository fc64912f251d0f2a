//! `selfsame ops` and `selfsame verify`, as one sees them in a terminal.

use std::process::{Command, Output};

fn selfsame(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_selfsame")).args(arguments).output().unwrap()
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

#[test]
fn one_operator_is_shown_whole() {
    let shown = selfsame(&["ops", "pl.store"]);
    let found: Vec<_> = text(&shown.stdout).lines().filter(|line| line.contains("store")).collect();
    assert!(found.len() > 2, "a short name shows all that contain it: {found:?}");
    let shown = selfsame(&["ops", "tile.store"]);
    assert!(shown.status.success());
    let wanted = "\
pl.tile.store
  operand   tile: a tile
  operand   offsets: a list of integers
  operand   output_tensor: a tensor
  operand   shapes: a list of integers, may be left out
  keyword   atomic = pl.AtomicType.None_
  effects   writes `output_tensor`, unless keywords say otherwise, by dma
  names     the result is the storage of `output_tensor`
  purity    arguments
  cost      move
";
    assert_eq!(text(&shown.stdout), wanted);
}

#[test]
fn operators_that_declare_nothing_are_listed() {
    let all = selfsame(&["ops", "--json"]);
    let some = selfsame(&["ops", "--undeclared", "--json"]);
    let names = |output: &Output| -> Vec<String> {
        let lines = text(&output.stdout).lines();
        let objects = lines.map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
        objects.map(|it| it["name"].as_str().unwrap().to_owned()).collect()
    };
    let (all, some) = (names(&all), names(&some));
    assert!(all.contains(&"tile.store".to_owned()) && all.contains(&"tile.tpush_to_aiv".to_owned()));
    assert!(some.contains(&"tile.tpush_to_aiv".to_owned()) && some.contains(&"tile.add".to_owned()));
    assert!(!some.contains(&"tile.store".to_owned()) && !some.contains(&"pld.system.wait".to_owned()));
}

#[test]
fn a_misspelt_operator_is_a_mistake_of_the_user() {
    let shown = selfsame(&["ops", "tile.lod"]);
    assert_eq!(shown.status.code(), Some(2));
    assert_eq!(
        text(&shown.stderr),
        "error[unknown-operator]: no operator is called `tile.lod`; did you mean `tile.load`?\n |\n = help: `selfsame ops` lists them\n\n"
    );
}

#[test]
fn warnings_are_errors_or_nothing_as_asked() {
    let file = "tests/golden/verify/outputs.py";
    let run = |more: &[&str]| selfsame(&[&["verify", file], more].concat());
    let plain = run(&[]);
    assert_eq!(plain.status.code(), Some(0));
    assert_eq!(text(&plain.stdout), "5 functions in 1 program: 0 errors, 2 warnings\n");
    assert!(text(&plain.stderr).contains("warning[stale-after-write]"));
    let denied = run(&["--deny", "stale-after-write"]);
    assert_eq!(denied.status.code(), Some(1));
    assert_eq!(text(&denied.stdout), "5 functions in 1 program: 1 error, 1 warning\n");
    let allowed = run(&["--allow", "stale-after-write", "--deny", "all"]);
    assert_eq!(allowed.status.code(), Some(1));
    assert_eq!(text(&allowed.stdout), "5 functions in 1 program: 1 error, 0 warnings\n");
    let misspelt = run(&["--deny", "stale-after-writ"]);
    assert_eq!(misspelt.status.code(), Some(2));
    assert!(text(&misspelt.stderr).contains("did you mean `stale-after-write`?"));
    let silent = run(&["--allow", "stale-after-write", "--allow", "out-param-write-dropped"]);
    assert_eq!((silent.status.code(), text(&silent.stderr)), (Some(0), ""));
}

/// What a pass notes counts as asked too; a note that is denied leaves no program behind.
#[test]
fn notes_of_passes_are_errors_or_nothing_as_asked() {
    let file = "tests/golden/passes/return-order/declined.py";
    let run = |more: &[&str]| selfsame(&[&["opt", file], more].concat());
    let plain = run(&[]);
    assert_eq!(plain.status.code(), Some(0));
    assert!(text(&plain.stderr).contains("note[returns-not-reordered]"));
    let denied = run(&["--deny", "returns-not-reordered"]);
    assert_eq!((denied.status.code(), text(&denied.stdout)), (Some(1), ""));
    assert!(text(&denied.stderr).contains("error[returns-not-reordered]"));
    let silent = run(&["--allow", "returns-not-reordered"]);
    assert_eq!((silent.status.code(), text(&silent.stderr)), (Some(0), ""));
    assert_eq!(text(&silent.stdout), text(&plain.stdout));
}

/// What `verify` warns of in the program as it is given can be denied where it is optimized as well.
#[test]
fn warnings_that_are_denied_leave_no_program_behind() {
    let run = |more: &[&str]| selfsame(&[&["opt", "tests/golden/verify/outputs.py"], more].concat());
    let denied = run(&["--deny", "stale-after-write"]);
    assert_eq!((denied.status.code(), text(&denied.stdout)), (Some(1), ""));
    assert!(text(&denied.stderr).starts_with("error[stale-after-write]"));
    let allowed =
        run(&["--deny", "all", "--allow", "stale-after-write", "--allow", "out-param-write-dropped"]);
    assert_eq!(allowed.status.code(), Some(0));
    assert!(text(&allowed.stdout).starts_with("# pypto.program"));
}

#[test]
fn faults_are_gathered_and_cannot_be_silenced() {
    let run = |more: &[&str]| selfsame(&[&["verify", "tests/golden/verify/pipelines.py"], more].concat());
    for more in [&[][..], &["--allow", "pipeline-stages"]] {
        let shown = run(more);
        assert_eq!(shown.status.code(), Some(1), "{more:?}");
        assert!(text(&shown.stderr).starts_with("error[pipeline-stages]: only a pipeline loop has stages"));
    }
    let json = run(&["--diagnostics", "json"]);
    let first: serde_json::Value = serde_json::from_str(text(&json.stderr).lines().next().unwrap()).unwrap();
    assert_eq!(first["code"], "pipeline-stages");
}

#[test]
fn properties_are_checked_by_name() {
    let file = "tests/golden/verify/outputs.py";
    let asked = selfsame(&["verify", file, "--property", "CallDirectionsResolved"]);
    assert_eq!(asked.status.code(), Some(1));
    assert!(text(&asked.stderr).contains("error[call-directions]"));
    let unknown = selfsame(&["verify", file, "--property", "Nothing"]);
    assert_eq!(unknown.status.code(), Some(2));
    assert!(text(&unknown.stderr).contains("InlineFunctionsEliminated"));
}
