//! The generator makes every shape of program that is known to break careless compilers.
//!
//! Which shape stands for which known way to go wrong is listed in [`crate::laws::known`].

use std::collections::BTreeMap;

use rayon::prelude::*;
use selfsame::ir::expr::{BinaryOp, Expr};
use selfsame::ir::op::Purity;
use selfsame::ir::program::{Direction, Function, FunctionKind, Program, VarId};
use selfsame::ir::stmt::{Call, Carry, ForKind, OpCall, Rhs, ScopeKind, Stmt, StmtKind};
use selfsame::ir::types::Type;

use crate::generate;
use crate::laws::recognise::{
    merges_fresh, reads_beside, restored, same_init, scalar_bound_again, sites_differ, two_extents, two_sums,
    writes_on_one_arm, writes_result,
};
use crate::laws::runner::read;

/// A shape by name, and how it is recognised.
pub(super) type Shape = (&'static str, fn(&Program, &str) -> bool);

pub(super) const SHAPES: &[Shape] = &[
    ("carries that change places", |it, _| loops(it, permuted)),
    ("four carries", |it, _| loops(it, |carries| carries.len() >= 4)),
    ("a carry replaced each trip", |it, _| loops(it, |carries| carries.iter().any(replaced))),
    ("a carry kept", |it, _| loops(it, |carries| carries.iter().any(|it| it.next == Expr::Var(it.param)))),
    ("an outer carry through an inner loop", |it, _| functions(it, |_| true, through_inner)),
    ("a kernel that permutes its outputs in a loop", |it, _| {
        functions(it, is_kernel, |it| carries_of(it).iter().any(|carries| permuted(carries)))
    }),
    ("an output that is not returned", |it, _| functions(it, is_kernel, |it| outputs(it) > it.results.len())),
    ("an output that is never written", |it, _| functions(it, is_kernel, unwritten_output)),
    ("outputs of different types", |it, _| functions(it, is_kernel, different_outputs)),
    ("one value returned twice", |it, _| functions(it, |_| true, returns_twice)),
    ("a parameter returned as it came", |it, _| functions(it, |_| true, returns_parameter)),
    ("a view that is returned", |it, _| functions(it, |_| true, returns_view)),
    ("a merge of two buffers", |it, _| functions(it, |_| true, |it| !merged_buffers(it).is_empty())),
    ("a merge of two buffers that is written", |it, _| functions(it, |_| true, writes_merge)),
    ("a branch without else that gives values", |it, _| {
        stmts(it, |kind| match kind {
            StmtKind::If(it) => it.otherwise.is_none() && !it.merges.is_empty(),
            _ => false,
        })
    }),
    ("a wrapper round two kernels", |it, _| {
        functions(it, |it| it.kind == FunctionKind::Group, |it| calls(it).len() > 1)
    }),
    ("a grid of blocks", |it, _| {
        functions(it, |it| it.kind == FunctionKind::Spmd, |it| !calls(it).is_empty())
    }),
    ("a graph", |it, _| functions(it, |it| it.kind == FunctionKind::Graph, |it| !calls(it).is_empty())),
    ("an external function that is called", |it, _| {
        called(it, |_, callee, _| callee.is_some_and(|callee| callee.body.is_none()))
    }),
    ("division that rounds down", |it, _| stmts(it, mentions_division)),
    ("a while loop in an orchestration function", |it, _| {
        functions(
            it,
            |it| it.kind == FunctionKind::Orchestration,
            |it| it.stmts().any(|stmt| matches!(stmt.kind, StmtKind::While(_))),
        )
    }),
    ("a buffer read by one call and written by a later one", |it, _| reader_then_writer(it)),
    ("a buffer written by two calls", |it, _| two_writers(it)),
    ("directions written by the author", |it, _| called(it, |call, _, _| !call.directions.is_empty())),
    ("a parallel loop without trips", |it, _| {
        stmts(it, |kind| match kind {
            StmtKind::For(it) => it.kind == ForKind::Parallel && it.start == it.stop,
            _ => false,
        })
    }),
    ("a loop that may run no trip", |it, _| {
        stmts(it, |kind| match kind {
            StmtKind::For(it) => it.stop.as_int().is_none() && !it.carries.is_empty(),
            _ => false,
        })
    }),
    ("a loop that counts down", |it, _| {
        stmts(it, |kind| match kind {
            StmtKind::For(it) => it.step.as_int().is_some_and(|step| step < 0),
            _ => false,
        })
    }),
    ("an unrolled loop", |it, _| of_kind(it, ForKind::Unroll)),
    ("a pipelined loop", |it, _| of_kind(it, ForKind::Pipeline)),
    ("a narrowed tile", |it, _| ops(it, |op, _| *op.op.name() == "tile.set_validshape")),
    ("a tile written in place", |it, _| ops(it, |op, _| *op.op.name() == "tile.assemble")),
    ("an array written in place", |it, _| ops(it, |op, _| *op.op.name() == "array.update_element")),
    ("a write into a slice", |it, _| functions(it, |_| true, writes_slice)),
    ("a local called like a symbol", |_, text| {
        text.contains("N = pl.dynamic") && text.contains("        N = ")
    }),
    ("parameters that differ by a number", |it, _| functions(it, |_| true, numbered_parameters)),
    ("names that mean something in C++", |_, text| text.contains("new") && text.contains("params_t0")),
    ("a helper that binds a parameter to a fresh value", |it, text| rebinds(it, text, "pl.add(")),
    ("a helper that binds a parameter to a call", |it, text| rebinds(it, text, "self.")),
    ("a helper that writes its parameter", |it, text| rebinds(it, text, "pl.assemble(")),
    ("a scalar parameter that the caller sees change", |it, _| {
        functions(it, is_helper, |it| {
            it.params.iter().any(|param| {
                param.direction != Direction::In && *it.ty(param.var) == Type::INDEX && it.hidden > 0
            })
        })
    }),
    ("a helper whose parameter has a dynamic extent", |it, _| {
        functions(it, is_helper, |it| !it.symbols.is_empty())
    }),
    ("a helper three deep", |it, _| helper_depth(it) >= 3),
    ("a helper that submits", |it, _| {
        functions(it, is_helper, |it| calls(it).iter().any(|call| call.is_submit()))
    }),
    ("a call inside an expression", |_, text| text.contains("pl.add(self.")),
    ("results taken crosswise", |_, text| text.lines().any(crosswise)),
    ("a tuple under another name", |it, _| {
        stmts_in(it, |function, kind| match kind {
            StmtKind::Let(var, Rhs::Expr(Expr::Var(_))) => matches!(function.ty(*var), Type::Tuple(_)),
            _ => false,
        })
    }),
    ("a wrapper that returns a tuple whole", |it, text| {
        functions(it, |it| it.kind.is_wrapper() && it.results.len() > 1, |_| true) && text.contains("return ")
    }),
    ("an In parameter that is written", |it, _| functions(it, |_| true, writes_in_parameter)),
    ("an allocation carried out of its trip", |it, _| functions(it, |_| true, carries_allocation)),
    ("one buffer passed twice", |it, _| {
        called(it, |call, callee, function| {
            let shaped = |at: &usize| call.args[*at].as_var().is_some_and(|var| function.ty(var).is_tensor());
            let written = |at: usize| callee.is_some_and(|it| it.params[at].direction.writes());
            let places: Vec<usize> = (0..call.args.len()).filter(shaped).collect();
            places.iter().any(|at| {
                places.iter().any(|other| other != at && call.args[*other] == call.args[*at] && written(*at))
            })
        })
    }),
    ("a call whose results nobody takes", |it, _| {
        stmts(it, |kind| matches!(kind, StmtKind::Eval(Rhs::Call(_))))
    }),
    ("a write whose result nobody takes", |it, _| {
        stmts(it, |kind| matches!(kind, StmtKind::Eval(Rhs::Op(_))))
    }),
    ("one value in two buffers", |it, _| functions(it, |_| true, equal_values)),
    ("a fresh value equal to its argument", |_, text| text.contains(", 0.0)")),
    ("a buffer read back after a write", |it, _| functions(it, is_kernel, reads_back)),
    ("break or continue with carries", |it, _| {
        stmts(
            it,
            |kind| matches!(kind, StmtKind::Break(values) | StmtKind::Continue(values) if !values.is_empty()),
        )
    }),
    ("a submission in a manual scope", |it, text| {
        text.contains("pl.submit(") && scopes(it, |kind| matches!(kind, ScopeKind::Runtime { manual: true }))
    }),
    ("a scope that is a task", |it, _| {
        stmts(it, |kind| matches!(kind, StmtKind::Scope(it) if it.task_id.is_some()))
    }),
    ("a scope with a grid of blocks", |it, _| scopes(it, |kind| matches!(kind, ScopeKind::Spmd { .. }))),
    ("dependencies", |it, _| called(it, |call, _, _| !call.launch.deps.is_empty())),
    ("a predicate", |it, _| called(it, |call, _, _| call.launch.predicate.is_some())),
    ("a dump", |it, _| called(it, |call, _, _| !call.launch.dumps.is_empty())),
    ("an argument without dependency", |it, _| called(it, |call, _, _| !call.no_dep.is_empty())),
    ("an output allocated at run time", |it, _| {
        called(it, |call, callee, _| callee.is_some_and(|callee| call.args.len() < callee.params.len()))
    }),
    ("an array of task ids", |_, text| text.contains("pl.TASK_ID)")),
    ("phases of parallel tasks", |_, text| text.contains(" = None") && text.contains("pl.parallel(")),
    ("a barrier task", |_, text| text.contains("task_dummy")),
    ("a scalar parameter that is bound again", |it, text| scalar_bound_again(it, text)),
    ("a buffer restored to what it held", |_, text| restored(text)),
    ("a window beside one that was written", |it, _| functions(it, |_| true, reads_beside)),
    ("two sums from one zero", |it, _| functions(it, |_| true, two_sums)),
    ("one buffer at one site, two at another", |it, _| functions(it, |_| true, sites_differ)),
    ("a fact of one site", |_, text| {
        text.contains("self.stays(p, p, o)") && text.contains("self.stays(p, q, s)")
    }),
    ("one symbol for two extents", |it, _| called(it, two_extents)),
    ("a window read on both sides of others' writes", |it, text| {
        let others = ["pld.system.wait", "pld.tensor.allgather", "system.syncall"];
        text.contains("before = pl.load(win") && ops(it, |op, _| others.contains(&op.op.name().as_str()))
    }),
    ("blocks that meet", |it, _| {
        let meets = |op: &OpCall, _: &Function| *op.op.name() == "system.syncall";
        ops(it, meets) && scopes(it, |kind| matches!(kind, ScopeKind::Spmd { .. }))
    }),
    ("a block index inside and outside", |_, text| {
        text.contains("own = pl.tile.get_block_idx") && text.contains("own_inside = pl.tile.get_block_idx")
    }),
    ("a parameter or something fresh", |it, _| functions(it, |_| true, merges_fresh)),
    ("a fresh result that is written", |it, _| functions(it, |_| true, writes_result)),
    ("a write on one arm", |it, _| functions(it, |_| true, writes_on_one_arm)),
    ("a parameter narrowed for the caller", |it, _| {
        let narrows = |op: &OpCall, of: &Function| is_helper(of) && *op.op.name() == "tensor.set_validshape";
        ops(it, narrows) && functions(it, is_helper, |it| it.hidden > 0)
    }),
    ("an array two names have", |it, _| {
        ops(it, |op, of| *op.op.name() == "array.update_element" && is_helper(of))
    }),
    ("a collective's target that is read", |_, text| text.contains("after = pl.load(w0")),
    ("a value that outlives what it was made of", |_, text| text.contains("def outlives(")),
    ("a window that overlaps one by an element", |_, text| text.contains("def neighbours(")),
    ("three outputs in another order", |_, text| text.contains("def turns(")),
    ("a write seen through another parameter", |_, text| text.contains("def throughs(")),
    ("helpers in a long chain", |it, _| helper_depth(it) >= 8),
    ("loops in loops", |_, text| text.contains("for i3, (c3,)")),
    ("functions that call each other", |_, text| text.contains("self.odd(") && text.contains("self.even(")),
    ("references through two helpers", |it, _| {
        let refers = |it: &Function| calls(it).iter().any(|call| !call.launch.dumps.is_empty());
        functions(it, |it| is_helper(it) && it.name == *"low", refers)
    }),
    ("two carries of one buffer", |it, _| loops(it, |carries| permuted(carries) && same_init(carries))),
];

#[test]
fn every_shape_is_made() {
    const PROGRAMS: u64 = 5000;
    let seen = |seed: u64| -> Vec<&'static str> {
        let text = generate::program(&generate::choices(seed, 100 + (seed % 700) as usize));
        let Ok(programs) = read("shape.py", &text) else { return Vec::new() };
        SHAPES.iter().filter(|(_, seen)| seen(&programs[0], &text)).map(|(name, _)| *name).collect()
    };
    let all: Vec<Vec<&'static str>> = (0..PROGRAMS).into_par_iter().map(seen).collect();
    let mut counts: BTreeMap<&str, usize> = SHAPES.iter().map(|(name, _)| (*name, 0)).collect();
    for name in all.into_iter().flatten() {
        *counts.entry(name).or_default() += 1;
    }
    let rare: Vec<_> = counts.iter().filter(|(_, count)| **count < 5).collect();
    assert!(rare.is_empty(), "in {PROGRAMS} programs: {rare:?}\nall: {counts:?}");
}

