//! Inputs for one function: by seed, or from JSON.

use std::collections::BTreeMap;
use std::rc::Rc;

use serde_json::{Map, Value as Json, json};

use crate::interp::aliasing::{Aliasing, Part, extents_of_parts};
use crate::interp::fault::Fault;
use crate::interp::number::{self, Number};
use crate::interp::scalar;
use crate::interp::storage::{Account, Handle, indices};
use crate::interp::value::Value;
use crate::ir::dtype::DType;
use crate::ir::expr::Expr;
use crate::ir::program::{Function, Program, VarId};
use crate::ir::stmt::{Rhs, StmtKind};
use crate::ir::types::Type;

/// One input per parameter.
#[derive(Clone, PartialEq, Debug)]
pub struct Inputs(pub Vec<Input>);

/// The input for one parameter.
#[derive(Clone, PartialEq, Debug)]
pub enum Input {
    /// A scalar.
    Scalar(Number),
    /// A tensor, tile or array with its elements in row-major order.
    Storage {
        /// Extent per axis.
        shape: Vec<usize>,
        /// Elements.
        elements: Vec<Number>,
    },
    /// The very storage of an earlier parameter.
    Same(usize),
    /// A part of a buffer that several parameters share.
    Part {
        /// Which part.
        part: Part,
        /// All elements of the buffer, with the first parameter that lies in it.
        elements: Vec<Number>,
    },
    /// Something that only passes through.
    Token,
}

/// Numbers from a seed.
struct Random(u64);

impl Random {
    /// The next number below `bound`.
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (bits ^ (bits >> 31)) % bound
    }
}

