//! The optimizer: saturate, extract and decode each surviving function, callees first, then the structural passes.

use std::collections::{BTreeMap, BTreeSet};

use indexmap::IndexMap;

use crate::base::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::base::name::Name;
use crate::base::span::Span;
use crate::driver::options::Options;
use crate::driver::report::{FunctionReport, PassReport, Report};
use crate::egraph::cost::Cost;
use crate::egraph::exchange;
use crate::egraph::graph::GraphBuilder;
use crate::egraph::relation::relate;
use crate::egraph::session::{Priced, Pricing, Saturated, Session};
use crate::extract::EXTRACTORS;
use crate::extract::extractor::{Budget, Extractor};
use crate::ir::program::{Function, FunctionKind, Program};
use crate::passes::run::{self as passes, Context};
use crate::passes::table::Pass;

/// No extractor of that name.
pub const UNKNOWN_EXTRACTOR: Code = Code("unknown-extractor");
/// A rule that equated what cannot be equal.
pub const UNSOUND_RULE: Code = Code("unsound-rule");

/// Optimizes programs.
#[derive(Clone, Debug, Default)]
pub struct Optimizer {
    options: Options,
}

/// An optimized program and what was done.
#[derive(Clone, Debug)]
pub struct Optimized {
    /// The program.
    pub program: Program,
    /// What was done.
    pub report: Report,
    /// Notes and warnings of the passes.
    pub notes: Diagnostics,
}

impl Optimizer {
    /// An optimizer with the default options.
    pub fn new() -> Self {
        Self::default()
    }
    /// An optimizer with these options.
    pub fn with(options: Options) -> Self {
        Self { options }
    }

    /// Optimizes a program: rules, extraction, passes.
    ///
    /// # Errors
    /// What makes the program impossible to optimize, each with its place: a cycle of Inline functions, an extent that
    /// no argument binds, a pass that cannot do its work.
    pub fn optimize(&self, program: &Program) -> Result<Optimized, Diagnostics> {
        self.optimize_observed(program, &mut |_, _| {})
    }

