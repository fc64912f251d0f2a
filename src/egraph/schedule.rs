//! Schedules: which sets of rules are applied, in which order, and when to stop.
//!
//! A schedule is a list of phases and the limits of the whole. Each phase applies its sets in rounds until a round learns
//! nothing. As text: `storage,extent,control*4; all` are four rounds of three sets at most, then all sets to the end.

use std::time::{Duration, Instant};

use serde::Serialize;

use crate::egraph::rules::Rule;

/// Sets of rules, and how often they are applied.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Phase {
    /// Names of sets; none means all.
    pub sets: Vec<String>,
    /// Rounds over them at most; `None` for as many as there is anything to learn.
    pub rounds: Option<usize>,
}

impl Phase {
    /// All sets, to the end.
    pub const ALL: Self = Self { sets: Vec::new(), rounds: None };

    /// Whether a rule takes part.
    pub(crate) fn has(&self, rule: &Rule) -> bool {
        self.sets.is_empty() || self.sets.contains(&rule.set)
    }
}

/// When to stop. All but the time are counted the same on every machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// E-nodes of one function's graph.
    pub nodes: usize,
    /// Rounds over the rules, those of all phases together.
    pub rounds: usize,
    /// Matches of one rule in one round.
    pub matches: usize,
    /// Bytes of one function's graph, as estimated from its e-nodes.
    pub memory: usize,
    /// Time for one function. What comes out then hangs on the machine.
    pub time: Option<Duration>,
}

impl Default for Limits {
    fn default() -> Self {
        Self { nodes: 10_000_000, rounds: 64, matches: 10_000_000, memory: 4 << 30, time: None }
    }
}

/// What an e-node takes: itself, its entry in the table of nodes, its place in a class and among that one's parents.
pub const BYTES_OF_NODE: usize = 400;

/// Why a run ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ended {
    /// A whole round of the last phase learned nothing.
    Saturated,
    /// The last phase had all the rounds that it was given.
    Scheduled,
    /// The limit of e-nodes was hit.
    Nodes,
    /// The limit of rounds was hit.
    Rounds,
    /// The limit of matches was hit.
    Matches,
    /// The limit of memory was hit.
    Memory,
    /// The limit of time was hit.
    Time,
}

impl Ended {
    /// Whether there is nothing more to learn.
    pub fn is_saturated(self) -> bool {
        self == Self::Saturated
    }

    /// In words, for people.
    pub fn describe(self) -> &'static str {
        match self {
            Self::Saturated => "a round learned nothing new",
            Self::Scheduled => "the schedule was at its end",
            Self::Nodes => "the limit of e-nodes was hit",
            Self::Rounds => "the limit of rounds was hit",
            Self::Matches => "the limit of matches was hit",
            Self::Memory => "the limit of memory was hit",
            Self::Time => "the limit of time was hit",
        }
    }
}

/// Phases and limits.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Schedule {
    /// One after the other.
    pub phases: Vec<Phase>,
    /// When to stop, wherever that is.
    pub limits: Limits,
}

impl Default for Schedule {
    fn default() -> Self {
        Self { phases: vec![Phase::ALL], limits: Limits::default() }
    }
}

impl From<Limits> for Schedule {
    fn from(limits: Limits) -> Self {
        Self { limits, ..Self::default() }
    }
}

impl Schedule {
    /// Reads phases: `SET,SET*ROUNDS; …`, where `all` is every set.
    ///
    /// # Errors
    /// What was expected instead.
    pub fn parse_phases(text: &str) -> Result<Vec<Phase>, String> {
        text.split(';').map(|phase| phase.trim()).filter(|phase| !phase.is_empty()).map(phase).collect()
    }
}

fn phase(text: &str) -> Result<Phase, String> {
    let (sets, rounds) = match text.split_once('*') {
        None => (text, None),
        Some((sets, count)) => {
            let rounds = count.trim().parse().ok().filter(|rounds| *rounds > 0);
            (
                sets,
                Some(rounds.ok_or_else(|| format!("`{text}`: a number of rounds is expected behind `*`"))?),
            )
        }
    };
    let sets: Vec<String> = sets.split(',').map(|set| set.trim().to_owned()).collect();
    if sets.iter().any(String::is_empty) {
        return Err(format!("`{text}`: names of sets are expected, separated by commas"));
    }
    let all = sets.iter().any(|set| set == "all");
    Ok(Phase { sets: if all { Vec::new() } else { sets }, rounds })
}

/// A run's limits, from its start on.
#[derive(Clone, Copy)]
pub(crate) struct Watch {
    pub(crate) limits: Limits,
    start: Instant,
}

impl Watch {
    pub(crate) fn new(limits: Limits) -> Self {
        Self { limits, start: Instant::now() }
    }

    /// The limit that a graph of so many nodes hits now.
    pub(crate) fn hit(&self, nodes: usize) -> Option<Ended> {
        if nodes > self.limits.nodes {
            Some(Ended::Nodes)
        } else if nodes.saturating_mul(BYTES_OF_NODE) > self.limits.memory {
            Some(Ended::Memory)
        } else if self.limits.time.is_some_and(|time| self.start.elapsed() > time) {
            Some(Ended::Time)
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phases_are_read_as_they_are_written() {
        let phases = Schedule::parse_phases("storage, extent*4; all").unwrap();
        let first = Phase { sets: vec!["storage".to_owned(), "extent".to_owned()], rounds: Some(4) };
        assert_eq!(phases, [first, Phase::ALL]);
        assert!(Schedule::parse_phases("storage*0").unwrap_err().contains("a number of rounds"));
        assert!(Schedule::parse_phases("storage,,tile").unwrap_err().contains("names of sets"));
    }
}
