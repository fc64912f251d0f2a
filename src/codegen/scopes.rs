//! Which C++ scope a variable lives in, and what is used after the scope that defines it.
//!
//! Scopes are transparent in the IR; in C++ a name ends with its braces, and at run time a scope's end may reclaim what
//! was allocated in it. So:
//!
//! * an automatic scope out of which a name or an allocation escapes is not opened: it changes lifetimes only;
//! * a manual scope changes dependencies and is kept: allocations and declarations that escape go before it.

use crate::base::diagnostic::{Diagnostic, Diagnostics};
use crate::base::id::IdVec;
use crate::codegen::Options;
use crate::codegen::calls::Element;
use crate::codegen::code;
use crate::codegen::event::{Event, Events, Part};
use crate::codegen::flow::{Def, Flow};
use crate::codegen::live::{Live, derived_deps, op_deps, predicate_read, sides, written_out};
use crate::codegen::values::Projection;
use crate::codegen::values::{Value, Values};
use crate::ir::expr::Expr;
use crate::ir::program::{BlockId, Function, Program, VarId};
use crate::ir::stmt::{Call, Carry, Rhs, ScopeKind, Stmt, StmtKind};
use crate::ir::types::Type;

/// Decisions about scopes.
pub(crate) struct Scopes {
    /// Bodies of automatic scopes that are not opened.
    pub elided: IdVec<BlockId, bool>,
    /// Variables to declare before the manual scope with that body.
    pub before: IdVec<BlockId, Vec<VarId>>,
    /// For each block the events between which it is open; the function's own for the outermost.
    pub region_of: Vec<Option<BlockId>>,
}

/// Everything the analysis reads.
pub(crate) struct Input<'a, 'p> {
    pub program: &'a Program,
    pub function: &'a Function,
    pub events: &'p Events<'a>,
    pub values: &'p Values<'a>,
    pub flow: &'p Flow<'a>,
    pub live: &'p Live,
    pub options: Options,
}

