//! `dead-writes`: drops writes that nobody can see: what a later write covers wholly before anyone reads it, and what goes
//! into storage of the function's own that is never read again. Only at `-O2`; by default every write stays.
//!
//! What is the same storage is asked of the relation. A write counts only if it goes into one storage for certain; it is
//! covered only by a write of the whole of that storage, in the same block, with nothing between that may read it, lets
//! others look, or leaves the block.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use crate::base::diagnostic::Diagnostics;
use crate::egraph::relation::{FunctionRelation, Root};
use crate::ir::access::{Access, for_each_access};
use crate::ir::expr::Expr;
use crate::ir::extent;
use crate::ir::op::{Effect, Purity};
use crate::ir::program::{BlockId, Function, Program, VarId};
use crate::ir::stmt::{OpCall, Rhs, Stmt, StmtKind};
use crate::ir::sweep::sweep;
use crate::ir::types::Type;
use crate::ir::walk;
use crate::passes::run::{Context, Report};

/// Dropping a write may make the reads before it needless: so often is looked again.
const ROUNDS: usize = 8;

/// Runs the pass.
pub fn run(program: &mut Program, context: &Context<'_>) -> Result<Report, Diagnostics> {
    let mut places = 0;
    for _ in 0..ROUNDS {
        let relations = context.relations(program);
        let called = called(program);
        let mut dropped = 0;
        for index in 0..program.functions.len() {
            let (name, function) = program.functions.get_index(index).expect("an index below the length");
            let Some(relation) = relations.functions.get(name).filter(|_| function.body.is_some()) else {
                continue;
            };
            let entry = !called.contains(name.as_str());
            let dead = Looking { program, function, relation, entry, dead: BTreeSet::new() }.find();
            dropped += dead.len();
            if !dead.is_empty() {
                drop_writes(&mut program.functions[index], &dead);
            }
        }
        context.forget();
        places += dropped;
        if dropped == 0 {
            break;
        }
    }
    Ok(Report::changes(places))
}

/// Functions that some function calls.
fn called(program: &Program) -> HashSet<String> {
    let stmts = program.functions.values().flat_map(Function::stmts);
    stmts.filter_map(Stmt::call).map(|call| call.callee.to_string()).collect()
}

/// A statement by its place.
type Place = (BlockId, usize);

/// A write of one storage.
struct Write<'e> {
    target: &'e Expr,
    storage: Root,
    whole: bool,
}

struct Looking<'p> {
    program: &'p Program,
    function: &'p Function,
    relation: &'p FunctionRelation,
    /// Whether nobody calls the function: then its parameters are apart.
    entry: bool,
    dead: BTreeSet<Place>,
}

/// Writes since the last read of each storage, in order.
type Open = BTreeMap<Root, Vec<usize>>;

impl<'p> Looking<'p> {
    fn find(mut self) -> BTreeSet<Place> {
        let body = self.function.body.expect("only functions with a body are looked at");
        let escaped = self.escaped();
        let blocks: Vec<BlockId> = self.function.blocks.ids().collect();
        for block in blocks {
            let mut open = Open::new();
            for (at, stmt) in self.function.blocks[block].stmts.iter().enumerate() {
                self.step(block, at, stmt, &mut open);
            }
            // What is left open at the end is seen by nobody if the storage is the function's own and does not leave it.
            if block == body {
                let seen = |root: &Root| escaped.contains(root) || escaped.contains(&Root::Unknown);
                let own = |root: &Root| matches!(root, Root::Fresh(_)) && !seen(root);
                for at in open.into_iter().filter(|(root, _)| own(root)).flat_map(|(_, writes)| writes) {
                    self.dead.insert((body, at));
                }
            }
        }
        self.dead
    }

    /// Storage that is returned.
    fn escaped(&self) -> HashSet<Root> {
        let returned = self.function.returned().unwrap_or_default();
        let mut escaped = HashSet::new();
        for value in returned {
            escaped.extend(self.relation.roots_within(value));
        }
        escaped
    }

