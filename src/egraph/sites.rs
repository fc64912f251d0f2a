//! Where each region of a surviving function stands, and so what its arguments stand for. One that came in with a helper can
//! stand in several places; then an argument stands for something only where all of them say the same.

use std::collections::HashMap;

use egg::Id;

use crate::egraph::instantiate::FunctionGraph;
use crate::egraph::node::{Control, Node, Op, RegionId};

/// The loop, branch or scope that has a region.
#[derive(Clone, Copy)]
pub(crate) struct Site<'s> {
    pub(crate) control: &'s Control,
    pub(crate) node: Id,
}

/// The sites of each region.
pub(crate) struct Sites<'s, 'a> {
    graph: &'s FunctionGraph<'a>,
    sites: HashMap<RegionId, Vec<Site<'s>>>,
}

/// What an argument of a region stands for, outside of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Outer {
    /// The argument.
    pub(crate) argument: (RegionId, u32),
    /// The class outside.
    pub(crate) class: Id,
    /// For a carry that every trip hands on: what the loop gives there, which is the same.
    pub(crate) kept: Option<Id>,
}

impl<'s, 'a> Sites<'s, 'a> {
    pub(crate) fn new(graph: &'s FunctionGraph<'a>) -> Self {
        let mut sites: HashMap<RegionId, Vec<Site<'s>>> = HashMap::new();
        for &id in &graph.controls {
            let node = graph.egraph.id_to_node(id);
            let Some(control) = graph.control(node.op) else { continue };
            for child in control.regions_of(node) {
                if let Some((number, _)) = graph.region(*child) {
                    sites.entry(number).or_default().push(Site { control, node: id });
                }
            }
        }
        Self { graph, sites }
    }

    pub(crate) fn of(&self, region: RegionId) -> &[Site<'s>] {
        self.sites.get(&region).map_or(&[], Vec::as_slice)
    }

    /// The class a captured argument or a kept carry stands for, outermost.
    pub(crate) fn resolve(&self, class: Id) -> Id {
        let mut class = self.graph.egraph.find(class);
        while let Some(outer) = self.outer(class) {
            class = outer.class;
        }
        class
    }

    /// The class that a captured argument or a kept carry stands for, one region further out.
    pub(crate) fn outer(&self, class: Id) -> Option<Outer> {
        self.graph.egraph[class].nodes.iter().find_map(|node| {
            let Op::Arg(region, index) = node.op else { return None };
            let mut sites = self.of(region).iter();
            let first = self.at(*sites.next()?, (region, index))?;
            let same = |site: &Site<'s>| {
                self.at(*site, (region, index)).is_some_and(|other| other.class == first.class)
            };
            sites.all(same).then_some(first)
        })
    }

    /// What an argument of a region stands for at one of its sites.
    pub(crate) fn at(&self, Site { control, node }: Site<'_>, argument: (RegionId, u32)) -> Option<Outer> {
        let egraph = &self.graph.egraph;
        let operands = &egraph.id_to_node(node).children;
        let capture = argument.1.checked_sub(control.first_capture);
        if let Some(at) = capture.filter(|at| *at < control.captures) {
            let outside = operands[(control.operands + control.carries + at) as usize];
            return Some(Outer { argument, class: egraph.find(outside), kept: None });
        }
        let carry = argument.1.checked_sub(control.first_carry).filter(|at| *at < control.carries)?;
        let init = operands[(control.operands + carry) as usize];
        let result = egraph.lookup(Node::new(Op::Get(carry), [node]))?;
        let kept = egraph.find(result) == egraph.find(init);
        kept.then(|| Outer { argument, class: egraph.find(init), kept: Some(result) })
    }
}
