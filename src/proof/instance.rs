//! A body in the place of a call, loop or branch: every term that its outputs are made of is the body's node over the terms
//! of that node's operands, arguments being what the call, loop or branch was given.

use crate::proof::check::{View, need};
use crate::proof::{Construct, Instance, Layout, Step, Symbol, TermId};

impl View<'_, '_> {
    /// Checks that the right side is the bundle of what the body gives.
    pub(super) fn instance(&self, step: &Step, it: &Instance) -> Result<(), String> {
        self.arguments(step.left, it)?;
        let mut wanted = vec![false; it.nodes.len()];
        let mut pending = it.outputs.to_vec();
        while let Some(place) = pending.pop() {
            if !std::mem::replace(&mut wanted[place as usize], true) {
                pending.extend(&it.nodes[place as usize].children);
            }
        }
        let places = (0..it.nodes.len() as u32).filter(|place| wanted[*place as usize]);
        for place in places {
            need(self.is_node(it, place), "a part of the body is not what its text says")?;
        }
        let bundle = self.member(step.right, |symbol| *symbol == Symbol::Bundle);
        let bundle = &self.terms[bundle.ok_or("the right side is no bundle")?].children;
        need(bundle.len() == it.given.len(), "the bundle has another number of components")?;
        let given = |(component, output): (&TermId, &u32)| {
            self.same(*component, it.terms[it.outputs[*output as usize] as usize])
        };
        need(bundle.iter().zip(&it.given).all(given), "a component is not what the body gives")?;
        self.results_in_order(step.left, it)
    }

    /// Values come first and in order; behind them each output is given once.
    fn results_in_order(&self, left: TermId, it: &Instance) -> Result<(), String> {
        let values = match self.terms.symbol(left) {
            Symbol::Call(callee) => callee.results,
            Symbol::Control(layout) => {
                it.given.len().saturating_sub(layout.written.len() + usize::from(layout.world))
            }
            _ => 0,
        };
        let in_order = it.given.iter().take(values).enumerate().all(|(at, output)| at == *output as usize);
        let mut rest: Vec<u32> = it.given.iter().skip(values).copied().collect();
        rest.sort_unstable();
        let once = rest.windows(2).all(|pair| pair[0] != pair[1]);
        need(in_order && once, "results are given in another order")
    }

    /// Whether the term of a node is that node: spelled so, or what it simplifies to.
    fn is_node(&self, it: &Instance, place: u32) -> bool {
        let (node, term) = (&it.nodes[place as usize], it.terms[place as usize]);
        let child = |at: usize| it.terms[node.children[at] as usize];
        match self.terms.symbols[node.symbol as usize] {
            Symbol::Arg(region, argument) if region == it.region => {
                return it.args.get(argument as usize).is_some_and(|given| self.same(*given, term));
            }
            Symbol::Get(component) if self.is_component(child(0), component, term) => return true,
            Symbol::Extent(axis) => {
                let extent = self.extents(child(0)).and_then(|it| it.get(axis as usize).copied());
                if extent.is_some_and(|extent| self.same(extent, term)) {
                    return true;
                }
            }
            _ => {}
        }
        let children: Vec<TermId> = (0..node.children.len()).map(child).collect();
        let found = self.closure.find(node.symbol, children.iter().copied());
        let Some(found) = found.filter(|found| self.closure.same(*found, term)) else { return false };
        self.rest_on([(found, term)]);
        self.rest_on(children.into_iter().zip(self.terms[found].children.iter().copied()));
        true
    }

    fn is_component(&self, whole: TermId, component: u32, term: TermId) -> bool {
        let bundle = self.member(whole, |symbol| *symbol == Symbol::Bundle);
        let item = bundle.and_then(|it| self.terms[it].children.get(component as usize));
        item.is_some_and(|item| self.same(*item, term))
    }

    /// The arguments are what the call, loop or branch has.
    fn arguments(&self, left: TermId, it: &Instance) -> Result<(), String> {
        let children = &self.terms[left].children;
        match self.terms.symbol(left) {
            Symbol::Call(callee) => {
                let params = it.params.iter().enumerate();
                let own = |(at, arg): (usize, &u32)| {
                    let (given, passed) = (it.args.get(*arg as usize), children.get(1 + at));
                    at < callee.args && given.zip(passed).is_some_and(|(a, b)| self.same(*a, *b))
                };
                need(params.into_iter().all(own), "a parameter is given something else")?;
                let passed = |arg: &TermId| children.iter().any(|child| self.closure.same(*arg, *child));
                let implied = |arg: &TermId| self.is_implied(*arg, children);
                need(it.args.iter().all(|arg| passed(arg) || implied(arg)), "an argument comes from nowhere")
            }
            Symbol::Control(layout) => {
                need(self.decided(layout, children, it), "it is not decided which body runs")?;
                let inputs = children[layout.operands..children.len() - layout.regions()].iter();
                let index = it.index.map(|at| children[at]);
                let wanted: Vec<TermId> = index.into_iter().chain(inputs.copied()).collect();
                let alike = wanted.len() == it.args.len();
                need(
                    alike && wanted.iter().zip(&it.args).all(|(a, b)| self.same(*a, *b)),
                    "the body is given something else",
                )
            }
            _ => Err("the left side is no call, loop or branch".to_owned()),
        }
    }

    /// Whether an argument is implied: a memory that is not there yet, or an extent of what is passed.
    fn is_implied(&self, arg: TermId, passed: &[TermId]) -> bool {
        if self.member(arg, |symbol| *symbol == Symbol::Void).is_some() {
            return true;
        }
        passed.iter().any(|term| {
            let extents = self.extents(*term).unwrap_or_default();
            extents.iter().any(|extent| self.same(*extent, arg))
        })
    }

    /// Whether that body, and no other, runs, and runs once.
    fn decided(&self, layout: &Layout, children: &[TermId], it: &Instance) -> bool {
        let regions = &children[children.len() - layout.regions()..];
        let runs =
            |at: usize| self.member(regions[at], |symbol| *symbol == Symbol::Region(it.region)).is_some();
        let index = (it.index == Some(0)) == matches!(layout.construct, Construct::For { .. });
        let which = match layout.construct {
            Construct::For { in_order } => in_order && self.trips(children) == Some(1) && runs(0),
            Construct::If => match self.literal(children[0]).map(|it| self.terms.symbol(it)) {
                Some(Symbol::Bool(true)) => runs(0),
                Some(Symbol::Bool(false)) => runs(1),
                _ => false,
            },
            Construct::While | Construct::Scope => false,
        };
        !layout.jumps && index && which
    }
}

impl Layout {
    /// How many regions it has.
    fn regions(&self) -> usize {
        match self.construct {
            Construct::For { .. } | Construct::Scope => 1,
            Construct::While | Construct::If => 2,
        }
    }
}
