//! Which names leave a loop or a branch: those that it assigns and that are read later.
//!
//! Two passes over the tree of a function. The first gathers for each suite, inner ones first, which names it reads
//! before it assigns them, which it may assign and which it surely assigns. The second goes through the text backwards
//! with the set of names that are read later, and writes down for each loop and branch the names that must leave it. A
//! name that is only read inside the statement that assigns it stays there.

use std::borrow::Cow;
use std::collections::HashMap;

use crate::base::id::Id;
use crate::lower::environment::{NameId, Names};
use crate::syntax::tree::{Expr, ExprKind, Module, Stmt, StmtKind, SuiteId};

/// For each loop (by the suite of its body) and branch (by its first suite) the names that leave it, ascending.
#[derive(Debug, Default)]
pub(super) struct Flow {
    leaving: HashMap<SuiteId, Vec<NameId>>,
}

impl Flow {
    /// The names that leave a loop or branch.
    pub(super) fn leaving(&self, suite: SuiteId) -> &[NameId] {
        self.leaving.get(&suite).map_or(&[], Vec::as_slice)
    }
}

/// What the analysis must be told of the meaning of the text.
pub(super) trait Meanings {
    /// Whether `for` over this iterates a scope (`pl.spmd`, `pl.split_aiv`), whose body is not apart from what is around.
    fn is_scope(&self, iter: &Expr<'_>) -> bool;
    /// Whether an expression is `pl.yield_(...)`.
    fn is_yield(&self, expr: &Expr<'_>) -> bool;
    /// Calls `f` with each name that calls in an expression rebind for the caller.
    fn rebound<'s>(&self, expr: &Expr<'s>, f: &mut dyn FnMut(&'s str));
}

/// What a suite does with names; each list ascending.
#[derive(Debug, Default)]
struct Summary {
    /// Read before it is assigned.
    exposed: Vec<NameId>,
    /// Assigned on some path.
    may: Vec<NameId>,
    /// Assigned on every path that reaches the end.
    must: Vec<NameId>,
    /// Targets of a yield at its end: assigned behind the loop or branch.
    yielded: Vec<NameId>,
    /// Whether a path leaves the innermost loop around it, or starts its next trip.
    jumps: bool,
    /// Whether one does so without a yield, so that names of the header are read.
    silent: bool,
}

/// What one statement does itself, nested suites left out.
#[derive(Default)]
struct Own {
    reads: Vec<NameId>,
    assigns: Vec<NameId>,
    /// Visible in the nested suite only.
    bound: Vec<NameId>,
    /// Targets of a yield.
    yields: Vec<NameId>,
    /// Whether the nested suite is not apart from what is around.
    transparent: bool,
    /// Whether a yield stands before it: a jump then takes what that says.
    told: bool,
}

/// Analyses the body of a function; gives every name of it an id. `last` are names that are read behind its end.
pub(super) fn analyse<'s>(
    module: &Module<'s>,
    body: SuiteId,
    names: &mut Names<'s>,
    last: &[NameId],
    meanings: &impl Meanings,
) -> Flow {
    let order = outer_first(module, body);
    let mut owns = HashMap::with_capacity(order.len());
    for &suite in &order {
        let mut own: Vec<Own> = module.suites[suite].iter().map(|stmt| own(stmt, names, meanings)).collect();
        (1..own.len()).for_each(|at| own[at].told = !own[at - 1].yields.is_empty());
        owns.insert(suite, own);
    }
    let mut analysis = Analysis {
        module,
        owns,
        summaries: HashMap::with_capacity(order.len()),
        live: vec![false; names.len()],
        log: Vec::new(),
        jumping: HashMap::new(),
        flow: Flow::default(),
    };
    let mut marks = vec![0; names.len()];
    for &suite in order.iter().rev() {
        let summary = analysis.summary(suite, &mut marks);
        analysis.summaries.insert(suite, summary);
    }
    last.iter().for_each(|&name| analysis.set(name, true));
    analysis.walk(body);
    analysis.flow
}

/// All suites of a body, each before those inside it.
fn outer_first(module: &Module<'_>, body: SuiteId) -> Vec<SuiteId> {
    let mut order = vec![body];
    let mut next = 0;
    while next < order.len() {
        let suite = order[next];
        next += 1;
        module.suites[suite].iter().for_each(|stmt| order.extend(nested(&stmt.kind)));
    }
    order
}

/// The suites of a statement.
fn nested(stmt: &StmtKind<'_>) -> impl Iterator<Item = SuiteId> + use<> {
    let (first, second) = match stmt {
        StmtKind::For { body, .. } | StmtKind::While { body, .. } | StmtKind::With { body, .. } => {
            (Some(*body), None)
        }
        StmtKind::If { then, otherwise, .. } => (Some(*then), *otherwise),
        StmtKind::Assign { .. }
        | StmtKind::Expr(_)
        | StmtKind::Part(..)
        | StmtKind::Return(_)
        | StmtKind::Break
        | StmtKind::Continue
        | StmtKind::Pass
        | StmtKind::Error(_) => (None, None),
    };
    first.into_iter().chain(second)
}

fn own<'s>(stmt: &Stmt<'s>, names: &mut Names<'s>, meanings: &impl Meanings) -> Own {
    let mut own = Own::default();
    match &stmt.kind {
        StmtKind::Assign { target, annotation, value } => {
            own.reads_all(value, names, meanings);
            annotation.iter().for_each(|annotation| own.reads_all(annotation, names, meanings));
            let mut targets = Vec::new();
            target_names(target, names, &mut targets, &mut own.reads);
            if meanings.is_yield(value) { own.yields = targets } else { own.assigns.extend(targets) }
        }
        StmtKind::Expr(value) | StmtKind::Part(_, value) | StmtKind::Return(Some(value)) => {
            own.reads_all(value, names, meanings);
        }
        StmtKind::For { target, iter, .. } => {
            own.reads_all(iter, names, meanings);
            target_names(target, names, &mut own.bound, &mut own.reads);
            own.transparent = meanings.is_scope(iter);
        }
        StmtKind::While { cond, .. } | StmtKind::If { cond, .. } => own.reads_all(cond, names, meanings),
        StmtKind::With { context, target, .. } => {
            own.transparent = true;
            own.reads_all(context, names, meanings);
            if let Some(target) = target {
                target_names(target, names, &mut own.assigns, &mut own.reads);
            }
        }
        StmtKind::Return(None)
        | StmtKind::Break
        | StmtKind::Continue
        | StmtKind::Pass
        | StmtKind::Error(_) => {}
    }
    own
}

impl Own {
    /// Every name in an expression is taken for read: more than are read do no harm.
    fn reads_all<'s>(&mut self, expr: &Expr<'s>, names: &mut Names<'s>, meanings: &impl Meanings) {
        read_names(expr, names, &mut self.reads);
        meanings.rebound(expr, &mut |name| self.assigns.push(names.id(name)));
    }
}

