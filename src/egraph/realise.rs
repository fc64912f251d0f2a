//! Realise: a class as an expression at the current place, building what is missing.

use egg::Id;

use crate::base::span::Span;
use crate::egraph::decode::Decoder;
use crate::egraph::facts::operators;
use crate::egraph::node::{Node, Op, Payload};
use crate::ir::expr::{BinaryOp, Expr, MAX_DEPTH};
use crate::ir::op::Op as Operator;
use crate::ir::stmt::{OpCall, Rhs, Stmt, StmtKind};
use crate::ir::types::Type;

impl Decoder<'_> {
    /// How a class is written at this place without building anything.
    pub(crate) fn existing(&mut self, class: Id) -> Option<Expr> {
        if let Some(literal) = self.literal(class) {
            return Some(literal);
        }
        if let Some(expr) = self.env().names.get(&class) {
            return Some(expr.clone());
        }
        if let Some(expr) = self.env().holder(class) {
            return Some(expr.clone());
        }
        let handles = self.read_now(class);
        handles.into_iter().find_map(|handle| self.env().names.get(&handle).cloned())
    }

    /// Handles through which a value is seen at this place: storage may hold something else by now than what was read of
    /// it, and a law can have made a text of that.
    fn read_now(&self, class: Id) -> Vec<Id> {
        let reads = self.graph.egraph[class].nodes.iter().filter(|node| node.op == Op::Read);
        reads.filter(|node| self.is_current(node)).map(|node| self.find(node.children[0])).collect()
    }

    /// Whether the memory of a read is the current one.
    fn is_current(&self, read: &Node) -> bool {
        let memory = self.find(read.children[1]);
        self.stack.last().is_some_and(|top| top.env.is_current(memory))
    }

    /// The literal of a class that is a constant, where constants are computed.
    fn literal(&self, class: Id) -> Option<Expr> {
        if !self.graph.egraph.analysis.fold {
            return None;
        }
        match self.graph.egraph[class].data.constant? {
            Op::Int(value, dtype) => Some(Expr::Int(value, dtype)),
            Op::Float(value, dtype) => Some(Expr::Float(value, dtype)),
            Op::Bool(value) => Some(Expr::Bool(value)),
            _ => None,
        }
    }

    /// Whether a class is printed as a literal wherever it is used.
    pub(crate) fn is_folded(&self, class: Id) -> bool {
        self.literal(class).is_some()
    }

    /// A class as an expression at this place; `None` if nothing in it can be had here.
    pub(crate) fn realise(&mut self, class: Id) -> Option<Expr> {
        if let Some(expr) = self.existing(class) {
            return Some(expr);
        }
        // A node of a class may need the class itself: then another of its nodes is taken.
        if !self.busy.insert(class) {
            return None;
        }
        let mut found = None;
        for (at, node) in self.candidates(class).into_iter().enumerate() {
            found = self.build(class, &node);
            if found.is_some() {
                self.repairs.fallbacks += usize::from(at > 0);
                break;
            }
        }
        self.busy.remove(&class);
        found
    }

    /// The nodes of a class in the order to try them: the selected one first. Scalar arithmetic is spelled out wherever it
    /// is used, so of that the shortest text comes first, whatever extraction hoped to share.
    pub(crate) fn candidates(&self, class: Id) -> Vec<Node> {
        let chosen = self.choice.get(&class);
        let others = self.graph.egraph[class].nodes.iter();
        let others = others.filter(|node| Some(*node) != chosen && is_buildable(node.op));
        let mut all: Vec<Node> =
            chosen.filter(|node| is_buildable(node.op)).into_iter().chain(others).cloned().collect();
        if chosen.is_none_or(|node| is_arithmetic(node.op)) {
            all.sort_by_key(|node| match is_arithmetic(node.op) {
                true => operators(&self.graph.egraph, node),
                false => u32::MAX,
            });
        }
        all
    }

    /// The selected node of a value or view, as a right side; `written` is the statement that computes the class here.
    pub(crate) fn chosen_rhs(&mut self, classes: &[Id], written: &Rhs) -> Option<Rhs> {
        let [class] = *classes else { return None };
        let chosen = self.choice.get(&class)?.clone();
        // What stands there is meanwhile not to be had.
        if !self.busy.insert(class) {
            return None;
        }
        let made = match chosen.op {
            Op::Pure(_) | Op::View(_) => {
                self.operator(&chosen).map(|call| Rhs::Op(with_attrs(call, written)))
            }
            op if is_arithmetic(op) => {
                let all = self.candidates(class).into_iter().filter(|node| is_arithmetic(node.op));
                all.collect::<Vec<_>>().iter().find_map(|node| self.build(class, node)).map(Rhs::Expr)
            }
            _ => None,
        };
        self.busy.remove(&class);
        made
    }

    fn build(&mut self, class: Id, node: &Node) -> Option<Expr> {
        match node.op {
            Op::Int(value, dtype) => Some(Expr::Int(value, dtype)),
            Op::Float(value, dtype) => Some(Expr::Float(value, dtype)),
            Op::Bool(value) => Some(Expr::Bool(value)),
            Op::Undef => Some(Expr::Undef),
            Op::Text(payload) => match self.graph.encoded.payloads.get(payload) {
                Payload::Text(text) => Some(text.clone()),
                _ => None,
            },
            Op::Unary(op) => Some(Expr::Unary(op, Box::new(self.child(node, 0)?))),
            Op::Cast(dtype) => Some(Expr::Cast(Box::new(self.child(node, 0)?), dtype)),
            Op::Binary(op) => {
                let left = self.child(node, 0)?;
                let right = self.child(node, 1)?;
                Some(Expr::binary(op, left, right))
            }
            Op::Tuple => {
                let items: Option<Vec<Expr>> =
                    (0..node.children.len()).map(|at| self.child(node, at)).collect();
                items.map(Expr::Tuple)
            }
            Op::Extent(axis) | Op::Dim(axis) => {
                let tensor = self.child(node, 0)?;
                let args = vec![tensor, Expr::index(i128::from(axis))];
                let call = OpCall::new(Operator::new("tensor.dim"), args);
                Some(self.temporary(class, "dim", Type::INDEX, call))
            }
            Op::Pure(_) | Op::View(_) => {
                let call = self.operator(node)?;
                let ty = self.result_type(&call)?;
                Some(self.temporary(class, "t", ty, call))
            }
            Op::Read if self.is_current(node) => self.realise(self.find(node.children[0])),
            Op::Get(component) => {
                let tuple = self.realise(self.find(node.children[0]))?;
                Some(Expr::Get(Box::new(tuple), component))
            }
            _ => None,
        }
    }

    /// A child as an operand, split off where the tree would become too deep.
    fn child(&mut self, node: &Node, at: usize) -> Option<Expr> {
        let class = self.find(node.children[at]);
        let expr = self.realise(class)?;
        if expr.depth() < MAX_DEPTH / 2 {
            return Some(expr);
        }
        let ty = crate::ir::typing::type_of(&self.function.vars, &expr);
        let var = self.function.add_var("t", ty, Span::NONE);
        self.push(Stmt::new(StmtKind::Let(var, Rhs::Expr(expr))));
        self.env().names.insert(class, Expr::Var(var));
        Some(Expr::Var(var))
    }

    /// A pure operator's call, or a view's, from its node.
    fn operator(&mut self, node: &Node) -> Option<OpCall> {
        let (Op::Pure(payload) | Op::View(payload)) = node.op else { return None };
        let Payload::Op { op, kwargs, operands, .. } = self.graph.encoded.payloads.get(payload) else {
            return None;
        };
        let operands = *operands as usize;
        let all: Option<Vec<Expr>> = (0..node.children.len()).map(|at| self.child(node, at)).collect();
        let mut args = all?;
        let extra = args.split_off(operands);
        let mut kwargs = kwargs.clone();
        for value in kwargs.values_mut() {
            value.for_each_expr_mut(&mut |expr| {
                *expr = expr.map_vars(&mut |var| extra[crate::base::id::Id::index(var)].clone());
            });
        }
        Some(OpCall { op: op.clone(), args, kwargs, attrs: Default::default() })
    }

    /// A statement that a rule made, just before its first use.
    fn temporary(&mut self, class: Id, name: &str, ty: Type, call: OpCall) -> Expr {
        let var = self.function.add_var(name, ty, Span::NONE);
        self.push(Stmt::new(StmtKind::Let(var, Rhs::Op(call))));
        self.env().names.insert(class, Expr::Var(var));
        Expr::Var(var)
    }

    /// Scalar arithmetic, computed if both operands became constants here.
    pub(crate) fn folded(&self, op: BinaryOp, left: Expr, right: Expr) -> Expr {
        if self.graph.egraph.analysis.fold
            && let (Some(a), Some(b)) = (constant(&left), constant(&right))
            && let Some(value) = crate::egraph::fold::fold(Op::Binary(op), &[a, b])
        {
            match value {
                Op::Int(value, dtype) => return Expr::Int(value, dtype),
                Op::Bool(value) => return Expr::Bool(value),
                _ => {}
            }
        }
        Expr::binary(op, left, right)
    }
}

