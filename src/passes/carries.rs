//! `carries`: says of each loop carry of an Orchestration function whether it is only another name for its start (trivial)
//! or a variable that each trip assigns (rebind), and how many task ids it holds inside a manual scope.
//!
//! A carry is trivial iff what the body hands on is in the class of what it was handed: the same storage and view.

use std::collections::HashMap;

use crate::base::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::base::span::Span;
use crate::egraph::relation::{FunctionRelation, Relations};
use crate::ir::attr::{Attr, Attrs};
use crate::ir::dtype::DType;
use crate::ir::events::{Event, Place};
use crate::ir::expr::Expr;
use crate::ir::program::{Function, FunctionKind, Program, VarId};
use crate::ir::stmt::{Carry, For, ForKind, Rhs, Scope, ScopeKind, Stmt, StmtKind};
use crate::ir::types::Type;
use crate::passes::defs::{Def, Defs};
use crate::passes::run::{Context, Report};
use crate::passes::trips::trip_count;
use crate::verify::property::carries::{array_size_key, rebind_key};

/// A parallel loop in a manual scope carries a task id and its trips cannot be counted, or are too many.
pub const FENCE_TRIPS: Code = Code("fence-trips");

/// Runs the pass.
pub fn run(program: &mut Program, context: &Context<'_>) -> Result<Report, Diagnostics> {
    let relations = context.relations(program);
    let mut wrong = Diagnostics::new();
    let mut changed = 0;
    for index in 0..program.functions.len() {
        let plans = plan(program, index, &relations, &mut wrong);
        changed +=
            plans.iter().filter(|(place, slots)| stamp(&mut program.functions[index], *place, slots)).count();
    }
    if wrong.has_errors() { Err(wrong) } else { Ok(Report::changes(changed)) }
}

/// What becomes of one carry.
#[derive(Clone, Copy)]
struct Slot {
    rebind: bool,
    /// Task ids in its array; none if it is not one.
    size: i128,
}

type Plans = Vec<(Place, Vec<Slot>)>;

fn plan(program: &Program, index: usize, relations: &Relations, wrong: &mut Diagnostics) -> Plans {
    let (name, function) = program.functions.get_index(index).expect("an index below the length");
    let relation = relations.functions.get(name);
    let Some(relation) = relation.filter(|_| function.kind == FunctionKind::Orchestration) else {
        return Plans::new();
    };
    let mut walk = Walk {
        function,
        relation,
        defs: Defs::of(function),
        manual: 0,
        clock: 0,
        begun: Vec::new(),
        sizes: HashMap::new(),
        plans: Plans::new(),
        wrong,
    };
    function.events().for_each(|event| walk.step(event));
    walk.plans
}

struct Walk<'a, 'w> {
    function: &'a Function,
    relation: &'a FunctionRelation,
    defs: Defs<'a>,
    /// How many manual scopes are around this point.
    manual: usize,
    /// Counts loops, so that one can tell which ended inside which.
    clock: usize,
    /// When the loops around this point began.
    begun: Vec<usize>,
    /// Results that are arrays of task ids: when their loop began, and the extent.
    sizes: HashMap<VarId, (usize, i128)>,
    plans: Plans,
    wrong: &'w mut Diagnostics,
}

