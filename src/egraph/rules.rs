//! Rule files: laws as text, in named sets, checked when they are read.

use symbolic_expressions::{Sexp, parser};

use crate::base::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::base::span::{Source, Span};
use crate::egraph::pattern;

/// A rule file does not read as one.
pub const BAD_RULE: Code = Code("bad-rule");

/// The rules that come with the program, by file.
const SHIPPED: &[(&str, &str)] = &[
    ("rewrites/control.rules", include_str!("../../rewrites/control.rules")),
    ("rewrites/extent.rules", include_str!("../../rewrites/extent.rules")),
    ("rewrites/index.rules", include_str!("../../rewrites/index.rules")),
    ("rewrites/inline.rules", include_str!("../../rewrites/inline.rules")),
    ("rewrites/storage.rules", include_str!("../../rewrites/storage.rules")),
];

/// Laws that are applied by code, because they speak of nodes with any number of operands.
pub(crate) const BUILTINS: &[&str] = &[
    "arms-agree",
    "carry-kept",
    "carry-of-capture",
    "constants",
    "extents",
    "inline",
    "projection",
    "retype",
    "returned-parameter",
    "scope-passes",
];

/// A rule with where it stands.
#[derive(Clone, Debug)]
pub struct Rule {
    /// Its name, unique over all files.
    pub name: String,
    /// The set it belongs to.
    pub set: String,
    /// File and line.
    pub place: String,
    /// Whether floats come out bit by bit the same.
    pub exact: bool,
    pub(crate) law: Law,
}

#[derive(Clone, Debug)]
pub(crate) enum Law {
    /// Applied by code of that name.
    Builtin,
    /// Whatever matches the left is also the right.
    Rewrite { left: Sexp, right: Sexp },
}

/// Rules in order of their files.
#[derive(Clone, Debug, Default)]
pub struct Rules {
    rules: Vec<Rule>,
}

impl Rules {
    /// The rules that come with the program.
    pub fn shipped() -> Self {
        let mut rules = Self::default();
        for (name, text) in SHIPPED {
            rules.add(&Source::new(*name, *text)).expect("the shipped rules are checked by a test");
        }
        rules
    }
    /// No rule at all.
    pub fn none() -> Self {
        Self::default()
    }
    /// All rules, in order.
    pub fn iter(&self) -> std::slice::Iter<'_, Rule> {
        self.rules.iter()
    }
    /// Whether there is a rule of that name.
    pub fn has(&self, name: &str) -> bool {
        self.rules.iter().any(|rule| rule.name == name)
    }
    /// Keeps the sets that are named.
    #[must_use]
    pub fn only(mut self, sets: &[&str]) -> Self {
        self.rules.retain(|rule| sets.contains(&rule.set.as_str()));
        self
    }
    /// Drops the rules that are named.
    #[must_use]
    pub fn without(mut self, names: &[&str]) -> Self {
        self.rules.retain(|rule| !names.contains(&rule.name.as_str()));
        self
    }
    /// Reads a file; a rule of a known name replaces the old one.
    ///
    /// # Errors
    /// What does not read as a rule, with its place.
    pub fn add(&mut self, source: &Source) -> Result<(), Diagnostics> {
        let mut said = Diagnostics::new();
        let mut set = "unnamed".to_owned();
        for form in forms(source, &mut said) {
            match self.form(source, &form, &mut set) {
                Ok(Some(rule)) => {
                    self.rules.retain(|known| known.name != rule.name);
                    self.rules.push(rule);
                }
                Ok(None) => {}
                Err(message) => said.push(Diagnostic::error(BAD_RULE, form.span, message)),
            }
        }
        if said.has_errors() { Err(said) } else { Ok(()) }
    }

    fn form(&self, source: &Source, form: &Form, set: &mut String) -> Result<Option<Rule>, String> {
        let Sexp::List(items) = &form.sexp else { return Err("a form is a list".to_owned()) };
        let word = |at: usize| match items.get(at) {
            Some(Sexp::String(text)) => Some(text.as_str()),
            _ => None,
        };
        let name = word(1).ok_or("a name is expected second")?.to_owned();
        let line = source.position(form.span.start).line;
        let place = format!("{}:{line}", source.name());
        let rule =
            |law, exact| Rule { name: name.clone(), set: set.clone(), place: place.clone(), exact, law };
        match word(0) {
            Some("set") => {
                *set = name;
                Ok(None)
            }
            Some("builtin") if BUILTINS.contains(&name.as_str()) => Ok(Some(rule(Law::Builtin, true))),
            Some("builtin") => {
                Err(format!("no builtin is called `{name}`; there are {}", BUILTINS.join(", ")))
            }
            Some("rule") => {
                let [left, arrow, right] =
                    items.get(2..5).ok_or("a rule is `(rule name left => right …)`")?
                else {
                    return Err("a rule is `(rule name left => right …)`".to_owned());
                };
                if *arrow != Sexp::String("=>".to_owned()) {
                    return Err("`=>` is expected between the two sides".to_owned());
                }
                checked_sides(left, right)?;
                let exact = exactness(&items[5..])?;
                Ok(Some(rule(Law::Rewrite { left: left.clone(), right: right.clone() }, exact)))
            }
            _ => Err("`set`, `rule` or `builtin` is expected first".to_owned()),
        }
    }
}

