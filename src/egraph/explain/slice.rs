//! From all that laws said, the equations that a claim rests on: what connects the two, what these steps need in order to
//! hold, and what that needs in turn. Then every step that can be missed goes.

use std::collections::{BTreeMap, BTreeSet};

use crate::egraph::explain::terms::Translated;
use crate::proof::check::{Fault, Returns, check, verify};
use crate::proof::closure::Closure;
use crate::proof::{Step, TermId};

/// Terms times steps beyond which no step is tried to be missed.
const WORK: usize = 20_000_000;

/// The steps that make every pair the same, in order; `None` if they are not the same.
///
/// # Errors
/// A step that the checker refuses: then the engine is wrong, or the checker.
pub(super) fn slice(
    source: &Translated<'_, '_>,
    returns: &Returns,
    claims: &[(TermId, TermId)],
) -> Result<Option<Vec<Step>>, Fault> {
    let Some((all, mut wanted)) = connect(source, claims) else { return Ok(None) };
    let mut verified: BTreeSet<usize> = BTreeSet::new();
    // What a step needs came before it, so this ends.
    while wanted.iter().any(|number| !verified.contains(number)) {
        let mut closure = Closure::new(&source.terms);
        for (number, step) in all.iter().enumerate() {
            if wanted.contains(&number) && verified.insert(number) {
                let rests = verify(&source.terms, &closure, returns, step).map_err(|why| Fault::Step {
                    number,
                    rule: step.rule.clone(),
                    why,
                })?;
                wanted.extend(closure.reasons(rests).into_iter().map(|it| it as usize));
            }
            closure.tell(step.left, step.right, number as u32);
        }
    }
    let mut steps: Vec<Step> = wanted.into_iter().map(|number| all[number].clone()).collect();
    check(&source.terms, returns, &steps, claims)?;
    shorten(source, returns, claims, &mut steps);
    Ok(Some(steps))
}

/// Looks at every step, each under those before it; gives how many are by which rule.
///
/// # Errors
/// The first that the checker refuses.
pub(super) fn replay(
    source: &Translated<'_, '_>,
    returns: &Returns,
) -> Result<BTreeMap<String, usize>, Fault> {
    let mut rules = BTreeMap::new();
    let mut closure = Closure::new(&source.terms);
    for number in 0..source.len() {
        let step = source.step(number, &closure);
        verify(&source.terms, &closure, returns, &step).map_err(|why| Fault::Step {
            number,
            rule: step.rule.clone(),
            why,
        })?;
        closure.tell(step.left, step.right, number as u32);
        *rules.entry(step.rule).or_insert(0) += 1;
    }
    Ok(rules)
}

/// What was said until every pair is the same, and the numbers of what connects them.
fn connect(source: &Translated<'_, '_>, claims: &[(TermId, TermId)]) -> Option<(Vec<Step>, BTreeSet<usize>)> {
    let mut closure = Closure::new(&source.terms);
    let mut steps = Vec::new();
    while !claims.iter().all(|(a, b)| closure.same(*a, *b)) {
        if steps.len() == source.len() {
            return None;
        }
        let step = source.step(steps.len(), &closure);
        closure.tell(step.left, step.right, steps.len() as u32);
        steps.push(step);
    }
    let reasons = closure.reasons(claims.iter().copied());
    Some((steps, reasons.into_iter().map(|it| it as usize).collect()))
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
