//! The optimizer: saturate, extract and decode each surviving function, callees first, then the structural passes.

use indexmap::IndexMap;
use rayon::prelude::*;

use crate::base::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::base::name::Name;
use crate::base::span::Span;
use crate::driver::options::{Options, statement_unit, statements};
use crate::driver::report::{FunctionReport, Report};
use crate::egraph::session::Session;
use crate::extract::extractor::{Budget, Extractor};
use crate::ir::program::{Function, FunctionKind, Program};

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

/// One function on its way out of the e-graph.
struct Done {
    name: Name,
    function: Function,
    lineage: Vec<Option<usize>>,
    report: FunctionReport,
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
        let (program, report) = self.saturate(program)?;
        Ok(Optimized { program, report, notes: Diagnostics::new() })
    }

    /// The e-graph part alone: rules, extraction, and the program as selected.
    ///
    /// # Errors
    /// As [`Optimizer::optimize`].
    pub fn saturate(&self, program: &Program) -> Result<(Program, Report), Diagnostics> {
        let extractor = extractor(&self.options.extractor)?;
        let inlining = self.options.rules.has("inline");
        let mut session = Session::new(program)?;
        let mut done: IndexMap<Name, (Function, FunctionReport)> = IndexMap::new();
        let pool = rayon::ThreadPoolBuilder::new().num_threads(self.options.threads.max(1));
        let pool = pool.stack_size(WORKER_STACK).build().expect("the system gives threads");
        for level in session.levels(inlining) {
            let one = |name: &Name| self.function(&session, name, extractor);
            let results: Vec<Result<Done, Diagnostics>> =
                pool.install(|| level.par_iter().map(one).collect());
            let mut said = Diagnostics::new();
            for result in results {
                match result {
                    Ok(it) => {
                        if !session.is_recursive(&it.name) {
                            session.learn(&it.name, it.lineage);
                        }
                        done.insert(it.name, (it.function, it.report));
                    }
                    Err(errors) => said.extend(errors),
                }
            }
            if said.has_errors() {
                return Err(said);
            }
        }
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
        Ok((Program { functions, ..program.clone() }, report))
    }

    fn function(
        &self,
        session: &Session<'_>,
        name: &Name,
        extractor: &dyn Extractor,
    ) -> Result<Done, Diagnostics> {
        let saturated = session.saturate(name, &self.options.rules, &self.options.limits);
        if let Some(conflict) = saturated.report.conflicts.first() {
            let message = format!("in `{name}`, the rule {conflict}");
            return Err(Diagnostic::error(UNSOUND_RULE, Span::NONE, message)
                .help("leave the rule out, or mend its guard")
                .into());
        }
        let flat = saturated.flatten(&statement_unit(), &statements);
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
        Ok(Done { name: name.clone(), function, lineage: saturated.lineage(), report })
    }
}

/// Stack of a worker; only what is used is touched.
const WORKER_STACK: usize = 1 << 26;

/// The extractor of that name.
fn extractor(name: &str) -> Result<&'static dyn Extractor, Diagnostics> {
    match name {
        "tree" => Ok(&crate::extract::tree::Tree),
        "dag-knuth" => Ok(&crate::extract::dag_knuth::DagKnuth),
        _ => {
            Err(Diagnostic::error(UNKNOWN_EXTRACTOR, Span::NONE, format!("no extractor is called `{name}`"))
                .help("there are `tree` and `dag-knuth`")
                .into())
        }
    }
}
