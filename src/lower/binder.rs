//! Arguments against parameters: what fits, and what a call makes of the callee's symbols.

use std::collections::HashMap;

use crate::ir::agree;
use crate::ir::dtype::DType;
use crate::ir::expr::Expr;
use crate::ir::extent;
use crate::ir::program::{Function, VarId};
use crate::ir::types::{TensorType, TileType, Type};

/// Two arguments that give one symbol different extents.
pub(super) struct Conflict {
    pub(super) symbol: VarId,
    pub(super) first: usize,
    pub(super) second: usize,
    pub(super) extents: [i128; 2],
}

/// What the symbols and scalar parameters of a callee are at one call.
pub(super) struct Binder<'c> {
    pub(super) callee: &'c Function,
    /// The caller's expression, and the argument that gave it.
    pub(super) bound: HashMap<VarId, (Expr, usize)>,
    pub(super) ambiguous: Vec<Conflict>,
}

impl Binder<'_> {
    /// Says why a value of type `actual` cannot be passed where `param` is declared.
    pub(super) fn fit(
        &mut self,
        param: &Type,
        actual: &Type,
        at: usize,
        known: &impl Fn(&Expr) -> Expr,
    ) -> Result<(), String> {
        match (param, actual) {
            (Type::Unknown, _) | (_, Type::Unknown) => Ok(()),
            (Type::Scalar(a), Type::Scalar(b)) => fit_scalar(*a, *b),
            (Type::Tensor(a), Type::Tensor(b)) => self.fit_tensor(a, b, at, known),
            (Type::Tile(a), Type::Tile(b)) => self.fit_tile(a, b, at, known),
            (Type::Tuple(a), Type::Tuple(b)) if a.len() == b.len() => {
                a.iter().zip(b).try_for_each(|(a, b)| self.fit(a, b, at, known))
            }
            _ => agree::disagreement(param, actual).map_or(Ok(()), Err),
        }
    }

    /// What symbols are by one argument alone.
    pub(super) fn seen_from(&self, param: usize, actual: &Type) -> Vec<(VarId, Expr)> {
        let declared = self.callee.ty(self.callee.params[param].var).shape().unwrap_or_default();
        let pairs = declared.iter().zip(actual.shape().unwrap_or_default());
        let symbol = |extent: &Expr| extent.as_var().filter(|var| self.callee.symbols.contains(var));
        pairs.filter_map(|(extent, given)| Some((symbol(extent)?, given.clone()))).collect()
    }

    fn fit_tensor(
        &mut self,
        a: &TensorType,
        b: &TensorType,
        at: usize,
        known: &impl Fn(&Expr) -> Expr,
    ) -> Result<(), String> {
        if a.dtype != b.dtype {
            return Err(format!("elements of {}, the parameter has {}", b.dtype, a.dtype));
        }
        self.fit_shape(&a.shape, &b.shape, at, known)
    }

    fn fit_tile(
        &mut self,
        a: &TileType,
        b: &TileType,
        at: usize,
        known: &impl Fn(&Expr) -> Expr,
    ) -> Result<(), String> {
        if a.dtype != b.dtype {
            return Err(format!("elements of {}, the parameter has {}", b.dtype, a.dtype));
        }
        if let (Some(x), Some(y)) = (a.space, b.space)
            && x != y
        {
            return Err(format!("it lies in {}, the parameter in {}", y.name(), x.name()));
        }
        self.fit_shape(&a.shape, &b.shape, at, known)
    }

    fn fit_shape(
        &mut self,
        params: &[Expr],
        actuals: &[Expr],
        at: usize,
        known: &impl Fn(&Expr) -> Expr,
    ) -> Result<(), String> {
        if params.len() != actuals.len() {
            return Err(format!("rank {}, the parameter has rank {}", actuals.len(), params.len()));
        }
        for (axis, (param, actual)) in params.iter().zip(actuals).enumerate() {
            let actual = known(actual);
            if let Expr::Var(symbol) = param
                && self.callee.symbols.contains(symbol)
            {
                self.bind(*symbol, &actual, at);
            } else if let (Some(want), Some(got)) = (extent::constant(param), extent::constant(&actual))
                && want != got
            {
                return Err(format!("extent {got} at axis {axis}, the parameter has {want}"));
            }
        }
        Ok(())
    }

    fn bind(&mut self, symbol: VarId, actual: &Expr, at: usize) {
        let Some((before, first)) = self.bound.get(&symbol) else {
            self.bound.insert(symbol, (actual.clone(), at));
            return;
        };
        if let (Some(a), Some(b)) = (extent::constant(before), extent::constant(actual))
            && a != b
        {
            self.ambiguous.push(Conflict { symbol, first: *first, second: at, extents: [a, b] });
        }
    }
}

fn fit_scalar(param: DType, actual: DType) -> Result<(), String> {
    let fits =
        param == actual || (param.is_int() && actual.is_int()) || (param.is_float() && actual.is_float());
    if fits { Ok(()) } else { Err(format!("a scalar of {actual}, the parameter is one of {param}")) }
}
