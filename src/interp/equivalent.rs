//! Whether two programs mean the same.
//!
//! Two runs are the same if they leave the same content in every parameter and window, return the same values, share
//! storage between parameters and returned values in the same way, and show the world the same effects and submissions.
//! Functions that nothing calls are run with distinct arguments, all others under each way in which arguments of a call
//! shared storage in those runs. Content that the first program leaves unwritten may be anything in the second, and a run of the first that stops
//! with a fault proves nothing and is left out. At each synchronisation others write the windows, so that what is read
//! before and after it differs.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use crate::base::name::Name;
use crate::interp::aliasing::Aliasing;
use crate::interp::fault::{Fault, Limits};
use crate::interp::inputs::Inputs;
use crate::interp::number::Number;
use crate::interp::outcome::{Content, Event, Outcome, Output, Root, Site};
use crate::interp::pairing::Pairing;
use crate::ir::program::{Function, FunctionKind, Program};
use crate::ir::reached::reached;

/// How to compare.
#[derive(Clone, Debug)]
pub struct Options {
    /// The first seed of inputs.
    pub seed: u64,
    /// How many seeds per function and aliasing.
    pub seeds: u64,
    /// Limits of each run.
    pub limits: Limits,
    /// Whether kernels may return their values in another order, as after the passes that order them.
    pub reordered: bool,
    /// Only this function, with distinct arguments.
    pub entry: Option<Name>,
}

impl Default for Options {
    fn default() -> Self {
        Self { seed: 0, seeds: 2, limits: Limits::default(), reordered: false, entry: None }
    }
}

/// What a comparison found.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// Pairs of runs compared.
    pub runs: usize,
    /// Elements compared.
    pub elements: usize,
    /// Elements that the first program left unwritten, so that there was nothing to compare.
    pub unwritten: usize,
    /// Runs of the first program that stopped: the function, the seed, why.
    pub skipped: Vec<(Name, u64, Fault)>,
    /// The first difference.
    pub difference: Option<Difference>,
}

/// A difference between two runs.
#[derive(Clone, Debug)]
pub struct Difference {
    /// The function that was run.
    pub function: Name,
    /// The seed of its inputs.
    pub seed: u64,
    /// How arguments shared storage.
    pub aliasing: Aliasing,
    /// What differs.
    pub what: What,
}

/// What differs.
#[derive(Clone, Debug)]
pub enum What {
    /// One element or number.
    Value {
        /// `parameter x`, `returned value 1`.
        output: String,
        /// Its indices; empty for a scalar.
        index: Vec<usize>,
        /// In the first program, and who wrote it.
        before: (Number, Option<Site>),
        /// In the second program, and who wrote it.
        after: (Number, Option<Site>),
    },
    /// Which storage something lies in.
    Storage {
        /// `returned value 1`.
        output: String,
        /// In the first program.
        before: Root,
        /// In the second program.
        after: Root,
    },
    /// Kind, type, shape or number of outputs.
    Form {
        /// `returned value 1`, `returned values`.
        output: String,
        /// In the first program.
        before: String,
        /// In the second program.
        after: String,
    },
    /// An effect on the world or a submission.
    Trace {
        /// Its place in the trace.
        at: usize,
        /// In the first program; `None` if its trace ends before.
        before: Option<Event>,
        /// In the second program.
        after: Option<Event>,
    },
    /// The second program stops, the first does not.
    Fault(Fault),
    /// The second program lacks the function.
    Missing,
}

/// Compares two programs on inputs by seed.
pub fn equivalent(before: &Program, after: &Program, options: &Options) -> Report {
    Reference::new(before, options.clone()).compare(after)
}

/// A program that others are compared with; what it does on an input is found out once.
pub struct Reference<'p> {
    program: &'p Program,
    options: Options,
    runs: BTreeMap<Run, Result<(Inputs, Rc<Outcome>), Fault>>,
}

/// A function, how its arguments share storage, and the seed of its inputs.
type Run = (Name, Aliasing, u64);

