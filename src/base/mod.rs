//! Layer 0: ids, names, places and diagnostics; knows nothing of tensors.

pub mod codes;
pub mod diagnostic;
pub mod id;
pub mod name;
pub mod render;
pub mod span;
