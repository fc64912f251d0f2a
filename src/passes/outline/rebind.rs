//! After a call that writes a variable's storage and gives it back, the rest of the function uses what it gave back: through
//! branches by merges, through loops by carries.

use std::collections::{BTreeSet, HashMap, HashSet};

use crate::ir::events::{Event, Place};
use crate::ir::expr::Expr;
use crate::ir::program::{BlockId, Function, VarId};
use crate::ir::stmt::{Carry, Merge, StmtKind};
use crate::ir::walk::{Use, blocks, defined, defined_inside, for_each_use_mut};

/// Lets each use of a variable see its latest name. `names` says of a new name which variable it is of; says the same of
/// the carries and merges that it makes.
pub(crate) fn rebind(function: &mut Function, names: &HashMap<VarId, VarId>) -> Vec<(VarId, VarId)> {
    if names.is_empty() {
        return Vec::new();
    }
    let rebound = rebound(function, names);
    let todo = function.body.map(|body| Step::Block(body, 0)).into_iter().collect();
    let (now, loops, branches) = (HashMap::new(), Vec::new(), Vec::new());
    let made = Vec::new();
    let mut walk = Walk { function, names, rebound, now, loops, branches, todo, made };
    while let Some(step) = walk.todo.pop() {
        walk.step(step);
    }
    walk.made
}

/// The variables that get a new name inside each loop and branch, those that only exist in there left out.
fn rebound(function: &Function, names: &HashMap<VarId, VarId>) -> HashMap<Place, Vec<VarId>> {
    let renamed: HashSet<VarId> = names.values().copied().collect();
    let mut found = HashMap::new();
    let mut open = vec![Inside::default()];
    for event in function.events() {
        match event {
            Event::Before(stmt, _) => {
                if !blocks(&stmt.kind).is_empty() {
                    open.push(Inside::default());
                }
                let around = open.last_mut().expect("the function is around all");
                around.defined.extend(defined_inside(&stmt.kind).iter().filter(|var| renamed.contains(var)));
            }
            Event::After(stmt, place) => {
                if !blocks(&stmt.kind).is_empty() {
                    let mut inside = open.pop().expect("a statement that ends has begun");
                    let around = open.last_mut().expect("the function is around all");
                    if matches!(stmt.kind, StmtKind::Scope(_)) {
                        // What a scope defines is there after it.
                        around.defined.extend(inside.defined);
                    } else {
                        inside.rebound.retain(|var| !inside.defined.contains(var));
                    }
                    around.rebound.extend(&inside.rebound);
                    found.insert(place, inside.rebound.into_iter().collect());
                }
                let around = open.last_mut().expect("the function is around all");
                for var in defined(&stmt.kind) {
                    around.rebound.extend(names.get(&var));
                    around.defined.extend(Some(var).filter(|var| renamed.contains(var)));
                }
            }
            Event::Open(..) | Event::Close(..) => {}
        }
    }
    found
}

/// What happens inside a statement to the variables that get new names.
#[derive(Default)]
struct Inside {
    rebound: BTreeSet<VarId>,
    defined: BTreeSet<VarId>,
}

enum Step {
    /// The rest of a block.
    Block(BlockId, usize),
    /// A nested block of the statement ends.
    Close(Place, BlockId),
    /// The statement ends.
    After(Place),
}

struct Walk<'a> {
    function: &'a mut Function,
    names: &'a HashMap<VarId, VarId>,
    rebound: HashMap<Place, Vec<VarId>>,
    /// The latest name of each variable; its own if it has no entry.
    now: HashMap<VarId, VarId>,
    /// Loops around this point.
    loops: Vec<Place>,
    /// Branches around this point: the names that their variables had before.
    branches: Vec<Vec<VarId>>,
    todo: Vec<Step>,
    /// New variables, each with the one that it is of.
    made: Vec<(VarId, VarId)>,
}

