//! Storage: buffers of elements, and handles that name a part of one.
//!
//! A buffer is a row of elements, each of them unwritten (poison) at first. A [`Handle`] is how a variable names
//! storage: a buffer, where its first element lies, and per axis the extent, the distance between neighbours, and how
//! much of it is valid. Copying a handle copies no element; two handles of one buffer see each other's writes.

use std::cell::{Cell, RefCell};
use std::rc::{Rc, Weak};

use smallvec::SmallVec;

use crate::interp::fault::Fault;
use crate::interp::number::{self, Number};
use crate::ir::dtype::DType;
use crate::ir::types::PadValue;

/// One number per axis.
pub(crate) type Extents = SmallVec<[usize; 4]>;

/// What all buffers of a run share: how many elements are alive, how many may be, and which statement is writing.
pub(crate) struct Account {
    alive: Cell<usize>,
    limit: usize,
    buffers: Cell<u32>,
    all: RefCell<Vec<Weak<Buffer>>>,
    /// The writer recorded for each element written from now on; `None` to record nothing.
    pub(crate) writer: Cell<Option<u32>>,
}

impl Account {
    /// Nothing alive, at most `limit` elements to come.
    pub(crate) fn new(limit: usize) -> Rc<Self> {
        Rc::new(Self {
            alive: Cell::new(0),
            limit,
            buffers: Cell::new(0),
            all: RefCell::default(),
            writer: Cell::new(None),
        })
    }
    /// Every buffer alive, in order of allocation.
    pub(crate) fn buffers(&self) -> Vec<Rc<Buffer>> {
        self.all.borrow().iter().filter_map(Weak::upgrade).collect()
    }
    fn enter(&self, buffer: &Rc<Buffer>) {
        let mut all = self.all.borrow_mut();
        if all.len() == all.capacity() {
            all.retain(|known| known.strong_count() > 0);
        }
        all.push(Rc::downgrade(buffer));
    }
}

/// A row of elements of one type.
pub(crate) struct Buffer {
    /// Its number, in order of allocation.
    pub(crate) id: u32,
    /// The type of its elements.
    pub(crate) dtype: DType,
    /// Bits of each element written so far: an integer modulo 2^64, or a double.
    cells: RefCell<Vec<Option<u64>>>,
    writers: RefCell<Vec<u32>>,
    account: Rc<Account>,
}

