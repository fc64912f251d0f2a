//! Complaints: a code, a place, the other place where there is one, and a way out.

use crate::base::span::Span;

/// How bad it is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Severity {
    /// Worth knowing; nothing is wrong.
    Note,
    /// Most likely a mistake, but the program has a meaning.
    Warning,
    /// The program has no meaning, or not the one it claims.
    Error,
}

/// A stable code such as `undefined-name`, the key of `selfsame explain-code`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Code(pub &'static str);

/// One complaint about a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// Its stable code.
    pub code: Code,
    /// How bad it is.
    pub severity: Severity,
    /// One sentence, without a full stop.
    pub message: String,
    /// Where; [`Span::NONE`] if the complaint has no single place.
    pub at: Span,
    /// What to say under the caret; may be empty.
    pub label: String,
    /// Other places with what each has to do with it.
    pub also: Vec<(Span, String)>,
    /// Ways out.
    pub help: Vec<String>,
}

impl Diagnostic {
    /// An error at a place.
    pub fn error(code: Code, at: Span, message: impl Into<String>) -> Self {
        Self::new(Severity::Error, code, at, message)
    }
    /// A warning at a place.
    pub fn warning(code: Code, at: Span, message: impl Into<String>) -> Self {
        Self::new(Severity::Warning, code, at, message)
    }
    /// A note at a place.
    pub fn note(code: Code, at: Span, message: impl Into<String>) -> Self {
        Self::new(Severity::Note, code, at, message)
    }
    fn new(severity: Severity, code: Code, at: Span, message: impl Into<String>) -> Self {
        let message = message.into();
        Self { code, severity, message, at, label: String::new(), also: Vec::new(), help: Vec::new() }
    }
    /// The same with words under the caret.
    #[must_use]
    pub fn label(mut self, label: impl Into<String>) -> Self {
        self.label = label.into();
        self
    }
    /// The same with another place.
    #[must_use]
    pub fn also(mut self, at: Span, label: impl Into<String>) -> Self {
        self.also.push((at, label.into()));
        self
    }
    /// The same with a way out.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help.push(help.into());
        self
    }
}

/// Complaints in the order in which they were found.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Diagnostics {
    list: Vec<Diagnostic>,
}

impl Diagnostics {
    /// None yet.
    pub fn new() -> Self {
        Self::default()
    }
    /// Adds one.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        self.list.push(diagnostic);
    }
    /// Adds all of another.
    pub fn extend(&mut self, other: Self) {
        self.list.extend(other.list);
    }
    /// Whether any of them is an error.
    pub fn has_errors(&self) -> bool {
        self.list.iter().any(|it| it.severity == Severity::Error)
    }
    /// Whether there is none at all.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }
    /// How many there are.
    pub fn len(&self) -> usize {
        self.list.len()
    }
    /// All of them, in the order found.
    pub fn iter(&self) -> std::slice::Iter<'_, Diagnostic> {
        self.list.iter()
    }
    /// Sorts by place, so that output does not hang on the order of checks.
    pub fn sort(&mut self) {
        self.list.sort_by_key(|it| (it.at, it.code));
    }
}

impl From<Diagnostic> for Diagnostics {
    fn from(diagnostic: Diagnostic) -> Self {
        Self { list: vec![diagnostic] }
    }
}

impl IntoIterator for Diagnostics {
    type Item = Diagnostic;
    type IntoIter = std::vec::IntoIter<Diagnostic>;
    fn into_iter(self) -> Self::IntoIter {
        self.list.into_iter()
    }
}

impl FromIterator<Diagnostic> for Diagnostics {
    fn from_iter<T: IntoIterator<Item = Diagnostic>>(items: T) -> Self {
        Self { list: items.into_iter().collect() }
    }
}
