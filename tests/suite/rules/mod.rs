//! Rules: their language, what is refused, and that each is true.

mod fires;
mod lints;
mod proofs;
