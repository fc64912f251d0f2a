//! Codes of diagnostics: each one that the sources mention is explained, and each explanation is of one.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use selfsame::base::codes::TABLE;

/// Codes in the sources, by the text between `Code("` and `")`.
fn mentioned(dir: &Path, found: &mut BTreeSet<String>) {
    for entry in fs::read_dir(dir).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            mentioned(&path, found);
        } else if path.extension().is_some_and(|it| it == "rs") && !path.ends_with("base/codes.rs") {
            let text = fs::read_to_string(&path).unwrap();
            let parts = text.split("Code(\"").skip(1).map(|rest| rest.split('"').next().unwrap().to_owned());
            found.extend(parts);
        }
    }
}

#[test]
fn every_code_is_explained_and_every_explanation_is_of_a_code() {
    let mut found = BTreeSet::new();
    mentioned(Path::new("src"), &mut found);
    let explained: BTreeSet<String> = TABLE.iter().map(|row| row.code.0.to_owned()).collect();
    let missing: Vec<_> = found.difference(&explained).collect();
    let stale: Vec<_> = explained.difference(&found).collect();
    assert!(missing.is_empty(), "no explanation in src/base/codes.rs: {missing:?}");
    assert!(stale.is_empty(), "explained in src/base/codes.rs and used nowhere: {stale:?}");
    assert_eq!(explained.len(), TABLE.len(), "a code is explained twice");
}

#[test]
fn explanations_say_something() {
    for row in TABLE {
        assert!(!row.title.ends_with('.') && row.text.ends_with('.'), "{}", row.code.0);
        assert!(row.right.is_empty() || row.right != row.wrong, "{}", row.code.0);
    }
}
