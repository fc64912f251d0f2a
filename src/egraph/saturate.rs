//! Saturation: rules applied in rounds until nothing new is learned or a limit is hit.

use std::time::Instant;

use egg::Id;
use serde::Serialize;

use crate::base::name::Name;
use crate::egraph::apply;
use crate::egraph::builtins::Equal;
use crate::egraph::compile::{Compiled, Ready};
use crate::egraph::instantiate::FunctionGraph;
use crate::egraph::rules::{Law, Rule, Rules};
use crate::egraph::schedule::{Schedule, Watch};
use crate::egraph::trace::Noted;

pub use crate::egraph::schedule::Ended;

/// Which parameter leaf each result leaf of a function is, if it is one.
pub(crate) type Lineage = Vec<Option<usize>>;

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
    /// Those of them whose helper was encoded with more caution than this caller needs: a second look follows.
    pub cautious: usize,
    /// By rule, in order of the rule files.
    pub rules: Vec<RuleReport>,
    /// Merges that no sound rule makes; empty unless a rule is wrong.
    pub conflicts: Vec<String>,
}

/// Applies rules to a function's graph.
pub(crate) fn saturate(
    graph: &mut FunctionGraph<'_>,
    rules: &Rules,
    compiled: &Compiled,
    schedule: &Schedule,
    lineage: &impl Fn(&Name) -> Option<Lineage>,
) -> Report {
    let mut reports: Vec<RuleReport> = rules.iter().map(blank).collect();
    let watch = Watch::new(schedule.limits);
    let mut rounds = 0;
    let mut ended = Ended::Saturated;
    for phase in &schedule.phases {
        let first = rounds;
        ended = loop {
            if rounds == watch.limits.rounds {
                break Ended::Rounds;
            }
            if phase.rounds.is_some_and(|most| rounds - first == most) {
                break Ended::Scheduled;
            }
            rounds += 1;
            let before = learned(graph);
            let mut stopped = None;
            for ((rule, ready), report) in rules.iter().zip(&compiled.rules).zip(&mut reports) {
                if phase.has(rule) {
                    stopped = run_rule(graph, (rule, ready), &watch, lineage, report);
                }
                if stopped.is_some() {
                    break;
                }
            }
            graph.egraph.rebuild();
            if let Some(stopped) = stopped {
                break stopped;
            }
            if before == learned(graph) {
                break Ended::Saturated;
            }
        };
        if !matches!(ended, Ended::Saturated | Ended::Scheduled) {
            break;
        }
    }
    finish_inlining(graph, rules, &mut reports);
    let conflicts = &graph.egraph.analysis.conflicts;
    Report {
        ended,
        rounds,
        nodes: graph.egraph.total_number_of_nodes(),
        classes: graph.egraph.number_of_classes(),
        inlined: graph.by_call.len(),
        cautious: cautious(graph),
        rules: reports,
        conflicts: conflicts.iter().map(|it| format!("`{}` united {}", it.rule, it.what)).collect(),
    }
}

/// Nodes ever added, and classes: with both as before, nothing was added and nothing united.
fn learned(graph: &FunctionGraph<'_>) -> (usize, usize) {
    (graph.egraph.nodes().len(), graph.egraph.number_of_classes())
}

/// A program without its Inline functions has no calls of them: whatever stopped the run, they are replaced.
fn finish_inlining(graph: &mut FunctionGraph<'_>, rules: &Rules, reports: &mut [RuleReport]) {
    if let Some(at) = rules.iter().position(|rule| rule.name == "inline")
        && !graph.waiting.is_empty()
    {
        graph.egraph.analysis.rule = "inline".to_owned();
        reports[at].matched += graph.inline_waiting().values().sum::<usize>();
        graph.egraph.rebuild();
    }
}

