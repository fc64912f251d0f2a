//! What leaves loops, branches, scopes and calls as it came.

use crate::proof::check::{Returns, View, need};
use crate::proof::{Construct, Layout, Step, Symbol, TermId};

impl Layout {
    /// Where the memories begin among the operands.
    fn first_memory(&self) -> usize {
        self.operands + self.carries + self.captures + usize::from(self.site)
    }
    /// Where the regions begin.
    fn first_region(&self) -> usize {
        self.first_memory() + self.memories + usize::from(self.world)
    }
    /// The operand that an argument of a region was, if it came from outside and each trip has the same.
    fn outside(&self, argument: usize) -> Option<usize> {
        let capture = argument.checked_sub(self.first_capture).filter(|at| *at < self.captures);
        capture.map(|at| self.operands + self.carries + at)
    }
    /// The operand that component `at` of what it gives began as, and the argument that its regions know it by.
    fn began(&self, at: usize, values: usize) -> Option<(usize, usize)> {
        match at.checked_sub(values) {
            None if self.carries > 0 => Some((self.operands + at, self.first_carry + at)),
            None => None,
            Some(memory) => {
                let memory = *self.written.get(memory)?;
                let argument = self.first_capture + self.captures + usize::from(self.site) + memory;
                Some((self.first_memory() + memory, argument))
            }
        }
    }
}

/// A component of a loop, branch or scope.
struct Component<'t> {
    layout: &'t Layout,
    children: &'t [TermId],
    at: usize,
}

