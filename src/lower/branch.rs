//! Branches: two sides, and the values that leave them.

use crate::base::diagnostic::{Code, Diagnostic};
use crate::base::name::Name;
use crate::base::span::Span;
use crate::ir::agree;
use crate::ir::expr::Expr;
use crate::ir::program::{BlockId, VarId};
use crate::ir::stmt::{If, Merge, StmtKind};
use crate::ir::types::Type;
use crate::lower::body::{Body, FrameKind, Returned, Yielded};
use crate::lower::environment::{Binding, Mark, Meaning, NameId};
use crate::lower::suggest::count;
use crate::lower::value::Typed;
use crate::syntax::tree::{Expr as Text, SuiteId};

/// A side of a branch while it is lowered.
pub(super) struct Arm<'s> {
    cond: Expr,
    then: BlockId,
    /// The suite of the first side, by which the names that leave are known.
    first: SuiteId,
    /// The suite of the other side, if there is one and it was not begun.
    next: Option<SuiteId>,
    /// What the first side gave, once it is done.
    done: Option<Side<'s>>,
    otherwise: Option<BlockId>,
    span: Span,
    comments: Vec<Name>,
}

/// How a side ends.
#[derive(Default)]
pub(super) struct Ending<'s> {
    pub(super) yielded: Option<Yielded<'s>>,
    /// Whether the end is not reached.
    pub(super) left: bool,
    pub(super) returned: Option<Returned>,
}

/// What a side gives.
struct Side<'s> {
    /// The meanings of the names that leave, at its end.
    ends: Vec<Option<Binding>>,
    yielded: Option<Yielded<'s>>,
    left: bool,
    returned: Option<Returned>,
}

impl<'s> Side<'s> {
    fn new(ends: Vec<Option<Binding>>, ending: Ending<'s>) -> Self {
        let Ending { yielded, left, returned } = ending;
        Self { ends, yielded, left, returned }
    }
}

/// What a name means at the end of a side, and where it got that; nothing if the end is a jump.
fn value(side: &(Option<Binding>, bool)) -> Option<(VarId, Span)> {
    match side {
        (Some(Binding { meaning: Meaning::Var(var), span }), false) => Some((*var, *span)),
        _ => None,
    }
}

impl<'s> Body<'_, '_, 's> {
    /// `if cond:`
    pub(super) fn branch(&mut self, cond: &Text<'s>, then: SuiteId, otherwise: Option<SuiteId>) {
        let cond = self.condition(cond).unwrap_or(Expr::Bool(true));
        let block = self.new_block();
        let comments = std::mem::take(&mut self.comments);
        let (first, span) = (then, self.here);
        let arm =
            Arm { cond, then: block, first, next: otherwise, done: None, otherwise: None, span, comments };
        self.open(then, block, FrameKind::Arm(Box::new(arm)));
    }

    /// Ends a side; begins the other if there is one.
    pub(super) fn close_arm(&mut self, mut arm: Arm<'s>, mark: Mark, ending: Ending<'s>) {
        let leaving = self.flow.leaving(arm.first).to_vec();
        let ends = leaving.iter().map(|&name| self.env.get(name)).collect();
        self.env.undo(mark);
        let side = Side::new(ends, ending);
        let Some(first) = arm.done.take() else {
            arm.done = Some(side);
            if let Some(suite) = arm.next.take() {
                let block = self.new_block();
                arm.otherwise = Some(block);
                self.open(suite, block, FrameKind::Arm(Box::new(arm)));
                return;
            }
            let ends = leaving.iter().map(|&name| self.env.get(name)).collect();
            let first = arm.done.take().expect("it was just put there");
            return self.join(arm, &leaving, first, Side::new(ends, Ending::default()));
        };
        self.join(arm, &leaving, first, side);
    }

    fn join(&mut self, mut arm: Arm<'s>, leaving: &[NameId], mut then: Side<'s>, mut otherwise: Side<'s>) {
        let mut merges = Vec::new();
        // What a name means at a `return` may be a hidden result; what it means at a jump is the loop's.
        let jumps = [&then, &otherwise].map(|side| side.left && side.returned.is_none());
        let returned = self.join_returns(then.returned.take(), otherwise.returned.take(), &mut merges);
        let results = self.join_yields(&arm, &then, &otherwise, &mut merges);
        let side = |side: &Side<'s>, jumps: bool, at: usize| (side.ends[at], jumps);
        let sides = |at: usize| [side(&then, jumps[0], at), side(&otherwise, jumps[1], at)];
        // Names are in the order in which the sides gave them their values, those with a value on one side only last:
        // so they would be if the text were printed, under other names, and read again.
        let mut order: Vec<usize> = (0..leaving.len()).collect();
        order.sort_by_key(|&at| {
            let [then, otherwise] = sides(at).map(|side| value(&side).map(|it| it.0));
            (then.is_none() || otherwise.is_none(), then.max(otherwise), then.min(otherwise))
        });
        for at in order {
            merges.extend(self.join_name(leaving[at], sides(at)));
        }
        let empty = |block: BlockId| self.function.blocks[block].stmts.is_empty();
        arm.otherwise = arm.otherwise.filter(|&block| !empty(block));
        let kind = StmtKind::If(If { cond: arm.cond, then: arm.then, otherwise: arm.otherwise, merges });
        self.emit_with(kind, arm.span, arm.comments);
        for (name, var) in results {
            self.bind(name, var);
        }
        if then.left && otherwise.left {
            self.frames.last_mut().expect("a branch stands in a suite").left = true;
        }
        if let Some(returned) = returned {
            self.set_returned(returned);
        }
    }

