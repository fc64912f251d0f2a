//! Loops: headers, carries, jumps.

use crate::base::diagnostic::Diagnostic;
use crate::codegen::emitter::Emitter;
use crate::codegen::event::Part;
use crate::codegen::expr::{Scalars, Sign};
use crate::codegen::moves::Move;
use crate::codegen::names;
use crate::codegen::values::{Value, fence};
use crate::codegen::{code, types};
use crate::ir::expr::Expr;
use crate::ir::program::VarId;
use crate::ir::stmt::{Carry, For, ForKind, Stmt, StmtKind, While};
use crate::ir::types::Type;

impl<'a> Emitter<'a, '_> {
    pub(crate) fn begin_loop(&mut self, stmt: &'a Stmt) {
        self.out.gap();
        self.comments(stmt);
        match &stmt.kind {
            StmtKind::For(it) => {
                for (index, carry) in it.carries.iter().enumerate() {
                    match fence(&it.attrs, index) {
                        Some(len) => self.declare_fence(it.kind, carry, len),
                        None => self.declare_carry(carry),
                    }
                }
            }
            StmtKind::While(it) => it.carries.iter().for_each(|carry| self.declare_carry(carry)),
            _ => {}
        }
    }

    /// The root that is this carry's own C++ variable, if it has one that is needed.
    fn own(&self, var: VarId) -> Option<VarId> {
        let own = self.values.root(var) == var && matches!(self.values.of(var), Value::Own);
        (own && self.live.needs(self.values, var)).then_some(var)
    }

    fn declare_carry(&mut self, carry: &'a Carry) {
        let Some(var) = self.own(carry.param) else { return };
        self.sign[var] = Sign::Any;
        match self.function.ty(var).clone() {
            Type::Tensor(_) => {
                let init = match &carry.init {
                    Expr::Undef => self.any_tensor(),
                    init => self.tensor(Some(init)),
                };
                let Some(init) = init else { return self.no_tensor(var) };
                self.declare(var, "ChipTensor", &init);
                self.saw_tensor(var);
            }
            Type::Array(len, dtype) => {
                let Some(ty) = self.cpp_type(dtype) else { return self.no_type(dtype) };
                match &carry.init {
                    Expr::Var(init) => {
                        let source = self.name_of(*init);
                        self.declare_copy(var, ty, len, &source);
                    }
                    _ => self.declare_array(var),
                }
            }
            ty => {
                let Some((ty, zero)) = self.scalar_zero(&ty) else { return self.value_error(var) };
                let init = match &carry.init {
                    Expr::Undef => zero.to_owned(),
                    init => self.init_text(var, init),
                };
                self.declare(var, ty, &init);
            }
        }
    }

    fn init_text(&mut self, var: VarId, init: &'a Expr) -> String {
        match self.function.ty(var).dtype() {
            Some(dtype) => self.scalar_as(init, dtype),
            None => self.scalar(init).text,
        }
    }

    /// The array that collects the ids of one phase; of a sequential loop the array that hands them on.
    fn declare_fence(&mut self, kind: ForKind, carry: &'a Carry, len: u64) {
        let var = if kind == ForKind::Parallel { carry.result } else { carry.param };
        let Some(var) = self.own(var) else { return };
        match &carry.init {
            Expr::Var(init) if self.fence_len(*init) == Some(len) => {
                let source = self.name_of(*init);
                self.declare_copy(var, "PTO2TaskId", len, &source);
            }
            Expr::Var(init) if self.fence_len(*init).is_some() => self.fence_error(var),
            Expr::Undef => self.declare_ids(var, len, "PTO2TaskId::invalid()"),
            init => {
                let start = self.scalar(init).text;
                self.declare_ids(var, len, &start);
            }
        }
    }

    /// The length of the array that a task id variable is in C++, if it is one.
    pub(crate) fn fence_len(&self, var: VarId) -> Option<u64> {
        let root = self.values.root(var);
        if let Type::Array(len, _) = self.function.ty(root) {
            return Some(*len);
        }
        match self.flow.def[root] {
            crate::codegen::flow::Def::Carry(_, index, body) => self.fence_of_loop(index, body),
            _ => None,
        }
    }

    fn fence_of_loop(&self, index: usize, body: crate::ir::program::BlockId) -> Option<u64> {
        let (enter, _) = self.events.span[body]?;
        match self.events.list[enter] {
            crate::codegen::event::Event::Enter(Stmt { kind: StmtKind::For(it), .. }, ..) => {
                fence(&it.attrs, index)
            }
            _ => None,
        }
    }

    fn fence_error(&mut self, var: VarId) {
        let var = &self.function.vars[var];
        self.errors.push(
            Diagnostic::error(
                code::FENCE,
                self.here,
                format!("the fence `{}` hands on another number of task ids than it gets", var.name),
            )
            .also(var.span, "the fence")
            .help("collect the ids in `pl.array.create(n, pl.TASK_ID)` and pass that array on"),
        );
    }

    /// Complains that the ids of all trips of a loop are to become one id, in a carry or a merge.
    pub(crate) fn many_ids(&mut self, var: VarId) {
        let var = &self.function.vars[var];
        let message =
            format!("`{}` is the task id of each trip of its loop, and this has room for one", var.name);
        self.errors.push(
            Diagnostic::error(code::FENCE, self.here, message)
                .also(var.span, "the ids")
                .help("collect the ids in `pl.array.create(n, pl.TASK_ID)` and pass that array on"),
        );
    }

    pub(crate) fn enter_for(&mut self, it: &'a For) {
        let ty = self.function.ty(it.index).dtype().and_then(types::scalar).unwrap_or("int64_t");
        let start = self.scalar(&it.start);
        let stop = match it.stop.as_int() {
            Some(_) => self.scalar(&it.stop).text,
            None => self.scalar(&it.stop).inner(),
        };
        let name = self.named(it.index, names::base_or(&self.function.vars[it.index].name, "i"));
        let step = it.step.as_int();
        self.sign[it.index] = match step {
            Some(step) if step > 0 => self.sign_of(&it.start),
            _ => Sign::Any,
        };
        let (test, advance) = match step {
            Some(0) => ("false".to_owned(), format!("{name} += 0")),
            Some(step) if step > 0 => (format!("{name} < {stop}"), format!("{name} += {step}")),
            Some(step) => (format!("{name} > {stop}"), format!("{name} -= {}", step.unsigned_abs())),
            None => {
                let step = self.scalar(&it.step).inner();
                let test = format!("({step} > 0 && {name} < {stop}) || ({step} < 0 && {name} > {stop})");
                (test, format!("{name} += {step}"))
            }
        };
        self.out.open(format!("for ({ty} {name} = {}; {test}; {advance}) {{", start.text));
    }

    pub(crate) fn enter_while(&mut self, it: &'a While, part: Part) {
        if part == Part::Header && !self.function.blocks[it.header].stmts.is_empty() {
            self.out.open("while (true) {");
        }
    }

    /// The condition: in the loop's own line, or a test after what computes it.
    pub(crate) fn leave_header(&mut self, it: &'a While) {
        let cond = self.scalar(&it.cond);
        if self.function.blocks[it.header].stmts.is_empty() {
            self.out.open(format!("while ({}) {{", cond.text));
        } else {
            self.out.open(format!("if (!({})) {{", cond.text));
            self.out.line("break;");
            self.out.close("}");
        }
    }

    /// What a block hands out at its end.
    pub(crate) fn tail(&mut self, owner: &'a Stmt, part: Part) {
        match &owner.kind {
            StmtKind::For(it) => {
                let next: Vec<&Expr> = it.carries.iter().map(|carry| &carry.next).collect();
                self.next_trip(&it.carries, &next, Some(it));
            }
            StmtKind::While(it) => {
                let next: Vec<&Expr> = it.carries.iter().map(|carry| &carry.next).collect();
                self.next_trip(&it.carries, &next, None);
            }
            StmtKind::If(it) => self.tail_of_branch(it, part),
            _ => {}
        }
    }

    /// Hands values to a loop's carries.
    fn next_trip(&mut self, carries: &'a [Carry], values: &[&'a Expr], counted: Option<&'a For>) {
        let mut moves = Vec::new();
        for (index, (carry, &value)) in carries.iter().zip(values).enumerate() {
            match counted.filter(|it| fence(&it.attrs, index).is_some()) {
                Some(it) => self.fill_fence(it, carry, value),
                None => moves.extend(self.own(carry.param).map(|target| Move { target, value })),
            }
        }
        self.moves(&moves);
    }

    fn fill_fence(&mut self, it: &'a For, carry: &'a Carry, value: &'a Expr) {
        let parallel = it.kind == ForKind::Parallel;
        let Some(var) = self.own(if parallel { carry.result } else { carry.param }) else { return };
        let (name, len) = (self.name_of(var), self.fence_len(var));
        let source = value.as_var().and_then(|value| self.fence_len(value));
        match (parallel, source) {
            (true, None) => {
                let slot = self.slot(it);
                let id = self.scalar(value).text;
                self.out.line(format!("{name}[{slot}] = {id};"));
            }
            (false, Some(_)) if source == len => {
                let Expr::Var(value) = value else { return };
                if self.values.root(*value) != var {
                    let source = self.name_of(*value);
                    self.copy_array(&name, &source, len.unwrap_or(0));
                }
            }
            (false, None) => {
                let id = self.scalar(value).text;
                self.out.line(format!("for (PTO2TaskId& each : {name}) {{ each = {id}; }}"));
            }
            _ => self.fence_error(var),
        }
    }

    /// The ordinal of the current trip.
    fn slot(&mut self, it: &'a For) -> String {
        let index = self.name_of(it.index);
        let base = match it.start.as_int() {
            Some(0) => index,
            _ => {
                let start = self.scalar(&it.start).inner();
                format!("({index} - {start})")
            }
        };
        match it.step.as_int() {
            Some(1) => base,
            _ => {
                let step = self.scalar(&it.step).inner();
                format!("{base} / {step}")
            }
        }
    }

    /// `break` and `continue` hand their values to the carries of the innermost loop first.
    pub(crate) fn jump(&mut self, stmt: &'a Stmt) {
        let (values, word) = match &stmt.kind {
            StmtKind::Break(values) => (values, "break;"),
            StmtKind::Continue(values) => (values, "continue;"),
            _ => return,
        };
        if let Some(owner) = self.innermost_loop() {
            let values: Vec<&Expr> = values.iter().collect();
            match &owner.kind {
                StmtKind::For(it) => self.next_trip(&it.carries, &values, Some(it)),
                StmtKind::While(it) => self.next_trip(&it.carries, &values, None),
                _ => {}
            }
        }
        self.out.line(word);
    }

    fn innermost_loop(&self) -> Option<&'a Stmt> {
        let mut block = self.scopes.region_of[self.at];
        while let Some((enter, _)) = block.and_then(|block| self.events.span[block]) {
            if let crate::codegen::event::Event::Enter(stmt, ..) = self.events.list[enter]
                && matches!(stmt.kind, StmtKind::For(_) | StmtKind::While(_))
            {
                return Some(stmt);
            }
            block = self.scopes.region_of[enter];
        }
        None
    }

    pub(crate) fn end_for(&mut self, it: &'a For) {
        let at_least_once = trips(it).is_some_and(|trips| trips > 0);
        for carry in &it.carries {
            let root = self.values.root(carry.result);
            if root != carry.param {
                continue;
            }
            let next = self.is_valid(&carry.next);
            let jumps = !self.flow.exits[it.body].is_empty();
            self.valid[root] = next && !jumps && (at_least_once || self.is_valid(&carry.init));
        }
    }

    /// Whether a task id is surely that of a task.
    pub(crate) fn is_valid(&self, expr: &Expr) -> bool {
        expr.as_var().is_some_and(|var| self.valid[self.values.root(var)])
    }
}

/// How many trips a loop makes, if its bounds are constants.
fn trips(it: &For) -> Option<i128> {
    let (start, stop, step) = (it.start.as_int()?, it.stop.as_int()?, it.step.as_int()?);
    Some(match step {
        0 => 0,
        step if step > 0 => (stop - start + step - 1).max(0) / step,
        step => (start - stop - step - 1).max(0) / -step,
    })
}
