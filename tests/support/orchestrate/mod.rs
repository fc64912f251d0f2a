//! Orchestration programs by seed: kernels, wrappers and a `main` that submits them in loops, branches, views and scopes.
//!
//! Every program has a meaning and C++, so nothing here may be refused: what is read was written, windows lie inside, ids are
//! used where their scope is open. In manual scopes the written dependencies order whatever touches one tensor.

mod auto;
mod kernels;
mod manual;

/// Numbers from a seed.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((bits ^ (bits >> 31)) % end as u64) as usize
    }
    fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }
    fn pick<'t, T>(&mut self, of: &'t [T]) -> &'t T {
        &of[self.below(of.len())]
    }
}

/// Lines of a function, with names that are never used twice.
struct Lines {
    text: String,
    indent: usize,
    names: usize,
}

impl Lines {
    fn line(&mut self, line: &str) {
        self.text.push_str(&" ".repeat(4 * self.indent));
        self.text.push_str(line);
        self.text.push('\n');
    }
    fn fresh(&mut self, base: &str) -> String {
        self.names += 1;
        format!("{base}{}", self.names)
    }
}

const TENSOR: &str = "pl.Tensor[[8, 8], pl.FP32]";

/// Parameters of `main` and what it returns.
const MAIN: &str = "
    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: T, cnt: pl.Tensor[[8], pl.INT32], y: pl.InOut[T], z: pl.InOut[T], u: pl.InOut[T], tally: pl.InOut[pl.Tensor[[8], pl.INT32]], n: pl.Scalar[pl.INDEX], f: pl.Scalar[pl.FP32]) -> tuple[T, T, T]:
";

/// The text of the program of a seed.
pub(crate) fn program(seed: u64) -> String {
    let mut random = Random(seed.wrapping_mul(0x2545_f491_4f6c_dd1d));
    let mut text = String::from("import pypto.language as pl\n\n\n@pl.program\nclass Orchestrated:\n");
    text.push_str(kernels::KERNELS);
    text.push_str(MAIN);
    let lines = Lines { text: String::new(), indent: 2, names: 0 };
    let body = if seed % 3 == 2 { manual::body(lines, &mut random) } else { auto::body(lines, &mut random) };
    text.push_str(&body);
    text.replace("[T]", &format!("[{TENSOR}]"))
        .replace(": T", &format!(": {TENSOR}"))
        .replace("-> T", &format!("-> {TENSOR}"))
        .replace("tuple[T, T, T]", &format!("tuple[{TENSOR}, {TENSOR}, {TENSOR}]"))
        .replace("tuple[T, T]", &format!("tuple[{TENSOR}, {TENSOR}]"))
}
