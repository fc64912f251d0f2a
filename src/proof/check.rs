//! The checker: takes equations one after the other, and refuses the first that its law does not give.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt;

use crate::base::name::Name;
use crate::ir::dtype::DType;
use crate::proof::closure::Closure;
use crate::proof::values::{self, DRAWS, Draw, Scalar};
use crate::proof::{Declared, Law, Pattern, Rewrite, Step, Symbol, TermId, Terms};

/// Which parameters each function returns, by result.
pub type Returns = BTreeMap<Name, Vec<Option<usize>>>;

/// Equalities that a step rests on.
pub type Rests = Vec<(TermId, TermId)>;

/// What is wrong with a proof.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// A step is no instance of its law, or what the law needs does not hold.
    Step {
        /// Its place in the list.
        number: usize,
        /// The rule it names.
        rule: String,
        /// What is missing.
        why: String,
    },
    /// The equations hold, but a claim does not follow.
    Claim,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Step { number, rule, why } => write!(f, "step {} (`{rule}`): {why}", number + 1),
            Self::Claim => f.write_str("the steps do not make the two the same"),
        }
    }
}

impl std::error::Error for Fault {}

/// Checks that both terms of every claim are the same by the steps, and that each step follows from its law and the steps
/// before it.
///
/// # Errors
/// The first step that does not hold, or that a claim does not follow.
pub fn check(
    terms: &Terms,
    returns: &Returns,
    steps: &[Step],
    claims: &[(TermId, TermId)],
) -> Result<(), Fault> {
    let mut closure = Closure::new(terms);
    for (number, step) in steps.iter().enumerate() {
        verify(terms, &closure, returns, step).map_err(|why| Fault::Step {
            number,
            rule: step.rule.clone(),
            why,
        })?;
        closure.tell(step.left, step.right, number as u32);
    }
    let holds = claims.iter().all(|(a, b)| closure.same(*a, *b));
    if holds { Ok(()) } else { Err(Fault::Claim) }
}

/// Checks one step under what is the same so far; gives the equalities that it rests on.
///
/// # Errors
/// What its law needs and is not there.
pub fn verify(terms: &Terms, closure: &Closure<'_>, returns: &Returns, step: &Step) -> Result<Rests, String> {
    let view = View { terms, closure, rests: RefCell::default() };
    match &step.law {
        Law::Rewrite(rewrite) => view.rewrite(step, rewrite)?,
        Law::Folded | Law::Sums => view.equal_numbers(step)?,
        Law::Retyped => view.retyped(step)?,
        Law::Component => view.component(step)?,
        Law::Body(instance) => view.instance(step, instance)?,
        Law::NoTrips => view.no_trips(step)?,
        Law::Passed => view.passed(step)?,
        Law::Returned => view.returned(step, returns)?,
    }
    Ok(view.rests.into_inner())
}

/// The step about the very terms that its rule matches. Which members of the classes these are is not recorded; any that
/// match will do.
pub fn anchored(terms: &Terms, closure: &Closure<'_>, step: Step) -> Step {
    let Law::Rewrite(rewrite) = &step.law else { return step };
    let view = View { terms, closure, rests: RefCell::default() };
    let instance = Instance { view: &view, bind: &rewrite.bind, whole: step.left };
    let mut exact = vec![None; rewrite.bind.len()];
    let Some(left) = instance.fit(&rewrite.left, step.left, &mut exact) else { return step };
    let right = instance.fit(&rewrite.right, step.right, &mut exact).unwrap_or(step.right);
    let known = rewrite.bind.iter().zip(exact);
    let bind = known.map(|((name, class), exact)| (name.clone(), exact.unwrap_or(*class))).collect();
    Step { left, right, law: Law::Rewrite(Rewrite { bind, ..Rewrite::clone(rewrite) }.into()), ..step }
}

/// What a checker sees while it looks at one step.
pub(super) struct View<'c, 't> {
    pub(super) terms: &'t Terms,
    pub(super) closure: &'c Closure<'t>,
    rests: RefCell<Rests>,
}