impl<'p> Reference<'p> {
    /// Nothing has run yet.
    pub fn new(program: &'p Program, mut options: Options) -> Self {
        options.limits.others = true;
        Self { program, options, runs: BTreeMap::new() }
    }
    /// Whether kernels of the other program may return their values in another order.
    pub fn allow_reordered(&mut self, reordered: bool) {
        self.options.reordered = reordered;
    }
    /// Compares a program with this one.
    pub fn compare(&mut self, after: &Program) -> Report {
        let all = match &self.options.entry {
            Some(entry) => vec![entry.clone()],
            None => entries(self.program),
        };
        let whole = self.options.entry.is_none();
        let report = Report::default();
        let mut comparison = Comparison { reference: self, after, report, aliasings: BTreeMap::new() };
        for entry in &all {
            comparison.function(entry, &Aliasing::default());
        }
        if whole {
            // Comparing one function may show aliasings of others: callers come before their callees in these rounds.
            let mut done = BTreeSet::new();
            while let Some((name, aliasing)) = comparison.next_aliasing(&done) {
                comparison.function(&name, &aliasing);
                done.insert((name, aliasing));
            }
        }
        comparison.report
    }
    /// What a function leaves, and its inputs.
    fn run(&mut self, run: &Run) -> Result<(Inputs, Rc<Outcome>), Fault> {
        if let Some(known) = self.runs.get(run) {
            return known.clone();
        }
        let (name, aliasing, seed) = run;
        let result = Inputs::aliased(self.program, name, *seed, aliasing).and_then(|inputs| {
            let outcome = super::run(self.program, name, &inputs, &self.options.limits)?;
            Ok((inputs, Rc::new(outcome)))
        });
        self.runs.insert(run.clone(), result.clone());
        result
    }
}

/// Functions with a body that no other function calls, in order; Inline ones are none, and what one that is not used
/// itself calls is not called. If all are called, all of them.
pub fn entries(program: &Program) -> Vec<Name> {
    let reached = reached(program);
    let mut called = BTreeSet::new();
    for function in program.functions.values().filter(|function| reached.contains(&function.name)) {
        for stmt in function.stmts() {
            if let Some(call) = stmt.call()
                && call.callee != function.name
            {
                called.insert(call.callee.clone());
            }
        }
    }
    let runs = |function: &&Function| function.kind != FunctionKind::Inline && function.body.is_some();
    let names = |all: bool| {
        let kept = program.functions.values().filter(runs).map(|function| function.name.clone());
        kept.filter(|name| all || !called.contains(name)).collect::<Vec<_>>()
    };
    let free = names(false);
    if free.is_empty() { names(true) } else { free }
}

struct Comparison<'a, 'p> {
    reference: &'a mut Reference<'p>,
    after: &'a Program,
    report: Report,
    aliasings: BTreeMap<Name, BTreeSet<Aliasing>>,
}

