//! What a function may return whose body nobody sees: a part of the contract with functions that are written elsewhere.

use crate::ir::program::Function;
use crate::ir::types::Type;

/// Where the storage of a result may come from.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Source {
    /// The parameter of this index.
    Param(usize),
    /// The function allocated it.
    New,
}

/// What callers may take for granted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unseen {
    /// Per result: the parameter it is.
    pub returns: Vec<Option<usize>>,
    /// Per result: all it may be.
    pub sources: Vec<Vec<Source>>,
}

/// The results of a function by what it declares: what it may write, or something new. A kernel gives nothing back but by
/// its outputs: if it has as many tensor results as outputs, of these types, or one result and one output of its type, they
/// are those.
pub fn unseen(function: &Function) -> Unseen {
    let count = function.results.len();
    let params = function.params.iter().enumerate().filter(|(_, param)| param.direction.writes());
    let outputs: Vec<(usize, Type)> =
        params.map(|(index, param)| (index, function.ty(param.var).without_memref())).collect();
    let mut sources: Vec<Source> = outputs.iter().map(|(param, _)| Source::Param(*param)).collect();
    sources.push(Source::New);
    let mut unseen = Unseen { returns: vec![None; count], sources: vec![sources; count] };
    if !(function.kind.is_kernel() || function.kind.is_wrapper()) {
        return unseen;
    }
    let results = function.results.iter().map(Type::without_memref).enumerate();
    let results: Vec<(usize, Type)> = results.filter(|(_, ty)| ty.is_tensor()).collect();
    let in_order = results.len() == outputs.len() && results.iter().zip(&outputs).all(|(a, b)| a.1 == b.1);
    for (place, (result, ty)) in results.iter().enumerate() {
        let mut fitting = outputs.iter().filter(|(_, output)| output == ty).map(|(param, _)| *param);
        let found = match (in_order, fitting.next(), fitting.next()) {
            (true, _, _) => Some(outputs[place].0),
            (false, Some(only), None) if results.len() == 1 => Some(only),
            (false, _, _) => None,
        };
        if let Some(param) = found {
            unseen.returns[*result] = Some(param);
            unseen.sources[*result] = vec![Source::Param(param)];
        }
    }
    unseen
}
