//! What names mean at the point that is being lowered; changes since a mark can be taken back.

use std::collections::HashMap;

use crate::base::id::{Id, IdVec};
use crate::base::span::Span;
use crate::ir::program::VarId;

/// A name of one function.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct NameId(u32);

impl Id for NameId {
    fn new(index: usize) -> Self {
        Self(u32::try_from(index).expect("a text has fewer than 2^32 names"))
    }
    fn index(self) -> usize {
        self.0 as usize
    }
}

/// What a name means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Meaning {
    /// This variable.
    Var(VarId),
    /// A mistake was made where it was assigned.
    Broken,
    /// It was assigned in a part of the text that has been left, and has no value here.
    Gone,
}

/// A meaning, and where it came from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Binding {
    pub(super) meaning: Meaning,
    pub(super) span: Span,
}

/// Names of a function.
#[derive(Clone, Debug, Default)]
pub(super) struct Names<'s> {
    ids: HashMap<&'s str, NameId>,
    texts: IdVec<NameId, &'s str>,
}

impl<'s> Names<'s> {
    /// The id of a name, a new one if it has none.
    pub(super) fn id(&mut self, text: &'s str) -> NameId {
        *self.ids.entry(text).or_insert_with(|| self.texts.push(text))
    }
    /// The id of a name, if it has one.
    pub(super) fn find(&self, text: &str) -> Option<NameId> {
        self.ids.get(text).copied()
    }
    /// The text of a name.
    pub(super) fn text(&self, name: NameId) -> &'s str {
        self.texts[name]
    }
    /// How many names there are.
    pub(super) fn len(&self) -> usize {
        self.texts.len()
    }
}

/// Meanings of names, with a log of changes.
#[derive(Clone, Debug, Default)]
pub(super) struct Environment {
    meanings: Vec<Option<Binding>>,
    log: Vec<(NameId, Option<Binding>)>,
}

/// A state to which an environment can be taken back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Mark(usize);

impl Environment {
    /// The meaning of a name.
    pub(super) fn get(&self, name: NameId) -> Option<Binding> {
        self.meanings.get(name.index()).copied().flatten()
    }
    /// Gives a name a meaning.
    pub(super) fn set(&mut self, name: NameId, binding: Option<Binding>) {
        if name.index() >= self.meanings.len() {
            self.meanings.resize(name.index() + 1, None);
        }
        let before = std::mem::replace(&mut self.meanings[name.index()], binding);
        self.log.push((name, before));
    }
    /// The state now.
    pub(super) fn mark(&self) -> Mark {
        Mark(self.log.len())
    }
    /// Takes back all changes since a mark.
    pub(super) fn undo(&mut self, mark: Mark) {
        while self.log.len() > mark.0 {
            let (name, before) = self.log.pop().expect("the log is longer than the mark");
            self.meanings[name.index()] = before;
        }
    }
    /// Names that have a meaning now, for suggestions.
    pub(super) fn visible(&self) -> impl Iterator<Item = NameId> {
        let bound = |(_, binding): &(usize, &Option<Binding>)| {
            matches!(binding, Some(Binding { meaning: Meaning::Var(_), .. }))
        };
        self.meanings.iter().enumerate().filter(bound).map(|(index, _)| NameId::new(index))
    }
}
