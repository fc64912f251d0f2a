//! `selfsame extract`: extractors on graphs, and what they reach.

use std::fmt::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, ValueEnum};
use serde_json::{Map, Value, json};

use crate::base::diagnostic::Code;
use crate::cli::graphs::{self, Named};
use crate::cli::{clock, output};
use crate::driver::options::Model;
use crate::egraph::graph::{ClassId, Graph};
use crate::extract::extractor::{Budget, ExtractError, Extraction, Extractor};

/// Extract from graphs, and report cost, bound and time
///
/// Reads egraph-serialize JSON, as the extraction-gym has it, and programs. Every choice is checked, apart from the
/// extractor, to be complete, acyclic and priced right.
#[derive(Args)]
pub(super) struct Extract {
    /// Graphs (.json), programs (.py), or folders of them
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Extractors, separated by commas; `all` are all
    #[arg(long, value_delimiter = ',', default_value = "auto", value_name = "NAME")]
    extractor: Vec<String>,
    /// Steps for each region, instead of each extractor's own budget
    #[arg(long, value_name = "N")]
    budget: Option<u64>,
    /// Seed of extractors that draw
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Classes to extract by name, instead of the file's roots
    #[arg(long, value_delimiter = ',', value_name = "CLASS")]
    root: Vec<String>,
    /// Costs by a model (size, statements, device, or a TOML file) instead of the file's
    #[arg(long, value_name = "MODEL")]
    cost: Option<String>,
    /// The form of the report
    #[arg(long, value_enum, default_value_t = Report::Csv)]
    report: Report,
    /// In a JSON report, the chosen node of each class too
    #[arg(long)]
    choices: bool,
}

/// The form of a report.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum Report {
    /// Comma-separated values
    Csv,
    /// A table in Markdown
    Md,
    /// A list of objects
    Json,
}

/// Runs the command: 1 if something could not be extracted, 2 if a file could not be read; the rest is done.
pub(super) fn run(arguments: &Extract) -> ExitCode {
    execute(arguments).unwrap_or_else(|code| code)
}

fn execute(arguments: &Extract) -> Result<ExitCode, ExitCode> {
    let extractors = graphs::extractors(&arguments.extractor)?;
    let model = arguments.cost.as_deref().map(graphs::model).transpose()?;
    let budget = arguments.budget.map_or(Budget::Standard, Budget::Steps);
    let mut code = output::DONE;
    let mut writer = Writer::new(arguments.report);
    for path in graphs::files(&arguments.files)? {
        // One bad file among many must not cost the rest.
        let Ok(loaded) = graphs::load(&path, model.as_ref().map(Model::model)) else {
            let name = path.display().to_string();
            extractors.iter().for_each(|extractor| writer.none(&name, extractor.name()));
            code = output::WRONG;
            continue;
        };
        for named in loaded {
            let roots = roots(&named, &arguments.root)?;
            for extractor in &extractors {
                match measure(&named.graph, &roots, *extractor, &budget, arguments.seed) {
                    Ok(measured) => writer.row(&named, *extractor, &measured, arguments.choices),
                    Err(fault) => {
                        output::complain(&format!("{}: {fault}\n", named.name));
                        writer.none(&named.name, extractor.name());
                        code = code.max(output::FAILED);
                    }
                }
            }
        }
    }
    output::print(&writer.finish());
    Ok(ExitCode::from(code))
}

/// The classes that are asked for by name, or the graph's roots.
fn roots(named: &Named, names: &[String]) -> Result<Vec<ClassId>, ExitCode> {
    if names.is_empty() {
        return Ok(named.graph.roots().to_vec());
    }
    let class = |name: &String| {
        let found = named.graph.classes().find(|&class| named.graph.class_name(class) == *name);
        found.ok_or_else(|| {
            let message = format!("{}: there is no class `{name}`", named.name);
            output::wrong(Code("unknown-class"), message, "name a class as the file does, in an `eclass`")
        })
    };
    names.iter().map(class).collect()
}

/// An extraction that was checked, and how long it took.
pub(super) struct Measured {
    pub(super) extraction: Extraction,
    pub(super) seconds: f64,
}

