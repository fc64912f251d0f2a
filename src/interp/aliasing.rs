//! How the arguments of a call share storage: found at calls, and made again for runs of the callee alone.

use std::collections::BTreeMap;
use std::rc::Rc;

use crate::base::name::Name;
use crate::interp::number::Number;
use crate::interp::storage::Handle;
use crate::interp::value::Value;
use crate::ir::program::{Function, VarId};

/// How the arguments of a call share storage.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Aliasing {
    /// For each parameter the first one that is the very same storage; a parameter beyond the end is its own.
    pub same: Vec<usize>,
    /// Parameters that are different parts of one buffer, by their place.
    pub parts: BTreeMap<usize, Part>,
}

/// A part of a buffer that several arguments of a call share.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Part {
    /// The first parameter that lies in the buffer.
    pub first: usize,
    /// Elements of the buffer, as far as parameters lie in it.
    pub len: usize,
    /// Where it starts.
    pub offset: usize,
    /// Extent per axis.
    pub shape: Vec<usize>,
    /// Distance between neighbours per axis.
    pub strides: Vec<usize>,
}

impl Aliasing {
    /// How these arguments share storage.
    pub(crate) fn of(args: &[Value]) -> Self {
        let mut aliasing = Self { same: (0..args.len()).collect(), parts: BTreeMap::new() };
        let handles: Vec<(usize, &Handle)> = args.iter().enumerate().filter_map(with_handle).collect();
        for (number, (at, handle)) in handles.iter().enumerate() {
            let shares = |(_, other): &&(usize, &Handle)| Rc::ptr_eq(&other.buffer, &handle.buffer);
            if handles[..number].iter().any(|it| shares(&it)) {
                continue;
            }
            let group: Vec<(usize, &Handle)> = handles.iter().filter(shares).copied().collect();
            if group.iter().all(|(_, other)| same_place(other, handle)) {
                group.iter().for_each(|(other, _)| aliasing.same[*other] = *at);
            } else {
                aliasing.parts.extend(parts(&group));
            }
        }
        aliasing
    }
}

fn with_handle((at, value): (usize, &Value)) -> Option<(usize, &Handle)> {
    match value {
        Value::Storage(handle) => Some((at, handle)),
        _ => None,
    }
}

fn same_place(one: &Handle, other: &Handle) -> bool {
    (one.offset, &one.shape, &one.strides) == (other.offset, &other.shape, &other.strides)
}

/// The parts of one buffer, counted from the first element that any of them has.
fn parts(group: &[(usize, &Handle)]) -> Vec<(usize, Part)> {
    let start = group.iter().map(|(_, handle)| handle.offset).min().unwrap_or(0);
    let end = |handle: &Handle| {
        let steps = handle.shape.iter().zip(&handle.strides);
        handle.offset + steps.map(|(extent, stride)| extent.saturating_sub(1) * stride).sum::<usize>() + 1
    };
    let len = group.iter().map(|(_, handle)| end(handle)).max().unwrap_or(start) - start;
    let part = |(at, handle): &(usize, &Handle)| {
        let part = Part {
            first: group[0].0,
            len,
            offset: handle.offset - start,
            shape: handle.shape.to_vec(),
            strides: handle.strides.to_vec(),
        };
        (*at, part)
    };
    group.iter().map(part).collect()
}

/// Symbols of a signature that parts of buffers bind.
pub(crate) fn extents_of_parts(function: &Function, aliasing: &Aliasing) -> BTreeMap<VarId, Number> {
    let mut known = BTreeMap::new();
    for (at, part) in &aliasing.parts {
        let Some(param) = function.params.get(*at) else { continue };
        for (says, is) in function.ty(param.var).shape().unwrap_or_default().iter().zip(&part.shape) {
            if let Some(symbol) = says.as_var().filter(|var| function.symbols.contains(var)) {
                known.insert(symbol, Number::Int(*is as i128));
            }
        }
    }
    known
}

/// How many ways in which arguments share storage are remembered per function; a loop may show a new one in each trip.
const REMEMBERED: usize = 64;

/// Remembers how the arguments of a call share storage.
pub(crate) fn remember(
    known: &mut BTreeMap<Name, std::collections::BTreeSet<Aliasing>>,
    callee: &Name,
    args: &[Value],
) {
    let ways = known.entry(callee.clone()).or_default();
    if ways.len() < REMEMBERED {
        ways.insert(Aliasing::of(args));
    }
}

impl std::fmt::Display for Aliasing {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (at, same) in self.same.iter().enumerate().filter(|(at, same)| *same < at) {
            write!(f, ", parameter {at} being parameter {same}")?;
        }
        for (at, part) in &self.parts {
            let Part { first, offset, shape, .. } = part;
            write!(
                f,
                ", parameter {at} being {shape:?} from {offset} on in the buffer of parameter {first}"
            )?;
        }
        Ok(())
    }
}
