//! What a class of storage stands for where the graph has no equation for it: the argument of a region is what came in, a
//! carry that no way out of its loop changes is what it began as, and a handle under the type that it has is that handle.
//!
//! A loop that is left early gives what the way out gives, so no law speaks of it; here every way out is looked at.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};

use egg::Id;
use indexmap::IndexSet;

use crate::egraph::class_type::{canonical, class_expr};
use crate::egraph::instantiate::FunctionGraph;
use crate::egraph::node::{Node, Op, Payload, RegionId};
use crate::egraph::sites::{Site, Sites};
use crate::egraph::template::ItemKind;
use crate::ir::program::FunctionKind;
use crate::ir::types::Type;

/// Reads off a graph what classes of storage stand for.
pub(crate) struct Kept<'s, 'a> {
    graph: &'s FunctionGraph<'a>,
    pub(crate) sites: Sites<'s, 'a>,
    /// Carries that every way out of a loop hands on, results of such loops, and what branches and scopes only pass on, where no
    /// law says so: what they are.
    early: HashMap<Id, Id>,
    /// What was read off once: a class of handles can have a node for each write.
    known: RefCell<HashMap<Id, Id>>,
}

impl<'s, 'a> Kept<'s, 'a> {
    pub(crate) fn new(graph: &'s FunctionGraph<'a>) -> Self {
        let (early, known) = (HashMap::new(), RefCell::default());
        let mut kept = Self { graph, sites: Sites::new(graph), early, known };
        // Regions were added inner first.
        for &id in &graph.controls {
            match graph.egraph.id_to_node(id).op {
                Op::For(_) | Op::While(_) => kept.leave_loop(id),
                Op::If(_) | Op::Scope(_) => kept.leave_around(id),
                _ => {}
            }
        }
        kept
    }

    /// What a class stands for, outermost.
    pub(crate) fn resolve(&self, class: Id) -> Id {
        let mut way = IndexSet::new();
        let mut class = self.graph.egraph.find(class);
        let root = loop {
            if let Some(root) = self.known.borrow().get(&class) {
                break *root;
            }
            if !way.insert(class) {
                // Names that stand for each other: the first of them.
                let begin = way.get_index_of(&class).expect("it was there");
                break way[begin..].iter().copied().min().expect("at least itself");
            }
            match self.next(class) {
                Some(next) => class = next,
                None => break class,
            }
        };
        self.known.borrow_mut().extend(way.into_iter().map(|class| (class, root)));
        root
    }

    /// A class and what it stands for, further and further out.
    fn way_out(&self, class: Id) -> impl Iterator<Item = Id> {
        let mut seen = HashSet::new();
        let all = std::iter::successors(Some(self.graph.egraph.find(class)), |class| self.next(*class));
        all.take_while(move |class| seen.insert(*class))
    }

    fn next(&self, class: Id) -> Option<Id> {
        let outer = self.sites.outer(class).map(|outer| outer.class);
        outer.or_else(|| self.early.get(&class).copied()).or_else(|| self.graph.typed_back(class))
    }

    /// Notes what comes out of a branch or scope: what all ends that are reached give alike, where the loop around may be left. What comes out of a branch of a Graph is not traced (row B23).
    fn leave_around(&mut self, id: Id) {
        let graph = self.graph;
        let node = graph.egraph.id_to_node(id);
        let kind = graph.program.functions[&graph.instances[0].template].kind;
        let Some(control) =
            graph.control(node.op).filter(|_| !is_branch(node.op) || kind != FunctionKind::Graph)
        else {
            return;
        };
        let regions = control.regions_of(node).iter().filter_map(|child| graph.region(*child));
        let ends: Vec<_> = regions.filter(|(number, _)| self.reaches_its_end(*number)).collect();
        let rest = control.written.len() + usize::from(control.world);
        let Some(results) = ends.first().map(|(_, region)| region.children.len() - rest) else { return };
        for result in 0..results {
            let outside = |(number, region): &(RegionId, &Node)| {
                self.outside(region.children[result], *number, Site { control, node: id })
            };
            let mut values = ends.iter().map(outside);
            let first = values.next().flatten();
            let get = graph.egraph.lookup(Node::new(Op::Get(result as u32), [id]));
            if let (Some(first), Some(get)) = (first, get)
                && values.all(|other| other == Some(first))
            {
                let get = graph.egraph.find(get);
                if get != first {
                    self.early.insert(get, first);
                }
            }
        }
    }

    /// What a class of a region is outside of it, at one of its sites.
    fn outside(&self, class: Id, region: RegionId, site: Site<'_>) -> Option<Id> {
        self.way_out(class).find_map(|class| {
            self.graph.egraph[class].nodes.iter().find_map(|node| match node.op {
                Op::Arg(of, index) if of == region => Some(self.sites.at(site, (region, index))?.class),
                _ => None,
            })
        })
    }

