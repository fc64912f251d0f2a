//! `selfsame bench`: extractors side by side on many graphs, by family, with plots.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::{Value, json};

use crate::base::diagnostic::Code;
use crate::cli::extract::{Measured, Report, line, measure, quoted};
use crate::cli::{graphs, io, output, plot};
use crate::driver::options::Model;
use crate::extract::extractor::{Budget, Extractor, Status};

/// Compare extractors on many graphs: cost, time, optima and gaps, by family
///
/// A family is a folder of graphs, or a set of rules for graphs of programs. The best known cost of a graph is the
/// least that was reached here, or that a file of earlier results (`--known`) has.
#[derive(Args)]
pub(super) struct Bench {
    /// Graphs (.json), programs (.py), or folders of them
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Extractors, separated by commas; `all` are all
    #[arg(
        long,
        value_delimiter = ',',
        default_value = "tree,faster-greedy-dag,dag-knuth,local,auto",
        value_name = "NAME"
    )]
    extractor: Vec<String>,
    /// Steps for each region, instead of each extractor's own budget
    #[arg(long, value_name = "N")]
    budget: Option<u64>,
    /// Seed of extractors that draw
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Take the least time of so many runs
    #[arg(long, value_name = "N", default_value_t = 1)]
    repeat: u32,
    /// Costs by a model (size, statements, device, or a TOML file) instead of the files'
    #[arg(long, value_name = "MODEL")]
    cost: Option<String>,
    /// Earlier results as `selfsame extract --report csv` writes them, for the best known costs
    #[arg(long, value_name = "FILE.csv")]
    known: Option<PathBuf>,
    /// Plot times and costs to a file: .svg, or .html with the table
    #[arg(long, value_name = "OUT")]
    plot: Option<PathBuf>,
    /// The form of the report
    #[arg(long, value_enum, default_value_t = Report::Md)]
    report: Report,
}

/// One extractor on one graph.
pub(super) struct Run {
    pub(super) graph: usize,
    pub(super) extractor: usize,
    pub(super) cost: f64,
    bound: f64,
    pub(super) is_optimal: bool,
    pub(super) seconds: f64,
}

/// All that was measured.
pub(super) struct Results {
    pub(super) extractors: Vec<&'static str>,
    /// Name and family of each graph.
    graphs: Vec<(String, String)>,
    /// The least cost of each graph that is known.
    pub(super) best: Vec<f64>,
    pub(super) runs: Vec<Run>,
}

/// Runs the command.
pub(super) fn run(arguments: &Bench) -> ExitCode {
    execute(arguments).unwrap_or_else(|code| code)
}

fn execute(arguments: &Bench) -> Result<ExitCode, ExitCode> {
    let (results, code) = measure_all(arguments)?;
    if let Some(path) = &arguments.plot {
        let table = summary(&results, Report::Md);
        let drawn = plot::write(path, &results, &table);
        drawn.map_err(|fault| {
            let message = format!("cannot plot to `{}`: {fault}", path.display());
            output::wrong(Code("cannot-write"), message, "name a file that ends in .svg or .html")
        })?;
    }
    output::print(&summary(&results, arguments.report));
    Ok(ExitCode::from(code))
}