pub(super) fn functions(
    program: &Program,
    of: fn(&Function) -> bool,
    seen: impl Fn(&Function) -> bool,
) -> bool {
    program.functions.values().any(|function| of(function) && seen(function))
}

fn stmts_in(program: &Program, seen: impl Fn(&Function, &StmtKind) -> bool) -> bool {
    functions(program, |_| true, |function| function.stmts().any(|stmt| seen(function, &stmt.kind)))
}

fn stmts(program: &Program, seen: impl Fn(&StmtKind) -> bool) -> bool {
    stmts_in(program, |_, kind| seen(kind))
}

fn is_kernel(function: &Function) -> bool {
    function.kind.is_kernel()
}

pub(super) fn is_helper(function: &Function) -> bool {
    function.kind == FunctionKind::Inline
}

pub(super) fn op_of(stmt: &Stmt) -> Option<&OpCall> {
    match &stmt.kind {
        StmtKind::Let(_, Rhs::Op(op)) | StmtKind::Eval(Rhs::Op(op)) => Some(op),
        _ => None,
    }
}

fn ops(program: &Program, seen: impl Fn(&OpCall, &Function) -> bool) -> bool {
    functions(program, |_| true, |it| it.stmts().filter_map(op_of).any(|op| seen(op, it)))
}

