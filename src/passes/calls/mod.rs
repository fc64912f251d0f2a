//! `call-directions`: what the runtime is told of each argument.
//!
//! An Out parameter makes an argument `output_existing`, which orders nothing. Three rules make it `inout`, which orders the
//! task behind earlier writers: a loop whose trips follow each other stands around the call (R-seq); an earlier call wrote
//! the same storage, or allocated it (R-prior); the storage is a parameter that the caller declares InOut (R-enclosing). So does not to know
//! which storage it is.

use crate::base::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::base::span::Span;
use crate::egraph::relation::{FunctionRelation, Relations, Root};
use crate::ir::access::type_of;
use crate::ir::events::Event;
use crate::ir::expr::Expr;
use crate::ir::program::{BlockId, Direction, Function, Program};
use crate::ir::stmt::{ArgDirection, Call, ForKind, Rhs, Stmt, StmtKind};
use crate::passes::calls::spots::{Spot, Spots};
use crate::passes::calls::written::Written;
use crate::passes::defs::{Def, Defs};
use crate::passes::run::{Context, Report};
use crate::verify::property::directions::{is_tensor_like, misfit};

mod spots;
mod windows;
mod written;

/// `pl.no_dep` marks an argument that the call does not have.
pub const NO_DEP_INDEX: Code = Code("no-dep-index");

/// Runs the pass.
pub fn run(program: &mut Program, context: &Context<'_>) -> Result<Report, Diagnostics> {
    let relations = context.relations(program);
    let mut wrong = Diagnostics::new();
    let mut changed = 0;
    for index in 0..program.functions.len() {
        let derived = derive(program, index, &relations, &mut wrong);
        changed += derived.len();
        assign(&mut program.functions[index], derived);
    }
    if wrong.has_errors() { Err(wrong) } else { Ok(Report::changes(changed)) }
}

/// The new directions of a call, by the place where it stands.
type Derived = Vec<(BlockId, usize, Vec<ArgDirection>)>;

fn assign(function: &mut Function, derived: Derived) {
    for (block, index, directions) in derived {
        match &mut function.blocks[block].stmts[index].kind {
            StmtKind::Let(_, Rhs::Call(call)) | StmtKind::Eval(Rhs::Call(call)) => {
                call.directions = directions
            }
            _ => unreachable!("directions are derived for calls"),
        }
    }
}

fn derive(program: &Program, index: usize, relations: &Relations, wrong: &mut Diagnostics) -> Derived {
    let (name, function) = program.functions.get_index(index).expect("an index below the length");
    let Some(relation) = relations.functions.get(name) else { return Vec::new() };
    let mut walk = Walk {
        program,
        function,
        spots: Spots::of(function, relation),
        defs: Defs::of(function),
        relation,
        written: Written::new(),
        sequential: 0,
        arms: Vec::new(),
        derived: Vec::new(),
        wrong,
    };
    function.events().for_each(|event| walk.step(event));
    walk.derived
}

struct Walk<'a, 'w> {
    program: &'a Program,
    function: &'a Function,
    relation: &'a FunctionRelation,
    defs: Defs<'a>,
    spots: Spots<'a>,
    written: Written,
    /// How many loops around this point run their trips one after the other.
    sequential: usize,
    /// Branches around this point.
    arms: Vec<Arm>,
    derived: Derived,
    wrong: &'w mut Diagnostics,
}

/// A branch: where the writes of its first arm began, and what they were once that arm is left.
struct Arm {
    mark: usize,
    undone: Vec<Spot>,
}

