//! The reader: what it owns while it turns the parser's tree into ours.

use ruff_python_ast::{ModModule, Stmt as PyStmt};
use ruff_python_parser::Parsed;
use ruff_text_size::{Ranged, TextRange};

use crate::base::diagnostic::{Code, Diagnostic};
use crate::base::id::IdVec;
use crate::base::span::{Source, Span};
use crate::syntax::comments;
use crate::syntax::parts::Parts;
use crate::syntax::tree::{Ident, Module, Stmt, SuiteId};

/// Turns the parser's tree into ours. Suites are read from a list of work, so that nesting costs no stack.
pub(super) struct Reader<'s, 'p> {
    pub(super) source: &'s Source,
    pub(super) suites: IdVec<SuiteId, Vec<Stmt<'s>>>,
    pub(super) errors: Vec<Diagnostic>,
    /// Suites that have an id and wait to be read.
    pub(super) waiting: Vec<(SuiteId, &'p [PyStmt])>,
    /// Insides of expressions that nest too deep.
    pub(super) parts: Parts<'s>,
}

impl<'s, 'p> Reader<'s, 'p> {
    pub(super) fn new(source: &'s Source) -> Self {
        Self {
            source,
            suites: IdVec::new(),
            errors: Vec::new(),
            waiting: Vec::new(),
            parts: Parts::default(),
        }
    }

    /// Reads a module.
    pub(super) fn read(mut self, parsed: &'p Parsed<ModModule>) -> Module<'s> {
        let items = self.items(&parsed.syntax().body);
        let mut module = Module { items, suites: self.suites, title: None, complaints: self.errors };
        comments::attach(self.source, parsed.tokens(), &mut module);
        module
    }

    /// Complains about something that is Python but not of the DSL.
    pub(super) fn unsupported(&mut self, range: TextRange, what: &str, help: &str) {
        let message = format!("{what} is not part of the DSL");
        self.errors.push(
            Diagnostic::error(Code("unsupported-syntax"), span(range), message)
                .label("not supported")
                .help(help),
        );
    }

    /// The text of an identifier with its place.
    pub(super) fn ident(&self, name: &impl Ranged) -> Ident<'s> {
        let span = span(name.range());
        Ident { text: self.source.slice(span), span }
    }
}

/// The place of a range of the parser.
pub(super) fn span(range: TextRange) -> Span {
    Span::new(range.start().to_u32(), range.end().to_u32())
}