pub(super) fn calls(function: &Function) -> Vec<&Call> {
    let mut found = Vec::new();
    for stmt in function.stmts() {
        if let StmtKind::Let(_, Rhs::Call(call)) | StmtKind::Eval(Rhs::Call(call)) = &stmt.kind {
            found.push(call);
        }
    }
    found
}

fn called(program: &Program, seen: impl Fn(&Call, Option<&Function>, &Function) -> bool) -> bool {
    functions(
        program,
        |_| true,
        |function| {
            calls(function).iter().any(|call| seen(call, program.functions.get(&call.callee), function))
        },
    )
}

fn carries_of(function: &Function) -> Vec<&[Carry]> {
    let mut found = Vec::new();
    for stmt in function.stmts() {
        match &stmt.kind {
            StmtKind::For(it) => found.push(it.carries.as_slice()),
            StmtKind::While(it) => found.push(it.carries.as_slice()),
            _ => {}
        }
    }
    found
}

fn loops(program: &Program, seen: impl Fn(&[Carry]) -> bool) -> bool {
    functions(program, |_| true, |it| carries_of(it).into_iter().any(&seen))
}

fn of_kind(program: &Program, kind: ForKind) -> bool {
    stmts(program, |it| matches!(it, StmtKind::For(it) if it.kind == kind))
}