impl Inputs {
    /// Inputs by seed for distinct parameters.
    pub fn seeded(program: &Program, entry: &str, seed: u64) -> Result<Self, Fault> {
        Self::aliased(program, entry, seed, &Aliasing::default())
    }
    /// Inputs by seed for parameters that share storage so.
    ///
    /// Floats lie between 1/4 and 4, so that logarithms and roots exist. Integers are small and not negative, so that they
    /// index. A dynamic extent is once or twice the largest extent that the program writes as a number, so that loops over
    /// blocks come out even. Everything a parameter holds is written, also what the function may only write.
    pub fn aliased(program: &Program, entry: &str, seed: u64, aliasing: &Aliasing) -> Result<Self, Fault> {
        let Some(function) = program.functions.get(entry) else {
            return Err(Fault::request(format!("there is no function `{entry}`")));
        };
        let mut random = Random(seed);
        let mut known = dynamic_extents(program, function, &mut random);
        known.extend(extents_of_parts(function, aliasing));
        scalars(function, &mut random, &mut known);
        let look_up = |var: VarId| {
            let name = &function.vars[var].name;
            let number = known.get(&var).ok_or_else(|| Fault::request(format!("no value for `{name}`")))?;
            Ok(Value::Scalar(*number, function.ty(var).dtype().unwrap_or(DType::Index)))
        };
        let mut inputs: Vec<Input> = Vec::new();
        for (at, param) in function.params.iter().enumerate() {
            let ty = function.ty(param.var);
            if let Some(part) = aliasing.parts.get(&at) {
                let count = if part.first == at { part.len } else { 0 };
                let dtype = ty.dtype().unwrap_or(DType::Fp32);
                let elements = (0..count).map(|_| element(dtype, &mut random)).collect();
                inputs.push(Input::Part { part: part.clone(), elements });
                continue;
            }
            if let Some(&earlier) = aliasing.same.get(at).filter(|&&earlier| earlier < at) {
                inputs.push(Input::Same(earlier));
                continue;
            }
            inputs.push(match ty {
                Type::Scalar(_) => Input::Scalar(known[&param.var]),
                Type::Tensor(_) | Type::Tile(_) | Type::Array(..) => {
                    let shape = match ty {
                        Type::Array(extent, _) => vec![*extent as usize],
                        _ => extents(ty.shape().unwrap_or_default(), &look_up)?,
                    };
                    let dtype = ty.dtype().unwrap_or(DType::Fp32);
                    let len = shape.iter().product();
                    Input::Storage {
                        elements: (0..len).map(|_| element(dtype, &mut random)).collect(),
                        shape,
                    }
                }
                Type::Tuple(_) | Type::Ptr | Type::MemRef | Type::Unknown | Type::Named(_) => Input::Token,
            });
        }
        Ok(Self(inputs))
    }
    /// The values of parameters: fresh storage with these elements.
    pub(crate) fn values(&self, account: &Rc<Account>, function: &Function) -> Result<Vec<Value>, Fault> {
        if self.0.len() != function.params.len() {
            let (given, taken) = (self.0.len(), function.params.len());
            return Err(Fault::request(format!(
                "{given} inputs for the {taken} parameters of `{}`",
                function.name
            )));
        }
        let mut values: Vec<Value> = Vec::new();
        let mut buffers: BTreeMap<usize, Handle> = BTreeMap::new();
        for (param, input) in function.params.iter().zip(&self.0) {
            let ty = function.ty(param.var);
            let dtype = ty.dtype().unwrap_or(DType::Fp32);
            values.push(match input {
                Input::Scalar(number) => Value::Scalar(number::convert(*number, dtype), dtype),
                Input::Storage { shape, elements } => {
                    let handle = Handle::fresh(account, dtype, shape)?;
                    if handle.buffer.len() != elements.len() {
                        let (have, need) = (elements.len(), handle.buffer.len());
                        return Err(Fault::request(format!("{have} elements for a shape of {need}")));
                    }
                    for (index, element) in indices(shape).zip(elements) {
                        handle.write(&index, *element)?;
                    }
                    Value::Storage(declared_valid(handle, ty, function, &values)?)
                }
                Input::Same(earlier) => {
                    let earlier = values.get(*earlier).cloned();
                    earlier.ok_or_else(|| Fault::request("an input that is the same as a later one"))?
                }
                Input::Part { part, elements } => {
                    if part.first == values.len() {
                        let whole = Handle::filled(account, dtype, &[part.len], &[part.len], elements)?;
                        buffers.insert(part.first, whole);
                    }
                    let whole = buffers.get(&part.first);
                    let whole = whole.ok_or_else(|| Fault::request("a part of a buffer of a later input"))?;
                    Value::Storage(declared_valid(part_of(whole, part)?, ty, function, &values)?)
                }
                Input::Token => Value::Token,
            });
        }
        Ok(values)
    }
}

/// The part of a buffer, which must have all of it.
fn part_of(whole: &Handle, part: &Part) -> Result<Handle, Fault> {
    let ends = part.shape.iter().zip(&part.strides);
    let last = part.offset + ends.map(|(extent, stride)| extent.saturating_sub(1) * stride).sum::<usize>();
    if last >= whole.buffer.len() || part.shape.len() != part.strides.len() {
        return Err(Fault::request("a part that its buffer does not have"));
    }
    Ok(whole.laid_out(part.offset, &part.shape, &part.strides))
}

/// The handle with the valid shape that the type of a parameter declares, where earlier scalars or constants say it.
fn declared_valid(handle: Handle, ty: &Type, function: &Function, before: &[Value]) -> Result<Handle, Fault> {
    let look_up = |var: VarId| {
        let known = function.param_index(var).and_then(|at| before.get(at)).cloned();
        known.ok_or_else(|| Fault::request("a valid extent that no earlier parameter gives"))
    };
    let valid = ty.valid_shape().unwrap_or_default().iter().zip(&handle.shape);
    let valid: Vec<usize> = valid
        .map(|(says, is)| {
            scalar::evaluate(says, &look_up).and_then(|it| it.extent()).map_or(*is, |it| it.min(*is))
        })
        .collect();
    Ok(if valid.len() == handle.rank() { handle.with_valid(&valid) } else { handle })
}

