//! Scopes that stand for two: blocks with a body of their own, and blocks that are all of a cluster.

use crate::base::name::Name;
use crate::ir::attr::{Attr, Attrs};
use crate::ir::op::Op;
use crate::ir::program::{BlockId, Function};
use crate::ir::stmt::{Block, Launch, OpCall, Rhs, Scope, ScopeKind, Stmt, StmtKind};

/// Marks, while the pass runs, blocks whose body became an in-core scope of the same name.
pub(crate) const WRAPS: &str = "body_is_in_core";

/// Marks a Group whose calls are launched as blocks: launching it launches them.
const UNWRAPPED: &str = "spmd_unwrapped";

/// `for b in pl.spmd(n)`, and `with pl.spmd(n)` around more than calls: the body is an in-core scope that starts by asking
/// for its block.
pub(crate) fn spmd_bodies(function: &mut Function) {
    for block in function.blocks.ids() {
        for at in 0..function.blocks[block].stmts.len() {
            let StmtKind::Scope(scope) = &function.blocks[block].stmts[at].kind else { continue };
            let ScopeKind::Spmd { index } = scope.kind else { continue };
            if index.is_none() && !computes(function, scope.body) {
                continue;
            }
            let span = function.blocks[block].stmts[at].span;
            let StmtKind::Scope(scope) = &mut function.blocks[block].stmts[at].kind else { continue };
            let inner = Scope {
                kind: ScopeKind::At { level: "CORE_GROUP".into(), role: None },
                body: scope.body,
                name: scope.name.as_ref().map(body_name),
                task_id: None,
                launch: Launch::default(),
                attrs: std::mem::take(&mut scope.attrs),
            };
            let inner_body = inner.body;
            scope.kind = ScopeKind::Spmd { index: None };
            scope.attrs.set(WRAPS, Attr::Bool(true));
            let outer = function.blocks.push(Block { stmts: vec![Stmt::at(StmtKind::Scope(inner), span)] });
            let StmtKind::Scope(scope) = &mut function.blocks[block].stmts[at].kind else { continue };
            scope.body = outer;
            if let Some(index) = index {
                let ask = Rhs::Op(OpCall::new(Op::new("tile.get_block_idx"), Vec::new()));
                let stmt = Stmt::at(StmtKind::Let(index, ask), span);
                function.blocks[inner_body].stmts.insert(0, stmt);
            }
        }
    }
}

fn body_name(hint: &Name) -> Name {
    hint.strip_suffix("_spmd").filter(|base| !base.is_empty()).map_or_else(|| hint.clone(), Name::from)
}

/// Whether a block does more than call functions and enter in-core scopes.
fn computes(function: &Function, block: BlockId) -> bool {
    function.blocks[block].stmts.iter().any(|stmt| match &stmt.kind {
        StmtKind::Let(_, Rhs::Op(_)) | StmtKind::Eval(Rhs::Op(_)) => true,
        StmtKind::For(_) | StmtKind::While(_) | StmtKind::If(_) | StmtKind::Raw(_) => true,
        StmtKind::Scope(scope) => matches!(scope.kind, ScopeKind::SplitAiv { .. }),
        StmtKind::Let(..)
        | StmtKind::Eval(_)
        | StmtKind::Return(_)
        | StmtKind::Break(_)
        | StmtKind::Continue(_) => false,
    })
}

/// `with pl.cluster(): with pl.spmd(n): ...`: one Group, launched as n blocks.
pub(crate) fn spmd_in_clusters(function: &mut Function) {
    for block in function.blocks.ids() {
        for at in 0..function.blocks[block].stmts.len() {
            let StmtKind::Scope(cluster) = &function.blocks[block].stmts[at].kind else { continue };
            if cluster.kind != ScopeKind::Cluster {
                continue;
            }
            let body = cluster.body;
            let [Stmt { kind: StmtKind::Scope(blocks), .. }] = function.blocks[body].stmts.as_slice() else {
                continue;
            };
            if !matches!(blocks.kind, ScopeKind::Spmd { index: None }) {
                continue;
            }
            let (inner, launch, task_id) = (blocks.body, blocks.launch.clone(), blocks.task_id);
            function.blocks[body].stmts = std::mem::take(&mut function.blocks[inner].stmts);
            let StmtKind::Scope(cluster) = &mut function.blocks[block].stmts[at].kind else { continue };
            merge(&mut cluster.launch, launch);
            cluster.task_id = cluster.task_id.or(task_id);
            cluster.attrs.set(UNWRAPPED, Attr::Bool(true));
        }
    }
}

fn merge(outer: &mut Launch, inner: Launch) {
    let Launch { deps, dumps, no_dep, predicate, core_num, sync_start, allow_early_resolve, device } = inner;
    outer.deps.extend(deps);
    let new: Vec<_> = dumps.into_iter().filter(|dump| !outer.dumps.contains(dump)).collect();
    outer.dumps.extend(new);
    outer.no_dep.extend(no_dep);
    outer.predicate = outer.predicate.take().or(predicate);
    outer.core_num = core_num.or(outer.core_num.take());
    outer.sync_start = sync_start.or(outer.sync_start);
    outer.allow_early_resolve |= allow_early_resolve;
    outer.device = outer.device.take().or(device);
}

/// The attributes of the outlined function: what the scope said of its body, without our own marks.
pub(crate) fn function_attrs(scope: &Scope) -> Attrs {
    let mut attrs = Attrs::new();
    for (name, attr) in scope.attrs.iter().filter(|(name, _)| name.as_str() != WRAPS) {
        match attr {
            Attr::List(items) if name == "optimizations" => optimizations(items, &mut attrs),
            other => attrs.set(name.clone(), other.clone()),
        }
    }
    attrs
}

/// `optimizations=[pl.split(MODE), ...]` becomes one attribute each, under the name of what is asked for.
fn optimizations(items: &[Attr], attrs: &mut Attrs) {
    let mut rest = Vec::new();
    for item in items {
        match item {
            Attr::Call(name, args) if name == "split" => {
                for (key, value) in args {
                    let none = matches!(value, Attr::Enum(mode) if mode.ends_with(".NONE"));
                    let name = key.clone().filter(|key| key != "mode").unwrap_or_else(|| "split".into());
                    if !none {
                        attrs.set(name, value.clone());
                    }
                }
            }
            Attr::Call(name, args) if name == "cross_core_slot" => {
                args.iter().for_each(|(key, value)| {
                    attrs.set(key.clone().unwrap_or_else(|| "slot_num".into()), value.clone());
                });
            }
            other => rest.push(other.clone()),
        }
    }
    if !rest.is_empty() {
        attrs.set("optimizations", Attr::List(rest));
    }
}
