//! Which variables the emitted code needs: what nothing reads is not emitted.

use std::collections::HashMap;

use crate::base::id::IdVec;
use crate::codegen::Options;
use crate::codegen::calls::Element;
use crate::codegen::event::{Event, Events, Part};
use crate::codegen::flow::{Def, Flow};
use crate::codegen::values::{Projection, Value, Values};
use crate::ir::attr::{Attr, Attrs};
use crate::ir::expr::Expr;
use crate::ir::program::{Function, Program, VarId};
use crate::ir::stmt::{Call, OpCall, Rhs, Stmt, StmtKind};

/// What is needed.
pub(crate) struct Live {
    needed: IdVec<VarId, bool>,
    /// Variables bound to a call of which the task's outputs or id are needed.
    outs: IdVec<VarId, bool>,
}

impl Live {
    /// Whether the variable's root is needed.
    pub(crate) fn needs(&self, values: &Values<'_>, var: VarId) -> bool {
        self.needed[values.root(var)]
    }
    /// Whether the outputs or the id of the task bound to `var` are needed.
    pub(crate) fn needs_outs(&self, var: VarId) -> bool {
        self.outs[var]
    }

    /// Marks all that a function's effects need.
    pub(crate) fn new<'a>(
        program: &'a Program,
        function: &'a Function,
        events: &Events<'a>,
        values: &Values<'a>,
        flow: &Flow<'a>,
        options: Options,
    ) -> Self {
        let live = Self {
            needed: IdVec::filled(false, function.vars.len()),
            outs: IdVec::filled(false, function.vars.len()),
        };
        let mut marker =
            Marker { program, values, flow, live, updates: HashMap::new(), work: Vec::new(), options };
        events.list.iter().for_each(|event| marker.updates(event));
        events.list.iter().for_each(|event| marker.event(event));
        while let Some(var) = marker.work.pop() {
            marker.spread(var);
        }
        marker.live
    }
}

struct Marker<'a, 'p> {
    program: &'a Program,
    values: &'p Values<'a>,
    flow: &'p Flow<'a>,
    live: Live,
    /// Updates of each array.
    updates: HashMap<VarId, Vec<&'a OpCall>>,
    work: Vec<VarId>,
    options: Options,
}

/// The task ids that an operator waits for.
pub(crate) fn op_deps(op: &OpCall) -> Vec<&Expr> {
    let lists = [&op.kwargs, &op.attrs]
        .into_iter()
        .flat_map(|attrs| ["deps", "manual_dep_edges"].map(|key| attrs.get(key)));
    let mut deps = Vec::new();
    lists.flatten().for_each(|attr| attr.for_each_expr(&mut |expr| deps.push(expr)));
    deps.extend(&op.args);
    deps
}

/// Dependencies that the compiler derived: taken where they can be, never an error.
pub(crate) fn derived_deps(attrs: &Attrs) -> Vec<&Expr> {
    let mut deps = Vec::new();
    if let Some(attr) = attrs.get("compiler_manual_dep_edges") {
        attr.for_each_expr(&mut |expr| deps.push(expr));
    }
    deps
}

/// The element of a tensor that a predicate compares: the read that is its operand.
pub(crate) fn predicate_read<'a>(flow: &Flow<'a>, values: &Values<'a>, expr: &Expr) -> Option<&'a OpCall> {
    match flow.def[values.root(expr.as_var()?)] {
        Def::Rhs(Rhs::Op(op)) if matches!(op.op.name().as_str(), "tensor.read") => Some(op),
        _ => None,
    }
}

/// A predicate that was given a name, as it was written.
pub(crate) fn written_out<'a>(flow: &Flow<'a>, values: &Values<'a>, predicate: &'a Expr) -> &'a Expr {
    let Expr::Var(var) = predicate else { return predicate };
    match flow.def[values.root(*var)] {
        Def::Rhs(Rhs::Expr(expr)) => expr,
        _ => predicate,
    }
}

/// The sides of a comparison.
pub(crate) fn sides(expr: &Expr) -> [Option<&Expr>; 2] {
    match expr {
        Expr::Binary(_, left, right) => [Some(left), Some(right)],
        other => [Some(other), None],
    }
}

