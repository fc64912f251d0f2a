//! Carries of unrolled loops. `pl.unroll` has no header for them, so nothing in the text says which comes first; yet what
//! is said of a carry by its number must mean the same one when the text is read again. They stand in the order in which
//! what they begin as was defined; those that begin as nothing come last. And a text only has those that something reads:
//! behind the loop or on the next trip.

use crate::base::id::IdVec;
use crate::ir::events::{Event, Place};
use crate::ir::program::{Function, VarId};
use crate::ir::stmt::{Carry, For, ForKind, StmtKind};
use crate::ir::walk::{defined, defined_inside, mentioned};

/// Leaves each unrolled loop the carries that a text has, in its order. Says whether any went: what only they read may
/// go as well.
pub fn settle_carries(function: &mut Function) -> bool {
    let mut dropped = false;
    for Settled { place, order, jumps } in settled(function) {
        if let StmtKind::For(it) = &mut function.blocks[place.block].stmts[place.index].kind {
            dropped |= order.len() < it.carries.len();
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
    dropped
}

/// An unrolled loop whose carries change places, or lose some.
struct Settled {
    place: Place,
    /// Which carry comes first, second, and so on.
    order: Vec<usize>,
    /// Jumps that hand on a value for each.
    jumps: Vec<Place>,
}

fn settled(function: &Function) -> Vec<Settled> {
    let read = mentioned(function);
    let mut defs = Definitions { places: IdVec::filled(NOTHING, function.vars.len()), next: 0 };
    defs.add(function.symbols.iter().copied().chain(function.params.iter().map(|param| param.var)));
    let mut found: Vec<Settled> = Vec::new();
    // Of each loop around this point the number in `found`, if it is there.
    let mut around: Vec<Option<usize>> = Vec::new();
    for event in function.events() {
        match event {
            Event::Before(stmt, place) => {
                match &stmt.kind {
                    StmtKind::For(it) => {
                        let order = defs.order(it, &read);
                        around.push(order.is_some().then_some(found.len()));
                        found.extend(order.map(|order| Settled { place, order, jumps: Vec::new() }));
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
                let loops = matches!(stmt.kind, StmtKind::For(_) | StmtKind::While(_));
                let results = defined(&stmt.kind);
                match if loops { around.pop().flatten() } else { None } {
                    Some(of) => defs.add(pick(&results, &found[of].order)),
                    None => defs.add(results),
                }
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

    /// The carries that an unrolled loop has in a text, in its order, if they are others than it has.
    fn order(&self, it: &For, read: &IdVec<VarId, bool>) -> Option<Vec<usize>> {
        if it.kind != ForKind::Unroll {
            return None;
        }
        let is_read = |n: &usize| read[it.carries[*n].result] || read[it.carries[*n].param];
        let start = |carry: &Carry| carry.init.as_var().map_or(NOTHING, |var| self.places[var]);
        let mut order: Vec<usize> = (0..it.carries.len()).filter(is_read).collect();
        order.sort_by_key(|n| start(&it.carries[*n]));
        (order.len() < it.carries.len() || !order.is_sorted()).then_some(order)
    }
}

fn pick<T: Clone>(items: &[T], order: &[usize]) -> Vec<T> {
    order.iter().map(|n| items[*n].clone()).collect()
}
