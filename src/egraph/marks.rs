//! Dump marks at call sites: what a call of a helper marks is marked on every call and scope of the helper that takes it,
//! through helpers of helpers. Operators take no marks, nor does a scope that is split over lanes.

use std::sync::Arc;

use egg::Id;

use crate::egraph::decode::{Decoder, Origin};
use crate::egraph::leaves::{Leaf, Source};
use crate::egraph::template::{ArgKind, Item, Region};
use crate::ir::expr::Expr;
use crate::ir::stmt::{Rhs, Scope, ScopeKind};

impl<'g> Decoder<'g> {
    /// What is marked inside the helper that a call stands for: what is marked around it, and what the call marks.
    pub(crate) fn marks_inside(&self, origin: &Origin<'g>, item: &Item) -> Arc<[Id]> {
        let Some(call) = origin.stmt(item).call() else {
            return origin.marks.clone();
        };
        if call.launch.dumps.is_empty() {
            return origin.marks.clone();
        }
        let named = call.launch.dumps.iter().flat_map(|expr| self.leaves_named(origin, expr));
        let classes = named.filter_map(|leaf| {
            let at = item.references.binary_search_by_key(&leaf, |(leaf, _)| *leaf).ok()?;
            Some(self.class(origin, item.references[at].1))
        });
        origin.marks.iter().copied().chain(classes).collect()
    }

    /// The marks around a region as its own arguments.
    pub(crate) fn marks_in_region(&self, around: &Origin<'g>, item: &Item, inside: &Origin<'g>) -> Arc<[Id]> {
        if around.marks.is_empty() {
            return around.marks.clone();
        }
        let info: &Region = inside.info();
        let captured = info.args.iter().zip(&info.arg_places).filter_map(|(kind, place)| {
            let ArgKind::Capture(leaf) = kind else { return None };
            let at = item.uses.binary_search_by_key(leaf, |(leaf, _)| *leaf).ok()?;
            let outer = self.class(around, item.uses[at].1);
            around.marks.contains(&outer).then(|| self.class(inside, *place))
        });
        captured.collect()
    }

    /// Marks what a call takes, in the order of its arguments, each once.
    pub(crate) fn mark_call(&mut self, origin: &Origin<'g>, item: &Item, rhs: &mut Rhs) {
        let Rhs::Call(made) = rhs else { return };
        let Some(call) = origin.stmt(item).call() else {
            return;
        };
        if origin.marks.is_empty() {
            return;
        }
        let marked = |arg: &Expr| {
            self.leaves_named(origin, arg).into_iter().any(|leaf| {
                let at = item.uses.binary_search_by_key(&leaf, |(leaf, _)| *leaf);
                at.is_ok_and(|at| origin.marks.contains(&self.class(origin, item.uses[at].1)))
            })
        };
        let wanted: Vec<bool> = call.args.iter().map(marked).collect();
        let before = std::mem::take(&mut made.launch.dumps);
        let own = |arg: &Expr| before.contains(arg);
        let args = made.args.iter().zip(&wanted).filter(|(arg, wanted)| **wanted || own(arg));
        let mut dumps: Vec<Expr> = args.map(|(arg, _)| arg.clone()).collect();
        dumps.extend(before.iter().filter(|named| !made.args.contains(named)).cloned());
        let mut seen: Vec<Expr> = Vec::new();
        dumps.retain(|named| {
            let new = !seen.contains(named);
            seen.push(named.clone());
            new
        });
        made.launch.dumps = dumps;
    }

    /// Marks what a scope uses, if it is one that is launched.
    pub(crate) fn mark_scope(&mut self, origin: &Origin<'g>, item: &Item, scope: &mut Scope) {
        if origin.marks.is_empty()
            || matches!(scope.kind, ScopeKind::SplitAiv { .. } | ScopeKind::Runtime { .. })
        {
            return;
        }
        for (_, place) in &item.uses {
            let class = self.class(origin, *place);
            if origin.marks.contains(&class)
                && let Some(named) = self.existing(class)
                && !scope.launch.dumps.contains(&named)
            {
                scope.launch.dumps.push(named);
            }
        }
    }

    fn leaves_named(&self, origin: &Origin<'g>, expr: &Expr) -> Vec<Leaf> {
        let leaves = &self.graph.encoded.sets[&origin.function.name].leaves;
        let sources = leaves.sources(origin.function, expr).into_iter();
        sources
            .filter_map(|source| match source {
                Source::Leaf(leaf) => Some(leaf),
                Source::Expr(_) => None,
            })
            .collect()
    }
}
