//! A reading of the text that is about to be printed, with all that binds and all that uses a name.

use std::collections::{HashMap, HashSet};

use crate::base::id::IdVec;
use crate::ir::events::Event;
use crate::ir::expr::Expr;
use crate::ir::print::form::{Groups, Style, side};
use crate::ir::print::survey::Survey;
use crate::ir::program::{BlockId, Function, FunctionKind, VarId};
use crate::ir::stmt::{Carry, For, If, Scope, ScopeKind, Stmt, StmtKind, While};
use crate::ir::walk::{Use, defined, for_each_use};

/// The state of the reading. Only groups of several variables are followed.
pub(super) struct Replay<'a> {
    function: &'a Function,
    survey: &'a Survey<'a>,
    groups: &'a Groups,
    several: IdVec<VarId, bool>,
    /// What each group's name means now.
    current: IdVec<VarId, Option<VarId>>,
    /// When each group was last used.
    used_at: IdVec<VarId, usize>,
    now: usize,
    /// Open blocks that do not hand their bindings on by themselves.
    frames: Vec<Frame>,
    /// Innermost loop last: its body and carries.
    loops: Vec<(BlockId, &'a [Carry])>,
    /// What the first arm of each open branch bound.
    arms: HashMap<BlockId, Vec<VarId>>,
    /// Groups of carries that a `break` or `continue` gives another value than the trip began with.
    changed: HashSet<VarId>,
    wrong: HashSet<VarId>,
}

struct Frame {
    opened_at: usize,
    /// Groups bound in the block: what they meant before, and when that was last used.
    bound: Vec<(VarId, Option<VarId>, usize)>,
}

