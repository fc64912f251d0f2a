//! What is printed reads back as the same program.

use selfsame::driver::stable::Change;
use selfsame::ir::print::print;
use selfsame::ir::program::Program;
use selfsame::ir::same::same;

use crate::laws::runner::{Verdict, read};
use crate::laws::subject::Subject;

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

pub(super) fn written_reads_back(subject: &Subject<'_>) -> Verdict {
    reads_back(subject.program)
}

pub(super) fn optimized_reads_back(subject: &Subject<'_>) -> Verdict {
    reads_back(&subject.default()?.optimized.program)
}
