//! What a built program reads and writes, as bytes: the format stands in `selfsame_host.h`.

use crate::base::name::Name;
use crate::codegen::types;
use crate::interp::inputs::{Input, Inputs};
use crate::interp::number::{Number, convert};
use crate::interp::outcome::{Content, Output, Root};
use crate::ir::dtype::DType;
use crate::ir::program::Function;
use crate::ir::types::Type;

/// What a run computed.
#[derive(Clone, Debug)]
pub struct Outputs {
    /// Final content of each parameter; of what is no tensor, the input.
    pub params: Vec<Output>,
    /// Returned values.
    pub returns: Vec<Output>,
    /// Window buffers by name.
    pub windows: Vec<(Name, Output)>,
}

/// The inputs of a function as bytes.
///
/// # Errors
/// A sentence about what does not fit.
pub fn encode(function: &Function, inputs: &Inputs) -> Result<Vec<u8>, String> {
    if inputs.0.len() != function.params.len() {
        return Err(format!("{} inputs for {} parameters", inputs.0.len(), function.params.len()));
    }
    let mut bytes = b"SSIN".to_vec();
    bytes.extend((inputs.0.len() as u32).to_le_bytes());
    for (param, input) in function.params.iter().zip(&inputs.0) {
        let dtype = function.ty(param.var).dtype().unwrap_or(DType::UInt64);
        match input {
            Input::Scalar(number) => {
                bytes.push(0);
                bytes.extend(slot(*number, dtype));
            }
            Input::Storage { shape, elements } => {
                let width = width(dtype)?;
                bytes.push(1);
                bytes.extend((shape.len() as u32).to_le_bytes());
                shape.iter().for_each(|extent| bytes.extend((*extent as u32).to_le_bytes()));
                elements.iter().for_each(|element| bytes.extend(&element_bytes(*element, dtype)[..width]));
            }
            Input::Same(earlier) => {
                bytes.push(2);
                bytes.extend((*earlier as u32).to_le_bytes());
            }
            Input::Part { .. } => return Err("parts of one buffer cannot be passed to a program".to_owned()),
            Input::Token => bytes.push(3),
        }
    }
    Ok(bytes)
}

/// Bytes of an element in the runtime's memory.
fn width(dtype: DType) -> Result<usize, String> {
    match dtype {
        DType::Fp8E8M0 | DType::Fp4 => Err(format!("tensors of {dtype} have no elements on the CPU")),
        _ if types::data_type(dtype).is_none() => Err(format!("the runtime has no tensors of {dtype}")),
        _ => Ok(dtype.bits() as usize / 8),
    }
}

/// The eight bytes of a scalar's slot.
fn slot(number: Number, dtype: DType) -> [u8; 8] {
    match number {
        // Floats that C++ has no type for travel in single precision.
        Number::Float(value) if dtype != DType::Fp64 => {
            let mut bytes = [0; 8];
            bytes[..4].copy_from_slice(&(value as f32).to_le_bytes());
            bytes
        }
        other => element_bytes(other, dtype),
    }
}

fn element_bytes(number: Number, dtype: DType) -> [u8; 8] {
    let mut bytes = [0xCD; 8];
    match convert(number, dtype) {
        Number::Poison => {}
        Number::Int(value) => bytes = (value as u64).to_le_bytes(),
        Number::Float(value) => match dtype {
            DType::Fp64 => bytes = value.to_le_bytes(),
            DType::Fp16 => bytes[..2].copy_from_slice(&half::f16::from_f64(value).to_le_bytes()),
            DType::Bf16 => bytes[..2].copy_from_slice(&half::bf16::from_f64(value).to_le_bytes()),
            DType::Fp8E4M3FN => bytes[0] = small(value, 4, 3),
            DType::Fp8E5M2 => bytes[0] = small(value, 5, 2),
            _ => bytes[..4].copy_from_slice(&(value as f32).to_le_bytes()),
        },
    }
    bytes
}

/// The bits of a number that an eight-bit float holds exactly.
fn small(value: f64, exponent_bits: i32, fraction_bits: i32) -> u8 {
    (0..=u8::MAX)
        .find(|&bits| {
            let held = from_small(bits, exponent_bits, fraction_bits);
            held.to_bits() == value.to_bits() || (held.is_nan() && value.is_nan())
        })
        .unwrap_or(0)
}

fn from_small(bits: u8, exponent_bits: i32, fraction_bits: i32) -> f64 {
    let bias = (1 << (exponent_bits - 1)) - 1;
    let (fraction, exponent) = (
        i32::from(bits) & ((1 << fraction_bits) - 1),
        (i32::from(bits) >> fraction_bits) & ((1 << exponent_bits) - 1),
    );
    let sign = if bits & 0x80 == 0 { 1.0 } else { -1.0 };
    let top = (1 << exponent_bits) - 1;
    let size = match (exponent, exponent_bits) {
        (exponent, 5) if exponent == top => {
            if fraction == 0 {
                f64::INFINITY
            } else {
                f64::NAN
            }
        }
        (exponent, _) if exponent == top && fraction == (1 << fraction_bits) - 1 => f64::NAN,
        (0, _) => f64::from(fraction) * 2f64.powi(1 - bias - fraction_bits),
        _ => f64::from((1 << fraction_bits) + fraction) * 2f64.powi(exponent - bias - fraction_bits),
    };
    sign * size
}

