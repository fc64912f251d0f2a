//! Each file of `tests/golden/facts/` is a program; behind it stands, in comments, what is decided of its functions by the
//! default pipeline: directions of parameters as declared and as found, which parameter each result is, directions of the
//! arguments of each call, and what each carry is.
//!
//! Functions that no comment mentions may be anything. `BLESS=1` writes what comes out; the lines are to be derived from the
//! rows that the first line names.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;

use selfsame::base::span::Source;
use selfsame::driver::optimizer::Optimizer;
use selfsame::lower::lower;
use selfsame::passes::facts::{CarryFacts, Facts, FunctionFacts, ParamFacts};
use selfsame::verify::property::Property;

use crate::passes::golden::cases;

/// Begins a line about a function.
const MARK: &str = "#= ";

#[test]
fn facts_follow_from_the_rows() {
    let mut wrong = Vec::new();
    for path in cases(std::path::Path::new("tests/golden/facts")) {
        let text = fs::read_to_string(&path).unwrap();
        let source = Source::new(path.display().to_string(), text.clone());
        let program = lower(&source)
            .unwrap_or_else(|wrong| panic!("{}: {wrong:#?}", path.display()))
            .programs
            .remove(0);
        let optimized = Optimizer::new()
            .optimize(&program)
            .unwrap_or_else(|wrong| panic!("{}: {wrong:#?}", path.display()));
        for property in Property::ALL {
            let said = property.check(&optimized.program);
            assert!(said.is_empty(), "{}: {}: {said:#?}", path.display(), property.name());
        }
        let (wanted, found) = (asked(&text), said(&optimized.facts(&program)));
        if std::env::var_os("BLESS").is_some() {
            fs::write(&path, blessed(&text, &wanted, &found)).unwrap();
            continue;
        }
        assert!(!wanted.is_empty(), "{}: nothing is asked for", path.display());
        for (name, lines) in wanted {
            let came = found.get(&name).map_or("", String::as_str);
            if lines != came {
                wrong.push(format!("{}:\nwanted\n{lines}came\n{came}", path.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What the comments say, by function.
fn asked(text: &str) -> BTreeMap<String, String> {
    let mut functions: BTreeMap<String, String> = BTreeMap::new();
    let mut name = String::new();
    for line in text.lines().filter_map(|line| line.strip_prefix(MARK)) {
        if !line.starts_with(' ') {
            name = line.split('(').next().unwrap().to_owned();
        }
        let lines = functions.entry(name.clone()).or_default();
        writeln!(lines, "{line}").unwrap();
    }
    functions
}

fn blessed(text: &str, wanted: &BTreeMap<String, String>, found: &BTreeMap<String, String>) -> String {
    let mut out: String =
        text.lines().filter(|line| !line.starts_with(MARK)).map(|line| format!("{line}\n")).collect();
    for (_, lines) in found.iter().filter(|(name, _)| wanted.is_empty() || wanted.contains_key(*name)) {
        lines.lines().for_each(|line| writeln!(out, "{MARK}{line}").unwrap());
    }
    out
}

fn said(facts: &Facts) -> BTreeMap<String, String> {
    facts.functions.iter().map(|(name, it)| (name.clone(), of_function(name, it))).collect()
}

fn of_function(name: &str, it: &FunctionFacts) -> String {
    let params: Vec<_> = it.params.iter().map(of_param).collect();
    let mut lines = format!("{name}({}) ->", params.join(", "));
    for returned in &it.returns {
        let which = returned.param.map_or("-", |param| it.params[param].name.as_str());
        write!(lines, " {which}").unwrap();
    }
    lines.push('\n');
    for call in &it.calls {
        writeln!(lines, "  {} {}: {}", call.kind, call.callee, call.directions.join(", ")).unwrap();
    }
    for it in &it.loops {
        let carries: Vec<_> = it.carries.iter().map(of_carry).collect();
        let line = format!("  {}: {}", it.kind, carries.join(", "));
        writeln!(lines, "{}", line.trim_end()).unwrap();
    }
    lines
}

fn of_param(it: &ParamFacts) -> String {
    match it.declared == it.direction {
        true => format!("{} {}", it.name, it.declared),
        false => format!("{} {}->{}", it.name, it.declared, it.direction),
    }
}

fn of_carry(it: &CarryFacts) -> String {
    let kind = match it.rebind {
        Some(true) => "rebind",
        Some(false) => "trivial",
        None => "?",
    };
    let size = it.array_size.map(|size| format!("[{size}]")).unwrap_or_default();
    format!("{} {kind}{size}", it.name)
}
