//! Opening a region: what a loop or branch is once its condition, or the number of its trips, is known. The body becomes
//! part of the region around, as a template does at a call: `(instantiate region args)`.

use egg::Id;

use crate::egraph::guards::{Given, Known};
use crate::egraph::instantiate::{FunctionGraph, InstanceId, Replaces};
use crate::egraph::node::{Control, ControlKind, Node, Op, Payload};
use crate::egraph::rule_ast::{GuardArg, When};
use crate::egraph::rule_control::{Becomes, ControlCase, ControlHead, Operand};
use crate::egraph::schedule::{Ended, Watch};
use crate::egraph::trace::Noted;

/// What stands for a control statement that was decided.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Opened {
    /// Nothing: it hands on what it was given.
    Nothing,
    /// One of its regions, part of the region around.
    Region(InstanceId),
}

/// A control node that a case speaks of.
struct Found<'a> {
    id: Id,
    node: Node,
    control: &'a Control,
}

impl<'a> FunctionGraph<'a> {
    /// Applies a law of control nodes wherever it holds, in what it opens as well; says how often it did, and which limit
    /// stopped it, if any.
    pub(crate) fn control_law(&mut self, cases: &[ControlCase], watch: &Watch) -> (usize, Option<Ended>) {
        let mut applied = 0;
        let mut next = 0;
        while let Some(&id) = self.controls.get(next) {
            next += 1;
            if let Some(hit) = watch.hit(self.egraph.total_size()) {
                return (applied, Some(hit));
            }
            if self.opened.contains_key(&id) {
                continue;
            }
            let Some(found) = self.control_at(id) else { continue };
            if let Some(case) = cases.iter().find(|case| self.speaks_of(case, &found)) {
                self.become_of(case.becomes, &found);
                applied += 1;
            }
        }
        (applied, None)
    }

    fn control_at(&self, id: Id) -> Option<Found<'a>> {
        let node = self.egraph.id_to_node(id).clone();
        let (Op::For(payload) | Op::While(payload) | Op::If(payload)) = node.op else { return None };
        let Payload::Control(control) = self.encoded.payloads.get(payload) else { return None };
        // What is left early, or leaves the loop around, is not what its last output says.
        (!control.jumps).then_some(Found { id, node, control })
    }

    fn speaks_of(&self, case: &ControlCase, found: &Found<'_>) -> bool {
        let head = match (&found.control.kind, case.head) {
            (ControlKind::For(kind, _), ControlHead::For(wanted)) => wanted.is_none_or(|it| it == *kind),
            (ControlKind::While(_), ControlHead::While) | (ControlKind::If, ControlHead::If) => true,
            _ => false,
        };
        let constant = |at: usize| self.egraph[found.node.children[at]].data.constant;
        let fits = |(at, operand): (usize, &Operand)| match operand {
            Operand::Var(_) => true,
            Operand::Bool(wanted) => constant(at) == Some(Op::Bool(*wanted)),
        };
        head && case.operands.iter().enumerate().all(fits)
            && case.when.iter().all(|when| self.guard_holds(when, case, &found.node))
    }

    fn guard_holds(&self, when: &When, case: &ControlCase, node: &Node) -> bool {
        let first_region = node.children.len() - case.regions.len();
        let class = |name: &String| {
            let operand = case.operands.iter().position(|it| *it == Operand::Var(name.clone()));
            let region = || case.regions.iter().position(|it| it == name).map(|at| first_region + at);
            let at = operand.or_else(region).expect("guards were checked when the rule was read");
            self.egraph.find(node.children[at])
        };
        let given: Vec<Given<'_>> = when
            .args
            .iter()
            .map(|arg| match arg {
                GuardArg::Class(name) | GuardArg::AttrVar(name) => Given::Class(class(name)),
                GuardArg::Attr(attr) => Given::Attr(attr),
            })
            .collect();
        (when.guard.holds)(&Known { egraph: &self.egraph }, &given)
    }

    fn become_of(&mut self, becomes: Becomes, found: &Found<'a>) {
        let Found { id, node, control } = found;
        let operands = control.operands as usize;
        match becomes {
            Becomes::Carried => {
                let carried = operands..operands + control.carries as usize;
                let first = carried.end + control.captures as usize + usize::from(control.site);
                let memories = control.written.iter().map(|at| node.children[first + *at as usize]);
                let mut given: Vec<Id> = node.children[carried].to_vec();
                given.extend(memories);
                if control.world {
                    given.push(node.children[first + control.memories as usize]);
                }
                self.opened.insert(*id, Opened::Nothing);
                self.replace(*id, given, Noted::NoTrips);
            }
            Becomes::Region { region, index } => {
                let regions = control.regions_of(node);
                let number = self.region(regions[region]).map(|(number, _)| number);
                let Some((template, region)) = number.and_then(|number| self.encoded.region(number)) else {
                    return;
                };
                let index = index.map(|at| node.children[at]);
                let first = node.children.len() - regions.len();
                let args = index.into_iter().chain(node.children[operands..first].iter().copied()).collect();
                self.add_region(template, region, args, Replaces::Control(*id));
            }
        }
    }
}