/// Instances, the function itself left out, of templates that were encoded with caution.
fn cautious(graph: &FunctionGraph<'_>) -> usize {
    let inlined = graph.instances.iter().skip(1).filter(|instance| instance.region == 0);
    inlined.filter(|instance| graph.encoded.templates[&instance.template].cautious).count()
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
    (rule, ready): (&Rule, &Ready),
    watch: &Watch,
    lineage: &impl Fn(&Name) -> Option<Lineage>,
    report: &mut RuleReport,
) -> Option<Ended> {
    let start = Instant::now();
    let nodes = graph.egraph.total_size();
    report.searched += 1;
    graph.egraph.analysis.rule.clone_from(&rule.name);
    let stopped = match &rule.law {
        Law::Rewrite(_) => rewrite(graph, ready, watch, report),
        Law::Control(cases) => {
            let (applied, stopped) = graph.control_law(cases, watch);
            report.matched += applied;
            report.applied += applied;
            report.unions += applied;
            stopped
        }
        Law::Builtin => builtin(graph, &rule.name, watch, lineage, report),
    };
    // A rebuild looks at every class, changed or not.
    if !graph.egraph.clean {
        graph.egraph.rebuild();
    }
    let after = graph.egraph.total_size();
    report.nodes += after.saturating_sub(nodes);
    report.microseconds += u64::try_from(start.elapsed().as_micros()).unwrap_or(u64::MAX);
    stopped.or_else(|| watch.hit(after))
}

/// Applies a law that is text. Limits are looked at between any two applications.
fn rewrite(
    graph: &mut FunctionGraph<'_>,
    ready: &Ready,
    watch: &Watch,
    report: &mut RuleReport,
) -> Option<Ended> {
    let found = apply::search(graph, ready, watch.limits.matches);
    report.matched += found.len();
    let full = found.len() >= watch.limits.matches;
    for it in found {
        if let Some(hit) = watch.hit(graph.egraph.total_size()) {
            return Some(hit);
        }
        let right = &ready.instances[it.instance].right;
        if let Some(other) = apply::right_side(graph, right, &it) {
            let noted = || ready.instances[it.instance].noted(&it);
            unite(graph, (it.class, other), noted, report);
        }
    }
    full.then_some(Ended::Matches)
}

fn unite(
    graph: &mut FunctionGraph<'_>,
    (a, b): (Id, Id),
    why: impl FnOnce() -> Noted,
    report: &mut RuleReport,
) {
    if graph.egraph.find(a) != graph.egraph.find(b) {
        graph.say(a, b, why);
        graph.egraph.union(a, b);
        report.applied += 1;
        report.unions += 1;
    }
}

/// How the trace calls what a law that is code says.
fn noted(builtin: &str, part: Option<(Id, u32)>) -> Noted {
    match (builtin, part) {
        ("retype", _) => Noted::Retyped,
        ("returned-parameter", Some(part)) => Noted::Returned(part),
        (_, Some(part)) => Noted::Passed(part),
        (_, None) => Noted::Sums,
    }
}

/// Applies a law that is code. Limits are looked at between any two applications.
fn builtin(
    graph: &mut FunctionGraph<'_>,
    name: &str,
    watch: &Watch,
    lineage: &impl Fn(&Name) -> Option<Lineage>,
    report: &mut RuleReport,
) -> Option<Ended> {
    let equal = match name {
        // Needed for the program to have a text at all: no limit holds it up.
        "inline" => {
            report.matched += graph.inline_waiting().values().sum::<usize>() + graph.offer();
            return None;
        }
        "carry-kept" => graph.loop_laws(true),
        "carry-of-capture" => graph.loop_laws(false),
        "arms-agree" => graph.arm_laws(),
        "scope-passes" => graph.scope_laws(),
        "returned-parameter" => graph.return_laws(lineage),
        "retype" => graph.retype_laws(),
        "sums" => graph.sum_laws(),
        // Constants and extents simplify where nodes are built.
        _ => Vec::new(),
    };
    report.matched += equal.len();
    for Equal { left, right, part } in equal {
        if let Some(hit) = watch.hit(graph.egraph.total_size()) {
            return Some(hit);
        }
        let right = graph.class_of(right);
        unite(graph, (left, right), || noted(name, part), report);
    }
    None
}