/// A call with the attributes of the statement in whose place it stands, if that is of the same operator.
fn with_attrs(mut call: OpCall, written: &Rhs) -> OpCall {
    if let Rhs::Op(before) = written
        && before.op == call.op
    {
        call.attrs.clone_from(&before.attrs);
    }
    call
}

fn constant(expr: &Expr) -> Option<Op> {
    match expr {
        Expr::Int(value, dtype) => Some(Op::Int(*value, *dtype)),
        Expr::Bool(value) => Some(Op::Bool(*value)),
        _ => None,
    }
}

/// Whether an operator is scalar arithmetic, which stands inside of expressions.
fn is_arithmetic(op: Op) -> bool {
    matches!(op, Op::Unary(_) | Op::Binary(_) | Op::Cast(_))
}

/// Whether a node can be built from its children anywhere, given that they can be had.
fn is_buildable(op: Op) -> bool {
    match op {
        Op::Int(..)
        | Op::Float(..)
        | Op::Bool(_)
        | Op::Text(_)
        | Op::Undef
        | Op::Unary(_)
        | Op::Binary(_)
        | Op::Cast(_)
        | Op::Tuple
        | Op::Pure(_)
        | Op::View(_)
        | Op::Read
        | Op::Get(_)
        | Op::Extent(_)
        | Op::Dim(_) => true,
        Op::Arg(..)
        | Op::Root
        | Op::Site(_)
        | Op::Void
        | Op::Alloc(_)
        | Op::Fresh
        | Op::FreshOf
        | Op::Retype(_)
        | Op::Write(_)
        | Op::Effect(_)
        | Op::Call(_)
        | Op::Bundle
        | Op::Region(_)
        | Op::For(_)
        | Op::While(_)
        | Op::If(_)
        | Op::Scope(_)
        | Op::Jump(_)
        | Op::Raw(_) => false,
    }
}
