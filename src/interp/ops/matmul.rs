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
        _ => None,
    }
}

/// The two factors, each with its last two axes as the product needs them.
struct Factors {
    left: Handle,
    right: Handle,
}

impl Factors {
    fn of(operation: &Operation<'_>, at: usize) -> Result<Self, Fault> {
        let left = turned(operation.handle(at)?, operation.flag("a_trans")?)?;
        let right = turned(operation.handle(at + 1)?, operation.flag("b_trans")?)?;
        let (inner, other) = (left.shape[left.rank() - 1], right.shape[right.rank() - 2]);
        if inner != other {
            let name = base_name(operation);
            return Err(Fault::misfit(format!("`{name}` of inner extents {inner} and {other}")));
        }
        Ok(Self { left, right })
    }
    /// Integers add up in `INT32`, doubles as such, every other float in `FP32`.
    fn accumulator(&self) -> DType {
        let common = self.left.dtype().promote(self.right.dtype());
        match common {
            DType::Fp64 => DType::Fp64,
            other if other.is_float() => DType::Fp32,
            _ => DType::Int32,
        }
    }
    /// Shape and valid shape of the product.
    fn result(&self) -> Result<(Extents, Extents), Fault> {
        let (left, right) = (self.left.rank() - 2, self.right.rank() - 2);
        let batch = left.max(right);
        let (mut shape, mut valid) = (Extents::new(), Extents::new());
        for axis in 0..batch {
            let of = |handle: &Handle, own: usize| {
                (axis + own).checked_sub(batch).map_or(1, |axis| handle.shape[axis])
            };
            let (one, other) = (of(&self.left, left), of(&self.right, right));
            if one != other && one != 1 && other != 1 {
                return Err(Fault::misfit(format!("batch extents {one} and {other}")));
            }
            shape.push(one.max(other));
            valid.push(one.max(other));
        }
        shape.extend([self.left.shape[left], self.right.shape[right + 1]]);
        valid.extend([self.left.valid[left], self.right.valid[right + 1]]);
        Ok((shape, valid))
    }
    /// The sum for one element of the product, on top of `start`.
    fn element(
        &self,
        operation: &mut Operation<'_>,
        index: &[usize],
        start: Number,
    ) -> Result<Number, Fault> {
        let dtype = self.accumulator();
        let (row, column) = (index[index.len() - 2], index[index.len() - 1]);
        let batch = &index[..index.len() - 2];
        let depth = self.left.valid[self.left.rank() - 1].min(self.right.valid[self.right.rank() - 2]);
        let mut sum = start;
        for step in 0..depth {
            let x = number::convert(self.left.read(&within(&self.left, batch, row, step)), dtype);
            let y = number::convert(self.right.read(&within(&self.right, batch, step, column)), dtype);
            sum = lifted(operation, &[sum, x, y], || {
                let product = scalar::binary(BinaryOp::Mul, x, y, dtype)?;
                scalar::binary(BinaryOp::Add, sum, product, dtype)
            })?;
        }
        Ok(sum)
    }
}

/// The indices of an element of one factor under broadcasting of the leading axes.
fn within(factor: &Handle, batch: &[usize], row: usize, column: usize) -> Extents {
    let own = factor.rank() - 2;
    let skip = batch.len() - own;
    let leading = batch[skip..].iter().zip(&factor.shape);
    let leading = leading.map(|(at, extent)| if *extent == 1 { 0 } else { *at });
    leading.chain([row, column]).collect()
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
    let zero = number::convert(Number::Int(0), factors.accumulator());
    let (shape, valid) = factors.result()?;
    let dtype = operation.dtype("out_dtype").unwrap_or(factors.accumulator());
    let mut sums = Vec::new();
    for index in indices(&valid) {
        sums.push(factors.element(operation, &index, zero)?);
    }
    let mut sums = sums.into_iter();
    let next = |_: &Extents| Ok(sums.next().expect("as many as there are indices"));
    operation.filled(operation.result_type(dtype), &shape, &valid, next)
}

/// The bias has one element per column.
fn product_with_bias(operation: &mut Operation<'_>) -> Result<Value, Fault> {
    let plain = product(operation)?;
    let result = plain.handle()?;
    let bias = operation.handle(2)?;
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
    let from_zero = operation.operand(3).map_or(Ok(false), Value::holds)?;
    let acc = operation.destination(0)?;
    let (shape, valid) = factors.result()?;
    if acc.shape != shape {
        let (acc, product) = (acc.shape.to_vec(), shape.to_vec());
        return Err(Fault::misfit(format!("an accumulator {acc:?} for a product {product:?}")));
    }
    let zero = number::convert(Number::Int(0), factors.accumulator());
    let mut sums = Vec::new();
    for index in indices(&valid) {
        let start = if from_zero { zero } else { acc.read(&index) };
        sums.push(factors.element(operation, &index, start)?);
    }
    for (index, sum) in indices(&valid).zip(sums) {
        acc.write(&index, sum)?;
    }
    Ok(Value::Storage(acc))
}
