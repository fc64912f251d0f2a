//! Inlining by choice: calls of functions that could stay are offered their template as well. Both forms are in the class of
//! the call, and what is selected decides.

use std::collections::BTreeSet;

use egg::Id;

use crate::base::name::Name;
use crate::egraph::instantiate::{FunctionGraph, Replaces};
use crate::egraph::node::Op;
use crate::egraph::symbols::declarations;
use crate::ir::program::{Function, FunctionKind};
use crate::ir::stmt::CallMode;

/// Which functions may be inlined that need not be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Offers {
    /// Their names; `None` for all.
    pub names: Option<BTreeSet<Name>>,
    /// How many statements may come into one function that way.
    pub budget: usize,
}

impl Offers {
    /// What is spent where nobody says how much.
    pub const BUDGET: usize = 500;

    /// Only functions that must be inlined are.
    pub fn none() -> Self {
        Self { names: Some(BTreeSet::new()), budget: Self::BUDGET }
    }

    fn include(&self, name: &Name) -> bool {
        self.names.as_ref().is_none_or(|names| names.contains(name))
    }
}

impl Default for Offers {
    fn default() -> Self {
        Self::none()
    }
}

impl FunctionGraph<'_> {
    /// Offers their templates to calls that may be inlined, as far as the budget goes; says how many.
    pub(crate) fn offer(&mut self) -> usize {
        let mut count = 0;
        let mut next = 0;
        while let Some(&call) = self.calls.get(next) {
            next += 1;
            if self.offered.contains_key(&call) || self.refused.contains(&call) {
                continue;
            }
            if !self.take(call) {
                self.refused.insert(call);
                continue;
            }
            count += 1;
            let (callee, args) = self.call_arguments(call);
            let encoded = self.encoded;
            self.add_region(&encoded.templates[&callee], 0, args, Replaces::Offer(call));
        }
        count
    }

    /// Whether a call may be inlined; then the budget shrinks by its statements.
    fn take(&mut self, call: Id) -> bool {
        let Op::Call(payload) = self.egraph.id_to_node(call).op else { return false };
        let payload = self.call_payload(payload);
        let caller = &self.program.functions[&self.instances[0].template];
        let Some(callee) = self.program.functions.get(&payload.callee) else { return false };
        let plain = payload.mode == CallMode::Call && payload.launch == 0;
        let fits = plain && self.offers.include(&callee.name) && may_stand_in(callee, caller);
        if !fits || self.encoded.graph.is_recursive(&callee.name) {
            return false;
        }
        let statements = callee.stmts().count();
        match self.budget.checked_sub(statements) {
            Some(left) => {
                self.budget = left;
                true
            }
            None => false,
        }
    }
}

/// Whether the body of one function means the same in another: both run in the same place, and what it counts by are
/// extents of its parameters.
fn may_stand_in(callee: &Function, caller: &Function) -> bool {
    let place = |it: &Function| (it.kind, it.level.clone(), it.role.clone());
    callee.body.is_some()
        && callee.kind != FunctionKind::Inline
        && place(callee) == place(caller)
        && callee.symbols.iter().all(|symbol| !declarations(callee, *symbol).is_empty())
}