/// What was measured, and the exit code: 1 if something could not be extracted, 2 if a file could not be read.
fn measure_all(arguments: &Bench) -> Result<(Results, u8), ExitCode> {
    let extractors = graphs::extractors(&arguments.extractor)?;
    let model = arguments.cost.as_deref().map(graphs::model).transpose()?;
    let known = arguments.known.as_deref().map(known_costs).transpose()?.unwrap_or_default();
    let budget = arguments.budget.map_or(Budget::Standard, Budget::Steps);
    let files = graphs::files(&arguments.files)?;
    let bar = ProgressBar::new(files.len() as u64);
    let style = ProgressStyle::with_template("{pos}/{len} {wide_bar} {elapsed} {msg}");
    bar.set_style(style.expect("the template has known keys"));
    let names = extractors.iter().map(|extractor| extractor.name()).collect();
    let mut results = Results { extractors: names, graphs: Vec::new(), best: Vec::new(), runs: Vec::new() };
    let mut code = output::DONE;
    for path in files {
        bar.set_message(path.file_name().unwrap_or_default().to_string_lossy().into_owned());
        let loaded = bar.suspend(|| graphs::load(&path, model.as_ref().map(Model::model)));
        if loaded.is_err() {
            code = output::WRONG;
        }
        for named in loaded.unwrap_or_default() {
            let (scale, graph) = (named.graph.unit().scale, results.graphs.len());
            let mut best = known.get(&named.name).copied().unwrap_or(f64::INFINITY);
            for (at, extractor) in extractors.iter().enumerate() {
                match repeated(&named.graph, *extractor, &budget, arguments) {
                    Ok(Measured { extraction, seconds }) => {
                        let cost = scale.wholes_of(extraction.cost);
                        let bound = scale.wholes_of(extraction.lower_bound);
                        best = best.min(cost);
                        let is_optimal = extraction.status == Status::Optimal;
                        results.runs.push(Run { graph, extractor: at, cost, bound, is_optimal, seconds });
                    }
                    Err(fault) => {
                        bar.suspend(|| output::complain(&format!("{}: {fault}\n", named.name)));
                        code = code.max(output::FAILED);
                    }
                }
            }
            results.graphs.push((named.name, named.family));
            results.best.push(best);
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    Ok((results, code))
}

/// Of several runs the fastest.
fn repeated(
    graph: &crate::egraph::graph::Graph,
    extractor: &dyn Extractor,
    budget: &Budget,
    arguments: &Bench,
) -> Result<Measured, String> {
    let mut best = measure(graph, graph.roots(), extractor, budget, arguments.seed)?;
    for _ in 1..arguments.repeat {
        let next = measure(graph, graph.roots(), extractor, budget, arguments.seed)?;
        best.seconds = best.seconds.min(next.seconds);
    }
    Ok(best)
}

/// The least cost of each graph in a file of results.
fn known_costs(path: &Path) -> Result<BTreeMap<String, f64>, ExitCode> {
    let text = std::fs::read_to_string(path);
    let text = text.map_err(|why| io::unreadable(&path.to_string_lossy(), &why))?;
    let mut known = BTreeMap::new();
    for row in text.lines().skip(1) {
        // From the right: only the first column may hold commas.
        let mut cells = row.rsplitn(6, ',').collect::<Vec<_>>();
        cells.reverse();
        if let [graph, _, cost, ..] = cells[..]
            && let Ok(cost) = cost.parse::<f64>()
        {
            let best = known.entry(graph.trim_matches('"').replace("\"\"", "\"")).or_insert(cost);
            *best = best.min(cost);
        }
    }
    Ok(known)
}

/// What one extractor did on one family.
#[derive(Default)]
struct Sum {
    graphs: usize,
    cost: f64,
    log_ratio: f64,
    above_best: usize,
    worst: f64,
    optimal: usize,
    log_gap: f64,
    seconds: f64,
}

impl Sum {
    fn add(&mut self, run: &Run, best: f64) {
        let ratio = ratio(run.cost, best);
        self.graphs += 1;
        self.cost += run.cost;
        self.log_ratio += ratio.ln();
        self.above_best += usize::from(ratio > 1.0 + 1e-9);
        self.worst = self.worst.max(ratio);
        self.optimal += usize::from(run.is_optimal);
        self.log_gap += ratio_of_bound(run).ln();
        self.seconds += run.seconds;
    }

    fn mean(&self, logs: f64) -> f64 {
        (logs / self.graphs.max(1) as f64).exp()
    }
}

/// How much dearer `cost` is than `best`; 1 if both are free.
pub(super) fn ratio(cost: f64, best: f64) -> f64 {
    if best > 0.0 { cost / best } else { 1.0 + cost }
}

/// The bound as a part of the cost, above nothing.
fn ratio_of_bound(run: &Run) -> f64 {
    if run.cost > 0.0 { (run.bound / run.cost).max(1e-3) } else { 1.0 }
}

/// The table, by family and extractor, and over all.
fn summary(results: &Results, report: Report) -> String {
    let mut sums: BTreeMap<(bool, &str, usize), Sum> = BTreeMap::new();
    for run in &results.runs {
        let (family, best) = (results.graphs[run.graph].1.as_str(), results.best[run.graph]);
        sums.entry((false, family, run.extractor)).or_default().add(run, best);
        sums.entry((true, "all", run.extractor)).or_default().add(run, best);
    }
    let heads = [
        "family",
        "extractor",
        "graphs",
        "cost",
        "mean ratio",
        "above best",
        "worst ratio",
        "optimal",
        "mean bound",
        "seconds",
    ];
    let mut text = match report {
        Report::Csv => heads.join(",").replace(' ', "_") + "\n",
        Report::Md => format!("| {} |\n|--|--|{}\n", heads.join(" | "), "--:|".repeat(heads.len() - 2)),
        Report::Json => String::new(),
    };
    let mut objects = Vec::new();
    for ((_, family, extractor), sum) in &sums {
        let cells = [
            (*family).to_owned(),
            results.extractors[*extractor].to_owned(),
            sum.graphs.to_string(),
            format!("{}", (sum.cost * 1e6).round() / 1e6),
            format!("{:.5}", sum.mean(sum.log_ratio)),
            sum.above_best.to_string(),
            format!("{:.3}", sum.worst),
            sum.optimal.to_string(),
            format!("{:.3}", sum.mean(sum.log_gap)),
            format!("{:.3}", sum.seconds),
        ];
        match report {
            Report::Csv => {
                let cells: Vec<String> = cells.iter().map(|cell| quoted(cell)).collect();
                line(&mut text, format_args!("{}", cells.join(",")));
            }
            Report::Md => line(&mut text, format_args!("| {} |", cells.join(" | "))),
            Report::Json => objects.push(json!({
                "family": family, "extractor": results.extractors[*extractor], "graphs": sum.graphs,
                "cost": sum.cost, "mean_ratio": sum.mean(sum.log_ratio), "above_best": sum.above_best,
                "worst_ratio": sum.worst, "optimal": sum.optimal, "mean_bound": sum.mean(sum.log_gap),
                "seconds": sum.seconds,
            })),
        }
    }
    if report == Report::Json { format!("{:#}\n", Value::from(objects)) } else { text }
}
