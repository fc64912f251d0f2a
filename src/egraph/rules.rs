//! Rule files: laws as text, in named sets, checked when they are read.

use std::sync::{Arc, LazyLock};

use crate::base::diagnostic::Diagnostics;
use crate::base::span::{Source, Span};
use crate::egraph::rule_ast::Case;
use crate::egraph::rule_control::ControlCase;
use crate::egraph::rule_lint;
use crate::egraph::rule_parse;
use crate::egraph::rule_text::{Fault, Tree, fault, read};

pub use crate::egraph::rule_text::BAD_RULE;

/// The rules that come with the program, by file.
const SHIPPED: &[(&str, &str)] = &[
    ("rewrites/storage.rules", include_str!("../../rewrites/storage.rules")),
    ("rewrites/control.rules", include_str!("../../rewrites/control.rules")),
    ("rewrites/extent.rules", include_str!("../../rewrites/extent.rules")),
    ("rewrites/index.rules", include_str!("../../rewrites/index.rules")),
    ("rewrites/tensor.rules", include_str!("../../rewrites/tensor.rules")),
    ("rewrites/tile.rules", include_str!("../../rewrites/tile.rules")),
    ("rewrites/inline.rules", include_str!("../../rewrites/inline.rules")),
];

/// Laws that are applied by code, because they speak of nodes with any number of operands.
pub(crate) const BUILTINS: &[&str] = &[
    "arms-agree",
    "carry-kept",
    "carry-of-capture",
    "constants",
    "extents",
    "inline",
    "retype",
    "returned-parameter",
    "scope-passes",
    "sums",
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
    /// How far floats may be off, relative to the larger, where it is not exact.
    pub within: Option<f64>,
    /// What decreases with each application, where it is not the number of nodes.
    pub measure: Option<String>,
    /// Parameters of its examples, as in the head of a function.
    pub given: Option<String>,
    /// Examples: before, after.
    pub shows: Vec<(String, String)>,
    /// The law as one line; empty for one that is applied by code.
    pub text: String,
    pub(crate) law: Law,
}

#[derive(Clone, Debug)]
pub(crate) enum Law {
    /// Applied by code of that name.
    Builtin,
    /// Whatever matches the left is also the right.
    Rewrite(Vec<Case>),
    /// What a loop or branch is that was decided.
    Control(Vec<ControlCase>),
}

/// Rules in order of their files.
#[derive(Clone, Debug, Default)]
pub struct Rules {
    rules: Vec<Arc<Rule>>,
}

static READ: LazyLock<Rules> = LazyLock::new(|| {
    let mut rules = Rules::default();
    for (name, text) in SHIPPED {
        if let Err(said) = rules.add(&Source::new(*name, *text)) {
            unreachable!("the shipped rules are checked by a test: {said:?}");
        }
    }
    rules
});

