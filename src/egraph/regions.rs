//! What each block takes from outside and gives back: captured leaves, exported leaves, alias sets read and written.
//! Found once per function, in time linear in the text plus what is routed.

use indexmap::IndexSet;

use crate::base::id::IdVec;
use crate::egraph::leaves::{Leaf, Leaves, Source};
use crate::egraph::sets::{SetId, Sets};
use crate::ir::expr::Expr;
use crate::ir::program::{BlockId, Function, VarId};
use crate::ir::stmt::{Stmt, StmtKind};
use crate::ir::walk::{self, Use};

/// What a block takes and gives.
#[derive(Clone, Debug, Default)]
pub(crate) struct Traffic {
    /// Leaves of outer blocks that it or a nested block mentions, in order of first mention.
    pub(crate) captures: IndexSet<Leaf>,
    /// Leaves that a scope's body defines and something after the scope mentions.
    pub(crate) exports: IndexSet<Leaf>,
    /// Handle sets touched, ascending once closed.
    pub(crate) reads: IndexSet<SetId>,
    /// Handle sets written.
    pub(crate) writes: IndexSet<SetId>,
    /// Whether the world is renewed inside.
    pub(crate) world: bool,
    /// Whether a site is inside.
    pub(crate) frame: bool,
    /// Whether a `break` or `continue` of the loop around is inside.
    pub(crate) jumps: bool,
}

/// Blocks with their nesting and traffic.
pub(crate) struct Blocks {
    parent: IdVec<BlockId, Option<BlockId>>,
    depth: IdVec<BlockId, u32>,
    pub(crate) traffic: IdVec<BlockId, Traffic>,
    /// Whether a block is the body of a loop, where `break` and `continue` end.
    loops: IdVec<BlockId, bool>,
    /// Block that defines each leaf.
    home: Vec<BlockId>,
    /// The innermost block around all that mentions a leaf, its definition among that: what a scope's body defines is
    /// visible after the scope.
    reach: Vec<BlockId>,
    /// The innermost block in which all of a set is defined and mentioned: its memory starts there.
    pub(crate) set_home: Vec<Option<BlockId>>,
}

/// What a statement does to sets, world and frame, nested blocks left out.
#[derive(Default)]
pub(crate) struct Touch {
    pub(crate) reads: Vec<SetId>,
    pub(crate) writes: Vec<SetId>,
    pub(crate) world: bool,
    pub(crate) site: bool,
    /// Leaves it takes that its text does not mention: symbols of an Inline callee.
    pub(crate) hidden: Vec<Leaf>,
}

impl Blocks {
    /// Finds the traffic of all blocks; `touch` says what one statement does by itself.
    pub(crate) fn new(function: &Function, sets: &Sets, touch: impl Fn(&Stmt) -> Touch) -> Self {
        let body = function.body.expect("only functions with a body are encoded");
        let mut blocks = Self {
            parent: IdVec::filled(None, function.blocks.len()),
            depth: IdVec::filled(0, function.blocks.len()),
            traffic: IdVec::filled(Traffic::default(), function.blocks.len()),
            loops: IdVec::filled(false, function.blocks.len()),
            home: vec![body; sets.leaves.len()],
            reach: Vec::new(),
            set_home: vec![None; sets.facts.len()],
        };
        let order = blocks.nest(function, body, &sets.leaves);
        blocks.reach.clone_from(&blocks.home);
        let stmts = || {
            order.iter().flat_map(|&block| function.blocks[block].stmts.iter().map(move |stmt| (block, stmt)))
        };
        stmts().for_each(|(block, stmt)| blocks.mentions(function, &sets.leaves, block, stmt));
        blocks.home_sets(sets, body);
        stmts().for_each(|(block, stmt)| blocks.touches(block, stmt, touch(stmt)));
        blocks
    }

    /// Notes parents, depths and who defines what; gives the blocks outer first.
    fn nest(&mut self, function: &Function, body: BlockId, leaves: &Leaves) -> Vec<BlockId> {
        let mut order = vec![body];
        let mut next = 0;
        while let Some(&block) = order.get(next) {
            next += 1;
            for stmt in &function.blocks[block].stmts {
                for var in walk::defined(&stmt.kind) {
                    self.define(var, block, leaves);
                }
                let inner = walk::blocks(&stmt.kind);
                for &nested in inner.iter().rev() {
                    self.parent[nested] = Some(block);
                    self.depth[nested] = self.depth[block] + 1;
                    order.push(nested);
                }
                match &stmt.kind {
                    StmtKind::For(it) => self.loops[it.body] = true,
                    StmtKind::While(it) => {
                        self.loops[it.body] = true;
                        // The header runs inside each trip, before the body: it sees the carries as the body does.
                        self.parent[it.header] = Some(it.body);
                        self.depth[it.header] = self.depth[it.body] + 1;
                    }
                    _ => {}
                }
                for var in walk::defined_inside(&stmt.kind) {
                    self.define(var, *inner.last().expect("what defines inside has a block"), leaves);
                }
            }
        }
        order
    }

    fn define(&mut self, var: VarId, block: BlockId, leaves: &Leaves) {
        leaves.of(var).for_each(|leaf| self.home[leaf as usize] = block);
    }

