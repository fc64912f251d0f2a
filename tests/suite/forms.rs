//! Every form of the language, as people write it and as compilers print it: text in, text out. What comes out reads back as
//! an equal program, breaks no rule of the verifier, and can be optimized.

use std::fs;
use std::path::PathBuf;

use selfsame::base::render::render;
use selfsame::base::span::Source;
use selfsame::driver::optimizer::Optimizer;
use selfsame::driver::options::Options;
use selfsame::ir::print::print_all;
use selfsame::ir::same::same;
use selfsame::lower::lower;
use selfsame::verify::verify;

fn files() -> Vec<PathBuf> {
    let entries = fs::read_dir("tests/golden/forms").unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<PathBuf> =
        entries.filter(|path| path.extension().is_some_and(|it| it == "py")).collect();
    files.sort();
    assert!(files.len() > 10, "only {} files", files.len());
    files
}

fn check(path: &PathBuf) -> Result<(), String> {
    let source = Source::new(path.display().to_string(), fs::read_to_string(path).unwrap());
    let read = lower(&source).map_err(|why| render(&why, &source))?;
    let text = print_all(&read.programs);
    let expected = path.with_extension("out");
    if std::env::var_os("BLESS").is_some() {
        fs::write(&expected, &text).unwrap();
    }
    let wanted = fs::read_to_string(&expected).unwrap_or_default();
    if wanted != text {
        return Err(format!("expected\n{wanted}\ngot\n{text}"));
    }
    let printed = Source::new("printed", text.clone());
    let again = lower(&printed).map_err(|why| render(&why, &printed))?;
    if again.programs.len() != read.programs.len() {
        return Err(format!("{} programs of {}", again.programs.len(), read.programs.len()));
    }
    for (a, b) in read.programs.iter().zip(&again.programs) {
        same(a, b).map_err(|why| format!("{why}\n{text}"))?;
        verify(a).map_err(|why| render(&why, &source))?;
    }
    if print_all(&again.programs) != text {
        return Err(format!("printing is no fixed point:\n{text}\n{}", print_all(&again.programs)));
    }
    read.programs.iter().try_for_each(|program| optimize(program).map_err(|why| render(&why, &source)))
}

/// The optimizer takes it, and what it makes reads back and is a program again.
fn optimize(program: &selfsame::ir::program::Program) -> Result<(), selfsame::base::diagnostic::Diagnostics> {
    let optimized = Optimizer::with(Options::default()).optimize(program)?.program;
    verify(&optimized)?;
    let text = print_all(std::slice::from_ref(&optimized));
    let again = lower(&Source::new("optimized", text.clone()))?;
    assert_eq!(same(&optimized, &again.programs[0]), Ok(()), "{text}");
    Ok(())
}

#[test]
fn every_form_is_read_printed_and_optimized() {
    let wrong: Vec<String> = files()
        .iter()
        .filter_map(|path| Some(format!("{}: {}", path.display(), check(path).err()?)))
        .collect();
    assert!(wrong.is_empty(), "{} wrong:\n\n{}", wrong.len(), wrong.join("\n\n"));
}

/// A function whose body is this expression of `x`, nested.
fn nested(before: &str, after: &str, depth: usize) -> String {
    format!(
        "import pypto.language as pl\n\n@pl.program\nclass Deep:\n    @pl.function\n    \
         def main(self, x: pl.Tensor[[16], pl.FP32], n: pl.Scalar[pl.INDEX]) -> pl.Scalar[pl.INDEX]:\n        \
         y = {}x{}\n        m = {}n{}\n        return m\n",
        before.repeat(depth),
        after.repeat(depth),
        "(".repeat(depth),
        " + 1)".repeat(depth),
    )
}

#[test]
fn calls_nest_as_deep_as_they_like() {
    for (depth, deeper) in [(10, 150), (150, 250), (250, 20_000)] {
        let shallow = statements(&nested("pl.add(", ", 1.0)", depth));
        let deep = statements(&nested("pl.add(", ", 1.0)", deeper));
        assert_eq!(shallow.iter().filter(|it| it.contains("pl.tensor.adds(")).count(), depth);
        assert_eq!(deep.iter().filter(|it| it.contains("pl.tensor.adds(")).count(), deeper);
    }
    for text in ["-", "~", "not "] {
        let text = format!(
            "import pypto.language as pl\n\n@pl.program\nclass Deep:\n    @pl.function\n    def main(self, n: pl.Scalar[pl.{}]):\n        m = {}n\n",
            if text == "not " { "BOOL" } else { "INDEX" },
            text.repeat(5000)
        );
        assert!(statements(&text).len() > 50);
    }
}

/// What is evaluated first stands first, also where an expression is cut.
#[test]
fn deep_arguments_are_evaluated_in_order() {
    let deep = format!("{}x{}", "pl.add(".repeat(300), ", 1.0)".repeat(300));
    let text = format!(
        "import pypto.language as pl\n\n@pl.program\nclass Deep:\n    @pl.function\n    def f(self, a: pl.InOut[pl.Tensor[[16], pl.FP32]]) -> \
         pl.Tensor[[16], pl.FP32]:\n        a[0] = 1.0\n        return a\n\n    @pl.function\n    def main(self, x: pl.InOut[pl.Tensor[[16], \
         pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:\n        return pl.mul(self.f(x), pl.sub(self.f(x), {deep}))\n"
    );
    let lines = statements(&text);
    let calls: Vec<usize> = (0..lines.len()).filter(|&at| lines[at].contains("self.f(")).collect();
    let first = lines.iter().position(|line| line.contains("pl.tensor.adds(")).unwrap();
    assert_eq!(calls.len(), 2);
    assert!(calls.iter().all(|call| *call < first), "{lines:?}");
}

fn statements(text: &str) -> Vec<String> {
    let source = Source::new("deep", text);
    let read = lower(&source).unwrap_or_else(|why| panic!("{}", render(&why, &source)));
    let printed = print_all(&read.programs);
    let again = lower(&Source::new("printed", printed.clone())).unwrap();
    assert_eq!(same(&read.programs[0], &again.programs[0]), Ok(()));
    printed.lines().map(str::to_owned).collect()
}
