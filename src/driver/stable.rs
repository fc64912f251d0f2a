//! Output that hangs on nothing but the input: what comes out when it is made again in another way.

use std::fmt;

use crate::base::diagnostic::Diagnostics;
use crate::base::span::Source;
use crate::driver::optimizer::Optimizer;
use crate::driver::options::Options;
use crate::ir::print::print;
use crate::ir::program::Program;
use crate::lower::lower;

/// The first line in which two texts differ.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Change {
    /// Its number, from 1 on.
    pub line: usize,
    /// It was this; `None` if the text ended before.
    pub before: Option<String>,
    /// It is this.
    pub after: Option<String>,
}

impl Change {
    /// The first line that differs, if one does.
    pub fn between(before: &str, after: &str) -> Option<Self> {
        if before == after {
            return None;
        }
        let mut at = 0;
        let (mut left, mut right) = (before.lines(), after.lines());
        loop {
            at += 1;
            match (left.next(), right.next()) {
                (None, None) => return Some(Self { line: at, before: None, after: None }),
                (left, right) if left == right => {}
                (left, right) => {
                    let owned = |line: Option<&str>| line.map(str::to_owned);
                    return Some(Self { line: at, before: owned(left), after: owned(right) });
                }
            }
        }
    }
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = |line: &Option<String>| line.clone().unwrap_or_else(|| "nothing more".to_owned());
        write!(f, "line {}\n  was: {}\n  is:  {}", self.line, shown(&self.before), shown(&self.after))
    }
}

/// What changes when the output is read and optimized again with the same options. Nothing is owed where a limit was hit.
///
/// # Errors
/// If the output cannot be read or optimized.
pub fn again(options: &Options, output: &Program) -> Result<Option<Change>, Diagnostics> {
    let once = print(output);
    let read = lower(&Source::new("output.py", once.as_str()))?;
    let mut texts = Vec::new();
    for program in &read.programs {
        let twice = Optimizer::with(options.clone()).optimize(program)?;
        if twice.report.hit_limit() {
            return Ok(None);
        }
        texts.push(print(&twice.program));
    }
    Ok(Change::between(&once, &texts.join("\n")))
}

/// What changes when the functions of the program stand in another order and four threads work.
///
/// # Errors
/// If the program cannot be optimized.
pub fn elsewhere(
    options: &Options,
    program: &Program,
    order: &dyn Fn(usize) -> usize,
    output: &Program,
) -> Result<Option<Change>, Diagnostics> {
    let mut turned = program.clone();
    let mut functions: Vec<_> = turned.functions.drain(..).enumerate().collect();
    functions.sort_by_key(|(at, _)| order(*at));
    turned.functions = functions.into_iter().map(|(_, function)| function).collect();
    let options = Options { threads: 4, ..options.clone() };
    let other = Optimizer::with(options).optimize(&turned)?;
    Ok(Change::between(&print(output), &print(&other.program)))
}
