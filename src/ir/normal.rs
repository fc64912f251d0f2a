//! Whether two programs are the same up to what encoding and decoding may change without any rule.
//!
//! The *skeleton* of a function is what must be done, in order: control, scopes, calls, submissions, operators whose
//! purity nobody declares, and storage that somebody uses. Two functions are the same if their skeletons are, statement
//! by statement, and each operand is the same *value* on both sides. What stands between, and so may be missing, be there
//! twice, or stand elsewhere between the same two effects on what it reads, is:
//!
//! * **copies** `b = a`, tuples and projections of tuples;
//! * **pure assignments**, used or not: a value is an operator over values, and, for an operator that reads storage, the
//!   last statement that may have written that storage. Equal values are one value. A pure operator whose result is
//!   storage that is written, returned, or given to a call owns its storage, and is part of the skeleton;
//! * **dead allocations**: those that only dead values use;
//! * **names of one handle**: the result of an operator or a call that names the storage of an argument, under the same
//!   type, is that argument; so is a carry that hands on what it began with, a merge whose sides are one handle, and these
//!   carries and merges may be missing altogether;
//! * **references** (dumps, `no_dep`) to values that nothing else uses;
//! * **constants and extents**: arithmetic of constants is done, index arithmetic is taken as sums of multiples, and the
//!   extent of a tensor is what its type says.
//!
//! Which storage an operator may write follows the operator table and the parameters of callees, written or declared;
//! storage may be one if copies, views, carries, merges, returns of callees or projections connect the names. The
//! parameters of one function are taken for different storage.
//!
//! Time is linear but for the carries that turn out not to hand on what they began with, each of which costs one more
//! pass over the handles of its function.

use std::collections::BTreeMap;

use crate::base::name::Name;
use crate::ir::normal::compare::Comparison;
use crate::ir::normal::facts::{Facts, Summary};
use crate::ir::order::callees_first;
use crate::ir::print::statement;
use crate::ir::program::Program;

mod compare;
mod effects;
mod facts;
mod values;

/// Whether the programs are the same as this module says; if not, the first difference.
pub fn same_up_to_copies(a: &Program, b: &Program) -> Result<(), String> {
    for (one, other, which) in [(a, b, "second"), (b, a, "first")] {
        if let Some(name) = one.functions.keys().find(|name| !other.functions.contains_key(*name)) {
            return Err(format!("function `{name}` is missing in the {which} program"));
        }
    }
    let mut summaries: [BTreeMap<Name, Summary>; 2] = Default::default();
    for name in callees_first(a) {
        let (f, g) = (&a.functions[&name], &b.functions[&name]);
        let left = Facts::of(a, f, &summaries[0]);
        let right = Facts::of(b, g, &summaries[1]);
        Comparison::new(&left, &right).run().map_err(|difference| {
            let show = |program, function, stmt: Option<_>| match stmt {
                Some(stmt) => statement(program, function, stmt),
                None => "nothing".into(),
            };
            let (left, right) = (show(a, f, difference.at.0), show(b, g, difference.at.1));
            format!("function `{name}`: {}\n  first:  {left}\n  second: {right}", difference.what)
        })?;
        let (left, right) = (left.summary, right.summary);
        summaries[0].insert(name.clone(), left);
        summaries[1].insert(name, right);
    }
    Ok(())
}
