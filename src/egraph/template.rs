//! Templates: the encoded term of one function, before any rule. A template is instantiated as the function's own graph,
//! or, for an Inline function, at each of its call sites.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use indexmap::IndexSet;

use crate::base::name::Name;
use crate::egraph::leaves::Leaf;
use crate::egraph::node::{Children, Op, Payload, PayloadId, RegionId};
use crate::egraph::sets::SetId;
use crate::egraph::symbols::Declaration;
use crate::ir::attr::Attrs;
use crate::ir::dtype::DType;
use crate::ir::program::BlockId;
use crate::ir::types::Type;

/// A node of a template, by position; children come earlier.
pub(crate) type Place = u32;

/// An encoded function.
#[derive(Clone, Debug)]
pub(crate) struct Template {
    pub(crate) function: Name,
    /// Nodes, children before users.
    pub(crate) nodes: Vec<TemplateNode>,
    /// Regions; the first is the function's own.
    pub(crate) regions: Vec<Region>,
    /// Types of nodes that do not say theirs themselves, in order of [`Typing::ready`].
    pub(crate) typings: Vec<Typing>,
    /// Results, memories of the written interface sets, world: the outputs of the first region.
    pub(crate) outputs: Vec<Place>,
    /// Symbols that several parameters declare: the node of each, and the axes that should agree.
    pub(crate) shared_symbols: Vec<(Place, Vec<Declaration>)>,
    /// Whether anything in the first region mentions its frame.
    pub(crate) frame: bool,
    /// Whether sets are one because of some call site, which need not be the one that it stands for: then the caller is
    /// worth a second look.
    pub(crate) cautious: bool,
}

/// A node of a template.
#[derive(Clone, Debug)]
pub(crate) struct TemplateNode {
    pub(crate) op: Op,
    pub(crate) children: Children<Place>,
    /// The region it belongs to, as an index into [`Template::regions`].
    pub(crate) region: u32,
}

/// The type of a node.
#[derive(Clone, Debug)]
pub(crate) struct Typing {
    /// How many nodes come before: all that is mentioned is among them.
    pub(crate) ready: Place,
    pub(crate) node: Place,
    pub(crate) form: TypeForm,
}

/// A type over nodes of a template.
#[derive(Clone, Debug)]
pub(crate) enum TypeForm {
    /// One element.
    Scalar(DType),
    /// A tensor, tile or array: its extents, and the type, where variable `k` is `mentions[k]`.
    Shaped {
        extents: Box<[Place]>,
        ty: Arc<Type>,
        mentions: Box<[Place]>,
        /// Whether the view is certain.
        exact: bool,
    },
}

/// A region with its statements in order.
#[derive(Clone, Debug)]
pub(crate) struct Region {
    pub(crate) id: RegionId,
    /// The block it was; `None` for an arm that was not written.
    pub(crate) block: Option<BlockId>,
    /// What each argument is.
    pub(crate) args: Vec<ArgKind>,
    /// The node of each argument.
    pub(crate) arg_places: Vec<Place>,
    /// What its statements became.
    pub(crate) items: Vec<Item>,
    /// Nodes of its outputs.
    pub(crate) outputs: Vec<Place>,
    /// Its nodes, those of regions nested in it among them.
    pub(crate) nodes: Range<Place>,
}

/// What an argument of a region is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ArgKind {
    /// The loop, block or lane index.
    Index(Leaf),
    /// A parameter of a function, or a carry's.
    Carry(Leaf),
    /// Something from outside.
    Capture(Leaf),
    /// The frame.
    Frame,
    /// The memory of a set.
    Memory(SetId),
    /// The world.
    World,
}

/// A statement in its region: what it needs, what it defines, what it does to memory.
#[derive(Clone, Debug)]
pub(crate) struct Item {
    /// Its index in the region's block.
    pub(crate) stmt: u32,
    pub(crate) kind: ItemKind,
    /// The main node.
    pub(crate) node: Option<Place>,
    /// Every leaf the statement reads, types of what it defines included, with its node here.
    pub(crate) uses: Vec<(Leaf, Place)>,
    /// Every leaf it names without reading it.
    pub(crate) references: Vec<(Leaf, Place)>,
    /// Every leaf it defines that is visible after it, with its node.
    pub(crate) defs: Vec<(Leaf, Place)>,
    /// Memories it replaces: before, after.
    pub(crate) memories: Vec<(Place, Place)>,
    /// Nested regions.
    pub(crate) regions: Vec<u32>,
}

impl Item {
    /// The node of a statement that is printed whether somebody needs what it gives or not.
    pub(crate) fn effect(&self) -> Option<Place> {
        self.node.filter(|_| matches!(self.kind, ItemKind::Effect | ItemKind::Call | ItemKind::Control))
    }
}

/// How a statement is treated by decode.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ItemKind {
    /// Another name for what is there already; never printed.
    Copy,
    /// A component of a tuple gets a name of its own.
    Project,
    /// Computes a value: printed where it stands if needed.
    Pure,
    /// Another handle of storage that is there already: printed if needed.
    View,
    /// Creates storage: printed if needed.
    Alloc,
    /// Has effects: always printed, in order.
    Effect,
    /// A call or submission: always printed, or replaced by what it stands for.
    Call,
    /// A loop, branch or scope: always printed.
    Control,
    /// `break`, `continue`, verbatim text: always printed.
    Jump,
}

/// Payloads by id, each once, in order of first use.
#[derive(Clone, Debug, Default)]
pub(crate) struct Payloads {
    all: IndexSet<Payload>,
    /// Those of each operator.
    by_operator: BTreeMap<Name, Vec<PayloadId>>,
}

impl Payloads {
    pub(crate) fn intern(&mut self, payload: Payload) -> PayloadId {
        let (at, new) = self.all.insert_full(payload);
        let id = at as PayloadId;
        if new && let Payload::Op { op, .. } = &self.all[at] {
            let name = op.name().clone();
            self.by_operator.entry(name).or_default().push(id);
        }
        id
    }
    pub(crate) fn get(&self, id: PayloadId) -> &Payload {
        self.all.get_index(id as usize).expect("payload ids come from this table")
    }
}

impl Payloads {
    pub(crate) fn len(&self) -> usize {
        self.all.len()
    }
    /// How many payloads an operator has.
    pub(crate) fn count(&self, name: &str) -> usize {
        self.by_operator.get(name).map_or(0, Vec::len)
    }
    /// The payloads of an operator with so many operands, with their keywords; those whose keywords hang on variables
    /// left out.
    pub(crate) fn operators(&self, name: &str, operands: u32) -> impl Iterator<Item = (PayloadId, &Attrs)> {
        let ids = self.by_operator.get(name).into_iter().flatten();
        ids.filter_map(move |id| match self.get(*id) {
            Payload::Op { kwargs, operands: known, .. } if *known == operands && is_constant(kwargs) => {
                Some((*id, kwargs))
            }
            _ => None,
        })
    }
}

fn is_constant(kwargs: &Attrs) -> bool {
    let mut constant = true;
    for (_, value) in kwargs.iter() {
        value.for_each_expr(&mut |expr| expr.for_each_var(&mut |_| constant = false));
    }
    constant
}
