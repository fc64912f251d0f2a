//! Decode operands: the expressions and types of a statement in terms of the names that hold where it is printed.

use egg::Id;

use crate::egraph::decode::{Decoder, Origin};
use crate::egraph::leaves::{Leaf, Source};
use crate::egraph::node::{Node, Op};
use crate::egraph::template::{Item, Place};
use crate::ir::expr::Expr;
use crate::ir::program::Function;
use crate::ir::stmt::{Rhs, StmtKind};
use crate::ir::types::Type;

impl<'g> Decoder<'g> {
    /// The node of a leaf at a statement.
    fn place_of(uses: &[(Leaf, Place)], leaf: Leaf) -> Option<Place> {
        uses.binary_search_by_key(&leaf, |(leaf, _)| *leaf).ok().map(|at| uses[at].1)
    }

    /// An expression of a template in terms of the names here.
    pub(crate) fn rewrite(&mut self, origin: &Origin<'g>, expr: &Expr, item: &Item) -> Expr {
        self.rewrite_with(origin, expr, &item.uses)
    }

    pub(crate) fn rewrite_with(&mut self, origin: &Origin<'g>, expr: &Expr, uses: &[(Leaf, Place)]) -> Expr {
        if let Some(simplified) = self.simplified(origin, expr, uses) {
            return simplified;
        }
        match expr {
            Expr::Var(_) | Expr::Get(..) => {
                let leaves = &self.graph.encoded.sets[&origin.function.name].leaves;
                let sources: Vec<Option<Leaf>> = leaves
                    .sources(origin.function, expr)
                    .into_iter()
                    .map(|source| match source {
                        Source::Leaf(leaf) => Some(leaf),
                        Source::Expr(_) => None,
                    })
                    .collect();
                if sources.contains(&None) {
                    let Expr::Get(inner, index) = expr else { return expr.clone() };
                    return Expr::Get(Box::new(self.rewrite_with(origin, inner, uses)), *index);
                }
                let ty = crate::egraph::leaves::type_of(origin.function, expr);
                let mut parts = Vec::new();
                for leaf in sources.into_iter().flatten() {
                    parts.push(self.leaf_expr(origin, leaf, uses));
                }
                compose(&self.function, ty.as_ref(), &mut parts.into_iter())
            }
            Expr::Undef | Expr::Int(..) | Expr::Float(..) | Expr::Bool(_) | Expr::Str(_) | Expr::Enum(_) => {
                expr.clone()
            }
            Expr::Unary(op, inner) => Expr::Unary(*op, Box::new(self.rewrite_with(origin, inner, uses))),
            Expr::Cast(inner, dtype) => Expr::Cast(Box::new(self.rewrite_with(origin, inner, uses)), *dtype),
            Expr::Binary(op, left, right) => {
                let left = self.rewrite_with(origin, left, uses);
                let right = self.rewrite_with(origin, right, uses);
                self.folded(*op, left, right)
            }
            Expr::Tuple(items) => {
                Expr::Tuple(items.iter().map(|item| self.rewrite_with(origin, item, uses)).collect())
            }
        }
    }

    /// Scalar arithmetic as it was selected, where rules may have made it simpler.
    fn simplified(&mut self, origin: &Origin<'g>, expr: &Expr, uses: &[(Leaf, Place)]) -> Option<Expr> {
        if !self.graph.egraph.analysis.fold
            || !matches!(expr, Expr::Unary(..) | Expr::Binary(..) | Expr::Cast(..))
        {
            return None;
        }
        let class = self.class_of_expr(origin, expr, uses)?;
        self.realise(class)
    }

    /// The class of scalar arithmetic of a template.
    fn class_of_expr(&self, origin: &Origin<'g>, expr: &Expr, uses: &[(Leaf, Place)]) -> Option<Id> {
        let child = |inner: &Expr| self.class_of_expr(origin, inner, uses);
        let node = match expr {
            Expr::Int(value, dtype) => Node::new(Op::Int(*value, *dtype), []),
            Expr::Float(value, dtype) => Node::new(Op::Float(*value, *dtype), []),
            Expr::Bool(value) => Node::new(Op::Bool(*value), []),
            Expr::Unary(op, inner) => Node::new(Op::Unary(*op), [child(inner)?]),
            Expr::Cast(inner, dtype) => Node::new(Op::Cast(*dtype), [child(inner)?]),
            Expr::Binary(op, left, right) => Node::new(Op::Binary(*op), [child(left)?, child(right)?]),
            Expr::Var(_) | Expr::Get(..) => {
                let leaves = &self.graph.encoded.sets[&origin.function.name].leaves;
                let [Source::Leaf(leaf)] = leaves.sources(origin.function, expr)[..] else { return None };
                return Self::place_of(uses, leaf).map(|place| self.class(origin, place));
            }
            Expr::Undef | Expr::Str(_) | Expr::Enum(_) | Expr::Tuple(_) => return None,
        };
        self.graph.egraph.lookup(node).map(|id| self.find(id))
    }

