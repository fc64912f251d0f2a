//! Syntax errors as people need them: the place that is to be changed, and how.

use ruff_python_ast::token::{TokenKind, Tokens};
use ruff_python_parser::{LexicalErrorType, ParseError, ParseErrorType};
use ruff_text_size::{Ranged, TextRange};

use crate::base::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::base::span::{Source, Span};
use crate::syntax::reader::span;

/// Explains what the parser found. A bracket that is never closed and mixed indentation make the parser stumble over
/// all that follows, so they stand alone.
pub(super) fn explain(source: &Source, errors: &[ParseError], tokens: &Tokens) -> Diagnostics {
    let quote = errors
        .iter()
        .find(|error| matches!(error.error, ParseErrorType::Lexical(LexicalErrorType::UnclosedStringError)));
    if let Some(quote) = quote {
        return one(source, quote).into();
    }
    if let Some(open) = unclosed(source, tokens) {
        return open.into();
    }
    if let Some(mixed) = mixed_indentation(source, errors) {
        return mixed.into();
    }
    if let [first, ..] = errors
        && one(source, first).code == Code("indentation")
    {
        return one(source, first).into();
    }
    let mut complaints = Diagnostics::new();
    let mut last_line = 0;
    for error in errors {
        let line = source.position(error.location.start().to_u32()).line;
        if line != last_line {
            complaints.push(one(source, error));
        }
        last_line = line;
    }
    complaints
}

fn one(source: &Source, error: &ParseError) -> Diagnostic {
    let place = visible(source, error.location);
    let message = lower_first(&error.error.to_string());
    let complaint = |code| Diagnostic::error(code, place, message.clone());
    match &error.error {
        ParseErrorType::Lexical(LexicalErrorType::IndentationError) => {
            complaint(Code("indentation")).help("indent the line as far as one of the blocks around it")
        }
        ParseErrorType::UnexpectedIndentation => complaint(Code("indentation"))
            .help("indent the line as far as the line before; only `:` at the end of a line begins a block"),
        ParseErrorType::OtherError(text) if text.starts_with("Expected an indented block") => {
            complaint(Code("indentation")).help("indent the block by four spaces; an empty one is `pass`")
        }
        ParseErrorType::ExpectedToken { expected: TokenKind::Colon, .. } => {
            complaint(Code("syntax")).help("a line that begins a block ends in `:`")
        }
        ParseErrorType::Lexical(LexicalErrorType::UnclosedStringError) => {
            complaint(Code("syntax")).help("end the text with the quote it begins with")
        }
        ParseErrorType::InvalidAssignmentTarget | ParseErrorType::InvalidNamedAssignmentTarget => {
            complaint(Code("syntax"))
                .help("a name, a subscript or a tuple of these can be assigned; equality is `==`")
        }
        _ => complaint(Code("syntax")),
    }
}

/// The first bracket that no other closes, or the first that closes none or another.
fn unclosed(source: &Source, tokens: &Tokens) -> Option<Diagnostic> {
    let mut open: Vec<(TokenKind, TextRange)> = Vec::new();
    for token in tokens {
        let closes = match token.kind() {
            TokenKind::Lpar | TokenKind::Lsqb | TokenKind::Lbrace => {
                open.push((token.kind(), token.range()));
                continue;
            }
            TokenKind::Rpar => TokenKind::Lpar,
            TokenKind::Rsqb => TokenKind::Lsqb,
            TokenKind::Rbrace => TokenKind::Lbrace,
            _ => continue,
        };
        let place = span(token.range());
        let text = source.slice(place);
        match open.pop() {
            Some((kind, _)) if kind == closes => {}
            Some((_, other)) => {
                let opened = source.slice(span(other));
                let message = format!("`{text}` does not close `{opened}`");
                let help = format!("close with `{}`", closing(opened));
                let wrong = Diagnostic::error(Code("unclosed-bracket"), place, message);
                return Some(wrong.also(span(other), "opened here").help(help));
            }
            None => {
                let message = format!("`{text}` closes nothing");
                return Some(Diagnostic::error(Code("unclosed-bracket"), place, message).help("remove it"));
            }
        }
    }
    let (_, range) = open.first()?;
    let place = span(*range);
    let text = source.slice(place);
    let message = format!("`{text}` is never closed");
    let help = format!("add `{}` where the list ends", closing(text));
    Some(Diagnostic::error(Code("unclosed-bracket"), place, message).label("opened here").help(help))
}

fn closing(open: &str) -> &'static str {
    match open {
        "(" => ")",
        "[" => "]",
        _ => "}",
    }
}

/// Tabs in one line and spaces in another.
fn mixed_indentation(source: &Source, errors: &[ParseError]) -> Option<Diagnostic> {
    let indents = |error: &ParseError| {
        matches!(
            error.error,
            ParseErrorType::Lexical(LexicalErrorType::IndentationError)
                | ParseErrorType::UnexpectedIndentation
                | ParseErrorType::ExpectedToken { expected: TokenKind::Indent | TokenKind::Dedent, .. }
        )
    };
    let error = errors.iter().find(|error| indents(error))?;
    let at = error.location.start().to_usize().min(source.text().len());
    let (mut start, mut tabs, mut spaces) = (0, None, None);
    for line in source.text().split_inclusive('\n') {
        let blank = line.len() - line.trim_start_matches([' ', '\t']).len();
        let place = Span::new(start as u32, (start + blank) as u32);
        if !line.trim().is_empty() && blank > 0 {
            let kind = if line[..blank].contains('\t') { &mut tabs } else { &mut spaces };
            *kind = (*kind).or(Some(place));
            if let (Some(tabs), Some(spaces)) = (tabs, spaces) {
                let message = "tabs and spaces are mixed in the indentation";
                let wrong = Diagnostic::error(Code("indentation"), tabs, message).label("a tab");
                return Some(wrong.also(spaces, "spaces").help("indent with four spaces throughout"));
            }
        }
        start += line.len();
        if start > at + line.len() {
            break;
        }
    }
    None
}

/// A place that shows: an empty one covers a character, one of several lines its first.
fn visible(source: &Source, range: TextRange) -> Span {
    let text = source.text();
    let start = range.start().to_usize().min(text.len());
    let end = range.end().to_usize().min(text.len());
    let line = text[start..end].find('\n').map_or(end, |at| start + at);
    Span::new(start as u32, line.max(start) as u32)
}

fn lower_first(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_lowercase().chain(chars).collect())
}