impl<'a> Replay<'a> {
    /// The groups for which a reader would find another variable than the function means.
    pub(super) fn of(function: &'a Function, survey: &'a Survey<'a>, groups: &'a Groups) -> HashSet<VarId> {
        let mut replay = Self {
            function,
            survey,
            groups,
            several: groups.members(),
            current: IdVec::filled(None, function.vars.len()),
            used_at: IdVec::filled(0, function.vars.len()),
            now: 0,
            frames: Vec::new(),
            loops: Vec::new(),
            arms: HashMap::new(),
            changed: HashSet::new(),
            wrong: HashSet::new(),
        };
        for param in &function.params {
            replay.bind(param.var);
        }
        for event in function.events() {
            replay.now += 1;
            match event {
                Event::Before(stmt, _) => replay.before(stmt),
                Event::Open(stmt, block) => replay.open(stmt, block),
                Event::Close(stmt, block) => replay.close(stmt, block),
                Event::After(stmt, _) => replay.after(stmt),
            }
        }
        replay.end();
        replay.wrong
    }
    /// The caller of an Inline function sees what the names of its parameters mean at its end, so a reader hands them on.
    fn end(&mut self) {
        if self.function.kind != FunctionKind::Inline {
            return;
        }
        for param in &self.function.params {
            let root = self.groups.root(param.var);
            if self.several[root] && self.current[root].is_none() {
                self.wrong.insert(root);
            }
        }
    }
    fn bind(&mut self, var: VarId) {
        self.set(var, Some(var));
    }
    fn set(&mut self, var: VarId, meaning: Option<VarId>) {
        let root = self.groups.root(var);
        if !self.several[root] {
            return;
        }
        let before = std::mem::replace(&mut self.current[root], meaning);
        if let Some(frame) = self.frames.last_mut() {
            frame.bound.push((root, before, self.used_at[root]));
        }
    }
    fn read(&mut self, expr: &Expr) {
        expr.for_each_var(&mut |var| {
            let root = self.groups.root(var);
            if self.several[root] {
                self.used_at[root] = self.now;
                if self.current[root] != Some(var) {
                    self.wrong.insert(root);
                }
            }
        });
    }
    fn before(&mut self, stmt: &Stmt) {
        for_each_use(&stmt.kind, &mut |how, expr| {
            if matches!(how, Use::Operand | Use::Reference) {
                self.read(expr);
            }
        });
        if let StmtKind::Break(values) | StmtKind::Continue(values) = &stmt.kind
            && let Some((body, carries)) = self.loops.last().copied()
        {
            for ((value, carry), style) in values.iter().zip(carries).zip(&self.groups.carries[body]) {
                if *style == Style::Shared {
                    self.meets(value, carry.param);
                    if value.as_var() != Some(carry.param) {
                        self.changed.insert(self.groups.root(carry.param));
                    }
                }
            }
        }
    }
    /// A value that is handed on without a word must be what the group's name means.
    fn meets(&mut self, value: &Expr, member: VarId) {
        let root = self.groups.root(member);
        match value {
            Expr::Undef => {}
            Expr::Var(var) if self.groups.root(*var) == root => self.read(value),
            _ => {
                self.wrong.insert(root);
            }
        }
    }
    fn open(&mut self, stmt: &'a Stmt, block: BlockId) {
        match &stmt.kind {
            StmtKind::Scope(Scope { kind, .. }) => {
                match kind {
                    ScopeKind::Spmd { index: Some(var) } | ScopeKind::SplitAiv { lane: var, .. } => {
                        self.bind(*var)
                    }
                    _ => {}
                }
                return;
            }
            _ => self.frames.push(Frame { opened_at: self.now, bound: Vec::new() }),
        }
        match &stmt.kind {
            StmtKind::For(For { index, carries, body, .. }) => {
                self.bind(*index);
                self.open_loop(carries, *body);
            }
            StmtKind::While(While { carries, body, .. }) => self.open_loop(carries, *body),
            StmtKind::If(it) if it.otherwise == Some(block) => {}
            _ => {}
        }
    }
    fn open_loop(&mut self, carries: &'a [Carry], body: BlockId) {
        carries.iter().for_each(|carry| self.bind(carry.param));
        self.loops.push((body, carries));
    }
    fn close(&mut self, stmt: &Stmt, block: BlockId) {
        match &stmt.kind {
            StmtKind::For(For { carries, body, .. }) => self.close_body(carries, *body),
            StmtKind::While(it) if block == it.header => {
                self.read(&it.cond);
                self.loops.pop();
                self.pop();
            }
            StmtKind::While(While { carries, body, .. }) => self.close_body(carries, *body),
            StmtKind::If(it) => self.close_arm(it, block),
            _ => {}
        }
    }
    fn close_body(&mut self, carries: &[Carry], body: BlockId) {
        self.loops.pop();
        let mut carried = HashSet::new();
        for (carry, style) in carries.iter().zip(&self.groups.carries[body]) {
            if *style == Style::Shared {
                carried.insert(self.groups.root(carry.param));
                self.is_bound(carry);
            }
            if !self.survey.jumps[body] {
                match style {
                    Style::Shared => self.meets(&carry.next, carry.param),
                    Style::Explicit | Style::Copied => self.read(&carry.next),
                }
            }
        }
        let (opened_at, bound) = self.pop();
        for (root, before, used_at) in bound.into_iter().filter(|(root, ..)| !carried.contains(root)) {
            // A name bound in the body and not carried: a reader would carry it, so nothing may use it as it was before.
            if before.is_some() && used_at > opened_at {
                self.wrong.insert(root);
            }
            self.set(root, None);
        }
    }
    /// A carry without a header is one for a reader only if the body binds its name.
    fn is_bound(&mut self, carry: &Carry) {
        let root = self.groups.root(carry.param);
        let frame = self.frames.last().expect("the body is still open");
        // The first time is the parameter.
        let bound = frame.bound.iter().filter(|(it, ..)| *it == root).nth(1).is_some();
        if !bound && !self.changed.contains(&root) {
            self.wrong.insert(root);
        }
    }
    fn close_arm(&mut self, it: &If, block: BlockId) {
        let jumps = self.survey.jumps[block];
        if !jumps {
            for (merge, style) in it.merges.iter().zip(&self.groups.merges[it.then]) {
                let value = side(merge, block == it.then);
                match style {
                    Style::Shared => self.meets(value, merge.result),
                    Style::Explicit | Style::Copied => self.read(value),
                }
            }
        }
        let (_, bound) = self.pop();
        let bound = if jumps { Vec::new() } else { bound.into_iter().map(|(root, ..)| root).collect() };
        self.arms.entry(it.then).or_default().extend(bound);
    }
    /// Undoes what a block bound; says each group once, as it was at the start.
    fn pop(&mut self) -> (usize, Vec<(VarId, Option<VarId>, usize)>) {
        let frame = self.frames.pop().expect("blocks open and close in pairs");
        let mut first: Vec<(VarId, Option<VarId>, usize)> = Vec::new();
        for (root, before, used_at) in frame.bound.into_iter().rev() {
            self.current[root] = before;
            first.push((root, before, used_at));
        }
        let mut seen = HashSet::new();
        first.reverse();
        first.retain(|(root, ..)| seen.insert(*root));
        (frame.opened_at, first)
    }
    fn after(&mut self, stmt: &Stmt) {
        if let StmtKind::If(it) = &stmt.kind {
            let arms = self.arms.remove(&it.then).unwrap_or_default();
            let bound: HashSet<VarId> = arms.iter().copied().collect();
            for (merge, style) in it.merges.iter().zip(&self.groups.merges[it.then]) {
                let root = self.groups.root(merge.result);
                // A merge without a yield is one for a reader only if an arm binds its name.
                if *style == Style::Shared && !bound.contains(&root) {
                    self.wrong.insert(root);
                }
            }
            arms.into_iter().for_each(|root| self.set(root, None));
        }
        for var in defined(&stmt.kind) {
            // The annotation may name variables.
            if self.survey.rebound[var].is_none() {
                self.function.vars[var].ty.for_each_expr(&mut |expr| self.read(expr));
            }
            self.bind(var);
        }
    }
}