struct Uses<'a, 'p> {
    input: &'p Input<'a, 'p>,
    /// Last event that mentions a root by name.
    name: IdVec<VarId, usize>,
    /// Last event at which a root's storage is used.
    storage: IdVec<VarId, usize>,
    /// `flows[to]` lists roots whose storage `to` may name.
    flows: IdVec<VarId, Vec<VarId>>,
    /// Task ids waited for: who, when, where.
    waits: Vec<(VarId, usize, &'a Stmt)>,
}

/// Innermost block and innermost runtime scope around each event.
struct Around {
    block: Vec<Option<BlockId>>,
    scope: Vec<Option<BlockId>>,
    /// The scope around a scope.
    parent: IdVec<BlockId, Option<BlockId>>,
    manual: IdVec<BlockId, bool>,
}

/// Decides.
///
/// # Errors
/// Waiting for a task whose scope has closed; using a task's output after its manual scope.
pub(crate) fn decide(input: &Input<'_, '_>) -> Result<Scopes, Diagnostics> {
    let around = around(input);
    let mut uses = uses(input);
    spread(&mut uses);
    let mut errors = Diagnostics::new();
    closed_waits(input, &uses, &around, &mut errors);
    let blocks = input.function.blocks.len();
    let mut scopes = Scopes {
        elided: IdVec::filled(false, blocks),
        before: IdVec::filled(Vec::new(), blocks),
        region_of: around.block.clone(),
    };
    for var in input.function.vars.ids() {
        escape(input, &uses, &around, var, &mut scopes, &mut errors);
    }
    if errors.has_errors() { Err(errors) } else { Ok(scopes) }
}

fn around(input: &Input<'_, '_>) -> Around {
    let blocks = input.function.blocks.len();
    let mut result = Around {
        block: Vec::with_capacity(input.events.list.len()),
        scope: Vec::with_capacity(input.events.list.len()),
        parent: IdVec::filled(None, blocks),
        manual: IdVec::filled(false, blocks),
    };
    let (mut block_stack, mut scope_stack) = (Vec::new(), Vec::new());
    for event in &input.events.list {
        let runtime = |stmt: &Stmt| match &stmt.kind {
            StmtKind::Scope(scope) => match scope.kind {
                ScopeKind::Runtime { manual } => Some(manual),
                _ => None,
            },
            _ => None,
        };
        // A block's own Enter and Leave count as outside it.
        if let Event::Leave(stmt, _, _) = event {
            block_stack.pop();
            if runtime(stmt).is_some() {
                scope_stack.pop();
            }
        }
        result.block.push(block_stack.last().copied());
        result.scope.push(scope_stack.last().copied());
        if let Event::Enter(stmt, _, block) = event {
            block_stack.push(*block);
            if let Some(manual) = runtime(stmt) {
                result.parent[*block] = scope_stack.last().copied();
                result.manual[*block] = manual;
                scope_stack.push(*block);
            }
        }
    }
    result
}

fn uses<'a, 'p>(input: &'p Input<'a, 'p>) -> Uses<'a, 'p> {
    let vars = input.function.vars.len();
    let mut uses = Uses {
        input,
        name: IdVec::filled(0, vars),
        storage: IdVec::filled(0, vars),
        flows: IdVec::filled(Vec::new(), vars),
        waits: Vec::new(),
    };
    for (at, event) in input.events.list.iter().enumerate() {
        uses.event(at, event);
    }
    uses
}

impl<'a> Uses<'a, '_> {
    fn event(&mut self, at: usize, event: &Event<'a>) {
        match event {
            Event::Stmt(stmt) => self.stmt(at, stmt),
            Event::Begin(stmt) => match &stmt.kind {
                StmtKind::For(it) => {
                    [&it.start, &it.stop, &it.step].into_iter().for_each(|expr| self.mention(at, expr));
                    self.inits(at, &it.carries);
                }
                StmtKind::While(it) => self.inits(at, &it.carries),
                StmtKind::If(it) => {
                    self.mention(at, &it.cond);
                    if it.otherwise.is_none() {
                        it.merges
                            .iter()
                            .for_each(|merge| self.hand_out(at, at, &merge.otherwise, merge.result));
                    }
                }
                _ => {}
            },
            Event::Tail(owner, part) => self.tail(at, owner, *part),
            Event::Leave(stmt, Part::Header, _) => {
                if let StmtKind::While(it) = &stmt.kind {
                    self.mention(at, &it.cond);
                }
            }
            Event::Enter(..) | Event::Leave(..) | Event::End(_) => {}
        }
    }

    fn stmt(&mut self, at: usize, stmt: &'a Stmt) {
        match &stmt.kind {
            StmtKind::Let(var, rhs) => self.rhs(at, Some(*var), rhs, stmt),
            StmtKind::Eval(rhs) => self.rhs(at, None, rhs, stmt),
            StmtKind::Return(values) if self.input.options.host => {
                values.iter().for_each(|expr| self.mention(at, expr))
            }
            _ => {}
        }
    }

    fn rhs(&mut self, at: usize, var: Option<VarId>, rhs: &'a Rhs, stmt: &'a Stmt) {
        let wanted = var.is_none_or(|var| self.input.live.needs(self.input.values, var));
        match rhs {
            Rhs::Call(call) => self.call(at, call, stmt),
            Rhs::Op(op) => {
                let effect = matches!(op.op.name().as_str(), "tensor.write" | "system.task_dummy");
                if effect || wanted {
                    op.args.iter().for_each(|expr| self.mention(at, expr));
                    op.kwargs
                        .iter()
                        .for_each(|(_, attr)| attr.for_each_expr(&mut |expr| self.mention(at, expr)));
                }
                if op.op.name().as_str() == "system.task_dummy" {
                    op_deps(op).into_iter().for_each(|expr| self.wait(at, expr, stmt));
                }
                if let (Some(var), Some(source)) = (var, op.args.first()) {
                    self.flow(source, var);
                }
            }
            Rhs::Expr(expr) if wanted => self.mention(at, expr),
            Rhs::Expr(_) => {}
        }
    }

