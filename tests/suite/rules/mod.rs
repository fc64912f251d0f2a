//! Rules: their language, what is refused, and that each is true.

mod lints;
mod proofs;
