//! Functions that reach themselves: which of their results are parameters, although the answer for one hangs on that for
//! another.
//!
//! What all other ways through a function give is assumed of the calls inside the circle, and every function is looked at
//! under what is assumed of the others, until nothing more can be assumed. Then what is not found again is dropped for good, and
//! so on, hence this ends. A call returns only after finitely many others, so what every function confirms, given the rest, is
//! true of all. All functions are looked at before any assumption changes, so their order decides nothing.

use std::collections::BTreeSet;

use crate::base::name::Name;
use crate::egraph::relate::guess;
use crate::egraph::saturate::Lineage;
use crate::egraph::schedule::Schedule;
use crate::egraph::session::Session;

impl Session<'_> {
    /// The functions of the circle of a function that are not taken as they are; none if it does not reach itself.
    pub fn circle(&self, name: &Name) -> Vec<Name> {
        if !self.recursive.contains(name) {
            return Vec::new();
        }
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
            let looks: Vec<(Name, Look)> =
                members.iter().map(|name| (name.clone(), self.look(name, members, schedule))).collect();
            let mut more = false;
            for (name, look) in &looks {
                let lineage =
                    self.lineages.entry(name.clone()).or_insert_with(|| vec![None; look.found.len()]);
                for (result, assumed) in lineage.iter_mut().enumerate() {
                    if assumed.is_none() && !refuted.contains(&(name.clone(), result)) {
                        *assumed = look.found[result].or(look.guessed[result]);
                        more |= assumed.is_some();
                    }
                }
            }
            if more {
                continue;
            }
            // Nothing is added to: what is assumed and was not found does not hold.
            let mut settled = true;
            for (name, look) in &looks {
                let lineage = self.lineages.get_mut(name).expect("it was put there");
                for (result, assumed) in lineage.iter_mut().enumerate() {
                    if assumed.is_some() && look.found[result] != *assumed {
                        *assumed = None;
                        settled = false;
                        refuted.insert((name.clone(), result));
                    }
                }
            }
            if settled {
                return;
            }
        }
    }

    fn look(&self, name: &Name, members: &[Name], schedule: &Schedule) -> Look {
        let saturated = self.saturate(name, schedule);
        Look { found: saturated.lineage(), guessed: guess(self.program, &saturated, members) }
    }
}

/// What a function of a circle gives under what is assumed of the others.
struct Look {
    /// What follows.
    found: Lineage,
    /// What all ways give that do not go through the circle.
    guessed: Lineage,
}