fn extents(exprs: &[Expr], look_up: &impl Fn(VarId) -> Result<Value, Fault>) -> Result<Vec<usize>, Fault> {
    exprs.iter().map(|expr| scalar::evaluate(expr, look_up)?.extent()).collect()
}

/// A value for each dynamic symbol of a function.
fn dynamic_extents(program: &Program, function: &Function, random: &mut Random) -> BTreeMap<VarId, Number> {
    let unit = largest_extent(program);
    let extent = |random: &mut Random| Number::Int(i128::from(unit * (1 + random.below(2))));
    function.symbols.iter().map(|symbol| (*symbol, extent(random))).collect()
}

/// The largest number up to 128 that stands as an extent of a type or in a list of extents of the program; at least 2.
fn largest_extent(program: &Program) -> u64 {
    let mut largest = 2;
    let mut see = |exprs: &[Expr]| {
        let numbers = exprs.iter().filter_map(Expr::as_int).filter_map(|it| u64::try_from(it).ok());
        largest = numbers.filter(|it| *it <= 128).fold(largest, u64::max);
    };
    for function in program.functions.values() {
        function.params.iter().for_each(|param| see(function.ty(param.var).shape().unwrap_or_default()));
        for stmt in function.stmts() {
            if let StmtKind::Let(_, Rhs::Op(op)) | StmtKind::Eval(Rhs::Op(op)) = &stmt.kind {
                for arg in &op.args {
                    if let Expr::Tuple(items) = arg {
                        see(items);
                    }
                }
            }
        }
    }
    largest
}

/// A value for each scalar parameter: integers below 4, and at least 1 if an extent of the signature mentions it.
fn scalars(function: &Function, random: &mut Random, known: &mut BTreeMap<VarId, Number>) {
    let mut in_types = Vec::new();
    for param in &function.params {
        let ty = function.ty(param.var);
        let extents = ty.shape().into_iter().chain(ty.valid_shape()).flatten();
        extents.for_each(|extent| extent.for_each_var(&mut |var| in_types.push(var)));
    }
    for param in &function.params {
        if let Type::Scalar(dtype) = function.ty(param.var) {
            let number = match dtype {
                DType::TaskId => Number::Int(-1),
                DType::Bool => Number::Int(random.below(2).into()),
                other if other.is_float() => element(*other, random),
                _ if in_types.contains(&param.var) => Number::Int(i128::from(1 + random.below(3))),
                _ => Number::Int(random.below(4).into()),
            };
            known.insert(param.var, number);
        }
    }
}

fn element(dtype: DType, random: &mut Random) -> Number {
    match dtype {
        DType::TaskId => Number::Int(-1),
        DType::Bool => Number::Int(random.below(2).into()),
        other if other.is_float() => {
            number::convert(Number::Float((64 + random.below(960)) as f64 / 256.0), other)
        }
        _ => Number::Int(random.below(4).into()),
    }
}

