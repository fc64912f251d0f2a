//! Encode types: what each defined node is, in terms of the nodes that its type mentions.

use std::sync::Arc;

use crate::base::id::Id;
use crate::egraph::encode::Encoder;
use crate::egraph::leaves::Leaf;
use crate::egraph::node::Op;
use crate::egraph::template::{Place, TypeForm, Typing};
use crate::ir::expr::Expr;
use crate::ir::program::VarId;
use crate::ir::types::Type;

impl Encoder<'_> {
    /// Notes the types of a variable's leaves on their nodes.
    pub(crate) fn note_types(&mut self, var: VarId) {
        let leaves = self.sets.leaves.of(var);
        let whole = leaves.len() == 1;
        for leaf in leaves {
            self.note_leaf(leaf, var, whole);
        }
    }

    /// Notes the type of what comes into a region, as it is outside: extents are known and index arithmetic has its normal
    /// form there as well.
    pub(crate) fn note_captured(&mut self, leaf: Leaf) {
        let var = self.sets.leaves.var(leaf);
        self.note_leaf(leaf, var, self.sets.leaves.of(var).len() == 1);
    }

    fn note_leaf(&mut self, leaf: Leaf, var: VarId, whole: bool) {
        let truths = if whole { self.context.truths.get(&self.function.name) } else { None };
        let truth = truths.and_then(|truth| truth[var].clone());
        self.note_type(leaf, truth.as_ref());
    }

    fn note_type(&mut self, leaf: Leaf, truth: Option<&Type>) {
        let node = self.bound(leaf);
        let sets = self.sets;
        let form = match sets.leaves.ty(leaf) {
            Type::Scalar(dtype) => match self.template.nodes[node as usize].op {
                Op::Arg(..) | Op::Get(_) | Op::Pure(_) => Some(TypeForm::Scalar(*dtype)),
                // Arithmetic says its type itself.
                _ => None,
            },
            declared @ (Type::Tensor(_) | Type::Tile(_)) => match truth {
                Some(truth) => self.shaped_form(truth, true),
                None => self.shaped_form(declared, false),
            },
            array @ Type::Array(..) => self.shaped_form(array, true),
            _ => None,
        };
        if let Some(form) = form {
            let ready = self.template.nodes.len() as Place;
            let given = self.given.get(&node).map(|value| Typing { ready, node: *value, form: form.clone() });
            self.template.typings.push(Typing { ready, node, form });
            self.template.typings.extend(given);
        }
    }

    /// A type over nodes; `None` if its shape mentions what has no node here.
    fn shaped_form(&mut self, ty: &Type, exact: bool) -> Option<TypeForm> {
        let shape = ty.shape().unwrap_or_default();
        if !shape.iter().all(|extent| self.is_bound(extent)) {
            return None;
        }
        let extents: Box<[Place]> = shape.iter().map(|extent| self.scalar(extent)).collect();
        let mut seen = true;
        ty.for_each_expr(&mut |expr| seen &= self.is_bound(expr));
        let mut numbered = if seen { ty.without_memref() } else { without_view(ty) };
        let mut mentions: Vec<Place> = Vec::new();
        let mut at = 0;
        numbered.for_each_expr_mut(&mut |expr| {
            // The shape comes first.
            let known = extents.get(at).copied();
            at += 1;
            if let Expr::Int(..) = expr {
                return;
            }
            mentions.push(known.unwrap_or_else(|| self.scalar(expr)));
            *expr = Expr::Var(VarId::new(mentions.len() - 1));
        });
        let ty = self.types.entry(numbered).or_insert_with_key(|ty| Arc::new(ty.clone())).clone();
        Some(TypeForm::Shaped { extents, ty, mentions: mentions.into(), exact: exact && seen })
    }
}

fn without_view(ty: &Type) -> Type {
    let mut plain = ty.without_memref();
    match &mut plain {
        Type::Tensor(tensor) => tensor.view = None,
        Type::Tile(tile) => tile.view = None,
        _ => {}
    }
    plain
}