impl<'a> Walk<'a, '_> {
    fn step(&mut self, event: Event<'a>) {
        match event {
            Event::Before(Stmt { kind: StmtKind::For(_) | StmtKind::While(_), .. }, _) => {
                self.clock += 1;
                self.begun.push(self.clock);
            }
            Event::After(stmt @ Stmt { kind: StmtKind::For(it), .. }, place) => {
                let begun = self.begun.pop().expect("a loop that ends has begun");
                let slots =
                    it.carries.iter().map(|carry| self.for_slot(it, carry, begun, stmt.span)).collect();
                self.plans.push((place, slots));
            }
            Event::After(Stmt { kind: StmtKind::While(it), .. }, place) => {
                self.begun.pop().expect("a loop that ends has begun");
                let slots = it.carries.iter().map(|carry| Slot { rebind: self.is_rebind(carry), size: 0 });
                let slots = slots.collect();
                self.plans.push((place, slots));
            }
            Event::Before(stmt, _) if is_manual(stmt) => self.manual += 1,
            Event::After(stmt, _) if is_manual(stmt) => self.manual -= 1,
            Event::Before(..) | Event::Open(..) | Event::Close(..) | Event::After(..) => {}
        }
    }

    fn is_rebind(&self, carry: &Carry) -> bool {
        match self.function.ty(carry.param) {
            // A new task has a new id (row C5).
            Type::Scalar(DType::TaskId) => true,
            // Each loop level owns an array of its own (row C27).
            Type::Array(..) => !self.is_copy_of(&carry.next, carry.param),
            ty if ty.is_storage() => {
                let class = self.relation.handle[carry.param];
                class.is_none() || self.relation.handle_of(&carry.next) != class
            }
            _ => !self.is_copy_of(&carry.next, carry.param),
        }
    }

    /// Whether an expression is this variable, perhaps through copies.
    fn is_copy_of(&self, expr: &Expr, var: VarId) -> bool {
        self.behind_copies(expr) == Some(var)
    }

    fn behind_copies(&self, expr: &Expr) -> Option<VarId> {
        let mut at = expr.as_var()?;
        while let Def::Let(Rhs::Expr(Expr::Var(other))) = self.defs.get(at) {
            at = *other;
        }
        Some(at)
    }

    fn for_slot(&mut self, it: &For, carry: &Carry, begun: usize, at: Span) -> Slot {
        let rebind = self.is_rebind(carry);
        let task_id = *self.function.ty(carry.param) == Type::TASK_ID;
        if self.manual == 0 || !rebind || !task_id {
            return Slot { rebind, size: 0 };
        }
        let size = match it.kind {
            ForKind::Parallel => self.parallel_size(it, at),
            ForKind::Sequential => self.inner_size(carry, begun),
            ForKind::Unroll | ForKind::Pipeline => 0,
        };
        if size > 0 {
            self.sizes.insert(carry.result, (begun, size));
        }
        Slot { rebind, size }
    }

    /// A parallel loop keeps the id of each trip's task (rows C41, C45 to C47).
    fn parallel_size(&mut self, it: &For, at: Span) -> i128 {
        let trips = trip_count(&self.defs, it);
        let message = match trips {
            Some(trips) if trips <= i128::from(i32::MAX) => return trips,
            Some(trips) => format!("manual_scope: this pl.parallel loop would keep {trips} task ids"),
            None => "manual_scope: pl.parallel loops carrying a manual_scope dep (via ``deps=[...]``) must have a \
                     statically-known trip count"
                .to_owned(),
        };
        let complaint = Diagnostic::error(FENCE_TRIPS, at, message)
            .label("the ids of its tasks are kept in an array of one element a trip")
            .help("give the loop constant bounds, or keep the ids in a `pl.array.create(n, pl.TASK_ID)` of your own");
        self.wrong.push(complaint);
        0
    }

    /// A sequential loop that hands on the array of a loop inside it has one of that extent (row C42).
    fn inner_size(&self, carry: &Carry, begun: usize) -> i128 {
        let inner = self.behind_copies(&carry.next).and_then(|var| self.sizes.get(&var));
        inner.filter(|(inside, _)| *inside > begun).map_or(0, |(_, size)| *size)
    }
}

fn is_manual(stmt: &Stmt) -> bool {
    matches!(&stmt.kind, StmtKind::Scope(Scope { kind: ScopeKind::Runtime { manual: true }, .. }))
}

/// Writes a plan into the attributes of its loop; says whether they changed.
fn stamp(function: &mut Function, place: Place, slots: &[Slot]) -> bool {
    let stmt = &mut function.blocks[place.block].stmts[place.index];
    let attrs = match &mut stmt.kind {
        StmtKind::For(it) => &mut it.attrs,
        StmtKind::While(it) => &mut it.attrs,
        _ => unreachable!("carries belong to loops"),
    };
    let before = attrs.clone();
    forget(attrs, slots);
    for (k, slot) in slots.iter().enumerate() {
        attrs.set(rebind_key(k), Attr::Bool(slot.rebind));
        if slot.size > 0 {
            attrs.set(array_size_key(k), Attr::Int(slot.size));
        }
    }
    *attrs != before
}

/// Drops what an earlier run left and this one does not say again; the rest keeps its place.
fn forget(attrs: &mut Attrs, slots: &[Slot]) {
    let kept: Vec<String> = (0..slots.len())
        .map(rebind_key)
        .chain(slots.iter().enumerate().filter(|(_, slot)| slot.size > 0).map(|(k, _)| array_size_key(k)))
        .collect();
    attrs.retain(|name| {
        let ours = name.starts_with("iter_arg_rebind_") || name.starts_with("iter_arg_array_size_");
        !ours || kept.iter().any(|key| key == name.as_str())
    });
}
