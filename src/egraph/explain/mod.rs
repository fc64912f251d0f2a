//! Explain: why two things of a function are the same, as the steps of a proof, or the nearest reason why they are not.
//!
//! *Takes* a session that records and a question. *Gives* the rules that were needed, in order, each with where it is
//! written and the statement that it spoke of. *Keeps true*: what is said to be the same was checked, step by step, by
//! `crate::proof`, which shares no code with the engine.

mod places;
pub mod question;
mod slice;
mod terms;
mod why_not;

use std::collections::{BTreeMap, BTreeSet};

use crate::base::diagnostic::{Code, Diagnostic};
use crate::base::name::Name;
use crate::base::span::{Source, Span};
use crate::egraph::explain::places::{Asked, Places};
use crate::egraph::explain::question::Question;
use crate::egraph::explain::terms::{Translated, term};
use crate::egraph::explain::why_not::WhyNot;
use crate::egraph::rules::Rules;
use crate::egraph::schedule::Schedule;
use crate::egraph::session::{Saturated, Session, fits};
use crate::egraph::sites::Sites;
use crate::ir::program::Program;
use crate::proof::check::{Fault, Returns};
use crate::proof::closure::Closure;
use crate::proof::{Law, Step, Symbol, TermId};
use crate::verify::property::storage::trace;

/// A step that the checker refuses.
pub const REFUSED_STEP: Code = Code("refused-step");

/// The answer to a question.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// Where the left side is defined.
    pub left: Definition,
    /// Where the right side is defined.
    pub right: Definition,
    /// Whether both name storage: then the same is the same buffer under the same view, else the same value.
    pub storage: bool,
    /// What was found.
    pub verdict: Verdict,
}

/// Where a side of a question is defined.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Definition {
    /// There.
    pub span: Span,
    /// Where else a variable of that name is defined, if the question did not say which is meant.
    pub also: Vec<Span>,
}

/// Whether the two are the same.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// They are, by these steps, which were checked.
    Same(Vec<Said>),
    /// They are not known to be; what parts them, outermost first.
    Apart(Vec<Said>),
    /// They are, but so many equations were not recorded, and without these there is no proof.
    Unrecorded(usize),
}

/// A line of an answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Said {
    /// The rule, and its file and line; `None` where none was needed.
    pub rule: Option<(String, String)>,
    /// The statement it speaks of.
    pub span: Span,
    /// What it says.
    pub text: String,
}

impl Session<'_> {
    /// Answers a question about a function whose callees were visited, from what a saturation of it records. `returns` says
    /// which parameters functions return, and is known by other means.
    ///
    /// # Errors
    /// If the question asks for what is not there, or the checker refuses a step. The place is one in the question.
    pub fn explain(
        self,
        question: &Question,
        source: &Source,
        schedule: &Schedule,
        returns: &Returns,
    ) -> Result<Answer, Box<Diagnostic>> {
        let saturated = self.saturate(&question.function, schedule);
        let places = Places::new(&saturated.graph);
        let (left, right) = (places.find(&question.left, source)?, places.find(&question.right, source)?);
        let (rules, saturated) = (self.rules, &saturated);
        let explaining = Explaining { returns, rules, saturated, places: &places };
        let texts = [&*question.left.text, &*question.right.text];
        let verdict = explaining.verdict(&left, &right, texts).map_err(|why| refused(question, &why))?;
        let storage = left.storage && right.storage;
        let definition = |asked: Asked| Definition { span: asked.span, also: asked.also };
        Ok(Answer { left: definition(left), right: definition(right), storage, verdict })
    }
}

/// What the checker replayed of one function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Replayed {
    /// Steps that it looked at, in order, and accepted.
    pub steps: usize,
    /// How many of them are by which rule.
    pub rules: BTreeMap<String, usize>,
    /// Steps that were not recorded.
    pub dropped: usize,
}

