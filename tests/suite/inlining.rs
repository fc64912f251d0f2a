//! Inlining: one file a behaviour, with the rows of `docs/behaviour.md` at its head. The expected text stands beside the
//! program as `NAME.out`; `BLESS=1` writes what came out.

use std::path::Path;

use selfsame::base::render::render;
use selfsame::base::span::Source;
use selfsame::driver::optimizer::Optimizer;
use selfsame::driver::options::Options;
use selfsame::ir::print::print;
use selfsame::lower::lower;

#[test]
fn helpers_are_spliced_as_their_rows_say() {
    let mut wrong = Vec::new();
    for path in crate::round_trip::files(&["golden/inline"]) {
        let got = optimized(&path);
        let expected = path.with_extension("out");
        let known = std::fs::read_to_string(&expected).unwrap_or_default();
        if got != known {
            if std::env::var_os("BLESS").is_some() {
                std::fs::write(&expected, got).unwrap();
            } else {
                wrong.push(format!("{}: BLESS=1 accepts\n{got}", path.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The program after rules and extraction, passes left out; or what is wrong with it.
fn optimized(path: &Path) -> String {
    let source = Source::new(path.display().to_string(), std::fs::read_to_string(path).unwrap());
    let lowered = match lower(&source) {
        Ok(lowered) => lowered,
        Err(wrong) => return render(&wrong, &source),
    };
    let options = Options { passes: Some(Vec::new()), ..Options::default() };
    match Optimizer::with(options).optimize(&lowered.programs[0]) {
        Ok(done) => print(&done.program) + "\n",
        Err(wrong) => render(&wrong, &source),
    }
}