fn scopes(program: &Program, seen: impl Fn(&ScopeKind) -> bool) -> bool {
    stmts(program, |kind| matches!(kind, StmtKind::Scope(it) if seen(&it.kind)))
}

fn permuted(carries: &[Carry]) -> bool {
    let params: Vec<Expr> = carries.iter().map(|carry| Expr::Var(carry.param)).collect();
    carries.iter().zip(&params).any(|(carry, own)| carry.next != *own && params.contains(&carry.next))
}

fn replaced(carry: &Carry) -> bool {
    matches!(carry.next, Expr::Var(var) if var != carry.param)
}

fn through_inner(function: &Function) -> bool {
    let all = carries_of(function);
    all.iter().any(|outer| {
        outer.iter().any(|carry| {
            all.iter()
                .flat_map(|inner| inner.iter())
                .any(|inner| inner.init == Expr::Var(carry.param) && carry.next == Expr::Var(inner.result))
        })
    })
}

fn outputs(function: &Function) -> usize {
    function.params.iter().filter(|param| param.direction.writes()).count()
}

fn different_outputs(function: &Function) -> bool {
    let outputs: Vec<&Type> = function
        .params
        .iter()
        .filter(|param| param.direction.writes())
        .map(|param| function.ty(param.var))
        .collect();
    outputs.iter().any(|ty| *ty != outputs[0])
}

