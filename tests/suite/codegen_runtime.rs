//! The CPU runtime by itself: a C++ program that submits tasks and looks at what was recorded.

use std::fs;
use std::process::Command;

use crate::cpp;

#[test]
fn the_runtime_keeps_its_rules() {
    let folder = cpp::folder("runtime");
    fs::copy("tests/support/runtime_test.cpp", folder.join("test.cpp")).unwrap();
    cpp::must_compile(&folder, &["test.cpp", "selfsame_runtime.cpp", "-o", "test"]);
    let ran = Command::new(folder.join("test")).output().unwrap();
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stdout));
}