fn read_names<'s>(expr: &Expr<'s>, names: &mut Names<'s>, reads: &mut Vec<NameId>) {
    expr.walk(&mut |inner| match &inner.kind {
        ExprKind::Name(name) => reads.push(names.id(name)),
        ExprKind::Path(Cow::Borrowed(path)) => {
            let first = path.split('.').next().unwrap_or(path);
            reads.push(names.id(first));
        }
        _ => {}
    });
}

/// Names that a target assigns; a subscript also reads its base and its indices.
fn target_names<'s>(
    target: &Expr<'s>,
    names: &mut Names<'s>,
    assigned: &mut Vec<NameId>,
    reads: &mut Vec<NameId>,
) {
    match &target.kind {
        ExprKind::Name(name) => assigned.push(names.id(name)),
        ExprKind::Tuple(items) | ExprKind::List(items) => {
            items.iter().for_each(|item| target_names(item, names, assigned, reads));
        }
        ExprKind::Subscript(base, index) => {
            read_names(base, names, reads);
            read_names(index, names, reads);
            target_names(base, names, assigned, reads);
        }
        _ => {}
    }
}

const EXPOSED: u8 = 1;
const MAY: u8 = 2;
const MUST: u8 = 4;
const SEEN: u8 = 8;

/// Marks of the names of one suite.
struct Marks<'a> {
    of: &'a mut Vec<u8>,
    seen: Vec<NameId>,
}

