//! Statements of kernels: assignments, control flow, calls.

use crate::codegen::event::{Event, Part};
use crate::codegen::expr::Scalars;
use crate::codegen::host::function::{Projected, Writing};
use crate::ir::expr::Expr;
use crate::ir::program::VarId;
use crate::ir::stmt::{Carry, For, If, Rhs, Scope, ScopeKind, Stmt, StmtKind, While};
use crate::ir::types::Type;
use crate::ir::walk;

impl<'a> Writing<'a, '_> {
    pub(super) fn body(&mut self) {
        for at in 0..self.events.list.len() {
            match self.events.list[at] {
                Event::Stmt(stmt) => self.stmt(at, stmt),
                Event::Begin(stmt) => self.begin(stmt),
                Event::Enter(stmt, part, _) => self.enter(stmt, part),
                Event::Tail(owner, part) => self.tail(owner, part),
                Event::Leave(stmt, part, _) => self.leave(stmt, part),
                Event::End(_) => {}
            }
        }
    }

    fn comments(&mut self, stmt: &Stmt) {
        stmt.comments.iter().for_each(|comment| self.out.line(format!("// {comment}")));
    }

    fn stmt(&mut self, at: usize, stmt: &'a Stmt) {
        self.here = stmt.span;
        self.comments(stmt);
        match &stmt.kind {
            StmtKind::Let(var, rhs) => self.assign(*var, rhs),
            StmtKind::Eval(Rhs::Op(op)) => {
                if let Some(text) = self.operator(None, op) {
                    self.out.line(format!("{text};"));
                }
            }
            StmtKind::Eval(Rhs::Call(call)) => {
                if let Some(text) = self.call(None, call) {
                    self.out.line(format!("{text};"));
                }
            }
            StmtKind::Eval(Rhs::Expr(_)) => {}
            StmtKind::Return(values) => self.give_back(values),
            StmtKind::Break(values) => self.jump(at, values, "break;"),
            StmtKind::Continue(values) => self.jump(at, values, "continue;"),
            StmtKind::Raw(_) => self.error("text kept verbatim has no meaning on the CPU"),
            StmtKind::For(_) | StmtKind::While(_) | StmtKind::If(_) | StmtKind::Scope(_) => {
                unreachable!("statements with blocks begin and end")
            }
        }
    }

    fn assign(&mut self, var: VarId, rhs: &'a Rhs) {
        let text = match rhs {
            Rhs::Op(op) => self.operator(Some(var), op),
            Rhs::Call(call) => self.call(Some(var), call),
            Rhs::Expr(_) if self.items[var].is_some() => None,
            Rhs::Expr(expr) => Some(self.value(var, expr)),
        };
        let Some(text) = text else { return };
        self.define(var, &text);
    }

    /// `type name = value;`
    fn define(&mut self, var: VarId, value: &str) {
        let Some(ty) = self.cpp(self.function.ty(var)) else {
            return self.error("a variable has no C++ type");
        };
        let early = self.early[var];
        let name = self.new_name(var);
        self.out.line(if early { format!("{name} = {value};") } else { format!("{ty} {name} = {value};") });
    }

    /// An expression as a value for a variable.
    pub(super) fn value(&mut self, var: VarId, expr: &'a Expr) -> String {
        match self.function.ty(var) {
            Type::Scalar(dtype) => self.scalar_as(expr, *dtype),
            _ => self.any(expr),
        }
    }

    /// An expression that is no scalar.
    pub(super) fn any(&mut self, expr: &'a Expr) -> String {
        match expr {
            Expr::Var(var) => match self.items[*var] {
                Some(items) => self.tuple(items),
                None => self.name(*var),
            },
            Expr::Get(tuple, index) => match self.projection(tuple, *index) {
                Some(Projected::Item(item)) => self.any(item),
                Some(Projected::Text(text, _)) => text,
                None => {
                    self.error("this projection has no value here");
                    "0".to_owned()
                }
            },
            Expr::Tuple(items) => self.tuple(items),
            other => self.scalar(other).text,
        }
    }

    fn tuple(&mut self, items: &'a [Expr]) -> String {
        let items: Vec<String> = items.iter().map(|item| self.any(item)).collect();
        format!("std::make_tuple({})", items.join(", "))
    }

    fn give_back(&mut self, values: &'a [Expr]) {
        let line = match (values, self.function.results.as_slice()) {
            ([], _) => return,
            ([only], [_]) => format!("return {};", self.result(only, 0)),
            // One tuple stands for all values.
            ([only], _) => format!("return {};", self.any(only)),
            (several, _) => {
                let texts: Vec<String> =
                    several.iter().enumerate().map(|(index, value)| self.result(value, index)).collect();
                format!("return {{{}}};", texts.join(", "))
            }
        };
        self.out.line(line);
    }

    fn result(&mut self, value: &'a Expr, index: usize) -> String {
        match self.function.results.get(index) {
            Some(Type::Scalar(dtype)) => self.scalar_as(value, *dtype),
            _ => self.any(value),
        }
    }

    fn begin(&mut self, stmt: &'a Stmt) {
        self.here = stmt.span;
        self.comments(stmt);
        match &stmt.kind {
            StmtKind::For(it) => self.carries(&it.carries),
            StmtKind::While(it) => self.carries(&it.carries),
            StmtKind::If(it) => {
                for merge in &it.merges {
                    let before = it.otherwise.is_none().then_some(&merge.otherwise);
                    self.declare(merge.result, before);
                }
            }
            StmtKind::Scope(scope) => self.begin_scope(scope),
            _ => {}
        }
    }

    fn carries(&mut self, carries: &'a [Carry]) {
        for carry in carries {
            self.declare(carry.param, Some(&carry.init));
            // The result is what the carry holds after the loop.
            self.name[carry.result] = self.name[carry.param].clone();
        }
    }

    /// Declares a variable that is assigned later, with a value to start with if there is one.
    fn declare(&mut self, var: VarId, start: Option<&'a Expr>) {
        let Some(ty) = self.cpp(self.function.ty(var)) else {
            return self.error("a variable has no C++ type");
        };
        let start = match start {
            Some(Expr::Undef) | None => None,
            Some(expr) => Some(self.value(var, expr)),
        };
        let name = self.new_name(var);
        self.out.line(match start {
            Some(start) => format!("{ty} {name} = {start};"),
            None => format!("{ty} {name} = {{}};"),
        });
    }

    fn begin_scope(&mut self, scope: &'a Scope) {
        if matches!(scope.kind, ScopeKind::Spmd { .. }) {
            return self.error("a launch over blocks inside a kernel");
        }
        if !matches!(scope.kind, ScopeKind::SplitAiv { .. }) {
            return;
        }
        // What the lanes define is visible after them.
        for stmt in &self.function.blocks[scope.body].stmts {
            for var in walk::defined(&stmt.kind) {
                if self.items[var].is_none() && !self.early[var] {
                    self.declare(var, None);
                    self.early[var] = true;
                }
            }
        }
    }

    fn enter(&mut self, stmt: &'a Stmt, part: Part) {
        match &stmt.kind {
            StmtKind::For(it) => self.enter_for(it),
            StmtKind::While(it) if part == Part::Header => self.enter_header(it),
            StmtKind::If(it) => self.enter_branch(it, part),
            StmtKind::Scope(scope) => self.enter_scope(scope),
            _ => {}
        }
    }

    fn enter_for(&mut self, it: &'a For) {
        let ty = self.cpp(self.function.ty(it.index)).unwrap_or_else(|| "int64_t".to_owned());
        let (start, stop) = (self.scalar(&it.start).text, self.scalar(&it.stop).inner());
        let name = self.new_name(it.index);
        let (test, step) = match it.step.as_int() {
            Some(step) if step >= 0 => (format!("{name} < {stop}"), format!("{name} += {step}")),
            Some(step) => (format!("{name} > {stop}"), format!("{name} -= {}", step.unsigned_abs())),
            None => {
                let step = self.scalar(&it.step).inner();
                let test = format!("({step} > 0 && {name} < {stop}) || ({step} < 0 && {name} > {stop})");
                (test, format!("{name} += {step}"))
            }
        };
        self.out.open(format!("for ({ty} {name} = {start}; {test}; {step}) {{"));
    }

    fn enter_header(&mut self, it: &'a While) {
        if !self.function.blocks[it.header].stmts.is_empty() {
            self.out.open("while (true) {");
        }
    }

    fn enter_branch(&mut self, it: &'a If, part: Part) {
        if part == Part::Then {
            let cond = self.scalar(&it.cond);
            self.out.open(format!("if ({}) {{", cond.text));
        } else {
            self.out.close("} else {");
            self.out.open_again();
        }
    }

    fn enter_scope(&mut self, scope: &'a Scope) {
        let ScopeKind::SplitAiv { count, lane, .. } = &scope.kind else { return };
        let count = self.scalar(count).inner();
        let name = self.new_name(*lane);
        let outer = self.lane.clone();
        self.lane = self.names.fresh("at").into();
        self.out.open(format!("for (int64_t {name} = 0; {name} < {count}; {name} += 1) {{"));
        let part = format!("static_cast<int32_t>({name})");
        self.out.line(format!(
            "[[maybe_unused]] const selfsame::Lane {} = {{{outer}.block, {outer}.blocks, {part}}};",
            self.lane
        ));
        self.lanes.push(outer);
    }

    fn leave(&mut self, stmt: &'a Stmt, part: Part) {
        match &stmt.kind {
            StmtKind::While(it) if part == Part::Header => {
                let cond = self.scalar(&it.cond);
                if self.function.blocks[it.header].stmts.is_empty() {
                    self.out.open(format!("while ({}) {{", cond.text));
                } else {
                    self.out.line(format!("if (!({})) {{ break; }}", cond.text));
                }
            }
            StmtKind::If(it) if part == Part::Then && it.otherwise.is_some() => {}
            StmtKind::Scope(scope) => {
                if matches!(scope.kind, ScopeKind::SplitAiv { .. }) {
                    self.lane = self.lanes.pop().expect("lanes nest");
                    self.out.close("}");
                }
            }
            _ => self.out.close("}"),
        }
    }

    fn tail(&mut self, owner: &'a Stmt, part: Part) {
        match &owner.kind {
            StmtKind::For(it) => self.next_trip(&it.carries, None),
            StmtKind::While(it) => self.next_trip(&it.carries, None),
            StmtKind::If(it) => {
                let side = |merge: &'a crate::ir::stmt::Merge| {
                    if part == Part::Then { &merge.then } else { &merge.otherwise }
                };
                let moves: Vec<(VarId, &'a Expr)> =
                    it.merges.iter().map(|merge| (merge.result, side(merge))).collect();
                self.moves(&moves);
            }
            _ => {}
        }
    }

    fn next_trip(&mut self, carries: &'a [Carry], values: Option<&'a [Expr]>) {
        let next = |index: usize| values.map_or(&carries[index].next, |values| &values[index]);
        let moves: Vec<(VarId, &'a Expr)> =
            carries.iter().enumerate().map(|(index, carry)| (carry.param, next(index))).collect();
        self.moves(&moves);
    }

    /// All moves at once: through temporaries if any reads what another has written.
    fn moves(&mut self, moves: &[(VarId, &'a Expr)]) {
        let live: Vec<(VarId, &'a Expr)> = moves
            .iter()
            .copied()
            .filter(|(target, value)| **value != Expr::Undef && value.as_var() != Some(*target))
            .collect();
        let mut written: Vec<VarId> = Vec::new();
        let mut clash = false;
        for (target, value) in &live {
            value.for_each_var(&mut |var| clash |= written.contains(&var));
            written.push(*target);
        }
        let mut lines = Vec::new();
        for (target, value) in live {
            let text = self.value(target, value);
            let name = self.name(target);
            if clash {
                let Some(ty) = self.cpp(self.function.ty(target)) else { continue };
                let next = self.names.fresh(&format!("{name}_next"));
                self.out.line(format!("{ty} {next} = {text};"));
                lines.push(format!("{name} = {next};"));
            } else {
                lines.push(format!("{name} = {text};"));
            }
        }
        lines.iter().for_each(|line| self.out.line(line));
    }

    fn jump(&mut self, at: usize, values: &'a [Expr], word: &str) {
        let mut depth = 0;
        let owner = self.events.list[..at].iter().rev().find_map(|event| match event {
            Event::Leave(stmt, Part::Body, _) if is_loop(stmt) => {
                depth += 1;
                None
            }
            Event::Enter(stmt, Part::Body, _) if is_loop(stmt) => {
                depth -= 1;
                (depth < 0).then_some(*stmt)
            }
            _ => None,
        });
        match owner.map(|stmt| &stmt.kind) {
            Some(StmtKind::For(it)) => self.next_trip(&it.carries, Some(values)),
            Some(StmtKind::While(it)) => self.next_trip(&it.carries, Some(values)),
            _ => {}
        }
        self.out.line(word);
    }
}

fn is_loop(stmt: &Stmt) -> bool {
    matches!(stmt.kind, StmtKind::For(_) | StmtKind::While(_))
}
