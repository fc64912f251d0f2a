//! Early returns: what follows `if c: return x` moves into the other side, so that every `return` ends its path.

use std::collections::HashMap;

use crate::syntax::reader::Reader;
use crate::syntax::tree::{Stmt, StmtKind, SuiteId};

/// What a suite does about returning.
#[derive(Clone, Copy, Default)]
struct Ends {
    /// Some path through it returns.
    some: bool,
    /// All paths through it do.
    all: bool,
}

impl<'s> Reader<'s, '_> {
    /// Moves statements in the function with this body. Returns inside loops, and those behind which both sides would need
    /// what follows, stay where they are.
    pub(super) fn end_in_returns(&mut self, body: SuiteId) {
        let mut ends = self.ends(body);
        if !ends[&body].some {
            return;
        }
        let mut work = vec![body];
        while let Some(suite) = work.pop() {
            let splits =
                |stmt: &Stmt<'s>| !matches!(stmt.kind, StmtKind::Return(_)) && ends_of(stmt, &ends).some;
            let Some(at) = self.suites[suite].iter().position(splits) else { continue };
            let rest = self.suites[suite].split_off(at + 1);
            let ends_here = rest.is_empty() || ends_of(&self.suites[suite][at], &ends).all;
            let StmtKind::If { then, otherwise, .. } = self.suites[suite][at].kind else {
                self.suites[suite].extend(rest);
                let inside: Vec<SuiteId> = nested(&self.suites[suite][at]).collect();
                work.extend(inside.into_iter().filter(|_| ends_here));
                continue;
            };
            let then_returns = ends[&then].all;
            let other_returns = otherwise.is_some_and(|it| ends[&it].all);
            let target = match (then_returns, other_returns) {
                (true, false) => Some(otherwise.unwrap_or_else(|| self.add_otherwise(suite, at))),
                (false, true) => Some(then),
                _ => None,
            };
            match target {
                Some(target) => {
                    let found = self.append(target, rest, &ends);
                    ends.insert(target, found);
                }
                None => self.suites[suite].extend(rest),
            }
            if ends_here || target.is_some() {
                work.push(then);
                work.extend(otherwise.or(target));
            }
        }
    }

    fn add_otherwise(&mut self, suite: SuiteId, at: usize) -> SuiteId {
        let added = self.suites.push(Vec::new());
        if let StmtKind::If { otherwise, .. } = &mut self.suites[suite][at].kind {
            *otherwise = Some(added);
        }
        added
    }

    fn append(&mut self, suite: SuiteId, rest: Vec<Stmt<'s>>, ends: &HashMap<SuiteId, Ends>) -> Ends {
        self.suites[suite].extend(rest);
        of_suite(&self.suites[suite], ends)
    }

    /// What every suite of a function does.
    fn ends(&self, body: SuiteId) -> HashMap<SuiteId, Ends> {
        let mut order = vec![body];
        let mut next = 0;
        while next < order.len() {
            let inside = self.suites[order[next]].iter().flat_map(nested);
            order.extend(inside.collect::<Vec<_>>());
            next += 1;
        }
        let mut ends = HashMap::with_capacity(order.len());
        for &suite in order.iter().rev() {
            let found = of_suite(&self.suites[suite], &ends);
            ends.insert(suite, found);
        }
        ends
    }
}

/// The suites that belong to the same path as the statement: not those of loops.
fn nested(stmt: &Stmt<'_>) -> impl Iterator<Item = SuiteId> + use<> {
    let (first, second) = match stmt.kind {
        StmtKind::If { then, otherwise, .. } => (Some(then), otherwise),
        StmtKind::With { body, .. } => (Some(body), None),
        _ => (None, None),
    };
    first.into_iter().chain(second)
}

fn of_suite(stmts: &[Stmt<'_>], ends: &HashMap<SuiteId, Ends>) -> Ends {
    let mut all = Ends::default();
    for stmt in stmts {
        let one = ends_of(stmt, ends);
        all = Ends { some: all.some | one.some, all: all.all | one.all };
    }
    all
}

fn ends_of(stmt: &Stmt<'_>, ends: &HashMap<SuiteId, Ends>) -> Ends {
    let of = |suite: SuiteId| ends.get(&suite).copied().unwrap_or_default();
    match stmt.kind {
        StmtKind::Return(_) => Ends { some: true, all: true },
        StmtKind::With { body, .. } => of(body),
        StmtKind::If { then, otherwise, .. } => {
            let (first, second) = (of(then), otherwise.map_or_else(Ends::default, of));
            Ends { some: first.some | second.some, all: first.all & second.all }
        }
        _ => Ends::default(),
    }
}
