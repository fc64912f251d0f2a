//! Where a window lies in its storage, and which of the windows written so far it overlaps.

use std::collections::{BTreeMap, HashMap};

use crate::ir::expr::Expr;
use crate::ir::stmt::OpCall;
use crate::passes::calls::spots::Window;

/// First and one past last index per axis.
pub(crate) type Rect = Vec<(i128, i128)>;

/// Where a slice lies: `None` if the operator makes no window, `Some(None)` if where is not constant.
pub(crate) fn window_of(call: &OpCall, outer: Option<&Window>) -> Option<Option<Rect>> {
    if call.op.name() != "tensor.slice" {
        return None;
    }
    Some(rect_of(call, outer))
}

fn rect_of(call: &OpCall, outer: Option<&Window>) -> Option<Rect> {
    let (Expr::Tuple(shape), Expr::Tuple(offset)) = (call.args.get(1)?, call.args.get(2)?) else {
        return None;
    };
    let mut rect = Rect::new();
    for (extent, start) in shape.iter().zip(offset) {
        let (extent, start) = (extent.as_int()?, start.as_int()?);
        rect.push((start, start.checked_add(extent)?));
    }
    let Some(outer) = outer else { return Some(rect) };
    let base = outer.rect.as_ref().filter(|base| base.len() == rect.len())?;
    for (axis, (start, _)) in rect.iter_mut().zip(base) {
        *axis = (axis.0.checked_add(*start)?, axis.1.checked_add(*start)?);
    }
    Some(rect)
}

fn overlap(left: &Rect, right: &Rect) -> bool {
    left.len() == right.len() && left.iter().zip(right).all(|(a, b)| a.0 < b.1 && b.0 < a.1)
}

/// A rectangle that meets more cells than this is looked up one by one.
const CELLS: i128 = 64;

/// Rectangles on a grid as coarse as the first of them, so that a program of many small windows stays linear.
#[derive(Default)]
pub(crate) struct Rects {
    cell: Vec<i128>,
    grid: HashMap<Vec<i128>, Vec<usize>>,
    large: Vec<usize>,
    all: BTreeMap<usize, Rect>,
}

impl Rects {
    /// Adds a rectangle under a number that is larger than any before it.
    pub(crate) fn insert(&mut self, number: usize, rect: &Rect) {
        if self.cell.is_empty() {
            self.cell = rect.iter().map(|(start, end)| (end - start).max(1)).collect();
        }
        match self.cells(rect) {
            Some(cells) => cells.into_iter().for_each(|cell| self.grid.entry(cell).or_default().push(number)),
            None => self.large.push(number),
        }
        self.all.insert(number, rect.clone());
    }
    /// Takes the rectangle out that was added last.
    pub(crate) fn remove_last(&mut self, number: usize) {
        let Some(rect) = self.all.remove(&number) else { return };
        match self.cells(&rect) {
            Some(cells) => {
                for cell in cells {
                    let last = self.grid.get_mut(&cell).and_then(Vec::pop);
                    debug_assert_eq!(
                        last,
                        Some(number),
                        "rectangles leave in the order opposite to the one they came"
                    );
                }
            }
            None => {
                self.large.pop();
            }
        }
    }
    /// Whether any rectangle overlaps this one.
    pub(crate) fn overlaps(&self, rect: &Rect) -> bool {
        let meets = |number: &usize| self.all.get(number).is_some_and(|other| overlap(other, rect));
        match self.cells(rect) {
            Some(cells) => {
                let near = cells.iter().filter_map(|cell| self.grid.get(cell)).flatten();
                near.chain(&self.large).any(meets)
            }
            None => self.all.keys().any(meets),
        }
    }

    fn cells(&self, rect: &Rect) -> Option<Vec<Vec<i128>>> {
        if rect.len() != self.cell.len() {
            return None;
        }
        let mut cells = vec![Vec::new()];
        for ((start, end), size) in rect.iter().zip(&self.cell) {
            let (first, last) = (start.div_euclid(*size), (end - 1).div_euclid(*size));
            if (last - first + 1).saturating_mul(cells.len() as i128) > CELLS {
                return None;
            }
            let longer = cells.iter().flat_map(|cell| {
                (first..=last).map(|at| cell.iter().copied().chain([at]).collect::<Vec<_>>())
            });
            cells = longer.collect();
        }
        Some(cells)
    }
}
