//! Functions that reach themselves: which of their results are parameters, although the answer for one hangs on that for
//! another.
//!
//! What all other ways through a function give is assumed of the calls inside the circle, and every function is looked at
//! under what is assumed of the others, until all that is assumed is found again. A call returns only after finitely many
//! others, so what every function confirms, given the rest, is true of all. An assumption that is not confirmed is dropped
//! for good, hence this ends; all functions are looked at before any assumption changes, so their order decides nothing.

use std::collections::{BTreeMap, BTreeSet};

use crate::base::name::Name;
use crate::egraph::relate::guess;
use crate::egraph::saturate::Lineage;
use crate::egraph::schedule::Schedule;
use crate::egraph::session::Session;

impl Session<'_> {
    /// The functions of the circle of a function that are not taken as they are; none if it does not reach itself.
    pub fn circle(&self, name: &Name) -> Vec<Name> {
        let components = &self.encoded.graph.components;
        let own = components.iter().find(|it| it.recursive && it.members.contains(name));
        let members = own.map_or(&[][..], |component| &component.members);
        members.iter().filter(|member| !self.settled.contains(*member)).cloned().collect()
    }

    /// Learns the lineages of the circles that functions are in, unless that was done.
    pub(crate) fn learn_circles(&mut self, names: &[Name], schedule: &Schedule) {
        for name in names {
            if self.recursive.contains(name) && !self.lineages.contains_key(name) {
                self.learn_circle(&self.circle(name), schedule);
            }
        }
    }

    fn learn_circle(&mut self, members: &[Name], schedule: &Schedule) {
        let mut refuted: BTreeSet<(Name, usize)> = BTreeSet::new();
        loop {
            let mut next: BTreeMap<Name, Lineage> = BTreeMap::new();
            for name in members {
                let saturated = self.saturate(name, schedule);
                let found = saturated.lineage();
                let guessed = guess(self.program, &saturated, members);
                let assumed = self.lineages.get(name).cloned().unwrap_or_else(|| vec![None; found.len()]);
                let mut better = assumed.clone();
                for (result, assumption) in assumed.into_iter().enumerate() {
                    match assumption {
                        Some(_) if found[result] == assumption => {}
                        Some(_) => {
                            refuted.insert((name.clone(), result));
                            better[result] = None;
                        }
                        None if !refuted.contains(&(name.clone(), result)) => {
                            better[result] = found[result].or(guessed[result]);
                        }
                        None => {}
                    }
                }
                next.insert(name.clone(), better);
            }
            let settled = next.iter().all(|(name, lineage)| self.lineages.get(name) == Some(lineage));
            self.lineages.extend(next);
            if settled {
                return;
            }
        }
    }
}