impl Saturated<'_> {
    /// Adds what this function returns by steps that the checker accepts, where following statements does not show it, and
    /// proves what was taken for granted of it.
    ///
    /// # Errors
    /// The first step that the checker refuses.
    pub fn prove_returns(&self, rules: &Rules, known: &mut Known) -> Result<(), Fault> {
        let lineage = self.lineage();
        let instance = &self.graph.instances[0];
        let name = &instance.template;
        let returns = known.returns.get(name).cloned().unwrap_or_default();
        let granted = |at: &usize| known.granted.contains(&(name.clone(), *at));
        let new = |at: &usize| lineage[*at].is_some() && returns.get(*at).copied().flatten() != lineage[*at];
        let new: Vec<usize> = (0..lineage.len()).filter(|at| new(at) || granted(at)).collect();
        let Some(trace) = self.graph.egraph.analysis.trace.as_deref().filter(|_| !new.is_empty()) else {
            return Ok(());
        };
        let template = &self.graph.encoded.templates[&instance.template];
        let id = |place: u32| term(instance.ids[place as usize]);
        let claim = |at: &usize| {
            let param = lineage[*at].expect("only these are new");
            (id(template.outputs[*at]), id(template.regions[0].arg_places[param]))
        };
        let claims: Vec<(TermId, TermId)> = new.iter().map(claim).collect();
        let source = Translated::new(self, rules, trace);
        if slice::slice(&source, &known.returns, &claims)?.is_some() {
            let returns = known.returns.entry(name.clone()).or_default();
            returns.resize(lineage.len(), None);
            new.into_iter().for_each(|at| returns[at] = lineage[at]);
        } else if trace.dropped == 0 && new.iter().any(granted) {
            return Err(Fault::Claim);
        }
        Ok(())
    }

    /// Replays all that was recorded, whoever asks.
    ///
    /// # Errors
    /// The first step that the checker refuses.
    pub fn replay(&self, rules: &Rules, returns: &Returns) -> Result<Replayed, Fault> {
        let trace = self.graph.egraph.analysis.trace.as_deref();
        let Some(trace) = trace else {
            return Ok(Replayed { steps: 0, rules: BTreeMap::new(), dropped: 0 });
        };
        let source = Translated::new(self, rules, trace);
        let rules = slice::replay(&source, returns)?;
        Ok(Replayed { steps: source.len(), rules, dropped: trace.dropped })
    }
}

/// Which parameters functions return, as far as a proof may rest on it.
#[derive(Clone, Debug, Default)]
pub struct Known {
    /// By function and result.
    pub returns: Returns,
    /// Results of functions that reach themselves, taken for granted until each function of the circle is proven under
    /// what is said of all: a call returns only after finitely many others.
    granted: BTreeSet<(Name, usize)>,
}

impl Known {
    /// What following the statements shows, not what the engine found.
    pub fn by_statements(program: &Program) -> Self {
        let all = trace(program).into_iter().map(|(name, storage)| (name, storage.lineage.returns));
        let returns = all.filter(|(name, returns)| fits(program, name, returns)).collect();
        Self { returns, granted: BTreeSet::new() }
    }
}

impl Session<'_> {
    /// Takes for granted what the engine found of the circle of a function, where following the statements does not show
    /// it. All functions of the circle have to be proven then.
    pub fn grant_circle(&mut self, name: &Name, schedule: &Schedule, known: &mut Known) {
        self.learn_circles(std::slice::from_ref(name), schedule);
        for member in self.circle(name) {
            let Some(lineage) = self.lineages.get(&member).filter(|it| fits(self.program, &member, it))
            else {
                continue;
            };
            let returns = known.returns.entry(member.clone()).or_default();
            returns.resize(lineage.len(), None);
            for (at, (known_so_far, found)) in returns.iter_mut().zip(lineage).enumerate() {
                if known_so_far.is_none() && found.is_some() {
                    *known_so_far = *found;
                    known.granted.insert((member.clone(), at));
                }
            }
        }
    }
}

/// The error that a step was refused.
pub fn refused(question: &Question, why: &Fault) -> Box<Diagnostic> {
    let message = format!("the checker refuses what the engine did: {why}");
    let help = "one of the two is wrong; please report it with the program";
    Diagnostic::error(REFUSED_STEP, question.span, message).help(help).into()
}

struct Explaining<'s, 'a> {
    returns: &'s Returns,
    rules: &'s Rules,
    saturated: &'s Saturated<'a>,
    places: &'s Places<'s, 'a>,
}

/// From a class out of the regions that captured it.
struct Lifted {
    class: egg::Id,
    /// What must be the same for that.
    claims: Vec<(TermId, TermId)>,
    said: Vec<Said>,
}

impl Explaining<'_, '_> {
    fn verdict(&self, left: &Asked, right: &Asked, texts: [&str; 2]) -> Result<Verdict, Fault> {
        let graph = &self.saturated.graph;
        let trace = graph.egraph.analysis.trace.as_deref().expect("the session records");
        let source = Translated::new(self.saturated, self.rules, trace);
        let (a, b) = (self.lift(&source, left), self.lift(&source, right));
        if graph.egraph.find(a.class) != graph.egraph.find(b.class) {
            let why_not =
                WhyNot::new(self.saturated, self.places, [(a.class, texts[0]), (b.class, texts[1])]);
            return Ok(Verdict::Apart(why_not.reasons(a.class, b.class)));
        }
        let mut claims = a.claims;
        claims.extend(b.claims);
        claims.push((term(a.class), term(b.class)));
        let Some(steps) = slice::slice(&source, self.returns, &claims)? else {
            return Ok(Verdict::Unrecorded(trace.dropped));
        };
        let mut said = self.steps(&source, &steps);
        said.extend(a.said);
        said.extend(b.said);
        Ok(Verdict::Same(said))
    }

