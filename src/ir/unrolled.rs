//! Carries of unrolled loops. `pl.unroll` has no header for them, so nothing in the text says which comes first; yet what
//! is said of a carry by its number must mean the same one when the text is read again. They stand in the order in which
//! what they begin as was defined; those that begin as nothing come last.

use crate::base::id::IdVec;
use crate::ir::events::{Event, Place};
use crate::ir::program::{Function, VarId};
use crate::ir::stmt::{Carry, For, ForKind, StmtKind};
use crate::ir::walk::{defined, defined_inside};

/// Puts the carries of each unrolled loop in that order.
pub fn order_carries(function: &mut Function) {
    for Reordered { place, order, jumps } in reordered(function) {
        if let StmtKind::For(it) = &mut function.blocks[place.block].stmts[place.index].kind {
            it.carries = pick(&it.carries, &order);
        }
        for Place { block, index } in jumps {
            if let StmtKind::Break(values) | StmtKind::Continue(values) =
                &mut function.blocks[block].stmts[index].kind
            {
                *values = pick(values, &order);
            }
        }
    }
}

/// An unrolled loop whose carries change places.
struct Reordered {
    place: Place,
    /// Which carry comes first, second, and so on.
    order: Vec<usize>,
    /// Jumps that hand on a value for each.
    jumps: Vec<Place>,
}

fn reordered(function: &Function) -> Vec<Reordered> {
    let mut defs = Definitions { places: IdVec::filled(NOTHING, function.vars.len()), next: 0 };
    defs.add(function.symbols.iter().copied().chain(function.params.iter().map(|param| param.var)));
    let mut found: Vec<Reordered> = Vec::new();
    // Of each loop around this point the number in `found`, if it is there.
    let mut around: Vec<Option<usize>> = Vec::new();
    for event in function.events() {
        match event {
            Event::Before(stmt, place) => {
                match &stmt.kind {
                    StmtKind::For(it) => {
                        let order = defs.order(it);
                        around.push(order.is_some().then_some(found.len()));
                        found.extend(order.map(|order| Reordered { place, order, jumps: Vec::new() }));
                    }
                    StmtKind::While(_) => around.push(None),
                    StmtKind::Break(_) | StmtKind::Continue(_) => {
                        if let Some(Some(of)) = around.last() {
                            found[*of].jumps.push(place);
                        }
                    }
                    _ => {}
                }
                defs.add(defined_inside(&stmt.kind));
            }
            Event::After(stmt, _) => {
                if matches!(stmt.kind, StmtKind::For(_) | StmtKind::While(_)) {
                    around.pop();
                }
                defs.add(defined(&stmt.kind));
            }
            Event::Open(..) | Event::Close(..) => {}
        }
    }
    found
}

/// What is defined nowhere.
const NOTHING: u32 = u32::MAX;

/// When each variable was defined.
struct Definitions {
    places: IdVec<VarId, u32>,
    next: u32,
}

impl Definitions {
    fn add(&mut self, vars: impl IntoIterator<Item = VarId>) {
        for var in vars {
            self.places[var] = self.next;
            self.next += 1;
        }
    }

    /// The order of the carries of an unrolled loop, if it is another than they have.
    fn order(&self, it: &For) -> Option<Vec<usize>> {
        if it.kind != ForKind::Unroll {
            return None;
        }
        let start = |carry: &Carry| carry.init.as_var().map_or(NOTHING, |var| self.places[var]);
        let mut order: Vec<usize> = (0..it.carries.len()).collect();
        order.sort_by_key(|n| start(&it.carries[*n]));
        (!order.is_sorted()).then_some(order)
    }
}

fn pick<T: Clone>(items: &[T], order: &[usize]) -> Vec<T> {
    order.iter().map(|n| items[*n].clone()).collect()
}
