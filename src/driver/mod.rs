//! Layer 6: the pipeline as a value. Programs in, programs and reports out; no file is touched here.

pub mod explain;
pub mod graphs;
pub mod optimizer;
pub mod options;
pub mod report;
pub mod stable;
