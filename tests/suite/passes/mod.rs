//! The passes: text in, text out, what their table promises, and what the checks of properties say.

use selfsame::base::diagnostic::Diagnostics;
use selfsame::base::span::Source;
use selfsame::egraph::relation::relate;
use selfsame::ir::program::Program;
use selfsame::lower::lower;
use selfsame::passes::run::{Context, parse_list, run};

pub(crate) mod golden;
mod laws;
mod linear;
mod list;
mod lowering;
mod properties;
mod warnings;

/// The program of a class body.
fn class(body: &str) -> Program {
    let indented: Vec<_> = body.lines().map(|line| format!("    {line}")).collect();
    text(&format!("import pypto.language as pl\n\n\n@pl.program\nclass P:\n{}\n", indented.join("\n")))
}

/// The program of a text.
fn text(text: &str) -> Program {
    let mut lowered = lower(&Source::new("test", text)).unwrap_or_else(|wrong| panic!("{wrong:#?}\n{text}"));
    lowered.programs.remove(0)
}

/// The program after these passes, checked after each.
fn after(program: &Program, passes: &[&str]) -> Result<Program, Diagnostics> {
    let mut program = program.clone();
    let mut context = Context::new(&relate);
    context.check = true;
    run(&mut program, &parse_list(passes.iter().copied()).unwrap(), &context, &mut |_, _| true)?;
    Ok(program)
}

/// The program after these passes, whatever they leave.
fn after_unchecked(program: &Program, passes: &[&str]) -> Program {
    let mut program = program.clone();
    let mut context = Context::new(&relate);
    context.check = false;
    run(&mut program, &parse_list(passes.iter().copied()).unwrap(), &context, &mut |_, _| true).unwrap();
    program
}

/// The default pipeline without barriers.
const PIPELINE: &[&str] = &[
    "outline-scopes",
    "parameter-directions",
    "return-order",
    "call-directions",
    "runtime-scopes",
    "carries",
];

/// A kernel that stores into its output, and one that adds to it.
const KERNELS: &str = "\
@pl.function(type=pl.FunctionType.AIV)
def wr(self, x: pl.Tensor[[16], pl.FP32], o: pl.Out[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
    t = pl.load(x, [0], [16])
    r = pl.store(t, [0], o)
    return r

@pl.function(type=pl.FunctionType.AIV)
def acc(self, x: pl.Tensor[[16], pl.FP32], o: pl.InOut[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
    t = pl.load(x, [0], [16])
    u = pl.load(o, [0], [16])
    r = pl.store(pl.tile.add(t, u), [0], o)
    return r
";
