//! What is printed reads back as the same program.

use selfsame::driver::stable::Change;
use selfsame::ir::print::print;
use selfsame::ir::program::Program;
use selfsame::ir::same::same;

use crate::laws::runner::{Verdict, holds, read};

fn reads_back(program: &Program) -> Verdict {
    let text = print(program);
    let again = read("printed.py", &text).map_err(|errors| {
        let first = errors.iter().next().map(|it| it.message.clone()).unwrap_or_default();
        format!("what was printed cannot be read: {first}\n{text}")
    })?;
    let again = again.first().ok_or_else(|| "nothing was read".to_owned())?;
    same(program, again).map_err(|why| format!("{why}\n{text}"))?;
    let change = Change::between(&text, &print(again));
    change.map_or(Ok(()), |change| Err(format!("printing is no fixed point: {change}")))
}

#[test]
fn printed_programs_read_back() {
    holds("printed_programs_read_back", 1, 200, |subject| reads_back(subject.program));
}

#[test]
fn optimized_programs_read_back() {
    holds("optimized_programs_read_back", 1, 100, |subject| {
        reads_back(&subject.default()?.optimized.program)
    });
}
