//! Comment lines go to the statement, function or class that they stand above.

use ruff_python_ast::token::{TokenKind, Tokens};
use ruff_text_size::Ranged;

use crate::base::name::Name;
use crate::base::span::{Source, Span};
use crate::syntax::reader::span;
use crate::syntax::tree::{Item, ItemKind, Module, StmtKind, SuiteId};

/// What a comment may go to.
#[derive(Clone, Copy)]
enum Anchor {
    Stmt(SuiteId, usize),
    /// The n-th function of the module in order.
    Function(usize),
    /// The n-th item of the module in order, those inside scopes included.
    Item(usize),
}

/// Line that names the program.
const TITLE: &str = "pypto.program:";

/// Attaches all comments of a module.
pub(super) fn attach<'s>(source: &'s Source, tokens: &Tokens, module: &mut Module<'s>) {
    let comments: Vec<Span> = tokens
        .iter()
        .filter(|token| token.kind() == TokenKind::Comment)
        .map(|token| span(token.range()))
        .collect();
    if comments.is_empty() {
        return;
    }
    let anchors = anchors(module);
    let mut found: Vec<(Anchor, Name)> = Vec::with_capacity(comments.len());
    for comment in comments {
        let text = source.slice(comment).trim_start_matches('#');
        let text = text.strip_prefix(' ').unwrap_or(text).trim_end();
        if let Some(title) = text.strip_prefix(TITLE) {
            module.title = Some(title.trim());
        } else if let Some(anchor) = anchor_of(source, &anchors, comment) {
            found.push((anchor, Name::from(text)));
        }
    }
    let mut functions: Vec<&mut Vec<Name>> = Vec::new();
    let mut items: Vec<&mut Vec<Name>> = Vec::new();
    collect(&mut module.items, &mut items, &mut functions);
    for (anchor, text) in found {
        match anchor {
            Anchor::Stmt(suite, index) => module.suites[suite][index].comments.push(text),
            Anchor::Function(index) => functions[index].push(text),
            Anchor::Item(index) => items[index].push(text),
        }
    }
}

/// The anchor of a comment: what it stands in or behind on the same line, else what follows, unless the comment is
/// indented deeper than that: then it ends the block of what it follows.
fn anchor_of(source: &Source, anchors: &[(Span, Anchor)], comment: Span) -> Option<Anchor> {
    let next = anchors.partition_point(|(place, _)| place.start <= comment.start);
    let before = next.checked_sub(1).map(|index| anchors[index]);
    let after = anchors.get(next).copied();
    if let Some((place, anchor)) = before {
        let same_line = source.position(place.end).line == source.position(comment.start).line;
        if comment.start < place.end || same_line {
            return Some(anchor);
        }
    }
    let column = |place: Span| source.position(place.start).column;
    if let (Some((_, anchor)), Some((place, _))) = (before, after)
        && ends_arm(source, comment, place)
    {
        return Some(anchor);
    }
    match (before, after) {
        (Some((_, anchor)), Some((place, _))) if column(comment) > column(place) => Some(anchor),
        (_, Some((_, anchor))) => Some(anchor),
        (Some((_, anchor)), None) => Some(anchor),
        (None, None) => None,
    }
}

/// Whether an `else` or `elif` that the comment is indented deeper than comes before the next statement.
fn ends_arm(source: &Source, comment: Span, next: Span) -> bool {
    let column = source.position(comment.start).column;
    let between = source.slice(Span::new(comment.end, next.start));
    between.lines().any(|line| {
        let word = line.trim_start();
        let indent = line.len() - word.len();
        (word.starts_with("else") || word.starts_with("elif")) && indent + 1 < column
    })
}

/// All anchors with their places, in order. The place of a function or class is its first line.
fn anchors(module: &Module<'_>) -> Vec<(Span, Anchor)> {
    let mut anchors = Vec::new();
    for (suite, stmts) in module.suites.entries() {
        for (index, stmt) in stmts.iter().enumerate() {
            if !matches!(stmt.kind, StmtKind::Error(_)) {
                anchors.push((stmt.span, Anchor::Stmt(suite, index)));
            }
        }
    }
    let (mut items, mut functions) = (0, 0);
    let mut open = vec![module.items.iter()];
    while let Some(top) = open.last_mut() {
        let Some(item) = top.next() else {
            open.pop();
            continue;
        };
        let mut function = |place: Span| {
            anchors.push((Span::new(place.start, place.start), Anchor::Function(functions)));
            functions += 1;
        };
        match &item.kind {
            ItemKind::Function(it) => function(it.span),
            ItemKind::Class(class) => class.functions.iter().for_each(|it| function(it.span)),
            ItemKind::Import(_) | ItemKind::Assign(..) | ItemKind::Scope(_) | ItemKind::Other(_) => {}
        }
        let end = if matches!(item.kind, ItemKind::Import(_) | ItemKind::Assign(..) | ItemKind::Other(_)) {
            item.span.end
        } else {
            item.span.start
        };
        if !matches!(item.kind, ItemKind::Function(_)) {
            anchors.push((Span::new(item.span.start, end), Anchor::Item(items)));
        }
        items += 1;
        if let ItemKind::Scope(inner) = &item.kind {
            open.push(inner.iter());
        }
    }
    anchors.sort_by_key(|(place, _)| place.start);
    anchors
}

/// The lists that comments of items and functions go to, in the order in which [`anchors`] counts them.
fn collect<'m, 's>(
    top: &'m mut [Item<'s>],
    items: &mut Vec<&'m mut Vec<Name>>,
    functions: &mut Vec<&'m mut Vec<Name>>,
) {
    let mut open = vec![top.iter_mut()];
    while let Some(last) = open.last_mut() {
        let Some(item) = last.next() else {
            open.pop();
            continue;
        };
        items.push(&mut item.comments);
        match &mut item.kind {
            ItemKind::Function(it) => functions.push(&mut it.comments),
            ItemKind::Class(class) => functions.extend(class.functions.iter_mut().map(|it| &mut it.comments)),
            ItemKind::Scope(inner) => open.push(inner.iter_mut()),
            ItemKind::Import(_) | ItemKind::Assign(..) | ItemKind::Other(_) => {}
        }
    }
}
