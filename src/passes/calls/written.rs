//! Which storage earlier calls may have written, with undo for branches: no set is copied, however many loops there are.

use std::collections::{HashMap, HashSet};

use crate::egraph::relation::Root;
use crate::passes::calls::spots::Spot;
use crate::passes::calls::windows::Rects;

/// What was written of one storage.
#[derive(Default)]
struct Storage {
    whole: bool,
    windows: HashSet<usize>,
    rects: Rects,
}

/// What was written before a point of the program.
#[derive(Default)]
pub(crate) struct Written {
    storages: HashMap<Root, Storage>,
    /// What was added, in order; a spot that was there already is not added again.
    log: Vec<Spot>,
}

impl Written {
    /// Nothing yet.
    pub(crate) fn new() -> Self {
        Self::default()
    }
    /// A point to come back to.
    pub(crate) fn mark(&self) -> usize {
        self.log.len()
    }
    /// Notes a write.
    pub(crate) fn insert(&mut self, spot: Spot) {
        let storage = self.storages.entry(spot.root).or_default();
        let new = match &spot.window {
            None => !std::mem::replace(&mut storage.whole, true),
            Some(window) => storage.windows.insert(window.id),
        };
        if !new {
            return;
        }
        if let Some(rect) = spot.window.as_ref().and_then(|window| window.rect.as_ref()) {
            storage.rects.insert(self.log.len(), rect);
        }
        self.log.push(spot);
    }
    /// Forgets what was noted since a mark, and says what that was.
    pub(crate) fn undo(&mut self, mark: usize) -> Vec<Spot> {
        let undone = self.log.split_off(mark);
        for (index, spot) in undone.iter().enumerate().rev() {
            let storage = self.storages.get_mut(&spot.root).expect("what was noted has an entry");
            match &spot.window {
                None => storage.whole = false,
                Some(window) => {
                    storage.windows.remove(&window.id);
                    if window.rect.is_some() {
                        storage.rects.remove_last(mark + index);
                    }
                }
            }
        }
        undone
    }
    /// Whether something noted may be the same memory as this.
    pub(crate) fn overlaps(&self, spot: &Spot) -> bool {
        if self.storages.contains_key(&Root::Unknown) && self.storages[&Root::Unknown].whole {
            return true;
        }
        let Some(storage) = self.storages.get(&spot.root) else { return false };
        match &spot.window {
            _ if storage.whole => true,
            None => !storage.windows.is_empty(),
            Some(window) => {
                let plainly = window.rect.as_ref().is_some_and(|rect| storage.rects.overlaps(rect));
                plainly || storage.windows.contains(&window.id)
            }
        }
    }
}