/// What must be there for a step to hold.
pub(super) fn need(holds: bool, what: impl Into<String>) -> Result<(), String> {
    if holds { Ok(()) } else { Err(what.into()) }
}

impl<'c, 't> View<'c, 't> {
    /// Notes that the step rests on equalities.
    pub(super) fn rest_on(&self, pairs: impl IntoIterator<Item = (TermId, TermId)>) {
        self.rests.borrow_mut().extend(pairs);
    }
    /// Whether two terms are the same; the step rests on that.
    pub(super) fn same(&self, a: TermId, b: TermId) -> bool {
        self.rest_on([(a, b)]);
        self.closure.same(a, b)
    }
    /// The first member of a term's class whose symbol is of a kind.
    pub(super) fn member(&self, term: TermId, is: impl Fn(&Symbol) -> bool) -> Option<TermId> {
        let found = self.members(term, is).next();
        found.inspect(|found| self.rest_on([(term, *found)]))
    }
    /// The members of a term's class whose symbol is of a kind.
    pub(super) fn members(&self, term: TermId, is: impl Fn(&Symbol) -> bool) -> impl Iterator<Item = TermId> {
        // What the term itself is comes before what it was found to be.
        let own = Some(term).into_iter();
        let others = self.closure.members(term).iter().copied().filter(move |it| *it != term);
        own.chain(others).filter(move |it| is(self.terms.symbol(*it)))
    }
    /// The literal that a term is.
    pub(super) fn literal(&self, term: TermId) -> Option<TermId> {
        self.member(term, |it| matches!(it, Symbol::Int(..) | Symbol::Float(..) | Symbol::Bool(_)))
    }
    /// What is declared of a term, or of one that is the same.
    pub(super) fn known<T>(&self, term: TermId, of: impl Fn(&Declared) -> Option<T>) -> Option<T> {
        let own = std::iter::once(&term).chain(self.closure.members(term));
        let (found, id) = own.filter_map(|id| Some((of(self.terms[*id].known.as_ref()?)?, *id))).next()?;
        self.rest_on([(term, id)]);
        Some(found)
    }
    pub(super) fn extents(&self, term: TermId) -> Option<Box<[TermId]>> {
        self.known(term, |it| it.extents.clone())
    }
    /// The element type: declared, or that of a literal.
    pub(super) fn dtype(&self, term: TermId) -> Option<DType> {
        let declared = self.known(term, |it| it.ty.as_ref()?.dtype());
        declared.or_else(|| match self.terms.symbol(self.literal(term)?) {
            Symbol::Int(_, dtype) | Symbol::Float(_, dtype) => Some(*dtype),
            Symbol::Bool(_) => Some(DType::Bool),
            _ => None,
        })
    }
    /// The items of a list.
    pub(super) fn items(&self, term: TermId) -> Option<Box<[TermId]>> {
        let list = self.member(term, |it| *it == Symbol::Tuple)?;
        Some(self.terms[list].children.clone())
    }
    /// Draws of everything that is not known.
    pub(super) fn all_draws(&self) -> impl Iterator<Item = Draw<'c, 't>> {
        let (terms, closure) = (self.terms, self.closure);
        (0..DRAWS).map(move |seed| Draw::new(terms, closure, seed))
    }

    /// Both sides of a step have the same value, whatever is drawn.
    fn equal_numbers(&self, step: &Step) -> Result<(), String> {
        let mut tried = false;
        for draw in self.all_draws() {
            let (left, right) = (draw.computed(step.left), draw.computed(step.right));
            self.rest_on(draw.used());
            if let (Some((a, x)), Some((b, y))) = (left, right) {
                need(a.same(b) && x == y, format!("one side is {a}, the other {b}"))?;
                tried = true;
            }
        }
        need(tried, "neither side has a value that can be computed")
    }

