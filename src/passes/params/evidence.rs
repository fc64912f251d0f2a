//! What each body does to its parameters itself, and what it hands to which slot of which callee.

use crate::egraph::relation::{FunctionRelation, Relations, Root};
use crate::ir::access::{Access, for_each_access};
use crate::ir::program::{Function, Program};
use crate::ir::stmt::{Call, OpCall, Rhs, StmtKind};

/// A parameter of a function of the program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Slot {
    /// The index of the function.
    pub(crate) function: usize,
    /// The index of its parameter.
    pub(crate) param: usize,
}

/// The evidence of a whole program.
pub(crate) struct Evidence {
    /// What the operators of a body do, by function and parameter.
    pub(crate) own: Vec<Vec<Access>>,
    /// A parameter of the first function may be what the second's parameter gets.
    pub(crate) passed: Vec<(Slot, Slot)>,
}

/// The overrides of row D44: operators that the table says only write an argument, but whose lowering reads it too.
const READS_TOO: &[(&str, usize)] =
    &[("pld.tensor.allgather", 1), ("pld.tensor.all_to_all", 1), ("pld.tensor.all_to_all_v", 1)];

/// Gathers the evidence, one walk over each body.
pub(crate) fn collect(program: &Program, relations: &Relations) -> Evidence {
    let own = program.functions.values().map(|function| vec![Access::NONE; function.params.len()]).collect();
    let mut evidence = Evidence { own, passed: Vec::new() };
    for (index, (name, function)) in program.functions.iter().enumerate() {
        let Some(relation) = relations.functions.get(name) else { continue };
        for stmt in function.stmts() {
            match &stmt.kind {
                StmtKind::Let(_, Rhs::Call(call)) | StmtKind::Eval(Rhs::Call(call)) => {
                    evidence.call(program, index, relation, call);
                }
                kind => evidence.operator(program, index, function, relation, kind),
            }
        }
    }
    evidence
}

impl Evidence {
    fn operator(
        &mut self,
        program: &Program,
        index: usize,
        function: &Function,
        relation: &FunctionRelation,
        kind: &StmtKind,
    ) {
        let own = &mut self.own[index];
        for_each_access(program, function, kind, &mut |expr, access| {
            for_each_param(&relation.roots_within(expr), |param| own[param] = own[param].or(access));
        });
        if let StmtKind::Let(_, Rhs::Op(call)) | StmtKind::Eval(Rhs::Op(call)) = kind {
            for arg in read_too(call) {
                for_each_param(&relation.roots_within(arg), |param| own[param] = own[param].or(Access::READ));
            }
        }
    }

    fn call(&mut self, program: &Program, index: usize, relation: &FunctionRelation, call: &Call) {
        let callee = program.functions.get_index_of(&call.callee);
        for (at, arg) in call.args.iter().enumerate() {
            for_each_param(&relation.roots_within(arg), |param| match callee {
                Some(callee) if at < program.functions[callee].params.len() => {
                    let from = Slot { function: index, param };
                    self.passed.push((from, Slot { function: callee, param: at }));
                }
                _ => self.own[index][param] = Access::BOTH,
            });
        }
        let launch = &call.launch;
        for read in launch.deps.iter().chain(&launch.predicate) {
            for_each_param(&relation.roots_within(read), |param| {
                self.own[index][param] = self.own[index][param].or(Access::READ);
            });
        }
    }
}

fn read_too(call: &OpCall) -> impl Iterator<Item = &crate::ir::expr::Expr> {
    let listed = READS_TOO.iter().filter(|(name, _)| call.op.name() == name);
    listed.filter_map(|(_, index)| call.args.get(*index))
}

fn for_each_param(roots: &[Root], mut f: impl FnMut(usize)) {
    for root in roots {
        if let Root::Param(param) = *root {
            f(param);
        }
    }
}
