//! Matrix products: sums from the first index on, rounded after each step in the accumulator's type.

use crate::interp::fault::Fault;
use crate::interp::number::{self, Number};
use crate::interp::ops::elementwise::base_name;
use crate::interp::ops::{Meaning, Operation, lifted};
use crate::interp::scalar;
use crate::interp::storage::{Extents, Handle, indices};
use crate::interp::value::Value;
use crate::ir::dtype::DType;
use crate::ir::expr::BinaryOp;

pub(super) fn meaning(base: &str) -> Option<Meaning> {
    match base {
        "matmul" | "gemv" | "batch_matmul" => Some(product),
        "matmul_bias" | "gemv_bias" => Some(product_with_bias),
        "matmul_acc" | "gemv_acc" | "batch_matmul_acc" => Some(accumulate),
        "matmul_mx" | "matmul_mx_bias" => Some(scaled_product),
        "matmul_mx_acc" => Some(accumulate_scaled),
        _ => None,
    }
}

/// A factor with its last two axes as the product needs them, and its elements in the accumulator's type.
struct Factor {
    handle: Handle,
    elements: Vec<Number>,
}

impl Factor {
    fn rows(&self) -> usize {
        self.handle.shape[self.handle.rank() - 2]
    }
    fn columns(&self) -> usize {
        self.handle.shape[self.handle.rank() - 1]
    }
    /// Multiplies each element with the scale of its block. The scales lie as the elements do, with fewer of them along
    /// one axis.
    fn scale(&mut self, scales: &Handle, (rows, columns): (usize, usize)) -> Result<(), Fault> {
        let fits = scales.rank() == 2 && self.handle.rank() == 2;
        let count = |axis: usize, whole: usize| {
            let count =
                scales.shape.get(axis).copied().filter(|count| *count > 0 && whole.is_multiple_of(*count));
            count.map(|count| whole / count)
        };
        let (Some(tall), Some(wide)) = (count(0, rows).filter(|_| fits), count(1, columns)) else {
            let shape = scales.shape.to_vec();
            return Err(Fault::misfit(format!("scales {shape:?} for a factor [{rows}, {columns}]")));
        };
        for (flat, element) in self.elements.iter_mut().enumerate() {
            let scale = scales.read(&[flat / columns / tall, flat % columns / wide]);
            let scale = number::convert(scale, DType::Fp32);
            *element = scalar::binary(BinaryOp::Mul, *element, scale, DType::Fp32)?;
        }
        Ok(())
    }
    /// Where the matrix that meets a batch index starts, under broadcasting of the leading axes.
    fn start(&self, batch: &[usize]) -> usize {
        let own = self.handle.rank() - 2;
        let skip = batch.len() - own;
        let leading = batch[skip..].iter().zip(&self.handle.shape);
        let matrix = leading.fold(0, |flat, (at, extent)| flat * extent + if *extent == 1 { 0 } else { *at });
        matrix * self.rows() * self.columns()
    }
}

/// The two factors of a product.
struct Factors {
    left: Factor,
    right: Factor,
    accumulator: DType,
}

impl Factors {
    fn of(operation: &Operation<'_>, at: usize) -> Result<Self, Fault> {
        Self::new(operation, operation.handle(at)?, operation.handle(at + 1)?)
    }
    /// The factors at `at` and `at + 2`, each with its scales behind it: a scale counts for a block of elements along
    /// the inner axis.
    fn scaled(operation: &Operation<'_>, at: usize) -> Result<Self, Fault> {
        let mut factors = Self::new(operation, operation.handle(at)?, operation.handle(at + 2)?)?;
        let inner = factors.left.columns();
        let (rows, columns) = (factors.left.rows(), factors.right.columns());
        factors.left.scale(&operation.handle(at + 1)?, (rows, inner))?;
        factors.right.scale(&operation.handle(at + 3)?, (inner, columns))?;
        Ok(factors)
    }
    fn new(operation: &Operation<'_>, left: Handle, right: Handle) -> Result<Self, Fault> {
        let left = turned(left, operation.flag("a_trans")?)?;
        let right = turned(right, operation.flag("b_trans")?)?;
        let accumulator = accumulator(left.dtype().promote(right.dtype()));
        let factor = |handle: Handle| {
            let elements = handle.elements();
            let elements = elements.into_iter().map(|it| number::convert(it, accumulator)).collect();
            Factor { handle, elements }
        };
        let (left, right) = (factor(left), factor(right));
        let (inner, other) = (left.columns(), right.rows());
        if inner != other {
            let name = base_name(operation);
            return Err(Fault::misfit(format!("`{name}` of inner extents {inner} and {other}")));
        }
        Ok(Self { left, right, accumulator })
    }
    /// Shape and valid shape of the product.
    fn result(&self) -> Result<(Extents, Extents), Fault> {
        let (left, right) = (&self.left.handle, &self.right.handle);
        let (left_batch, right_batch) = (left.rank() - 2, right.rank() - 2);
        let batch = left_batch.max(right_batch);
        let mut shape = Extents::new();
        for axis in 0..batch {
            let of = |handle: &Handle, own: usize| {
                (axis + own).checked_sub(batch).map_or(1, |axis| handle.shape[axis])
            };
            let (one, other) = (of(left, left_batch), of(right, right_batch));
            if one != other && one != 1 && other != 1 {
                return Err(Fault::misfit(format!("batch extents {one} and {other}")));
            }
            shape.push(one.max(other));
        }
        let mut valid = shape.clone();
        shape.extend([self.left.rows(), self.right.columns()]);
        valid.extend([left.valid[left_batch], right.valid[right_batch + 1]]);
        Ok((shape, valid))
    }
    /// The product in row-major order over its valid part; each sum starts from what `start` says.
    fn sums(
        &self,
        operation: &mut Operation<'_>,
        valid: &[usize],
        start: impl Fn(&[usize]) -> Number,
    ) -> Result<Vec<Number>, Fault> {
        let (left, right) = (&self.left, &self.right);
        let depth =
            left.handle.valid[left.handle.rank() - 1].min(right.handle.valid[right.handle.rank() - 2]);
        let mut sums = Vec::new();
        for index in indices(valid) {
            let (batch, place) = index.split_at(index.len() - 2);
            let row = left.start(batch) + place[0] * left.columns();
            let column = right.start(batch) + place[1];
            let mut sum = start(&index);
            for step in 0..depth {
                let (x, y) = (left.elements[row + step], right.elements[column + step * right.columns()]);
                sum = lifted(operation, &[sum, x, y], || {
                    let product = scalar::binary(BinaryOp::Mul, x, y, self.accumulator)?;
                    scalar::binary(BinaryOp::Add, sum, product, self.accumulator)
                })?;
            }
            sums.push(sum);
        }
        Ok(sums)
    }
    fn zero(&self) -> Number {
        number::convert(Number::Int(0), self.accumulator)
    }
}

