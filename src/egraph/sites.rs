//! Where each region of a surviving function stands: every one has one place, so what it captures is what is there.

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

/// The site of each region.
pub(crate) struct Sites<'s, 'a> {
    graph: &'s FunctionGraph<'a>,
    sites: HashMap<RegionId, Site<'s>>,
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
        let mut sites = HashMap::new();
        for &id in &graph.controls {
            let node = graph.egraph.id_to_node(id);
            let Some(control) = graph.control(node.op) else { continue };
            for child in control.regions_of(node) {
                if let Some((number, _)) = graph.region(*child) {
                    sites.insert(number, Site { control, node: id });
                }
            }
        }
        Self { graph, sites }
    }

    pub(crate) fn get(&self, region: RegionId) -> Option<Site<'s>> {
        self.sites.get(&region).copied()
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
        let egraph = &self.graph.egraph;
        egraph[class].nodes.iter().find_map(|node| {
            let Op::Arg(region, index) = node.op else { return None };
            let Site { control, node } = self.get(region)?;
            let operands = &egraph.id_to_node(node).children;
            let argument = (region, index);
            let capture = index.checked_sub(control.first_capture);
            if let Some(at) = capture.filter(|at| *at < control.captures) {
                let outside = operands[(control.operands + control.carries + at) as usize];
                return Some(Outer { argument, class: egraph.find(outside), kept: None });
            }
            let carry = index.checked_sub(control.first_carry).filter(|at| *at < control.carries)?;
            let init = operands[(control.operands + carry) as usize];
            let result = egraph.lookup(Node::new(Op::Get(carry), [node]))?;
            let kept = egraph.find(result) == egraph.find(init);
            kept.then(|| Outer { argument, class: egraph.find(init), kept: Some(result) })
        })
    }
}
