//! Lines with their indentation.

/// Text under construction.
pub(crate) struct Writer {
    text: String,
    depth: usize,
}

impl Writer {
    pub(crate) fn new(depth: usize) -> Self {
        Self { text: String::new(), depth }
    }
    /// One line at the current depth; an empty one has no trailing blanks.
    pub(crate) fn line(&mut self, line: impl AsRef<str>) {
        let line = line.as_ref();
        if !line.is_empty() {
            // Deep nesting is not drawn: a text of n nested loops would have n squared blanks.
            (0..self.depth.min(MAX_INDENT)).for_each(|_| self.text.push_str("    "));
            self.text.push_str(line);
        }
        self.text.push('\n');
    }
    /// A line that opens a block.
    pub(crate) fn open(&mut self, line: impl AsRef<str>) {
        self.line(line);
        self.depth += 1;
    }
    /// A line that closes a block.
    pub(crate) fn close(&mut self, line: impl AsRef<str>) {
        self.depth -= 1;
        self.line(line);
    }
    /// After [`Writer::close`] with a line that opens the next block, as `} else {` does.
    pub(crate) fn open_again(&mut self) {
        self.depth += 1;
    }
    /// A blank line, unless one stands there or a block has just opened.
    pub(crate) fn gap(&mut self) {
        if !self.text.ends_with("\n\n") && !self.text.ends_with("{\n") && !self.text.is_empty() {
            self.text.push('\n');
        }
    }
    /// All lines.
    pub(crate) fn finish(self) -> String {
        self.text
    }
}

const MAX_INDENT: usize = 40;