fn checked_sides(left: &Sexp, right: &Sexp) -> Result<(), String> {
    pattern::check(left)?;
    pattern::check(right)?;
    if matches!(left, Sexp::String(_)) {
        return Err("the left side matches everything".to_owned());
    }
    let (mut bound, mut used) = (Vec::new(), Vec::new());
    pattern::variables(left, &mut bound);
    pattern::variables(right, &mut used);
    match used.iter().find(|name| !bound.contains(name)) {
        Some(name) => Err(format!("`{name}` stands on the right only")),
        None => Ok(()),
    }
}

fn exactness(options: &[Sexp]) -> Result<bool, String> {
    let word = |sexp: &Sexp| match sexp {
        Sexp::String(text) => text.clone(),
        other => other.to_string(),
    };
    let mut exact = true;
    for pair in options.chunks(2) {
        match (word(&pair[0]).as_str(), pair.get(1).map(word).as_deref()) {
            (":exact", Some("yes")) => exact = true,
            (":exact", Some("no")) => exact = false,
            (option, _) => return Err(format!("`{option}` is no option of a rule, or lacks its value")),
        }
    }
    Ok(exact)
}

/// A top-level form and its place.
struct Form {
    sexp: Sexp,
    span: Span,
}

/// Splits a file into its top-level forms, comments dropped, so that each has a place.
fn forms(source: &Source, said: &mut Diagnostics) -> Vec<Form> {
    let mut found = Vec::new();
    let (mut depth, mut start) = (0usize, 0usize);
    let mut comment = false;
    let mut text = String::new();
    for (at, c) in source.text().char_indices() {
        match c {
            '\n' => comment = false,
            ';' => comment = true,
            _ if comment => continue,
            '(' => {
                if depth == 0 {
                    start = at;
                    text.clear();
                }
                depth += 1;
            }
            ')' if depth == 0 => {
                said.push(Diagnostic::error(BAD_RULE, span(at, at + 1), "a `)` that closes nothing"));
                continue;
            }
            ')' => depth -= 1,
            _ => {}
        }
        if !comment {
            text.push(if c == '\n' { ' ' } else { c });
        }
        if c == ')' && depth == 0 {
            match parser::parse_str(text.trim()) {
                Ok(sexp) => found.push(Form { sexp, span: span(start, at + 1) }),
                Err(error) => said.push(Diagnostic::error(BAD_RULE, span(start, at + 1), error.to_string())),
            }
            text.clear();
        }
    }
    if depth > 0 {
        said.push(Diagnostic::error(BAD_RULE, span(start, start + 1), "this `(` is never closed"));
    }
    found
}

fn span(start: usize, end: usize) -> Span {
    Span::new(start as u32, end as u32)
}