impl<'a> Walk<'a, '_> {
    fn step(&mut self, event: Event<'a>) {
        match event {
            Event::Before(stmt, _) if is_sequential(stmt) => self.sequential += 1,
            Event::After(stmt, _) if is_sequential(stmt) => self.sequential -= 1,
            Event::Open(Stmt { kind: StmtKind::If(it), .. }, block) if block == it.then => {
                self.arms.push(Arm { mark: self.written.mark(), undone: Vec::new() });
            }
            Event::Close(Stmt { kind: StmtKind::If(it), .. }, block) => {
                self.arm_ends(block == it.then && it.otherwise.is_some());
            }
            Event::Before(stmt, place) => {
                if let Some(call) = stmt.call()
                    && let Some(callee) = self.program.functions.get(&call.callee)
                    && let Some(directions) = self.call(call, callee, stmt.span)
                {
                    self.derived.push((place.block, place.index, directions));
                }
            }
            Event::Open(..) | Event::Close(..) | Event::After(..) => {}
        }
    }

    /// What one arm writes, the other does not see; what follows the branch sees both.
    fn arm_ends(&mut self, another_follows: bool) {
        if another_follows {
            let arm = self.arms.last_mut().expect("an arm that ends has begun");
            arm.undone = self.written.undo(arm.mark);
        } else {
            let arm = self.arms.pop().expect("an arm that ends has begun");
            arm.undone.into_iter().for_each(|spot| self.written.insert(spot));
        }
    }

    /// The directions of a call, if they are new; notes what it writes.
    fn call(&mut self, call: &Call, callee: &Function, at: Span) -> Option<Vec<ArgDirection>> {
        let (have, takes) = (call.args.len(), callee.params.len());
        if have > takes || (have < takes && !call.is_submit()) {
            return None;
        }
        // Directions that are there bind, as long as they fit the callee as it is now.
        let settled = !call.directions.is_empty() && misfit(self.function, callee, call).is_none();
        let directions = (!settled).then(|| self.directions(call, callee, at));
        for (arg, param) in call.args.iter().zip(&callee.params) {
            if param.direction.writes() && self.is_tensor(arg) {
                self.spots.of_expr(arg).into_iter().for_each(|spot| self.written.insert(spot));
            }
        }
        directions.filter(|directions| *directions != call.directions)
    }

    fn directions(&mut self, call: &Call, callee: &Function, at: Span) -> Vec<ArgDirection> {
        let each = call.args.iter().zip(&callee.params);
        let mut directions: Vec<_> = each.map(|(arg, param)| self.direction(arg, param.direction)).collect();
        for &index in &call.no_dep {
            match directions.get_mut(index) {
                Some(direction) => *direction = ArgDirection::NoDep,
                None => {
                    let message = format!(
                        "argument {index} of the call of '{}' is marked no_dep, but it has {} arguments",
                        call.callee,
                        call.args.len()
                    );
                    self.wrong.push(Diagnostic::error(NO_DEP_INDEX, at, message));
                }
            }
        }
        directions
    }

    fn direction(&self, arg: &Expr, param: Direction) -> ArgDirection {
        if !self.is_tensor(arg) {
            return ArgDirection::Scalar;
        }
        match param {
            Direction::In => ArgDirection::Input,
            Direction::InOut => ArgDirection::InOut,
            Direction::Out if self.must_follow_others(arg) => ArgDirection::InOut,
            Direction::Out => ArgDirection::OutputExisting,
        }
    }

    fn must_follow_others(&self, arg: &Expr) -> bool {
        let roots = self.relation.roots_of(arg);
        let ambiguous = roots.len() != 1 || roots[0] == Root::Unknown;
        if self.sequential > 0 || ambiguous {
            return true;
        }
        let spots = self.spots.of_expr(arg);
        let prior = self.comes_from_call(roots[0]) || spots.iter().any(|spot| self.written.overlaps(spot));
        let enclosing = spots.iter().any(|spot| match spot {
            Spot { root: Root::Param(param), window: None } => {
                self.function.params[*param].direction == Direction::InOut
            }
            _ => false,
        });
        prior || enclosing
    }

    /// Whether a storage came out of a call: who allocated it, the callee or the runtime for a submission, has written it.
    fn comes_from_call(&self, root: Root) -> bool {
        let Root::Fresh(mut var) = root else { return false };
        loop {
            let behind = match self.defs.get(var) {
                Def::Let(Rhs::Call(_)) => return true,
                Def::Let(Rhs::Expr(Expr::Get(tuple, _))) => tuple.as_var(),
                Def::Let(Rhs::Expr(other)) => other.as_var(),
                _ => None,
            };
            match behind {
                Some(behind) => var = behind,
                None => return false,
            }
        }
    }

    fn is_tensor(&self, arg: &Expr) -> bool {
        is_tensor_like(type_of(self.function, arg))
    }
}

/// Whether the trips of a loop run one after the other.
fn is_sequential(stmt: &Stmt) -> bool {
    match &stmt.kind {
        StmtKind::For(it) => it.kind != ForKind::Parallel,
        StmtKind::While(_) => true,
        _ => false,
    }
}
