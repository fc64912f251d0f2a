//! Unique names: for the variables of a function as text, for dynamic symbols, and for whatever else prints names.
//!
//! A printed name is `base`, or `base__[qualifier_][role_]vN`; nothing else may contain `__`. A name that is wanted once
//! keeps its text, and no other name can take it; where several want the same text, the first keeps it and the others
//! get `_1`, `_2`, ... before the `__` if there is one. Each name costs the same, however many want it.

use std::collections::{HashMap, HashSet};

use crate::base::name::Name;

/// Words that Python or the text form itself claims: no variable prints as one of them.
pub const PYTHON_WORDS: &[&str] = &[
    "False", "None", "True", "and", "as", "assert", "async", "await", "break", "class", "continue", "def",
    "del", "elif", "else", "except", "finally", "for", "from", "global", "if", "import", "in", "is",
    "lambda", "nonlocal", "not", "or", "pass", "raise", "return", "try", "while", "with", "yield", "abs",
    "float", "pl", "pld", "range", "self", "tuple",
];

/// Whether a name is a Python keyword proper, which no attribute may be either.
pub fn is_keyword(word: &str) -> bool {
    const SOFT: &[&str] = &["abs", "float", "pl", "pld", "range", "self", "tuple"];
    PYTHON_WORDS.contains(&word) && !SOFT.contains(&word)
}

/// The text before the first `__`: the name that a person wrote.
pub fn base_name(name: &str) -> &str {
    match name.find("__") {
        Some(0) | None => name,
        Some(at) => &name[..at],
    }
}

/// Gives out names, none twice.
#[derive(Clone, Debug, Default)]
pub struct Namer {
    taken: HashSet<Name>,
    /// Per wanted text, the next number to try. Numbers only grow, and each number skipped is a name that somebody
    /// else holds, so that all skips together are no more than all names.
    next: HashMap<Name, u64>,
}

impl Namer {
    /// A namer that never gives out these words.
    pub fn new(words: &[&str]) -> Self {
        Self { taken: words.iter().map(|&word| Name::from(word)).collect(), next: HashMap::new() }
    }
    /// Takes a name out of what may be given. Says whether it was still free.
    pub fn reserve(&mut self, name: impl Into<Name>) -> bool {
        self.taken.insert(name.into())
    }
    /// Whether the name was given out or reserved.
    pub fn is_taken(&self, name: &str) -> bool {
        self.taken.contains(name)
    }
    /// One name for each hint, in order. A hint that occurs once and is free keeps its text.
    pub fn all<'a>(&mut self, hints: impl IntoIterator<Item = &'a str>) -> Vec<Name> {
        let wanted: Vec<Name> = hints.into_iter().map(legal).collect();
        let mut firsts = vec![false; wanted.len()];
        for (name, first) in wanted.iter().zip(&mut firsts) {
            *first = self.taken.insert(name.clone());
        }
        let given = wanted.into_iter().zip(firsts);
        given.map(|(name, first)| if first { name } else { self.numbered(&name) }).collect()
    }
    /// A name for one more hint: its text if that is free.
    pub fn one(&mut self, hint: &str) -> Name {
        let name = legal(hint);
        if self.taken.insert(name.clone()) { name } else { self.numbered(&name) }
    }
    fn numbered(&mut self, name: &Name) -> Name {
        let next = self.next.entry(name.clone()).or_insert(1);
        loop {
            let candidate = Name::from(with_number(name, *next));
            *next += 1;
            if self.taken.insert(candidate.clone()) {
                return candidate;
            }
        }
    }
}

/// The name with `_number` after its base.
fn with_number(name: &str, number: u64) -> String {
    let base = base_name(name);
    let rest = &name[base.len()..];
    format!("{}_{number}{rest}", base.trim_end_matches('_'))
}

/// The nearest legal name: letters, digits and `_`, no digit first, and `__` only before a role and a version.
pub fn legal(hint: &str) -> Name {
    if is_plain(hint) {
        return Name::from(hint);
    }
    let mut text: String =
        hint.chars().map(|c| if c.is_alphanumeric() || c == '_' { c } else { '_' }).collect();
    if text.is_empty() {
        text.push('v');
    }
    if text.starts_with(|c: char| c.is_numeric()) {
        text.insert(0, 'v');
    }
    if !has_legal_suffix(&text) {
        while text.contains("__") {
            text = text.replace("__", "_");
        }
    }
    Name::from(text)
}

fn is_plain(hint: &str) -> bool {
    let mut bytes = hint.bytes();
    let first = bytes.next().is_some_and(|b| b.is_ascii_alphabetic() || b == b'_');
    first && bytes.all(|b| b.is_ascii_alphanumeric() || b == b'_') && !hint.contains("__")
}

/// Whether the first `__` of a name begins `__[qualifier_][role_]vN`, and is the only one.
fn has_legal_suffix(name: &str) -> bool {
    let Some((base, suffix)) = name.split_once("__") else { return true };
    let version = suffix.rsplit('_').next().and_then(|last| last.strip_prefix('v'));
    let numbered =
        version.is_some_and(|digits| !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit()));
    numbered && !base.is_empty() && !suffix.starts_with('_') && !suffix.contains("__")
}

#[cfg(test)]
mod tests {
    use super::{Namer, PYTHON_WORDS, base_name, legal};

    fn all(hints: &[&str]) -> Vec<String> {
        let names = Namer::new(PYTHON_WORDS).all(hints.iter().copied());
        names.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_name_wanted_once_keeps_its_text() {
        assert_eq!(all(&["x", "y", "out_0", "out_1"]), ["x", "y", "out_0", "out_1"]);
        assert_eq!(all(&["x", "x", "x_1"]), ["x", "x_2", "x_1"]);
        assert_eq!(all(&["x_1", "x_1", "x_1_1", "x"]), ["x_1", "x_1_2", "x_1_1", "x"]);
    }

    #[test]
    fn numbers_go_before_the_version() {
        assert_eq!(all(&["x__ssa_v0", "x__ssa_v0"]), ["x__ssa_v0", "x_1__ssa_v0"]);
        assert_eq!(all(&["t__inline7_inline_arg_v0"]), ["t__inline7_inline_arg_v0"]);
        assert_eq!(base_name("t_1__rv_v2"), "t_1");
    }

    #[test]
    fn no_stray_double_underscore() {
        assert_eq!(all(&["_", "_", "t_", "t_"]), ["_", "_1", "t_", "t_1"]);
        assert_eq!(all(&["a__b", "__init__", "a__b__ssa_v0", "x__"]), ["a_b", "_init_", "a_b_ssa_v0", "x_"]);
        assert_eq!(&*legal(""), "v");
        assert_eq!(&*legal("3d.view"), "v3d_view");
    }

    #[test]
    fn words_are_never_given() {
        assert_eq!(all(&["in", "pl", "lambda", "in_1"]), ["in_2", "pl_1", "lambda_1", "in_1"]);
    }

    #[test]
    fn many_of_one_name_are_cheap() {
        let hints = vec!["x"; 200_000];
        let names = all(&hints);
        assert_eq!(names[199_999], "x_199999");
    }
}
