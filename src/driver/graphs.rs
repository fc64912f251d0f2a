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
    let mut session = Session::new(program, &options.rules)?.offering(&options.offers);
    let mut graphs = Vec::new();
    for name in session.levels().concat() {
        let (cost, times) = (|node: &Priced<'_>| model.cost(node), |trips| model.times(trips));
        let pricing = Pricing { unit: model.unit(), cost: &cost, times: &times };
        let graph = session.visit(&name, &options.schedule, |saturated| saturated.flatten(&pricing).graph);
        graphs.push((name, graph));
    }
    Ok(graphs)
}