/// What an operator writes, by the name that stands there.
pub(super) fn target(op: &OpCall) -> Option<VarId> {
    let row = op.op.row()?;
    row.names.filter(|_| row.purity == Purity::Arguments).and_then(|at| op.args[at].as_var())
}

pub(super) fn targets(function: &Function) -> Vec<VarId> {
    function.stmts().filter_map(op_of).filter_map(target).collect()
}

fn unwritten_output(function: &Function) -> bool {
    let written = targets(function);
    let plain = carries_of(function).is_empty() && function.body.is_some();
    plain
        && function
            .params
            .iter()
            .any(|param| param.direction == Direction::Out && !written.contains(&param.var))
}

fn returned(function: &Function) -> Vec<VarId> {
    function.returned().unwrap_or_default().iter().filter_map(Expr::as_var).collect()
}

fn returns_twice(function: &Function) -> bool {
    let values = returned(function);
    values.iter().enumerate().any(|(at, value)| values[..at].contains(value))
}

fn returns_parameter(function: &Function) -> bool {
    returned(function).iter().any(|var| function.param_index(*var).is_some())
}

pub(super) fn defined_by(function: &Function, seen: impl Fn(&OpCall) -> bool) -> Vec<VarId> {
    let defined = |stmt: &Stmt| match &stmt.kind {
        StmtKind::Let(var, Rhs::Op(op)) if seen(op) => Some(*var),
        _ => None,
    };
    function.stmts().filter_map(defined).collect()
}

fn is_view(op: &OpCall) -> bool {
    op.op.row().is_some_and(|row| row.view.is_some())
}

fn returns_view(function: &Function) -> bool {
    let views = defined_by(function, is_view);
    returned(function).iter().any(|var| views.contains(var))
}

fn writes_slice(function: &Function) -> bool {
    let views = defined_by(function, is_view);
    targets(function).iter().any(|var| views.contains(var))
}

fn merged_buffers(function: &Function) -> Vec<VarId> {
    let mut found = Vec::new();
    for stmt in function.stmts() {
        if let StmtKind::If(it) = &stmt.kind {
            let different = |merge: &&selfsame::ir::stmt::Merge| {
                merge.then != merge.otherwise && function.ty(merge.result).is_tensor()
            };
            found.extend(it.merges.iter().filter(different).map(|merge| merge.result));
        }
    }
    found
}

fn writes_merge(function: &Function) -> bool {
    let merged = merged_buffers(function);
    let passed = calls(function).into_iter().flat_map(|call| call.args.iter().filter_map(Expr::as_var));
    targets(function).into_iter().chain(passed).any(|var| merged.contains(&var))
}

fn mentions_division(kind: &StmtKind) -> bool {
    let mut found = false;
    selfsame::ir::walk::for_each_use(kind, &mut |_, expr| {
        let mut stack = vec![expr];
        while let Some(expr) = stack.pop() {
            found |= matches!(expr, Expr::Binary(BinaryOp::FloorDiv, ..));
            stack.extend(expr.children());
        }
    });
    found
}

/// For each call of a function the variables it reads, and those it writes.
fn call_effects(program: &Program, function: &Function) -> Vec<(Vec<VarId>, Vec<VarId>)> {
    let effects = |call: &&Call| {
        let callee = program.functions.get(&call.callee)?;
        let pick = |writes: bool| {
            let pairs = call.args.iter().zip(&callee.params);
            let picked = pairs.filter(move |(_, param)| param.direction.writes() == writes);
            picked.filter_map(|(arg, _)| arg.as_var()).filter(|var| function.ty(*var).is_tensor()).collect()
        };
        Some((pick(false), pick(true)))
    };
    calls(function).iter().filter_map(effects).collect()
}

