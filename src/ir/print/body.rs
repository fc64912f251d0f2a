//! Statements as text.

use crate::base::name::Name;
use crate::ir::dtype::DType;
use crate::ir::events::Event;
use crate::ir::expr::Expr;
use crate::ir::print::form::{Style, side};
use crate::ir::print::text::{Arguments, Writer};
use crate::ir::program::{BlockId, VarId};
use crate::ir::stmt::{Carry, For, ForKind, If, Merge, Rhs, Scope, ScopeKind, Stmt, StmtKind, While};
use crate::ir::types::Type;

/// Where the writing of a body stands.
#[derive(Default)]
struct State<'a> {
    depth: usize,
    /// Open blocks: how long the text was at their start.
    starts: Vec<usize>,
    /// Open loops, innermost last: body and carries.
    loops: Vec<(BlockId, &'a [Carry])>,
}

impl<'a> Writer<'a> {
    /// Writes the statements of the function, `depth` levels deep.
    pub(super) fn body(&mut self, depth: usize) {
        let mut state = State { depth, ..State::default() };
        let start = self.out.len();
        let function = self.function;
        for event in function.events() {
            match event {
                Event::Before(stmt, place) => {
                    let last = place.index + 1 == function.blocks[place.block].stmts.len();
                    self.begin(&mut state, stmt, last.then_some(place.block));
                }
                Event::Open(stmt, block) => self.open(&mut state, stmt, block),
                Event::Close(stmt, block) => self.close(&mut state, stmt, block),
                Event::After(..) => {}
            }
        }
        if self.out.len() == start {
            self.line(depth, "pass");
        }
    }
    /// Writes one statement, without what is nested in it.
    pub(super) fn statement(&mut self, stmt: &'a Stmt) {
        self.begin(&mut State::default(), stmt, None);
    }
    pub(super) fn indent(&mut self, depth: usize) {
        for _ in 0..depth {
            self.put("    ");
        }
    }
    pub(super) fn line(&mut self, depth: usize, text: &str) {
        self.indent(depth);
        self.put(text);
        self.put("\n");
    }
    pub(super) fn comments(&mut self, depth: usize, comments: &[Name]) {
        for comment in comments {
            self.indent(depth);
            self.put(if comment.is_empty() { "#" } else { "# " });
            self.put(comment);
            self.put("\n");
        }
    }

    // Statements.

