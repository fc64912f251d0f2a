//! Saturation: rules applied in rounds until nothing new is learned or a limit is hit.

use std::time::Instant;

use egg::{Pattern, Searcher};
use serde::Serialize;

use crate::base::name::Name;
use crate::egraph::builtins::{Equal, Same};
use crate::egraph::instantiate::FunctionGraph;
use crate::egraph::pattern;
use crate::egraph::rules::{Law, Rule, Rules};

/// Which parameter leaf each result leaf of a function is, if it is one.
pub(crate) type Lineage = Vec<Option<usize>>;

/// When to stop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// E-nodes of one function's graph.
    pub nodes: usize,
    /// Rounds over all rules.
    pub rounds: usize,
    /// Matches of one rule in one round.
    pub matches: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { nodes: 10_000_000, rounds: 64, matches: 10_000_000 }
    }
}

/// Why a run ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ended {
    /// A whole round learned nothing.
    Saturated,
    /// The limit of e-nodes was hit.
    Nodes,
    /// The limit of rounds was hit.
    Rounds,
    /// The limit of matches was hit.
    Matches,
}

/// What one rule did in a run.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct RuleReport {
    /// The rule.
    pub rule: String,
    /// Its set.
    pub set: String,
    /// How often it was searched.
    pub searched: usize,
    /// Matches found.
    pub matched: usize,
    /// Matches that said something new.
    pub applied: usize,
    /// E-nodes added.
    pub nodes: usize,
    /// Classes united.
    pub unions: usize,
    /// Time spent, in microseconds.
    pub microseconds: u64,
}

/// What a run did.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Report {
    /// Why it ended.
    pub ended: Ended,
    /// Rounds run.
    pub rounds: usize,
    /// E-nodes at the end.
    pub nodes: usize,
    /// Classes at the end.
    pub classes: usize,
    /// Inlined calls, nested ones included.
    pub inlined: usize,
    /// By rule, in order of the rule files.
    pub rules: Vec<RuleReport>,
    /// Merges that no sound rule makes; empty unless a rule is wrong.
    pub conflicts: Vec<String>,
}

/// Applies rules to a function's graph.
pub(crate) fn saturate(
    graph: &mut FunctionGraph<'_>,
    rules: &Rules,
    limits: &Limits,
    lineage: &impl Fn(&Name) -> Option<Lineage>,
) -> Report {
    let mut reports: Vec<RuleReport> = rules.iter().map(blank).collect();
    let mut rounds = 0;
    let ended = loop {
        if rounds == limits.rounds {
            break Ended::Rounds;
        }
        rounds += 1;
        let before = (graph.egraph.total_number_of_nodes(), graph.egraph.number_of_classes());
        let mut stopped = None;
        for (rule, report) in rules.iter().zip(&mut reports) {
            stopped = run_rule(graph, rule, limits, lineage, report);
            if stopped.is_some() {
                break;
            }
        }
        graph.egraph.rebuild();
        if let Some(stopped) = stopped {
            break stopped;
        }
        if before == (graph.egraph.total_number_of_nodes(), graph.egraph.number_of_classes()) {
            break Ended::Saturated;
        }
    };
    let conflicts = &graph.egraph.analysis.conflicts;
    Report {
        ended,
        rounds,
        nodes: graph.egraph.total_number_of_nodes(),
        classes: graph.egraph.number_of_classes(),
        inlined: graph.by_call.len(),
        rules: reports,
        conflicts: conflicts.iter().map(|it| format!("`{}` united {}", it.rule, it.what)).collect(),
    }
}

fn blank(rule: &Rule) -> RuleReport {
    RuleReport {
        rule: rule.name.clone(),
        set: rule.set.clone(),
        searched: 0,
        matched: 0,
        applied: 0,
        nodes: 0,
        unions: 0,
        microseconds: 0,
    }
}

/// Searches and applies one rule; says which limit it hit, if any. The graph is rebuilt when it leaves.
fn run_rule(
    graph: &mut FunctionGraph<'_>,
    rule: &Rule,
    limits: &Limits,
    lineage: &impl Fn(&Name) -> Option<Lineage>,
    report: &mut RuleReport,
) -> Option<Ended> {
    let start = Instant::now();
    let nodes = graph.egraph.total_number_of_nodes();
    report.searched += 1;
    graph.egraph.analysis.rule.clone_from(&rule.name);
    let mut stopped = None;
    let equal: Vec<Equal> = match &rule.law {
        Law::Rewrite { left, right } => {
            let payloads = &graph.encoded.payloads;
            let (Some(left), Some(right)) =
                (pattern::compile(left, payloads), pattern::compile(right, payloads))
            else {
                return None;
            };
            let left = Pattern::new(left);
            let matches = left.search_with_limit(&graph.egraph, limits.matches);
            let found: usize = matches.iter().map(|it| it.substs.len()).sum();
            if found >= limits.matches {
                stopped = Some(Ended::Matches);
            }
            let mut equal = Vec::new();
            for it in matches {
                for subst in &it.substs {
                    let other = graph.egraph.add_instantiation(&right, subst);
                    equal.push((it.eclass, Same::Class(other)));
                }
            }
            equal
        }
        Law::Builtin => match rule.name.as_str() {
            "inline" => {
                report.matched += graph.inline_waiting().values().sum::<usize>();
                Vec::new()
            }
            "carry-kept" => graph.loop_laws(true),
            "carry-of-capture" => graph.loop_laws(false),
            "arms-agree" => graph.arm_laws(),
            "scope-passes" => graph.scope_laws(),
            "returned-parameter" => graph.return_laws(lineage),
            "retype" => graph.retype_laws(),
            // Constants and projections simplify where nodes are built.
            _ => Vec::new(),
        },
    };
    report.matched += equal.len();
    for (a, b) in equal {
        let b = graph.class_of(b);
        if graph.egraph.union(a, b) {
            report.applied += 1;
            report.unions += 1;
        }
    }
    graph.egraph.rebuild();
    let after = graph.egraph.total_number_of_nodes();
    report.nodes += after.saturating_sub(nodes);
    report.microseconds += u64::try_from(start.elapsed().as_micros()).unwrap_or(u64::MAX);
    if after > limits.nodes { Some(Ended::Nodes) } else { stopped }
}