    /// The value of a name behind the branch.
    fn join_name(&mut self, name: NameId, sides: [(Option<Binding>, bool); 2]) -> Option<Merge> {
        let broken =
            |side: &(Option<Binding>, bool)| matches!(side.0, Some(Binding { meaning: Meaning::Broken, .. }));
        if let Some(side) = sides.iter().find(|side| broken(side)) {
            self.env.set(name, side.0);
            return None;
        }
        let (then, otherwise) = (value(&sides[0]), value(&sides[1]));
        let (known, span) = then.or(otherwise)?;
        let before = self.variable(name);
        let only = if sides[0].1 { otherwise } else { then };
        if before.is_some() && (sides[0].1 || sides[1].1) && only.map(|it| it.0) == before {
            return None;
        }
        if then.map(|it| it.0) == otherwise.map(|it| it.0) {
            self.env.set(name, Some(Binding { meaning: Meaning::Var(known), span }));
            return None;
        }
        if let (Some((a, at)), Some((b, other))) = (then, otherwise) {
            self.same_type(name, (a, at), (b, other));
        }
        let ty = [then, otherwise]
            .into_iter()
            .flatten()
            .map(|(var, _)| self.function.vars[var].ty.clone())
            .find(|ty| *ty != Type::Unknown)
            .unwrap_or(Type::Unknown);
        let result = self.function.add_var(self.names.text(name), ty, span);
        self.env.set(name, Some(Binding { meaning: Meaning::Var(result), span }));
        let side = |side: Option<(VarId, Span)>| side.map_or(Expr::Undef, |(var, _)| Expr::Var(var));
        Some(Merge { result, then: side(then), otherwise: side(otherwise) })
    }

    fn same_type(&mut self, name: NameId, a: (VarId, Span), b: (VarId, Span)) {
        let (left, right) = (&self.function.vars[a.0].ty, &self.function.vars[b.0].ty);
        if let Some(why) = agree::disagreement(left, right) {
            let message = format!("`{}` has another type in each branch: {why}", self.names.text(name));
            let wrong = Diagnostic::error(Code("branch-type"), b.1, message).also(a.1, "assigned here too");
            self.error(wrong.help("give the values in the two branches one type, or two names"));
        }
    }

    /// Values that both sides yield.
    fn join_yields(
        &mut self,
        arm: &Arm<'s>,
        then: &Side<'s>,
        otherwise: &Side<'s>,
        merges: &mut Vec<Merge>,
    ) -> Vec<(crate::syntax::tree::Ident<'s>, VarId)> {
        let (first, second) = match (&then.yielded, &otherwise.yielded) {
            (None, None) => return Vec::new(),
            (Some(first), Some(second)) => (first, Some(second)),
            (Some(only), None) if otherwise.left => (only, None),
            (None, Some(only)) if then.left => (only, None),
            (Some(only), None) | (None, Some(only)) => {
                let message = "only one side of the branch yields";
                let wrong = Diagnostic::error(Code("missing-yield"), only.span, message);
                let wrong = wrong.also(arm.span, "the branch");
                self.error(wrong.help("end both branches with `pl.yield_(...)` of as many values"));
                only.targets.iter().for_each(|&name| self.poison(name));
                return Vec::new();
            }
        };
        if let Some(second) = second
            && second.values.len() != first.values.len()
        {
            let message = format!(
                "one side yields {}, the other {}",
                count(first.values.len(), "value"),
                second.values.len()
            );
            let wrong = Diagnostic::error(Code("carry-count"), second.span, message);
            self.error(wrong.also(first.span, "the other side").help("yield the same values on both sides"));
        }
        let flipped = then.yielded.is_none();
        let mut results = Vec::new();
        for (at, value) in first.values.iter().enumerate() {
            let other = second.and_then(|second| second.values.get(at)).map(|other| other.fitted(&value.ty));
            let other = other.as_ref();
            if let (Some(other), Some(second)) = (other, second) {
                self.same_yield(value, first.span, other, second.span);
            }
            let target = first.targets.get(at).or_else(|| second.and_then(|second| second.targets.get(at)));
            let (text, span) = target.map_or(("merged", first.span), |target| (target.text, target.span));
            let result = self.function.add_var(text, value.ty.clone(), span);
            results.extend(target.map(|&target| (target, result)));
            let mut sides = [value.expr.clone(), other.map_or(Expr::Undef, |other| other.expr.clone())];
            if flipped {
                sides.reverse();
            }
            let [then, otherwise] = sides;
            merges.push(Merge { result, then, otherwise });
        }
        results
    }

    fn same_yield(&mut self, a: &Typed, at: Span, b: &Typed, other: Span) {
        if let Some(why) = agree::disagreement(&a.ty, &b.ty) {
            let message = format!("the branches yield values of different types: {why}");
            let wrong = Diagnostic::error(Code("branch-type"), other, message).also(at, "the other side");
            self.error(wrong.help("convert one of the values"));
        }
    }
}
