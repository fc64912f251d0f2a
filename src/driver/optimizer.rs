//! The optimizer: saturate, extract and decode each surviving function, callees first, then the structural passes.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use indexmap::IndexMap;

use crate::base::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::base::name::Name;
use crate::base::span::Span;
use crate::driver::options::Options;
use crate::driver::report::{FunctionReport, PassReport, Report};
use crate::egraph::cost::Cost;
use crate::egraph::decode::Repairs;
use crate::egraph::exchange;
use crate::egraph::graph::GraphBuilder;
use crate::egraph::relation::relate;
use crate::egraph::session::{Flat, Priced, Pricing, Saturated, Session};
use crate::extract::EXTRACTORS;
use crate::extract::extractor::{Budget, Extraction, Extractor};
use crate::ir::expr::Expr;
use crate::ir::program::{Function, FunctionKind, Program, VarId};
use crate::ir::reached::without_unreached;
use crate::ir::stmt::{ScopeKind, Stmt, StmtKind};
use crate::passes::run::{self as passes, Context};
use crate::passes::table::Pass;
use crate::verify::verify;

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

/// A program after one look at its functions.
struct Round {
    program: Program,
    report: Report,
    /// Functions to look at once more.
    again: BTreeSet<Name>,
}

/// Which results of each function are which of its parameters.
type Lineages = BTreeMap<Name, Vec<Option<usize>>>;

/// What one look made of a function.
struct Seen {
    function: Function,
    /// Whether its new text says more than the graph that it came from.
    restless: bool,
    /// Its variables, and how many parts of each the graph took for storage that may be written.
    storage: Vec<(VarId, usize)>,
    report: FunctionReport,
}

/// Whether a scope is one that becomes a function.
fn is_outlined(stmt: &Stmt) -> bool {
    match &stmt.kind {
        StmtKind::Scope(scope) => !matches!(scope.kind, ScopeKind::Runtime { .. }),
        _ => false,
    }
}

/// Functions with scopes that become functions.
fn hosts(program: &Program) -> BTreeSet<Name> {
    let hosts = program.functions.values().filter(|function| function.stmts().any(is_outlined));
    hosts.map(|function| function.name.clone()).collect()
}

/// What each function returns where: as long as that stays, so does its lineage.
fn returned(program: &Program) -> BTreeMap<Name, Vec<Vec<Expr>>> {
    let values = |stmt: &Stmt| match &stmt.kind {
        StmtKind::Return(values) => Some(values.clone()),
        _ => None,
    };
    let of = |function: &Function| function.stmts().filter_map(values).collect();
    program.functions.iter().map(|(name, function)| (name.clone(), of(function))).collect()
}

