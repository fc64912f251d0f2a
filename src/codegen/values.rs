//! Which variables are one C++ name: copies, in-place results, results that are parameters, trivial carries.
//!
//! Nothing is guessed: a carry is an alias because it is stamped so, a result is an argument because the callee's return
//! is that parameter.

use crate::base::id::IdVec;
use crate::codegen::calls::{Element, element, is_tuple};
use crate::codegen::event::{Event, Events};
use crate::ir::attr::Attrs;
use crate::ir::expr::Expr;
use crate::ir::program::{Function, Program, VarId};
use crate::ir::stmt::{Call, Carry, For, ForKind, OpCall, Rhs, Stmt, StmtKind};
use crate::ir::types::Type;

/// What a variable is.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Value<'a> {
    /// Itself.
    Own,
    /// Another variable.
    Same(VarId),
    /// A constant.
    Const(&'a Expr),
    /// The id of no task.
    Invalid,
    /// The results of a call.
    Call(&'a Call),
    /// A tuple of values.
    Items(&'a [Expr]),
}

/// What every variable of a function is.
pub(crate) struct Values<'a> {
    value: IdVec<VarId, Value<'a>>,
    root: IdVec<VarId, VarId>,
    host: bool,
}

impl<'a> Values<'a> {
    /// Reads a function; `host` if it is emitted for the CPU.
    pub(crate) fn new(program: &'a Program, function: &'a Function, events: &Events<'a>, host: bool) -> Self {
        let value = IdVec::filled(Value::Own, function.vars.len());
        let mut builder = Builder { program, function, value, exits: Vec::new(), host };
        events.list.iter().for_each(|event| builder.event(event));
        let mut value = builder.value;
        let root = function.vars.ids().map(|var| find(&mut value, var)).collect();
        Self { value, root, host }
    }
    /// The variable whose C++ name stands for this one.
    pub(crate) fn root(&self, var: VarId) -> VarId {
        self.root[var]
    }
    /// What a variable is; never [`Value::Same`].
    pub(crate) fn of(&self, var: VarId) -> Value<'a> {
        self.value[self.root[var]]
    }
    /// The element of a tuple variable that `Get(tuple, index)` takes.
    pub(crate) fn projection(&self, program: &Program, tuple: &Expr, index: u32) -> Option<Projection<'a>> {
        let var = tuple.as_var()?;
        match self.of(var) {
            Value::Call(call) => {
                Some(Projection::Of(self.root(var), element(program, call, index as usize, self.host)))
            }
            Value::Items(items) => items.get(index as usize).map(Projection::Item),
            Value::Own | Value::Same(_) | Value::Const(_) | Value::Invalid => None,
        }
    }
}

