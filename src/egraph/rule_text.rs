//! The text of rule files: top-level forms as trees whose parts know their places.
//!
//! The reader of s-expressions keeps no places and does not tell `"a"` from `a`; so the parts of a form are found once
//! more, in the order in which they stand, and each is given to the part that was read.

use symbolic_expressions::{Sexp, parser};

use crate::base::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::base::span::{Source, Span};

/// A rule file does not read as one.
pub const BAD_RULE: Code = Code("bad-rule");

/// A part of a form.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Tree {
    /// A word.
    Word(String, Span),
    /// A text in quotes.
    Text(String, Span),
    /// A list.
    List(Vec<Tree>, Span),
}

impl Tree {
    pub(crate) fn span(&self) -> Span {
        match self {
            Self::Word(_, span) | Self::Text(_, span) | Self::List(_, span) => *span,
        }
    }
    /// The word, if it is one.
    pub(crate) fn word(&self) -> Option<&str> {
        match self {
            Self::Word(word, _) => Some(word),
            Self::Text(..) | Self::List(..) => None,
        }
    }
    /// The text in quotes, if it is one.
    pub(crate) fn text(&self) -> Option<&str> {
        match self {
            Self::Text(text, _) => Some(text),
            Self::Word(..) | Self::List(..) => None,
        }
    }
    /// The parts of a list.
    pub(crate) fn list(&self) -> Option<&[Self]> {
        match self {
            Self::List(items, _) => Some(items),
            Self::Word(..) | Self::Text(..) => None,
        }
    }
    /// The same with every word replaced by what `f` gives for it.
    pub(crate) fn map_words(&self, f: &impl Fn(&str) -> Option<Self>) -> Self {
        match self {
            Self::Word(word, span) => f(word).map_or_else(|| self.clone(), |new| new.moved_to(*span)),
            Self::Text(..) => self.clone(),
            Self::List(items, span) => {
                Self::List(items.iter().map(|item| item.map_words(f)).collect(), *span)
            }
        }
    }
    fn moved_to(self, span: Span) -> Self {
        match self {
            Self::Word(word, _) => Self::Word(word, span),
            Self::Text(text, _) => Self::Text(text, span),
            Self::List(items, _) => Self::List(items, span),
        }
    }
}

impl std::fmt::Display for Tree {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Word(word, _) => f.write_str(word),
            Self::Text(text, _) => write!(f, "\"{text}\""),
            Self::List(items, _) => {
                f.write_str("(")?;
                for (at, item) in items.iter().enumerate() {
                    if at > 0 {
                        f.write_str(" ")?;
                    }
                    item.fmt(f)?;
                }
                f.write_str(")")
            }
        }
    }
}

/// A complaint about a part of a rule file: what is wrong, most often as what was expected.
pub(crate) type Fault = Box<Diagnostic>;

/// A complaint at a place.
pub(crate) fn fault(at: Span, message: impl Into<String>) -> Fault {
    Box::new(Diagnostic::error(BAD_RULE, at, message))
}

/// The forms of a file in order, comments dropped. What does not read is added to `said`.
pub(crate) fn read(source: &Source, said: &mut Diagnostics) -> Vec<Tree> {
    let text = without_comments(source.text());
    let mut forms = Vec::new();
    for token_list in split(&text, said) {
        let (Some(first), Some(last)) = (token_list.first(), token_list.last()) else { continue };
        let span = Span::new(first.span.start, last.span.end);
        // Line ends are no space to the reader.
        let form = text[span.start as usize..span.end as usize].replace(['\n', '\r', '\t'], " ");
        match parser::parse_str(&form) {
            Ok(sexp) => {
                let mut tokens = token_list.iter();
                forms.push(placed(&sexp, &mut tokens));
            }
            Err(error) => said.push(Diagnostic::error(BAD_RULE, span, error.to_string())),
        }
    }
    forms
}

/// Comments as spaces, so that places stay.
fn without_comments(text: &str) -> String {
    let (mut comment, mut quoted) = (false, false);
    let blank = |c: char| " ".repeat(c.len_utf8());
    let mut clean = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\n' => comment = false,
            '"' if !comment => quoted = !quoted,
            ';' if !quoted => comment = true,
            _ => {}
        }
        if comment { clean.push_str(&blank(c)) } else { clean.push(c) }
    }
    clean
}