    fn leaf_expr(&mut self, origin: &Origin<'g>, leaf: Leaf, uses: &[(Leaf, Place)]) -> Expr {
        let Some(place) = Self::place_of(uses, leaf) else { return Expr::Undef };
        let class = self.class(origin, place);
        let symbol = |it: &Self| {
            let leaves = &it.graph.encoded.sets[&origin.function.name].leaves;
            origin.function.symbols.iter().any(|symbol| leaves.of(*symbol).contains(&leaf))
        };
        match self.realise(class) {
            // A symbol that no argument binds is a name without a value.
            Some(expr) if expr != Expr::Undef || !symbol(self) => expr,
            Some(_) | None => {
                self.report_unbound(origin, leaf);
                Expr::Undef
            }
        }
    }

    /// A class with no name here: a symbol that no argument binds.
    fn report_unbound(&mut self, origin: &Origin<'g>, leaf: Leaf) {
        let sets = &self.graph.encoded.sets[&origin.function.name];
        let owner = origin.function.vars.ids().find(|var| sets.leaves.of(*var).contains(&leaf));
        let var = &origin.function.vars[owner.expect("a leaf belongs to a variable")];
        if origin.function.symbols.contains(&owner.expect("as above")) {
            self.unbound(origin, owner.expect("as above"));
        } else {
            let (callee, name) = (&origin.function.name, &var.name);
            unreachable!("`{name}` of `{callee}` has no name where it is used");
        }
    }

    pub(crate) fn rewrite_type(&mut self, origin: &Origin<'g>, ty: &Type, uses: &[(Leaf, Place)]) -> Type {
        let mut mapped = ty.clone();
        mapped.for_each_expr_mut(&mut |expr| *expr = self.rewrite_with(origin, expr, uses));
        mapped
    }

    pub(crate) fn rewrite_rhs(&mut self, origin: &Origin<'g>, rhs: &Rhs, item: &Item) -> Rhs {
        let mut kind = StmtKind::Eval(rhs.clone());
        self.rewrite_kind(origin, &mut kind, item);
        match kind {
            StmtKind::Eval(rhs) => rhs,
            _ => unreachable!("rewriting operands keeps the statement"),
        }
    }

    /// Rewrites the operands of a statement in place; references that name nothing here are dropped.
    pub(crate) fn rewrite_kind(&mut self, origin: &Origin<'g>, kind: &mut StmtKind, item: &Item) {
        crate::ir::walk::for_each_use_mut(kind, &mut |how, expr| match how {
            crate::ir::walk::Use::Operand => *expr = self.rewrite_with(origin, expr, &item.uses),
            crate::ir::walk::Use::Reference => *expr = self.reference(origin, expr, item),
            crate::ir::walk::Use::Inner(_) => {}
        });
        if let StmtKind::Eval(Rhs::Call(call)) | StmtKind::Let(_, Rhs::Call(call)) = kind {
            call.launch.dumps.retain(|named| *named != Expr::Undef);
        }
        if let StmtKind::Scope(scope) = kind {
            scope.launch.dumps.retain(|named| *named != Expr::Undef);
            scope.launch.no_dep.retain(|named| *named != Expr::Undef);
        }
    }

    fn reference(&mut self, origin: &Origin<'g>, expr: &Expr, item: &Item) -> Expr {
        let mut known = true;
        let leaves = &self.graph.encoded.sets[&origin.function.name].leaves;
        let mut wanted = Vec::new();
        expr.for_each_var(&mut |var| wanted.extend(leaves.of(var)));
        for leaf in wanted {
            let class = Self::place_of(&item.references, leaf).map(|place| self.class(origin, place));
            known &= class.is_some_and(|class| self.existing(class).is_some());
        }
        if known { self.rewrite_with(origin, expr, &item.references) } else { Expr::Undef }
    }
}

/// Builds a value of a type from its leaves: the variable they all are the components of, or a tuple.
pub(crate) fn compose(
    function: &Function,
    ty: Option<&Type>,
    parts: &mut impl Iterator<Item = Expr>,
) -> Expr {
    let Some(Type::Tuple(items)) = ty else { return parts.next().unwrap_or(Expr::Undef) };
    let items: Vec<Expr> = items.iter().map(|item| compose(function, Some(item), parts)).collect();
    let whole = match items.first() {
        Some(Expr::Get(inner, 0)) => inner.as_var(),
        _ => None,
    };
    if let Some(var) = whole
        && matches!(function.ty(var), Type::Tuple(all) if all.len() == items.len())
        && items.iter().enumerate().all(|(at, item)| {
            matches!(item, Expr::Get(inner, index) if inner.as_var() == Some(var) && *index as usize == at)
        })
    {
        return Expr::Var(var);
    }
    Expr::Tuple(items)
}
