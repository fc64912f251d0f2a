//! The passes: text in, text out, and what their table promises.

mod golden;
mod list;
