//! What most likely is a mistake with storage (rows D100 to D109 of `docs/behaviour.md`).

use std::collections::{HashMap, HashSet};

use crate::base::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::base::span::Span;
use crate::ir::access::for_each_access;
use crate::ir::events::Event;
use crate::ir::expr::Expr;
use crate::ir::program::{BlockId, Function, FunctionKind, Param, Program, VarId};
use crate::ir::stmt::{Call, If, Stmt, StmtKind};
use crate::ir::walk::{Use, defined, for_each_use};
use crate::verify::property::directions::{base_name, in_param_written};
use crate::verify::property::storage::{Origin, Storage, trace};

/// A parameter that is to be written is bound to something else instead.
pub const OUT_PARAM_WRITE_DROPPED: Code = Code("out-param-write-dropped");
/// A parameter that is to be written never is.
pub const OUT_PARAM_NEVER_WRITTEN: Code = Code("out-param-never-written");
/// A variable is read after a call wrote its storage; the call's result is the name to use.
pub const STALE_AFTER_WRITE: Code = Code("stale-after-write");

/// All warnings about storage, by place.
pub fn warnings(program: &Program) -> Diagnostics {
    let mut found = in_param_written(program);
    for (name, storage) in trace(program) {
        let function = &program.functions[&name];
        if function.body.is_some() {
            found.extend(out_params(program, function, &storage));
            found.extend(stale(program, function));
        }
    }
    found.sort();
    found
}

/// Out and InOut parameters that the body rebinds to another storage and never writes (row D108), and Out parameters
/// that it does not write at all.
fn out_params(program: &Program, function: &Function, storage: &Storage) -> Diagnostics {
    let mut written: HashSet<usize> = HashSet::new();
    for stmt in function.stmts() {
        for_each_access(program, function, &stmt.kind, &mut |expr: &Expr, access| {
            let origins = storage.origins(expr).iter().filter(|_| access.writes);
            written.extend(origins.filter_map(|origin| match origin {
                Origin::Param(param) => Some(*param),
                Origin::Fresh(_) | Origin::Unknown => None,
            }));
        });
    }
    let mut found = Diagnostics::new();
    let open = function.params.iter().enumerate().filter(|(index, param)| {
        param.direction.writes() && function.ty(param.var).is_storage() && !written.contains(index)
    });
    for (index, param) in open {
        let name = base_name(&function.vars[param.var].name);
        let declared = function.vars[param.var].span;
        if let Some((other, at)) = rebinding(function, storage, index, param) {
            let of = &function.vars[other].name;
            let message = format!(
                "parameter '{name}' is declared {}, but this binds the name '{of}' to another tensor and nothing is \
                 written to the parameter",
                param.direction.name()
            );
            let complaint = Diagnostic::warning(OUT_PARAM_WRITE_DROPPED, at, message)
                .also(declared, "declared here")
                .help(format!("write into it: `{name}[:] = ...`"));
            found.push(complaint);
        } else if !param.direction.reads() && function.kind != FunctionKind::Inline {
            let message =
                format!("parameter '{name}' of '{}' is declared Out but never written", function.name);
            found.push(Diagnostic::warning(OUT_PARAM_NEVER_WRITTEN, declared, message));
        }
    }
    found
}

/// The first assignment to the parameter's name of a value that is not in its storage.
fn rebinding(function: &Function, storage: &Storage, index: usize, param: &Param) -> Option<(VarId, Span)> {
    let name = base_name(&function.vars[param.var].name);
    let mut bound =
        function.stmts().flat_map(|stmt| defined(&stmt.kind).into_iter().map(move |var| (var, stmt)));
    bound.find_map(|(var, stmt)| {
        let same_name = base_name(&function.vars[var].name) == name && function.ty(var).is_storage();
        let elsewhere = || !storage.origins(&Expr::Var(var)).contains(&Origin::Param(index));
        (same_name && elsewhere()).then_some((var, stmt.span))
    })
}

/// Uses of a variable after a call that writes through it (row D109); Group bodies are left out.
fn stale(program: &Program, function: &Function) -> Diagnostics {
    if function.kind == FunctionKind::Group {
        return Diagnostics::new();
    }
    let mut walk =
        Stale { program, function, handed: HashMap::new(), arms: Vec::new(), found: Diagnostics::new() };
    function.events().for_each(|event| walk.step(event));
    walk.found
}

/// A variable that a call has written through, and that call.
type Handed<'a> = (VarId, (Span, &'a Call));

struct Stale<'a> {
    program: &'a Program,
    function: &'a Function,
    /// Variables that some call has written through, with that call.
    handed: HashMap<VarId, (Span, &'a Call)>,
    /// Per branch around this point: what its arms have handed out, and what of that the second arm may still use.
    arms: Vec<(Vec<VarId>, Vec<Handed<'a>>)>,
    found: Diagnostics,
}

impl<'a> Stale<'a> {
    fn step(&mut self, event: Event<'a>) {
        match event {
            Event::Before(stmt, _) => self.uses(stmt, None),
            Event::Close(stmt, block) => {
                self.uses(stmt, Some(block));
                if let StmtKind::If(it) = &stmt.kind {
                    self.arm_ends(it, block);
                }
            }
            Event::Open(Stmt { kind: StmtKind::If(it), .. }, block) if block == it.then => {
                self.arms.push((Vec::new(), Vec::new()));
            }
            Event::After(stmt, _) => self.hands(stmt),
            Event::Open(..) => {}
        }
    }

    /// What the first arm hands out, the second may still use.
    fn arm_ends(&mut self, it: &If, block: BlockId) {
        if block == it.then && it.otherwise.is_some() {
            let (vars, undone) = self.arms.last_mut().expect("an arm that ends has begun");
            undone.extend(vars.iter().filter_map(|var| Some((*var, self.handed.remove(var)?))));
        } else {
            let (_, undone) = self.arms.pop().expect("an arm that ends has begun");
            self.handed.extend(undone);
        }
    }

    fn hands(&mut self, stmt: &'a Stmt) {
        let Some(call) = stmt.call() else {
            return;
        };
        let Some(callee) = self.program.functions.get(&call.callee) else { return };
        for (arg, param) in call.args.iter().zip(&callee.params) {
            let Some(var) = arg.as_var().filter(|var| self.function.ty(*var).is_storage()) else { continue };
            if param.direction.writes() && self.handed.insert(var, (stmt.span, call)).is_none() {
                self.arms.iter_mut().for_each(|(vars, _)| vars.push(var));
            }
        }
    }

    fn uses(&mut self, stmt: &'a Stmt, block: Option<BlockId>) {
        let mut used = Vec::new();
        for_each_use(&stmt.kind, &mut |how, expr| match (how, block) {
            (Use::Operand, None) => expr.for_each_var(&mut |var| used.push(var)),
            (Use::Inner(at), Some(block)) if at == block => expr.for_each_var(&mut |var| used.push(var)),
            (Use::Operand | Use::Inner(_) | Use::Reference, _) => {}
        });
        for var in used {
            let Some((at, call)) = self.handed.remove(&var) else { continue };
            let name = &self.function.vars[var].name;
            let message = format!("'{name}' is used after '{}' wrote its storage", call.callee);
            let complaint = Diagnostic::warning(STALE_AFTER_WRITE, stmt.span, message)
                .also(at, "written here")
                .help(format!("use what the call returns: `{name} = self.{}(...)`", call.callee));
            self.found.push(complaint);
        }
    }
}
