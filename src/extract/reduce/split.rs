//! Splits a problem into parts that only the root ties together.
//!
//! They share nothing, so the best choice is the best of each, and each can be proven alone.

use crate::extract::problem::{Class, Node, Problem, ProblemBuilder};

/// One part, with a root of its own, and which node of the whole each of its nodes is.
pub(crate) struct Part {
    pub(crate) problem: Problem,
    pub(crate) nodes: Vec<Node>,
}

impl Part {
    /// What `pick`, a choice in `whole`, chooses in the part.
    pub(crate) fn restrict(&self, whole: &Problem, pick: &[Node]) -> Vec<Node> {
        let is_chosen = |&node: &Node| {
            let of_whole = self.nodes[node as usize];
            pick[whole.class_of(of_whole) as usize] == of_whole
        };
        let node = |class| self.problem.nodes(class).find(is_chosen).expect("every class has a node");
        self.problem.classes().map(node).collect()
    }
}

/// The parts of a problem, in the order of the root's children.
pub(crate) fn split(problem: &Problem) -> Vec<Part> {
    let mut leader: Vec<Class> = problem.classes().collect();
    for node in problem.nodes(Problem::ROOT).end..problem.node_count() as u32 {
        for &child in problem.children(node) {
            let (a, b) = (find(&mut leader, problem.class_of(node)), find(&mut leader, child));
            leader[a.max(b) as usize] = a.min(b);
        }
    }
    let mut parts: Vec<Vec<Class>> = Vec::new();
    let mut part_of = vec![u32::MAX; problem.class_count()];
    for class in problem.classes().skip(1) {
        let first = find(&mut leader, class) as usize;
        if part_of[first] == u32::MAX {
            part_of[first] = parts.len() as u32;
            parts.push(Vec::new());
        }
        parts[part_of[first] as usize].push(class);
    }
    let mut is_wanted = vec![false; problem.class_count()];
    problem.children(0).iter().for_each(|&child| is_wanted[child as usize] = true);
    let mut number = vec![u32::MAX; problem.class_count()];
    parts.iter().map(|classes| part(problem, classes, &is_wanted, &mut number)).collect()
}

/// The part made of `classes`.
fn part(problem: &Problem, classes: &[Class], is_wanted: &[bool], number: &mut [u32]) -> Part {
    for (at, &class) in (1..).zip(classes) {
        number[class as usize] = at;
    }
    let mut builder = ProblemBuilder::with_capacity(classes.len() + 1, classes.len() + 1, classes.len() + 1);
    let mut nodes = vec![problem.nodes(Problem::ROOT).start];
    builder.class();
    let wanted = classes.iter().filter(|&&class| is_wanted[class as usize]);
    builder.node(0, wanted.map(|&class| number[class as usize]));
    for &class in classes {
        builder.class();
        for node in problem.nodes(class) {
            builder
                .node(problem.cost(node), problem.children(node).iter().map(|&child| number[child as usize]));
            nodes.push(node);
        }
    }
    Part { problem: builder.build(), nodes }
}

/// The leader of `class`'s set, with the path to it made short.
fn find(leader: &mut [Class], mut class: Class) -> Class {
    while leader[class as usize] != class {
        leader[class as usize] = leader[leader[class as usize] as usize];
        class = leader[class as usize];
    }
    class
}