impl Buffer {
    /// A buffer of elements never written.
    pub(crate) fn new(account: &Rc<Account>, dtype: DType, len: usize) -> Result<Rc<Self>, Fault> {
        let alive = account.alive.get().saturating_add(len);
        if alive > account.limit {
            return Err(Fault::limit(format!("more than {} elements are alive at one time", account.limit)));
        }
        account.alive.set(alive);
        let id = account.buffers.get();
        account.buffers.set(id + 1);
        let cells = RefCell::new(vec![None; len]);
        let buffer =
            Rc::new(Self { id, dtype, cells, writers: RefCell::default(), account: account.clone() });
        account.enter(&buffer);
        Ok(buffer)
    }
    /// How many elements it has.
    pub(crate) fn len(&self) -> usize {
        self.cells.borrow().len()
    }
    /// The element at a position.
    pub(crate) fn get(&self, at: usize) -> Number {
        self.decoded(self.cells.borrow()[at])
    }
    /// The elements at these positions.
    pub(crate) fn read(&self, positions: &[usize]) -> Vec<Number> {
        let cells = self.cells.borrow();
        positions.iter().map(|at| self.decoded(cells[*at])).collect()
    }
    fn decoded(&self, cell: Option<u64>) -> Number {
        match cell {
            None => Number::Poison,
            Some(bits) if self.dtype.is_float() => Number::Float(f64::from_bits(bits)),
            Some(bits) => Number::Int(number::wrap(bits.into(), self.dtype)),
        }
    }
    /// Writes the element at a position, rounded or wrapped to the buffer's type.
    pub(crate) fn set(&self, at: usize, value: Number) {
        self.cells.borrow_mut()[at] = match number::convert(value, self.dtype) {
            Number::Poison => None,
            Number::Int(value) => Some(value as u64),
            Number::Float(value) => Some(value.to_bits()),
        };
        if let Some(writer) = self.account.writer.get() {
            let mut writers = self.writers.borrow_mut();
            if writers.is_empty() {
                writers.resize(self.len(), u32::MAX);
            }
            writers[at] = writer;
        }
    }
    /// Who wrote the element at a position, if that was recorded.
    pub(crate) fn writer(&self, at: usize) -> Option<u32> {
        self.writers.borrow().get(at).copied().filter(|&writer| writer != u32::MAX)
    }
    /// A digest of all elements; `None` if one of them was never written.
    pub(crate) fn digest(&self) -> Option<u64> {
        self.cells.borrow().iter().try_fold(0xcbf2_9ce4_8422_2325, |digest: u64, cell| {
            let bits = (*cell)?;
            // Whatever is no number is one.
            let bits = if self.dtype.is_float() && f64::from_bits(bits).is_nan() { u64::MAX } else { bits };
            Some((digest ^ bits).wrapping_mul(0x0100_0000_01b3).rotate_left(23))
        })
    }
    /// All elements.
    pub(crate) fn snapshot(&self) -> Vec<Option<u64>> {
        self.cells.borrow().clone()
    }
    /// Puts all elements back.
    pub(crate) fn restore(&self, cells: Vec<Option<u64>>) {
        *self.cells.borrow_mut() = cells;
    }
}

impl Drop for Buffer {
    fn drop(&mut self) {
        self.account.alive.set(self.account.alive.get() - self.cells.borrow().len());
    }
}

/// How a variable names storage.
#[derive(Clone)]
pub(crate) struct Handle {
    /// The buffer.
    pub(crate) buffer: Rc<Buffer>,
    /// Position of the first element.
    pub(crate) offset: usize,
    /// Extent per axis.
    pub(crate) shape: Extents,
    /// Distance between neighbours per axis.
    pub(crate) strides: Extents,
    /// Valid extent per axis.
    pub(crate) valid: Extents,
    /// Extent per axis that the buffer really has; less than the shape where a window sticks out.
    room: Extents,
    /// What reads outside the valid part give.
    pub(crate) pad: PadValue,
}

