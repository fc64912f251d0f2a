//! A scope's region: its blocks, what it defines, what it captures, and what others use of it.

use std::collections::{HashMap, HashSet};

use indexmap::{IndexMap, IndexSet};

use crate::ir::access::for_each_access;
use crate::ir::events::Place;
use crate::ir::expr::Expr;
use crate::ir::program::{BlockId, Function, Program, VarId};
use crate::ir::stmt::{Rhs, Scope, StmtKind};
use crate::ir::types::Type;
use crate::ir::walk::{Use, blocks, defined, defined_inside, for_each_use};
use crate::passes::outline::build::element_type;
use crate::passes::outline::classes::Classes;
use crate::passes::outline::uses::Uses;

/// What a region takes from outside.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Capture {
    /// A variable.
    Var(VarId),
    /// An element of a tuple, so that no tuple becomes a parameter.
    Element(VarId, u32),
}

/// A scope with all that outlining needs to know of it.
pub(crate) struct Region {
    /// Its blocks, outer before inner.
    pub(crate) blocks: Vec<BlockId>,
    /// What it defines, in order.
    pub(crate) defined: IndexSet<VarId>,
    /// What it captures, in the order of first use; last the symbols of the host that no captured tensor declares.
    pub(crate) captures: IndexSet<Capture>,
    /// What comes back: what others use of what it defines, in the order of definition; or, after
    /// [`Region::export`], first what is a capture's storage, in the order of the captures.
    pub(crate) returned: Vec<Returned>,
}

/// Something that a scope gives back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Returned {
    /// What it defines and others use.
    Output(VarId),
    /// A captured tensor that it writes without an output that is its storage.
    Export(VarId),
}

impl Returned {
    /// The variable of the host.
    pub(crate) fn var(self) -> VarId {
        let (Self::Output(var) | Self::Export(var)) = self;
        var
    }
}

impl Region {
    /// Looks at the scope at a place.
    pub(crate) fn of(function: &Function, place: Place, uses: &Uses) -> Self {
        let StmtKind::Scope(Scope { body, .. }) = function.blocks[place.block].stmts[place.index].kind else {
            unreachable!("a region is a scope")
        };
        let mut region = Self {
            blocks: Vec::new(),
            defined: IndexSet::new(),
            captures: IndexSet::new(),
            returned: Vec::new(),
        };
        let mut walk = Walk { function, mentioned: IndexMap::new(), counts: HashMap::new() };
        region.visit(function, body, &mut walk);
        region.close(function, walk, uses);
        region
    }

    /// Finds the captured tensors that the region writes and that come back by no output, and puts what comes back in
    /// the order in which return order would put it: a wrapper then hands on what its kernel gives as it is.
    pub(crate) fn export(&mut self, program: &Program, function: &Function, classes: &Classes) {
        let class = |expr: &Expr| expr.as_var().and_then(|var| classes.get(&function.name, var));
        let mut open = HashSet::new();
        for stmt in self.blocks.iter().flat_map(|block| &function.blocks[*block].stmts) {
            for_each_access(program, function, &stmt.kind, &mut |expr, access| {
                open.extend(class(expr).filter(|_| access.writes));
            });
            // What comes back from a call was given to be written.
            if let StmtKind::Let(var, Rhs::Call(_) | Rhs::Expr(Expr::Get(..))) = &stmt.kind {
                open.extend(class(&Expr::Var(*var)));
            }
        }
        for output in &self.returned {
            class(&Expr::Var(output.var())).map(|class| open.remove(&class));
        }
        for capture in &self.captures {
            let Capture::Var(var) = *capture else { continue };
            let written = class(&Expr::Var(var)).is_some_and(|class| open.remove(&class));
            if written && function.ty(var).is_tensor() {
                self.returned.push(Returned::Export(var));
            }
        }
        let mut captured = HashMap::new();
        for (at, capture) in self.captures.iter().enumerate() {
            if let Capture::Var(var) = *capture
                && let Some(class) = class(&Expr::Var(var))
            {
                captured.entry(class).or_insert(at);
            }
        }
        let place = |it: &Returned| class(&Expr::Var(it.var())).and_then(|class| captured.get(&class));
        self.returned.sort_by_key(|it| place(it).copied().unwrap_or(usize::MAX));
    }

