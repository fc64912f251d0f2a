//! Graphs from files and folders: egraph-serialize JSON as it is, programs as the graphs of their functions.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use crate::base::diagnostic::Code;
use crate::cli::{io, output};
use crate::driver::graphs::graphs;
use crate::driver::optimizer::extractor;
use crate::driver::options::{Level, Model, Options};
use crate::egraph::exchange;
use crate::egraph::graph::Graph;
use crate::extract::EXTRACTORS;
use crate::extract::cost::{CostModel, Statements, Table, reprice};
use crate::extract::extractor::Extractor;

/// A graph and where it is from.
pub(super) struct Named {
    /// The folder of its file, or the program's file.
    pub(super) family: String,
    /// Its file, and the function and rules for graphs of programs.
    pub(super) name: String,
    pub(super) graph: Graph,
}

/// The files among `paths`, and those below them that end in `.json` or `.py`, in the order of their names.
pub(super) fn files(paths: &[PathBuf]) -> Result<Vec<PathBuf>, ExitCode> {
    let mut found = Vec::new();
    for path in paths {
        if path.is_dir() {
            let mut open = vec![path.clone()];
            let first = found.len();
            while let Some(folder) = open.pop() {
                let entries = std::fs::read_dir(&folder);
                let entries = entries.map_err(|why| io::unreadable(&folder.to_string_lossy(), &why))?;
                for entry in entries.flatten().map(|entry| entry.path()) {
                    let ends = |end| entry.extension().is_some_and(|extension| extension == end);
                    if entry.is_dir() {
                        open.push(entry);
                    } else if ends("json") || ends("py") {
                        found.push(entry);
                    }
                }
            }
            found[first..].sort();
        } else {
            found.push(path.clone());
        }
    }
    Ok(found)
}

/// The graphs of a file, with the costs of `model` instead of the file's if there is one.
pub(super) fn load(path: &Path, model: Option<&dyn CostModel>) -> Result<Vec<Named>, ExitCode> {
    let name = path.display().to_string();
    let source = io::read(&name)?;
    if path.extension().is_some_and(|extension| extension == "py") {
        return of_programs(&name, &source, model.unwrap_or(&Statements));
    }
    let fault =
        |fault: &dyn std::fmt::Display| output::wrong(Code("bad-graph"), format!("{name}: {fault}"), FORMAT);
    let graph = exchange::read(source.text()).map_err(|why| fault(&why))?;
    let graph = match model {
        Some(model) => reprice(&graph, model).map_err(|why| fault(&why))?,
        None => graph,
    };
    let folder = path.parent().and_then(Path::file_name).map(|name| name.to_string_lossy().into_owned());
    Ok(vec![Named { family: folder.unwrap_or_default(), name, graph }])
}

/// The graphs of the functions of a file of programs, under each set of rules that differs in kind.
fn of_programs(
    name: &str,
    source: &crate::base::span::Source,
    model: &dyn CostModel,
) -> Result<Vec<Named>, ExitCode> {
    let mut named = Vec::new();
    for program in io::lower(source)? {
        for (rules, level) in [("O0", Level::O0), ("O1", Level::O1)] {
            let made = graphs(&program, &Options::level(level), model);
            for (function, graph) in made.map_err(|wrong| output::complain_of(&wrong, source))? {
                let name = format!("{name}:{function}@{rules}");
                named.push(Named { family: format!("programs {rules}"), name, graph });
            }
        }
    }
    Ok(named)
}

/// The extractors of those names; `all` are all.
pub(super) fn extractors(names: &[String]) -> Result<Vec<&'static dyn Extractor>, ExitCode> {
    let mut extractors = Vec::new();
    for name in names {
        if name == "all" {
            extractors.extend_from_slice(EXTRACTORS);
            continue;
        }
        extractors.push(extractor(name).map_err(|wrong| output::wrong_arguments(&wrong))?);
    }
    Ok(extractors)
}

/// The cost model of that name, or in that TOML file.
pub(super) fn model(name: &str) -> Result<Model, ExitCode> {
    if let Some(model) = Model::named(name) {
        return Ok(model);
    }
    if !name.ends_with(".toml") {
        let help = "there are `size`, `statements`, `device`, and TOML files of operator costs";
        let message = format!("no cost model is called `{name}`");
        return Err(output::wrong(Code("unknown-cost-model"), message, help));
    }
    let help = "a file of costs is TOML: under `[cost]`, a line `\"tile.matmul\" = 4` for an operator";
    let wrong = |fault| output::wrong(Code("bad-costs"), format!("{name}: {fault}"), help);
    Table::read(io::read(name)?.text()).map(Model::Table).map_err(wrong)
}

/// What a file of graphs holds.
const FORMAT: &str =
    "graphs are JSON of the egraph-serialize format; `selfsame opt --emit egraph` writes one";
