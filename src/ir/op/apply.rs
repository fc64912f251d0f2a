//! Applying an operator: operands are counted and sorted against the row, then its rule computes the type.

use crate::ir::agree;
use crate::ir::attr::Attrs;
use crate::ir::dtype::DType;
use crate::ir::expr::{Expr, MAX_DEPTH};
use crate::ir::op::{Applied, Misfit, OpRow, Operand, OperandKind};
use crate::ir::types::{MemSpace, TensorType, TileType, Type};

impl OpRow {
    /// The type of the result for these operands, or what does not fit.
    pub fn apply(&self, args: &[Expr], types: &[Type], kwargs: &Attrs) -> Result<Type, Misfit> {
        self.check_operands(types)?;
        self.check_keywords(kwargs)?;
        let ty = match (self.result)(&Applied { args, types, kwargs }) {
            // Nothing is known of what an operand outside the table gives, nor of what comes of it.
            Err(_) if types.contains(&Type::Unknown) => Type::Unknown,
            other => other?,
        };
        let mut too_deep = false;
        ty.for_each_expr(&mut |extent| too_deep |= extent.depth() > MAX_DEPTH);
        if too_deep {
            return Err(misfit("an extent of the result is too long an expression; name a part of it first"));
        }
        Ok(ty)
    }
    /// How many operands must be given at least.
    pub fn least_operands(&self) -> usize {
        self.operands.iter().take_while(|operand| !operand.optional).count()
    }
    /// The keyword of that name.
    pub fn keyword(&self, name: &str) -> Option<&'static crate::ir::op::Keyword> {
        self.keywords.iter().find(|keyword| keyword.name == name)
    }
    fn check_operands(&self, types: &[Type]) -> Result<(), Misfit> {
        let (least, most) = (self.least_operands(), self.operands.len());
        if types.len() < least || types.len() > most {
            let wanted = if least == most { format!("{most}") } else { format!("{least} to {most}") };
            return Err(misfit(format!("takes {wanted} operands, got {}", types.len())));
        }
        for (at, (operand, ty)) in self.operands.iter().zip(types).enumerate() {
            if !fits(operand, ty) {
                return Err(at_operand(at, unfit(operand, ty)));
            }
        }
        Ok(())
    }
    fn check_keywords(&self, kwargs: &Attrs) -> Result<(), Misfit> {
        let missing = self.keywords.iter().find(|it| it.required && kwargs.get(it.name).is_none());
        match missing {
            Some(keyword) => Err(misfit(format!("keyword `{}` is missing", keyword.name))),
            None => Ok(()),
        }
    }
}

/// Whether a value of that type may stand as the operand; a type nobody knows fits anywhere.
pub(super) fn fits(operand: &Operand, ty: &Type) -> bool {
    if *ty == Type::Unknown {
        return true;
    }
    match operand.kind {
        OperandKind::Tensor => ty.is_tensor(),
        OperandKind::Tile => matches!(ty, Type::Tile(_)),
        OperandKind::Shaped => matches!(ty, Type::Tensor(_) | Type::Tile(_)),
        OperandKind::Scalar => matches!(ty, Type::Scalar(_)),
        OperandKind::Indices => match ty {
            Type::Tuple(items) => {
                items.iter().all(|item| matches!(item, Type::Scalar(dtype) if !dtype.is_float()))
            }
            _ => false,
        },
        OperandKind::Array => matches!(ty, Type::Array(..)),
        OperandKind::Any => true,
    }
}

/// Why a value of that type cannot be the operand, and the way out where there is one.
pub(super) fn unfit(operand: &Operand, ty: &Type) -> String {
    let way_out = match (operand.kind, ty) {
        (OperandKind::Tile, Type::Tensor(_)) => "; load it first",
        (OperandKind::Tensor, Type::Tile(_)) => "; store it first",
        (OperandKind::Scalar, Type::Tensor(_) | Type::Tile(_)) => "; read an element of it",
        _ => "",
    };
    format!("`{}` must be {}, not {}{way_out}", operand.name, operand.kind.phrase(), agree::kind(ty))
}

