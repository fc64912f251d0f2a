//! From all that laws said, the equations that a claim rests on: what connects the two, what these steps need in order to
//! hold, and what that needs in turn. Then every step that can be missed goes.

use std::collections::{BTreeMap, BTreeSet};

use crate::egraph::explain::terms::Translated;
use crate::proof::check::{Fault, Returns, check, verify};
use crate::proof::closure::Closure;
use crate::proof::{Step, TermId};

/// Terms times steps beyond which no step is tried to be missed.
const WORK: usize = 20_000_000;

/// The steps that make every pair the same, in order, each with its number in the trace; `None` if they are not the same.
///
/// # Errors
/// A step that the checker refuses: then the engine is wrong, or the checker.
pub(super) fn slice(
    source: &Translated<'_, '_>,
    returns: &Returns,
    claims: &[(TermId, TermId)],
) -> Result<Option<Vec<Step>>, Fault> {
    let Some((end, mut wanted)) = connect(source, claims) else { return Ok(None) };
    let mut steps: BTreeMap<usize, Step> = BTreeMap::new();
    // What a step needs came before it, so this ends.
    while wanted.iter().any(|number| !steps.contains_key(number)) {
        let mut closure = Closure::new(&source.terms);
        for number in 0..end {
            if wanted.contains(&number) && !steps.contains_key(&number) {
                let step = source.step(number);
                let rests = verify(&source.terms, &closure, returns, &step)
                    .map_err(|why| Fault::Step { number, rule: step.rule.clone(), why })?;
                wanted.extend(closure.reasons(rests).into_iter().map(|it| it as usize));
                steps.insert(number, step);
            }
            let (left, right) = source.sides(number);
            closure.tell(left, right, number as u32);
        }
    }
    let mut steps: Vec<Step> = steps.into_values().collect();
    check(&source.terms, returns, &steps, claims)?;
    shorten(source, returns, claims, &mut steps);
    Ok(Some(steps))
}

/// How many equations it takes until every pair is the same, and those that connect them.
fn connect(source: &Translated<'_, '_>, claims: &[(TermId, TermId)]) -> Option<(usize, BTreeSet<usize>)> {
    let mut closure = Closure::new(&source.terms);
    let mut end = 0;
    while !claims.iter().all(|(a, b)| closure.same(*a, *b)) {
        if end == source.len() {
            return None;
        }
        let (left, right) = source.sides(end);
        closure.tell(left, right, end as u32);
        end += 1;
    }
    let reasons = closure.reasons(claims.iter().copied());
    Some((end, reasons.into_iter().map(|it| it as usize).collect()))
}

/// Leaves out what can be missed, last steps first.
fn shorten(
    source: &Translated<'_, '_>,
    returns: &Returns,
    claims: &[(TermId, TermId)],
    steps: &mut Vec<Step>,
) {
    let mut at = steps.len();
    while at > 0 && steps.len() * source.terms.terms.len() * at < WORK {
        at -= 1;
        let left_out = steps.remove(at);
        if check(&source.terms, returns, steps, claims).is_err() {
            steps.insert(at, left_out);
        }
    }
}
