//! Places in a source text.

/// A range of bytes of a source text; `start == end == u32::MAX` is no place.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Span {
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// No place: what was made by the tool and not written by a person.
    pub const NONE: Self = Self { start: u32::MAX, end: u32::MAX };

    /// The range from `start` up to `end`, in bytes.
    pub fn new(start: u32, end: u32) -> Self {
        Self { start, end }
    }
    /// Whether this is a place at all.
    pub fn is_some(self) -> bool {
        self != Self::NONE
    }
}

impl Default for Span {
    fn default() -> Self {
        Self::NONE
    }
}

/// A text with its name and the start of each line.
#[derive(Clone, Debug)]
pub struct Source {
    name: String,
    text: String,
    line_starts: Vec<u32>,
}

/// A line and column, both counted from 1; the column counts characters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
}

impl Source {
    /// A source with the name that diagnostics show, most often a path.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Self {
        let text = text.into();
        let breaks = text.bytes().enumerate().filter(|&(_, byte)| byte == b'\n');
        let line_starts = std::iter::once(0).chain(breaks.map(|(at, _)| at as u32 + 1)).collect();
        Self { name: name.into(), text, line_starts }
    }
    /// The name that diagnostics show.
    pub fn name(&self) -> &str {
        &self.name
    }
    /// The whole text.
    pub fn text(&self) -> &str {
        &self.text
    }
    /// The text of a place; empty for [`Span::NONE`].
    pub fn slice(&self, span: Span) -> &str {
        self.text.get(span.start as usize..span.end as usize).unwrap_or("")
    }
    /// Line and column of a byte.
    pub fn position(&self, byte: u32) -> Position {
        let byte = (byte as usize).min(self.text.len());
        let line = self.line_starts.partition_point(|&start| start as usize <= byte) - 1;
        let start = self.line_starts[line] as usize;
        let column = self.text.get(start..byte).map_or(0, |before| before.chars().count());
        Position { line: line + 1, column: column + 1 }
    }
}
