//! A region while it is decoded: its walk, the names and memories that hold at the current place, and what is needed.

use std::collections::{HashMap, HashSet};

use egg::Id;

use crate::egraph::decode::{Decoder, Origin};
use crate::egraph::decode_control::Under;
use crate::egraph::leaves::Leaf;
use crate::egraph::node::Op;
use crate::egraph::template::{Item, ItemKind, Place};
use crate::ir::expr::Expr;
use crate::ir::program::{BlockId, VarId};

/// An item of a walk.
#[derive(Clone, Copy)]
pub(crate) struct FlatItem {
    /// Index into [`Activation::origins`].
    pub(crate) origin: u32,
    /// Index into the items of that region.
    pub(crate) item: u32,
}

/// A region being decoded.
pub(crate) struct Activation<'g> {
    pub(crate) env: Env,
    /// The region itself, then the templates that stand for calls in it.
    pub(crate) origins: Vec<Origin<'g>>,
    pub(crate) items: Vec<FlatItem>,
    pub(crate) next: usize,
    /// Where its statements go.
    pub(crate) block: BlockId,
    pub(crate) finish: Finish<'g>,
}

/// What follows when a region is done.
pub(crate) enum Finish<'g> {
    /// The function is done.
    Function,
    /// A control statement goes on.
    Region(Box<Under<'g>>),
}

/// The next thing to do.
pub(crate) enum Step<'g> {
    Item(Origin<'g>, &'g Item),
    Close,
}

/// What holds at a place of a region. Regions are closed, so nothing of the region around is looked up here.
#[derive(Default)]
pub(crate) struct Env {
    /// How each class is written here.
    pub(crate) names: HashMap<Id, Expr>,
    /// The components of each variable that is a tuple.
    pub(crate) tuples: HashMap<VarId, Vec<Id>>,
    /// Current memories, with how many sets share each.
    memories: HashMap<Id, u32>,
    /// Classes that something selected needs.
    needed: HashSet<Id>,
    /// Memories that a later one replaces.
    replaced: HashSet<Id>,
    /// Values that storage of this region was given and holds to the end, with that storage.
    held: HashMap<Id, Id>,
}

impl Env {
    pub(crate) fn enter_memory(&mut self, memory: Id) {
        *self.memories.entry(memory).or_insert(0) += 1;
    }
    pub(crate) fn replace_memory(&mut self, before: Id, after: Id) {
        if let Some(count) = self.memories.get_mut(&before) {
            *count -= 1;
            if *count == 0 {
                self.memories.remove(&before);
            }
        }
        self.enter_memory(after);
    }
    pub(crate) fn is_current(&self, memory: Id) -> bool {
        self.memories.contains_key(&memory)
    }
    /// Notes that a handle's fresh storage holds a value, and how its memory is called; forgotten if something is written.
    pub(crate) fn hold(&mut self, value: Id, handle: Id, memory: Id) {
        if !self.replaced.contains(&memory) {
            self.held.insert(value, handle);
        }
    }
    /// How storage is written that holds a value for good.
    pub(crate) fn holder(&self, value: Id) -> Option<&Expr> {
        self.held.get(&value).and_then(|handle| self.names.get(handle))
    }
    pub(crate) fn is_needed(&self, class: Id) -> bool {
        self.needed.contains(&class)
    }
}

/// The backward pass over a walk that finds what is needed.
struct Marking<'a, 'g> {
    decoder: &'a Decoder<'g>,
    env: &'a mut Env,
    /// How many items up to the current place give a class; those behind it are of no use here.
    given: HashMap<Id, u32>,
    /// Classes whose needs were looked at with what is given here.
    seen: HashSet<Id>,
    work: Vec<Id>,
}

