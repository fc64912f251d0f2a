//! Selfsame: equality saturation for whole tile programs.
//!
//! Programs in the PyPTO Python DSL (functions, calls, loops with carries, branches, tensors written in place) go into an
//! e-graph that decides *what is the same as what*; one form is chosen, put in order, and printed as DSL text or C++.
//!
//! ```
//! use selfsame::{Optimizer, parse, print};
//!
//! let program = parse(
//!     "import pypto.language as pl
//! @pl.program
//! class Twice:
//!     @pl.function(type=pl.FunctionType.Inline)
//!     def bump(self, n: pl.Scalar[pl.INDEX]) -> pl.Scalar[pl.INDEX]:
//!         n = n + 1
//!         return n
//!     @pl.function
//!     def main(self, k: pl.Scalar[pl.INDEX]) -> pl.Scalar[pl.INDEX]:
//!         m: pl.Scalar[pl.INDEX] = self.bump(k)
//!         return k + m
//! ",
//! )?;
//! let optimized = Optimizer::new().optimize(&program)?;
//! assert!(print(&optimized.program).contains("return k + n"));
//! # Ok::<(), selfsame::Diagnostics>(())
//! ```
//!
//! The flow, and where each step lives: `syntax` → [`lower`](lower::lower) → [`verify`](verify::verify) →
//! [`egraph::session`] → [`extract`] → [`passes`] → [`ir::print`] or [`codegen`]. The layers are those of
//! `docs/architecture.md`.

pub mod base;
#[cfg(feature = "cli")]
pub mod cli;
pub mod codegen;
pub mod driver;
pub mod egraph;
pub mod extract;
pub mod interp;
pub mod ir;
pub mod lower;
pub mod passes;
pub mod proof;
pub mod syntax;
pub mod verify;

pub use base::diagnostic::{Diagnostic, Diagnostics};
pub use base::render::render;
pub use base::span::Source;
pub use driver::optimizer::{Optimized, Optimizer};
pub use driver::options::{Level, Options};
pub use egraph::relation::{Relations, relate};
pub use egraph::rules::Rules;
pub use ir::print::print;
pub use ir::program::{Function, Program};

/// Reads the one program of a text.
///
/// # Errors
/// All that is wrong with it; also if it holds no program or several.
pub fn parse(text: &str) -> Result<Program, Diagnostics> {
    let mut programs = lower::lower(&Source::new("<text>", text))?.programs;
    match programs.pop() {
        Some(program) if programs.is_empty() => Ok(program),
        _ => Err(Diagnostic::error(
            base::diagnostic::Code("one-program"),
            base::span::Span::NONE,
            "a text with exactly one program is expected here",
        )
        .help("`lower::lower` reads texts with several")
        .into()),
    }
}
