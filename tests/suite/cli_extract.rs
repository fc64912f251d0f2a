//! `selfsame extract` and `selfsame bench` on folders in which not every file is fine: what is wrong is said of that
//! file, the rest is done, and the exit code tells.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Files, and what is wrong with them.
const FILES: &[(&str, &str)] = &[
    ("a-broken", r#"{"nodes": {"#),
    ("b-negative", r#"{"nodes": {"n": {"op": "f", "eclass": "c", "cost": -1}}, "root_eclasses": ["c"]}"#),
    ("c-stale", r#"{"nodes": {"n": {"op": "f", "eclass": "c", "cost": 1}}, "root_eclasses": ["old"]}"#),
    ("d-rootless", r#"{"nodes": {"n": {"op": "f", "eclass": "c", "cost": 1}}}"#),
    ("e-ring", r#"{"nodes": {"n": {"op": "f", "eclass": "c", "children": ["n"]}}, "root_eclasses": ["c"]}"#),
    (
        "f-fine",
        r#"{"nodes": {"99999999999999999999.0": {"op": "f", "eclass": "99999999999999999999", "cost": 2.5}},
            "root_eclasses": ["99999999999999999999"], "class_data": {"gone": {"type": "T"}}}"#,
    ),
];

/// A folder of its own for a test, with the files that `wanted` names.
fn folder(name: &str, wanted: &[&str]) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::create_dir_all(&folder).unwrap();
    for (file, text) in FILES.iter().filter(|(file, _)| wanted.is_empty() || wanted.contains(file)) {
        std::fs::write(folder.join(format!("{file}.json")), text).unwrap();
    }
    folder
}

fn selfsame(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_selfsame")).args(arguments).output().unwrap()
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

#[test]
fn one_bad_file_does_not_cost_the_rest() {
    let folder = folder("extract-all", &[]);
    let output = selfsame(&["extract", folder.to_str().unwrap(), "--extractor", "tree,auto"]);
    let (rows, said) = (text(&output.stdout), text(&output.stderr));
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert_eq!(rows.lines().count(), 1 + 2 * FILES.len(), "{rows}");
    let of = |file: &str| rows.lines().filter(|row| row.contains(file)).collect::<Vec<_>>();
    for (file, _) in &FILES[..5] {
        assert!(of(file).iter().all(|row| row.ends_with(",,,none,")), "{rows}");
    }
    assert!(of("f-fine")[1].contains("f-fine.json,auto,2.5,2.5,optimal,"), "{rows}");
    for wanted in [
        "a-broken.json: not an e-graph",
        "b-negative.json: node `n` has a negative cost, -1",
        "c-stale.json: the root `old` has no nodes in this graph",
        "d-rootless.json: the file names no roots",
        "e-ring.json: the root `c` cannot be had without itself",
    ] {
        assert!(said.contains(wanted), "{wanted:?} is missing in:\n{said}");
    }
}

#[test]
fn what_cannot_be_extracted_fails() {
    let folder = folder("extract-some", &["c-stale", "f-fine"]);
    for report in ["csv", "md", "json"] {
        let output = selfsame(&["extract", folder.to_str().unwrap(), "--report", report]);
        assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
        let rows = text(&output.stdout);
        assert!(rows.contains("none") && rows.contains("optimal"), "{rows}");
    }
    let rootless = self::folder("extract-rootless", &["d-rootless"]).join("d-rootless.json");
    let output = selfsame(&["extract", rootless.to_str().unwrap(), "--root", "c"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert!(text(&output.stdout).contains(",auto,1,1,optimal,"));
}

#[test]
fn a_bench_goes_on_too() {
    let folder = folder("bench-all", &[]);
    for report in ["csv", "md", "json"] {
        let output = selfsame(&["bench", folder.to_str().unwrap(), "--report", report]);
        assert_eq!(output.status.code(), Some(2), "{}", text(&output.stderr));
        assert!(text(&output.stdout).contains("auto"), "{}", text(&output.stdout));
    }
    for plot in ["bench.svg", "bench.html"] {
        let out = Path::new(env!("CARGO_TARGET_TMPDIR")).join(plot);
        let fine = folder.join("f-fine.json");
        let output = selfsame(&["bench", fine.to_str().unwrap(), "--plot", out.to_str().unwrap()]);
        assert!(output.status.success(), "{}", text(&output.stderr));
        assert!(std::fs::read_to_string(out).unwrap().contains("<svg"));
    }
}
