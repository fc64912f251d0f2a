//! Each rule changes what comes out of some program: `golden/rules/NAME.py` at `-O2`, expected in `NAME.out`. Without the
//! rule something else comes out, and both mean the same.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use rayon::prelude::*;
use selfsame::base::render::render;
use selfsame::base::span::Source;
use selfsame::driver::optimizer::Optimizer;
use selfsame::driver::options::{Level, Options};
use selfsame::egraph::rules::Rules;
use selfsame::interp::equivalent::{Options as Judging, equivalent};
use selfsame::ir::print::print;
use selfsame::ir::program::Program;
use selfsame::lower::lower;

fn path(rule: &str) -> PathBuf {
    Path::new("tests/golden/rules").join(rule).with_extension("py")
}

fn read(path: &Path) -> Result<Program, String> {
    let text = std::fs::read_to_string(path).map_err(|why| why.to_string())?;
    let source = Source::new(path.display().to_string(), text);
    let lowered = lower(&source).map_err(|wrong| render(&wrong, &source))?;
    lowered.programs.into_iter().next().ok_or_else(|| "there is no program".to_owned())
}

fn optimized(program: &Program, rules: &Rules) -> Result<Program, String> {
    let options = Options { rules: rules.clone(), passes: Some(Vec::new()), ..Options::level(Level::O2) };
    let done = Optimizer::with(options).optimize(program);
    done.map(|done| done.program)
        .map_err(|wrong| wrong.iter().map(|it| format!("{}: {}\n", it.code.0, it.message)).collect())
}

fn check(rule: &str, rules: &Rules) -> Result<(), String> {
    let path = path(rule);
    let program = read(&path)?;
    let with = optimized(&program, rules)?;
    let got = print(&with) + "\n";
    let expected = path.with_extension("out");
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&expected, &got).unwrap();
    }
    if got != std::fs::read_to_string(&expected).unwrap_or_default() {
        return Err(format!("BLESS=1 accepts\n{got}"));
    }
    let report = equivalent(&program, &with, &Judging::default());
    if let Some(how) = report.difference {
        return Err(format!("the meaning changes: {how}\n{got}"));
    }
    if rule == "inline" {
        // Without it the helpers stay.
        return Ok(());
    }
    let without = optimized(&program, &rules.clone().without(&[rule]))?;
    if print(&without) + "\n" == got {
        return Err(format!("the same comes out without the rule:\n{got}"));
    }
    Ok(())
}

#[test]
fn each_rule_changes_a_program() {
    let rules = Rules::shipped().exact();
    let names: Vec<&str> = rules.iter().map(|rule| rule.name.as_str()).collect();
    let wrong: Vec<String> = names
        .par_iter()
        .filter_map(|name| check(name, &rules).err().map(|why| format!("{name}: {why}")))
        .collect();
    assert!(wrong.is_empty(), "{} of {} wrong:\n\n{}", wrong.len(), names.len(), wrong.join("\n\n"));
}

#[test]
fn every_program_is_of_a_rule() {
    let rules = Rules::shipped();
    let names: BTreeSet<&str> = rules.iter().map(|rule| rule.name.as_str()).collect();
    for path in crate::round_trip::files(&["golden/rules"]) {
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        assert!(names.contains(name.as_str()), "{} is of no rule", path.display());
    }
}