    fn visit(&mut self, function: &Function, body: BlockId, walk: &mut Walk<'_>) {
        let mut todo = vec![Step::Block(body, 0)];
        while let Some(step) = todo.pop() {
            match step {
                Step::Block(block, index) => {
                    if index == 0 {
                        self.blocks.push(block);
                    }
                    let Some(stmt) = function.blocks[block].stmts.get(index) else { continue };
                    todo.push(Step::Block(block, index + 1));
                    walk.mentions(&stmt.kind, None);
                    self.defined.extend(defined_inside(&stmt.kind));
                    todo.push(Step::After(&stmt.kind));
                    for nested in blocks(&stmt.kind).into_iter().rev() {
                        todo.push(Step::Close(&stmt.kind, nested));
                        todo.push(Step::Block(nested, 0));
                    }
                }
                Step::Close(kind, block) => walk.mentions(kind, Some(block)),
                Step::After(kind) => self.defined.extend(defined(kind)),
            }
        }
    }

    fn close(&mut self, function: &Function, mut walk: Walk<'_>, uses: &Uses) {
        for &var in &self.defined {
            function.vars[var].ty.for_each_expr(&mut |expr| {
                expr.for_each_var(&mut |used| {
                    walk.count(used);
                    walk.mentioned.entry(Capture::Var(used)).or_insert(());
                });
            });
        }
        let outside = |capture: &Capture| {
            let (Capture::Var(var) | Capture::Element(var, _)) = *capture;
            !self.defined.contains(&var) && !function.symbols.contains(&var)
        };
        self.captures = walk.mentioned.keys().filter(|capture| outside(capture)).cloned().collect();
        // The type of a parameter may mention scalars that are nothing else to the body.
        let mut at = 0;
        while let Some(capture) = self.captures.get_index(at).cloned() {
            at += 1;
            let (Capture::Var(var) | Capture::Element(var, _)) = capture;
            function.vars[var].ty.for_each_expr(&mut |expr| {
                expr.for_each_var(&mut |used| {
                    let used = Capture::Var(used);
                    if outside(&used) {
                        self.captures.insert(used);
                    }
                });
            });
        }
        self.capture_symbols(function, &walk);
        let inside = |var: &VarId| walk.counts.get(var).copied().unwrap_or(0);
        let outputs = self.defined.iter().copied().filter(|var| uses.count(*var) > inside(var));
        self.returned = outputs.map(Returned::Output).collect();
    }
}

impl Region {
    /// A symbol is a symbol of the new function too if a parameter has it for an extent; else it comes in as a number.
    fn capture_symbols(&mut self, function: &Function, walk: &Walk<'_>) {
        let mut mentioned: HashSet<VarId> = HashSet::new();
        let mut declared: HashSet<VarId> = HashSet::new();
        for capture in &self.captures {
            let ty = match *capture {
                Capture::Var(var) => function.ty(var).clone(),
                Capture::Element(tuple, index) => element_type(function, tuple, index),
            };
            declared.extend(ty.shape().unwrap_or_default().iter().filter_map(Expr::as_var));
            ty.for_each_expr(&mut |expr| expr.for_each_var(&mut |var| mentioned.extend([var])));
        }
        let alone = |symbol: &&VarId| {
            let mentioned =
                mentioned.contains(symbol) || walk.mentioned.contains_key(&Capture::Var(**symbol));
            mentioned && !declared.contains(symbol)
        };
        self.captures.extend(function.symbols.iter().filter(alone).copied().map(Capture::Var));
    }
}

enum Step<'a> {
    Block(BlockId, usize),
    Close(&'a StmtKind, BlockId),
    After(&'a StmtKind),
}

/// What the statements of a region mention.
struct Walk<'a> {
    function: &'a Function,
    mentioned: IndexMap<Capture, ()>,
    counts: HashMap<VarId, usize>,
}

impl Walk<'_> {
    /// Notes the operands of a statement, or what one of its blocks hands on.
    fn mentions(&mut self, kind: &StmtKind, block: Option<BlockId>) {
        for_each_use(kind, &mut |how, expr| match (how, block) {
            (Use::Operand, None) => self.expr(expr),
            (Use::Inner(at), Some(block)) if at == block => self.expr(expr),
            (Use::Operand | Use::Inner(_) | Use::Reference, _) => {}
        });
    }

    fn expr(&mut self, expr: &Expr) {
        match expr {
            Expr::Var(var) => {
                self.count(*var);
                self.mentioned.entry(Capture::Var(*var)).or_insert(());
            }
            Expr::Get(inner, index) => match inner.as_var() {
                Some(tuple) if matches!(self.function.ty(tuple), Type::Tuple(_)) => {
                    self.count(tuple);
                    self.mentioned.entry(Capture::Element(tuple, *index)).or_insert(());
                }
                _ => self.expr(inner),
            },
            other => other.children().into_iter().for_each(|child| self.expr(child)),
        }
    }

    fn count(&mut self, var: VarId) {
        *self.counts.entry(var).or_insert(0) += 1;
    }
}
