//! What a run is asked to do.

use crate::egraph::cost::{Cost, Unit};
use crate::egraph::rules::Rules;
use crate::egraph::saturate::Limits;
use crate::egraph::session::Priced;
use crate::ir::op::CostClass;

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

/// Options of a run; [`Options::default`] is the default of the command line.
#[derive(Clone, Debug)]
pub struct Options {
    /// Rules to apply, inlining among them.
    pub rules: Rules,
    /// When saturation stops.
    pub limits: Limits,
    /// Name of the extractor.
    pub extractor: String,
    /// Seed of extractors that draw.
    pub seed: u64,
    /// Names of passes to run, in order; `None` is the default pipeline.
    pub passes: Option<Vec<String>>,
    /// The last pass to run.
    pub stop_after: Option<String>,
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
            limits: Limits::default(),
            extractor: "dag-knuth".to_owned(),
            seed: 0,
            passes: None,
            stop_after: None,
            threads: 1,
            check: cfg!(debug_assertions),
        }
    }
}

/// The default cost of a node: one per statement of the text, nothing for what has no text.
pub fn statements(node: &Priced<'_>) -> Cost {
    let units = match node.row.map(|row| row.cost) {
        Some(CostClass::Alias) => 1,
        Some(
            CostClass::Scalar
            | CostClass::Alloc
            | CostClass::Elementwise
            | CostClass::Transcendental
            | CostClass::Reduce
            | CostClass::Move
            | CostClass::Matmul
            | CostClass::Sync,
        ) => 10,
        None => 1,
    };
    Cost::new(units)
}

/// The unit of [`statements`].
pub fn statement_unit() -> Unit {
    Unit::whole("tenths of a statement")
}
