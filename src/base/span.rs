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

/// Why bytes are no text.
#[derive(Clone, Debug)]
pub struct NotText {
    /// The first byte that is not UTF-8.
    pub at: Span,
    /// What could be read before it.
    pub read: Source,
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
    /// A source from the bytes of a file, which must be UTF-8. A byte order mark at its start is dropped.
    pub fn from_bytes(name: impl Into<String>, bytes: Vec<u8>) -> Result<Self, NotText> {
        match String::from_utf8(bytes) {
            Ok(text) => Ok(Self::new(name, text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text))),
            Err(wrong) => {
                let valid = wrong.utf8_error().valid_up_to();
                let start = String::from_utf8_lossy(&wrong.as_bytes()[..valid]).into_owned();
                Err(NotText { at: Span::new(valid as u32, valid as u32), read: Self::new(name, start) })
            }
        }
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
    /// The first byte of a line, counted from 1.
    pub fn line_start(&self, line: usize) -> usize {
        self.line_starts.get(line.saturating_sub(1)).map_or(self.text.len(), |&start| start as usize)
    }
    /// One past the last byte of a line, its end left out.
    pub fn line_end(&self, line: usize) -> usize {
        let next = self.line_starts.get(line).map_or(self.text.len(), |&start| start as usize - 1);
        let start = self.line_start(line);
        start + self.text[start..next].trim_end_matches('\r').len()
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