/// Integers add up in `INT32`, doubles as such, every other float in `FP32`.
fn accumulator(common: DType) -> DType {
    match common {
        DType::Fp64 => DType::Fp64,
        other if other.is_float() => DType::Fp32,
        _ => DType::Int32,
    }
}

/// The last two axes swapped if asked for; one axis becomes a row.
fn turned(factor: Handle, transpose: bool) -> Result<Handle, Fault> {
    let factor = match factor.rank() {
        0 => return Err(Fault::misfit("a factor needs two axes")),
        1 => {
            let row = [1, factor.shape[0]];
            factor.reshaped(&row).ok_or_else(|| Fault::misfit("a factor needs two axes"))?
        }
        _ => factor,
    };
    if !transpose {
        return Ok(factor);
    }
    let mut order: Vec<usize> = (0..factor.rank()).collect();
    let last = order.len() - 1;
    order.swap(last - 1, last);
    Ok(factor.permuted(&order))
}

fn product(operation: &mut Operation<'_>) -> Result<Value, Fault> {
    let factors = Factors::of(operation, 0)?;
    multiplied(operation, &factors)
}

/// `matmul_mx(left, left_scale, right, right_scale, bias?)`.
fn scaled_product(operation: &mut Operation<'_>) -> Result<Value, Fault> {
    let factors = Factors::scaled(operation, 0)?;
    let product = multiplied(operation, &factors)?;
    if operation.operand(4).is_some() { with_bias(operation, product, 4) } else { Ok(product) }
}

fn multiplied(operation: &mut Operation<'_>, factors: &Factors) -> Result<Value, Fault> {
    let (shape, valid) = factors.result()?;
    let dtype = operation.dtype("out_dtype").unwrap_or(factors.accumulator);
    let zero = factors.zero();
    let sums = factors.sums(operation, &valid, |_| zero)?;
    operation.holding(operation.result_type(dtype), &shape, &valid, &sums)
}

fn product_with_bias(operation: &mut Operation<'_>) -> Result<Value, Fault> {
    let plain = product(operation)?;
    with_bias(operation, plain, 2)
}

/// The bias has one element per column.
fn with_bias(operation: &mut Operation<'_>, plain: Value, at: usize) -> Result<Value, Fault> {
    let result = plain.handle()?;
    let bias = operation.handle(at)?;
    for index in indices(&result.valid) {
        let mut own: Extents = bias.shape.iter().map(|_| 0).collect();
        let column = index[index.len() - 1];
        match own.last_mut() {
            Some(last) => *last = column,
            None => return Err(Fault::misfit("a bias needs an axis")),
        }
        let (sum, more) = (result.read(&index), bias.read(&own));
        let dtype = result.dtype();
        let sum = lifted(operation, &[sum, more], || scalar::binary(BinaryOp::Add, sum, more, dtype))?;
        result.write(&index, sum)?;
    }
    Ok(plain)
}

/// `acc + left @ right`; from zero if the last operand holds.
fn accumulate(operation: &mut Operation<'_>) -> Result<Value, Fault> {
    let factors = Factors::of(operation, 1)?;
    added_up(operation, &factors, 3)
}

/// The same of factors with scales.
fn accumulate_scaled(operation: &mut Operation<'_>) -> Result<Value, Fault> {
    let factors = Factors::scaled(operation, 1)?;
    added_up(operation, &factors, 5)
}

fn added_up(operation: &mut Operation<'_>, factors: &Factors, afresh: usize) -> Result<Value, Fault> {
    let from_zero = operation.operand(afresh).map_or(Ok(false), Value::holds)?;
    let acc = operation.destination(0)?;
    let (shape, valid) = factors.result()?;
    if acc.shape != shape {
        let (acc, product) = (acc.shape.to_vec(), shape.to_vec());
        return Err(Fault::misfit(format!("an accumulator {acc:?} for a product {product:?}")));
    }
    let zero = factors.zero();
    let start = |index: &[usize]| if from_zero { zero } else { acc.read(index) };
    let sums = factors.sums(operation, &valid, start)?;
    let origin: Extents = shape.iter().map(|_| 0).collect();
    acc.write_part(&origin, &valid, &sums)?;
    Ok(Value::Storage(acc))
}