impl Rules {
    /// The rules that come with the program.
    pub fn shipped() -> Self {
        READ.clone()
    }
    /// The files of the rules that come with the program: name, text.
    pub fn shipped_files() -> &'static [(&'static str, &'static str)] {
        SHIPPED
    }
    /// No rule at all.
    pub fn none() -> Self {
        Self::default()
    }
    /// All rules, in order.
    pub fn iter(&self) -> impl Iterator<Item = &Rule> {
        self.rules.iter().map(Arc::as_ref)
    }
    /// The rule of that name.
    pub fn get(&self, name: &str) -> Option<&Rule> {
        self.iter().find(|rule| rule.name == name)
    }
    /// Whether there is a rule of that name.
    pub fn has(&self, name: &str) -> bool {
        self.get(name).is_some()
    }
    /// Adds one rule, or replaces the one of its name.
    pub fn push(&mut self, rule: Rule) {
        match self.rules.iter_mut().find(|known| known.name == rule.name) {
            Some(known) => *known = Arc::new(rule),
            None => self.rules.push(Arc::new(rule)),
        }
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
    /// Keeps the rules under which floats come out bit by bit the same.
    #[must_use]
    pub fn exact(mut self) -> Self {
        self.rules.retain(|rule| rule.exact);
        self
    }
    /// Drops the rules that open regions: then every statement stays where it was written.
    #[must_use]
    pub fn closed(mut self) -> Self {
        self.rules.retain(|rule| !matches!(rule.law, Law::Control(_)));
        self
    }
    /// Whether a law needs to know how tensors and tiles really lie, not only what is declared.
    pub(crate) fn ask_for_views(&self) -> bool {
        self.iter().any(|rule| match &rule.law {
            Law::Builtin | Law::Control(_) => false,
            Law::Rewrite(cases) => cases.iter().any(Case::asks_for_views),
        })
    }
    /// Reads a file; a rule of a known name replaces the old one.
    ///
    /// # Errors
    /// What does not read as a rule, or cannot be a law, with its place and what was expected there.
    pub fn add(&mut self, source: &Source) -> Result<(), Diagnostics> {
        let mut said = Diagnostics::new();
        let mut set: Option<String> = None;
        let mut found: Vec<(Rule, Span)> = Vec::new();
        for tree in read(source, &mut said) {
            match form(source, &tree, &mut set) {
                Ok(Some(rule)) => {
                    if let Some((_, first)) = found.iter().find(|(known, _)| known.name == rule.name) {
                        let message = format!("there is a rule `{}` in this file already", rule.name);
                        said.push((*fault(tree.span(), message)).also(*first, "here"));
                    }
                    found.push((rule, tree.span()));
                }
                Ok(None) => {}
                Err(fault) => said.push(*fault),
            }
        }
        if said.has_errors() {
            return Err(said);
        }
        found.into_iter().for_each(|(rule, _)| self.push(rule));
        Ok(())
    }
}

/// One form of a file: a set begins, or a rule.
fn form(source: &Source, tree: &Tree, set: &mut Option<String>) -> Result<Option<Rule>, Fault> {
    let span = tree.span();
    let items = tree.list().unwrap_or_default();
    let kind = items.first().and_then(Tree::word).unwrap_or_default();
    if !["set", "rule", "builtin"].contains(&kind) {
        return Err(fault(span, "`(set …)`, `(rule …)` or `(builtin …)` is expected"));
    }
    let name = items.get(1).and_then(Tree::word).filter(|name| !name.starts_with(['?', ':']));
    let name = name.ok_or_else(|| fault(span, format!("a name is expected: `({kind} NAME …)`")))?.to_owned();
    if kind == "set" {
        *set = Some(name);
        return if items.len() == 2 { Ok(None) } else { Err(fault(span, "`(set NAME)` is expected")) };
    }
    let set =
        set.clone().ok_or_else(|| fault(span, "a set is expected before the first rule: `(set NAME)`"))?;
    let line = source.position(span.start).line;
    let mut rule = Rule {
        name,
        set,
        place: format!("{}:{line}", source.name()),
        exact: true,
        within: None,
        measure: None,
        given: None,
        shows: Vec::new(),
        text: String::new(),
        law: Law::Builtin,
    };
    if kind == "builtin" {
        return match items.len() {
            2 if BUILTINS.contains(&rule.name.as_str()) => Ok(Some(rule)),
            2 => {
                let known = BUILTINS.join(", ");
                Err(fault(span, format!("no builtin is called `{}`; there are {known}", rule.name)))
            }
            _ => Err(fault(span, "`(builtin NAME)` is expected")),
        };
    }
    let read = rule_parse::rule(items, span)?;
    rule_lint::check(&read, span)?;
    rule.exact = read.options.exact == Some(true);
    rule.within = read.options.within;
    rule.measure = read.options.measure;
    rule.given = read.options.given;
    rule.shows = read.options.shows;
    rule.text = format!("{} => {}", items[2], items[4]);
    rule.law = match read.control.is_empty() {
        true => Law::Rewrite(read.cases),
        false => Law::Control(read.control),
    };
    Ok(Some(rule))
}