    fn call(&mut self, at: usize, call: &'a Call, stmt: &'a Stmt) {
        call.args.iter().chain(&call.launch.core_num).for_each(|expr| self.mention(at, expr));
        call.launch.deps.iter().for_each(|expr| self.wait(at, expr, stmt));
        derived_deps(&call.attrs).into_iter().for_each(|expr| self.mention(at, expr));
        let written = |expr: &'a Expr| written_out(self.input.flow, self.input.values, expr);
        let predicate: Vec<&Expr> =
            call.launch.predicate.iter().flat_map(|expr| sides(written(expr))).flatten().collect();
        predicate.into_iter().for_each(|side| {
            match predicate_read(self.input.flow, self.input.values, side) {
                Some(read) => read.args.iter().for_each(|expr| self.mention(at, expr)),
                None => self.mention(at, side),
            }
        });
    }

    fn wait(&mut self, at: usize, expr: &'a Expr, stmt: &'a Stmt) {
        self.mention(at, expr);
        if let Some(var) = expr.as_var() {
            self.waits.push((self.input.values.root(var), at, stmt));
        }
    }

    fn inits(&mut self, at: usize, carries: &'a [Carry]) {
        carries.iter().for_each(|carry| self.hand_out(at, at, &carry.init, carry.param));
    }

    fn tail(&mut self, at: usize, owner: &'a Stmt, part: Part) {
        let leave = |block: BlockId| self.input.events.span[block].map_or(at, |(_, leave)| leave);
        match (&owner.kind, part) {
            (StmtKind::For(it), _) => {
                let leave = leave(it.body);
                it.carries.iter().for_each(|carry| self.hand_out(at, leave, &carry.next, carry.result));
            }
            (StmtKind::While(it), _) => {
                let leave = leave(it.body);
                it.carries.iter().for_each(|carry| self.hand_out(at, leave, &carry.next, carry.result));
            }
            (StmtKind::If(it), Part::Then) => {
                let leave = leave(it.then);
                it.merges.iter().for_each(|merge| self.hand_out(at, leave, &merge.then, merge.result));
            }
            (StmtKind::If(it), Part::Else) => {
                let leave = it.otherwise.map_or(at, leave);
                it.merges.iter().for_each(|merge| self.hand_out(at, leave, &merge.otherwise, merge.result));
            }
            _ => {}
        }
    }

    /// `target` takes the value at `at`; the storage behind it is used until `until` at least.
    fn hand_out(&mut self, at: usize, until: usize, value: &'a Expr, target: VarId) {
        let target = self.input.values.root(target);
        if !self.input.live.needs(self.input.values, target) {
            return;
        }
        self.mention(at, value);
        if let Some(var) = value.as_var() {
            let source = self.input.values.root(var);
            if source != target {
                self.storage[source] = self.storage[source].max(until);
                self.flows[target].push(source);
            }
        }
    }

    fn flow(&mut self, source: &Expr, target: VarId) {
        let values = self.input.values;
        if let Some(source) = source.as_var().map(|var| values.root(var))
            && source != values.root(target)
        {
            self.flows[values.root(target)].push(source);
        }
    }

    fn mention(&mut self, at: usize, expr: &'a Expr) {
        let values = self.input.values;
        if let Expr::Get(tuple, index) = expr {
            match values.projection(self.input.program, tuple, *index) {
                Some(Projection::Of(_, Element::Arg(arg)) | Projection::Item(arg)) => {
                    return self.mention(at, arg);
                }
                Some(Projection::Of(..)) | None => {}
            }
        }
        match expr {
            Expr::Var(var) => {
                let root = values.root(*var);
                if let Value::Items(items) = values.of(root) {
                    return items.iter().for_each(|item| self.mention(at, item));
                }
                self.name[root] = self.name[root].max(at);
                self.storage[root] = self.storage[root].max(at);
            }
            other => other.children().into_iter().for_each(|child| self.mention(at, child)),
        }
    }
}

/// A root's storage is used as long as that of anything that may name it: latest first, each root once.
fn spread(uses: &mut Uses<'_, '_>) {
    let mut order: Vec<VarId> = uses.storage.ids().collect();
    order.sort_by_key(|&var| std::cmp::Reverse(uses.storage[var]));
    let mut seen = IdVec::filled(false, uses.storage.len());
    for start in order {
        let mut work = vec![start];
        while let Some(var) = work.pop() {
            if std::mem::replace(&mut seen[var], true) {
                continue;
            }
            uses.storage[var] = uses.storage[var].max(uses.storage[start]);
            work.extend(uses.flows[var].iter().copied().filter(|&source| !seen[source]));
        }
    }
}