    /// The same; `observe` sees the program after saturation (step `saturate`) and after each pass.
    ///
    /// # Errors
    /// As [`Optimizer::optimize`].
    pub fn optimize_observed(
        &self,
        program: &Program,
        observe: &mut dyn FnMut(&str, &Program),
    ) -> Result<Optimized, Diagnostics> {
        let list = self.passes()?;
        let (mut optimized, mut report) = self.saturate(program)?;
        observe(SATURATE, &optimized);
        let mut notes = Diagnostics::new();
        let last = self.options.stop_after.as_deref();
        if last != Some(SATURATE) {
            let mut context = Context::new(&relate);
            context.check = self.options.check;
            let mut watch = |pass: &'static Pass, program: &Program| {
                observe(pass.name, program);
                last != Some(pass.name)
            };
            for (pass, done) in passes::run(&mut optimized, &list, &context, &mut watch)? {
                report.passes.push(PassReport { pass: pass.to_owned(), places: done.places });
                notes.extend(done.notes);
            }
        }
        Ok(Optimized { program: optimized, report, notes })
    }

    /// The passes to run.
    fn passes(&self) -> Result<Vec<&'static Pass>, Diagnostics> {
        let list = match &self.options.passes {
            Some(names) => passes::parse_list(names.iter().map(String::as_str))?,
            None if self.options.dead_writes => passes::full_list(),
            None => passes::default_list(),
        };
        if let Some(last) = &self.options.stop_after
            && last != SATURATE
        {
            passes::parse_list([last.as_str()])?;
        }
        Ok(list)
    }

    /// The e-graph part alone: rules, extraction, and the program as selected.
    ///
    /// What was inlined is looked at once more where its template had to be cautious: it does not know how a caller goes
    /// on with its results, so what no caller writes becomes a value only then. After that the program is as it will stay.
    ///
    /// # Errors
    /// As [`Optimizer::optimize`].
    pub fn saturate(&self, program: &Program) -> Result<(Program, Report), Diagnostics> {
        let mut known = BTreeMap::new();
        let (once, mut report) = self.round(program, None, &mut known)?;
        let inlined = report.functions.iter().filter(|(_, it)| it.saturation.cautious > 0);
        let again: BTreeSet<Name> = inlined.map(|(name, _)| Name::from(name.as_str())).collect();
        if again.is_empty() {
            return Ok((once, report));
        }
        let (twice, settled) = self.round(&once, Some(&again), &mut known)?;
        report.settled = settled.functions;
        Ok((twice, report))
    }

    /// Saturates all functions, or those named; of the others, `known` says which results are which parameters.
    fn round(
        &self,
        program: &Program,
        only: Option<&BTreeSet<Name>>,
        known: &mut BTreeMap<Name, Vec<Option<usize>>>,
    ) -> Result<(Program, Report), Diagnostics> {
        let extractor = extractor(&self.options.extractor)?;
        let mut session = Session::new(program, &self.options.rules)?.offering(&self.options.offers);
        if let Some(only) = only {
            for (name, lineage) in known.iter().filter(|(name, _)| !only.contains(*name)) {
                session.settle(name, lineage.clone());
            }
        }
        let mut done: IndexMap<Name, (Function, FunctionReport)> = IndexMap::new();
        let pool = rayon::ThreadPoolBuilder::new().num_threads(self.options.threads.max(1));
        let pool = pool.stack_size(WORKER_STACK).build().expect("the system gives threads");
        for level in session.levels() {
            let look = |name: &Name, saturated: &Saturated<'_>| self.function(name, saturated, extractor);
            for it in pool.install(|| session.visit_level(&level, &self.options.schedule, look))? {
                known.insert(it.name.clone(), it.lineage);
                done.insert(it.name, it.seen);
            }
        }
        let inlining = self.options.rules.has("inline");
        let mut report = Report::default();
        let mut functions = IndexMap::new();
        for (name, function) in &program.functions {
            match done.swap_remove(name) {
                Some((function, one)) => {
                    report.functions.insert(name.to_string(), one);
                    functions.insert(name.clone(), function);
                }
                None if inlining && function.kind == FunctionKind::Inline => {}
                None => {
                    functions.insert(name.clone(), function.clone());
                }
            }
        }
        report.functions.sort_keys();
        // What passes make is named in order of the functions: that must not hang on how the text was ordered.
        functions.sort_keys();
        Ok((Program { functions, ..program.clone() }, report))
    }

    fn pricing<'p>(
        &self,
        cost: &'p dyn Fn(&Priced<'_>) -> Cost,
        times: &'p dyn Fn(Option<u64>) -> u32,
    ) -> Pricing<'p> {
        Pricing { unit: self.options.cost.model().unit(), cost, times }
    }

    /// The saturated e-graphs of a program: egraph-serialize JSON, or text for Graphviz.
    ///
    /// # Errors
    /// As [`Optimizer::optimize`].
    pub fn egraphs(&self, program: &Program, dot: bool) -> Result<String, Diagnostics> {
        let model = self.options.cost.model();
        let (cost, times) = (|node: &Priced<'_>| model.cost(node), |trips| model.times(trips));
        let pricing = self.pricing(&cost, &times);
        let mut session = Session::new(program, &self.options.rules)?.offering(&self.options.offers);
        let mut builder = GraphBuilder::new(model.unit());
        let mut text = String::from("digraph {\n  compound=true;\n");
        for name in session.levels().concat() {
            session.visit(&name, &self.options.schedule, |saturated| match dot {
                true => saturated.dot(&mut text),
                false => saturated.export(&pricing, &mut builder),
            });
        }
        if dot {
            return Ok(text + "}\n");
        }
        let graph = builder.build().expect("every class was made, and fewer than 2^32 nodes fit in memory");
        Ok(exchange::write(&graph) + "\n")
    }

    fn function(
        &self,
        name: &Name,
        saturated: &Saturated<'_>,
        extractor: &dyn Extractor,
    ) -> Result<(Function, FunctionReport), Diagnostics> {
        if let Some(conflict) = saturated.report.conflicts.first() {
            let message = format!("in `{name}`, the rule {conflict}");
            return Err(Diagnostic::error(UNSOUND_RULE, Span::NONE, message)
                .help("leave the rule out, or mend its guard")
                .into());
        }
        let model = self.options.cost.model();
        let flat = saturated.flatten(&self.pricing(&|node| model.cost(node), &|trips| model.times(trips)));
        let roots = flat.graph.roots().to_vec();
        let extraction = extractor
            .select(&flat.graph, &roots, &Budget::Standard, self.options.seed)
            .unwrap_or_else(|error| panic!("{name}: the program as written can always be selected: {error}"));
        let (function, repairs) = saturated.decode(&flat, &extraction.choice)?;
        let report = FunctionReport {
            saturation: saturated.report.clone(),
            extractor: extractor.name().to_owned(),
            cost: extraction.cost.units(),
            lower_bound: extraction.lower_bound.units(),
            status: extraction.status.to_string(),
            repairs: repairs.fallbacks,
        };
        Ok((function, report))
    }
}

/// The step before all passes: rules, extraction, decode.
pub const SATURATE: &str = "saturate";

/// Stack of a worker; only what is used is touched.
const WORKER_STACK: usize = 1 << 26;

/// The extractor of that name.
fn extractor(name: &str) -> Result<&'static dyn Extractor, Diagnostics> {
    crate::extract::find(name).ok_or_else(|| {
        let known: Vec<&str> = EXTRACTORS.iter().map(|it| it.name()).collect();
        Diagnostic::error(UNKNOWN_EXTRACTOR, Span::NONE, format!("no extractor is called `{name}`"))
            .help(format!("there are {}", known.join(", ")))
            .into()
    })
}

impl Optimized {
    /// What was decided, on the program as it is now; `written` is the program as given.
    pub fn facts(&self, written: &Program) -> crate::passes::facts::Facts {
        crate::passes::facts::facts(&self.program, &relate(&self.program), written)
    }
}