    /// Whether a region does not end in a jump.
    fn reaches_its_end(&self, region: RegionId) -> bool {
        let Some((template, index)) = self.graph.encoded.region(region) else { return true };
        template.regions[index as usize].items.last().is_none_or(|item| item.kind != ItemKind::Jump)
    }

    /// Notes which carries of a loop come out as they went in, also where it is left early.
    fn leave_loop(&mut self, id: Id) {
        let egraph = &self.graph.egraph;
        let node = egraph.id_to_node(id);
        let Some(control) = self.graph.control(node.op) else { return };
        let Some((number, body)) = node.children.last().and_then(|body| self.graph.region(*body)) else {
            return;
        };
        let jumps = if control.jumps { self.jumps(number) } else { Some(Vec::new()) };
        let Some(jumps) = jumps else { return };
        let ways = || std::iter::once(&body.children[..]).chain(jumps.iter().map(Vec::as_slice));
        let mut early = Vec::new();
        for carry in 0..control.carries {
            let argument = control.first_carry + carry;
            let hands_on = |values: &[Id]| {
                values.get(carry as usize).is_some_and(|value| self.is_argument(*value, number, argument))
            };
            if ways().all(hands_on) {
                let init = egraph.find(node.children[(control.operands + carry) as usize]);
                let inside = egraph.lookup(Node::new(Op::Arg(number, argument), []));
                let inside = inside.filter(|_| self.begins_alike(number, carry, init));
                let result = egraph.lookup(Node::new(Op::Get(carry), [id]));
                early.extend([inside, result].into_iter().flatten().map(|class| (egraph.find(class), init)));
            }
        }
        // What is one class already needs no word.
        self.early.extend(early.into_iter().filter(|(class, init)| class != init));
    }

    /// Whether a carry begins as that at each site of its body.
    fn begins_alike(&self, body: RegionId, carry: u32, init: Id) -> bool {
        let egraph = &self.graph.egraph;
        self.sites.of(body).iter().all(|Site { control, node }| {
            let begins = egraph.id_to_node(*node).children[(control.operands + carry) as usize];
            egraph.find(begins) == init
        })
    }

    /// Whether a class of a region, or of one inside it, is an argument of that region.
    fn is_argument(&self, class: Id, region: RegionId, argument: u32) -> bool {
        let is_it = |node: &Node| node.op == Op::Arg(region, argument);
        self.way_out(class).any(|class| self.graph.egraph[class].nodes.iter().any(is_it))
    }

    /// What each way to leave a loop's body early, or its trip, gives for the carries; `None` if one cannot be seen.
    fn jumps(&self, body: RegionId) -> Option<Vec<Vec<Id>>> {
        let (template, index) = self.graph.encoded.region(body)?;
        let closed = self.graph.closed.get(&template.function)?;
        let mut jumps = Vec::new();
        let mut todo = vec![index];
        while let Some(region) = todo.pop() {
            for item in &template.regions[region as usize].items {
                let op = item.node.map(|node| template.nodes[node as usize].op);
                match (item.kind, op) {
                    (ItemKind::Jump, Some(Op::Jump(_))) => {
                        let node = &template.nodes[item.node? as usize];
                        let values = node.children.iter().map(|place| closed[*place as usize]);
                        jumps.push(values.collect::<Option<Vec<Id>>>()?);
                    }
                    (ItemKind::Jump, _) => return None,
                    // Jumps of a loop inside are its own.
                    (ItemKind::Control, Some(Op::For(_) | Op::While(_))) => {}
                    _ => todo.extend(&item.regions),
                }
            }
        }
        Some(jumps)
    }
}

impl FunctionGraph<'_> {
    /// The handle that a class is under the type that this handle has.
    fn typed_back(&self, class: Id) -> Option<Id> {
        let egraph = &self.egraph;
        egraph[class].nodes.iter().find_map(|node| {
            let Op::Retype(payload) = node.op else { return None };
            let Payload::Type(ty) = self.encoded.payloads.get(payload) else { return None };
            let handle = egraph.find(node.children[0]);
            let known = egraph[handle].data.ty.as_ref()?.shaped()?;
            let under: Type = ty
                .map_vars(&mut |var| class_expr(egraph, node.children[1 + crate::base::id::Id::index(var)]));
            // Never there and back.
            let mutual = || {
                let back = |it: &Node| matches!(it.op, Op::Retype(_)) && egraph.find(it.children[0]) == class;
                egraph[handle].nodes.iter().any(back)
            };
            (handle != class && canonical(egraph, known) == under && !mutual()).then_some(handle)
        })
    }

    /// How many handles have a type that they are given again: under another name to the graph, but not to the text.
    pub(crate) fn handles_typed_back(&self) -> usize {
        self.egraph.classes().filter(|class| self.typed_back(class.id).is_some()).count()
    }
}

fn is_branch(op: Op) -> bool {
    matches!(op, Op::If(_))
}