/// Functions that call one of these.
fn callers(functions: &IndexMap<Name, Function>, callees: &BTreeSet<Name>) -> Vec<Name> {
    let calls = |stmt: &Stmt| stmt.call().is_some_and(|call| callees.contains(&call.callee));
    let all = functions.values().filter(|function| !callees.is_empty() && function.stmts().any(calls));
    all.map(|function| function.name.clone()).collect()
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
        let mut notes = Diagnostics::new();
        let mut known = Lineages::new();
        let (mut optimized, mut report) = self.settle(program, &mut known)?;
        observe(SATURATE, &optimized);
        if self.options.stop_after.as_deref() == Some(SATURATE) {
            return Ok(Optimized { program: optimized, report, notes });
        }
        let hosts = hosts(&optimized);
        let before = (!hosts.is_empty()).then(|| returned(&optimized));
        self.run_passes(&mut optimized, &list, &mut report, &mut notes, observe)?;
        let again = &hosts - &self::hosts(&optimized);
        if !again.is_empty() && self.options.stop_after.is_none() && self.options.looks > 0 {
            // Scopes became functions, which say what they give back, and what that is called now is for the graph to say.
            let (before, after) = (before.unwrap_or_default(), returned(&optimized));
            known.retain(|name, _| before.get(name) == after.get(name));
            optimized = self.look_again(optimized, again, &mut report, &mut known)?;
            notes = Diagnostics::new();
            self.run_passes(&mut optimized, &list, &mut report, &mut notes, observe)?;
        }
        Ok(Optimized { program: optimized, report, notes })
    }

    fn run_passes(
        &self,
        program: &mut Program,
        list: &[&'static Pass],
        report: &mut Report,
        notes: &mut Diagnostics,
        observe: &mut dyn FnMut(&str, &Program),
    ) -> Result<(), Diagnostics> {
        let last = self.options.stop_after.as_deref();
        let mut context = Context::new(&relate);
        // What was wrong with the program as given is not the fault of a pass.
        context.check = self.options.check && verify(program).is_ok();
        let mut watch = |pass: &'static Pass, program: &Program| {
            observe(pass.name, program);
            last != Some(pass.name)
        };
        for (pass, done) in passes::run(program, list, &context, &mut watch)? {
            match report.passes.iter_mut().find(|it| it.pass == pass) {
                Some(before) => before.places += done.places,
                None => report.passes.push(PassReport { pass: pass.to_owned(), places: done.places }),
            }
            notes.extend(done.notes);
        }
        Ok(())
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
    /// # Errors
    /// As [`Optimizer::optimize`].
    pub fn saturate(&self, program: &Program) -> Result<(Program, Report), Diagnostics> {
        self.settle(program, &mut Lineages::new())
    }

    /// A function is looked at once more where its new text says more than the graph that it came from: where something
    /// was inlined whose template had to be cautious, since some other caller passes one buffer twice; where a region
    /// captured a constant, or one storage under two names; where something names storage in the text that was a value in
    /// the graph, or the other way round; and where more is known of a callee. After that the program is as it will stay.
    fn settle(&self, program: &Program, known: &mut Lineages) -> Result<(Program, Report), Diagnostics> {
        let program = &*self.surviving(program);
        let Round { program, mut report, again } = self.round(program, None, known)?;
        let program = self.look_again(program, again, &mut report, known)?;
        Ok((program, report))
    }

    /// Looks at these functions once more, then at those of which more is known by that.
    fn look_again(
        &self,
        mut program: Program,
        mut again: BTreeSet<Name>,
        report: &mut Report,
        known: &mut Lineages,
    ) -> Result<Program, Diagnostics> {
        for _ in 0..self.options.looks {
            if again.is_empty() {
                break;
            }
            let next = self.round(&program, Some(&again), known)?;
            report.settled.extend(next.report.functions);
            (program, again) = (next.program, next.again);
        }
        report.settled.sort_keys();
        Ok(program)
    }

    /// What a program without its Inline functions comes from.
    fn surviving<'p>(&self, program: &'p Program) -> Cow<'p, Program> {
        if self.options.rules.has("inline") { without_unreached(program) } else { Cow::Borrowed(program) }
    }

    /// Saturates all functions, or those named; `known` says of the others what they give.
    fn round(
        &self,
        program: &Program,
        only: Option<&BTreeSet<Name>>,
        known: &mut Lineages,
    ) -> Result<Round, Diagnostics> {
        let extractor = extractor(&self.options.extractor)?;
        let mut session = Session::new(program, &self.options.rules)?.offering(&self.options.offers);
        if let Some(only) = only {
            for (name, lineage) in known.iter().filter(|(name, _)| !only.contains(*name)) {
                session.settle(name, lineage.clone());
            }
        }
        let mut done: IndexMap<Name, (Function, FunctionReport)> = IndexMap::new();
        let mut again = BTreeSet::new();
        let mut better = BTreeSet::new();
        let mut storage = BTreeMap::new();
        let pool = rayon::ThreadPoolBuilder::new().num_threads(self.options.threads.max(1));
        let pool = pool.stack_size(WORKER_STACK).build().expect("the system gives threads");
        for level in session.levels() {
            let look = |name: &Name, saturated: &Saturated<'_>| self.function(name, saturated, extractor);
            for it in pool.install(|| session.visit_level(&level, &self.options.schedule, look))? {
                let before = known.insert(it.name.clone(), it.lineage.clone());
                if before.is_some_and(|before| before != it.lineage) {
                    better.insert(it.name.clone());
                }
                if it.seen.restless {
                    again.insert(it.name.clone());
                }
                storage.insert(it.name.clone(), it.seen.storage);
                done.insert(it.name, (it.seen.function, it.seen.report));
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
        again.extend(callers(&functions, &better));
        let after = Program { functions, ..program.clone() };
        again.extend(session.misjudged(&after, &storage));
        Ok(Round { program: after, report, again })
    }

    /// The programs that several selections of the same graphs give: extractors by name, each with a seed. No function is
    /// looked at once more, and no pass runs.
    ///
    /// # Errors
    /// As [`Optimizer::optimize`].
    pub fn selections(&self, program: &Program, picks: &[(&str, u64)]) -> Result<Vec<Program>, Diagnostics> {
        let program = &*self.surviving(program);
        let mut found = Vec::new();
        for (name, seed) in picks {
            found.push((extractor(name)?, *seed));
        }
        let inlining = self.options.rules.has("inline");
        let mut functions = program.functions.clone();
        functions.retain(|_, function| !(inlining && function.kind == FunctionKind::Inline));
        functions.sort_keys();
        let mut selected = vec![functions; found.len()];
        let mut session = Session::new(program, &self.options.rules)?.offering(&self.options.offers);
        for name in session.levels().concat() {
            session.visit(&name, &self.options.schedule, |saturated| {
                let flat = self.flat(saturated);
                for ((extractor, seed), functions) in found.iter().zip(&mut selected) {
                    functions[&name] = select(saturated, &flat, *extractor, *seed, &name)?.0;
                }
                Ok::<(), Diagnostics>(())
            })?;
        }
        Ok(selected.into_iter().map(|functions| Program { functions, ..program.clone() }).collect())
    }

    fn flat(&self, saturated: &Saturated<'_>) -> Flat {
        let model = self.options.cost.model();
        saturated.flatten(&self.pricing(&|node| model.cost(node), &|trips| model.times(trips)))
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
        let program = &*self.surviving(program);
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
    ) -> Result<Seen, Diagnostics> {
        if let Some(conflict) = saturated.report.conflicts.first() {
            let message = format!("in `{name}`, the rule {conflict}");
            return Err(Diagnostic::error(UNSOUND_RULE, Span::NONE, message)
                .help("leave the rule out, or mend its guard")
                .into());
        }
        let flat = self.flat(saturated);
        let (function, extraction, repairs) = select(saturated, &flat, extractor, self.options.seed, name)?;
        let restless = saturated.report.cautious > 0 || repairs.coarse > 0;
        let storage = repairs.storage;
        let report = FunctionReport {
            saturation: saturated.report.clone(),
            extractor: extractor.name().to_owned(),
            cost: extraction.cost.units(),
            lower_bound: extraction.lower_bound.units(),
            status: extraction.status.to_string(),
            repairs: repairs.fallbacks,
        };
        Ok(Seen { function, restless, storage, report })
    }
}

/// The function under a selection of its graph.
fn select(
    saturated: &Saturated<'_>,
    flat: &Flat,
    extractor: &dyn Extractor,
    seed: u64,
    name: &Name,
) -> Result<(Function, Extraction, Repairs), Diagnostics> {
    let extraction = extractor
        .select(&flat.graph, flat.graph.roots(), &Budget::Standard, seed)
        .unwrap_or_else(|error| panic!("{name}: the program as written can always be selected: {error}"));
    let (function, repairs) = saturated.decode(flat, &extraction.choice)?;
    Ok((function, extraction, repairs))
}

/// The step before all passes: rules, extraction, decode.
pub const SATURATE: &str = "saturate";

/// Stack of a worker; only what is used is touched.
const WORKER_STACK: usize = 1 << 26;

/// The extractor of that name.
///
/// # Errors
/// If there is none; says which there are.
pub fn extractor(name: &str) -> Result<&'static dyn Extractor, Diagnostics> {
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
