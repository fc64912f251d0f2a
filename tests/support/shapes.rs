//! Programs of a given size and shape, as DSL text: for benches, and for tests that must not overflow a stack.

use std::fmt::Write;

const TENSOR: &str = "pl.Tensor[[64, 64], pl.FP32]";

fn program(name: &str, functions: &str) -> String {
    format!("import pypto.language as pl\n\n\n@pl.program\nclass {name}:\n{functions}")
}

/// An Inline function of `count` statements that adds `x` to itself again and again and writes the sum into `o`.
fn helper(text: &mut String, name: &str, count: usize, then: &str) {
    let _ = write!(
        text,
        "    @pl.function(type=pl.FunctionType.Inline)\n    def {name}(self, x: {TENSOR}, o: pl.InOut[{TENSOR}]) -> {TENSOR}:\n"
    );
    let mut last = "x".to_owned();
    for step in 0..count.saturating_sub(2) {
        let _ = writeln!(text, "        t{step}: {TENSOR} = pl.tensor.add({last}, x)");
        last = format!("t{step}");
    }
    let _ = writeln!(text, "        o = pl.tensor.assemble(o, {last}, [0, 0])");
    text.push_str(then);
    text.push_str("        return o\n\n");
}

fn main_head(text: &mut String) {
    let _ = write!(
        text,
        "    @pl.function\n    def main(self, x: {TENSOR}, o: pl.InOut[{TENSOR}]) -> {TENSOR}:\n"
    );
}

/// `sites` calls of one helper of `statements` statements.
pub(crate) fn many_sites(sites: usize, statements: usize) -> String {
    let mut text = String::new();
    helper(&mut text, "step", statements, "");
    main_head(&mut text);
    for _ in 0..sites {
        text.push_str("        o = self.step(x, o)\n");
    }
    text.push_str("        return o\n");
    program("ManySites", &text)
}

/// `depth` helpers, each calling the next.
pub(crate) fn chain(depth: usize, statements: usize) -> String {
    let mut text = String::new();
    for level in 0..depth {
        let call = format!("        o = self.h{}(x, o)\n", level + 1);
        let then = if level + 1 < depth { call.as_str() } else { "" };
        helper(&mut text, &format!("h{level}"), statements, then);
    }
    main_head(&mut text);
    text.push_str("        o = self.h0(x, o)\n        return o\n");
    program("Chain", &text)
}

/// Helpers of scalars, each calling the next level twice with equal arguments: nothing is created, so a level is one
/// instance.
pub(crate) fn tree(depth: usize) -> String {
    let scalar = "pl.Scalar[pl.INDEX]";
    let mut text = String::new();
    for level in 0..depth {
        let _ = write!(
            text,
            "    @pl.function(type=pl.FunctionType.Inline)\n    def h{level}(self, n: {scalar}) -> {scalar}:\n"
        );
        if level + 1 < depth {
            let _ = write!(
                text,
                "        a: {scalar} = self.h{0}(n)\n        b: {scalar} = self.h{0}(n)\n        c: {scalar} = a + b\n        return c\n\n",
                level + 1
            );
        } else {
            let _ = write!(text, "        c: {scalar} = n + n\n        return c\n\n");
        }
    }
    let _ = write!(
        text,
        "    @pl.function\n    def main(self, n: {scalar}) -> {scalar}:\n        r: {scalar} = self.h0(n)\n        return r\n"
    );
    program("Tree", &text)
}

/// `count` writes into one buffer, one after the other, by turns to 64 places.
pub(crate) fn writes(count: usize) -> String {
    const WIDE: &str = "pl.Tensor[[4096, 64], pl.FP32]";
    let mut text =
        format!("    @pl.function\n    def main(self, x: {TENSOR}, o: pl.InOut[{WIDE}]) -> {WIDE}:\n");
    for step in 0..count {
        let _ = writeln!(text, "        o = pl.tensor.assemble(o, x, [{}, 0])", step % 64 * 64);
    }
    text.push_str("        return o\n");
    program("Writes", &text)
}

/// `sites` calls of one helper whose loop has `statements` statements.
pub(crate) fn loop_at_sites(sites: usize, statements: usize) -> String {
    let mut text = format!(
        "    @pl.function(type=pl.FunctionType.Inline)\n    def step(self, x: {TENSOR}, o: pl.InOut[{TENSOR}]) -> {TENSOR}:\n        for i, (acc,) in pl.range(4, init_values=(o,)):\n"
    );
    let mut last = "x".to_owned();
    for step in 0..statements.saturating_sub(2) {
        let _ = writeln!(text, "            t{step}: {TENSOR} = pl.tensor.add({last}, x)");
        last = format!("t{step}");
    }
    let _ = write!(
        text,
        "            a: {TENSOR} = pl.tensor.assemble(acc, {last}, [i, 0])\n            out: {TENSOR} = pl.yield_(a)\n        return out\n\n"
    );
    main_head(&mut text);
    for _ in 0..sites {
        text.push_str("        o = self.step(x, o)\n");
    }
    text.push_str("        return o\n");
    program("LoopAtSites", &text)
}

/// `depth` loops, one inside the other, around one write.
pub(crate) fn nest(depth: usize) -> String {
    let mut text = String::new();
    main_head(&mut text);
    let indent = |level: usize| " ".repeat(8 + level);
    let mut last = "o".to_owned();
    for level in 0..depth {
        let _ = writeln!(
            text,
            "{}for i{level}, (a{level},) in pl.range(2, init_values=({last},)):",
            indent(level)
        );
        last = format!("a{level}");
    }
    let _ = writeln!(text, "{}w: {TENSOR} = pl.tensor.assemble({last}, x, [0, 0])", indent(depth));
    let mut inner = "w".to_owned();
    for level in (0..depth).rev() {
        let _ = writeln!(text, "{}r{level}: {TENSOR} = pl.yield_({inner})", indent(level + 1));
        inner = format!("r{level}");
    }
    let _ = writeln!(text, "        return {inner}");
    program("Nest", &text)
}