    /// `retype (retype x …) …` is `retype x …`.
    fn retyped(&self, step: &Step) -> Result<(), String> {
        let is = |it: &Symbol| *it == Symbol::Retype;
        for outer in self.members(step.left, is) {
            let children = &self.terms[outer].children;
            for inner in self.members(children[0], is) {
                let first = self.terms[inner].children[0];
                let once = std::iter::once(first).chain(children[1..].iter().copied());
                let once = self.closure.find(self.terms[outer].symbol, once);
                if let Some(once) = once.filter(|once| self.closure.same(*once, step.right)) {
                    let of_once = &self.terms[once].children;
                    self.rest_on([(outer, step.left), (inner, children[0]), (once, step.right)]);
                    self.rest_on([(first, of_once[0])]);
                    self.rest_on(children[1..].iter().copied().zip(of_once[1..].iter().copied()));
                    return Ok(());
                }
            }
        }
        Err("no retyping of a retyping is there".to_owned())
    }

    /// A component of a bundle is that item of it.
    fn component(&self, step: &Step) -> Result<(), String> {
        for get in self.members(step.left, |it| matches!(it, Symbol::Get(_))) {
            let Symbol::Get(at) = *self.terms.symbol(get) else { continue };
            let whole = self.terms[get].children[0];
            for bundle in self.members(whole, |it| *it == Symbol::Bundle) {
                let item = self.terms[bundle].children.get(at as usize);
                if let Some(item) = item.filter(|item| self.closure.same(**item, step.right)) {
                    self.rest_on([(get, step.left), (bundle, whole), (*item, step.right)]);
                    return Ok(());
                }
            }
        }
        Err("no bundle has that component".to_owned())
    }

    /// Both sides are instances of the rule, its guards hold, and scalars have the same value.
    fn rewrite(&self, step: &Step, rewrite: &Rewrite) -> Result<(), String> {
        let instance = Instance { view: self, bind: &rewrite.bind, whole: step.left };
        let mut exact = vec![None; rewrite.bind.len()];
        let left = instance.fit(&rewrite.left, step.left, &mut exact);
        need(left.is_some(), "the left side is no instance of the rule")?;
        for guard in &rewrite.guards {
            let name = guard.name;
            need(self.guard(guard) != Some(false), format!("`({name} …)` does not hold"))?;
        }
        let right = instance.fit(&rewrite.right, step.right, &mut exact);
        need(right.is_some(), "the right side is no instance of the rule")?;
        instance.numbers_agree(&rewrite.left, step.right)
    }
}

/// A rule under what its variables stand for.
struct Instance<'v, 'c, 't> {
    view: &'v View<'c, 't>,
    bind: &'v [(String, TermId)],
    /// The left side as a whole.
    whole: TermId,
}