impl Handle {
    /// A handle to fresh storage, all of it valid.
    pub(crate) fn fresh(account: &Rc<Account>, dtype: DType, shape: &[usize]) -> Result<Self, Fault> {
        let len = shape.iter().try_fold(1usize, |len, &extent| len.checked_mul(extent));
        let len = len.ok_or_else(|| Fault::limit("a shape with more elements than can be counted"))?;
        let buffer = Buffer::new(account, dtype, len)?;
        Ok(Self {
            buffer,
            offset: 0,
            shape: shape.into(),
            strides: row_major(shape),
            valid: shape.into(),
            room: shape.into(),
            pad: PadValue::Null,
        })
    }
    /// The type of its elements.
    pub(crate) fn dtype(&self) -> DType {
        self.buffer.dtype
    }
    /// Number of axes.
    pub(crate) fn rank(&self) -> usize {
        self.shape.len()
    }
    /// Where the element with these indices lies in the buffer.
    pub(crate) fn position(&self, index: &[usize]) -> usize {
        debug_assert_eq!(index.len(), self.rank(), "one index per axis");
        self.offset + index.iter().zip(&self.strides).map(|(at, stride)| at * stride).sum::<usize>()
    }
    /// Whether the indices lie in the valid part.
    pub(crate) fn is_valid(&self, index: &[usize]) -> bool {
        index.iter().zip(&self.valid).all(|(at, valid)| at < valid)
    }
    /// The element with these indices; outside the valid part what the padding says, poison if it says nothing.
    pub(crate) fn read(&self, index: &[usize]) -> Number {
        if self.is_valid(index) {
            return self.buffer.get(self.position(index));
        }
        padding(self.pad, self.dtype())
    }
    /// Writes the element with these indices.
    pub(crate) fn write(&self, index: &[usize], value: Number) -> Result<(), Fault> {
        self.buffer.set(self.writable(index)?, value);
        Ok(())
    }
    /// The element with these indices, valid or not, which is about to be written.
    pub(crate) fn before_write(&self, index: &[usize]) -> Result<Number, Fault> {
        Ok(self.buffer.get(self.writable(index)?))
    }
    fn writable(&self, index: &[usize]) -> Result<usize, Fault> {
        if index.iter().zip(&self.room).all(|(at, room)| at < room) {
            return Ok(self.position(index));
        }
        let (index, room) = (index.to_vec(), self.room.to_vec());
        Err(Fault::bounds(format!("a write at {index:?} of storage with the extents {room:?}")))
    }
    /// Where the elements with indices below `extents` lie, in row-major order.
    fn positions(&self, extents: &[usize]) -> Vec<usize> {
        let mut positions = vec![self.offset];
        for (extent, stride) in extents.iter().zip(&self.strides) {
            let along = |start: &usize| {
                let start = *start;
                (0..*extent).map(move |at| start + at * stride)
            };
            positions = positions.iter().flat_map(along).collect();
        }
        positions
    }
    /// All elements in row-major order, as [`Handle::read`] sees them.
    pub(crate) fn elements(&self) -> Vec<Number> {
        if self.valid == self.shape {
            return self.valid_elements();
        }
        indices(&self.shape).map(|index| self.read(&index)).collect()
    }
    /// The elements of the valid part in row-major order.
    pub(crate) fn valid_elements(&self) -> Vec<Number> {
        self.buffer.read(&self.positions(&self.valid))
    }
    /// Writes elements in row-major order to indices from `offset` on and below `offset` plus `extents`.
    pub(crate) fn write_part(
        &self,
        offset: &[usize],
        extents: &[usize],
        numbers: &[Number],
    ) -> Result<(), Fault> {
        if extents.contains(&0) {
            return Ok(());
        }
        let last: Extents = offset.iter().zip(extents).map(|(offset, extent)| offset + extent - 1).collect();
        self.writable(&last)?;
        let part = Self { offset: self.position(offset), ..self.clone() };
        for (at, number) in part.positions(extents).into_iter().zip(numbers) {
            self.buffer.set(at, *number);
        }
        Ok(())
    }
    /// A handle to fresh storage that holds these elements in its valid part.
    pub(crate) fn filled(
        account: &Rc<Account>,
        dtype: DType,
        shape: &[usize],
        valid: &[usize],
        numbers: &[Number],
    ) -> Result<Self, Fault> {
        let fresh = Self::fresh(account, dtype, shape)?;
        let start: Extents = shape.iter().map(|_| 0).collect();
        fresh.write_part(&start, valid, numbers)?;
        Ok(fresh.with_valid(valid))
    }
    /// Copies the valid part to fresh storage with the same shape and valid shape.
    pub(crate) fn copy(&self, account: &Rc<Account>) -> Result<Self, Fault> {
        let copy = Self::filled(account, self.dtype(), &self.shape, &self.valid, &self.valid_elements())?;
        Ok(Self { pad: self.pad, ..copy })
    }
    /// A window of `shape` from `start`: a view. What lies outside the valid part stays invalid.
    pub(crate) fn window(&self, start: &[usize], shape: &[usize]) -> Self {
        let offset = self.position(start);
        let cut = |whole: &Extents| {
            let rest = whole.iter().zip(start).map(|(whole, start)| whole.saturating_sub(*start));
            rest.zip(shape).map(|(rest, extent)| rest.min(*extent)).collect()
        };
        let (valid, room) = (cut(&self.valid), cut(&self.room));
        Self { offset, shape: shape.into(), valid, room, ..self.clone() }
    }
    /// All of a part of the buffer, laid out so.
    pub(crate) fn laid_out(&self, offset: usize, shape: &[usize], strides: &[usize]) -> Self {
        let whole: Extents = shape.into();
        let (valid, room) = (whole.clone(), whole.clone());
        Self { offset, shape: whole, strides: strides.into(), valid, room, ..self.clone() }
    }
    /// The same elements under another shape, if strides can say so.
    pub(crate) fn reshaped(&self, shape: &[usize]) -> Option<Self> {
        let strides = regrouped(&self.shape, &self.strides, shape)?;
        let whole: Extents = shape.into();
        let valid = if self.valid == self.shape { whole.clone() } else { self.regrouped_valid(shape)? };
        let inside = self.room == self.shape;
        inside.then(|| Self { shape: whole.clone(), strides, valid, room: whole, ..self.clone() })
    }
    /// The valid part under another shape: only the outermost axis longer than one may be cut.
    fn regrouped_valid(&self, shape: &[usize]) -> Option<Extents> {
        let cut = (0..self.rank()).find(|&axis| self.shape[axis] != 1)?;
        let inner_whole = self.valid[cut + 1..] == self.shape[cut + 1..];
        let count = self.valid.iter().product::<usize>();
        let outer = (0..shape.len()).find(|&axis| shape[axis] != 1)?;
        let inner = shape[outer + 1..].iter().product::<usize>();
        let mut valid: Extents = shape.into();
        valid[outer] = count.checked_div(inner)?;
        (inner_whole && count % inner == 0).then_some(valid)
    }
    /// The handle with its axes in another order.
    pub(crate) fn permuted(&self, order: &[usize]) -> Self {
        let pick = |from: &Extents| order.iter().map(|&axis| from[axis]).collect();
        Self {
            shape: pick(&self.shape),
            strides: pick(&self.strides),
            valid: pick(&self.valid),
            room: pick(&self.room),
            ..self.clone()
        }
    }
    /// The handle with another valid shape.
    pub(crate) fn with_valid(&self, valid: &[usize]) -> Self {
        let valid = valid.iter().zip(&self.room).map(|(valid, room)| *valid.min(room)).collect();
        Self { valid, ..self.clone() }
    }
}