    /// `last` is the block that the statement ends, if it ends one.
    fn begin(&mut self, state: &mut State<'a>, stmt: &'a Stmt, last: Option<BlockId>) {
        let depth = state.depth;
        if let StmtKind::Let(var, _) = &stmt.kind
            && self.form.silent[*var]
        {
            return;
        }
        self.comments(depth, &stmt.comments);
        match &stmt.kind {
            StmtKind::Let(var, rhs) => self.assign(depth, *var, rhs),
            StmtKind::Eval(rhs) => {
                self.indent(depth);
                self.rhs(rhs);
                self.put("\n");
            }
            StmtKind::For(it) => self.for_header(depth, it),
            StmtKind::While(it) => self.while_header(depth, it),
            StmtKind::If(it) => {
                self.indent(depth);
                self.put("if ");
                self.expr(&it.cond);
                self.put(":\n");
            }
            StmtKind::Scope(it) => self.scope_header(depth, it),
            StmtKind::Return(values) => self.returns(depth, values),
            StmtKind::Break(values) => self.jump(state, "break", values, last),
            StmtKind::Continue(values) => self.jump(state, "continue", values, last),
            StmtKind::Raw(text) => text.lines().for_each(|line| self.line(depth, line)),
        }
    }
    fn assign(&mut self, depth: usize, var: VarId, rhs: &Rhs) {
        self.indent(depth);
        match self.form.targets.get(&var).cloned() {
            Some(targets) if targets.is_empty() => {}
            Some(targets) => {
                self.list(targets, Self::var);
                self.put(" = ");
            }
            None if self.form.rebound[var] => {}
            None => {
                self.var(var);
                self.annotation(var);
                self.put(" = ");
            }
        }
        self.rhs(rhs);
        self.put("\n");
    }
    fn annotation(&mut self, var: VarId) {
        let ty = &self.function.vars[var].ty;
        if *ty != Type::Unknown {
            self.put(": ");
            self.ty(ty);
        }
    }
    fn returns(&mut self, depth: usize, values: &[Expr]) {
        self.indent(depth);
        self.put("return");
        let visible = values.len() - self.function.hidden.min(values.len());
        if visible > 0 {
            self.put(" ");
            self.members(&values[..visible]);
        }
        self.put("\n");
    }
    /// `break` or `continue`, with the carried values before it. Where the body ends so, the results get their names here.
    fn jump(&mut self, state: &State<'a>, word: &str, values: &[Expr], last: Option<BlockId>) {
        let depth = state.depth;
        if let Some((body, carries)) = state.loops.last().copied() {
            let styles = self.form.carries[body].clone();
            for ((value, carry), style) in values.iter().zip(carries).zip(&styles) {
                if *style == Style::Copied && *value != Expr::Undef {
                    self.copy(depth, carry.result, value);
                }
            }
            let explicit =
                values.iter().zip(carries).zip(&styles).filter(|(_, style)| **style == Style::Explicit);
            let yielded: Vec<(VarId, &Expr)> =
                explicit.map(|((value, carry), _)| (carry.result, value)).collect();
            self.yields(depth, &yielded, last == Some(body));
        }
        self.line(depth, word);
    }
    fn copy(&mut self, depth: usize, to: VarId, value: &Expr) {
        self.indent(depth);
        self.var(to);
        self.put(" = ");
        self.expr(value);
        self.put("\n");
    }
    /// `a, b = pl.yield_(x, y)`, or without targets.
    fn yields(&mut self, depth: usize, yielded: &[(VarId, &Expr)], with_targets: bool) {
        if yielded.is_empty() {
            return;
        }
        self.indent(depth);
        if with_targets {
            self.list(yielded, |it, (target, _)| it.var(*target));
            if let [(target, _)] = yielded {
                self.annotation(*target);
            }
            self.put(" = ");
        }
        self.put("pl.yield_(");
        self.list(yielded, |it, (_, value)| it.expr(value));
        self.put(")\n");
    }

    // Headers.