impl<'t> View<'_, 't> {
    /// What a region gives, and its number.
    fn outputs(&self, region: TermId) -> Option<(u32, &'t [TermId])> {
        let found = self.member(region, |it| matches!(it, Symbol::Region(_)))?;
        let Symbol::Region(number) = *self.terms.symbol(found) else { return None };
        Some((number, &self.terms[found].children))
    }

    /// Whether a term is that argument of a region.
    fn is_argument(&self, term: TermId, region: u32, argument: usize) -> bool {
        self.member(term, |it| *it == Symbol::Arg(region, argument as u32)).is_some()
    }

    /// Components of loops, branches and scopes that a term is.
    fn components(&self, term: TermId) -> Vec<Component<'t>> {
        let mut found = Vec::new();
        for get in self.members(term, |it| matches!(it, Symbol::Get(_))) {
            let Symbol::Get(at) = *self.terms.symbol(get) else { continue };
            let whole = self.terms[get].children[0];
            for control in self.members(whole, |it| matches!(it, Symbol::Control(_))) {
                if let Symbol::Control(layout) = self.terms.symbol(control) {
                    self.rest_on([(get, term), (control, whole)]);
                    found.push(Component {
                        layout,
                        children: &self.terms[control].children,
                        at: at as usize,
                    });
                }
            }
        }
        found
    }

    /// What every region hands on as it came, or takes from outside alike, is that; and what a scope gives twice is one.
    pub(super) fn passed(&self, step: &Step) -> Result<(), String> {
        let components = self.components(step.left);
        need(!components.is_empty(), "the left side is not what a loop, branch or scope gives")?;
        let passes = |it: &Component<'_>| self.passes(it, step.right) || self.gives_too(it, step.right);
        let holds = components.iter().any(|it| !it.layout.jumps && passes(it));
        need(holds, "a region hands on something else")
    }

    /// Whether a scope gives its component as another one that the right side is.
    fn gives_too(&self, it: &Component<'_>, right: TermId) -> bool {
        let region = it.children[it.layout.first_region()];
        let Some((_, outputs)) = self.outputs(region) else { return false };
        let output = |at: usize| outputs.get(at).copied();
        it.layout.construct == Construct::Scope
            && self.components(right).iter().any(|other| {
                let one = other.layout.construct == Construct::Scope
                    && other.children.len() == it.children.len()
                    && other.children.iter().zip(it.children).all(|(a, b)| self.same(*a, *b));
                let given = output(it.at).zip(output(other.at));
                one && given.is_some_and(|(a, b)| self.same(a, b))
            })
    }

    fn passes(&self, it: &Component<'_>, right: TermId) -> bool {
        let mut regions = &it.children[it.layout.first_region()..];
        if it.layout.construct == Construct::While {
            // The first only says whether it goes on.
            regions = &regions[1..];
        }
        let rest = it.layout.written.len() + usize::from(it.layout.world);
        regions.iter().all(|region| {
            let Some((number, outputs)) = self.outputs(*region) else { return false };
            let Some(output) = outputs.get(it.at).copied() else { return false };
            let values = outputs.len() - rest;
            let began = it.layout.began(it.at, values);
            let kept = began.is_some_and(|(operand, argument)| {
                self.is_argument(output, number, argument) && self.same(it.children[operand], right)
            });
            kept || (it.at < values && self.comes_from_outside(it, (number, output), right))
        })
    }

    /// Whether what a region gives is what the right side is outside of it; in a loop it must also have begun as that.
    fn comes_from_outside(&self, it: &Component<'_>, (number, output): (u32, TermId), right: TermId) -> bool {
        let loops = matches!(it.layout.construct, Construct::For { .. } | Construct::While);
        let begins = || self.same(it.children[it.layout.operands + it.at], right);
        (!loops || begins())
            && (self.is_outside(it, number, output, right) || self.is_retyped(it, (number, output), right))
    }

    fn is_outside(&self, it: &Component<'_>, region: u32, inner: TermId, outer: TermId) -> bool {
        let capture = self.members(inner, |_| true).any(|member| match *self.terms.symbol(member) {
            Symbol::Arg(of, argument) if of == region => {
                let operand = it.layout.outside(argument as usize);
                operand.is_some_and(|at| self.same(it.children[at], outer) && self.same(member, inner))
            }
            _ => false,
        });
        capture || (self.literal(inner).is_some() && self.same(inner, outer))
    }

    /// The same under another type, which is said inside as outside.
    fn is_retyped(&self, it: &Component<'_>, (region, inner): (u32, TermId), outer: TermId) -> bool {
        let is = |symbol: &Symbol| *symbol == Symbol::Retype;
        self.members(inner, is).any(|a| {
            self.members(outer, is).any(|b| {
                let (x, y) = (&self.terms[a], &self.terms[b]);
                let alike = x.symbol == y.symbol && x.children.len() == y.children.len();
                let mut children = x.children.iter().zip(&y.children);
                alike
                    && children.all(|(inner, outer)| self.is_outside(it, region, *inner, *outer))
                    && self.same(a, inner)
                    && self.same(b, outer)
            })
        })
    }

    /// A loop of no trips is the bundle of what it was given.
    pub(super) fn no_trips(&self, step: &Step) -> Result<(), String> {
        let Symbol::Control(layout) = self.terms.symbol(step.left) else {
            return Err("the left side is no loop".to_owned());
        };
        let children = &self.terms[step.left].children;
        need(!layout.jumps && self.never_runs(layout, children), "the loop may run")?;
        let bundle = self.member(step.right, |it| *it == Symbol::Bundle);
        let bundle = bundle.ok_or("the right side is no bundle")?;
        let first = layout.first_memory();
        let memories = layout.written.iter().map(|at| children[first + at]);
        let world = layout.world.then(|| children[first + layout.memories]);
        let carried = children[layout.operands..layout.operands + layout.carries].iter().copied();
        let wanted: Vec<TermId> = carried.chain(memories).chain(world).collect();
        let given = &self.terms[bundle].children;
        let alike = wanted.len() == given.len();
        need(alike && wanted.iter().zip(given).all(|(a, b)| self.same(*a, *b)), "it is given something else")
    }

    fn never_runs(&self, layout: &Layout, children: &[TermId]) -> bool {
        match layout.construct {
            Construct::While => {
                let first =
                    self.outputs(children[layout.first_region()]).and_then(|it| it.1.first().copied());
                let literal = first.and_then(|it| self.literal(it));
                literal.is_some_and(|it| *self.terms.symbol(it) == Symbol::Bool(false))
            }
            Construct::For { .. } => self.trips(children) == Some(0),
            Construct::If | Construct::Scope => false,
        }
    }

    /// How often a counted loop runs, if every draw says the same.
    pub(super) fn trips(&self, children: &[TermId]) -> Option<i128> {
        let mut found = None;
        for draw in self.all_draws() {
            let bounds: Option<Vec<i128>> = children[..3].iter().map(|it| draw.int(*it)).collect();
            self.rest_on(draw.used());
            let &[start, stop, step] = bounds?.as_slice() else { return None };
            let trips = super::guards::trips(start, stop, step)?;
            if found.is_some_and(|found| found != trips) {
                return None;
            }
            found = Some(trips);
        }
        found
    }

    /// A result of a call is the argument that its function returns there.
    pub(super) fn returned(&self, step: &Step, returns: &Returns) -> Result<(), String> {
        for get in self.members(step.left, |it| matches!(it, Symbol::Get(_))) {
            let Symbol::Get(at) = *self.terms.symbol(get) else { continue };
            let whole = self.terms[get].children[0];
            for call in self.members(whole, |it| matches!(it, Symbol::Call(_))) {
                let Symbol::Call(callee) = self.terms.symbol(call) else { continue };
                let param = returns.get(&callee.name).and_then(|it| it.get(at as usize));
                let Some(Some(param)) = param else { continue };
                if *param < callee.args && self.same(self.terms[call].children[1 + param], step.right) {
                    self.rest_on([(get, step.left), (call, whole)]);
                    return Ok(());
                }
            }
        }
        Err("no call returns that argument there".to_owned())
    }
}
