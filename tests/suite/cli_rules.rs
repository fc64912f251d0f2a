//! `selfsame rules` as someone uses it who adds a law: list it, have it refuted, put it in order, optimize with it.

use std::path::PathBuf;
use std::process::{Command, Output};

fn selfsame(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_selfsame")).args(arguments).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// A folder with one file of rules.
fn folder(name: &str, rules: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("selfsame-rules-{}-{name}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("mine.rules"), rules).unwrap();
    folder
}

fn law(law: &str) -> String {
    format!(
        "(set tensor)\n(rule mine {law}\n  :exact yes\n  :given \"x: pl.Tensor[[4], pl.INT32]\"\n  :shows \"pl.muls(pl.muls(x, 2), 3)\" => \"pl.muls(x, 6)\")\n"
    )
}

const TRUE: &str = "(tensor.muls (tensor.muls ?x 2) 3) => (tensor.muls ?x 6) :when (integer ?x)";
const FALSE: &str = "(tensor.muls (tensor.muls ?x 2) 3) => (tensor.muls ?x 5) :when (integer ?x)";

#[test]
fn a_true_law_is_proven_and_a_false_one_refuted() {
    let right = folder("true", &law(TRUE));
    let checked = selfsame(&["rules", "check", right.to_str().unwrap()]);
    assert!(checked.status.success(), "{}", text(&checked.stdout));
    assert!(text(&checked.stdout).starts_with("mine "), "{}", text(&checked.stdout));
    let wrong = folder("false", &law(FALSE).replace("(x, 6)", "(x, 5)"));
    let checked = selfsame(&["rules", "check", wrong.to_str().unwrap()]);
    assert_eq!(checked.status.code(), Some(1));
    assert!(text(&checked.stdout).contains("`mine` is refuted by seed"), "{}", text(&checked.stdout));
}

#[test]
fn a_file_that_is_no_law_is_shown_with_its_place() {
    let broken = folder("broken", "(set tensor)\n(rule mine (tensor.nag ?x) => ?x)\n");
    let said = selfsame(&["rules", "check", broken.to_str().unwrap()]);
    assert_eq!(said.status.code(), Some(2));
    let said = text(&said.stderr);
    assert!(said.contains("error[bad-rule]") && said.contains("mine.rules:2:13"), "{said}");
}

#[test]
fn a_folder_of_rules_adds_to_those_there_are() {
    let folder = folder("added", &law(TRUE));
    let listed = selfsame(&["rules", "list", "--rules", folder.to_str().unwrap()]);
    let listed = text(&listed.stdout);
    assert!(listed.contains("  mine\n") && listed.contains("  loop-of-one-trip\n"), "{listed}");
}

#[test]
fn files_have_one_form() {
    let folder = folder("form", &law(TRUE));
    let path = folder.join("mine.rules");
    let path = path.to_str().unwrap();
    assert_eq!(selfsame(&["rules", "fmt", "--check", path]).status.code(), Some(1));
    assert!(selfsame(&["rules", "fmt", path]).status.success());
    assert!(selfsame(&["rules", "fmt", "--check", path]).status.success());
    for (name, _) in selfsame::egraph::rules::Rules::shipped_files() {
        assert!(selfsame(&["rules", "fmt", "--check", name]).status.success(), "{name}");
    }
}