impl Marks<'_> {
    fn change(&mut self, name: NameId, clear: u8, set: u8) {
        let mark = &mut self.of[name.index()];
        if *mark & SEEN == 0 {
            self.seen.push(name);
        }
        *mark = (*mark & !clear) | set | SEEN;
    }
    fn assign(&mut self, name: NameId) {
        self.change(name, EXPOSED, MAY | MUST);
    }
    fn read(&mut self, name: NameId) {
        self.change(name, 0, EXPOSED);
    }
    fn with(&self, mark: u8) -> Vec<NameId> {
        self.seen.iter().copied().filter(|name| self.of[name.index()] & mark != 0).collect()
    }
}

struct Analysis<'m, 's> {
    module: &'m Module<'s>,
    owns: HashMap<SuiteId, Vec<Own>>,
    summaries: HashMap<SuiteId, Summary>,
    /// Names that are read later.
    live: Vec<bool>,
    /// Changes of `live`.
    log: Vec<(NameId, bool)>,
    /// For each loop, by the suite of its body, the names that are read where a trip ends early.
    jumping: HashMap<SuiteId, Jumping>,
    flow: Flow,
}

/// Names that are read where a trip ends early.
#[derive(Clone)]
struct Jumping {
    /// Those that leave the loop.
    carried: Vec<NameId>,
    /// Those of the header, which are read by a jump without a yield.
    bound: Vec<NameId>,
}

/// A suite that is being walked backwards.
struct Frame {
    suite: SuiteId,
    /// How many of its statements are still to come.
    left: usize,
    /// The statement whose suites were just walked.
    pending: Option<usize>,
    /// Names that are live at its end beside those that are live behind the statement around it.
    entry: Vec<NameId>,
    /// Whether changes are taken back when it is done.
    apart: bool,
    /// Length of the log when it was begun.
    mark: Option<usize>,
    /// The loop around it.
    around: Option<SuiteId>,
}

impl Analysis<'_, '_> {
    fn summary(&self, suite: SuiteId, scratch: &mut Vec<u8>) -> Summary {
        let mut marks = Marks { of: scratch, seen: Vec::new() };
        let mut summary = Summary::default();
        for (stmt, own) in self.module.suites[suite].iter().zip(&self.owns[&suite]).rev() {
            self.summarize(&stmt.kind, own, &mut marks, &mut summary);
        }
        marks.seen.sort_unstable();
        summary.exposed = marks.with(EXPOSED);
        summary.may = marks.with(MAY);
        summary.must = marks.with(MUST);
        marks.seen.iter().for_each(|name| marks.of[name.index()] = 0);
        summary
    }

    fn summarize(&self, stmt: &StmtKind<'_>, own: &Own, marks: &mut Marks<'_>, out: &mut Summary) {
        own.assigns.iter().for_each(|&name| marks.assign(name));
        match stmt {
            StmtKind::For { body, .. } | StmtKind::With { body, .. } if own.transparent => {
                let inner = &self.summaries[body];
                out.yielded.extend(&inner.yielded);
                out.jumps |= inner.jumps;
                out.silent |= inner.silent;
                inner.must.iter().for_each(|&name| marks.assign(name));
                self.pass(inner, &own.bound, marks);
            }
            StmtKind::For { body, .. } | StmtKind::While { body, .. } | StmtKind::With { body, .. } => {
                let inner = &self.summaries[body];
                inner.yielded.iter().for_each(|&name| marks.assign(name));
                self.pass(inner, &own.bound, marks);
            }
            StmtKind::If { then, otherwise, .. } => {
                let empty = Summary::default();
                let then = &self.summaries[then];
                let otherwise = otherwise.map_or(&empty, |suite| &self.summaries[&suite]);
                then.yielded.iter().chain(&otherwise.yielded).for_each(|&name| marks.assign(name));
                both(&then.must, &otherwise.must).for_each(|name| marks.assign(name));
                self.pass(then, &[], marks);
                self.pass(otherwise, &[], marks);
                out.jumps |= then.jumps | otherwise.jumps;
                out.silent |= then.silent | otherwise.silent;
            }
            StmtKind::Break | StmtKind::Continue => {
                out.jumps = true;
                out.silent |= !own.told;
            }
            StmtKind::Assign { .. }
            | StmtKind::Expr(_)
            | StmtKind::Part(..)
            | StmtKind::Return(_)
            | StmtKind::Pass
            | StmtKind::Error(_) => {}
        }
        out.yielded.extend(&own.yields);
        own.reads.iter().for_each(|&name| marks.read(name));
    }