/// What padding gives to an element type.
pub(crate) fn padding(pad: PadValue, dtype: DType) -> Number {
    let (least, most) = number::ends(dtype);
    match pad {
        PadValue::Null => Number::Poison,
        PadValue::Zero => number::convert(Number::Int(0), dtype),
        PadValue::Max => most,
        PadValue::Min => least,
    }
}

/// Distances between neighbours when the last axis is dense.
pub(crate) fn row_major(shape: &[usize]) -> Extents {
    let mut strides: Extents = shape.into();
    let mut step = 1;
    for (stride, extent) in strides.iter_mut().zip(shape).rev() {
        *stride = step;
        step *= extent;
    }
    strides
}

/// Strides that list the elements of (`shape`, `strides`) in the same order under the shape `to`: groups of axes with
/// equal element counts correspond, and inside a group the old axes must lie evenly.
fn regrouped(shape: &[usize], strides: &[usize], to: &[usize]) -> Option<Extents> {
    let old: Vec<(usize, usize)> =
        shape.iter().copied().zip(strides.iter().copied()).filter(|axis| axis.0 != 1).collect();
    if shape.iter().product::<usize>() != to.iter().product::<usize>() {
        return None;
    }
    if shape.contains(&0) {
        return Some(row_major(to));
    }
    let mut result: Extents = SmallVec::from_elem(1, to.len());
    let (mut from, mut at) = (0, 0);
    while at < to.len() {
        let (mut count, mut end) = (to[at], at + 1);
        let (mut have, mut until) = (1, from);
        while have != count {
            if have < count {
                have *= old.get(until)?.0;
                until += 1;
            } else {
                count *= to.get(end)?;
                end += 1;
            }
        }
        let even = old[from..until].windows(2).all(|pair| pair[0].1 == pair[1].0 * pair[1].1);
        if !even {
            return None;
        }
        let mut step = until.checked_sub(1).filter(|last| *last >= from).map_or(1, |last| old[last].1);
        for axis in (at..end).rev() {
            result[axis] = step;
            step *= to[axis];
        }
        (from, at) = (until, end);
    }
    Some(result)
}

