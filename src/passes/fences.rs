//! `fence-compression`: in a manual scope, the tasks of a parallel loop that all wait for one whole array of task ids wait
//! for one barrier instead: N + M edges in the place of N * M.

use std::collections::{BTreeMap, HashSet};

use crate::base::diagnostic::Diagnostics;
use crate::base::id::IdVec;
use crate::egraph::relation::{FunctionRelation, Relations, Root};
use crate::ir::access::for_each_access;
use crate::ir::attr::Attr;
use crate::ir::dtype::DType;
use crate::ir::events::{Event, Place};
use crate::ir::expr::Expr;
use crate::ir::op::Op;
use crate::ir::program::{BlockId, Function, FunctionKind, Program, VarId};
use crate::ir::stmt::{Call, For, ForKind, OpCall, Rhs, Scope, ScopeKind, Stmt, StmtKind};
use crate::ir::types::Type;
use crate::ir::walk::{defined, defined_inside};
use crate::passes::defs::Defs;
use crate::passes::run::{Context, Report};
use crate::passes::trips::trip_count;

/// Runs the pass.
pub fn run(program: &mut Program, context: &Context<'_>) -> Result<Report, Diagnostics> {
    let relations = context.relations(program);
    let mut places = 0;
    for index in 0..program.functions.len() {
        let fences = fences(program, index, &relations);
        places += fences.len();
        insert(&mut program.functions[index], fences);
    }
    Ok(Report::changes(places))
}

/// A barrier to be put before a loop.
struct Fence {
    /// Where the loop stands.
    place: Place,
    /// The array that its tasks wait for.
    array: VarId,
    /// The calls that wait for it.
    waiting: Vec<Place>,
}

fn fences(program: &Program, index: usize, relations: &Relations) -> Vec<Fence> {
    let (name, function) = program.functions.get_index(index).expect("an index below the length");
    let relation = relations.functions.get(name);
    let Some(relation) = relation.filter(|_| function.kind == FunctionKind::Orchestration) else {
        return Vec::new();
    };
    let mut walk = Walk {
        program,
        function,
        relation,
        defs: Defs::of(function),
        clock: 1,
        when: IdVec::filled(0, function.vars.len()),
        manual: 0,
        open: Vec::new(),
        fences: Vec::new(),
    };
    function.events().for_each(|event| walk.step(event));
    walk.fences
}

/// A parallel loop around this point, and what was seen in it.
struct Open {
    waiting: BTreeMap<VarId, Vec<Place>>,
    /// Variables defined in it.
    defined: HashSet<VarId>,
    /// Storage written in it, each with when the earliest storage of that name that is written was allocated.
    written: BTreeMap<Root, usize>,
}

struct Walk<'a> {
    program: &'a Program,
    function: &'a Function,
    relation: &'a FunctionRelation,
    defs: Defs<'a>,
    /// Counts statements.
    clock: usize,
    /// When each variable was defined.
    when: IdVec<VarId, usize>,
    manual: usize,
    open: Vec<Open>,
    fences: Vec<Fence>,
}

impl<'a> Walk<'a> {
    fn step(&mut self, event: Event<'a>) {
        match event {
            Event::Before(stmt, place) => self.begin(stmt, place),
            Event::After(stmt, place) => self.end(stmt, place),
            Event::Open(..) | Event::Close(..) => {}
        }
    }

    fn begin(&mut self, stmt: &'a Stmt, place: Place) {
        self.manual += usize::from(is_manual(stmt));
        self.clock += 1;
        for var in defined_inside(&stmt.kind) {
            self.when[var] = self.clock;
        }
        if self.manual == 0 {
            return;
        }
        if is_parallel(stmt) {
            let open = Open { waiting: BTreeMap::new(), defined: HashSet::new(), written: BTreeMap::new() };
            self.open.push(open);
        }
        let Some(open) = self.open.last_mut() else { return };
        open.defined.extend(defined_inside(&stmt.kind));
        if let Some(call) = stmt.call()
            && let Some(array) = whole_array(self.function, call)
        {
            open.waiting.entry(array).or_default().push(place);
        }
        let mut written = Vec::new();
        for_each_access(self.program, self.function, &stmt.kind, &mut |expr, access| {
            if access.writes {
                written.push(expr);
            }
        });
        for expr in written {
            self.write(expr);
        }
    }