    /// What a nested suite may assign and reads first.
    fn pass(&self, inner: &Summary, bound: &[NameId], marks: &mut Marks<'_>) {
        inner.may.iter().filter(|name| !bound.contains(name)).for_each(|&name| marks.change(name, 0, MAY));
        inner.exposed.iter().filter(|name| !bound.contains(name)).for_each(|&name| marks.read(name));
    }

    fn set(&mut self, name: NameId, live: bool) {
        let slot = &mut self.live[name.index()];
        if *slot != live {
            self.log.push((name, *slot));
            *slot = live;
        }
    }

    fn set_all(&mut self, names: &[NameId], live: bool) {
        names.iter().for_each(|&name| self.set(name, live));
    }

    fn walk(&mut self, body: SuiteId) {
        let mut frames = vec![self.frame(body, Vec::new(), false, None)];
        while let Some(frame) = frames.last_mut() {
            if frame.mark.is_none() {
                frame.mark = Some(self.log.len());
                let entry = std::mem::take(&mut frame.entry);
                self.set_all(&entry, true);
            }
            let (suite, around) = (frame.suite, frame.around);
            if let Some(index) = frame.pending.take() {
                self.before(suite, index, around);
            } else if frame.left > 0 {
                frame.left -= 1;
                frame.pending = Some(frame.left);
                let index = frame.left;
                self.behind(suite, index, around, &mut frames);
            } else {
                let done = frames.pop().expect("it was just looked at");
                if done.apart {
                    self.undo(done.mark.expect("the frame was begun"));
                }
            }
        }
    }

    fn frame(&self, suite: SuiteId, entry: Vec<NameId>, apart: bool, around: Option<SuiteId>) -> Frame {
        let left = self.module.suites[suite].len();
        Frame { suite, left, pending: None, entry, apart, mark: None, around }
    }

    fn undo(&mut self, mark: usize) {
        while self.log.len() > mark {
            let (name, live) = self.log.pop().expect("the log is longer than the mark");
            self.live[name.index()] = live;
        }
    }

    /// Behind a statement: decides what leaves it, and begins its suites.
    fn behind(&mut self, suite: SuiteId, index: usize, around: Option<SuiteId>, frames: &mut Vec<Frame>) {
        let module = self.module;
        let own = &self.owns[&suite][index];
        match &module.suites[suite][index].kind {
            StmtKind::For { body, .. } | StmtKind::With { body, .. } if own.transparent => {
                let assigns = own.assigns.clone();
                self.set_all(&assigns, false);
                frames.push(self.frame(*body, Vec::new(), false, around));
            }
            StmtKind::For { body, .. } => {
                let bound = own.bound.clone();
                let entry = self.behind_loop(*body, bound, &[]);
                frames.push(self.frame(*body, entry, true, Some(*body)));
            }
            StmtKind::While { body, .. } => {
                let (bound, tested) = (own.bound.clone(), own.reads.clone());
                let entry = self.behind_loop(*body, bound, &tested);
                frames.push(self.frame(*body, entry, true, Some(*body)));
            }
            StmtKind::If { then, otherwise, .. } => {
                let suites: Vec<_> = std::iter::once(*then).chain(*otherwise).collect();
                self.behind_branch(*then, &suites);
                frames.extend(suites.into_iter().map(|arm| self.frame(arm, Vec::new(), true, around)));
            }
            StmtKind::Break | StmtKind::Continue => {
                let silent = !own.told;
                self.jump(around, silent);
            }
            StmtKind::With { .. }
            | StmtKind::Assign { .. }
            | StmtKind::Expr(_)
            | StmtKind::Part(..)
            | StmtKind::Return(_)
            | StmtKind::Pass
            | StmtKind::Error(_) => {}
        }
    }

