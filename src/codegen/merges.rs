//! Branches and the values that leave them.

use crate::codegen::emitter::Emitter;
use crate::codegen::event::Part;
use crate::codegen::expr::Scalars;
use crate::codegen::moves::Move;
use crate::ir::expr::Expr;
use crate::ir::program::VarId;
use crate::ir::stmt::{If, Merge, Stmt};
use crate::ir::types::Type;

impl<'a> Emitter<'a, '_> {
    pub(crate) fn begin_if(&mut self, stmt: &'a Stmt, it: &'a If) {
        self.out.gap();
        self.comments(stmt);
        let own: Vec<&Merge> = it.merges.iter().filter(|merge| self.is_own_merge(merge)).collect();
        own.into_iter().for_each(|merge| self.declare_merge(it, merge));
    }

    fn is_own_merge(&self, merge: &Merge) -> bool {
        self.values.root(merge.result) == merge.result && self.live.needs(self.values, merge.result)
    }

    fn declare_merge(&mut self, it: &'a If, merge: &'a Merge) {
        let var = merge.result;
        // Without an else the value is what held before, unless the condition holds.
        let before = it.otherwise.is_none().then_some(&merge.otherwise).filter(|expr| **expr != Expr::Undef);
        match self.function.ty(var).clone() {
            Type::Tensor(_) => {
                let start = match before {
                    Some(expr) => self.tensor(Some(expr)),
                    None => self.some_tensor(merge),
                };
                let Some(start) = start else { return self.no_tensor(var) };
                self.declare(var, "ChipTensor", &start);
                self.saw_tensor(var);
            }
            Type::Array(len, dtype) => {
                let Some(ty) = self.cpp_type(dtype) else { return self.no_type(dtype) };
                match before {
                    Some(Expr::Var(source)) => {
                        let source = self.name_of(*source);
                        self.declare_copy(var, ty, len, &source);
                    }
                    _ => self.declare_array(var),
                }
            }
            ty => self.declare_scalar_merge(var, &ty, before),
        }
    }

    fn declare_scalar_merge(&mut self, var: VarId, ty: &Type, before: Option<&'a Expr>) {
        let Some((text, zero)) = self.scalar_zero(ty) else { return self.value_error(var) };
        let start = match (before, ty.dtype()) {
            (Some(expr), Some(dtype)) => self.scalar_as(expr, dtype),
            (Some(expr), None) => self.scalar(expr).text,
            (None, _) => zero.to_owned(),
        };
        self.declare(var, text, &start);
    }

    /// Some tensor that is there before the branch: one of the two, or any.
    fn some_tensor(&mut self, merge: &'a Merge) -> Option<std::rc::Rc<str>> {
        for side in [&merge.then, &merge.otherwise] {
            if let Expr::Var(var) = side
                && self.is_defined(*var)
            {
                return self.tensor(Some(side));
            }
        }
        self.any_tensor()
    }

    pub(crate) fn enter_branch(&mut self, it: &'a If, part: Part) {
        if part == Part::Then {
            let cond = self.scalar(&it.cond);
            self.out.open(format!("if ({}) {{", cond.text));
        } else {
            self.out.close("} else {");
            self.out.open_again();
        }
    }

    pub(crate) fn tail_of_branch(&mut self, it: &'a If, part: Part) {
        let moves: Vec<Move<'a>> = it
            .merges
            .iter()
            .filter(|merge| self.is_own_merge(merge))
            .map(|merge| {
                let value = if part == Part::Then { &merge.then } else { &merge.otherwise };
                Move { target: merge.result, value }
            })
            .collect();
        self.moves(&moves);
    }

    pub(crate) fn end_if(&mut self, it: &'a If) {
        for merge in &it.merges {
            if self.is_own_merge(merge) {
                self.valid[merge.result] = self.is_valid(&merge.then) && self.is_valid(&merge.otherwise);
                self.sign[merge.result] = self.sign_of(&merge.then).min(self.sign_of(&merge.otherwise));
            }
        }
    }
}