    fn write(&mut self, expr: &Expr) {
        let roots = self.relation.roots_of(expr);
        let allocated = match roots {
            // The latest storage that this allocation made, not one of an earlier trip.
            [Root::Fresh(var)]
                if self.relation.handle_of(&Expr::Var(*var)) == self.relation.handle_of(expr) =>
            {
                self.when[*var]
            }
            _ => 0,
        };
        let open = self.open.last_mut().expect("writes are noted inside a parallel loop");
        for root in roots {
            let earliest = open.written.entry(*root).or_insert(allocated);
            *earliest = allocated.min(*earliest);
        }
    }

    fn end(&mut self, stmt: &'a Stmt, place: Place) {
        self.clock += 1;
        for var in defined(&stmt.kind) {
            self.when[var] = self.clock;
        }
        if self.manual > 0 {
            if let StmtKind::For(it) = &stmt.kind
                && is_parallel(stmt)
            {
                let open = self.open.pop().expect("a loop that ends has begun");
                self.close(it, open, place);
            }
            if let Some(open) = self.open.last_mut() {
                open.defined.extend(defined(&stmt.kind));
            }
        }
        self.manual -= usize::from(is_manual(stmt));
    }

    fn close(&mut self, it: &For, open: Open, place: Place) {
        let trips = trip_count(&self.defs, it);
        for (array, waiting) in &open.waiting {
            let Type::Array(slots, _) = self.function.ty(*array) else { continue };
            let pays = trips.is_some_and(|trips| pays(trips, i128::from(*slots)));
            let roots = self.relation.roots_of(&Expr::Var(*array));
            // What was allocated after the array was bound is another array.
            let bound = self.when[*array];
            let other = |root| open.written.get(root).is_none_or(|allocated| *allocated > bound);
            let unchanged =
                roots.iter().all(|root| *root != Root::Unknown && other(root)) && other(&Root::Unknown);
            if pays && unchanged && !open.defined.contains(array) {
                self.fences.push(Fence { place, array: *array, waiting: waiting.clone() });
            }
        }
        // What happens in a loop happens in those around it.
        if let Some(outer) = self.open.last_mut() {
            outer.defined.extend(open.defined);
            for (root, allocated) in open.written {
                let earliest = outer.written.entry(root).or_insert(allocated);
                *earliest = allocated.min(*earliest);
            }
        }
    }
}

/// Whether N + M edges are fewer than N * M.
fn pays(trips: i128, slots: i128) -> bool {
    trips.saturating_mul(slots) - (trips + slots) >= 1
}

fn is_manual(stmt: &Stmt) -> bool {
    matches!(&stmt.kind, StmtKind::Scope(Scope { kind: ScopeKind::Runtime { manual: true }, .. }))
}

fn is_parallel(stmt: &Stmt) -> bool {
    matches!(&stmt.kind, StmtKind::For(For { kind: ForKind::Parallel, .. }))
}

/// The array that is all a call waits for.
fn whole_array(function: &Function, call: &Call) -> Option<VarId> {
    let [Expr::Var(array)] = call.launch.deps.as_slice() else { return None };
    matches!(function.ty(*array), Type::Array(_, DType::TaskId)).then_some(*array)
}

/// Puts the barriers in and lets their calls wait for them.
fn insert(function: &mut Function, fences: Vec<Fence>) {
    let mut before: BTreeMap<BlockId, BTreeMap<usize, Vec<Stmt>>> = BTreeMap::new();
    for fence in fences {
        let span = function.blocks[fence.place.block].stmts[fence.place.index].span;
        let barrier = function.add_var("phase_fence_barrier", Type::TASK_ID, span);
        let mut dummy = OpCall::new(Op::new("system.task_dummy"), Vec::new());
        dummy.kwargs.set("deps", Attr::List(vec![Attr::Expr(fence.array.into())]));
        let stmt = Stmt::at(StmtKind::Let(barrier, Rhs::Op(dummy)), span);
        before.entry(fence.place.block).or_default().entry(fence.place.index).or_default().push(stmt);
        for place in fence.waiting {
            match &mut function.blocks[place.block].stmts[place.index].kind {
                StmtKind::Let(_, Rhs::Call(call)) | StmtKind::Eval(Rhs::Call(call)) => {
                    call.launch.deps = vec![barrier.into()];
                }
                _ => unreachable!("only calls wait"),
            }
        }
    }
    for (block, mut inserts) in before {
        let old = std::mem::take(&mut function.blocks[block].stmts);
        for (index, stmt) in old.into_iter().enumerate() {
            let barriers = inserts.remove(&index).unwrap_or_default();
            function.blocks[block].stmts.extend(barriers);
            function.blocks[block].stmts.push(stmt);
        }
    }
}
