//! Takes out nodes that another node of their class makes useless.
//!
//! A node is dominated by one that costs no more and needs no other classes. Of equals the first stays. Nodes are
//! compared in the order of their costs with those that were kept, so the work is (nodes of a class)², made small
//! by a 64-bit signature of the children that settles most comparisons; above a limit, only the first are compared.

use crate::extract::extractor::Stage;
use crate::extract::problem::Node;
use crate::extract::reduce::{Reduced, report};

/// With so many kept nodes a class's later ones are compared.
const COMPARED: usize = 256;

pub(crate) fn reduce(reduced: &mut Reduced, stages: &mut Vec<Stage>) {
    let problem = &reduced.problem;
    let mut usable = vec![true; problem.node_count()];
    let mut count = 0;
    let mut order = Vec::new();
    let mut kept: Vec<(u64, Node)> = Vec::new();
    for class in problem.classes().filter(|&class| problem.nodes(class).len() > 1) {
        order.clear();
        order.extend(problem.nodes(class));
        order.sort_by_key(|&node| (problem.cost(node), problem.children(node).len()));
        kept.clear();
        for &node in &order {
            let signature = problem.signature(node);
            let dominates = |&(other, by): &(u64, Node)| {
                other & !signature == 0 && is_subset(problem.children(by), problem.children(node))
            };
            if kept.iter().any(dominates) {
                usable[node as usize] = false;
                count += 1;
            } else if kept.len() < COMPARED {
                kept.push((signature, node));
            }
        }
    }
    if count > 0 {
        // What dominates a node can be derived wherever the node can.
        reduced.spare(&usable);
        report(stages, "dominated", "nodes", count);
    }
}

/// Whether all of `small` are in `large`; both ascend.
fn is_subset(small: &[u32], large: &[u32]) -> bool {
    let mut large = large.iter();
    small.len() <= large.len()
        && small.iter().all(|item| large.by_ref().find(|&other| other >= item) == Some(item))
}
