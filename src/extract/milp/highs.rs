//! HiGHS, behind the feature `highs`: building it needs cmake, a C++ compiler and libclang.

use highs::{Col, HighsModelStatus, RowProblem, Sense};

use crate::extract::milp::{Answer, Model};

/// Solves `model` from `start`, with at most `tree_nodes` nodes of the search tree.
pub(super) fn solve(model: &Model, start: &[bool], tree_nodes: u64) -> Answer {
    let mut problem = RowProblem::default();
    let columns: Vec<Col> = model.cost.iter().map(|&cost| problem.add_integer_column(cost, 0..=1)).collect();
    for row in &model.rows {
        let plus = row.plus.iter().map(|&node| (columns[node as usize], 1.0));
        let minus = row.minus.iter().map(|&node| (columns[node as usize], -1.0));
        let terms: Vec<(Col, f64)> = plus.chain(minus).collect();
        if row.is_exact {
            problem.add_row(row.sum..=row.sum, &terms);
        } else {
            problem.add_row(..=row.sum, &terms);
        }
    }
    let mut solver = problem.optimise(Sense::Minimise);
    solver.make_quiet();
    solver.set_option("threads", 1);
    solver.set_option("random_seed", 0);
    solver.set_option("mip_rel_gap", 0.0);
    solver.set_option("mip_max_nodes", i32::try_from(tree_nodes).unwrap_or(i32::MAX));
    let value = |&chosen: &bool| if chosen { 1.0 } else { 0.0 };
    let values: Vec<f64> = start.iter().map(value).collect();
    solver.set_solution(Some(&values), None, None, None);
    let Ok(solved) = solver.try_solve() else { return Answer::none(0) };
    let pivots = u64::try_from(solved.simplex_iteration_count()).unwrap_or(0);
    let status = solved.status();
    if status == HighsModelStatus::Infeasible {
        return Answer { is_infeasible: true, ..Answer::none(pivots) };
    }
    let is_usable = matches!(
        status,
        HighsModelStatus::Optimal
            | HighsModelStatus::ReachedSolutionLimit
            | HighsModelStatus::ReachedIterationLimit
    );
    let bound = solved.double_info_value(c"mip_dual_bound").unwrap_or(f64::NEG_INFINITY);
    let values = solved.get_solution().columns().to_vec();
    let has_solution = is_usable && solved.objective_value().is_finite() && values.len() == columns.len();
    let chosen = has_solution.then(|| values.iter().map(|&value| value > 0.5).collect());
    Answer { chosen, bound, ..Answer::none(pivots) }
}