impl OperandKind {
    /// What may stand there, for messages.
    pub fn phrase(self) -> &'static str {
        match self {
            Self::Tensor => "a tensor",
            Self::Tile => "a tile",
            Self::Shaped => "a tensor or a tile",
            Self::Scalar => "a scalar",
            Self::Indices => "a list of integers",
            Self::Array => "an array",
            Self::Any => "a value",
        }
    }
}

/// A misfit that no single operand is to blame for.
pub fn misfit(message: impl Into<String>) -> Misfit {
    Misfit { operand: None, message: message.into(), count: false }
}

/// A misfit of one operand.
pub fn at_operand(operand: usize, message: impl Into<String>) -> Misfit {
    Misfit { operand: Some(operand), message: message.into(), count: false }
}

impl Applied<'_> {
    /// How many operands were given.
    pub(super) fn len(&self) -> usize {
        self.args.len()
    }
    /// The type of an operand.
    pub(super) fn ty(&self, at: usize) -> Result<&Type, Misfit> {
        self.types.get(at).ok_or_else(|| misfit(format!("operand {at} is missing")))
    }
    /// The type of an operand that is a tensor.
    pub(super) fn tensor(&self, at: usize) -> Result<&TensorType, Misfit> {
        match self.ty(at)? {
            Type::Tensor(tensor) => Ok(tensor),
            other => Err(at_operand(at, format!("must be a tensor, not {}", agree::kind(other)))),
        }
    }
    /// The type of an operand that is a tile.
    pub(super) fn tile(&self, at: usize) -> Result<&TileType, Misfit> {
        match self.ty(at)? {
            Type::Tile(tile) => Ok(tile),
            other => Err(at_operand(at, format!("must be a tile, not {}", agree::kind(other)))),
        }
    }
    /// Shape of an operand that is a tensor or a tile.
    pub(super) fn shape(&self, at: usize) -> Result<&[Expr], Misfit> {
        let ty = self.ty(at)?;
        ty.shape()
            .ok_or_else(|| at_operand(at, format!("must be a tensor or a tile, not {}", agree::kind(ty))))
    }
    /// Valid shape of an operand that is a tensor or a tile.
    pub(super) fn valid(&self, at: usize) -> Result<&[Expr], Misfit> {
        self.shape(at)?;
        Ok(self.types[at].valid_shape().expect("whatever has a shape has a valid shape"))
    }
    /// Element type of an operand that has one.
    pub(super) fn dtype(&self, at: usize) -> Result<DType, Misfit> {
        let ty = self.ty(at)?;
        ty.dtype().ok_or_else(|| at_operand(at, format!("has no elements, it is {}", agree::kind(ty))))
    }
    /// Whether the operand is a scalar.
    pub(super) fn is_scalar(&self, at: usize) -> bool {
        matches!(self.types.get(at), Some(Type::Scalar(_)))
    }
    /// The items of an operand that is a list of extents or indices; empty if it was left out.
    pub(super) fn items(&self, at: usize) -> Result<Vec<Expr>, Misfit> {
        match (self.args.get(at), self.types.get(at)) {
            (None, _) => Ok(Vec::new()),
            (Some(Expr::Tuple(items)), _) => Ok(items.clone()),
            (Some(expr), Some(Type::Tuple(items))) => {
                Ok((0..items.len()).map(|index| Expr::Get(Box::new(expr.clone()), index as u32)).collect())
            }
            _ => Err(at_operand(at, "must be a list of integers")),
        }
    }
    /// The constant that an operand is.
    pub(super) fn constant(&self, at: usize) -> Result<i128, Misfit> {
        let value = self.args.get(at).and_then(crate::ir::extent::constant);
        value.ok_or_else(|| at_operand(at, "must be a constant"))
    }
    /// The memory space that a keyword names.
    pub(super) fn space(&self, keyword: &str) -> Result<Option<MemSpace>, Misfit> {
        let Some(member) = self.kwargs.member(keyword) else { return Ok(None) };
        let name = member.rsplit('.').next().unwrap_or(member);
        MemSpace::parse(name)
            .map(Some)
            .ok_or_else(|| misfit(format!("`{keyword}`: no memory is called {name}")))
    }
}