impl Instance<'_, '_, '_> {
    fn bound(&self, name: &str) -> Option<TermId> {
        self.bind.iter().find(|(known, _)| known == name).map(|(_, term)| *term)
    }

    /// The member of a term's class that a pattern matches; the step rests on what makes it match. `exact` is the very term
    /// that each variable was first found as. Patterns are as deep as rules are written.
    fn fit(&self, pattern: &Pattern, term: TermId, exact: &mut [Option<TermId>]) -> Option<TermId> {
        let view = self.view;
        match pattern {
            Pattern::Var(name) => {
                let at = self.bind.iter().position(|(known, _)| known == name)?;
                view.same(self.bind[at].1, term).then(|| *exact[at].get_or_insert(term))
            }
            Pattern::It => view.same(self.whole, term).then_some(term),
            Pattern::Build(builder, args) => (self.built(builder, args, term) != Some(false)).then_some(term),
            Pattern::Apply(symbol, args) => {
                if let (Symbol::Extent(axis), [of]) = (&view.terms.symbols[*symbol as usize], &args[..])
                    && let Some(extent) = self.extent(*axis, of)
                {
                    return view.same(extent, term).then_some(extent);
                }
                let heads = |it: &TermId| view.terms[*it].symbol == *symbol;
                view.members(term, |_| true).filter(heads).find(|candidate| {
                    let (rests, found) = (view.rests.borrow().len(), exact.to_vec());
                    let children = &view.terms[*candidate].children;
                    let fits = children.len() == args.len()
                        && args.iter().zip(children).all(|(arg, it)| self.fit(arg, *it, exact).is_some());
                    if !fits {
                        view.rests.borrow_mut().truncate(rests);
                        exact.copy_from_slice(&found);
                    }
                    fits && view.same(*candidate, term)
                })
            }
        }
    }

    /// Where the left side is scalar arithmetic, its value is that of the right side, whatever is drawn.
    fn numbers_agree(&self, left: &Pattern, right: TermId) -> Result<(), String> {
        for draw in self.view.all_draws() {
            let agree = match (self.value(left, &draw), draw.value(right)) {
                (Some((a, _)), Some((b, _))) => a.same(b),
                _ => true,
            };
            self.view.rest_on(draw.used());
            need(agree, "the two sides have different values")?;
        }
        Ok(())
    }

    /// The value of a pattern that is scalar arithmetic.
    fn value(&self, pattern: &Pattern, draw: &Draw<'_, '_>) -> Option<Scalar> {
        let Pattern::Apply(symbol, args) = pattern else { return draw.value(self.term(pattern)?) };
        let args: Option<Vec<Scalar>> = match &self.view.terms.symbols[*symbol as usize] {
            Symbol::Unary(_) | Symbol::Binary(_) | Symbol::Cast(_) | Symbol::Int(..) | Symbol::Bool(_) => {
                args.iter().map(|arg| self.value(arg, draw)).collect()
            }
            _ => None,
        };
        values::apply(&self.view.terms.symbols[*symbol as usize], &args?)
    }

    /// The extent that is declared of a variable.
    fn extent(&self, axis: u32, of: &Pattern) -> Option<TermId> {
        let Pattern::Var(name) = of else { return None };
        self.view.extents(self.bound(name)?)?.get(axis as usize).copied()
    }

    /// The term that a pattern is; `None` for one that is not bound.
    fn term(&self, pattern: &Pattern) -> Option<TermId> {
        match pattern {
            Pattern::Var(name) => self.bound(name),
            Pattern::It => Some(self.whole),
            Pattern::Apply(..) | Pattern::Build(..) => None,
        }
    }

    /// Whether a term is what a builder makes, as numbers; `None` where there is nothing to compute.
    fn built(&self, builder: &str, args: &[Pattern], term: TermId) -> Option<bool> {
        let view = self.view;
        let mut tried = None;
        for draw in view.all_draws() {
            let scalar = |at: usize| draw.int(self.term(args.get(at)?)?);
            let ints = |terms: &[TermId]| terms.iter().map(|it| draw.int(*it)).collect::<Option<Vec<i128>>>();
            let list = |at: usize| ints(&view.items(self.term(args.get(at)?)?)?);
            let shape = |at: usize| ints(&view.extents(self.term(args.get(at)?)?)?);
            let added = |sign: i128| Some(list(0)?.iter().zip(list(1)?).map(|(a, b)| a + sign * b).collect());
            let made: Option<Vec<i128>> = match builder {
                "joined" => list(0).zip(list(1)).map(|(a, b)| last_plus(a, b.last().copied())),
                "offsets-add" => added(1),
                "offsets-sub" => added(-1),
                "offsets-past" => list(0).zip(shape(1)).map(|(a, b)| last_plus(a, b.last().map(|it| -it))),
                "shape-of" => shape(0),
                // Parts of a sum: only both together have a value.
                _ => None,
            };
            let is = view.items(term).and_then(|items| ints(&items));
            let divides = || match builder {
                // What is left is within the divisor of what was there.
                "rest" => Some((scalar(0)? - draw.int(term)?).rem_euclid(scalar(1)?) == 0),
                _ => None,
            };
            let held = made.zip(is).map(|(made, is)| made == is).or_else(divides);
            view.rest_on(draw.used());
            match held {
                Some(false) => return Some(false),
                Some(true) => tried = Some(true),
                None => {}
            }
        }
        tried
    }
}

fn last_plus(mut list: Vec<i128>, more: Option<i128>) -> Vec<i128> {
    if let (Some(last), Some(more)) = (list.last_mut(), more) {
        *last += more;
    }
    list
}