    fn step(&mut self, block: BlockId, at: usize, stmt: &'p Stmt, open: &mut Open) {
        match &stmt.kind {
            StmtKind::For(_) | StmtKind::While(_) | StmtKind::If(_) | StmtKind::Scope(_) => {
                self.inside(&stmt.kind, open);
            }
            StmtKind::Break(_) | StmtKind::Continue(_) | StmtKind::Raw(_) => open.clear(),
            // What is returned is looked at when the function ends.
            StmtKind::Return(_) | StmtKind::Let(_, Rhs::Expr(_)) | StmtKind::Eval(Rhs::Expr(_)) => {}
            StmtKind::Let(_, Rhs::Call(_)) | StmtKind::Eval(Rhs::Call(_)) => {
                self.accesses(&stmt.kind, None, open)
            }
            StmtKind::Let(_, Rhs::Op(call)) | StmtKind::Eval(Rhs::Op(call)) => {
                if call.op.row().is_none_or(|row| row.sync || row.purity == Purity::Effectful) {
                    open.clear();
                    return;
                }
                let write = self.write_of(call);
                self.accesses(&stmt.kind, write.as_ref().map(|write| write.target), open);
                if let Some(write) = write.filter(|_| self.may_go(&stmt.kind, call)) {
                    let before = open.entry(write.storage).or_default();
                    if write.whole {
                        self.dead.extend(before.drain(..).map(|at| (block, at)));
                    }
                    before.push(at);
                }
            }
        }
    }

    /// Whatever a statement with blocks does, some path may do before anything that comes later.
    fn inside(&self, kind: &'p StmtKind, open: &mut Open) {
        let mut todo = walk::blocks(kind);
        while let Some(block) = todo.pop() {
            for stmt in &self.function.blocks[block].stmts {
                todo.extend(walk::blocks(&stmt.kind));
                let opaque = match &stmt.kind {
                    StmtKind::Let(_, Rhs::Op(call)) | StmtKind::Eval(Rhs::Op(call)) => {
                        call.op.row().is_none_or(|row| row.sync || row.purity == Purity::Effectful)
                    }
                    StmtKind::Raw(_) | StmtKind::Break(_) | StmtKind::Continue(_) => true,
                    _ => false,
                };
                if opaque {
                    return open.clear();
                }
                self.accesses(&stmt.kind, None, open);
            }
        }
    }

    /// Closes what a statement may read, its own target left out: a declared write reads nothing of that. A function may
    /// read a parameter that it declares as only written, and what it does not write stays as it was.
    fn accesses(&self, kind: &'p StmtKind, target: Option<&Expr>, open: &mut Open) {
        let calls = matches!(kind, StmtKind::Let(_, Rhs::Call(_)) | StmtKind::Eval(Rhs::Call(_)));
        for_each_access(self.program, self.function, kind, &mut |expr, access: Access| {
            let own = target.is_some_and(|target| std::ptr::eq(target, expr));
            if (access.reads || calls) && !own {
                self.close(expr, open);
            }
        });
    }

    fn close(&self, expr: &Expr, open: &mut Open) {
        let mut certain = true;
        let mut read: Vec<Root> = Vec::new();
        expr.for_each_var(&mut |var| {
            let roots = &self.relation.roots[var];
            certain &= !roots.is_empty() && !roots.contains(&Root::Unknown);
            read.extend(roots);
        });
        if !certain {
            return open.clear();
        }
        let params = read.iter().any(|root| matches!(root, Root::Param(_)));
        // Parameters of a function that is called may be one buffer.
        let seen =
            |root: &Root| read.contains(root) || (params && !self.entry && matches!(root, Root::Param(_)));
        open.retain(|root, _| !seen(root));
    }

