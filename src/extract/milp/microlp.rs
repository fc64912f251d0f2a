//! The pure-Rust solver.

use microlp::{ComparisonOp, Error, OptimizationDirection, Problem, SolveOptions, Variable};

use crate::extract::milp::{Answer, Model};

/// Solves `model` from `start`, with at most `tree_nodes` nodes of the search tree.
pub(super) fn solve(model: &Model, start: &[bool], tree_nodes: u64) -> Answer {
    let mut problem = Problem::new(OptimizationDirection::Minimize);
    let variables: Vec<Variable> = model.cost.iter().map(|&cost| problem.add_binary_var(cost)).collect();
    for row in &model.rows {
        let plus = row.plus.iter().map(|&node| (variables[node as usize], 1.0));
        let minus = row.minus.iter().map(|&node| (variables[node as usize], -1.0));
        let terms: Vec<(Variable, f64)> = plus.chain(minus).collect();
        let comparison = if row.is_exact { ComparisonOp::Eq } else { ComparisonOp::Le };
        problem.add_constraint(terms, comparison, row.sum);
    }
    let value = |&chosen: &bool| if chosen { 1.0 } else { 0.0 };
    let warm_start = variables.iter().copied().zip(start.iter().map(value)).collect();
    let mut options = SolveOptions::default();
    options.node_limit = Some(tree_nodes);
    options.warm_start = Some(warm_start);
    match problem.solve_with(options) {
        Err(Error::Infeasible) => Answer { is_infeasible: true, ..Answer::none(0) },
        Err(_) => Answer::none(0),
        Ok(outcome) => {
            let bound = outcome.stats().best_bound.unwrap_or(f64::NEG_INFINITY);
            let bound = if outcome.is_optimal() {
                outcome.solution().map_or(bound, |solution| solution.objective())
            } else {
                bound
            };
            let chosen = outcome.solution().map(|solution| {
                variables.iter().map(|&variable| solution.var_value(variable) > 0.5).collect()
            });
            Answer { chosen, bound, ..Answer::none(outcome.stats().lp_iterations) }
        }
    }
}
