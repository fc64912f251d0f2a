//! `--deny` and `--allow`: what a warning counts as.

use clap::Args;

use crate::base::codes::{TABLE, explain};
use crate::base::diagnostic::{Diagnostics, Severity};
use crate::ir::op::sugar;

/// What warnings count as; the last word on a code is `--allow`.
#[derive(Args, Default)]
pub(super) struct Levels {
    /// Take warnings and notes of this code as errors; `all` means every warning
    #[arg(long, value_name = "CODE", value_parser = denied)]
    deny: Vec<String>,
    /// Do not show warnings and notes of this code; errors cannot be silenced
    #[arg(long, value_name = "CODE", value_parser = code)]
    allow: Vec<String>,
}

fn denied(name: &str) -> Result<String, String> {
    if name == "all" { Ok(name.to_owned()) } else { code(name) }
}

/// A code that some diagnostic has.
fn code(name: &str) -> Result<String, String> {
    if explain(name).is_some() {
        return Ok(name.to_owned());
    }
    let near = TABLE.iter().find(|row| sugar::is_near(row.code.0, name));
    let hint = near.map(|row| format!("; did you mean `{}`?", row.code.0)).unwrap_or_default();
    Err(format!("no diagnostic has this code{hint}"))
}

impl Levels {
    /// Whether any warning counts as an error.
    pub(super) fn denies(&self) -> bool {
        !self.deny.is_empty()
    }
    /// The same diagnostics, each as severe as was asked for, silenced ones left out.
    pub(super) fn apply(&self, said: Diagnostics) -> Diagnostics {
        let named = |list: &[String], code: &str| list.iter().any(|it| it == code);
        let each = said.into_iter().filter_map(|mut it| {
            if it.severity == Severity::Error {
                return Some(it);
            }
            if named(&self.allow, it.code.0) {
                return None;
            }
            let all = it.severity == Severity::Warning && named(&self.deny, "all");
            if all || named(&self.deny, it.code.0) {
                it.severity = Severity::Error;
            }
            Some(it)
        });
        each.collect()
    }
}