    /// The storage that an operator writes, if it is one for certain and only written.
    fn write_of<'e>(&self, call: &'e OpCall) -> Option<Write<'e>> {
        let row = call.op.row()?;
        let [at] = row.written(&call.kwargs)[..] else { return None };
        let target = call.args.get(at)?;
        let var = target.as_var()?;
        let [storage] = self.relation.roots[var][..] else { return None };
        let window = matches!(self.function.ty(var), Type::Tensor(tensor) if tensor.distributed);
        let reads = row.effect(at, &call.kwargs) != Effect::Write;
        if storage == Root::Unknown || window || reads || row.purity != Purity::Arguments {
            return None;
        }
        Some(Write { target, storage, whole: self.is_whole(call, var) })
    }

    /// Whether an operator puts something of the size of its target at the beginning of it, and the target is all of its
    /// storage.
    fn is_whole(&self, call: &OpCall, target: VarId) -> bool {
        let (source, offset) = match (call.op.name().as_str(), &call.args[..]) {
            ("tensor.assemble", [_, source, offset]) => (source, offset),
            ("tile.store", [source, offset, _]) => (source, offset),
            _ => return false,
        };
        let handle = self.relation.handle[target];
        let zero = |expr: &Expr| extent::fold(expr).as_int() == Some(0);
        let at_start = matches!(offset, Expr::Tuple(items) if items.iter().all(zero));
        let Some(source) = source.as_var().map(|var| self.function.ty(var)) else { return false };
        handle.is_some()
            && handle == self.relation.storage[target]
            && at_start
            && is_all_valid(source)
            && source.shape() == self.function.ty(target).shape()
    }

    /// Whether a statement can go: what it gives is another name of what it writes, of the same type.
    fn may_go(&self, kind: &StmtKind, call: &OpCall) -> bool {
        match kind {
            StmtKind::Let(var, _) => {
                let named = call.op.row().and_then(|row| row.names).and_then(|at| call.args.get(at));
                let named = named.and_then(Expr::as_var).map(|named| self.function.ty(named));
                named.is_some_and(|named| named.without_memref() == self.function.ty(*var).without_memref())
            }
            _ => true,
        }
    }
}

/// Whether every element of a type is valid.
fn is_all_valid(ty: &Type) -> bool {
    let valid: &[Expr] = match ty {
        Type::Tensor(tensor) => tensor.view.as_ref().map_or(&[], |view| &view.valid_shape),
        Type::Tile(tile) => tile.view.as_ref().map_or(&[], |view| &view.valid_shape),
        _ => return false,
    };
    valid.is_empty() || Some(valid) == ty.shape()
}

/// Drops writes; their results become what they wrote to.
fn drop_writes(function: &mut Function, dead: &BTreeSet<Place>) {
    let mut renamed: HashMap<VarId, Expr> = HashMap::new();
    for &(block, at) in dead {
        if let StmtKind::Let(var, Rhs::Op(call)) = &function.blocks[block].stmts[at].kind {
            let named = call.op.row().and_then(|row| row.names).expect("only what names its target goes");
            renamed.insert(*var, call.args[named].clone());
        }
    }
    let resolve = |var: VarId| {
        let mut found = Expr::Var(var);
        // A chain of dropped writes leads to what came before all of them.
        while let Some(next) = found.as_var().and_then(|var| renamed.get(&var)) {
            found = next.clone();
        }
        found
    };
    for block in function.blocks.ids().collect::<Vec<_>>() {
        let mut at = 0;
        function.blocks[block].stmts.retain(|_| {
            at += 1;
            !dead.contains(&(block, at - 1))
        });
        for stmt in &mut function.blocks[block].stmts {
            walk::for_each_use_mut(&mut stmt.kind, &mut |_, expr| {
                *expr = expr.map_vars(&mut |var| resolve(var));
            });
        }
    }
    for var in function.vars.ids().collect::<Vec<_>>() {
        function.vars[var].ty = function.vars[var].ty.map_vars(&mut |var| resolve(var));
    }
    sweep(function, false);
}