fn element(bytes: &[u8], dtype: DType) -> Number {
    let mut wide = [0; 8];
    wide[..bytes.len().min(8)].copy_from_slice(&bytes[..bytes.len().min(8)]);
    let int = u64::from_le_bytes(wide);
    match dtype {
        DType::Fp64 => Number::Float(f64::from_le_bytes(wide)),
        DType::Fp16 => Number::Float(half::f16::from_bits(int as u16).to_f64()),
        DType::Bf16 => Number::Float(half::bf16::from_bits(int as u16).to_f64()),
        DType::Fp8E4M3FN => Number::Float(from_small(int as u8, 4, 3)),
        DType::Fp8E5M2 => Number::Float(from_small(int as u8, 5, 2)),
        dtype if dtype.is_float() => Number::Float(f64::from(f32::from_bits(int as u32))),
        dtype => convert(Number::Int(i128::from(int)), dtype),
    }
}

/// The bytes that a run wrote, as outputs.
///
/// # Errors
/// A sentence about what is wrong with them.
pub fn decode(function: &Function, inputs: &Inputs, bytes: &[u8]) -> Result<Outputs, String> {
    let mut cursor = Cursor { bytes, at: 0 };
    if cursor.take(4)? != b"SSOU" {
        return Err("the program wrote no outputs".to_owned());
    }
    let mut outputs = Outputs { params: Vec::new(), returns: Vec::new(), windows: Vec::new() };
    for (at, (param, input)) in function.params.iter().zip(&inputs.0).enumerate() {
        let ty = function.ty(param.var);
        let dtype = ty.dtype().unwrap_or(DType::UInt64);
        outputs.params.push(match input {
            Input::Scalar(number) => Output::Scalar(convert(*number, dtype), dtype),
            Input::Token => Output::Other("a context".to_owned()),
            Input::Storage { .. } | Input::Part { .. } | Input::Same(_) => {
                let (root, shape) = storage(&inputs.0, at);
                cursor.content(Root::Param(root), dtype, shape.to_vec())?
            }
        });
    }
    let count = cursor.number()?;
    let mut fresh = 0;
    for at in 0..count as usize {
        let ty = function.results.get(at).ok_or("more values are returned than declared")?;
        let dtype = ty.dtype().unwrap_or(DType::UInt64);
        if cursor.take(1)?[0] == 0 {
            let slot = cursor.take(8)?;
            if dtype == DType::TaskId {
                outputs.returns.push(Output::Task(Vec::new()));
                continue;
            }
            let number = match dtype {
                dtype if dtype.is_float() && dtype != DType::Fp64 => element(&slot[..4], DType::Fp32),
                dtype => element(slot, dtype),
            };
            outputs.returns.push(Output::Scalar(number, dtype));
            continue;
        }
        let root = cursor.number()?;
        let rank = cursor.number()?;
        let shape: Result<Vec<usize>, String> =
            (0..rank).map(|_| cursor.number().map(|it| it as usize)).collect();
        let root = if root == u32::MAX {
            fresh += 1;
            Root::Fresh(fresh - 1)
        } else {
            Root::Param(root as usize)
        };
        outputs.returns.push(cursor.content(root, dtype, shape?)?);
    }
    for at in 0..cursor.number()? as usize {
        outputs.windows.push(cursor.window(at)?);
    }
    Ok(outputs)
}

/// The parameter whose storage a parameter is, and its shape.
fn storage(inputs: &[Input], at: usize) -> (usize, &[usize]) {
    let mut root = at;
    loop {
        match &inputs[root] {
            Input::Same(earlier) => root = *earlier,
            Input::Storage { shape, .. } => return (root, shape),
            Input::Scalar(_) | Input::Part { .. } | Input::Token => return (root, &[]),
        }
    }
}

struct Cursor<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Cursor<'a> {
    fn take(&mut self, count: usize) -> Result<&'a [u8], String> {
        let taken = self.bytes.get(self.at..self.at + count).ok_or("the outputs end too early")?;
        self.at += count;
        Ok(taken)
    }
    fn number(&mut self) -> Result<u32, String> {
        let bytes = self.take(4)?;
        Ok(u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]))
    }
    fn content(&mut self, root: Root, dtype: DType, shape: Vec<usize>) -> Result<Output, String> {
        let width = width(dtype)?;
        let count: usize = shape.iter().product();
        let elements = self.take(count * width)?.chunks(width).map(|bytes| element(bytes, dtype)).collect();
        let valid = shape.clone();
        Ok(Output::Storage(Content {
            root,
            dtype,
            shape,
            valid,
            elements,
            writers: Vec::new(),
            sites: Vec::new(),
        }))
    }
}

impl Cursor<'_> {
    /// One window buffer: its name, and its elements if it was ever seen as a window.
    fn window(&mut self, at: usize) -> Result<(Name, Output), String> {
        let len = self.number()? as usize;
        let name = String::from_utf8_lossy(self.take(len)?).into_owned();
        if self.take(1)?[0] == 0 {
            return Ok((name.into(), Output::Other("never used".into())));
        }
        let code = usize::from(self.take(1)?[0]);
        let dtype = DType::all().nth(code).ok_or("a window of an unknown element type")?;
        let count = self.number()? as usize;
        Ok((name.into(), self.content(Root::Window(at), dtype, vec![count])?))
    }
}

/// Whether a type can be a parameter of a program for the CPU.
pub fn fits(ty: &Type) -> bool {
    match ty {
        Type::Tensor(tensor) => width(tensor.dtype).is_ok(),
        Type::Scalar(dtype) => types::scalar(*dtype).or_else(|| types::model(*dtype)).is_some(),
        Type::Named(_) => true,
        Type::Tile(_) | Type::Array(..) | Type::Tuple(_) | Type::Ptr | Type::MemRef | Type::Unknown => false,
    }
}