/// Whether the scope is closed at an event.
fn closed(input: &Input<'_, '_>, scope: BlockId, at: usize) -> bool {
    input.events.span[scope].is_some_and(|(_, leave)| at >= leave)
}

fn closed_waits(input: &Input<'_, '_>, uses: &Uses<'_, '_>, around: &Around, errors: &mut Diagnostics) {
    for &(var, at, stmt) in &uses.waits {
        if input.function.ty(var) != &Type::TASK_ID {
            continue;
        }
        let leaked = match input.flow.def[var] {
            Def::Carry(carry, ..) => carry.init == Expr::Undef,
            Def::Merge(merge) => merge.then == Expr::Undef || merge.otherwise == Expr::Undef,
            Def::Outside | Def::Rhs(_) => false,
        };
        let scope = around.scope[input.flow.at[var]];
        if leaked || scope.is_some_and(|scope| closed(input, scope, at)) {
            errors.push(closed_wait(input, var, stmt));
        }
    }
}

fn closed_wait(input: &Input<'_, '_>, var: VarId, stmt: &Stmt) -> Diagnostic {
    let var = &input.function.vars[var];
    let message =
        format!("the dependency on `{}` cannot be honored: the scope of its task has closed", var.name);
    Diagnostic::error(code::CLOSED_SCOPE, stmt.span, message)
        .label("waits here")
        .also(var.span, "the task is submitted here, in a scope that ends before")
        .help("submit both tasks in one scope, or start a task id with `None` before the loop or branch and rebind it")
}

/// What follows from a root that is used after a scope around its definition.
fn escape(
    input: &Input<'_, '_>,
    uses: &Uses<'_, '_>,
    around: &Around,
    var: VarId,
    scopes: &mut Scopes,
    errors: &mut Diagnostics,
) {
    let values = input.values;
    if values.root(var) != var || !input.live.needs(values, var) {
        return;
    }
    let at = input.flow.at[var];
    let owner = owner(input, var);
    let mut early = None;
    let mut scope = around.scope[at];
    while let Some(body) = scope {
        let name = closed(input, body, uses.name[var]);
        let storage = owner.is_some() && closed(input, body, uses.storage[var]);
        if !name && !storage {
            break;
        }
        if around.manual[body] {
            match owner {
                // A `create` that stands right in the scope is allocated before it.
                Some(Owner::Create) if around.block[at] == Some(body) => {}
                Some(_) if storage => errors.push(outlives(input, var, body)),
                _ => {}
            }
            early = Some(body).filter(|_| name).or(early);
        } else {
            scopes.elided[body] = true;
        }
        scope = around.parent[body];
    }
    if let Some(body) = early
        && owner.is_none()
    {
        scopes.before[body].push(var);
    }
}

/// Who allocated the storage of a root.
#[derive(Clone, Copy)]
enum Owner {
    Create,
    Task,
}

fn owner(input: &Input<'_, '_>, var: VarId) -> Option<Owner> {
    if !input.function.ty(var).is_tensor() {
        return None;
    }
    match input.flow.def[var] {
        Def::Rhs(Rhs::Op(op)) if op.op.name().as_str() == "tensor.create" => Some(Owner::Create),
        Def::Rhs(Rhs::Call(_) | Rhs::Expr(Expr::Get(..))) => Some(Owner::Task),
        Def::Rhs(_) | Def::Outside | Def::Carry(..) | Def::Merge(..) => None,
    }
}

fn outlives(input: &Input<'_, '_>, var: VarId, body: BlockId) -> Diagnostic {
    let function = input.function;
    let var = &function.vars[var];
    let scope = input.events.span[body].and_then(|(enter, _)| match input.events.list[enter] {
        Event::Enter(stmt, ..) => Some(stmt.span),
        _ => None,
    });
    Diagnostic::error(
        code::LIFETIME,
        var.span,
        format!("`{}` is used after the manual scope in which it is allocated", var.name),
    )
    .also(scope.unwrap_or_default(), "the scope that owns it")
    .help("create the tensor before the scope")
}