#[derive(Clone, Copy, PartialEq, Debug)]
enum Kind {
    Open,
    Close,
    Word,
    Text,
}

#[derive(Clone, Copy, Debug)]
struct Token {
    kind: Kind,
    span: Span,
}

/// The tokens of each top-level form.
fn split(text: &str, said: &mut Diagnostics) -> Vec<Vec<Token>> {
    let mut forms = Vec::new();
    let mut open: Vec<Span> = Vec::new();
    let mut current: Vec<Token> = Vec::new();
    let mut at = 0;
    while let Some(token) = token(text, &mut at) {
        match token.kind {
            Kind::Open => open.push(token.span),
            Kind::Close if open.pop().is_none() => {
                said.push(*fault(token.span, "this `)` closes nothing"));
                continue;
            }
            Kind::Word | Kind::Text if open.is_empty() => {
                said.push(*fault(token.span, "a form is expected: `(set …)`, `(rule …)`, `(builtin …)`"));
                continue;
            }
            Kind::Word if text[token.span.start as usize..token.span.end as usize].contains('"') => {
                said.push(*fault(token.span, "a space is expected before a text in quotes"));
                return Vec::new();
            }
            Kind::Close | Kind::Word | Kind::Text => {}
        }
        current.push(token);
        if open.is_empty() {
            forms.push(std::mem::take(&mut current));
        }
    }
    if let Some(span) = open.first() {
        said.push(*fault(*span, "this `(` is never closed"));
    }
    forms
}

fn token(text: &str, at: &mut usize) -> Option<Token> {
    let rest = &text[*at..];
    let start = *at + rest.find(|c: char| !c.is_whitespace())?;
    let rest = &text[start..];
    let (kind, length) = match rest.as_bytes()[0] {
        b'(' => (Kind::Open, 1),
        b')' => (Kind::Close, 1),
        b'"' => (Kind::Text, rest[1..].find('"').map_or(rest.len(), |end| end + 2)),
        _ => {
            let end = rest.find(|c: char| c.is_whitespace() || matches!(c, '(' | ')'));
            (Kind::Word, end.unwrap_or(rest.len()))
        }
    };
    *at = start + length;
    Some(Token { kind, span: Span::new(start as u32, *at as u32) })
}

/// Gives the parts of what was read the places of their tokens.
fn placed(sexp: &Sexp, tokens: &mut std::slice::Iter<'_, Token>) -> Tree {
    let token = tokens.next().expect("the reader sees the tokens that were counted");
    match sexp {
        Sexp::String(text) if token.kind == Kind::Text => Tree::Text(text.clone(), token.span),
        Sexp::String(text) => Tree::Word(text.clone(), token.span),
        Sexp::List(items) => {
            let items = items.iter().map(|item| placed(item, tokens)).collect();
            let close = tokens.next().expect("lists are closed");
            Tree::List(items, Span::new(token.span.start, close.span.end))
        }
        Sexp::Empty => Tree::List(Vec::new(), token.span),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_text(text: &str) -> (Vec<Tree>, Vec<String>) {
        let source = Source::new("t.rules", text);
        let mut said = Diagnostics::new();
        let trees = read(&source, &mut said);
        let complaints = said.iter().map(|it| {
            let at = source.position(it.at.start);
            format!("{}:{}: {}", at.line, at.column, it.message)
        });
        (trees, complaints.collect())
    }

    #[test]
    fn parts_know_their_places_and_texts_are_told_from_words() {
        let (trees, said) = read_text("; head\n(rule a ; why\n  (f ?x \"y z\")\n  => ?x)\n(set b)");
        assert!(said.is_empty(), "{said:?}");
        assert_eq!(trees.len(), 2);
        let Tree::List(items, _) = &trees[0] else { panic!("{trees:?}") };
        assert_eq!(items[2].to_string(), "(f ?x \"y z\")");
        assert_eq!(items[2].list().unwrap()[2].text(), Some("y z"));
        assert_eq!(items[3].span().start, 38);
    }

    #[test]
    fn what_does_not_close_is_named_with_its_place() {
        assert_eq!(read_text("(set a))").1, ["1:8: this `)` closes nothing"]);
        assert_eq!(read_text("\n (set (a)").1, ["2:2: this `(` is never closed"]);
        assert_eq!(
            read_text("a (set b)").1,
            ["1:1: a form is expected: `(set …)`, `(rule …)`, `(builtin …)`"]
        );
    }
}
