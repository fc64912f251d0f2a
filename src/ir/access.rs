//! What a statement does to the storage that its operands name: read off the operator table and the callees' directions.

use crate::ir::expr::Expr;
use crate::ir::op::Effect;
use crate::ir::program::{Direction, Function, Program};
use crate::ir::stmt::{Call, OpCall, Rhs, StmtKind};
use crate::ir::types::Type;

/// Whether storage is read and whether it is written: two flags, so that no evidence replaces another.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Access {
    /// Its content may be read.
    pub reads: bool,
    /// Its content may be written.
    pub writes: bool,
}

impl Access {
    /// Neither.
    pub const NONE: Self = Self { reads: false, writes: false };
    /// Only read.
    pub const READ: Self = Self { reads: true, writes: false };
    /// Only written.
    pub const WRITE: Self = Self { reads: false, writes: true };
    /// Both.
    pub const BOTH: Self = Self { reads: true, writes: true };

    /// Either evidence.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        Self { reads: self.reads || other.reads, writes: self.writes || other.writes }
    }
    /// What a parameter of this direction has done to it.
    pub fn of(direction: Direction) -> Self {
        Self { reads: direction.reads(), writes: direction.writes() }
    }
    /// The direction of a parameter with this evidence.
    pub fn direction(self) -> Direction {
        match self {
            Self { writes: false, .. } => Direction::In,
            Self { writes: true, reads: false } => Direction::Out,
            Self { writes: true, reads: true } => Direction::InOut,
        }
    }
}

impl From<Effect> for Access {
    fn from(effect: Effect) -> Self {
        match effect {
            Effect::Read => Self::READ,
            Effect::Write => Self::WRITE,
            Effect::ReadWrite => Self::BOTH,
        }
    }
}

/// What an operator does to its `index`-th argument. Naming storage, as a view or a valid shape does, is no access.
pub fn op_access(call: &OpCall, index: usize) -> Access {
    let Some(row) = call.op.row() else { return Access::BOTH };
    let access = Access::from(row.effect(index, &call.kwargs));
    let only_names = row.view == Some(index) || row.names == Some(index);
    if !access.writes && (only_names || row.by_type) { Access::NONE } else { access }
}

/// What a call does to its `index`-th argument, as the callee's parameter is declared; everything if that is not known.
pub fn call_access(program: &Program, call: &Call, index: usize) -> Access {
    let param = program.functions.get(&call.callee).and_then(|callee| callee.params.get(index));
    param.map_or(Access::BOTH, |param| Access::of(param.direction))
}

/// Calls `f` on each operand of the statement that may name storage, with what is done to it; nested statements left out.
pub fn for_each_access<'a>(
    program: &Program,
    function: &Function,
    kind: &'a StmtKind,
    f: &mut impl FnMut(&'a Expr, Access),
) {
    let (StmtKind::Let(_, rhs) | StmtKind::Eval(rhs)) = kind else { return };
    match rhs {
        Rhs::Expr(_) => {}
        Rhs::Op(call) => {
            for (index, arg) in call.args.iter().enumerate() {
                each_storage(function, arg, op_access(call, index), f);
            }
            for (_, attr) in call.kwargs.iter() {
                attr.for_each_expr(&mut |expr| each_storage(function, expr, Access::READ, f));
            }
        }
        Rhs::Call(call) => {
            for (index, arg) in call.args.iter().enumerate() {
                each_storage(function, arg, call_access(program, call, index), f);
            }
            let launch = &call.launch;
            let read = launch.deps.iter().chain(&launch.predicate).chain(&launch.core_num);
            read.for_each(|expr| each_storage(function, expr, Access::READ, f));
        }
    }
}

fn each_storage<'a>(
    function: &Function,
    expr: &'a Expr,
    access: Access,
    f: &mut impl FnMut(&'a Expr, Access),
) {
    match expr {
        Expr::Tuple(items) => items.iter().for_each(|item| each_storage(function, item, access, f)),
        other if type_of(function, other).is_some_and(names_storage) => f(other, access),
        other => {
            for child in other.children() {
                each_storage(function, child, Access::READ, f);
            }
        }
    }
}

fn names_storage(ty: &Type) -> bool {
    match ty {
        Type::Tuple(items) => items.iter().any(names_storage),
        other => other.is_storage(),
    }
}

/// The type of an expression that is a variable or a projection; `None` for any other.
pub fn type_of<'a>(function: &'a Function, expr: &Expr) -> Option<&'a Type> {
    match expr {
        Expr::Var(var) => Some(function.ty(*var)),
        Expr::Get(inner, index) => match (&**inner, type_of(function, inner)) {
            (Expr::Tuple(items), _) => type_of(function, items.get(*index as usize)?),
            (_, Some(Type::Tuple(items))) => items.get(*index as usize),
            _ => None,
        },
        Expr::Undef
        | Expr::Int(..)
        | Expr::Float(..)
        | Expr::Bool(_)
        | Expr::Str(_)
        | Expr::Enum(_)
        | Expr::Unary(..)
        | Expr::Cast(..)
        | Expr::Binary(..)
        | Expr::Tuple(_) => None,
    }
}
