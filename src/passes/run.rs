//! Runs a list of passes: checks the list against what each needs, and after each pass what it promised.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;

use crate::base::diagnostic::{Code, Diagnostic, Diagnostics, Severity};
use crate::base::span::Span;
use crate::egraph::relation::Relations;
use crate::ir::program::Program;
use crate::passes::table::{PASSES, Pass, find};
use crate::verify::property::Property;
use crate::verify::verify;

/// A name in a list of passes that no pass has.
pub const UNKNOWN_PASS: Code = Code("unknown-pass");
/// A list of passes in which one runs before what it needs.
pub const PASS_ORDER: Code = Code("pass-order");

/// Computes the relations of a program.
pub type Relate<'a> = &'a dyn Fn(&Program) -> Relations;

/// What a pass may ask while it runs.
pub struct Context<'a> {
    relate: Relate<'a>,
    known: RefCell<Option<Rc<Relations>>>,
    /// Whether to check after each pass what it promised.
    pub check: bool,
}

/// What a pass did.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Report {
    /// Whether the program is another one now.
    pub changed: bool,
    /// How many places were changed.
    pub places: usize,
    /// Notes and warnings.
    pub notes: Diagnostics,
}

/// The passes that ran, each with its report.
pub type Reports = Vec<(&'static str, Report)>;

impl<'a> Context<'a> {
    /// A context that gets relations from `relate`, and checks after each pass in debug builds.
    pub fn new(relate: Relate<'a>) -> Self {
        Self { relate, known: RefCell::new(None), check: cfg!(debug_assertions) }
    }
    /// The relations of the program as it is now; computed once until the program changes.
    pub fn relations(&self, program: &Program) -> Rc<Relations> {
        self.known.borrow_mut().get_or_insert_with(|| Rc::new((self.relate)(program))).clone()
    }
    /// Forgets what was computed of the program as it was.
    pub fn forget(&self) {
        self.known.replace(None);
    }
}

impl Report {
    /// A report of so many changes.
    pub fn changes(places: usize) -> Self {
        Self { changed: places > 0, places, notes: Diagnostics::new() }
    }
}

/// The passes of the default pipeline.
pub fn default_list() -> Vec<&'static Pass> {
    PASSES.iter().filter(|pass| !pass.asked).collect()
}

/// Those of the default pipeline and those that only run when they are asked for.
pub fn full_list() -> Vec<&'static Pass> {
    PASSES.iter().collect()
}

/// Finds the passes of a list of names.
pub fn parse_list<'n>(names: impl IntoIterator<Item = &'n str>) -> Result<Vec<&'static Pass>, Diagnostics> {
    let mut list = Vec::new();
    let mut wrong = Diagnostics::new();
    for name in names {
        match find(name) {
            Some(pass) => list.push(pass),
            None => {
                let known: Vec<_> = PASSES.iter().map(|pass| pass.name).collect();
                let complaint =
                    Diagnostic::error(UNKNOWN_PASS, Span::NONE, format!("no pass is called '{name}'"))
                        .help(format!("the passes are {}", known.join(", ")));
                wrong.push(complaint);
            }
        }
    }
    if wrong.has_errors() { Err(wrong) } else { Ok(list) }
}

/// Checks that each pass of a list has what it needs from those before it, or from the program as given.
pub fn check_list(program: &Program, list: &[&'static Pass]) -> Result<(), Diagnostics> {
    let mut wrong = Diagnostics::new();
    let mut given: BTreeSet<Property> = BTreeSet::new();
    let mut broken: BTreeSet<Property> = BTreeSet::new();
    for pass in list {
        for &need in pass.requires {
            let holds =
                given.contains(&need) || (!broken.contains(&need) && !need.check(program).has_errors());
            if !holds {
                wrong.push(missing(pass, need));
            }
        }
        apply(pass, &mut given, &mut broken);
    }
    if wrong.has_errors() { Err(wrong) } else { Ok(()) }
}

fn apply(pass: &Pass, given: &mut BTreeSet<Property>, broken: &mut BTreeSet<Property>) {
    for property in pass.breaks {
        given.remove(property);
        broken.insert(*property);
    }
    given.extend(pass.ensures);
}

fn missing(pass: &Pass, need: Property) -> Diagnostic {
    let message = format!("pass '{}' needs {}, which does not hold there", pass.name, need.name());
    let complaint = Diagnostic::error(PASS_ORDER, Span::NONE, message);
    match PASSES.iter().find(|giver| giver.ensures.contains(&need)) {
        Some(giver) => complaint.help(format!("put '{}' before it", giver.name)),
        None => complaint,
    }
}

/// Runs a list of passes. `observe` sees the program after each; it may say no, and then the run stops there.
pub fn run(
    program: &mut Program,
    list: &[&'static Pass],
    context: &Context<'_>,
    observe: &mut dyn FnMut(&'static Pass, &Program) -> bool,
) -> Result<Reports, Diagnostics> {
    check_list(program, list)?;
    let mut reports = Reports::new();
    let mut given = BTreeSet::new();
    let mut broken = BTreeSet::new();
    for pass in list {
        let report = (pass.run)(program, context)?;
        if report.changed {
            context.forget();
        }
        apply(pass, &mut given, &mut broken);
        if context.check {
            verify_after(pass, program, &given);
        }
        reports.push((pass.name, report));
        if !observe(pass, program) {
            break;
        }
    }
    Ok(reports)
}

/// Panics, naming the pass, if something that should hold after it does not: that is a mistake of ours.
fn verify_after(pass: &Pass, program: &Program, given: &BTreeSet<Property>) {
    if let Err(wrong) = verify(program) {
        let first = wrong.iter().next().map_or("", |it| it.message.as_str());
        panic!("pass '{}' broke the contract of the IR: {first}", pass.name);
    }
    for &property in given {
        let wrong = property.check(program);
        if let Some(first) = wrong.iter().find(|it| it.severity == Severity::Error) {
            panic!("pass '{}' broke {}: {}", pass.name, property.name(), first.message);
        }
    }
}