/// What a projection takes.
pub(crate) enum Projection<'a> {
    /// A result of the call bound to a variable.
    Of(VarId, Element<'a>),
    /// An expression.
    Item(&'a Expr),
}

struct Builder<'a, 'p> {
    program: &'p Program,
    function: &'p Function,
    value: IdVec<VarId, Value<'a>>,
    /// For each loop around: the values of its breaks and continues.
    exits: Vec<Vec<&'a [Expr]>>,
    host: bool,
}

/// Operators whose result names their first argument.
pub(crate) fn works_in_place(name: &str) -> bool {
    matches!(name, "tensor.assemble" | "tensor.write" | "tensor.set_validshape" | "array.update_element")
}

/// Whether carry `index` is stamped as materialised; `None` without a stamp.
pub(crate) fn stamp(attrs: &Attrs, index: usize) -> Option<bool> {
    attrs.bool(&format!("iter_arg_rebind_{index}"))
}

/// The extent of the fence array that carry `index` is stamped as.
pub(crate) fn fence(attrs: &Attrs, index: usize) -> Option<u64> {
    let size = attrs.int(&format!("iter_arg_array_size_{index}"))?;
    u64::try_from(size).ok().filter(|&size| size > 0)
}

impl<'a> Builder<'a, '_> {
    fn event(&mut self, event: &Event<'a>) {
        match event {
            Event::Stmt(stmt) => self.stmt(stmt),
            Event::Begin(stmt) => match &stmt.kind {
                StmtKind::For(it) => {
                    self.exits.push(Vec::new());
                    self.for_carries(it);
                }
                StmtKind::While(it) => {
                    self.exits.push(Vec::new());
                    self.carries(&it.carries, &it.attrs);
                }
                _ => {}
            },
            Event::End(stmt) => self.end(stmt),
            Event::Enter(..) | Event::Tail(..) | Event::Leave(..) => {}
        }
    }

    fn stmt(&mut self, stmt: &'a Stmt) {
        match &stmt.kind {
            StmtKind::Let(var, rhs) => self.value[*var] = self.rhs(*var, rhs),
            StmtKind::Break(values) | StmtKind::Continue(values) => {
                self.exits.last_mut().into_iter().for_each(|list| list.push(values));
            }
            _ => {}
        }
    }

    fn rhs(&mut self, var: VarId, rhs: &'a Rhs) -> Value<'a> {
        match rhs {
            Rhs::Expr(expr) => self.expr(expr),
            Rhs::Op(OpCall { op, args, .. }) => match op.name().as_str() {
                "system.task_invalid" => Value::Invalid,
                name if works_in_place(name) => args.first().map_or(Value::Own, same),
                _ => Value::Own,
            },
            Rhs::Call(call) if is_tuple(self.function.ty(var)) => Value::Call(call),
            Rhs::Call(call) => of_element(element(self.program, call, 0, self.host)),
        }
    }

    fn expr(&mut self, expr: &'a Expr) -> Value<'a> {
        match expr {
            Expr::Var(var) => Value::Same(*var),
            Expr::Tuple(items) => Value::Items(items),
            Expr::Str(_) | Expr::Enum(_) => Value::Const(expr),
            Expr::Get(tuple, index) => match tuple.as_var().map(|var| find(&mut self.value, var)) {
                Some(root) => match self.value[root] {
                    Value::Call(call) => of_element(element(self.program, call, *index as usize, self.host)),
                    Value::Items(items) => items.get(*index as usize).map_or(Value::Own, same),
                    _ => Value::Own,
                },
                None => Value::Own,
            },
            _ => Value::Own,
        }
    }

    fn for_carries(&mut self, it: &'a For) {
        self.carries(&it.carries, &it.attrs);
        for (index, carry) in it.carries.iter().enumerate() {
            // Tasks of one parallel phase wait for what came before the loop, never for one another.
            if it.kind == ForKind::Parallel && fence(&it.attrs, index).is_some() {
                self.value[carry.param] = same(&carry.init);
                self.value[carry.result] = Value::Own;
            }
        }
    }

    fn carries(&mut self, carries: &'a [Carry], attrs: &Attrs) {
        for (index, carry) in carries.iter().enumerate() {
            if stamp(attrs, index) == Some(false) {
                self.value[carry.param] = same(&carry.init);
            }
            self.value[carry.result] = Value::Same(carry.param);
        }
    }

    fn end(&mut self, stmt: &'a Stmt) {
        match &stmt.kind {
            StmtKind::For(it) => {
                let exits = self.exits.pop().unwrap_or_default();
                for (index, carry) in it.carries.iter().enumerate() {
                    // An array that the body only updates in place needs none of its own: it is the one that it starts as.
                    let array = matches!(self.function.ty(carry.param), Type::Array(..));
                    if array && carry.init.as_var().is_some() && self.stays(index, carry, &exits) {
                        self.value[carry.param] = same(&carry.init);
                    }
                }
            }
            StmtKind::While(it) => {
                let exits = self.exits.pop().unwrap_or_default();
                for (index, carry) in it.carries.iter().enumerate() {
                    if stamp(&it.attrs, index).is_none() && self.stays(index, carry, &exits) {
                        self.value[carry.param] = same(&carry.init);
                    }
                }
            }
            StmtKind::If(it) => {
                for merge in &it.merges {
                    self.value[merge.result] = match (&merge.then, &merge.otherwise) {
                        (Expr::Var(then), Expr::Var(otherwise)) => {
                            let root = find(&mut self.value, *then);
                            if root == find(&mut self.value, *otherwise) {
                                Value::Same(root)
                            } else {
                                Value::Own
                            }
                        }
                        _ => Value::Own,
                    };
                }
            }
            _ => {}
        }
    }

    /// Whether each trip hands a carry on as the C++ name that it has.
    fn stays(&mut self, index: usize, carry: &Carry, exits: &[&'a [Expr]]) -> bool {
        let mut kept = std::iter::once(&carry.next).chain(exits.iter().map(|list| &list[index]));
        kept.all(|next| self.is(next, carry.param))
    }

    /// Whether an expression is a variable that has the same C++ name as `var`.
    fn is(&mut self, expr: &Expr, var: VarId) -> bool {
        expr.as_var().is_some_and(|other| find(&mut self.value, other) == find(&mut self.value, var))
    }
}

fn of_element(element: Element<'_>) -> Value<'_> {
    match element {
        Element::Arg(expr) => same(expr),
        Element::Output(_) | Element::Task | Element::Scalar | Element::Unknown => Value::Own,
    }
}

/// An expression as another name for what it is, if it is a name or a constant.
fn same(expr: &Expr) -> Value<'_> {
    match expr {
        Expr::Var(var) => Value::Same(*var),
        other if other.is_const() => Value::Const(other),
        _ => Value::Own,
    }
}

/// The last of a chain of `Same`; the chain is shortened on the way.
fn find(value: &mut IdVec<VarId, Value<'_>>, var: VarId) -> VarId {
    let mut root = var;
    while let Value::Same(next) = value[root] {
        root = next;
    }
    let mut at = var;
    while let Value::Same(next) = value[at] {
        value[at] = Value::Same(root);
        at = next;
        if at == root {
            break;
        }
    }
    root
}