    /// `(a, b)`, with the comma that makes one a tuple.
    fn tuple<T>(&mut self, items: &[T], write: impl FnMut(&mut Self, &T)) {
        self.put("(");
        self.list(items, write);
        self.put(if items.len() == 1 { ",)" } else { ")" });
    }
    fn explicit(&self, carries: &'a [Carry], body: BlockId) -> Vec<&'a Carry> {
        let styles = carries.iter().zip(&self.form.carries[body]);
        styles.filter(|(_, style)| **style == Style::Explicit).map(|(carry, _)| carry).collect()
    }
    fn for_header(&mut self, depth: usize, it: &'a For) {
        let carries = self.explicit(&it.carries, it.body);
        self.indent(depth);
        self.put("for ");
        self.var(it.index);
        if !carries.is_empty() {
            self.put(", ");
            self.tuple(&carries, |it, carry| it.var(carry.param));
        }
        self.put(match it.kind {
            ForKind::Sequential => " in pl.range(",
            ForKind::Parallel => " in pl.parallel(",
            ForKind::Unroll => " in pl.unroll(",
            ForKind::Pipeline => " in pl.pipeline(",
        });
        let unit_step = it.step == Expr::Int(1, DType::Index);
        if !(unit_step && it.start == Expr::Int(0, DType::Index)) {
            self.expr(&it.start);
            self.put(", ");
        }
        self.expr(&it.stop);
        if !unit_step {
            self.put(", ");
            self.expr(&it.step);
        }
        let mut arguments = Arguments { any: true };
        self.init_values(&mut arguments, &carries);
        let mut attrs = it.attrs.clone();
        if it.kind == ForKind::Pipeline
            && let Some(stage) = attrs.remove("pipeline_stages")
        {
            arguments.keyword(self, "stage");
            self.attr(&stage);
        }
        self.attrs_argument(&mut arguments, &attrs);
        self.put("):\n");
    }
    fn init_values(&mut self, arguments: &mut Arguments, carries: &[&Carry]) {
        if !carries.is_empty() {
            arguments.keyword(self, "init_values");
            self.tuple(carries, |it, carry| it.expr(&carry.init));
        }
    }
    fn while_header(&mut self, depth: usize, it: &'a While) {
        let carries = self.explicit(&it.carries, it.body);
        self.indent(depth);
        if carries.is_empty() && it.attrs.is_empty() {
            self.put("while ");
            self.expr(&it.cond);
            return self.put(":\n");
        }
        self.put("for ");
        self.tuple(&carries, |it, carry| it.var(carry.param));
        self.put(" in pl.while_(");
        let mut arguments = Arguments::default();
        self.init_values(&mut arguments, &carries);
        self.attrs_argument(&mut arguments, &it.attrs);
        self.put("):\n");
    }
    fn scope_header(&mut self, depth: usize, scope: &Scope) {
        self.indent(depth);
        let mut arguments = Arguments::default();
        match &scope.kind {
            ScopeKind::At { level, role } => {
                self.put("with pl.at(");
                arguments.keyword(self, "level");
                self.put_fmt(format_args!("pl.Level.{level}"));
                self.role(&mut arguments, role.as_ref());
            }
            ScopeKind::Spmd { index } => {
                match index {
                    Some(index) => {
                        self.put("for ");
                        self.var(*index);
                        self.put(" in pl.spmd(");
                    }
                    None => self.put("with pl.spmd("),
                }
                if let Some(count) = &scope.launch.core_num {
                    arguments.next(self);
                    self.expr(count);
                }
            }
            ScopeKind::Cluster => self.put("with pl.cluster("),
            ScopeKind::SplitAiv { count, mode, lane } => {
                self.put("for ");
                self.var(*lane);
                self.put(" in pl.split_aiv(");
                arguments.next(self);
                self.expr(count);
                if let Some(mode) = mode {
                    arguments.keyword(self, "mode");
                    self.put_fmt(format_args!("pl.SplitMode.{mode}"));
                }
            }
            ScopeKind::Runtime { manual } => {
                self.put("with pl.scope(");
                if *manual {
                    arguments.keyword(self, "mode");
                    self.put("pl.ScopeMode.MANUAL");
                }
            }
            ScopeKind::Graph => self.put("with pl.graph("),
        }
        self.scope_arguments(&mut arguments, scope);
        self.put(")");
        if let Some(task) = scope.task_id {
            self.put(" as ");
            self.var(task);
        }
        self.put(":\n");
    }
    fn role(&mut self, arguments: &mut Arguments, role: Option<&Name>) {
        if let Some(role) = role {
            arguments.keyword(self, "role");
            self.put_fmt(format_args!("pl.Role.{role}"));
        }
    }
    fn scope_arguments(&mut self, arguments: &mut Arguments, scope: &Scope) {
        let graph = scope.kind == ScopeKind::Graph;
        if let Some(name) = scope.name.as_ref().filter(|_| graph) {
            arguments.next(self);
            self.put_fmt(format_args!("\"{name}\""));
        }
        for (keyword, value) in scope.attrs.iter() {
            arguments.keyword(self, keyword);
            self.attr(value);
        }
        if let Some(name) = scope.name.as_ref().filter(|_| !graph) {
            arguments.keyword(self, "name_hint");
            self.put_fmt(format_args!("\"{name}\""));
        }
        self.launch(arguments, &scope.launch, !matches!(scope.kind, ScopeKind::Spmd { .. }));
    }

    // Blocks.

    fn open(&mut self, state: &mut State<'a>, stmt: &'a Stmt, block: BlockId) {
        if let StmtKind::While(it) = &stmt.kind
            && block == it.header
        {
            return;
        }
        if let StmtKind::If(it) = &stmt.kind
            && it.otherwise == Some(block)
            && self.has_second_arm(it)
        {
            self.line(state.depth, "else:");
        }
        state.depth += 1;
        state.starts.push(self.out.len());
        match &stmt.kind {
            StmtKind::For(it) => {
                state.loops.push((it.body, &it.carries));
                self.open_body(state.depth, &it.carries, it.body);
            }
            StmtKind::While(it) => {
                state.loops.push((it.body, &it.carries));
                if !self.explicit(&it.carries, it.body).is_empty() || !it.attrs.is_empty() {
                    self.indent(state.depth);
                    self.put("pl.cond(");
                    self.expr(&it.cond);
                    self.put(")\n");
                }
                self.open_body(state.depth, &it.carries, it.body);
            }
            _ => {}
        }
    }
    /// A leak whose variables cannot share a name: what the body reads is a copy of what the last trip left.
    fn open_body(&mut self, depth: usize, carries: &[Carry], body: BlockId) {
        for (n, carry) in carries.iter().enumerate() {
            if self.form.carries[body][n] == Style::Copied && self.form.uses[carry.param] > 0 {
                self.copy(depth, carry.param, &Expr::Var(carry.result));
            }
        }
    }
    fn close(&mut self, state: &mut State<'a>, stmt: &'a Stmt, block: BlockId) {
        match &stmt.kind {
            StmtKind::While(it) if block == it.header => return,
            StmtKind::While(While { carries, body, .. }) | StmtKind::For(For { carries, body, .. }) => {
                state.loops.pop();
                if !self.form.jumps[block] {
                    self.close_body(state.depth, carries, *body);
                }
            }
            StmtKind::If(it) => {
                let silent = it.otherwise == Some(block) && !self.has_second_arm(it);
                if !silent && !self.form.jumps[block] {
                    self.close_arm(state.depth, it, block == it.then);
                }
                if silent {
                    state.depth -= 1;
                    state.starts.pop();
                    return;
                }
            }
            _ => {}
        }
        let start = state.starts.pop().expect("blocks open and close in pairs");
        if self.out.len() == start {
            self.line(state.depth, "pass");
        }
        state.depth -= 1;
        if let StmtKind::If(it) = &stmt.kind
            && it.otherwise.is_none()
            && self.has_second_arm(it)
        {
            self.line(state.depth, "else:");
            self.close_arm(state.depth + 1, it, false);
        }
    }
    fn close_body(&mut self, depth: usize, carries: &[Carry], body: BlockId) {
        let styles = self.form.carries[body].clone();
        for (carry, style) in carries.iter().zip(&styles) {
            if *style == Style::Copied && carry.next != Expr::Undef {
                self.copy(depth, carry.result, &carry.next);
            }
        }
        let explicit = carries.iter().zip(&styles).filter(|(_, style)| **style == Style::Explicit);
        let yielded: Vec<(VarId, &Expr)> = explicit.map(|(carry, _)| (carry.result, &carry.next)).collect();
        self.yields(depth, &yielded, true);
    }
    fn close_arm(&mut self, depth: usize, it: &If, then: bool) {
        let styles = self.form.merges[it.then].clone();
        let of_style = |wanted: Style| {
            let chosen = it.merges.iter().zip(&styles).filter(move |(_, style)| **style == wanted);
            chosen.map(|(merge, _): (&Merge, _)| (merge.result, side(merge, then)))
        };
        for (result, value) in of_style(Style::Copied).filter(|(_, value)| **value != Expr::Undef) {
            self.copy(depth, result, value);
        }
        let yielded: Vec<(VarId, &Expr)> = of_style(Style::Explicit).collect();
        self.yields(depth, &yielded, true);
    }
    /// Whether the text needs an `else`.
    fn has_second_arm(&self, it: &If) -> bool {
        let styles = self.form.merges[it.then].iter().zip(&it.merges);
        let mut spoken = styles.filter(|(style, merge)| match style {
            Style::Explicit => true,
            Style::Copied => merge.otherwise != Expr::Undef,
            Style::Shared => false,
        });
        let has_statements = it.otherwise.is_some_and(|block| !self.function.blocks[block].stmts.is_empty());
        has_statements || spoken.next().is_some()
    }
}
