//! What a run did, for people and for files.

use indexmap::IndexMap;
use serde::Serialize;

use crate::egraph::saturate::Report as Saturation;
use crate::egraph::schedule::Ended;

/// What a run did. Times are the only part that differs from run to run.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Report {
    /// Saturation and extraction, by function.
    pub functions: IndexMap<String, FunctionReport>,
    /// The second look at functions into which something was inlined.
    pub settled: IndexMap<String, FunctionReport>,
    /// Passes that ran, and how many places each changed.
    pub passes: Vec<PassReport>,
}

/// What was done with one function.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct FunctionReport {
    /// The run of the rules.
    pub saturation: Saturation,
    /// Name of the extractor.
    pub extractor: String,
    /// Cost of the selection, in units of the cost model.
    pub cost: u64,
    /// No selection costs less.
    pub lower_bound: u64,
    /// `optimal`, `heuristic` or `limit`.
    pub status: String,
    /// How often a selected node could not be had where it was needed.
    pub repairs: usize,
}

/// What a pass did.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct PassReport {
    /// Its name.
    pub pass: String,
    /// How many places it changed.
    pub places: usize,
}

impl Report {
    /// Whether any limit was hit: then another run may still find something.
    pub fn hit_limit(&self) -> bool {
        !self.limits_hit().is_empty()
    }
    /// The functions that could be looked at longer, and what stopped that.
    pub fn limits_hit(&self) -> Vec<(&str, Ended)> {
        let all = self.functions.iter().chain(&self.settled);
        let ended = all.map(|(name, function)| (name.as_str(), function.saturation.ended));
        ended.filter(|(_, ended)| !ended.is_saturated()).collect()
    }
    /// E-nodes of all functions.
    pub fn nodes(&self) -> usize {
        self.functions.values().map(|function| function.saturation.nodes).sum()
    }

    /// Names of the rules that said something new, in any function.
    pub fn applied(&self) -> Vec<String> {
        let rules = self.functions.values().flat_map(|function| &function.saturation.rules);
        let mut names: Vec<String> =
            rules.filter(|rule| rule.applied > 0).map(|rule| rule.rule.clone()).collect();
        names.sort();
        names.dedup();
        names
    }

    /// A line for each function: how much was done, and why it ended.
    fn endings(&self) -> String {
        let all =
            self.functions.iter().map(|it| ("", it)).chain(self.settled.iter().map(|it| (" again", it)));
        let line = |(again, (name, it)): (&str, (&String, &FunctionReport))| {
            let run = &it.saturation;
            let (rounds, nodes, classes) = (run.rounds, run.nodes, run.classes);
            format!(
                "{name}{again}: {rounds} rounds, {nodes} nodes, {classes} classes; {}\n",
                run.ended.describe()
            )
        };
        all.map(line).collect()
    }

    /// The rules as a table, all functions together, behind what was done with each function.
    pub fn table(&self) -> String {
        let mut rules: IndexMap<&str, [u64; 6]> = IndexMap::new();
        for rule in self.functions.values().chain(self.settled.values()).flat_map(|it| &it.saturation.rules) {
            let counts =
                [rule.searched, rule.matched, rule.applied, rule.nodes, rule.unions].map(|it| it as u64);
            let row = rules.entry(&rule.rule).or_insert([0; 6]);
            row.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
            row[5] += rule.microseconds;
        }
        let mut text = self.endings();
        text.push_str(&format!(
            "{:<24}{:>9}{:>9}{:>9}{:>9}{:>9}{:>12}\n",
            "rule", "searched", "matched", "applied", "nodes", "unions", "microseconds"
        ));
        for (rule, row) in rules {
            let columns: Vec<String> = row[..5].iter().map(|count| format!("{count:>9}")).collect();
            text.push_str(&format!("{rule:<24}{}{:>12}\n", columns.concat(), row[5]));
        }
        text
    }
}