impl Comparison<'_, '_> {
    fn next_aliasing(&self, done: &BTreeSet<(Name, Aliasing)>) -> Option<(Name, Aliasing)> {
        if self.report.difference.is_some() {
            return None;
        }
        let before = self.reference.program;
        let compared = |name: &Name| {
            let has_body =
                |program: &Program| program.functions.get(name).is_some_and(|it| it.body.is_some());
            let kind = before.functions.get(name).map(|function| function.kind);
            kind != Some(FunctionKind::Inline) && has_body(before) && has_body(self.after)
        };
        let all = self.aliasings.iter().filter(|(name, _)| compared(name));
        let mut pairs = all.flat_map(|(name, set)| set.iter().map(|it| (name.clone(), it.clone())));
        pairs.find(|pair| !done.contains(pair))
    }
    /// Compares one function under one aliasing, on all seeds.
    fn function(&mut self, name: &Name, aliasing: &Aliasing) {
        let options = &self.reference.options;
        for seed in options.seed..options.seed + options.seeds {
            if self.report.difference.is_some() {
                return;
            }
            if let Some(what) = self.seed(&(name.clone(), aliasing.clone(), seed)) {
                let aliasing = aliasing.clone();
                self.report.difference = Some(Difference { function: name.clone(), seed, aliasing, what });
            }
        }
    }
    fn seed(&mut self, run: &Run) -> Option<What> {
        let (name, _, seed) = run;
        let (inputs, before) = match self.reference.run(run) {
            Ok(known) => known,
            Err(fault) => {
                self.report.skipped.push((name.clone(), *seed, fault));
                return None;
            }
        };
        for (callee, aliasings) in &before.aliasings {
            self.aliasings.entry(callee.clone()).or_default().extend(aliasings.iter().cloned());
        }
        if !self.after.functions.contains_key(name) {
            return Some(What::Missing);
        }
        let after = match super::run(self.after, name, &inputs, &self.reference.options.limits) {
            Ok(outcome) => outcome,
            Err(fault) => return Some(What::Fault(fault)),
        };
        self.report.runs += 1;
        let what = self.outcomes(name, &before, &after)?;
        Some(self.with_writers(name, &inputs, what))
    }
    /// The first difference between two outcomes.
    fn outcomes(&mut self, name: &Name, before: &Outcome, after: &Outcome) -> Option<What> {
        let function = &self.reference.program.functions[name];
        let mut pairing = Pairing::default();
        let trace = self.traces(&mut pairing, &before.trace, &after.trace);
        if trace.is_some() {
            // Values that differ say more, and are told first.
            pairing = Pairing::default();
        }
        let report = &mut self.report;
        if before.params.len() != after.params.len() {
            return Some(count("parameters", before.params.len(), after.params.len()));
        }
        for (at, (left, right)) in before.params.iter().zip(&after.params).enumerate() {
            let output = format!("parameter {}", function.vars[function.params[at].var].name);
            let found = differs(report, &mut pairing, &output, left, right);
            if found.is_some() {
                return found;
            }
        }
        if let Some(found) = self.returns(&mut pairing, function, before, after) {
            return Some(found);
        }
        let report = &mut self.report;
        if before.windows.len() != after.windows.len() {
            return Some(count("windows", before.windows.len(), after.windows.len()));
        }
        for ((name, left), (_, right)) in before.windows.iter().zip(&after.windows) {
            let found = differs(report, &mut pairing, &format!("window {name}"), left, right);
            if found.is_some() {
                return found;
            }
        }
        trace
    }
    fn returns(
        &mut self,
        pairing: &mut Pairing,
        function: &Function,
        before: &Outcome,
        after: &Outcome,
    ) -> Option<What> {
        let report = &mut self.report;
        if before.returns.len() != after.returns.len() {
            return Some(count("returned values", before.returns.len(), after.returns.len()));
        }
        let mut pairs = before.returns.iter().zip(&after.returns).enumerate();
        let start = pairing.clone();
        let found = pairs.find_map(|(at, (left, right))| {
            differs(report, pairing, &format!("returned value {at}"), left, right)
        });
        let reordered = self.reference.options.reordered && function.kind.is_kernel();
        if found.is_some() && reordered && is_reordered(start, &before.returns, &after.returns) {
            return None;
        }
        found
    }
    fn traces(&self, pairing: &mut Pairing, before: &[Event], after: &[Event]) -> Option<What> {
        let length = before.len().max(after.len());
        let at = (0..length).find(|&at| match (before.get(at), after.get(at)) {
            (Some(left), Some(right)) => !self.same_event(pairing, left, right),
            _ => true,
        })?;
        Some(What::Trace { at, before: before.get(at).cloned(), after: after.get(at).cloned() })
    }
    /// Two events are the same; a scope that is a task is the same as a submission of a function made from it.
    fn same_event(&self, pairing: &mut Pairing, before: &Event, after: &Event) -> bool {
        match (before, after) {
            (
                Event::Scope { deps, skipped },
                Event::Submit { callee, deps: deps2, skipped: skipped2, .. },
            ) => {
                let was = self.reference.program.functions.get(callee);
                let made = was.is_none_or(|function| function.kind == FunctionKind::Inline);
                (deps, skipped) == (deps2, skipped2) && made
            }
            _ => pairing.event(before, after),
        }
    }
    /// Runs again to learn who wrote the elements that differ.
    fn with_writers(&self, name: &Name, inputs: &Inputs, what: What) -> What {
        let What::Value { output, index, before, after } = what else { return what };
        let limits = Limits { writers: true, ..self.reference.options.limits };
        let writer = |program: &Program| {
            let outcome = super::run(program, name, inputs, &limits).ok()?;
            let function = &program.functions[name];
            let params = outcome.params.iter().enumerate();
            let params = params
                .map(|(at, it)| (format!("parameter {}", function.vars[function.params[at].var].name), it));
            let returns =
                outcome.returns.iter().enumerate().map(|(at, it)| (format!("returned value {at}"), it));
            let windows = outcome.windows.iter().map(|(name, it)| (format!("window {name}"), it));
            let found = params.chain(returns).chain(windows).find(|(name, _)| *name == output)?;
            let Output::Storage(content) = found.1 else { return None };
            let flat = flat_index(&index, &content.shape)?;
            let number = content.writers.get(flat).copied().flatten()?;
            content.sites.get(number as usize).cloned()
        };
        let (left, right) = (writer(self.reference.program), writer(self.after));
        What::Value { before: (before.0, left), after: (after.0, right), output, index }
    }
}

fn count(what: &str, before: usize, after: usize) -> What {
    What::Form { output: what.into(), before: before.to_string(), after: after.to_string() }
}

fn flat_index(index: &[usize], shape: &[usize]) -> Option<usize> {
    (index.len() == shape.len())
        .then(|| index.iter().zip(shape).fold(0, |flat, (at, extent)| flat * extent + at))
}

