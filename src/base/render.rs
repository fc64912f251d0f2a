//! Diagnostics as people read them, under their source line, and as tools read them, one object a line.

use annotate_snippets::{Annotation, AnnotationKind, Group, Level, Renderer, Snippet};
use serde_json::{Value, json};

use crate::base::diagnostic::{Diagnostic, Diagnostics, Severity};
use crate::base::span::{Source, Span};

/// All diagnostics, each under the line it is about, without colour.
pub fn render(diagnostics: &Diagnostics, source: &Source) -> String {
    let renderer = Renderer::plain();
    let mut out = String::new();
    for diagnostic in diagnostics.iter() {
        out.push_str(&one(diagnostic, source, &renderer));
        out.push_str("\n\n");
    }
    out
}

/// All diagnostics as JSON, one object a line. Lines and columns count from 1, columns in characters; an end is one past
/// the last character.
pub fn render_json(diagnostics: &Diagnostics, source: &Source) -> String {
    let mut out = String::new();
    for diagnostic in diagnostics.iter() {
        out.push_str(&object(diagnostic, source).to_string());
        out.push('\n');
    }
    out
}

fn one(diagnostic: &Diagnostic, source: &Source, renderer: &Renderer) -> String {
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Note => Level::NOTE,
    };
    let mut group = Group::with_title(level.primary_title(&*diagnostic.message).id(diagnostic.code.0));
    for (place, snippet) in snippets(diagnostic, source) {
        let text = &source.text()[place.start..place.end];
        let shown = Snippet::source(text).line_start(place.line).path(source.name());
        group = group.element(shown.annotations(snippet));
    }
    for help in &diagnostic.help {
        group = group.element(Level::HELP.message(&**help));
    }
    renderer.render(&[group])
}

/// Lines of the source that one snippet shows.
struct Lines {
    start: usize,
    end: usize,
    line: usize,
}

/// The snippets of a diagnostic: one, unless its places are far apart.
fn snippets<'d>(diagnostic: &'d Diagnostic, source: &Source) -> Vec<(Lines, Vec<Annotation<'d>>)> {
    /// Lines between two places that are still shown together.
    const NEAR: usize = 20;
    let own = (diagnostic.at, &*diagnostic.label, AnnotationKind::Primary);
    let others = diagnostic.also.iter().map(|(at, label)| (*at, &**label, AnnotationKind::Context));
    let places: Vec<_> = std::iter::once(own).chain(others).filter(|(at, _, _)| at.is_some()).collect();
    let mut groups: Vec<(usize, usize, Vec<usize>)> = Vec::new();
    for (index, (at, _, _)) in places.iter().enumerate() {
        let (first, last) = (source.position(at.start).line, source.position(shown(*at, source).1).line);
        let near = groups.iter_mut().find(|(from, to, _)| first <= *to + NEAR && *from <= last + NEAR);
        match near {
            Some((from, to, indices)) => {
                *from = first.min(*from);
                *to = last.max(*to);
                indices.push(index);
            }
            None => groups.push((first, last, vec![index])),
        }
    }
    let show = |(first, last, indices): (usize, usize, Vec<usize>)| {
        let lines = Lines { start: source.line_start(first), end: source.line_end(last), line: first };
        let annotations = indices.into_iter().map(|index| {
            let (at, label, kind) = places[index];
            let (start, end) = shown(at, source);
            let range = start as usize - lines.start..end as usize - lines.start;
            let annotation = kind.span(range);
            if label.is_empty() { annotation } else { annotation.label(label) }
        });
        let annotations = annotations.collect();
        (lines, annotations)
    };
    groups.into_iter().map(show).collect()
}

/// The bytes that are underlined: on character boundaries, and of a place of several lines only the first.
fn shown(at: Span, source: &Source) -> (u32, u32) {
    let text = source.text();
    let mut start = (at.start as usize).min(text.len());
    while !text.is_char_boundary(start) {
        start -= 1;
    }
    let mut end = (at.end as usize).clamp(start, text.len());
    while !text.is_char_boundary(end) {
        end += 1;
    }
    let line = text[start..end].find('\n').map_or(end, |at| start + at);
    (start as u32, line as u32)
}

fn object(diagnostic: &Diagnostic, source: &Source) -> Value {
    let severity = match diagnostic.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "note",
    };
    let also: Vec<Value> = diagnostic
        .also
        .iter()
        .map(|(at, label)| {
            let mut place = place(*at, source);
            place["label"] = json!(label);
            place
        })
        .collect();
    let mut object = json!({
        "code": diagnostic.code.0,
        "severity": severity,
        "message": diagnostic.message,
        "file": source.name(),
    });
    if let (Value::Object(object), Value::Object(place)) = (&mut object, place(diagnostic.at, source)) {
        object.extend(place);
    }
    object["label"] = json!(diagnostic.label);
    object["also"] = json!(also);
    object["help"] = json!(diagnostic.help);
    object
}

fn place(at: Span, source: &Source) -> Value {
    if !at.is_some() {
        return json!({ "line": null, "column": null, "end_line": null, "end_column": null });
    }
    let (start, end) = (source.position(at.start), source.position(at.end));
    json!({
        "line": start.line,
        "column": start.column,
        "end_line": end.line,
        "end_column": end.column,
    })
}