impl Walk<'_> {
    fn step(&mut self, step: Step) {
        match step {
            Step::Block(block, index) => {
                if index < self.function.blocks[block].stmts.len() {
                    self.todo.push(Step::Block(block, index + 1));
                    self.begin(Place { block, index });
                }
            }
            Step::Close(place, block) => self.close(place, block),
            Step::After(place) => self.after(place),
        }
    }

    fn kind(&mut self, place: Place) -> &mut StmtKind {
        &mut self.function.blocks[place.block].stmts[place.index].kind
    }

    fn of(&self, place: Place) -> Vec<VarId> {
        self.rebound.get(&place).cloned().unwrap_or_default()
    }

    fn latest(&self, var: VarId) -> VarId {
        self.now.get(&var).copied().unwrap_or(var)
    }

    /// Renames what the statement itself mentions, or what one of its blocks hands on.
    fn rename(&mut self, place: Place, block: Option<BlockId>) {
        let now = std::mem::take(&mut self.now);
        for_each_use_mut(self.kind(place), &mut |how, expr| {
            let here = match (how, block) {
                (Use::Operand | Use::Reference, None) => true,
                (Use::Inner(at), Some(block)) => at == block,
                (Use::Operand | Use::Reference | Use::Inner(_), _) => false,
            };
            if here {
                *expr = expr.map_vars(&mut |var| Expr::Var(now.get(&var).copied().unwrap_or(var)));
            }
        });
        self.now = now;
    }

    fn begin(&mut self, place: Place) {
        self.rename(place, None);
        let vars = self.of(place);
        match self.kind(place) {
            StmtKind::For(_) | StmtKind::While(_) => {
                for var in vars {
                    let carry = self.carry(var);
                    self.now.insert(var, carry.param);
                    self.carries(place).push(carry);
                }
                self.loops.push(place);
            }
            StmtKind::If(_) => {
                let before = vars.iter().map(|var| self.latest(*var)).collect();
                self.branches.push(before);
            }
            StmtKind::Break(_) | StmtKind::Continue(_) => self.jump(place),
            _ => {}
        }
        self.todo.push(Step::After(place));
        for block in blocks(self.kind(place)).into_iter().rev() {
            self.todo.push(Step::Close(place, block));
            self.todo.push(Step::Block(block, 0));
        }
    }

    fn carry(&mut self, var: VarId) -> Carry {
        let (param, result) = (self.another(var), self.another(var));
        Carry { param, init: self.latest(var).into(), next: param.into(), result }
    }

    /// A new variable for a name of another.
    fn another(&mut self, of: VarId) -> VarId {
        let like = self.function.vars[of].clone();
        let var = self.function.vars.push(like);
        self.made.push((var, of));
        var
    }

    fn carries(&mut self, place: Place) -> &mut Vec<Carry> {
        match self.kind(place) {
            StmtKind::For(it) => &mut it.carries,
            StmtKind::While(it) => &mut it.carries,
            _ => unreachable!("carries belong to loops"),
        }
    }

    /// A jump hands on the latest name of each new carry of its loop.
    fn jump(&mut self, place: Place) {
        let Some(around) = self.loops.last() else { return };
        let latest: Vec<_> = self.of(*around).into_iter().map(|var| Expr::Var(self.latest(var))).collect();
        if let StmtKind::Break(values) | StmtKind::Continue(values) = self.kind(place) {
            values.extend(latest);
        }
    }

    fn close(&mut self, place: Place, block: BlockId) {
        self.rename(place, Some(block));
        let vars = self.of(place);
        let latest: Vec<_> = vars.iter().map(|var| Expr::Var(self.latest(*var))).collect();
        match self.kind(place) {
            StmtKind::While(it) if it.header == block => {}
            StmtKind::For(_) | StmtKind::While(_) => {
                let carries = self.carries(place);
                let first = carries.len() - latest.len();
                carries[first..].iter_mut().zip(latest).for_each(|(carry, next)| carry.next = next);
            }
            StmtKind::If(it) => {
                let first = it.then == block;
                self.arm(place, first, &vars, latest);
            }
            _ => {}
        }
    }

    /// An arm ends: the first leaves its names to the merges and takes them back for the second.
    fn arm(&mut self, place: Place, first: bool, vars: &[VarId], latest: Vec<Expr>) {
        let mut merges = Vec::new();
        if first {
            let before = self.branches.last().cloned().expect("an arm that ends has begun");
            for ((var, then), before) in vars.iter().zip(latest).zip(before) {
                let result = self.another(*var);
                merges.push(Merge { result, then, otherwise: before.into() });
                self.now.insert(*var, before);
            }
            self.merges(place).extend(merges);
        } else {
            let all = self.merges(place);
            let own = all.len() - vars.len();
            all[own..].iter_mut().zip(latest).for_each(|(merge, value)| merge.otherwise = value);
        }
    }

    fn merges(&mut self, place: Place) -> &mut Vec<Merge> {
        match self.kind(place) {
            StmtKind::If(it) => &mut it.merges,
            _ => unreachable!("merges belong to branches"),
        }
    }

    fn after(&mut self, place: Place) {
        let vars = self.of(place);
        match self.kind(place) {
            StmtKind::For(_) | StmtKind::While(_) => {
                self.loops.pop();
                let carries = self.carries(place);
                let first = carries.len() - vars.len();
                let results: Vec<_> = carries[first..].iter().map(|carry| carry.result).collect();
                self.now.extend(vars.into_iter().zip(results));
            }
            StmtKind::If(_) => {
                self.branches.pop();
                let merges = self.merges(place);
                let first = merges.len() - vars.len();
                let results: Vec<_> = merges[first..].iter().map(|merge| merge.result).collect();
                self.now.extend(vars.into_iter().zip(results));
            }
            _ => {}
        }
        for var in defined(self.kind(place)) {
            if let Some(of) = self.names.get(&var) {
                self.now.insert(*of, var);
            }
        }
    }
}
