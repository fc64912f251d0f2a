//! `selfsame explain`: questions and answers as one sees them, and every step that the e-graph takes anywhere, replayed by the
//! checker of proofs.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use rayon::prelude::*;
use selfsame::base::render::render;
use selfsame::base::span::Source;
use selfsame::driver::explain::replay;
use selfsame::driver::options::{Level, Options};
use selfsame::egraph::rules::Rules;
use selfsame::ir::program::Program;
use selfsame::lower::lower;

use crate::generate;

fn selfsame(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_selfsame")).args(arguments).output().unwrap()
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

/// A file of its own for a test.
fn file(name: &str, content: &str) -> String {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("explain");
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join(name);
    std::fs::write(&path, content).unwrap();
    path.to_str().unwrap().to_owned()
}

/// What is said to the questions of a file, its lines `# ask: QUESTION`, each with the exit code.
fn answers(path: &Path) -> String {
    let path_text = path.to_str().unwrap();
    let mut said = String::new();
    for line in std::fs::read_to_string(path).unwrap().lines() {
        let Some(question) = line.strip_prefix("# ask: ") else { continue };
        let output = selfsame(&["explain", path_text, question, "-O2"]);
        let code = output.status.code().unwrap();
        let (out, err) = (text(&output.stdout), text(&output.stderr));
        said.push_str(&format!("? {question}\n{out}{err}= {code}\n\n"));
    }
    said
}

#[test]
fn questions_and_answers() {
    let mut wrong = Vec::new();
    for path in crate::round_trip::files(&["golden/explain"]) {
        let got = answers(&path);
        let expected = path.with_extension("txt");
        if std::env::var_os("BLESS").is_some() {
            std::fs::write(&expected, &got).unwrap();
        }
        if got != std::fs::read_to_string(&expected).unwrap_or_default() {
            wrong.push(format!("{}: BLESS=1 accepts\n{got}", path.display()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// How many steps are by which rule, if the checker accepts all.
fn replayed(options: &Options, program: &Program) -> Result<BTreeMap<String, usize>, String> {
    let mut rules = BTreeMap::new();
    // What cannot be optimized takes no step.
    for (function, done) in replay(options, program, usize::MAX).unwrap_or_default() {
        let done = done.map_err(|fault| format!("{}.{function}: {fault}", program.name))?;
        assert_eq!(done.rules.values().sum::<usize>(), done.steps);
        done.rules.into_iter().for_each(|(rule, count)| *rules.entry(rule).or_insert(0) += count);
    }
    Ok(rules)
}

/// Rules that say nothing by themselves: extents are known as soon as a term is built.
const SILENT: &[&str] = &["extents"];

#[test]
fn each_step_on_each_program_follows_from_its_rule() {
    let folders = [
        "programs",
        "cases",
        "redteam",
        "bugs",
        "golden/rules",
        "golden/inline",
        "golden/splice",
        "golden/forms",
        "golden/cpp",
        "golden/offers",
        "golden/explain",
    ];
    let all: Vec<(PathBuf, Program)> = crate::round_trip::files(&folders)
        .into_iter()
        .flat_map(|path| {
            crate::round_trip::programs(&path).into_iter().map(move |program| (path.clone(), program))
        })
        .collect();
    assert!(all.len() > 350, "only {} programs", all.len());
    let options = [Level::O1, Level::O2].map(Options::level);
    let one = |(path, program): &(PathBuf, Program)| {
        let counts: Result<Vec<_>, String> = options.iter().map(|it| replayed(it, program)).collect();
        counts.map_err(|why| format!("{}: {why}", path.display()))
    };
    let done: Vec<_> = all.par_iter().map(one).collect();
    let wrong: Vec<String> = done.iter().filter_map(|it| it.as_ref().err().cloned()).collect();
    assert!(wrong.is_empty(), "{} of {} refused:\n{}", wrong.len(), all.len(), wrong.join("\n"));
    let mut rules: BTreeMap<String, usize> = BTreeMap::new();
    for (rule, count) in done.into_iter().flatten().flatten().flatten() {
        *rules.entry(rule).or_insert(0) += count;
    }
    let rested: Vec<String> = Rules::shipped()
        .exact()
        .iter()
        .map(|rule| rule.name.clone())
        .filter(|rule| !rules.contains_key(rule) && !SILENT.contains(&rule.as_str()))
        .collect();
    assert!(rested.is_empty(), "no step by {}", rested.join(", "));
}

#[test]
fn each_step_on_generated_programs_follows_from_its_rule() {
    let options = Options::level(Level::O2);
    let one = |seed: u64| {
        let text = generate::program(&generate::choices(seed, 120));
        let program = &lower(&Source::new("generated", text.clone())).unwrap().programs[0];
        let why = replayed(&options, program).err()?;
        let path = file(&format!("generated-{seed}.py"), &text);
        Some(format!("{path}: {why}"))
    };
    let asked = std::env::var("SELFSAME_CASES").ok().map(|it| it.parse::<u64>().unwrap());
    let wrong: Vec<String> = (0..asked.unwrap_or(150)).into_par_iter().filter_map(one).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

const SUM: &str = "import pypto.language as pl


@pl.program
class Sum:
    @pl.function
    def main(self, i: pl.Scalar[pl.INDEX], n: pl.Scalar[pl.INDEX]) -> pl.Scalar[pl.INDEX]:
        a = (i + n) // 8
        b = i // 8 + n // 8
        c = pl.min(i, n)
        d = pl.max(i, n)
        return a
";

/// A law that the engine takes and that is none.
fn wrong_rule(name: &str, law: &str) -> String {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("explain").join(name);
    std::fs::create_dir_all(&folder).unwrap();
    let text = format!(
        "(set index)\n\n(rule {name}\n  {law}\n  :exact yes\n  :measure \"nothing\"\n  :given \"i: pl.Scalar[pl.INDEX], n: pl.Scalar[pl.INDEX]\"\n  :shows \"i\" => \"i\")\n"
    );
    std::fs::write(folder.join("wrong.rules"), text).unwrap();
    folder.to_str().unwrap().to_owned()
}

#[test]
fn a_wrong_rule_is_refused() {
    let path = file("sum.py", SUM);
    let laws = [
        ("split", "(// (+ ?x ?y) ?c) => (+ (// ?x ?c) (// ?y ?c)) :when (index ?x)", "main: a == b"),
        ("least", "(min ?x ?y) => (max ?x ?y) :when (index ?x)", "main: c == d"),
    ];
    for (name, law, question) in laws {
        let rules = wrong_rule(name, law);
        let asked = selfsame(&["explain", &path, question, "--rules", &rules]);
        assert_eq!(asked.status.code(), Some(2), "{name}: {}", text(&asked.stdout));
        let said = text(&asked.stderr);
        assert!(said.contains("refused-step") && said.contains("different values"), "{name}: {said}");
        let all = selfsame(&["explain", &path, "--rules", &rules]);
        assert_eq!(all.status.code(), Some(1), "{name}: {}", text(&all.stdout));
        assert!(text(&all.stdout).contains(&format!("(`{name}`): the two sides have different values")));
    }
    assert_eq!(selfsame(&["explain", &path]).status.code(), Some(0));
}

#[test]
fn recording_is_bounded() {
    let asked = |most: &str| {
        selfsame(&["explain", "tests/golden/explain/storage.py", "main: d == a", "--record", most])
    };
    let little = asked("1");
    assert_eq!(little.status.code(), Some(2), "{}", text(&little.stdout));
    assert!(text(&little.stdout).contains("equations were not recorded: give `--record` more"));
    assert_eq!(asked("1000").status.code(), Some(0));
}

#[test]
fn answers_are_data_as_well() {
    let asked = selfsame(&["explain", "tests/golden/explain/storage.py", "main: c == a", "--json"]);
    let answer: serde_json::Value = serde_json::from_slice(&asked.stdout).unwrap();
    assert_eq!(answer["verdict"], "same");
    assert_eq!(answer["storage"], true);
    assert_eq!(answer["checked"], true);
    let steps = answer["steps"].as_array().unwrap();
    assert!(steps.iter().all(|step| step["rule"] == "inline" && step["rule_at"].is_string()), "{answer}");
}

#[test]
fn a_graph_with_zeros_stays_small() {
    let path = Path::new("tests/bugs/quotients-of-zero.py");
    let source = Source::new("quotients", std::fs::read_to_string(path).unwrap());
    let program = &lower(&source).map_err(|wrong| render(&wrong, &source)).unwrap().programs[0];
    let optimizer = selfsame::Optimizer::with(Options::default());
    let report = optimizer.optimize(program).unwrap().report;
    let nodes = report.functions["main"].saturation.nodes;
    assert!(nodes < 100, "{nodes} nodes: zero has a quotient by every power of two");
}
