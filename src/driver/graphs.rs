//! Flat graphs of a program's functions, saturated and priced: what extraction chooses from.

use crate::base::diagnostic::Diagnostics;
use crate::base::name::Name;
use crate::driver::options::Options;
use crate::egraph::graph::Graph;
use crate::egraph::session::{Priced, Pricing, Session};
use crate::extract::cost::CostModel;
use crate::ir::program::Program;

/// The graph of each function that survives, callees first.
///
/// # Errors
/// What makes the program impossible to encode, as a cycle of Inline functions.
pub fn graphs(
    program: &Program,
    options: &Options,
    model: &dyn CostModel,
) -> Result<Vec<(Name, Graph)>, Diagnostics> {
    let mut session = Session::new(program, &options.rules)?;
    let mut graphs = Vec::new();
    for level in session.levels(options.rules.has("inline")) {
        let mut learned = Vec::new();
        for name in level {
            let saturated = session.saturate(&name, &options.limits);
            let (cost, times) = (|node: &Priced<'_>| model.cost(node), |trips| model.times(trips));
            let flat = saturated.flatten(&Pricing { unit: model.unit(), cost: &cost, times: &times });
            learned.push((name.clone(), saturated.lineage()));
            graphs.push((name, flat.graph));
        }
        for (name, lineage) in learned {
            if !session.is_recursive(&name) {
                session.learn(&name, lineage);
            }
        }
    }
    Ok(graphs)
}
