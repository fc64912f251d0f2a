//! Layer 1: text to tree. Python is read by `ruff_python_parser`; what the DSL does not have is told here.

use ruff_python_ast::ModModule;
use ruff_python_parser::{Mode, ParseOptions, Parsed, parse_unchecked};

use crate::base::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::base::span::{Source, Span};
use crate::syntax::reader::Reader;
use crate::syntax::tree::Module;

mod comments;
mod errors;
mod expressions;
mod items;
mod parts;
mod reader;
mod returns;
mod statements;
pub mod tree;

/// No expression of a tree is deeper than this: the insides of deeper ones are statements of their own.
pub const MAX_DEPTH: usize = 100;

/// Reads a text. What is no Python is an error; what is Python but not of the DSL is complained about in the module.
pub fn parse(source: &Source) -> Result<Module<'_>, Diagnostics> {
    if source.text().trim_start_matches('\u{feff}').trim().is_empty() {
        let empty = Diagnostic::error(Code("empty-file"), Span::new(0, 0), "the file is empty")
            .help("write a class under `@pl.program` with functions under `@pl.function`");
        return Err(empty.into());
    }
    let parsed = parse_unchecked(source.text(), ParseOptions::from(Mode::Module))
        .try_into_module()
        .expect("module mode gives a module");
    let read = if parsed.has_valid_syntax() {
        Ok(Reader::new(source).read(&parsed))
    } else {
        Err(errors::explain(source, parsed.errors(), parsed.tokens()))
    };
    release(source, parsed);
    read
}

/// Frees the parser's tree, which nests as deep as the text does; what may be deep is freed on a stack that is large
/// enough for it.
fn release(source: &Source, parsed: Parsed<ModModule>) {
    /// Stack of a level, generously.
    const LEVEL_BYTES: usize = 1024;
    /// Texts that are surely shallow: no token is less than a byte.
    const SMALL: usize = 4096;
    if source.text().len() <= SMALL {
        return drop(parsed);
    }
    let levels = deepest(&parsed);
    if levels <= SMALL {
        return drop(parsed);
    }
    let large = std::thread::Builder::new().stack_size(levels.saturating_mul(LEVEL_BYTES));
    match large.spawn(move || drop(parsed)) {
        Ok(worker) => worker.join().expect("freeing a tree does not fail"),
        Err(_) => unreachable!("the system gives a thread"),
    }
}

/// An upper bound of how deep the parser's tree is: levels of indentation, and tokens of the longest statement.
fn deepest(parsed: &Parsed<ModModule>) -> usize {
    use ruff_python_ast::token::TokenKind;
    let (mut indent, mut deepest, mut tokens, mut longest) = (0usize, 0, 0usize, 0);
    for token in parsed.tokens() {
        match token.kind() {
            TokenKind::Indent => indent += 1,
            TokenKind::Dedent => indent = indent.saturating_sub(1),
            TokenKind::Newline => tokens = 0,
            _ => tokens += 1,
        }
        deepest = deepest.max(indent);
        longest = longest.max(tokens);
    }
    deepest + longest
}