    /// Out of the regions that captured a class.
    fn lift(&self, source: &Translated<'_, '_>, asked: &Asked) -> Lifted {
        let sites = Sites::new(&self.saturated.graph);
        let mut lifted = Lifted { class: asked.class, claims: Vec::new(), said: Vec::new() };
        while let Some(outer) = sites.outer(lifted.class) {
            let Some(argument) = source.argument(outer.argument) else { break };
            lifted.claims.push((term(lifted.class), argument));
            lifted.claims.extend(outer.kept.map(|kept| (term(kept), term(outer.class))));
            let text = match outer.kept {
                Some(_) => "inside the loop it is what the loop began with, since every trip hands it on",
                None => "inside the region it is what was captured",
            };
            lifted.said.push(Said { rule: None, span: asked.span, text: text.to_owned() });
            lifted.class = outer.class;
        }
        lifted
    }

    fn steps(&self, source: &Translated<'_, '_>, steps: &[Step]) -> Vec<Said> {
        let mut closure = Closure::new(&source.terms);
        for (number, step) in steps.iter().enumerate() {
            closure.tell(step.left, step.right, number as u32);
        }
        // A component of what a body gives goes without saying, once that is said.
        let goes_without = |step: &&Step| {
            let part = match step.law {
                Law::Component => source.terms[step.left].children.first(),
                _ => None,
            };
            part.is_some_and(|part| {
                steps.iter().any(|it| !matches!(it.law, Law::Component) && closure.same(it.left, *part))
            })
        };
        let said = steps.iter().filter(|step| !goes_without(step));
        said.map(|step| self.step(source, &closure, step)).collect()
    }

    fn step(&self, source: &Translated<'_, '_>, closure: &Closure<'_>, step: &Step) -> Said {
        let terms = &source.terms;
        let owner = |term: TermId| self.places.owner(egg::Id::from(crate::base::id::Id::index(term)));
        // Of arithmetic only the class is recorded: the statement is that of a member that is arithmetic.
        let arithmetic = |id: &&TermId| {
            matches!(terms.symbol(**id), Symbol::Unary(_) | Symbol::Binary(_) | Symbol::Cast(_))
        };
        let computed = match step.law {
            Law::Folded | Law::Sums => closure.members(step.left).iter().filter(arithmetic).min(),
            _ => None,
        };
        let whole = match terms.symbol(step.left) {
            Symbol::Get(_) => terms[step.left].children.first(),
            _ => None,
        };
        let candidates = computed.into_iter().chain(whole).chain([&step.left]);
        let owner = candidates.copied().find_map(owner);
        let rule = self.rules.get(&step.rule);
        let place = rule.map_or_else(String::new, |rule| rule.place.clone());
        let text = match &step.law {
            Law::Rewrite(_) => rule.map_or_else(String::new, |rule| rule.text.clone()),
            _ => words(&step.law, terms.symbol(step.left)),
        };
        let within = owner.map(|owner| &owner.function).filter(|it| **it != self.places.function().name);
        let within = within.map(|function| format!(" (in `{function}`, inlined)")).unwrap_or_default();
        Said {
            rule: Some((step.rule.clone(), place)),
            span: owner.map_or(Span::NONE, |owner| owner.span),
            text: text + &within,
        }
    }
}

/// What a law that is code says.
fn words(law: &Law, left: &Symbol) -> String {
    match (law, left) {
        (Law::Body(_), Symbol::Call(callee)) => {
            format!("the call is what the body of `{}` gives for its arguments", callee.name)
        }
        (Law::Body(_), _) => {
            "it is decided which body runs, and it runs once: it is what that gives".to_owned()
        }
        (Law::Component, Symbol::Get(at)) => format!("result {at} of it is what stands there in the bundle"),
        (Law::Component, _) => "a component of it is what stands there in the bundle".to_owned(),
        (Law::NoTrips, _) => "the loop never runs: it hands on what it was given".to_owned(),
        (Law::Passed, _) => "every way through hands it on as it came".to_owned(),
        (Law::Returned, _) => "the function returns that parameter".to_owned(),
        (Law::Retyped, _) => "retyping twice is retyping once".to_owned(),
        (Law::Folded, _) => "its operands are constants, so it is one".to_owned(),
        (Law::Sums, _) => "both are the same sum".to_owned(),
        (Law::Rewrite(_), _) => String::new(),
    }
}
