//! Proof by test of laws of loops and branches: random programs around one such statement are run as they are, and as the
//! law alone makes them.

use crate::base::span::Source;
use crate::egraph::prove::{Effort, Proof};
use crate::egraph::prove_draw::Random;
use crate::egraph::rule_control::{ControlCase, ControlHead, Operand};
use crate::egraph::rules::{Rule, Rules};
use crate::egraph::schedule::Schedule;
use crate::egraph::session::Session;
use crate::interp::equivalent::{Options, equivalent};
use crate::ir::print::print;
use crate::ir::program::Program;
use crate::ir::stmt::ForKind;
use crate::lower::lower;

/// Tries to refute a law of loops or branches.
///
/// # Errors
/// Two programs that the law says are the same, and how they differ; or that it applied to none.
pub(crate) fn prove(rule: &Rule, cases: &[ControlCase], effort: &Effort) -> Result<Proof, String> {
    let mut proof = Proof::default();
    for (number, case) in cases.iter().enumerate() {
        let one = |seed| {
            let text = Draw { random: Random(seed ^ 0xc0_7701) }.program(case);
            try_once(rule, &text).map_err(|how| format!("`{}` is refuted by seed {seed}:\n{how}", rule.name))
        };
        if effort.spend(number, cases.len(), &mut proof, one)? == 0 {
            return Err(effort.in_vain(rule, &case.chosen));
        }
    }
    Ok(proof)
}

/// Whether the law applied to a program, whose meaning it then kept.
fn try_once(rule: &Rule, text: &str) -> Result<bool, String> {
    let lowered = lower(&Source::new("drawn", text));
    let lowered = lowered.map_err(|said| {
        let lines: Vec<&str> = said.iter().map(|it| it.message.as_str()).collect();
        format!("a drawn program is wrong: {}\n{text}", lines.join("\n"))
    })?;
    let before = &lowered.programs[0];
    let Some(after) = applied(rule, before)? else { return Ok(false) };
    let options = Options { seeds: 2, ..Options::default() };
    match equivalent(before, &after, &options).difference {
        None => Ok(true),
        Some(how) => Err(format!("{how}\n{}\n{}", print(before), print(&after))),
    }
}

/// The program as the law alone makes it, if it applies.
fn applied(rule: &Rule, before: &Program) -> Result<Option<Program>, String> {
    let mut rules = Rules::none();
    rules.push(rule.clone());
    rules.push(Rules::shipped().get("constants").expect("constants are a shipped rule").clone());
    let mut session = Session::new(before, &rules).map_err(|_| "a drawn program calls itself".to_owned())?;
    let decoded = session.visit(&"f".into(), &Schedule::default(), |saturated| {
        let mut reports = saturated.report.rules.iter();
        let did = reports.any(|report| report.rule == rule.name && report.applied > 0);
        did.then(|| saturated.decode_original())
    });
    let Some(decoded) = decoded else { return Ok(None) };
    let decoded = decoded.map_err(|_| "a drawn program lacks an extent".to_owned())?;
    let mut after = before.clone();
    after.functions.insert("f".into(), decoded.0);
    Ok(Some(after))
}

/// Draws programs.
struct Draw {
    random: Random,
}

impl Draw {
    /// A function with one statement that the left side describes, writes and reads in it, before it and after it.
    fn program(&mut self, case: &ControlCase) -> String {
        let mut lines = vec!["m = n + 1".to_owned(), "u = pl.mul(x, 2.0)".to_owned()];
        if self.random.one_in(2) {
            lines.push("o = pl.assemble(o, u, [0])".to_owned());
        }
        self.statement(case, &mut lines);
        if self.random.one_in(2) {
            lines.push("o = pl.assemble(o, v, [0])".to_owned());
        }
        lines.push("pl.write(q, [0], pl.cast(m, pl.INT32))".to_owned());
        lines.push("return v, o".to_owned());
        let body: String = lines.iter().map(|line| format!("        {line}\n")).collect();
        format!(
            "import pypto.language as pl\n\nV = pl.Tensor[[8], pl.FP32]\n\n\n@pl.program\nclass P:\n    @pl.function\n    \
             def f(self, x: V, o: pl.InOut[V], q: pl.InOut[pl.Tensor[[1], pl.INT32]], n: pl.Scalar[pl.INDEX], b: pl.Scalar[pl.BOOL]) -> tuple[V, V]:\n{body}"
        )
    }

    fn statement(&mut self, case: &ControlCase, lines: &mut Vec<String>) {
        match case.head {
            ControlHead::For(kind) => {
                let name = match kind {
                    None | Some(ForKind::Sequential) => "range",
                    Some(ForKind::Unroll) => "unroll",
                    Some(ForKind::Parallel) => "parallel",
                    Some(ForKind::Pipeline) => "pipeline",
                };
                let bounds: Vec<String> = (0..3).map(|at| self.bound(at)).collect();
                let bounds = bounds.join(", ");
                lines.push("v = u".to_owned());
                lines.push(format!("for i in pl.{name}({bounds}):"));
                self.body("i", "    ", lines);
            }
            ControlHead::While => {
                lines.push("v = u".to_owned());
                let condition = self.random.pick(&["False", "n > n + 1", "m > 100"]);
                lines.push(format!("while {condition}:"));
                lines.push("    m = m + 1".to_owned());
                self.body("m", "    ", lines);
            }
            ControlHead::If => {
                let condition = match &case.operands[0] {
                    Operand::Bool(true) => "True",
                    Operand::Bool(false) => "False",
                    Operand::Var(_) => self.random.pick(&["True", "False", "b", "n > 2"]),
                };
                lines.push("v = u".to_owned());
                lines.push(format!("if {condition}:"));
                self.body("n", "    ", lines);
                if self.random.one_in(2) {
                    lines.push("else:".to_owned());
                    self.body("m", "    ", lines);
                }
            }
        }
    }

    fn bound(&mut self, at: usize) -> String {
        let choices: &[&str] = match at {
            2 => &["1", "2", "3", "-1", "-2"],
            _ => &["0", "1", "2", "3", "-1", "n", "n + 1", "n + 2"],
        };
        self.random.pick(choices).to_owned()
    }

    /// A few statements that carry, capture, write, allocate and nest.
    fn body(&mut self, index: &str, indent: &str, lines: &mut Vec<String>) {
        let all = [
            "v = pl.neg(v)".to_owned(),
            "v = pl.add(u, v)".to_owned(),
            format!("m = m * 2 + {index}"),
            "o = pl.assemble(o, v, [0])".to_owned(),
            "v = pl.exp(o)".to_owned(),
            format!("pl.write(q, [0], pl.cast({index}, pl.INT32))"),
            "u, v = v, u".to_owned(),
        ];
        for _ in 0..1 + self.random.below(3) {
            let line = self.random.pick(&all.iter().map(String::as_str).collect::<Vec<_>>()).to_owned();
            lines.push(format!("{indent}{line}"));
        }
        if self.random.one_in(3) {
            lines.push(format!("{indent}for j in pl.range(2):"));
            lines.push(format!("{indent}    o = pl.mul(v, 3.0)"));
        }
    }
}