/// Extracts, checks and takes the time, without the check's.
pub(super) fn measure(
    graph: &Graph,
    roots: &[ClassId],
    extractor: &dyn Extractor,
    budget: &Budget,
    seed: u64,
) -> Result<Measured, String> {
    if roots.is_empty() {
        return Err("the file names no roots: `--root` asks for classes".to_owned());
    }
    let start = clock::now();
    let extraction = extractor.select(graph, roots, budget, seed).map_err(|fault| said(graph, fault))?;
    let seconds = clock::now() - start;
    let checked = extraction.choice.check(graph, roots, extraction.cost);
    checked.unwrap_or_else(|fault| panic!("`{}` made a choice that is none: {fault}", extractor.name()));
    Ok(Measured { extraction, seconds })
}

/// A fault, with the root as the file calls it.
fn said(graph: &Graph, fault: ExtractError) -> String {
    let (ExtractError::NoSuchRoot(root) | ExtractError::Underivable(root)) = fault;
    fault.to_string().replacen(
        &format!("the root {root} "),
        &format!("the root `{}` ", graph.class_name(root)),
        1,
    )
}

/// A report in the making.
struct Writer {
    report: Report,
    text: String,
    rows: Vec<Value>,
}

impl Writer {
    fn new(report: Report) -> Self {
        let text = match report {
            Report::Csv => "graph,extractor,cost,lower_bound,status,seconds\n",
            Report::Md => {
                "| graph | extractor | cost | lower bound | status | seconds |\n|--|--|--:|--:|--|--:|\n"
            }
            Report::Json => "",
        };
        Self { report, text: text.to_owned(), rows: Vec::new() }
    }

    /// A row for what could not be extracted.
    fn none(&mut self, graph: &str, name: &str) {
        match self.report {
            Report::Csv => line(&mut self.text, format_args!("{},{name},,,none,", quoted(graph))),
            Report::Md => line(&mut self.text, format_args!("| {graph} | {name} | | | none | |")),
            Report::Json => {
                self.rows.push(json!({"graph": graph, "extractor": name, "status": "none"}));
            }
        }
    }

    fn row(&mut self, named: &Named, extractor: &dyn Extractor, row: &Measured, choices: bool) {
        let (graph, name) = (&named.graph, extractor.name());
        let scale = graph.unit().scale;
        let Measured { extraction, seconds } = row;
        let (cost, bound) = (scale.wholes_of(extraction.cost), scale.wholes_of(extraction.lower_bound));
        let status = extraction.status;
        match self.report {
            Report::Csv => {
                let graph = quoted(&named.name);
                line(&mut self.text, format_args!("{graph},{name},{cost},{bound},{status},{seconds:.6}"));
            }
            Report::Md => {
                let graph = &named.name;
                let cells = format_args!("| {graph} | {name} | {cost} | {bound} | {status} | {seconds:.4} |");
                line(&mut self.text, cells);
            }
            Report::Json => {
                let mut object = json!({
                    "graph": named.name, "extractor": name, "unit": &*graph.unit().name, "cost": cost,
                    "lower_bound": bound, "status": status.to_string(), "seconds": seconds,
                    "steps": extraction.steps, "stages": stages(extraction),
                });
                if choices {
                    object["choices"] = chosen(graph, extraction);
                }
                self.rows.push(object);
            }
        }
    }

    fn finish(self) -> String {
        match self.report {
            Report::Csv | Report::Md => self.text,
            Report::Json => format!("{:#}\n", Value::from(self.rows)),
        }
    }
}

fn stages(extraction: &Extraction) -> Value {
    let stage = |stage: &crate::extract::extractor::Stage| json!({"stage": stage.name, "counts": stage.counts, "amount": stage.amount});
    extraction.stages.iter().map(stage).collect()
}

fn chosen(graph: &Graph, extraction: &Extraction) -> Value {
    let pair = |(class, node)| (graph.class_name(class), Value::from(graph.node_name(node)));
    Value::Object(extraction.choice.chosen().map(pair).collect::<Map<String, Value>>())
}

pub(super) fn line(text: &mut String, content: std::fmt::Arguments<'_>) {
    writeln!(text, "{content}").expect("a string takes all");
}

/// A value for a CSV file.
pub(super) fn quoted(text: &str) -> String {
    if text.contains([',', '"', '\n']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}