    /// What is read where a trip of the loop around ends early; `silent`: without a yield.
    fn jump(&mut self, around: Option<SuiteId>, silent: bool) {
        let Some(around) = around else { return };
        let Jumping { carried, bound } = self.jumping[&around].clone();
        self.set_all(&carried, true);
        if silent {
            self.set_all(&bound, true);
        }
    }

    /// What leaves a loop: names that it may assign and that are read later, on the next trip, or by its test. Says what
    /// is live at the end of its body.
    fn behind_loop(&mut self, body: SuiteId, bound: Vec<NameId>, tested: &[NameId]) -> Vec<NameId> {
        let inner = &self.summaries[&body];
        let (yielded, exposed, may) = (inner.yielded.clone(), inner.exposed.clone(), inner.may.clone());
        self.set_all(&yielded, false);
        let leaves = |name: &NameId| {
            let again = exposed.binary_search(name).is_ok() || tested.contains(name);
            !bound.contains(name) && (self.live[name.index()] || again)
        };
        let leaving: Vec<NameId> = may.into_iter().filter(leaves).collect();
        // A yield says what the names of the header are on the next trip; without one they are what they are now.
        let mut entry = exposed;
        if yielded.is_empty() {
            entry.extend(&bound);
        } else {
            entry.retain(|name| !bound.contains(name));
        }
        entry.extend(tested);
        let jumping = Jumping { carried: leaving.clone(), bound };
        self.jumping.insert(body, jumping);
        self.flow.leaving.insert(body, leaving);
        entry
    }

    /// What leaves a branch: names that an arm may assign and that are read later.
    fn behind_branch(&mut self, first: SuiteId, arms: &[SuiteId]) {
        let yielded: Vec<_> =
            arms.iter().flat_map(|arm| self.summaries[arm].yielded.iter().copied()).collect();
        self.set_all(&yielded, false);
        let may = arms.iter().flat_map(|arm| self.summaries[arm].may.iter().copied());
        let mut leaving: Vec<_> = may.filter(|name| self.live[name.index()]).collect();
        leaving.sort_unstable();
        leaving.dedup();
        self.flow.leaving.insert(first, leaving);
    }

    /// Before a statement: what it reads is live, what it surely assigns is not.
    fn before(&mut self, suite: SuiteId, index: usize, around: Option<SuiteId>) {
        let module = self.module;
        let own = &self.owns[&suite][index];
        let reads = own.reads.clone();
        let (transparent, bound) = (own.transparent, own.bound.clone());
        match &module.suites[suite][index].kind {
            StmtKind::For { body, .. } | StmtKind::While { body, .. } if !transparent => {
                let exposed = self.summaries[body].exposed.clone();
                let outer: Vec<_> = exposed.into_iter().filter(|name| !bound.contains(name)).collect();
                self.set_all(&outer, true);
            }
            StmtKind::For { .. } => {}
            StmtKind::If { then, otherwise, .. } => {
                let empty = Summary::default();
                let first = &self.summaries[then];
                let second = otherwise.map_or(&empty, |suite| &self.summaries[&suite]);
                let surely: Vec<_> = both(&first.must, &second.must).collect();
                let exposed: Vec<_> = first.exposed.iter().chain(&second.exposed).copied().collect();
                let (jumps, silent) = (first.jumps | second.jumps, first.silent | second.silent);
                self.set_all(&surely, false);
                self.set_all(&exposed, true);
                if jumps {
                    self.jump(around, silent);
                }
            }
            StmtKind::With { .. } => {}
            _ => {
                let assigns = self.owns[&suite][index].assigns.clone();
                self.set_all(&assigns, false);
            }
        }
        self.set_all(&reads, true);
    }
}

/// What stands in both of two ascending lists.
fn both<'a>(a: &'a [NameId], b: &'a [NameId]) -> impl Iterator<Item = NameId> + 'a {
    let (small, large) = if a.len() < b.len() { (a, b) } else { (b, a) };
    small.iter().copied().filter(|name| large.binary_search(name).is_ok())
}
