//! What a run is asked to do.

use crate::egraph::offer::Offers;
use crate::egraph::rules::Rules;
use crate::egraph::schedule::Schedule;
use crate::extract::cost::{CostModel, Device, Size, Statements, Table};

/// How much is tried.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Level {
    /// Only what the program must lose: Inline functions.
    O0,
    /// Storage, control, extents and constants: the default.
    O1,
    /// All rules, and passes that remove dead work.
    O2,
}

/// What is paid for.
#[derive(Clone, Debug)]
pub enum Model {
    /// Nodes.
    Size,
    /// Statements of the text.
    Statements,
    /// Cycles of the modelled device.
    Device,
    /// What a file says.
    Table(Table),
}

impl Model {
    /// The model of that name; `None` if there is none, as for the name of a file.
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "size" => Some(Self::Size),
            "statements" => Some(Self::Statements),
            "device" => Some(Self::Device),
            _ => None,
        }
    }
    /// The model itself.
    pub fn model(&self) -> &dyn CostModel {
        match self {
            Self::Size => &Size,
            Self::Statements => &Statements,
            Self::Device => &Device,
            Self::Table(table) => table,
        }
    }
}

/// How often functions are looked at once more unless asked otherwise.
pub const LOOKS: usize = 3;

/// Options of a run; [`Options::default`] is the default of the command line.
#[derive(Clone, Debug)]
pub struct Options {
    /// Rules to apply, inlining among them.
    pub rules: Rules,
    /// Which functions may be inlined that need not be: the cost model decides.
    pub offers: Offers,
    /// Which sets of rules are applied in which order, and when saturation stops.
    pub schedule: Schedule,
    /// Name of the extractor.
    pub extractor: String,
    /// What nodes cost.
    pub cost: Model,
    /// Seed of extractors that draw.
    pub seed: u64,
    /// Names of passes to run, in order; `None` is the default pipeline.
    pub passes: Option<Vec<String>>,
    /// Whether the default pipeline also drops writes that nobody can see.
    pub dead_writes: bool,
    /// The last pass to run.
    pub stop_after: Option<String>,
    /// How often a function is looked at once more, at most, where its new text says more than its graph did.
    pub looks: usize,
    /// Threads for functions of one level.
    pub threads: usize,
    /// Whether to check the program after each step.
    pub check: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self::level(Level::O1)
    }
}

impl Options {
    /// The options of a level.
    pub fn level(level: Level) -> Self {
        let rules = Rules::shipped();
        let rules = match level {
            Level::O0 => rules.only(&["inline", "storage", "extent"]),
            Level::O1 => rules.only(&["storage", "extent", "control", "index", "inline"]),
            Level::O2 => rules.exact(),
        };
        Self {
            rules,
            offers: Offers::none(),
            schedule: Schedule::default(),
            extractor: "dag-knuth".to_owned(),
            cost: Model::Statements,
            seed: 0,
            passes: None,
            dead_writes: level == Level::O2,
            stop_after: None,
            looks: LOOKS,
            threads: 1,
            check: cfg!(debug_assertions),
        }
    }
}