fn reader_then_writer(program: &Program) -> bool {
    functions(
        program,
        |_| true,
        |function| {
            let all = call_effects(program, function);
            all.iter().enumerate().any(|(at, (reads, _))| {
                all[at + 1..].iter().any(|(_, writes)| reads.iter().any(|var| writes.contains(var)))
            })
        },
    )
}

fn two_writers(program: &Program) -> bool {
    functions(
        program,
        |_| true,
        |function| {
            let all = call_effects(program, function);
            all.iter().enumerate().any(|(at, (_, first))| {
                all[at + 1..].iter().any(|(_, second)| first.iter().any(|var| second.contains(var)))
            })
        },
    )
}

fn numbered_parameters(function: &Function) -> bool {
    let base =
        |var: VarId| function.vars[var].name.trim_end_matches(|it: char| it.is_ascii_digit()).to_owned();
    let names: Vec<String> = function.params.iter().map(|param| base(param.var)).collect();
    names.iter().enumerate().any(|(at, name)| names[..at].contains(name))
}

/// Whether an Inline function binds one of its parameters again to something that starts like this.
fn rebinds(program: &Program, text: &str, right: &str) -> bool {
    let mut helper: Option<&Function> = None;
    for line in text.lines() {
        if let Some(rest) = line.trim().strip_prefix("def ") {
            let name = rest.split('(').next().unwrap_or_default();
            helper = program.functions.get(name).filter(|it| is_helper(it));
        }
        let Some((left, value)) = line.trim().split_once(" = ") else { continue };
        let is_param = helper.is_some_and(|it| it.params.iter().any(|param| it.vars[param.var].name == left));
        if is_param && value.starts_with(right) {
            return true;
        }
    }
    false
}

/// How many helpers call each other at most.
fn helper_depth(program: &Program) -> usize {
    let mut depths: BTreeMap<&str, usize> = BTreeMap::new();
    // Helpers are written after those that they call.
    for function in program.functions.values().filter(|it| is_helper(it)) {
        let below = calls(function).iter().filter_map(|call| depths.get(call.callee.as_str())).max();
        let depth = below.copied().unwrap_or(0) + 1;
        depths.insert(function.name.as_str(), depth);
    }
    depths.values().copied().max().unwrap_or(0)
}

/// `a, b = self.f(.., b, .. a, ..)`
fn crosswise(line: &str) -> bool {
    let Some((left, right)) = line.trim().split_once(" = self.") else { return false };
    let targets: Vec<&str> = left.split(", ").collect();
    let args: Vec<&str> =
        right.split_once('(').map_or("", |it| it.1).trim_end_matches(')').split(", ").collect();
    let place = |name: &str| args.iter().position(|arg| *arg == name);
    targets.windows(2).any(|pair| match (place(pair[0]), place(pair[1])) {
        (Some(first), Some(second)) => first > second,
        _ => false,
    })
}

fn writes_in_parameter(function: &Function) -> bool {
    let written = targets(function);
    function.params.iter().any(|param| param.direction == Direction::In && written.contains(&param.var))
}

fn carries_allocation(function: &Function) -> bool {
    let allocates = |op: &OpCall| op.op.row().is_some_and(|row| row.purity == Purity::Allocates);
    let mut fresh = defined_by(function, allocates);
    for stmt in function.stmts() {
        if let StmtKind::Let(var, Rhs::Op(op)) = &stmt.kind
            && target(op).is_some_and(|target| fresh.contains(&target))
        {
            fresh.push(*var);
        }
    }
    let carried = |carry: &Carry| carry.next.as_var().is_some_and(|var| fresh.contains(&var));
    carries_of(function).iter().any(|carries| carries.iter().any(carried))
}

fn equal_values(function: &Function) -> bool {
    let pure = |op: &&OpCall| op.op.row().is_some_and(|row| row.purity == Purity::Pure && row.view.is_none());
    let all: Vec<&OpCall> = function.stmts().filter_map(op_of).filter(pure).collect();
    all.iter().enumerate().any(|(at, op)| all[..at].contains(op))
}

fn reads_back(function: &Function) -> bool {
    let written = defined_by(function, |op| target(op).is_some());
    let loads = function.stmts().filter_map(op_of).filter(|op| *op.op.name() == "tile.load");
    loads.filter_map(|op| op.args[0].as_var()).any(|var| written.contains(&var))
}
