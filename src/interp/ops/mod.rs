//! The meaning of operators, one file a family.
//!
//! What an operator writes and what storage its result names is not decided here: it follows from the operator's row in
//! the table ([`Operation::destination`], [`Operation::view`]).

use crate::base::name::Name;
use crate::interp::fault::Fault;
use crate::interp::number::Number;
use crate::interp::storage::{Extents, Handle, indices};
use crate::interp::value::Value;
use crate::interp::world::World;
use crate::ir::attr::Attrs;
use crate::ir::dtype::DType;
use crate::ir::op::{Effect, OpRow};
use crate::ir::types::{PadValue, Type};

mod array;
mod create;
mod elementwise;
mod expand;
mod gather;
mod lookup;
mod masks;
mod matmul;
mod moves;
mod parts;
mod pipes;
mod prefetch;
mod reduce;
mod sort;
mod system;
mod views;
mod window;

/// The meaning of one operator.
pub(crate) type Meaning = fn(&mut Operation<'_>) -> Result<Value, Fault>;

/// An operator applied to values.
pub(crate) struct Operation<'a> {
    /// Its dotted name.
    pub(crate) name: &'a str,
    /// Its row in the table.
    pub(crate) row: Option<&'static OpRow>,
    /// Operands.
    pub(crate) args: Vec<Value>,
    /// Values of keywords.
    pub(crate) keywords: Vec<(Name, Value)>,
    /// Keywords as written, for the row.
    pub(crate) attrs: &'a Attrs,
    /// The type of the variable that takes the result, if one does.
    pub(crate) declared: Option<&'a Type>,
    /// Everything outside variables.
    pub(crate) world: &'a mut World,
    /// Set by an operator at which all blocks wait for each other.
    pub(crate) barrier: bool,
}

/// Runs the operator; an operator without a meaning is named in the fault.
pub(crate) fn apply(operation: &mut Operation<'_>) -> Result<Value, Fault> {
    let Some(meaning) = meaning(operation.name) else {
        return Err(Fault::unsupported(format!("operator `{}` has no meaning here", operation.name)));
    };
    meaning(operation)
}

/// The meaning of the operator of a dotted name, if it has one.
pub(crate) fn meaning(name: &str) -> Option<Meaning> {
    let (space, base) = name.split_once('.')?;
    match space {
        "tensor" | "tile" => [
            elementwise::meaning,
            parts::meaning,
            masks::meaning,
            expand::meaning,
            reduce::meaning,
            matmul::meaning,
            create::meaning,
            views::meaning,
            moves::meaning,
            gather::meaning,
            lookup::meaning,
            sort::meaning,
            pipes::meaning,
            system::meaning,
        ]
        .iter()
        .find_map(|family| family(base)),
        "array" => array::meaning(base),
        "system" => system::meaning(base),
        "prefetch" => prefetch::meaning(base),
        // The twins that the runtime brings along do the same.
        "pld" | "builtin" => window::meaning(base),
        _ => None,
    }
}