    fn home_sets(&mut self, sets: &Sets, body: BlockId) {
        for leaf in 0..sets.leaves.len() as Leaf {
            let Some(set) = sets.of(leaf) else { continue };
            let home = self.reach[leaf as usize];
            let slot = self.set_home[set as usize];
            self.set_home[set as usize] = Some(slot.map_or(home, |known| self.common(known, home)));
        }
        for set in sets.params.iter().chain(&sets.results).flatten() {
            self.set_home[*set as usize] = Some(body);
        }
    }

    /// The innermost block around both.
    fn common(&self, mut a: BlockId, mut b: BlockId) -> BlockId {
        while a != b {
            let deeper = if self.depth[a] < self.depth[b] { &mut b } else { &mut a };
            *deeper = self.parent[*deeper].expect("all blocks stand in the body");
        }
        a
    }

    /// Notes which leaves a statement mentions, and where.
    fn mentions(&mut self, function: &Function, leaves: &Leaves, block: BlockId, stmt: &Stmt) {
        walk::for_each_use(&stmt.kind, &mut |kind, expr| {
            let at = match kind {
                Use::Operand | Use::Reference => block,
                Use::Inner(inner) => inner,
            };
            self.mention(function, leaves, at, expr);
            // Extents of what comes into a region are known in it as well.
            expr.for_each_var(&mut |var| self.mention_type(function, leaves, at, var));
        });
        // An arm that was not written gives what held before: mentioned outside, captured all the same.
        for var in walk::defined(&stmt.kind) {
            self.mention_type(function, leaves, block, var);
        }
        let inner = walk::blocks(&stmt.kind);
        for var in walk::defined_inside(&stmt.kind) {
            self.mention_type(function, leaves, *inner.last().expect("has a block"), var);
        }
    }

    /// Notes which sets, world and frame a statement touches.
    fn touches(&mut self, block: BlockId, stmt: &Stmt, touch: Touch) {
        touch.hidden.into_iter().for_each(|leaf| self.route(block, leaf));
        touch.reads.into_iter().for_each(|set| self.touch(block, set, false));
        touch.writes.into_iter().for_each(|set| self.touch(block, set, true));
        if touch.world {
            self.climb(block, |traffic| !std::mem::replace(&mut traffic.world, true));
        }
        if touch.site {
            self.climb(block, |traffic| !std::mem::replace(&mut traffic.frame, true));
        }
        if matches!(stmt.kind, StmtKind::Break(_) | StmtKind::Continue(_)) {
            let mut at = Some(block);
            while let Some(inner) = at {
                self.traffic[inner].jumps = true;
                at = if self.loops[inner] { None } else { self.parent[inner] };
            }
        }
    }

    fn mention_type(&mut self, function: &Function, leaves: &Leaves, block: BlockId, var: VarId) {
        function.ty(var).for_each_expr(&mut |expr| self.mention(function, leaves, block, expr));
    }

    /// Notes that a block mentions the leaves of an expression.
    fn mention(&mut self, function: &Function, leaves: &Leaves, block: BlockId, expr: &Expr) {
        match expr {
            Expr::Var(_) | Expr::Get(..) | Expr::Tuple(_) => {
                for source in leaves.sources(function, expr) {
                    match source {
                        Source::Leaf(leaf) => self.route(block, leaf),
                        Source::Expr(inner) if inner != expr => self.mention(function, leaves, block, inner),
                        Source::Expr(inner) => {
                            inner.for_each_var(&mut |var| {
                                leaves.of(var).for_each(|leaf| self.route(block, leaf))
                            });
                        }
                    }
                }
            }
            other => other.for_each_var(&mut |var| leaves.of(var).for_each(|leaf| self.route(block, leaf))),
        }
    }

    /// Routes a leaf from the block that defines it to one that mentions it.
    fn route(&mut self, block: BlockId, leaf: Leaf) {
        let home = self.home[leaf as usize];
        if home == block {
            return;
        }
        let meet = self.common(home, block);
        let mut at = block;
        while at != meet && self.traffic[at].captures.insert(leaf) {
            at = self.parent[at].expect("the meeting block is around");
        }
        self.reach[leaf as usize] = self.common(self.reach[leaf as usize], meet);
        let mut at = home;
        while at != meet {
            self.traffic[at].exports.insert(leaf);
            at = self.parent[at].expect("the meeting block is around");
        }
    }

    fn touch(&mut self, block: BlockId, set: SetId, write: bool) {
        let home = self.set_home[set as usize];
        let mut at = Some(block);
        while let Some(inner) = at {
            let traffic = &mut self.traffic[inner];
            let new = traffic.reads.insert(set) | (write && traffic.writes.insert(set));
            if !new || Some(inner) == home {
                break;
            }
            at = self.parent[inner];
        }
    }

    fn climb(&mut self, block: BlockId, mut mark: impl FnMut(&mut Traffic) -> bool) {
        let mut at = Some(block);
        while let Some(inner) = at {
            if !mark(&mut self.traffic[inner]) {
                break;
            }
            at = self.parent[inner];
        }
    }
}
