//! Questions as text: `f: a == b`, and which leaf of a function each side means.
//!
//! A side is a variable (`x`, `x@12` for the one defined in line 12, `t[1]` for a component of a tuple), `return[0]`,
//! `loop[1].carry[0]` (what the loop hands on), `loop[1].init[0]` (what it began with), or `call[3]` (`call[3][1]` for a
//! component). Loops and calls count from 0 in the order of the text. The function may be repeated: `f.return[0]`.

use crate::base::diagnostic::{Code, Diagnostic};
use crate::base::name::Name;
use crate::base::span::Span;

/// A question that cannot be understood, or that asks for what is not there.
pub const BAD_QUESTION: Code = Code("bad-question");

/// Whether two things of a function are the same.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Question {
    /// The function.
    pub function: Name,
    /// Where its name stands.
    pub span: Span,
    /// The left side.
    pub left: Side,
    /// The right side.
    pub right: Side,
}

/// One side of a question.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Side {
    /// As it was written.
    pub text: String,
    /// Where that stands in the question.
    pub span: Span,
    /// What is meant.
    pub what: What,
    /// Which component of a tuple.
    pub component: Option<u32>,
}

/// What a side means.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum What {
    /// A variable, defined in that line if it says so.
    Variable(Name, Option<u32>),
    /// A returned value.
    Return(u32),
    /// What a loop hands on.
    Carry(u32, u32),
    /// What a loop began with.
    Init(u32, u32),
    /// The results of a call.
    Call(u32),
}

impl Question {
    /// Reads a question.
    ///
    /// # Errors
    /// What is expected where it goes wrong; the place is one in `text`.
    pub fn parse(text: &str) -> Result<Self, Box<Diagnostic>> {
        let whole = Span::new(0, text.len() as u32);
        let Some((function, rest)) = text.split_once(':') else {
            return Err(bad(whole, "the function and `:` are expected first"));
        };
        let Some((left, right)) = rest.split_once("==") else {
            let after = Span::new(function.len() as u32 + 1, text.len() as u32);
            return Err(bad(after, "two sides with `==` between them are expected"));
        };
        let span = trimmed(function, 0);
        let name = function.trim();
        if !is_name(name) {
            return Err(bad(span, "the name of a function is expected"));
        }
        let first = function.len() + 1;
        Ok(Self {
            function: name.into(),
            span,
            left: side(left, first, name)?,
            right: side(right, first + left.len() + 2, name)?,
        })
    }
}

/// A question that cannot be answered as it stands.
pub(super) fn bad(span: Span, message: impl Into<String>) -> Box<Diagnostic> {
    let help = "write `f: a == b`; a side is a variable (`x`, `x@12` for the one of line 12, `t[1]`), `return[0]`, \
                `loop[1].carry[0]`, `loop[1].init[0]` or `call[3]`";
    Box::new(Diagnostic::error(BAD_QUESTION, span, message).help(help))
}

fn is_name(text: &str) -> bool {
    let mut chars = text.chars();
    chars.next().is_some_and(|first| first.is_alphabetic() || first == '_')
        && chars.all(|it| it.is_alphanumeric() || it == '_')
}

/// The place of a text without the blanks around it.
fn trimmed(text: &str, first: usize) -> Span {
    let start = first + (text.len() - text.trim_start().len());
    Span::new(start as u32, (start + text.trim().len()) as u32)
}

/// A word with what stands in brackets or after `@` behind it.
struct Part<'t> {
    word: &'t str,
    line: Option<u32>,
    indices: Vec<u32>,
}

fn side(text: &str, first: usize, function: &str) -> Result<Side, Box<Diagnostic>> {
    let span = trimmed(text, first);
    let text = text.trim();
    let parts: Option<Vec<Part<'_>>> = text.split('.').map(part).collect();
    let unclear = || bad(span, format!("`{text}` is no side of a question"));
    let mut parts = parts.ok_or_else(unclear)?;
    if parts.len() > 1 && parts[0].word == function && parts[0].indices.is_empty() {
        parts.remove(0);
    }
    let (what, used) = match &parts[..] {
        [it] if it.word == "return" => (What::Return(*it.indices.first().unwrap_or(&0)), 1),
        [it] if it.word == "call" && !it.indices.is_empty() => (What::Call(it.indices[0]), 1),
        [a, b] if a.word == "loop" && a.indices.len() == 1 => {
            let (number, at) = (a.indices[0], *b.indices.first().unwrap_or(&0));
            match b.word {
                "carry" => (What::Carry(number, at), 1),
                "init" => (What::Init(number, at), 1),
                _ => return Err(unclear()),
            }
        }
        [a, b] if a.word == "call" && b.word == "result" && a.indices.len() == 1 => {
            (What::Call(a.indices[0]), 0)
        }
        [it] => (What::Variable(it.word.into(), it.line), 0),
        _ => return Err(unclear()),
    };
    let last = parts.last().expect("a text has a part");
    let rest = last.indices.get(used.min(last.indices.len())..).unwrap_or_default();
    match rest {
        [] => Ok(Side { text: text.to_owned(), span, what, component: None }),
        [one] => Ok(Side { text: text.to_owned(), span, what, component: Some(*one) }),
        _ => Err(unclear()),
    }
}

/// `word`, `word@12`, `word[1][0]`.
fn part(text: &str) -> Option<Part<'_>> {
    let end = text.find(['[', '@']).unwrap_or(text.len());
    let (word, mut rest) = text.split_at(end);
    let mut line = None;
    if let Some(after) = rest.strip_prefix('@') {
        let end = after.find('[').unwrap_or(after.len());
        line = Some(after[..end].parse().ok()?);
        rest = &after[end..];
    }
    let mut indices = Vec::new();
    while let Some(after) = rest.strip_prefix('[') {
        let (number, behind) = after.split_once(']')?;
        indices.push(number.trim().parse().ok()?);
        rest = behind;
    }
    (is_name(word) && rest.is_empty()).then_some(Part { word, line, indices })
}