impl Operation<'_> {
    /// Operand `index`, by position or by its name as a keyword.
    pub(crate) fn operand(&self, index: usize) -> Option<&Value> {
        let by_name = || {
            let name = self.row?.operands.get(index)?.name;
            self.keyword(name)
        };
        self.args.get(index).or_else(by_name).filter(|value| !matches!(value, Value::Nothing))
    }
    /// Operand `index`, which must be there.
    pub(crate) fn arg(&self, index: usize) -> Result<&Value, Fault> {
        let name = self.name;
        self.operand(index).ok_or_else(|| Fault::misfit(format!("`{name}` lacks operand {index}")))
    }
    /// The storage that operand `index` names.
    pub(crate) fn handle(&self, index: usize) -> Result<Handle, Fault> {
        self.arg(index)?.handle().cloned()
    }
    /// The extents, offsets or indices that operand `index` lists.
    pub(crate) fn extents(&self, index: usize) -> Result<Vec<usize>, Fault> {
        self.arg(index)?.extents()
    }
    /// The same of an optional operand, where an empty list is as good as none.
    pub(crate) fn optional_extents(&self, index: usize) -> Result<Option<Vec<usize>>, Fault> {
        match self.operand(index) {
            Some(Value::Tuple(items)) if !items.is_empty() => self.extents(index).map(Some),
            Some(_) | None => Ok(None),
        }
    }
    /// The value of a keyword.
    pub(crate) fn keyword(&self, name: &str) -> Option<&Value> {
        self.keywords.iter().find(|(key, _)| key == name).map(|(_, value)| value)
    }
    /// Whether a keyword is set to true.
    pub(crate) fn flag(&self, name: &str) -> Result<bool, Fault> {
        self.keyword(name).map_or(Ok(false), Value::holds)
    }
    /// The last part of a member of an enumeration, such as `zero` of `PadValue.zero`.
    pub(crate) fn member(&self, name: &str) -> Option<&str> {
        match self.keyword(name)? {
            Value::Text(text) => Some(text.rsplit('.').next().unwrap_or(text)),
            _ => None,
        }
    }
    /// The element type that a keyword names.
    pub(crate) fn dtype(&self, name: &str) -> Option<DType> {
        match self.keyword(name)? {
            Value::Type(dtype) => Some(*dtype),
            _ => None,
        }
    }
    /// The element type of the result: as declared, else the one given.
    pub(crate) fn result_type(&self, otherwise: DType) -> DType {
        self.declared.and_then(Type::dtype).unwrap_or(otherwise)
    }
    /// The padding that keyword `pad_value` asks for.
    pub(crate) fn pad(&self) -> PadValue {
        self.member("pad_value").and_then(PadValue::parse).unwrap_or_default()
    }
    /// Fresh storage.
    pub(crate) fn fresh(&self, dtype: DType, shape: &[usize]) -> Result<Handle, Fault> {
        Handle::fresh(&self.world.account, dtype, shape)
    }
    /// Fresh storage filled in row-major order, valid where `valid` says.
    pub(crate) fn filled(
        &self,
        dtype: DType,
        shape: &[usize],
        valid: &[usize],
        element: impl FnMut(Extents) -> Result<Number, Fault>,
    ) -> Result<Value, Fault> {
        let numbers: Result<Vec<Number>, Fault> = indices(valid).map(element).collect();
        self.holding(dtype, shape, valid, &numbers?)
    }
    /// Fresh storage that holds these elements in its valid part, in row-major order.
    pub(crate) fn holding(
        &self,
        dtype: DType,
        shape: &[usize],
        valid: &[usize],
        numbers: &[Number],
    ) -> Result<Value, Fault> {
        Handle::filled(&self.world.account, dtype, shape, valid, numbers).map(Value::Storage)
    }
    /// Where an operator that updates operand `index` leaves its result: in that operand's own storage if the table says
    /// that it writes there, else in a copy.
    pub(crate) fn destination(&self, index: usize) -> Result<Handle, Fault> {
        let target = self.handle(index)?;
        let in_place = self.row.is_some_and(|row| row.effect(index, self.attrs) != Effect::Read);
        if in_place { Ok(target) } else { target.copy(&self.world.account) }
    }
    /// The result of an operator that only looks at its first operand another way: `seen` itself if the table says that
    /// the result is a view of an operand or names its storage, else a copy.
    pub(crate) fn view(&self, seen: Handle) -> Result<Value, Fault> {
        let shared = self.row.is_some_and(|row| row.view.is_some() || row.names.is_some());
        let result = if shared { seen } else { seen.copy(&self.world.account)? };
        Ok(Value::Storage(result))
    }
    /// Takes note that something was computed from poison.
    pub(crate) fn saw_poison(&mut self) {
        self.world.poison_uses += 1;
    }
}

/// A written number of an element; notes poison.
pub(crate) fn lifted(
    operation: &mut Operation<'_>,
    operands: &[Number],
    compute: impl FnOnce() -> Result<Number, Fault>,
) -> Result<Number, Fault> {
    if operands.contains(&Number::Poison) {
        operation.saw_poison();
        return Ok(Number::Poison);
    }
    compute()
}
