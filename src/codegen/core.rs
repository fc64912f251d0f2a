//! Which core runs a kernel: what its memory spaces and operators say.

use crate::base::diagnostic::Diagnostic;
use crate::base::span::Span;
use crate::codegen::code;
use crate::ir::program::{Function, FunctionKind};
use crate::ir::stmt::{Rhs, StmtKind};
use crate::ir::types::{MemSpace, Type};

/// A kind of core.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum CoreType {
    /// Cube.
    Aic,
    /// Vector.
    Aiv,
}

impl CoreType {
    /// `AIC`, `AIV`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Aic => "AIC",
            Self::Aiv => "AIV",
        }
    }
}

/// What a kernel runs on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Cores {
    One(CoreType),
    /// Operators on whole tensors for both: the kernel's compiler makes a cube and a vector half of it, which are launched
    /// together.
    Both,
}

/// Where a kernel shows that it needs a core, and by what.
type Evidence = (Span, String);

/// The cores that run a kernel. Tiles say where they lie, so a kernel that was written for one core and uses the other is
/// a mistake; a kernel of tensor operators is not written for a core yet.
pub(crate) fn cores_of(function: &Function) -> Result<Cores, Box<Diagnostic>> {
    match function.kind {
        FunctionKind::Aic => return Ok(Cores::One(CoreType::Aic)),
        FunctionKind::Aiv => return Ok(Cores::One(CoreType::Aiv)),
        _ => {}
    }
    let (mut cube, mut vector): (Option<Evidence>, Option<Evidence>) = (None, None);
    for var in function.vars.iter() {
        let Type::Tile(tile) = &var.ty else { continue };
        let Some(space) = tile.space else { continue };
        let slot = match space {
            MemSpace::Mat
            | MemSpace::Left
            | MemSpace::Right
            | MemSpace::Acc
            | MemSpace::Bias
            | MemSpace::LeftScale
            | MemSpace::RightScale => &mut cube,
            MemSpace::Vec => &mut vector,
            MemSpace::Ddr | MemSpace::ScalarLocal => continue,
        };
        slot.get_or_insert_with(|| (var.span, format!("`{}` lies in {}", var.name, space.name())));
    }
    let by_tiles = cube.is_some() || vector.is_some();
    for stmt in function.stmts() {
        let (StmtKind::Let(_, Rhs::Op(op)) | StmtKind::Eval(Rhs::Op(op))) = &stmt.kind else { continue };
        let name = op.op.name().as_str();
        let slot = match kind_of_operator(name) {
            Some(CoreType::Aic) => &mut cube,
            Some(CoreType::Aiv) => &mut vector,
            None => continue,
        };
        slot.get_or_insert_with(|| (stmt.span, format!("`{name}` runs there")));
    }
    match (cube, vector) {
        (Some(_), None) => Ok(Cores::One(CoreType::Aic)),
        (None, _) => Ok(Cores::One(CoreType::Aiv)),
        (Some(_), Some(_)) if !by_tiles => Ok(Cores::Both),
        (Some(cube), Some(vector)) => Err(Box::new(mixed(function, cube, vector))),
    }
}

/// The core that a tensor operator needs; tiles say it by their memory space.
fn kind_of_operator(name: &str) -> Option<CoreType> {
    let rest = name.strip_prefix("tensor.")?;
    if rest.starts_with("matmul") || rest.starts_with("batch_matmul") || rest.starts_with("gemv") {
        return Some(CoreType::Aic);
    }
    let moves = [
        "create",
        "full",
        "read",
        "write",
        "dim",
        "slice",
        "assemble",
        "reshape",
        "view",
        "transpose",
        "reinterpret_view",
        "set_validshape",
        "get_block_idx",
        "get_subblock_idx",
        "get_block_num",
        "alloc",
    ];
    (!moves.contains(&rest)).then_some(CoreType::Aiv)
}

fn mixed(function: &Function, cube: Evidence, vector: Evidence) -> Diagnostic {
    Diagnostic::error(
        code::MIXED_KERNEL,
        function.span,
        format!("`{}` uses both the cube and the vector core", function.name),
    )
    .label("one kernel runs on one core")
    .also(cube.0, format!("cube: {}", cube.1))
    .also(vector.0, format!("vector: {}", vector.1))
    .help("split it into an AIC and an AIV function, and call both from a Group function if they must run together")
}
