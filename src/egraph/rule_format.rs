//! Rule files as they are written: one rule a paragraph, options on lines of their own, comments as they stand.

use crate::base::diagnostic::Diagnostics;
use crate::base::span::Source;
use crate::egraph::rule_text::{Tree, read};

/// Longest line.
const WIDTH: usize = 118;

/// A rule file in its one form.
///
/// # Errors
/// What does not read as forms, with its place.
pub fn format(source: &Source) -> Result<String, Diagnostics> {
    let mut said = Diagnostics::new();
    let forms = read(source, &mut said);
    if said.has_errors() {
        return Err(said);
    }
    let mut text = String::new();
    let mut last = 0;
    for form in &forms {
        let span = form.span();
        let before = &source.text()[last..span.start as usize];
        paragraph_break(&mut text, before);
        comments(&mut text, before);
        let written = source.slice(span);
        // A comment inside a form stands where its writer put it.
        if written.contains(';') {
            text.push_str(written)
        } else {
            text.push_str(&layout(form))
        }
        text.push('\n');
        last = span.end as usize;
    }
    let rest = &source.text()[last..];
    paragraph_break(&mut text, rest);
    comments(&mut text, rest);
    Ok(text.trim_end().to_owned() + "\n")
}

/// An empty line between paragraphs.
fn paragraph_break(text: &mut String, before: &str) {
    if !text.is_empty() && !before.trim().is_empty() | before.contains("\n\n") {
        text.push('\n');
    }
}

/// The comment lines of a gap, and the empty lines between them.
fn comments(text: &mut String, gap: &str) {
    let lines: Vec<&str> = gap.lines().map(str::trim).collect();
    let first = lines.iter().position(|line| !line.is_empty());
    let last = lines.iter().rposition(|line| !line.is_empty());
    let (Some(first), Some(last)) = (first, last) else { return };
    for line in &lines[first..=last] {
        text.push_str(line);
        text.push('\n');
    }
    if lines.len() > last + 1 {
        text.push('\n');
    }
}

fn layout(form: &Tree) -> String {
    let items = form.list().unwrap_or_default();
    let one_line = form.to_string();
    if items.first().and_then(Tree::word) != Some("rule") || items.len() < 5 {
        return one_line;
    }
    let (left, right) = (items[2].to_string(), items[4].to_string());
    let mut text = format!("(rule {}", items[1]);
    let law = format!("{left} => {right}");
    if law.len() + 2 <= WIDTH {
        text.push_str(&format!("\n  {law}"));
    } else {
        text.push_str(&format!("\n  {left}\n  => {right}"));
    }
    let mut rest = items[5..].iter().peekable();
    while let Some(key) = rest.next() {
        text.push_str(&format!("\n  {key}"));
        let mut column = 2 + key.to_string().len();
        while let Some(value) = rest.next_if(|value| !value.word().is_some_and(|word| word.starts_with(':')))
        {
            let value = value.to_string();
            if column + 1 + value.len() > WIDTH && column > 20 {
                text.push_str("\n   ");
                column = 3;
            }
            text.push(' ');
            text.push_str(&value);
            column += 1 + value.len();
        }
    }
    text.push(')');
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn formatted(text: &str) -> String {
        format(&Source::new("t.rules", text)).unwrap()
    }

    #[test]
    fn options_stand_on_lines_of_their_own_and_comments_stay() {
        let text = "; Head.\n\n(set   s)\n; Why.\n(rule r (neg (neg ?x))   => ?x :exact yes\n :shows \"a\" => \"b\")\n; End.";
        let wanted = "; Head.\n\n(set s)\n\n; Why.\n(rule r\n  (neg (neg ?x)) => ?x\n  :exact yes\n  :shows \"a\" => \"b\")\n\n; End.\n";
        assert_eq!(formatted(text), wanted);
        assert_eq!(formatted(wanted), wanted);
    }
}