/// Whether each value of the first run is a value of the second in another place.
fn is_reordered(mut pairing: Pairing, before: &[Output], after: &[Output]) -> bool {
    let mut left: Vec<&Output> = after.iter().collect();
    before.iter().all(|value| {
        let found = left.iter().position(|other| {
            let mut tried = pairing.clone();
            let same = differs(&mut Report::default(), &mut tried, "", value, other).is_none();
            if same {
                pairing = tried;
            }
            same
        });
        found.map(|at| left.remove(at)).is_some()
    })
}

/// The first difference between two outputs. Tuples nest only as deep as types do.
fn differs(
    report: &mut Report,
    pairing: &mut Pairing,
    output: &str,
    before: &Output,
    after: &Output,
) -> Option<What> {
    let form = |before: String, after: String| Some(What::Form { output: output.into(), before, after });
    match (before, after) {
        (Output::Storage(left), Output::Storage(right)) => contents(report, pairing, output, left, right),
        (Output::Scalar(left, left_type), Output::Scalar(right, right_type)) => {
            if left_type != right_type {
                return form(left_type.to_string(), right_type.to_string());
            }
            number(report, output, &[], *left, *right)
        }
        (Output::Task(left), Output::Task(right)) if left == right => None,
        (Output::Tuple(left), Output::Tuple(right)) if left.len() == right.len() => {
            let mut pairs = left.iter().zip(right).enumerate();
            pairs.find_map(|(at, (left, right))| {
                differs(report, pairing, &format!("{output}[{at}]"), left, right)
            })
        }
        (Output::Other(left), Output::Other(right)) if left == right => None,
        (left, right) => form(kind(left), kind(right)),
    }
}

fn kind(output: &Output) -> String {
    match output {
        Output::Scalar(_, dtype) => format!("a scalar {dtype}"),
        Output::Task(tasks) => format!("tasks {tasks:?}"),
        Output::Storage(content) => format!("{} {:?}", content.dtype, content.shape),
        Output::Tuple(items) => format!("a tuple of {}", items.len()),
        Output::Other(text) => text.clone(),
    }
}

fn contents(
    report: &mut Report,
    pairing: &mut Pairing,
    output: &str,
    before: &Content,
    after: &Content,
) -> Option<What> {
    let form = |before: String, after: String| Some(What::Form { output: output.into(), before, after });
    if before.dtype != after.dtype || before.shape != after.shape {
        let shown = |it: &Content| format!("{} {:?}", it.dtype, it.shape);
        return form(shown(before), shown(after));
    }
    if before.valid != after.valid {
        let shown = |it: &Content| format!("valid {:?}", it.valid);
        return form(shown(before), shown(after));
    }
    if !pairing.root(before.root, after.root) {
        return Some(What::Storage { output: output.into(), before: before.root, after: after.root });
    }
    for (flat, (left, right)) in before.elements.iter().zip(&after.elements).enumerate() {
        let mut rest = flat;
        let mut index: Vec<usize> = Vec::new();
        for extent in before.shape.iter().rev() {
            index.push(rest % extent);
            rest /= extent;
        }
        index.reverse();
        let found = number(report, output, &index, *left, *right);
        if found.is_some() {
            return found;
        }
    }
    None
}

fn number(report: &mut Report, output: &str, index: &[usize], left: Number, right: Number) -> Option<What> {
    if left == Number::Poison {
        report.unwritten += 1;
        return None;
    }
    report.elements += 1;
    (!left.same(right)).then(|| What::Value {
        output: output.into(),
        index: index.to_vec(),
        before: (left, None),
        after: (right, None),
    })
}

impl std::fmt::Display for Difference {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "`{}` with seed {}", self.function, self.seed)?;
        write!(f, "{}: {}", self.aliasing, self.what)
    }
}

impl std::fmt::Display for What {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let event = |event: &Option<Event>| event.as_ref().map_or("nothing more".into(), Event::to_string);
        match self {
            Self::Value { output, index, before, after } => {
                let at = if index.is_empty() { String::new() } else { format!(" at {index:?}") };
                writeln!(f, "{output}{at} was {}, is {}", before.0, after.0)?;
                write!(f, "  before: {}\n  after:  {}", writer(&before.1), writer(&after.1))
            }
            Self::Storage { output, before, after } => write!(f, "{output} was {before}, is {after}"),
            Self::Form { output, before, after } => write!(f, "{output}: was {before}, is {after}"),
            Self::Trace { at, before, after } => {
                writeln!(f, "effect {at} differs")?;
                write!(f, "  before: {}\n  after:  {}", event(before), event(after))
            }
            Self::Fault(fault) => write!(f, "stops only afterwards: {fault}"),
            Self::Missing => f.write_str("there is no such function afterwards"),
        }
    }
}

fn writer(site: &Option<Site>) -> String {
    site.as_ref()
        .map_or("as it was passed in".into(), |site| format!("in `{}`: {}", site.function, site.text))
}