impl<'g> Decoder<'g> {
    /// Finds which classes of a region something in it needs, last statement first.
    pub(crate) fn mark(&self, activation: &mut Activation<'g>) {
        let origins = &activation.origins;
        let parts = |flat: &FlatItem| {
            let origin = &origins[flat.origin as usize];
            (origin, &origin.info().items[flat.item as usize])
        };
        let entry: Vec<(Id, u32)> = activation.env.memories.iter().map(|(id, count)| (*id, *count)).collect();
        let mut given: HashMap<Id, u32> = HashMap::new();
        for flat in &activation.items {
            let (origin, item) = parts(flat);
            for (_, place) in defs_printed(item) {
                *given.entry(self.class(origin, *place)).or_insert(0) += 1;
            }
            for (before, after) in &item.memories {
                let (before, after) = (self.class(origin, *before), self.class(origin, *after));
                if before != after {
                    activation.env.replaced.insert(before);
                }
                activation.env.replace_memory(before, after);
            }
        }
        let outputs: Vec<Id> = match &activation.finish {
            // What a function returns stands in its `return`.
            Finish::Function => Vec::new(),
            Finish::Region(_) => {
                origins[0].info().outputs.iter().map(|place| self.class(&origins[0], *place)).collect()
            }
        };
        let mut marking = Marking {
            decoder: self,
            env: &mut activation.env,
            given,
            seen: HashSet::new(),
            work: Vec::new(),
        };
        outputs.into_iter().for_each(|class| marking.need(class));
        for flat in activation.items.iter().rev() {
            let (origin, item) = parts(flat);
            for (before, after) in item.memories.iter().rev() {
                marking.env.replace_memory(self.class(origin, *after), self.class(origin, *before));
            }
            defs_printed(item).iter().for_each(|(_, place)| marking.leave(self.class(origin, *place)));
            let wanted = match item.kind {
                ItemKind::Copy | ItemKind::Project => false,
                ItemKind::Pure | ItemKind::View | ItemKind::Alloc => {
                    item.defs.iter().any(|(_, place)| marking.env.is_needed(self.class(origin, *place)))
                }
                ItemKind::Effect | ItemKind::Call | ItemKind::Control => true,
                ItemKind::Jump => !(origin.inlined && origin.region == 0),
            };
            if wanted {
                item.uses.iter().for_each(|(_, place)| marking.need(self.class(origin, *place)));
            }
        }
        activation.env.memories = entry.into_iter().collect();
    }
}

/// What an item gives by a statement of its own: a copy and a projection name what something else has given.
fn defs_printed(item: &Item) -> &[(Leaf, Place)] {
    match item.kind {
        ItemKind::Copy | ItemKind::Project => &[],
        _ => &item.defs,
    }
}

impl Marking<'_, '_> {
    /// Goes in front of an item that gives a class: if none is left that does, whoever needs it there must look again.
    fn leave(&mut self, class: Id) {
        if let Some(count) = self.given.get_mut(&class) {
            *count -= 1;
            if *count == 0 {
                self.given.remove(&class);
                self.seen.remove(&class);
            }
        }
    }

    /// Notes that a class is needed at the current place, and what it takes to have it there.
    fn need(&mut self, class: Id) {
        self.work.push(class);
        while let Some(class) = self.work.pop() {
            self.env.needed.insert(class);
            if !self.seen.insert(class) {
                continue;
            }
            let egraph = &self.decoder.graph.egraph;
            let data = &egraph[class];
            if self.given.contains_key(&class) || self.env.names.contains_key(&class) {
                continue;
            }
            let current = data
                .nodes
                .iter()
                .find(|node| node.op == Op::Read && self.env.is_current(self.decoder.find(node.children[1])));
            let node = match current {
                Some(read) => {
                    self.work.push(self.decoder.find(read.children[0]));
                    continue;
                }
                None => self.decoder.candidates(class).into_iter().next(),
            };
            if let Some(node) = node {
                self.work.extend(node.children.iter().map(|child| self.decoder.find(*child)));
            }
        }
    }
}