/// All indices below `shape` in row-major order; one empty index for no axes.
pub(crate) fn indices(shape: &[usize]) -> impl Iterator<Item = Extents> + use<> {
    let shape: Extents = shape.into();
    let start = (!shape.contains(&0)).then(|| SmallVec::from_elem(0, shape.len()));
    std::iter::successors(start, move |last: &Extents| {
        let mut next = last.clone();
        for axis in (0..shape.len()).rev() {
            next[axis] += 1;
            if next[axis] < shape[axis] {
                return Some(next);
            }
            next[axis] = 0;
        }
        None
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counting(shape: &[usize]) -> Handle {
        let handle = Handle::fresh(&Account::new(1000), DType::Int32, shape).unwrap();
        for (count, index) in indices(shape).enumerate() {
            handle.write(&index, Number::Int(count as i128)).unwrap();
        }
        handle
    }

    fn shown(handle: &Handle) -> String {
        handle.elements().iter().map(Number::to_string).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn a_window_sees_writes_through_its_root() {
        let root = counting(&[3, 4]);
        let window = root.window(&[1, 2], &[2, 2]);
        assert_eq!(shown(&window), "6 7 10 11");
        window.write(&[1, 0], Number::Int(-5)).unwrap();
        assert_eq!(root.read(&[2, 2]), Number::Int(-5));
    }

    #[test]
    fn reshape_of_a_window_keeps_the_order_or_refuses() {
        let root = counting(&[4, 4]);
        let rows = root.window(&[1, 0], &[2, 4]);
        assert_eq!(shown(&rows.reshaped(&[2, 2, 2]).unwrap()), "4 5 6 7 8 9 10 11");
        assert_eq!(shown(&rows.reshaped(&[1, 8, 1]).unwrap()), "4 5 6 7 8 9 10 11");
        let columns = root.window(&[0, 1], &[4, 2]);
        assert_eq!(shown(&columns.reshaped(&[2, 2, 2]).unwrap()), shown(&columns));
        assert!(columns.reshaped(&[8]).is_none());
        assert!(columns.reshaped(&[7]).is_none());
    }

    #[test]
    fn a_window_that_sticks_out_is_valid_only_inside() {
        let window = counting(&[3, 4]).window(&[2, 2], &[2, 4]);
        assert_eq!(window.valid.as_slice(), [1, 2]);
        assert_eq!(shown(&window), "10 11 unwritten unwritten unwritten unwritten unwritten unwritten");
        assert!(window.write(&[1, 0], Number::Int(0)).is_err());
    }

    #[test]
    fn a_cut_outermost_axis_survives_reshape() {
        let cut = counting(&[4, 4]).with_valid(&[2, 4]);
        assert_eq!(cut.reshaped(&[2, 2, 4]).unwrap().valid.as_slice(), [1, 2, 4]);
        assert!(counting(&[4, 4]).with_valid(&[4, 2]).reshaped(&[16]).is_none());
    }

    #[test]
    fn unwritten_elements_are_poison_and_the_limit_holds() {
        let account = Account::new(10);
        let first = Handle::fresh(&account, DType::Fp32, &[8]).unwrap();
        assert_eq!(first.read(&[3]), Number::Poison);
        assert!(Handle::fresh(&account, DType::Fp32, &[8]).is_err());
        drop(first);
        assert!(Handle::fresh(&account, DType::Fp32, &[8]).is_ok());
    }
}
