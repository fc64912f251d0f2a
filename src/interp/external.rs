//! Functions without a body.
//!
//! What an external function does is not known, but it is a function: equal inputs give equal outputs, and any difference
//! in what it reads shows in what it writes. So its meaning here is a hash of its name and of all it reads, spread over
//! all it may write.

use std::hash::{DefaultHasher, Hash, Hasher};

use crate::interp::fault::Fault;
use crate::interp::number::{self, Number};
use crate::interp::outcome::Event;
use crate::interp::params;
use crate::interp::storage::{Handle, indices};
use crate::interp::value::Value;
use crate::interp::world::World;
use crate::ir::dtype::DType;
use crate::ir::program::{Direction, Function};
use crate::ir::types::Type;

/// The values that an external function returns. A returned tensor is the next parameter that the function may write, if
/// it has the same element type and shape, else fresh.
pub(crate) fn call(world: &mut World, callee: &Function, args: &[Value]) -> Result<Vec<Value>, Fault> {
    let places = args.iter().map(|arg| world.place(arg)).collect();
    world.trace.push(Event::External { callee: callee.name.clone(), args: places });
    let mut frame = crate::interp::frame::Frame::new(callee, world.lane, None);
    params::bind(&mut frame, args)?;
    let seed = digest(callee, args);
    let mut written = Vec::new();
    for (at, (param, arg)) in callee.params.iter().zip(args).enumerate() {
        if let (true, Value::Storage(handle)) = (param.direction.writes(), arg) {
            spread(handle, (seed, at))?;
            written.push(handle.clone());
        }
    }
    let mut written = written.into_iter();
    let mut values = Vec::new();
    for (at, ty) in callee.results.iter().enumerate() {
        values.push(match ty {
            Type::Scalar(dtype) => Value::Scalar(element(*dtype, (seed, "result", at)), *dtype),
            Type::Tensor(_) | Type::Tile(_) => {
                let (shape, dtype) = (ty.shape().unwrap_or_default(), ty.dtype().unwrap_or(DType::Fp32));
                let shape: Result<Vec<usize>, Fault> =
                    shape.iter().map(|extent| frame.value(extent)?.extent()).collect();
                let shape = shape?;
                let known = written.next().filter(|it| it.dtype() == dtype && it.shape.as_slice() == shape);
                let handle = match known {
                    Some(handle) => handle,
                    None => {
                        let fresh = Handle::fresh(&world.account, dtype, &shape)?;
                        spread(&fresh, (seed, "result", at))?;
                        fresh
                    }
                };
                Value::Storage(handle)
            }
            other => return Err(Fault::unsupported(format!("an external function that returns {other:?}"))),
        });
    }
    Ok(values)
}

/// A number for the name and all that is read. The hasher's keys are fixed, so it is the same in every run.
fn digest(callee: &Function, args: &[Value]) -> u64 {
    let mut hasher = DefaultHasher::new();
    callee.name.hash(&mut hasher);
    for (param, arg) in callee.params.iter().zip(args) {
        match arg {
            Value::Scalar(number, dtype) if *dtype != DType::TaskId => hash(*number, &mut hasher),
            Value::Storage(handle) => {
                handle.shape.hash(&mut hasher);
                if param.direction != Direction::Out {
                    handle.elements().into_iter().for_each(|number| hash(number, &mut hasher));
                }
            }
            _ => {}
        }
    }
    hasher.finish()
}

fn hash(number: Number, hasher: &mut DefaultHasher) {
    match number {
        Number::Poison => 0u8.hash(hasher),
        Number::Int(value) => (1u8, value).hash(hasher),
        Number::Float(value) => (2u8, value.to_bits()).hash(hasher),
    }
}

fn spread(handle: &Handle, seed: impl Hash) -> Result<(), Fault> {
    for (at, index) in indices(&handle.valid).enumerate() {
        handle.write(&index, element(handle.dtype(), (&seed, at)))?;
    }
    Ok(())
}

/// A small number.
fn element(dtype: DType, seed: impl Hash) -> Number {
    let mut hasher = DefaultHasher::new();
    seed.hash(&mut hasher);
    let small = (hasher.finish() % 64) as i128;
    if dtype.is_float() {
        return number::convert(Number::Float(small as f64 / 16.0 - 2.0), dtype);
    }
    number::convert(Number::Int(small % 8), dtype)
}