impl Inputs {
    /// As JSON: parameters by name; storage as `{"shape": [..], "data": [..]}`, the storage of another parameter as
    /// `{"same": "name"}`.
    pub fn to_json(&self, function: &Function) -> Json {
        let mut object = Map::new();
        let name = |at: usize| function.vars[function.params[at].var].name.to_string();
        for (at, input) in self.0.iter().enumerate() {
            let value = match input {
                Input::Scalar(number) => number_to_json(*number),
                Input::Storage { shape, elements } => {
                    let data: Vec<Json> = elements.iter().copied().map(number_to_json).collect();
                    json!({ "shape": shape, "data": data })
                }
                Input::Same(earlier) => json!({ "same": name(*earlier) }),
                Input::Part { part, .. } => json!({
                    "part_of": name(part.first),
                    "offset": part.offset,
                    "shape": part.shape,
                    "strides": part.strides,
                }),
                Input::Token => Json::Null,
            };
            object.insert(name(at), value);
        }
        Json::Object(object)
    }
    /// From the same JSON, where storage may also be nested lists; parameters that it does not mention keep their input.
    pub fn set_from_json(&mut self, function: &Function, json: &Json) -> Result<(), Fault> {
        let Json::Object(object) = json else {
            return Err(Fault::request("inputs are an object with one entry per parameter"));
        };
        let index = |name: &str| {
            let found = function.params.iter().position(|param| function.vars[param.var].name == name);
            found.ok_or_else(|| Fault::request(format!("`{}` has no parameter `{name}`", function.name)))
        };
        for (name, value) in object {
            let wrong = |what: &str| Fault::request(format!("input `{name}`: {what}"));
            let at = index(name)?;
            self.0[at] = match value {
                Json::Null => Input::Token,
                Json::Object(fields) => match (fields.get("same"), fields.get("shape"), fields.get("data")) {
                    (Some(Json::String(other)), None, None) => Input::Same(index(other)?),
                    (None, Some(Json::Array(shape)), Some(Json::Array(data))) => Input::Storage {
                        shape: shape
                            .iter()
                            .map(|extent| extent.as_u64().map(|extent| extent as usize))
                            .collect::<Option<_>>()
                            .ok_or_else(|| wrong("extents are numbers from 0 on"))?,
                        elements: data
                            .iter()
                            .map(number_from_json)
                            .collect::<Option<_>>()
                            .ok_or_else(|| wrong(ELEMENTS))?,
                    },
                    _ => return Err(wrong("storage needs `shape` and `data`, or `same`")),
                },
                Json::Array(_) => {
                    let (shape, items) =
                        from_lists(value).ok_or_else(|| wrong("its lists differ in length"))?;
                    let elements = items.into_iter().map(number_from_json).collect::<Option<_>>();
                    Input::Storage { shape, elements: elements.ok_or_else(|| wrong(ELEMENTS))? }
                }
                other => {
                    Input::Scalar(number_from_json(other).ok_or_else(|| {
                        wrong("a number is needed, a list of numbers, or `shape` and `data`")
                    })?)
                }
            };
        }
        Ok(())
    }
}

/// What an element may be.
const ELEMENTS: &str = "elements are numbers, null, \"nan\", \"inf\" or \"-inf\"";

/// The extents of nested lists, and their items in row-major order; nothing if lists side by side differ in length.
fn from_lists(json: &Json) -> Option<(Vec<usize>, Vec<&Json>)> {
    let mut shape = Vec::new();
    let mut level = vec![json];
    while let Some(Json::Array(first)) = level.first() {
        let mut next = Vec::with_capacity(level.len() * first.len());
        for item in &level {
            next.extend(item.as_array().filter(|list| list.len() == first.len())?);
        }
        shape.push(first.len());
        level = next;
    }
    Some((shape, level))
}

/// A number as JSON: an unwritten one is `null`, and what JSON has no number for is a text.
pub fn number_to_json(number: Number) -> Json {
    match number {
        Number::Poison => Json::Null,
        Number::Int(value) => match i64::try_from(value) {
            Ok(value) => json!(value),
            Err(_) => json!(value as u64),
        },
        Number::Float(value) if value.is_nan() => json!("nan"),
        Number::Float(value) if value.is_infinite() => json!(if value > 0.0 { "inf" } else { "-inf" }),
        Number::Float(value) => json!(value),
    }
}

fn number_from_json(json: &Json) -> Option<Number> {
    match json {
        Json::Null => Some(Number::Poison),
        Json::Bool(value) => Some(Number::Int((*value).into())),
        Json::Number(number) => number
            .as_i64()
            .map(|value| Number::Int(value.into()))
            .or_else(|| number.as_u64().map(|value| Number::Int(value.into())))
            .or_else(|| number.as_f64().map(Number::Float)),
        Json::String(text) => match text.as_str() {
            "nan" => Some(Number::Float(f64::NAN)),
            "inf" => Some(Number::Float(f64::INFINITY)),
            "-inf" => Some(Number::Float(f64::NEG_INFINITY)),
            _ => None,
        },
        Json::Array(_) | Json::Object(_) => None,
    }
}