impl<'a> Marker<'a, '_> {
    fn updates(&mut self, event: &Event<'a>) {
        let Event::Stmt(Stmt { kind: StmtKind::Let(_, Rhs::Op(op)) | StmtKind::Eval(Rhs::Op(op)), .. }) =
            event
        else {
            return;
        };
        if op.op.name().as_str() == "array.update_element"
            && let Some(array) = op.args.first().and_then(Expr::as_var)
        {
            self.updates.entry(self.values.root(array)).or_default().push(op);
        }
    }

    fn event(&mut self, event: &Event<'a>) {
        match event {
            Event::Stmt(stmt) => match &stmt.kind {
                StmtKind::Let(_, rhs) | StmtKind::Eval(rhs) => self.effects(rhs),
                StmtKind::Return(returned) if self.options.host => {
                    returned.iter().for_each(|expr| self.mark(expr));
                }
                _ => {}
            },
            Event::Begin(stmt) => match &stmt.kind {
                StmtKind::For(it) => {
                    [&it.start, &it.stop, &it.step].into_iter().for_each(|expr| self.mark(expr))
                }
                StmtKind::If(it) => self.mark(&it.cond),
                _ => {}
            },
            Event::Leave(stmt, Part::Header, _) => {
                if let StmtKind::While(it) = &stmt.kind {
                    self.mark(&it.cond);
                }
            }
            Event::Enter(..) | Event::Tail(..) | Event::Leave(..) | Event::End(_) => {}
        }
    }

    fn effects(&mut self, rhs: &'a Rhs) {
        match rhs {
            Rhs::Call(call) => self.call(call),
            Rhs::Op(op) => match op.op.name().as_str() {
                "tensor.write" => op.args.iter().for_each(|expr| self.mark(expr)),
                "system.task_dummy" => op_deps(op).into_iter().for_each(|expr| self.mark(expr)),
                _ => {}
            },
            Rhs::Expr(_) => {}
        }
    }

    fn call(&mut self, call: &'a Call) {
        call.args.iter().for_each(|expr| self.mark(expr));
        call.launch.deps.iter().for_each(|expr| self.mark(expr));
        call.launch.core_num.iter().for_each(|expr| self.mark(expr));
        derived_deps(&call.attrs).into_iter().for_each(|expr| self.mark(expr));
        let Some(predicate) = &call.launch.predicate else { return };
        let predicate = written_out(self.flow, self.values, predicate);
        for side in sides(predicate).into_iter().flatten() {
            match predicate_read(self.flow, self.values, side) {
                Some(read) => read.args.iter().take(1).for_each(|expr| self.mark(expr)),
                None => self.mark(side),
            }
        }
    }

    fn mark(&mut self, expr: &'a Expr) {
        if let Expr::Get(tuple, index) = expr
            && let Some(projection) = self.values.projection(self.program, tuple, *index)
        {
            self.projection(&projection);
            return;
        }
        match expr {
            Expr::Var(var) => self.mark_var(*var),
            other => other.children().into_iter().for_each(|child| self.mark(child)),
        }
    }

    fn mark_var(&mut self, var: VarId) {
        let root = self.values.root(var);
        if !std::mem::replace(&mut self.live.needed[root], true) {
            self.work.push(root);
        }
    }

    fn projection(&mut self, projection: &Projection<'a>) {
        match projection {
            Projection::Of(call, Element::Output(_) | Element::Task) => self.live.outs[*call] = true,
            Projection::Of(_, Element::Arg(expr)) => self.mark(expr),
            Projection::Of(_, Element::Scalar | Element::Unknown) => {}
            Projection::Item(expr) => self.mark(expr),
        }
    }

    /// Marks what a needed root is made of.
    fn spread(&mut self, root: VarId) {
        for op in self.updates.remove(&root).unwrap_or_default() {
            op.args.iter().skip(1).for_each(|expr| self.mark(expr));
        }
        match self.values.of(root) {
            Value::Items(items) => return items.iter().for_each(|expr| self.mark(expr)),
            Value::Call(_) | Value::Const(_) | Value::Invalid => return,
            Value::Own | Value::Same(_) => {}
        }
        match self.flow.def[root] {
            Def::Outside => {}
            Def::Rhs(Rhs::Expr(expr)) => self.mark(expr),
            Def::Rhs(Rhs::Op(op)) => {
                op.args.iter().for_each(|expr| self.mark(expr));
                op.kwargs.iter().for_each(|(_, attr)| self.mark_attr(attr));
            }
            Def::Rhs(Rhs::Call(_)) => self.live.outs[root] = true,
            Def::Carry(carry, index, body) => {
                self.mark(&carry.init);
                self.mark(&carry.next);
                for list in &self.flow.exits[body] {
                    self.mark(&list[index]);
                }
            }
            Def::Merge(merge) => {
                self.mark(&merge.then);
                self.mark(&merge.otherwise);
            }
        }
    }

    fn mark_attr(&mut self, attr: &'a Attr) {
        attr.for_each_expr(&mut |expr| self.mark(expr));
    }
}
